// Where things stand: subsector and sector.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "flatline/view.hpp"
#include "level/geometry.hpp"

namespace flatline::level {

/// By descent through verified nodes; a point on a partition is in front of it (child 0), as in
/// GZDoom. Each thing costs at most bsp.depth steps.
void fill_places_by_nodes(const flatline_bsp& bsp, View<flatline_thing> things,
                          flatline_thing_place* places) noexcept;

/// Bytes of scratch for fill_places_by_sweep: aligned to 64, any content.
std::uint64_t sweep_scratch_bytes(std::size_t line_count, std::size_t thing_count) noexcept;

/// Without nodes: the sector on the upper side of the nearest line at or below a thing; none where
/// there is no line below it or that side is void. One sweep from left to right over the lines in
/// a balanced order, n log n. Where lines cross or lie on each other the answer may be any of the
/// sectors there, as it is for a polygon test. No subsectors.
void fill_places_by_sweep(const Geometry& g, View<flatline_thing> things, unsigned char* scratch,
                          flatline_thing_place* places) noexcept;

}  // namespace flatline::level
