// The C functions about Doom 3 maps, used as a C program would, beside the C++ functions.
#include <gtest/gtest.h>

#include <string>

#include "doom3/geometry_maps.hpp"
#include "flatline/flatline.h"
#include "support/capi_tools.hpp"

namespace {

using capi_tools::Pool;
using geometry_maps::brush;
using geometry_maps::cube_sides;
using geometry_maps::entity;
using geometry_maps::patch;
using geometry_maps::world;

std::string small_map() {
    return world(brush(cube_sides()) + patch("patchDef2", "3 3")) +
           entity("\"classname\" \"light\"\n\"Name\" \"a\"\n\"origin\" \"96 32 0\"\n\"name\" \"b\"",
                  brush(cube_sides()));
}

class CApiDoom3 : public testing::Test {
protected:
    ~CApiDoom3() override {
        flatline_free(windings);
        flatline_free(surfaces);
        flatline_free(map);
    }
    void load() {
        ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
                  FLATLINE_OK);
    }
    std::string string_of(flatline_text t) {
        size_t size = 0;
        const char* bytes = flatline_doom3_map_text(map, t, &size);
        return {bytes, size};
    }

    std::string text = small_map();
    flatline_doom3_map* map = nullptr;
    flatline_doom3_built_windings* windings = nullptr;
    flatline_doom3_built_surfaces* surfaces = nullptr;
};

TEST_F(CApiDoom3, LoadsArraysAndTexts) {
    load();
    EXPECT_EQ(flatline_status_of(map), FLATLINE_OK);
    const flatline_doom3_arrays& a = *flatline_doom3_map_arrays(map);
    EXPECT_EQ(a.entity_count, 2u);
    EXPECT_EQ(a.brush_count, 2u);
    EXPECT_EQ(a.side_count, 12u);
    EXPECT_EQ(a.patch_count, 1u);
    EXPECT_EQ(a.version, 2);
    EXPECT_EQ(string_of(a.pairs[0].value), "worldspawn");
    EXPECT_EQ(string_of(a.materials[a.sides[0].material]), "m");
    size_t size = 0;
    const char* name = flatline_doom3_map_value(map, 1, "NAME", &size);
    EXPECT_EQ(std::string(name, size), "b");
    EXPECT_EQ(flatline_doom3_map_value(map, 0, "name", &size), nullptr);
    EXPECT_EQ(flatline_doom3_map_value(map, 2, "name", nullptr), nullptr);
    std::uint64_t announced = 0;
    std::uint64_t used = 0;
    flatline_memory(map, &announced, &used);
    EXPECT_GT(used, 0u);
    EXPECT_LE(used, announced);
}

TEST_F(CApiDoom3, ALoaderUsesTheMemoryOfARecycledMapAgain) {
    Pool pool;
    const flatline_memory_hooks memory = pool.memory();
    flatline_loader* loader = flatline_loader_create(&memory);
    ASSERT_NE(loader, nullptr);
    ASSERT_EQ(flatline_doom3_load_borrowed(loader, text.data(), text.size(), nullptr, &map),
              FLATLINE_OK);
    flatline_recycle(loader, map);
    pool.spent = true;  // from here on only what the loader has
    ASSERT_EQ(flatline_doom3_load_borrowed(loader, text.data(), text.size(), nullptr, &map),
              FLATLINE_OK);
    flatline_free(loader);
    EXPECT_EQ(flatline_doom3_map_arrays(map)->side_count, 12u) << "a map outlives its loader";
    flatline_free(map);
    map = nullptr;
    EXPECT_EQ(pool.pieces, 0u);
}

TEST_F(CApiDoom3, FindingsOfARefusedMap) {
    text = "Version 2\n{\n\"classname\" \"worldspawn\"\n{ brushDef3 {\n( 0 0 x 1 )\n} }\n}\n";
    ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
              FLATLINE_REFUSED);
    EXPECT_EQ(flatline_status_of(map), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_doom3_map_arrays(map)->entity_count, 0u);
    size_t count = 0;
    const flatline_finding* findings = flatline_findings(map, &count);
    ASSERT_GE(count, 1u);
    EXPECT_GE(flatline_finding_count(map, FLATLINE_ERROR), 1u);
    EXPECT_EQ(flatline_finding_count(map, 9), 0u);
    char sentence[200];
    EXPECT_GT(flatline_describe(map, &findings[0], sentence, sizeof sentence), 0u);
    EXPECT_NE(std::strstr(sentence, "x"), nullptr) << sentence;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
    flatline_place(map, findings[0].offset, &line, &column);
    EXPECT_EQ(line, 5u);
    EXPECT_EQ(column, 7u);
    flatline_free(map);
    map = nullptr;

    flatline_doom3_options options = FLATLINE_DOOM3_OPTIONS_INIT;
    options.partial = 1;
    ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, text.data(), text.size(), &options, &map),
              FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_map_arrays(map)->entity_count, 1u);
    EXPECT_EQ(flatline_doom3_map_arrays(map)->brush_count, 0u);
}

TEST_F(CApiDoom3, ValuesAsTheEngineTrimsThem) {
    text = "Version 2\n{\n\"a \" \"b \"\n\"c\" \" \"\n}\n";
    load();
    std::size_t size = 9;
    const char* const value = flatline_doom3_map_value(map, 0, "a", &size);
    EXPECT_EQ(std::string(value, size), "b");
    EXPECT_NE(flatline_doom3_map_value(map, 0, "c", &size), nullptr);
    EXPECT_EQ(size, 0u);
}

TEST_F(CApiDoom3, EscapesOfDarkRadiant) {
    text = "Version 2\n{\n\"a\" \"\\\"b\\\"\"\n}\n";
    flatline_doom3_options options = FLATLINE_DOOM3_OPTIONS_INIT;
    options.escapes = 1;
    ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, text.data(), text.size(), &options, &map),
              FLATLINE_OK);
    std::size_t size = 0;
    const char* const value = flatline_doom3_map_value(map, 0, "a", &size);
    ASSERT_EQ(std::string(value, size), R"(\"b\")");
    char out[8];
    EXPECT_EQ(std::string(out, flatline_doom3_unescape(value, size, out)), "\"b\"");
    EXPECT_EQ(flatline_doom3_unescape(nullptr, 1, out), 0u);
}

TEST_F(CApiDoom3, BuildsGeometry) {
    load();
    ASSERT_EQ(flatline_doom3_build_windings(map, nullptr, &windings), FLATLINE_OK);
    ASSERT_EQ(flatline_doom3_build_surfaces(map, nullptr, &surfaces), FLATLINE_OK);
    const flatline_doom3_windings& a = *flatline_doom3_built_windings_arrays(windings);
    EXPECT_EQ(a.solids[1].low[0], 32);  // 96 - 64: in the world
    const flatline_doom3_surfaces& b = *flatline_doom3_built_surfaces_arrays(surfaces);
    EXPECT_EQ(b.surfaces[0].columns, 9u);
    std::uint64_t announced = 0;
    std::uint64_t used = 0;
    flatline_memory(windings, &announced, &used);
    EXPECT_GE(used, a.point_count * sizeof *a.points);
    flatline_memory(surfaces, &announced, &used);
    EXPECT_GE(used, b.vertex_count * sizeof *b.vertices);
    EXPECT_LE(used, announced);
    // They need the map no longer.
    flatline_free(map);
    map = nullptr;
    EXPECT_EQ(flatline_doom3_built_windings_arrays(windings)->windings[0].point_count, 4u);
}

TEST_F(CApiDoom3, GeometryTakesItsOptions) {
    load();
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "world-coordinate", "32"), FLATLINE_OK);
    ASSERT_EQ(flatline_limits_set(&limits, "surface-points", "17"), FLATLINE_OK);
    flatline_doom3_geometry_options options = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    options.limits = &limits;
    options.local = 1;
    ASSERT_EQ(flatline_doom3_build_windings(map, &options, &windings), FLATLINE_OK);
    const flatline_doom3_windings& a = *flatline_doom3_built_windings_arrays(windings);
    EXPECT_EQ(a.local, 1u);
    EXPECT_EQ(a.solids[1].low[0], -64);
    EXPECT_EQ(a.solids[0].flags, unsigned{FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD});
    options.max_error = 24;  // 5 by 3 before straight rows go
    ASSERT_EQ(flatline_doom3_build_surfaces(map, &options, &surfaces), FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_built_surfaces_arrays(surfaces)->surfaces[0].columns, 5u);
    flatline_free(surfaces);
    options.max_error = 4;  // 9 by 3
    ASSERT_EQ(flatline_doom3_build_surfaces(map, &options, &surfaces), FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_built_surfaces_arrays(surfaces)->surfaces[0].flags,
              unsigned{FLATLINE_DOOM3_SURFACE_OVER_LIMIT});
    flatline_free(windings);
    ASSERT_EQ(flatline_limits_set(&limits, "arena-bytes", "100"), FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_build_windings(map, &options, &windings), FLATLINE_REFUSED);
    std::size_t count = 0;
    const flatline_finding* finding = flatline_findings(windings, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_STREQ(flatline_rule_id(finding->rule), "limit-arena-bytes");
    flatline_free(surfaces);
    EXPECT_EQ(flatline_doom3_build_surfaces(map, &options, &surfaces), FLATLINE_REFUSED);
    finding = flatline_findings(surfaces, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_STREQ(flatline_rule_id(finding->rule), "limit-arena-bytes");
    EXPECT_EQ(flatline_findings(nullptr, &count), nullptr);
    EXPECT_EQ(flatline_findings(nullptr, &count), nullptr);
    EXPECT_EQ(count, 0u);
    EXPECT_EQ(flatline_doom3_built_windings_arrays(windings)->point_count, 0u);
}

TEST_F(CApiDoom3, BadArguments) {
    EXPECT_EQ(flatline_doom3_load_borrowed(nullptr, nullptr, 1, nullptr, &map),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_doom3_load_borrowed(nullptr, text.data(), 1, nullptr, nullptr),
              FLATLINE_BAD_ARGUMENT);
    flatline_doom3_options options = FLATLINE_DOOM3_OPTIONS_INIT;
    options.struct_size = 3;
    EXPECT_EQ(flatline_doom3_load_borrowed(nullptr, text.data(), 1, &options, &map),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_status_of(nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_doom3_map_arrays(nullptr)->entity_count, 0u);
    EXPECT_STREQ(flatline_doom3_map_text(nullptr, {0, 5}, nullptr), "");
    EXPECT_EQ(flatline_findings(nullptr, nullptr), nullptr);
    EXPECT_EQ(flatline_finding_count(nullptr, FLATLINE_ERROR), 0u);
    EXPECT_EQ(flatline_describe(nullptr, nullptr, nullptr, 0), 0u);
    flatline_place(nullptr, 0, nullptr, nullptr);
    flatline_memory(nullptr, nullptr, nullptr);
    flatline_recycle(nullptr, nullptr);
    flatline_free(nullptr);
    EXPECT_EQ(flatline_doom3_build_windings(nullptr, nullptr, &windings), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_doom3_build_surfaces(nullptr, nullptr, &surfaces), FLATLINE_BAD_ARGUMENT);
    load();
    EXPECT_EQ(flatline_doom3_map_value(map, 0, nullptr, nullptr), nullptr);
    EXPECT_STREQ(flatline_doom3_map_material(map, FLATLINE_NONE, nullptr), "");
    flatline_doom3_geometry_options geometry = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    geometry.struct_size = 3;
    EXPECT_EQ(flatline_doom3_build_windings(map, &geometry, &windings), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_doom3_build_surfaces(map, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_doom3_built_windings_arrays(nullptr)->point_count, 0u);
    EXPECT_EQ(flatline_doom3_built_surfaces_arrays(nullptr)->vertex_count, 0u);
    EXPECT_EQ(flatline_doom3_evaluate_patch(nullptr, 3, 3, 0.5, 0.5).x, 0);
    const flatline_doom3_arrays& a = *flatline_doom3_map_arrays(map);
    EXPECT_EQ(flatline_doom3_evaluate_patch(a.points, 3, 3, 0.5, 0.5).x, 32);
    EXPECT_EQ(flatline_doom3_evaluate_patch(a.points, 2, 3, 0.5, 0.5).x, 0);
    flatline_doom3_point wide[15] = {};
    for (int i = 0; i < 15; ++i) wide[i].x = i % 5;
    EXPECT_NE(flatline_doom3_evaluate_patch(wide, 5, 3, 1, 0).x,
              flatline_doom3_evaluate_patch(wide, 3, 5, 1, 0).x);
}

}  // namespace
