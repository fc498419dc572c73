#include "base/list.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "support/counting_memory.hpp"

namespace list_test {

using flatline::engine::List;
using Word = std::uint64_t;

TEST(List, GrowsAndKeepsWhatItHas) {
    List<Word> list;
    EXPECT_TRUE(list.empty());
    for (Word i = 0; i < 1000; ++i) ASSERT_TRUE(list.push(i * i));
    EXPECT_FALSE(list.empty());
    ASSERT_EQ(list.size(), 1000u);
    for (Word i = 0; i < 1000; ++i) ASSERT_EQ(list[i], i * i);
    EXPECT_EQ(list.back(), 999u * 999u);
    const Word more[] = {7, 8, 9};
    ASSERT_TRUE(list.append(more, 3));
    ASSERT_TRUE(list.append(nullptr, 0));
    EXPECT_EQ(list.size(), 1003u);
    EXPECT_EQ(list[1000], 7u);
    EXPECT_EQ(list.back(), 9u);
    const List<Word> moved = std::move(list);
    EXPECT_EQ(moved.view().size(), 1003u);
}

// A list doubles: a thousand words take four pieces of memory; many at once take one piece of their
// size.
TEST(List, AsksForMemorySeldom) {
    counting_memory::Memory memory;
    List<Word> list(memory.hooks());
    for (Word i = 0; i < 1000; ++i) ASSERT_TRUE(list.push(i));
    EXPECT_EQ(memory.calls(), 4u);
    EXPECT_EQ(memory.largest(), 8192u);
    const std::vector<Word> many(10'000, 7);
    ASSERT_TRUE(list.append(many.data(), many.size()));
    EXPECT_EQ(memory.calls(), 5u);
    EXPECT_EQ(memory.largest(), 11'000 * sizeof(Word));
    EXPECT_EQ(list.back(), 7u);
}

TEST(List, RoomThatIsThereIsNotAskedForAgain) {
    List<Word> list;
    ASSERT_TRUE(list.reserve(100));
    const Word* const data = list.data();
    ASSERT_TRUE(list.reserve(10));
    for (Word i = 0; i < 100; ++i) ASSERT_TRUE(list.push(i));
    EXPECT_EQ(list.data(), data);
}

TEST(List, SizesThatNoMemoryHoldsAreRefused) {
    List<Word> list;
    ASSERT_TRUE(list.push(5));
    // Their bytes would wrap to a few.
    EXPECT_FALSE(list.reserve(SIZE_MAX / sizeof(Word) + 2));
    const Word value = 6;
    EXPECT_FALSE(list.append(&value, SIZE_MAX / sizeof(Word) + 2));
    EXPECT_FALSE(list.append(&value, SIZE_MAX));
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0], 5u);
    EXPECT_TRUE(list.push(value));
}

}  // namespace list_test
