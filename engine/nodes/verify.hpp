// Nodes that somebody built -> nodes that need no check again.
#pragma once

#include "base/outcome.hpp"
#include "flatline/limits.hpp"
#include "nodes/decode.hpp"

namespace flatline::nodes {

/// Checks everything that a descent, a renderer or a walk over segs relies on, once: vertices,
/// linedefs, sides, partners (mutual, reversed), loops of GL subsectors, segs within one unit of
/// their linedef, a seg with a sidedef in each subsector, one tree that reaches every node and
/// subsector exactly once, its depth. Faults drop the nodes, one finding a rule; what real zdbsp
/// output holds beside is a note. Fills sectors of subsectors and boxes of nodes and makes `out`.
/// Linear, no recursion; scratch of 8 bytes a node is announced, charged and given back.
Outcome verify(const Arrays& arrays, const Places& places, const MapView& map, const Limits& limits,
               const MemoryHooks& hooks, Budget& budget, Reservation& scratch, Reporter& reporter,
               flatline_bsp& out) noexcept;

/// A stored lump into a verified tree: decode, then verify. Not ok: `out` is all zero.
/// The arrays of `out` lie in `memory`; `lump` is not kept. What is in `scratch` afterwards is of
/// no use but as memory for the next.
Outcome read_nodes(Bytes lump, const MapView& map, const Limits& limits, Inflater inflater,
                   const MemoryHooks& hooks, Budget& budget, Reservation& scratch,
                   Reservation& memory, FindingList& findings, flatline_bsp& out) noexcept;

}  // namespace flatline::nodes
