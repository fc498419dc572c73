#include "level/sector_lines.hpp"

#include <cstring>

namespace flatline::level {
void count_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                        std::size_t sector_count, std::uint32_t* rows) noexcept {
    std::memset(rows, 0, (sector_count + 1) * sizeof *rows);
    for (const flatline_linedef& line : linedefs) {
        each_sector(line, sidedefs, [&](std::uint32_t sector) { ++rows[sector + 1]; });
    }
}

std::uint64_t add_up_sector_lines(std::size_t sector_count, std::uint32_t* rows) noexcept {
    for (std::size_t i = 0; i < sector_count; ++i) rows[i + 1] += rows[i];
    return rows[sector_count];
}

void fill_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                       std::size_t sector_count, const SectorLines& out) noexcept {
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
