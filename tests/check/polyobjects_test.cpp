// Polyobjects whose numbers do not match.
#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "support/binary_map.hpp"

namespace polyobjects_check_test {

using check_maps::checked;
using check_maps::first_sentence;
using check_maps::only;
using check_maps::Parts;

constexpr char kThings[] = "thing{x=8;y=8;type=9300;angle=3;}thing{x=9;y=9;type=9301;angle=3;}";

std::string says(const std::string& line0, const std::string& line1, const std::string& things,
                 const std::string& name_space = "zdoom") {
    Parts parts;
    parts.map_namespace = name_space;
    parts.linedefs = "linedef{v1=0;v2=1;sidefront=0;" + line0 + "}linedef{v1=1;v2=2;sidefront=1;" +
                     line1 + "}linedef{v1=2;v2=0;sidefront=2;}";
    parts.things = things;
    const flatline::engine::CheckOptions options = only(
        {flatline::engine::Rule::poly_line_invalid, flatline::engine::Rule::poly_thing_invalid});
    return checked(parts.text(), options);
}

TEST(CheckPolyobjects, WhatMatchesIsSilent) {
    EXPECT_EQ(says("special=1;arg0=3;", "", kThings), "");
    EXPECT_EQ(says("special=5;arg0=3;arg1=1;", "special=5;arg0=3;arg1=2;", kThings), "");
    EXPECT_EQ(says("special=1;arg0=3;", "special=2;arg0=3;", kThings), "");
    EXPECT_EQ(says("", "", ""), "");
}

TEST(CheckPolyobjects, LinesWithoutASpot) {
    EXPECT_EQ(says("special=1;arg0=4;", "special=1;arg0=3;", kThings),
              "poly-line-invalid linedef 0");
    for (const int special : {2, 4, 6, 8, 59, 86, 93, 283}) {
        EXPECT_EQ(
            says("special=" + std::to_string(special) + ";arg0=4;", "special=1;arg0=3;", kThings),
            "poly-line-invalid linedef 0")
            << special;
    }
    EXPECT_EQ(says("special=9;arg0=4;", "special=1;arg0=3;", kThings), "");
}

TEST(CheckPolyobjects, MirrorsOrdersAndSecondLines) {
    EXPECT_EQ(says("special=1;arg0=3;arg1=3;", "", kThings), "poly-line-invalid linedef 0");
    EXPECT_EQ(says("special=1;arg0=3;arg1=4;", "", kThings), "poly-line-invalid linedef 0");
    EXPECT_EQ(says("special=5;arg0=3;arg1=1;arg2=3;", "", kThings), "poly-line-invalid linedef 0");
    EXPECT_EQ(says("special=5;arg0=3;arg1=0;", "", kThings), "poly-line-invalid linedef 0");
    EXPECT_EQ(says("special=1;arg0=3;", "special=1;arg0=3;", kThings),
              "poly-line-invalid linedef 1 with linedef 0");
    const std::string two =
        std::string(kThings) + "thing{x=8;y=8;type=9300;angle=4;}thing{x=9;y=9;type=9302;angle=4;}";
    EXPECT_EQ(says("special=1;arg0=3;arg1=4;", "special=1;arg0=4;", two), "");
}

// Each cause in the words of mappers.
TEST(CheckPolyobjects, TheSentenceNamesTheCause) {
    const auto sentence = [](const std::string& line0, const std::string& line1,
                             const std::string& things) {
        Parts parts;
        parts.map_namespace = "zdoom";
        parts.linedefs = "linedef{v1=0;v2=1;sidefront=0;" + line0 +
                         "}linedef{v1=1;v2=2;sidefront=1;" + line1 +
                         "}linedef{v1=2;v2=0;sidefront=2;}";
        parts.things = things;
        return first_sentence(parts.text(), only({flatline::engine::Rule::poly_line_invalid,
                                                  flatline::engine::Rule::poly_thing_invalid}));
    };
    EXPECT_EQ(sentence("special=1;arg0=4;", "special=1;arg0=3;", kThings),
              "polyobject 4: no spot has its number");
    EXPECT_EQ(sentence("special=5;arg0=3;arg1=0;", "", kThings),
              "polyobject 3: the order of this line is 0");
    EXPECT_EQ(sentence("special=1;arg0=3;arg1=3;", "", kThings),
              "polyobject 3: it is its own mirror");
    EXPECT_EQ(sentence("special=1;arg0=3;arg1=4;", "", kThings),
              "polyobject 3: no spot has the number of its mirror");
    EXPECT_EQ(sentence("special=1;arg0=3;", "special=1;arg0=3;", kThings),
              "polyobject 3: another line starts it: linedef 0");
    EXPECT_EQ(sentence("", "", "thing{x=8;y=8;type=9301;angle=3;}"),
              "polyobject 3: no anchor has its number");
    EXPECT_EQ(sentence("", "", kThings), "polyobject 3: no line has its number");
    EXPECT_EQ(sentence("special=1;arg0=3;", "",
                       std::string(kThings) + "thing{x=8;y=8;type=9300;angle=3;}"),
              "polyobject 3: another thing marks it: thing 0");
}

TEST(CheckPolyobjects, Things) {
    EXPECT_EQ(says("", "", "thing{x=8;y=8;type=9300;angle=3;}"), "poly-thing-invalid thing 0");
    EXPECT_EQ(says("special=1;arg0=3;", "", "thing{x=8;y=8;type=9301;angle=3;}"),
              "poly-thing-invalid thing 0")
        << "no anchor";
    EXPECT_EQ(says("", "", kThings), "poly-thing-invalid thing 1") << "no line";
    EXPECT_EQ(says("special=1;arg0=3;", "",
                   std::string(kThings) + "thing{x=8;y=8;type=9300;angle=3;}" +
                       "thing{x=9;y=9;type=9303;angle=3;}"),
              "poly-thing-invalid thing 2 with thing 0\npoly-thing-invalid thing 3 with thing 1");
}

TEST(CheckPolyobjects, HexensTypesInHexenOnly) {
    constexpr char kHexen[] = "thing{x=8;y=8;type=3000;angle=3;}";
    EXPECT_EQ(says("", "", kHexen, "hexen"), "poly-thing-invalid thing 0");
    EXPECT_EQ(says("", "", kHexen, "zdoom"), "");
    EXPECT_EQ(says("special=1;arg0=3;", "",
                   std::string(kHexen) + "thing{x=9;y=9;type=3002;angle=3;}", "hexen"),
              "");
    EXPECT_EQ(says("special=1;", "", kHexen, "doom"), "") << "a door";
}

TEST(CheckPolyobjects, OfABinaryMapWithLumpAndByte) {
    binary_map::Map map = binary_map::Map::ground(true);
    binary_map::Line line;
    line.special = 1;
    for (const std::uint32_t number : {3, 4, 3}) {
        line.args[0] = number;
        map.line(line);
    }
    binary_map::Thing thing;
    for (const auto& [type, angle] : {std::pair<int, int>{9300, 3}, {9301, 3}, {9300, 3}}) {
        thing.type = static_cast<std::uint32_t>(type);
        thing.angle = angle;
        map.thing(thing);
    }
    const auto loaded = map.load();
    ASSERT_TRUE(loaded);
    const auto result =
        flatline::engine::check(loaded.value, only({flatline::engine::Rule::poly_line_invalid,
                                                    flatline::engine::Rule::poly_thing_invalid}));
    EXPECT_EQ(binary_map::findings(result.findings),
              "poly-line-invalid LINEDEFS@16+16 linedef 1\n"
              "poly-line-invalid LINEDEFS@32+16 linedef 2\n"
              "poly-thing-invalid THINGS@40+20 thing 2\n");
    EXPECT_EQ(result.findings.kept()[1].related, 0u);
    EXPECT_EQ(result.findings.kept()[0].related, FLATLINE_NONE);
}

}  // namespace polyobjects_check_test
