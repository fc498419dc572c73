#include "doom3/tessellate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "doom3/patches.hpp"

namespace {

using flatline::engine::doom3::Vec3;
using patches::adaptive;
using patches::arch;
using patches::corner;
using patches::fixed;
using patches::Grid;
using patches::Mesh;

Vec3 minus(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

using Pairs = std::vector<std::pair<double, double>>;

Pairs row_xy(const Mesh& mesh, std::uint32_t row) {
    Pairs out;
    for (std::uint32_t i = 0; i < mesh.columns; ++i) {
        out.emplace_back(mesh.at(i, row).x, mesh.at(i, row).y);
    }
    return out;
}
Pairs row_xz(const Mesh& mesh, std::uint32_t row) {
    Pairs out;
    for (std::uint32_t i = 0; i < mesh.columns; ++i) {
        out.emplace_back(mesh.at(i, row).x, mesh.at(i, row).z);
    }
    return out;
}

// docs/doom3.md, "The curve".
TEST(Tessellate, TheDocumentsPatch) {
    const Mesh fine = adaptive(corner(), 4);
    EXPECT_EQ(fine.columns, 9u);
    EXPECT_EQ(fine.rows, 2u);
    EXPECT_EQ(row_xy(fine, 0), (Pairs{{-64, -64},
                                      {-34, -62},
                                      {-8, -56},
                                      {14, -46},
                                      {32, -32},
                                      {46, -14},
                                      {56, 8},
                                      {62, 34},
                                      {64, 64}}));
    EXPECT_EQ(fine.at(3, 0).z, -256);
    EXPECT_EQ(fine.at(3, 1).z, -128);
    const Mesh coarse = adaptive(corner(), 24);
    EXPECT_EQ(coarse.columns, 5u);
    EXPECT_EQ(coarse.rows, 2u);
    EXPECT_EQ(row_xy(coarse, 1), (Pairs{{-64, -64}, {-8, -56}, {32, -32}, {56, 8}, {64, 64}}));
}

TEST(Tessellate, TheDocumentsPatchInFixedSegments) {
    const Mesh mesh = fixed(corner(), 4, 2);
    ASSERT_EQ(mesh.columns, 5u);
    ASSERT_EQ(mesh.rows, 3u);
    EXPECT_EQ(row_xy(mesh, 1), (Pairs{{-64, -64}, {-8, -56}, {32, -32}, {56, 8}, {64, 64}}));
    for (std::uint32_t i = 0; i < 5; ++i) {
        for (std::uint32_t j = 0; j < 3; ++j) {
            EXPECT_EQ(mesh.at(i, j).z, -256 + 64.0 * j);
            EXPECT_EQ(mesh.at(i, j).s, 2.0 * i);
            EXPECT_EQ(mesh.at(i, j).t, -2.0 * j);
        }
    }
}

TEST(Tessellate, TwoPieces) {
    const Mesh mesh = adaptive(arch({{0, 0}, {0, 64}, {64, 64}, {128, 64}, {128, 0}}), 4);
    ASSERT_EQ(mesh.columns, 17u);
    EXPECT_EQ(mesh.rows, 2u);
    const Pairs half = {{0, 0},   {1, 15},  {4, 28},  {9, 39}, {16, 48},
                        {25, 55}, {36, 60}, {49, 63}, {64, 64}};
    const Pairs row = row_xz(mesh, 0);
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_EQ(row[i], half[i]);
        EXPECT_EQ(row[16 - i], std::make_pair(128 - half[i].first, half[i].second));
    }
}

TEST(Tessellate, Arches) {
    const auto raised = [](double h) { return arch({{0, 0}, {32, h}, {64, 0}}); };
    EXPECT_EQ(adaptive(raised(128), 4).columns, 9u);  // 4 units are not more than 4
    EXPECT_EQ(adaptive(raised(128), 24).columns, 5u);
    for (const double h : {128.0, 16.0, 8.0, 0.0}) EXPECT_EQ(adaptive(raised(h), 4).rows, 2u);
    EXPECT_EQ(row_xz(adaptive(raised(16), 4), 0),
              (Pairs{{0, 0}, {16, 6}, {32, 8}, {48, 6}, {64, 0}}));
    EXPECT_EQ(row_xz(adaptive(raised(8), 4), 0), (Pairs{{0, 0}, {32, 4}, {64, 0}}));
    const Mesh flat = adaptive(raised(0), 4);
    EXPECT_EQ(row_xz(flat, 0), (Pairs{{0, 0}, {64, 0}}));
    EXPECT_EQ(row_xz(flat, 1), (Pairs{{0, 0}, {64, 0}}));
}

// The engine's way: halve a grid of control points wherever a triple bends too much, then move
// what is left between two points of the curve onto it. Slow, and nothing of it is shared.
struct Slow {
    std::vector<std::vector<Vec3>> columns;

    static Vec3 mix(double a, const Vec3& p, double b, const Vec3& q, double c, const Vec3& r) {
        return {a * p.x + b * q.x + c * r.x, a * p.y + b * q.y + c * r.y,
                a * p.z + b * q.z + c * r.z};
    }
    static double bend(const Vec3& a, const Vec3& b, const Vec3& c) {
        const Vec3 d = mix(1, a, -2, b, 1, c);
        return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z) / 4;
    }
    void turn() {
        std::vector<std::vector<Vec3>> out(columns[0].size());
        for (const std::vector<Vec3>& column : columns) {
            for (std::size_t j = 0; j < column.size(); ++j) out[j].push_back(column[j]);
        }
        columns = out;
    }
    void halve(double max_error) {
        for (std::size_t i = 0; i + 2 < columns.size();) {
            double most = 0;
            for (std::size_t j = 0; j < columns[0].size(); ++j) {
                most = std::max(most, bend(columns[i][j], columns[i + 1][j], columns[i + 2][j]));
            }
            if (most <= max_error) {
                i += 2;
                continue;
            }
            std::vector<Vec3> first, middle, last;
            for (std::size_t j = 0; j < columns[0].size(); ++j) {
                const Vec3& a = columns[i][j];
                const Vec3& b = columns[i + 1][j];
                const Vec3& c = columns[i + 2][j];
                first.push_back(mix(0.5, a, 0.5, b, 0, c));
                middle.push_back(mix(0.25, a, 0.5, b, 0.25, c));
                last.push_back(mix(0, a, 0.5, b, 0.5, c));
            }
            const auto at = columns.begin() + static_cast<std::ptrdiff_t>(i) + 1;
            *at = first;
            columns.insert(at + 1, {middle, last});
        }
    }
    void settle() {
        for (std::size_t i = 1; i + 1 < columns.size(); i += 2) {
            for (std::size_t j = 0; j < columns[0].size(); ++j) {
                columns[i][j] =
                    mix(0.25, columns[i - 1][j], 0.5, columns[i][j], 0.25, columns[i + 1][j]);
            }
        }
    }
};

RC_GTEST_PROP(Tessellate, AgreesWithHalvingTheGrid, ()) {
    Grid grid{2 * *rc::gen::inRange(1u, 4u) + 1, 2 * *rc::gen::inRange(1u, 4u) + 1, {}};
    Slow slow;
    for (std::uint32_t i = 0; i < grid.width; ++i) {
        slow.columns.emplace_back();
        for (std::uint32_t j = 0; j < grid.height; ++j) {
            const auto part = [] { return *rc::gen::inRange(-100, 101) * 1.5; };
            grid.points.push_back({part(), part(), part(), 0, 0});
            const flatline_doom3_point& p = grid.points.back();
            slow.columns.back().push_back({p.x, p.y, p.z});
        }
    }
    // Not a value at which a bend of these numbers can stop exactly: the two round differently.
    const double max_error = *rc::gen::element(1.0321, 4.0177, 24.0911);
    slow.halve(max_error);
    slow.turn();
    slow.halve(max_error);
    slow.settle();
    slow.turn();
    slow.settle();
    const Mesh mesh = adaptive(grid, max_error, false);
    RC_ASSERT(mesh.columns == slow.columns.size());
    RC_ASSERT(mesh.rows == slow.columns[0].size());
    for (std::uint32_t i = 0; i < mesh.columns; ++i) {
        for (std::uint32_t j = 0; j < mesh.rows; ++j) {
            const Vec3& p = slow.columns[i][j];
            const flatline_doom3_vertex& v = mesh.at(i, j);
            RC_ASSERT(std::fabs(v.x - p.x) + std::fabs(v.y - p.y) + std::fabs(v.z - p.z) < 1e-9);
        }
    }
}

// Every vertex of every mesh lies on the surface, at its parameters.
RC_GTEST_PROP(Tessellate, VerticesLieOnTheSurface, ()) {
    Grid grid{2 * *rc::gen::inRange(1u, 4u) + 1, 2 * *rc::gen::inRange(1u, 4u) + 1, {}};
    for (std::uint32_t i = 0; i < grid.width * grid.height; ++i) {
        const auto part = [] { return static_cast<double>(*rc::gen::inRange(-1000, 1001)); };
        grid.points.push_back({part(), part(), part(), part(), part()});
    }
    const std::uint32_t u = *rc::gen::inRange(1u, 9u);
    const std::uint32_t v = *rc::gen::inRange(1u, 9u);
    const Mesh mesh = fixed(grid, u, v);
    RC_ASSERT(mesh.columns == grid.view().pieces_u() * u + 1);
    RC_ASSERT(mesh.rows == grid.view().pieces_v() * v + 1);
    for (std::uint32_t i = 0; i < mesh.columns; ++i) {
        for (std::uint32_t j = 0; j < mesh.rows; ++j) {
            const flatline_doom3_vertex p = flatline::engine::doom3::evaluate(
                grid.view(), 1.0 * i / (mesh.columns - 1), 1.0 * j / (mesh.rows - 1));
            const flatline_doom3_vertex& q = mesh.at(i, j);
            RC_ASSERT(std::fabs(p.x - q.x) + std::fabs(p.y - q.y) + std::fabs(p.z - q.z) +
                          std::fabs(p.s - q.s) + std::fabs(p.t - q.t) <
                      1e-9);
            const double length = std::hypot(q.normal[0], q.normal[1], q.normal[2]);
            RC_ASSERT(length == 0 || std::fabs(length - 1) < 1e-12);
        }
    }
}

TEST(Tessellate, AnEvenSizeEndsAtItsLastWholePiece) {
    Grid grid = arch({{0, 0}, {32, 128}, {64, 0}, {999, 999}});
    const Mesh mesh = fixed(grid, 2, 2);
    EXPECT_EQ(mesh.columns, 3u);
    EXPECT_EQ(mesh.at(2, 0).x, 64);
}

TEST(Tessellate, HalvingEnds) {
    for (const double x : {1e9, 1e200, std::numeric_limits<double>::max()}) {
        const Mesh mesh = adaptive(arch({{0, 0}, {x, -x}, {-x, x}}), 4);
        EXPECT_LE(mesh.columns, 2u * 256 + 1) << x;
        for (const flatline_doom3_vertex& v : mesh.vertices) {
            EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z));
        }
    }
    // The largest bend that the world has stops where 4 units are reached.
    const double w = 131072;
    Grid grid = arch({{-w, -w}, {w, w}, {-w, -w}});
    for (std::size_t i = 0; i < 9; ++i) grid.points[i].y = i / 3 == 1 ? w : -w;
    EXPECT_EQ(adaptive(grid, 4, false).columns, 2u * 256 + 1);
    for (const double error : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_LE(adaptive(corner(), error).columns, 2u * 256 + 1) << error;
    }
}

TEST(Straighten, ByTheNeighboursThatAreLeft) {
    // A slight bend: each column lies within 0.2 of the line between its neighbours, but not of the
    // lines that remain once others are removed.
    std::vector<flatline_doom3_vertex> vertices;
    for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 9; ++i) vertices.push_back({1.0 * i, 1.0 * j, 0.04 * i * i, 0, 0, {}});
    }
    std::uint32_t columns = 9;
    std::uint32_t rows = 2;
    flatline::engine::doom3::straighten(vertices.data(), columns, rows);
    EXPECT_GT(columns, 2u);
    EXPECT_LT(columns, 9u);
    EXPECT_EQ(rows, 2u);
    EXPECT_EQ(vertices[0].x, 0);
    EXPECT_EQ(vertices[columns - 1].x, 8);
    EXPECT_EQ(vertices[columns].y, 1);
    EXPECT_EQ(vertices[2 * columns - 1].x, 8);
}

TEST(Straighten, NeighboursThatAreOnePoint) {
    const auto at = [](double x) { return flatline_doom3_vertex{x, 0, 0, 0, 0, {}}; };
    std::vector<flatline_doom3_vertex> vertices = {at(0), at(5), at(0), at(0), at(5), at(0)};
    std::uint32_t columns = 3;
    std::uint32_t rows = 2;
    flatline::engine::doom3::straighten(vertices.data(), columns, rows);
    EXPECT_EQ(columns, 3u);  // there and back is not straight
}

TEST(FillIndices, ClockwiseSeenFromTheNormals) {
    const Mesh mesh = fixed(corner(), 4, 2);
    std::vector<std::uint32_t> indices(6 * 4 * 2);
    flatline::engine::doom3::fill_indices(100, mesh.columns, mesh.rows, indices.data());
    for (const std::uint32_t v : indices) {
        EXPECT_GE(v, 100u);
        EXPECT_LT(v, 100 + mesh.vertices.size());
    }
    // The first cell: v1, v3, v2 and v1, v4, v3.
    const std::vector<std::uint32_t> first(indices.begin(), indices.begin() + 6);
    EXPECT_EQ(first, (std::vector<std::uint32_t>{100, 106, 101, 100, 105, 106}));
    EXPECT_EQ(indices[6], 105u);  // cells go up a column first
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        Vec3 p[3];
        for (std::size_t k = 0; k < 3; ++k) {
            const flatline_doom3_vertex& v = mesh.vertices[indices[i + k] - 100];
            p[k] = {v.x, v.y, v.z};
        }
        const flatline_doom3_vertex& v = mesh.vertices[indices[i] - 100];
        const Vec3 side = flatline::engine::doom3::cross(minus(p[1], p[0]), minus(p[2], p[0]));
        EXPECT_LT(side.x * v.normal[0] + side.y * v.normal[1] + side.z * v.normal[2], 0);
    }
}

}  // namespace
