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

/// How many entries the lists have in all: a line counts once a sector.
std::uint64_t count_sector_lines(View<flatline_linedef> linedefs,
                                 View<flatline_sidedef> sidedefs) noexcept;

/// Fills rows and lines by counting: lines of a sector ascend, one with both sides in it stands
/// once. Linear. Precondition: indices are resolved.
void fill_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                       std::size_t sector_count, const SectorLines& out) noexcept;

}  // namespace flatline::level
