// Things against the tables of a game: skills without monsters, starts and monsters that are stuck,
// things that are too tall.
#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "support/binary_map.hpp"

namespace check_monsters_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::engine::CheckOptions;
using flatline::engine::Game;
using flatline::engine::Rule;

const std::string kAll = "skill1=true;skill2=true;skill3=true;skill4=true;skill5=true;";
const std::string kModes = "single=true;coop=true;dm=true;";

std::string find(const std::string& text, Rule rule, Game game = Game::automatic) {
    CheckOptions options = only({rule});
    options.game = game;
    return check_maps::checked(text, options);
}

// ---- skill-empty -------------------------------------------------------------------------------

struct Skills {
    const char* name_space;
    int type;
    std::string fields;
};

std::string empty_skills(std::initializer_list<Skills> things, Game game = Game::automatic) {
    Drawing map(things.begin()->name_space);
    map.sector();
    map.room(0, 0, 1024, 1024, 0);
    map.thing(64, 64, 1, kAll + kModes);
    int x = 128;
    for (const Skills& thing : things) map.thing(x += 64, 64, thing.type, thing.fields);
    return find(map.text(), Rule::skill_empty, game);
}

TEST(CheckMonsters, ASkillWithoutMonsters) {
    constexpr char kEmpty[] = "skill-empty map";
    const std::string some = "skill3=true;skill4=true;skill5=true;" + kModes;
    // A monster of each game, in each namespace that has it alone.
    EXPECT_EQ(empty_skills({{"doom", 3004, some}}), kEmpty);
    EXPECT_EQ(empty_skills({{"heretic", 66, some}}), kEmpty);
    EXPECT_EQ(empty_skills({{"hexen", 10030, some + "class1=true;"}}), kEmpty);
    EXPECT_EQ(empty_skills({{"strife", 3001, some}}), kEmpty);
    EXPECT_EQ(empty_skills({{"zdoom", 3004, some}}), kEmpty);
    EXPECT_EQ(empty_skills({{"dsda", 10030, some}}), kEmpty);
    EXPECT_EQ(empty_skills({{"doom", 3004, kAll + kModes}}), "");
    EXPECT_EQ(empty_skills(
                  {{"doom", 3004, some}, {"doom", 3001, "skill1=true;skill2=true;single=true;"}}),
              "");
    EXPECT_EQ(empty_skills({{"doom", 3004, some}, {"doom", 2035, kAll + kModes}}), kEmpty)
        << "a barrel";
    EXPECT_EQ(empty_skills({{"doom", 3004, some}, {"doom", 2012, kAll + kModes}}), kEmpty)
        << "a medikit";
    EXPECT_EQ(empty_skills({{"doom", 2035, some}}), "") << "no monster in any skill";
    EXPECT_EQ(empty_skills({{"doom", 3006, some}}), kEmpty) << "lost souls do not count as kills";
    EXPECT_EQ(empty_skills({{"srb2", 100, some}}), "") << "it has no skills";
}

TEST(CheckMonsters, WhatMayBeAMonsterFillsASkill) {
    constexpr char kEmpty[] = "skill-empty map";
    const std::string some = "skill3=true;skill4=true;skill5=true;" + kModes;
    const std::string other = "skill1=true;skill2=true;" + kModes;
    EXPECT_EQ(empty_skills({{"doom", 3004, some}, {"doom", 31999, other}}), "") << "unknown";
    EXPECT_EQ(empty_skills({{"doom", 3004, some}, {"doom", 89, other}}), "") << "a spawner";
    // Doom's sergeant is a rock in Hexen.
    EXPECT_EQ(empty_skills({{"zdoom", 9, some}}), "");
    EXPECT_EQ(empty_skills({{"zdoom", 9, some}}, Game::doom2), kEmpty);
    EXPECT_EQ(empty_skills({{"zdoom", 3004, some}, {"zdoom", 9, other}}), "");
    EXPECT_EQ(empty_skills({{"zdoom", 3004, some}, {"zdoom", 3001, other + "friend=true;"}}), "");
    EXPECT_EQ(empty_skills({{"zdoom", 3004, some + "friend=true;"}}), "");
    EXPECT_EQ(empty_skills({{"zdoom", 3004, some + "dormant=true;"}}), kEmpty);
    EXPECT_EQ(
        empty_skills({{"doom", 3004, some}, {"doom", 3001, "skill1=true;skill2=true;dm=true;"}}),
        kEmpty)
        << "deathmatch has no monsters to count";
    EXPECT_EQ(
        empty_skills({{"doom", 3004, some}, {"doom", 3001, "skill1=true;skill2=true;coop=true;"}}),
        "");
    EXPECT_EQ(empty_skills({{"hexen", 10030, some}}), "") << "no class meets it";
    EXPECT_EQ(empty_skills({{"doom", 64, some}}, Game::doom), "") << "Doom II has it";
}

// ---- binary maps -------------------------------------------------------------------------------

// "rule element index with element index" of each finding, a line each.
std::string found_in(const binary_map::Map& map, Rule rule) {
    const auto loaded = map.load();
    const auto result = flatline::engine::check(loaded.value, only({rule}));
    std::string all;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        if (!all.empty()) all += "\n";
        all += std::string(load_text::rule_id(f)) + " " +
               std::string(flatline::engine::element_name(f.element));
        if (f.index != FLATLINE_NONE) all += " " + std::to_string(f.index);
        if (f.related == FLATLINE_NONE) continue;
        all += " with " + std::string(flatline::engine::element_name(f.related_element)) + " " +
               std::to_string(f.related);
    }
    return all;
}

// Flags of Doom's records: skills 1 and 2, 3, 4 and 5; 16: only in games of several players.
TEST(CheckMonsters, FlagsOfDoomsRecords) {
    const auto found = [](std::uint32_t first, std::uint32_t second, Rule rule, int dx = 0) {
        binary_map::Map map = binary_map::Map::square();
        binary_map::Thing thing;
        thing.type = 2035;
        thing.x = 20;
        thing.y = 50;
        thing.flags = first;
        map.thing(thing);
        thing.type = 3004;
        thing.x += dx;
        thing.flags = second;
        map.thing(thing);
        return found_in(map, rule);
    };
    constexpr char kStuck[] = "monster-stuck thing 2 with thing 1";
    EXPECT_EQ(found(7, 7, Rule::monster_stuck), kStuck);
    EXPECT_EQ(found(1, 6, Rule::monster_stuck), "");
    EXPECT_EQ(found(3, 6, Rule::monster_stuck), kStuck);
    EXPECT_EQ(found(7, 16 + 7, Rule::monster_stuck), kStuck) << "several players";
    EXPECT_EQ(found(7, 7, Rule::monster_stuck, 29), kStuck);
    EXPECT_EQ(found(7, 7, Rule::monster_stuck, 30), "");
    EXPECT_EQ(found(7, 4, Rule::skill_empty), "skill-empty map");
    EXPECT_EQ(found(7, 7, Rule::skill_empty), "");
    EXPECT_EQ(found(7, 16 + 7, Rule::skill_empty), "");
}

// Those of Hexen: 32, 64 and 128 are classes, 256, 512 and 1024 modes.
TEST(CheckMonsters, FlagsOfHexensRecords) {
    const auto found = [](std::uint32_t first, std::uint32_t second, Rule rule, int z = 0) {
        binary_map::Map map = binary_map::Map::square(true);
        binary_map::Thing thing;
        thing.type = 10030;
        thing.x = 20;
        thing.y = 50;
        thing.flags = first;
        map.thing(thing);
        thing.flags = second;
        thing.z = z;
        map.thing(thing);
        return found_in(map, rule);
    };
    constexpr char kStuck[] = "monster-stuck thing 2 with thing 1";
    constexpr std::uint32_t kEver = 7 + 32 + 64 + 128 + 256 + 512 + 1024;
    EXPECT_EQ(found(kEver, kEver, Rule::monster_stuck), kStuck);
    EXPECT_EQ(found(kEver - 64 - 128, kEver - 32, Rule::monster_stuck), "");
    EXPECT_EQ(found(kEver - 256, kEver - 512 - 1024, Rule::monster_stuck), "");
    EXPECT_EQ(found(kEver, kEver, Rule::monster_stuck, 68), "");
    EXPECT_EQ(found(kEver, kEver, Rule::monster_stuck, 67), kStuck);
    EXPECT_EQ(found(kEver - 3, kEver - 3, Rule::skill_empty), "skill-empty map");
    EXPECT_EQ(found(kEver - 3, kEver, Rule::skill_empty), "");
}

// ZDoom plays Doom in Hexen's format; the types say so.
TEST(CheckMonsters, DoomInHexensFormat) {
    const auto low = [](int height, int type) {
        binary_map::Map map = binary_map::Map::square(true);
        map.sectors.clear();
        map.sector(0, height, "FLOOR", "CEIL");
        binary_map::Thing thing;
        thing.type = static_cast<std::uint32_t>(type);
        thing.x = 8;
        thing.y = 56;
        map.thing(thing);
        return found_in(map, Rule::start_stuck);
    };
    EXPECT_EQ(low(60, 122), "start-stuck thing 0 with sector 0");
    EXPECT_EQ(low(60, 2008), "") << "shells";
    EXPECT_EQ(low(55, 2008), "start-stuck thing 0 with sector 0");
}

// ---- start-stuck, monster-stuck ----------------------------------------------------------------

std::string start(double dx, int type, const std::string& fields, const char* name_space = "doom",
                  const std::string& sector = "") {
    Drawing map(name_space);
    map.sector(sector);
    map.room(0, 0, 1024, 1024, 0);
    map.thing(512, 512, 1, kAll + kModes);
    map.thing(512 + dx, 512, type, fields);
    return find(map.text(), Rule::start_stuck);
}

TEST(CheckMonsters, AStartInSomethingSolid) {
    constexpr char kStuck[] = "start-stuck thing 0 with thing 1";
    const std::string all = kAll + kModes;
    EXPECT_EQ(start(35.5, 3004, all), kStuck);
    EXPECT_EQ(start(36, 3004, all), "") << "they touch";
    EXPECT_EQ(start(0, 2012, all), "") << "a medikit is not solid";
    EXPECT_EQ(start(0, 2035, "skill2=true;single=true;"), kStuck);
    EXPECT_EQ(start(0, 2035, "skill2=true;dm=true;"), kStuck) << "no mode is asked for";
    EXPECT_EQ(start(0, 2035, "skill2=true;"), "") << "in no mode";
    EXPECT_EQ(start(0, 2035, "single=true;"), "") << "in no skill";
    EXPECT_EQ(start(0, 66, all, "heretic"), kStuck);
    for (const bool shared : {true, false}) {
        Drawing map("doom");
        map.sector();
        map.room(0, 0, 1024, 1024, 0);
        map.thing(512, 512, 1, "skill1=true;skill2=true;single=true;");
        map.thing(512, 512, 3004, (shared ? "skill2=true;" : "skill3=true;") + kModes);
        EXPECT_EQ(find(map.text(), Rule::start_stuck), shared ? kStuck : "");
    }
    EXPECT_EQ(start(0, 10030, all + "class2=true;", "hexen"), kStuck);
    EXPECT_EQ(start(0, 3001, all, "strife"), kStuck);
    EXPECT_EQ(start(0, 3004, all, "zdoom"), kStuck);
    EXPECT_EQ(start(0, 3004, all + "height=56;", "zdoom"), "") << "above the player";
    EXPECT_EQ(start(0, 3004, all + "height=55;", "zdoom"), kStuck);
    EXPECT_EQ(start(0, 53, all, "doom"), "") << "it hangs above the player";
    EXPECT_EQ(start(0, 53, all, "doom", "heightceiling=100;"), kStuck);
}

// Whoever finds a monster there begins elsewhere; what stays makes the start useless.
TEST(CheckMonsters, AStartOfDeathmatchInSomethingSolid) {
    const auto stuck = [](int type, const std::string& fields, int start = 11,
                          const char* name_space = "doom") {
        Drawing map(name_space);
        map.sector();
        map.room(0, 0, 1024, 1024, 0);
        map.thing(512, 512, start, "");
        map.thing(512, 512, type, fields);
        return find(map.text(), Rule::start_stuck);
    };
    constexpr char kStuck[] = "start-stuck thing 0 with thing 1";
    const std::string all = kAll + kModes;
    EXPECT_EQ(stuck(2028, all), kStuck) << "a floor lamp";
    EXPECT_EQ(stuck(2028, "skill3=true;dm=true;"), kStuck);
    EXPECT_EQ(stuck(2028, all, 11, "zdoom"), kStuck);
    EXPECT_EQ(stuck(2028, kAll + "single=true;coop=true;"), "") << "not in deathmatch";
    EXPECT_EQ(stuck(3004, all), "") << "a monster";
    EXPECT_EQ(stuck(2012, all), "") << "a medikit";
    EXPECT_EQ(stuck(11, all), "") << "another start";
    EXPECT_EQ(stuck(1, all), "") << "a start of another mode";
}

TEST(CheckMonsters, OfSeveralStartsTheLast) {
    const auto stuck = [](double first, double second, const std::string& fields = "",
                          int type = 1) {
        Drawing map("zdoom");
        map.sector();
        map.room(0, 0, 1024, 1024, 0);
        map.thing(first, 512, 1, kAll + kModes);
        map.thing(second, 512, type, kAll + kModes + fields);
        map.thing(512, 512, 3004, kAll + kModes);
        return find(map.text(), Rule::start_stuck);
    };
    EXPECT_EQ(stuck(512, 100), "") << "a voodoo doll";
    EXPECT_EQ(stuck(100, 512), "start-stuck thing 1 with thing 2");
    EXPECT_EQ(stuck(512, 100, "", 2), "start-stuck thing 0 with thing 2") << "another player";
    EXPECT_EQ(stuck(512, 100, "arg0=1;"), "start-stuck thing 0 with thing 2")
        << "another entry of the hub";
}

TEST(CheckMonsters, AStartWhereAPlayerDoesNotFit) {
    const auto low = [](const char* name_space, int height, int type = 1,
                        const std::string& sector = "") {
        Drawing map(name_space);
        map.sector("heightceiling=" + std::to_string(height) + ";" + sector);
        map.room(0, 0, 1024, 1024, 0);
        map.thing(512, 512, type, kAll + kModes);
        return find(map.text(), Rule::start_stuck);
    };
    constexpr char kStuck[] = "start-stuck thing 0 with sector 0";
    EXPECT_EQ(low("doom", 56), "");
    EXPECT_EQ(low("doom", 55), kStuck);
    EXPECT_EQ(low("heretic", 55), kStuck);
    EXPECT_EQ(low("strife", 55), kStuck);
    EXPECT_EQ(low("hexen", 63), kStuck);
    EXPECT_EQ(low("hexen", 64), "");
    EXPECT_EQ(low("zdoom", 63), "");
    EXPECT_EQ(low("zdoom", 55), kStuck);
    EXPECT_EQ(low("doom", 55, 11), "") << "of deathmatch there are others";
    EXPECT_EQ(low("doom", 20, 3004), "");
    EXPECT_EQ(low("zdoom", 128, 1,
                  "ceilingplane_a=0.7071;ceilingplane_b=0;ceilingplane_c=-0.7071;"
                  "ceilingplane_d=-332.3;"),
              kStuck)
        << "the ceiling slopes down to 42 there";
}

std::string pair(int a, const std::string& at, int b, const std::string& bt, double dx,
                 const char* name_space = "doom") {
    Drawing map(name_space);
    map.sector();
    map.room(0, 0, 1024, 1024, 0);
    map.thing(512, 512, a, at);
    map.thing(512 + dx, 512, b, bt);
    return find(map.text(), Rule::monster_stuck);
}

TEST(CheckMonsters, TwoThatAreInEachOther) {
    constexpr char kStuck[] = "monster-stuck thing 1 with thing 0";
    const std::string all = kAll + kModes;
    EXPECT_EQ(pair(3004, all, 3001, all, 39), kStuck);
    EXPECT_EQ(pair(3004, all, 3001, all, 40), "") << "they touch";
    EXPECT_EQ(pair(3004, all, 2035, all, 0), kStuck);
    EXPECT_EQ(pair(3004, all, 2012, all, 0), "") << "a medikit";
    EXPECT_EQ(pair(3004, all, 24, all, 0), "") << "a pool of blood";
    EXPECT_EQ(pair(3004, all, 1, all, 0), "") << "start-stuck says it";
    EXPECT_EQ(pair(3004, "skill1=true;" + kModes, 3004, "skill3=true;" + kModes, 0), "");
    EXPECT_EQ(pair(3004, kAll + "single=true;", 3004, kAll + "coop=true;dm=true;", 0), "");
    EXPECT_EQ(pair(3004, kAll + "dm=true;", 3004, kAll + "dm=true;", 0), kStuck);
    EXPECT_EQ(pair(10030, all + "class1=true;", 10030, all + "class1=true;", 0, "hexen"), kStuck);
    EXPECT_EQ(pair(10030, all + "class1=true;", 10030, all + "class2=true;", 0, "hexen"), "");
    EXPECT_EQ(pair(66, all, 68, all, 0, "heretic"), kStuck);
    EXPECT_EQ(pair(3001, all, 3002, all, 0, "strife"), kStuck);
    EXPECT_EQ(pair(3001, all, 3002, all, 0, "zdoom"), kStuck);
    EXPECT_EQ(pair(3001, all, 3002, all + "height=128;", 0, "zdoom"), "");
    EXPECT_EQ(pair(3001, all, 2001, all, 0, "zdoom"), "");
    EXPECT_EQ(pair(3004, all, 53, all, 0), "") << "it hangs above";
    EXPECT_EQ(pair(53, all, 53, all, 0), kStuck) << "both hang";
    EXPECT_EQ(pair(5065, all, 5061, all, 0, "zdoom"), "") << "bridges make a way together";
    EXPECT_EQ(pair(5061, all, 3001, all, 0, "zdoom"), kStuck);
}

// ---- thing-too-tall ----------------------------------------------------------------------------

// A thing in the right one of two rooms; the line between them and another line have specials.
std::string tall(int type, double height, const std::string& between = "",
                 const std::string& wall = "", const std::string& sector = "",
                 const char* name_space = "doom", const std::string& thing = kAll + kModes) {
    Drawing map(name_space);
    map.sector();
    map.sector("heightceiling=" + std::to_string(height) + ";" + sector);
    for (const auto& [x, y] :
         {std::pair{0, 0}, {0, 512}, {512, 512}, {1024, 512}, {1024, 0}, {512, 0}}) {
        map.vertex(x, y);
    }
    const int sectors[] = {0, 0, 1, 1, 1, 0};
    for (int i = 0; i < 6; ++i) {
        map.line(i, (i + 1) % 6, sectors[i], -1, i == 0 ? wall : std::string());
    }
    map.line(2, 5, 0, 1, between);
    map.thing(768, 256, type, thing);
    return find(map.text(), Rule::thing_too_tall);
}

TEST(CheckMonsters, TallerThanTheSector) {
    constexpr char kTall[] = "thing-too-tall thing 0";
    EXPECT_EQ(tall(16, 110), "");
    EXPECT_EQ(tall(16, 109), kTall);
    EXPECT_EQ(tall(2035, 41), kTall) << "a barrel";
    EXPECT_EQ(tall(2012, 8), "") << "not solid";
    EXPECT_EQ(tall(1, 40), "") << "start-stuck says it";
    EXPECT_EQ(tall(16, 109, "", "", "", "doom", "skill1=true;"), "") << "it never appears";
    EXPECT_EQ(tall(3003, 63, "", "", "", "zdoom"), "") << "Strife's templar is 60 units tall";
    EXPECT_EQ(tall(3003, 59, "", "", "", "zdoom"), kTall);
    EXPECT_EQ(tall(64, 77, "", "", "", "heretic"), kTall);
    EXPECT_EQ(tall(806, 100, "", "", "", "srb2"), "") << "a tree";
    EXPECT_EQ(tall(400, 39, "", "", "", "srb2"), kTall) << "a monitor";
    EXPECT_EQ(tall(10030, 67, "", "", "", "hexen", kAll + kModes + "class1=true;"), kTall);
}

TEST(CheckMonsters, ASectorThatMoves) {
    constexpr char kTall[] = "thing-too-tall thing 0";
    EXPECT_EQ(tall(3004, 0, "special=1;"), "") << "a door";
    EXPECT_EQ(tall(3004, 0, "special=31;"), "");
    EXPECT_EQ(tall(3004, 0, "special=48;"), kTall) << "a wall that scrolls";
    EXPECT_EQ(tall(3004, 0, "", "special=103;arg0=5;", "id=5;"), "") << "a switch opens it";
    EXPECT_EQ(tall(3004, 0, "", "special=103;arg0=6;", "id=5;"), kTall) << "another";
    EXPECT_EQ(tall(3004, 0, "", "special=138;arg0=5;", "id=5;"), kTall) << "a light";
    EXPECT_EQ(tall(3004, 0, "", "special=97;arg0=5;", "id=5;"), kTall) << "a teleporter";
    EXPECT_EQ(tall(3004, 0, "", "", "id=5;"), kTall) << "nothing has the tag";
    EXPECT_EQ(tall(3004, 0, "", "", "id=666;"), "") << "the end of a boss";
    EXPECT_EQ(tall(3004, 0, "", "", "special=14;"), "") << "opens after five minutes";
    EXPECT_EQ(tall(3004, 0, "", "", "special=9;"), kTall) << "a secret";
    EXPECT_EQ(tall(3004, 0, "", "special=24580;arg0=5;", "id=5;"), "") << "generalized";
    EXPECT_EQ(tall(3004, 0, "special=15366;", "", ""), "") << "a generalized door, pushed";
    EXPECT_EQ(tall(3004, 0, "special=12;arg1=16;", "", "", "zdoom"), "");
    EXPECT_EQ(tall(3004, 0, "", "special=11;arg0=5;arg1=16;", "id=5;", "zdoom"), "");
    EXPECT_EQ(tall(3004, 0, "", "special=112;arg0=5;arg1=16;", "id=5;", "zdoom"), kTall);
    EXPECT_EQ(
        tall(3004, 0, "", "special=13;arg0=5;", "id=5;", "hexen", kAll + kModes + "class1=true;"),
        "")
        << "Hexen has no such monster";
    EXPECT_EQ(
        tall(10030, 0, "", "special=13;arg0=5;", "id=5;", "hexen", kAll + kModes + "class1=true;"),
        "");
    EXPECT_EQ(
        tall(10030, 0, "", "special=112;arg0=5;", "id=5;", "hexen", kAll + kModes + "class1=true;"),
        kTall);
}

TEST(CheckMonsters, StairsAndDonutsMoveTheirNeighbours) {
    // The room on the left has the tag.
    const auto beside = [](const std::string& wall, const char* floor) {
        Drawing map("doom");
        map.sector("id=5;");
        map.sector(std::string("heightceiling=0;texturefloor=\"") + floor + "\";");
        for (const auto& [x, y] :
             {std::pair{0, 0}, {0, 512}, {512, 512}, {1024, 512}, {1024, 0}, {512, 0}}) {
            map.vertex(x, y);
        }
        const int sectors[] = {0, 0, 1, 1, 1, 0};
        for (int i = 0; i < 6; ++i) {
            map.line(i, (i + 1) % 6, sectors[i], -1, i == 0 ? wall : std::string());
        }
        map.line(2, 5, 0, 1);
        map.thing(768, 256, 3004, kAll + kModes);
        return find(map.text(), Rule::thing_too_tall);
    };
    EXPECT_EQ(beside("special=7;arg0=5;", "F"), "");
    EXPECT_EQ(beside("special=7;arg0=5;", "OTHER"), "thing-too-tall thing 0");
    EXPECT_EQ(beside("special=23;arg0=5;", "F"), "thing-too-tall thing 0");
    EXPECT_EQ(beside("special=9;arg0=5;", "OTHER"), "");
}

}  // namespace check_monsters_test
