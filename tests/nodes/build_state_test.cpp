#include "nodes/build_state.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace build_state_test {

using flatline::engine::nodes::Point;
using flatline::engine::nodes::Pool;
using flatline::engine::nodes::Scratch;
using flatline::engine::nodes::VertexGrid;

// A hash without a key, for which points can be looked for.
std::uint64_t weak_hash(std::uint64_t x, std::uint64_t y) {
    std::uint64_t h = x * 0x9E3779B97F4A7C15u ^ y * 0xC2B2AE3D27D4EB4Fu;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9u;
    return h ^ (h >> 32);
}

// Points that were looked for so that their cells meet in one list.
TEST(VertexGrid, PointsMadeToCollideDoNot) {
    const flatline::engine::MemoryHooks hooks;
    Scratch scratch(hooks, 1u << 30);
    VertexGrid grid(scratch);
    Pool<Point> points(scratch);
    for (std::uint64_t cell = 0; points.size() < 2000; ++cell) {
        const std::uint64_t x = cell % 4096;
        const std::uint64_t y = cell / 4096;
        if ((weak_hash(x, y) & 4095) != 0) continue;
        const auto vertex = static_cast<std::uint32_t>(points.size());
        ASSERT_TRUE(points.push({static_cast<double>(8 * x), static_cast<double>(8 * y)}));
        ASSERT_TRUE(grid.insert(points, vertex));
    }
    EXPECT_LE(grid.longest(), 12u);
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        ASSERT_EQ(grid.find(points, points[i], 0.5), i);
    }
}

// Three points share a cell of 8 units, two of them as near to a place as each other.
TEST(VertexGrid, OfEquallyNearVerticesTheLowest) {
    const flatline::engine::MemoryHooks hooks;
    Scratch scratch(hooks, 1u << 30);
    VertexGrid grid(scratch);
    Pool<Point> points(scratch);
    for (const Point& p : {Point{7, 4}, Point{9, 4}, Point{2, 1}, Point{1, 1}, Point{-4096, 800}}) {
        ASSERT_TRUE(points.push(p));
        ASSERT_TRUE(grid.insert(points, static_cast<std::uint32_t>(points.size() - 1)));
    }
    EXPECT_EQ(grid.find(points, {8, 4}, 3.5), 0u) << "the cell of the other is looked at later";
    EXPECT_EQ(grid.find(points, {1.5, 1}, 3.5), 2u) << "both in one cell";
    EXPECT_EQ(grid.find(points, {8, 40}, 3.5), FLATLINE_NONE);
    EXPECT_GE(grid.longest(), 3u);
    EXPECT_LE(grid.longest(), 5u);
}

}  // namespace build_state_test
