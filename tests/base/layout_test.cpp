#include "base/layout.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/reservation.hpp"

namespace {

using flatline::engine::Layout;
using flatline::engine::Reservation;

TEST(Layout, SlicesBeginAtCacheLinesAndDoNotOverlap) {
    Layout layout;
    EXPECT_EQ(layout.add(1, 1), 0u);
    EXPECT_EQ(layout.add(0, 8), 64u);
    EXPECT_EQ(layout.add(8, 8), 64u);
    EXPECT_EQ(layout.add(9, 8), 128u);
    EXPECT_EQ(layout.bytes(), 256u);
}

TEST(Layout, AlignMovesTheNextSliceOnly) {
    Layout layout;
    layout.align(1 << 20);
    EXPECT_EQ(layout.add(1, 1), 0u);
    layout.align(1 << 20);
    EXPECT_EQ(layout.bytes(), 1u << 20);
    layout.align(1 << 20);
    EXPECT_EQ(layout.add(1, 1), 1u << 20);
    EXPECT_EQ(layout.add(1, 1), (1u << 20) + 64);
    layout.add(~0ull, ~0ull);
    layout.align(1 << 20);
    EXPECT_EQ(layout.bytes(), 1ull << 62);
}

TEST(Layout, SizesThatDoNotFitSaturate) {
    Layout product;
    product.add(1ull << 40, 1ull << 40);
    EXPECT_EQ(product.bytes(), 1ull << 62);
    Layout sum;
    sum.add(1ull << 61, 1);
    sum.add(1ull << 61, 1);
    sum.add(1ull << 61, 1);
    EXPECT_EQ(sum.bytes(), 1ull << 62);
    sum.add(~0ull, ~0ull);
    EXPECT_EQ(sum.bytes(), 1ull << 62);

    Reservation memory;
    EXPECT_FALSE(memory.ensure({}, sum.bytes())) << "no machine has that much";
}

}  // namespace
