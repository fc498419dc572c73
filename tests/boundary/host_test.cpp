// flatline/host.hpp: views, bytes, buffers, and the tables of limits and rules.
#include "flatline/host.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "flatline/flatline.h"
#include "flatline/result.hpp"

namespace host_test {

using namespace flatline;

static_assert(static_cast<int>(Status::ok) == FLATLINE_OK);
static_assert(static_cast<int>(Status::refused) == FLATLINE_REFUSED);
static_assert(static_cast<int>(Status::out_of_memory) == FLATLINE_OUT_OF_MEMORY);
static_assert(static_cast<int>(Status::bad_argument) == FLATLINE_BAD_ARGUMENT);
static_assert(static_cast<int>(Status::cancelled) == FLATLINE_CANCELLED);
static_assert(static_cast<int>(Status::field_absent) == FLATLINE_FIELD_ABSENT);
static_assert(static_cast<int>(Severity::note) == FLATLINE_NOTE);
static_assert(static_cast<int>(Severity::error) == FLATLINE_ERROR);

TEST(Host, VersionIsTheOneOfTheHeaders) { EXPECT_EQ(version(), FLATLINE_VERSION_STRING); }

TEST(Host, ViewsAreMadeOfContainersAndArrays) {
    const std::vector<int> numbers = {1, 2, 3};
    const View<int> all = numbers;
    EXPECT_EQ(all.data(), numbers.data());
    EXPECT_EQ(all.size(), 3u);
    int sum = 0;
    for (const int number : all) sum += number;
    EXPECT_EQ(sum, 6);
    EXPECT_EQ(all[2], 3);
    const int raw[] = {4, 5};
    EXPECT_EQ(View<int>(raw)[1], 5);
    EXPECT_EQ((View<int>(std::array<int, 1>{6}).size()), 1u);
    EXPECT_TRUE(View<int>().empty());
    static_assert(!std::is_constructible_v<View<int>, std::vector<short>>);
}

TEST(Host, BytesAreMadeOfWhateverHasBytes) {
    const std::string text = "abc";
    EXPECT_EQ(Bytes(text).text(), "abc");
    EXPECT_EQ(Bytes("abc").size(), 3u);
    EXPECT_EQ(Bytes(std::string_view("ab")).text(), "ab");
    EXPECT_EQ(Bytes(text.data(), 2).text(), "ab");
    const std::vector<std::byte> bytes = {std::byte{65}, std::byte{66}};
    EXPECT_EQ(Bytes(bytes).text(), "AB");
    const flatline_lump lump = Bytes(text);
    EXPECT_EQ(lump.data, text.data());
    EXPECT_EQ(lump.size, 3u);
    EXPECT_EQ(Bytes().data(), nullptr);
    static_assert(!std::is_constructible_v<Bytes, std::vector<int>>);
}

struct HostFrees {
    int calls = 0;
    std::size_t size = 0;
};

void count(void* context, void* /*data*/, std::size_t size) {
    ++static_cast<HostFrees*>(context)->calls;
    static_cast<HostFrees*>(context)->size = size;
}

TEST(Host, BufferFreesItsBytesOnce) {
    char bytes[4] = "abc";
    HostFrees frees;
    {
        Buffer first(flatline_buffer{bytes, 4, count, &frees});
        Buffer second(std::move(first));
        EXPECT_EQ(first.data(), nullptr);
        EXPECT_EQ(second.bytes().text(), std::string("abc\0", 4));
        second.shrink(2);
        Buffer third;
        third = std::move(second);
        EXPECT_EQ(third.size(), 2u);
        EXPECT_EQ(frees.calls, 0);
    }
    EXPECT_EQ(frees.calls, 1);
    EXPECT_EQ(frees.size, 2u);

    Buffer given(flatline_buffer{bytes, 4, count, &frees});
    flatline_buffer raw = given.release();
    EXPECT_EQ(given.size(), 0u);
    flatline_buffer_free(&raw);
    EXPECT_EQ(frees.calls, 2);
}

TEST(Host, BufferAllocatesCopiesAndOwns) {
    const Buffer room = Buffer::allocate(3);
    ASSERT_NE(room.data(), nullptr);
    std::memcpy(room.data(), "xyz", 3);
    EXPECT_EQ(room.bytes().text(), "xyz");
    const Buffer copy = Buffer::copy_of(room.bytes());
    EXPECT_NE(copy.data(), room.data());
    EXPECT_EQ(copy.bytes().text(), "xyz");
    // Long and short strings, which lie in themselves.
    for (const std::string& text : {std::string(100, 'a'), std::string("b")}) {
        const Buffer owned = Buffer::own(std::string(text));
        EXPECT_EQ(owned.bytes().text(), text);
    }
    EXPECT_EQ(Buffer::own(std::vector<unsigned char>{65}).bytes().text(), "A");
}

TEST(Host, TextBorrowsOrOwns) {
    std::string text(100, 'a');
    const char* const at = text.data();
    EXPECT_FALSE(Text(text).owns());
    EXPECT_EQ(Text(text).bytes().text().data(), at);
    EXPECT_FALSE(Text("abc").owns());
    EXPECT_FALSE(Text(std::string_view(text)).owns());
    EXPECT_FALSE(Text(at, 5).owns());
    Text owned(std::move(text));
    EXPECT_TRUE(owned.owns());
    EXPECT_EQ(owned.bytes().text().data(), at);  // moved, not copied
    EXPECT_EQ(owned.take().size(), 100u);
    const std::vector<char> kept = {'a', 'b'};
    EXPECT_FALSE(Text(kept).owns());
    EXPECT_TRUE(Text(std::vector<char>(kept)).owns());
    EXPECT_TRUE(Text(Buffer::copy_of(kept)).owns());
    EXPECT_EQ(Text(std::string()).bytes().size(), 0u);
}

TEST(Host, LimitsAreTheDefaultsOfC) {
    flatline_limits expected;
    std::memset(&expected, 0, sizeof expected);
    flatline_limits_default(&expected);
    Limits limits;
    EXPECT_EQ(limits.vertices, expected.vertices);
    EXPECT_EQ(limits.coordinate, expected.coordinate);
    EXPECT_EQ(limits.file_work, expected.file_work);
    EXPECT_EQ(limits.finding_lines, expected.finding_lines);
    for (const std::uint64_t spare : limits.reserved) EXPECT_EQ(spare, 0u);

    EXPECT_EQ(limits.set("things", "7"), Status::ok);
    EXPECT_EQ(limits.things, 7u);
    EXPECT_EQ(limits.set("things", "-1"), Status::bad_argument);
    EXPECT_EQ(limits.set("no-such-limit", "1"), Status::bad_argument);
    EXPECT_EQ(limits.things, 7u);
    EXPECT_EQ(limits.set_preset("srb2"), Status::ok);
    EXPECT_NE(limits.things, 7u);
    EXPECT_EQ(limits.set_preset("quake"), Status::bad_argument);
}

TEST(Host, TablesGoToTheirEnds) {
    std::size_t rows = 0;
    for (const LimitRow& row : limit_rows()) {
        for (const char* words : {row.name, row.unit, row.reason}) EXPECT_STRNE(words, "");
        EXPECT_GT(row.ceiling, 0u);
        ++rows;
    }
    EXPECT_EQ(rows, limit_rows().size());
    EXPECT_EQ(flatline_limit_name(rows), nullptr);
    EXPECT_STREQ(limit_rows()[0].name, "vertices");

    ASSERT_EQ(limit_presets().size(), 6u);
    EXPECT_STREQ(limit_presets()[0].name, "default");
    for (const PresetRow& row : limit_presets()) EXPECT_STRNE(row.meaning, "");
}

TEST(Host, TableIteratorsAreInputIterators) {
    const Items<LimitRow> rows = limit_rows();
    auto at = rows.begin();
    EXPECT_STREQ(at->name, rows[0].name);
    EXPECT_STREQ((*at++).name, rows[0].name);
    EXPECT_STREQ(at->name, rows[1].name);
    EXPECT_TRUE(at == ++rows.begin());
    EXPECT_TRUE(at != rows.end());
    EXPECT_FALSE(rows.empty());
}

TEST(Host, RulesHaveTheirRows) {
    const Items<RuleRow> rows = rule_rows();
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(Rule::count_));
    EXPECT_STREQ(rows[static_cast<std::size_t>(Rule::line_vertex_range)].id, "line-vertex-range");
    const RuleRow row = rule_row(Rule::line_vertex_range);
    EXPECT_STREQ(row.id, "line-vertex-range");
    EXPECT_EQ(row.severity, FLATLINE_ERROR);
    EXPECT_EQ(row.numbers, FLATLINE_NUMBERS_INTEGERS);
    EXPECT_TRUE(row.repairable);
    EXPECT_FALSE(rule_row(Rule::line_cross).repairable);
    EXPECT_EQ(row.default_level, FLATLINE_ERROR);
    for (const char* words : {row.sentence, row.why, row.mend, row.ports}) EXPECT_STRNE(words, "");
    EXPECT_EQ(find_rule("line-vertex-range"), Rule::line_vertex_range);
    EXPECT_EQ(find_rule("no-such-rule"), Rule::count_);
    EXPECT_EQ(rule_row(Rule::count_).id, nullptr);
}

}  // namespace host_test
