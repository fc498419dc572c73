// flatline/doom3.hpp: Doom 3 maps and their geometry.
#include "flatline/doom3.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "boundary/maps.hpp"

namespace doom3_test {

using namespace boundary;
using namespace flatline;

// The finding whose sentence quotes `word`.
Finding quoting(const Findings& findings, const char* word) {
    for (const Finding& finding : findings) {
        if (sentence(finding).find(word) != std::string::npos) return finding;
    }
    ADD_FAILURE() << "nothing quotes " << word;
    return {};
}

class Doom3 : public testing::Test {
protected:
    Result<Doom3Map> loaded = load_doom3(kCrate);
    const Doom3Map& map = *loaded;
};

TEST_F(Doom3, GivesEverythingInFileOrder) {
    ASSERT_TRUE(loaded);
    ASSERT_EQ(map.entities().size(), 3u);
    EXPECT_EQ(map.pairs().size(), 8u);  // a backslash ends no string
    EXPECT_TRUE(map.primitive_pairs().empty());
    EXPECT_EQ(map.brushes().size(), 2u);
    EXPECT_EQ(map.sides().size(), 7u);
    EXPECT_TRUE(map.quake_textures().empty());
    EXPECT_EQ(map.patches().size(), 1u);
    EXPECT_EQ(map.points().size(), 9u);
    ASSERT_EQ(map.materials().size(), 2u);
    EXPECT_EQ(map.material(1), "textures/base/banner");
    EXPECT_EQ(map.text(map.materials()[0]), "textures/base/crate");
    EXPECT_EQ(map.material(2), "");
    EXPECT_EQ(map.version(), 2.0);
    EXPECT_TRUE(map.has_version());
    EXPECT_TRUE(map.complete());
    EXPECT_EQ(map.source(), kCrate);

    const flatline_doom3_entity& world = map.entities()[0];
    const flatline_doom3_entity& banner = map.entities()[1];
    EXPECT_EQ(map.pairs(world).size(), 1u);
    EXPECT_EQ(map.brushes(world).size(), 1u);
    EXPECT_TRUE(map.patches(world).empty());
    EXPECT_EQ(map.patches(banner).size(), 1u);
    EXPECT_EQ(map.sides(map.brushes(world)[0]).size(), 6u);
    EXPECT_EQ(map.points(map.patches(banner)[0]).size(), 9u);
    EXPECT_TRUE(map.pairs(map.brushes()[0]).empty());
    EXPECT_TRUE(map.pairs(map.patches()[0]).empty());
}

TEST_F(Doom3, FindsKeysAsTheEngineDoes) {
    ASSERT_TRUE(loaded);
    const flatline_doom3_entity& banner = map.entities()[1];
    const flatline_doom3_pair* name = map.find(banner, "NAME");
    ASSERT_NE(name, nullptr);
    EXPECT_EQ(map.key(*name), "name");
    EXPECT_EQ(map.value(*name), "banner");
    EXPECT_EQ(map.value(banner, "name"), "banner");
    EXPECT_EQ(map.value(banner, "angle"), "");
    EXPECT_EQ(map.find(banner, "angle"), nullptr);
    EXPECT_EQ(map.class_name(banner), "func_static");
    EXPECT_EQ(map.class_name(map.entities()[2]), "light");
}

TEST_F(Doom3, PlanesAndPointsInTheirSpaces) {
    ASSERT_TRUE(loaded);
    const flatline_doom3_entity& banner = map.entities()[1];
    const flatline_doom3_brush& brush = map.brushes(banner)[0];
    const flatline_doom3_side& side = map.sides(brush)[0];
    const flatline_doom3_plane local = local_plane(side, brush, banner);
    const flatline_doom3_plane world = world_plane(side, brush, banner);
    EXPECT_EQ(world.d, side.plane.d);
    EXPECT_EQ(local.d, side.plane.d + side.plane.a * 16);
    const flatline_doom3_patch& patch = map.patches(banner)[0];
    EXPECT_EQ(local_point(map.points(patch)[0], patch, banner).x, -80.0);
}

TEST_F(Doom3, WindingsOfABrush) {
    ASSERT_TRUE(loaded);
    const Result<Windings> windings = build_windings(map);
    ASSERT_TRUE(windings);
    ASSERT_EQ(windings->solids().size(), 2u);
    EXPECT_EQ(windings->solids()[0].volume, 128.0 * 128 * 128);
    ASSERT_EQ(windings->windings().size(), 7u);
    EXPECT_GE(windings->points().size(), 24u);
    const flatline_doom3_winding& top = windings->windings()[0];
    ASSERT_EQ(windings->points(top).size(), 4u);
    for (const flatline_doom3_vector& point : windings->points(top)) {
        EXPECT_EQ(point.z, 64.0);
        EXPECT_GE(texture_s(top, point), 0.0);
        EXPECT_LE(texture_t(top, point), 1.0);
    }
    EXPECT_EQ(windings->arrays().local, 0u);
    Doom3GeometryOptions options;
    options.local = 1;
    EXPECT_EQ(build_windings(map, options)->arrays().local, 1u);
    int calls = 0;
    options.progress = stopping(calls);
    EXPECT_EQ(build_windings(map, options).status(), Status::cancelled);
    EXPECT_EQ(build_windings(Doom3Map()).status(), Status::bad_argument);
}

TEST_F(Doom3, SurfacesOfAPatch) {
    ASSERT_TRUE(loaded);
    const Result<Surfaces> surfaces = build_surfaces(map);
    ASSERT_TRUE(surfaces);
    ASSERT_EQ(surfaces->surfaces().size(), 1u);
    const flatline_doom3_surface& surface = surfaces->surfaces()[0];
    EXPECT_EQ(surfaces->vertices(surface).size(), surfaces->vertices().size());
    EXPECT_EQ(surfaces->indices(surface).size(), surfaces->indices().size());
    EXPECT_EQ(surfaces->indices().size(), (surface.columns - 1) * (surface.rows - 1) * 6u);
    Doom3GeometryOptions coarse;
    coarse.max_error = 24;
    EXPECT_LT(build_surfaces(map, coarse)->vertices().size(), surfaces->vertices().size());
    const flatline_doom3_vertex middle =
        flatline_doom3_evaluate_patch(map.points().data(), 3, 3, 0.5, 0.5);
    EXPECT_EQ(middle.y, 16.0);
    EXPECT_EQ(flatline_doom3_is_degenerate_patch(map.points().data(), map.points().size()), 0);
}

TEST_F(Doom3, RefusesWhatIsBroken) {
    const std::string text = std::string(kCrate) + "{ { brushDef3 { ( 0 oops\n";
    const Result<Doom3Map> refused = load_doom3(text);
    ASSERT_EQ(refused.status(), Status::refused);
    EXPECT_TRUE(refused->entities().empty());
    const Finding finding = quoting(refused.findings(), "oops");
    EXPECT_EQ(place(finding).line, 44u);
    EXPECT_NE(describe_at(finding, "a.map").find("a.map"), std::string::npos);

    Doom3Options partial;
    partial.partial = 1;
    const Result<Doom3Map> rest = load_doom3(text, partial);
    ASSERT_TRUE(rest);
    EXPECT_FALSE(rest->complete());
    EXPECT_EQ(load_doom3("{\n\"classname\" \"worldspawn\"\n}")->version(), 1.0);
}

TEST_F(Doom3, OwnsATextThatIsMovedIn) {
    auto text = std::make_unique<std::string>(kCrate);
    const Result<Doom3Map> owned = load_doom3(std::move(*text));
    text.reset();
    EXPECT_EQ(owned->source(), kCrate);
    Result<Doom3Map> refused = load_doom3(std::string("{{brushDef3{(oops"));
    const Doom3Map kept = std::move(refused).take();
    EXPECT_GT(quoting(kept.findings(), "oops").offset, 0u);
}

TEST(Doom3Loads, OneLoaderLoadsBothKinds) {
    Pool pool;
    {
        Loader loader(pool.hooks());
        for (int i = 0; i < 2; ++i) {
            Result<Doom3Map> crate = loader.load_doom3(kCrate);
            ASSERT_TRUE(crate);
            loader.recycle(std::move(crate).take());
            Result<Map> rooms = loader.load(kRooms);
            ASSERT_TRUE(rooms);
            loader.recycle(std::move(rooms).take());
        }
        Doom3Options options;
        options.escapes = 1;
        const Result<Doom3Map> map = loader.load_doom3(std::string(kCrate), options);
        ASSERT_TRUE(map);
        std::string said(map->value(map->entities()[2], "text"));
        said.resize(flatline_doom3_unescape(said.data(), said.size(), &said[0]));
        EXPECT_EQ(said, "says \"hello\"");
    }
    EXPECT_EQ(pool.pieces, 0u);
}

}  // namespace doom3_test
