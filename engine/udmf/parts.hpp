// One text on several threads. Places where a block begins are guessed, and each part of the text
// is read as if all before it were read. The part before proves a guess by standing at top level
// exactly there; one that never does goes on, and what was guessed wrong is dropped. Whatever only
// the whole text can tell (an error, a late namespace, a sum over a limit) is left to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/budget.hpp"
#include "base/jobs.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/findings.hpp"
#include "udmf/raw_map.hpp"
#include "udmf/reader.hpp"

namespace flatline::udmf {

/// One part behind the first: memory that a Loader keeps, and what a load reads into it.
struct PartState {
    Reservation arrays;
    Reservation values;

    bool is_new = false;  // the memory was not there before this load

    Part part;
    RawMap raw;
    FindingList findings;
    Budget budget{0};
    Outcome status = Outcome::refused;
    std::size_t arrived = 0;
};

/// Memory of reading in parts that a Loader keeps between maps: of each part behind the first, and
/// of each thread beside the one that reads the first part.
class PartMemory {
public:
    /// False: no memory for so many.
    [[nodiscard]] bool ensure(std::size_t parts, std::size_t threads) noexcept;
    PartState& part(std::size_t i) noexcept { return parts_[i]; }
    ReadWorkspace& workspace(std::size_t i) noexcept { return workspaces_[i]; }
    /// Gives all of it back.
    void reset() noexcept;

private:
    std::unique_ptr<PartState[]> parts_;
    std::unique_ptr<ReadWorkspace[]> workspaces_;
    std::size_t part_count_ = 0;
    std::size_t workspace_count_ = 0;
};

/// Where reading puts what it reads, and what it may take.
struct ReadTarget {
    ReadWorkspace& workspace;
    const MemoryHooks& hooks;
    Budget& budget;
    FindingList& findings;
    Reservation& memory;
    RawMap& raw;
};

/// Reader::read on the threads of `jobs` or, where it is null, on this one. Same result and same
/// findings; only the memory used differs. *complete as Reader::complete.
Outcome read_text(Bytes text, const ReadOptions& options, Jobs* jobs, PartMemory& parts,
                  const ReadTarget& target, bool* complete) noexcept;

}  // namespace flatline::udmf
