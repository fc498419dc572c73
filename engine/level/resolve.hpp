// Checks every index of a map, so that none needs a check again.
#pragma once

#include <cstddef>

#include "flatline/findings.hpp"
#include "flatline/load.hpp"
#include "flatline/types.h"

namespace flatline::level {

struct Elements {
    flatline_linedef* linedefs = nullptr;
    flatline_sidedef* sidedefs = nullptr;
    std::size_t vertex_count = 0;
    std::size_t linedef_count = 0;
    std::size_t sidedef_count = 0;
    std::size_t sector_count = 0;
    /// Gets the counts of count_sector_lines (level/sector_lines.hpp), sector_count + 1 of them.
    /// Null: not wanted.
    std::uint32_t* sector_line_rows = nullptr;
};

/// Checks v1, v2, sidefront, sideback and sector once, against counts below 2^31. A bad one is a
/// finding without offset (udmf's locate knows the place). The result is false where there was one
/// whose rule is not in `repair`. Others are put right, as Repair of load.hpp says, and the
/// result is false only where there is no element 0. Where the result is true the lines of sectors
/// are counted, too.
[[nodiscard]] bool resolve(const Elements& elements, const Repairs& repair,
                           FindingList& findings) noexcept;

}  // namespace flatline::level
