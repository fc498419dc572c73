// Slope things of ZDoom: docs/slopes.md, "Slope things" and "Worked numbers".
#include <gtest/gtest.h>

#include <string>

#include "level/slope_maps.hpp"

namespace {

using namespace slope_maps;

Squares with_things(const std::string& things, const std::string& line = "") {
    Squares map;
    map.things = things;
    map.line_l = line;
    return map;
}

TEST(SlopeThings, PointAndLineFloor) {
    const Loaded loaded(with_things(thing(9500, 0, 64, 32, "arg0=5;"), "id=5;"));
    expect_plane(loaded.map().floor_plane(0), 0.242536, 0, 0.970143, -31.044560);
    EXPECT_Z(loaded.floor(0, 64, 0), 16);
    EXPECT_Z(loaded.floor(0, 0, 64), 32);
    EXPECT_Z(loaded.floor(0, 128, 0), 0);
    EXPECT_Z(loaded.floor(0, 128, 77), 0);
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_THING, 0);
    EXPECT_TRUE(loaded.map().is_flat(1));
    EXPECT_EQ(loaded.rules(), "");
}

TEST(SlopeThings, PointAndLineCeiling) {
    const Loaded loaded(with_things(thing(9501, 0, 64, -32, "arg0=5;"), "id=5;"));
    expect_plane(loaded.map().ceiling_plane(0), 0.242536, 0, -0.970143, 93.133680);
    EXPECT_Z(loaded.ceiling(0, 64, 0), 112);
    expect_source(loaded.map().ceiling_source(0), FLATLINE_PLANE_THING, 0);
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_FLAT);
}

TEST(SlopeThings, TheSectorBesideTheLineIsSlopedNotTheThingsOwn) {
    // The thing stands in C; seen from L that is the side of B.
    const Loaded loaded(with_things(thing(9500, 600, 64, 32, "arg0=5;"), "id=5;"));
    EXPECT_TRUE(loaded.map().is_flat(0) && loaded.map().is_flat(2));
    EXPECT_Z(loaded.floor(1, 600, 64), 32);  // over the floor of C, which is 0
    EXPECT_Z(loaded.floor(1, 128, 0), 64);
}

TEST(SlopeThings, EveryLineWithTheIdAndEachThingSeesTheEarlierOnes) {
    Squares map = with_things(
        thing(9500, 600, 64, 32, "arg0=5;") + thing(9500, 600, 64, 32, "arg0=5;"), "id=5;");
    map.line_c = "moreids=\"5\";";
    const Loaded loaded(map);
    expect_source(loaded.map().floor_source(1), FLATLINE_PLANE_THING, 1);
    expect_source(loaded.map().floor_source(2), FLATLINE_PLANE_THING, 1);
    // The first thing raised C under the second one, which so stands at 64.
    EXPECT_Z(loaded.floor(2, 600, 64), 64);
    EXPECT_Z(loaded.floor(2, 512, 64), 0);
}

TEST(SlopeThings, AThingOnALineFarFromTheOrigin) {
    Squares map = with_things(thing(9500, 512, 64, 32, "arg0=5;"), "");
    map.line_c = "id=5;";
    EXPECT_EQ(Loaded(map).rules(), "slope-thing-on-line");
}

TEST(SlopeThings, AThingOnItsLine) {
    Squares map = with_things(thing(9500, 128, 64, 32, "arg0=5;"), "id=5;");
    map.line_c = "id=5;";  // comes after L, so it is not looked at
    const Loaded loaded(map);
    EXPECT_EQ(loaded.map().planes().size(), 0u);
    EXPECT_EQ(loaded.rules(), "slope-thing-on-line");
    EXPECT_EQ(load_text::find(loaded.result(), "slope-thing-on-line")->a, Squares::kL);
}

// It would stop 9500, and be the first line for 1500; GZDoom has taken it out of the map.
TEST(SlopeThings, ALineWithoutLengthIsPassedOver) {
    for (const int type : {9500, 1500}) {
        Squares map;
        map.line_l = "id=5;arg0=5;";
        std::string text = map.text() + thing(type, 0, 64, 32, "arg0=5;id=5;");
        const std::string first = point_line(text, "9", "9", 0, "id=5;arg0=5;");
        const std::string vertices = first.substr(0, first.find("linedef{"));
        const std::string side = first.substr(first.find("sidedef{"));
        const std::string line =
            first.substr(vertices.size(), first.find("sidedef{") - vertices.size());
        text.insert(text.find("linedef{"), line);
        const Loaded loaded(text + vertices + side);
        EXPECT_Z(loaded.floor(0, 64, 0), 16) << type;
        EXPECT_EQ(loaded.rules(), "") << type;
    }
}

TEST(SlopeThings, ALineThatIsNotThere) {
    const Loaded loaded(with_things(thing(9501, 64, 64, 32, "arg0=9;"), "id=5;"));
    EXPECT_EQ(loaded.map().planes().size(), 0u);
    EXPECT_EQ(loaded.rules(), "slope-line-missing");
    EXPECT_EQ(Loaded(with_things(thing(1500, 64, 64, 32, "id=9;"))).rules(), "slope-line-missing");
}

TEST(SlopeThings, BehindALineWithOneSide) {
    Squares map = with_things(thing(9500, 64, 64, 32, "arg0=5;"));
    map.line_c = "id=5;";  // its front is C, the thing lies behind it
    const Loaded loaded(map);
    EXPECT_EQ(loaded.map().planes().size(), 0u);
    EXPECT_EQ(loaded.rules(), "slope-one-sided");
}

TEST(SlopeThings, OutsideOfAllSectors) {
    for (const int type : {9500, 9502, 1500, 9510}) {
        const Loaded loaded(with_things(thing(type, 300, 64, 32, "arg0=5;id=5;"), "id=5;"));
        EXPECT_EQ(loaded.map().planes().size(), 0u) << type;
        EXPECT_EQ(loaded.rules(), "slope-thing-outside") << type;
    }
}

TEST(SlopeThings, Tilt) {
    const Loaded first(with_things(thing(9502, 0, 0, 16, "angle=0;arg0=135;")));
    expect_plane(first.map().floor_plane(0), -0.707107, 0, 0.707107, -11.313708);
    EXPECT_Z(first.floor(0, 32, 0), 48);
    expect_source(first.map().floor_source(0), FLATLINE_PLANE_THING, 0);

    const Loaded north(with_things(thing(9502, 0, 0, 16, "angle=90;arg0=45;")));
    expect_plane(north.map().floor_plane(0), 0, 0.707107, 0.707107, -11.313708);
    EXPECT_Z(north.floor(0, 0, 8), 8);

    const Loaded clamped(with_things(thing(9502, 0, 0, 0, "arg0=0;")));
    EXPECT_NEAR(clamped.floor(0, 1, 0), -57.289962, 5e-7);

    const Loaded ceiling(with_things(thing(9503, 0, 0, 0, "angle=0;arg0=135;")));
    expect_plane(ceiling.map().ceiling_plane(0), 0.707107, 0, -0.707107, 90.509668);
    EXPECT_Z(ceiling.ceiling(0, 32, 0), 160);
}

TEST(SlopeThings, TiltsOutOfRangeAreClamped) {
    for (const int tilt : {180, 181, 2000000000}) {
        const Loaded loaded(
            with_things(thing(9502, 64, 64, 0, "arg0=" + std::to_string(tilt) + ";")));
        EXPECT_NEAR(loaded.floor(0, 65, 64), 57.289962, 5e-7) << tilt;
    }
    const Loaded below(with_things(thing(9502, 64, 64, 0, "arg0=-2147483648;angle=-2147483648;")));
    EXPECT_EQ(below.rules(), "");
    const Loaded level(with_things(thing(9502, 64, 64, 16, "arg0=90;angle=45;")));
    expect_plane(level.map().floor_plane(0), 0, 0, 1, -16);
}

TEST(SlopeThings, VavoomTakesALineOfItsOwnSectorAndAnAbsoluteHeight) {
    const Loaded loaded(with_things(thing(1500, 0, 64, 32, "id=7;"), "arg0=7;"));
    expect_plane(loaded.map().floor_plane(0), 0.242536, 0, 0.970143, -31.044560);
    EXPECT_Z(loaded.floor(0, 64, 0), 16);
    EXPECT_EQ(loaded.rules(), "");
    const Loaded ceiling(with_things(thing(1501, 0, 64, 96, "id=7;"), "arg0=7;"));
    EXPECT_Z(ceiling.ceiling(0, 64, 0), 112);
    // From B the same line: its flat height there is 64.
    const Loaded other(with_things(thing(1500, 192, 64, 0, "id=7;"), "arg0=7;"));
    EXPECT_Z(other.floor(1, 128, 3), 64);
    EXPECT_Z(other.floor(1, 192, 3), 0);
}

TEST(SlopeThings, VavoomTakesTheFirstLine) {
    // Line 2 (L) and line 3 both have 7; the sector's first is L.
    std::string text = with_things(thing(1500, 64, 64, 32, "id=7;"), "arg0=7;").text();
    const std::string bottom = "linedef{v1=3;v2=0;";
    text.replace(text.find(bottom), bottom.size(), bottom + "arg0=7;");
    const Loaded loaded(text);
    EXPECT_Z(loaded.floor(0, 128, 100), 0);
    EXPECT_Z(loaded.floor(0, 64, 100), 32);
}

TEST(SlopeThings, HeightsBeyondUse) {
    const Loaded high(with_things("thing{type=9500;x=64;y=64;height=1e308;arg0=5;}", "id=5;"));
    EXPECT_EQ(high.map().planes().size(), 0u);
    EXPECT_EQ(high.rules(), "slope-vertical");
    const Loaded tilt(with_things("thing{type=9502;x=64;y=64;height=1e300;arg0=5;}"));
    EXPECT_EQ(tilt.rules(), "slope-vertical");
}

TEST(SlopeThings, OtherPortsHaveNone) {
    for (const char* port : {"eternity", "srb2", "doom", "dsda"}) {
        Squares map = with_things(thing(9502, 64, 64, 0, "arg0=45;") + thing(9510, 64, 64, 0));
        map.name_space = port;
        const Loaded loaded(map);
        EXPECT_EQ(loaded.map().planes().size(), 0u) << port;
        EXPECT_EQ(loaded.rules(), "") << port;
    }
}

}  // namespace
