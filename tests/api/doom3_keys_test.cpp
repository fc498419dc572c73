// The C functions that ask a Doom 3 map and its geometry what its arrays do not say.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "flatline/flatline.h"

namespace capi_doom3_keys_test {

const char* const kText =
    "Version 2\n{\n\"classname\" \"worldspawn\"\n"
    "{ brushDef3 {\n( 0 0 1 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"wall\" 0 0 0\n"
    "( 0 1 0 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"wall\" 0 0 0\n"
    "( 1 0 0 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"wall\" 0 0 0\n"
    "( 0 0 -1 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"wall\" 0 0 0\n"
    "( 0 -1 0 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"wall\" 0 0 0\n"
    "( -1 0 0 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"floor\" 0 0 0\n} }\n}\n"
    "{\n\"spawnclass\" \"func_old  \"\n\"Name \" \" a  \"\n\"origin\" \"1 2 3\"\n"
    "{ brushDef3 {\n( 0 0 1 -4 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"wall\" 0 0 0\n} }\n"
    "{ patchDef2 { \"m\" ( 3 3 0 0 0 ) (\n"
    "( ( 0 0 0 0 0 ) ( 0 9 0 0 0 ) ( 0 9 9 0 0 ) ) ( ( 5 0 0 0 0 ) ( 5 9 0 0 0 ) ( 5 9 9 0 0 ) )\n"
    "( ( 9 0 0 0 0 ) ( 9 9 0 0 0 ) ( 9 9 9 0 0 ) ) ) } }\n}\n{\n}\n";

class CApiDoom3Keys : public testing::Test {
protected:
    CApiDoom3Keys() : text(kText) {
        EXPECT_EQ(flatline_doom3_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
                  FLATLINE_OK);
        a = flatline_doom3_map_arrays(map);
    }
    ~CApiDoom3Keys() override { flatline_free(map); }
    static std::string word(const char* bytes, std::size_t size) { return {bytes, size}; }
    std::string class_name(std::uint32_t entity) const {
        std::size_t size = 9;
        const char* bytes = flatline_doom3_map_class_name(map, entity, &size);
        return word(bytes, size);
    }
    std::string material(std::uint32_t id) const {
        std::size_t size = 9;
        const char* bytes = flatline_doom3_map_material(map, id, &size);
        return word(bytes, size);
    }

    std::string text;
    flatline_doom3_map* map = nullptr;
    const flatline_doom3_arrays* a = nullptr;
};

TEST_F(CApiDoom3Keys, ClassesAndMaterials) {
    EXPECT_EQ(class_name(0), "worldspawn");
    EXPECT_EQ(class_name(1), "func_old");
    EXPECT_EQ(class_name(2), "");
    EXPECT_EQ(class_name(3), "") << "past the last entity";
    ASSERT_EQ(a->material_count, 3u);
    EXPECT_EQ(material(0), "wall");
    EXPECT_EQ(material(2), "m");
    EXPECT_EQ(material(3), "") << "past the last material";
}

TEST_F(CApiDoom3Keys, Pairs) {
    const flatline_doom3_pair* pair = flatline_doom3_map_find(map, 1, "NAME");
    ASSERT_NE(pair, nullptr);
    std::size_t size = 0;
    const char* key = flatline_doom3_map_pair_key(map, pair, &size);
    EXPECT_EQ(word(key, size), "Name");
    const char* value = flatline_doom3_map_pair_value(map, pair, &size);
    EXPECT_EQ(word(value, size), " a");
    std::size_t same = 0;
    EXPECT_EQ(flatline_doom3_map_value(map, 1, "name", &same), value);
    EXPECT_EQ(same, size);
    EXPECT_EQ(flatline_doom3_map_find(map, 1, "none"), nullptr);
    EXPECT_EQ(flatline_doom3_map_find(map, 3, "name"), nullptr);
    EXPECT_EQ(flatline_doom3_map_value(map, 1, "none", &same), nullptr);
    EXPECT_EQ(same, 0u);
    EXPECT_STREQ(flatline_doom3_map_pair_key(map, nullptr, &size), "");
    EXPECT_EQ(size, 0u);
    EXPECT_STREQ(flatline_doom3_map_pair_value(map, nullptr, nullptr), "");
}

TEST_F(CApiDoom3Keys, Spaces) {
    ASSERT_EQ(a->brush_count, 2u);
    for (std::uint32_t i = 0; i < a->brush_count; ++i) {
        const flatline_doom3_brush& brush = a->brushes[i];
        const flatline_doom3_side& side = a->sides[brush.first_side];
        const flatline_doom3_entity& entity = a->entities[brush.entity];
        const flatline_doom3_plane local = flatline_doom3_local_plane(&side, &brush, &entity);
        const flatline_doom3_plane world = flatline_doom3_world_plane(&side, &brush, &entity);
        EXPECT_EQ(local.d - world.d, i * 3.0) << "the height of the entity's origin";
    }
    const flatline_doom3_patch& patch = a->patches[0];
    const flatline_doom3_entity& entity = a->entities[patch.entity];
    const flatline_doom3_point point =
        flatline_doom3_local_point(&a->points[patch.first_point], &patch, &entity);
    EXPECT_EQ(point.x, -1);
    EXPECT_EQ(point.y, -2);
    EXPECT_EQ(point.z, -3);
    EXPECT_EQ(flatline_doom3_local_point(nullptr, &patch, &entity).x, 0);
    EXPECT_EQ(flatline_doom3_local_plane(&a->sides[0], nullptr, &entity).c, 0);
    EXPECT_EQ(flatline_doom3_world_plane(&a->sides[0], &a->brushes[0], nullptr).c, 0);
}

TEST_F(CApiDoom3Keys, TextureCoordinatesAndAreas) {
    flatline_doom3_built_windings* built = nullptr;
    ASSERT_EQ(flatline_doom3_build_windings(map, nullptr, &built), FLATLINE_OK);
    const flatline_doom3_windings* w = flatline_doom3_built_windings_arrays(built);
    ASSERT_GT(w->windings[0].point_count, 0u);
    const flatline_doom3_vector& at = w->points[w->windings[0].first_point];
    EXPECT_EQ(std::abs(flatline_doom3_texture_s(&w->windings[0], &at)), 64);
    EXPECT_EQ(std::abs(flatline_doom3_texture_t(&w->windings[0], &at)), 64);
    EXPECT_EQ(flatline_doom3_texture_s(nullptr, &at), 0);
    EXPECT_EQ(flatline_doom3_texture_t(&w->windings[0], nullptr), 0);
    EXPECT_EQ(flatline_finding_count(built, FLATLINE_ERROR), 0u);
    flatline_free(built);

    EXPECT_EQ(flatline_doom3_is_degenerate_patch(a->points, a->point_count), 0);
    EXPECT_EQ(flatline_doom3_is_degenerate_patch(a->points, 1), 1);
    EXPECT_EQ(flatline_doom3_is_degenerate_patch(a->points, 0), 1);
    EXPECT_EQ(flatline_doom3_is_degenerate_patch(nullptr, 9), 1);
}

TEST_F(CApiDoom3Keys, FindingsOfBuildsByRule) {
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "arena-bytes", "1"), FLATLINE_OK);
    flatline_doom3_geometry_options options = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    options.limits = &limits;
    const std::uint16_t rule = flatline_find_rule("limit-arena-bytes");
    flatline_doom3_built_windings* windings = nullptr;
    EXPECT_EQ(flatline_doom3_build_windings(map, &options, &windings), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_has_rule(windings, rule), 1);
    EXPECT_EQ(flatline_has_rule(windings, 0), 0);
    EXPECT_EQ(flatline_finding_count(windings, FLATLINE_ERROR), 1u);
    EXPECT_EQ(flatline_finding_count(windings, 9), 0u);
    flatline_free(windings);
    flatline_doom3_built_surfaces* surfaces = nullptr;
    EXPECT_EQ(flatline_doom3_build_surfaces(map, &options, &surfaces), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_has_rule(surfaces, rule), 1);
    EXPECT_EQ(flatline_finding_count(surfaces, FLATLINE_ERROR), 1u);
    EXPECT_EQ(flatline_finding_count(surfaces, 9), 0u);
    flatline_free(surfaces);
}

TEST_F(CApiDoom3Keys, TheTextAndWhatWasLeftOut) {
    std::size_t size = 0;
    EXPECT_EQ(flatline_doom3_map_source(map, &size), text.data());
    EXPECT_EQ(size, text.size());
    EXPECT_EQ(flatline_doom3_map_complete(map), 1);
    EXPECT_EQ(flatline_has_rule(map, flatline_find_rule("out-of-memory")), 0);

    const std::string broken = text + "{\n{ brushDef3 { wrong } }\n}\n";
    flatline_doom3_options options = FLATLINE_DOOM3_OPTIONS_INIT;
    options.partial = 1;
    flatline_doom3_map* part = nullptr;
    ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, broken.data(), broken.size(), &options, &part),
              FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_map_complete(part), 0);
    std::size_t count = 0;
    const flatline_finding* finding = flatline_findings(part, &count);
    ASSERT_GE(count, 1u);
    EXPECT_EQ(flatline_has_rule(part, finding->rule), 1);
    flatline_free(part);
    ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, broken.data(), broken.size(), nullptr, &part),
              FLATLINE_REFUSED);
    EXPECT_EQ(flatline_doom3_map_source(part, &size), broken.data()) << "of a refused map too";
    flatline_free(part);
}

}  // namespace capi_doom3_keys_test
