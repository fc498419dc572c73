#include "doom3/patch.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "doom3/patches.hpp"
#include "model/doom3_geometry.hpp"

namespace {

using flatline::engine::doom3::evaluate;
using patches::arch;
using patches::corner;
using patches::Grid;
using patches::Vertex;

// docs/doom3.md, "The curve".
TEST(EvaluatePatch, TheDocumentsPatch) {
    struct Row {
        double u, v, x, y, z, s, t;
    };
    const Row rows[] = {
        {0, 0, -64, -64, -256, 0, 0},     {0.5, 0.5, 32, -32, -192, 4, -2},
        {1, 1, 64, 64, -128, 8, -4},      {0.25, 0.5, -8, -56, -192, 2, -2},
        {0.75, 0.25, 56, 8, -224, 6, -1}, {0.5, 0, 32, -32, -256, 4, 0},
        {0.5, 1, 32, -32, -128, 4, -4},   {-3, 0, -64, -64, -256, 0, 0},
        {7, 1, 64, 64, -128, 8, -4},
    };
    const Grid grid = corner();
    for (const Row& row : rows) {
        const Vertex p = flatline::engine::evaluate_patch(grid.points.data(), 3, 3, row.u, row.v);
        EXPECT_EQ(p.x, row.x);
        EXPECT_EQ(p.y, row.y);
        EXPECT_EQ(p.z, row.z);
        EXPECT_EQ(p.s, row.s);
        EXPECT_EQ(p.t, row.t);
    }
}

TEST(EvaluatePatch, AnalyticNormals) {
    struct Row {
        double u, v, n[3];
    };
    const Row rows[] = {{0.5, 0.5, {0.707107, -0.707107, 0}},
                        {0.25, 0.5, {0.316228, -0.948683, 0}},
                        {0, 0, {0, -1, 0}},
                        {1, 1, {1, 0, 0}}};
    for (const Row& row : rows) {
        const Vertex p = evaluate(corner().view(), row.u, row.v);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(p.normal[i], row.n[i], 1e-6);
    }
}

// Two pieces along the lines; width and height cannot be taken for each other.
TEST(EvaluatePatch, SeveralPieces) {
    const Grid grid = arch({{0, 0}, {0, 64}, {64, 64}, {128, 64}, {128, 0}});
    struct Row {
        double u, x, y, z;
    };
    const Row rows[] = {{0.25, 16, 32, 48}, {0.5, 64, 32, 64}, {0.75, 112, 32, 48}};
    for (const Row& row : rows) {
        const Vertex p = evaluate(grid.view(), row.u, 0.5);
        EXPECT_EQ(p.x, row.x);
        EXPECT_EQ(p.y, row.y);
        EXPECT_EQ(p.z, row.z);
    }
}

// An arch: the hull is 128 high, the surface 64.
TEST(EvaluatePatch, AnArch) {
    const Vertex p = evaluate(arch({{0, 0}, {32, 128}, {64, 0}}).view(), 0.5, 0.5);
    EXPECT_EQ(p.x, 32);
    EXPECT_EQ(p.y, 32);
    EXPECT_EQ(p.z, 64);
}

TEST(EvaluatePatch, TheMiddleOfAPieceIsASixteenthOfItsPoints) {
    const Grid grid = corner();
    double sum = 0;
    constexpr double kWeights[] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
    for (std::size_t i = 0; i < 9; ++i) sum += kWeights[i] * grid.points[i].y;
    EXPECT_EQ(evaluate(grid.view(), 0.5, 0.5).y, sum / 16);
}

TEST(EvaluatePatch, WithoutAPieceThereIsNothing) {
    const Grid grid = corner();
    for (const std::uint32_t size : {0u, 1u, 2u}) {
        const Vertex p = flatline::engine::evaluate_patch(grid.points.data(), size, 3, 0.5, 0.5);
        EXPECT_EQ(p.x, 0);
        EXPECT_EQ(p.normal[2], 0);
    }
    // NaN is no place; huge numbers give no NaN.
    EXPECT_EQ(evaluate(grid.view(), std::numeric_limits<double>::quiet_NaN(), 0).x, -64);
    Grid huge = grid;
    for (flatline_doom3_point& p : huge.points) {
        p.x = p.x > 0 ? std::numeric_limits<double>::max() : -std::numeric_limits<double>::max();
        p.s = std::numeric_limits<double>::max();
    }
    for (const double u : {0.0, 0.3, 0.5, 1.0}) {
        const Vertex p = evaluate(huge.view(), u, 0.7);
        for (const double number : {p.x, p.y, p.s, p.normal[0], p.normal[1], p.normal[2]}) {
            EXPECT_TRUE(std::isfinite(number));
        }
    }
}

bool degenerate(const Grid& grid) {
    return flatline::engine::is_degenerate_patch({grid.points.data(), grid.points.size()});
}

TEST(DegeneratePatch, OnePointOrOneLine) {
    EXPECT_FALSE(degenerate(corner()));
    EXPECT_FALSE(degenerate(arch({{0, 0}, {32, 0}, {64, 0}})));  // flat is good
    Grid grid = corner();
    for (flatline_doom3_point& p : grid.points) p = {5, 6, 7, p.s, p.t};
    EXPECT_TRUE(degenerate(grid));
    for (std::size_t i = 0; i < 9; ++i) {
        const double at = static_cast<double>(i * i);
        grid.points[i] = {at, 2 * at, -at, 0, 0};
    }
    EXPECT_TRUE(degenerate(grid));
    grid.points[4].z += 0.1;
    EXPECT_FALSE(degenerate(grid));
    EXPECT_TRUE(flatline::engine::is_degenerate_patch({}));
}

}  // namespace
