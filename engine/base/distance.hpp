// Whether points are within a distance, without rounding.
#pragma once

namespace flatline::engine {

/// The sign (-1, 0, 1) of the distance of two points minus `limit`, which is not negative. Exact
/// for numbers that are 0 or between 2^-120 and 2^120 in magnitude, as the next. Any thread.
int compare_distance(double ax, double ay, double bx, double by, double limit) noexcept;

/// The sign of the distance of the point p from the segment a - b, minus `limit`. A filter decides
/// nearly all cases. Precondition: a and b are two places.
int compare_segment_distance(double px, double py, double ax, double ay, double bx, double by,
                             double limit) noexcept;

}  // namespace flatline::engine
