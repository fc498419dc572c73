// How much space a text is given: bounds by what was counted, and places that do not overlap.
#include "udmf/room.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/counting_memory.hpp"
#include "support/load_text.hpp"
#include "udmf/raw_map.hpp"

namespace {

using flatline::Limits;
using flatline::udmf::Room;
using flatline::udmf::room_for;

constexpr flatline::text::Counts kCounts{1000, 5000, false, false};

TEST(Room, IsWhatWasCountedOrWhatIsAllowed) {
    Limits limits;
    limits.things = 10;
    limits.unknown_fields = 70;
    const Room room = room_for(kCounts, 100'000, limits, false);
    EXPECT_EQ(room.capacity.vertices, 1000u);
    EXPECT_EQ(room.capacity.sectors, 1000u);
    EXPECT_EQ(room.capacity.things, 10u);
    EXPECT_EQ(room.capacity.names, 5001u);
    EXPECT_EQ(room.capacity.values, 5000u);
    EXPECT_EQ(room.capacity.unknowns, 70u);
    EXPECT_LT(room.capacity.decoded, 100'000u);
    flatline::text::Counts escaped = kCounts;
    escaped.backslash = true;
    EXPECT_GE(room_for(escaped, 100'000, limits, false).capacity.decoded, 100'000u);
}

TEST(Room, ArraysLieBehindOneAnother) {
    for (const bool large_pages : {false, true}) {
        flatline::text::Counts counts = kCounts;
        counts.braces = large_pages ? 1'000'000 : 1000;
        const Room room = room_for(counts, 1'000'000, {}, large_pages);
        std::uint64_t end = 0;
        const auto expect = [&](std::uint64_t at, std::uint64_t count, std::uint64_t size) {
            EXPECT_GE(at, end);
            EXPECT_EQ(at % 64, 0u);
            const bool large = large_pages && count * size >= flatline::kLargePage;
            EXPECT_EQ(large && at % flatline::kLargePage != 0, false);
            end = at + count * size;
        };
        expect(room.offsets.vertices, room.capacity.vertices, sizeof(flatline_vertex));
        expect(room.offsets.linedefs, room.capacity.linedefs, sizeof(flatline_linedef));
        expect(room.offsets.sidedefs, room.capacity.sidedefs, sizeof(flatline_sidedef));
        expect(room.offsets.sectors, room.capacity.sectors, sizeof(flatline_sector));
        expect(room.offsets.things, room.capacity.things, sizeof(flatline_thing));
        EXPECT_GE(room.bytes, end);
        EXPECT_GE(room.value_bytes, room.capacity.values * sizeof(flatline::udmf::SideValue));
    }
}

TEST(Room, IsTakenOnceAndKeptWhileItIsEnough) {
    counting_memory::Memory memory;
    const flatline::MemoryHooks hooks = memory.hooks();
    const std::string text(1000, ' ');
    {
        flatline::Reservation arrays, values;
        const Room room = room_for(kCounts, 1000, {}, false);
        ASSERT_TRUE(take_room(room, load_text::bytes(text), hooks, arrays, values));
        EXPECT_GE(arrays.size(), room.bytes);
        EXPECT_GE(values.size(), room.value_bytes);
        EXPECT_EQ(memory.calls(), 2u);
        ASSERT_TRUE(take_room(room, load_text::bytes(text), hooks, arrays, values));
        EXPECT_EQ(memory.calls(), 2u);
        flatline::text::Counts more = kCounts;
        more.equals *= 2;
        const Room larger = room_for(more, 1000, {}, false);
        memory.fail_at(0, true);
        EXPECT_FALSE(take_room(larger, load_text::bytes(text), hooks, arrays, values));
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
}

}  // namespace
