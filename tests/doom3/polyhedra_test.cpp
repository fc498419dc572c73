// Convex solids from points: planes through the hull of random points, found in whole numbers, give
// the points back.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "doom3/plane.hpp"
#include "doom3/solids.hpp"

namespace {

using solids::Brush;
using solids::Planes;
using solids::Vec3;

using Int3 = std::array<std::int64_t, 3>;

Int3 minus(const Int3& a, const Int3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Int3 cross(const Int3& a, const Int3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::int64_t dot(const Int3& a, const Int3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec3 real(const Int3& a) {
    return {static_cast<double>(a[0]), static_cast<double>(a[1]), static_cast<double>(a[2])};
}

// A face of the hull: its outward normal, not reduced, and three of its points, clockwise seen
// from outside.
struct Face {
    Int3 normal;
    std::array<Int3, 3> points;
    std::set<std::size_t> on;
};

// Every face once, by trying all triples of points.
std::vector<Face> hull(const std::vector<Int3>& points) {
    std::vector<Face> faces;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = i + 1; j < points.size(); ++j) {
            for (std::size_t k = j + 1; k < points.size(); ++k) {
                Face face{cross(minus(points[j], points[i]), minus(points[k], points[i])),
                          {points[i], points[k], points[j]},
                          {}};
                if (face.normal == Int3{0, 0, 0}) continue;
                bool above = false;
                bool below = false;
                for (std::size_t p = 0; p < points.size(); ++p) {
                    const std::int64_t side = dot(face.normal, minus(points[p], points[i]));
                    above |= side > 0;
                    below |= side < 0;
                    if (side == 0) face.on.insert(p);
                }
                if (above == below) continue;
                if (above) {
                    face.normal = minus({0, 0, 0}, face.normal);
                    std::swap(face.points[1], face.points[2]);
                }
                const bool known = std::any_of(faces.begin(), faces.end(),
                                               [&](const Face& f) { return f.on == face.on; });
                if (!known) faces.push_back(face);
            }
        }
    }
    return faces;
}

// Points in which three faces meet whose normals span space.
std::vector<Vec3> corners(const std::vector<Int3>& points, const std::vector<Face>& faces) {
    std::vector<Vec3> out;
    for (std::size_t p = 0; p < points.size(); ++p) {
        bool corner = false;
        for (const Face& a : faces) {
            for (const Face& b : faces) {
                for (const Face& c : faces) {
                    corner =
                        corner || (a.on.count(p) != 0 && b.on.count(p) != 0 && c.on.count(p) != 0 &&
                                   dot(cross(a.normal, b.normal), c.normal) != 0);
                }
            }
        }
        if (corner) out.push_back(real(points[p]));
    }
    return out;
}

flatline_doom3_plane equation(const Face& face) {
    const Vec3 n = real(face.normal);
    const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    const Vec3 p = real(face.points[0]);
    return {n.x / length, n.y / length, n.z / length,
            -(n.x * p.x + n.y * p.y + n.z * p.z) / length};
}
flatline_doom3_plane of_points(const Face& face) {
    return flatline::engine::doom3::plane_of_points(real(face.points[0]), real(face.points[1]),
                                                    real(face.points[2]));
}

// Random points on a grid of 16 units: far enough from each other, and faces at angles wide
// enough, for the engine's tolerances (0.01 units, 1e-5 of a normal) to tell them apart.
std::vector<Int3> random_points() {
    const int count = *rc::gen::inRange(4, 13);
    const int size = *rc::gen::element(1, 2, 4, 12);
    const Int3 at = {16 * *rc::gen::inRange(-4000, 4001), 16 * *rc::gen::inRange(-4000, 4001),
                     16 * *rc::gen::inRange(-4000, 4001)};
    std::vector<Int3> points;
    for (int i = 0; i < count; ++i) {
        Int3 p;
        for (std::size_t k = 0; k < 3; ++k) p[k] = at[k] + 16 * *rc::gen::inRange(-size, size + 1);
        if (std::find(points.begin(), points.end(), p) == points.end()) points.push_back(p);
    }
    return points;
}

bool told_apart(const Planes& planes) {
    for (std::size_t i = 0; i < planes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const flatline_doom3_plane& p = planes[i];
            const flatline_doom3_plane& q = planes[j];
            const double most =
                std::max({std::fabs(p.a - q.a), std::fabs(p.b - q.b), std::fabs(p.c - q.c)});
            if (most < 1e-4) return false;
        }
    }
    return true;
}

void expect_corners(const Brush& brush, const std::vector<Vec3>& expected, std::size_t faces) {
    RC_ASSERT(brush.built);
    RC_ASSERT(brush.solid.flags == 0u);
    RC_ASSERT(solids::farthest(brush.points, expected) < 1e-6);
    RC_ASSERT(solids::farthest(expected, brush.points) < 1e-6);
    RC_ASSERT(solids::distinct(brush.points).size() == expected.size());
    RC_ASSERT(brush.solid.winding_count == faces);
    RC_ASSERT(solids::unmatched_edges(brush) == 0);
    RC_ASSERT(brush.points.size() == 2 * (expected.size() + faces - 2));
}

RC_GTEST_PROP(Polyhedra, PointsComeBack, ()) {
    const std::vector<Int3> points = random_points();
    const std::vector<Face> faces = hull(points);
    RC_PRE(faces.size() >= 4u);
    Planes equations, of_three;
    for (const Face& face : faces) {
        equations.push_back(equation(face));
        of_three.push_back(of_points(face));
    }
    RC_PRE(told_apart(equations));
    const std::vector<Vec3> expected = corners(points, faces);
    const Brush brush = solids::build(equations);
    expect_corners(brush, expected, faces.size());
    expect_corners(solids::build(of_three), expected, faces.size());

    // Six times the volume, exactly: tetrahedra from one point to fans of the faces.
    double volume = 0;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const std::vector<Vec3> w = brush.winding(i);
        const flatline_doom3_plane& p = brush.windings[i].plane;
        const Vec3 a =
            flatline::engine::doom3::vector_area(w.data(), static_cast<std::uint32_t>(w.size()));
        RC_ASSERT(a.x * p.a + a.y * p.b + a.z * p.c < 0);  // clockwise
        const Vec3 o = expected[0];
        volume += (a.x * (o.x - w[0].x) + a.y * (o.y - w[0].y) + a.z * (o.z - w[0].z)) / 3;
    }
    RC_ASSERT(std::fabs(brush.solid.volume - volume) <= 1e-6 * volume);
}

RC_GTEST_PROP(Polyhedra, OrderAndWhatAddsNothingDoNotMatter, ()) {
    const std::vector<Int3> points = random_points();
    const std::vector<Face> faces = hull(points);
    RC_PRE(faces.size() >= 4u);
    Planes planes;
    for (const Face& face : faces) planes.push_back(equation(face));
    RC_PRE(told_apart(planes));
    const std::vector<Vec3> expected = corners(points, faces);
    const std::size_t own = planes.size();
    for (std::size_t i = 0; i < own; ++i) {
        if (*rc::gen::inRange(0, 3) != 0) continue;
        flatline_doom3_plane more = planes[i];
        more.d -= *rc::gen::element(0.0, 0.5, 100.0, 1e6, 1e300);
        planes.push_back(more);
    }
    for (std::size_t i = planes.size(); i > 1; --i) {
        std::swap(planes[i - 1], planes[*rc::gen::inRange<std::size_t>(0, i)]);
    }
    const Brush brush = solids::build(planes);
    expect_corners(brush, expected, own);
    for (const flatline_doom3_winding& w : brush.windings) {
        const std::uint32_t reasons = FLATLINE_DOOM3_SIDE_DUPLICATE | FLATLINE_DOOM3_SIDE_REDUNDANT;
        RC_ASSERT((w.point_count == 0) == ((w.flags & reasons) != 0));
    }
}

// Against corners found in another way, with planes as they come: also open ones, empty ones and
// ones that nearly touch.
RC_GTEST_PROP(Polyhedra, AgreeWithTriplesOfPlanes, ()) {
    const int count = *rc::gen::inRange(4, 16);
    Planes planes;
    for (int i = 0; i < count; ++i) {
        const auto part = [] { return static_cast<double>(*rc::gen::inRange(-4, 5)); };
        const Vec3 n = {part(), part(), part()};
        const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
        if (length == 0) continue;
        planes.push_back({n.x / length, n.y / length, n.z / length,
                          -static_cast<double>(*rc::gen::inRange(-8, 65))});
    }
    const Brush brush = solids::build(planes);
    RC_ASSERT(brush.built);
    const std::vector<Vec3> strict = solids::corners_by_triples(planes, -1e-6L);
    const std::vector<Vec3> loose = solids::corners_by_triples(planes, 1e-6L);
    const bool closed = (brush.solid.flags & ~unsigned{FLATLINE_DOOM3_SOLID_DEGENERATE}) == 0;
    if (closed) {
        RC_ASSERT(solids::farthest(brush.points, loose) < 0.02);
        // A corner at which nothing is thicker than the weld may be gone.
        if (brush.solid.flags == 0) RC_ASSERT(solids::farthest(strict, brush.points) < 0.02);
    }
    if (brush.has(FLATLINE_DOOM3_SOLID_EMPTY)) RC_ASSERT(strict.empty());
    RC_CLASSIFY(brush.solid.flags == 0, "closed");
    RC_CLASSIFY(brush.has(FLATLINE_DOOM3_SOLID_OPEN), "open");
    RC_CLASSIFY(brush.has(FLATLINE_DOOM3_SOLID_EMPTY), "empty");
    RC_CLASSIFY(brush.has(FLATLINE_DOOM3_SOLID_MIRRORED), "mirrored");
}

}  // namespace
