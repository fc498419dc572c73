// Cuts a convex polygon in a plane by other planes.
#pragma once

#include <cstdint>

#include "doom3/plane.hpp"
#include "doom3/vector.hpp"

namespace flatline::engine::doom3 {

/// Marks an edge that lies on the border of the base and on no plane of the brush.
inline constexpr std::uint32_t kBaseEdge = 0xFFFFFFFFu;

struct WindingPoint {
    Vec3 at;
    std::uint32_t edge;  // the plane on which the edge to the next point lies
};

/// Makes the square of half size `reach` around the point of the plane that is nearest to 0, laid
/// as the engine lays it: four points, clockwise seen from outside.
void base_winding(const Plane& plane, double reach, WindingPoint* out) noexcept;

enum class Clip : std::uint8_t { unchanged, cut, gone, full };

/// Keeps what is behind `plane`: distances of 0 or less, without a tolerance. `edge` is the plane's
/// name in the new edge. `out` and `out_count` are written where the answer is `cut`; `full` means
/// that it has more than `room` points. `distances` has room for `count` doubles.
Clip clip_winding(const WindingPoint* in, std::uint32_t count, const Plane& plane,
                  std::uint32_t edge, double* distances, WindingPoint* out, std::uint32_t room,
                  std::uint32_t& out_count) noexcept;

/// Half the sum of cross products around the points. Its length is the area; it points against the
/// normal where the points run clockwise seen from outside.
Vec3 vector_area(const Vec3* points, std::uint32_t count) noexcept;

}  // namespace flatline::engine::doom3
