#include "binary/flag_tables.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "support/binary_map.hpp"

namespace flag_tables_test {

using namespace flatline::engine::binary;
using binary_map::boolean;
using binary_map::Line;
using binary_map::Map;
using binary_map::Thing;

std::string name_of(const FlagTables& tables) {
    if (!tables.name_space.empty()) return std::string(tables.name_space);
    return tables.hexen ? "zdoom" : "doom";
}

// The value of every field of a table in a record that has these flags.
std::map<std::string, bool> expected(const FlagTable& table, std::uint16_t flags) {
    const std::uint16_t counting = table.counting(flags);
    std::map<std::string, bool> fields;
    for (const FlagRow& row : table.rows) {
        bool on = (counting & row.bit) != 0;
        if (row.inverted) on = !on;
        if ((counting & row.toggle) != 0) on = !on;
        fields[std::string(row.field)] = on;
    }
    for (const std::string_view field : table.always) fields[std::string(field)] = true;
    return fields;
}

std::uint16_t bits_of(const FlagTable& table) {
    std::uint16_t bits = 0;
    for (const FlagRow& row : table.rows) bits = static_cast<std::uint16_t>(bits | row.bit);
    return bits;
}

TEST(FlagTables, RowsAscendAndNameEachFieldOnce) {
    for (const FlagTables& tables : kFlagTables) {
        for (const FlagTable* table : {&tables.lines, &tables.things}) {
            std::set<std::string_view> fields;
            std::uint16_t last = 0;
            for (const FlagRow& row : table->rows) {
                EXPECT_TRUE(fields.insert(row.field).second)
                    << name_of(tables) << std::string_view(row.field);
                EXPECT_GE(row.bit, last) << name_of(tables) << std::string_view(row.field);
                EXPECT_EQ(row.bit & (row.bit - 1), 0) << std::string_view(row.field);
                EXPECT_EQ(row.toggle & (row.toggle - 1), 0) << std::string_view(row.field);
                last = row.bit;
            }
            for (const std::string_view field : table->always) {
                EXPECT_TRUE(fields.insert(field).second) << name_of(tables) << field;
            }
        }
        if (!tables.hexen) continue;
        EXPECT_EQ(bits_of(tables.lines) & kActivationBits, 0) << name_of(tables);
        EXPECT_LE(tables.activations, std::size(kActivations));
    }
}

// A row whose field no dialect knows would be a slip of the pen.
TEST(FlagTables, EveryFieldIsOneOfADialect) {
    for (const FlagTables& tables : kFlagTables) {
        for (const FlagRow& row : tables.lines.rows) {
            EXPECT_NE(flatline::engine::find_field(FLATLINE_LINEDEF, row.field), FLATLINE_NO_FIELD)
                << std::string_view(row.field);
        }
        for (const FlagRow& row : tables.things.rows) {
            EXPECT_NE(flatline::engine::find_field(FLATLINE_THING, row.field), FLATLINE_NO_FIELD)
                << std::string_view(row.field);
        }
    }
}

TEST(FlagTables, NamespacesChooseTheirRow) {
    EXPECT_EQ(&flag_tables(false, "doom"), &flag_tables(false, "dsda"));
    EXPECT_EQ(&flag_tables(false, "doom"), &flag_tables(false, "hexen"));
    EXPECT_EQ(&flag_tables(false, ""), &flag_tables(false, "zdoom"));
    EXPECT_EQ(flag_tables(false, "srb2").name_space, "srb2");
    EXPECT_EQ(flag_tables(false, "eternity").name_space, "eternity");
    EXPECT_EQ(flag_tables(true, "hexen").name_space, "hexen");
    EXPECT_EQ(&flag_tables(true, "doom"), &flag_tables(true, "srb2"));
}

// Every bit by itself, all bits, and none: each field is what its row says, and what is in no row
// is in user_flags.
TEST(FlagTables, LinesHaveTheFieldsOfTheirRows) {
    for (const FlagTables& tables : kFlagTables) {
        Map map = Map::ground(tables.hexen);
        std::vector<std::uint16_t> flags = {0, 0xFFFF, 0x7FF, 0x110};
        for (int bit = 0; bit < 16; ++bit) flags.push_back(static_cast<std::uint16_t>(1u << bit));
        for (std::uint16_t value : flags) {
            if (tables.hexen) value = static_cast<std::uint16_t>(value & ~kActivationBits);
            Line line;
            line.flags = value;
            map.line(line);
        }
        const auto result = map.load_as(name_of(tables));
        ASSERT_TRUE(result);
        for (std::uint32_t i = 0; i < flags.size(); ++i) {
            const auto value =
                static_cast<std::uint16_t>(tables.hexen ? flags[i] & ~kActivationBits : flags[i]);
            SCOPED_TRACE(name_of(tables) + " " + std::to_string(value));
            for (const auto& [field, on] : expected(tables.lines, value)) {
                EXPECT_EQ(boolean(result.value, FLATLINE_LINEDEF, i, field) != "false", on)
                    << field;
            }
            const int rest = value & ~(tables.lines.counting(value) & bits_of(tables.lines));
            const std::string kept = binary_map::unknowns(result.value, FLATLINE_LINEDEF, i);
            EXPECT_EQ(kept.find("user_flags") != std::string::npos, rest != 0) << kept;
            if (rest != 0) {
                EXPECT_NE(kept.find("user_flags=" + std::to_string(rest) + " "), std::string::npos)
                    << kept;
            }
        }
    }
}

TEST(FlagTables, ThingsHaveTheFieldsOfTheirRows) {
    for (const FlagTables& tables : kFlagTables) {
        if (tables.name_space == "srb2") continue;  // its flags are heights too
        Map map = Map::ground(tables.hexen);
        std::vector<std::uint16_t> flags = {0, 0xFFFF, 0x1F, 0x117};
        for (int bit = 0; bit < 16; ++bit) flags.push_back(static_cast<std::uint16_t>(1u << bit));
        for (const std::uint16_t value : flags) {
            Thing thing;
            thing.flags = value;
            map.thing(thing);
        }
        const auto result = map.load_as(name_of(tables));
        ASSERT_TRUE(result);
        for (std::uint32_t i = 0; i < flags.size(); ++i) {
            SCOPED_TRACE(name_of(tables) + " " + std::to_string(flags[i]));
            for (const auto& [field, on] : expected(tables.things, flags[i])) {
                EXPECT_EQ(boolean(result.value, FLATLINE_THING, i, field) != "false", on) << field;
            }
            const int rest =
                flags[i] & ~(tables.things.counting(flags[i]) & bits_of(tables.things));
            EXPECT_EQ(binary_map::unknowns(result.value, FLATLINE_THING, i),
                      rest != 0 ? "user_flags=" + std::to_string(rest) + " " : "");
        }
    }
}

TEST(FlagTables, ActivationsOfLinesInHexenFormat) {
    for (const std::string name : {"hexen", "zdoom"}) {
        const FlagTables& tables = flag_tables(true, name);
        for (const std::uint32_t special : {0u, 80u}) {
            Map map = Map::ground(true);
            for (std::uint32_t way = 0; way < std::size(kActivations); ++way) {
                Line line;
                line.flags = way << kActivationShift;
                line.special = special;
                map.line(line);
            }
            const auto result = map.load_as(name);
            ASSERT_TRUE(result);
            for (std::uint32_t way = 0; way < std::size(kActivations); ++way) {
                std::set<std::string_view> on;
                if (way < tables.activations && (way != 0 || special != 0)) {
                    on.insert(std::begin(kActivations[way].fields),
                              std::end(kActivations[way].fields));
                }
                for (const Activation& other : kActivations) {
                    for (const std::string_view field : other.fields) {
                        if (field.empty()) continue;
                        EXPECT_EQ(boolean(result.value, FLATLINE_LINEDEF, way, field),
                                  on.count(field) != 0 ? "true" : "false")
                            << name << way << field;
                    }
                }
                const std::string rest =
                    way < tables.activations ? "" : "user_flags=" + std::to_string(way << 10) + " ";
                EXPECT_EQ(binary_map::unknowns(result.value, FLATLINE_LINEDEF, way), rest) << way;
            }
        }
    }
}

}  // namespace flag_tables_test
