// Makes the flat arrays of a tree from a finished division.
#pragma once

#include "base/outcome.hpp"
#include "nodes/build_state.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// Puts the segs of every leaf into a loop that begins with a seg of a linedef, and fills `out`,
/// whose arrays lie in `memory` and fit it exactly. Loops that the map leaves open are closed by
/// minisegs without a partner. Passing a limit on counts is a finding. Linear, but for sorting
/// inside open leaves.
Outcome make_arrays(State& state, const Limits& limits, const MemoryHooks& hooks, Budget& budget,
                    Reservation& memory, Reporter& reporter, Arrays& out) noexcept;

}  // namespace flatline::engine::nodes
