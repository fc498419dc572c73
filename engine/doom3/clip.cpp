#include "doom3/clip.hpp"

namespace flatline::engine::doom3 {
namespace {

// The point where the edge from a point behind the plane to one in front of it meets the plane. It
// is always computed from behind, because the two sides that share the edge run along it in
// opposite directions and must get the same point.
Vec3 crossing(const Vec3& behind, double below, const Vec3& before, double above,
              const Plane& plane) noexcept {
    const double share = below / (below - above);
    Vec3 p = behind + share * (before - behind);
    if (plane.axis == 0) p.x = plane.at;
    if (plane.axis == 1) p.y = plane.at;
    if (plane.axis == 2) p.z = plane.at;
    return p;
}

}  // namespace

void base_winding(const Plane& plane, double reach, WindingPoint* out) noexcept {
    const Vec3& n = plane.normal;
    const double h = std::sqrt(n.x * n.x + n.y * n.y);
    const Vec3 left = h > 0 ? Vec3{-n.y / h, n.x / h, 0} : Vec3{1, 0, 0};
    const Vec3 centre = -plane.d * n;
    const Vec3 l = reach * left;
    const Vec3 r = reach * cross(left, n);
    out[0] = {centre - r + l, kBaseEdge};
    out[1] = {centre + r + l, kBaseEdge};
    out[2] = {centre + r - l, kBaseEdge};
    out[3] = {centre - r - l, kBaseEdge};
}

Clip clip_winding(const WindingPoint* in, std::uint32_t count, const Plane& plane,
                  std::uint32_t edge, double* distances, WindingPoint* out, std::uint32_t room,
                  std::uint32_t& out_count) noexcept {
    bool behind = false;
    bool before = false;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double distance = plane.distance(in[i].at);
        distances[i] = distance;
        behind |= distance < 0;
        before |= distance > 0;
    }
    if (!before) return behind ? Clip::unchanged : Clip::gone;
    if (!behind) return Clip::gone;

    std::uint32_t k = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = i + 1 == count ? 0 : i + 1;
        const double here = distances[i];
        const double there = distances[next];
        if (here <= 0) {
            if (k == room) return Clip::full;
            out[k] = in[i];
            // The edge from a point on the plane to one in front of it is replaced by one along the
            // plane.
            if (here == 0 && there > 0) out[k].edge = edge;
            ++k;
        }
        if ((here < 0 && there > 0) || (here > 0 && there < 0)) {
            if (k == room) return Clip::full;
            const bool leaves = here < 0;
            const std::uint32_t a = leaves ? i : next;
            const std::uint32_t b = leaves ? next : i;
            out[k++] = {crossing(in[a].at, distances[a], in[b].at, distances[b], plane),
                        leaves ? edge : in[i].edge};
        }
    }
    out_count = k;
    return Clip::cut;
}

Vec3 vector_area(const Vec3* points, std::uint32_t count) noexcept {
    Vec3 sum{};
    for (std::uint32_t i = 2; i < count; ++i) {
        sum = sum + cross(points[i - 1] - points[0], points[i] - points[0]);
    }
    return 0.5 * sum;
}

}  // namespace flatline::engine::doom3
