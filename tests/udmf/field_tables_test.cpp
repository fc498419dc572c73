#include "udmf/field_tables.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cctype>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "support/guarded_text.hpp"

namespace {

using flatline::engine::Dialect;
using flatline::engine::FieldId;
using flatline::engine::FieldRow;
using flatline::engine::find_field;
using flatline::engine::udmf::FieldRecord;
using flatline::engine::udmf::FieldTable;
using flatline::engine::udmf::find_row;
using flatline::engine::udmf::kMaxKeyBytes;
using flatline::engine::udmf::load_key;
using flatline::engine::udmf::make_key;
using flatline::engine::udmf::Store;

std::vector<Dialect> all_dialects() {
    std::vector<Dialect> all;
    for (std::size_t i = 0; i < flatline::engine::kDialectCount; ++i)
        all.push_back(static_cast<Dialect>(i));
    return all;
}

std::string title(const FieldRow& row) {
    return std::string(flatline::engine::dialect_name(row.dialect)) + " " +
           std::to_string(row.block) + " " + std::string(row.name);
}

const FieldRecord* find(const FieldTable& table, std::uint8_t block, std::string_view name) {
    return table.find(block, make_key(name));
}

// ---- Keys ----

TEST(Key, LoadedFromATextItIsTheKeyOfTheSpelling) {
    guarded::Page page(256);
    const std::string name = "aZ_09bcdefghijklmnopqrstuvwxyzAB";
    ASSERT_EQ(name.size(), kMaxKeyBytes);
    for (std::size_t size = 0; size <= kMaxKeyBytes; ++size) {
        // With anything after it, and at the end of readable memory.
        for (const std::size_t behind : {0u, 1u, 7u, 31u, 32u, 100u}) {
            const flatline::engine::Bytes at =
                page.put(name.substr(0, size) + std::string(behind, '\xFF'));
            EXPECT_TRUE(load_key(at.data(), size, at.end()) == make_key(name.substr(0, size)))
                << size << ' ' << behind;
        }
    }
}

TEST(Key, FoldsCaseAndNothingElse) {
    EXPECT_TRUE(make_key("SideFront") == make_key("sidefront"));
    EXPECT_FALSE(make_key("sidefront") == make_key("sidefron"));
    EXPECT_FALSE(make_key("a") == make_key("a0"));
    // All pairs of identifier characters: equal only where they are one letter in two cases.
    std::string characters = "_0123456789";
    for (char c = 'a'; c <= 'z'; ++c) characters += {c, static_cast<char>(c - 32)};
    for (const char a : characters) {
        for (const char b : characters) {
            const bool same =
                a == b || (std::isalpha(a) && std::isalpha(b) && (a | 32) == (b | 32));
            EXPECT_EQ(make_key({&a, 1}) == make_key({&b, 1}), same) << a << b;
        }
    }
}

// ---- Rows, and the records made from them ----

TEST(FieldTable, EveryRowOfADialectIsFoundInItsTable) {
    for (const Dialect dialect : all_dialects()) {
        const bool v0_99 = dialect == Dialect::udmf099;
        const FieldTable table(v0_99 ? Dialect::udmf11 : dialect, v0_99);
        for (const FieldRow& row : flatline::engine::field_rows(dialect)) {
            if (row.kind == FLATLINE_ANY) continue;
            const FieldRecord* record = find(table, row.block, row.name);
            ASSERT_NE(record, nullptr) << title(row);
            ASSERT_NE(record->field, FLATLINE_NO_FIELD) << title(row);
            ASSERT_LT(record->field, flatline::engine::udmf::field_count()) << title(row);
            EXPECT_EQ(flatline::engine::field_block(record->field), row.block) << title(row);
            if (row.alias_of.empty()) {
                EXPECT_EQ(flatline::engine::field_name(record->field), row.name) << title(row);
                const auto found =
                    find_row(v0_99 ? Dialect::udmf11 : dialect, v0_99, record->field);
                ASSERT_TRUE(found.has_value()) << title(row);
                EXPECT_EQ(title(*found), title(row));
                EXPECT_EQ(found->fallback, row.fallback) << title(row);
            }
        }
    }
}

TEST(FieldTable, RecordsAgreeWithTheirRows) {
    for (const Dialect dialect : all_dialects()) {
        const bool v0_99 = dialect == Dialect::udmf099;
        const FieldTable table(v0_99 ? Dialect::udmf11 : dialect, v0_99);
        for (const FieldRow& row : flatline::engine::field_rows(dialect)) {
            if (row.kind == FLATLINE_ANY || row.block == FLATLINE_GLOBAL) continue;
            const FieldRecord& record = *find(table, row.block, row.name);
            switch (record.store) {
                case Store::integer:
                case Store::index:
                case Store::whole:
                case Store::column_integer:
                    EXPECT_EQ(row.kind, FLATLINE_INTEGER) << title(row);
                    break;
                case Store::real:
                case Store::column_real:
                    EXPECT_EQ(row.kind, FLATLINE_REAL) << title(row);
                    break;
                case Store::flag:
                case Store::not_flag:
                case Store::column_boolean:
                    EXPECT_EQ(row.kind, FLATLINE_BOOLEAN) << title(row);
                    break;
                case Store::name:
                case Store::column_string:
                    EXPECT_EQ(row.kind, FLATLINE_STRING) << title(row);
                    break;
                case Store::column_ids:
                    EXPECT_EQ(row.kind, FLATLINE_IDS) << title(row);
                    break;
            }
            const bool member = record.store <= Store::not_flag;
            EXPECT_EQ(record.seen != 0, member) << title(row);
            EXPECT_EQ(record.mask != 0,
                      record.store == Store::flag || record.store == Store::not_flag)
                << title(row);
        }
    }
}

TEST(FieldTable, StandardFieldsAreKnownToAllAndLieWhereTheyShould) {
    for (const Dialect dialect : all_dialects()) {
        if (dialect == Dialect::udmf099) continue;
        const FieldTable table(dialect, false);
        std::map<std::uint8_t, std::uint64_t> seen;
        for (const flatline::engine::StandardField& field : flatline::engine::standard_fields()) {
            const FieldRecord* record = find(table, field.block, field.name);
            ASSERT_NE(record, nullptr) << field.name;
            EXPECT_EQ(record->field, field.field) << field.name;
            EXPECT_EQ(record->offset, field.offset) << field.name;
            EXPECT_EQ(record->mask, field.bit) << field.name;
            EXPECT_EQ(record->store == Store::name, field.is_name) << field.name;
            EXPECT_EQ(record->store == Store::index, field.is_index) << field.name;
            EXPECT_EQ(std::popcount(record->seen), 1) << field.name;
            EXPECT_EQ(seen[field.block] & record->seen, 0u) << field.name;
            seen[field.block] |= record->seen;
        }
    }
}

TEST(FieldTable, ADialectLiesOverTheStandard) {
    const FieldTable standard(Dialect::udmf11, false);
    const FieldTable zdoom(Dialect::zdoom, false);
    EXPECT_EQ(find(standard, FLATLINE_SECTOR, "gravity"), nullptr);
    ASSERT_NE(find(zdoom, FLATLINE_SECTOR, "gravity"), nullptr);
    EXPECT_EQ(find(zdoom, FLATLINE_SECTOR, "gravity")->store, Store::column_real);
    EXPECT_EQ(find(zdoom, FLATLINE_THING, "sidefront"), nullptr) << "blocks do not share names";
    // Heights are integers but in zdoom and eternity, offsets but in eternity.
    EXPECT_EQ(find(standard, FLATLINE_SECTOR, "heightfloor")->store, Store::whole);
    EXPECT_EQ(find(standard, FLATLINE_SIDEDEF, "offsetx")->store, Store::whole);
    const FieldTable eternity(Dialect::eternity, false);
    EXPECT_EQ(find(eternity, FLATLINE_SECTOR, "heightfloor")->store, Store::real);
    EXPECT_EQ(find(eternity, FLATLINE_SIDEDEF, "offsetx")->store, Store::real);
}

TEST(FieldTable, CoordinatesAndHeightsHaveBounds) {
    using flatline::engine::udmf::Bound;
    const FieldTable table(Dialect::zdoom, false);
    const auto bound = [&](std::uint8_t block, const char* name) {
        return find(table, block, name)->bound;
    };
    EXPECT_EQ(bound(FLATLINE_VERTEX, "x"), Bound::coordinate);
    EXPECT_EQ(bound(FLATLINE_THING, "y"), Bound::coordinate);
    EXPECT_EQ(bound(FLATLINE_THING, "height"), Bound::height);
    EXPECT_EQ(bound(FLATLINE_SECTOR, "heightceiling"), Bound::height);
    EXPECT_EQ(bound(FLATLINE_SECTOR, "id"), Bound::none);
    EXPECT_EQ(bound(FLATLINE_SECTOR, "gravity"), Bound::none);
    const FieldTable old(Dialect::udmf11, true);
    EXPECT_EQ(find(old, FLATLINE_SECTOR, "floorheight")->bound, Bound::height);
}

// ---- 0.99 ----

TEST(FieldTable, NamesOf0_99LieInFront) {
    const FieldTable table(Dialect::udmf11, true);
    const auto same = [&](std::uint8_t block, const char* alias, const char* canonical) {
        const FieldRecord* record = find(table, block, alias);
        ASSERT_NE(record, nullptr) << alias;
        EXPECT_EQ(record->field, find_field(block, canonical)) << alias;
    };
    same(FLATLINE_LINEDEF, "frontside", "sidefront");
    same(FLATLINE_LINEDEF, "backside", "sideback");
    same(FLATLINE_LINEDEF, "soundblock", "blocksound");
    same(FLATLINE_SECTOR, "floorpic", "texturefloor");
    same(FLATLINE_SECTOR, "tag", "id");
    same(FLATLINE_THING, "tid", "id");
    same(FLATLINE_LINEDEF, "sidefront", "sidefront");
    // Classes are counted from 0 in 0.99, so class1 is the second one.
    same(FLATLINE_THING, "class0", "class1");
    same(FLATLINE_THING, "class1", "class2");
    same(FLATLINE_THING, "class2", "class3");
    EXPECT_EQ(find(table, FLATLINE_THING, "class1")->mask, unsigned{FLATLINE_THING_CLASS2});
    EXPECT_FALSE(find_row(Dialect::udmf11, true, find_field(FLATLINE_THING, "class1")))
        << "the row of that key is about another field";
    const auto fallback = [](Dialect dialect, bool v0_99) {
        const auto row = find_row(dialect, v0_99, find_field(FLATLINE_SECTOR, "lightlevel"));
        return row ? row->fallback : "no row";
    };
    EXPECT_EQ(fallback(Dialect::udmf11, true), "255");
    EXPECT_EQ(fallback(Dialect::udmf11, false), "160");
    EXPECT_EQ(fallback(Dialect::srb2, false), "255");
    const auto secret = find_row(Dialect::srb2, false, find_field(FLATLINE_LINEDEF, "secret"));
    ASSERT_TRUE(secret.has_value()) << "a standard field that the dialect does not repeat";
    EXPECT_EQ(secret->dialect, Dialect::udmf11);
    EXPECT_FALSE(find_row(Dialect::srb2, false, FLATLINE_NO_FIELD));
    const FieldTable modern(Dialect::udmf11, false);
    EXPECT_EQ(find(modern, FLATLINE_LINEDEF, "frontside"), nullptr);
}

TEST(FieldTable, OneKeyForTwoFlags) {
    const FieldTable table(Dialect::udmf11, true);
    const FieldRecord* easy = find(table, FLATLINE_THING, "easy");
    ASSERT_NE(easy, nullptr);
    EXPECT_EQ(easy->store, Store::flag);
    EXPECT_EQ(easy->mask, unsigned{FLATLINE_THING_SKILL1 | FLATLINE_THING_SKILL2});
    EXPECT_EQ(easy->seen, find(table, FLATLINE_THING, "skill1")->seen |
                              find(table, FLATLINE_THING, "skill2")->seen);
    const FieldRecord* push = find(table, FLATLINE_LINEDEF, "push");
    ASSERT_NE(push, nullptr);
    EXPECT_EQ(push->mask, unsigned{FLATLINE_LINE_PLAYERPUSH | FLATLINE_LINE_MONSTERPUSH});
}

TEST(FieldTable, FlagsTurnedRound) {
    const FieldTable table(Dialect::udmf11, true);
    std::set<std::string_view> negated;
    for (const flatline::engine::StandardField& field : flatline::engine::standard_fields()) {
        if (FieldTable::negated(field)) negated.insert(field.name);
    }
    EXPECT_EQ(negated, (std::set<std::string_view>{"single", "dm", "coop"}));
    const FieldRecord* record = find(table, FLATLINE_THING, "notdm");
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(record->store, Store::not_flag);
    EXPECT_EQ(record->mask, unsigned{FLATLINE_THING_DM});
    EXPECT_EQ(find(table, FLATLINE_THING, "dm")->store, Store::flag);
}

// ---- Value sets ----

TEST(ValueSet, EverySetFitsTheKindOfItsRows) {
    std::set<std::uint8_t> sets;
    for (const Dialect dialect : all_dialects()) {
        const bool v0_99 = dialect == Dialect::udmf099;
        const FieldTable table(v0_99 ? Dialect::udmf11 : dialect, v0_99);
        for (const FieldRow& row : flatline::engine::field_rows(dialect)) {
            if (row.kind == FLATLINE_ANY) continue;
            const FieldRecord& record = *find(table, row.block, row.name);
            EXPECT_EQ(flatline::engine::udmf::value_set(record.values), row.values) << title(row);
            if (record.values == 0) continue;
            sets.insert(record.values);
            const std::size_t dots = row.values.find("..");
            if (row.kind == FLATLINE_INTEGER) {
                // value_allowed reads these as a range.
                ASSERT_NE(dots, std::string_view::npos) << title(row);
                const long low = std::strtol(std::string(row.values).c_str(), nullptr, 10);
                const long high =
                    std::strtol(std::string(row.values.substr(dots + 2)).c_str(), nullptr, 10);
                ASSERT_LT(low, high) << title(row);
                const auto allowed = [&](std::int64_t value) {
                    return flatline::engine::udmf::value_allowed(record.values, value);
                };
                EXPECT_TRUE(allowed(low) && allowed(high)) << title(row);
                EXPECT_FALSE(allowed(low - 1) || allowed(high + 1)) << title(row);
                EXPECT_FALSE(allowed(INT64_MIN) || allowed(INT64_MAX)) << title(row);
            } else {
                EXPECT_EQ(row.kind, FLATLINE_STRING) << title(row);
                EXPECT_EQ(dots, std::string_view::npos) << title(row);
            }
        }
    }
    EXPECT_GT(sets.size(), 5u);
}

TEST(ValueSet, WordsWithoutCase) {
    const FieldTable table(Dialect::zdoom, false);
    const FieldRecord* record = find(table, FLATLINE_LINEDEF, "renderstyle");
    ASSERT_NE(record, nullptr);
    ASSERT_NE(record->values, 0);
    const std::string_view set = flatline::engine::udmf::value_set(record->values);
    const auto allowed = [&](std::string_view value) {
        return flatline::engine::udmf::value_allowed(record->values, value);
    };
    EXPECT_TRUE(allowed(set.substr(0, set.find('|'))));
    EXPECT_TRUE(allowed(set.substr(set.rfind('|') + 1)));
    EXPECT_TRUE(allowed("Translucent"));
    EXPECT_FALSE(allowed("translucen"));
    EXPECT_FALSE(allowed("translucent "));
    EXPECT_FALSE(allowed(""));
    EXPECT_FALSE(allowed(set));
    EXPECT_FALSE(allowed("|"));
}

// ---- The public functions ----

TEST(Fields, IdsHaveOneNameAndBlock) {
    std::set<std::string> names;
    for (FieldId id = 0; id < flatline::engine::udmf::field_count(); ++id) {
        const std::string_view name = flatline::engine::field_name(id);
        ASSERT_FALSE(name.empty());
        ASSERT_LE(name.size(), kMaxKeyBytes);
        EXPECT_EQ(find_field(flatline::engine::field_block(id), name), id) << name;
        EXPECT_TRUE(
            names.insert(std::to_string(flatline::engine::field_block(id)) + std::string(name))
                .second);
    }
    // Arrays of the reader and of the columns are as long as this.
    EXPECT_LE(flatline::engine::udmf::field_count(), 1024u);
    const auto end = static_cast<FieldId>(flatline::engine::udmf::field_count());
    EXPECT_EQ(flatline::engine::field_name(end), "");
    EXPECT_EQ(flatline::engine::field_block(end), FLATLINE_MAP);
    EXPECT_EQ(flatline::engine::field_name(FLATLINE_NO_FIELD), "");
}

TEST(Fields, FindFieldTakesAnyBytes) {
    const FieldId ambush = find_field(FLATLINE_THING, "ambush");
    EXPECT_NE(ambush, FieldId{FLATLINE_NO_FIELD});
    EXPECT_EQ(find_field(FLATLINE_THING, "AMBUSH"), ambush);
    EXPECT_EQ(find_field(FLATLINE_VERTEX, "X"), find_field(FLATLINE_VERTEX, "x"));
    for (const char* name : {"", "xx", " x", "x ", "\x58\xFF", "@", "gravity", "X\x01"}) {
        EXPECT_EQ(find_field(FLATLINE_VERTEX, name), FLATLINE_NO_FIELD) << name;
    }
    // Bytes that the fold of keys would take for others.
    EXPECT_EQ(find_field(FLATLINE_LINEDEF, "v\x11"), FLATLINE_NO_FIELD);
    EXPECT_NE(find_field(FLATLINE_LINEDEF, "v1"), FLATLINE_NO_FIELD);
    EXPECT_EQ(find_field(FLATLINE_VERTEX, std::string(33, 'x')), FLATLINE_NO_FIELD);
    EXPECT_EQ(find_field(FLATLINE_VERTEX, std::string(100'000, 'x')), FLATLINE_NO_FIELD);
    for (const int block : {int{FLATLINE_BLOCK}, int{FLATLINE_MAP}, 0xFF}) {
        EXPECT_EQ(find_field(static_cast<std::uint8_t>(block), "x"), FLATLINE_NO_FIELD);
    }
    EXPECT_EQ(find_field(FLATLINE_LINEDEF, "frontside"), FLATLINE_NO_FIELD) << "an alias has no id";
}

TEST(Fields, NamespacesWithoutCase) {
    using flatline::engine::udmf::find_namespace;
    std::set<std::string_view> names;
    for (const flatline::engine::NamespaceRow& row : flatline::engine::namespace_rows()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        // redecide() compares at most so many bytes of a text.
        EXPECT_LT(row.name.size(), 32u) << row.name;
        std::string upper(row.name);
        for (char& c : upper) c = static_cast<char>(std::toupper(c));
        EXPECT_EQ(find_namespace(row.name), &row);
        EXPECT_EQ(find_namespace(upper), &row);
        EXPECT_EQ(find_namespace(std::string(row.name) + "x"), nullptr);
    }
    EXPECT_EQ(find_namespace(""), nullptr);
    EXPECT_EQ(find_namespace("zdoo"), nullptr);
    EXPECT_EQ(find_namespace(std::string(100'000, 'z')), nullptr);
    EXPECT_TRUE(find_namespace("doom")->zero_line_id);
    EXPECT_FALSE(find_namespace("hexen")->zero_line_id);
    EXPECT_FALSE(find_namespace("zdoom")->zero_line_id);
}

}  // namespace
