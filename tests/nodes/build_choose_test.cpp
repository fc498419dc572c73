// The choice of a partition where the lines that are sampled divide nothing: sets of some two
// hundred segs, of which every third is looked at. Whole maps stand in build_test.cpp.
#include "nodes/build_choose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace build_choose_test {

using flatline::nodes::Chooser;
using flatline::nodes::kUnit;
using flatline::nodes::Partition;
using flatline::nodes::Point;
using flatline::nodes::State;

constexpr double kTurn = 6.28318530717958648;

struct Set {
    std::uint32_t point(double x, double y) {
        EXPECT_TRUE(state.points.push({std::nearbyint(x * kUnit), std::nearbyint(y * kUnit)}));
        return static_cast<std::uint32_t>(state.points.size() - 1);
    }
    // On a circle, clockwise from the top.
    std::uint32_t point_at(double part, double radius) {
        return point(radius * std::sin(kTurn * part), radius * std::cos(kTurn * part));
    }
    // Each on a plane of its own, or a miniseg.
    std::uint32_t seg(std::uint32_t v1, std::uint32_t v2, bool mini = false) {
        const auto plane = static_cast<std::uint32_t>(state.plane_lines.size());
        const auto index = static_cast<std::uint32_t>(state.segs.size());
        EXPECT_TRUE(state.plane_lines.push({v1, v2}));
        EXPECT_TRUE(
            state.segs.push({v1, v2, FLATLINE_NONE, FLATLINE_NONE, mini ? FLATLINE_NONE : plane, 0,
                             mini ? FLATLINE_NONE : plane}));
        return index;
    }
    // `count` corners of a circle, the segs between them all but the last one, which closes it.
    std::vector<std::uint32_t> arc(std::uint32_t count, double radius) {
        std::vector<std::uint32_t> corners;
        for (std::uint32_t i = 0; i < count; ++i) {
            corners.push_back(point_at(static_cast<double>(i) / count, radius));
            if (i != 0) set.push_back(seg(corners[i - 1], corners[i]));
        }
        return corners;
    }
    Chooser::Choice choose(Partition& line) { return chooser.choose(set.data(), set.size(), line); }
    Chooser::Choice choose() {
        Partition line;
        return choose(line);
    }

    flatline::MemoryHooks hooks;
    State state{hooks, std::uint64_t{1} << 30, ~std::uint64_t{0}, nullptr};
    Chooser chooser{state};
    std::vector<std::uint32_t> set;
};

TEST(ChooseConvex, ALoopAndAChain) {
    for (const bool closed : {true, false}) {
        Set s;
        const std::vector<std::uint32_t> corners = s.arc(200, 20000);
        if (closed) s.set.push_back(s.seg(corners.back(), corners[0]));
        EXPECT_EQ(s.choose(), Chooser::Choice::leaf) << closed;
    }
}

// To look at all lines of this loop would take the square of their number.
TEST(ChooseConvex, ALoopOfManyIsSeenAtOnce) {
    Set s;
    const std::vector<std::uint32_t> corners = s.arc(200'000, 30000);
    s.set.push_back(s.seg(corners.back(), corners[0]));
    EXPECT_EQ(s.choose(), Chooser::Choice::leaf);
}

// Whoever goes from seg to seg never comes back to the first one, which ends where another ends.
TEST(ChooseConvex, AWayThatLeadsIntoALoop) {
    Set s;
    const std::uint32_t far = s.point(0, 0);
    s.set.push_back(s.seg(far, 2));
    const std::vector<std::uint32_t> corners = s.arc(199, 20000);
    s.set.push_back(s.seg(corners.back(), corners[0]));
    const Point& u = s.state.points[1];
    const Point& v = s.state.points[2];
    s.state.points[far] = {(u.x + v.x) / 2, (u.y + v.y) / 2};  // on the seg beside it
    EXPECT_EQ(s.choose(), Chooser::Choice::leaf);
}

// A line seen from both its sides in the middle of a loop turns nowhere to the left.
TEST(ChooseConvex, TwoLoops) {
    Set s;
    const std::vector<std::uint32_t> corners = s.arc(198, 20000);
    const std::uint32_t low = s.point(0, -100);
    const std::uint32_t high = s.point(0, 100);
    s.set.insert(s.set.begin() + 196, {s.seg(low, high), s.seg(high, low)});
    s.set.push_back(s.seg(corners.back(), corners[0]));
    ASSERT_EQ(s.set.size() / 64, 3u);  // so seg 196 and 197 are not sampled
    Partition line;
    EXPECT_EQ(s.choose(line), Chooser::Choice::divide);
    EXPECT_EQ(line.dx, 0);
}

// From the top down, round and up again: it turns right at every corner, and goes round twice.
TEST(ChooseConvex, ALoopThatGoesRoundTwice) {
    Set s;
    const std::vector<std::uint32_t> corners = s.arc(192, 20000);
    const std::uint32_t top = s.point_at(0, 20000);
    const std::uint32_t right = s.point(3000, -9000);
    const std::uint32_t left = s.point(-3000, -9000);
    s.set.push_back(s.seg(corners.back(), top));
    s.set.insert(s.set.begin() + 1, {s.seg(top, right), s.seg(right, left)});
    s.set.insert(s.set.begin() + 4, s.seg(left, corners[0]));
    ASSERT_EQ(s.set.size() / 64, 3u);
    EXPECT_EQ(s.choose(), Chooser::Choice::divide);
}

// A wheel of 79 teeth, each with one corner that turns left. All lines through teeth divide it as
// well as each other but for the one that is vertical, which is cheaper; it is at tooth 60.
TEST(ChooseReflex, TheFirst32CornersAreTried) {
    Set s;
    constexpr std::uint32_t kTeeth = 79;
    std::vector<std::uint32_t> low, high, dent;
    for (std::uint32_t i = 0; i < kTeeth; ++i) {
        const double at = (static_cast<double>(i) - 60) / kTeeth;
        low.push_back(s.point_at(at - 0.3 / kTeeth, 20000));
        high.push_back(s.point_at(at, 20000));
        dent.push_back(s.point_at(at, 18000));
    }
    for (std::uint32_t i = 0; i < kTeeth; ++i) {
        s.set.push_back(s.seg(low[i], high[i]));
        s.set.push_back(s.seg(high[i], dent[i]));
        s.set.push_back(s.seg(dent[i], low[(i + 1) % kTeeth], i == 3));  // the line of none
    }
    Partition line;
    ASSERT_EQ(s.choose(line), Chooser::Choice::divide);
    EXPECT_NE(line.dx, 0);
    EXPECT_LT(line.plane, 3 * 32u);
    // Tooth 60 becomes the first.
    std::rotate(s.set.begin(), s.set.begin() + 3 * 60, s.set.end());
    ASSERT_EQ(s.choose(line), Chooser::Choice::divide);
    EXPECT_EQ(line.dx, 0);
    EXPECT_EQ(line.plane, 3 * 60 + 1u);
}

}  // namespace build_choose_test
