#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "check/check_maps.hpp"

namespace check_sectors_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::engine::Rule;

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

// By the definition alone: at some place sides of the sector only begin or only end; or it has
// fewer than three lines, or all in one straight line.
std::set<std::string> slow_shapes(const flatline::engine::Map& map) {
    using Place = std::pair<double, double>;
    std::set<std::string> found;
    for (std::uint32_t sector = 0; sector < map.sectors().size(); ++sector) {
        std::set<Place> begins, ends;
        std::vector<std::pair<Place, Place>> lines;
        bool has_side = false;
        for (const auto& side : map.sidedefs()) has_side = has_side || side.sector == sector;
        for (const auto& l : map.linedefs()) {
            const Place a{map.vertices()[l.v1].x, map.vertices()[l.v1].y};
            const Place b{map.vertices()[l.v2].x, map.vertices()[l.v2].y};
            const bool front = map.sidedefs()[l.sidefront].sector == sector;
            const bool back =
                l.sideback != FLATLINE_NONE && map.sidedefs()[l.sideback].sector == sector;
            if (a == b || (!front && !back)) continue;
            lines.emplace_back(a, b);
            if (front) begins.insert(a), ends.insert(b);
            if (back) begins.insert(b), ends.insert(a);
        }
        if (!has_side) continue;
        bool bent = false;
        for (const auto& [c, d] : lines) {
            const auto& [a, b] = lines[0];
            for (const Place& p : {c, d}) {  // whole numbers below 100: exact
                bent = bent || (b.first - a.first) * (p.second - a.second) !=
                                   (b.second - a.second) * (p.first - a.first);
            }
        }
        if (begins != ends) {
            found.insert("sector-unclosed " + std::to_string(sector));
        } else if (lines.size() < 3 || !bent) {
            found.insert("sector-degenerate " + std::to_string(sector));
        }
    }
    return found;
}

TEST(CheckSectors, ShapesAsTheDefinitionSays) {
    std::mt19937_64 random(20250104);
    std::map<std::string, int> met;
    for (int round = 0; round < 2000; ++round) {
        Drawing map;
        const int sectors = 1 + static_cast<int>(random() % 5);
        for (int i = 0; i < sectors; ++i) map.sector();
        const auto any = [&](int below) { return static_cast<int>(random() % below); };
        const int side = 2 + any(4);
        for (int ring = any(4); ring >= 0; --ring) {  // closed, but for lines that are left out
            const int count = 2 + any(4);
            const int sector = any(sectors);
            std::vector<int> corners;
            for (int i = 0; i < count; ++i) corners.push_back(map.vertex(any(side), any(side)));
            for (int i = 0; i < count; ++i) {
                const int a = corners[i], b = corners[(i + 1) % count];
                if (any(12) == 0) continue;
                if (any(2) == 0) {
                    map.line(a, b, sector, any(3) == 0 ? any(sectors) : -1);
                } else if (any(2) == 0) {
                    map.line(b, a, any(sectors), sector);
                } else {
                    map.line(map.vertex(any(side), any(side)), b, sector, sector);
                }
            }
        }
        const std::string text = map.text();
        const auto loaded = load_text::load(text);
        if (!loaded) continue;  // without any line
        std::set<std::string> found;
        const auto result = flatline::engine::check(loaded.value, only({kShapes[0], kShapes[1]}));
        for (const flatline::engine::Finding& f : result.findings.kept()) {
            found.insert(std::string(load_text::rule_id(f)) + " " + std::to_string(f.index));
            ++met[std::string(load_text::rule_id(f))];
        }
        ASSERT_EQ(found, slow_shapes(loaded.value)) << text;
    }
    EXPECT_GT(met["sector-unclosed"], 500);
    EXPECT_GT(met["sector-degenerate"], 50);
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
