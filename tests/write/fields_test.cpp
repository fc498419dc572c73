// Every row of every dialect's table: a field that is given is written and read back.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "model/fields.hpp"
#include "support/load_text.hpp"
#include "support/map_round_trip.hpp"
#include "support/sampled.hpp"
#include "write/layout.hpp"

namespace write_fields_test {

using flatline::engine::Dialect;
using flatline::engine::FieldRow;

const char* const kBlocks[] = {"vertex", "linedef", "sidedef", "sector", "thing"};
const char* const kRequired[] = {"x = 0; y = 0;", "v1 = 0; v2 = 0; sidefront = 0;", "sector = 0;",
                                 "texturefloor = \"F\"; textureceiling = \"C\";",
                                 "x = 0; y = 0; type = 1;"};

std::string values_of(const FieldRow& row, int which) {
    switch (row.kind) {
        case FLATLINE_INTEGER:
            return which == 0 ? "0" : which == 1 ? "-7" : "2147483647";
        case FLATLINE_REAL:
            return which == 0 ? "0.0" : which == 1 ? "-1.25" : "0.3333333333333333";
        case FLATLINE_BOOLEAN:
            return which == 1 ? "true" : "false";
        case FLATLINE_IDS:
            return which == 0 ? "\"\"" : which == 1 ? "\"1\"" : "\"3 -1 3 0\"";
        default:
            return which == 0 ? "\"\"" : which == 1 ? "\"A B\"" : "\"-\"";
    }
}

// The required fields of the block, this one with another value.
std::string block_with(const FieldRow& row, const std::string& value) {
    const std::string assignment = std::string(row.name) + " = " + value + ";";
    return std::string(kBlocks[row.block]) + " { " + kRequired[row.block] + " " + assignment +
           " }\n" + kBlocks[row.block] + " { " + kRequired[row.block] + " }\n";
}

TEST(WriteFields, EveryRowOfEveryDialect) {
    const std::map<Dialect, std::string> namespaces = {
        {Dialect::udmf11, "namespace = \"hexen\";"},
        {Dialect::udmf099, "namespace = hexen;"},
        {Dialect::srb2, "namespace = \"srb2\";"},
        {Dialect::zdoom, "namespace = \"zdoom\";"},
        {Dialect::eternity, "namespace = \"eternity\";"},
        {Dialect::dsda, "namespace = \"dsda\";"},
        {Dialect::woof, "namespace = \"woof\";"},
    };
    std::string all;
    for (int block = 0; block < 5; ++block) {
        all += std::string(kBlocks[block]) + " { " + kRequired[block] + " }\n";
    }
    std::size_t rows = 0;
    const std::size_t step = testing_support::one_in(3);
    for (const auto& [dialect, head] : namespaces) {
        for (const FieldRow& row : flatline::engine::field_rows(dialect)) {
            // `user_*` stands for many keys.
            if (row.block > FLATLINE_THING || row.kind == FLATLINE_ANY) continue;
            for (std::size_t k = rows % step; k < 3; k += step) {
                const int which = static_cast<int>(k);
                std::string value = values_of(row, which);
                // An index has to name an element.
                if (row.name == "sideback" || row.name == "backside") value = which ? "0" : "-1";
                for (const char* index : {"v1", "v2", "sidefront", "frontside", "sector"}) {
                    if (row.name == index) value = "0";
                }
                const std::string text = head + all + block_with(row, value);
                const auto read = load_text::load(text);
                ASSERT_TRUE(read) << load_text::story(read, text);
                EXPECT_EQ(map_round_trip::fault(read.value), "")
                    << flatline::engine::dialect_name(dialect) << ' ' << kBlocks[row.block] << ' '
                    << row.name << " = " << value;
            }
            ++rows;
        }
    }
    EXPECT_GT(rows, 900u);
}

TEST(WriteFields, NoBlockHasMoreThanTheWriterHasRoomFor) {
    for (std::size_t i = 0; i < flatline::engine::kDialectCount; ++i) {
        std::size_t fields[5] = {};
        for (const Dialect dialect : {static_cast<Dialect>(i), Dialect::udmf11}) {
            for (const FieldRow& row : flatline::engine::field_rows(dialect)) {
                if (row.block < 5) ++fields[row.block];
            }
        }
        for (const std::size_t count : fields) {
            EXPECT_LE(count, flatline::engine::write::Layout::kMostColumns);
        }
    }
    std::size_t members[5] = {};
    for (const flatline::engine::StandardField& field : flatline::engine::standard_fields()) {
        if (field.bit == 0) ++members[field.block];
    }
    for (const std::size_t count : members) {
        EXPECT_LT(count, flatline::engine::write::Layout::kMostMembers) << "one more for the flags";
    }
    for (std::size_t i = 0; i < flatline::engine::kDialectCount; ++i) {
        for (const FieldRow& row : flatline::engine::field_rows(static_cast<Dialect>(i))) {
            EXPECT_LE(row.name.size() + std::string_view(" = false;\n").size(),
                      flatline::engine::write::Piece::kWidth);
        }
    }
}

}  // namespace write_fields_test
