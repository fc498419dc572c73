#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "doom3/geometry_maps.hpp"
#include "model/doom3_geometry.hpp"
#include "support/counting_memory.hpp"

namespace surfaces_test {

using flatline::engine::build_surfaces;
using flatline::engine::Doom3Map;
using flatline::engine::Doom3Space;
using flatline::engine::Result;
using flatline::engine::Status;
using flatline::engine::SurfacesOptions;
using geometry_maps::entity;
using geometry_maps::load;
using geometry_maps::patch;
using geometry_maps::world;

void expect_box(const double (&low)[3], const double (&high)[3], double x, double y, double z) {
    EXPECT_EQ(low[0], x - 64);
    EXPECT_EQ(low[1], y - 64);
    EXPECT_EQ(low[2], z - 256);
    EXPECT_EQ(high[0], x + 64);
    EXPECT_EQ(high[1], y + 64);
    EXPECT_EQ(high[2], z - 128);
}

// docs/doom3.md, "The curve": one patch by its curvature, one in fixed segments.
TEST(Surfaces, TheDocumentsPatch) {
    const std::string text = world(patch("patchDef2", "3 3") + patch("patchDef3", "3 3 4 2"));
    const Doom3Map map = load(text);
    const Result<flatline::engine::Surfaces> result = build_surfaces(map);
    ASSERT_TRUE(result);
    EXPECT_LE(result.memory.used, result.memory.announced);
    const flatline::engine::Surfaces& s = result.value;
    ASSERT_EQ(s.surfaces().size(), 2u);
    const flatline_doom3_surface& bent = s.surfaces()[0];
    EXPECT_EQ(bent.columns, 9u);
    EXPECT_EQ(bent.rows, 2u);
    EXPECT_EQ(bent.flags, 0u);
    EXPECT_EQ(s.vertices(bent).size(), 18u);
    EXPECT_EQ(s.indices(bent).size(), 16u * 3);
    const flatline_doom3_surface& fixed = s.surfaces()[1];
    EXPECT_EQ(fixed.columns, 5u);
    EXPECT_EQ(fixed.rows, 3u);
    EXPECT_EQ(fixed.first_vertex, 18u);
    EXPECT_EQ(fixed.first_index, 48u);
    EXPECT_EQ(s.indices(fixed).size(), 16u * 3);
    EXPECT_EQ(s.vertices().size(), 33u);
    EXPECT_EQ(s.indices().size(), 96u);
    for (const flatline_doom3_surface& surface : s.surfaces()) {
        expect_box(surface.low, surface.high, 0, 0, 0);
        expect_box(surface.hull_low, surface.hull_high, 0, 0, 0);
        for (const std::uint32_t index : s.indices(surface)) {
            EXPECT_GE(index, surface.first_vertex);
            EXPECT_LT(index, surface.first_vertex + surface.columns * surface.rows);
        }
    }
    EXPECT_EQ(s.vertices(bent)[4].x, 32);
    EXPECT_EQ(s.vertices(bent)[4].s, 4);
    EXPECT_NEAR(s.vertices(bent)[4].normal[0], 0.707107, 1e-6);

    SurfacesOptions options;
    options.max_error = 24;
    options.straighten_fixed = true;
    const Result<flatline::engine::Surfaces> coarse = build_surfaces(map, options);
    ASSERT_TRUE(coarse);
    EXPECT_EQ(coarse.value.surfaces()[0].columns, 5u);
    EXPECT_EQ(coarse.value.surfaces()[1].columns, 5u);
    EXPECT_EQ(coarse.value.surfaces()[1].rows, 2u);
}

// docs/doom3.md, "Spaces": patches are stored in world space.
TEST(Surfaces, LocalAndWorldSpace) {
    const std::string text =
        world("") +
        entity("\"classname\" \"func_static\"\n\"origin\" \"96 32 8\"",
               patch("patchDef2", "3 3", 96, 32, 8)) +
        entity("\"classname\" \"func_static\"", patch("patchDef2", "3 3", 96, 32, 8));
    const Doom3Map map = load(text);
    SurfacesOptions options;
    const Result<flatline::engine::Surfaces> in_world = build_surfaces(map, options);
    options.space = Doom3Space::local;
    const Result<flatline::engine::Surfaces> in_local = build_surfaces(map, options);
    ASSERT_TRUE(in_world && in_local);
    for (int i = 0; i < 2; ++i) {
        const flatline_doom3_surface& w = in_world.value.surfaces()[i];
        expect_box(w.low, w.high, 96, 32, 8);
        const flatline_doom3_surface& l = in_local.value.surfaces()[i];
        expect_box(l.low, l.high, i == 0 ? 0 : 96, i == 0 ? 0 : 32, i == 0 ? 0 : 8);
        expect_box(l.hull_low, l.hull_high, i == 0 ? 0 : 96, i == 0 ? 0 : 32, i == 0 ? 0 : 8);
    }
    EXPECT_EQ(in_local.value.arrays().local, 1u);
}

TEST(Surfaces, WhatHasNoneSaysWhy) {
    std::string even = patch("patchDef2", "4 3");
    even.insert(even.rfind(")\n}"), "( ( 0 0 0 0 0 ) ( 0 9 0 0 0 ) ( 0 0 9 0 0 ) )\n");
    const std::string text = world(
        patch("patchDef3", "3 3 0 4") + patch("patchDef3", "3 3 4 -1") +
        patch("patchDef3", "3 3 2000000000 2000000000") + even +
        "{ patchDef2 {\n\"m\"\n( 3 1 0 0 0 )\n(\n( ( 0 0 0 0 0 ) )\n( ( 1 0 0 0 0 ) )\n"
        "( ( 2 0 0 0 0 ) )\n)\n} }\n"
        "{ patchDef2 {\n\"m\"\n( 1 3 0 0 0 )\n(\n( ( 0 0 0 0 0 ) ( 1 0 0 0 0 ) ( 2 0 0 0 0 ) )\n"
        ")\n} }\n");
    const Doom3Map map = load(text);
    ASSERT_EQ(map.patches().size(), 6u);
    const Result<flatline::engine::Surfaces> result = build_surfaces(map);
    ASSERT_TRUE(result);
    const auto surfaces = result.value.surfaces();
    const std::uint32_t expected[] = {
        FLATLINE_DOOM3_SURFACE_BAD_SUBDIVISIONS,
        FLATLINE_DOOM3_SURFACE_BAD_SUBDIVISIONS,
        FLATLINE_DOOM3_SURFACE_OVER_LIMIT,
        FLATLINE_DOOM3_SURFACE_EVEN,
        FLATLINE_DOOM3_SURFACE_TOO_SMALL | FLATLINE_DOOM3_SURFACE_DEGENERATE,
        FLATLINE_DOOM3_SURFACE_TOO_SMALL | FLATLINE_DOOM3_SURFACE_DEGENERATE};
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(surfaces[i].flags, expected[i]) << i;
        EXPECT_EQ(surfaces[i].columns != 0, i == 3) << i;
        EXPECT_EQ(surfaces[i].index_count != 0, i == 3) << i;
    }
    // The boxes of the control points are there all the same.
    expect_box(surfaces[0].hull_low, surfaces[0].hull_high, 0, 0, 0);
    EXPECT_EQ(surfaces[0].high[0], 0);
}

TEST(Surfaces, TheLimitOfPoints) {
    const std::string text = world(patch("patchDef3", "3 3 4 2"));
    const Doom3Map map = load(text);
    SurfacesOptions options;
    options.limits.surface_points = 15;
    EXPECT_EQ(build_surfaces(map, options).value.vertices().size(), 15u);
    options.limits.surface_points = 14;
    const Result<flatline::engine::Surfaces> over = build_surfaces(map, options);
    ASSERT_TRUE(over);
    EXPECT_EQ(over.value.surfaces()[0].flags, unsigned{FLATLINE_DOOM3_SURFACE_OVER_LIMIT});
    EXPECT_TRUE(over.value.vertices().empty());
}

// What is left when a patch has taken its points is there for those behind it.
TEST(Surfaces, TheLimitOfPointsIsOneForAllPatches) {
    const std::string text = world(patch("patchDef3", "3 3 4 2") + patch("patchDef3", "3 3 4 4") +
                                   patch("patchDef3", "3 3 2 2") + patch("patchDef3", "3 3 2 2"));
    const Doom3Map map = load(text);
    SurfacesOptions options;
    for (const std::uint64_t limit : {15 + 25 + 9 + 9, 15 + 25 + 9, 15 + 9, 15, 14, 0}) {
        options.limits.surface_points = limit;
        const Result<flatline::engine::Surfaces> built = build_surfaces(map, options);
        ASSERT_TRUE(built);
        std::uint64_t left = limit;
        const std::uint64_t points[] = {15, 25, 9, 9};
        for (std::size_t i = 0; i < 4; ++i) {
            const bool fits = points[i] <= left;
            left -= fits ? points[i] : 0;
            EXPECT_EQ((built.value.surfaces()[i].flags & FLATLINE_DOOM3_SURFACE_OVER_LIMIT) == 0,
                      fits)
                << limit << ", " << i;
            EXPECT_EQ(built.value.surfaces()[i].columns != 0, fits) << limit << ", " << i;
        }
        EXPECT_EQ(built.value.vertices().size(), limit - left);
    }
}

TEST(Surfaces, OfNothing) {
    EXPECT_TRUE(build_surfaces(Doom3Map()));
    const std::string text = world("");
    EXPECT_TRUE(build_surfaces(load(text)));
}

TEST(Surfaces, MemoryIsAnnouncedAndRunningOutIsAResult) {
    std::string primitives;
    for (int i = 0; i < 50; ++i) primitives += patch("patchDef2", "3 3");
    const std::string text = world(primitives);
    const Doom3Map map = load(text);
    counting_memory::Memory memory;
    SurfacesOptions options;
    options.memory = memory.hooks();
    std::uint64_t used = 0;
    {
        Result<flatline::engine::Surfaces> result = build_surfaces(map, options);
        ASSERT_TRUE(result);
        used = result.memory.used;
        EXPECT_LE(memory.open_bytes(), result.memory.announced);
        const flatline::engine::Surfaces moved = std::move(result.value);
        EXPECT_EQ(moved.surfaces().size(), 50u);
        EXPECT_TRUE(result.value.surfaces().empty());
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    const std::uint64_t calls = memory.calls();
    ASSERT_GT(calls, 0u);
    for (std::uint64_t i = 0; i < calls; ++i) {
        memory.fail_at(i, false);
        EXPECT_EQ(build_surfaces(map, options).status, Status::out_of_memory) << i;
        EXPECT_EQ(memory.open_blocks(), 0u);
    }
    memory.heal();
    for (const std::uint64_t limit :
         {std::uint64_t{0}, std::uint64_t{1000}, used / 2, used - 8192}) {
        options.limits.arena_bytes = limit;
        const Result<flatline::engine::Surfaces> refused = build_surfaces(map, options);
        EXPECT_EQ(refused.status, Status::refused) << limit;
        EXPECT_LE(refused.memory.used, limit);
    }
    EXPECT_FALSE(memory.misused());
}

}  // namespace surfaces_test
