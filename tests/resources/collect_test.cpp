// Which lumps of a WAD and which files of a tree are textures, flats, colormaps.
#include "resources/collect.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "resources_maps.hpp"

namespace resources_test {
namespace {

using flatline::ResourcesOptions;
using flatline::Status;
using testing_support::WadBuilder;

TEST(Collect, TextureLumpsNameTexturesAndTheFirstOfTheFirstIsNone) {
    Told told;
    WadBuilder wad;
    wad.lump("TEXTURE1", texture_lump({"AASHITTY", "BRICK1"}));
    wad.lump("texture2", texture_lump({"METAL", "STONE"}));
    EXPECT_EQ(told.add_wad(wad), Status::ok);
    EXPECT_FALSE(told.texture("AASHITTY"));
    EXPECT_TRUE(told.texture("BRICK1"));
    EXPECT_TRUE(told.texture("METAL")) << "only TEXTURE1 begins with none";
    EXPECT_EQ(told.resources.texture_size("STONE").height, 128u);
    EXPECT_EQ(told.findings, "");
}

TEST(Collect, WhatLiesBetweenMarkers) {
    Told told;
    WadBuilder wad;
    wad.lump("OUTSIDE", "x").lump("TX_START").lump("BOTH", "xxxx").lump("TX_END");
    wad.lump("F_START").lump("F1_START").lump("FLOOR1", "x").lump("F1_END").lump("F_END");
    wad.lump("FF_START").lump("FLOOR2", "x").lump("F_END").lump("BEHIND", "x");
    wad.lump("C_START").lump("WATER", "x").lump("C_END").lump("P_START").lump("PATCH", "x");
    EXPECT_EQ(told.add_wad(wad), Status::ok);
    EXPECT_TRUE(told.texture("both") && told.flat("both"));
    EXPECT_TRUE(told.flat("FLOOR1") && !told.texture("FLOOR1"));
    EXPECT_TRUE(told.flat("FLOOR2"));
    EXPECT_FALSE(told.flat("F1_START"));
    for (const char* name : {"OUTSIDE", "BEHIND", "PATCH"}) {
        EXPECT_FALSE(told.flat(name) || told.texture(name)) << name;
        EXPECT_TRUE(told.resources.knows(ResourceKind::lump, name)) << name;
    }
    EXPECT_TRUE(told.resources.knows(ResourceKind::colormap, "water"));
    EXPECT_FALSE(told.resources.knows(ResourceKind::colormap, "PATCH"));
}

TEST(Collect, ADamagedTextureLumpGivesWhatCanBeRead) {
    std::string lump = texture_lump({"NONE", "A", "B"});
    lump.resize(lump.size() - 12);  // within B
    Told told;
    EXPECT_EQ(told.add_wad(WadBuilder().lump("TEXTURE1", lump)), Status::ok);
    EXPECT_TRUE(told.texture("A"));
    EXPECT_FALSE(told.texture("B"));
    EXPECT_EQ(told.findings, "resource-lump\n");
    Told empty;
    EXPECT_EQ(empty.add_wad(WadBuilder().lump("TEXTURE2", "\xFF\xFF\xFF\xFF")), Status::ok);
    EXPECT_EQ(empty.findings, "resource-lump\n");
}

TEST(Collect, FoldersOfATreeAndItsWads) {
    Told told;
    WadBuilder nested;
    nested.lump("F_START").lump("INNER", "x").lump("F_END");
    WadBuilder map;
    map.lump("F_START").lump("OFMAP", "x").lump("F_END");
    EXPECT_EQ(told.add_tree({{"Textures/walls/longname_of_wall.png", "x"},
                             {"textures/brick.png", "x"},
                             {"flats/grass.lmp", "x"},
                             {"colormaps/fog", "x"},
                             {"music/d_runnin.ogg", "x"},
                             {"more.wad", nested.build()},
                             {"maps/map01.wad", map.build()},
                             {"sub/flats/no.png", "x"}}),
              Status::ok);
    EXPECT_TRUE(told.texture("BRICK"));
    EXPECT_TRUE(told.texture("LONGNAME")) << "8 bytes of the stem";
    EXPECT_FALSE(told.texture("longname_of_wall"));
    EXPECT_TRUE(told.resources.knows(ResourceKind::file, "textures/WALLS/longname_of_wall.png"));
    EXPECT_TRUE(told.flat("GRASS"));
    EXPECT_FALSE(told.flat("no"));
    EXPECT_TRUE(told.flat("INNER"));
    EXPECT_FALSE(told.flat("OFMAP")) << "lumps of a map are its own";
    EXPECT_TRUE(told.resources.knows(ResourceKind::colormap, "FOG"));
    EXPECT_TRUE(told.resources.knows(ResourceKind::lump, "D_RUNNIN"));
    EXPECT_EQ(told.findings, "");
}

TEST(Collect, TexturesTextsDefineToo) {
    Told told;
    const std::string text =
        "// texture NO, 1, 1 {}\nTexture \"BIG\", 256, 128 { Patch INNER, 0, 0 { Rotate 90 } }\n"
        "walltexture optional WALL,8,16{}\nFLAT \"grass\", 64, 64 { }\nsprite POSSA0, 1, 2 {}\n";
    EXPECT_EQ(told.add_wad(WadBuilder().lump("TEXTURES", text)), Status::ok);
    EXPECT_TRUE(told.texture("big") && told.texture("wall") && told.flat("GRASS"));
    EXPECT_EQ(told.resources.texture_size("BIG").width, 256u);
    EXPECT_EQ(told.resources.texture_size("WALL").height, 16u);
    EXPECT_FALSE(told.texture("NO") || told.texture("INNER") || told.texture("POSSA0"));
}

TEST(Collect, SizesOfPicturesWhereTheyAreAsked) {
    const std::string png("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\1\0\0\0\0\x20", 24);
    const std::string patch("\x40\0\x80\0\0\0\0\0", 8);
    for (const bool asked : {false, true}) {
        ResourcesOptions options;
        options.texture_sizes = asked;
        Told told(options);
        WadBuilder wad;
        wad.lump("TX_START").lump("PNG", png).lump("PATCH", patch).lump("TX_END");
        EXPECT_EQ(told.add_wad(wad), Status::ok);
        EXPECT_EQ(told.add_tree({{"textures/other.png", png}}), Status::ok);
        EXPECT_EQ(told.resources.texture_size("PNG").width, asked ? 256u : 0u);
        EXPECT_EQ(told.resources.texture_size("PNG").height, asked ? 32u : 0u);
        EXPECT_EQ(told.resources.texture_size("PATCH").width, asked ? 64u : 0u);
        EXPECT_EQ(told.resources.texture_size("OTHER").height, asked ? 32u : 0u);
    }
}

TEST(Collect, BrokenArchivesAreFindings) {
    Told told;
    EXPECT_EQ(told.add_tree({{"a.wad", "PWAD\1\0\0"}, {"b.wad", "nonsense, and long enough"}}),
              Status::ok);
    EXPECT_EQ(told.findings, "wad-header a.wad @0\nwad-magic b.wad @0\n");
    Told unusable;
    flatline::Archive none =
        flatline::Archive::unusable(flatline::make_finding(flatline::Rule::file_unreadable));
    EXPECT_EQ(unusable.resources.add_archive(none), Status::refused);
    EXPECT_EQ(unusable.findings, "file-unreadable\n");
}

TEST(Collect, LimitsOfArchivesHold) {
    ResourcesOptions options;
    options.limits.inflated_bytes = 40;
    Told told(options);
    EXPECT_EQ(told.add_wad(WadBuilder().lump("TEXTURE1", texture_lump({"A", "B"}))),
              Status::refused);
    EXPECT_EQ(told.findings, "limit-inflated-bytes\n");
    ResourcesOptions few;
    few.limits.archive_entries = 1;
    Told entries(few);
    EXPECT_EQ(entries.add_tree({{"a", ""}, {"b", ""}}), Status::refused);
    EXPECT_EQ(entries.findings, "limit-archive-entries\n");
}

TEST(Collect, AnArchiveGivesItsFileOrItsTree) {
    flatline::Archive wad = testing_support::open_bytes(WadBuilder().build());
    EXPECT_NE(wad.file(), nullptr);
    EXPECT_EQ(wad.source(), nullptr);
    flatline::Archive tree = testing_support::open_tree({});
    EXPECT_EQ(tree.file(), nullptr);
    EXPECT_NE(tree.source(), nullptr);
    const flatline::Archive moved = std::move(tree);
    EXPECT_EQ(tree.source(), nullptr);
}

}  // namespace
}  // namespace resources_test
