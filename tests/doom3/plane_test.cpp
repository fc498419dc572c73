#include "doom3/plane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using flatline::engine::doom3::clean_plane;
using flatline::engine::doom3::Plane;
using flatline::engine::doom3::plane_of_points;
using flatline::engine::doom3::PlaneFault;
using flatline::engine::doom3::Vec3;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void expect_plane(const flatline_doom3_plane& p, double a, double b, double c, double d) {
    EXPECT_NEAR(p.a, a, 1e-15);
    EXPECT_NEAR(p.b, b, 1e-15);
    EXPECT_NEAR(p.c, c, 1e-15);
    EXPECT_NEAR(p.d, d, 1e-12);
}

// docs/doom3.md, "Three points".
TEST(PlaneOfPoints, RunsClockwiseSeenFromOutside) {
    expect_plane(plane_of_points({0, 0, 64}, {0, 64, 64}, {64, 64, 64}), 0, 0, 1, -64);
    expect_plane(plane_of_points({64, 64, 64}, {0, 64, 64}, {0, 0, 64}), 0, 0, -1, 64);
    expect_plane(plane_of_points({-1216, -464, 232}, {-1088, -464, 232}, {-1088, -80, 120}), 0,
                 -0.28, -0.96, 92.8);
}

TEST(PlaneOfPoints, ThreePointsOnOneLineHaveNone) {
    constexpr double kHuge = std::numeric_limits<double>::max();
    const Vec3 rows[][3] = {
        {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}},
        {{5, 5, 5}, {5, 5, 5}, {9, 0, 0}},
        {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}},
        {{0.1, 0.2, 0.3}, {0.2, 0.4, 0.6}, {0.3, 0.6, 0.9}},
        {{-131072, 7, 7}, {131072, 7, 7}, {0, 7, 7}},
        {{kHuge, kHuge, kHuge}, {-kHuge, 0, 0}, {0, -kHuge, 0}},  // differences overflow
        {{kNan, 0, 0}, {0, 1, 0}, {1, 0, 0}},
    };
    for (const auto& row : rows) {
        const flatline_doom3_plane p = plane_of_points(row[0], row[1], row[2]);
        EXPECT_EQ(p.a, 0);
        EXPECT_EQ(p.b, 0);
        EXPECT_EQ(p.c, 0);
        EXPECT_EQ(p.d, 0);
    }
}

// The sine of the angle at which points lie on one line, and the next greater number.
TEST(PlaneOfPoints, TheLeastAngle) {
    EXPECT_EQ(plane_of_points({1, 0, 0}, {0, 0, 0}, {1, 1e-9, 0}).c, 0);
    const double next = std::nextafter(1e-9, 1);
    EXPECT_EQ(std::fabs(plane_of_points({1, 0, 0}, {0, 0, 0}, {1, next, 0}).c), 1);
}

TEST(PlaneOfPoints, LongAndShortDifferencesHaveOne) {
    for (const double size : {1e-150, 1e-60, 1e-3, 1e60, 1e150}) {
        const flatline_doom3_plane p = plane_of_points({0, 0, 0}, {0, size, 0}, {size, size, 0});
        EXPECT_EQ(p.c, 1) << size;
        EXPECT_EQ(p.d, 0) << size;
    }
}

TEST(CleanPlane, NormalsBecomeUnitVectors) {
    struct Row {
        flatline_doom3_plane in;
        PlaneFault fault;
        double n[3];
        double d;
    };
    const Row rows[] = {
        {{0, 0, 1, -64}, PlaneFault::none, {0, 0, 1}, -64},
        {{0, 0, 2, -128}, PlaneFault::not_unit, {0, 0, 1}, -64},  // the engine: z <= 128
        {{-3, 0, 0, 192}, PlaneFault::not_unit, {-1, 0, 0}, 64},
        {{0, 1.0009, 0, -1.0009}, PlaneFault::none, {0, 1, 0}, -1},
        {{0, 1.0011, 0, -1.0011}, PlaneFault::not_unit, {0, 1, 0}, -1},
        {{0.6, 0, 0.8, -10}, PlaneFault::none, {0.6, 0, 0.8}, -10},
        {{1, 9e-7, -9e-7, -5}, PlaneFault::none, {1, 0, 0}, -5},
        {{1e200, 0, 0, -1e200}, PlaneFault::not_unit, {1, 0, 0}, -1},
        {{1e-5, 0, 0, 1e308}, PlaneFault::not_unit, {1, 0, 0}, 1e18},
        {{0, 0, 1, kInfinity}, PlaneFault::none, {0, 0, 1}, 1e18},
    };
    for (const Row& row : rows) {
        Plane out;
        ASSERT_EQ(clean_plane(row.in, out), row.fault) << row.in.a << ' ' << row.in.b;
        EXPECT_NEAR(out.normal.x, row.n[0], 1e-12);
        EXPECT_NEAR(out.normal.y, row.n[1], 1e-12);
        EXPECT_NEAR(out.normal.z, row.n[2], 1e-12);
        EXPECT_NEAR(out.d, row.d, std::fabs(row.d) * 1e-12);
    }
}

TEST(CleanPlane, WithoutANormalThereIsNone) {
    const flatline_doom3_plane rows[] = {
        {0, 0, 0, -64},  {9e-7, 0, 0, -64},    {5e-7, 5e-7, 0, 0},    {kNan, 0, 1, 0},
        {0, 0, 1, kNan}, {kInfinity, 0, 0, 0}, {0, -kInfinity, 1, 0}, {1e-320, 0, 0, 1},
    };
    for (const flatline_doom3_plane& row : rows) {
        Plane out;
        EXPECT_EQ(clean_plane(row, out), PlaneFault::degenerate) << row.a << ' ' << row.d;
    }
}

TEST(CleanPlane, AxialPlanesKnowTheirCoordinate) {
    Plane out;
    ASSERT_EQ(clean_plane({-1, 0, 0, 64}, out), PlaneFault::none);
    EXPECT_EQ(out.axis, 0u);
    EXPECT_EQ(out.at, 64);  // x >= 64
    ASSERT_EQ(clean_plane({-0.0, 1, 0, -0.0}, out), PlaneFault::none);
    EXPECT_EQ(out.axis, 1u);
    EXPECT_EQ(out.at, 0);
    EXPECT_FALSE(std::signbit(out.at));
    EXPECT_FALSE(std::signbit(out.d));
    ASSERT_EQ(clean_plane({0.6, 0.8, 0, 1}, out), PlaneFault::none);
    EXPECT_EQ(out.axis, 3u);
}

TEST(SamePlane, WithinTheEnginesTolerance) {
    const auto plane = [](double a, double b, double c, double d) {
        Plane out;
        EXPECT_NE(clean_plane({a, b, c, d}, out), PlaneFault::degenerate);
        return out;
    };
    using flatline::engine::doom3::mirrored_plane;
    using flatline::engine::doom3::same_plane;
    EXPECT_TRUE(same_plane(plane(1, 0, 0, -64), plane(1, 0, 0, -64.005)));
    EXPECT_FALSE(same_plane(plane(1, 0, 0, -64), plane(1, 0, 0, -64.015)));
    EXPECT_TRUE(same_plane(plane(1, 0, 0, -64), plane(1, 9e-6, 0, -64)));
    EXPECT_FALSE(same_plane(plane(1, 0, 0, -64), plane(1, 2e-5, 0, -64)));
    EXPECT_TRUE(mirrored_plane(plane(1, 0, 0, -64), plane(-1, 0, 0, 64.005)));
    EXPECT_FALSE(mirrored_plane(plane(1, 0, 0, -64), plane(-1, 0, 0, 64.015)));
    EXPECT_FALSE(mirrored_plane(plane(1, 0, 0, -64), plane(-1, 0, 0, -64)));
    EXPECT_FALSE(mirrored_plane(plane(1, 0, 0, 0), plane(1, 0, 0, 0)));
}

}  // namespace
