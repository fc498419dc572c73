// flatline/nodes.hpp: finding the subsector of a point, and a tree of nodes made for a map that has
// none, or bad ones.
#pragma once

#include <cstdint>

#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/load.hpp"
#include "flatline/map.hpp"
#include "flatline/memory.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline {

namespace detail {
struct NodesStorage;
}

/// The subsector of a tree (Map::nodes(), Nodes::bsp()) whose cell holds a point: one exactly on a
/// partition is to its right, one outside the map in some subsector at its border.
/// FLATLINE_NONE where there is no tree. Cost: at most bsp.depth steps. Any thread.
std::uint32_t subsector_at(const flatline_bsp& bsp, double x, double y) noexcept;

/// A built tree. Owns its memory and refers to nothing of the map but by index, so it may outlive
/// it. Never changes; any number of threads may read it. Move-only; a default-made one is empty.
class Nodes {
public:
    Nodes() noexcept = default;
    Nodes(Nodes&& other) noexcept;
    Nodes& operator=(Nodes&& other) noexcept;
    Nodes(const Nodes&) = delete;
    Nodes& operator=(const Nodes&) = delete;
    ~Nodes();

    /// Vertices made by cuts: number original_vertices + i of the segs is entry i.
    View<flatline_vertex> vertices() const noexcept { return {bsp_.vertices, bsp_.vertex_count}; }
    View<flatline_seg> segs() const noexcept { return {bsp_.segs, bsp_.seg_count}; }
    View<flatline_subsector> subsectors() const noexcept {
        return {bsp_.subsectors, bsp_.subsector_count};
    }
    /// The root is the last one; none where the map is one convex subsector.
    View<flatline_node> nodes() const noexcept { return {bsp_.nodes, bsp_.node_count}; }
    const flatline_bsp& bsp() const noexcept { return bsp_; }
    bool empty() const noexcept { return bsp_.subsector_count == 0; }

    /// subsector_at of this tree.
    std::uint32_t subsector_at(double x, double y) const noexcept;

private:
    friend struct detail::NodesStorage;
    flatline_bsp bsp_ = {};
    detail::NodesStorage* storage_ = nullptr;
};

/// A tree or the reason that there is none.
struct [[nodiscard]] NodesResult {
    Status status = Status::refused;
    Nodes nodes;
    /// Notes, too, where there is a tree. Rules nodes-* and limit-*.
    FindingList findings;
    MemoryUse memory;

    explicit operator bool() const noexcept { return status == Status::ok; }
};

/// Builds GL nodes for a loaded map: convex subsectors, minisegs with mutual partners, verified as
/// stored nodes are. The map does not change. Refused: no line with a length, a vertex beyond
/// 16.16, a limit (segs, subsectors, nodes, node-depth, arena-bytes). Deterministic. Cost about
/// n log n: some 0.3 s for 30,000 linedefs. Thread-safe.
NodesResult build_nodes(const Map& map, const Limits& limits = {},
                        const MemoryHooks& memory = {}) noexcept;

}  // namespace flatline
