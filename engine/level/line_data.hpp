// Runtime data that ports keep for each line: direction, box, slope, sectors.
#pragma once

#include "base/share.hpp"
#include "level/geometry.hpp"

namespace flatline::engine::level {

/// Fills the records of some lines, in linear time; `out` is that of line 0. The slope type comes
/// from the signs of dx and dy, as in SRB2. Vanilla and dsda-doom divide in 16.16 numbers and call
/// a line negative when the quotient rounds to 0.
void fill_line_data(const Geometry& g, Share lines, flatline_line_data* out) noexcept;

}  // namespace flatline::engine::level
