// Writes a tree as an XGL3 lump.
#pragma once

#include <cstdint>

#include "flatline/types.h"

namespace flatline::nodes {

/// Size of the lump that write_xgl3 makes.
std::uint64_t xgl3_bytes(const flatline_bsp& bsp) noexcept;

/// Writes XGL3. What is decoded from it equals `bsp`, which may come from any GL form or from
/// build(). Boxes are rounded outwards to whole units and kept within 16 bits. `out` has room for
/// xgl3_bytes(). False, and `out` is of no use, where a number is not exact in 16.16 or the tree
/// has no GL segs. Linear.
[[nodiscard]] bool write_xgl3(const flatline_bsp& bsp, unsigned char* out) noexcept;

}  // namespace flatline::nodes
