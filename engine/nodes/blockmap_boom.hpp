// Which cells Boom's builder lists a line in.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "flatline/types.h"
#include "model/blockmap.hpp"

namespace flatline::engine::nodes {

/// The whole units at or below a coordinate as ports hold it: in 16.16, cut toward zero. So a
/// negative number less than 1 / 65536 below a whole one is that one. Any size of number.
inline double boom_floor(double value) noexcept {
    const double whole = std::floor(value);
    return value < 0 && whole + 1 - value < 1.0 / 65536 ? whole + 1 : whole;
}

/// Calls `visit(cell)` for every cell that Boom's builder puts the line in, some more than once: of
/// both ends, and where the line crosses the left edge of a column or the lower edge of a row, by
/// whole numbers whose division is cut toward zero. Beyond 2^30 units a line has no cells, because
/// sums would not hold. Linear in the columns and rows that the line spans. Ends as soon as `visit`
/// returns false, and returns false then. Source: docs/blockmap.md, "For demos: Boom's builder".
template <class Visit>
bool for_each_boom_cell(const BlockmapGrid& grid, const flatline_vertex& a,
                        const flatline_vertex& b, Visit&& visit) {
    constexpr double kMost = 1 << 30;
    for (const double value : {a.x, a.y, b.x, b.y}) {
        if (!(std::fabs(value) < kMost)) return true;
    }
    const auto whole = [](double value) { return static_cast<std::int64_t>(boom_floor(value)); };
    const std::int64_t left = whole(grid.origin_x), low = whole(grid.origin_y);
    // From the lower left corner of the grid.
    const std::int64_t x1 = whole(a.x) - left, y1 = whole(a.y) - low;
    const std::int64_t x2 = whole(b.x) - left, y2 = whole(b.y) - low;
    const std::int64_t dx = x2 - x1, dy = y2 - y1;
    const std::int64_t min_x = dx < 0 ? x2 : x1, max_x = dx < 0 ? x1 : x2;
    const std::int64_t min_y = dy < 0 ? y2 : y1, max_y = dy < 0 ? y1 : y2;
    // Boom asks the bits of both differences. So a level line rises or falls by the way it goes,
    // and one whose differences are equal does neither: at a corner it is in no cell but that one.
    const std::int64_t slope = dx ^ dy;
    const bool falls = slope<0, rises = slope> 0, equal = slope == 0;
    constexpr std::int64_t kShift = 7;
    const auto cell = [&](std::int64_t column, std::int64_t row) {
        if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return true;
        return visit(static_cast<std::uint32_t>(row * grid.columns + column));
    };
    const auto edge_from = [](std::int64_t least) { return (least + 127) >> kShift; };
    if (!cell(x1 >> kShift, y1 >> kShift) || !cell(x2 >> kShift, y2 >> kShift)) return false;

    // The left edges of columns.
    for (std::int64_t c = edge_from(min_x); dx != 0 && c <= max_x >> kShift; ++c) {
        const std::int64_t x = c << kShift;
        const std::int64_t y = dy * (x - x1) / dx + y1;
        const std::int64_t row = y >> kShift;
        const bool corner = (y & 127) == 0;
        if (!cell(c, row)) return false;
        if (corner && falls && min_y < y && !cell(c, row - 1)) return false;
        if (x == min_x || (corner && equal)) continue;
        if (!cell(c - 1, corner && rises ? row - 1 : row)) return false;
    }
    // The lower edges of rows. Of an upright line the cell below counts, whichever way it goes.
    for (std::int64_t r = edge_from(min_y); dy != 0 && r <= max_y >> kShift; ++r) {
        const std::int64_t y = r << kShift;
        const std::int64_t x = dx * (y - y1) / dy + x1;
        const std::int64_t column = x >> kShift;
        const bool corner = (x & 127) == 0;
        if (!cell(column, r)) return false;
        if (corner && falls && min_x < x && !cell(column - 1, r)) return false;
        if (y == min_y || (corner && equal)) continue;
        if (!cell(corner && rises && dx != 0 ? column - 1 : column, r - 1)) return false;
    }
    return true;
}

}  // namespace flatline::engine::nodes
