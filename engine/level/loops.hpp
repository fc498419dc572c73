// Whether the sides of a sector form closed loops.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "level/geometry.hpp"

namespace flatline::engine::level {

/// The sides of a sector are arrows along its lines (front: v1 -> v2, back: v2 -> v1). They make
/// closed loops exactly where at every vertex as many begin as end; a vertex where that is not so
/// is a gap. Vertices are told apart by index, not by place; lines with both sides in the sector
/// are no border and do not count.
/// Returns the number of gaps. `balance` is scratch memory: two entries for each vertex, of any
/// content.
std::uint64_t count_gaps(const Geometry& g, std::uint32_t* balance) noexcept;

/// Fills rows (sector_count + 1 entries) and the gaps of each sector, in the order in which its
/// lines meet them. Linear in the lines of the sectors.
void fill_gaps(const Geometry& g, std::uint32_t* balance, std::uint32_t* rows,
               flatline_gap* gaps) noexcept;

}  // namespace flatline::engine::level
