// What the derived structures are made from: resolved elements and the lines of each sector.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine::level {

struct Geometry {
    View<flatline_vertex> vertices;
    View<flatline_linedef> linedefs;
    View<flatline_sidedef> sidedefs;
    std::size_t sector_count = 0;
    const std::uint32_t* sector_line_rows = nullptr;  // sector_count + 1 entries
    const std::uint32_t* sector_lines = nullptr;

    View<std::uint32_t> lines_of(std::size_t sector) const noexcept {
        const std::uint32_t first = sector_line_rows[sector];
        return {sector_lines + first, sector_line_rows[sector + 1] - first};
    }
    bool has_length(const flatline_linedef& line) const noexcept {
        const flatline_vertex& a = vertices[line.v1];
        const flatline_vertex& b = vertices[line.v2];
        return a.x != b.x || a.y != b.y;
    }
    /// Whether a line with a length borders the sector: GZDoom takes all others out of the map.
    bool is_bordered(std::size_t sector) const noexcept {
        for (const std::uint32_t line : lines_of(sector)) {
            if (has_length(linedefs[line])) return true;
        }
        return false;
    }
    std::uint32_t front_sector(const flatline_linedef& line) const noexcept {
        return sidedefs[line.sidefront].sector;
    }
    /// FLATLINE_NONE if the line has no back side.
    std::uint32_t back_sector(const flatline_linedef& line) const noexcept {
        return line.sideback == FLATLINE_NONE ? FLATLINE_NONE : sidedefs[line.sideback].sector;
    }
};

/// One list for each of a fixed number of owners, in one buffer: the list of owner i is
/// items[rows[i]] up to items[rows[i + 1] - 1].
struct RowsOut {
    std::uint32_t* rows = nullptr;   // owners + 1 entries
    std::uint32_t* items = nullptr;  // as many as were counted
};

/// Turns the counts in rows[i + 1] into the beginnings of the lists in rows[i]. A fill then uses
/// rows[i] as the cursor of list i.
inline void begin_rows(std::uint32_t* rows, std::size_t owners) noexcept {
    rows[0] = 0;
    for (std::size_t i = 0; i < owners; ++i) rows[i + 1] += rows[i];
}
/// After a fill every cursor stands at the beginning of the next list: moves them back by one.
inline void end_rows(std::uint32_t* rows, std::size_t owners) noexcept {
    for (std::size_t i = owners; i > 0; --i) rows[i] = rows[i - 1];
    rows[0] = 0;
}

}  // namespace flatline::engine::level
