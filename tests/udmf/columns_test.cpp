#include "udmf/columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "model/fields.hpp"
#include "support/counting_memory.hpp"
#include "udmf/field_tables.hpp"

namespace {

using flatline::engine::Array;
using flatline::engine::Budget;
using flatline::engine::FieldId;
using flatline::engine::FindingList;
using flatline::engine::Outcome;
using flatline::engine::Reservation;
using flatline::engine::udmf::Columns;
using flatline::engine::udmf::kUnset;
using flatline::engine::udmf::RawMap;
using flatline::engine::udmf::SideValue;

constexpr std::size_t kMost = 10'000;
constexpr std::uint64_t kPlenty = 64u << 20;

class ColumnsTest : public testing::Test {
protected:
    ColumnsTest() : values_memory_(kMost), decoded_memory_(kMost) {
        place_.announce(kPlenty);
        raw_.values.place(reinterpret_cast<unsigned char*>(values_memory_.data()), kMost, &place_);
        raw_.decoded.place(decoded_memory_.data(), kMost, &place_);
        budget_.announce(0);
    }
    static FieldId id(std::uint8_t block, const char* name) {
        const FieldId field = flatline::engine::find_field(block, name);
        EXPECT_NE(field, FLATLINE_NO_FIELD) << name;
        return field;
    }
    SideValue& add(std::uint8_t block, const char* name, std::uint32_t element, std::uint8_t kind) {
        SideValue& value = *raw_.values.push();
        value = {};
        value.element = element;
        value.field = id(block, name);
        value.block = block;
        value.kind = kind;
        return value;
    }
    void add_ids(std::uint32_t element, std::size_t offset, std::size_t size) {
        add(FLATLINE_SECTOR, "moreids", element, FLATLINE_IDS).text = {
            static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)};
    }
    flatline::engine::Bytes text() const {
        return {reinterpret_cast<const unsigned char*>(text_.data()), text_.size()};
    }
    Outcome build() {
        const std::size_t before = findings_.kept().size();
        const Outcome outcome = flatline::engine::udmf::build_columns(
            raw_, text(), memory_.hooks(), budget_, reservation_, findings_, columns_);
        if (outcome != Outcome::ok) return outcome;
        for (const std::size_t shares : {1, 2, 3, 8, 50}) {
            for (const std::size_t slices : {1, 2, 5}) {
                SCOPED_TRACE(std::to_string(shares) + " shares of " + std::to_string(slices));
                expect_same_of(Cut(raw_, text_.size(), slices), shares, before);
            }
        }
        return outcome;
    }
    // The same values as if slices of a text had been read by as many threads.
    struct Cut {
        Cut(const RawMap& whole, std::size_t text_size, std::size_t slices)
            : values(whole.values.data(), whole.values.data() + whole.values.size()), raw(whole) {
            std::size_t begin = 0;
            for (std::size_t i = 1; i <= slices; ++i) {
                std::size_t end = values.size() * i / slices;
                while (end > 0 && end < values.size() && same_element(end - 1, end)) ++end;
                if (end < begin) end = begin;
                if (i > 1) more.push_back(slice(begin, end, text_size));
                if (i == 1) {
                    budget.announce(kPlenty);
                    auto* at = reinterpret_cast<unsigned char*>(values.data());
                    raw.values.place(at, end, &budget);
                    EXPECT_EQ(raw.values.push(end), values.data());
                }
                begin = end;
            }
            raw.more_values = {more.data(), more.size()};
        }
        bool same_element(std::size_t a, std::size_t b) const {
            return values[a].element == values[b].element && values[a].block == values[b].block;
        }
        flatline::engine::udmf::ValueSlice slice(std::size_t begin, std::size_t end,
                                                 std::size_t text_size) {
            flatline::engine::udmf::ValueSlice slice{
                values.data() + begin, end - begin, {}, 0, false};
            const auto is_decoded = [&](const SideValue& value) {
                return (value.kind == FLATLINE_STRING || value.kind == FLATLINE_IDS) &&
                       value.text.offset >= text_size;
            };
            slice.decoded_by = FLATLINE_NONE;
            for (std::size_t i = end; i-- > begin;) {
                slice.first[values[i].block] = values[i].element;
                if (is_decoded(values[i])) {
                    slice.decoded_by =
                        std::min(slice.decoded_by,
                                 values[i].text.offset - static_cast<std::uint32_t>(text_size));
                }
            }
            for (std::size_t i = begin; i < end; ++i) {
                values[i].element -= slice.first[values[i].block];
                if (is_decoded(values[i])) values[i].text.offset -= slice.decoded_by;
            }
            return slice;
        }

        std::vector<SideValue> values;
        std::vector<flatline::engine::udmf::ValueSlice> more;
        Budget budget{kPlenty};
        RawMap raw;
    };
    // The columns and findings, whose first is number `first`, are those of columns_ and findings_.
    void expect_same_of(const Cut& cut, std::size_t shares, std::size_t first) const {
        std::vector<flatline::engine::udmf::ColumnShare> more(shares - 1);
        flatline::engine::udmf::ColumnBuilder builder(cut.raw, text(), more.data(), more.size());
        Budget budget(kPlenty);
        Reservation memory;
        FindingList findings;
        for (std::size_t i = shares; i-- > 0;) builder.count(i);
        ASSERT_EQ(builder.take({}, budget, memory), Outcome::ok);
        builder.report(findings);
        for (std::size_t i = shares; i-- > 0;) builder.fill(i, false);
        const Columns columns = builder.publish();
        ASSERT_EQ(columns.column_count, columns_.column_count);
        ASSERT_EQ(columns.id_count, columns_.id_count);
        for (std::uint32_t i = 0; i < columns.id_count; ++i) {
            EXPECT_EQ(columns.ids[i], columns_.ids[i]);
        }
        for (std::uint32_t i = 0; i < columns.column_count; ++i) {
            expect_same(columns.columns[i], columns_.columns[i]);
        }
        ASSERT_EQ(findings.kept().size() + first, findings_.kept().size());
        for (std::size_t i = 0; i < findings.kept().size(); ++i) {
            const flatline::engine::Finding& a = findings.kept()[i];
            const flatline::engine::Finding& b = findings_.kept()[first + i];
            EXPECT_TRUE(a.offset == b.offset && a.length == b.length && a.index == b.index &&
                        a.field == b.field && a.element == b.element && a.rule == b.rule);
        }
    }
    static void expect_same(const flatline_column& a, const flatline_column& b) {
        ASSERT_EQ(a.field, b.field);
        ASSERT_EQ(a.element, b.element);
        ASSERT_EQ(a.kind, b.kind);
        ASSERT_EQ(a.count, b.count);
        const std::size_t size = a.kind == FLATLINE_INTEGER   ? sizeof(std::int32_t)
                                 : a.kind == FLATLINE_BOOLEAN ? 1
                                                              : sizeof(double);
        EXPECT_EQ(std::memcmp(a.elements, b.elements, a.count * sizeof *a.elements), 0);
        EXPECT_EQ(std::memcmp(a.values.reals, b.values.reals, a.count * size), 0);
    }
    const flatline_column* column(std::uint8_t block, const char* name) const {
        for (std::uint32_t i = 0; i < columns_.column_count; ++i) {
            if (columns_.columns[i].field == id(block, name)) return &columns_.columns[i];
        }
        return nullptr;
    }
    // The ids of entry `i` of a column, as "1 -2 3".
    std::string ids(const flatline_column& c, std::uint32_t i) const {
        std::string all;
        const flatline_text range = c.values.ids[i];
        EXPECT_LE(range.offset + range.size, columns_.id_count);
        for (std::uint32_t k = 0; k < range.size; ++k) {
            all += (k == 0 ? "" : " ") + std::to_string(columns_.ids[range.offset + k]);
        }
        return all;
    }

    counting_memory::Memory memory_;
    std::vector<SideValue> values_memory_;
    std::vector<unsigned char> decoded_memory_;
    Budget place_{kPlenty};
    Budget budget_{kPlenty};
    Reservation reservation_;
    RawMap raw_;
    std::string text_;
    FindingList findings_;
    Columns columns_;
};

TEST_F(ColumnsTest, NoValuesNoMemory) {
    EXPECT_EQ(build(), Outcome::ok);
    EXPECT_EQ(columns_.column_count, 0u);
    EXPECT_EQ(memory_.calls(), 0u);
    EXPECT_EQ(budget_.used(), 0u);
}

TEST_F(ColumnsTest, OneOfEachKind) {
    text_ = "a comment 7 -8";
    add(FLATLINE_SECTOR, "gravity", 4, FLATLINE_REAL).real = 0.25;
    add(FLATLINE_LINEDEF, "locknumber", 2, FLATLINE_INTEGER).integer = -9;
    add(FLATLINE_LINEDEF, "comment", 2, FLATLINE_STRING).text = {2, 7};
    add(FLATLINE_SECTOR, "silent", 4, FLATLINE_BOOLEAN).integer = 1;
    add_ids(5, 10, 4);
    ASSERT_EQ(build(), Outcome::ok);
    ASSERT_EQ(columns_.column_count, 5u);
    for (std::uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(columns_.columns[i].count, 1u);
        EXPECT_EQ(columns_.columns[i].element,
                  flatline::engine::field_block(columns_.columns[i].field));
        if (i > 0) {
            EXPECT_LT(columns_.columns[i - 1].field, columns_.columns[i].field);
        }
    }
    const flatline_column* gravity = column(FLATLINE_SECTOR, "gravity");
    EXPECT_EQ(gravity->kind, FLATLINE_REAL);
    EXPECT_EQ(gravity->elements[0], 4u);
    EXPECT_EQ(gravity->values.reals[0], 0.25);
    EXPECT_EQ(column(FLATLINE_LINEDEF, "locknumber")->values.integers[0], -9);
    EXPECT_EQ(column(FLATLINE_LINEDEF, "comment")->values.texts[0].offset, 2u);
    EXPECT_EQ(column(FLATLINE_SECTOR, "silent")->values.booleans[0], 1);
    EXPECT_EQ(ids(*column(FLATLINE_SECTOR, "moreids"), 0), "7 -8");
    EXPECT_EQ(columns_.id_count, 2u);
    EXPECT_EQ(findings_.total(), 0u);
    EXPECT_EQ(budget_.used(), budget_.announced()) << "its size is known exactly";
    EXPECT_EQ(budget_.used(), memory_.open_bytes());
}

TEST_F(ColumnsTest, TheLastOfRepeatedValuesStays) {
    add(FLATLINE_SECTOR, "gravity", 0, FLATLINE_REAL).real = 1;
    add(FLATLINE_SECTOR, "gravity", 3, FLATLINE_REAL).real = 2;
    add(FLATLINE_SECTOR, "gravity", 3, FLATLINE_REAL).real = 3;
    add(FLATLINE_SECTOR, "gravity", 3, FLATLINE_REAL).real = 4;
    add(FLATLINE_SECTOR, "gravity", 5, FLATLINE_REAL).real = 5;
    ASSERT_EQ(build(), Outcome::ok);
    const flatline_column& c = *column(FLATLINE_SECTOR, "gravity");
    ASSERT_EQ(c.count, 3u);
    EXPECT_EQ(c.elements[1], 3u);
    EXPECT_EQ(c.values.reals[1], 4);
    EXPECT_EQ(c.values.reals[2], 5);
}

TEST_F(ColumnsTest, ValuesOfAWrongKindUndoTheOnesBefore) {
    add(FLATLINE_SECTOR, "gravity", 0, FLATLINE_REAL).real = 1;
    add(FLATLINE_SECTOR, "gravity", 0, kUnset);
    add(FLATLINE_SECTOR, "gravity", 1, kUnset);
    add(FLATLINE_SECTOR, "gravity", 2, kUnset);
    add(FLATLINE_SECTOR, "gravity", 2, FLATLINE_REAL).real = 2;
    add(FLATLINE_SECTOR, "gravity", 3, FLATLINE_REAL).real = 3;
    add(FLATLINE_SECTOR, "gravity", 4, kUnset);
    add(FLATLINE_SECTOR, "silent", 4, kUnset);
    add(FLATLINE_SECTOR, "silent", 4, kUnset);
    ASSERT_EQ(build(), Outcome::ok);
    ASSERT_EQ(columns_.column_count, 1u) << "silent is given by nobody";
    const flatline_column& c = columns_.columns[0];
    ASSERT_EQ(c.count, 2u);
    EXPECT_EQ(c.elements[0], 2u);
    EXPECT_EQ(c.elements[1], 3u);
    EXPECT_EQ(c.values.reals[0], 2);
    EXPECT_EQ(c.values.reals[1], 3);
}

TEST_F(ColumnsTest, IdLists) {
    text_ = "1 2 3|  \t7\r\n|-1 0x10 +5|2147483647 -2147483648|";
    std::size_t from = 0;
    std::uint32_t element = 0;
    for (std::size_t bar = text_.find('|'); bar != std::string::npos; bar = text_.find('|', from)) {
        add_ids(element++, from, bar - from);
        from = bar + 1;
    }
    add_ids(element++, 0, 0);
    unsigned char* decoded = raw_.decoded.push(4);
    std::memcpy(decoded, "8 99", 4);
    add_ids(element++, text_.size(), 4);
    ASSERT_EQ(build(), Outcome::ok);
    const flatline_column& c = *column(FLATLINE_SECTOR, "moreids");
    ASSERT_EQ(c.count, 6u);
    const char* const kExpected[] = {"1 2 3", "7", "-1 16 5", "2147483647 -2147483648", "", "8 99"};
    for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(ids(c, i), kExpected[i]);
    EXPECT_EQ(findings_.total(), 0u);
}

TEST_F(ColumnsTest, OfEntriesThatAreNoInt32TheNumberInFrontCountsWithAFinding) {
    text_ = "1 x2 2147483648 -2147483649 3.5 4;5 - 6 1e3 99999999999999999999";
    add_ids(3, 0, text_.size());
    unsigned char* decoded = raw_.decoded.push(3);
    std::memcpy(decoded, "7 y", 3);
    add_ids(4, text_.size(), 3);
    ASSERT_EQ(build(), Outcome::ok);
    const flatline_column& c = *column(FLATLINE_SECTOR, "moreids");
    EXPECT_EQ(ids(c, 0), "1 3 4 6 1");
    EXPECT_EQ(ids(c, 1), "7");
    const std::vector<std::string> bad = {"x2", "2147483648", "-2147483649",         "3.5", "4;5",
                                          "-",  "1e3",        "99999999999999999999"};
    ASSERT_EQ(findings_.kept().size(), bad.size() + 1);
    for (std::size_t i = 0; i < bad.size(); ++i) {
        const flatline::engine::Finding& f = findings_.kept()[i];
        EXPECT_EQ(f.rule, static_cast<std::uint16_t>(flatline::engine::Rule::field_ids));
        EXPECT_EQ(text_.substr(f.offset, f.length), bad[i]);
        EXPECT_EQ(f.index, 3u);
        EXPECT_EQ(f.element, FLATLINE_SECTOR);
        EXPECT_EQ(f.field, id(FLATLINE_SECTOR, "moreids"));
    }
    EXPECT_EQ(findings_.kept()[bad.size()].offset, FLATLINE_NO_OFFSET)
        << "a decoded string has no place of its own";
}

TEST_F(ColumnsTest, RepeatedIdLists) {
    text_ = "1 2 3 4 5";
    add_ids(0, 0, 5);
    add_ids(0, 6, 3);
    add_ids(1, 0, 1);
    ASSERT_EQ(build(), Outcome::ok);
    const flatline_column& c = *column(FLATLINE_SECTOR, "moreids");
    ASSERT_EQ(c.count, 2u);
    EXPECT_EQ(ids(c, 0), "4 5");
    EXPECT_EQ(ids(c, 1), "1");
}

TEST_F(ColumnsTest, AgreesWithAMapOnRandomValues) {
    const char* const kNames[] = {"gravity", "silent", "comment", "desaturation"};
    const std::uint8_t kKinds[] = {FLATLINE_REAL, FLATLINE_BOOLEAN, FLATLINE_STRING, FLATLINE_REAL};
    std::mt19937 random(9);
    std::map<std::pair<FieldId, std::uint32_t>, std::uint32_t> expected;
    text_ = std::string(kMost, 'x');
    for (std::uint32_t element = 0; element < 2000; ++element) {
        for (unsigned n = random() % 4; n > 0; --n) {
            const unsigned which = random() % 4;
            const auto key = std::make_pair(id(FLATLINE_SECTOR, kNames[which]), element);
            if (random() % 6 == 0) {
                add(FLATLINE_SECTOR, kNames[which], element, kUnset);
                expected.erase(key);
                continue;
            }
            SideValue& value = add(FLATLINE_SECTOR, kNames[which], element, kKinds[which]);
            const std::uint32_t number = random() % 2;
            if (kKinds[which] == FLATLINE_REAL)
                value.real = number;
            else if (kKinds[which] == FLATLINE_BOOLEAN)
                value.integer = static_cast<int>(number);
            else
                value.text = {number, 1};
            expected[key] = number;
        }
    }
    ASSERT_EQ(build(), Outcome::ok);
    auto at = expected.begin();
    for (std::uint32_t i = 0; i < columns_.column_count; ++i) {
        const flatline_column& c = columns_.columns[i];
        for (std::uint32_t k = 0; k < c.count; ++k, ++at) {
            ASSERT_NE(at, expected.end());
            ASSERT_EQ(at->first, std::make_pair(c.field, c.elements[k]));
            const double value = c.kind == FLATLINE_REAL      ? c.values.reals[k]
                                 : c.kind == FLATLINE_BOOLEAN ? c.values.booleans[k]
                                                              : c.values.texts[k].offset;
            ASSERT_EQ(value, at->second);
        }
    }
    EXPECT_EQ(at, expected.end());
}

// The pages of the values go on the way, not before they are read.
TEST(ColumnsOfManyValues, AreTheSameWithTheirPagesDropped) {
    constexpr std::uint32_t kMany = 400'000;
    const FieldId light = flatline::engine::find_field(FLATLINE_SIDEDEF, "light");
    const FieldId gravity = flatline::engine::find_field(FLATLINE_SECTOR, "gravity");
    for (const bool drop : {false, true}) {
        flatline::engine::Reservation memory;
        flatline::engine::Reservation columns_memory;
        flatline::engine::FindingList findings;
        flatline::engine::Budget budget(1u << 30);
        budget.announce(64u << 20);
        RawMap raw;
        ASSERT_TRUE(memory.ensure({}, kMany * sizeof(SideValue)));
        raw.values.place(memory.data(), kMany, &budget);
        for (std::uint32_t i = 0; i < kMany; ++i) {
            SideValue& value = *raw.values.push();
            value = {};
            value.element = i;
            value.field = i % 3 == 0 ? gravity : light;
            value.block = i % 3 == 0 ? FLATLINE_SECTOR : FLATLINE_SIDEDEF;
            value.kind = i % 3 == 0 ? FLATLINE_REAL : FLATLINE_INTEGER;
            if (i % 3 == 0) {
                value.real = i * 0.5;
            } else {
                value.integer = static_cast<std::int32_t>(i);
            }
        }
        Columns columns;
        ASSERT_EQ(flatline::engine::udmf::build_columns(raw, {}, {}, budget, columns_memory,
                                                        findings, columns, drop),
                  Outcome::ok);
        ASSERT_EQ(columns.column_count, 2u);
        for (std::uint32_t k = 0; k < 2; ++k) {
            const flatline_column& c = columns.columns[k];
            for (std::uint32_t i = 0; i < c.count; ++i) {
                const std::uint32_t element = c.elements[i];
                ASSERT_EQ(element % 3 == 0, c.field == gravity);
                ASSERT_EQ(element, c.field == gravity ? 3 * i : i / 2 * 3 + i % 2 + 1);
                if (c.field == gravity) {
                    ASSERT_EQ(c.values.reals[i], element * 0.5);
                } else {
                    ASSERT_EQ(c.values.integers[i], static_cast<std::int32_t>(element));
                }
            }
        }
    }
}

TEST_F(ColumnsTest, OverTheLimitAndOutOfMemory) {
    add(FLATLINE_SECTOR, "gravity", 0, FLATLINE_REAL).real = 1;
    budget_ = Budget(10);
    EXPECT_EQ(build(), Outcome::over_limit);
    EXPECT_GT(budget_.wanted(), 10u);
    EXPECT_EQ(memory_.calls(), 0u);
    EXPECT_EQ(columns_.column_count, 0u);
    budget_ = Budget(kPlenty);
    memory_.fail_at(0, false);
    EXPECT_EQ(build(), Outcome::out_of_memory);
    EXPECT_EQ(columns_.column_count, 0u);
    budget_ = Budget(kPlenty);
    EXPECT_EQ(build(), Outcome::ok);
    EXPECT_EQ(columns_.column_count, 1u);
}

}  // namespace
