#include "level/sector_lines.hpp"

#include <cstring>

namespace flatline::level {
namespace {

// Calls `use(sector)` for each of the one or two sectors of a line.
template <class Use>
void each_sector(const flatline_linedef& line, View<flatline_sidedef> sidedefs,
                 Use&& use) noexcept {
    const std::uint32_t front = sidedefs[line.sidefront].sector;
    use(front);
    if (line.sideback == FLATLINE_NONE) return;
    const std::uint32_t back = sidedefs[line.sideback].sector;
    if (back != front) use(back);
}

}  // namespace

std::uint64_t count_sector_lines(View<flatline_linedef> linedefs,
                                 View<flatline_sidedef> sidedefs) noexcept {
    std::uint64_t count = 0;
    for (const flatline_linedef& line : linedefs) {
        each_sector(line, sidedefs, [&](std::uint32_t) { ++count; });
    }
    return count;
}

void fill_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                       std::size_t sector_count, const SectorLines& out) noexcept {
    std::memset(out.rows, 0, (sector_count + 1) * sizeof(std::uint32_t));
    for (const flatline_linedef& line : linedefs) {
        each_sector(line, sidedefs, [&](std::uint32_t sector) { ++out.rows[sector + 1]; });
    }
    for (std::size_t i = 0; i < sector_count; ++i) out.rows[i + 1] += out.rows[i];
    // The beginning of each row serves as its cursor, and ends up at the beginning of the next.
    for (std::size_t i = 0; i < linedefs.size(); ++i) {
        each_sector(linedefs[i], sidedefs, [&](std::uint32_t sector) {
            out.lines[out.rows[sector]++] = static_cast<std::uint32_t>(i);
        });
    }
    std::memmove(out.rows + 1, out.rows, sector_count * sizeof(std::uint32_t));
    out.rows[0] = 0;
}

}  // namespace flatline::level
