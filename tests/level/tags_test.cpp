#include "level/tags.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tags_test {

using flatline::engine::level::TagRule;
using flatline::engine::level::TagSource;
using flatline::engine::level::TagTable;

// The tables of a map are held against a slow version in runtime_test.cpp.

// The column is read up to its count and no further, whatever lies behind it.
TEST(TagTable, ReadsNothingBehindTheColumn) {
    const std::int32_t ids[] = {0, 0, 0};
    const std::uint32_t elements[] = {0, 1};
    const flatline_text ranges[] = {{0, 1}, {1, 1}};
    const std::int32_t more_ids[] = {7, 8};
    flatline_column more{};
    more.count = 1;
    more.elements = elements;
    more.values.ids = ranges;
    TagSource source;
    source.first_id = ids;
    source.stride = sizeof ids[0];
    source.count = 3;
    source.more = &more;
    source.ids = more_ids;
    TagTable table(source, TagRule());
    ASSERT_EQ(table.scratch_entries(), 1u);
    std::vector<TagTable::Entry> entries(2);
    table.sort(entries.data());
    ASSERT_EQ(table.tag_count(), 1u);
    ASSERT_EQ(table.element_count(), 1u);
    std::int32_t tag = 0;
    std::uint32_t rows[2] = {};
    std::uint32_t element = 9;
    table.fill(&tag, rows, &element);
    EXPECT_EQ(tag, 7);
    EXPECT_EQ(element, 0u);
    EXPECT_EQ(rows[1], 1u);
}

}  // namespace tags_test
