// The GL node builder, for maps with no nodes or bad ones.
#pragma once

#include "base/outcome.hpp"
#include "nodes/decode.hpp"

namespace flatline::nodes {

/// Builds a tree over the resolved arrays of a map and verifies it as if it had been stored:
/// convex subsectors, mutual partners, new vertices and partitions exact in 16.16. The sides of a
/// linedef with coordinates beyond 16.16, or a map without lines, give no tree and a finding, as
/// do the limits segs, subsectors, nodes and node-depth. Deterministic. About n log n; working
/// memory of some 200 bytes a seg, bounded by arena-bytes, is given back at the end. `out.format`
/// is "built"; its arrays lie in `memory`.
Outcome build(const MapView& map, const Limits& limits, const MemoryHooks& hooks, Budget& budget,
              Reservation& memory, FindingList& findings, flatline_bsp& out) noexcept;

}  // namespace flatline::nodes
