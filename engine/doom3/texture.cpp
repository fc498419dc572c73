#include "doom3/texture.hpp"

namespace flatline::engine::doom3 {

TextureAxes texture_axes(const Vec3& normal) noexcept {
    const auto snapped = [](double c) { return std::fabs(c) < 1e-6 ? 0.0 : c; };
    const Vec3 n{snapped(normal.x), snapped(normal.y), snapped(normal.z)};
    if (n.x == 0 && n.y == 0) return {{0, 1, 0}, {n.z < 0 ? -1.0 : 1.0, 0, 0}};
    const double h = std::sqrt(n.x * n.x + n.y * n.y);
    return {{-n.y / h + 0.0, n.x / h, 0}, {n.x * n.z / h + 0.0, n.y * n.z / h + 0.0, -h}};
}

TextureRows texture_rows(const double (&matrix)[2][3], const Vec3& normal,
                         const Vec3& origin) noexcept {
    const TextureAxes axes = texture_axes(normal);
    TextureRows out;
    for (int i = 0; i < 2; ++i) {
        const double* const m = matrix[i];
        const Vec3 v = m[0] * axes.s + m[1] * axes.t;
        double* const row = out.rows[i];
        row[0] = finite(v.x);
        row[1] = finite(v.y);
        row[2] = finite(v.z);
        row[3] = finite(m[2] + origin.x * row[0] + origin.y * row[1] + origin.z * row[2]);
    }
    return out;
}

}  // namespace flatline::engine::doom3
