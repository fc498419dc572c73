// Defaults as values: of rows, of maps, in C.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "flatline/flatline.h"
#include "model/load.hpp"
#include "support/load_text.hpp"

namespace map_fields_test {

using flatline::engine::Dialect;
using flatline::engine::find_field;

std::string text_of(const flatline_value& value) {
    return value.string == nullptr ? std::string() : std::string(value.string, value.size);
}

TEST(DefaultValue, OfEveryRowSaysWhatItsTextSays) {
    for (std::size_t d = 0; d < flatline::engine::kDialectCount; ++d) {
        for (const flatline::engine::FieldRow& row :
             flatline::engine::field_rows(static_cast<Dialect>(d))) {
            SCOPED_TRACE(std::string(row.name) + " = " + std::string(row.fallback));
            const flatline_value value = flatline::engine::default_value(row);
            if (row.fallback.empty()) {
                EXPECT_EQ(value.kind, FLATLINE_NO_VALUE);
                EXPECT_EQ(value.real, 0.0);
                EXPECT_EQ(value.string, nullptr);
                continue;
            }
            EXPECT_EQ(value.kind, row.kind);
            switch (row.kind) {
                case FLATLINE_INTEGER:
                    EXPECT_EQ(std::to_string(value.integer),
                              std::to_string(std::stoll(std::string(row.fallback), nullptr, 0)));
                    EXPECT_EQ(value.real, value.integer);
                    break;
                case FLATLINE_REAL:
                    EXPECT_EQ(value.real, std::stod(std::string(row.fallback)));
                    break;
                case FLATLINE_BOOLEAN:
                    EXPECT_EQ(value.boolean != 0, row.fallback == "true");
                    EXPECT_EQ(value.integer, value.boolean);
                    break;
                default:
                    EXPECT_EQ(text_of(value), row.fallback);
                    break;
            }
        }
    }
}

TEST(DefaultValue, OfAMapIsWhatElementsGet) {
    const struct {
        const char* text;
        std::uint8_t block;
        const char* field;
        std::uint8_t kind;
        double real;
    } kCases[] = {
        {"namespace = \"zdoom\";", FLATLINE_SECTOR, "gravity", FLATLINE_REAL, 1},
        {"namespace = \"zdoom\";", FLATLINE_SECTOR, "lightlevel", FLATLINE_INTEGER, 160},
        {"namespace = \"zdoom\";", FLATLINE_LINEDEF, "id", FLATLINE_INTEGER, -1},
        {"namespace = \"doom\";", FLATLINE_LINEDEF, "id", FLATLINE_INTEGER, 0},
        {"namespace = \"zdoom\";", FLATLINE_LINEDEF, "sideback", FLATLINE_INTEGER, -1},
        {"namespace = \"zdoom\";", FLATLINE_VERTEX, "zfloor", FLATLINE_NO_VALUE, 0},
        {"namespace = \"zdoom\";", FLATLINE_VERTEX, "x", FLATLINE_NO_VALUE, 0},
        {"namespace = \"doom\";", FLATLINE_SECTOR, "gravity", FLATLINE_NO_VALUE, 0},
        {"namespace = \"zdoom\";", FLATLINE_THING, "single", FLATLINE_BOOLEAN, 0},
        {"namespace = doom;", FLATLINE_THING, "single", FLATLINE_BOOLEAN, 1},
        {"namespace = doom;", FLATLINE_SECTOR, "lightlevel", FLATLINE_INTEGER, 255},
        {"namespace = \"zdoom\";", FLATLINE_SIDEDEF, "texturetop", FLATLINE_STRING, 0},
        {"namespace = \"zdoom\";", FLATLINE_SECTOR, "moreids", FLATLINE_NO_VALUE, 0},
        {"namespace = \"zdoom\";", FLATLINE_GLOBAL, "namespace", FLATLINE_NO_VALUE, 0},
    };
    for (const auto& row : kCases) {
        SCOPED_TRACE(std::string(row.text) + " " + row.field);
        const auto loaded = load_text::load(row.text);
        ASSERT_TRUE(loaded);
        const flatline_value value = loaded.value.default_value(find_field(row.block, row.field));
        EXPECT_EQ(value.kind, row.kind);
        EXPECT_EQ(value.real, row.real);
    }
}

TEST(DefaultValue, TextOfANamespaceAndOfAGrammar) {
    const auto doom = load_text::load("namespace = \"doom\";");
    EXPECT_EQ(doom.value.field_default(find_field(FLATLINE_LINEDEF, "id")), "0");
    EXPECT_EQ(doom.value.field_default(find_field(FLATLINE_SECTOR, "id")), "0");
    const auto old = load_text::load("namespace = doom;");
    EXPECT_EQ(old.value.field_default(find_field(FLATLINE_THING, "coop")), "true");
    EXPECT_EQ(text_of(old.value.default_value(find_field(FLATLINE_SIDEDEF, "texturetop"))), "-");
}

TEST(DefaultValue, InC) {
    flatline_map* map = nullptr;
    const std::string text = "namespace = \"zdoom\";";
    ASSERT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
              FLATLINE_OK);
    const std::uint16_t gravity = flatline_find_field(FLATLINE_SECTOR, "gravity");
    EXPECT_EQ(flatline_field_default_value(map, gravity).real, 1.0);
    EXPECT_EQ(flatline_field_default_value(map, FLATLINE_NO_FIELD).kind, FLATLINE_NO_VALUE);
    EXPECT_EQ(flatline_field_default_value(nullptr, gravity).kind, FLATLINE_NO_VALUE);
    flatline_free(map);
}

}  // namespace map_fields_test
