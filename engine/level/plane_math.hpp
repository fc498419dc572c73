// Makes planes from numbers and points; refuses input that gives no usable plane.
#pragma once

#include <cstdint>

#include "flatline/types.h"

namespace flatline::engine::level {

enum class Surface : std::uint8_t { floor, ceiling };

struct Point3 {
    double x, y, z;
};

/// With a smaller |c| a plane is as good as vertical: one unit sideways is 1e9 units of height.
inline constexpr double kLeastC = 1e-9;

/// The level plane at `height`: (0, 0, 1, -height) for a floor, (0, 0, -1, height) for a ceiling.
flatline_plane level_plane(double height, Surface surface) noexcept;

/// The plane of an equation: all four numbers are divided by the length of the normal, and the
/// normal is turned the way of its surface. False, and `out` unchanged, where |c| is then below
/// kLeastC or a number is too large to be used.
[[nodiscard]] bool make_plane(double a, double b, double c, double d, Surface surface,
                              flatline_plane& out) noexcept;

/// The same, but d is not divided: what GZDoom does with plane fields.
[[nodiscard]] bool make_plane_keep_d(double a, double b, double c, double d, Surface surface,
                                     flatline_plane& out) noexcept;

/// The plane with the normal (a, b, c), of any length, through a point. False as make_plane.
[[nodiscard]] bool plane_at(double a, double b, double c, const Point3& p, Surface surface,
                            flatline_plane& out) noexcept;

/// The plane through three points in any order. False as make_plane.
[[nodiscard]] bool plane_through(const Point3& p, const Point3& q, const Point3& r, Surface surface,
                                 flatline_plane& out) noexcept;

/// Cosine and sine of whole degrees, exact for right angles. They are summed up here and not by
/// the math library, so that every machine gets the same bits.
struct Direction {
    double x, y;
};
Direction direction_of(std::int64_t degrees) noexcept;

}  // namespace flatline::engine::level
