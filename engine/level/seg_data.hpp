// Angles, offsets and lengths of segs, and the lines of subsectors, as ports compute them.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "level/geometry.hpp"

namespace flatline::engine::level {

/// Fills one entry a seg. `trails` has the vertices of the map and the tree.
/// Source: docs/runtime.md, "Segs as ports have them".
void fill_seg_data(const Geometry& g, const flatline_bsp& nodes,
                   const flatline_trail_vertex* trails, flatline_seg_data* out) noexcept;

/// The segs that are the first of their line in their subsector, of all subsectors. `marks` has an
/// entry for each line. Linear in the segs of subsectors.
std::uint64_t count_subsector_lines(const Geometry& g, const flatline_bsp& nodes,
                                    std::uint32_t* marks) noexcept;
void fill_subsector_lines(const Geometry& g, const flatline_bsp& nodes, std::uint32_t* marks,
                          const RowsOut& out) noexcept;

}  // namespace flatline::engine::level
