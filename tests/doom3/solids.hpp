// One brush out of planes, without a map around it; a slow second way to its corners.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/array.hpp"
#include "base/budget.hpp"
#include "doom3/brush.hpp"
#include "doom3/plane.hpp"
#include "flatline/types.h"
#include "model/limits.hpp"

namespace solids {

using Vec3 = flatline_doom3_vector;
using Planes = std::vector<flatline_doom3_plane>;

struct Brush {
    std::vector<flatline_doom3_winding> windings;
    flatline_doom3_solid solid = {};
    std::vector<Vec3> points;
    bool built = false;

    std::vector<Vec3> winding(std::size_t side) const {
        const flatline_doom3_winding& w = windings[side];
        return {points.begin() + w.first_point, points.begin() + w.first_point + w.point_count};
    }
    bool has(std::uint32_t flag) const { return (solid.flags & flag) != 0; }
};

inline Brush build(const Planes& planes, const flatline::engine::Limits& limits = {},
                   bool shortcut = true) {
    Brush out;
    out.windings.resize(planes.size());
    for (std::size_t i = 0; i < planes.size(); ++i) out.windings[i].plane = planes[i];
    std::vector<unsigned char> memory(
        flatline::engine::doom3::BrushScratch::bytes(planes.size(), limits.winding_points) + 64);
    flatline::engine::doom3::BrushScratch scratch;
    scratch.lay(planes.size(), limits.winding_points, memory.data());
    const std::uint64_t room =
        flatline::engine::doom3::winding_points_bound(planes.size(), limits.winding_points);
    std::vector<Vec3> points(room);
    flatline::engine::Budget budget(limits.arena_bytes);
    budget.announce(limits.arena_bytes);
    flatline::engine::Array<Vec3> array;
    array.place(reinterpret_cast<unsigned char*>(points.data()), room, &budget);
    flatline::engine::doom3::BrushBuilder builder(scratch, limits.world_coordinate, array,
                                                  shortcut);
    out.built =
        builder.build(out.windings.data(), static_cast<std::uint32_t>(planes.size()), 0, out.solid);
    out.points.assign(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(array.size()));
    return out;
}

/// The document's cube: six sides at 64, in its order.
inline Planes cube() {
    return {{-0.0, 0, 1, -64}, {0, 1, 0, -64},  {1, -0.0, 0, -64},
            {0, 0, -1, -64},   {0, -1, 0, -64}, {-1, 0, 0, -64}};
}

inline double distance(const Vec3& a, const Vec3& b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
                     (a.z - b.z) * (a.z - b.z));
}

/// Points that differ by more than `apart`, in order of first appearance.
inline std::vector<Vec3> distinct(const std::vector<Vec3>& points, double apart = 0) {
    std::vector<Vec3> out;
    for (const Vec3& p : points) {
        bool found = false;
        for (const Vec3& q : out) found = found || distance(p, q) <= apart;
        if (!found) out.push_back(p);
    }
    return out;
}

/// How far the worst point of `a` is from the nearest one of `b`.
inline double farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double worst = 0;
    for (const Vec3& p : a) {
        double nearest = INFINITY;
        for (const Vec3& q : b) nearest = std::fmin(nearest, distance(p, q));
        worst = std::fmax(worst, nearest);
    }
    return worst;
}

/// Directed edges of all windings that no other winding has the other way round, exactly.
inline int unmatched_edges(const Brush& brush) {
    struct Edge {
        Vec3 a, b;
    };
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < brush.windings.size(); ++i) {
        const std::vector<Vec3> w = brush.winding(i);
        for (std::size_t k = 0; k < w.size(); ++k) edges.push_back({w[k], w[(k + 1) % w.size()]});
    }
    int unmatched = 0;
    for (const Edge& e : edges) {
        int found = 0;
        for (const Edge& f : edges) {
            found += distance(e.a, f.b) == 0 && distance(e.b, f.a) == 0 ? 1 : 0;
        }
        unmatched += found == 1 ? 0 : 1;
    }
    return unmatched;
}

/// Corners of the solid behind all planes: every three planes that meet in one point, kept where
/// it lies behind the others or up to `slack` before them. In long double, by Cramer's rule;
/// nothing is clipped.
inline std::vector<Vec3> corners_by_triples(const std::vector<flatline_doom3_plane>& planes,
                                            long double slack) {
    using Real = long double;
    std::vector<Vec3> out;
    const std::size_t n = planes.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            for (std::size_t k = j + 1; k < n; ++k) {
                const flatline_doom3_plane* const p[3] = {&planes[i], &planes[j], &planes[k]};
                const auto det = [](Real a, Real b, Real c, Real d, Real e, Real f, Real g, Real h,
                                    Real l) {
                    return a * (e * l - f * h) - b * (d * l - f * g) + c * (d * h - e * g);
                };
                const Real whole = det(p[0]->a, p[0]->b, p[0]->c, p[1]->a, p[1]->b, p[1]->c,
                                       p[2]->a, p[2]->b, p[2]->c);
                if (std::fabs(whole) < 1e-9L) continue;
                const Real x = det(-p[0]->d, p[0]->b, p[0]->c, -p[1]->d, p[1]->b, p[1]->c, -p[2]->d,
                                   p[2]->b, p[2]->c) /
                               whole;
                const Real y = det(p[0]->a, -p[0]->d, p[0]->c, p[1]->a, -p[1]->d, p[1]->c, p[2]->a,
                                   -p[2]->d, p[2]->c) /
                               whole;
                const Real z = det(p[0]->a, p[0]->b, -p[0]->d, p[1]->a, p[1]->b, -p[1]->d, p[2]->a,
                                   p[2]->b, -p[2]->d) /
                               whole;
                bool inside = true;
                for (const flatline_doom3_plane& q : planes) {
                    if (&q == p[0] || &q == p[1] || &q == p[2]) continue;
                    inside = inside && q.a * x + q.b * y + q.c * z + q.d <= slack;
                }
                if (inside) {
                    out.push_back(
                        {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
                }
            }
        }
    }
    return out;
}

}  // namespace solids
