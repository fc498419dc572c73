#include "load/map_memory.hpp"

#include <iterator>

#include "base/layout.hpp"
#include "binary/records.hpp"

namespace flatline::engine {
namespace {

constexpr std::uint64_t kLeastTogether = kLargePage / 4;
constexpr std::uint64_t kMostTogether = 8 * kLargePage;

// For what is not counted here: names, fields beyond the structs, the ends of slices.
constexpr std::uint64_t kSliceRest = 16u << 10;

constexpr std::size_t kBytesOfElement[] = {sizeof(flatline_vertex), sizeof(flatline_linedef),
                                           sizeof(flatline_sidedef), sizeof(flatline_sector),
                                           sizeof(flatline_thing)};

std::uint64_t array_bytes(const BinaryLumps& lumps) noexcept {
    std::uint64_t bytes = kSliceRest;
    for (std::uint8_t i = 0; i < std::size(kBytesOfElement); ++i) {
        bytes += binary::record_count(lumps, i) * kBytesOfElement[i];
    }
    return bytes;
}

std::uint64_t adjacency_bytes(const BinaryLumps& lumps) noexcept {
    return (2 * binary::record_count(lumps, FLATLINE_LINEDEF) +
            binary::record_count(lumps, FLATLINE_SECTOR)) *
               sizeof(std::uint32_t) +
           kSliceRest;
}

// The most that a byte of each lump comes to, whatever form it has: a node of 28 bytes to one of
// 120, and so on.
std::uint64_t node_bytes(const BinaryLumps& lumps) noexcept {
    return 2 * lumps.segs.size() + 4 * (lumps.ssectors.size() + lumps.vertexes.size()) +
           lumps.nodes.size() / 2 * 9 + kSliceRest;
}

// To check nodes 40 bytes of each, and 32 of each subsector.
std::uint64_t scratch_bytes(const BinaryLumps& lumps) noexcept {
    return 8 * lumps.ssectors.size() + lumps.nodes.size() / 4 * 5 + kSliceRest;
}

// A cell or a line for each word of 16 bits.
std::uint64_t blockmap_bytes(const BinaryLumps& lumps) noexcept {
    return 6 * lumps.blockmap.size() + kSliceRest;
}

}  // namespace

void take_together(const BinaryLumps& lumps, const LoadOptions& options, const MemoryHooks& hooks,
                   detail::MapMemory& memory, Reservation& scratch) noexcept {
    struct Piece {
        Reservation* slice;
        std::uint32_t products;  // it is taken for one of these
        std::uint64_t bytes;
        std::uint64_t at;
    };
    constexpr std::uint32_t kAlways = ~0u;
    Piece pieces[] = {
        {&memory.raw.arrays, kAlways, array_bytes(lumps), 0},
        {&memory.raw.names, kAlways, kSliceRest, 0},
        {&memory.adjacency, kAlways, adjacency_bytes(lumps), 0},
        {&memory.nodes, FLATLINE_PRODUCT_NODES, node_bytes(lumps), 0},
        {&scratch, FLATLINE_PRODUCT_NODES, scratch_bytes(lumps), 0},
        {&memory.blockmap, FLATLINE_PRODUCT_BLOCKMAP, blockmap_bytes(lumps), 0},
    };
    Layout layout;
    for (Piece& piece : pieces) {
        if (piece.slice->data() != nullptr && !piece.slice->is_slice()) return;
        const bool asked = piece.products == kAlways || (options.products & piece.products) != 0;
        if (!asked) piece.bytes = 0;
        piece.at = layout.add(piece.bytes, 1);
    }
    for (Piece& piece : pieces) piece.slice->reset();
    const std::uint64_t bytes = layout.bytes();
    if ((bytes < kLeastTogether && memory.whole.size() < bytes) || bytes > kMostTogether ||
        bytes > options.limits.arena_bytes || !Reservation::is_free_until_touched(hooks) ||
        !memory.whole.ensure_large(bytes)) {
        return;
    }
    for (const Piece& piece : pieces) {
        if (piece.bytes != 0) piece.slice->slice(memory.whole, piece.at, piece.bytes);
    }
}

}  // namespace flatline::engine
