// Runtime data that ports keep for each line: direction, box, slope, sectors.
#pragma once

#include "level/geometry.hpp"

namespace flatline::engine::level {

/// Fills one record for each line, in linear time. The slope type comes from the signs of dx and
/// dy, as in SRB2. Vanilla and dsda-doom divide in 16.16 numbers and call a line negative when the
/// quotient rounds to 0.
void fill_line_data(const Geometry& g, flatline_line_data* out) noexcept;

}  // namespace flatline::engine::level
