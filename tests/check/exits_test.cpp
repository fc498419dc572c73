// Levels that cannot be left: each row of the tables, each namespace and format.
#include "check/exit_tables.hpp"

#include <gtest/gtest.h>

#include "check/special_maps.hpp"

namespace exits_test {

using namespace flatline::engine;
using namespace special_maps;
using sanity::NumberRange;

const CheckOptions kOnly = check_maps::only({Rule::exit_missing});
const std::string kMissing = "exit-missing W";

std::string says(const std::string& name_space, const std::string& line,
                 const std::string& sector = "", const std::string& things = "",
                 const std::string& label = "MAP01", Game game = Game::automatic) {
    TwoRooms parts;
    parts.name_space = name_space;
    parts.line = line;
    parts.first = sector;
    parts.things = things;
    parts.label = label;
    parts.game = game;
    return told(parts, kOnly);
}

template <std::size_t N>
bool has(const NumberRange (&table)[N], int number) {
    return sanity::holds(sanity::numbers::table(table), number);
}

TEST(CheckExits, EachTypeOfLine) {
    for (int special = 0; special <= 300; ++special) {
        const std::string line = "special=" + std::to_string(special) + ";";
        const auto wanted = [&](bool ends) { return ends ? std::string() : kMissing; };
        EXPECT_EQ(says("doom", line),
                  special >= 270 && special <= 280 && special != 271 && special != 272
                      ? ""
                      : wanted(has(sanity::exits::kDoomLines, special)))
            << special;
        if (special < 270) {
            EXPECT_EQ(says("heretic", line), wanted(has(sanity::exits::kHereticLines, special)));
            EXPECT_EQ(says("strife", line), wanted(has(sanity::exits::kStrifeLines, special)));
        }
        if (special == 158) continue;
        for (const char* name : {"hexen", "zdoom", "dsda", "eternity"}) {
            EXPECT_EQ(says(name, line), wanted(has(sanity::exits::kHexenActions, special)))
                << name << special;
        }
    }
    for (int special = 2068; special <= 2075; ++special) {
        const std::string line = "special=" + std::to_string(special) + ";";
        const std::string wanted = special >= 2069 && special <= 2074 ? "" : kMissing;
        EXPECT_EQ(says("doom", line), wanted) << special;
        EXPECT_EQ(says("woof", line), wanted) << special;
    }
    EXPECT_EQ(says("doom", "special=105;"), kMissing) << "a door";
    EXPECT_EQ(says("doom", "special=105;", "", "", "E1M1", Game::heretic), "");
    EXPECT_EQ(says("heretic", "special=105;", "", "", "MAP01", Game::doom2), kMissing);
    EXPECT_EQ(says("mine", ""), "") << "an unknown namespace";
}

TEST(CheckExits, Sectors) {
    for (const char* name : {"doom", "heretic", "strife"}) {
        EXPECT_EQ(says(name, "", "special=11;"), "") << name;
        EXPECT_EQ(says(name, "", "special=10;"), kMissing) << name;
        EXPECT_EQ(says(name, "", "special=75;"), kMissing) << name << ", an exit of ZDoom";
    }
    EXPECT_EQ(says("zdoomtranslated", "", "special=75;"), "") << "an exit below Boom's damage";
    EXPECT_EQ(says("doom", "", "special=4160;"), "") << "MBF21: death and the exit";
    EXPECT_EQ(says("doom", "", "special=4192;"), "") << "or the secret one";
    EXPECT_EQ(says("doom", "", "special=4128;"), kMissing) << "death alone";
    for (const char* name : {"zdoom", "dsda", "eternity"}) {
        EXPECT_EQ(says(name, "", "special=75;"), "") << name;
        EXPECT_EQ(says(name, "", "special=1099;"), "") << name << ", a secret";
        EXPECT_EQ(says(name, "", "special=11;"), kMissing) << name;
    }
    EXPECT_EQ(says("eternity", "", "damage_exitlevel=true;"), "");
    EXPECT_EQ(says("eternity", "", "damage_exitlevel=false;"), kMissing);
}

TEST(CheckExits, SpecialsOfThings) {
    for (const int special : {74, 75, 243, 244}) {
        const std::string thing =
            "thing{x=9;y=9;type=3001;special=" + std::to_string(special) + ";}";
        EXPECT_EQ(says("zdoom", "", "", thing), "") << special;
        EXPECT_EQ(says("hexen", "", "", thing), "") << special;
    }
    EXPECT_EQ(says("zdoom", "", "", "thing{x=9;y=9;type=3001;special=80;}"), kMissing);
    EXPECT_EQ(says("zdoom", "", "", "thing{x=9;y=9;type=244;}"), kMissing);
}

TEST(CheckExits, Bosses) {
    struct Row {
        const char* label;
        int type;
        bool ends;
    };
    for (const Row& row :
         {Row{"E2M8", 16, true}, Row{"E2M8", 7, false}, Row{"E3M8", 7, true},
          Row{"E3M8", 16, false}, Row{"E2M7", 16, false}, Row{"e2m8", 16, true},
          Row{"E2M8#2", 16, true}, Row{"E2M80", 16, false}, Row{"MAP30", 88, true},
          Row{"MAP01", 88, true}, Row{"E1M1", 88, false}, Row{"MAP30", 16, false}}) {
        const std::string thing = "thing{x=9;y=9;type=" + std::to_string(row.type) + ";}";
        for (const char* name : {"doom", "woof"}) {
            EXPECT_EQ(says(name, "", "", thing, row.label), row.ends ? "" : kMissing)
                << name << " " << row.label << " " << row.type;
        }
    }
    EXPECT_EQ(says("heretic", "", "", "thing{x=9;y=9;type=16;}", "E2M8"), kMissing);
    EXPECT_EQ(says("strife", "", "", "thing{x=9;y=9;type=88;}"), kMissing);
    EXPECT_EQ(says("zdoom", "", "", "thing{x=9;y=9;type=88;}"), "");
}

TEST(CheckExits, SilentWithoutAPlayerAndWithScripts) {
    TwoRooms parts;
    parts.player = "thing{x=9;y=9;type=11;dm=true;}";
    EXPECT_EQ(told(parts, kOnly), "") << "for deathmatch alone";
    parts.player = "thing{x=9;y=9;type=2;}";
    EXPECT_EQ(told(parts, kOnly), "");
    parts.player = "thing{x=9;y=9;type=1;}";
    EXPECT_EQ(told(parts, kOnly), kMissing);
    const std::string empty_load = special_maps::behavior(chunk("LOAD", std::string(1, '\0')));
    for (const std::string& behavior : {with_script(), with_library(), empty_load}) {
        parts.behavior = behavior;
        EXPECT_EQ(told(parts, kOnly), "");
    }
    for (const std::string& behavior :
         {without_scripts(), std::string("no script"), std::string()}) {
        parts.behavior = behavior;
        EXPECT_EQ(told(parts, kOnly), kMissing);
    }
    parts.line = "special=158;arg0=1;";
    EXPECT_EQ(told(parts, kOnly), "") << "FraggleScript";
    EXPECT_EQ(says("doom", "special=270;"), "");
    EXPECT_EQ(says("srb2", "special=443;"), "") << "Lua";
}

TEST(CheckExits, OfSRB2) {
    EXPECT_EQ(says("srb2", ""), kMissing);
    EXPECT_EQ(says("srb2", "special=11;"), kMissing);
    EXPECT_EQ(says("srb2", "special=2;"), "");
    EXPECT_EQ(says("srb2", "special=462;"), "");
    EXPECT_EQ(says("srb2", "", "exit=true;"), "");
    EXPECT_EQ(says("srb2", "", "finishline=true;"), "");
    for (const int type : {33, 35, 200, 209, 291, 1703}) {
        EXPECT_EQ(says("srb2", "", "", "thing{x=9;y=9;type=" + std::to_string(type) + ";}"), "");
    }
    EXPECT_EQ(says("srb2", "", "", "thing{x=9;y=9;type=501;}"), kMissing) << "a sign alone";
}

TEST(CheckExits, OfBinaryMaps) {
    for (const bool hexen : {false, true}) {
        binary_map::Map map = binary_map::Map::square(hexen);
        EXPECT_EQ(told(map, kOnly), kMissing);
        binary_map::Line line;
        line.special = hexen ? 74 : 11;
        EXPECT_EQ(told(binary_map::Map(map).line(line), kOnly), "");
        line.special = 105;
        EXPECT_EQ(told(binary_map::Map(map).line(line), kOnly), kMissing);
    }
    binary_map::Map srb2 = binary_map::Map::square();
    EXPECT_EQ(told(srb2, kOnly, "MAPA1"), kMissing);
    binary_map::Map with_exit = srb2;
    with_exit.sector(0, 64, "F", "F", 160, 0x2000);
    EXPECT_EQ(told(with_exit, kOnly, "MAPA1"), "");
    EXPECT_EQ(told(with_exit, kOnly, "MAP01"), kMissing);
}

}  // namespace exits_test
