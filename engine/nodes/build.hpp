// The GL node builder, for maps with no nodes or bad ones.
#pragma once

#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "model/jobs.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// The work of one build is this many parts, whatever its size.
inline constexpr std::uint64_t kBuildParts = 1u << 20;

/// Options of a build. Only `least_branch`, which is for tests, changes the tree.
struct BuildOptions {
    /// Receives progress after each leaf, in units of kBuildParts, and may cancel the build. May be
    /// null.
    Progress* progress = nullptr;
    JobHooks jobs = {};  // what the threads are; the default starts them
    std::uint32_t threads = 1;
    /// A map of less than twice as many segs is one piece. In a larger one sets of fewer segs than
    /// this are divided apart from each other. Their work then fits the caches of a core.
    std::uint32_t least_branch = 8192;
};

/// Builds a tree over the resolved arrays of a map and verifies it as if it had been stored: convex
/// subsectors, mutual partners, new vertices and partitions exact in 16.16. There is no tree but a
/// finding where a linedef has coordinates beyond 16.16, where no linedef has a length, and beyond
/// the limits segs, subsectors, nodes and node-depth. Deterministic, and the same for any number of
/// threads. Cost: about n log n, and some 500 bytes of working memory a seg and a few MB a thread,
/// bounded by arena-bytes and given back at the end; only the calling thread asks `hooks`.
/// `out.format` is "built"; the arrays of `out` lie in `memory`.
Outcome build(const MapView& map, const Limits& limits, const MemoryHooks& hooks, Budget& budget,
              Reservation& memory, FindingList& findings, flatline_bsp& out,
              const BuildOptions& options = {}) noexcept;

}  // namespace flatline::engine::nodes
