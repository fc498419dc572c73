#include "level/plane_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "model/planes.hpp"

namespace {

using flatline::engine::z_at;
using namespace flatline::engine::level;

constexpr Surface kBoth[] = {Surface::floor, Surface::ceiling};

void expect_good(const flatline_plane& p, Surface surface) {
    EXPECT_NEAR(p.a * p.a + p.b * p.b + p.c * p.c, 1, 1e-12);
    EXPECT_EQ(p.c > 0, surface == Surface::floor);
    EXPECT_TRUE(std::isfinite(p.d));
}

TEST(PlaneMath, LevelPlanes) {
    const flatline_plane floor = level_plane(64, Surface::floor);
    EXPECT_EQ(floor.c, 1);
    EXPECT_EQ(floor.d, -64);
    const flatline_plane ceiling = level_plane(128, Surface::ceiling);
    EXPECT_EQ(ceiling.c, -1);
    EXPECT_EQ(ceiling.d, 128);
    for (const Surface surface : kBoth) {
        EXPECT_EQ(z_at(level_plane(-17.5, surface), 1e9, -3), -17.5);
        for (const double zero : {0.0, -0.0}) {
            EXPECT_FALSE(std::signbit(level_plane(zero, surface).d));
        }
    }
}

TEST(PlaneMath, AUnitEquationKeepsItsBits) {
    flatline_plane p;
    ASSERT_TRUE(make_plane(0, -0.6, 0.8, -16, Surface::floor, p));
    EXPECT_EQ(p.a, 0);
    EXPECT_EQ(p.b, -0.6);
    EXPECT_EQ(p.c, 0.8);
    EXPECT_EQ(p.d, -16);
}

TEST(PlaneMath, NoNegativeZero) {
    flatline_plane p;
    ASSERT_TRUE(make_plane(0, 0, 2, 0, Surface::ceiling, p));
    EXPECT_FALSE(std::signbit(p.a) || std::signbit(p.b) || std::signbit(p.d));
    EXPECT_EQ(p.c, -1);
}

TEST(PlaneMath, WhatIsNoPlaneLeavesTheOldOne) {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const double bad[][4] = {{0, 0, 0, 0},       {1, 0, 0, 0},        {1, 0, 0.9e-9, 0},
                             {0, 0, kInf, 0},    {0, 0, kNan, 0},     {kNan, 0, 1, 0},
                             {0, kInf, 1, 0},    {0, 0, 1, kInf},     {0, 0, 1, kNan},
                             {0, 0, 1, 1.1e290}, {1e308, 1e308, 1, 0}};
    for (const auto& [a, b, c, d] : bad) {
        flatline_plane p = {0, 0, 1, -5};
        EXPECT_FALSE(make_plane(a, b, c, d, Surface::floor, p)) << a << ' ' << b << ' ' << c;
        EXPECT_FALSE(make_plane_keep_d(a, b, c, d, Surface::floor, p));
        EXPECT_EQ(p.d, -5);
    }
    flatline_plane p;
    EXPECT_TRUE(make_plane(1, 0, 1.1e-9, 0, Surface::floor, p));
    EXPECT_TRUE(make_plane(0, 0, 1, 0.9e290, Surface::floor, p));
}

TEST(PlaneMath, LengthsBeyondTheSquaresOfDoubles) {
    for (const double scale : {1e200, 1e-200}) {
        flatline_plane p;
        ASSERT_TRUE(make_plane(0, -3 * scale, 4 * scale, -80 * scale, Surface::floor, p));
        EXPECT_NEAR(p.b, -0.6, 1e-15);
        EXPECT_NEAR(z_at(p, 0, 64), 68, 1e-12);
    }
}

TEST(PlaneMath, KeepingDChangesTheHeight) {
    flatline_plane p;
    ASSERT_TRUE(make_plane_keep_d(0, -3, 4, -80, Surface::floor, p));
    EXPECT_NEAR(z_at(p, 0, 0), 100, 1e-12);
    ASSERT_TRUE(make_plane_keep_d(0, 3, -4, 80, Surface::floor, p));
    EXPECT_NEAR(z_at(p, 0, 0), 100, 1e-12);
    EXPECT_GT(p.c, 0);
}

TEST(PlaneMath, ThroughThreePointsInAnyOrder) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-4096, 4096);
    for (int round = 0; round < 1000; ++round) {
        Point3 points[3];
        for (Point3& p : points) p = {number(random), number(random), number(random)};
        const double area = (points[1].x - points[0].x) * (points[2].y - points[0].y) -
                            (points[1].y - points[0].y) * (points[2].x - points[0].x);
        if (std::fabs(area) < 1e4) continue;
        for (const Surface surface : kBoth) {
            for (int first = 0; first < 3; ++first) {
                flatline_plane p;
                ASSERT_TRUE(plane_through(points[first], points[(first + 2) % 3],
                                          points[(first + 1) % 3], surface, p));
                expect_good(p, surface);
                for (const Point3& point : points) {
                    EXPECT_NEAR(z_at(p, point.x, point.y), point.z, 1e-6);
                }
            }
        }
    }
}

TEST(PlaneMath, PointsOnOneLineMakeNone) {
    flatline_plane p;
    EXPECT_FALSE(plane_through({0, 0, 0}, {1, 1, 5}, {2, 2, 1}, Surface::floor, p));
    EXPECT_FALSE(plane_through({0, 0, 0}, {1, 1, 0}, {2, 2, 0}, Surface::floor, p));
    EXPECT_FALSE(plane_through({0, 0, 0}, {0, 0, 0}, {2, 2, 0}, Surface::floor, p));
}

TEST(PlaneMath, DirectionsOfDegrees) {
    const double pi = std::acos(-1.0);
    for (int degrees = -720; degrees <= 720; ++degrees) {
        const Direction d = direction_of(degrees);
        EXPECT_NEAR(d.x, std::cos(degrees * pi / 180), 1e-14) << degrees;
        EXPECT_NEAR(d.y, std::sin(degrees * pi / 180), 1e-14) << degrees;
        EXPECT_NEAR(d.x * d.x + d.y * d.y, 1, 4e-16) << degrees;
    }
    EXPECT_EQ(direction_of(90).x, 0);
    EXPECT_EQ(direction_of(90).y, 1);
    EXPECT_EQ(direction_of(180).x, -1);
    EXPECT_EQ(direction_of(-90).y, -1);
    EXPECT_EQ(direction_of(INT64_C(3600000000)).x, 1);
}

}  // namespace
