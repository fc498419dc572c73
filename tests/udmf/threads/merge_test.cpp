// Slices by hand, joined: what is behind one another, and what becomes of the numbers and places
// that a slice counted from its own beginning.
#include "udmf/threads/merge.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "support/host_pool.hpp"
#include "support/load_text.hpp"
#include "udmf/memory_plan.hpp"

namespace {

using flatline::engine::Finding;
using flatline::engine::FindingList;
using flatline::engine::Limits;
using flatline::engine::udmf::MemoryPlan;
using flatline::engine::udmf::Merge;
using flatline::engine::udmf::RawMap;
using flatline::engine::udmf::SideValue;

constexpr std::string_view kText = "STONE METAL STONE WOOD";
constexpr auto kTextSize = static_cast<std::uint32_t>(kText.size());

// Arrays with room for a hundred of each.
struct ReadSlice {
    explicit ReadSlice(std::uint64_t bytes = 1u << 20) : budget(bytes) {
        budget.announce(bytes);
        const MemoryPlan plan = flatline::engine::udmf::plan_slice(
            flatline::engine::udmf::TextBounds({100, 100, true, false}, {{}, 0, 100}, {}), 1000, {},
            false);
        EXPECT_TRUE(take_memory(plan, {}, {}, memory, values));
        const auto place = [&](auto& array, std::uint64_t at, std::uint64_t capacity) {
            array.place(memory.arrays.data() + at, capacity, &budget);
        };
        place(raw.vertices, plan.offsets.vertices, 100);
        place(raw.linedefs, plan.offsets.linedefs, 100);
        place(raw.sidedefs, plan.offsets.sidedefs, 100);
        place(raw.sectors, plan.offsets.sectors, 100);
        place(raw.things, plan.offsets.things, 100);
        place(raw.names, plan.offsets.names, 100);
        place(raw.unknowns, plan.offsets.unknowns, 100);
        place(raw.decoded, plan.offsets.decoded, 1000);
        raw.values.place(values.data(), 100, &budget);
        *raw.decoded.push() = '-';
        *raw.names.push() = {kTextSize, 1};
    }
    std::uint32_t name(std::uint32_t offset, std::uint32_t size) {
        *raw.names.push() = {offset, size};
        return static_cast<std::uint32_t>(raw.names.size() - 1);
    }
    std::uint32_t decoded_name(std::string_view bytes) {
        const auto at = static_cast<std::uint32_t>(raw.decoded.size());
        std::memcpy(raw.decoded.push(bytes.size()), bytes.data(), bytes.size());
        return name(kTextSize + at, static_cast<std::uint32_t>(bytes.size()));
    }
    void side(std::uint32_t top) {
        flatline_sidedef side{};
        side.texturetop = top;
        *raw.sidedefs.push() = side;
    }
    void value(std::uint32_t element, std::uint8_t kind, flatline_text text = {}) {
        SideValue value{};
        value.element = element;
        value.block = FLATLINE_SIDEDEF;
        value.kind = kind;
        value.text = text;
        *raw.values.push() = value;
    }
    flatline_unknown& unknown(std::uint8_t element, std::uint32_t index, std::uint8_t kind) {
        flatline_unknown unknown{};
        unknown.element = element;
        unknown.index = index;
        unknown.kind = kind;
        *raw.unknowns.push() = unknown;
        return raw.unknowns.back();
    }

    flatline::engine::udmf::RawMemory memory;
    flatline::engine::Reservation values;
    flatline::engine::Budget budget;
    RawMap raw;
    FindingList findings;
};

struct Joined {
    explicit Joined(const Limits& limits = {}) {
        first.name(0, 5);  // STONE
        first.side(1);
        first.unknown(FLATLINE_SIDEDEF, 0, FLATLINE_INTEGER);
        second.name(6, 5);   // METAL
        second.name(12, 5);  // STONE again
        second.decoded_name("GL\"ASS");
        for (std::uint32_t name = 0; name < 4; ++name) second.side(name);
        *second.raw.sectors.push() = flatline_sector{};
        second.raw.sectors.back().textureceiling = 3;
        second.value(2, FLATLINE_STRING, {kTextSize + 1, 6});
        second.value(1, FLATLINE_STRING, {3, 2});
        second.value(0, FLATLINE_INTEGER, {kTextSize + 9, 0});
        second.unknown(FLATLINE_SIDEDEF, 3, FLATLINE_STRING).value.string = {kTextSize + 1, 6};
        second.unknown(FLATLINE_BLOCK, FLATLINE_NONE, FLATLINE_UNKNOWN_BLOCK).value.block_end = 3;
        second.unknown(FLATLINE_BLOCK, FLATLINE_NONE, FLATLINE_REAL);
        Finding finding = flatline::engine::make_finding(flatline::engine::Rule::field_unknown);
        finding.element = FLATLINE_SIDEDEF;
        finding.index = 2;
        second.findings.add(finding);
        finding.element = FLATLINE_BLOCK;
        finding.index = FLATLINE_NONE;
        second.findings.add(finding);

        auto names = std::make_unique<flatline::engine::text::NamePool>();
        names->begin(&first.raw.names, load_text::bytes(kText), &first.raw.decoded, {},
                     &first.budget);
        Merge merge(first.raw, *names, first.findings, limits, kText.size(), values);
        added = merge.add(second.raw, second.findings, false);
        host_pool::Pool pool(host_pool::Way::backwards);
        flatline::engine::Jobs jobs(pool.hooks(), 3);
        if (added) merge.copy(jobs);
    }
    std::string_view text(flatline_text text) const {
        const char* from = text.offset < kTextSize
                               ? kText.data() + text.offset
                               : reinterpret_cast<const char*>(first.raw.decoded.data()) +
                                     (text.offset - kTextSize);
        return {from, text.size};
    }

    ReadSlice first, second;
    flatline::engine::udmf::ValueSlice values[1];
    bool added = false;
};

TEST(Merge, NamesInTheOrderOfTheText) {
    const Joined joined;
    ASSERT_TRUE(joined.added);
    const RawMap& raw = joined.first.raw;
    ASSERT_EQ(raw.names.size(), 4u);
    EXPECT_EQ(joined.text(raw.names[0]), "-");
    EXPECT_EQ(joined.text(raw.names[1]), "STONE");
    EXPECT_EQ(raw.names[1].offset, 0u);  // where it stands first
    EXPECT_EQ(joined.text(raw.names[2]), "METAL");
    EXPECT_EQ(joined.text(raw.names[3]), "GL\"ASS");
    ASSERT_EQ(raw.sidedefs.size(), 5u);
    const std::uint32_t tops[] = {1, 0, 2, 1, 3};
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(raw.sidedefs[i].texturetop, tops[i]) << i;
    ASSERT_EQ(raw.sectors.size(), 1u);
    EXPECT_EQ(raw.sectors[0].textureceiling, 3u);
}

TEST(Merge, ValuesAndUnknownsOfTheirElements) {
    const Joined joined;
    ASSERT_TRUE(joined.added);
    const RawMap& raw = joined.first.raw;
    EXPECT_EQ(raw.values.size(), 0u);
    ASSERT_EQ(raw.more_values.size(), 1u);
    const flatline::engine::udmf::ValueSlice& values = raw.more_values[0];
    ASSERT_EQ(values.count, 3u);
    EXPECT_EQ(values.values, joined.second.raw.values.data());
    EXPECT_FALSE(values.drop);
    EXPECT_EQ(values.first[FLATLINE_SIDEDEF], 1u);
    EXPECT_EQ(values.first[FLATLINE_SECTOR], 0u);
    flatline_text glass = values.values[0].text;
    glass.offset += values.decoded_by;
    EXPECT_EQ(joined.text(glass), "GL\"ASS");
    ASSERT_EQ(raw.unknowns.size(), 4u);
    EXPECT_EQ(raw.unknowns[0].index, 0u);
    EXPECT_EQ(raw.unknowns[1].index, 4u);
    EXPECT_EQ(joined.text(raw.unknowns[1].value.string), "GL\"ASS");
    EXPECT_EQ(raw.unknowns[2].index, FLATLINE_NONE);
    EXPECT_EQ(raw.unknowns[2].value.block_end, 4u);
}

TEST(Merge, FindingsOfTheirElements) {
    const Joined joined;
    const auto kept = joined.first.findings.kept();
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_EQ(kept[0].index, 3u);
    EXPECT_EQ(kept[1].index, FLATLINE_NONE);
}

TEST(Merge, SumsKeepToTheLimits) {
    constexpr std::uint64_t Limits::*kLimits[] = {&Limits::sidedefs, &Limits::unknown_fields};
    for (const auto limit : kLimits) {
        const std::uint64_t sum = limit == &Limits::sidedefs ? 5 : 4;
        Limits most;
        most.*limit = sum;
        EXPECT_TRUE(Joined(most).added);
        most.*limit = sum - 1;
        EXPECT_FALSE(Joined(most).added);
        most.*limit = 0;
        EXPECT_FALSE(Joined(most).added);
    }
}

// Errors among more findings than were kept stand where they were put, not where they were met.
TEST(Merge, ErrorsInAFullListAreForTheWholeText) {
    for (const bool full : {false, true}) {
        ReadSlice first, second;
        second.findings = flatline::engine::FindingList(2, 2);
        Finding warning = flatline::engine::make_finding(flatline::engine::Rule::field_unknown);
        warning.severity = static_cast<std::uint8_t>(flatline::engine::Severity::warning);
        for (int i = 0; i < (full ? 2 : 1); ++i) second.findings.add(warning);
        Finding error = warning;
        error.severity = static_cast<std::uint8_t>(flatline::engine::Severity::error);
        second.findings.add(error);
        auto names = std::make_unique<flatline::engine::text::NamePool>();
        names->begin(&first.raw.names, load_text::bytes(kText), &first.raw.decoded, {},
                     &first.budget);
        const Limits limits;
        flatline::engine::udmf::ValueSlice values[1];
        Merge merge(first.raw, *names, first.findings, limits, kText.size(), values);
        EXPECT_EQ(merge.add(second.raw, second.findings, false), !full);
    }
}

}  // namespace
