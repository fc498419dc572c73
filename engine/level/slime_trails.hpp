// Vertices as ports have them after P_RemoveSlimeTrails.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "level/geometry.hpp"

namespace flatline::engine::level {

/// Vertices of the map and of its tree.
inline std::uint64_t trail_vertex_count(const Geometry& g, const flatline_bsp& nodes) noexcept {
    return g.vertices.size() + nodes.vertex_count;
}

/// Fills one entry a vertex by the rules FLATLINE_TRAILS_*. `marks` has room for as many bytes.
/// Linear. Source: docs/runtime.md, "Segs as ports have them".
void fill_trail_vertices(const Geometry& g, const flatline_bsp& nodes, std::int32_t rules,
                         unsigned char* marks, flatline_trail_vertex* out) noexcept;

}  // namespace flatline::engine::level
