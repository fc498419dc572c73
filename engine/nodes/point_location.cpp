#include "nodes/point_location.hpp"

#include "model/nodes.hpp"

namespace flatline::engine {

std::uint32_t subsector_at(const flatline_bsp& bsp, double x, double y) noexcept {
    if (bsp.subsector_count == 0) return FLATLINE_NONE;
    if (bsp.node_count == 0) return 0;
    std::uint32_t child = bsp.node_count - 1;
    // The depth was computed, so the loop ends whatever the arrays hold.
    for (std::uint32_t level = 0; level < bsp.depth; ++level) {
        const flatline_node& node = bsp.nodes[child];
        child = node.children[nodes::side_of(node, x, y)];
        if ((child & FLATLINE_CHILD_SUBSECTOR) != 0) return child & ~FLATLINE_CHILD_SUBSECTOR;
    }
    return FLATLINE_NONE;
}

}  // namespace flatline::engine
