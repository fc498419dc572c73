// Planes out of numbers and points, and never one that is not a plane.
#pragma once

#include <cstdint>

#include "flatline/types.h"

namespace flatline::level {

enum class Surface : std::uint8_t { floor, ceiling };

struct Point3 {
    double x, y, z;
};

/// The level plane at `height`: (0, 0, 1, -height), of a ceiling (0, 0, -1, height).
flatline_plane level_plane(double height, Surface surface) noexcept;

/// The plane of any equation: divided by the length of its normal, turned the way of its surface.
/// False, and `out` unchanged, where that has c within 1e-9 of 0 or numbers beyond use.
[[nodiscard]] bool make_plane(double a, double b, double c, double d, Surface surface,
                              flatline_plane& out) noexcept;

/// The same, but d is kept as it is given: what GZDoom does with plane fields.
[[nodiscard]] bool make_plane_keep_d(double a, double b, double c, double d, Surface surface,
                                     flatline_plane& out) noexcept;

/// The plane with the normal (a, b, c), of any length, through a point. False as make_plane.
[[nodiscard]] bool plane_at(double a, double b, double c, const Point3& p, Surface surface,
                            flatline_plane& out) noexcept;

/// The plane through three points in any order. False as make_plane.
[[nodiscard]] bool plane_through(const Point3& p, const Point3& q, const Point3& r, Surface surface,
                                 flatline_plane& out) noexcept;

/// Cosine and sine of whole degrees, exact for right angles. Sums of its own, so that all
/// machines get the same bits.
struct Direction {
    double x, y;
};
Direction direction_of(std::int64_t degrees) noexcept;

}  // namespace flatline::level
