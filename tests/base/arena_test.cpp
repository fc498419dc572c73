#include "base/arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "support/counting_memory.hpp"

namespace {

using flatline::Array;
using flatline::Budget;
using flatline::Layout;
using flatline::Reservation;

// ---- Budget ----

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

// ---- Large pages ----

// What is asked of the system changes no byte, wherever memory begins and ends.
TEST(LargePages, ChangeNothing) {
    flatline::fill_by_large_pages(nullptr, 0);
    Reservation memory;
    ASSERT_TRUE(memory.ensure({}, 9u << 20));
    unsigned char* const data = memory.data();
    data[0] = data[(5u << 20) + 1] = 7;
    for (const std::size_t begin : {0u, 1u, 4096u, (2u << 20) + 1}) {
        for (const std::size_t size : {0u, 1u, 4096u, 2u << 20, 6u << 20}) {
            flatline::fill_by_large_pages(data + begin, size);
        }
    }
    EXPECT_EQ(data[0], 7);
    EXPECT_EQ(data[(5u << 20) + 1], 7);
    EXPECT_EQ(data[1], 0);
}

TEST(LargePages, ALongReservationBeginsAtOne) {
    for (const std::uint64_t bytes : {4u << 20, (4u << 20) + 1, 9u << 20, 64u << 20}) {
        Reservation memory;
        ASSERT_TRUE(memory.ensure_whole({}, bytes));
        EXPECT_TRUE(memory.is_of_system());
        EXPECT_GE(memory.size(), bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % flatline::kLargePage, 0u);
        memory.data()[0] = memory.data()[bytes - 1] = memory.data()[memory.size() - 1] = 1;
        EXPECT_EQ(memory.data()[bytes / 2], 0);
    }
}

TEST(LargePages, ReservationsOfAHostAreAsItGaveThem) {
    counting_memory::Memory counting;
    Reservation memory;
    ASSERT_TRUE(memory.ensure_whole(counting.hooks(), (5u << 20) + 3));
    EXPECT_FALSE(memory.is_of_system());
    EXPECT_EQ(memory.size(), (5u << 20) + 3);
}

TEST(DropPages, WhatLiesBesideThemStays) {
    Reservation memory;
    ASSERT_TRUE(memory.ensure({}, 8u << 20));
    unsigned char* const data = memory.data();
    for (std::size_t i = 0; i < memory.size(); ++i) data[i] = 5;
    const std::size_t begin = 3000;
    const std::size_t size = 5'000'000;
    flatline::drop_pages(data + begin, size);
    for (std::size_t i = 0; i < begin; ++i) ASSERT_EQ(data[i], 5);
    for (std::size_t i = begin + size; i < memory.size(); ++i) ASSERT_EQ(data[i], 5);
    data[2'000'000] = 9;  // writing takes a new page
    EXPECT_EQ(data[2'000'000], 9);
    flatline::drop_pages(data, 100);  // no whole page
    EXPECT_EQ(data[50], 5);
    flatline::drop_pages(nullptr, 0);
}

// ---- Layout ----

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

// ---- Reservation ----

TEST(Reservation, KeepsWhatIsLargeEnough) {
    counting_memory::Memory memory;
    {
        Reservation reservation;
        ASSERT_TRUE(reservation.ensure(memory.hooks(), 1000));
        unsigned char* first = reservation.data();
        ASSERT_TRUE(reservation.ensure(memory.hooks(), 10));
        EXPECT_EQ(reservation.data(), first);
        EXPECT_EQ(reservation.size(), 1000u);
        EXPECT_EQ(memory.acquired(), 1u);
        ASSERT_TRUE(reservation.ensure(memory.hooks(), 1001));
        EXPECT_EQ(memory.acquired(), 2u);
        EXPECT_EQ(memory.open_blocks(), 1u) << "the smaller one went back first";
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

TEST(Reservation, NothingAskedNothingTaken) {
    counting_memory::Memory memory;
    Reservation reservation;
    EXPECT_TRUE(reservation.ensure(memory.hooks(), 0));
    EXPECT_EQ(reservation.data(), nullptr);
    EXPECT_EQ(memory.calls(), 0u);
}

TEST(Reservation, FailureLeavesItEmptyAndUsable) {
    counting_memory::Memory memory;
    Reservation reservation;
    ASSERT_TRUE(reservation.ensure(memory.hooks(), 100));
    memory.fail_at(0, false);
    EXPECT_FALSE(reservation.ensure(memory.hooks(), 200));
    EXPECT_EQ(reservation.data(), nullptr);
    EXPECT_EQ(reservation.size(), 0u);
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_TRUE(reservation.ensure(memory.hooks(), 200));
    EXPECT_FALSE(reservation.ensure(memory.hooks(), ~0ull)) << "more than an address counts";
}

TEST(Reservation, MovesHandOver) {
    counting_memory::Memory memory;
    Reservation a;
    ASSERT_TRUE(a.ensure(memory.hooks(), 64));
    unsigned char* data = a.data();
    Reservation b(std::move(a));
    EXPECT_EQ(a.data(), nullptr);  // NOLINT(bugprone-use-after-move): it is empty
    EXPECT_EQ(b.data(), data);
    Reservation c;
    ASSERT_TRUE(c.ensure(memory.hooks(), 128));
    c = std::move(b);
    EXPECT_EQ(c.data(), data);
    EXPECT_EQ(memory.open_blocks(), 1u) << "what c had went back";
    Reservation& same = c;
    c = std::move(same);
    EXPECT_EQ(c.data(), data);
    c.reset();
    c.reset();
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

TEST(Reservation, SystemMemoryIsAlignedAndWritable) {
    // Below and above the size at which it comes from the system instead of malloc.
    for (const std::size_t size : {1u, 63u, 4096u, (256u << 10) - 1, 256u << 10, 5u << 20}) {
        Reservation reservation;
        ASSERT_TRUE(reservation.ensure({}, size));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(reservation.data()) % 64, 0u);
        reservation.data()[0] = 1;
        reservation.data()[size - 1] = 2;
    }
}

TEST(Reservation, LargeOnesTakeAddressesNotMemory) {
    Reservation reservation;
    ASSERT_TRUE(reservation.ensure({}, 64ull << 30));
    reservation.data()[(64ull << 30) - 1] = 1;
}

// ---- Array ----

struct Fixture {
    explicit Fixture(std::uint64_t capacity, std::uint64_t budget_bytes)
        : memory(capacity * sizeof(std::uint64_t) + 1), budget(budget_bytes) {
        budget.announce(budget_bytes);
        array.place(memory.data(), capacity, &budget);
    }
    std::vector<unsigned char> memory;
    Budget budget;
    Array<std::uint64_t> array;
};

TEST(Array, ChargesAPageAtATime) {
    Fixture f(2000, 1 << 20);
    ASSERT_NE(f.array.push(), nullptr);
    EXPECT_EQ(f.budget.used(), 4096u);
    for (int i = 1; i < 512; ++i) ASSERT_NE(f.array.push(), nullptr);
    EXPECT_EQ(f.budget.used(), 4096u);
    ASSERT_NE(f.array.push(), nullptr);
    EXPECT_EQ(f.budget.used(), 8192u);
    EXPECT_EQ(f.array.size(), 513u);
}

TEST(Array, ChargesNoMoreThanItsCapacity) {
    Fixture f(3, 1 << 20);
    ASSERT_NE(f.array.push(), nullptr);
    EXPECT_EQ(f.budget.used(), 3 * sizeof(std::uint64_t));
    ASSERT_NE(f.array.push(), nullptr);
    ASSERT_NE(f.array.push(), nullptr);
    EXPECT_EQ(f.array.push(), nullptr) << "the slice is spent";
    EXPECT_EQ(f.array.push(1), nullptr);
    EXPECT_NE(f.array.push(std::size_t{0}), nullptr);
    EXPECT_EQ(f.array.size(), 3u);
    EXPECT_EQ(f.budget.wanted(), 0u) << "it was not the budget that refused";
}

TEST(Array, TheBudgetRefuses) {
    Fixture f(2000, 4096);
    for (int i = 0; i < 512; ++i) ASSERT_NE(f.array.push(), nullptr);
    EXPECT_EQ(f.array.push(), nullptr);
    EXPECT_EQ(f.array.size(), 512u);
    EXPECT_EQ(f.budget.wanted(), 8192u);
    EXPECT_EQ(f.budget.used(), 4096u);
}

TEST(Array, PushesOfManyAreContiguous) {
    Fixture f(2000, 1 << 20);
    std::uint64_t* one = f.array.push();
    std::uint64_t* many = f.array.push(1500);
    ASSERT_NE(many, nullptr);
    EXPECT_EQ(many, one + 1);
    for (int i = 0; i < 1500; ++i) many[i] = static_cast<std::uint64_t>(i);
    EXPECT_EQ(f.array.back(), 1499u);
    EXPECT_EQ(f.array[1], 0u);
    EXPECT_EQ(f.array.size(), 1501u);
    EXPECT_GE(f.budget.used(), 1501 * sizeof(std::uint64_t));
    EXPECT_EQ(f.array.push(500), nullptr);
    EXPECT_NE(f.array.push(499), nullptr);
    EXPECT_EQ(f.budget.used(), 2000 * sizeof(std::uint64_t));
}

TEST(Array, GrowsByLargePagesToItsEnd) {
    constexpr std::size_t kCount = (9u << 20) / sizeof(std::uint64_t) + 5;
    Reservation memory;
    ASSERT_TRUE(memory.ensure({}, kCount * sizeof(std::uint64_t)));
    Budget budget(1u << 30);
    budget.announce(1u << 30);
    Array<std::uint64_t> array;
    array.place(memory.data(), kCount, &budget);
    array.grow_by_large_pages();
    for (std::size_t i = 0; i < kCount; ++i) {
        std::uint64_t* at = array.push();
        ASSERT_NE(at, nullptr);
        *at = i;
    }
    EXPECT_EQ(array.push(), nullptr);
    EXPECT_EQ(budget.used(), kCount * sizeof(std::uint64_t));
    for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(array[i], i);
}

TEST(Array, TruncatedRoomIsNotChargedAgain) {
    Fixture f(2000, 1 << 20);
    ASSERT_NE(f.array.push(600), nullptr);
    const std::uint64_t used = f.budget.used();
    f.array.truncate(10);
    EXPECT_EQ(f.array.size(), 10u);
    ASSERT_NE(f.array.push(590), nullptr);
    EXPECT_EQ(f.budget.used(), used);
}

TEST(Array, ElementsLargerThanAPage) {
    struct Large {
        unsigned char bytes[5000];
    };
    auto memory = std::make_unique<unsigned char[]>(3 * sizeof(Large));
    Budget budget(1 << 20);
    budget.announce(1 << 20);
    Array<Large> array;
    array.place(memory.get(), 3, &budget);
    ASSERT_NE(array.push(), nullptr);
    EXPECT_EQ(budget.used(), sizeof(Large));
    ASSERT_NE(array.push(), nullptr);
    EXPECT_EQ(budget.used(), 2 * sizeof(Large));
}

TEST(Array, PlacedAnewItIsEmpty) {
    Fixture f(2000, 1 << 20);
    ASSERT_NE(f.array.push(5), nullptr);
    f.budget.rewind(0);
    f.array.place(f.memory.data(), 1, &f.budget);
    EXPECT_EQ(f.array.size(), 0u);
    ASSERT_NE(f.array.push(), nullptr);
    EXPECT_EQ(f.array.push(), nullptr);
}

}  // namespace
