#include <gtest/gtest.h>

#include <string>

#include "check/check_maps.hpp"
#include "check/rules.hpp"

namespace check_map_test {

using check_maps::Parts;
using flatline::engine::Rule;

std::string checked(const Parts& parts) {
    return check_maps::checked(
        parts.text(),
        check_maps::only({Rule::map_empty_vertices, Rule::map_empty_lines, Rule::map_empty_sides,
                          Rule::map_empty_sectors, Rule::map_empty_things,
                          Rule::player_start_missing, Rule::limit_srb2_flats, Rule::side_unused,
                          Rule::sector_unused}));
}

TEST(CheckMap, EmptyKinds) {
    Parts parts;
    parts.linedefs = parts.sidedefs = "";
    EXPECT_EQ(checked(parts), "map-empty-lines map\nmap-empty-sides map\nsector-unused sector 0");
    parts.vertices = "";
    EXPECT_EQ(checked(parts),
              "map-empty-vertices map\nmap-empty-lines map\nmap-empty-sides map\n"
              "sector-unused sector 0");
    parts.sectors = "";
    EXPECT_EQ(checked(parts),
              "map-empty-vertices map\nmap-empty-lines map\nmap-empty-sides map\n"
              "map-empty-sectors map");
    parts = Parts{};
    parts.linedefs = "";
    EXPECT_EQ(checked(parts),
              "map-empty-lines map\nside-unused sidedef 0\nside-unused sidedef 1\n"
              "side-unused sidedef 2");
    parts = Parts{};
    parts.things = "";
    EXPECT_EQ(checked(parts), "map-empty-things map\nplayer-start-missing map");
    const std::string without_things = parts.text();
    const auto loaded = load_text::load(without_things);
    const auto found = flatline::engine::check(
        loaded.value, check_maps::only({flatline::engine::Rule::player_start_missing}));
    ASSERT_EQ(found.findings.total(), 1u);
    EXPECT_EQ(found.findings.kept()[0].a, 0);
    EXPECT_EQ(found.findings.kept()[0].b, 0);
}

TEST(CheckMap, PlayerStarts) {
    for (const int type : {1, 2, 3, 4, 11, 4001, 4004, 5080, 5083}) {
        Parts parts;
        parts.things = "thing{x=0;y=0;type=3001;skill1=true;single=true;}thing{x=0;y=0;type=" +
                       std::to_string(type) + ";skill1=true;single=true;}";
        EXPECT_EQ(checked(parts), "") << type;
    }
    for (const int type : {0, -1, 5, 10, 12, 33, 3001, 4000, 4005, 5079, 5084}) {
        Parts parts;
        parts.things = "thing{x=0;y=0;type=" + std::to_string(type) + ";skill1=true;single=true;}";
        EXPECT_EQ(checked(parts), "player-start-missing map") << type;
    }
}

TEST(CheckMap, Srb2HasMorePlayers) {
    Parts parts;
    parts.map_namespace = "srb2";
    for (const int type : {1, 5, 32, 33, 34, 35}) {
        parts.things = "thing{x=0;y=0;type=" + std::to_string(type) + ";}";
        EXPECT_EQ(checked(parts), "") << type;
    }
    for (const int type : {0, 36, 4001, 5080}) {
        parts.things = "thing{x=0;y=0;type=" + std::to_string(type) + ";}";
        EXPECT_EQ(checked(parts), "player-start-missing map") << type;
    }
}

// A map with `count` distinct flats, floors and ceilings taken together.
Parts with_flats(int count) {
    Parts parts;
    parts.map_namespace = "srb2";
    parts.sectors = "";
    parts.sidedefs += "sidedef{sector=0;}";
    for (int i = 0; i < count; i += 2) {
        const int second = i + 1 < count ? i + 1 : i;
        parts.sectors += "sector{texturefloor=\"F" + std::to_string(i) + "\";textureceiling=\"F" +
                         std::to_string(second) + "\";}";
        parts.sidedefs += "sidedef{sector=" + std::to_string(i / 2) + ";}";
    }
    for (int i = 3; i < 4 + (count + 1) / 2; ++i) {
        parts.linedefs += "linedef{v1=0;v2=1;sidefront=" + std::to_string(i) + ";}";
    }
    return parts;
}

TEST(CheckMap, FlatsOfSrb2) {
    EXPECT_EQ(checked(with_flats(256)), "");
    Parts parts = with_flats(257);
    parts.linedefs += "linedef{v1=0;v2=1;sidefront=132;}";
    EXPECT_EQ(checked(parts), "limit-srb2-flats map");
    parts.map_namespace = "zdoom";
    EXPECT_EQ(checked(parts), "") << "others have no such bound";
}

TEST(CheckMap, FlatsOfSrb2AreToldByNumber) {
    Parts parts = with_flats(300);
    // Wall textures are names as well, and do not count.
    for (int i = 0; i < 100; ++i) {
        parts.sidedefs += "sidedef{sector=0;texturemiddle=\"W" + std::to_string(i) + "\";}";
    }
    const std::string text = parts.text();
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    flatline::engine::CheckOptions options;
    options.levels.set_all(flatline::engine::RuleLevel::off);
    options.levels.set(flatline::engine::Rule::limit_srb2_flats,
                       flatline::engine::RuleLevel::error);
    const flatline::engine::FindingList findings =
        flatline::engine::check(result.value, options).findings;
    ASSERT_EQ(findings.kept().size(), 1u);
    EXPECT_EQ(findings.kept()[0].a, 300);
    EXPECT_EQ(findings.kept()[0].b, 256);
    EXPECT_EQ(load_text::sentence(findings.kept()[0], text), "300 distinct flats, SRB2 allows 256");
}

}  // namespace check_map_test
