// flatline/reject.hpp: asking REJECT.
#pragma once

#include <cstdint>

#include "flatline/types.h"

namespace flatline {

/// False where REJECT says that nothing in sector `from` can see anything in `to`; true without a
/// table. Not symmetric. Precondition: both are indices of sectors. O(1), any thread.
inline bool sees(const flatline_reject& reject, std::uint32_t from, std::uint32_t to) noexcept {
    if (reject.bits == nullptr) return true;
    const std::uint64_t bit = from * reject.sector_count + to;
    return (reject.bits[bit >> 3] >> (bit & 7) & 1) == 0;
}

}  // namespace flatline
