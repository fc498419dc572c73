#include "base/budget.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using flatline::engine::Budget;

TEST(Budget, ChargesUpToWhatIsAnnounced) {
    Budget budget(1000);
    EXPECT_FALSE(budget.charge(1)) << "nothing is announced yet";
    EXPECT_EQ(budget.wanted(), 1u);
    budget.announce(100);
    EXPECT_TRUE(budget.charge(60));
    EXPECT_TRUE(budget.charge(40));
    EXPECT_TRUE(budget.charge(0));
    EXPECT_FALSE(budget.charge(1));
    EXPECT_EQ(budget.used(), 100u);
    EXPECT_EQ(budget.wanted(), 101u);
}

TEST(Budget, AnnouncesNoMoreThanTheLimit) {
    Budget budget(1000);
    budget.announce(600);
    budget.announce(600);
    EXPECT_EQ(budget.announced(), 1000u);
    EXPECT_EQ(budget.limit(), 1000u);
    budget.announce(~0ull);
    EXPECT_EQ(budget.announced(), 1000u);
    EXPECT_TRUE(budget.charge(1000));
}

TEST(Budget, HugeChargesDoNotWrap) {
    Budget budget(~0ull);
    budget.announce(~0ull);
    budget.announce(~0ull);
    EXPECT_EQ(budget.announced(), ~0ull);
    EXPECT_TRUE(budget.charge(~0ull - 1));
    EXPECT_FALSE(budget.charge(2));
    EXPECT_TRUE(budget.charge(1));
}

TEST(Budget, RewindGivesBackWhatCameSince) {
    Budget budget(100);
    budget.announce(100);
    ASSERT_TRUE(budget.charge(10));
    const std::uint64_t mark = budget.used();
    ASSERT_TRUE(budget.charge(90));
    budget.rewind(mark);
    EXPECT_EQ(budget.used(), 10u);
    EXPECT_TRUE(budget.charge(90));
    EXPECT_FALSE(budget.charge(1));
}

}  // namespace
