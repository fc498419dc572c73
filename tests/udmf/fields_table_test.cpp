// The registry of fields against fields.tsv, and every row of every dialect through the loader: a
// map that sets the field and one element that does not.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/fields.hpp"
#include "reference/reference_fields.hpp"
#include "support/load_text.hpp"
#include "support/map_json.hpp"
#include "support/needs.hpp"
#include "support/oracle.hpp"
#include "support/paths.hpp"

namespace fields_table_test {

using flatline::engine::Dialect;
using flatline::engine::FieldRow;
using nlohmann::json;

const char* const kBlocks[] = {"vertex", "linedef", "sidedef", "sector", "thing", "global"};

// A namespace that reads with this table and changes no default.
const char* namespace_of(Dialect dialect) {
    switch (dialect) {
        case Dialect::srb2:
            return "srb2";
        case Dialect::zdoom:
            return "zdoom";
        case Dialect::eternity:
            return "eternity";
        case Dialect::dsda:
            return "dsda";
        case Dialect::woof:
            return "woof";
        default:
            return "hexen";
    }
}

bool is_placeholder(const FieldRow& row) { return row.name.find('*') != std::string_view::npos; }

std::vector<Dialect> dialects() {
    std::vector<Dialect> all;
    for (std::size_t i = 0; i < flatline::engine::kDialectCount; ++i) {
        all.push_back(static_cast<Dialect>(i));
    }
    return all;
}

std::string title(const FieldRow& row) {
    return std::string(flatline::engine::dialect_name(row.dialect)) + " " + kBlocks[row.block] +
           " " + std::string(row.name);
}

TEST(FieldsTable, RowsAreUniqueAndLowerCase) {
    for (const Dialect dialect : dialects()) {
        std::set<std::pair<int, std::string_view>> seen;
        ASSERT_FALSE(flatline::engine::field_rows(dialect).empty());
        for (const FieldRow& row : flatline::engine::field_rows(dialect)) {
            SCOPED_TRACE(title(row));
            EXPECT_EQ(row.dialect, dialect);
            EXPECT_TRUE(seen.insert({row.block, row.name}).second) << "twice";
            EXPECT_FALSE(row.name.empty());
            EXPECT_FALSE(row.source.empty());
            for (const char c : row.name) {
                EXPECT_FALSE(c >= 'A' && c <= 'Z');
            }
            EXPECT_LE(row.block, FLATLINE_GLOBAL);
            const bool element = row.block <= FLATLINE_THING;
            if (element && row.alias_of.empty() && !is_placeholder(row)) {
                const flatline::engine::FieldId id =
                    flatline::engine::find_field(row.block, row.name);
                ASSERT_NE(id, FLATLINE_NO_FIELD);
                EXPECT_EQ(flatline::engine::field_name(id), row.name);
                EXPECT_EQ(flatline::engine::field_block(id), row.block);
            }
        }
    }
}

TEST(FieldsTable, NamesAreFoundInAnyCase) {
    EXPECT_EQ(flatline::engine::find_field(FLATLINE_THING, "TYPE"),
              flatline::engine::find_field(FLATLINE_THING, "type"));
    EXPECT_NE(flatline::engine::find_field(FLATLINE_THING, "x"),
              flatline::engine::find_field(FLATLINE_VERTEX, "x"));
    EXPECT_EQ(flatline::engine::find_field(FLATLINE_THING, "no such"), FLATLINE_NO_FIELD);
    EXPECT_EQ(flatline::engine::find_field(FLATLINE_THING, ""), FLATLINE_NO_FIELD);
    EXPECT_TRUE(flatline::engine::field_name(FLATLINE_NO_FIELD).empty());
    EXPECT_EQ(flatline::engine::field_block(FLATLINE_NO_FIELD), FLATLINE_MAP);
}

// UDMF 1.1 has 82 fields in its five blocks; all but comment lie in the structs.
TEST(FieldsTable, StandardFieldsAreThoseOfUdmf11) {
    std::set<std::pair<int, std::string_view>> in_structs;
    for (const flatline::engine::StandardField& field : flatline::engine::standard_fields()) {
        EXPECT_TRUE(in_structs.insert({field.block, field.name}).second) << field.name;
        EXPECT_EQ(flatline::engine::find_field(field.block, field.name), field.field) << field.name;
    }
    std::size_t comments = 0;
    for (const FieldRow& row : flatline::engine::field_rows(Dialect::udmf11)) {
        const bool comment = row.name == "comment";
        comments += comment;
        EXPECT_EQ(in_structs.count({row.block, row.name}) == 1,
                  row.block <= FLATLINE_THING && !comment)
            << title(row);
    }
    EXPECT_EQ(in_structs.size() + comments + 1,
              flatline::engine::field_rows(Dialect::udmf11).size());
}

TEST(FieldsTable, NamespacesChooseTheirDialects) {
    const std::map<std::string_view, std::pair<Dialect, bool>> expected = {
        {"doom", {Dialect::udmf11, true}},        {"heretic", {Dialect::udmf11, true}},
        {"hexen", {Dialect::udmf11, false}},      {"strife", {Dialect::udmf11, true}},
        {"zdoom", {Dialect::zdoom, false}},       {"zdoomtranslated", {Dialect::zdoom, false}},
        {"vavoom", {Dialect::zdoom, false}},      {"srb2", {Dialect::srb2, false}},
        {"eternity", {Dialect::eternity, false}}, {"dsda", {Dialect::dsda, false}},
        {"woof", {Dialect::woof, false}}};
    EXPECT_EQ(flatline::engine::namespace_rows().size(), expected.size());
    for (const flatline::engine::NamespaceRow& row : flatline::engine::namespace_rows()) {
        const auto found = expected.find(row.name);
        ASSERT_NE(found, expected.end()) << row.name;
        EXPECT_EQ(row.dialect, found->second.first) << row.name;
        EXPECT_EQ(row.zero_line_id, found->second.second) << row.name;
    }
}

std::optional<FieldRow> find_row(const reference::Field& field) {
    for (const Dialect dialect : dialects()) {
        if (flatline::engine::dialect_name(dialect) != field.dialect) {
            continue;
        }
        for (const FieldRow& row : flatline::engine::field_rows(dialect)) {
            if (row.name == field.name && kBlocks[row.block] == field.block) {
                return row;
            }
        }
    }
    return std::nullopt;
}

// Two defaults that mean the same: "0" and "0.0", "0x10" and "16".
bool same_default(reference::Kind kind, const std::string& left, const std::string& right) {
    const bool number = kind == reference::Kind::integer || kind == reference::Kind::real;
    if (!number || left.empty() || right.empty()) {
        return left == right;
    }
    return std::strtod(left.c_str(), nullptr) == std::strtod(right.c_str(), nullptr);
}

TEST(FieldsTable, HasEveryRowOfTheTsv) {
    if (!reference::fields_from_tsv()) {
        GTEST_SKIP() << needs::reference();
    }
    std::size_t rows = 0;
    for (const reference::Field& field : reference::all_fields()) {
        SCOPED_TRACE(field.dialect + " " + field.block + " " + field.name);
        const std::optional<FieldRow> row = find_row(field);
        ASSERT_TRUE(row);
        ++rows;
        EXPECT_EQ(static_cast<int>(row->kind), static_cast<int>(field.kind));
        EXPECT_EQ(row->alias_of, field.alias_of);
        EXPECT_TRUE(same_default(field.kind, std::string(row->fallback), field.fallback))
            << '"' << row->fallback << "\" against \"" << field.fallback << '"';
        if (field.name == "namespace") {
            continue;  // a missing one is a finding and refuses nothing; its values are a table
        }
        EXPECT_EQ(row->required, field.required);
        if (field.values.find("..") != std::string::npos) {
            EXPECT_EQ(row->values, field.values);
            continue;
        }
        // The registry may know more spellings than the documents, never fewer.
        std::string word;
        for (const char c : field.values + ",") {
            if (c != ',') {
                word += c;
                continue;
            }
            const std::string all = "|" + std::string(row->values) + "|";
            EXPECT_NE(all.find("|" + word + "|"), std::string::npos) << word;
            word.clear();
        }
    }
    std::size_t in_registry = 0;
    for (const Dialect dialect : dialects()) {
        for (const FieldRow& row : flatline::engine::field_rows(dialect)) {
            in_registry += !is_placeholder(row);
        }
    }
    EXPECT_EQ(in_registry, rows) << "the registry has rows that the table has not";
}

// The fields that an element must have, and what they are called in both grammars.
using Fields = std::map<std::string, std::string>;

const Fields kNeeded[] = {{{"x", "0"}, {"y", "0"}},
                          {{"v1", "0"}, {"v2", "0"}, {"sidefront", "0"}},
                          {{"sector", "0"}},
                          {},
                          {{"x", "0"}, {"y", "0"}, {"type", "0"}}};

struct Sample {
    std::string literal;
    json value;
};

// A value that is not the row's default.
Sample sample_of(const FieldRow& row) {
    switch (row.kind) {
        case FLATLINE_INTEGER: {
            const bool index = row.name == "v1" || row.name == "v2" || row.name == "sector" ||
                               row.name.find("side") != std::string_view::npos;
            const std::string number = index ? "1" : row.fallback == "12" ? "11" : "12";
            return {number, json::parse(number)};
        }
        case FLATLINE_REAL:
            return {"2.5", 2.5};
        case FLATLINE_BOOLEAN:
            return row.fallback == "true" ? Sample{"false", false} : Sample{"true", true};
        case FLATLINE_IDS:
            return {"\"3 5\"", json::array({3, 5})};
        default:
            break;
    }
    std::string word = "abc";
    if (!row.values.empty()) {
        const std::size_t bar = row.values.find('|');
        word = std::string(row.values.substr(0, bar));
        if (word == row.fallback) {
            const std::size_t next = row.values.find('|', bar + 1);
            word = std::string(row.values.substr(bar + 1, next - bar - 1));
        }
    }
    return {"\"" + word + "\"", word};
}

// Canonical fields that the row assigns, true if its value is turned around.
std::vector<std::pair<std::string, bool>> targets_of(const FieldRow& row) {
    std::string alias(row.alias_of);
    if (alias.empty()) {
        return {{std::string(row.name), false}};
    }
    if (alias.rfind("NOT ", 0) == 0) {
        return {{alias.substr(4), true}};
    }
    const std::size_t plus = alias.find(" + ");
    if (plus == std::string::npos) {
        return {{alias, false}};
    }
    return {{alias.substr(0, plus), false}, {alias.substr(plus + 3), false}};
}

std::string element(int block, const Fields& fields) {
    std::string text = std::string(kBlocks[block]) + "{";
    for (const auto& [name, value] : fields) {
        text += name + "=" + value + ";";
    }
    return text + "}\n";
}

// Two elements of each kind; the first one of the row's kind has the row's field.
std::string map_with(const FieldRow& row, const std::string& name, const std::string& literal) {
    std::string text = "namespace=\"" + name + "\";\n";
    for (int block = 0; block < 5; ++block) {
        Fields with = kNeeded[block];
        if (row.block == block) {
            for (const auto& target : targets_of(row)) {
                with.erase(target.first);
            }
            with[std::string(row.name)] = literal;
        }
        text += element(block, with) + element(block, kNeeded[block]);
    }
    return text;
}

json default_of(const FieldRow& row) {
    const std::string text(row.fallback);
    switch (row.kind) {
        case FLATLINE_INTEGER:
            return std::strtoll(text.c_str(), nullptr, 0);
        case FLATLINE_REAL:
            return std::strtod(text.c_str(), nullptr);
        case FLATLINE_BOOLEAN:
            return text == "true";
        default:
            return text;
    }
}

class EveryRow : public testing::TestWithParam<Dialect> {};

// Sets the row's field and looks at both elements.
void check_row(const FieldRow& row, Dialect dialect) {
    SCOPED_TRACE(title(row) + " in " + std::string(flatline::engine::dialect_name(dialect)));
    const Sample sample = sample_of(row);
    const std::string text = map_with(row, namespace_of(dialect), sample.literal);
    flatline::engine::LoadOptions options;
    options.grammar = dialect == Dialect::udmf099 ? flatline::engine::Grammar::v0_99
                                                  : flatline::engine::Grammar::v1_1;
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        load_text::load(text, options);
    ASSERT_TRUE(result) << text << load_text::story(result, text);
    ASSERT_EQ(oracle::first_fault(result, text), "");
    EXPECT_EQ(load_text::find(result, "field-unknown|field-type|field-enum"), nullptr)
        << load_text::story(result, text);
    const json dump = map_json::dump(result.value);
    EXPECT_TRUE(result.value.unknowns().empty());
    for (const auto& [name, negated] : targets_of(row)) {
        const json& elements = dump[map_json::kArrays[row.block]];
        const json expected = negated ? json(!sample.value.get<bool>()) : sample.value;
        ASSERT_TRUE(elements[0].contains(name)) << name;
        EXPECT_EQ(elements[0][name], expected) << name;
        const flatline::engine::FieldId id = flatline::engine::find_field(row.block, name);
        ASSERT_NE(id, FLATLINE_NO_FIELD);
        bool in_struct = false;
        for (const flatline::engine::StandardField& field : flatline::engine::standard_fields()) {
            in_struct = in_struct || field.field == id;
        }
        const flatline_column* column = result.value.column(id);
        EXPECT_EQ(column == nullptr, in_struct);
        if (column != nullptr) {
            ASSERT_EQ(column->count, 1u);
            EXPECT_EQ(column->elements[0], 0u);
            EXPECT_EQ(column->kind, row.kind);
        }
        if (row.alias_of.empty() && !row.required) {
            const bool mode = name == "single" || name == "dm" || name == "coop";
            const bool present = dialect == Dialect::udmf099 && mode;
            EXPECT_EQ(result.value.field_default(id), present ? "true" : row.fallback);
            if (in_struct) {
                EXPECT_EQ(elements[1][name], present ? json(true) : default_of(row)) << name;
            }
        } else if (negated) {
            EXPECT_EQ(elements[1][name], json(true)) << name;
        }
        if (name == "texturefloor" || name == "textureceiling") {
            EXPECT_EQ(elements[1][name], "-");
        }
    }
}

TEST_P(EveryRow, IsReadAndHasItsDefault) {
    std::set<std::pair<int, std::string_view>> own;
    for (const FieldRow& row : flatline::engine::field_rows(GetParam())) {
        own.insert({row.block, row.name});
        if (row.block <= FLATLINE_THING && !is_placeholder(row)) {
            check_row(row, GetParam());
        }
    }
    // Every dialect knows the standard fields too, where its own table does not name them.
    for (const FieldRow& row : flatline::engine::field_rows(Dialect::udmf11)) {
        if (row.block <= FLATLINE_THING && own.count({row.block, row.name}) == 0) {
            const bool light = GetParam() == Dialect::udmf099 && row.name == "lightlevel";
            if (!light) {
                check_row(row, GetParam());
            }
        }
    }
}

std::string dialect_title(const testing::TestParamInfo<Dialect>& info) {
    return std::string(flatline::engine::dialect_name(info.param));
}

INSTANTIATE_TEST_SUITE_P(Fields, EveryRow, testing::ValuesIn(dialects()), dialect_title);

}  // namespace fields_table_test
