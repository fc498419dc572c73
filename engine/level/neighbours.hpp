// Which sectors meet at a line.
#pragma once

#include <cstdint>

#include "level/geometry.hpp"

namespace flatline::level {

/// How many entries the lists have in all. `marks`: sector_count entries of scratch, any content.
std::uint64_t count_neighbours(const Geometry& g, std::uint32_t* marks) noexcept;

/// Fills the sectors on the other side of each sector's lines, each once, ascending, never the
/// sector itself. Symmetric. Linear in the lines of the sectors. `marks` as above.
void fill_neighbours(const Geometry& g, std::uint32_t* marks, const RowsOut& out) noexcept;

}  // namespace flatline::level
