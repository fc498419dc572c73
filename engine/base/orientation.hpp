// On which side of a line a point lies, without rounding.
#pragma once

namespace flatline::engine {

/// The sign (-1, 0, 1) of (bx - ax) * (cy - ay) - (by - ay) * (cx - ax): 1 where c is left of
/// a -> b. Exact for numbers that are 0 or between 2^-250 and 2^250 in magnitude. A filter decides
/// nearly all cases, so the usual cost is a few multiplications. Any thread.
int orientation(double ax, double ay, double bx, double by, double cx, double cy) noexcept;

}  // namespace flatline::engine
