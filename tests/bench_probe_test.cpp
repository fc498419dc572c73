// The probe of the benchmarks: its verdicts on given numbers, and what a sampler does with them.
// Nothing here depends on how fast anything is.
#include <gtest/gtest.h>

#include "probe.hpp"

namespace {

using flatline::engine::bench::judge;
using flatline::engine::bench::kLeastRatio;
using flatline::engine::bench::Reading;
using flatline::engine::bench::Sampler;
using flatline::engine::bench::Surroundings;
using flatline::engine::bench::Tally;
using flatline::engine::bench::Verdict;

Surroundings between(Reading before, Reading after) { return {before, after, 0.010, 0}; }

TEST(BenchProbe, ACoreOfOurOwnRunsIndependentAdditionsSideBySide) {
    EXPECT_EQ(judge(between({2.5e9, 9.8e9}, {2.5e9, 9.8e9})), Verdict::ours);
    EXPECT_EQ(judge(between({3.7e9, 12.3e9}, {3.7e9, 12.3e9})), Verdict::ours);
}

TEST(BenchProbe, ANeighbourBeforeOrAfterTakesHalfOfThem) {
    const Reading alone{2.5e9, 9.8e9};
    const Reading beside{2.5e9, 5.0e9};
    EXPECT_EQ(judge(between(beside, alone)), Verdict::neighbour);
    EXPECT_EQ(judge(between(alone, beside)), Verdict::neighbour);
    EXPECT_EQ(judge(between({1e9, kLeastRatio * 1e9}, alone)), Verdict::clock);
    EXPECT_EQ(judge(between({1e9, kLeastRatio * 1e9}, {1e9, kLeastRatio * 1e9})), Verdict::ours);
    EXPECT_EQ(judge(between({1e9, 2.89e9}, {1e9, kLeastRatio * 1e9})), Verdict::neighbour);
}

TEST(BenchProbe, AClockThatChangesByMoreThanThreeInAHundredIsSeenBothWays) {
    const Reading slow{2.9e9, 11e9};
    const Reading fast{3.0e9, 11e9};
    EXPECT_EQ(judge(between(slow, fast)), Verdict::clock);
    EXPECT_EQ(judge(between(fast, slow)), Verdict::clock);
    EXPECT_EQ(judge(between({2.95e9, 11e9}, fast)), Verdict::ours);
    EXPECT_EQ(judge(between({2.95e9, 11e9}, fast)), judge(between(fast, {2.95e9, 11e9})));
}

TEST(BenchProbe, ASampleFromWhichTheProcessorWasTakenWaited) {
    const Reading good{3e9, 11e9};
    EXPECT_EQ(judge({good, good, 0.010, 1}), Verdict::waited);
    // A longer one may be interrupted by the system itself.
    EXPECT_EQ(judge({good, good, 0.100, 4}), Verdict::ours);
    EXPECT_EQ(judge({good, good, 0.100, 5}), Verdict::waited);
    EXPECT_EQ(judge({{3e9, 3e9}, {1e9, 3e9}, 0.010, 9}), Verdict::waited);
}

TEST(BenchProbe, ReadingsOfNothingAreNotOurs) {
    EXPECT_EQ(Reading{}.ratio(), 0);
    EXPECT_EQ(judge({}), Verdict::neighbour);
}

TEST(BenchProbe, TheClockIsTheMeanOfBothSides) {
    EXPECT_EQ(between({2e9, 8e9}, {4e9, 8e9}).hertz(), 3e9);
}

TEST(BenchProbe, NoMoreIsDroppedThanKeptAndFour) {
    Tally tally;
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(tally.may_drop());
        ++tally.dropped;
    }
    EXPECT_FALSE(tally.may_drop());
    ++tally.kept_anyway;
    EXPECT_TRUE(tally.may_drop());
    ++tally.dropped;
    EXPECT_FALSE(tally.may_drop());
    ++tally.ours;
    EXPECT_TRUE(tally.may_drop());
}

TEST(BenchProbe, EverySampleIsCountedAndOnlyDroppedOnesComeAgain) {
    for (const unsigned threads : {1u, 2u}) {
        Sampler sampler(threads);
        int taken = 0;
        int dropped = 0;
        while (taken < 5) {
            sampler.begin();
            (sampler.end() ? taken : dropped) += 1;
            EXPECT_GT(sampler.last().hertz, 0);
            EXPECT_GE(sampler.last().passed, 0);
            ASSERT_LE(dropped, taken + 4);
        }
        EXPECT_EQ(sampler.tally().ours + sampler.tally().kept_anyway, 5u);
        EXPECT_EQ(sampler.tally().dropped, static_cast<unsigned>(dropped));
    }
}

}  // namespace
