#include "doom3/patch.hpp"

#include <algorithm>

#include "model/doom3_geometry.hpp"

namespace flatline::engine::doom3 {
namespace {

constexpr double kOneLineDistance = 0.01;  // units

}  // namespace

flatline_doom3_vertex evaluate(const PatchGrid& grid, double u, double v) noexcept {
    // Finds the piece and the place in it. A border belongs to the piece before it.
    const auto locate = [](double t, std::uint32_t pieces, std::uint32_t& piece) {
        const double scaled = (t > 0 ? std::min(t, 1.0) : 0.0) * pieces;
        piece = std::min(static_cast<std::uint32_t>(scaled), pieces - 1);
        return scaled - piece;
    };
    flatline_doom3_vertex out{};
    if (grid.pieces_u() == 0 || grid.pieces_v() == 0) return out;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    const double pu = locate(u, grid.pieces_u(), a);
    const double pv = locate(v, grid.pieces_v(), b);
    const Weights wu = bezier(pu);
    const Weights wv = bezier(pv);
    const double du[3] = {-2 * (1 - pu), 2 - 4 * pu, 2 * pu};
    const double dv[3] = {-2 * (1 - pv), 2 - 4 * pv, 2 * pv};
    Vec3 along_u{};
    Vec3 along_v{};
    for (std::uint32_t i = 0; i < 3; ++i) {
        for (std::uint32_t j = 0; j < 3; ++j) {
            const flatline_doom3_point& p = grid.at(2 * a + i, 2 * b + j);
            const double w = wu.b[i] * wv.b[j];
            out.x += w * p.x;
            out.y += w * p.y;
            out.z += w * p.z;
            out.s += w * p.s;
            out.t += w * p.t;
            along_u = along_u + du[i] * wv.b[j] * place(p);
            along_v = along_v + wu.b[i] * dv[j] * place(p);
        }
    }
    const Direction n = direction(cross(direction(along_u).unit, direction(along_v).unit));
    return {finite(out.x), finite(out.y), finite(out.z),
            finite(out.s), finite(out.t), {n.unit.x + 0.0, n.unit.y + 0.0, n.unit.z + 0.0}};
}

}  // namespace flatline::engine::doom3

namespace flatline::engine {

bool is_degenerate_patch(View<flatline_doom3_point> points) noexcept {
    using doom3::cross, doom3::Direction, doom3::direction;
    if (points.empty()) return true;
    const auto from_first = [&points](const flatline_doom3_point& p) {
        const flatline_doom3_point& first = points[0];
        return doom3::Vec3{p.x - first.x, p.y - first.y, p.z - first.z};
    };
    Direction along{};
    for (const flatline_doom3_point& p : points) {
        const Direction to = direction(from_first(p));
        if (to.length > along.length) along = to;
    }
    if (along.length <= doom3::kOneLineDistance) return true;
    return std::all_of(points.begin(), points.end(), [&](const flatline_doom3_point& p) {
        return doom3::largest(cross(from_first(p), along.unit)) <= doom3::kOneLineDistance;
    });
}

flatline_doom3_vertex evaluate_patch(const flatline_doom3_point* points, std::uint32_t width,
                                     std::uint32_t height, double u, double v) noexcept {
    return doom3::evaluate({points, width, height}, u, v);
}

}  // namespace flatline::engine
