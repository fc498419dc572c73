// subsectors.hpp: the subsectors of a map as polygons.
#pragma once

#include <cstdint>
#include <vector>

#include "draw/bounds.hpp"
#include "model/map.hpp"

namespace flatline::engine::tool {

/// Polygon i is points rows[i] up to rows[i + 1]; one without an area may have none.
struct SubsectorPolygons {
    std::vector<std::uint32_t> rows;
    std::vector<flatline_vertex> points;
};

/// Of a GL tree the loops of its segs. Of a classic one, whose subsectors are open, what its nodes
/// and segs leave of `box`; where that takes too long, because a tree is as deep as it has nodes,
/// the rest has no points.
SubsectorPolygons make_subsectors(const Map& map, const Bounds& box);

}  // namespace flatline::engine::tool
