// Numbers of specials, triggers, SRB2's parameters; the tables of numbers.
#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "check/number_tables.hpp"
#include "support/binary_map.hpp"

namespace specials_test {

using check_maps::Parts;
using flatline::engine::Rule;

std::string checked(const Parts& parts) {
    return check_maps::checked(
        parts.text(), check_maps::only({Rule::line_special_unknown, Rule::thing_special_unknown,
                                        Rule::sector_special_unknown, Rule::line_no_activation,
                                        Rule::srb2_special_setup}));
}
using flatline::engine::sanity::holds;
using flatline::engine::sanity::NumberRange;
using flatline::engine::sanity::NumberTable;
namespace numbers = flatline::engine::sanity::numbers;

TEST(NumberTables, AscendAndHoldTheirEnds) {
    const NumberTable tables[] = {
        numbers::kZdoom.line_specials,
        numbers::kZdoom.sector_specials,
        numbers::kZdoom.sector_tagged,
        numbers::kZdoom.back_tagged,
        numbers::kZdoom.line_tagged,
        numbers::kZdoom.thing_tagged,
        numbers::kZdoom.at_load,
        numbers::kDoom.line_specials,
        numbers::kDoom.sector_specials,
        numbers::kDoom.line_tagged,
        numbers::table(numbers::kDoomUntagged),
        numbers::table(numbers::kDoomPortSpecials),
    };
    for (const NumberTable table : tables) {
        ASSERT_FALSE(table.empty());
        std::int32_t before = -1;
        for (const NumberRange& row : table) {
            EXPECT_GT(row.first, before);
            EXPECT_GE(row.last, row.first);
            before = row.last;
            EXPECT_TRUE(holds(table, row.first) && holds(table, row.last));
        }
        EXPECT_FALSE(holds(table, -1));
        EXPECT_FALSE(holds(table, before + 1));
        EXPECT_FALSE(holds({}, before));
    }
}

TEST(NumberTables, WhatTakesATagIsKnown) {
    for (const NumberTable table :
         {numbers::kZdoom.sector_tagged, numbers::kZdoom.back_tagged, numbers::kZdoom.line_tagged,
          numbers::kZdoom.thing_tagged, numbers::kZdoom.at_load}) {
        for (const NumberRange& row : table) {
            for (std::int32_t n = row.first; n <= row.last; ++n) {
                EXPECT_TRUE(holds(numbers::kZdoom.line_specials, n)) << n;
            }
        }
    }
}

// The numbers at the borders of the list, by the list and not by the tables.
TEST(NumberTables, BordersOfTheList) {
    for (const int n : {1, 107, 109, 121, 125, 127, 140, 150, 151, 154, 156, 161, 168, 284, 301}) {
        EXPECT_TRUE(holds(numbers::kZdoom.line_specials, n)) << n;
    }
    for (const int n : {0, 108, 122, 124, 126, 141, 149, 152, 153, 155, 162, 167, 285, 300, 302}) {
        EXPECT_FALSE(holds(numbers::kZdoom.line_specials, n)) << n;
    }
    for (const int n : {1, 269, 271, 272, 12160, 32767}) {
        EXPECT_TRUE(holds(numbers::kDoom.line_specials, n)) << n;
    }
    for (const int n : {0, 270, 273, 12159, 32768}) {
        EXPECT_FALSE(holds(numbers::kDoom.line_specials, n)) << n;
    }
    for (const int n : {5, 25, 28, 52, 64, 70, 73, 86, 88, 91, 103, 106, 117, 119, 194, 245}) {
        EXPECT_FALSE(holds(numbers::kZdoom.sector_specials, n)) << n;
    }
}

Parts with_special(const std::string& name_space, const std::string& line) {
    Parts parts;
    parts.map_namespace = name_space;
    parts.linedefs = "linedef{v1=0;v2=1;sidefront=0;" + line +
                     "}linedef{v1=1;v2=2;sidefront=1;blocking=true;}"
                     "linedef{v1=2;v2=0;sidefront=2;blocking=true;}";
    return parts;
}

std::string line_says(const std::string& name_space, const std::string& line) {
    return checked(with_special(name_space, line));
}

TEST(CheckSpecials, UnknownOnesOfLines) {
    EXPECT_EQ(line_says("zdoom", "special=108;playeruse=true;"),
              "line-special-unknown linedef 0 special");
    EXPECT_EQ(line_says("zdoom", "special=-1;playeruse=true;"),
              "line-special-unknown linedef 0 special");
    EXPECT_EQ(line_says("zdoom", "special=80;arg0=1;playeruse=true;"), "");
    EXPECT_EQ(line_says("doom", "special=270;"), "line-special-unknown linedef 0 special");
    EXPECT_EQ(line_says("doom", "special=11;"), "");
    EXPECT_EQ(line_says("heretic", "special=9999;"), "") << "no table";
}

TEST(CheckSpecials, WhatPortsAddedIsKnownInBinaryMaps) {
    binary_map::Map map = binary_map::Map::ground();
    binary_map::Line line;
    for (const std::uint32_t special : {270, 271, 273, 340, 450, 451, 1026, 1027, 12160}) {
        line.special = special;
        map.line(line);
    }
    const auto loaded = map.load();
    ASSERT_TRUE(loaded);
    const std::string found = binary_map::findings(
        flatline::engine::check(loaded.value, check_maps::only({Rule::line_special_unknown}))
            .findings);
    EXPECT_EQ(found,
              "line-special-unknown LINEDEFS@76+2 linedef 5 special\n"
              "line-special-unknown LINEDEFS@104+2 linedef 7 special\n");
    Parts text;
    text.map_namespace = "doom";
    text.linedefs =
        "linedef{v1=1;v2=0;sidefront=0;special=340;}linedef{v1=2;v2=1;sidefront=1;}"
        "linedef{v1=0;v2=2;sidefront=2;}";
    EXPECT_EQ(checked(text), "line-special-unknown linedef 0 special");
}

TEST(CheckSpecials, UnknownOnesOfThingsAndSectors) {
    Parts parts;
    parts.things = "thing{x=8;y=8;type=1;special=126;}";
    EXPECT_EQ(checked(parts), "thing-special-unknown thing 0 special");
    parts.things = "thing{x=8;y=8;type=1;special=80;}";
    EXPECT_EQ(checked(parts), "");
    const auto sector = [](const std::string& name_space, int special) {
        Parts of;
        of.map_namespace = name_space;
        of.sectors =
            "sector{texturefloor=\"A\";textureceiling=\"A\";special=" + std::to_string(special) +
            ";}";
        return checked(of);
    };
    const std::string unknown = "sector-special-unknown sector 0 special";
    EXPECT_EQ(sector("zdoom", 5), unknown);
    EXPECT_EQ(sector("zdoom", 0x700 + 65), "") << "flags above the low byte";
    EXPECT_EQ(sector("zdoom", 0x700 + 70), unknown);
    EXPECT_EQ(sector("doom", 6), unknown);
    EXPECT_EQ(sector("doom", 0xFE0 + 17), "");
    EXPECT_EQ(sector("doom", 0x1000), unknown);
    EXPECT_EQ(sector("strife", 6), "");
}

TEST(CheckSpecials, WithoutATrigger) {
    const std::string finding = "line-no-activation linedef 0 special";
    EXPECT_EQ(line_says("zdoom", "special=80;arg0=1;"), finding);
    EXPECT_EQ(line_says("zdoom", "special=80;arg0=1;repeatspecial=true;"), finding);
    for (const char* trigger :
         {"playercross", "monstercross", "playeruse", "monsteruse", "playerpush", "monsterpush",
          "impact", "missilecross", "anycross", "playeruseback", "damagespecial", "deathspecial"}) {
        EXPECT_EQ(line_says("zdoom", "special=80;arg0=1;" + std::string(trigger) + "=true;"), "")
            << trigger;
    }
    EXPECT_EQ(line_says("zdoom", "special=80;arg0=1;anycross=false;"), finding);
    EXPECT_EQ(line_says("zdoom", "special=9;"), "") << "marks the line";
    EXPECT_EQ(line_says("doom", "special=11;"), "") << "Doom's numbers say their trigger";
}

TEST(CheckSpecials, ParametersOfSrb2) {
    const auto line = [](const std::string& fields) {
        Parts parts = with_special("srb2", fields);
        return checked(parts);
    };
    const std::string finding = "srb2-special-setup linedef 0";
    EXPECT_EQ(line("special=443;"), finding);
    EXPECT_EQ(line("special=443;stringarg0=\"\";"), finding);
    EXPECT_EQ(line("special=443;stringarg0=\"FUNC\";"), "");
    EXPECT_EQ(line("special=449;arg0=16;"), finding);
    EXPECT_EQ(line("special=449;arg0=-1;"), finding);
    EXPECT_EQ(line("special=449;arg0=15;"), "");
    EXPECT_EQ(line_says("doom", "special=449;"), "line-special-unknown linedef 0 special");
}

}  // namespace specials_test
