#include "doom3/texture.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using flatline::engine::doom3::cross;
using flatline::engine::doom3::direction;
using flatline::engine::doom3::dot;
using flatline::engine::doom3::texture_axes;
using flatline::engine::doom3::texture_rows;
using flatline::engine::doom3::TextureAxes;
using flatline::engine::doom3::TextureRows;
using flatline::engine::doom3::Vec3;

void expect_vector(const Vec3& v, double x, double y, double z) {
    EXPECT_NEAR(v.x, x, 1e-6);
    EXPECT_NEAR(v.y, y, 1e-6);
    EXPECT_NEAR(v.z, z, 1e-6);
}

double at(const double (&row)[4], const Vec3& p) {
    return row[0] * p.x + row[1] * p.y + row[2] * p.z + row[3];
}

// docs/doom3.md, "Texture coordinates", "The cube" and "The tetrahedron".
TEST(TextureAxes, OfTheWorkedExamples) {
    constexpr double k = 0.5773502691896258;
    struct Row {
        Vec3 normal, s, t;
    };
    const Row rows[] = {
        {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}},
        {{-0.0, -0.0, 1}, {0, 1, 0}, {1, 0, 0}},
        {{9e-7, 0, 1}, {0, 1, 0}, {1, 0, 0}},
        {{0, 1, 0}, {-1, 0, 0}, {0, 0, -1}},
        {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}},
        {{0, 0, -1}, {0, 1, 0}, {-1, 0, 0}},
        {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
        {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
        {{k, k, k}, {-0.707107, 0.707107, 0}, {0.408248, 0.408248, -0.816497}},
    };
    for (const Row& row : rows) {
        const TextureAxes axes = texture_axes(row.normal);
        expect_vector(axes.s, row.s.x, row.s.y, row.s.z);
        expect_vector(axes.t, row.t.x, row.t.y, row.t.z);
    }
}

// The engine's own way: two rotations.
RC_GTEST_PROP(TextureAxes, AreThoseOfTwoRotations, ()) {
    const auto part = [] { return *rc::gen::inRange(-1000, 1001); };
    const Vec3 n = direction({part() * 1.0, part() * 1.0, part() * 1.0}).unit;
    RC_PRE(n.x != 0 || n.y != 0);
    const double yaw = std::atan2(n.y, n.x);
    const double pitch = -std::atan2(n.z, std::sqrt(n.x * n.x + n.y * n.y));
    const TextureAxes axes = texture_axes(n);
    RC_ASSERT(std::fabs(axes.s.x + std::sin(yaw)) < 1e-12);
    RC_ASSERT(std::fabs(axes.s.y - std::cos(yaw)) < 1e-12);
    RC_ASSERT(axes.s.z == 0);
    RC_ASSERT(std::fabs(axes.t.x + std::sin(pitch) * std::cos(yaw)) < 1e-12);
    RC_ASSERT(std::fabs(axes.t.y + std::sin(pitch) * std::sin(yaw)) < 1e-12);
    RC_ASSERT(std::fabs(axes.t.z + std::cos(pitch)) < 1e-12);
    const Vec3 product = cross(axes.s, axes.t);
    const Vec3 back = {product.x + n.x, product.y + n.y, product.z + n.z};
    RC_ASSERT(dot(back, back) < 1e-24);
}

// docs/doom3.md, "A skewed matrix".
TEST(TextureRows, OfTheWorkedExamples) {
    const double m[2][3] = {{0.015625, 0, 0.25}, {0, 0.0078125, -0.5}};
    struct Row {
        Vec3 normal, v0, v1;
    };
    const Row rows[] = {
        {{0, 0, 1}, {0, 0.015625, 0}, {0.0078125, 0, 0}},
        {{0, 0, -1}, {0, 0.015625, 0}, {-0.0078125, 0, 0}},
        {{1, 0, 0}, {0, 0.015625, 0}, {0, 0, -0.0078125}},
        {{0, -1, 0}, {0.015625, 0, 0}, {0, 0, -0.0078125}},
        {{0.6, 0, 0.8}, {0, 0.015625, 0}, {0.00625, 0, -0.0046875}},
    };
    for (const Row& row : rows) {
        const TextureRows out = texture_rows(m, row.normal, {});
        expect_vector({out.rows[0][0], out.rows[0][1], out.rows[0][2]}, row.v0.x, row.v0.y,
                      row.v0.z);
        expect_vector({out.rows[1][0], out.rows[1][1], out.rows[1][2]}, row.v1.x, row.v1.y,
                      row.v1.z);
        EXPECT_EQ(out.rows[0][3], 0.25);
        EXPECT_EQ(out.rows[1][3], -0.5);
    }
    const TextureRows east = texture_rows(m, {1, 0, 0}, {});
    EXPECT_EQ(at(east.rows[0], {64, 32, -16}), 0.75);
    EXPECT_EQ(at(east.rows[1], {64, 32, -16}), -0.375);
    const TextureRows slanted = texture_rows(m, {0.6, 0, 0.8}, {});
    EXPECT_NEAR(at(slanted.rows[0], {80, 16, 20}), 0.5, 1e-15);
    EXPECT_NEAR(at(slanted.rows[1], {80, 16, 20}), -0.09375, 1e-15);
}

// docs/doom3.md, "An entity with an origin": the picture stays where it is in the world.
TEST(TextureRows, AnOriginMovesTheOffsets) {
    const double m[2][3] = {{0.03125, 0, 0}, {0, 0.03125, 0}};
    const TextureRows local = texture_rows(m, {0, 0, 1}, {96, 32, 0});
    EXPECT_EQ(local.rows[0][3], 1);
    EXPECT_EQ(local.rows[1][3], 3);
    EXPECT_EQ(at(local.rows[0], {0, 0, 64}), 1);
    EXPECT_EQ(at(local.rows[1], {0, 0, 64}), 3);
    const TextureRows world = texture_rows(m, {0, 0, 1}, {});
    EXPECT_EQ(at(world.rows[0], {96, 32, 64}), 1);
    EXPECT_EQ(at(world.rows[1], {96, 32, 64}), 3);
}

TEST(TextureRows, WhatOverflowsIsZero) {
    const double m[2][3] = {{1.7e308, 1.7e308, 0}, {1e308, -1e308, 1.7e308}};
    const TextureRows out = texture_rows(m, direction({1, 1, 1}).unit, {1e300, 1e300, -1e300});
    for (const auto& row : out.rows) {
        for (const double number : row) EXPECT_TRUE(std::isfinite(number));
    }
}

TEST(Singular, ADeterminantOfZero) {
    using flatline::engine::doom3::singular;
    EXPECT_FALSE(singular({{0.03125, 0, 0}, {0, 0.03125, 0}}));
    EXPECT_FALSE(singular({{0, 1, 0}, {1, 0, 0}}));
    EXPECT_TRUE(singular({{0, 0, 5}, {0, 0.03125, 0}}));
    EXPECT_TRUE(singular({{1, 2, 0}, {2, 4, 9}}));
    EXPECT_TRUE(singular({{0, 0, 0}, {0, 0, 0}}));
}

}  // namespace
