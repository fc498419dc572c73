// Whether the sides of a sector form closed loops.
#pragma once

#include <cstdint>

#include "base/share.hpp"
#include "flatline/types.h"
#include "level/geometry.hpp"

namespace flatline::engine::level {

/// The sides of a sector are arrows along its lines (front: v1 -> v2, back: v2 -> v1). They make
/// closed loops exactly where at every vertex as many begin as end; a vertex where that is not so
/// is a gap. Vertices are told apart by index, not by place; lines with both sides in the sector
/// are no border and do not count.
/// Counts the gaps of some sectors into `counts`, which has an entry for each sector, and returns
/// how many they are in all. `balance` has two entries for each vertex, which are 0 before and
/// after it.
std::uint64_t count_gaps(const Geometry& g, Share sectors, std::uint32_t* balance,
                         std::uint32_t* counts) noexcept;

/// Fills the gaps of some sectors, of each from gaps[rows[i]] on, in the order in which its lines
/// meet them. Sectors without one are passed over. Linear in the lines of the sectors.
void fill_gaps(const Geometry& g, Share sectors, std::uint32_t* balance, const std::uint32_t* rows,
               flatline_gap* gaps) noexcept;

}  // namespace flatline::engine::level
