// Which lines have a side in a sector.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline::level {

struct SectorLines {
    std::uint32_t* rows = nullptr;   // sector count + 1 entries
    std::uint32_t* lines = nullptr;  // count_sector_lines() entries
};

/// The number of entries of all lists together: a line counts once for each of its sectors.
std::uint64_t count_sector_lines(View<flatline_linedef> linedefs,
                                 View<flatline_sidedef> sidedefs) noexcept;

/// Fills rows and lines by counting. The lines of a sector ascend; a line with both sides in it
/// stands there once. Linear. Precondition: indices are resolved.
void fill_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                       std::size_t sector_count, const SectorLines& out) noexcept;

}  // namespace flatline::level
