// The coordinates of the elements that findings are about.
#pragma once

#include "model/findings.hpp"
#include "model/map.hpp"

namespace flatline::engine {

/// Writes flatline_location::point of each finding: one pass over the lines. NaN where memory is
/// out, too.
void find_points(const Map& map, View<Finding> findings, flatline_location* out) noexcept;

}  // namespace flatline::engine
