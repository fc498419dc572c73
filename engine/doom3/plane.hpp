// Planes of brush sides: builds them from three points, prepares them for clipping, compares them.
#pragma once

#include <cstdint>

#include "doom3/vector.hpp"
#include "flatline/types.h"

namespace flatline::engine::doom3 {

/// The plane through three points that run clockwise seen from outside; its unit normal points
/// along (p1 - p2) x (p3 - p2). All zero where the points lie on one line.
flatline_doom3_plane plane_of_points(const Vec3& p1, const Vec3& p2, const Vec3& p3) noexcept;

/// The plane of the numbers of a brushDef3 side; -0 is 0.
inline flatline_doom3_plane plane_of_equation(const double (&numbers)[4]) noexcept {
    return {numbers[0] + 0.0, numbers[1] + 0.0, numbers[2] + 0.0, numbers[3] + 0.0};
}

/// A plane for clipping: its normal has the length 1, components below 1e-6 are 0, and a component
/// that remains alone is exactly 1 or -1.
struct Plane {
    Vec3 normal;
    double d;
    std::uint32_t axis;  // 0, 1, 2: the plane is x, y or z = `at`; 3: none of them
    double at;

    double distance(const Vec3& p) const noexcept { return dot(normal, p) + d; }
};

enum class PlaneFault : std::uint8_t { none, not_unit, degenerate };

/// Cleans a plane (docs/doom3.md, "Planes"). not_unit: the length of its normal differs from 1 by
/// more than 0.001; the plane is what the equation says, not what the engine makes of it.
/// degenerate: the normal is shorter than 1e-6 or a number is not finite; `out` is not set.
PlaneFault clean_plane(const flatline_doom3_plane& in, Plane& out) noexcept;

/// The engine's tolerance for the same plane: 1e-5 a component of the normal, 0.01 units.
inline constexpr double kSameNormal = 1e-5;
inline constexpr double kSameDistance = 0.01;

inline bool same_plane(const Plane& a, const Plane& b) noexcept {
    return std::fabs(a.normal.x - b.normal.x) <= kSameNormal &&
           std::fabs(a.normal.y - b.normal.y) <= kSameNormal &&
           std::fabs(a.normal.z - b.normal.z) <= kSameNormal &&
           std::fabs(a.d - b.d) <= kSameDistance;
}
/// True if two planes have the same points and face each other: nothing is between them.
inline bool mirrored_plane(const Plane& a, const Plane& b) noexcept {
    return std::fabs(a.normal.x + b.normal.x) <= kSameNormal &&
           std::fabs(a.normal.y + b.normal.y) <= kSameNormal &&
           std::fabs(a.normal.z + b.normal.z) <= kSameNormal &&
           std::fabs(a.d + b.d) <= kSameDistance;
}

}  // namespace flatline::engine::doom3
