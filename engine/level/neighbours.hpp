// Which sectors meet at a line.
#pragma once

#include <cstdint>

#include "level/geometry.hpp"

namespace flatline::level {

/// The number of entries of all lists together. `marks` is scratch memory: sector_count entries
/// of any content.
std::uint64_t count_neighbours(const Geometry& g, std::uint32_t* marks) noexcept;

/// Lists for each sector the sectors on the other side of its lines: ascending, each once, never
/// the sector itself. The relation is symmetric. Linear in the lines of the sectors. `marks` as
/// above.
void fill_neighbours(const Geometry& g, std::uint32_t* marks, const RowsOut& out) noexcept;

}  // namespace flatline::level
