// Plane fields and vertex heights: docs/slopes.md, "Worked numbers".
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "level/slope_maps.hpp"

namespace {

using flatline::engine::LoadOptions;
using flatline::engine::SlopeRules;
using namespace slope_maps;

std::string floor_fields(const char* a, const char* b, const char* c, const char* d) {
    return std::string("floorplane_a=") + a + ";floorplane_b=" + b + ";floorplane_c=" + c +
           ";floorplane_d=" + d + ";";
}
std::string ceiling_fields(const char* a, const char* b, const char* c, const char* d) {
    return std::string("ceilingplane_a=") + a + ";ceilingplane_b=" + b + ";ceilingplane_c=" + c +
           ";ceilingplane_d=" + d + ";";
}

Squares with_a(const std::string& fields, const char* name_space = "zdoom") {
    Squares map;
    map.name_space = name_space;
    map.sector_a = fields;
    return map;
}

const char* const kPorts[] = {"zdoom", "srb2", "vavoom", "zdoomtranslated"};

TEST(SlopeFields, AUnitEquation) {
    for (const char* port : kPorts) {
        const Loaded loaded(with_a(floor_fields("0", "-0.6", "0.8", "-16"), port));
        EXPECT_Z(loaded.floor(0, 0, 0), 20);
        EXPECT_Z(loaded.floor(0, 0, 64), 68);
        expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_FIELDS);
        expect_source(loaded.map().ceiling_source(0), FLATLINE_PLANE_FLAT);
        EXPECT_EQ(loaded.rules(), "");
        EXPECT_EQ(loaded.map().planes().size(), 1u);
        EXPECT_FALSE(loaded.map().is_flat(0));
        EXPECT_TRUE(loaded.map().is_flat(1));
    }
}

TEST(SlopeFields, AScaledEquationIsTheSamePlane) {
    for (const char* port : kPorts) {
        const Loaded loaded(with_a(floor_fields("0", "-3.0", "4.0", "-80.0"), port));
        EXPECT_Z(loaded.floor(0, 0, 0), 20);
        EXPECT_Z(loaded.floor(0, 0, 64), 68);
        EXPECT_EQ(loaded.rules(), "");
    }
}

TEST(SlopeFields, GzdoomsTreatmentOfDIsAnOption) {
    LoadOptions options;
    options.gzdoom_plane_d = true;
    const Loaded scaled(with_a(floor_fields("0", "-3.0", "4.0", "-80.0")), options);
    EXPECT_Z(scaled.floor(0, 0, 0), 100);
    EXPECT_Z(scaled.floor(0, 0, 64), 148);
    // Turned round it is still that plane, and looks up.
    const Loaded turned(with_a(floor_fields("0", "3.0", "-4.0", "80.0")), options);
    EXPECT_Z(turned.floor(0, 0, 64), 148);
    const Loaded unit(with_a(floor_fields("0", "-0.6", "0.8", "-16")), options);
    EXPECT_Z(unit.floor(0, 0, 64), 68);
    // It is GZDoom's: SRB2 takes the height out of the equation as it stands.
    const Loaded srb2(with_a(floor_fields("0", "-3.0", "4.0", "-80.0"), "srb2"), options);
    EXPECT_Z(srb2.floor(0, 0, 0), 20);
}

TEST(SlopeFields, ACeiling) {
    const Loaded loaded(with_a(ceiling_fields("0", "0.6", "-0.8", "80")));
    EXPECT_Z(loaded.ceiling(0, 0, 0), 100);
    EXPECT_Z(loaded.ceiling(0, 0, 64), 148);
    EXPECT_EQ(loaded.rules(), "");
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_FLAT);
    expect_source(loaded.map().ceiling_source(0), FLATLINE_PLANE_FIELDS);
}

TEST(SlopeFields, ACeilingGivenUpwardIsTurnedRoundWithAFinding) {
    const Loaded loaded(with_a(ceiling_fields("0", "-0.6", "0.8", "-80")));
    EXPECT_Z(loaded.ceiling(0, 0, 0), 100);
    EXPECT_Z(loaded.ceiling(0, 0, 64), 148);
    EXPECT_LT(loaded.map().ceiling_plane(0).c, 0);
    EXPECT_EQ(loaded.rules(), "plane-degenerate");
    const flatline::engine::Finding* finding = load_text::find(loaded.result(), "plane-degenerate");
    EXPECT_EQ(finding->severity, static_cast<int>(flatline::engine::Severity::warning));
    EXPECT_EQ(finding->a, 1);  // the ceiling
    EXPECT_EQ(flatline::engine::field_name(finding->field), "ceilingplane_c");
}

TEST(SlopeFields, ALevelPlaneOffTheSectorsHeight) {
    const Loaded loaded(with_a(floor_fields("0", "0", "1", "-24"), "srb2"));
    EXPECT_EQ(loaded.floor(0, 77, -5), 24);
    expect_plane(loaded.map().floor_plane(0), 0, 0, 1, -24);
}

TEST(SlopeFields, FloorAndCeilingOfOneSector) {
    const Loaded loaded(
        with_a(floor_fields("0", "-0.6", "0.8", "-16") + ceiling_fields("0", "0.6", "-0.8", "80")));
    ASSERT_EQ(loaded.map().planes().size(), 2u);
    EXPECT_Z(loaded.floor(0, 0, 64), 68);
    EXPECT_Z(loaded.ceiling(0, 0, 64), 148);
    EXPECT_GT(loaded.map().planes()[0].c, 0);
    EXPECT_LT(loaded.map().planes()[1].c, 0);
}

TEST(SlopeFields, ZeroCountsAsGiven) {
    const Loaded loaded(with_a(floor_fields("0", "0", "0.5", "0")));
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_FIELDS);
    EXPECT_EQ(loaded.rules(), "");
}

TEST(SlopeFields, OneToThreeFieldsMakeNoPlane) {
    const std::string parts[] = {"floorplane_a=0;", "floorplane_b=-0.6;", "floorplane_c=0.8;",
                                 "floorplane_d=-16;"};
    const char* const names[] = {"floorplane_a", "floorplane_b", "floorplane_c", "floorplane_d"};
    for (unsigned mask = 1; mask < 15; ++mask) {
        std::string fields;
        int first_missing = -1;
        for (int i = 0; i < 4; ++i) {
            if ((mask >> i & 1) != 0)
                fields += parts[i];
            else if (first_missing < 0)
                first_missing = i;
        }
        const Loaded loaded(with_a(fields));
        EXPECT_TRUE(loaded.map().is_flat(0)) << mask;
        EXPECT_EQ(loaded.rules(), "plane-partial") << mask;
        const flatline::engine::Finding* finding =
            load_text::find(loaded.result(), "plane-partial");
        ASSERT_NE(finding, nullptr);
        EXPECT_EQ(finding->a, __builtin_popcount(mask));
        EXPECT_EQ(finding->severity, finding->a == 1 ? 0 : 1) << "one alone is left over";
        EXPECT_EQ(finding->element, FLATLINE_SECTOR);
        EXPECT_EQ(finding->index, 0u);
        EXPECT_EQ(flatline::engine::field_name(finding->field), names[first_missing]);
    }
}

// A finding is placed like any other: at the field, or at the sector that does not give it.
TEST(SlopeFields, FindingsHavePlaces) {
    const std::string text = with_a(floor_fields("0", "0.6", "-0.8", "16")).text();
    const Loaded loaded(text);
    const flatline::engine::Finding* finding = load_text::find(loaded.result(), "plane-degenerate");
    ASSERT_NE(finding, nullptr);
    std::uint64_t place = 0;
    flatline::engine::locate(loaded.map(), {finding, 1}, &place);
    EXPECT_EQ(place, text.find("-0.8"));
}

TEST(SlopeFields, NoPlaneOutOfNumbersThatMakeNone) {
    const char* const bad[][4] = {
        {"0", "0", "0", "0"},
        {"1", "0", "0", "5"},
        {"1", "1", "1e-10", "0"},
        {"1e308", "1e308", "0", "0"},
        {"0", "0", "1e-300", "1e300"},
        {"0", "0", "1e-320", "1"},
        {"1e308", "0", "1e290", "1e308"},
        {"0", "0", "1", "1e300"},
    };
    for (const auto& [a, b, c, d] : bad) {
        for (const char* port : kPorts) {
            const Loaded loaded(with_a(floor_fields(a, b, c, d), port));
            EXPECT_TRUE(loaded.map().is_flat(0)) << a << ' ' << b << ' ' << c << ' ' << d;
            EXPECT_EQ(loaded.rules(), "plane-degenerate");
        }
    }
    // Large and small numbers whose quotient is a plane all the same.
    const Loaded large(with_a(floor_fields("0", "-3e200", "4e200", "-80e200")));
    EXPECT_Z(large.floor(0, 0, 64), 68);
    const Loaded small(with_a(floor_fields("0", "-3e-200", "4e-200", "-80e-200")));
    EXPECT_Z(small.floor(0, 0, 64), 68);
    EXPECT_EQ(large.rules() + small.rules(), "");
}

// Columns are read up to their count: what lies behind them looks like the same field of sector 1.
TEST(SlopeFields, NothingBehindAColumnIsRead) {
    const std::string plane = floor_fields("0", "-0.6", "0.8", "-16");
    Squares map = with_a(plane + "nophysics_floor=true;", "srb2");
    map.sector_b = "floorplane_a=0;floorplane_b=-0.6;floorplane_c=0.8;";
    const std::string text = map.text();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    constexpr std::uint32_t kElements[] = {0, 1};
    constexpr std::uint8_t kTrue[] = {1, 1};
    constexpr double kReals[] = {-16, -32};
    std::vector<flatline_column> columns(loaded.value.columns().begin(),
                                         loaded.value.columns().end());
    int cut = 0;
    for (flatline_column& column : columns) {
        if (column.count != 1 || column.element != FLATLINE_SECTOR) continue;
        ++cut;
        column.elements = kElements;
        if (column.kind == FLATLINE_BOOLEAN) {
            column.values.booleans = kTrue;
        } else {
            column.values.reals = kReals;
        }
    }
    ASSERT_EQ(cut, 2);  // floorplane_d and nophysics_floor
    Derived derived(loaded.value, SlopeRules::srb2);
    derived.input.columns = {columns.data(), columns.size()};
    const auto sources = derived.run();
    ASSERT_EQ(sources.size(), 1u);
    expect_source(sources[0], FLATLINE_PLANE_FIELDS, FLATLINE_NONE, FLATLINE_PLANE_NO_PHYSICS);
    EXPECT_NE(derived.sector(0).planes, 0u);
    ASSERT_EQ(derived.findings().kept().size(), 1u);
    EXPECT_EQ(load_text::rule_id(derived.findings().kept()[0]), "plane-partial");
    EXPECT_EQ(derived.findings().kept()[0].a, 3);

    // Where the plane of sector 1 is whole, its physics are as ever.
    map.sector_b = plane;
    const std::string whole = map.text();
    const auto both = load_text::load(whole);
    ASSERT_TRUE(both);
    columns.assign(both.value.columns().begin(), both.value.columns().end());
    for (flatline_column& column : columns) {
        if (column.kind != FLATLINE_BOOLEAN) continue;
        column.elements = kElements;
        column.values.booleans = kTrue;
    }
    Derived second(both.value, SlopeRules::srb2);
    second.input.columns = {columns.data(), columns.size()};
    const auto two = second.run();
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[0].flags, FLATLINE_PLANE_NO_PHYSICS);
    EXPECT_EQ(two[1].flags, 0);
}

TEST(SlopeFields, NoPhysicsIsKeptForPlaneFieldsOfSrb2) {
    const std::string plane = floor_fields("0", "-0.6", "0.8", "-16");
    const Loaded srb2(with_a(plane + "nophysics_floor=true;nophysics_ceiling=true;", "srb2"));
    expect_source(srb2.map().floor_source(0), FLATLINE_PLANE_FIELDS, FLATLINE_NONE,
                  FLATLINE_PLANE_NO_PHYSICS);
    const Loaded without(with_a(plane + "nophysics_ceiling=true;", "srb2"));
    expect_source(without.map().floor_source(0), FLATLINE_PLANE_FIELDS);
}

TEST(SlopeFields, NamespacesWithoutPlaneFieldsStayFlat) {
    for (const char* other : {"doom", "hexen", "dsda", "woof", "eternity", "mygame"}) {
        const Loaded loaded(with_a(floor_fields("0", "-0.6", "0.8", "-16"), other));
        EXPECT_TRUE(loaded.map().is_flat(0)) << other;
        EXPECT_EQ(loaded.map().arrays().planes, nullptr) << other;
        EXPECT_EQ(loaded.rules(), "") << other;
    }
}

// ---- Vertex heights ----------------------------------------------------------------------------

TEST(SlopeVertices, ThreeHeights) {
    for (const char* port : kPorts) {
        const Loaded loaded(triangle(port, "zfloor=0;", "zfloor=64;", "zfloor=32;"));
        expect_plane(loaded.map().floor_plane(0), -0.218218, -0.436436, 0.872872, 0);
        EXPECT_Z(loaded.floor(0, 64, 32), 32);
        EXPECT_Z(loaded.floor(0, 0, 128), 64);
        expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_VERTICES);
        expect_source(loaded.map().ceiling_source(0), FLATLINE_PLANE_FLAT);
        EXPECT_EQ(loaded.rules(), "");
    }
}

TEST(SlopeVertices, OneHeight) {
    for (const char* port : kPorts) {
        const Loaded floor(triangle(port, "", "zfloor=64;", ""));
        expect_plane(floor.map().floor_plane(0), 0, -0.447214, 0.894427, 0);
        EXPECT_Z(floor.floor(0, 64, 32), 16);
        const Loaded ceiling(triangle(port, "", "zceiling=192;", ""));
        expect_plane(ceiling.map().ceiling_plane(0), 0, 0.447214, -0.894427, 114.486680);
        EXPECT_Z(ceiling.ceiling(0, 64, 32), 144);
        expect_source(ceiling.map().floor_source(0), FLATLINE_PLANE_FLAT);
    }
}

TEST(SlopeVertices, AnExplicitZeroCounts) {
    const Loaded loaded(triangle("srb2", "zfloor=0;", "", ""));
    expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_VERTICES);
    EXPECT_EQ(loaded.floor(0, 50, 50), 0);
}

TEST(SlopeVertices, OnlySectorsOfThreeLines) {
    std::string text = Squares().text();
    text.replace(text.find("vertex{x=0;y=0;}"), 16, "vertex{x=0;y=0;zfloor=16;}");
    const Loaded loaded(text);
    EXPECT_TRUE(loaded.map().is_flat(0));
    EXPECT_EQ(loaded.rules(), "");
}

// GZDoom takes them out of the map, SRB2 counts them.
TEST(SlopeVertices, LinesWithoutLengthAreNotOneOfThreeInZdoom) {
    for (const char* port : {"zdoom", "srb2"}) {
        const bool zdoom = std::string(port) == "zdoom";
        const std::string text = triangle(port, "zfloor=0;", "zfloor=64;", "zfloor=32;");
        // The first line of the sector, over one vertex; and the last, over two at one place.
        const std::string first = "linedef{v1=1;v2=1;sidefront=0;}";
        std::string before = text;
        before.insert(before.find("linedef{"), first);
        for (const std::string& more : {before, text + point_line(text, "9", "9", 0)}) {
            const Loaded loaded(more);
            EXPECT_EQ(loaded.map().is_flat(0), !zdoom) << port;
            EXPECT_EQ(loaded.rules(), "") << port;
            EXPECT_NEAR(loaded.floor(0, 64, 32), zdoom ? 32 : 0, 1e-9);
        }
        // Two lines and one without length: three in SRB2, which are no triangle.
        std::string two = text;
        two.replace(two.find("linedef{v1=2;v2=0;"), 18, "linedef{v1=0;v2=0;");
        const Loaded loaded(two);
        EXPECT_EQ(loaded.map().is_flat(0), zdoom) << port;
    }
}

TEST(SlopeVertices, CollinearVerticesMakeNoPlane) {
    const Loaded line(triangle("zdoom", "", "zfloor=64;", "", "", "x=0;y=64;"));
    EXPECT_TRUE(line.map().is_flat(0));
    EXPECT_EQ(line.rules(), "slope-collinear");
    // SRB2 makes a level slope where the heights are equal: that is the flat plane.
    const Loaded level(triangle("srb2", "zfloor=0;", "", "", "", "x=0;y=64;"));
    EXPECT_TRUE(level.map().is_flat(0));
    // Two lines over the same pair of vertices: the third vertex is one of the two.
    std::string text = triangle("zdoom", "", "zfloor=64;", "");
    const std::string second = "linedef{v1=1;v2=2;";
    text.replace(text.find(second), second.size(), "linedef{v1=1;v2=0;");
    EXPECT_EQ(Loaded(text).rules(), "slope-collinear");
}

TEST(SlopeVertices, ThingsGiveHeightsAndFieldsCountMore) {
    const std::string thing_floor = thing(1504, 0, 128, 64);
    const Loaded by_thing(triangle("zdoom", "", "", "", thing_floor));
    EXPECT_Z(by_thing.floor(0, 64, 32), 16);
    const Loaded by_ceiling(triangle("zdoom", "", "", "", thing(1505, 0, 128, 192)));
    EXPECT_Z(by_ceiling.ceiling(0, 64, 32), 144);
    const Loaded both(triangle("zdoom", "", "zfloor=32;", "", thing_floor));
    EXPECT_Z(both.floor(0, 64, 32), 8);
    // The last thing of a place counts.
    const Loaded last(triangle("zdoom", "", "", "", thing_floor + thing(1504, 0, 128, 128)));
    EXPECT_Z(last.floor(0, 64, 32), 32);
    EXPECT_EQ(by_thing.rules() + by_ceiling.rules() + both.rules() + last.rules(), "");
}

TEST(SlopeVertices, AThingStandsForAllVerticesOfItsPlace) {
    // A second triangle with vertices of its own, one of them at (0, 128) too.
    const std::string text =
        triangle("zdoom", "", "", "") +
        "vertex{x=0;y=128;}vertex{x=-128;y=128;}vertex{x=-128;y=0;}"
        "linedef{v1=3;v2=5;sidefront=3;}linedef{v1=5;v2=4;sidefront=4;}"
        "linedef{v1=4;v2=3;sidefront=5;}sidedef{sector=1;}sidedef{sector=1;}sidedef{sector=1;}"
        "sector{texturefloor=\"F\";textureceiling=\"F\";heightceiling=128;}" +
        thing(1504, 0, 128, 64);
    const Loaded loaded(text);
    EXPECT_Z(loaded.floor(0, 0, 128), 64);
    EXPECT_Z(loaded.floor(1, 0, 128), 64);
    EXPECT_Z(loaded.floor(1, -128, 128), 0);
    EXPECT_EQ(loaded.rules(), "");
}

// The last of the things in order is compared with none behind it: in memory of zeros that would be
// one at (0, 0).
TEST(SlopeVertices, TheLastThingHasNoneBehindIt) {
    flatline::engine::LoadOptions options;
    options.memory.acquire = [](void*, std::size_t bytes) { return std::calloc(1, bytes); };
    options.memory.release = [](void*, void* memory, std::size_t) { std::free(memory); };
    const Loaded loaded(triangle("zdoom", "", "", "", thing(1504, 0, 0, 64)), options);
    EXPECT_Z(loaded.floor(0, 0, 0), 64);
    EXPECT_EQ(loaded.rules(), "");
}

TEST(SlopeVertices, AThingBesideAllVerticesIsNoted) {
    const Loaded loaded(
        triangle("zdoom", "", "", "", thing(1504, 1, 128, 64) + thing(1504, 1, 128, 64)));
    EXPECT_TRUE(loaded.map().is_flat(0));
    EXPECT_EQ(loaded.rules(), "slope-thing-no-vertex slope-thing-no-vertex");
    // Other ports have no such things.
    EXPECT_EQ(Loaded(triangle("srb2", "", "", "", thing(1504, 1, 128, 64))).rules(), "");
}

}  // namespace
