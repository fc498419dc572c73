// TEXTMAP bytes -> raw arrays, on one thread: drives the machines over a text or a slice of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/findings.hpp"
#include "flatline/view.hpp"
#include "udmf/builder.hpp"
#include "udmf/careful.hpp"
#include "udmf/checkpoint.hpp"
#include "udmf/language.hpp"
#include "udmf/memory_plan.hpp"
#include "udmf/quick.hpp"
#include "udmf/raw_map.hpp"
#include "udmf/read_options.hpp"
#include "udmf/report.hpp"
#include "udmf/runs/follow.hpp"
#include "udmf/source.hpp"

namespace flatline::udmf {

/// Where reading puts what it reads, and what it may take.
struct ReadTarget {
    ReadWorkspace& workspace;
    const MemoryHooks& hooks;
    Budget& budget;
    FindingList& findings;
    Reservation& memory;
    RawMap& raw;
};

class Reader {
public:
    Reader(ReadWorkspace& workspace, const MemoryHooks& hooks, Budget& budget,
           FindingList& findings, const ReadOptions& options) noexcept;
    Reader(const Reader&) = delete;  // its machines refer to it
    Reader& operator=(const Reader&) = delete;

    /// Reads the text into `raw`, whose arrays lie in `memory`. Offsets of findings count from
    /// the first byte of `text`. Outcome::refused: an error-level finding says why; missing
    /// fields alone are listed to the end of the text first.
    Outcome read(Bytes text, Reservation& memory, RawMap& raw) noexcept;
    /// True where the last read came to the end of the text, also where it refused the map.
    bool complete() const noexcept { return complete_; }

    /// One slice, into `memory` and `values`. Where these have the room for slice.counts, and the
    /// workspace's names have their table, no hooks are called. It ends at one of the splits,
    /// standing at top level, or at the end of the text; refused: at anything that only the text as
    /// a whole can tell, whose findings mean nothing.
    Outcome read_slice(Bytes text, Reservation& memory, Reservation& values, RawMap& raw,
                       const Slice& slice) noexcept;
    /// The split at which it stands, splits.size() at the end of the text.
    std::size_t arrived() const noexcept {
        return checkpoint_.arrived() ? checkpoint_.split() : slice_->splits.size();
    }
    /// True where runs were not worth their learning.
    bool gave_up() const noexcept { return follower_.gave_up(); }
    /// What the first slice found to hold.
    bool reads_by(const NamespaceRow* row, bool v0_99) const noexcept {
        return language_.row() == row && language_.v0_99() == v0_99;
    }
    /// Behind the last slice: what the first one has to say about the whole.
    Outcome finish() noexcept;

private:
    using Byte = unsigned char;

    bool begin(Bytes text, RawMap& raw) noexcept;
    bool reserve(Reservation& memory, Reservation& values, const text::Counts& counts) noexcept;
    bool restart() noexcept;
    bool run() noexcept;
    bool settle() noexcept;
    Outcome refused() const noexcept {
        return report_.out_of_memory() ? Outcome::out_of_memory : Outcome::refused;
    }

    ReadWorkspace& workspace_;
    const MemoryHooks& hooks_;
    Budget& budget_;
    const ReadOptions& options_;
    const Limits& limits_;
    RawMap* raw_ = nullptr;
    Reservation* memory_ = nullptr;
    Reservation* values_ = nullptr;
    MemoryPlan plan_;
    std::uint64_t budget_mark_ = 0;
    const Slice* slice_ = nullptr;  // null: the whole text
    Kernel kernel_ = Kernel::automatic;
    bool again_ = false;  // the text is to be read once more
    bool complete_ = false;

    Source source_;
    OpenBlock open_;
    Builder builder_;
    Report report_;
    Language language_;
    Checkpoint checkpoint_;
    Follower follower_;
    Quick quick_;
    Careful careful_;
};

}  // namespace flatline::udmf
