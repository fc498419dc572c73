// Which lines have a side in a sector.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine::level {

/// The lines may be counted and filled in in shares, which threads take: then there are as many
/// arrays of rows behind each other, of which the first one gets the result.
struct SectorLines {
    std::uint32_t* rows = nullptr;   // sector count + 1 entries, for each share
    std::uint32_t* lines = nullptr;  // rows[sector count] entries
    std::size_t shares = 1;

    std::uint32_t* rows_of(std::size_t share, std::size_t sector_count) const noexcept {
        return rows + share * (sector_count + 1);
    }
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

/// Puts the number of lines of sector i into rows[i + 1], and 0 into rows[0]. The check of indices
/// (level/resolve.hpp) does it on its way.
void count_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                        std::size_t sector_count, std::uint32_t* rows) noexcept;

/// Makes the beginnings of the lists of what was counted, those of each share behind those of the
/// one before. Returns the number of all entries.
std::uint64_t add_up_sector_lines(std::size_t sector_count, const SectorLines& counted) noexcept;

/// Fills in the lines of one share. The lines of a sector ascend; a line with both sides in it
/// stands there once. Linear. Shares may be filled in at the same time. Preconditions: indices are
/// resolved, the rows added up.
void fill_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                       std::size_t sector_count, const SectorLines& out,
                       std::size_t share) noexcept;

/// Puts the rows, which filling in has moved, to where they began: the end of it all.
void end_sector_lines(std::size_t sector_count, const SectorLines& out) noexcept;

}  // namespace flatline::engine::level
