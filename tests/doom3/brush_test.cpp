#include "doom3/brush.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "doom3/solids.hpp"

namespace brush_test {

using flatline::engine::Limits;
using solids::Brush;
using solids::build;
using solids::cube;
using solids::Planes;
using solids::Vec3;

constexpr double k = 0.5773502691896258;

void expect_box(const Brush& brush, const std::array<double, 3>& low,
                const std::array<double, 3>& high) {
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(brush.solid.low[i], low[i]) << i;
        EXPECT_EQ(brush.solid.high[i], high[i]) << i;
    }
}

// What holds of every good brush: closed, and Euler's formula.
void expect_closed(const Brush& brush, std::size_t corners, std::uint32_t faces) {
    ASSERT_TRUE(brush.built);
    EXPECT_EQ(brush.solid.flags, 0u);
    EXPECT_EQ(brush.solid.winding_count, faces);
    EXPECT_EQ(solids::distinct(brush.points).size(), corners);
    EXPECT_EQ(solids::unmatched_edges(brush), 0);
    EXPECT_EQ(brush.points.size() / 2, corners + faces - 2);
    EXPECT_EQ(brush.solid.point_count, brush.points.size());
    EXPECT_EQ(brush.solid.first_point, 0u);
}

// The same points in the same order round, wherever they begin.
void expect_cycle(std::vector<Vec3> winding, const std::vector<Vec3>& expected) {
    ASSERT_EQ(winding.size(), expected.size());
    for (std::size_t turn = 0; turn < winding.size(); ++turn) {
        if (solids::distance(winding[0], expected[0]) < 1e-9) break;
        std::rotate(winding.begin(), winding.begin() + 1, winding.end());
    }
    for (std::size_t i = 0; i < winding.size(); ++i) {
        EXPECT_LT(solids::distance(winding[i], expected[i]), 1e-9) << i;
    }
}

double area(const Brush& brush, std::size_t side) {
    const std::vector<Vec3> w = brush.winding(side);
    const Vec3 a =
        flatline::engine::doom3::vector_area(w.data(), static_cast<std::uint32_t>(w.size()));
    return std::sqrt(flatline::engine::doom3::dot(a, a));
}

// ---- docs/doom3.md, "Worked examples", and brushes like them -----------------------------------

TEST(BrushExamples, TheCube) {
    const Brush brush = build(cube());
    expect_closed(brush, 8, 6);
    expect_box(brush, {-64, -64, -64}, {64, 64, 64});
    EXPECT_EQ(brush.solid.volume, 2097152);
    const std::vector<std::vector<Vec3>> expected = {
        {{-64, 64, 64}, {64, 64, 64}, {64, -64, 64}, {-64, -64, 64}},
        {{-64, 64, -64}, {64, 64, -64}, {64, 64, 64}, {-64, 64, 64}},
        {{64, -64, 64}, {64, 64, 64}, {64, 64, -64}, {64, -64, -64}},
        {{64, 64, -64}, {-64, 64, -64}, {-64, -64, -64}, {64, -64, -64}},
        {{-64, -64, 64}, {64, -64, 64}, {64, -64, -64}, {-64, -64, -64}},
        {{-64, -64, -64}, {-64, 64, -64}, {-64, 64, 64}, {-64, -64, 64}},
    };
    for (std::size_t i = 0; i < 6; ++i) {
        expect_cycle(brush.winding(i), expected[i]);
        EXPECT_EQ(area(brush, i), 16384);
        EXPECT_EQ(brush.windings[i].flags, 0u);
        EXPECT_EQ(brush.windings[i].other, FLATLINE_NONE);
    }
}

TEST(BrushExamples, TheTetrahedron) {
    const Brush brush = build({{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {k, k, k, -64 * k}});
    expect_closed(brush, 4, 4);
    EXPECT_NEAR(brush.solid.volume, 43690.6667, 1e-4);
    EXPECT_NEAR(area(brush, 3), 3547.24, 0.005);
    const std::vector<Vec3> expected = {{0, 0, 0}, {64, 0, 0}, {0, 64, 0}, {0, 0, 64}};
    EXPECT_LT(solids::farthest(brush.points, expected), 1e-9);
    EXPECT_LT(solids::farthest(expected, brush.points), 1e-9);
}

TEST(BrushExamples, TheWedge) {
    const Brush brush = build({{0, 0, -1, 0},
                               {-1, 0, 0, 0},
                               {0, -1, 0, 0},
                               {0, 1, 0, -64},
                               {0.7071067811865476, 0, 0.7071067811865476, -45.254833995939045}});
    expect_closed(brush, 6, 5);
    EXPECT_NEAR(brush.solid.volume, 131072, 1e-6);
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(brush.solid.low[i], 0, 1e-9);
        EXPECT_NEAR(brush.solid.high[i], 64, 1e-9);
    }
    int triangles = 0;
    for (std::size_t i = 0; i < 5; ++i) triangles += brush.winding(i).size() == 3 ? 1 : 0;
    EXPECT_EQ(triangles, 2);
}

TEST(BrushExamples, ACornerCutOff) {
    Planes planes = cube();
    planes.push_back({k, k, k, -64 * k});
    const Brush brush = build(planes);
    expect_closed(brush, 7, 7);
    EXPECT_NEAR(brush.solid.volume, 1747626.6667, 1e-4);
    for (const std::size_t side : {0u, 1u, 2u, 6u}) EXPECT_EQ(brush.winding(side).size(), 3u);
    for (const Vec3& p : brush.points) EXPECT_FALSE(p.x == 64 && p.y == 64 && p.z == 64);
}

TEST(BrushExamples, Duplicates) {
    for (const double d : {-64.0, -64.005}) {
        Planes planes = cube();
        planes.push_back({1, 0, 0, d});
        const Brush brush = build(planes);
        expect_closed(brush, 8, 6);
        EXPECT_EQ(brush.windings[6].flags, unsigned{FLATLINE_DOOM3_SIDE_DUPLICATE}) << d;
        EXPECT_EQ(brush.windings[6].other, 2u);
        EXPECT_EQ(brush.windings[6].point_count, 0u);
    }
    for (const double d : {-64.015, -65.0}) {
        Planes planes = cube();
        planes.push_back({1, 0, 0, d});
        const Brush brush = build(planes);
        expect_closed(brush, 8, 6);
        EXPECT_EQ(brush.windings[6].flags, unsigned{FLATLINE_DOOM3_SIDE_REDUNDANT}) << d;
        EXPECT_EQ(brush.windings[6].other, FLATLINE_NONE);
        expect_box(brush, {-64, -64, -64}, {64, 64, 64});
    }
    Planes planes = cube();
    planes.push_back({1, 0, 0, -63});
    const Brush brush = build(planes);
    expect_closed(brush, 8, 6);
    EXPECT_EQ(brush.windings[2].flags, unsigned{FLATLINE_DOOM3_SIDE_REDUNDANT});
    EXPECT_EQ(brush.windings[6].flags, 0u);
    EXPECT_EQ(brush.solid.high[0], 63);
}

TEST(BrushExamples, Open) {
    Planes planes = cube();
    planes.pop_back();
    const Brush brush = build(planes);
    EXPECT_EQ(brush.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OPEN});
    EXPECT_EQ(brush.solid.low[0], -262144);
    EXPECT_EQ(brush.solid.volume, 0);
    for (const std::size_t side : {0u, 1u, 3u, 4u}) EXPECT_EQ(brush.winding(side).size(), 4u);
}

// Each of three sides has one edge of its base left, which its winding begins with.
TEST(BrushExamples, OpenAtTheFirstEdgeOfEachWinding) {
    const double s = std::sqrt(0.75);
    const Brush brush =
        build({{1, 0, 0, -64}, {-0.5, s, 0, -64}, {-0.5, -s, 0, -64}, {0, 0, 1, -64}});
    EXPECT_EQ(brush.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OPEN});
    EXPECT_EQ(brush.winding(3).size(), 3u);
}

TEST(BrushExamples, Empty) {
    Planes planes = cube();
    planes.back() = {-1, 0, 0, 65};
    const Brush brush = build(planes);
    EXPECT_EQ(brush.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_EMPTY});
    EXPECT_TRUE(brush.points.empty());
    expect_box(brush, {0, 0, 0}, {0, 0, 0});
    // All of its sides contribute nothing; that is said once, of the brush.
    for (const flatline_doom3_winding& w : brush.windings) EXPECT_EQ(w.flags, 0u);
}

TEST(BrushExamples, Mirrored) {
    for (const double d : {64.0, 64.005, 63.995}) {
        Planes planes = cube();
        planes.back() = {-1, 0, 0, d};
        const Brush brush = build(planes);
        EXPECT_EQ(brush.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_MIRRORED});
        EXPECT_EQ(brush.windings[5].flags, unsigned{FLATLINE_DOOM3_SIDE_MIRRORED});
        EXPECT_EQ(brush.windings[5].other, 2u);
        EXPECT_TRUE(brush.points.empty());
    }
}

TEST(BrushExamples, TooFewSides) {
    Planes planes = cube();
    planes.resize(3);
    const Brush brush = build(planes);
    EXPECT_EQ(brush.solid.flags,
              unsigned{FLATLINE_DOOM3_SOLID_TOO_FEW_SIDES | FLATLINE_DOOM3_SOLID_OPEN});
    // Degenerate and repeated sides do not make them more.
    planes.push_back({0, 0, 0, -64});
    planes.push_back(planes[0]);
    EXPECT_TRUE(build(planes).has(FLATLINE_DOOM3_SOLID_TOO_FEW_SIDES));
    EXPECT_TRUE(build({}).has(FLATLINE_DOOM3_SOLID_TOO_FEW_SIDES));
    planes.push_back({-k, -k, -k, -64});
    EXPECT_EQ(build(planes).solid.flags, 0u);
}

TEST(BrushExamples, ABoxOffTheOrigin) {
    const Brush brush = build({{0, 0, 1, -16},
                               {0, 0, -1, 0},
                               {1, 0, 0, -128},
                               {-1, 0, 0, 64},
                               {0, 1, 0, -32},
                               {0, -1, 0, -32}});
    expect_closed(brush, 8, 6);
    expect_box(brush, {64, -32, 0}, {128, 32, 16});
    EXPECT_EQ(brush.solid.volume, 65536);
}

// ---- The rest ----------------------------------------------------------------------------------

TEST(Brush, SidesWithoutANormalAreLeftOut) {
    Planes planes = cube();
    planes.insert(planes.begin() + 2, {0, 0, 0, -64});
    const Brush brush = build(planes);
    expect_closed(brush, 8, 6);
    EXPECT_EQ(brush.windings[2].flags, unsigned{FLATLINE_DOOM3_SIDE_DEGENERATE});
    EXPECT_EQ(brush.windings[2].plane.d, 0);
    EXPECT_EQ(brush.windings[2].point_count, 0u);
}

TEST(Brush, NormalsOfAnotherLengthAreSaid) {
    Planes planes = cube();
    planes[0] = {0, 0, 2, -128};
    const Brush brush = build(planes);
    expect_closed(brush, 8, 6);
    EXPECT_EQ(brush.windings[0].flags, unsigned{FLATLINE_DOOM3_SIDE_NOT_UNIT});
    EXPECT_EQ(brush.windings[0].plane.c, 1);
    EXPECT_EQ(brush.windings[0].plane.d, -64);
    expect_box(brush, {-64, -64, -64}, {64, 64, 64});
}

TEST(Brush, OfAllSidesOnOnePlaneTheFirstCounts) {
    Planes planes = cube();
    for (int i = 0; i < 3; ++i) planes.push_back({1, 0, 0, -64});
    const Brush brush = build(planes);
    expect_closed(brush, 8, 6);
    for (std::size_t i = 6; i < 9; ++i) EXPECT_EQ(brush.windings[i].other, 2u);
}

TEST(Brush, ThinnerThanTheWeldIsDegenerate) {
    const auto slab = [](double thickness) {
        Planes planes = cube();
        planes[0] = {0, 0, 1, -thickness};
        planes[3] = {0, 0, -1, 0};
        return build(planes);
    };
    EXPECT_EQ(slab(0.02).solid.flags, 0u);
    // Below 0.01 they are coincident opposite planes already.
    EXPECT_EQ(slab(0.009).solid.flags, unsigned{FLATLINE_DOOM3_SOLID_MIRRORED});
    // A wedge with no pair of opposite sides.
    const double s = 0.0001;
    const double c = std::sqrt(1 - s * s);
    const Brush wedge =
        build({{0, 0, -1, 0}, {s, 0, c, 0}, {-1, 0, 0, -64}, {0, 1, 0, -64}, {0, -1, 0, -64}});
    EXPECT_EQ(wedge.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_DEGENERATE});
    // And one so small that nothing is left of it.
    const double t = 0.002;
    const Brush small = build({{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {k, k, k, -t}});
    EXPECT_EQ(small.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_DEGENERATE});
    EXPECT_TRUE(small.points.empty());
    // Away from the origin: the bounds of no points are 0 all the same.
    const Brush away = build({{-1, 0, 0, 5}, {0, -1, 0, 5}, {0, 0, -1, 5}, {k, k, k, -15 * k - t}});
    EXPECT_EQ(away.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_DEGENERATE});
    EXPECT_TRUE(away.points.empty());
    expect_box(away, {0, 0, 0}, {0, 0, 0});
}

// Found by fuzz_geometry: one winding of a sliver is left, and its area is negative.
TEST(Brush, ASliverThatRoundingTurnsOver) {
    const double a = -0x1.bfbfbfbfbfbfbp+960, b = 0x1.6767676767676p+872;
    const Planes planes = {
        {0x1.0610001p-1021, -0x1.bfbfb00581708p+960, a, a},
        {-0x1.bfb21fbfbfbfbp+960, -0x1.bfbfbfbfbfbf9p+960, a, a},
        {0x0.0000000fbfbfbp-1022, 0x0.0000000cp-1022, 0x1.6000000c05p+872, b},
        {b, b, 0x1.67676767676fdp+872, b},
        {b, b, b, a},
        {a, a, -2, -64},
        {-0x1.bfbfbfbfb7676p+960, 0x0.00000fbfbfbfbp-1022, 0, -0x1.00000c06p+945}};
    const Brush brush = build(planes);
    EXPECT_EQ(brush.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_DEGENERATE});
    EXPECT_LE(brush.solid.volume, 0);
}

// Two short edges of a box's corner: their middle becomes the first point, and what is near the
// middle alone stays where it is.
TEST(Brush, WeldedPointsAreNoPointsToWeldTo) {
    const double c = std::sqrt(0.75);
    const double a = 0.008 * (c + 0.5);  // from the corner to either end
    Planes planes = cube();
    planes.push_back({0.5, c, 0, -0.5 * (64 - a) - c * 64});
    planes.push_back({c, 0.5, 0, -c * 64 - 0.5 * (64 - a)});
    const Brush brush = build(planes);
    EXPECT_EQ(brush.solid.flags, 0u);
    std::vector<Vec3> corner;
    for (const Vec3& p : brush.winding(0)) {
        if (p.x > 63 && p.y > 63) corner.push_back(p);
    }
    ASSERT_EQ(corner.size(), 2u);
    EXPECT_LT(solids::distance(corner[0], {64 - a, 64, 64}), 1e-9);
    EXPECT_LT(solids::distance(corner[1], {64, 64 - a, 64}), 1e-9);
}

TEST(Brush, PointsOfAllWindingsHaveABound) {
    using flatline::engine::doom3::winding_points_bound;
    EXPECT_EQ(winding_points_bound(6, 256), 6u * 9);
    EXPECT_EQ(winding_points_bound(253, 256), 253u * 256);
    EXPECT_EQ(winding_points_bound(254, 256), 254u * 256);
    EXPECT_EQ(winding_points_bound(1024, 256), 1024u * 256);
}

TEST(Brush, ClosedButOutsideTheWorld) {
    const auto box_at = [](double x, double size = 64) {
        Planes planes = cube();
        planes[2] = {1, 0, 0, -x - size};
        planes[5] = {-1, 0, 0, x};
        return planes;
    };
    EXPECT_EQ(build(box_at(131072 - 64)).solid.flags, 0u);
    for (const double x : {131009.0, 200000.0, 262144.0, 3e5, 1e6, 1e9}) {
        const Brush brush = build(box_at(x));
        EXPECT_EQ(brush.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD}) << x;
        EXPECT_EQ(brush.solid.winding_count, 6u) << x;
        EXPECT_EQ(brush.solid.low[0], x);
        EXPECT_EQ(brush.solid.high[0], x + 64);
    }
    // So far that no base reaches: there is no winding, and still it is not empty.
    const Brush far = build(box_at(1e15));
    EXPECT_EQ(far.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD});
    EXPECT_TRUE(far.points.empty());
    // A brush that is larger than the base, but ends.
    EXPECT_EQ(build(box_at(-300000, 600000)).solid.flags,
              unsigned{FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD});
    // The bound is a limit.
    Limits limits;
    limits.world_coordinate = 64;
    EXPECT_EQ(build(cube(), limits).solid.flags, 0u);
    limits.world_coordinate = 63;
    EXPECT_EQ(build(cube(), limits).solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD});
    limits.world_coordinate = 10;
    EXPECT_EQ(build(cube(), limits).solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD});
    expect_box(build(cube(), limits), {-64, -64, -64}, {64, 64, 64});
    limits.world_coordinate = 0.001;
    EXPECT_EQ(build(cube(), limits).solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD});
    limits.world_coordinate = 2147483647;
    EXPECT_EQ(build(cube(), limits).solid.flags, 0u);
}

// Boxes along the axes have a way of their own: the results are the same to the last bit.
RC_GTEST_PROP(BrushBoxes, ShortcutAndGeneralAgree, ()) {
    Planes planes;
    const double scale = *rc::gen::element(1.0, 0.1, 1.0 / 3, 0.004, 700.0);
    for (int axis = 0; axis < 3; ++axis) {
        const int low = *rc::gen::inRange(-300, 300);
        const double at[2] = {low * scale, (low + *rc::gen::inRange(-1, 90)) * scale};
        for (int high = 0; high < 2; ++high) {
            double n[3] = {0.0, -0.0, 0.0};
            n[axis] = high == 1 ? 1 : -1;
            const double length = *rc::gen::element(1.0, 1.0, 1.0001, 2.0);
            planes.push_back({n[0] * length, n[1] * length, n[2] * length,
                              (high == 1 ? -at[1] : at[0]) * length});
        }
    }
    if (*rc::gen::inRange(0, 4) == 0) planes.push_back(planes[*rc::gen::inRange(0u, 6u)]);
    if (*rc::gen::inRange(0, 8) == 0) planes.erase(planes.begin());
    if (*rc::gen::inRange(0, 8) == 0) planes[3] = planes[2];
    for (std::size_t i = planes.size(); i > 1; --i) {
        std::swap(planes[i - 1], planes[*rc::gen::inRange<std::size_t>(0, i)]);
    }
    Limits limits;
    limits.world_coordinate = *rc::gen::element(131072.0, 131072.0, 2000.0);
    const Brush shortcut = build(planes, limits, true);
    const Brush general = build(planes, limits, false);
    const auto bytes = [](const auto* data, std::size_t count) {
        return std::string(reinterpret_cast<const char*>(data), count * sizeof(*data));
    };
    RC_ASSERT(shortcut.points.size() == general.points.size());
    RC_ASSERT(bytes(shortcut.points.data(), shortcut.points.size()) ==
              bytes(general.points.data(), general.points.size()));
    RC_ASSERT(bytes(shortcut.windings.data(), planes.size()) ==
              bytes(general.windings.data(), planes.size()));
    RC_ASSERT(bytes(&shortcut.solid, 1) == bytes(&general.solid, 1));
    RC_CLASSIFY(shortcut.solid.flags == 0, "closed");
}

// A prism around the z axis.
Planes prism(int sides) {
    Planes planes = {{0, 0, 1, -64}, {0, 0, -1, -64}};
    for (int i = 0; i < sides; ++i) {
        const double angle = 2 * 3.14159265358979323846 * i / sides;
        planes.push_back({std::cos(angle), std::sin(angle), 0, -4096});
    }
    return planes;
}

TEST(Brush, WindingsUpToTheLimit) {
    const Brush brush = build(prism(256));
    ASSERT_TRUE(brush.built);
    EXPECT_EQ(brush.solid.flags, 0u);
    EXPECT_EQ(brush.winding(0).size(), 256u);
    EXPECT_EQ(solids::unmatched_edges(brush), 0);

    const Brush over = build(prism(257));
    EXPECT_EQ(over.solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OVER_LIMIT});
    EXPECT_EQ(over.windings[0].flags, unsigned{FLATLINE_DOOM3_SIDE_OVER_LIMIT});
    EXPECT_EQ(over.windings[1].flags, unsigned{FLATLINE_DOOM3_SIDE_OVER_LIMIT});
    EXPECT_EQ(over.winding(0).size(), 0u);
    EXPECT_EQ(over.winding(2).size(), 4u);

    Limits limits;
    limits.winding_points = 257;
    EXPECT_EQ(build(prism(257), limits).solid.flags, 0u);
    limits.winding_points = 0;
    EXPECT_EQ(build(cube(), limits).solid.flags, unsigned{FLATLINE_DOOM3_SOLID_OVER_LIMIT});
}

// Brushes of many sides clip in another order, and skip what a winding is well behind of.
TEST(Brush, ManySidesHaveTheCornersOfTheirPlanes) {
    for (const int sides : {31, 32, 33, 34, 50, 70}) {
        Planes planes;
        for (int i = 0; i < sides; ++i) {
            const double z = 1 - 2 * (i + 0.5) / sides;
            const double r = std::sqrt(1 - z * z);
            const double angle = 2.399963229728653 * i;  // the golden angle: spread evenly
            const double d = -1000 - 40 * (i * 7 % 5);
            planes.push_back({std::cos(angle) * r, std::sin(angle) * r, z, d});
        }
        const Brush brush = build(planes);
        ASSERT_EQ(brush.solid.flags, 0u) << sides;
        EXPECT_EQ(solids::unmatched_edges(brush), 0) << sides;
        const std::vector<Vec3> corners = solids::corners_by_triples(planes, 1e-6L);
        EXPECT_LT(solids::farthest(brush.points, corners), 0.02) << sides;
        EXPECT_LT(solids::farthest(corners, brush.points), 0.02) << sides;
    }
}

// ---- Numbers that are up to no good ------------------------------------------------------------

void expect_finite(const Brush& brush, const std::string& what) {
    ASSERT_TRUE(brush.built) << what;
    const auto good = [](double v) { return std::isfinite(v) && !(v == 0 && std::signbit(v)); };
    for (const Vec3& p : brush.points) {
        ASSERT_TRUE(good(p.x) && good(p.y) && good(p.z)) << what;
    }
    std::uint32_t used = 0;
    for (const flatline_doom3_winding& w : brush.windings) {
        const flatline_doom3_plane& p = w.plane;
        ASSERT_TRUE(good(p.a) && good(p.b) && good(p.c) && good(p.d)) << what;
        ASSERT_TRUE(w.point_count == 0 || w.point_count >= 3) << what;
        ASSERT_LE(w.first_point + w.point_count, brush.points.size()) << what;
        used += w.point_count;
    }
    EXPECT_EQ(used, brush.points.size()) << what;
    EXPECT_EQ(used, brush.solid.point_count) << what;
    ASSERT_TRUE(good(brush.solid.volume)) << what;
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(good(brush.solid.low[i]) && good(brush.solid.high[i])) << what;
        ASSERT_LE(brush.solid.low[i], brush.solid.high[i]) << what;
    }
}

TEST(BrushHostile, EveryNumberInEveryPlace) {
    constexpr double kNumbers[] = {0,
                                   -0.0,
                                   1,
                                   -1,
                                   1e-6,
                                   1e-300,
                                   5e-324,
                                   1e18,
                                   -1e18,
                                   1e150,
                                   std::numeric_limits<double>::max(),
                                   -std::numeric_limits<double>::max(),
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
    for (std::size_t side = 0; side < 6; ++side) {
        for (const double x : kNumbers) {
            for (const double y : kNumbers) {
                Planes planes = cube();
                planes[side].a = x;
                planes[side].d = y;
                expect_finite(build(planes), std::to_string(x) + ' ' + std::to_string(y));
                planes = cube();
                planes[side].b = x;
                planes[side].c = y;
                expect_finite(build(planes), std::to_string(x) + ' ' + std::to_string(y));
            }
        }
    }
}

// 1,024 sides, three times as many as a brush may have: all kinds of heaps of them end, and soon.
TEST(BrushHostile, AThousandSides) {
    constexpr int kSides = 1024;
    const auto around = [](int i, double tilt, double d) -> flatline_doom3_plane {
        const double angle = 2.399963229728653 * i;  // the golden angle: spread evenly
        const double z = 1 - 2 * (i + 0.5) / kSides;
        const double r = std::sqrt(1 - z * z) * tilt;
        return {std::cos(angle) * r, std::sin(angle) * r, z, d};
    };
    Planes sphere, needle, tangent, sliced, far, huge, nearly;
    for (int i = 0; i < kSides; ++i) {
        sphere.push_back(around(i, 1, -1000));
        needle.push_back(around(i, 1e-3, -1000));
        tangent.push_back({1e-4 * std::cos(i), 1e-4 * std::sin(i), 1, -1e-9 * i});
        sliced.push_back(
            i < 250 ? flatline_doom3_plane{std::cos(i * 0.0251), std::sin(i * 0.0251), 0, -1000}
                    : flatline_doom3_plane{0, 1e-3 * std::sin(i), 1, -0.02 * i});
        far.push_back(around(i, 1, 1e9 * (i % 7)));
        huge.push_back(around(i, 1, i % 2 == 0 ? -1e308 : 1e308));
        nearly.push_back({1, 2e-5 * (i % 32), 2e-5 * (i / 32), -64});
    }
    const Planes* const heaps[] = {&sphere, &needle, &tangent, &sliced, &far, &huge, &nearly};
    for (std::size_t i = 0; i < std::size(heaps); ++i) {
        expect_finite(build(*heaps[i]), "heap " + std::to_string(i));
    }
    const Brush ball = build(sphere);
    EXPECT_EQ(ball.solid.flags, 0u);
    EXPECT_EQ(ball.solid.winding_count, 1024u);
    EXPECT_EQ(solids::unmatched_edges(ball), 0);
    EXPECT_NEAR(ball.solid.volume, 4.0 / 3 * 3.14159265 * 1e9, 4e7);
}

}  // namespace brush_test
