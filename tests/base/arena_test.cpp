#include "base/arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string_view>

#include "support/counting_memory.hpp"

namespace arena_test {

using flatline::engine::Arena;

// The first block has 4 KB, each further one twice as much up to 1 MB; a piece that is longer has a
// block of its own.
TEST(Arena, TakesFewBlocks) {
    counting_memory::Memory memory;
    {
        Arena arena(memory.hooks());
        for (int i = 0; i < 100; ++i) {
            unsigned char* const piece = arena.take(30);
            ASSERT_NE(piece, nullptr);
            std::memset(piece, i, 30);
        }
        EXPECT_EQ(memory.calls(), 1u);
        EXPECT_EQ(memory.largest(), 4096u);
        unsigned char* const large = arena.take(100'000);
        ASSERT_NE(large, nullptr);
        std::memset(large, 7, 100'000);
        EXPECT_EQ(memory.calls(), 2u);
        EXPECT_GE(memory.largest(), 100'000u);
        for (int i = 0; i < 10'000; ++i) ASSERT_NE(arena.take(1000), nullptr);
        EXPECT_EQ(memory.largest(), std::uint64_t{1} << 20);
        EXPECT_LT(memory.calls(), 25u);
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
}

TEST(Arena, MoreThanThereCanBeIsNone) {
    Arena arena{flatline::engine::MemoryHooks{}};
    ASSERT_NE(arena.take(8), nullptr);
    for (const std::size_t bytes : {~std::size_t{0}, ~std::size_t{0} - 3, ~std::size_t{0} / 2}) {
        EXPECT_EQ(arena.take(bytes), nullptr) << bytes;
    }
    std::string_view kept;
    ASSERT_TRUE(arena.keep("name", kept));
    EXPECT_EQ(kept, "name");
    EXPECT_EQ(kept.data()[4], '\0');
}

}  // namespace arena_test
