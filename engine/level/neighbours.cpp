#include "level/neighbours.hpp"

#include <cstring>

namespace flatline::level {
namespace {

// Calls `use(sector, neighbour)` once for each pair, in ascending order of sectors.
template <class Use>
void each_pair(const Geometry& g, std::uint32_t* marks, Use&& use) noexcept {
    for (std::size_t i = 0; i < g.sector_count; ++i) marks[i] = FLATLINE_NONE;
    for (std::size_t i = 0; i < g.sector_count; ++i) {
        const auto sector = static_cast<std::uint32_t>(i);
        for (const std::uint32_t line : g.lines_of(i)) {
            const std::uint32_t front = g.front_sector(g.linedefs[line]);
            const std::uint32_t back = g.back_sector(g.linedefs[line]);
            const std::uint32_t other = front == sector ? back : front;
            if (other == FLATLINE_NONE || other == sector || marks[other] == sector) continue;
            marks[other] = sector;
            use(sector, other);
        }
    }
}

}  // namespace

std::uint64_t count_neighbours(const Geometry& g, std::uint32_t* marks) noexcept {
    std::uint64_t count = 0;
    each_pair(g, marks, [&](std::uint32_t, std::uint32_t) { ++count; });
    return count;
}

void fill_neighbours(const Geometry& g, std::uint32_t* marks, const RowsOut& out) noexcept {
    std::memset(out.rows, 0, (g.sector_count + 1) * sizeof *out.rows);
    each_pair(g, marks, [&](std::uint32_t sector, std::uint32_t) { ++out.rows[sector + 1]; });
    begin_rows(out.rows, g.sector_count);
    // Every pair is met from both sides, so writing each sector into its neighbours' lists gives
    // the same lists, and ascending, without a sort.
    each_pair(g, marks, [&](std::uint32_t sector, std::uint32_t other) {
        out.items[out.rows[other]++] = sector;
    });
    end_rows(out.rows, g.sector_count);
}

}  // namespace flatline::level
