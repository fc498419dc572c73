// Middle textures that do not line up at a corner.
#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "model/resources.hpp"

namespace alignment_test {

using check_maps::checked;
using check_maps::Parts;

// A square of 100 units; each side has its own fields.
std::string says(const std::vector<std::string>& sides, bool on = true) {
    Parts parts;
    parts.vertices = "vertex{x=0;y=0;}vertex{x=0;y=100;}vertex{x=100;y=100;}vertex{x=100;y=0;}";
    parts.linedefs = parts.sidedefs = "";
    for (int i = 0; i < 4; ++i) {
        const std::string n = std::to_string(i);
        parts.linedefs += "linedef{v1=" + n + ";v2=" + std::to_string((i + 1) % 4) +
                          ";sidefront=" + n + ";blocking=true;}";
        parts.sidedefs += "sidedef{sector=0;" + sides[static_cast<std::size_t>(i)] + "}";
    }
    flatline::engine::CheckOptions options;
    const bool off = options.levels.get(flatline::engine::Rule::texture_misaligned) ==
                     flatline::engine::RuleLevel::off;
    EXPECT_TRUE(off) << "by default";
    options.levels.set_all(flatline::engine::RuleLevel::off);
    if (on)
        options.levels.set(flatline::engine::Rule::texture_misaligned,
                           flatline::engine::RuleLevel::note);
    flatline::engine::Resources resources;
    (void)resources.add(flatline::engine::ResourceKind::texture, "WALL", {64, 128});
    (void)resources.add(flatline::engine::ResourceKind::texture, "SIZELESS");
    options.resources = &resources;
    return checked(parts.text(), options);
}

const std::string kWall = "texturemiddle=\"WALL\";";

TEST(CheckAlignment, OffsetsThatGoOn) {
    // 100 modulo 64 is 36.
    EXPECT_EQ(says({kWall, kWall + "offsetx=36;", kWall + "offsetx=8;", ""}), "");
    EXPECT_EQ(says({kWall, kWall + "offsetx=100;offsety=-128;", "", ""}), "");
    EXPECT_EQ(says({"", kWall + "offsetx=5;", kWall + "offsetx=41;offsetx_mid=64.0;", ""}), "");
}

TEST(CheckAlignment, OffsetsThatDoNot) {
    EXPECT_EQ(says({kWall, kWall, "", ""}), "texture-misaligned sidedef 1 with sidedef 0");
    EXPECT_EQ(says({kWall, kWall + "offsetx=36;offsety=1;", "", ""}),
              "texture-misaligned sidedef 1 with sidedef 0");
    EXPECT_EQ(says({kWall, "", "", kWall}), "texture-misaligned sidedef 3 with sidedef 0");
    EXPECT_EQ(says({kWall, kWall, kWall, kWall}),
              "texture-misaligned sidedef 1 with sidedef 0\n"
              "texture-misaligned sidedef 2 with sidedef 1\n"
              "texture-misaligned sidedef 3 with sidedef 0");
    EXPECT_EQ(says({kWall, kWall, "", ""}, false), "");
}

TEST(CheckAlignment, WhatIsNotCompared) {
    EXPECT_EQ(says({kWall, kWall + "scalex_mid=0.5;", "", ""}), "");
    EXPECT_EQ(says({kWall, "", kWall, ""}), "") << "they do not touch";
    EXPECT_EQ(says({"texturemiddle=\"SIZELESS\";", "texturemiddle=\"SIZELESS\";", "", ""}), "");
    EXPECT_EQ(says({kWall, "texturemiddle=\"OTHER\";", "", ""}), "");
}

// A line of two sides shows something else in its middle.
TEST(CheckAlignment, LinesOfTwoSides) {
    for (const bool two : {false, true}) {
        check_maps::Drawing map;
        map.sector();
        map.vertex(0, 0);
        map.vertex(0, 100);
        map.vertex(100, 100);
        map.line(0, 1, 0, -1, "", kWall);
        map.line(1, 2, 0, two ? 0 : -1, "", kWall);
        flatline::engine::CheckOptions options;
        options.levels.set_all(flatline::engine::RuleLevel::off);
        options.levels.set(flatline::engine::Rule::texture_misaligned,
                           flatline::engine::RuleLevel::note);
        flatline::engine::Resources resources;
        (void)resources.add(flatline::engine::ResourceKind::texture, "WALL", {64, 128});
        options.resources = &resources;
        EXPECT_EQ(checked(map.text(), options),
                  two ? "" : "texture-misaligned sidedef 1 with sidedef 0");
    }
}

}  // namespace alignment_test
