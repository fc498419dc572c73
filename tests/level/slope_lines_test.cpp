// Slopes along lines: docs/slopes.md, "Worked numbers".
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "level/slope_maps.hpp"

namespace {

using namespace slope_maps;

Squares with_l(const char* name_space, const std::string& line) {
    Squares map;
    map.name_space = name_space;
    map.line_l = line;
    return map;
}

void expect_a_sloped(const Loaded& loaded) {
    expect_plane(loaded.map().floor_plane(0), -0.447214, 0, 0.894427, 0);
    EXPECT_Z(loaded.floor(0, 0, 0), 0);
    EXPECT_Z(loaded.floor(0, 64, 0), 32);
    EXPECT_Z(loaded.floor(0, 128, 50), 64);
    expect_plane(loaded.map().ceiling_plane(0), 0.447214, 0, -0.894427, 114.486680);
    EXPECT_Z(loaded.ceiling(0, 0, 0), 128);
    EXPECT_Z(loaded.ceiling(0, 64, 0), 160);
    EXPECT_Z(loaded.ceiling(0, 128, 50), 192);
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_LINE, Squares::kL);
    expect_source(loaded.map().ceiling_source(0), FLATLINE_PLANE_LINE, Squares::kL);
    EXPECT_TRUE(loaded.map().is_flat(1));
    EXPECT_EQ(loaded.rules(), "");
}

TEST(SlopeLines, PlaneAlignSlopesTheFront) {
    for (const char* port : {"zdoom", "eternity"}) {
        expect_a_sloped(Loaded(with_l(port, special(181, {1, 1}))));
    }
    // ZDoom's shorthand: bits 2 and 3 of arg0 where arg1 says nothing about the ceiling.
    expect_a_sloped(Loaded(with_l("zdoom", special(181, {1 | 4, 0}))));
    expect_a_sloped(Loaded(with_l("zdoom", special(181, {1 | 8, 1}))));
    // Only the low two bits count.
    expect_a_sloped(Loaded(with_l("zdoom", special(181, {1 + 64, 1 + 128}))));
    expect_a_sloped(Loaded(with_l("zdoom", special(181, {1 | 4, 4}))));
}

TEST(SlopeLines, PlaneAlignSlopesTheBack) {
    for (const char* port : {"zdoom", "eternity"}) {
        const Loaded loaded(with_l(port, special(181, {2, 2})));
        EXPECT_Z(loaded.floor(1, 128, 5), 0);
        EXPECT_Z(loaded.floor(1, 256, 5), 64);
        EXPECT_Z(loaded.ceiling(1, 128, 5), 128);
        EXPECT_Z(loaded.ceiling(1, 256, 5), 192);
        EXPECT_TRUE(loaded.map().is_flat(0));
    }
    const Loaded shorthand(with_l("zdoom", special(181, {8})));
    EXPECT_Z(shorthand.ceiling(1, 128, 5), 128);
    expect_source(shorthand.map().floor_source(1), FLATLINE_PLANE_FLAT);
}

TEST(SlopeLines, PlaneAlignWithThree) {
    const Loaded zdoom(with_l("zdoom", special(181, {3, 3})));
    EXPECT_TRUE(zdoom.map().is_flat(0) && zdoom.map().is_flat(1));
    // Eternity: both sides, each to the other's flat height.
    const Loaded eternity(with_l("eternity", special(181, {3})));
    EXPECT_Z(eternity.floor(0, 128, 0), 64);
    EXPECT_Z(eternity.floor(0, 0, 0), 0);
    EXPECT_Z(eternity.floor(1, 128, 0), 0);
    EXPECT_Z(eternity.floor(1, 256, 0), 64);
    // Beyond 3 is nothing there, and there is no shorthand.
    for (const int bits : {4, 5, 8, -1}) {
        const Loaded none(with_l("eternity", special(181, {bits})));
        EXPECT_EQ(none.map().planes().size(), 0u) << bits;
        EXPECT_EQ(none.rules(), "") << bits;
    }
}

TEST(SlopeLines, PlaneAlignTakesFlatHeightsAndReplacesWhatWas) {
    Squares map = with_l("zdoom", special(181, {1}));
    map.sector_a = "floorplane_a=0;floorplane_b=-0.6;floorplane_c=0.8;floorplane_d=-16;";
    map.sector_b = map.sector_a;
    const Loaded loaded(map);
    EXPECT_Z(loaded.floor(0, 64, 0), 32);
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_LINE, Squares::kL);
    expect_source(loaded.map().floor_source(1), FLATLINE_PLANE_FIELDS);
}

// The sector reaches further behind the line than in front of it: GZDoom's plane goes through the
// far vertex there, Eternity and SRB2 rise into the front all the same.
TEST(SlopeLines, ASectorThatReachesBehindItsLine) {
    Squares map = with_l("zdoom", special(181, {1}));
    std::string text = map.text();
    const std::string corner = "vertex{x=0;y=128;}";
    text.replace(text.find(corner), corner.size(), "vertex{x=512;y=500;}");
    const Loaded zdoom(text);
    EXPECT_Z(zdoom.floor(0, 512, 0), 0);
    EXPECT_Z(zdoom.floor(0, 128, 0), 64);
    text.replace(text.find("zdoom"), 5, "eternity");
    const Loaded eternity(text);
    EXPECT_Z(eternity.floor(0, -256, 0), 0);
    EXPECT_Z(eternity.floor(0, 128, 0), 64);
}

TEST(SlopeLines, Srb2SlopesAlongALine) {
    const Loaded loaded(with_l("srb2", special(700, {1, 1})));
    expect_a_sloped(loaded);
    EXPECT_Z(loaded.floor(0, 127, 3), 63.5);
    const Loaded back(with_l("srb2", special(700, {2, 0})));
    EXPECT_Z(back.floor(1, 128, 0), 0);
    EXPECT_Z(back.floor(1, 256, 0), 64);
    // 3 is nothing.
    EXPECT_EQ(Loaded(with_l("srb2", special(700, {3, 3}))).map().planes().size(), 0u);
}

TEST(SlopeLines, Srb2KeepsItsFlagsAsData) {
    const Loaded loaded(with_l("srb2", special(700, {1, 2, 3})));
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_LINE, Squares::kL,
                  FLATLINE_PLANE_NO_PHYSICS | FLATLINE_PLANE_DYNAMIC);
    expect_source(loaded.map().ceiling_source(1), FLATLINE_PLANE_LINE, Squares::kL,
                  FLATLINE_PLANE_NO_PHYSICS | FLATLINE_PLANE_DYNAMIC);
    const Loaded copied(with_l("srb2", special(700, {1, 0, 4 + 2})));
    EXPECT_Z(copied.floor(1, 128, 0), 64);
    EXPECT_Z(copied.floor(1, 256, 0), 128);
    expect_source(copied.map().floor_source(1), FLATLINE_PLANE_COPY, 0,
                  FLATLINE_PLANE_DYNAMIC | FLATLINE_PLANE_SHARED);
    // Not over a slope that is there.
    Squares map = with_l("srb2", special(700, {1, 0, 4}));
    map.sector_b = "floorplane_a=0;floorplane_b=-0.6;floorplane_c=0.8;floorplane_d=-16;";
    expect_source(Loaded(map).map().floor_source(1), FLATLINE_PLANE_FIELDS);
}

TEST(SlopeLines, EternityClassicSpecials) {
    struct Row {
        int special;
        const char* sloped;  // f, c: front floor, ceiling; F, C: of the back
    };
    const Row rows[] = {{386, "f"}, {387, "c"},  {388, "fc"}, {389, "F"},
                        {390, "C"}, {391, "FC"}, {392, "Fc"}, {393, "fC"}};
    for (const Row& row : rows) {
        const Loaded loaded(with_l("eternity", special(row.special, {})));
        const std::string sloped = row.sloped;
        const auto kind = [](const flatline_plane_source& source) { return int{source.kind}; };
        const auto expected = [&](char c) {
            return sloped.find(c) != std::string::npos ? FLATLINE_PLANE_LINE : FLATLINE_PLANE_FLAT;
        };
        EXPECT_EQ(kind(loaded.map().floor_source(0)), expected('f')) << row.special;
        EXPECT_EQ(kind(loaded.map().ceiling_source(0)), expected('c')) << row.special;
        EXPECT_EQ(kind(loaded.map().floor_source(1)), expected('F')) << row.special;
        EXPECT_EQ(kind(loaded.map().ceiling_source(1)), expected('C')) << row.special;
        if (expected('f') == FLATLINE_PLANE_LINE) {
            EXPECT_Z(loaded.floor(0, 64, 0), 32);
        }
        if (expected('C') == FLATLINE_PLANE_LINE) {
            EXPECT_Z(loaded.ceiling(1, 128, 0), 128);
        }
        EXPECT_EQ(loaded.rules(), "") << row.special;
    }
}

TEST(SlopeLines, ALineWithOneSide) {
    for (const auto& [port, number] : {std::pair{"zdoom", 181}, {"eternity", 181}, {"srb2", 700}}) {
        Squares map;
        map.name_space = port;
        map.line_c = special(number, {1, 1});
        const Loaded loaded(map);
        EXPECT_EQ(loaded.map().planes().size(), 0u);
        EXPECT_EQ(loaded.rules(), "slope-one-sided") << port;
        EXPECT_EQ(load_text::find(loaded.result(), "slope-one-sided")->index, Squares::kLineC);
        map.line_c = special(number, {0, 0});  // asks for nothing
        EXPECT_EQ(Loaded(map).rules(), "") << port;
    }
    Squares map;
    map.name_space = "eternity";
    map.line_c = special(389, {});
    EXPECT_EQ(Loaded(map).rules(), "slope-one-sided");
}

// Sector B is pressed flat onto the line.
TEST(SlopeLines, ASectorThatReachesNowhere) {
    for (const auto& [port, number] : {std::pair{"zdoom", 181}, {"eternity", 181}, {"srb2", 700}}) {
        std::string text = with_l(port, special(number, {2, 2})).text();
        for (const std::string& corner :
             {std::string("vertex{x=256;y=128;}"), std::string("vertex{x=256;y=0;}")}) {
            std::string pressed = corner;
            pressed.replace(pressed.find("256"), 3, "128");
            text.replace(text.find(corner), corner.size(), pressed);
        }
        const Loaded loaded(text);
        EXPECT_EQ(loaded.map().planes().size(), 0u) << port;
        EXPECT_EQ(loaded.rules(), "slope-no-extent") << port;
        EXPECT_EQ(load_text::find(loaded.result(), "slope-no-extent")->a, 1);
    }
}

// One of sector A, 256 units from L: GZDoom has taken it out of the map, the others reach to it.
TEST(SlopeLines, ALineWithoutLengthIsNotReachedInZdoom) {
    for (const auto& [port, number] : {std::pair{"zdoom", 181}, {"eternity", 181}, {"srb2", 700}}) {
        const std::string text = with_l(port, special(number, {1})).text();
        const Loaded loaded(text + point_line(text, "-128", "64", 0));
        // From 64 at the line to 0 at the end of the reach.
        EXPECT_Z(loaded.floor(0, 0, 0), std::string(port) == "zdoom" ? 0 : 32) << port;
        EXPECT_EQ(loaded.rules(), "") << port;
    }
}

TEST(SlopeLines, ALineWithoutLength) {
    std::string text = with_l("zdoom", special(181, {1, 1})).text();
    const std::string ends = "linedef{v1=2;v2=3;";
    text.replace(text.find(ends), ends.size(), "linedef{v1=2;v2=2;");
    const Loaded loaded(text);
    EXPECT_EQ(loaded.map().planes().size(), 0u);
    EXPECT_EQ(loaded.rules(), "slope-no-extent");
}

// Heights that only doubles have: the plane is steeper than any use. The rules of the other ports
// are set by hand, since their own namespaces have whole heights.
TEST(SlopeLines, HeightsBeyondUse) {
    using flatline::engine::SlopeRules;
    for (const auto& [rules, number] : {std::pair{SlopeRules::zdoom, 181},
                                        {SlopeRules::eternity, 181},
                                        {SlopeRules::srb2, 700}}) {
        std::string text = with_l("zdoom", special(number, {1})).text();
        text.replace(text.find("heightfloor=64"), 14, "heightfloor=1e300");
        flatline::engine::LoadOptions options;
        options.slope_rules = rules;
        const Loaded loaded(text, options);
        EXPECT_EQ(loaded.map().planes().size(), 0u) << number;
        EXPECT_EQ(loaded.rules(), "slope-vertical") << number;
    }
}

// ---- 704: three things -------------------------------------------------------------------------

Squares with_704(int which, const std::string& things, int flags = 0) {
    Squares map = with_l("srb2", special(704, {which, 1, 2, 3, flags}));
    map.things = things;
    return map;
}
std::string vertex_thing(int tag, int x, int y, int z, const std::string& more = "") {
    return thing(750, x, y, z, "id=" + std::to_string(tag) + ";" + more);
}
// All three at corners of A: SRB2 finds each of them in A, west of the line to B.
std::string three_things() {
    return vertex_thing(1, 0, 0, 0) + vertex_thing(2, 128, 0, 64) + vertex_thing(3, 0, 128, 0);
}

TEST(SlopeVertexThings, ThreeThingsMakeAPlane) {
    std::string text = with_704(0, three_things()).text();
    const Loaded loaded(text);
    expect_plane(loaded.map().floor_plane(0), -0.447214, 0, 0.894427, 0);
    EXPECT_Z(loaded.floor(0, 64, 32), 32);
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_LINE, Squares::kL);
    EXPECT_EQ(loaded.rules(), "");
}

TEST(SlopeVertexThings, Arg0SaysWhichPlane) {
    for (int which = 0; which < 4; ++which) {
        const Loaded loaded(with_704(which, three_things(), 1));
        const flatline_plane_source sources[] = {
            loaded.map().floor_source(0), loaded.map().ceiling_source(0),
            loaded.map().floor_source(1), loaded.map().ceiling_source(1)};
        for (int i = 0; i < 4; ++i) {
            if (i == which) {
                expect_source(sources[i], FLATLINE_PLANE_LINE, Squares::kL,
                              FLATLINE_PLANE_NO_PHYSICS);
            } else {
                expect_source(sources[i], FLATLINE_PLANE_FLAT);
            }
        }
    }
    EXPECT_EQ(Loaded(with_704(4, three_things())).map().planes().size(), 0u);
}

TEST(SlopeVertexThings, HeightsCountFromTheFloorUnlessAbsolute) {
    const std::string others = vertex_thing(1, 0, 0, 0) + vertex_thing(3, 0, 128, 0);
    const Loaded relative(with_704(0, others + vertex_thing(2, 192, 64, 0)));
    EXPECT_Z(relative.floor(0, 192, 64), 64);
    const Loaded absolute(with_704(0, others + vertex_thing(2, 192, 64, 8, "arg0=1;")));
    EXPECT_Z(absolute.floor(0, 192, 64), 8);
    // SRB2 reads whole numbers.
    const Loaded cut(with_704(0, others + "thing{type=750;x=192.9;y=64.9;height=8;id=2;arg0=1;}"));
    EXPECT_Z(cut.floor(0, 192, 64), 8);
}

TEST(SlopeVertexThings, EqualTagsTakeTheFirstThreeInOrder) {
    Squares map = with_l("srb2", special(704, {0, 5, 5, 5}));
    map.things = vertex_thing(5, 1, 1, 0) + vertex_thing(5, 127, 1, 63) +
                 vertex_thing(5, 1, 127, 0) + vertex_thing(5, 100, 100, 1000);
    const Loaded loaded(map);
    EXPECT_Z(loaded.floor(0, 127, 1), 63);
    EXPECT_Z(loaded.floor(0, 1, 64), 0);
    // A thing with two tags goes to the first one that is still without, and only to that.
    map.line_l = special(704, {0, 5, 6, 7});
    map.things = vertex_thing(6, 1, 1, 0, "moreids=\"5\";") + vertex_thing(6, 127, 1, 63) +
                 vertex_thing(7, 1, 127, 0, "moreids=\"6 5\";");
    EXPECT_Z(Loaded(map).floor(0, 127, 1), 63);
    EXPECT_EQ(Loaded(map).rules(), "");
    // Tags have 16 bits in SRB2.
    map.line_l = special(704, {0, 5 + 65536, 6, 7 - 65536});
    EXPECT_Z(Loaded(map).floor(0, 127, 1), 63);
}

// In memory of zeros there would be things of tag 0 behind the last tag.
TEST(SlopeVertexThings, NothingBehindTheLastTagIsFound) {
    flatline::engine::LoadOptions options;
    options.memory.acquire = [](void*, std::size_t bytes) { return std::calloc(1, bytes); };
    options.memory.release = [](void*, void* memory, std::size_t) { std::free(memory); };
    Squares map = with_l("srb2", special(704, {0, -5, 0, 0}));
    map.things = vertex_thing(-5, 1, 1, 0);
    const Loaded loaded(map, options);
    EXPECT_EQ(loaded.rules(), "slope-vertex-missing");
    EXPECT_EQ(load_text::find(loaded.result(), "slope-vertex-missing")->a, 0);
}

TEST(SlopeVertexThings, BadInput) {
    EXPECT_EQ(Loaded(with_704(0, vertex_thing(1, 0, 0, 0) + vertex_thing(3, 0, 64, 0))).rules(),
              "slope-vertex-missing");
    EXPECT_EQ(Loaded(with_704(0, vertex_thing(1, 1, 1, 0) + vertex_thing(2, 2, 2, 9) +
                                     vertex_thing(3, 3, 3, 5)))
                  .rules(),
              "slope-collinear");
    EXPECT_EQ(Loaded(with_704(0, vertex_thing(1, 400, 1, 0) + vertex_thing(2, 2, 3, 9) +
                                     vertex_thing(3, 3, 3, 5)))
                  .rules(),
              "slope-thing-outside");
    Squares map;
    map.name_space = "srb2";
    map.line_c = special(704, {2, 1, 2, 3});
    map.things = three_things();
    EXPECT_EQ(Loaded(map).rules(), "slope-one-sided");
    map.line_c = special(704, {0, 1, 2, 3});
    EXPECT_EQ(Loaded(map).rules(), "");
}

// Specials of one port mean nothing to another.
TEST(SlopeLines, EachPortHasItsOwnSpecials) {
    for (const auto& [port, number] : {std::pair{"zdoom", 700},
                                       {"zdoom", 386},
                                       {"srb2", 181},
                                       {"srb2", 386},
                                       {"eternity", 700},
                                       {"doom", 181},
                                       {"dsda", 181},
                                       {"woof", 386},
                                       {"hexen", 181}}) {
        const Loaded loaded(with_l(port, special(number, {1, 1})));
        EXPECT_EQ(loaded.map().planes().size(), 0u) << port << number;
        EXPECT_EQ(loaded.map().arrays().planes, nullptr);
    }
}

}  // namespace
