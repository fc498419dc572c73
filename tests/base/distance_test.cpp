// Exact comparisons of distances, beside integers of 128 bits.
#include "base/distance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/orientation.hpp"

namespace distance_test {

using Wide = __int128;

int sign(Wide value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

// Of integers: the square of the distance from the segment, times that of its length.
int slow_segment(Wide px, Wide py, Wide ax, Wide ay, Wide bx, Wide by, Wide limit) {
    const Wide abx = bx - ax, aby = by - ay, apx = px - ax, apy = py - ay;
    const Wide length = abx * abx + aby * aby;
    const Wide along = abx * apx + aby * apy;
    const auto point = [&](Wide x, Wide y) { return sign(x * x + y * y - limit * limit); };
    if (along <= 0) return point(apx, apy);
    if (along >= length) return point(px - bx, py - by);
    const Wide cross = abx * apy - aby * apx;
    return sign(cross * cross - limit * limit * length);
}

TEST(Distance, OfPoints) {
    EXPECT_EQ(flatline::engine::compare_distance(0, 0, 3, 4, 5), 0);
    EXPECT_EQ(flatline::engine::compare_distance(0, 0, 3, 4, std::nextafter(5.0, 6.0)), -1);
    EXPECT_EQ(flatline::engine::compare_distance(0, 0, 3, 4, std::nextafter(5.0, 4.0)), 1);
    EXPECT_EQ(flatline::engine::compare_distance(0, 0, 0, 0, 0), 0);
    EXPECT_EQ(flatline::engine::compare_distance(1, 1, std::nextafter(1.0, 2.0), 1, 0), 1);
}

TEST(Distance, FromASegmentAtItsLimit) {
    EXPECT_EQ(flatline::engine::compare_segment_distance(5, 3, 0, 0, 10, 0, 3), 0);
    EXPECT_EQ(
        flatline::engine::compare_segment_distance(5, std::nextafter(3.0, 4.0), 0, 0, 10, 0, 3), 1);
    EXPECT_EQ(
        flatline::engine::compare_segment_distance(5, std::nextafter(3.0, 2.0), 0, 0, 10, 0, 3),
        -1);
    EXPECT_EQ(flatline::engine::compare_segment_distance(-3, 0, 0, 0, 10, 0, 3), 0)
        << "beyond its end";
    EXPECT_EQ(flatline::engine::compare_segment_distance(13, 0, 0, 0, 10, 0, 3), 0);
    EXPECT_EQ(flatline::engine::compare_segment_distance(-2, -2, 0, 0, 10, 0, 3), -1);
    EXPECT_EQ(flatline::engine::compare_segment_distance(-2, -3, 0, 0, 10, 0, 3), 1);
    // 5 away from a line of slope 3 / 4, exactly.
    EXPECT_EQ(flatline::engine::compare_segment_distance(-3 + 8, 4 + 6, 0, 0, 16, 12, 5), 0);
    EXPECT_EQ(flatline::engine::compare_segment_distance(-3 + 8, std::nextafter(10.0, 9.0), 0, 0,
                                                         16, 12, 5),
              -1);
}

TEST(Distance, AsWideIntegersSay) {
    std::mt19937_64 random(42);
    for (int i = 0; i < 200000; ++i) {
        const int size = i % 3 == 0 ? 8 : i % 3 == 1 ? 200 : 20000;
        const auto any = [&] { return static_cast<int>(random() % (2 * size)) - size; };
        const int px = any(), py = any(), ax = any(), ay = any(), bx = any(), by = any();
        const int limit = static_cast<int>(random() % (size / 4 + 1));
        if (ax == bx && ay == by) continue;
        ASSERT_EQ(flatline::engine::compare_segment_distance(px, py, ax, ay, bx, by, limit),
                  slow_segment(px, py, ax, ay, bx, by, limit));
        // The same a million times smaller, so that nothing is a whole number.
        const double k = 0x1p-20;
        ASSERT_EQ(flatline::engine::compare_segment_distance(px * k, py * k, ax * k, ay * k, bx * k,
                                                             by * k, limit * k),
                  slow_segment(px, py, ax, ay, bx, by, limit));
        const Wide cross = Wide(bx - ax) * (py - ay) - Wide(by - ay) * (px - ax);
        ASSERT_EQ(flatline::engine::orientation(ax, ay, bx, by, px, py), sign(cross));
    }
}

// Points that doubles can hardly tell from the line: the sign comes from the exact sums.
TEST(Distance, AHairFromALine) {
    for (int i = 1; i < 200; ++i) {
        const double x = 0.5 + i * 0x1p-53;
        for (int k = -3; k <= 3; ++k) {
            const double y = 0.5 + (i + k) * 0x1p-53;
            EXPECT_EQ(flatline::engine::orientation(12, 12, 24, 24, x, y), k > 0   ? 1
                                                                           : k < 0 ? -1
                                                                                   : 0)
                << i << " " << k;
        }
    }
}

}  // namespace distance_test
