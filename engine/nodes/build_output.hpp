// Makes the flat arrays of a tree from a finished division.
#pragma once

#include "base/outcome.hpp"
#include "nodes/build_join.hpp"
#include "nodes/build_loops.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// Where the arrays of a tree go.
struct Destination {
    const Limits& limits;
    const MemoryHooks& hooks;
    Budget& budget;
    Reservation& memory;
    Reporter& reporter;
    Arrays& arrays;
};

/// Fills `to.arrays`, which lie in `to.memory` and fit it exactly. The loop of every leaf begins
/// with a seg of a linedef. Loops that the map leaves open are closed by minisegs without a
/// partner. Passing a limit on counts is a finding. Linear, but for sorting inside open leaves.
Outcome make_arrays(State& state, const Destination& to) noexcept;

/// The same of a tree of branches, on the threads of `branches`. Nodes, leaves and segs have the
/// order in which one thread would come to them.
Outcome make_arrays(State& trunk, Branches& branches, const Destination& to) noexcept;

}  // namespace flatline::engine::nodes
