// A convex polygon in a plane, and cutting it by another plane.
#pragma once

#include <cstdint>

#include "doom3/plane.hpp"
#include "doom3/vector.hpp"

namespace flatline::doom3 {

/// The edge to the next point lies on no plane of the brush, but on the border of the base.
inline constexpr std::uint32_t kBaseEdge = 0xFFFFFFFFu;

struct WindingPoint {
    Vec3 at;
    std::uint32_t edge;  // the plane on which the edge to the next point lies
};

/// The square of half size `reach` around the plane's point that is nearest to 0, as the engine
/// lays it; four points, clockwise seen from outside.
void base_winding(const Plane& plane, double reach, WindingPoint* out) noexcept;

enum class Clip : std::uint8_t { unchanged, cut, gone, full };

/// Keeps what is behind `plane` (distance <= 0; exactly 0 is on it, there is no tolerance). `edge`
/// names the plane in the new edge. Writes to `out` and `out_count` where the answer is `cut`;
/// `full`: it has more than `room` points. `distances` holds `count` doubles.
Clip clip_winding(const WindingPoint* in, std::uint32_t count, const Plane& plane,
                  std::uint32_t edge, double* distances, WindingPoint* out, std::uint32_t room,
                  std::uint32_t& out_count) noexcept;

/// Half the sum of cross products around the points: as long as the area, and against the normal
/// of a plane from which the points run clockwise.
Vec3 vector_area(const Vec3* points, std::uint32_t count) noexcept;

}  // namespace flatline::doom3
