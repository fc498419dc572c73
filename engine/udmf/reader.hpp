// Reads a TEXTMAP into raw arrays on one thread: drives the paths over a text or a slice of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "model/findings.hpp"
#include "model/view.hpp"
#include "udmf/builder.hpp"
#include "udmf/checkpoint.hpp"
#include "udmf/fast_path.hpp"
#include "udmf/grammar_state.hpp"
#include "udmf/memory_plan.hpp"
#include "udmf/raw_map.hpp"
#include "udmf/read_options.hpp"
#include "udmf/report.hpp"
#include "udmf/runs/follow.hpp"
#include "udmf/slow_path.hpp"
#include "udmf/source.hpp"

namespace flatline::engine::udmf {

/// Where reading puts its results, and which memory it may take.
struct ReadTarget {
    ReadWorkspace& workspace;
    const MemoryHooks& hooks;
    Budget& budget;
    FindingList& findings;
    RawMemory& memory;
    RawMap& raw;
};

class TextmapReader {
public:
    TextmapReader(ReadWorkspace& workspace, const MemoryHooks& hooks, Budget& budget,
                  FindingList& findings, const ReadOptions& options) noexcept;
    TextmapReader(const TextmapReader&) = delete;  // its paths refer to it
    TextmapReader& operator=(const TextmapReader&) = delete;

    /// Reads the text into `raw`, whose arrays lie in `memory`. Offsets of findings count from the
    /// first byte of `text`. Outcome::refused: a finding says why. Reading stops at the first
    /// error, but goes on to the end of the text where only fields are missing, so that all are
    /// listed.
    Outcome read(Bytes text, RawMemory& memory, RawMap& raw) noexcept;
    /// True if the last read came to the end of the text, also where it refused the map.
    bool complete() const noexcept { return complete_; }

    /// Reads one slice into `memory` and `values`. No hooks are called where these have room for
    /// slice.plan and the names of the workspace have their table. Reading ends at one of the
    /// splits, at top level, or at the end of the text. Outcome::refused: at something that only
    /// the text as a whole can tell; the findings mean nothing then.
    Outcome read_slice(Bytes text, RawMemory& memory, Reservation& values, RawMap& raw,
                       const Slice& slice) noexcept;
    /// The number of the split at which it stands; splits.size() at the end of the text.
    std::size_t arrived() const noexcept {
        return checkpoint_.arrived() ? checkpoint_.split() : slice_->splits.size();
    }
    /// True if learning runs did not pay.
    bool gave_up() const noexcept { return follower_.gave_up(); }
    /// True if this namespace and grammar hold, as the first slice has found.
    bool reads_by(const NamespaceRow* row, bool v0_99) const noexcept {
        return grammar_.row() == row && grammar_.v0_99() == v0_99;
    }
    /// Called on the first slice after the last one: adds what there is to say about the whole
    /// text.
    Outcome finish() noexcept;

private:
    using Byte = unsigned char;

    bool begin(Bytes text, RawMap& raw) noexcept;
    Outcome reserve(RawMemory& memory) noexcept;
    bool take(RawMemory& memory, Reservation& values) noexcept;
    bool allow_nuls() noexcept;
    bool missed_nuls() noexcept;
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
    RawMemory* memory_ = nullptr;
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
    GrammarState grammar_;
    Checkpoint checkpoint_;
    Follower follower_;
    FastPath fast_path_;
    SlowPath slow_path_;
};

}  // namespace flatline::engine::udmf
