// How many bytes may come out of an archive, by its size and in total.
#include "archive/inflation.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace flatline::engine::archive::inflation_test {

constexpr std::uint64_t kMegabyte = 1u << 20;

Rule rule_of(const InflationBound& bound) { return static_cast<Rule>(bound.over(1).rule); }

TEST(InflationBound, IsInProportionToTheArchive) {
    Limits limits;
    limits.inflation_ratio = 64;
    const InflationBound bound(limits, kMegabyte);
    EXPECT_TRUE(bound.has(0, 64 * kMegabyte));
    EXPECT_FALSE(bound.has(0, 64 * kMegabyte + 1));
    EXPECT_TRUE(bound.has(60 * kMegabyte, 4 * kMegabyte));
    EXPECT_FALSE(bound.has(60 * kMegabyte, 4 * kMegabyte + 1));
    EXPECT_FALSE(bound.has(64 * kMegabyte, 1));
    EXPECT_EQ(rule_of(bound), Rule::limit_inflation_ratio);
    EXPECT_EQ(bound.over(70 * kMegabyte).a, static_cast<std::int64_t>(70 * kMegabyte));
    EXPECT_EQ(bound.over(1).b, 64);
}

TEST(InflationBound, TheFirstBytesAreFree) {
    Limits limits;
    for (const std::uint64_t packed : {std::uint64_t{1}, std::uint64_t{1000}, kMegabyte / 2}) {
        const InflationBound bound(limits, packed);
        EXPECT_TRUE(bound.has(0, kFreeInflation)) << packed;
        EXPECT_FALSE(bound.has(0, kFreeInflation + 1)) << packed;
    }
    limits.inflation_ratio = 0;
    EXPECT_TRUE(InflationBound(limits, kMegabyte).has(0, kFreeInflation));
}

TEST(InflationBound, TheLowerOfTwoLimitsCounts) {
    Limits limits;
    limits.inflated_bytes = kMegabyte;
    const InflationBound bound(limits, kMegabyte);
    EXPECT_TRUE(bound.has(0, kMegabyte));
    EXPECT_FALSE(bound.has(0, kMegabyte + 1));
    EXPECT_EQ(rule_of(bound), Rule::limit_inflated_bytes);
    EXPECT_EQ(bound.over(5).b, static_cast<std::int64_t>(kMegabyte));
}

TEST(InflationBound, NobodyKnowsTheSize) {
    const Limits limits;
    const InflationBound bound(limits, 0);
    EXPECT_TRUE(bound.has(0, limits.inflated_bytes));
    EXPECT_FALSE(bound.has(0, limits.inflated_bytes + 1));
    EXPECT_EQ(rule_of(bound), Rule::limit_inflated_bytes);
}

TEST(InflationBound, ProductsThatDoNotFit) {
    Limits limits;
    limits.inflated_bytes = std::numeric_limits<std::uint64_t>::max();
    limits.inflation_ratio = 1u << 20;
    const InflationBound bound(limits, 1ull << 60);
    EXPECT_TRUE(bound.has(0, std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace flatline::engine::archive::inflation_test
