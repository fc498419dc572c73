// Which lines have a side in a sector.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline::level {

struct SectorLines {
    std::uint32_t* rows = nullptr;   // sector count + 1 entries
    std::uint32_t* lines = nullptr;  // rows[sector count] entries
};

/// Calls `use(sector)` for each of the one or two sectors of a line.
template <class Use>
void each_sector(const flatline_linedef& line, View<flatline_sidedef> sidedefs,
                 Use&& use) noexcept {
    const std::uint32_t front = sidedefs[line.sidefront].sector;
    use(front);
    if (line.sideback == FLATLINE_NONE) return;
    const std::uint32_t back = sidedefs[line.sideback].sector;
    if (back != front) use(back);
}

/// Puts the number of lines of sector i into rows[i + 1], and 0 into rows[0]. resolve does it on
/// its way.
void count_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                        std::size_t sector_count, std::uint32_t* rows) noexcept;

/// Makes the beginnings of the lists of what was counted. Returns the number of all entries.
std::uint64_t add_up_sector_lines(std::size_t sector_count, std::uint32_t* rows) noexcept;

/// Fills the lists. The lines of a sector ascend; a line with both sides in it stands there once.
/// Linear. Preconditions: indices are resolved, the rows added up.
void fill_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                       std::size_t sector_count, const SectorLines& out) noexcept;

}  // namespace flatline::level
