#include "doom3/plane.hpp"

#include <algorithm>

namespace flatline::engine::doom3 {
namespace {

constexpr double kShortest = 1e-6;  // a shorter normal has no direction, a smaller component is 0
constexpr double kUnitSlack = 1e-3;
constexpr double kOneLineSine = 1e-9;  // sine of the angle at which three points lie on one line
// Far beyond any world, and its square is still finite.
constexpr double kFarthest = 1e18;

double snapped(double component) noexcept {
    return std::fabs(component) < kShortest ? 0.0 : component;
}

}  // namespace

flatline_doom3_plane plane_of_points(const Vec3& p1, const Vec3& p2, const Vec3& p3) noexcept {
    const Direction a = direction(p1 - p2);
    const Direction b = direction(p3 - p2);
    if (a.length == 0 || b.length == 0) return {};
    // Uses the differences themselves: between whole numbers they are exact, and so is their
    // product.
    const bool plain = a.length < 1e75 && b.length < 1e75 && a.length > 1e-75 && b.length > 1e-75;
    const Vec3 unit_cross = cross(a.unit, b.unit);
    const Direction normal = direction(plain ? cross(p1 - p2, p3 - p2) : unit_cross);
    if (!(dot(unit_cross, unit_cross) > kOneLineSine * kOneLineSine)) return {};
    const double d = -dot(normal.unit, p2);
    if (!std::isfinite(d)) return {};
    return {normal.unit.x + 0.0, normal.unit.y + 0.0, normal.unit.z + 0.0, d + 0.0};
}

PlaneFault clean_plane(const flatline_doom3_plane& in, Plane& out) noexcept {
    const Direction normal = direction({in.a, in.b, in.c});
    if (!(normal.length >= kShortest) || std::isnan(in.d)) return PlaneFault::degenerate;
    out.normal = {snapped(normal.unit.x), snapped(normal.unit.y), snapped(normal.unit.z)};
    out.d = std::clamp(in.d / normal.length, -kFarthest, kFarthest) + 0.0;
    out.axis = 3;
    out.at = 0;
    Vec3& n = out.normal;
    double* const components[] = {&n.x, &n.y, &n.z};
    for (std::uint32_t i = 0; i < 3; ++i) {
        // Where two components are 0, the third is 1 or -1 but for rounding.
        if (*components[(i + 1) % 3] == 0 && *components[(i + 2) % 3] == 0) {
            *components[i] = *components[i] < 0 ? -1.0 : 1.0;
            out.axis = i;
            out.at = (*components[i] < 0 ? out.d : -out.d) + 0.0;
        }
    }
    return std::fabs(normal.length - 1) > kUnitSlack ? PlaneFault::not_unit : PlaneFault::none;
}

}  // namespace flatline::engine::doom3
