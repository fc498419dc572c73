// Puts the segs of every leaf into a loop.
#pragma once

#include "nodes/build_state.hpp"

namespace flatline::engine::nodes {

/// The loops of all leaves of a State, one after the other.
struct Loops {
    explicit Loops(Scratch& scratch) noexcept : segs(scratch), counts(scratch), places(scratch) {}

    /// Stands for a miniseg that closes a gap.
    static constexpr std::uint32_t kConnect = FLATLINE_NONE;

    Pool<std::uint32_t> segs;    // in their order, with kConnect between some
    Pool<std::uint32_t> counts;  // by leaf
    Pool<std::uint32_t> places;  // by seg: its place in `segs`
};

/// Fills `loops`: that of each leaf begins with a seg of a linedef. `work` is memory that nobody
/// needs afterwards. Linear, but for sorting inside open leaves. False: out of memory.
[[nodiscard]] bool make_loops(const State& state, Scratch& work, Loops& loops) noexcept;

}  // namespace flatline::engine::nodes
