// Computes texture coordinates of brush sides (docs/doom3.md, "Texture coordinates").
#pragma once

#include "doom3/vector.hpp"

namespace flatline::engine::doom3 {

/// The axes along which a side's texture matrix measures, for a unit normal. S x T = -normal.
struct TextureAxes {
    Vec3 s, t;
};
TextureAxes texture_axes(const Vec3& normal) noexcept;

/// s = u[0] x + u[1] y + u[2] z + u[3] for u = rows[0], and t likewise, for points in world space.
/// For points in a space that lies at `origin` the offset grows by origin . u: textures of Doom 3
/// are locked to the world, so an entity's origin moves no picture.
struct TextureRows {
    double rows[2][4];
};
TextureRows texture_rows(const double (&matrix)[2][3], const Vec3& normal,
                         const Vec3& origin) noexcept;

/// True for a matrix that maps a side to a line or a point.
inline bool singular(const double (&matrix)[2][3]) noexcept {
    return matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0] == 0;
}

}  // namespace flatline::engine::doom3
