// Which lumps of a WAD and which files of a tree are textures, flats, colormaps.
#include "resources/collect.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "resources_maps.hpp"
#include "support/guarded_text.hpp"

namespace resources_test {
namespace {

using flatline::engine::ResourcesOptions;
using flatline::engine::Status;
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

// A lump of one texture, cut anywhere, and one whose record lies far behind it.
TEST(Collect, TextureLumpsOfEveryLength) {
    const std::string whole = texture_lump({"WALL"});
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        Told told;
        (void)told.add_wad(WadBuilder().lump("TEXTURE2", whole.substr(0, size)));
        const bool is_empty = size == 0 && told.findings.empty();
        EXPECT_EQ(told.findings.empty() || is_empty, size >= 8 + 16 || is_empty) << size;
        EXPECT_EQ(told.texture("WALL"), size >= 8 + 16) << size;
    }
    std::string far = whole;
    far[7] = '\x7F';
    Told told;
    (void)told.add_wad(WadBuilder().lump("TEXTURE2", far));
    EXPECT_NE(told.findings, "");
    std::string two = whole;  // says that it has two
    two[0] = 2;
    Told more;
    (void)more.add_wad(WadBuilder().lump("TEXTURE2", two.substr(0, 4)));
    EXPECT_NE(more.findings, "");
}

// Eight textures and seven places of them, all at the front of the lump.
TEST(Collect, ATextureLumpWithoutAllOfItsPlaces) {
    Told told;
    std::string lump(32, '\0');
    lump[0] = 8;
    (void)told.add_wad(WadBuilder().lump("TEXTURE2", lump));
    EXPECT_EQ(told.findings, "resource-lump\n");
}

TEST(Collect, PicturesThatAreCut) {
    const std::string png("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\1\0\0\0\0\x20", 24);
    const std::string patch("\x40\0\x80\0", 4);
    guarded::Page page(64);
    for (const std::string& picture : {png, patch}) {
        for (std::size_t size = 0; size <= picture.size(); ++size) {
            const flatline::engine::TextureSize found =
                flatline::engine::resources::picture_size(page.put(picture.substr(0, size)));
            const bool whole = size == picture.size();
            EXPECT_EQ(found.width, whole ? (size == 24 ? 256u : 64u) : 0u) << size;
            EXPECT_EQ(found.height, whole ? (size == 24 ? 32u : 128u) : 0u) << size;
        }
    }
}

TEST(Collect, WordsOfTexturesInBraces) {
    Told told;
    (void)told.add_wad(WadBuilder().lump(
        "TEXTURES", "texture A, 8, 8 { flat B, 1, 1 { } flat C, 1, 1 } flat D, 1, 1"));
    EXPECT_TRUE(told.texture("A"));
    EXPECT_TRUE(told.flat("D"));
    EXPECT_FALSE(told.flat("B"));
    EXPECT_FALSE(told.flat("C"));
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
    EXPECT_FALSE(ResourcesOptions().texture_sizes);
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
    flatline::engine::Archive none = flatline::engine::Archive::unusable(
        flatline::engine::make_finding(flatline::engine::Rule::file_unreadable));
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
    EXPECT_EQ(entries.last.a, 2);
    EXPECT_EQ(entries.last.b, 1);
}

TEST(Collect, AnArchiveGivesItsFileOrItsTree) {
    flatline::engine::Archive wad = testing_support::open_bytes(WadBuilder().build());
    EXPECT_NE(wad.file(), nullptr);
    EXPECT_EQ(wad.source(), nullptr);
    flatline::engine::Archive tree = testing_support::open_tree({});
    EXPECT_EQ(tree.file(), nullptr);
    EXPECT_NE(tree.source(), nullptr);
    const flatline::engine::Archive moved = std::move(tree);
    EXPECT_EQ(tree.source(), nullptr);
}

TEST(Collect, TexturesOfATreeAndFilesThatCannotBeRead) {
    const std::string closed(testing_support::FakeSource::kClosed);
    ResourcesOptions options;
    options.texture_sizes = true;
    Told told(options);
    EXPECT_EQ(
        told.add_tree({{"texture1.lmp", texture_lump({"NONE", "A"})},
                       {"textures.txt", "texture B, 1, 2 {}"},
                       {"TEXTURES.more", closed},
                       {"other.txt", "texture NO, 1, 2 {}"},
                       {"textures/c.png", closed},
                       {"folder/", ""},
                       {"", ""},
                       {"x.wad", closed},
                       {"markers.wad",
                        WadBuilder().lump("TX_START").lump("W", "xx").lump("TX_END").build()}}),
        Status::ok);
    EXPECT_TRUE(told.texture("A") && told.texture("B") && told.texture("C") && told.texture("W"));
    EXPECT_FALSE(told.texture("NONE") || told.texture("NO"));
    EXPECT_EQ(told.resources.texture_size("C").width, 0u);
    EXPECT_EQ(told.findings, "file-unreadable TEXTURES.more\nfile-unreadable x.wad\n");
}

TEST(Collect, WadsOfFoldersAndPackedTrees) {
    WadBuilder wad;
    wad.lump("F_START").lump("FLOOR", std::string(100, 'x')).lump("F_END");
    for (const bool is_packed : {false, true}) {
        ResourcesOptions options;
        options.limits.container_bytes = 50;
        Told told(options);
        flatline::engine::Archive tree =
            testing_support::open_tree({{"a.wad", wad.build()}}, {}, is_packed);
        EXPECT_EQ(told.resources.add_archive(tree), Status::ok);
        // One in a folder is read where it lies.
        EXPECT_EQ(told.flat("FLOOR"), !is_packed);
        EXPECT_EQ(told.findings, is_packed ? "limit-container-bytes a.wad\n" : "");
        options.limits.container_bytes = wad.build().size();
        Told just(options);
        EXPECT_EQ(just.resources.add_archive(tree), Status::ok);
        EXPECT_TRUE(just.flat("FLOOR"));
    }
}

TEST(Collect, TreesWithinTheirLimits) {
    const std::vector<std::pair<std::string, std::string>> files = {
        {"a.wad", WadBuilder().build()}, {"textures.txt", "texture B, 1, 2 {} texture C, 1, 2 {}"}};
    ResourcesOptions options;
    options.limits.inflated_bytes = files[0].second.size() + files[1].second.size() - 1;
    Told bytes(options);
    EXPECT_EQ(bytes.add_tree(files), Status::refused);
    EXPECT_EQ(bytes.findings, "limit-inflated-bytes textures.txt\n");
    EXPECT_EQ(bytes.last.a, bytes.last.b + 1);
    ++options.limits.inflated_bytes;
    Told just(options);
    EXPECT_EQ(just.add_tree(files), Status::ok);
    EXPECT_EQ(just.findings, "");
    options.limits.inflated_bytes = 11;
    Told wad(options);
    EXPECT_EQ(wad.add_tree(files), Status::refused);
    EXPECT_EQ(wad.findings, "limit-inflated-bytes a.wad\n");
    // The names: two files, their two lumps, two textures.
    for (std::uint64_t most = 0; most <= 6; ++most) {
        ResourcesOptions names;
        names.limits.resource_names = most;
        Told told(names);
        EXPECT_EQ(told.add_tree(files), most == 6 ? Status::ok : Status::refused) << most;
        EXPECT_EQ(told.findings, most == 6 ? "" : "limit-resource-names\n") << most;
    }
}

// Many lumps may be the same bytes, so what is read of all counts.
TEST(Collect, TextsOfTexturesAreBoundedTogether) {
    const std::string text = "texture A, 8, 8 { }";
    const auto size = static_cast<std::uint32_t>(text.size());
    WadBuilder wad;
    wad.lump("TEXTURES", text).entry("TEXTURES", 12, size).entry("TEXTURES", 12, size);
    flatline::engine::ResourcesOptions options;
    options.limits.config_bytes = 3 * size;
    Told fits(options);
    EXPECT_EQ(fits.add_wad(wad), Status::ok);
    EXPECT_EQ(fits.add_wad(wad), Status::ok) << "each archive has its own";
    EXPECT_EQ(fits.findings, "");
    wad.lump("TEXTURE1", texture_lump({"NONE"}));
    Told above(options);
    EXPECT_EQ(above.add_wad(wad), Status::refused);
    EXPECT_EQ(above.findings, "limit-config-bytes\n");
    EXPECT_TRUE(above.texture("A"));
}

TEST(Collect, AFileThatIsCut) {
    auto faults = std::make_shared<testing_support::Faults>();
    faults->cut_at = 5;
    flatline::engine::Archive tree = testing_support::open_tree(
        {{"textures.txt", "texture B, 1, 2 {}"}, {"flats/f", "x"}}, {}, true, faults);
    Told told;
    EXPECT_EQ(told.resources.add_archive(tree), Status::ok);
    EXPECT_EQ(told.findings, "short-read textures.txt @5\n");
    EXPECT_TRUE(told.flat("F"));
}

TEST(Collect, LumpsThatLieOutsideTheirWad) {
    WadBuilder outside;
    outside.lump("B", "x").entry("TEXTURES", 12, 1000).entry("DECORATE", 0xFFFFFFF0u, 50);
    flatline::engine::Archive wad = testing_support::open_bytes(outside.build());
    Told told;
    EXPECT_EQ(told.resources.add_archive(wad), Status::ok);
    EXPECT_EQ(told.findings, "");
    EXPECT_TRUE(told.resources.knows(ResourceKind::lump, "TEXTURES"));
}

TEST(Collect, SizesThatAreNone) {
    ResourcesOptions options;
    options.texture_sizes = true;
    Told told(options);
    WadBuilder wad;
    wad.lump("TEXTURES",
             "texture A, 12x, 7 {} texture B, 1000009, 5 {} texture E, 10000010, 5 {} texture C 7 "
             "8 {} } texture D,1 {}");
    wad.lump("TX_START");
    wad.lump("SHORT", "xxx").lump("WIDE", std::string("\x01\x10\1\0", 4));
    wad.lump("HIGH", std::string("\1\0\x01\x10", 4));
    wad.lump("MOST", std::string("\0\x10\0\x10", 4)).lump("TX_END");
    EXPECT_EQ(told.add_wad(wad), Status::ok);
    for (const char* name : {"A", "B", "C", "D", "E", "SHORT", "WIDE", "HIGH"}) {
        EXPECT_TRUE(told.texture(name)) << name;
    }
    EXPECT_EQ(told.resources.texture_size("B").width, 1000009u);
    EXPECT_EQ(told.resources.texture_size("B").height, 5u);
    EXPECT_EQ(told.resources.texture_size("MOST").width, 4096u);
    EXPECT_EQ(told.resources.texture_size("MOST").height, 4096u);
    // One that is none leaves the other out, too.
    for (const char* name : {"A", "C", "E", "SHORT", "WIDE", "HIGH"}) {
        EXPECT_EQ(told.resources.texture_size(name).width, 0u) << name;
    }
}

}  // namespace
}  // namespace resources_test
