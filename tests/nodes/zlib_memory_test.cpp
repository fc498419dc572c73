#include "nodes/zlib_memory.hpp"

#include <gtest/gtest.h>

namespace zlib_memory_test {

using flatline::engine::Outcome;
using flatline::engine::nodes::ZlibMemory;

// zlib gets less than was announced in all, whatever room the budget has beside that.
TEST(ZlibMemory, GivesNoMoreThanWasAnnounced) {
    const flatline::engine::MemoryHooks hooks;
    flatline::engine::Budget budget(1 << 20);
    budget.announce(10000);
    ZlibMemory memory(1000, hooks, budget);
    z_stream stream{};
    memory.serve(stream);
    EXPECT_NE(stream.zalloc(stream.opaque, 1, 900), nullptr);
    EXPECT_NE(stream.zalloc(stream.opaque, 3, 33), nullptr);
    EXPECT_EQ(budget.used(), 999u);
    EXPECT_EQ(stream.zalloc(stream.opaque, 1, 1), nullptr);
    EXPECT_EQ(stream.zalloc(stream.opaque, 1, 1), nullptr);
    EXPECT_EQ(budget.used(), 999u);
    EXPECT_EQ(memory.refusal(), Outcome::out_of_memory);
}

}  // namespace zlib_memory_test
