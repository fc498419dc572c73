// Doom's numbers as those of the namespace zdoom: each row, and what the port does beside its rows.
// Source: GZDoom 092b9c0, src/gamedata/p_xlat.cpp, wadsrc/static/xlat.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "model/write.hpp"
#include "support/binary_map.hpp"
#include "support/load_text.hpp"
#include "support/map_round_trip.hpp"
#include "write/zdoom_tables.hpp"

namespace translate_test {

using namespace flatline::engine;
using binary_map::Line;

struct Translated {
    Status status = Status::refused;
    FindingList findings;
    std::string text;
    LoadResult<Map> map;
};

Translated translate(const Map& map, bool lossy = false) {
    Translated to;
    TextmapOptions options;
    options.translate = Translate::zdoom;
    options.lossy = lossy;
    WriteResult result = write_textmap(map, map_round_trip::sink_to(to.text), options);
    to.status = result.status;
    to.findings = std::move(result.findings);
    if (to.status == Status::ok) {
        to.map = load_text::load(to.text);
        EXPECT_TRUE(to.map);
        EXPECT_EQ(to.map.value.map_namespace(), "zdoom");
    }
    return to;
}

/// True where a column of that name is true of the element.
bool has(const Map& map, std::uint8_t block, std::string_view name, std::uint32_t element) {
    const FieldId field = find_field(block, name);
    for (const flatline_column& column : map.columns()) {
        for (std::uint32_t i = 0; column.field == field && i < column.count; ++i) {
            if (column.elements[i] == element) return column.values.booleans[i] != 0;
        }
    }
    return false;
}

/// "special(args) flags" of the first line: with the words that ZDoom's tables have.
std::string first_line(const Map& map) {
    const flatline_linedef& line = map.linedefs()[0];
    std::string all = std::to_string(line.special) + "(";
    for (std::size_t i = 0; i < 5; ++i) all += (i != 0 ? "," : "") + std::to_string(line.arg[i]);
    all += ")";
    const auto add = [&](std::uint32_t bit, const char* word) {
        if ((line.flags & bit) != 0) all += word;
    };
    add(FLATLINE_LINE_PLAYERCROSS, " walk");
    add(FLATLINE_LINE_PLAYERUSE, " use");
    add(FLATLINE_LINE_MONSTERCROSS, " monwalk");
    add(FLATLINE_LINE_IMPACT, " impact");
    add(FLATLINE_LINE_MISSILECROSS, " missile");
    add(FLATLINE_LINE_REPEATSPECIAL, " rep");
    add(FLATLINE_LINE_PASSUSE, " passuse");
    if (has(map, FLATLINE_LINEDEF, "anycross", 0)) all += " anycross";
    if (has(map, FLATLINE_LINEDEF, "monsteractivate", 0)) all += " monst";
    return all;
}

std::string line_of(std::uint32_t special, std::uint32_t flags = 0, const char* game = "doom",
                    std::uint32_t tag = 7) {
    Line line;
    line.special = special;
    line.flags = flags;
    line.tag = tag;
    const binary_map::Map lumps1 = binary_map::Map::ground().line(line);
    const auto map = lumps1.load_as(game);
    EXPECT_TRUE(map);
    const Translated to = translate(map.value);
    if (to.status != Status::ok) {
        EXPECT_EQ(load_text::rule_id(to.findings.kept()[0]), "convert-untranslated");
        return "none of " + std::to_string(to.findings.kept()[0].a);
    }
    const std::int32_t id = tag != 0 ? static_cast<std::int32_t>(tag) : -1;
    EXPECT_EQ(to.map.value.linedefs()[0].id, id);
    return first_line(to.map.value);
}

TEST(Translate, RowsByHand) {
    EXPECT_EQ(line_of(1), "12(0,16,150,7,0) use rep monst");
    EXPECT_EQ(line_of(1, 0x20), "12(0,16,150,7,0) use rep") << "monsters open no secret door";
    EXPECT_EQ(line_of(1, 0x200), "12(0,16,150,7,0) use rep passuse monst");
    EXPECT_EQ(line_of(4), "12(7,16,150,0,0) walk monst");
    EXPECT_EQ(line_of(11), "243(0,0,0,0,0) use");
    EXPECT_EQ(line_of(26), "13(0,16,150,130,7) use rep");
    EXPECT_EQ(line_of(46), "11(7,16,0,0,0) impact missile rep monst");
    EXPECT_EQ(line_of(97), "70(0,7,0,0,0) walk rep monst");
    EXPECT_EQ(line_of(126), "70(0,7,0,0,0) monwalk rep");
    EXPECT_EQ(line_of(242), "209(7,0,0,0,0) walk");
    EXPECT_EQ(line_of(260), "208(7,168,0,0,0) walk");
    EXPECT_EQ(line_of(1024), "225(0,7,0,8,0) walk");
    EXPECT_EQ(line_of(0), "0(7,0,0,0,0)");
    EXPECT_EQ(line_of(105, 0, "heretic"), "244(0,0,0,0,0) walk");
    EXPECT_EQ(line_of(182, 0, "strife"), "49(0,0,0,0,0) impact missile monst");
    EXPECT_EQ(line_of(7, 0, "heretic"), "217(7,8,8,0,0) use");
    for (const std::uint32_t none : {283u, 440u, 1027u, 0x2F7Fu, 0x8000u}) {
        EXPECT_EQ(line_of(none), "none of " + std::to_string(none));
    }
    EXPECT_EQ(line_of(1, 0, "strife"), "12(0,16,150,7,0) use rep monst");
}

TEST(Translate, GeneralizedLines) {
    EXPECT_EQ(line_of(0x3C00), "202(7,16,64,8,0) walk");
    EXPECT_EQ(line_of(0x3C81), "202(7,16,64,8,0) rep anycross monst");
    EXPECT_EQ(line_of(0x3C02, 0x200), "202(7,16,64,8,0) use passuse");
    EXPECT_EQ(line_of(0x3C05), "202(7,16,64,8,0) impact rep");
    EXPECT_EQ(line_of(0x3C07), "202(7,16,192,8,0) use rep") << "pushed: the door behind the line";
    EXPECT_EQ(line_of(0x3A38), "202(7,128,1,0,228) walk") << "any key of a colour";
    EXPECT_EQ(line_of(0x6007), "200(0,8,0,1,0) use rep") << "pushed: no tag";
    EXPECT_EQ(line_of(0x7FFE), "200(0,64,32,0,31) use");
    EXPECT_EQ(line_of(0x2FFF), "284(0,64,64,1,10) use rep monst");
    EXPECT_EQ(line_of(0x33FB), "204(7,32,24,3,0) use rep monst");
    EXPECT_EQ(line_of(0x37D8), "203(7,128,80,4,0) walk");
    EXPECT_EQ(line_of(0x3C00, 0, "strife"), "none of 15360") << "Strife has none";
}

/// What a row says, in the words of first_line.
std::string words_of(const write::ZDoomLine& row) {
    std::string all = std::to_string(row.special) + "(";
    for (std::size_t i = 0; i < 5; ++i) {
        all += (i != 0 ? "," : "") + std::to_string(row.args[i] == write::kTag ? 7 : row.args[i]);
    }
    static const char* const kWords[] = {" walk", " use", " monwalk", " impact missile",
                                         "",      "",     "",         " impact missile"};
    all += ")" + std::string(kWords[row.how >> 1 & 7]);
    if ((row.how & 1) != 0) all += " rep";
    if ((row.how & write::kMonsters) != 0) all += " monst";
    return all;
}

TEST(Translate, EachRow) {
    const std::pair<const char*, View<write::ZDoomLine>> tables[] = {
        {"doom", write::kZDoomDoom.common},
        {"heretic", write::kZDoomHeretic.own},
        {"strife", write::kZDoomStrife.common}};
    for (const auto& [game, rows] : tables) {
        std::int32_t before = 0;
        for (const write::ZDoomLine& row : rows) {
            EXPECT_GT(row.number, before) << "in order, for the search";
            before = row.number;
            EXPECT_EQ(line_of(row.number, 0, game), words_of(row)) << game << row.number;
        }
    }
}

// ---- Sectors -----------------------------------------------------------------------------------

std::int32_t sector_of(std::uint32_t type, const char* game = "doom") {
    binary_map::Map lumps = binary_map::Map::ground().line({});
    lumps.sectors.clear();
    lumps.sector(0, 128, "FLOOR", "CEIL", 160, type, 3);
    const auto map = lumps.load_as(game);
    EXPECT_TRUE(map);
    const Translated to = translate(map.value);
    if (to.status != Status::ok) return -1;
    EXPECT_TRUE(has(to.map.value, FLATLINE_SECTOR, "dropactors", 0)) << "it has a tag";
    return to.map.value.sectors()[0].special;
}

TEST(Translate, Sectors) {
    EXPECT_EQ(sector_of(0), 0);
    EXPECT_EQ(sector_of(1), 65);
    EXPECT_EQ(sector_of(9), 1024);
    EXPECT_EQ(sector_of(9 | 0x20), 0x100) << "no secret beside generalized bits";
    EXPECT_EQ(sector_of(0x80), 0x400) << "Boom's secret";
    EXPECT_EQ(sector_of(0x61), 65 | 0x300);
    EXPECT_EQ(sector_of(0xC000 >> 1 | 5), 69 | 0x10000) << "0x4000 says nothing";
    EXPECT_EQ(sector_of(6), -1);
    EXPECT_EQ(sector_of(25), -1);
    EXPECT_EQ(sector_of(0x8000), -1);
    EXPECT_EQ(sector_of(51, "heretic"), 51);
    EXPECT_EQ(sector_of(4, "heretic"), 84);
    EXPECT_EQ(sector_of(15, "strife"), 115);
    for (const auto& [game, rows] : {std::pair{"doom", write::kZDoomDoom.sectors},
                                     std::pair{"heretic", write::kZDoomHeretic.sectors},
                                     std::pair{"strife", write::kZDoomStrife.sectors}}) {
        for (const write::ZDoomSector& row : rows) {
            EXPECT_EQ(sector_of(row.type, game), row.special) << game << int{row.type};
        }
    }
}

// ---- Things and texts --------------------------------------------------------------------------

TEST(Translate, ThingsAreThereForEachClass) {
    binary_map::Thing thing;
    thing.type = 3004;
    thing.flags = 7 | 8 | 0x20 | 0x80;
    const binary_map::Map lumps2 = binary_map::Map::square().thing(thing);
    const auto map = lumps2.load();
    const Translated to = translate(map.value);
    const flatline_thing& made = to.map.value.things()[1];
    EXPECT_EQ(made.flags & (FLATLINE_THING_CLASS1 | FLATLINE_THING_CLASS3 | FLATLINE_THING_SINGLE |
                            FLATLINE_THING_DM | FLATLINE_THING_COOP | FLATLINE_THING_AMBUSH |
                            FLATLINE_THING_FRIEND),
              std::uint32_t{FLATLINE_THING_CLASS1 | FLATLINE_THING_CLASS3 | FLATLINE_THING_SINGLE |
                            FLATLINE_THING_COOP | FLATLINE_THING_AMBUSH | FLATLINE_THING_FRIEND});
    EXPECT_TRUE(has(to.map.value, FLATLINE_THING, "class5", 1));
}

// GZDoom reads bits in maps of Heretic, too, that Heretic has not.
TEST(Translate, UpperBitsOfHeretic) {
    binary_map::Thing thing;
    thing.flags = 7 | 0x20 | 0x80;
    Line line;
    line.flags = 0x600;
    const binary_map::Map lumps3 = binary_map::Map::ground().line(line).thing(thing);
    const auto map = lumps3.load_as("heretic");
    const Translated to = translate(map.value);
    const std::uint32_t flags = to.map.value.things()[0].flags;
    EXPECT_EQ(flags & FLATLINE_THING_DM, 0u);
    EXPECT_NE(flags & FLATLINE_THING_FRIEND, 0u);
    EXPECT_NE(to.map.value.linedefs()[0].flags & FLATLINE_LINE_PASSUSE, 0u);
    EXPECT_TRUE(has(to.map.value, FLATLINE_LINEDEF, "midtex3d", 0));
}

// A teleporter with tag 0 leads to a destination in a sector with tag 0, which gets an id.
TEST(Translate, TeleportersWithoutATag) {
    Line line;
    line.special = 97;
    line.v2 = 2;
    binary_map::Thing thing;
    thing.x = 40;
    thing.y = 20;
    thing.type = 14;
    const binary_map::Map lumps4 = binary_map::Map::square().line(line).thing(thing);
    const auto map = lumps4.load();
    ASSERT_TRUE(map);
    const Translated to = translate(map.value);
    EXPECT_EQ(to.map.value.linedefs()[4].arg[0], 1);
    EXPECT_EQ(to.map.value.linedefs()[4].special, 70);
    EXPECT_EQ(to.map.value.things()[0].id, 0);
    EXPECT_EQ(to.map.value.things()[1].id, 1);
}

TEST(Translate, TextsHaveTheNumbersOfTheirGameOnly) {
    const auto text = [](const char* space, const char* line, const char* sector) {
        return "namespace = \"" + std::string(space) +
               "\"; vertex { x = 0; y = 0; } vertex { x = 9; y = 0; } linedef { v1 = 0; v2 = 1; "
               "sidefront = 0; " +
               line +
               " } sidedef { sector = 0; } sector { texturefloor = "
               "\"F\"; textureceiling = \"C\"; " +
               sector + " }";
    };
    const auto run = [&](const char* space, const char* line, const char* sector = "") {
        const std::string source = text(space, line, sector);
        const LoadResult<Map> map = load_text::load(source);
        EXPECT_TRUE(map);
        const Translated to = translate(map.value);
        if (to.status != Status::ok) {
            return std::string(load_text::rule_id(to.findings.kept()[0]));
        }
        EXPECT_EQ(to.map.value.linedefs()[0].id,
                  map.value.linedefs()[0].id == 0 ? -1 : map.value.linedefs()[0].id);
        return first_line(to.map.value);
    };
    EXPECT_EQ(run("doom", "special = 1; arg0 = 4; id = 9; secret = true; playercross = true;"),
              "12(0,16,150,4,0) use rep monst");
    EXPECT_EQ(run("doom", "special = 273;"), "convert-untranslated");
    EXPECT_EQ(run("woof", "special = 1024; arg0 = 2;"), "225(0,2,0,8,0) walk");
    EXPECT_EQ(run("doom", "special = 24576; arg0 = 2;"), "200(2,8,0,1,0) walk");
    EXPECT_EQ(run("doom", "", "special = 17;"), "convert-untranslated");
    EXPECT_EQ(run("doom", "", "special = 16;"), "0(0,0,0,0,0)");
    for (const char* space : {"zdoom", "hexen", "srb2", "eternity", "dsda"}) {
        EXPECT_EQ(run(space, ""), "map-unsupported") << space;
    }
}

TEST(Translate, LossyMakesZeroOfWhatHasNone) {
    Line line;
    line.special = 283;
    line.tag = 5;
    const binary_map::Map lumps5 = binary_map::Map::ground().line(line).line(line).line({});
    const auto map = lumps5.load();
    const Translated to = translate(map.value, true);
    ASSERT_EQ(to.status, Status::ok);
    ASSERT_EQ(to.findings.kept().size(), 1u);
    const Finding& finding = to.findings.kept()[0];
    EXPECT_EQ(finding.a, 283);
    EXPECT_EQ(finding.b, 2);
    EXPECT_EQ(finding.severity, FLATLINE_WARNING);
    EXPECT_EQ(first_line(to.map.value), "0(0,0,0,0,0)");
    EXPECT_EQ(to.map.value.linedefs()[0].id, 5);
}

}  // namespace translate_test
