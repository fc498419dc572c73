// Points and directions of Doom 3 maps, and their arithmetic.
#pragma once

#include <cmath>

#include "flatline/types.h"

namespace flatline::engine::doom3 {

using Vec3 = flatline_doom3_vector;

inline Vec3 operator+(const Vec3& a, const Vec3& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3 operator-(const Vec3& a, const Vec3& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3 operator*(double k, const Vec3& a) noexcept { return {k * a.x, k * a.y, k * a.z}; }
inline double dot(const Vec3& a, const Vec3& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(const Vec3& a, const Vec3& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// 0 in place of a number that has overflowed: nothing published is NaN, infinite, or minus zero.
inline double finite(double value) noexcept { return std::isfinite(value) ? value + 0.0 : 0.0; }

/// The largest magnitude of the components. With a NaN among them it may be any number.
inline double largest(const Vec3& a) noexcept {
    const double x = std::fabs(a.x);
    const double y = std::fabs(a.y);
    const double z = std::fabs(a.z);
    const double xy = x > y ? x : y;
    return xy > z ? xy : z;
}

/// The direction of a vector as a vector of length 1, and the vector's length; both are 0 where it
/// has no direction. Very long and very short vectors are scaled first, because their squares leave
/// the range of a double.
struct Direction {
    Vec3 unit;
    double length;
};
inline Direction direction(const Vec3& v) noexcept {
    constexpr double kBig = 1e150;
    constexpr double kSmall = 1e-150;
    const double most = largest(v);
    if (most > kSmall && most < kBig) [[likely]] {
        const double length = std::sqrt(dot(v, v));
        if (!(length > 0)) return {};  // NaN in a component
        return {{v.x / length, v.y / length, v.z / length}, length};
    }
    if (!(most > 0) || !std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) return {};
    const Vec3 scaled{v.x / most, v.y / most, v.z / most};
    const double length = std::sqrt(dot(scaled, scaled));
    return {{scaled.x / length, scaled.y / length, scaled.z / length}, length * most};
}

}  // namespace flatline::engine::doom3
