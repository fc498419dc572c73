// Which sectors may move: each row of the tables.
#include "check/movers.hpp"

#include <gtest/gtest.h>

#include "check/mover_tables.hpp"
#include "check/special_maps.hpp"

namespace movers_test {

using namespace flatline::engine;
using namespace special_maps;
using sanity::NumberTable;

// The sectors that move, as digits.
std::string moving(const TwoRooms& parts) {
    const std::string text = parts.text();
    const auto loaded = load_text::load(text);
    EXPECT_TRUE(loaded) << load_text::story(loaded, text);
    CheckOptions options;
    options.game = parts.game;
    options.behavior = {reinterpret_cast<const unsigned char*>(parts.behavior.data()),
                        parts.behavior.size()};
    Budget budget(options.limits.arena_bytes);
    FindingList findings;
    sanity::Context context(loaded.value, options, budget, findings, 1);
    sanity::Scratch<bool> moves;
    EXPECT_TRUE(sanity::find_movers(context, moves));
    std::string out;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i]) out += std::to_string(i);
    }
    return out;
}

std::string moving(const std::string& name_space, const std::string& line,
                   const std::string& first = "", const std::string& second = "") {
    TwoRooms parts;
    parts.name_space = name_space;
    parts.line = line;
    parts.first = first;
    parts.second = second;
    return moving(parts);
}

TEST(CheckMovers, EachSpecialOfDoomHereticStrife) {
    struct Row {
        const char* name;
        const sanity::MoverTables& tables;
    };
    for (const Row& row :
         {Row{"doom", sanity::movers::kDoom}, Row{"heretic", sanity::movers::kHeretic},
          Row{"strife", sanity::movers::kStrife}}) {
        for (int special = 0; special < 450; ++special) {
            const bool climbs = holds(row.tables.stairs, special);
            const bool sinks = holds(row.tables.donuts, special);
            std::string wanted;
            if (holds(row.tables.tagged, special)) wanted = climbs || sinks ? "01" : "0";
            if (holds(row.tables.behind, special)) wanted = "1";
            // Lines that run scripts, which may move what has a tag.
            if (special == 270 || (special >= 273 && special <= 280)) wanted = "0";
            EXPECT_EQ(moving(row.name, "special=" + std::to_string(special) + ";arg0=7;", "id=7;"),
                      wanted)
                << row.name << " " << special;
        }
    }
    EXPECT_EQ(moving("heretic", "special=105;arg0=7;", "id=7;"), "") << "an exit";
    EXPECT_EQ(moving("doom", "special=105;arg0=7;", "id=7;"), "0") << "a door";
    EXPECT_EQ(moving("doom", "special=4;arg0=7;"), "") << "nothing has the tag";
}

TEST(CheckMovers, GeneralizedTypesOfBoom) {
    for (const int special : {0x2F80, 0x3000, 0x3400, 0x3800, 0x3C00, 0x4000, 0x6000, 0x7FF8}) {
        const std::string line = "special=" + std::to_string(special) + ";arg0=7;";
        const bool stairs = special == 0x3000;
        EXPECT_EQ(moving("doom", line, "id=7;"), stairs ? "01" : "0") << special;
        const std::string push = "special=" + std::to_string(special + 7) + ";arg0=7;";
        EXPECT_EQ(moving("doom", push, "id=7;"), stairs ? "01" : "1") << special;
    }
    const std::string tagged = "id=7;", other_flat = "texturefloor=\"G\";";
    EXPECT_EQ(moving("doom", "special=12288;arg0=7;", tagged, other_flat), "0");
    EXPECT_EQ(moving("doom", "special=12800;arg0=7;", tagged, other_flat), "01") << "any flat";
}

TEST(CheckMovers, EachActionOfHexen) {
    for (int special = 0; special < 302; ++special) {
        const NumberTable tagged = sanity::movers::kHexen.tagged;
        const bool spreads = holds(sanity::movers::kHexen.stairs, special) ||
                             holds(sanity::movers::kHexen.donuts, special);
        const std::string number = "special=" + std::to_string(special) + ";";
        if (special == 158) continue;
        EXPECT_EQ(moving("zdoom", number + "arg0=7;", "id=7;"),
                  holds(tagged, special) ? (spreads ? "01" : "0") : "")
            << special;
        EXPECT_EQ(moving("hexen", number), holds(tagged, special) ? (spreads ? "01" : "1") : "")
            << special << ", the sector behind";
    }
}

TEST(CheckMovers, SectorsBossesAndScripts) {
    EXPECT_EQ(moving("doom", "", "special=10;", "special=14;"), "01");
    EXPECT_EQ(moving("doom", "", "special=9;", "special=11;"), "");
    EXPECT_EQ(moving("zdoom", "", "special=74;", "special=78;"), "01");
    EXPECT_EQ(moving("hexen", "", "special=26;", "special=9;"), "0");
    EXPECT_EQ(moving("doom", "", "id=666;", "id=667;"), "01");
    EXPECT_EQ(moving("doom", "", "id=665;", "id=668;"), "");
    TwoRooms parts;
    parts.second = "id=3;";
    EXPECT_EQ(moving(parts), "");
    parts.behavior = with_script();
    EXPECT_EQ(moving(parts), "1") << "a script may move what has a tag";
    parts.things = "thing{x=9;y=9;type=3001;special=21;arg0=4;}";
    parts.first = "id=4;";
    parts.behavior.clear();
    EXPECT_EQ(moving(parts), "0") << "the special of a thing";
    EXPECT_EQ(moving("srb2", ""), "01") << "nothing is known";
}

}  // namespace movers_test
