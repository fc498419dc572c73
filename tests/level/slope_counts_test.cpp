#include "level/slope_counts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "model/fields.hpp"

namespace slope_counts_test {

// A thing behind all that have more ids has none, whatever lies behind the column.
TEST(SlopeCounts, MoreIdsOfAThing) {
    const std::uint32_t elements[] = {2, 5, 6};
    const flatline_text ranges[] = {{10, 1}, {11, 2}, {13, 3}};
    flatline_column column{};
    column.field = flatline::engine::find_field(FLATLINE_THING, "moreids");
    column.element = FLATLINE_THING;
    column.kind = FLATLINE_IDS;
    column.count = 2;
    column.elements = elements;
    column.values.ids = ranges;
    flatline::engine::level::SlopeInput input;
    const auto sizes = [&] {
        std::string all;
        for (const std::uint32_t thing : {0u, 2u, 3u, 5u, 6u, 7u}) {
            all += std::to_string(flatline::engine::level::more_ids(input, thing).size);
        }
        return all;
    };
    EXPECT_EQ(sizes(), "000000");
    input.columns = {&column, 1};
    EXPECT_EQ(sizes(), "010200");
    EXPECT_EQ(flatline::engine::level::more_ids(input, 5).offset, 11u);
}

}  // namespace slope_counts_test
