// On which side of a node a point is; flatline::engine::subsector_at descends by it.
#pragma once

#include <cstdint>

#include "flatline/types.h"

namespace flatline::engine::nodes {

/// The child of `node` whose side holds the point: 0 to the right of the line and exactly on it,
/// 1 to the left. The rule is GZDoom's; SRB2 and Boom put a point on a diagonal to the left.
inline std::uint32_t side_of(const flatline_node& node, double x, double y) noexcept {
    return (y - node.y) * node.dx - (x - node.x) * node.dy > 0 ? 1 : 0;
}

}  // namespace flatline::engine::nodes
