#include <gtest/gtest.h>

#include "check/check_maps.hpp"

namespace check_sectors_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::Rule;

std::string checked(const Drawing& map, std::initializer_list<Rule> rules) {
    return check_maps::checked(map.text(), only(rules));
}

constexpr Rule kShapes[] = {Rule::sector_unclosed, Rule::sector_degenerate};
std::string shapes(const Drawing& map) { return checked(map, {kShapes[0], kShapes[1]}); }

TEST(CheckSectors, AClosedSector) {
    Drawing map;
    map.sector();
    map.room(0, 0, 64, 64, 0);
    EXPECT_EQ(shapes(map), "");
}

TEST(CheckSectors, ALineIsMissing) {
    Drawing map;
    map.sector();
    for (const auto& [x, y] : {std::pair{0, 0}, {0, 64}, {64, 64}, {64, 0}}) map.vertex(x, y);
    for (int i = 0; i < 3; ++i) map.line(i, i + 1, 0);
    EXPECT_EQ(shapes(map), "sector-unclosed sector 0");
    map.vertex(0, 0);  // the same place, another vertex
    map.line(3, 4, 0);
    EXPECT_EQ(shapes(map), "");
}

TEST(CheckSectors, SelfReferencingLinesCountBothWays) {
    Drawing map;
    map.sector();
    map.sector();
    map.ring({{0, 0}, {0, 64}, {64, 64}}, 0, 0);
    map.line(map.vertex(100, 0), map.vertex(100, 50), 1, 1);
    EXPECT_EQ(shapes(map), "sector-degenerate sector 1");
}

TEST(CheckSectors, WithoutArea) {
    Drawing map;
    map.sector();
    map.ring({{0, 0}, {32, 32}, {64, 64}}, 0);
    EXPECT_EQ(shapes(map), "sector-degenerate sector 0") << "all on one straight";
    Drawing two;
    two.sector();
    two.ring({{0, 0}, {64, 0}}, 0);
    EXPECT_EQ(shapes(two), "sector-degenerate sector 0") << "two lines";
    Drawing bent;
    bent.sector();
    bent.ring({{0, 0}, {32, 32.000001}, {64, 64}}, 0);
    EXPECT_EQ(shapes(bent), "") << "exactly so, or not";
}

TEST(CheckSectors, FloorAboveCeiling) {
    Drawing map;
    map.sector("heightfloor=129;");
    map.room(0, 0, 64, 64, map.sector("heightfloor=128;") - 1);
    EXPECT_EQ(checked(map, {Rule::sector_floor_above_ceiling}),
              "sector-floor-above-ceiling sector 0");
    Drawing sloped;
    sloped.sector(
        "heightfloor=129;floorplane_a=0;floorplane_b=0.6;floorplane_c=0.8;"
        "floorplane_d=0;");
    sloped.room(0, 0, 64, 64, 0);
    EXPECT_EQ(checked(sloped, {Rule::sector_floor_above_ceiling}), "");
}

TEST(CheckSectors, SharedSides) {
    check_maps::Parts parts;
    parts.linedefs =
        "linedef{v1=1;v2=0;sidefront=0;sideback=0;}linedef{v1=2;v2=1;sidefront=1;}"
        "linedef{v1=0;v2=2;sidefront=2;}";
    EXPECT_EQ(check_maps::checked(parts.text(), only({Rule::side_shared})),
              "side-shared sidedef 0");
}

TEST(CheckSectors, TooLargeForFixedPoint) {
    for (const char* name : {"doom", "srb2", "dsda", "woof", "zdoom", "eternity"}) {
        const bool fixed = std::string(name) != "zdoom" && std::string(name) != "eternity";
        Drawing map(name);
        map.sector();
        map.room(-16384, 0, 16383, 64, 0);
        EXPECT_EQ(checked(map, {Rule::map_too_large}), "") << name;
        map.vertex(16384, 0);
        EXPECT_EQ(checked(map, {Rule::map_too_large}), fixed ? "map-too-large map" : "") << name;
    }
}

TEST(CheckSectors, ListsOfTags) {
    const auto list = [](const std::string& ids) {
        Drawing map;
        map.sector("id=7;moreids=\"" + ids + "\";");
        map.room(0, 0, 64, 64, 0);
        return checked(map, {Rule::tag_duplicate_list});
    };
    EXPECT_EQ(list("1 2 3"), "");
    EXPECT_EQ(list("1 2 1"), "tag-duplicate-list sector 0 moreids");
    EXPECT_EQ(list("1 0"), "tag-duplicate-list sector 0 moreids");
    EXPECT_EQ(list("1 7"), "tag-duplicate-list sector 0 moreids");
}

TEST(CheckSectors, LinesOfThem) {
    Drawing map;
    map.sector();
    map.sector();
    map.room(0, 0, 64, 64, 0);
    map.line(0, map.vertex(0.5, 0.5), 0, 0);
    map.line(1, 4, 0, 1, "twosided=false;");
    EXPECT_EQ(checked(map, {Rule::line_too_short, Rule::line_self_referencing,
                            Rule::line_back_not_twosided}),
              "line-too-short linedef 4\nline-self-referencing linedef 4\n"
              "line-back-not-twosided linedef 5 twosided");
}

}  // namespace check_sectors_test
