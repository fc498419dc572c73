// Places of things without nodes. The two ways in which a sweep finds them, by pairs for few things
// and in order for many, are compared with each other; against the slow version stand
// runtime_test.cpp and slopes_test.cpp.
#include "level/thing_places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "mapgen.hpp"
#include "support/load_text.hpp"

namespace thing_places_test {

using flatline::engine::level::Beside;
using flatline::engine::level::fill_places_by_sweep;
using flatline::engine::level::Geometry;
using flatline::engine::level::sweep_scratch_bytes;

std::vector<flatline_thing_place> places_of(const Geometry& geometry,
                                            const std::vector<flatline_thing>& things,
                                            Beside beside) {
    const std::size_t bytes = sweep_scratch_bytes(geometry.linedefs.size(), things.size());
    std::vector<std::uint64_t> scratch(bytes / 8 + 16, 0xA5A5A5A5A5A5A5A5u);
    void* at = scratch.data();
    std::size_t room = scratch.size() * 8;
    at = std::align(64, bytes, at, room);
    std::vector<flatline_thing_place> places(things.size());
    fill_places_by_sweep(geometry, {things.data(), things.size()}, static_cast<unsigned char*>(at),
                         places.data(), beside);
    return places;
}

// Right on vertices, on the middles of lines, and beside them.
std::vector<flatline_thing> points_of(const Geometry& g) {
    std::vector<flatline_thing> points;
    const auto add = [&](double x, double y) {
        flatline_thing thing{};
        thing.x = x;
        thing.y = y;
        points.push_back(thing);
    };
    for (const flatline_vertex& v : g.vertices) add(v.x, v.y);
    for (const flatline_linedef& line : g.linedefs) {
        const flatline_vertex& a = g.vertices[line.v1];
        const flatline_vertex& b = g.vertices[line.v2];
        add((a.x + b.x) / 2, (a.y + b.y) / 2);
        add((a.x + b.x) / 2 + 1, (a.y + b.y) / 2 + 1);
    }
    return points;
}

TEST(ThingPlaces, FewThingsAreFoundWhereManyAre) {
    flatline::engine::mapgen::Options options;
    options.target_bytes = 60'000;
    const std::string text = flatline::engine::mapgen::generate(options).text;
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    Geometry geometry;
    geometry.vertices = loaded.value.vertices();
    geometry.linedefs = loaded.value.linedefs();
    geometry.sidedefs = loaded.value.sidedefs();
    const std::vector<flatline_thing> points = points_of(geometry);
    for (const Beside beside :
         {Beside{false, false}, Beside{true, false}, Beside{false, true}, Beside{true, true}}) {
        const std::vector<flatline_thing_place> many = places_of(geometry, points, beside);
        std::size_t inside = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const flatline_thing_place one = places_of(geometry, {points[i]}, beside)[0];
            ASSERT_EQ(one.sector, many[i].sector)
                << i << " at " << points[i].x << " " << points[i].y;
            ASSERT_EQ(one.subsector, FLATLINE_NONE);
            inside += one.sector != FLATLINE_NONE;
        }
        EXPECT_GT(inside, points.size() / 2);
    }
}

// A seed of the vertices alone would let a map order its lines by the weights that it gives them,
// and the tree of a sweep would be a list.
TEST(ThingPlaces, LinesInAnotherOrderHaveOtherWeights) {
    const std::vector<flatline_vertex> vertices = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    std::vector<flatline_linedef> lines(2);
    lines[0].v1 = 0;
    lines[0].v2 = 1;
    lines[1].v1 = 2;
    lines[1].v2 = 3;
    Geometry geometry;
    geometry.vertices = {vertices.data(), vertices.size()};
    geometry.linedefs = {lines.data(), lines.size()};
    const std::uint64_t seed = flatline::engine::level::sweep_seed(geometry);
    EXPECT_EQ(flatline::engine::level::sweep_seed(geometry), seed);
    std::swap(lines[0], lines[1]);
    EXPECT_NE(flatline::engine::level::sweep_seed(geometry), seed);
}

// Lines along y = 0 from one x to another, each with the sector of its index above it.
struct FlatLines {
    explicit FlatLines(const std::vector<std::pair<double, double>>& spans) {
        for (const auto& [left, right] : spans) {
            const auto index = static_cast<std::uint32_t>(lines.size());
            vertices.push_back({right, 0});
            vertices.push_back({left, 0});
            flatline_linedef line{};  // to the left, so that its front is above
            line.v1 = 2 * index;
            line.v2 = 2 * index + 1;
            line.sidefront = index;
            line.sideback = FLATLINE_NONE;
            lines.push_back(line);
            flatline_sidedef side{};
            side.sector = index;
            sides.push_back(side);
        }
        geometry.vertices = {vertices.data(), vertices.size()};
        geometry.linedefs = {lines.data(), lines.size()};
        geometry.sidedefs = {sides.data(), sides.size()};
    }
    // Of a thing at (x, 1), as one of so many.
    std::uint32_t sector_over(double x, std::size_t things) const {
        flatline_thing thing{};
        thing.x = x;
        thing.y = 1;
        return places_of(geometry, std::vector<flatline_thing>(things, thing), {})[0].sector;
    }
    std::vector<flatline_vertex> vertices;
    std::vector<flatline_linedef> lines;
    std::vector<flatline_sidedef> sides;
    Geometry geometry;
};

// Of lines that lie on each other the one with the highest index counts as the upper one.
TEST(ThingPlaces, LinesThatLieOnEachOther) {
    using Spans = std::vector<std::pair<double, double>>;
    for (const Spans& spans : {Spans{{0, 100}, {0, 100}}, Spans{{0, 100}, {50, 150}},
                               Spans{{50, 150}, {0, 100}}, Spans{{50, 150}, {0, 200}, {0, 100}}}) {
        for (const std::size_t things : {1u, 100u}) {
            EXPECT_EQ(FlatLines(spans).sector_over(75, things), spans.size() - 1) << things;
        }
    }
}

// Between the first place and the next a line begins and ends: it must not end before it has begun.
// The last place makes the parts so wide that the line is swept although no thing stands over it.
TEST(ThingPlaces, NoLineEndsBeforeItBegins) {
    const FlatLines lines({{0, 10}, {1, 11}, {2, 3}});
    std::vector<flatline_thing> things(102);
    for (flatline_thing& thing : things) {
        thing.x = 5;
        thing.y = 1;
    }
    things.front().x = 1.5;
    things.back().x = 1e5;
    const std::vector<flatline_thing_place> places = places_of(lines.geometry, things, {});
    EXPECT_EQ(places[0].sector, 1u);
    EXPECT_EQ(places[50].sector, 1u);
    EXPECT_EQ(places[101].sector, FLATLINE_NONE);
}

TEST(ThingPlaces, NoThingsAndNoLines) {
    flatline_thing thing{};
    EXPECT_EQ(places_of({}, {thing}, {})[0].sector, FLATLINE_NONE);
    EXPECT_TRUE(places_of({}, {}, {}).empty());
}

// One partition from (10, 20), and on each side of it a subsector of another sector.
TEST(ThingPlaces, OnThePartitionOfANode) {
    using flatline::engine::level::OnPartition;
    struct Row {
        double dx, dy;               // of the partition
        double x, y;                 // on it
        std::uint32_t gzdoom, srb2;  // the child
    };
    // On it counts as in front for GZDoom; for SRB2 as west or south, and behind where it is askew.
    constexpr Row kRows[] = {{0, 8, 10, 50, 0, 1},  {0, -8, 10, 50, 0, 0}, {8, 0, 50, 20, 0, 0},
                             {-8, 0, 50, 20, 0, 1}, {8, 8, 14, 24, 0, 1},  {-8, -8, 14, 24, 0, 1},
                             {8, -16, 14, 12, 0, 1}};
    flatline_node node{};
    node.x = 10;
    node.y = 20;
    node.children[0] = FLATLINE_CHILD_SUBSECTOR | 0;
    node.children[1] = FLATLINE_CHILD_SUBSECTOR | 1;
    flatline_subsector subsectors[2]{};
    subsectors[0].sector = 70;
    subsectors[1].sector = 71;
    flatline_bsp bsp{};
    bsp.nodes = &node;
    bsp.node_count = 1;
    bsp.subsectors = subsectors;
    bsp.subsector_count = 2;
    const auto place = [&](double x, double y, OnPartition rule) {
        flatline_thing thing{};
        thing.x = x;
        thing.y = y;
        flatline_thing_place out{};
        flatline::engine::level::fill_places_by_nodes(bsp, {&thing, 1}, &out, rule);
        EXPECT_EQ(out.sector, 70 + out.subsector);
        return out.subsector;
    };
    for (const Row& row : kRows) {
        node.dx = row.dx;
        node.dy = row.dy;
        EXPECT_EQ(place(row.x, row.y, OnPartition::gzdoom), row.gzdoom) << row.dx << ' ' << row.dy;
        EXPECT_EQ(place(row.x, row.y, OnPartition::srb2), row.srb2) << row.dx << ' ' << row.dy;
        // Beside it both say the same: the right side is in front.
        for (const OnPartition rule : {OnPartition::gzdoom, OnPartition::srb2}) {
            EXPECT_EQ(place(row.x + row.dy, row.y - row.dx, rule), 0u) << row.dx << ' ' << row.dy;
            EXPECT_EQ(place(row.x - row.dy, row.y + row.dx, rule), 1u) << row.dx << ' ' << row.dy;
        }
    }
    bsp.node_count = 0;
    EXPECT_EQ(place(1000, 1000, OnPartition::gzdoom), 0u) << "one subsector and no node";
}

// Lines whose order by height is the one in which the sweep meets them would make a tree without
// balance as deep as they are many. All are in the tree when the sweep ends, and what links them
// (below, above, parent, weight) is the last thing in the scratch memory.
TEST(ThingPlaces, TheSweepStaysBalanced) {
    constexpr std::uint32_t kCount = 40'000;
    std::vector<flatline_vertex> vertices;
    std::vector<flatline_linedef> lines;
    std::vector<flatline_thing> things;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const double half = static_cast<double>(i / 2);
        const double y = i % 2 == 0 ? half : -half;
        vertices.push_back({i / 4.0, y});
        vertices.push_back({20'000, y});
        flatline_linedef line{};
        line.v1 = 2 * i;
        line.v2 = 2 * i + 1;
        line.sideback = FLATLINE_NONE;
        lines.push_back(line);
        flatline_thing thing{};
        thing.x = 15'000;
        thing.y = y + 0.5;
        things.push_back(thing);
    }
    const flatline_sidedef side{};
    Geometry geometry;
    geometry.vertices = {vertices.data(), vertices.size()};
    geometry.linedefs = {lines.data(), lines.size()};
    geometry.sidedefs = {&side, 1};
    const std::size_t bytes = sweep_scratch_bytes(lines.size(), things.size());
    std::vector<unsigned char> scratch(bytes + 64);
    void* at = scratch.data();
    std::size_t room = scratch.size();
    auto* const aligned = static_cast<unsigned char*>(std::align(64, bytes, at, room));
    std::vector<flatline_thing_place> places(things.size());
    fill_places_by_sweep(geometry, {things.data(), things.size()}, aligned, places.data());

    std::vector<std::uint32_t> links(std::size_t{4} * kCount);
    const std::size_t size = links.size() * sizeof links[0];
    ASSERT_EQ(size % 64, 0u);
    std::memcpy(links.data(), aligned + bytes - size, size);
    std::uint32_t roots = 0;
    std::uint32_t deepest = 0;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        std::uint32_t depth = 0;
        std::uint32_t line = i;
        for (; links[4 * line + 2] != FLATLINE_NONE && depth < kCount; ++depth) {
            line = links[4 * line + 2];
        }
        roots += line == i;
        deepest = std::max(deepest, depth);
    }
    EXPECT_EQ(roots, 1u);
    EXPECT_GT(deepest, 15u);
    EXPECT_LT(deepest, 80u);
}

}  // namespace thing_places_test
