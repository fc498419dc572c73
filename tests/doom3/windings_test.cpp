#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "doom3/geometry_maps.hpp"
#include "model/doom3_geometry.hpp"
#include "support/counting_memory.hpp"

namespace windings_test {

using flatline::engine::build_windings;
using flatline::engine::Doom3Map;
using flatline::engine::Doom3Space;
using flatline::engine::Result;
using flatline::engine::Status;
using flatline::engine::View;
using flatline::engine::WindingsOptions;
using geometry_maps::brush;
using geometry_maps::cube_points;
using geometry_maps::cube_sides;
using geometry_maps::entity;
using geometry_maps::load;
using geometry_maps::side;
using geometry_maps::world;

void expect_box(const flatline_doom3_solid& solid, double x, double y, double z, double half = 64) {
    EXPECT_EQ(solid.low[0], x - half);
    EXPECT_EQ(solid.low[1], y - half);
    EXPECT_EQ(solid.low[2], z - half);
    EXPECT_EQ(solid.high[0], x + half);
    EXPECT_EQ(solid.high[1], y + half);
    EXPECT_EQ(solid.high[2], z + half);
}

// docs/doom3.md, "The cube": points, texture coordinates, and one array for all brushes.
TEST(Windings, TheDocumentsCube) {
    const std::string text = world(brush(cube_sides()) + brush(cube_sides()));
    const Doom3Map map = load(text);
    const Result<flatline::engine::Windings> result = build_windings(map);
    ASSERT_TRUE(result);
    const flatline::engine::Windings& w = result.value;
    ASSERT_EQ(w.windings().size(), 12u);
    ASSERT_EQ(w.solids().size(), 2u);
    ASSERT_EQ(w.points().size(), 48u);
    EXPECT_LE(result.memory.used, result.memory.announced);
    EXPECT_EQ(w.solids()[1].first_point, 24u);
    for (const flatline_doom3_solid& solid : w.solids()) {
        EXPECT_EQ(solid.flags, 0u);
        EXPECT_EQ(solid.volume, 2097152);
        expect_box(solid, 0, 0, 0);
    }
    // Of every side: s and t of a point, from the table.
    struct Row {
        flatline_doom3_vector p;
        double s, t;
    };
    const Row rows[] = {{{-64, 64, 64}, 2, -2}, {{-64, 64, -64}, 2, 2},   {{64, -64, 64}, -2, -2},
                        {{64, 64, -64}, 2, -2}, {{-64, -64, 64}, -2, -2}, {{-64, -64, -64}, 2, 2}};
    for (std::size_t i = 0; i < 6; ++i) {
        const flatline_doom3_winding& winding = w.windings()[i];
        EXPECT_EQ(w.points(winding).size(), 4u);
        EXPECT_EQ(flatline::engine::texture_s(winding, rows[i].p), rows[i].s) << i;
        EXPECT_EQ(flatline::engine::texture_t(winding, rows[i].p), rows[i].t) << i;
    }
}

// docs/doom3.md, "Spaces" and "An entity with an origin".
TEST(Windings, LocalAndWorldSpace) {
    const std::string text =
        world("") + entity("\"classname\" \"func_static\"\n\"origin\" \"96 32 0\"",
                           brush(cube_sides()) + brush(cube_sides(), "brushDef2") +
                               brush(cube_points(96, 32, 0), "brushDef"));
    const Doom3Map map = load(text);
    const Result<flatline::engine::Windings> in_world = build_windings(map);
    WindingsOptions options;
    options.space = Doom3Space::local;
    const Result<flatline::engine::Windings> in_local = build_windings(map, options);
    ASSERT_TRUE(in_world && in_local);
    EXPECT_EQ(in_world.value.arrays().local, 0u);
    EXPECT_EQ(in_local.value.arrays().local, 1u);
    for (std::size_t i = 0; i < 3; ++i) {
        expect_box(in_world.value.solids()[i], 96, 32, 0);
        expect_box(in_local.value.solids()[i], 0, 0, 0);
    }
    // The upper side: the same picture at the same place of the world, in both spaces.
    const flatline_doom3_winding& local = in_local.value.windings()[0];
    EXPECT_EQ(local.texture[0][3], 1);
    EXPECT_EQ(local.texture[1][3], 3);
    EXPECT_EQ(flatline::engine::texture_s(local, {0, 0, 64}), 1);
    EXPECT_EQ(flatline::engine::texture_t(local, {0, 0, 64}), 3);
    const flatline_doom3_winding& global = in_world.value.windings()[0];
    EXPECT_EQ(flatline::engine::texture_s(global, {96, 32, 64}), 1);
    EXPECT_EQ(flatline::engine::texture_t(global, {96, 32, 64}), 3);
}

TEST(Windings, AnOriginThatComesTooLateMovesNothing) {
    const std::string text = world("") + "{\n\"classname\" \"func_static\"\n" +
                             brush(cube_sides()) + "\"origin\" \"96 32 0\"\n" +
                             brush(cube_sides()) + "}\n";
    const Doom3Map map = load(text);
    const Result<flatline::engine::Windings> result = build_windings(map);
    ASSERT_TRUE(result);
    expect_box(result.value.solids()[0], 0, 0, 0);
    expect_box(result.value.solids()[1], 96, 32, 0);
}

TEST(Windings, BareBrushesHaveTheEnginesMatrix) {
    std::string sides;
    for (const char* points : {"( -64 -64 64 ) ( -64 64 64 ) ( 64 64 64 )",
                               "( -64 -64 -64 ) ( 64 -64 -64 ) ( 64 64 -64 )",
                               "( 64 -64 -64 ) ( 64 -64 64 ) ( 64 64 64 )",
                               "( -64 -64 -64 ) ( -64 64 -64 ) ( -64 64 64 )",
                               "( -64 64 -64 ) ( 64 64 -64 ) ( 64 64 64 )",
                               "( -64 -64 -64 ) ( -64 -64 64 ) ( 64 -64 64 )"}) {
        sides += std::string(points) + " m 8 16 45 0.5 0.5 0 0 0\n";
    }
    const std::string text = world("{\n" + sides + "}\n");
    const Doom3Map map = load(text);
    const Result<flatline::engine::Windings> result = build_windings(map);
    ASSERT_TRUE(result);
    expect_box(result.value.solids()[0], 0, 0, 0);
    EXPECT_EQ(result.value.solids()[0].flags, 0u);
    EXPECT_EQ(flatline::engine::texture_s(result.value.windings()[0], {-64, 64, 64}), 2);
}

TEST(Windings, WhatIsWrongIsSaidOfSideAndBrush) {
    const std::string sides = cube_sides() + side("1 0 0 -64") + side("0 0 0 5") +
                              side("1 0 0 -90") +
                              "( 0.6 0 0.8 -512 ) ( ( 0 0 5 ) ( 0 0.03125 0 ) ) \"m\" 0 0 0\n";
    const std::string open = side("0 0 1 -64") + side("0 1 0 -64") + side("1 0 0 -64") +
                             side("0 0 -1 -64") + side("0 -1 0 -64");
    const std::string text = world(brush(cube_sides()) + brush(sides) + brush(open));
    const Doom3Map map = load(text);
    const Result<flatline::engine::Windings> result = build_windings(map);
    ASSERT_TRUE(result);
    const View<flatline_doom3_winding> w = result.value.windings();
    EXPECT_EQ(w[12].flags, unsigned{FLATLINE_DOOM3_SIDE_DUPLICATE});
    EXPECT_EQ(w[12].other, 8u);  // a side of the map
    EXPECT_EQ(w[13].flags, unsigned{FLATLINE_DOOM3_SIDE_DEGENERATE});
    EXPECT_EQ(w[14].flags, unsigned{FLATLINE_DOOM3_SIDE_REDUNDANT});
    EXPECT_EQ(w[15].flags, unsigned{FLATLINE_DOOM3_SIDE_REDUNDANT | FLATLINE_DOOM3_SIDE_SINGULAR});
    EXPECT_EQ(result.value.solids()[1].flags, 0u);
    EXPECT_EQ(result.value.solids()[2].flags, unsigned{FLATLINE_DOOM3_SOLID_OPEN});
}

TEST(Windings, OfNothing) {
    const Result<flatline::engine::Windings> none = build_windings(Doom3Map());
    ASSERT_TRUE(none);
    EXPECT_TRUE(none.value.windings().empty());
    EXPECT_TRUE(none.value.points().empty());
    const std::string text = world("");
    EXPECT_TRUE(build_windings(load(text)));
}

TEST(Windings, MoveAndOutliveTheMap) {
    flatline::engine::Windings kept;
    {
        const std::string text = world(brush(cube_sides()));
        const Doom3Map map = load(text);
        Result<flatline::engine::Windings> result = build_windings(map);
        ASSERT_TRUE(result);
        kept = std::move(result.value);
        EXPECT_TRUE(result.value.points().empty());
    }
    flatline::engine::Windings moved(std::move(kept));
    ASSERT_EQ(moved.points().size(), 24u);
    expect_box(moved.solids()[0], 0, 0, 0);
}

TEST(Windings, MemoryIsAnnouncedAndRunningOutIsAResult) {
    std::string brushes;
    for (int i = 0; i < 300; ++i) brushes += brush(cube_sides());
    const std::string text = world(brushes);
    const Doom3Map map = load(text);
    counting_memory::Memory memory;
    WindingsOptions options;
    options.memory = memory.hooks();
    std::uint64_t used = 0;
    {
        const Result<flatline::engine::Windings> result = build_windings(map, options);
        ASSERT_TRUE(result);
        used = result.memory.used;
        EXPECT_LE(memory.open_bytes(), result.memory.announced);
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    const std::uint64_t calls = memory.calls();
    ASSERT_GT(calls, 0u);
    for (std::uint64_t i = 0; i < calls; ++i) {
        memory.fail_at(i, false);
        const Result<flatline::engine::Windings> failed = build_windings(map, options);
        EXPECT_EQ(failed.status, Status::out_of_memory) << i;
        EXPECT_TRUE(failed.value.points().empty());
        EXPECT_EQ(memory.open_blocks(), 0u);
    }
    memory.heal();
    for (const std::uint64_t limit :
         {std::uint64_t{0}, std::uint64_t{1000}, used / 2, used - 8192}) {
        options.limits.arena_bytes = limit;
        const Result<flatline::engine::Windings> refused = build_windings(map, options);
        EXPECT_EQ(refused.status, Status::refused) << limit;
        EXPECT_LE(refused.memory.used, limit);
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

}  // namespace windings_test
