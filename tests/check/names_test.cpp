// Textures, flats, colormaps and music that the resources do not have.
#include <gtest/gtest.h>

#include <initializer_list>

#include "check/check_maps.hpp"
#include "check/namespaces.hpp"
#include "model/archive_map.hpp"
#include "model/resources.hpp"
#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace names_check_test {

using check_maps::checked;
using check_maps::only;
using check_maps::Parts;
using flatline::engine::ResourceKind;
using flatline::engine::Rule;

flatline::engine::Resources game() {
    flatline::engine::Resources resources;
    (void)resources.add(ResourceKind::texture, "WALL");
    (void)resources.add(ResourceKind::flat, "FLOOR");
    (void)resources.add(ResourceKind::colormap, "FOG");
    (void)resources.add(ResourceKind::lump, "O_GFZ1");
    (void)resources.add(ResourceKind::file, "textures/new/wall.png");
    return resources;
}

struct Fields {
    std::string line, side, sector;
};

std::string says(const std::string& name_space, const Fields& fields,
                 std::initializer_list<Rule> rules) {
    Parts parts;
    parts.map_namespace = name_space;
    parts.linedefs = "linedef{v1=0;v2=1;sidefront=0;" + fields.line +
                     "}linedef{v1=1;v2=2;sidefront=1;}linedef{v1=2;v2=0;sidefront=2;}";
    parts.sidedefs = "sidedef{sector=0;" + fields.side + "}sidedef{sector=0;}sidedef{sector=0;}";
    parts.sectors = "sector{texturefloor=\"FLOOR\";textureceiling=\"floor\";" + fields.sector + "}";
    flatline::engine::CheckOptions options = only(rules);
    const flatline::engine::Resources resources = game();
    options.resources = &resources;
    return checked(parts.text(), options);
}

std::string walls(const std::string& name_space, const std::string& side,
                  const std::string& line = "") {
    return says(name_space, {line, side, ""}, {Rule::texture_unknown});
}

TEST(CheckNames, Textures) {
    EXPECT_EQ(walls("doom", "texturemiddle=\"wall\";texturetop=\"-\";texturebottom=\"\";"), "");
    EXPECT_EQ(walls("doom", "texturemiddle=\"NONE\";texturetop=\"GONE\";"),
              "texture-unknown sidedef 0 texturetop\ntexture-unknown sidedef 0 texturemiddle");
    EXPECT_EQ(walls("doom", "texturebottom=\"FLOOR\";"), "texture-unknown sidedef 0 texturebottom");
    EXPECT_EQ(walls("zdoom", "texturebottom=\"FLOOR\";"), "") << "both for both";
    EXPECT_EQ(walls("eternity", "texturebottom=\"FLOOR\";"), "") << "both for both";
    EXPECT_EQ(walls("srb2", "texturemiddle=\"-wall\";"), "") << "none in SRB2";
    EXPECT_EQ(walls("doom", "texturemiddle=\"-wall\";"), "texture-unknown sidedef 0 texturemiddle");
}

TEST(CheckNames, AWallForAFlatWhereThePortTakesIt) {
    const auto floors = [](const std::string& name_space) {
        return says(name_space, {"", "", "textureceiling=\"WALL\";"}, {Rule::flat_unknown});
    };
    EXPECT_EQ(floors("zdoom"), "");
    EXPECT_EQ(floors("eternity"), "");
    EXPECT_EQ(floors("doom"), "flat-unknown sector 0 textureceiling");
}

TEST(CheckNames, LongNamesArePathsOfZdoom) {
    const std::string path = "texturemiddle=\"Textures/new/wall.png\";";
    EXPECT_EQ(walls("zdoom", path), "");
    EXPECT_EQ(walls("dsda", path), "texture-unknown sidedef 0 texturemiddle");
    EXPECT_EQ(walls("zdoom", "texturemiddle=\"WALL_OF_STONE\";"),
              "texture-unknown sidedef 0 texturemiddle");
}

// Nothing but a file has a name of more than eight bytes, whatever the resources say.
TEST(CheckNames, ShortNamesHaveEightBytes) {
    for (const std::string name : {"EIGHT_OF", "NINE_OF_9"}) {
        flatline::engine::Resources resources;
        for (const ResourceKind kind : {ResourceKind::texture, ResourceKind::flat}) {
            (void)resources.add(kind, name);
        }
        for (const char* name_space : {"zdoom", "doom"}) {
            Parts parts;
            parts.map_namespace = name_space;
            parts.sidedefs = "sidedef{sector=0;texturetop=\"" + name + "\";}" +
                             "sidedef{sector=0;}sidedef{sector=0;}";
            flatline::engine::CheckOptions options = only({Rule::texture_unknown});
            options.resources = &resources;
            EXPECT_EQ(checked(parts.text(), options),
                      name.size() == 8 ? "" : "texture-unknown sidedef 0 texturetop")
                << name_space;
        }
    }
}

TEST(CheckNames, SidesThatHoldOtherNames) {
    // The back of a line, and a line of one side.
    Parts parts;
    parts.linedefs =
        "linedef{v1=0;v2=1;sidefront=0;sideback=1;twosided=true;special=209;}"
        "linedef{v1=1;v2=2;sidefront=2;}";
    parts.sidedefs = "sidedef{sector=0;}sidedef{sector=0;texturetop=\"FOG\";}sidedef{sector=0;}";
    flatline::engine::CheckOptions options = only({Rule::texture_unknown});
    const flatline::engine::Resources resources = game();
    options.resources = &resources;
    EXPECT_EQ(checked(parts.text(), options), "");
    EXPECT_EQ(walls("zdoom", "texturemiddle=\"FOG\";", "special=209;"), "");
    const std::string side = "texturemiddle=\"FOG\";texturetop=\"MAP\";";
    const std::string both =
        "texture-unknown sidedef 0 texturetop\ntexture-unknown sidedef 0 texturemiddle";
    EXPECT_EQ(walls("zdoom", side, "special=209;"), "");
    EXPECT_EQ(walls("zdoom", side, "special=242;"), both);
    EXPECT_EQ(walls("doom", side, "special=242;"), "");
    EXPECT_EQ(walls("doom", side, "special=209;"), both);
    EXPECT_EQ(walls("doom", side, "special=260;"), "texture-unknown sidedef 0 texturetop");
}

TEST(CheckNames, Flats) {
    EXPECT_EQ(says("doom", {}, {Rule::flat_unknown}), "");
    EXPECT_EQ(says("doom", {"", "", "textureceiling=\"WALL\";"}, {Rule::flat_unknown}),
              "flat-unknown sector 0 textureceiling");
    EXPECT_EQ(says("zdoom", {"", "", "textureceiling=\"WALL\";"}, {Rule::flat_unknown}), "");
    EXPECT_EQ(says("doom", {"", "", "texturefloor=\"-\";"}, {Rule::flat_unknown}), "");
}

TEST(CheckNames, Colormaps) {
    const auto sector = [](const char* name_space, const char* fields) {
        return says(name_space, {"", "", fields}, {Rule::colormap_unknown});
    };
    EXPECT_EQ(sector("zdoom", "colormap=\"fog\";"), "");
    EXPECT_EQ(sector("zdoom", "colormap=\"smoke\";"), "colormap-unknown sector 0 colormap");
    EXPECT_EQ(sector("zdoom", "colormap=\"\";"), "");
    EXPECT_EQ(sector("dsda", "colormap=\"WATERMAP\";"), "") << "comes with the port";
    EXPECT_EQ(sector("eternity", "colormapmid=\"smoke\";"),
              "colormap-unknown sector 0 colormapmid");
    EXPECT_EQ(sector("eternity", "colormapmid=\"@default\";"), "");
    const auto line = [](const char* special, const char* side) {
        return says("doom", {special, side, ""}, {Rule::colormap_unknown});
    };
    EXPECT_EQ(line("special=242;", "texturetop=\"FOG\";texturebottom=\"WALL\";"), "");
    EXPECT_EQ(line("special=242;", "texturetop=\"SMOKE\";"),
              "colormap-unknown sidedef 0 texturetop");
    EXPECT_EQ(line("special=241;", "texturetop=\"SMOKE\";"), "");
}

TEST(CheckNames, Music) {
    const auto line = [](const char* name_space, const char* fields) {
        return says(name_space, {fields, "", ""}, {Rule::music_unknown});
    };
    EXPECT_EQ(line("srb2", "special=413;stringarg0=\"gfz1\";"), "");
    EXPECT_EQ(line("srb2", "special=413;stringarg0=\"GFZ9\";"),
              "music-unknown linedef 0 stringarg0");
    EXPECT_EQ(line("srb2", "special=413;"), "");
    EXPECT_EQ(line("srb2", "special=412;stringarg0=\"GFZ9\";"), "");
    EXPECT_EQ(line("srb2", "special=413;stringarg0=\"GFZ900\";"),
              "music-unknown linedef 0 stringarg0");
    EXPECT_EQ(line("srb2", "special=413;stringarg0=\"GFZ9000\";"), "") << "no lump's name";
}

// SRB2's maps after MAP99 are recognised by their labels.
TEST(CheckNames, BinaryMapsOfSrb2) {
    testing_support::WadBuilder wad;
    for (const char* lump : {"MAP01", "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"}) {
        wad.lump(lump);
    }
    flatline::engine::Archive archive = testing_support::open_bytes(wad.build());
    flatline::engine::Loader loader;
    const auto loaded = flatline::engine::load_map(archive, 0, loader, {});
    ASSERT_TRUE(loaded);
    ASSERT_EQ(loaded.value.format(), flatline::engine::MapFormat::doom);
    flatline::engine::MapEntry entry = archive.maps()[0];
    for (const auto& [label, is_srb2] : {std::pair<std::string_view, bool>{"MAPA0", true},
                                         {"mapzz", true},
                                         {"MAP01", false},
                                         {"MAP001", false},
                                         {"MAPA", false},
                                         {"MAPA01", false},
                                         {"XXXA0", false}}) {
        entry.name = flatline::engine::CText(label);
        EXPECT_EQ(flatline::engine::sanity::is_srb2_binary(loaded.value, &entry), is_srb2) << label;
    }
    EXPECT_FALSE(flatline::engine::sanity::is_srb2_binary(loaded.value, nullptr));
}

}  // namespace names_check_test
