// Teleporters that lead nowhere and destinations without one: each row, each format.
#include "check/teleport_tables.hpp"

#include <gtest/gtest.h>

#include "check/special_maps.hpp"

namespace teleports_test {

using namespace flatline::engine;
using namespace special_maps;
using sanity::TeleportRow;
using sanity::TeleportTarget;

const CheckOptions kOnly = check_maps::only(
    {Rule::teleport_no_destination, Rule::teleport_destination_unused, Rule::special_tag_dangling});
const std::string kNowhere = "teleport-no-destination W linedef 0 ";
const std::string kUnused = "teleport-destination-unused N thing 1";
const std::string kDangling = "special-tag-dangling W linedef 0 arg0";

std::string says(const std::string& name_space, const std::string& line,
                 const std::string& second = "", const std::string& things = "",
                 const std::string& more_lines = "") {
    TwoRooms parts;
    parts.name_space = name_space;
    parts.line = line;
    parts.second = second;
    parts.things = things;
    parts.more_lines = more_lines;
    return told(parts, kOnly);
}

std::string special(int number) { return "special=" + std::to_string(number) + ";"; }

// In the second sector.
std::string thing(int type, const std::string& fields = "") {
    return "thing{x=96;y=32;type=" + std::to_string(type) + ";" + kAlways + fields + "}";
}

TEST(CheckTeleports, EachTypeOfLine) {
    struct Table {
        const char* name_space;
        View<TeleportRow> rows;
    };
    for (const Table& table :
         {Table{"doom", sanity::teleports::rows(sanity::teleports::kDoom)},
          Table{"heretic", sanity::teleports::rows(sanity::teleports::kDoom)},
          Table{"strife", sanity::teleports::rows(sanity::teleports::kStrife)}}) {
        for (const TeleportRow& row : table.rows) {
            for (int number = row.first; number <= row.last; ++number) {
                SCOPED_TRACE(std::string(table.name_space) + " " + std::to_string(number));
                const std::string line = special(number) + "arg0=7;id=7;";
                const std::string other = "linedef{v1=0;v2=1;sidefront=8;id=7;";
                if (row.leads == TeleportTarget::to_line) {
                    EXPECT_EQ(says(table.name_space, line), kNowhere + "arg0") << "only itself";
                    EXPECT_EQ(says(table.name_space, line, "", "", other + "}"), kNowhere + "arg0")
                        << "one side";
                    EXPECT_EQ(says(table.name_space, line, "", "", other + "sideback=9;}"), "");
                } else {
                    EXPECT_EQ(says(table.name_space, line, "id=7;"), kNowhere + "arg0");
                    EXPECT_EQ(says(table.name_space, line, "id=7;", thing(14)), "");
                    EXPECT_EQ(says(table.name_space, line, "id=7;", thing(2014)),
                              kNowhere + "arg0");
                    EXPECT_EQ(says(table.name_space, line, "id=7;", "thing{x=32;y=32;type=14;}"),
                              kNowhere + "arg0\n" + kUnused)
                        << "in another sector";
                }
            }
        }
    }
    EXPECT_EQ(says("strife", special(174) + "arg0=7;", "id=7;"), "") << "no teleporter there";
    EXPECT_EQ(says("doom", special(4) + "arg0=7;", "id=7;"), "") << "a door";
    EXPECT_EQ(says("mine", special(97) + "arg0=7;", "id=7;"), "") << "an unknown namespace";
}

// If nothing has the number, only one rule reports it.
TEST(CheckTeleports, OfANumberThatNothingHas) {
    EXPECT_EQ(says("doom", special(97) + "arg0=7;"), kDangling);
    EXPECT_EQ(says("doom", special(97) + "arg0=7;id=7;"), kDangling) << "its own number";
    EXPECT_EQ(says("zdoom", special(70) + "arg0=7;"), kDangling);
    for (const char* name : {"heretic", "strife"}) {
        EXPECT_EQ(says(name, special(97) + "arg0=7;"), kNowhere + "arg0") << name;
    }
    for (const char* name : {"hexen", "dsda", "eternity"}) {
        EXPECT_EQ(says(name, special(70) + "arg0=7;"), kNowhere + "arg0") << name;
    }
    TwoRooms parts;
    parts.line = special(70) + "arg0=7;";
    EXPECT_EQ(told(parts, check_maps::only({Rule::teleport_no_destination})), kNowhere + "arg0")
        << "special-tag-dangling does not run";
    EXPECT_EQ(says("doom", special(97)), "") << "no number";
    EXPECT_EQ(says("zdoom", special(70)), "");
}

TEST(CheckTeleports, EachActionThatLeadsToThings) {
    for (const TeleportRow& row : sanity::teleports::kHexen) {
        if (row.leads != TeleportTarget::to_thing) continue;
        for (int number = row.first; number <= row.last; ++number) {
            SCOPED_TRACE(number);
            const std::string arg = "arg" + std::to_string(row.thing_arg);
            const std::string line = special(number) + arg + "=7;";
            const CheckOptions only = check_maps::only({Rule::teleport_no_destination});
            const auto tell = [&](const std::string& fields, const std::string& things) {
                TwoRooms parts;
                parts.line = line + fields;
                parts.things = things;
                parts.second = "id=7;";
                return told(parts, only);
            };
            EXPECT_EQ(tell("", ""), kNowhere + arg) << "a sector has the number";
            EXPECT_EQ(tell("", thing(14, "id=7;")), "");
            EXPECT_EQ(tell("", thing(14, "id=8;")), kNowhere + arg);
            EXPECT_EQ(tell("", thing(9044, "id=7;")), "");
            EXPECT_EQ(tell("", thing(9001, "id=7;")), "") << "a map spot";
            EXPECT_EQ(tell("", thing(3001, "id=7;")), kNowhere + arg) << "a monster";
            if (row.tag_arg < 0) continue;
            const std::string tag = "arg" + std::to_string(row.tag_arg);
            EXPECT_EQ(tell(tag + "=7;", thing(14, "id=7;")), "");
            EXPECT_EQ(tell(tag + "=9;", thing(14, "id=7;")), kNowhere + arg) << "elsewhere";
            const auto by_tag = [&](const std::string& things, const char* second = "id=7;") {
                TwoRooms parts;
                parts.line = special(number) + tag + "=7;";
                parts.things = things;
                parts.second = second;
                return told(parts, only);
            };
            EXPECT_EQ(by_tag(""), kNowhere + tag);
            EXPECT_EQ(by_tag(thing(14)), "");
            EXPECT_EQ(by_tag(thing(9001)), kNowhere + tag) << "a map spot has to have an id";
            EXPECT_EQ(by_tag("", ""), kNowhere + tag) << "no other rule looks at the tag";
        }
    }
    EXPECT_EQ(says("zdoom", special(74) + "arg0=7;", "id=7;"), "") << "to another map";
}

TEST(CheckTeleports, ToAnotherLineById) {
    const std::string other = "linedef{v1=0;v2=1;sidefront=8;id=7;";
    const std::string line = special(215) + "arg1=7;";
    for (const char* name : {"zdoom", "eternity", "dsda"}) {
        EXPECT_EQ(says(name, line, "", "", other + "sideback=9;}"), "") << name;
        EXPECT_EQ(says(name, line, "", "", other + "}"), kNowhere + "arg1") << name;
        EXPECT_EQ(says(name, line + "id=7;"), kNowhere + "arg1") << name;
    }
}

// Hexen takes whatever has the id.
TEST(CheckTeleports, HexensThings) {
    EXPECT_EQ(says("hexen", special(70) + "arg0=7;", "id=7;"), kNowhere + "arg0");
    EXPECT_EQ(says("hexen", special(70) + "arg0=7;", "", thing(14, "id=7;")), "");
    EXPECT_EQ(says("hexen", special(70) + "arg0=7;", "", thing(10030, "id=7;")), "");
}

TEST(CheckTeleports, UnusedDestinations) {
    for (const char* name : {"doom", "heretic", "strife", "zdoom", "hexen", "dsda"}) {
        EXPECT_EQ(says(name, "", "id=7;", thing(14, "id=7;")), kUnused) << name;
        EXPECT_EQ(says(name, "", "id=7;", thing(2014)), "") << name;
    }
    EXPECT_EQ(says("doom", special(97) + "arg0=7;", "id=7;", thing(14)), "");
    EXPECT_EQ(says("doom", special(97), "", thing(14)), "") << "tag 0 finds sectors without one";
    EXPECT_EQ(says("doom", special(4) + "arg0=7;", "id=7;", thing(14)), kUnused);
    EXPECT_EQ(says("zdoom", "", "", thing(9044)), kUnused);
    EXPECT_EQ(says("zdoom", special(70) + "arg1=7;", "id=7;", thing(14)), "");
    EXPECT_EQ(says("zdoom", special(70) + "arg0=7;arg1=3;", "id=3;", thing(14, "id=7;")), "");
    EXPECT_EQ(says("zdoom", special(70) + "arg0=7;arg1=5;", "id=3;", thing(14, "id=7;")),
              kNowhere + "arg0\n" + kUnused)
        << "in a sector with another tag";
    EXPECT_EQ(says("zdoom", special(135) + "arg0=7;", "", thing(14, "id=7;")), "")
        << "a place where things appear";
    EXPECT_EQ(says("zdoom", "", "", thing(14, "id=7;") + thing(3001, "special=70;arg0=7;")), "")
        << "the special of a thing";
    TwoRooms parts;
    parts.things = thing(14, "id=7;");
    EXPECT_EQ(told(parts, kOnly), kUnused);
    parts.behavior = with_script();
    EXPECT_EQ(told(parts, kOnly), "");
    parts.behavior = without_scripts();
    EXPECT_EQ(told(parts, kOnly), kUnused);
}

TEST(CheckTeleports, OfSRB2) {
    EXPECT_EQ(says("srb2", special(412) + "arg0=7;", "id=7;"), kNowhere + "arg0");
    EXPECT_EQ(says("srb2", special(412) + "arg0=7;", "", thing(751, "id=7;")), "");
    EXPECT_EQ(says("srb2", special(412) + "arg0=7;arg1=8;", "id=7;"), "") << "by how far";
    EXPECT_EQ(says("srb2", "", "", thing(751, "id=7;")), kUnused);
    EXPECT_EQ(says("srb2", "", "", thing(14, "id=7;")), "");
}

TEST(CheckTeleports, OfBinaryMaps) {
    binary_map::Map map = binary_map::Map::square();
    map.sector(0, 128, "F", "F", 160, 0, 7);
    binary_map::Line line;
    line.special = 97;
    line.tag = 7;
    EXPECT_EQ(told(binary_map::Map(map).line(line), kOnly),
              "teleport-no-destination W linedef 4 arg0");
    line.tag = 8;
    EXPECT_EQ(told(binary_map::Map(map).line(line), kOnly),
              "special-tag-dangling W linedef 4 arg0");
    line.special = 244;
    EXPECT_EQ(told(binary_map::Map(map).line(line), kOnly),
              "teleport-no-destination W linedef 4 arg0");

    binary_map::Map hexen = binary_map::Map::square(true);
    line.special = 70;
    line.args[0] = 7;
    EXPECT_EQ(told(binary_map::Map(hexen).line(line), kOnly),
              "teleport-no-destination W linedef 4 arg0");
    binary_map::Thing end;
    end.x = end.y = 40;
    end.type = 14;
    end.id = 7;
    EXPECT_EQ(told(binary_map::Map(hexen).line(line).thing(end), kOnly), "");
    EXPECT_EQ(told(binary_map::Map(hexen).thing(end), kOnly), kUnused);
}

}  // namespace teleports_test
