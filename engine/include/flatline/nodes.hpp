// flatline/nodes.hpp: finding the subsector of a point, and a tree of nodes made for a map that has
// none, or bad ones.
#pragma once

#include <cstdint>

#include "flatline/limits.hpp"
#include "flatline/map.hpp"
#include "flatline/memory.hpp"
#include "flatline/owned.hpp"
#include "flatline/result.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline {

namespace detail {
struct NodesStorage;
void destroy(NodesStorage* storage) noexcept;
}  // namespace detail

/// The subsector of a tree (Map::nodes(), Nodes::bsp()) whose cell holds a point: one exactly on a
/// partition is to its right, one outside the map in some subsector at its border.
/// FLATLINE_NONE where there is no tree. Cost: at most bsp.depth steps. Any thread.
std::uint32_t subsector_at(const flatline_bsp& bsp, double x, double y) noexcept;

/// A built tree. Owns its memory and refers to nothing of the map but by index, so it may outlive
/// it. Never changes; any number of threads may read it. Move-only; a default-made one is empty.
class Nodes {
public:
    /// Vertices made by cuts: number original_vertices + i of the segs is entry i.
    View<flatline_vertex> vertices() const noexcept { return {bsp().vertices, bsp().vertex_count}; }
    View<flatline_seg> segs() const noexcept { return {bsp().segs, bsp().seg_count}; }
    View<flatline_subsector> subsectors() const noexcept {
        return {bsp().subsectors, bsp().subsector_count};
    }
    /// The root is the last one; none where the map is one convex subsector.
    View<flatline_node> nodes() const noexcept { return {bsp().nodes, bsp().node_count}; }
    const flatline_bsp& bsp() const noexcept { return owned_.value(); }
    bool empty() const noexcept { return bsp().subsector_count == 0; }

    /// subsector_at of this tree.
    std::uint32_t subsector_at(double x, double y) const noexcept {
        return flatline::subsector_at(bsp(), x, y);
    }

private:
    friend struct detail::Access;
    detail::Owned<detail::NodesStorage, flatline_bsp> owned_;
};

/// What a build takes besides the map.
struct NodesOptions {
    /// segs, subsectors, nodes, node-depth, arena-bytes and findings count.
    Limits limits = {};
    MemoryHooks memory = {};
};

/// Builds GL nodes for a loaded map: convex subsectors, minisegs with mutual partners, verified as
/// stored nodes are. The map does not change. Refused: no line with a length, a vertex beyond
/// 16.16, a limit (segs, subsectors, nodes, node-depth, arena-bytes). Deterministic. Cost about
/// n log n: some 0.3 s for 30,000 linedefs. Thread-safe.
Result<Nodes> build_nodes(const Map& map, const NodesOptions& options = {}) noexcept;

}  // namespace flatline
