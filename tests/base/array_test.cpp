#include "base/array.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/poison.hpp"
#include "support/counting_memory.hpp"
#include "support/needs.hpp"

namespace {

using flatline::engine::Array;
using flatline::engine::Budget;
using flatline::engine::Reservation;

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

TEST(Array, OneThatWasNotPlacedIsEmpty) {
    const Array<std::uint64_t> array;
    EXPECT_EQ(array.size(), 0u);
    EXPECT_EQ(array.charged_bytes(), 0u);
}

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
    EXPECT_FALSE(f.array.add(1));
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

// Advice to the system about an array's pages changes neither its content nor what is charged.
TEST(Array, GrowsByPagesOfAnySizeToItsEnd) {
    constexpr std::size_t kCount = (9u << 20) / sizeof(std::uint64_t) + 5;
    const auto by_large_pages = [](Array<std::uint64_t>& array) { array.grow_by_large_pages(); };
    const auto ahead = [](Array<std::uint64_t>& array) { array.take_pages_ahead(0); };
    const auto ahead_behind_some = [](Array<std::uint64_t>& array) {
        array.take_pages_ahead(flatline::engine::kLargePage + 8);
    };
    const auto both = [](Array<std::uint64_t>& array) {
        array.grow_by_large_pages();
        array.take_pages_ahead(0);
    };
    void (*const ways[])(Array<std::uint64_t>&) = {by_large_pages, ahead, ahead_behind_some, both};
    for (void (*const way)(Array<std::uint64_t>&) : ways) {
        Reservation memory;
        ASSERT_TRUE(memory.ensure({}, kCount * sizeof(std::uint64_t)));
        Budget budget(1u << 30);
        budget.announce(1u << 30);
        Array<std::uint64_t> array;
        array.place(memory.data(), kCount, &budget);
        way(array);
        for (std::size_t i = 0; i < kCount; ++i) {
            std::uint64_t* at = array.push();
            ASSERT_NE(at, nullptr);
            *at = i;
        }
        EXPECT_EQ(array.push(), nullptr);
        EXPECT_EQ(budget.used(), kCount * sizeof(std::uint64_t));
        for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(array[i], i);
    }
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

// Builds with AddressSanitizer alone can tell.
TEST(Array, WhatLiesAfterItsLastElementIsPoisoned) {
#if FLATLINE_ASAN
    const auto is_forbidden = [](const std::uint64_t* at) {
        return __asan_address_is_poisoned(at) != 0;
    };
    Reservation own;
    ASSERT_TRUE(own.ensure({}, 64 * sizeof(std::uint64_t)));
    Budget budget(1 << 20);
    budget.announce(1 << 20);
    Array<std::uint64_t> array;
    array.place(own.data(), 16, &budget);
    const std::uint64_t* const data = array.data();
    EXPECT_TRUE(is_forbidden(data));
    ASSERT_TRUE(array.add(1));
    EXPECT_FALSE(is_forbidden(data));
    EXPECT_TRUE(is_forbidden(data + 1));
    ASSERT_NE(array.push(), nullptr);
    ASSERT_NE(array.push(3), nullptr);
    EXPECT_FALSE(is_forbidden(data + 4));
    EXPECT_TRUE(is_forbidden(data + 5));
    EXPECT_TRUE(is_forbidden(data + 15));
    EXPECT_FALSE(is_forbidden(data + 16)) << "it is no part of the array";
    array.truncate(2);
    EXPECT_TRUE(is_forbidden(data + 2));
    EXPECT_FALSE(is_forbidden(data + 1));
    ASSERT_TRUE(own.ensure({}, 64 * sizeof(std::uint64_t)));
    EXPECT_FALSE(is_forbidden(data + 15)) << "whoever asks for memory may use it";

    const flatline::engine::MemoryHooks hooks;
    array.place_alone(own, hooks, &budget);
    ASSERT_NE(array.push(own.size() / sizeof(std::uint64_t)), nullptr);
    ASSERT_TRUE(array.add(1));
    EXPECT_FALSE(is_forbidden(&array.back()));
    EXPECT_TRUE(is_forbidden(&array.back() + 1)) << "it has moved to more memory";
#else
    GTEST_SKIP() << needs::other("a build with AddressSanitizer");
#endif
}

// An array that has a reservation of a host to itself, and moves as it grows.
TEST(Array, AloneItMovesToMoreMemory) {
    counting_memory::Memory memory;
    const flatline::engine::MemoryHooks hooks = memory.hooks();
    Budget budget(1 << 20);
    budget.announce(1 << 20);
    Reservation own;
    ASSERT_TRUE(own.ensure(hooks, 5 * sizeof(std::uint64_t)));
    Array<std::uint64_t> array;
    array.place_alone(own, hooks, &budget);
    for (std::uint64_t i = 0; i < 20'000; ++i) ASSERT_TRUE(array.add(i * i)) << i;
    for (std::uint64_t i = 0; i < 20'000; ++i) ASSERT_EQ(array[i], i * i);
    EXPECT_GT(memory.acquired(), 3u);
    EXPECT_LT(memory.acquired(), 60u) << "a quarter more each time";
    EXPECT_EQ(own.data(), reinterpret_cast<unsigned char*>(array.data()));
    EXPECT_LE(budget.used(), own.size());
    // Far more at once than a quarter.
    ASSERT_NE(array.push(60'000), nullptr);
    EXPECT_GE(own.size(), 80'000 * sizeof(std::uint64_t));
}

TEST(Array, AloneItIsRefusedBeforeItTakesMemory) {
    counting_memory::Memory memory;
    const flatline::engine::MemoryHooks hooks = memory.hooks();
    Budget budget(10'000);
    budget.announce(10'000);
    Reservation own;
    ASSERT_TRUE(own.ensure(hooks, 4096));
    Array<std::uint64_t> array;
    array.place_alone(own, hooks, &budget);
    ASSERT_NE(array.push(512), nullptr);
    const std::uint64_t requests = memory.calls();
    EXPECT_EQ(array.push(1000), nullptr);
    EXPECT_EQ(budget.wanted(), 4096u + 8000);
    EXPECT_EQ(memory.calls(), requests);
    EXPECT_EQ(array.size(), 512u);

    EXPECT_FALSE(budget.has(10'000 - 4096 + 1));
    EXPECT_TRUE(budget.has(10'000 - 4096));
}

}  // namespace
