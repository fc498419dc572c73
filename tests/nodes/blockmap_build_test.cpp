// The blockmap builder and the walks against the slow membership test.
#include "nodes/blockmap_build.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/orientation.hpp"
#include "mapgen.hpp"
#include "nodes/blockmap_places.hpp"
#include "nodes/blockmap_tools.hpp"
#include "nodes/slow_blockmap.hpp"
#include "support/corpus.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"

namespace {

using blockmap_tools::Blockmap;
using blockmap_tools::Cells;
using flatline::engine::Budget;
using flatline::engine::FindingList;
using flatline::engine::Limits;
using flatline::engine::Outcome;
using flatline::engine::Reservation;
using flatline::engine::View;

Blockmap build(View<flatline_vertex> vertices, View<flatline_linedef> lines,
               const Limits& limits = {}) {
    Blockmap built;
    Budget budget(limits.arena_bytes);
    Reservation scratch;
    built.status = flatline::engine::nodes::build_blockmap(
        vertices, lines, limits, {}, budget, scratch, built.memory, built.findings, built.map);
    built.announced = budget.announced();
    built.used = budget.used();
    return built;
}

struct Lines {
    std::vector<flatline_vertex> vertices;
    std::vector<flatline_linedef> lines;

    View<flatline_vertex> v() const { return {vertices.data(), vertices.size()}; }
    View<flatline_linedef> l() const { return {lines.data(), lines.size()}; }
    void add(double x1, double y1, double x2, double y2) {
        flatline_linedef line{};
        line.v1 = static_cast<std::uint32_t>(vertices.size());
        line.v2 = line.v1 + 1;
        vertices.push_back({x1, y1});
        vertices.push_back({x2, y2});
        lines.push_back(line);
    }
};

void expect_as_slow(View<flatline_vertex> vertices, View<flatline_linedef> lines,
                    const std::string& name, std::uint64_t& unsure) {
    const Blockmap built = build(vertices, lines);
    ASSERT_EQ(built.status, Outcome::ok) << name;
    EXPECT_LE(built.used, built.announced);
    const slow_blockmap::Grid grid = slow_blockmap::grid(vertices);
    ASSERT_EQ(built.map.origin_x, grid.x) << name;
    ASSERT_EQ(built.map.origin_y, grid.y) << name;
    ASSERT_EQ(built.map.columns, grid.columns) << name;
    ASSERT_EQ(built.map.rows, grid.rows) << name;
    const Cells given = built.cells();
    const Cells slow = slow_blockmap::cells(vertices, lines, given, unsure);
    ASSERT_EQ(given, slow) << name;
    // Equal lists are one list, and nothing lies between them.
    std::set<std::vector<std::uint32_t>> lists(given.begin(), given.end());
    std::size_t entries = 0;
    for (const auto& list : lists) {
        entries += list.size();
    }
    EXPECT_EQ(built.map.entry_count, entries) << name;
}

TEST(BlockmapBuild, AnLShapedMap) {
    // The map of docs/blockmap.md, "The BLOCKMAP lump", in another order of lines: 256 by 256.
    Lines map;
    const flatline_vertex corners[] = {{0, 0},     {0, 256},   {128, 256},
                                       {128, 128}, {256, 128}, {256, 0}};
    for (int i = 0; i < 6; ++i) {
        const flatline_vertex a = corners[i];
        const flatline_vertex b = corners[(i + 1) % 6];
        map.add(a.x, a.y, b.x, b.y);
    }
    const Blockmap built = build(map.v(), map.l());
    EXPECT_EQ(built.map.columns, 3u);  // the edge at exactly 256 opens a third column
    EXPECT_EQ(built.map.rows, 3u);
    const Cells cells = built.cells();
    EXPECT_EQ(cells[0], (std::vector<std::uint32_t>{0, 2, 3, 5}));  // touching counts
    EXPECT_EQ(cells[8], (std::vector<std::uint32_t>{}));
    EXPECT_EQ(cells[4], (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(BlockmapBuild, TouchingAnEdgeOrACornerCounts) {
    Lines map;
    map.add(0, 0, 384, 384);      // through corners: all cells around them
    map.add(128, 10, 128, 20);    // on an edge
    map.add(200, 256, 210, 256);  // on an edge
    map.add(256, 128, 256, 128);  // no length, on a corner
    const Cells cells = build(map.v(), map.l()).cells();
    ASSERT_EQ(cells.size(), 16u);
    const auto has = [&](std::size_t column, std::size_t row, std::uint32_t line) {
        const auto& list = cells[row * 4 + column];
        return std::find(list.begin(), list.end(), line) != list.end();
    };
    for (std::size_t row = 0; row < 4; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            const bool near = row + 1 >= column && column + 1 >= row;
            EXPECT_EQ(has(column, row, 0), near) << column << "," << row;
            EXPECT_EQ(has(column, row, 1), row == 0 && (column == 0 || column == 1));
            EXPECT_EQ(has(column, row, 2), column == 1 && (row == 1 || row == 2));
            EXPECT_EQ(has(column, row, 3), (column == 1 || column == 2) && row <= 1);
        }
    }
}

TEST(BlockmapBuild, TheOriginIsTheFloor) {
    Lines map;
    map.add(-100.7, -0.25, -90, 5);
    const Blockmap built = build(map.v(), map.l());
    EXPECT_EQ(built.map.origin_x, -101);
    EXPECT_EQ(built.map.origin_y, -1);
    // A coordinate so near an edge that subtracting the origin rounds onto it.
    Lines edge;
    edge.add(-128, 0, -1e-20, 0);
    edge.add(-128, 0, 1, 1);
    const Cells cells = build(edge.v(), edge.l()).cells();
    ASSERT_EQ(cells.size(), 2u);
    EXPECT_EQ(cells[0], (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(cells[1], (std::vector<std::uint32_t>{1}));
}

TEST(BlockmapBuild, NoVerticesNoCells) {
    const Blockmap built = build({}, {});
    EXPECT_EQ(built.status, Outcome::ok);
    EXPECT_EQ(built.map.columns, 0u);
    EXPECT_EQ(built.map.rows, 0u);
    EXPECT_EQ(flatline::engine::cell_at(flatline::engine::grid_of(built.map), 0, 0), FLATLINE_NONE);
}

TEST(BlockmapBuild, RandomLinesAsTheSlowTest) {
    std::mt19937 random(7);
    std::uint64_t unsure = 0;
    for (int round = 0; round < 300; ++round) {
        Lines map;
        const int count = 1 + static_cast<int>(random() % 60);
        // Grids of halves of a cell to sixteenths of a unit, and free doubles; spread and offset.
        const double step[] = {64, 32, 1, 1.0 / 16, 0};
        const double unit = step[round % 5];
        const double spread = round % 2 == 0 ? 500 : 3000;
        const auto coordinate = [&] {
            const double value =
                std::uniform_real_distribution<double>(-spread, spread)(random) - 1000;
            return unit == 0 ? value : std::floor(value / unit) * unit;
        };
        for (int i = 0; i < count; ++i) {
            const double x = coordinate();
            const double y = coordinate();
            switch (random() % 4) {
                case 0:
                    map.add(x, y, x, coordinate());
                    break;
                case 1:
                    map.add(x, y, coordinate(), y);
                    break;
                case 2:
                    map.add(x, y, x + unit * static_cast<double>(random() % 9), y - 4 * unit);
                    break;
                default:
                    map.add(x, y, coordinate(), coordinate());
            }
        }
        expect_as_slow(map.v(), map.l(), "round " + std::to_string(round), unsure);
    }
    EXPECT_EQ(unsure, 0u);
}

TEST(BlockmapBuild, CornersMissedByTheLastBit) {
    // Lines through the corner (128, 128) of a cell, and those one unit in the last place beside.
    std::uint64_t unsure = 0;
    for (int i = 1; i < 200; ++i) {
        const double slope = 1.0 / i;
        for (const double nudge : {0.0, 1.0, -1.0}) {
            Lines map;
            map.add(0, 0, 1, 1);
            double y = 128 + slope * 128;
            y = nudge == 0 ? y : std::nextafter(y, nudge > 0 ? 1e9 : -1e9);
            map.add(0, 128 - slope * 128, 256, y);
            map.add(256, 256, 257, 257);
            expect_as_slow(map.v(), map.l(), std::to_string(i), unsure);
        }
    }
    EXPECT_EQ(unsure, 0u);
}

TEST(BlockmapBuild, GeneratedMapsAsTheSlowTest) {
    std::uint64_t unsure = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        flatline::engine::mapgen::Options options;
        options.target_bytes = 150'000;
        options.seed = seed;
        const std::string text = flatline::engine::mapgen::generate(options).text;
        const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
        ASSERT_TRUE(result);
        expect_as_slow(result.value.vertices(), result.value.linedefs(), std::to_string(seed),
                       unsure);
    }
    EXPECT_EQ(unsure, 0u);
}

TEST(BlockmapBuild, TheOpenCorpusAsTheSlowTest) {
    if (!corpus::present()) {
        GTEST_SKIP() << needs::corpus();
    }
    std::uint64_t unsure = 0;
    std::uint64_t maps = 0;
    for (const std::string& file : corpus::files()) {
        for (const corpus::TextMap& map : corpus::maps_of(file)) {
            const flatline::engine::LoadResult<flatline::engine::Map> result =
                load_text::load(map.text);
            if (!result) {
                continue;
            }
            ++maps;
            expect_as_slow(result.value.vertices(), result.value.linedefs(),
                           corpus::short_name(file) + ":" + map.name, unsure);
        }
    }
    EXPECT_GT(maps, 20u);
    EXPECT_EQ(unsure, 0u);
}

TEST(BlockmapBuild, LimitsAreExact) {
    Lines map;
    map.add(0, 0, 500, 0);
    map.add(0, 300, 500, 0);
    const Blockmap free = build(map.v(), map.l());
    const std::uint64_t cells = std::uint64_t{free.map.columns} * free.map.rows;
    std::uint64_t entries = 0;
    for (const auto& list : free.cells()) {
        entries += list.size();
    }
    Limits limits;
    limits.blockmap_cells = cells;
    limits.blockmap_entries = entries;
    EXPECT_EQ(build(map.v(), map.l(), limits).status, Outcome::ok);
    limits.blockmap_cells = cells - 1;
    Blockmap built = build(map.v(), map.l(), limits);
    ASSERT_EQ(built.status, Outcome::refused);
    ASSERT_EQ(built.findings.kept().size(), 1u);
    EXPECT_EQ(load_text::rule_id(built.findings.kept()[0]), "limit-blockmap-cells");
    EXPECT_EQ(built.findings.kept()[0].a, static_cast<std::int64_t>(cells));
    EXPECT_EQ(built.used, 0u);
    limits.blockmap_cells = cells;
    limits.blockmap_entries = entries - 1;
    built = build(map.v(), map.l(), limits);
    ASSERT_EQ(built.status, Outcome::refused);
    EXPECT_EQ(load_text::rule_id(built.findings.kept()[0]), "limit-blockmap-entries");
    EXPECT_EQ(built.map.cells, nullptr);
    EXPECT_EQ(built.used, 0u);
    limits = {};
    limits.arena_bytes = 100;
    EXPECT_EQ(build(map.v(), map.l(), limits).status, Outcome::over_limit);
    // What is taken only while it builds counts as well.
    limits.arena_bytes = free.announced;
    EXPECT_EQ(build(map.v(), map.l(), limits).status, Outcome::ok);
    limits.arena_bytes -= 1;
    EXPECT_EQ(build(map.v(), map.l(), limits).status, Outcome::over_limit);
}

// Lines in one cell each, which are listed as they are counted.
TEST(BlockmapBuild, TheLimitIsMetByShortLinesToo) {
    Lines map;
    for (int i = 0; i < 20; ++i) map.add(1, 1, 2, 2);
    Limits limits;
    limits.blockmap_entries = 20;
    EXPECT_EQ(build(map.v(), map.l(), limits).status, Outcome::ok);
    limits.blockmap_entries = 12;
    const Blockmap built = build(map.v(), map.l(), limits);
    ASSERT_EQ(built.status, Outcome::refused);
    ASSERT_EQ(built.findings.kept().size(), 1u);
    EXPECT_EQ(load_text::rule_id(built.findings.kept()[0]), "limit-blockmap-entries");
    EXPECT_EQ(built.findings.kept()[0].a, 13);
}

// Upright, level and slanting lines of many lengths, more cells than are kept from the counting.
TEST(BlockmapBuild, LongLinesAmongShortOnesAsTheSlowTest) {
    std::uint64_t unsure = 0;
    for (const double length : {0.0, 127.0, 128.0, 129.0, 1023.0, 1024.0, 1025.0, 3000.0}) {
        Lines map;
        for (int i = 0; i < 40; ++i) {
            const double x = i * 64, y = i % 7 * 100;
            map.add(x, y, x + length, y);
            map.add(x, y, x, y + length);
            map.add(x, y + length, x, y);
            map.add(x + length, y, x, y + 30);
            map.add(x, y, x + length, y + length / 3);
            map.add(x, y + length, x + length / 2, y);
        }
        expect_as_slow(map.v(), map.l(), std::to_string(length), unsure);
    }
    EXPECT_EQ(unsure, 0u);
}

TEST(BlockmapBuild, PlacesAreThoseOfTheWalks) {
    std::mt19937 random(19);
    for (const double origin : {0.0, -4294967296.0, -101.0, 7.0}) {
        const auto expect_same = [&](double value) {
            const auto position = flatline::engine::detail::block_position(value, origin);
            const auto expected = 2 * position.cell + (position.on_edge ? 0 : 1);
            EXPECT_EQ(flatline::engine::nodes::grid_place(value, static_cast<std::int64_t>(origin)),
                      expected)
                << value << " from " << origin;
        };
        for (const double cell : {0.0, 1.0, 2.0, 1000.0, 33554431.0}) {
            const double edge = origin + cell * 128;
            for (const double value : {edge, std::nextafter(edge, 1e30), edge + 0.5, edge + 127.5,
                                       std::nextafter(edge + 128, -1e30), edge + 128}) {
                expect_same(value);
            }
            if (cell > 0) expect_same(std::nextafter(edge, -1e30));
        }
        for (int i = 0; i < 1000; ++i) {
            expect_same(origin + static_cast<double>(random()) / (i % 2 != 0 ? 65536 : 1000));
        }
    }
}

// One is as far away as a number may be, the others are beyond it.
TEST(BlockmapBuild, LinesBeyondReachAreInNoCell) {
    for (const double at : {4294967200.0, 4294967297.0, 1e15, -1e15}) {
        Lines map;
        map.add(at, 0, at + 64, 64);
        map.add(at + 16, 32, at + 16, 32);
        const Blockmap built = build(map.v(), map.l());
        ASSERT_EQ(built.status, Outcome::ok) << at;
        EXPECT_EQ(built.map.columns, 1u) << at;
        EXPECT_EQ(built.map.entry_count, at == 4294967200.0 ? 2u : 0u) << at;
    }
}

// Where one vertex is beyond reach, the lines of the others are walked without places.
TEST(BlockmapBuild, LinesBesideOneBeyondReachAsTheSlowTest) {
    const double at = 4294967296.0 - 500;
    Lines map;
    map.add(at, 0, at + 300, 200);
    map.add(at + 450, 10, at + 20, 390);
    map.add(at + 130, 380, at + 140, 5);
    map.add(at + 260, 300, at + 600, 310);
    const Blockmap built = build(map.v(), map.l());
    ASSERT_EQ(built.status, Outcome::ok);
    EXPECT_EQ(built.map.columns, 5u);
    EXPECT_EQ(built.map.rows, 4u);
    const Cells given = built.cells();
    std::uint64_t unsure = 0;
    EXPECT_EQ(given, slow_blockmap::cells(map.v(), {map.lines.data(), 3}, given, unsure));
    EXPECT_EQ(unsure, 0u);
}

TEST(BlockmapBuild, EmptyCellsHaveNoPlace) {
    Lines map;
    map.add(1, 1, 2, 2);
    map.add(1000, 1000, 1001, 1001);
    const Blockmap built = build(map.v(), map.l());
    ASSERT_EQ(built.status, Outcome::ok);
    ASSERT_EQ(built.map.columns * built.map.rows, 64u);
    for (std::size_t i = 0; i < 63; ++i) {
        EXPECT_EQ(built.map.cells[i].first, 0u) << i;
        EXPECT_EQ(built.map.cells[i].count, i == 0 ? 1u : 0u) << i;
    }
    EXPECT_EQ(built.map.cells[63].first, 1u);
}

// A thousand lines in one cell: the memory to work in comes to more than the blockmap.
TEST(BlockmapBuild, MemoryToWorkInIsChargedByItself) {
    Lines map;
    for (int i = 0; i < 1000; ++i) map.add(1, 1, 2, 2);
    Limits limits;
    limits.arena_bytes = 8000;
    const Blockmap built = build(map.v(), map.l(), limits);
    EXPECT_EQ(built.status, Outcome::over_limit);
    EXPECT_EQ(built.used, 0u);
    EXPECT_EQ(built.memory.data(), nullptr);
}

TEST(BlockmapBuild, AHugeGridIsRefusedBeforeMemoryIsAsked) {
    Lines map;
    map.add(-2147483647.0, -2147483647.0, 2147483647.0, 2147483647.0);
    const Blockmap built = build(map.v(), map.l());
    EXPECT_EQ(built.status, Outcome::refused);
    EXPECT_EQ(built.announced, 0u);
}

TEST(BlockmapBuild, FourHundredThousandLinesOnAFullMap) {
    std::mt19937 random(3);
    Lines map;
    map.add(-32768, -32768, -32768, -32700);
    map.add(32768, 32768, 32768, 32700);
    for (int i = 0; i < 400'000; ++i) {
        const double x = static_cast<double>(random() % 65000) - 32500;
        const double y = static_cast<double>(random() % 65000) - 32500;
        map.add(x, y, x + static_cast<double>(random() % 400) - 200,
                y + static_cast<double>(random() % 400) - 200);
    }
    const Blockmap built = build(map.v(), map.l());
    ASSERT_EQ(built.status, Outcome::ok);
    EXPECT_EQ(built.map.columns, 513u);
    EXPECT_EQ(built.map.rows, 513u);
    EXPECT_LT(built.announced, 32u << 20);
}

// ---- Walks -------------------------------------------------------------------------------------

TEST(BlockmapWalk, SegmentsVisitTheCellsTheyMeetOnceAndInOrder) {
    std::mt19937 random(11);
    const flatline::engine::BlockmapGrid grid{-300, 77, 13, 9};
    for (int round = 0; round < 20'000; ++round) {
        const double unit = round % 3 == 0 ? 64 : (round % 3 == 1 ? 1 : 0.125);
        const auto pick = [&](double origin) {
            return origin + unit * std::floor(std::uniform_real_distribution<double>(
                                       -900 / unit, 2400 / unit)(random));
        };
        const flatline_vertex a{pick(-300), pick(77)};
        const flatline_vertex b = round % 50 == 0 ? a : flatline_vertex{pick(-300), pick(77)};
        std::vector<std::uint32_t> walked;
        EXPECT_TRUE(flatline::engine::for_each_cell_on_segment(grid, a.x, a.y, b.x, b.y,
                                                               [&](std::uint32_t cell) {
                                                                   walked.push_back(cell);
                                                                   return true;
                                                               }));
        std::set<std::uint32_t> expected;
        for (std::uint32_t cell = 0; cell < grid.columns * grid.rows; ++cell) {
            if (slow_blockmap::meets(a, b, grid.origin_x + 128.0 * (cell % grid.columns),
                                     grid.origin_y + 128.0 * (cell / grid.columns)) ==
                slow_blockmap::Meets::yes) {
                expected.insert(cell);
            }
        }
        ASSERT_EQ(walked.size(), expected.size()) << round;
        ASSERT_EQ(std::set<std::uint32_t>(walked.begin(), walked.end()), expected) << round;
        for (std::size_t i = 1; i < walked.size(); ++i) {
            const auto at = [&](std::size_t k) {
                return static_cast<int>(walked[k] % grid.columns);
            };
            ASSERT_TRUE(b.x >= a.x ? at(i) >= at(i - 1) : at(i) <= at(i - 1));
        }
        if (!walked.empty()) {
            int calls = 0;
            EXPECT_FALSE(flatline::engine::for_each_cell_on_segment(
                grid, a.x, a.y, b.x, b.y, [&](std::uint32_t) { return ++calls, false; }));
            EXPECT_EQ(calls, 1);
        }
    }
}

TEST(BlockmapWalk, BoxesAndPoints) {
    const flatline::engine::BlockmapGrid grid{0, 0, 4, 4};
    const auto cells = [&](double l, double b, double r, double t) {
        std::vector<std::uint32_t> found;
        flatline::engine::for_each_cell_in_box(grid, l, b, r, t, [&](std::uint32_t cell) {
            found.push_back(cell);
            return true;
        });
        return found;
    };
    EXPECT_EQ(cells(10, 10, 20, 20), (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(cells(128, 128, 128, 128), (std::vector<std::uint32_t>{0, 1, 4, 5}));
    EXPECT_EQ(cells(-500, -500, -1, -1), (std::vector<std::uint32_t>{}));
    EXPECT_EQ(cells(-500, -500, 5000, 5000).size(), 16u);
    const double reach = 4294967296;
    EXPECT_EQ(cells(-reach, -reach, reach, reach).size(), 16u);
    EXPECT_EQ(cells(NAN, 0, 1, 1).size(), 0u);
    EXPECT_EQ(cells(-INFINITY, 0, INFINITY, 1).size(), 0u);
    EXPECT_EQ(flatline::engine::cell_at(grid, 0, 0), 0u);
    EXPECT_EQ(flatline::engine::cell_at(grid, 127.999, 128), 4u);
    EXPECT_EQ(flatline::engine::cell_at(grid, -0.001, 0), FLATLINE_NONE);
    EXPECT_EQ(flatline::engine::cell_at(grid, -0.001, 128), FLATLINE_NONE)
        << "nor the end of the row below";
    EXPECT_EQ(flatline::engine::cell_at(grid, 512, 0), FLATLINE_NONE);
    EXPECT_EQ(flatline::engine::cell_at(grid, 1e300, NAN), FLATLINE_NONE);
    EXPECT_EQ(flatline::engine::cell_at(grid, -1, 128), FLATLINE_NONE)
        << "no cell of the row below";
    EXPECT_EQ(flatline::engine::cell_at(grid, 512, 128), FLATLINE_NONE) << "nor of the one above";
    EXPECT_EQ(flatline::engine::cell_at(grid, 0, 512), FLATLINE_NONE);
}

// 421.6... + 61 * 128 is a little more than this place, and less than it once it is rounded.
TEST(BlockmapWalk, AnEdgeThatIsRounded) {
    const flatline::engine::BlockmapGrid grid{421.603508826728, 0, 100, 1};
    EXPECT_EQ(flatline::engine::cell_at(grid, 8229.603508826727, 0), 61u);
}

TEST(BlockmapWalk, ABoxMeetsTheLinesOfItsCells) {
    Lines map;
    map.add(0, 0, 10, 10);
    map.add(600, 10, 700, 20);
    map.add(10, 600, 20, 700);
    const Blockmap built = build(map.v(), map.l());
    std::vector<std::uint32_t> memory(map.lines.size());
    flatline::engine::LineMarks marks(memory.data(), memory.size());
    const auto lines = [&](double l, double b, double r, double t) {
        std::vector<std::uint32_t> found;
        flatline::engine::for_each_line_in_box(built.map, marks, l, b, r, t,
                                               [&](std::uint32_t line) {
                                                   found.push_back(line);
                                                   return true;
                                               });
        return found;
    };
    EXPECT_EQ(lines(500, 5, 690, 690), (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(lines(5, 500, 690, 690), (std::vector<std::uint32_t>{2}));
    EXPECT_EQ(lines(1, 1, 690, 20), (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(lines(1, 1, 20, 690), (std::vector<std::uint32_t>{0, 2}));
}

TEST(BlockmapWalk, EachLineOnce) {
    Lines map;
    for (int i = 0; i < 50; ++i) {
        map.add(0, 40.0 * i, 2000, 2000 - 40.0 * i);
    }
    const Blockmap built = build(map.v(), map.l());
    std::vector<std::uint32_t> memory(map.lines.size(), 99);
    flatline::engine::LineMarks marks(memory.data(), memory.size());
    for (int round = 0; round < 3; ++round) {
        std::vector<std::uint32_t> lines;
        flatline::engine::for_each_line_in_box(built.map, marks, 0, 0, 2000, 2000,
                                               [&](std::uint32_t line) {
                                                   lines.push_back(line);
                                                   return true;
                                               });
        EXPECT_EQ(lines.size(), 50u);
        std::sort(lines.begin(), lines.end());
        EXPECT_EQ(std::unique(lines.begin(), lines.end()), lines.end());
        lines.clear();
        flatline::engine::for_each_line_near_segment(built.map, marks, 0, 5, 2000, 5,
                                                     [&](std::uint32_t line) {
                                                         lines.push_back(line);
                                                         return true;
                                                     });
        std::sort(lines.begin(), lines.end());
        EXPECT_EQ(std::unique(lines.begin(), lines.end()), lines.end());
        EXPECT_FALSE(lines.empty());
    }
}

TEST(BlockmapWalk, AVisitMayEndIt) {
    Lines map;
    for (int i = 0; i < 20; ++i) map.add(0, 60.0 * i, 2000, 60.0 * i + 300);
    const Blockmap built = build(map.v(), map.l());
    std::vector<std::uint32_t> memory(map.lines.size());
    flatline::engine::LineMarks marks(memory.data(), memory.size());
    const auto box = [&](auto visit) {
        return flatline::engine::for_each_line_in_box(built.map, marks, 0, 0, 2000, 2000, visit);
    };
    const auto segment = [&](auto visit) {
        return flatline::engine::for_each_line_near_segment(built.map, marks, 3, 0, 1900, 1500,
                                                            visit);
    };
    const auto check = [](const auto& walk) {
        std::vector<std::uint32_t> all;
        EXPECT_TRUE(walk([&](std::uint32_t line) {
            all.push_back(line);
            return true;
        }));
        ASSERT_GT(all.size(), 10u);
        for (std::size_t most = 1; most <= all.size(); ++most) {
            std::vector<std::uint32_t> some;
            EXPECT_FALSE(walk([&](std::uint32_t line) {
                some.push_back(line);
                return some.size() < most;
            }));
            EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin(), all.begin() + most));
        }
    };
    check(box);
    check(segment);
}

TEST(BlockmapWalk, NumbersBeyondReachHaveNoCells) {
    const flatline::engine::BlockmapGrid grid{0, 0, 4, 4};
    const auto count = [&](double x1, double y1, double x2, double y2) {
        std::size_t cells = 0;
        const auto visit = [&](std::uint32_t) { return ++cells != 0; };
        EXPECT_TRUE(flatline::engine::for_each_cell_on_segment(grid, x1, y1, x2, y2, visit));
        EXPECT_TRUE(flatline::engine::for_each_cell_in_box(grid, x1, y1, x2, y2, visit));
        return cells;
    };
    EXPECT_EQ(count(1, 1, 2, 2), 2u);
    for (const double far : {4294967297.0, double(NAN)}) {
        EXPECT_EQ(count(far, 1, 2, 2), 0u);
        EXPECT_EQ(count(1, far, 2, 2), 0u);
        EXPECT_EQ(count(1, 1, far, 2), 0u);
        EXPECT_EQ(count(1, 1, 2, far), 0u);
    }
    EXPECT_EQ(flatline::engine::cell_at(grid, 1, 512), FLATLINE_NONE);
    EXPECT_EQ(flatline::engine::cell_at(grid, 1, -1), FLATLINE_NONE);
    EXPECT_EQ(flatline::engine::cell_at(grid, -1, 1), FLATLINE_NONE);
}

TEST(BlockmapWalk, ManyThreadsAskOneBlockmap) {
    Lines map;
    for (int i = 0; i < 60; ++i) {
        map.add(0, 40.0 * i, 2400, 2400 - 40.0 * i);
    }
    const Blockmap built = build(map.v(), map.l());
    std::vector<std::size_t> met(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < met.size(); ++t) {
        threads.emplace_back([&, t] {
            std::vector<std::uint32_t> memory(map.lines.size());
            flatline::engine::LineMarks marks(memory.data(), memory.size());
            for (int i = 0; i < 200; ++i) {
                flatline::engine::for_each_line_in_box(built.map, marks, 10.0 * i, 0,
                                                       10.0 * i + 300, 2400,
                                                       [&](std::uint32_t) { return ++met[t] > 0; });
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(met, std::vector<std::size_t>(4, met[0]));
}

TEST(Orientation, AgreesWithWideNumbersWhereDoublesRound) {
    std::mt19937_64 random(5);
    int rounded_wrong = 0;
    for (int i = 0; i < 200'000; ++i) {
        // 53 bits around 2^-42, so that 113 bits hold the products; c is near the line a b.
        const auto cut = [](double value) { return std::floor(value * 0x1p42) * 0x1p-42; };
        const auto pick = [&] {
            return cut(std::uniform_real_distribution<double>(-1000, 1000)(random));
        };
        const double ax = pick(), ay = pick(), bx = pick(), by = pick(), t = pick() / 1000;
        const double cx = cut(ax + t * (bx - ax)), cy = cut(ay + t * (by - ay));
        using Wide = __float128;
        const Wide det = (Wide(bx) - ax) * (Wide(cy) - ay) - (Wide(by) - ay) * (Wide(cx) - ax);
        EXPECT_EQ(flatline::engine::orientation(ax, ay, bx, by, cx, cy), slow_blockmap::sign(det));
        const double naive = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
        rounded_wrong += slow_blockmap::sign(naive) != slow_blockmap::sign(det);
    }
    EXPECT_GT(rounded_wrong, 0);  // the inputs are such that it matters
}

}  // namespace
