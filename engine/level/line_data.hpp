// What ports keep with each line: direction, box, slope, sectors.
#pragma once

#include "level/geometry.hpp"

namespace flatline::level {

/// Fills one record a line. The slope is told by signs, as SRB2 does; vanilla and dsda divide in
/// 16.16 and so call a line negative whose dy / dx rounds to 0. Linear.
void fill_line_data(const Geometry& g, flatline_line_data* out) noexcept;

}  // namespace flatline::level
