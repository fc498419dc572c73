#include "level/sector_lines.hpp"

#include <cstring>

#include "base/share.hpp"

namespace flatline::engine::level {

void count_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                        std::size_t sector_count, std::uint32_t* rows) noexcept {
    std::memset(rows, 0, (sector_count + 1) * sizeof *rows);
    for (const flatline_linedef& line : linedefs) {
        each_sector(line, sidedefs, [&](std::uint32_t sector) { ++rows[sector + 1]; });
    }
}

std::uint64_t add_up_sector_lines(std::size_t sector_count, const SectorLines& counted) noexcept {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < sector_count; ++i) {
        for (std::size_t share = 0; share < counted.shares; ++share) {
            std::uint32_t* const rows = counted.rows_of(share, sector_count);
            rows[i] = sum;
            sum += rows[i + 1];
        }
    }
    for (std::size_t share = 0; share < counted.shares; ++share) {
        counted.rows_of(share, sector_count)[sector_count] = sum;
    }
    return sum;
}

void fill_sector_lines(View<flatline_linedef> linedefs, View<flatline_sidedef> sidedefs,
                       std::size_t sector_count, const SectorLines& out,
                       std::size_t share) noexcept {
    // The beginning of each row serves as its cursor, and ends up at the beginning of the next.
    std::uint32_t* const rows = out.rows_of(share, sector_count);
    const Share part = share_of(linedefs.size(), share, out.shares);
    for (std::size_t i = part.begin; i < part.end; ++i) {
        each_sector(linedefs[i], sidedefs, [&](std::uint32_t sector) {
            out.lines[rows[sector]++] = static_cast<std::uint32_t>(i);
        });
    }
}

void end_sector_lines(std::size_t sector_count, const SectorLines& out) noexcept {
    const std::uint32_t* const last = out.rows_of(out.shares - 1, sector_count);
    std::memmove(out.rows + 1, last, sector_count * sizeof *last);
    out.rows[0] = 0;
}

}  // namespace flatline::engine::level
