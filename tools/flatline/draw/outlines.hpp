// outlines.hpp: the borders of sectors as polygons.
#pragma once

#include <cstdint>
#include <vector>

#include "model/map.hpp"

namespace flatline::engine::tool {

/// The rings of every sector. Filled by the even-odd rule they cover the sector, islands and holes
/// included. Ring i is vertices ring_rows[i] up to ring_rows[i + 1]; it ends where it begins, and
/// that vertex is there once. Sector s has rings sector_rows[s] up to sector_rows[s + 1]. A sector
/// that is not closed has rings that a straight line closes.
struct Outlines {
    std::vector<std::uint32_t> sector_rows;
    std::vector<std::uint32_t> ring_rows;
    std::vector<std::uint32_t> vertices;
};

/// Traces the sides of every sector. Vertices at one place count as one, the direction of lines
/// does not matter, and a line with both sides in one sector is no border. Linear, but for sorting
/// the vertices.
Outlines trace_outlines(const Map& map);

}  // namespace flatline::engine::tool
