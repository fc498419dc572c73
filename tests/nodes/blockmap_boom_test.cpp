// Boom's blockmap against a slow builder that looks at every column and row of every line, and a
// few lines whose cells were found by hand. What ports build themselves: blockmap_ports_test.cpp.
#include "nodes/blockmap_boom.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "mapgen.hpp"
#include "model/load.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/blockmap_tools.hpp"
#include "support/corpus.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"

namespace blockmap_boom_test {

using flatline::engine::BlockmapStyle;
using flatline::engine::View;

int block(int distance) { return static_cast<int>(std::floor(distance / 128.0)); }

// A coordinate as ports load it, a number of 1 / 65536 units, and what is left of it at FRACBITS.
int whole(double value) {
    const auto fixed = static_cast<long long>(value * 65536);
    return static_cast<int>(fixed / 65536 - (fixed % 65536 < 0 ? 1 : 0));
}

// What Boom takes a line for at a corner. It asks the sign of dx ^ dy: with both of one sign, where
// 0 counts as positive, that is 0 for equal numbers only, else positive. It asks for upright lines
// before at the edges of rows, and for level ones behind at the edges of columns, where none is
// left.
enum class Kind { falling, rising, upright, neither };
Kind kind(int dx, int dy, bool at_row) {
    if (at_row && dx == 0) return dy < 0 ? Kind::falling : Kind::upright;
    if ((dx < 0) != (dy < 0)) return Kind::falling;
    return dx == dy ? Kind::neither : Kind::rising;
}

// Lists by cell, each with the newest line in front.
struct SlowBoom {
    int left, low, columns, rows;
    std::vector<std::vector<std::uint32_t>> lists;

    SlowBoom(View<flatline_vertex> vertices, View<flatline_linedef> lines) {
        left = low = INT32_MAX;
        int right = INT32_MIN, top = INT32_MIN;
        for (const flatline_vertex& v : vertices) {
            left = std::min(left, whole(v.x)), right = std::max(right, whole(v.x));
            low = std::min(low, whole(v.y)), top = std::max(top, whole(v.y));
        }
        columns = (right - left + 1 + 127) / 128;
        rows = (top - low + 1 + 127) / 128;
        lists.resize(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            add(static_cast<std::uint32_t>(i), vertices[lines[i].v1], vertices[lines[i].v2]);
        }
    }

    void list(std::uint32_t line, int column, int row) {
        if (column < 0 || row < 0 || column >= columns || row >= rows) return;
        auto& cell = lists[static_cast<std::size_t>(row * columns + column)];
        if (cell.empty() || cell.front() != line) cell.insert(cell.begin(), line);
    }

    // The cells of a point where the line crosses an edge; `left_of` and `below` say whether the
    // line goes on to the left of the point and below it.
    void list_corner(std::uint32_t line, int column, int row, Kind kind, bool left_of, bool below,
                     bool at_row) {
        if (kind == Kind::falling) {
            if (below) list(line, column, row - 1);
            if (left_of) list(line, column - 1, row);
        }
        const bool goes_on = at_row ? below : left_of;
        if (kind == Kind::rising && goes_on) list(line, column - 1, row - 1);
        if (kind == Kind::upright && goes_on) list(line, column, row - 1);
    }

    void add(std::uint32_t line, const flatline_vertex& from, const flatline_vertex& to) {
        const int x1 = whole(from.x), x2 = whole(to.x), y1 = whole(from.y), y2 = whole(to.y);
        const long long dx = x2 - x1, dy = y2 - y1;
        list(line, block(x1 - left), block(y1 - low));
        list(line, block(x2 - left), block(y2 - low));
        for (int column = 0; column < columns && dx != 0; ++column) {
            const int x = left + 128 * column;
            if (x < std::min(x1, x2) || x > std::max(x1, x2)) continue;
            const int y = static_cast<int>(dy * (x - x1) / dx) + y1;
            const int row = block(y - low);
            const bool left_of = std::min(x1, x2) < x, below = std::min(y1, y2) < y;
            list(line, column, row);
            if ((y - low) % 128 == 0) {
                list_corner(line, column, row, kind(x2 - x1, y2 - y1, false), left_of, below,
                            false);
            } else if (left_of) {
                list(line, column - 1, row);
            }
        }
        for (int row = 0; row < rows && dy != 0; ++row) {
            const int y = low + 128 * row;
            if (y < std::min(y1, y2) || y > std::max(y1, y2)) continue;
            const int x = static_cast<int>(dx * (y - y1) / dy) + x1;
            const int column = block(x - left);
            const bool left_of = std::min(x1, x2) < x, below = std::min(y1, y2) < y;
            list(line, column, row);
            if ((x - left) % 128 == 0) {
                list_corner(line, column, row, kind(x2 - x1, y2 - y1, true), left_of, below, true);
            } else if (below) {
                list(line, column, row - 1);
            }
        }
    }
};

void expect_as_slow(View<flatline_vertex> vertices, View<flatline_linedef> lines,
                    const std::string& name) {
    blockmap_tools::Blockmap built;
    flatline::engine::Budget budget(1ull << 32);
    flatline::engine::Reservation scratch;
    ASSERT_EQ(flatline::engine::nodes::build_blockmap(vertices, lines, {}, {}, budget, scratch,
                                                      built.memory, built.findings, built.map,
                                                      BlockmapStyle::boom),
              flatline::engine::Outcome::ok);
    const SlowBoom slow(vertices, lines);
    ASSERT_EQ(built.map.columns, static_cast<std::uint32_t>(slow.columns)) << name;
    ASSERT_EQ(built.map.rows, static_cast<std::uint32_t>(slow.rows)) << name;
    EXPECT_EQ(built.map.origin_x, slow.left);
    EXPECT_EQ(built.map.origin_y, slow.low);
    for (std::size_t i = 0; i < slow.lists.size(); ++i) {
        const auto cell = flatline::engine::cell_lines(built.map, static_cast<std::uint32_t>(i));
        ASSERT_EQ(std::vector<std::uint32_t>(cell.begin(), cell.end()), slow.lists[i])
            << name << ", cell " << i;
    }
    EXPECT_LE(budget.used(), budget.announced());
}

TEST(BlockmapBoom, RandomLinesAndCorners) {
    std::mt19937 random(11);
    for (int round = 0; round < 200; ++round) {
        std::vector<flatline_vertex> vertices;
        std::vector<flatline_linedef> lines;
        for (std::uint32_t i = 0; i < 30; ++i) {
            // A quarter each: on corners of cells, whole, with a fraction, near whole numbers in
            // steps that 16.16 does not have.
            constexpr double kUnits[] = {128, 1, 1 / 8.0, 128 + 0x1p-19};
            const double unit = kUnits[round % 4];
            const int most = static_cast<int>(900 / unit);
            std::uniform_int_distribution<int> at(-most, most);
            vertices.push_back({at(random) * unit, at(random) * unit});
            flatline_linedef line{};
            line.v1 = i;
            line.v2 = (i * 7 + 3) % 30;
            lines.push_back(line);
        }
        expect_as_slow({vertices.data(), vertices.size()}, {lines.data(), lines.size()},
                       "round " + std::to_string(round));
    }
}

TEST(BlockmapBoom, ListsDescendAndLoadsCanAskForIt) {
    flatline::engine::mapgen::Options made;
    made.target_bytes = 60'000;
    const std::string text = flatline::engine::mapgen::generate(made).text;
    flatline::engine::LoadOptions options;
    options.products = FLATLINE_PRODUCT_BLOCKMAP;
    options.blockmap_style = BlockmapStyle::boom;
    const auto result = flatline::engine::load_borrowed(load_text::bytes(text), options);
    ASSERT_TRUE(result);
    const flatline_blockmap& map = result.value.blockmap();
    ASSERT_NE(map.entry_count, 0u);
    for (std::uint32_t i = 0; i < map.columns * map.rows; ++i) {
        const auto cell = flatline::engine::cell_lines(map, i);
        EXPECT_TRUE(std::is_sorted(cell.begin(), cell.end(), std::greater<>()));
    }
    expect_as_slow(result.value.vertices(), result.value.linedefs(), "generated");
}

TEST(BlockmapBoom, MapsOfTheCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    for (const std::string& path : corpus::files("udmf-eternity")) {
        for (const corpus::TextMap& map : corpus::maps_of(path)) {
            if (map.text.size() > 400'000) continue;
            const auto result = flatline::engine::load_borrowed(load_text::bytes(map.text));
            if (!result || result.value.linedefs().empty()) continue;
            expect_as_slow(result.value.vertices(), result.value.linedefs(), map.name);
        }
    }
}

std::vector<std::uint32_t> cells_of(const flatline::engine::BlockmapGrid& grid,
                                    const flatline_vertex& a, const flatline_vertex& b,
                                    std::size_t most = SIZE_MAX, bool* whole = nullptr) {
    std::vector<std::uint32_t> cells;
    const bool ended =
        flatline::engine::nodes::for_each_boom_cell(grid, a, b, [&](std::uint32_t cell) {
            cells.push_back(cell);
            return cells.size() < most;
        });
    if (whole != nullptr) *whole = ended;
    return cells;
}

// Of a line that leaves the grid on any side the cells are those that lie in it.
TEST(BlockmapBoom, LinesThatLeaveTheGrid) {
    const flatline::engine::BlockmapGrid all{-1280, -1280, 20, 20}, part{-256, -128, 4, 3};
    std::mt19937 random(12);
    std::uniform_int_distribution<int> at(-9, 9);
    for (int round = 0; round < 2000; ++round) {
        const double unit = round % 2 == 0 ? 128 : 61;
        const flatline_vertex a{at(random) * unit, at(random) * unit};
        const flatline_vertex b{at(random) * unit, at(random) * unit};
        std::set<std::uint32_t> inside;
        for (const std::uint32_t cell : cells_of(all, a, b)) {
            const std::uint32_t column = cell % 20 - 8, row = cell / 20 - 9;  // of part; may wrap
            if (column < 4 && row < 3) inside.insert(row * 4 + column);
        }
        const std::vector<std::uint32_t> cells = cells_of(part, a, b);
        ASSERT_EQ(std::set<std::uint32_t>(cells.begin(), cells.end()), inside) << round;
    }
}

std::set<std::uint32_t> set_of(const flatline::engine::BlockmapGrid& grid, const flatline_vertex& a,
                               const flatline_vertex& b) {
    const std::vector<std::uint32_t> cells = cells_of(grid, a, b);
    return {cells.begin(), cells.end()};
}

// By hand, from P_CreateBlockMap of dsda-doom (ce0a9934, prboom2/src/p_setup.c). Cells of a grid of
// four columns; a line begins in the middle of a cell and goes on over corners.
TEST(BlockmapBoom, LinesOverCorners) {
    using Set = std::set<std::uint32_t>;
    const flatline::engine::BlockmapGrid grid{0, 0, 4, 4};
    // Level, on the edge of a row: to the right also in the cells left below, to the left in its
    // own only.
    EXPECT_EQ(set_of(grid, {64, 128}, {320, 128}), (Set{4, 5, 6, 0, 1}));
    EXPECT_EQ(set_of(grid, {320, 128}, {64, 128}), (Set{4, 5, 6}));
    // Upright: both ways alike.
    EXPECT_EQ(set_of(grid, {128, 64}, {128, 320}), (Set{1, 5, 9}));
    EXPECT_EQ(set_of(grid, {128, 320}, {128, 64}), (Set{1, 5, 9}));
    // With equal differences a corner gives its own cell only; the cells that the line goes through
    // have its ends, or other edges.
    EXPECT_EQ(set_of(grid, {0, 0}, {384, 384}), (Set{0, 5, 10, 15}));
    EXPECT_EQ(set_of(grid, {64, 64}, {128, 128}), (Set{0, 5}));
    EXPECT_EQ(set_of(grid, {128, 128}, {64, 64}), (Set{0, 5}));
    EXPECT_EQ(set_of(grid, {0, 64}, {320, 384}), (Set{0, 4, 5, 9, 10, 14}));
    // Rising otherwise: the cell left below the corner. Falling: those to the left and below.
    EXPECT_EQ(set_of(grid, {0, 64}, {256, 192}), (Set{0, 5, 6}));
    EXPECT_EQ(set_of(grid, {64, 192}, {192, 64}), (Set{4, 5, 1}));
}

// What is finer than 16.16 is cut toward zero before it is floored: docs/blockmap.md.
TEST(BlockmapBoom, CoordinatesAreThoseOfThePort) {
    const std::pair<double, double> kFloors[] = {
        {-0.00001, 0},   {0.00001, 0},     {-0.00002, -1},    {-1 / 65536.0, -1},
        {-5.00001, -5},  {-5.00002, -6},   {-5, -5},          {5.99999, 5},
        {-1e-300, 0},    {-1e300, -1e300}, {32767.99, 32767}, {-32768.00001, -32768},
        {-0.999999, -1}, {0, 0},
    };
    for (const auto& [value, floor] : kFloors) {
        EXPECT_EQ(flatline::engine::nodes::boom_floor(value), floor) << value;
        if (std::fabs(value) < 1e9) {
            EXPECT_EQ(whole(value), floor) << value;
        }
    }
    constexpr flatline_vertex kVertices[] = {{-0.00001, -256.00001}, {128, -0.00001}};
    const View<flatline_vertex> vertices(kVertices, 2);
    const flatline::engine::BlockmapGrid ports =
        flatline::engine::nodes::blockmap_grid(vertices, BlockmapStyle::boom);
    EXPECT_EQ(ports.origin_x, 0);
    EXPECT_EQ(ports.origin_y, -256);
    EXPECT_EQ(ports.columns, 2u);
    EXPECT_EQ(ports.rows, 3u);
    const flatline::engine::BlockmapGrid exact =
        flatline::engine::nodes::blockmap_grid(vertices, BlockmapStyle::touched);
    EXPECT_EQ(exact.origin_x, -1);
    EXPECT_EQ(exact.origin_y, -257);
    EXPECT_EQ(exact.columns, 2u);
    EXPECT_EQ(exact.rows, 3u);
    // It begins on the edge of a column, and not left of it.
    EXPECT_EQ(set_of({-128, 0, 2, 1}, {-0.00001, 5}, {60, 5}), (std::set<std::uint32_t>{1}));
}

TEST(BlockmapBoom, AVisitMayEndIt) {
    const flatline::engine::BlockmapGrid grid{0, 0, 8, 8};
    const flatline_vertex kEnds[][2] = {{{0, 0}, {1000, 700}},   {{0, 640}, {640, 0}},
                                        {{0, 0}, {640, 640}},    {{10, 10}, {10, 900}},
                                        {{900, 128}, {10, 128}}, {{128, 900}, {128, 10}},
                                        {{640, 0}, {0, 640}}};
    for (const auto& ends : kEnds) {
        bool whole = false;
        const std::vector<std::uint32_t> all = cells_of(grid, ends[0], ends[1], SIZE_MAX, &whole);
        EXPECT_TRUE(whole);
        for (std::size_t most = 1; most <= all.size(); ++most) {
            const std::vector<std::uint32_t> some = cells_of(grid, ends[0], ends[1], most, &whole);
            EXPECT_FALSE(whole);
            EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin(), all.begin() + most));
        }
    }
}

TEST(BlockmapBoom, NumbersThatSumsDoNotHold) {
    const flatline::engine::BlockmapGrid grid{0, 0, 8, 8};
    for (const double far : {1073741824.0, -1073741824.0, 1e300, double(NAN), double(INFINITY)}) {
        EXPECT_TRUE(cells_of(grid, {far, 1}, {1, 1}).empty()) << far;
        EXPECT_TRUE(cells_of(grid, {1, far}, {1, 1}).empty()) << far;
        EXPECT_TRUE(cells_of(grid, {1, 1}, {far, 1}).empty()) << far;
        EXPECT_TRUE(cells_of(grid, {1, 1}, {1, far}).empty()) << far;
    }
    EXPECT_EQ(cells_of(grid, {1, 1}, {1073741823.0, 1}).size(), 2 * 8u);
}

}  // namespace blockmap_boom_test
