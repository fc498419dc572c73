// How much space a text is given: bounds by what was counted, and places that do not overlap.
#include "udmf/memory_plan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/counting_memory.hpp"
#include "support/load_text.hpp"
#include "udmf/raw_map.hpp"
#include "udmf/read_options.hpp"

namespace {

using flatline::engine::Limits;
using flatline::engine::text::Counts;
using flatline::engine::udmf::bound_growing;
using flatline::engine::udmf::MemoryPlan;
using flatline::engine::udmf::plan_growing;
using flatline::engine::udmf::plan_slice;
using flatline::engine::udmf::TextBounds;

constexpr Counts kCounts{1000, 5000, false, false};

// All blocks of any kind.
TextBounds bounds(const Counts& counts = kCounts, const Limits& limits = {}) {
    return {counts, {{}, 0, counts.braces}, limits};
}

TEST(MemoryPlan, IsWhatWasCountedOrWhatIsAllowed) {
    Limits limits;
    limits.things = 10;
    limits.unknown_fields = 70;
    const MemoryPlan plan = plan_slice(bounds(kCounts, limits), 100'000, limits, false);
    EXPECT_EQ(plan.capacity.vertices, 1000u);
    EXPECT_EQ(plan.capacity.sectors, 1000u);
    EXPECT_EQ(plan.capacity.things, 10u);
    EXPECT_EQ(plan.capacity.names, 5001u);
    EXPECT_EQ(plan.capacity.values, 5000u);
    EXPECT_EQ(plan.capacity.unknowns, 70u);
    EXPECT_LT(plan.capacity.decoded, 100'000u);
    Counts escaped = kCounts;
    escaped.backslash = true;
    const MemoryPlan large = plan_slice(bounds(escaped), 100'000, limits, false);
    EXPECT_GE(large.capacity.decoded, 100'000u);
    EXPECT_LT(large.bytes, large.offsets.decoded + 2 * large.capacity.decoded) << "each byte once";
}

TEST(MemoryPlan, NothingIsCountedBeforeATextIsRead) {
    const flatline::engine::udmf::StatementCounts counts;
    EXPECT_EQ(counts.slow, 0u);
    EXPECT_EQ(counts.fast, 0u);
}

TEST(MemoryPlan, ArraysLieBehindOneAnother) {
    for (const bool large_pages : {false, true}) {
        Counts counts = kCounts;
        counts.braces = large_pages ? 1'000'000 : 1000;
        const MemoryPlan plan = plan_slice(bounds(counts), 1'000'000, {}, large_pages);
        std::uint64_t end = 0;
        const auto expect = [&](std::uint64_t at, std::uint64_t count, std::uint64_t size) {
            EXPECT_GE(at, end);
            EXPECT_EQ(at % 64, 0u);
            const bool large = large_pages && count * size >= flatline::engine::kLargePage;
            EXPECT_EQ(large && at % flatline::engine::kLargePage != 0, false);
            end = at + count * size;
        };
        expect(plan.offsets.vertices, plan.capacity.vertices, sizeof(flatline_vertex));
        expect(plan.offsets.linedefs, plan.capacity.linedefs, sizeof(flatline_linedef));
        expect(plan.offsets.sidedefs, plan.capacity.sidedefs, sizeof(flatline_sidedef));
        expect(plan.offsets.sectors, plan.capacity.sectors, sizeof(flatline_sector));
        expect(plan.offsets.things, plan.capacity.things, sizeof(flatline_thing));
        EXPECT_GE(plan.bytes, end);
        EXPECT_GE(plan.value_bytes,
                  plan.capacity.values * sizeof(flatline::engine::udmf::SideValue));
    }
}

TEST(MemoryPlan, TextsOfAboutOneSizeHaveOnePlace) {
    const MemoryPlan small = flatline::engine::udmf::plan_memory_by_size(600'000, {});
    const MemoryPlan large = flatline::engine::udmf::plan_memory_by_size(1'000'000, {});
    EXPECT_TRUE(small.by_size);
    EXPECT_EQ(small.bytes, large.bytes);
    EXPECT_EQ(small.offsets.things, large.offsets.things);
    EXPECT_EQ(small.offsets.decoded, large.offsets.decoded);
    EXPECT_LT(small.bound, large.bound) << "but each announces its own";
    EXPECT_GE(small.capacity.vertices, 600'000 / 8u);
    EXPECT_GE(small.capacity.unknowns, 600'000 / 3u);
}

TEST(MemoryPlan, IsTakenOnceAndKeptWhileItIsEnough) {
    counting_memory::Memory memory;
    const flatline::engine::MemoryHooks hooks = memory.hooks();
    const std::string text(1000, ' ');
    {
        flatline::engine::udmf::RawMemory memory_of_map;
        flatline::engine::Reservation values;
        const MemoryPlan plan = plan_slice(bounds(), 1000, {}, false);
        ASSERT_TRUE(take_memory(plan, load_text::bytes(text), hooks, memory_of_map, values));
        EXPECT_GE(memory_of_map.arrays.size(), plan.bytes);
        EXPECT_GE(values.size(), plan.value_bytes);
        EXPECT_EQ(memory.calls(), 2u);
        ASSERT_TRUE(take_memory(plan, load_text::bytes(text), hooks, memory_of_map, values));
        EXPECT_EQ(memory.calls(), 2u);
        Counts more = kCounts;
        more.equals *= 2;
        const MemoryPlan larger = plan_slice(bounds(more), 1000, {}, false);
        memory.fail_at(0, true);
        EXPECT_FALSE(take_memory(larger, load_text::bytes(text), hooks, memory_of_map, values));
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
}

// With memory of a host: elements begin with a little more than was estimated of their kind and the
// rest of the last page, all else with nothing.
TEST(MemoryPlan, WhatGrowsBeginsWithTheEstimate) {
    flatline::engine::udmf::Estimate estimate;
    estimate.blocks[FLATLINE_VERTEX] = 640;
    estimate.blocks[FLATLINE_THING] = 320;
    const MemoryPlan plan = plan_growing(estimate, 100'000, {});
    EXPECT_TRUE(plan.grows);
    EXPECT_EQ(plan.capacity.vertices, 660 + 4096 / sizeof(flatline_vertex));
    EXPECT_EQ(plan.capacity.things, 330 + 4096 / sizeof(flatline_thing));
    EXPECT_EQ(plan.capacity.sectors, 0u);
    EXPECT_EQ(plan.capacity.names, 0u);
    EXPECT_EQ(plan.bytes + plan.value_bytes + plan.bound, 0u);
    Limits limits;
    limits.vertices = 10;
    EXPECT_EQ(plan_growing(estimate, 100'000, limits).capacity.vertices,
              11 + 4096 / sizeof(flatline_vertex));
}

// Samples may be nothing but elements where the rest of the text is none.
TEST(MemoryPlan, AnEstimateIsNoMoreThanTheText) {
    flatline::engine::udmf::Estimate estimate;
    estimate.blocks[FLATLINE_THING] = 100'000;
    estimate.blocks[FLATLINE_SECTOR] = 100'000;
    const MemoryPlan plan = plan_growing(estimate, 1'000'000, {});
    const std::uint64_t bytes = plan.capacity.things * sizeof(flatline_thing) +
                                plan.capacity.sectors * sizeof(flatline_sector);
    EXPECT_LE(bytes, 1'000'000u + 1'000'000 / 32 + 2 * 4096);
    EXPECT_GE(bytes, 1'000'000u);
}

TEST(MemoryPlan, TheBoundOfWhatGrowsHoldsBothCopies) {
    flatline::engine::udmf::BlockCounts found;
    found.blocks[FLATLINE_THING] = 400;
    const std::uint64_t bound = bound_growing(TextBounds(kCounts, found, {}), 100'000, {});
    EXPECT_GE(bound, 100'000 + 2 * 400 * sizeof(flatline_thing) +
                         2 * kCounts.equals * sizeof(flatline_unknown));
}

}  // namespace
