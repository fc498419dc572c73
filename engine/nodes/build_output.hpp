// A finished division -> the flat arrays of a tree.
#pragma once

#include "base/outcome.hpp"
#include "nodes/build_state.hpp"
#include "nodes/decode.hpp"

namespace flatline::nodes {

/// Puts the segs of every leaf into a loop, a seg with a linedef first, and fills `out` in
/// `memory`, whose size is exact. Loops that the map leaves open are closed by minisegs without a
/// partner. Limits on counts are findings. Linear, but for sorting inside leaves that are open.
Outcome make_arrays(State& state, const Limits& limits, const MemoryHooks& hooks, Budget& budget,
                    Reservation& memory, Reporter& reporter, Arrays& out) noexcept;

}  // namespace flatline::nodes
