// Which sectors meet at a line.
#pragma once

#include <cstdint>

#include "level/geometry.hpp"

namespace flatline::engine::level {

/// Bytes of working memory for the functions below.
std::uint64_t neighbour_scratch_bytes(const Geometry& g) noexcept;

/// The number of entries of all lists together. `scratch` has neighbour_scratch_bytes() of any
/// content, which stay until fill_neighbours().
std::uint64_t count_neighbours(const Geometry& g, unsigned char* scratch) noexcept;

/// Lists for each sector the sectors on the other side of its lines: ascending, each once, never
/// the sector itself. The relation is symmetric. Linear in lines and the lines of the sectors.
/// Precondition: count_neighbours() has left its result in `scratch`.
void fill_neighbours(const Geometry& g, const unsigned char* scratch, const RowsOut& out) noexcept;

}  // namespace flatline::engine::level
