// Specials without a tag, and with one that nothing has.
#include <gtest/gtest.h>

#include "check/check_maps.hpp"

namespace tags_test {

using check_maps::checked;
using check_maps::only;
using check_maps::Parts;

// One line with a special that has a trigger; `has_back` gives it a second side.
std::string says(const std::string& name_space, const std::string& line, bool has_back = false,
                 const std::string& sector = "", const std::string& thing = "") {
    Parts parts;
    parts.map_namespace = name_space;
    const std::string trigger = name_space == "zdoom" ? "playeruse=true;" : "";
    const std::string back = has_back ? "sideback=3;twosided=true;" : "";
    parts.linedefs = "linedef{v1=0;v2=1;sidefront=0;" + trigger + back + line +
                     "}linedef{v1=1;v2=2;sidefront=1;}linedef{v1=2;v2=0;sidefront=2;}";
    if (has_back) parts.sidedefs += "sidedef{sector=0;}";
    parts.sectors = "sector{texturefloor=\"A\";textureceiling=\"A\";" + sector + "}";
    parts.things = "thing{x=8;y=8;type=1;" + thing + "}";
    const flatline::engine::CheckOptions options = only(
        {flatline::engine::Rule::special_tag_zero, flatline::engine::Rule::special_tag_dangling});
    return checked(parts.text(), options);
}

const std::string kZero = "special-tag-zero linedef 0 arg0";
const std::string kDangling = "special-tag-dangling linedef 0 arg0";

TEST(CheckTags, ZeroOfZdoom) {
    EXPECT_EQ(says("zdoom", "special=112;"), kZero) << "of a sector";
    EXPECT_EQ(says("zdoom", "special=112;", true), kZero) << "a back does not help";
    EXPECT_EQ(says("zdoom", "special=12;"), kZero) << "of a sector or the back";
    EXPECT_EQ(says("zdoom", "special=12;", true), "");
    EXPECT_EQ(says("zdoom", "special=70;"), kZero);
    EXPECT_EQ(says("zdoom", "special=70;arg1=5;"), "");
    EXPECT_EQ(says("zdoom", "special=71;arg1=5;"), kZero);
    EXPECT_EQ(says("zdoom", "special=71;arg2=5;"), "");
    EXPECT_EQ(says("zdoom", "special=130;"), "") << "of a thing: 0 is who sets it off";
    EXPECT_EQ(says("zdoom", "special=16;"), "") << "of a line";
    EXPECT_EQ(says("zdoom", "special=80;"), "") << "no tag";
}

TEST(CheckTags, ZeroOfDoom) {
    for (const int special : {2, 109, 242, 269, 271, 12160, 32765}) {
        EXPECT_EQ(says("doom", "special=" + std::to_string(special) + ";"), kZero) << special;
    }
    for (const int special : {1,   11,  26,  28,  31,  34,  48,    51,    52,    85,    117, 118,
                              124, 197, 198, 255, 260, 270, 12166, 12167, 32766, 32767, 9000}) {
        EXPECT_EQ(says("doom", "special=" + std::to_string(special) + ";"), "") << special;
    }
    EXPECT_EQ(says("heretic", "special=2;"), "");
}

TEST(CheckTags, DanglingOfZdoom) {
    EXPECT_EQ(says("zdoom", "special=112;arg0=7;"), kDangling);
    EXPECT_EQ(says("zdoom", "special=112;arg0=7;", false, "id=7;"), "");
    EXPECT_EQ(says("zdoom", "special=112;arg0=7;", false, "id=1;moreids=\"5 7\";"), "");
    EXPECT_EQ(says("zdoom", "special=12;arg0=7;", true), kDangling) << "a back does not help";
    EXPECT_EQ(says("zdoom", "special=130;arg0=7;"), kDangling);
    EXPECT_EQ(says("zdoom", "special=130;arg0=7;", false, "", "id=7;"), "");
    EXPECT_EQ(says("zdoom", "special=70;arg0=7;arg1=5;", false, "id=5;"), kDangling);
    EXPECT_EQ(says("zdoom", "special=16;arg0=7;"), kDangling);
    EXPECT_EQ(says("zdoom", "special=16;arg0=7;id=7;"), "");
    EXPECT_EQ(says("zdoom", "special=80;arg0=7;"), "");
}

TEST(CheckTags, DanglingOfDoom) {
    EXPECT_EQ(says("doom", "special=2;arg0=7;"), kDangling);
    EXPECT_EQ(says("doom", "special=2;arg0=7;", false, "id=7;"), "");
    EXPECT_EQ(says("doom", "special=243;arg0=7;", false, "id=7;"), kDangling) << "of a line";
    EXPECT_EQ(says("doom", "special=243;arg0=7;id=7;"), "");
    EXPECT_EQ(says("doom", "special=1;arg0=7;"), "") << "takes no tag";
}

TEST(CheckTags, SpecialsOfThings) {
    EXPECT_EQ(says("zdoom", "", false, "", "special=112;"), "special-tag-zero thing 0 arg0");
    EXPECT_EQ(says("zdoom", "", false, "", "special=12;"), "special-tag-zero thing 0 arg0");
    EXPECT_EQ(says("zdoom", "", false, "", "special=130;"), "");
    EXPECT_EQ(says("zdoom", "", false, "", "special=130;arg0=9;"),
              "special-tag-dangling thing 0 arg0");
    EXPECT_EQ(says("zdoom", "", false, "", "special=130;arg0=9;id=9;"), "");
}

}  // namespace tags_test
