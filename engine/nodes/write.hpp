// Writes trees and blockmaps as lumps. Each form has a function that says how many bytes it takes
// and one that writes just as many; `out` has room for them. All are linear.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "flatline/types.h"
#include "model/view.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// Size of the lump that write_xgl3 makes.
std::uint64_t xgl3_bytes(const flatline_bsp& bsp) noexcept;

/// Writes XGL3. What is decoded from it equals `bsp`, which may come from any GL form or from
/// build(). Boxes are rounded outwards to whole units and kept within 16 bits. False, and `out` is
/// of no use, where a number is not exact in 16.16 or the tree has no GL segs.
[[nodiscard]] bool write_xgl3(const flatline_bsp& bsp, unsigned char* out) noexcept;

/// Size of the lump that write_xnod makes.
std::uint64_t xnod_bytes(const flatline_bsp& bsp) noexcept;

/// Writes XNOD, the form without minisegs for the lump NODES of a binary map; SEGS and SSECTORS
/// are empty beside it. `bsp` is of any kind: of a GL tree minisegs are left out, and every
/// subsector keeps a seg, because verified ones have one on a linedef. False, and `out` is of no
/// use, where a partition has no form in whole numbers of 16 bits, a new vertex is not exact in
/// 16.16, or a linedef is above 65534.
[[nodiscard]] bool write_xnod(const flatline_bsp& bsp, unsigned char* out) noexcept;

/// The most bytes that compress_nodes makes of an X form of `bytes`.
std::uint64_t compressed_nodes_bound(std::uint64_t bytes) noexcept;

/// Makes ZGL3 of XGL3 and ZNOD of XNOD; `size` gets the bytes that were written. Its 1 MB of
/// working memory at most is announced, charged and given back.
Outcome compress_nodes(Bytes lump, const MemoryHooks& hooks, Budget& budget, unsigned char* out,
                       std::uint64_t& size) noexcept;

/// Sizes in bytes of the lumps of the classic form.
struct ClassicSizes {
    std::uint64_t segs = 0;
    std::uint64_t ssectors = 0;
    std::uint64_t nodes = 0;
    std::uint64_t vertexes = 0;  // only what goes behind the map's own vertices
};

/// Where write_classic writes them.
struct ClassicOut {
    unsigned char* segs;
    unsigned char* ssectors;
    unsigned char* nodes;
    unsigned char* vertexes;
};

/// Sizes of the classic lumps of a tree of any kind; minisegs are left out. False if SRB2,
/// dsda-doom, Woof and vanilla ports cannot all read such lumps: a vertex, a linedef or a number
/// of segs above 32767, more than 32767 subsectors, a seg above 65535, a partition without a form
/// in whole numbers of 16 bits, or a seg that begins more than 32767 units from its line's begin.
[[nodiscard]] bool classic_sizes(const flatline_bsp& bsp, const MapView& map,
                                 ClassicSizes& out) noexcept;

/// Writes SEGS, SSECTORS, NODES, and the new vertices, which are rounded to the nearest whole
/// units. So a seg lies at most 0.71 units off its line, and keeps the line's angle. A seg that
/// rounding leaves without a length is left out, unless its subsector would lose its sector.
/// Precondition: classic_sizes was true and gave the sizes.
void write_classic(const flatline_bsp& bsp, const MapView& map, const ClassicOut& out) noexcept;

/// Size of the 16-bit BLOCKMAP lump of a built blockmap. 0 where no such lump holds it: more than
/// 65535 words, a linedef above 65534, an origin that is not whole or not within 16 bits; then an
/// empty lump makes every port build its own.
std::uint64_t blockmap_lump_bytes(const flatline_blockmap& blockmap) noexcept;

/// Writes it; cells with equal lists share one. Precondition: blockmap_lump_bytes is not 0.
void write_blockmap_lump(const flatline_blockmap& blockmap, unsigned char* out) noexcept;

}  // namespace flatline::engine::nodes
