// Which cells Boom's builder lists a line in.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "flatline/blockmap.hpp"
#include "flatline/types.h"

namespace flatline::nodes {

/// Calls `visit(cell)` for every cell that Boom's builder puts the line in, some more than once: of
/// both ends, and where the line crosses the left edge of a column or the lower edge of a row, by
/// whole numbers whose division is cut toward zero. Beyond 2^30 units a line has no cells, because
/// sums would not hold. Linear in the columns and rows that the line spans. Ends as soon as `visit`
/// returns false, and returns false then. Source: docs/blockmap.md, "As demos have it".
template <class Visit>
bool for_each_boom_cell(const BlockmapGrid& grid, const flatline_vertex& a,
                        const flatline_vertex& b, Visit&& visit) {
    constexpr double kMost = 1 << 30;
    for (const double value : {a.x, a.y, b.x, b.y}) {
        if (!(std::fabs(value) < kMost)) return true;
    }
    const auto whole = [](double value) { return static_cast<std::int64_t>(std::floor(value)); };
    const std::int64_t left = whole(grid.origin_x), low = whole(grid.origin_y);
    // From the lower left corner of the grid.
    const std::int64_t x1 = whole(a.x) - left, y1 = whole(a.y) - low;
    const std::int64_t x2 = whole(b.x) - left, y2 = whole(b.y) - low;
    const std::int64_t dx = x2 - x1, dy = y2 - y1;
    const std::int64_t min_x = dx < 0 ? x2 : x1, max_x = dx < 0 ? x1 : x2;
    const std::int64_t min_y = dy < 0 ? y2 : y1, max_y = dy < 0 ? y1 : y2;
    const bool falls = (dx < 0) != (dy < 0) && dx != 0 && dy != 0;
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
        if (row < 0 || row >= grid.rows) continue;
        if (!cell(c, row)) return false;
        const bool corner = (y & 127) == 0;
        const bool from_left = min_x < x;
        if (corner && falls && min_y < y && !cell(c, row - 1)) return false;
        if (!from_left) continue;
        const bool rises = corner && !falls && dy != 0;
        if (!cell(c - 1, rises ? row - 1 : row)) return false;
    }
    // The lower edges of rows.
    for (std::int64_t r = edge_from(min_y); dy != 0 && r <= max_y >> kShift; ++r) {
        const std::int64_t y = r << kShift;
        const std::int64_t x = dx * (y - y1) / dy + x1;
        const std::int64_t column = x >> kShift;
        if (column < 0 || column >= grid.columns) continue;
        if (!cell(column, r)) return false;
        const bool corner = (x & 127) == 0;
        const bool from_below = min_y < y;
        if (corner && falls && min_x < x && !cell(column - 1, r)) return false;
        if (!from_below) continue;
        const bool rises = corner && !falls && dx != 0;
        if (!cell(rises ? column - 1 : column, r - 1)) return false;
    }
    return true;
}

}  // namespace flatline::nodes
