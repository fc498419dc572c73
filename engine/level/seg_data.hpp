// Angles, offsets and lengths of segs, and the lines of subsectors, as ports compute them.
#pragma once

#include <cstdint>

#include "base/share.hpp"
#include "flatline/types.h"
#include "level/geometry.hpp"

namespace flatline::engine::level {

/// Fills the entries of some segs; `out` is that of seg 0. `trails` has the vertices of the map and
/// the tree. Source: docs/runtime.md, "Segs as ports have them".
void fill_seg_data(const Geometry& g, const flatline_bsp& nodes,
                   const flatline_trail_vertex* trails, Share segs,
                   flatline_seg_data* out) noexcept;

/// The segs that are the first of their line in their subsector, of some subsectors. `marks` has an
/// entry for each line, of any content. Linear in lines and the segs of subsectors.
std::uint32_t count_subsector_lines(const Geometry& g, const flatline_bsp& nodes, Share subsectors,
                                    std::uint32_t* marks) noexcept;
/// Fills rows and items of some subsectors, whose first item is item `first`. The row after the
/// last subsector of the tree is left to the caller.
void fill_subsector_lines(const Geometry& g, const flatline_bsp& nodes, Share subsectors,
                          std::uint32_t* marks, std::uint32_t first, const RowsOut& out) noexcept;

}  // namespace flatline::engine::level
