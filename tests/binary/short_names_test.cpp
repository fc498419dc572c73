#include "binary/short_names.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/counting_memory.hpp"

namespace binary_names_test {

using flatline::engine::Budget;
using flatline::engine::MemoryHooks;
using flatline::engine::binary::ShortNames;

std::uint64_t packed(const char (&bytes)[9]) {
    return flatline::engine::load_u64le(reinterpret_cast<const unsigned char*>(bytes));
}

std::uint32_t intern(ShortNames& names, std::string name, std::uint32_t offset = 100) {
    name.resize(8);
    return names.intern(reinterpret_cast<const unsigned char*>(name.data()), offset);
}

TEST(BinaryNames, AreCutAtTheFirstNul) {
    EXPECT_EQ(ShortNames::cut(packed("BIGDOOR1")), packed("BIGDOOR1"));
    EXPECT_EQ(ShortNames::cut(packed("-\0GDOOR1")), packed("-\0\0\0\0\0\0\0"));
    EXPECT_EQ(ShortNames::cut(packed("\0IGDOOR1")), 0u);
    EXPECT_EQ(ShortNames::cut(packed("ABCDEFG\0")), packed("ABCDEFG\0"));
    EXPECT_EQ(ShortNames::cut(packed("A\0C\0E\0G\0")), packed("A\0\0\0\0\0\0\0"));
    // 0x01 and 0x80 are what the search for a zero byte could stumble over.
    EXPECT_EQ(ShortNames::cut(packed("\x01\x01\0\x01\x80\xFF\x80\x01")),
              packed("\x01\x01\0\0\0\0\0\0"));
    EXPECT_EQ(ShortNames::cut(packed("\x80\x01\xFF\x80\x01\x01\x80\x81")),
              packed("\x80\x01\xFF\x80\x01\x01\x80\x81"));
}

// Names in patterns, which a hash with little of its seed in it would let collide.
TEST(BinaryNames, BIN_03_NamesInPatternsTakeFewSteps) {
    const std::vector<std::uint64_t (*)(std::uint64_t)> patterns = {
        [](std::uint64_t i) { return (i + 1) << 50; },
        [](std::uint64_t i) { return (i + 1) * 0x0001000100010001u; },
        [](std::uint64_t i) { return (i + 1) << 31 ^ (i & 1) << 63; },
    };
    for (const auto& pattern : patterns) {
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            MemoryHooks hooks;
            hooks.seed = seed;
            Budget budget(64 << 20);
            ShortNames names;
            ASSERT_TRUE(names.begin(hooks, budget, {0, 1}));
            for (std::uint64_t i = 0; i < 8000; ++i) {
                unsigned char bytes[8];
                flatline::engine::store_le(bytes, pattern(i));
                ASSERT_NE(names.intern(bytes, 0), ShortNames::kNone);
            }
            // The first name needs no slot, each other is at least one step away.
            EXPECT_GE(names.steps_of_all(), names.size() - 1u);
            EXPECT_LE(names.steps_of_all(), std::uint64_t{4} * names.size());
        }
    }
}

TEST(BinaryNames, EachSpellingOnceInOrderOfUse) {
    Budget budget(1 << 20);
    ShortNames names;
    ASSERT_TRUE(names.begin({}, budget, {7, 1}));
    EXPECT_EQ(intern(names, "-"), 0u);
    EXPECT_EQ(intern(names, "WALL", 30), 1u);
    EXPECT_EQ(intern(names, "wall", 38), 2u);
    EXPECT_EQ(intern(names, "", 46), 3u);
    EXPECT_EQ(intern(names, "WALL", 54), 1u);
    EXPECT_EQ(intern(names, "EIGHTLEN", 62), 4u);
    EXPECT_EQ(intern(names, "-X", 70), 5u);
    ASSERT_EQ(names.size(), 6u);
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {
        {7, 1}, {30, 4}, {38, 4}, {46, 0}, {62, 8}, {70, 2}};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(names.data()[i].offset, expected[i].first) << i;
        EXPECT_EQ(names.data()[i].size, expected[i].second) << i;
    }
    EXPECT_EQ(names.longest(), 8u);
}

TEST(BinaryNames, BIN_03_TheTableGrowsAndAnnouncesEverySize) {
    Budget budget(64 << 20);
    ShortNames names;
    ASSERT_TRUE(names.begin({}, budget, {0, 1}));
    constexpr std::uint32_t kCount = 20'000;
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t i = 1; i < kCount; ++i) {
            ASSERT_EQ(intern(names, "N" + std::to_string(i), i), i);
        }
    }
    EXPECT_EQ(names.size(), kCount);
    EXPECT_EQ(names.data()[12345].offset, 12345u);
    EXPECT_EQ(budget.announced(), budget.used());
    EXPECT_EQ(budget.used(), ShortNames::bytes_of(kCount));
}

TEST(BinaryNames, MemoryThatRunsOutIsSaidOnce) {
    Budget small(ShortNames::bytes_of(1) + 100);
    ShortNames names;
    ASSERT_TRUE(names.begin({}, small, {0, 1}));
    std::uint32_t id = 0;
    for (std::uint32_t i = 1; i < 2000; ++i) id = intern(names, "N" + std::to_string(i), i);
    EXPECT_EQ(id, ShortNames::kNone);
    EXPECT_TRUE(names.failed());
    EXPECT_TRUE(names.over_limit());
    EXPECT_EQ(small.used(), ShortNames::bytes_of(1));
    // What was met before is still known.
    EXPECT_EQ(intern(names, "N7", 7), 7u);
    // A table that was out of memory begins anew.
    Budget large(1 << 20);
    ASSERT_TRUE(names.begin({}, large, {0, 1}));
    EXPECT_FALSE(names.failed());
    EXPECT_EQ(intern(names, "N7", 7), 1u);
}

}  // namespace binary_names_test
