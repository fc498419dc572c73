// The choice of a partition: what lines cost, by sets of a few segs, and where the lines that are
// sampled divide nothing, sets of some two hundred, of which every third is looked at. Whole maps
// stand in build_test.cpp.
#include "nodes/build_choose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "nodes/build_set.hpp"

namespace build_choose_test {

using flatline::engine::nodes::Chooser;
using flatline::engine::nodes::kUnit;
using flatline::engine::nodes::Partition;
using flatline::engine::nodes::Point;

constexpr double kTurn = 6.28318530717958648;

struct Set : build_set::Set {
    // On a circle, clockwise from the top.
    std::uint32_t point_at(double part, double radius) {
        return point(radius * std::sin(kTurn * part), radius * std::cos(kTurn * part));
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

    Chooser chooser{state};
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
    s.state.plane_lines[0] = {s.state.points[far], v};
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

// A miniseg ends beside the best line, in front of it and behind it. Up to 8 of 65536 parts of a
// unit away it ends on that line, and is not cut.
TEST(ChooseCost, ASegThatEndsBesideALine) {
    for (const double side : {1.0, -1.0}) {
        for (const bool ends : {false, true}) {
            for (const double parts : {8.0, 9.0}) {
                Set s;
                s.add(0, 0, 0, 10);
                s.add(side * 100, 0, side * 100, 10);
                s.add(side * -200, 0, side * -200, 10);
                const double far = side * -100;
                const double near = side * parts / kUnit;
                s.add(ends ? far : near, 5, ends ? near : far, 5, true);
                Partition line;
                ASSERT_EQ(s.choose(line), Chooser::Choice::divide);
                EXPECT_EQ(line.plane == 0, parts == 8) << side << ' ' << ends << ' ' << parts;
            }
        }
    }
}

// One line has 7 segs in front and 1 behind, which costs 16 times 6 and 8 times 2. The other has 6
// and 3 of these 8 segs and cuts a miniseg, which costs as much: 16 times 3 and 64. The first of
// the two wins.
TEST(ChooseCost, ALopsidedLineAndOneThatCuts) {
    for (const bool lopsided_first : {false, true}) {
        Set s;
        s.add(-100, 0, -100, 10);
        const double first = lopsided_first ? 0 : 100;
        s.add(first, 0, first, 10);
        s.add(100 - first, 0, 100 - first, 10);
        s.add(50, 5, 150, 5, true);
        for (int i = 0; i < 4; ++i) s.add(200, i, 210, i, true);
        Partition line;
        ASSERT_EQ(s.choose(line), Chooser::Choice::divide);
        EXPECT_EQ(line.plane, 1u) << lopsided_first;
    }
}

}  // namespace build_choose_test
