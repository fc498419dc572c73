// Patches: grids of Bezier pieces of 3 by 3 control points that share their borders.
#pragma once

#include <cstddef>
#include <cstdint>

#include "doom3/vector.hpp"
#include "flatline/types.h"

namespace flatline::engine::doom3 {

/// A control grid: point (i, j) is in column i, along u, and row j, along v.
struct PatchGrid {
    const flatline_doom3_point* points;
    std::uint32_t width, height;

    const flatline_doom3_point& at(std::uint32_t i, std::uint32_t j) const noexcept {
        return points[static_cast<std::size_t>(i) * height + j];
    }
    /// Pieces in each direction. Where the size is even, the last column or row is in no whole
    /// piece.
    std::uint32_t pieces_u() const noexcept { return width < 3 ? 0 : (width - 1) / 2; }
    std::uint32_t pieces_v() const noexcept { return height < 3 ? 0 : (height - 1) / 2; }
};

inline Vec3 place(const flatline_doom3_point& p) noexcept { return {p.x, p.y, p.z}; }

/// The weights of three control points at `t` of 0 to 1.
struct Weights {
    double b[3];
};
inline Weights bezier(double t) noexcept { return {{(1 - t) * (1 - t), 2 * t * (1 - t), t * t}}; }

/// The point of the surface at u, v, which run from 0 to 1 over all pieces: evaluate_patch of
/// doom3_geometry.hpp.
flatline_doom3_vertex evaluate(const PatchGrid& grid, double u, double v) noexcept;

/// The engine's normals of the control points, column by column as the points are (docs/doom3.md,
/// "Normals"). All are one where the points lie within 0.1 units of a plane; else each is the mean
/// of the faces around its point. They are not the normals of the surface itself.
void control_normals(const PatchGrid& grid, Vec3* normals) noexcept;

}  // namespace flatline::engine::doom3
