// How much memory a load takes at most, before it.
#include <algorithm>
#include <cstdint>

#include "base/layout.hpp"
#include "binary/check.hpp"
#include "binary/reader.hpp"
#include "binary/records.hpp"
#include "model/binary.hpp"
#include "model/load.hpp"
#include "model/testing.hpp"
#include "text/count.hpp"
#include "text/scan.hpp"
#include "udmf/block_counts.hpp"
#include "udmf/memory_plan.hpp"

namespace flatline::engine {
namespace {

constexpr std::uint64_t kFields = 1024;     // above every FieldId
constexpr std::uint64_t kLargestValue = 8;  // of a column: a double, or a flatline_text
constexpr std::uint64_t kSlice = 64;        // what a slice may be rounded up by

// Columns by their upper bound: every assignment is a value of one, and every second byte of the
// text is an entry of an id list.
std::uint64_t columns_bound(std::uint64_t assignments, std::uint64_t text_bytes) noexcept {
    const std::uint64_t fields = std::min(assignments, kFields);
    return fields * (sizeof(flatline_column) + 2 * kSlice) +
           assignments * (sizeof(std::uint32_t) + kLargestValue) +
           (text_bytes / 2 + assignments) * sizeof(std::int32_t) + 2 * kSlice;
}

// Rows and lines of sectors: a block is a sector with one row, or a linedef of two sectors.
std::uint64_t sector_lines_bound(std::uint64_t blocks) noexcept {
    return (2 * blocks + 1) * sizeof(std::uint32_t) + 2 * kSlice;
}

}  // namespace

MemoryBound memory_bound(Bytes textmap, const LoadOptions& options) noexcept {
    const Limits& limits = options.limits;
    if (textmap.size() > std::min(limits.text_bytes, std::uint64_t{2} << 30) ||
        options.namespace_override.size() > limits.string_bytes) {
        return {};
    }
    const TestOptions testing = options.testing != nullptr ? *options.testing : TestOptions{};
    static constexpr unsigned char kNothing[1] = {0};
    const text::Body body =
        text::body_of(textmap.data() != nullptr ? textmap.data() : kNothing, textmap.size());
    const Bytes body_bytes(body.begin, static_cast<std::size_t>(body.end - body.begin));
    const text::Counts counts = text::count(body_bytes, testing.kernel);
    if (counts.nul) return {};
    const udmf::TextBounds bounds(counts, udmf::count_blocks(body_bytes), limits);
    const std::uint64_t text = udmf::bound_growing(bounds, textmap.size(), limits);
    const std::uint64_t total =
        text + columns_bound(counts.equals, textmap.size()) + sector_lines_bound(counts.braces);
    return {std::min(text, limits.arena_bytes), std::min(total, limits.arena_bytes)};
}

MemoryBound memory_bound(const BinaryLumps& lumps, const LoadOptions& options) noexcept {
    const Limits& limits = options.limits;
    if (binary::map_bytes(lumps) > std::min(limits.text_bytes, binary::kMostBytes) ||
        options.namespace_override.size() > limits.string_bytes) {
        return {};
    }
    binary::ReadOptions read_options;
    read_options.limits = &limits;
    read_options.namespace_override = options.namespace_override;
    const binary::MemoryBound bound = binary::bound_memory(lumps, read_options);
    const std::uint64_t lines = binary::record_count(lumps, FLATLINE_LINEDEF);
    const std::uint64_t sectors = binary::record_count(lumps, FLATLINE_SECTOR);
    const std::uint64_t total = bound.arrays + bound.names + columns_bound(bound.values, 0) +
                                (2 * lines + sectors + 1) * sizeof(std::uint32_t) + 2 * kSlice;
    return {std::min(bound.arrays, limits.arena_bytes), std::min(total, limits.arena_bytes)};
}

}  // namespace flatline::engine
