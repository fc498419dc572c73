// Cursors over columns: what they find, and in how many steps.
#include "model/column.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "flatline/flatline.h"

namespace column_test {

using flatline::engine::ColumnCursor;
using flatline::engine::find_entry;

flatline_column column_of(const std::vector<std::uint32_t>& elements) {
    flatline_column column{};
    column.count = static_cast<std::uint32_t>(elements.size());
    column.elements = elements.data();
    return column;
}

std::uint32_t slow_find(const std::vector<std::uint32_t>& elements, std::uint32_t index) {
    const auto at = std::find(elements.begin(), elements.end(), index);
    return at == elements.end() ? FLATLINE_NONE : static_cast<std::uint32_t>(at - elements.begin());
}

TEST(ColumnCursor, FindsFromEveryPlaceWhatASearchFinds) {
    for (std::uint32_t count = 0; count < 20; ++count) {
        std::vector<std::uint32_t> elements;
        for (std::uint32_t i = 0; i < count; ++i) elements.push_back(i * i % 7 + 8 * i);
        const flatline_column column = column_of(elements);
        for (std::uint32_t from = 0; from <= count + 3; ++from) {
            for (std::uint32_t index = 0; index < 170; ++index) {
                const std::uint32_t expected = slow_find(elements, index);
                ASSERT_EQ(ColumnCursor(&column, from).find(index), expected)
                    << from << " " << index;
                std::uint32_t place = from;
                ASSERT_EQ(flatline_column_find_from(&column, index, &place), expected);
                ASSERT_LE(place, count);
            }
        }
        EXPECT_EQ(find_entry(column, 8), slow_find(elements, 8));
        EXPECT_EQ(ColumnCursor(&column, FLATLINE_NONE).find(0), slow_find(elements, 0));
    }
}

TEST(ColumnCursor, NullHasNoEntries) {
    ColumnCursor cursor(nullptr);
    EXPECT_EQ(cursor.find(0), FLATLINE_NONE);
    EXPECT_EQ(cursor.find(7), FLATLINE_NONE);
    std::uint32_t place = 3;
    EXPECT_EQ(flatline_column_find_from(nullptr, 7, &place), FLATLINE_NONE);
    const std::vector<std::uint32_t> one = {5};
    const flatline_column column = column_of(one);
    EXPECT_EQ(flatline_column_find_from(&column, 5, nullptr), 0u);
}

// Looks at entries of a walk over every `stride`-th element, forwards or backwards.
struct Walk {
    std::uint64_t steps = 0;
    std::uint64_t most = 0;
    std::uint64_t finds = 0;
};
Walk walk(const std::vector<std::uint32_t>& elements, std::uint32_t stride, bool forwards) {
    Walk result;
    const std::uint32_t end = elements.back() + 10;
    std::uint32_t place = forwards ? 0 : static_cast<std::uint32_t>(elements.size());
    for (std::uint32_t k = 0; k < end; k += stride) {
        const std::uint32_t index = forwards ? k : end - 1 - k;
        std::uint64_t steps = 0;
        place = flatline::engine::detail::lower_entry(static_cast<std::uint32_t>(elements.size()),
                                                      index, place, [&](std::uint32_t i) {
                                                          ++steps;
                                                          return elements[i];
                                                      });
        result.steps += steps;
        result.most = std::max(result.most, steps);
        ++result.finds;
    }
    return result;
}

TEST(ColumnCursor, AWalkInOrderTakesAFewStepsAFindHoweverLongTheColumnIs) {
    for (const std::uint32_t count : {1000u, 1000000u}) {
        std::vector<std::uint32_t> dense, sparse;
        for (std::uint32_t i = 0; i < count; ++i) {
            dense.push_back(i);
            if (i % 37 == 0 || i % 41 < 3) sparse.push_back(i);
        }
        for (const bool forwards : {true, false}) {
            for (const auto* elements : {&dense, &sparse}) {
                const Walk every = walk(*elements, 1, forwards);
                EXPECT_LE(every.most, 4u) << count << (forwards ? " up" : " down");
                EXPECT_LE(every.steps, 4 * every.finds + 4);
            }
            // 2 log2(d) and a few: twelve steps ahead.
            EXPECT_LE(walk(dense, 12, forwards).most, 12u);
        }
    }
}

}  // namespace column_test
