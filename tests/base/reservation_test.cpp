#include "base/reservation.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "base/take_memory.hpp"
#include "support/counting_memory.hpp"
#include "support/sampled.hpp"

namespace {

using flatline::engine::Reservation;

TEST(Reservation, KeepsWhatIsLargeEnough) {
    counting_memory::Memory memory;
    {
        Reservation reservation;
        ASSERT_TRUE(reservation.ensure(memory.hooks(), 1000));
        unsigned char* first = reservation.data();
        ASSERT_TRUE(reservation.ensure(memory.hooks(), 800));
        EXPECT_EQ(reservation.data(), first);
        EXPECT_EQ(reservation.size(), 1000u);
        EXPECT_EQ(memory.acquired(), 1u);
        ASSERT_TRUE(reservation.ensure(memory.hooks(), 1001));
        EXPECT_EQ(memory.acquired(), 2u);
        EXPECT_EQ(memory.open_blocks(), 1u) << "the smaller one went back first";
        ASSERT_TRUE(reservation.ensure(memory.hooks(), 10));
        EXPECT_EQ(reservation.size(), 10u) << "a host gets back what is far more than is asked";
        EXPECT_EQ(memory.acquired(), 3u);
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
    for (const std::size_t size : {1u, 63u, 4096u, (4u << 20) - 1, 4u << 20, 5u << 20}) {
        Reservation reservation;
        ASSERT_TRUE(reservation.ensure({}, size));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(reservation.data()) % 64, 0u);
        reservation.data()[0] = 1;
        reservation.data()[size - 1] = 2;
    }
}

TEST(Reservation, IsNewUntilItServesAgain) {
    Reservation memory;
    EXPECT_FALSE(memory.is_new());
    ASSERT_TRUE(memory.ensure({}, 1u << 20));
    EXPECT_TRUE(memory.is_new());
    Reservation moved(std::move(memory));
    EXPECT_TRUE(moved.is_new());
    ASSERT_TRUE(moved.ensure({}, 1u << 19));
    EXPECT_FALSE(moved.is_new());
    ASSERT_TRUE(moved.ensure({}, 2u << 20));
    EXPECT_TRUE(moved.is_new());
    counting_memory::Memory counted;
    Reservation of_host;
    ASSERT_TRUE(of_host.ensure(counted.hooks(), 1u << 20));
    EXPECT_FALSE(of_host.is_new());
    of_host.reset();
}

TEST(Reservation, LargeOnesTakeAddressesNotMemory) {
    // The shadow of ASan takes an eighth of such addresses as memory: there fewer will do.
    const std::uint64_t size = (64ull << 30) / testing_support::one_in(32);
    Reservation reservation;
    ASSERT_TRUE(reservation.ensure({}, size));
    reservation.data()[size - 1] = 1;
}

// Advice to the system changes no byte, wherever memory begins and ends.
TEST(LargePages, ChangeNothing) {
    flatline::engine::fill_by_large_pages(nullptr, 0);
    flatline::engine::take_pages(nullptr, 0);
    Reservation memory;
    ASSERT_TRUE(memory.ensure({}, 9u << 20));
    unsigned char* const data = memory.data();
    data[0] = data[(5u << 20) + 1] = 7;
    for (const std::size_t begin : {0u, 1u, 4096u, (2u << 20) + 1}) {
        for (const std::size_t size : {0u, 1u, 4096u, 2u << 20, 6u << 20}) {
            flatline::engine::fill_by_large_pages(data + begin, size);
            flatline::engine::take_pages(data + begin, size);
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
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % flatline::engine::kLargePage,
                  0u);
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

TEST(LargePages, AWholeBeginsAtOneAndServesAgain) {
    constexpr std::size_t kLarge = flatline::engine::kLargePage;
    Reservation whole;
    ASSERT_TRUE(whole.ensure_large(kLarge + 1));
    EXPECT_EQ(whole.size(), 2 * kLarge);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(whole.data()) % kLarge, 0u);
    EXPECT_TRUE(whole.is_new());
    whole.data()[2 * kLarge - 1] = 7;
    const unsigned char* const data = whole.data();
    ASSERT_TRUE(whole.ensure_large(2 * kLarge));
    EXPECT_EQ(whole.data(), data);
    EXPECT_FALSE(whole.is_new());
    ASSERT_TRUE(whole.ensure_large(2 * kLarge + 1));
    EXPECT_EQ(whole.size(), 3 * kLarge);
    Reservation moved(std::move(whole));
    EXPECT_EQ(moved.size(), 3 * kLarge);
    EXPECT_EQ(whole.data(), nullptr);
    EXPECT_FALSE(Reservation().ensure_large(~std::uint64_t{0})) << "no machine has that much";
}

TEST(LargePages, ASliceServesUntilItIsTooShort) {
    Reservation whole;
    ASSERT_TRUE(whole.ensure_large(1000));
    Reservation one, two;
    one.slice(whole, 0, 512);
    two.slice(whole, 512, 256);
    EXPECT_TRUE(one.is_slice());
    ASSERT_TRUE(one.ensure_whole({}, 512));
    ASSERT_TRUE(two.ensure({}, 100));
    EXPECT_EQ(one.data(), whole.data());
    EXPECT_EQ(two.data(), whole.data() + 512);
    EXPECT_EQ(two.size(), 256u);
    EXPECT_FALSE(one.is_new());
    one.data()[511] = 1;
    two.data()[99] = 2;
    ASSERT_TRUE(two.ensure({}, 257)) << "memory of its own";
    EXPECT_FALSE(two.is_slice());
    two.data()[256] = 3;
    Reservation moved(std::move(one));
    EXPECT_TRUE(moved.is_slice());
    EXPECT_EQ(moved.data()[511], 1);
    whole.reset();
    moved.reset();
    EXPECT_EQ(moved.data(), nullptr);
    EXPECT_FALSE(moved.is_slice());
}

TEST(DropPages, WhatLiesBesideThemStays) {
    Reservation memory;
    ASSERT_TRUE(memory.ensure({}, 8u << 20));
    unsigned char* const data = memory.data();
    for (std::size_t i = 0; i < memory.size(); ++i) data[i] = 5;
    const std::size_t begin = 3000;
    const std::size_t size = 5'000'000;
    flatline::engine::drop_pages(data + begin, size);
    for (std::size_t i = 0; i < begin; ++i) ASSERT_EQ(data[i], 5);
    for (std::size_t i = begin + size; i < memory.size(); ++i) ASSERT_EQ(data[i], 5);
    data[2'000'000] = 9;  // writing takes a new page
    EXPECT_EQ(data[2'000'000], 9);
    flatline::engine::drop_pages(data, 100);  // no whole page
    EXPECT_EQ(data[50], 5);
    flatline::engine::drop_pages(nullptr, 0);
}

TEST(TakeMemory, AsksTheBudgetFirst) {
    counting_memory::Memory memory;
    flatline::engine::Budget budget(100);
    Reservation reservation;
    EXPECT_EQ(flatline::engine::take_memory(101, memory.hooks(), budget, reservation),
              flatline::engine::Outcome::over_limit);
    EXPECT_EQ(memory.calls(), 0u);
    EXPECT_EQ(budget.wanted(), 101u);
    EXPECT_EQ(flatline::engine::take_memory(100, memory.hooks(), budget, reservation),
              flatline::engine::Outcome::ok);
    EXPECT_EQ(budget.used(), 100u);
    EXPECT_GE(reservation.size(), 100u);
}

}  // namespace
