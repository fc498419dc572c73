// Where things stand: subsector and sector.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/jobs.hpp"
#include "flatline/types.h"
#include "level/geometry.hpp"
#include "model/view.hpp"

namespace flatline::engine::level {

/// On which side of a partition a point exactly on it counts. In GZDoom it is the front (child 0).
/// In SRB2 it is the west or the south of a partition along an axis, and the back of any other.
enum class OnPartition : std::uint8_t { gzdoom, srb2 };

/// Finds places by descent through verified nodes. Each thing costs at most bsp.depth steps.
void fill_places_by_nodes(const flatline_bsp& bsp, View<flatline_thing> things,
                          flatline_thing_place* places,
                          OnPartition rule = OnPartition::gzdoom) noexcept;

/// Where the weights of the sweep's order come from: every vertex and the ends of every line, so
/// that a map with its lines in another order has other ones.
std::uint64_t sweep_seed(const Geometry& g) noexcept;

/// Bytes of scratch memory that fill_places_by_sweep needs: aligned to 64, of any content.
std::uint64_t sweep_scratch_bytes(std::size_t line_count, std::size_t thing_count) noexcept;

/// To which side a point exactly on a line or vertex is moved in thought: to the east or the west,
/// then to the north or the south.
struct Beside {
    bool west = false;
    bool south = false;
};

/// Finds places without nodes: the sector on the upper side of the nearest line at or below a
/// thing. There is none where no line is below the thing or that side is void. One sweep from left
/// to right over the lines in a balanced order, n log n. Where lines cross or lie on each other the
/// answer may be any of the sectors there, as in a polygon test. Subsectors are not found. With
/// `jobs` two threads sweep a large map; the places are the same.
void fill_places_by_sweep(const Geometry& g, View<flatline_thing> things, unsigned char* scratch,
                          flatline_thing_place* places, Beside beside = {},
                          Jobs* jobs = nullptr) noexcept;

}  // namespace flatline::engine::level
