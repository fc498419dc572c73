// Planes that are copied, and the order of all steps: docs/slopes.md, "Plane copies".
#include <gtest/gtest.h>

#include <string>

#include "level/slope_maps.hpp"

namespace {

using namespace slope_maps;

const char* const kFields = "floorplane_a=0;floorplane_b=-0.6;floorplane_c=0.8;floorplane_d=-16;";

// A, tagged 3, is sloped by L; C copies by its line.
Squares copying(const char* port, const std::string& line_c) {
    Squares map;
    map.name_space = port;
    map.line_l = std::string(port) == "srb2" ? special(700, {1, 1}) : special(181, {1, 1});
    map.line_c = line_c;
    map.sector_a = "id=3;";
    map.sector_c = "id=7;";
    return map;
}

TEST(SlopeCopies, ByTag) {
    for (const auto& [port, number] : {std::pair{"zdoom", 118}, {"eternity", 118}, {"srb2", 720}}) {
        const Loaded loaded(copying(port, special(number, {3})));
        expect_plane(loaded.map().floor_plane(2), -0.447214, 0, 0.894427, 0);
        EXPECT_Z(loaded.floor(2, 512, 0), 256);
        expect_source(loaded.map().floor_source(2), FLATLINE_PLANE_COPY, 0,
                      std::string(port) == "srb2" ? FLATLINE_PLANE_SHARED : 0);
        expect_source(loaded.map().ceiling_source(2), FLATLINE_PLANE_FLAT);
        EXPECT_EQ(loaded.rules(), "") << port;
        const Loaded ceiling(copying(port, special(number, {0, 3})));
        EXPECT_Z(ceiling.ceiling(2, 512, 0), 128 + 256);
        expect_source(ceiling.map().floor_source(2), FLATLINE_PLANE_FLAT);
    }
}

// Sector D has no line, or only one without length; its tag is 5, its floor at 40.
std::string with_d(const char* port, const std::string& line_c, bool point,
                   const std::string& more = "") {
    Squares map;
    map.name_space = port;
    map.line_c = line_c;
    map.sector_a = "id=3;";
    std::string text = map.text() + "sector{texturefloor=\"F\";textureceiling=\"F\";id=5;" +
                       "heightfloor=40;heightceiling=50;" + more + "}";
    if (point) text += point_line(text, "7", "7", 3);
    return text;
}

// GZDoom has taken its tag away by then.
TEST(SlopeCopies, ATaggedSectorWithoutLinesIsNoSourceInZdoom) {
    for (const bool point : {false, true}) {
        const Loaded copied(with_d("zdoom", special(118, {5, 5}), point));
        EXPECT_EQ(copied.map().planes().size(), 0u) << copied.story();
        EXPECT_EQ(copied.rules(), "slope-tag-missing slope-tag-missing");
        // A sloped one, too: 118 finds B, which has the same tag further on.
        Squares map;
        map.line_c = special(118, {5});
        map.sector_a = "id=9;";
        std::string text = map.text();
        const std::string plane =
            "floorplane_a=0;floorplane_b=-0.6;floorplane_c=0.8;"
            "floorplane_d=-16;";
        // Sector 0 becomes the one without lines: its sides go to B.
        for (std::size_t at; (at = text.find("sidedef{sector=0;}")) != std::string::npos;) {
            text.replace(at, 18, "sidedef{sector=1;}");
        }
        text.replace(text.find("id=9;"), 5, "id=5;" + plane);
        text.replace(text.find("heightfloor=64;"), 15, "heightfloor=64;id=5;");
        if (point) text += point_line(text, "7", "7", 0);
        const Loaded first(text);
        expect_source(first.map().floor_source(2), FLATLINE_PLANE_COPY, 1);
        EXPECT_Z(first.floor(2, 512, 64), 64);
    }
}

TEST(SlopeCopies, ATaggedSectorWithoutLinesIsNoSourceOfThingsInZdoom) {
    const std::string copy = thing(9510, 560, 64, 0, args({5}));
    EXPECT_EQ(Loaded(with_d("zdoom", "", false) + copy).rules(), "slope-tag-missing");
    // Tag 0 finds the sectors without tags, and D is the only one: A has 3, B and C have 1.
    Squares map;
    map.sector_a = "id=3;";
    map.sector_b = map.sector_c = "id=1;";
    const std::string text = map.text() +
                             "sector{texturefloor=\"F\";textureceiling=\"F\";id=5;"
                             "heightfloor=40;heightceiling=50;}" +
                             thing(9510, 560, 64, 0);
    const Loaded untagged(text);
    expect_source(untagged.map().floor_source(2), FLATLINE_PLANE_COPY, 3);
    EXPECT_Z(untagged.floor(2, 512, 64), 40);
}

// SRB2 keeps the tag; by plane fields such a sector slopes there. Eternity keeps it too, but has no
// way to slope it.
TEST(SlopeCopies, ATaggedSectorWithoutLinesInOtherPorts) {
    const Loaded srb2(with_d("srb2", special(720, {5}), false, kFields));
    expect_source(srb2.map().floor_source(2), FLATLINE_PLANE_COPY, 3, FLATLINE_PLANE_SHARED);
    EXPECT_Z(srb2.floor(2, 512, 64), 68);
    EXPECT_EQ(Loaded(with_d("srb2", special(720, {5}), false)).rules(), "slope-tag-missing");
    EXPECT_EQ(Loaded(with_d("eternity", special(118, {5}), false)).rules(), "slope-tag-missing");
}

TEST(SlopeCopies, ALineWithoutLengthCopiesNothingInZdoom) {
    for (const auto& [port, number] : {std::pair{"zdoom", 118}, {"eternity", 118}, {"srb2", 720}}) {
        const std::string text = copying(port, "").text();
        const Loaded loaded(text + point_line(text, "600", "64", 2, special(number, {3})));
        EXPECT_EQ(loaded.map().is_flat(2), std::string(port) == "zdoom") << port;
        EXPECT_EQ(loaded.rules(), "") << port;
    }
}

TEST(SlopeCopies, FlagsAreCopiedWithASharedSlope) {
    Squares map = copying("srb2", special(720, {3}));
    map.line_l = special(700, {1, 0, 3});
    const Loaded loaded(map);
    expect_source(loaded.map().floor_source(2), FLATLINE_PLANE_COPY, 0,
                  FLATLINE_PLANE_NO_PHYSICS | FLATLINE_PLANE_DYNAMIC | FLATLINE_PLANE_SHARED);
}

TEST(SlopeCopies, AMissingTag) {
    for (const auto& [port, number] : {std::pair{"zdoom", 118}, {"eternity", 118}, {"srb2", 720}}) {
        const Loaded loaded(copying(port, special(number, {4})));
        EXPECT_TRUE(loaded.map().is_flat(2));
        EXPECT_EQ(loaded.rules(), "slope-tag-missing") << port;
        EXPECT_EQ(load_text::find(loaded.result(), "slope-tag-missing")->a, 4);
    }
    Squares map = copying("eternity", special(394, {4}));
    EXPECT_EQ(Loaded(map).rules(), "slope-tag-missing");
}

TEST(SlopeCopies, TheBackOfALineWithOneSide) {
    for (const auto& [port, number] : {std::pair{"zdoom", 118}, {"eternity", 118}, {"srb2", 720}}) {
        EXPECT_EQ(Loaded(copying(port, special(number, {0, 0, 3}))).rules(), "slope-one-sided");
        EXPECT_EQ(Loaded(copying(port, special(number, {0, 0, 0, 0, 1}))).rules(),
                  "slope-one-sided");
    }
}

// Of two sectors with the tag the first is flat: ZDoom copies that, the others go on.
TEST(SlopeCopies, WhichOfSeveralSectors) {
    for (const auto& [port, number, height] : {std::tuple{"zdoom", 118, 0.0},
                                               {"eternity", 118, 64.0},
                                               {"srb2", 720, 64.0},
                                               {"eternity", 394, 64.0}}) {
        Squares map;
        map.name_space = port;
        // B slopes: 0 at the line to A, 64 at x = 256.
        map.line_l = std::string(port) == "srb2" ? special(700, {2}) : special(181, {2});
        map.line_c = special(number, {3});
        map.sector_a = "id=3;";
        map.sector_b = "id=3;";
        const Loaded loaded(map);
        EXPECT_Z(loaded.floor(2, 256, 0), height) << port << number;
        EXPECT_EQ(loaded.rules(), "");
    }
}

TEST(SlopeCopies, AFlatSourceResetsInZdoom) {
    Squares map = copying("zdoom", special(118, {9}));
    map.sector_b = "id=9;";
    map.sector_c = kFields;
    const Loaded loaded(map);
    EXPECT_EQ(loaded.floor(2, 600, 60), 64);
    expect_source(loaded.map().floor_source(2), FLATLINE_PLANE_COPY, 1);
}

TEST(SlopeCopies, Srb2OnlyFills) {
    Squares map = copying("srb2", special(720, {3}));
    map.sector_c = kFields;
    const Loaded loaded(map);
    expect_source(loaded.map().floor_source(2), FLATLINE_PLANE_FIELDS);
    EXPECT_EQ(loaded.rules(), "");
    // A flat source is none.
    Squares flat = copying("srb2", special(720, {9}));
    flat.sector_b = "id=9;";
    EXPECT_TRUE(Loaded(flat).map().is_flat(2));
    EXPECT_EQ(Loaded(flat).rules(), "slope-tag-missing");
}

TEST(SlopeCopies, EternityCopiesOverASlope) {
    // 118 is no fill: C takes A's plane though 386 on its own line cannot be; so slope B instead.
    Squares map = copying("eternity", special(118, {3}));
    const Loaded loaded(map);
    expect_source(loaded.map().floor_source(2), FLATLINE_PLANE_COPY, 0);
}

TEST(SlopeCopies, FrontCopiesOfEternity) {
    struct Row {
        int special;
        bool floor, ceiling;
    };
    for (const Row& row : {Row{394, true, false}, Row{395, false, true}, Row{396, true, true}}) {
        const Loaded loaded(copying("eternity", special(row.special, {3})));
        EXPECT_EQ(loaded.map().floor_source(2).kind == FLATLINE_PLANE_COPY, row.floor);
        EXPECT_EQ(loaded.map().ceiling_source(2).kind == FLATLINE_PLANE_COPY, row.ceiling);
        EXPECT_EQ(loaded.rules(), "");
    }
    // Tag 0 is a tag in Eternity: all sectors here have it, and the first with a slope is A.
    Squares untagged = copying("eternity", special(394, {0}));
    untagged.sector_a = untagged.sector_c = "";
    expect_source(Loaded(untagged).map().floor_source(2), FLATLINE_PLANE_COPY, 0);
}

// arg4 shares between the two sides of the line. A slopes by its fields, B is flat.
Squares sharing(const char* port, int number, int bits) {
    Squares map;
    map.name_space = port;
    map.line_l = special(number, {0, 0, 0, 0, bits});
    map.sector_a = std::string(kFields) +
                   "ceilingplane_a=0;ceilingplane_b=0.6;ceilingplane_c=-0.8;ceilingplane_d=80;";
    return map;
}

TEST(SlopeCopies, Sharing) {
    const Loaded to_back(sharing("zdoom", 118, 1));
    EXPECT_Z(to_back.floor(1, 0, 64), 68);
    expect_source(to_back.map().floor_source(1), FLATLINE_PLANE_COPY, 0);
    expect_source(to_back.map().ceiling_source(1), FLATLINE_PLANE_FLAT);
    const Loaded to_front(sharing("zdoom", 118, 2));
    EXPECT_EQ(to_front.floor(0, 0, 64), 64);  // B's flat floor
    expect_source(to_front.map().floor_source(0), FLATLINE_PLANE_COPY, 1);
    const Loaded ceiling_back(sharing("zdoom", 118, 4));
    EXPECT_Z(ceiling_back.ceiling(1, 0, 64), 148);
    expect_source(ceiling_back.map().floor_source(1), FLATLINE_PLANE_FLAT);
    const Loaded ceiling_front(sharing("zdoom", 118, 8));
    EXPECT_EQ(ceiling_front.ceiling(0, 0, 64), 192);
    for (const int both : {3, 12, 15}) {
        const Loaded neither(sharing("zdoom", 118, both));
        EXPECT_TRUE(neither.map().is_flat(1)) << both;
        expect_source(neither.map().floor_source(0), FLATLINE_PLANE_FIELDS);
    }
}

TEST(SlopeCopies, SharingInSrb2FillsAndMayGoBothWays) {
    for (const int bits : {1, 3}) {
        const Loaded loaded(sharing("srb2", 720, bits));
        EXPECT_Z(loaded.floor(1, 0, 64), 68);
        expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_FIELDS);
    }
    const Loaded back(sharing("srb2", 720, 2));  // B has no slope to give
    expect_source(back.map().floor_source(0), FLATLINE_PLANE_FIELDS);
    EXPECT_TRUE(back.map().is_flat(1));
}

// Sharing a flat side takes the slope away and its height along; nothing finds a slope there then.
TEST(SlopeCopies, SharingInEternityTakesASlopeAway) {
    std::string text = copying("eternity", special(118, {3})).text();
    // A second line between A and B: line 3 (3 to 0) gets a back in B, and shares B's floor.
    const std::string bottom = "linedef{v1=3;v2=0;sidefront=4;";
    ASSERT_NE(text.find(bottom), std::string::npos);
    text.replace(text.find(bottom), bottom.size(),
                 bottom + "sideback=6;" + special(118, {0, 0, 0, 0, 2}));
    const Loaded loaded(text);
    EXPECT_EQ(loaded.floor(0, 5, 5), 64);
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_COPY, 1);
    EXPECT_TRUE(loaded.map().is_flat(2));
    EXPECT_EQ(loaded.rules(), "slope-tag-missing");
}

TEST(SlopeCopies, CirclesEnd) {
    Squares map = copying("zdoom", special(118, {3, 3}));
    map.line_l = special(118, {7, 7});
    map.sector_c = std::string("id=7;") + kFields;
    const Loaded loaded(map);
    EXPECT_Z(loaded.floor(0, 0, 64), 68);
    EXPECT_Z(loaded.floor(2, 0, 64), 68);
    EXPECT_EQ(loaded.rules(), "");
    // A sector that copies itself keeps what it has.
    Squares self;
    self.line_c = special(118, {7});
    self.sector_c = std::string("id=7;") + kFields;
    expect_source(Loaded(self).map().floor_source(2), FLATLINE_PLANE_FIELDS);
}

TEST(SlopeCopies, CopyThings) {
    Squares map = copying("zdoom", "");
    map.things = thing(9510, 600, 64, 0, "arg0=3;") + thing(9511, 600, 64, 0, "arg0=3;");
    const Loaded loaded(map);
    EXPECT_Z(loaded.floor(2, 512, 0), 256);
    EXPECT_Z(loaded.ceiling(2, 512, 0), 384);
    expect_source(loaded.map().floor_source(2), FLATLINE_PLANE_COPY, 0);
    EXPECT_EQ(loaded.rules(), "");
    map.things = thing(9510, 600, 64, 0, "arg0=4;");
    map.things = thing(9510, 64, 64, 0) + map.things;
    const Loaded missing(map);
    EXPECT_EQ(missing.rules(), "slope-tag-missing");
    EXPECT_EQ(load_text::find(missing.result(), "slope-tag-missing")->index, 1u);
    EXPECT_EQ(load_text::find(missing.result(), "slope-tag-missing")->a, 4);
    // In ZDoom tag 0 finds the sectors without one: here B.
    map.things = thing(9510, 600, 64, 0);
    EXPECT_EQ(Loaded(map).floor(2, 600, 0), 64);
}

// ---- The order ---------------------------------------------------------------------------------

// Each step overwrites the one before it, and sees it.
TEST(SlopeOrder, Zdoom) {
    Squares map;
    map.sector_a = kFields;
    map.sector_c = "id=7;heightfloor=500;";
    expect_source(Loaded(map).map().floor_source(0), FLATLINE_PLANE_FIELDS);
    map.line_l = special(181, {1}) + "id=5;";
    expect_source(Loaded(map).map().floor_source(0), FLATLINE_PLANE_LINE, 2);
    map.things = thing(9500, 0, 64, 32, "arg0=5;");
    const Loaded things(map);
    expect_source(things.map().floor_source(0), FLATLINE_PLANE_THING, 0);
    EXPECT_Z(things.floor(0, 128, 0), 64);  // the line's ends lie on the plane of 181
    EXPECT_Z(things.floor(0, 0, 64), 32);
    map.things += thing(9510, 64, 64, 0, "arg0=7;");
    expect_source(Loaded(map).map().floor_source(0), FLATLINE_PLANE_COPY, 2);
    map.line_c = special(118, {8});
    map.sector_b = "id=8;";
    const Loaded all(map);  // the thing copied C before C copied B
    EXPECT_EQ(all.floor(0, 0, 0), 500);
    EXPECT_EQ(all.floor(2, 0, 0), 64);
}

TEST(SlopeOrder, ZdoomVertexHeightsComeAfterThings) {
    const std::string tilt = thing(9502, 32, 32, 0, "arg0=45;");
    const Loaded loaded(triangle("zdoom", "zfloor=8;", "zfloor=8;", "zfloor=8;", tilt));
    EXPECT_EQ(loaded.floor(0, 3, 4), 8);
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_VERTICES);
}

TEST(SlopeOrder, Srb2) {
    // Fields, then vertex heights over them.
    std::string text = triangle("srb2", "zfloor=8;", "zfloor=8;", "zfloor=8;");
    const std::string sector = "sector{texture";
    text.replace(text.find(sector), sector.size(), std::string("sector{") + kFields + "texture");
    expect_source(Loaded(text).map().floor_source(0), FLATLINE_PLANE_VERTICES);
    // 700 and 704 together in line order, over what was there.
    Squares map;
    map.name_space = "srb2";
    map.sector_a = kFields;
    map.line_l = special(700, {1});
    expect_source(Loaded(map).map().floor_source(0), FLATLINE_PLANE_LINE, 2);
    std::string lines = map.text();
    const std::string left = "linedef{v1=0;v2=1;";
    lines.replace(lines.find(left), left.size(), left + special(704, {0, 1, 2, 3}));
    lines += thing(750, 1, 1, 0, "id=1;") + thing(750, 90, 1, 9, "id=2;") +
             thing(750, 1, 90, 0, "id=3;");
    expect_source(Loaded(lines).map().floor_source(0), FLATLINE_PLANE_LINE, 2);
    const std::string bottom = "linedef{v1=3;v2=0;";
    lines.replace(lines.find(bottom), bottom.size(), bottom + special(704, {0, 1, 2, 3}));
    expect_source(Loaded(lines).map().floor_source(0), FLATLINE_PLANE_LINE, 3);
}

}  // namespace
