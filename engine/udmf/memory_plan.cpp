#include "udmf/memory_plan.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "base/array.hpp"
#include "base/layout.hpp"
#include "flatline/types.h"
#include "text/name_pool.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::udmf {
namespace {

// In each array at most one page is charged and not filled.
constexpr std::uint64_t kArrays = 9;
constexpr std::uint64_t kSlack = kArrays * kChargedPage;
constexpr std::uint64_t kNameBytes = sizeof(flatline_text) + text::NamePool::kTableBytesAName;
constexpr std::uint64_t kLargestEntity = sizeof(flatline_thing);
static_assert(sizeof(flatline_thing) >= sizeof(flatline_linedef) &&
              sizeof(flatline_thing) >= sizeof(flatline_sector) &&
              sizeof(flatline_thing) >= sizeof(flatline_unknown));
// An assignment fills a member of a struct or one of these, of which a name is the largest.
constexpr std::uint64_t kAssignmentBytes = kNameBytes;
static_assert(kNameBytes >= sizeof(flatline_unknown) && kNameBytes >= sizeof(SideValue));
// The most that is held of an array which grows, while it moves to the next memory.
constexpr std::uint64_t of_growing(std::uint64_t bytes) {
    return bytes + bytes * (kGrowth + 1) / kGrowth;
}
constexpr std::uint64_t kGrowingBytes = of_growing(sizeof(flatline_unknown));
static_assert(kGrowingBytes >=
                  of_growing(sizeof(flatline_text)) + text::NamePool::kTableBytesAName &&
              kGrowingBytes >= of_growing(sizeof(SideValue)));

// What a byte of text may come to: a thing of `thing{}`. Unknown blocks (`a{}`) and assignments
// (`a=1;`, and the names of fields that have longer keys) come to less, with the strings in them.
constexpr std::uint64_t kMostOfAByte = 10;
constexpr std::uint64_t most_of(std::string_view text) { return kMostOfAByte * text.size(); }
static_assert(most_of("thing{}") >= sizeof(flatline_thing) &&
              most_of("sector{}") >= sizeof(flatline_sector) &&
              most_of("a{}") >= sizeof(flatline_unknown) && most_of("a=1;") >= kAssignmentBytes);

// Below it no array fills a large page.
constexpr std::size_t kLongText = 4u << 20;

// The array of each kind of element, the size of one, and the limit of their number.
struct ElementRow {
    std::uint64_t MemoryPlan::PerArray::*array;
    std::uint64_t size;
    std::uint64_t Limits::*most;
};
constexpr ElementRow kElements[kBlockKinds] = {
    {&MemoryPlan::PerArray::vertices, sizeof(flatline_vertex), &Limits::vertices},
    {&MemoryPlan::PerArray::linedefs, sizeof(flatline_linedef), &Limits::linedefs},
    {&MemoryPlan::PerArray::sidedefs, sizeof(flatline_sidedef), &Limits::sidedefs},
    {&MemoryPlan::PerArray::sectors, sizeof(flatline_sector), &Limits::sectors},
    {&MemoryPlan::PerArray::things, sizeof(flatline_thing), &Limits::things},
};
static_assert(FLATLINE_VERTEX == 0 && FLATLINE_LINEDEF == 1 && FLATLINE_SIDEDEF == 2 &&
              FLATLINE_SECTOR == 3 && FLATLINE_THING == 4);

// Page faults are a third of the time of a load in new memory. Where an array will fill large
// pages, the system may hand out those.
void expect_pages(const MemoryPlan& plan, Bytes text, unsigned char* arrays,
                  std::uint64_t (&large_bytes)[kBlockKinds]) noexcept {
    if (text.size() < kLongText) return;
    const Estimate estimate = estimate_blocks(text);
    for (std::size_t kind = 0; kind < kBlockKinds; ++kind) {
        const auto [array, size, most] = kElements[kind];
        // A little less than estimated, because estimates err. A small array gets half a page
        // more, so that a page which it fills by half is a large one too.
        std::uint64_t wanted = estimate.blocks[kind] * size / 16 * 15;
        if (wanted < 2 * kLargePage) wanted += kLargePage / 2;
        const std::uint64_t bytes = std::min(wanted, plan.capacity.*array * size);
        fill_by_large_pages(arrays + plan.offsets.*array, static_cast<std::size_t>(bytes));
        large_bytes[kind] = bytes / kLargePage * kLargePage;
    }
}

// The namespace, which is kept, and "-", which stands before all decoded strings.
std::uint64_t always_decoded(std::uint64_t text_bytes, const Limits& limits) noexcept {
    return std::min(text_bytes, limits.identifier_bytes) + 64;
}

std::uint64_t most_decoded(const TextBounds& bounds, std::uint64_t text_bytes,
                           const Limits& limits) noexcept {
    return (bounds.backslash ? text_bytes : 0) + always_decoded(text_bytes, limits);
}

MemoryPlan::PerArray with_last_pages(MemoryPlan::PerArray capacity) noexcept {
    const auto add = [](std::uint64_t& count, std::uint64_t size) {
        count = with_last_page(count, size);
    };
    for (const ElementRow& row : kElements) add(capacity.*row.array, row.size);
    add(capacity.names, sizeof(flatline_text));
    add(capacity.unknowns, sizeof(flatline_unknown));
    add(capacity.decoded, 1);
    add(capacity.values, sizeof(SideValue));
    return capacity;
}

// Lays the arrays of plan.capacity after one another.
void lay(MemoryPlan& plan, bool large_pages) noexcept {
    const MemoryPlan::PerArray capacity = with_last_pages(plan.capacity);
    Layout layout;
    for (const ElementRow& row : kElements) {
        const std::uint64_t count = capacity.*row.array;
        if (large_pages && count * row.size >= kLargePage) layout.align(kLargePage);
        plan.offsets.*row.array = layout.add(count, row.size);
    }
    plan.offsets.names = layout.add(capacity.names, sizeof(flatline_text));
    plan.offsets.unknowns = layout.add(capacity.unknowns, sizeof(flatline_unknown));
    plan.offsets.decoded = layout.add(capacity.decoded, 1);
    plan.bytes = layout.bytes();
    Layout values;
    values.add(capacity.values, sizeof(SideValue));
    plan.value_bytes = values.bytes();
}

}  // namespace

TextBounds::TextBounds(const text::Counts& counts, const BlockCounts& found,
                       const Limits& limits) noexcept
    : unknown_blocks(found.others + found.unsure),
      assignments(counts.equals),
      backslash(counts.backslash) {
    for (std::size_t kind = 0; kind < kBlockKinds; ++kind) {
        blocks[kind] = std::min(found.blocks[kind] + found.unsure, limits.*kElements[kind].most);
    }
}

MemoryPlan plan_slice(const TextBounds& bounds, std::uint64_t text_bytes, const Limits& limits,
                      bool large_pages) noexcept {
    MemoryPlan plan;
    plan.capacity = {
        bounds.blocks[FLATLINE_VERTEX],
        bounds.blocks[FLATLINE_LINEDEF],
        bounds.blocks[FLATLINE_SIDEDEF],
        bounds.blocks[FLATLINE_SECTOR],
        bounds.blocks[FLATLINE_THING],
        bounds.assignments + 1,
        std::min(bounds.assignments + bounds.unknown_blocks, limits.unknown_fields),
        most_decoded(bounds, text_bytes, limits),
        bounds.assignments,
    };
    lay(plan, large_pages);
    plan.bound = plan.bytes + plan.value_bytes +
                 bounds.assignments * text::NamePool::kTableBytesAName +
                 text::NamePool::kFirstTableBytes;
    return plan;
}

MemoryPlan plan_growing(const Estimate& estimate, std::uint64_t text_bytes,
                        const Limits& limits) noexcept {
    std::uint64_t bytes = 0;
    for (std::size_t kind = 0; kind < kBlockKinds; ++kind) {
        bytes += estimate.blocks[kind] * kElements[kind].size;
    }
    MemoryPlan plan;
    plan.grows = true;
    for (std::size_t kind = 0; kind < kBlockKinds; ++kind) {
        const auto [array, size, most] = kElements[kind];
        std::uint64_t count = estimate.blocks[kind];
        // The samples may be all elements where the rest of the text has none.
        if (bytes > text_bytes) count = count * text_bytes / bytes;
        // A little more, so that most arrays need not move; the limit is met by one more.
        count = std::min(count + count / 32, limits.*most + 1);
        plan.capacity.*array = with_last_page(count, size);
    }
    return plan;
}

std::uint64_t bound_growing(const TextBounds& bounds, std::uint64_t text_bytes,
                            const Limits& limits) noexcept {
    std::uint64_t bytes = text_bytes + text_bytes / 32;  // with which elements begin
    for (std::size_t kind = 0; kind < kBlockKinds; ++kind) {
        bytes += of_growing(bounds.blocks[kind] * kElements[kind].size);
    }
    return bytes + (bounds.assignments + bounds.unknown_blocks) * kGrowingBytes +
           of_growing(most_decoded(bounds, text_bytes, limits)) + text::NamePool::kFirstTableBytes +
           4 * kSlack;
}

MemoryPlan plan_memory_by_size(std::uint64_t read_bytes, const Limits& limits) noexcept {
    MemoryPlan plan;
    plan.by_size = true;
    // Texts of about the same size get the same places: a Loader goes on to fill the pages that it
    // has touched.
    const std::uint64_t most_bytes = std::bit_ceil(read_bytes);
    // Of each kind the shortest that a text may hold, and one more that is not closed.
    const auto of = [&](std::string_view shortest) { return most_bytes / shortest.size() + 1; };
    const std::uint64_t assignments = of("a=1;");
    // Unknown blocks that are still open are shorter.
    const std::uint64_t nested = std::min(limits.nesting, most_bytes);
    const std::uint64_t unknowns = of("a{}") + nested;
    const std::uint64_t decoded = most_bytes + always_decoded(most_bytes, limits);
    plan.bound = read_bytes * kMostOfAByte + always_decoded(read_bytes, limits) + kLargestEntity +
                 nested * sizeof(flatline_unknown) + text::NamePool::kFirstTableBytes + kSlack;
    plan.capacity = {std::min(of("vertex{}"), limits.vertices),
                     std::min(of("linedef{}"), limits.linedefs),
                     std::min(of("sidedef{}"), limits.sidedefs),
                     std::min(of("sector{}"), limits.sectors),
                     std::min(of("thing{}"), limits.things),
                     assignments + 1,
                     std::min(unknowns, limits.unknown_fields),
                     decoded,
                     assignments};
    lay(plan, true);
    return plan;
}

bool take_memory(const MemoryPlan& plan, Bytes text, const MemoryHooks& hooks, RawMemory& memory,
                 Reservation& values) noexcept {
    Reservation& arrays = memory.arrays;
    if (plan.grows) {
        arrays.reset();
        for (std::size_t kind = 0; kind < kBlockKinds; ++kind) {
            const auto [array, size, most] = kElements[kind];
            Reservation& own = memory.elements[kind];
            // What an earlier load has left is more than a wrong estimate asks for.
            const std::uint64_t wanted = plan.capacity.*array * size;
            if (!own.ensure(hooks, std::max<std::uint64_t>(wanted, own.size()))) return false;
        }
        return true;
    }
    for (Reservation& own : memory.elements) own.reset();
    if (!arrays.ensure(hooks, plan.bytes) || !values.ensure(hooks, plan.value_bytes)) return false;
    if (arrays.is_new()) {
        // Space by the size of the text is hardly filled: where the system hands out large pages
        // unasked, each array would begin with a whole one.
        if (plan.by_size) fill_by_small_pages(arrays.data(), arrays.size());
        std::fill(std::begin(memory.large_bytes), std::end(memory.large_bytes), 0u);
        expect_pages(plan, text, arrays.data(), memory.large_bytes);
    }
    return true;
}

void place_arrays(const MemoryPlan& plan, RawMemory& memory, Reservation& values,
                  const MemoryHooks& hooks, Budget& budget, RawMap& raw) noexcept {
    if (plan.grows) {
        each_element_array(raw, [&](std::size_t kind, auto& array) {
            array.place_alone(memory.elements[kind], hooks, &budget);
        });
        raw.names.place_alone(memory.names, hooks, &budget);
        raw.unknowns.place_alone(memory.unknowns, hooks, &budget);
        raw.decoded.place_alone(memory.decoded, hooks, &budget);
        raw.values.place_alone(values, hooks, &budget);
        return;
    }
    unsigned char* const base = memory.arrays.data();
    const MemoryPlan::PerArray capacity = with_last_pages(plan.capacity);
    const MemoryPlan::PerArray& at = plan.offsets;
    each_element_array(raw, [&](std::size_t kind, auto& array) {
        const auto place = kElements[kind].array;
        array.place(base + at.*place, capacity.*place, &budget);
        if (memory.arrays.is_new()) array.take_pages_ahead(memory.large_bytes[kind]);
    });
    raw.names.place(base + at.names, capacity.names, &budget);
    raw.unknowns.place(base + at.unknowns, capacity.unknowns, &budget);
    raw.decoded.place(base + at.decoded, capacity.decoded, &budget);
    raw.values.place(values.data(), capacity.values, &budget);
    if (values.is_of_system()) raw.values.grow_by_large_pages();
    if (values.is_new()) raw.values.take_pages_ahead(0);
}

}  // namespace flatline::engine::udmf
