// Where things stand: subsector and sector.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "flatline/view.hpp"
#include "level/geometry.hpp"

namespace flatline::level {

/// The side of a point exactly on a partition: its front (child 0) in GZDoom; in SRB2 the west or
/// the south of one along an axis, and of others the back.
enum class OnPartition : std::uint8_t { gzdoom, srb2 };

/// By descent through verified nodes. Each thing costs at most bsp.depth steps.
void fill_places_by_nodes(const flatline_bsp& bsp, View<flatline_thing> things,
                          flatline_thing_place* places,
                          OnPartition rule = OnPartition::gzdoom) noexcept;

/// Bytes of scratch for fill_places_by_sweep: aligned to 64, any content.
std::uint64_t sweep_scratch_bytes(std::size_t line_count, std::size_t thing_count) noexcept;

/// Where a point exactly on a line or vertex is taken to be: just east or west of it, and then just
/// north or south.
struct Beside {
    bool west = false;
    bool south = false;
};

/// Without nodes: the sector on the upper side of the nearest line at or below a thing; none where
/// there is no line below it or that side is void. One sweep from left to right over the lines in
/// a balanced order, n log n. Where lines cross or lie on each other the answer may be any of the
/// sectors there, as it is for a polygon test. No subsectors.
void fill_places_by_sweep(const Geometry& g, View<flatline_thing> things, unsigned char* scratch,
                          flatline_thing_place* places, Beside beside = {}) noexcept;

}  // namespace flatline::level
