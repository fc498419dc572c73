// Reads one text on several threads. This code guesses places where a block begins, and reads each
// slice of the text as if everything before it had been read. The slice before proves the guess if
// it reaches top level exactly there. Otherwise it reads on, and the slice with the wrong guess is
// dropped. After an error, a late namespace or a sum over a limit, one thread reads the whole text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/budget.hpp"
#include "base/jobs.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "model/findings.hpp"
#include "udmf/raw_map.hpp"
#include "udmf/reader.hpp"

namespace flatline::engine::udmf {

/// A slice after the first one: memory that a Loader keeps, and what a load reads into it.
struct SliceState {
    RawMemory memory;
    Reservation values;

    Slice slice;
    RawMap raw;
    FindingList findings;
    Budget budget{0};
    Outcome status = Outcome::refused;
    std::size_t arrived = 0;
};

/// Memory for reading in slices that a Loader keeps between maps: for each slice after the first
/// one, and for each thread beside the one that reads the first slice.
class SliceMemory {
public:
    /// Makes sure that there is memory for so many. False if there is none.
    [[nodiscard]] bool ensure(std::size_t slices, std::size_t threads) noexcept;
    SliceState& state(std::size_t i) noexcept { return states_[i]; }
    ReadWorkspace& workspace(std::size_t i) noexcept { return workspaces_[i]; }
    ValueSlice* values() noexcept { return values_.get(); }
    /// Gives all of it back.
    void reset() noexcept;

private:
    std::unique_ptr<SliceState[]> states_;
    std::unique_ptr<ValueSlice[]> values_;
    std::unique_ptr<ReadWorkspace[]> workspaces_;
    std::size_t slice_count_ = 0;
    std::size_t workspace_count_ = 0;
};

/// Reads the text on the threads of `jobs`. Results and findings are those of one thread; only the
/// memory used differs. Outcome::refused: one thread has to read the text from its first byte.
Outcome read_in_slices(Bytes text, const ReadOptions& options, Jobs& jobs, SliceMemory& memory,
                       const ReadTarget& target) noexcept;

}  // namespace flatline::engine::udmf
