// model/reject.hpp: looks up sectors in REJECT.
#pragma once

#include <cstdint>

#include "flatline/types.h"

namespace flatline::engine {

/// Whether something in sector `from` might see something in sector `to`. False only where the
/// table rules it out; always true if the map has no table. The table need not be symmetric, so
/// sees(a, b) and sees(b, a) may differ. Precondition: both are below reject.sector_count where
/// there is a table. O(1), any thread. Source: docs/blockmap.md, "The REJECT lump".
inline bool sees(const flatline_reject& reject, std::uint32_t from, std::uint32_t to) noexcept {
    if (reject.bits == nullptr) return true;
    const std::uint64_t bit = from * reject.sector_count + to;
    return (reject.bits[bit >> 3] >> (bit & 7) & 1) == 0;
}

}  // namespace flatline::engine
