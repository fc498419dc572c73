// Planes of the slow slope rules: a height function z = x * dx + y * dy + z0 in long double, not a
// normal.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "flatline/types.h"

namespace slow_slopes {

using Real = long double;

struct Slope {
    Real dx = 0, dy = 0, z0 = 0;
    bool sloped = false;  // the port would say so
    std::uint8_t kind = FLATLINE_PLANE_FLAT;
    std::uint32_t index = FLATLINE_NONE;

    Real at(Real x, Real y) const { return dx * x + dy * y + z0; }
    /// a, b, c, d as types.h has them.
    std::array<Real, 4> plane(bool ceiling) const {
        const Real turn = (ceiling ? -1 : 1) / std::sqrt(dx * dx + dy * dy + 1);
        return {-dx * turn, -dy * turn, turn, -z0 * turn};
    }
};

struct Point {
    Real x, y, z;
};

/// None where the three lie on one line, or the plane is all but vertical.
inline std::optional<Slope> through(const Point& p, const Point& q, const Point& r) {
    const Real det = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
    if (det == 0) return std::nullopt;
    Slope s;
    s.dx = ((q.z - p.z) * (r.y - p.y) - (r.z - p.z) * (q.y - p.y)) / det;
    s.dy = ((q.x - p.x) * (r.z - p.z) - (r.x - p.x) * (q.z - p.z)) / det;
    s.z0 = p.z - s.dx * p.x - s.dy * p.y;
    if (!(std::sqrt(s.dx * s.dx + s.dy * s.dy + 1) <= 1e9L)) return std::nullopt;
    return s;
}

}  // namespace slow_slopes
