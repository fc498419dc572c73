// The GL node builder, for maps with no nodes or bad ones.
#pragma once

#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// Of how many parts the work of one build is made, whatever its size.
inline constexpr std::uint64_t kBuildParts = 1u << 20;

/// Builds a tree over the resolved arrays of a map and verifies it as if it had been stored: convex
/// subsectors, mutual partners, new vertices and partitions exact in 16.16. There is no tree but a
/// finding where a linedef has coordinates beyond 16.16, where no linedef has a length, and beyond
/// the limits segs, subsectors, nodes and node-depth. Deterministic. Cost: about n log n, and some
/// 200 bytes of working memory a seg, bounded by arena-bytes and given back at the end.
/// `out.format` is "built"; the arrays of `out` lie in `memory`. `progress`, of kBuildParts, hears
/// of each leaf by its share and may end the build; null: nobody asks.
Outcome build(const MapView& map, const Limits& limits, const MemoryHooks& hooks, Budget& budget,
              Reservation& memory, FindingList& findings, flatline_bsp& out,
              Progress* progress = nullptr) noexcept;

}  // namespace flatline::engine::nodes
