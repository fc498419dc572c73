// The tag of the sectors that the special of a line acts on.
#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "support/load_text.hpp"

namespace sector_tag_test {

using check_maps::Parts;

/// Of the first line of a map.
std::int32_t tag_of(const std::string& name_space, const std::string& line) {
    Parts parts;
    parts.map_namespace = name_space;
    parts.linedefs = "linedef{v1=1;v2=0;sidefront=0;" + line +
                     "}linedef{v1=2;v2=1;sidefront=1;}linedef{v1=0;v2=2;sidefront=2;}";
    const std::string text = parts.text();
    const auto loaded = load_text::load(text);
    EXPECT_TRUE(loaded);
    return flatline::engine::sector_tag(loaded.value, nullptr, loaded.value.linedefs()[0]);
}

TEST(CheckSectorTag, OfActions) {
    const std::string args = "arg0=5;arg1=6;arg2=7;";
    EXPECT_EQ(tag_of("zdoom", "special=112;" + args), 5) << "light of a sector";
    EXPECT_EQ(tag_of("zdoom", "special=12;" + args), 5) << "a door";
    EXPECT_EQ(tag_of("hexen", "special=12;" + args), 5);
    EXPECT_EQ(tag_of("eternity", "special=12;" + args), 5);
    EXPECT_EQ(tag_of("zdoom", "special=80;" + args), 0) << "a script";
    EXPECT_EQ(tag_of("zdoom", "special=130;" + args), 0) << "a thing";
    EXPECT_EQ(tag_of("zdoom", "special=16;" + args), 0) << "a line";
    EXPECT_EQ(tag_of("zdoom", "special=70;" + args), 0) << "a teleporter to an id";
    EXPECT_EQ(tag_of("zdoom", "special=70;arg1=6;"), 6) << "and one to a sector";
    EXPECT_EQ(tag_of("zdoom", "special=71;arg2=7;"), 7);
    EXPECT_EQ(tag_of("zdoom", "special=215;arg1=6;"), 0) << "a teleporter to a line";
    EXPECT_EQ(tag_of("zdoom", args), 0) << "no special";
}

TEST(CheckSectorTag, OfTypes) {
    EXPECT_EQ(tag_of("doom", "special=2;arg0=5;"), 5);
    EXPECT_EQ(tag_of("heretic", "special=97;arg0=5;"), 5) << "a teleporter";
    EXPECT_EQ(tag_of("doom", "special=1;arg0=5;"), 0) << "the sector behind the line";
    EXPECT_EQ(tag_of("doom", "special=243;arg0=5;"), 0) << "a teleporter to a line";
    EXPECT_EQ(tag_of("srb2", "special=100;arg0=5;"), 5);
    EXPECT_EQ(tag_of("unheard", "special=2;arg0=5;"), 0);
}

}  // namespace sector_tag_test
