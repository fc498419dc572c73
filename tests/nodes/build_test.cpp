#include "nodes/build.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "mapgen.hpp"
#include "model/nodes.hpp"
#include "nodes/sound_tree.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/nodes_tools.hpp"
#include "support/paths.hpp"
#include "support/wad_maps.hpp"

namespace {

using flatline::engine::Limits;
using flatline::engine::Result;
using flatline::engine::Status;
using nodes_tools::MapView;

double expect_sound(const Result<flatline::engine::Nodes>& built, const MapView& map,
                    const std::string& what) {
    EXPECT_EQ(built.status, Status::ok) << what;
    if (!built) return 0;
    EXPECT_LE(built.memory.used, built.memory.announced);
    return sound_tree::expect_sound(built.value.bsp(), map, what);
}

Result<flatline::engine::Nodes> build_text(const std::string& text, const Limits& limits = {}) {
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    EXPECT_TRUE(loaded) << load_text::story(loaded, text);
    return flatline::engine::build_nodes(loaded.value, {.limits = limits});
}

double build_and_check(const std::string& text, const std::string& what) {
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    EXPECT_TRUE(loaded) << load_text::story(loaded, text);
    return expect_sound(flatline::engine::build_nodes(loaded.value),
                        nodes_tools::view_of(loaded.value), what);
}

TEST(BuildNodes, OneSquareNeedsNoNode) {
    const Result<flatline::engine::Nodes> built = build_text(nodes_tools::square_map());
    ASSERT_TRUE(built);
    EXPECT_EQ(built.value.nodes().size(), 0u);
    EXPECT_EQ(built.value.subsectors().size(), 1u);
    EXPECT_EQ(built.value.segs().size(), 4u);
    EXPECT_EQ(built.value.subsector_at(5, 5), 0u);
    EXPECT_EQ(built.findings.total(), 0u);
}

TEST(BuildNodes, TwoSquares) {
    const std::string text = nodes_tools::two_squares_map();
    EXPECT_EQ(build_and_check(text, "two squares"), 0);
    const Result<flatline::engine::Nodes> built = build_text(text);
    EXPECT_EQ(built.value.nodes().size(), 1u);
    EXPECT_EQ(built.value.segs().size(), 8u);
    const auto sector_at = [&](double x, double y) {
        return built.value.subsectors()[built.value.subsector_at(x, y)].sector;
    };
    EXPECT_EQ(sector_at(64, 64), 0u);
    EXPECT_EQ(sector_at(192, 64), 1u);
}

TEST(BuildNodes, ABendIsDividedByMinisegs) {
    // An L: one reflex corner.
    const std::string text = nodes_tools::textmap(
        {{0, 0}, {0, 128}, {64, 128}, {64, 64}, {128, 64}, {128, 0}},
        {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 4, 0, -1}, {4, 5, 0, -1}, {5, 0, 0, -1}},
        1);
    EXPECT_EQ(build_and_check(text, "bend"), 0);
    const Result<flatline::engine::Nodes> built = build_text(text);
    EXPECT_EQ(built.value.subsectors().size(), 2u);
    EXPECT_EQ(built.value.vertices().size(), 1u);
    int minisegs = 0;
    for (const flatline_seg& seg : built.value.segs()) {
        if (seg.linedef != FLATLINE_NONE) continue;
        ++minisegs;
        EXPECT_NE(seg.partner, FLATLINE_NONE);
    }
    EXPECT_EQ(minisegs, 2);
}

TEST(BuildNodes, OddMaps) {
    using nodes_tools::Line;
    using nodes_tools::textmap;
    build_and_check(textmap({{0, 0}, {64, 0}}, {{0, 1, 0, -1}}, 1), "a single line");
    build_and_check(textmap({{0, 0}, {64, 0}}, {{0, 1, 0, 0}}, 1), "a single line of two sides");
    build_and_check(textmap({{0, 0}, {64, 0}, {128, 0}}, {{0, 1, 0, -1}, {1, 2, 0, -1}}, 1),
                    "two lines in a row");
    build_and_check(textmap({{0, 0}, {64, 0}}, {{0, 1, 0, -1}, {1, 0, 0, -1}, {0, 1, 0, -1}}, 1),
                    "lines on lines");
    build_and_check(textmap({{0, 0}, {0, 64}, {64, 64}, {64, 0}},
                            {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}}, 1),
                    "an open square");
    build_and_check(
        textmap({{-64, 0}, {64, 0}, {0, -64}, {0, 64}}, {{0, 1, 0, 0}, {2, 3, 0, 0}}, 1),
        "a cross without a middle");
    // The same place twice, as two vertices, and a line without length.
    build_and_check(
        textmap({{0, 0}, {0, 64}, {0, 64}, {64, 64}, {64, 0}, {0, 0}},
                {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 4, 0, -1}, {4, 5, 0, -1}}, 1),
        "double vertices");
    build_and_check(
        textmap({{-32767, -32767}, {-32767, 32767}, {32767, 32767}, {32767, -32767}},
                {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 0, 0, -1}, {0, 2, 0, 0}}, 1),
        "the whole world");
    build_and_check(
        textmap({{0, 0}, {0.00002, 64}, {64.33333, 64.1}, {64, 0.77777}},
                {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 0, 0, -1}, {0, 2, 0, 0}}, 1),
        "fractions");
}

TEST(BuildNodes, WhatCannotBeBuiltSaysWhy) {
    using nodes_tools::textmap;
    const auto rule = [](const Result<flatline::engine::Nodes>& result) {
        EXPECT_EQ(result.status, Status::refused);
        EXPECT_TRUE(result.value.empty());
        EXPECT_EQ(result.value.subsector_at(0, 0), FLATLINE_NONE);
        return result.findings.kept().empty()
                   ? std::string()
                   : std::string(load_text::rule_id(result.findings.kept()[0]));
    };
    EXPECT_EQ(rule(build_text("namespace=\"doom\";")), "nodes-empty");
    EXPECT_EQ(rule(build_text(textmap({{0, 0}, {0, 0}}, {{0, 1, 0, -1}}, 1))), "nodes-empty");
    EXPECT_EQ(rule(build_text(textmap({{0, 0}, {32768, 0}}, {{0, 1, 0, -1}}, 1))),
              "nodes-coordinate");
    EXPECT_EQ(flatline::engine::build_nodes(flatline::engine::Map()).status, Status::refused);

    const std::string text = nodes_tools::two_squares_map();
    const Limits limits = nodes_tools::two_squares_limits();
    EXPECT_TRUE(build_text(text, limits));
    for (const auto& row : nodes_tools::kLimitRules) {
        Limits less = limits;
        less.*row.member -= 1;
        EXPECT_EQ(rule(build_text(text, less)), row.rule);
    }
    Limits flat = limits;
    flat.node_depth = 0;
    const Result<flatline::engine::Nodes> deep = build_text(text, flat);
    EXPECT_EQ(rule(deep), "limit-node-depth");
    EXPECT_EQ(deep.findings.kept()[0].a, 1);
    EXPECT_EQ(deep.findings.kept()[0].b, 0);
    Limits small;
    small.arena_bytes = 4000;
    EXPECT_EQ(rule(build_text(text, small)), "limit-arena-bytes");
}

TEST(BuildNodes, EveryRequestForMemoryMayFail) {
    const std::string text = nodes_tools::two_squares_map();
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    for (std::uint64_t fail_at = 0;; ++fail_at) {
        nodes_tools::CountedMemory memory;
        memory.fail_at = fail_at;
        {
            const Result<flatline::engine::Nodes> built =
                flatline::engine::build_nodes(loaded.value, {.memory = memory.hooks()});
            EXPECT_EQ(built.status, memory.requests > fail_at ? Status::out_of_memory : Status::ok);
            if (built) {
                EXPECT_GT(fail_at, 10u);
                break;
            }
        }
        ASSERT_EQ(memory.out, 0u);
    }
}

// Forty lines across forty others: each cut makes a vertex, for which there may be no memory.
TEST(BuildNodes, EveryRequestForMemoryOfCutsMayFail) {
    std::vector<flatline_vertex> vertices;
    std::vector<nodes_tools::Line> lines;
    for (int i = 0; i < 40; ++i) {
        for (const bool across : {false, true}) {
            const double at = 10.0 * i + 5;
            const int v = static_cast<int>(vertices.size());
            vertices.push_back(across ? flatline_vertex{0, at} : flatline_vertex{at, 0});
            vertices.push_back(across ? flatline_vertex{400, at} : flatline_vertex{at, 400});
            lines.push_back({v, v + 1, 0, 0});
        }
    }
    const std::string text = nodes_tools::textmap(vertices, lines, 1);
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    bool built = false;
    for (std::uint64_t fail_at = 0; !built; ++fail_at) {
        nodes_tools::CountedMemory memory;
        memory.fail_at = fail_at;
        {
            const Result<flatline::engine::Nodes> nodes =
                flatline::engine::build_nodes(loaded.value, {.memory = memory.hooks()});
            built = static_cast<bool>(nodes);
            EXPECT_EQ(nodes.status, built ? Status::ok : Status::out_of_memory);
        }
        ASSERT_EQ(memory.out, 0u);
    }
}

// Three lines through one point: the cuts are one vertex.
TEST(BuildNodes, CutsAtOnePlaceAreOneVertex) {
    const Result<flatline::engine::Nodes> built = build_text(
        nodes_tools::textmap({{0, 0}, {100, 100}, {0, 100}, {100, 0}, {0, 50}, {100, 50}},
                             {{0, 1, 0, 0}, {2, 3, 0, 0}, {4, 5, 0, 0}}, 1));
    ASSERT_TRUE(built);
    EXPECT_EQ(built.value.bsp().vertex_count, 1u);
}

// A square of which every side is there ten thousand times: which seg follows at a corner is asked
// of a few of them only, as to ask all would take the square of their number.
TEST(BuildNodes, ManyCopiesOfTheLinesOfASquare) {
    constexpr std::size_t kCopies = 10'000;
    std::vector<nodes_tools::Line> lines;
    for (std::size_t i = 0; i < kCopies; ++i) {
        for (int side = 0; side < 4; ++side) lines.push_back({side, (side + 1) % 4, 0, -1});
    }
    const Result<flatline::engine::Nodes> built =
        build_text(nodes_tools::textmap({{0, 0}, {0, 128}, {128, 128}, {128, 0}}, lines, 1));
    ASSERT_TRUE(built);
    EXPECT_EQ(built.value.subsectors().size(), 1u);
    EXPECT_EQ(built.value.segs().size(), 4 * kCopies);
}

// 2 n lines that cross each other n times.
std::string crossing_lines(int n) {
    std::vector<flatline_vertex> vertices;
    std::vector<nodes_tools::Line> lines;
    for (int i = 0; i < n; ++i) {
        const double at = 8.0 * i;
        for (const flatline_vertex& v : {flatline_vertex{at, 0}, flatline_vertex{at, 8.0 * n},
                                         flatline_vertex{0, at}, flatline_vertex{8.0 * n, at}}) {
            vertices.push_back(v);
        }
        lines.push_back({4 * i, 4 * i + 1, 0, 0});
        lines.push_back({4 * i + 2, 4 * i + 3, 0, 0});
    }
    return nodes_tools::textmap(vertices, lines, 1);
}

// A line n times, on which n others end: one cut of it cuts all of it at each end.
std::string ends_on_copies(int n) {
    std::vector<flatline_vertex> vertices = {{-8, 0}, {8.0 * n, 0}};
    std::vector<nodes_tools::Line> lines(static_cast<std::size_t>(n), {0, 1, 0, 0});
    for (int i = 0; i < n; ++i) {
        vertices.push_back({8.0 * i, 0});
        vertices.push_back({8.0 * i, 64});
        lines.push_back({2 * i + 2, 2 * i + 3, 0, 0});
    }
    return nodes_tools::textmap(vertices, lines, 1);
}

TEST(BuildNodes, TheLimitOfSteps) {
    for (const std::string& text : {crossing_lines(24), ends_on_copies(60)}) {
        Limits limits;
        std::uint64_t low = 0;
        std::uint64_t high = limits.node_steps;
        EXPECT_TRUE(build_text(text, limits));
        while (low + 1 < high) {
            limits.node_steps = (low + high) / 2;
            (build_text(text, limits) ? high : low) = limits.node_steps;
        }
        // Every seg beyond those of the lines themselves takes 512, but for the minisegs that close
        // a subsector, of which each seg has one at most.
        limits.node_steps = high;
        const Result<flatline::engine::Nodes> built = build_text(text, limits);
        ASSERT_TRUE(built);
        EXPECT_GT(2 * (high + 4096 * 120), 512 * (built.value.segs().size() - 240));
        for (const std::uint64_t limit : {std::uint64_t{0}, low}) {
            limits.node_steps = limit;
            const Result<flatline::engine::Nodes> over = build_text(text, limits);
            EXPECT_EQ(over.status, Status::refused);
            EXPECT_TRUE(over.value.empty());
            ASSERT_EQ(over.findings.kept().size(), 1u);
            const flatline::engine::Finding& finding = over.findings.kept()[0];
            EXPECT_EQ(load_text::rule_id(finding), "limit-node-steps");
            EXPECT_GT(finding.a, static_cast<std::int64_t>(limit));
            EXPECT_EQ(finding.b, static_cast<std::int64_t>(limit));
        }
    }
}

// However many segs one cut would make, the build ends soon after the limit.
TEST(BuildNodes, TheLimitOfStepsEndsOneCutToo) {
    const Result<flatline::engine::Nodes> over =
        build_text(ends_on_copies(2000), {.node_steps = 1});
    EXPECT_EQ(over.status, Status::refused);
    ASSERT_EQ(over.findings.kept().size(), 1u);
    EXPECT_LT(over.findings.kept()[0].a, 1'000'000);
}

TEST(BuildNodes, TheSameMapGivesTheSameTree) {
    flatline::engine::mapgen::Options options;
    options.target_bytes = 150'000;
    const std::string text = flatline::engine::mapgen::generate(options).text;
    const Result<flatline::engine::Nodes> one = build_text(text);
    Result<flatline::engine::Nodes> other = build_text(text);
    ASSERT_TRUE(one && other);
    const flatline::engine::Nodes moved = std::move(other.value);
    ASSERT_EQ(one.value.segs().size(), moved.segs().size());
    EXPECT_EQ(std::memcmp(one.value.segs().data(), moved.segs().data(),
                          moved.segs().size() * sizeof(flatline_seg)),
              0);
    EXPECT_EQ(std::memcmp(one.value.nodes().data(), moved.nodes().data(),
                          moved.nodes().size() * sizeof(flatline_node)),
              0);
    EXPECT_TRUE(other.value.empty());
    EXPECT_FALSE(moved.empty());
}

// What a tree is: its partitions and, in the order of the subsectors, the faces of their segs.
std::string shape_of(const Result<flatline::engine::Nodes>& built) {
    if (!built) return "refused";
    std::string out;
    for (const flatline_node& node : built.value.nodes()) {
        out += std::to_string(node.x) + ' ' + std::to_string(node.y) + ' ' +
               std::to_string(node.dx) + ' ' + std::to_string(node.dy) + '\n';
    }
    for (const flatline_subsector& s : built.value.subsectors()) {
        for (std::uint32_t i = s.first; i < s.first + s.count; ++i) {
            const flatline_seg& seg = built.value.segs()[i];
            out += seg.linedef == FLATLINE_NONE ? "mini "
                                                : std::to_string(2 * seg.linedef + seg.side) + ' ';
        }
        out += '\n';
    }
    return out;
}

// A solid wedge in a room, its tip to the west, north, east or south: along the line of one of its
// edges the floor goes on behind the tip.
TEST(BuildNodes, TheFloorGoesOnBehindAWedge) {
    const double points[][2] = {{-256, -256}, {-256, 256}, {256, 256}, {256, -256},
                                {0, 0},       {64, 0},     {64, 24}};
    for (int turns = 0; turns < 4; ++turns) {
        for (const bool mirrored : {false, true}) {
            std::vector<flatline_vertex> vertices;
            for (const auto& p : points) {
                double x = p[0];
                double y = mirrored ? -p[1] : p[1];
                for (int i = 0; i < turns; ++i) {
                    std::swap(x, y);
                    y = -y;
                }
                vertices.push_back({x, y});
            }
            std::vector<nodes_tools::Line> lines = {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1},
                                                    {3, 0, 0, -1}, {4, 5, 0, -1}, {5, 6, 0, -1},
                                                    {6, 4, 0, -1}};
            if (mirrored) {
                for (nodes_tools::Line& line : lines) std::swap(line.v1, line.v2);
            }
            const std::string text = nodes_tools::textmap(vertices, lines, 1);
            EXPECT_EQ(build_and_check(text, "a wedge"), 0);
            EXPECT_EQ(build_text(text).value.subsectors().size(), 3u);
        }
    }
}

// A wall that lies beside the best partition: up to 8 of 65536 parts of a unit away it lies on it,
// and nothing is cut.
TEST(BuildNodes, AWallBesideAPartition) {
    const auto shape = [](double parts) {
        const double x = 64 + parts / 65536;
        return shape_of(build_text(nodes_tools::textmap({{0, 0},
                                                         {0, 64},
                                                         {64, 64},
                                                         {64, 0},
                                                         {96, 64},
                                                         {128, 64},
                                                         {128, 32},
                                                         {128, 0},
                                                         {96, 0},
                                                         {0, 100},
                                                         {0, 164},
                                                         {x, 164},
                                                         {x, 100}},
                                                        {{0, 1, 0, -1},
                                                         {1, 2, 0, -1},
                                                         {2, 3, 0, 1},
                                                         {3, 0, 0, -1},
                                                         {2, 4, 1, -1},
                                                         {4, 5, 1, -1},
                                                         {5, 6, 1, -1},
                                                         {6, 7, 1, -1},
                                                         {7, 8, 1, -1},
                                                         {8, 3, 1, -1},
                                                         {9, 10, 0, -1},
                                                         {10, 11, 0, -1},
                                                         {11, 12, 0, -1},
                                                         {12, 9, 0, -1}},
                                                        2)));
    };
    EXPECT_EQ(shape(8), shape(0));
    EXPECT_NE(shape(9), shape(0));
}

// Pillars of odd shapes, most of them in one corner of a room.
std::string map_of_pillars() {
    std::vector<flatline_vertex> vertices = {{-40, -900}, {-40, 4000}, {5000, 4100}, {5050, -800}};
    std::vector<nodes_tools::Line> lines = {
        {0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 0, 0, -1}};
    std::uint32_t state = 12345;
    const auto random = [&](std::uint32_t below) {
        state = state * 1664525u + 1013904223u;
        return (state >> 16) % below;
    };
    for (std::uint32_t cell = 0; cell < 400; ++cell) {
        const std::uint32_t column = cell % 20;
        const std::uint32_t row = cell / 20;
        if (random(20) < column || random(20) < row) continue;
        const int first = static_cast<int>(vertices.size());
        const double x = 200.0 * column + random(40);
        const double y = 190.0 * row + random(40);
        vertices.push_back({x, y + 20 + random(30)});
        vertices.push_back({x + 20 + random(30), y});
        vertices.push_back({x + 60 + random(30), y + 60 + random(30)});
        vertices.push_back({x + 20 + random(20), y + 100 + random(30)});
        for (int i = 0; i < 4; ++i) lines.push_back({first + i, first + (i + 1) % 4, 0, -1});
    }
    return nodes_tools::textmap(vertices, lines, 1);
}

// Each choice of the builder counts here. Where one is changed on purpose, so are the numbers.
TEST(BuildNodes, TheTreeOfAMapStaysTheSame) {
    const std::string text = map_of_pillars();
    build_and_check(text, "pillars");
    const std::string shape = shape_of(build_text(text));
    std::uint64_t sum = 14695981039346656037u;
    for (const char c : shape) sum = (sum ^ static_cast<unsigned char>(c)) * 1099511628211u;
    EXPECT_EQ(std::count(shape.begin(), shape.end(), '\n'), 695);
    EXPECT_EQ(sum, 15116064369403965440u);
}

TEST(BuildNodes, GeneratedMapsAreSoundAndConvex) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        for (const std::uint64_t size : {20'000u, 300'000u, 1'500'000u}) {
            flatline::engine::mapgen::Options options;
            options.seed = seed;
            options.target_bytes = size;
            const std::string text = flatline::engine::mapgen::generate(options).text;
            EXPECT_LT(build_and_check(text, "generated " + std::to_string(size)), 0.001);
        }
    }
}

TEST(BuildNodes, CorpusMapsAreSound) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    for (const wad_maps::UdmfMap& map : wad_maps::of_folder(paths::corpus() + "/open")) {
        flatline::engine::LoadOptions options;
        options.repair = flatline::engine::Repair::repair;
        const flatline::engine::LoadResult<flatline::engine::Map> loaded =
            load_text::load(map.textmap, options);
        if (!loaded || loaded.value.linedefs().empty()) continue;
        const double bad = expect_sound(flatline::engine::build_nodes(loaded.value),
                                        nodes_tools::view_of(loaded.value), map.label);
        // Sectors that are not closed or overlap have no convex division.
        EXPECT_LT(bad, 0.01) << map.label;
        ++maps;
    }
    EXPECT_GT(maps, 0u);
}

TEST(BuildNodes, ALargeConvexSectorIsOneLeafAtOnce) {
    // A polygon of 4,000 corners: more lines than are sampled, and none divides it.
    std::vector<flatline_vertex> vertices;
    std::vector<nodes_tools::Line> lines;
    constexpr int kCorners = 4000;
    for (int i = 0; i < kCorners; ++i) {
        const double turn = -2 * 3.14159265358979 * i / kCorners;
        vertices.push_back({30000 * std::cos(turn), 30000 * std::sin(turn)});
        lines.push_back({i, (i + 1) % kCorners, 0, -1});
    }
    const Result<flatline::engine::Nodes> built =
        build_text(nodes_tools::textmap(vertices, lines, 1));
    ASSERT_TRUE(built);
    EXPECT_EQ(built.value.subsectors().size(), 1u);
    EXPECT_EQ(built.value.segs().size(), 4000u);
}

// Dents that no sampled line meets: a sector is divided at its corners that turn inwards, and by
// any line where those leave it on one side.
TEST(BuildNodes, ALargeSectorIsDividedAtItsReflexCorners) {
    for (const int dents : {1, 3, 40}) {
        std::vector<flatline_vertex> vertices;
        std::vector<nodes_tools::Line> lines;
        constexpr int kCorners = 1280;  // twenty a sample
        for (int i = 0; i < kCorners; ++i) {
            const double turn = -2 * 3.14159265358979 * i / kCorners;
            const bool is_dent = i % 20 == 10 && i / 20 % (64 / dents) == 0;
            const double reach = is_dent ? 29000 : 30000;
            vertices.push_back({reach * std::cos(turn), reach * std::sin(turn)});
            lines.push_back({i, (i + 1) % kCorners, 0, -1});
        }
        const std::string text = nodes_tools::textmap(vertices, lines, 1);
        EXPECT_EQ(build_and_check(text, std::to_string(dents) + " dents"), 0);
        const Result<flatline::engine::Nodes> built = build_text(text);
        ASSERT_TRUE(built);
        EXPECT_GT(built.value.subsectors().size(), 1u);
    }
}

RC_GTEST_PROP(BuildNodes, RandomLinesGiveASoundTree, ()) {
    // Nothing about such a map is closed; the tree must hold all the same.
    const auto coordinates = *rc::gen::container<std::vector<int>>(24, rc::gen::inRange(-40, 40));
    const auto ends = *rc::gen::container<std::vector<int>>(
        2 * *rc::gen::inRange<std::size_t>(1, 24), rc::gen::inRange(0, 12));
    const int scale = *rc::gen::element(1, 16, 700);
    std::vector<flatline_vertex> vertices;
    for (std::size_t i = 0; i < 12; ++i) {
        vertices.push_back(
            {coordinates[2 * i] * scale / 3.0, coordinates[2 * i + 1] * scale / 3.0});
    }
    std::vector<nodes_tools::Line> lines;
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        lines.push_back({ends[i], ends[i + 1], 0, (i / 2) % 3 == 0 ? 1 : -1});
    }
    const std::string text = nodes_tools::textmap(vertices, lines, 2);
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    RC_ASSERT(static_cast<bool>(loaded));
    const Result<flatline::engine::Nodes> built = flatline::engine::build_nodes(loaded.value);
    if (!built) {
        RC_ASSERT(std::string(load_text::rule_id(built.findings.kept()[0])) == "nodes-empty");
        return;
    }
    RC_ASSERT(nodes_tools::first_fault(built.value.bsp(), nodes_tools::view_of(loaded.value)) ==
              "");
}

}  // namespace
