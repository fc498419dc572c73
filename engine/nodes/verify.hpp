// Nodes that somebody built -> nodes that need no check again.
#pragma once

#include "base/outcome.hpp"
#include "flatline/limits.hpp"
#include "nodes/decode.hpp"

namespace flatline::nodes {

/// What becomes of partners that are not the two sides of one edge.
enum class BadPartners : std::uint8_t {
    none,  // both become FLATLINE_NONE, as no port walks over partners; a note counts them
    drop,  // the nodes are dropped, with the same finding
};

/// Checks everything that a descent, a renderer or a walk over segs relies on, once: vertices,
/// linedefs, sides, partners (mutual, over the same two places), loops of GL subsectors, segs
/// within one unit of their linedef, a seg with a sidedef in each subsector, one tree that reaches
/// every node and subsector exactly once, its depth. Faults drop the nodes, one finding a rule;
/// what builders write beside is a note. Fills sectors of subsectors and boxes of nodes and makes
/// `out`. Linear, no recursion; scratch of 8 bytes a node is announced, charged and given back.
Outcome verify(const Arrays& arrays, const Places& places, const MapView& map, const Limits& limits,
               BadPartners bad_partners, const MemoryHooks& hooks, Budget& budget,
               Reservation& scratch, Reporter& reporter, flatline_bsp& out) noexcept;

/// A stored lump into a verified tree: decode, then verify. Not ok: `out` is all zero.
/// The arrays of `out` lie in `memory`; `lump` is not kept. What is in `scratch` afterwards is of
/// no use but as memory for the next.
Outcome read_nodes(Bytes lump, const MapView& map, const Limits& limits, BadPartners bad_partners,
                   Inflater inflater, const MemoryHooks& hooks, Budget& budget,
                   Reservation& scratch, Reservation& memory, FindingList& findings,
                   flatline_bsp& out) noexcept;

}  // namespace flatline::nodes
