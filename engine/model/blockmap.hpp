// model/blockmap.hpp: walking a blockmap, from any number of threads at once.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine {

/// What a built blockmap lists. Demos need the cells and the order of the port that recorded them.
enum class BlockmapStyle : std::uint8_t {
    touched = FLATLINE_BLOCKMAP_TOUCHED,  ///< each line in every cell that it touches, without
                                          ///< rounding, ascending
    boom = FLATLINE_BLOCKMAP_BOOM,  ///< as Boom's builder, which dsda-doom and Woof have: by whole
                                    ///< numbers, descending
};

/// The length of a cell's side in map units.
inline constexpr std::int32_t kBlockmapCell = 128;

/// Where the cells of a blockmap lie: its lower left corner in map units, and how many columns of
/// cells go along x and rows along y. Cells are numbered from 0, row by row from the lowest y.
struct BlockmapGrid {
    double origin_x = 0, origin_y = 0;
    std::uint32_t columns = 0, rows = 0;
};

/// The grid of a blockmap, for the functions below that need no lines. Any thread.
inline BlockmapGrid grid_of(const flatline_blockmap& map) noexcept {
    return {map.origin_x, map.origin_y, map.columns, map.rows};
}

/// The indices of the linedefs listed in a cell, ascending in a built blockmap and in the lump's
/// order in a stored one. The view lives as long as the map. Any thread.
/// Precondition: `cell` is below columns * rows.
inline View<std::uint32_t> cell_lines(const flatline_blockmap& map, std::size_t cell) noexcept {
    return {map.lines + map.cells[cell].first, map.cells[cell].count};
}

namespace detail {

/// The sign of (bx - ax) * (cy - ay) - (by - ay) * (cx - ax), without rounding.
int side_of_line(double ax, double ay, double bx, double by, double cx, double cy) noexcept;

/// Numbers beyond it are on no map; within it every edge of a cell is an exact double.
inline constexpr double kBlockmapReach = 4294967296.0;

inline bool within_reach(double a, double b) noexcept {  // false for NaN
    return std::fabs(a) <= kBlockmapReach && std::fabs(b) <= kBlockmapReach;
}

/// The row (or column) that a coordinate lies in; `on_edge`: on the edge to the one below it.
struct BlockPosition {
    std::int64_t cell;
    bool on_edge;
};

inline BlockPosition block_position(double value, double origin) noexcept {
    double cell = std::floor((value - origin) / kBlockmapCell);
    double edge = origin + cell * kBlockmapCell;
    // The difference above may have been rounded onto an edge; edges themselves are exact.
    if (value < edge) {
        cell -= 1;
        edge -= kBlockmapCell;
    } else if (value >= edge + kBlockmapCell) {
        cell += 1;
        edge += kBlockmapCell;
    }
    return {static_cast<std::int64_t>(cell), value == edge};
}

/// Cells first..last of a line of `count` cells; none where first > last.
struct BlockSpan {
    std::int64_t first, last;
};

inline BlockSpan block_span(BlockPosition low, BlockPosition high, std::uint32_t count) noexcept {
    const std::int64_t first = low.on_edge ? low.cell - 1 : low.cell;
    const std::int64_t most = std::int64_t{count} - 1;
    return {first < 0 ? 0 : first, high.cell > most ? most : high.cell};
}

/// A segment with its ends in order of x, asked for its height at edges of columns.
struct BlockSegment {
    double lx, ly, rx, ry;
    double origin_y;

    BlockPosition row_at(double x) const noexcept {
        if (x <= lx) return block_position(ly, origin_y);
        if (x >= rx) return block_position(ry, origin_y);
        const double y = ly + (ry - ly) * ((x - lx) / (rx - lx));
        const BlockPosition guess = block_position(y, origin_y);
        const double edge = origin_y + static_cast<double>(guess.cell) * kBlockmapCell;
        const double slack = (std::fabs(ly) + std::fabs(ry)) * 0x1p-48;
        const bool near_lower = y - edge <= slack;
        const bool near_upper = edge + kBlockmapCell - y <= slack;
        if (!near_lower && !near_upper) return {guess.cell, false};
        const std::int64_t upper = near_lower ? guess.cell : guess.cell + 1;
        const double shared = near_lower ? edge : edge + kBlockmapCell;
        const int side = side_of_line(lx, ly, rx, ry, x, shared);
        return {side > 0 ? upper - 1 : upper, side == 0};
    }
};

}  // namespace detail

/// The number of the cell that holds the point (x, y), in map units. A point on an edge between
/// two cells is in the one to the right or above. FLATLINE_NONE outside the grid and for NaN.
/// Any thread.
inline std::uint32_t cell_at(const BlockmapGrid& grid, double x, double y) noexcept {
    if (!detail::within_reach(x, y)) return FLATLINE_NONE;
    const std::int64_t column = detail::block_position(x, grid.origin_x).cell;
    const std::int64_t row = detail::block_position(y, grid.origin_y).cell;
    if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return FLATLINE_NONE;
    return static_cast<std::uint32_t>(row * grid.columns + column);
}

/// Calls `visit(cell)` for every cell that the box meets, where touching an edge is meeting it.
/// Goes row by row from the bottom, each from left to right. Ends as soon as `visit` returns false,
/// and returns false then, else true. A box outside the grid, with a side beyond 2^32 or with NaN
/// has no cells. Units are map units. Any thread.
template <class Visit>
bool for_each_cell_in_box(const BlockmapGrid& grid, double left, double bottom, double right,
                          double top, Visit&& visit) {
    if (!detail::within_reach(left, bottom) || !detail::within_reach(right, top)) return true;
    const detail::BlockSpan columns =
        detail::block_span(detail::block_position(left, grid.origin_x),
                           detail::block_position(right, grid.origin_x), grid.columns);
    const detail::BlockSpan rows =
        detail::block_span(detail::block_position(bottom, grid.origin_y),
                           detail::block_position(top, grid.origin_y), grid.rows);
    for (std::int64_t row = rows.first; row <= rows.last; ++row) {
        for (std::int64_t column = columns.first; column <= columns.last; ++column) {
            if (!visit(static_cast<std::uint32_t>(row * grid.columns + column))) return false;
        }
    }
    return true;
}

/// Calls `visit(cell)` once for every cell that the segment from (x1, y1) to (x2, y2) meets, where
/// touching is meeting: a segment through a corner meets all cells around it. Nothing is rounded.
/// Goes column by column, and within a column row by row, from the first end towards the second.
/// Ends as soon as `visit` returns false, and returns false then, else true. A segment with a
/// coordinate beyond 2^32 or NaN has no cells. Units are map units. Any thread.
/// Linear in the columns and cells met. Source: docs/blockmap.md, "Queries".
template <class Visit>
bool for_each_cell_on_segment(const BlockmapGrid& grid, double x1, double y1, double x2, double y2,
                              Visit&& visit) {
    if (!detail::within_reach(x1, y1) || !detail::within_reach(x2, y2)) return true;
    const bool right = x2 >= x1;  // the way we go
    const bool up = y2 >= y1;
    const detail::BlockSegment segment = right
                                             ? detail::BlockSegment{x1, y1, x2, y2, grid.origin_y}
                                             : detail::BlockSegment{x2, y2, x1, y1, grid.origin_y};
    const detail::BlockSpan columns =
        detail::block_span(detail::block_position(segment.lx, grid.origin_x),
                           detail::block_position(segment.rx, grid.origin_x), grid.columns);
    if (columns.first > columns.last) return true;
    const auto edge = [&](std::int64_t column) {
        return grid.origin_x + static_cast<double>(column) * kBlockmapCell;
    };
    // A vertical segment has no height at an edge: all of it is in each of its columns.
    const bool vertical = segment.lx == segment.rx;
    const std::int64_t step = right ? 1 : -1;
    std::int64_t column = right ? columns.first : columns.last;
    const auto end_row = [&](double y) { return detail::block_position(y, grid.origin_y); };
    detail::BlockPosition enter =
        vertical ? end_row(y1) : segment.row_at(edge(right ? column : column + 1));
    for (; column >= columns.first && column <= columns.last; column += step) {
        const detail::BlockPosition leave =
            vertical ? end_row(y2) : segment.row_at(edge(right ? column + 1 : column));
        const detail::BlockSpan rows = up ? detail::block_span(enter, leave, grid.rows)
                                          : detail::block_span(leave, enter, grid.rows);
        const std::int64_t count = rows.last - rows.first + 1;
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t row = up ? rows.first + i : rows.last - i;
            if (!visit(static_cast<std::uint32_t>(row * grid.columns + column))) return false;
        }
        if (!vertical) enter = leave;
    }
    return true;
}

/// Which lines a query has met already, so that a line in many cells is visited once. The memory is
/// the caller's. Queries that run at the same time, on threads or one inside another, each need
/// marks of their own; ports keep one global counter (validcount) for this instead.
class LineMarks {
public:
    /// `marks` has `count` entries, one for each linedef of the map. They are set to 0 here and
    /// must stay the caller's, untouched by others, as long as this lives.
    LineMarks(std::uint32_t* marks, std::size_t count) noexcept : marks_(marks), count_(count) {
        clear();
    }
    /// Forgets all lines, for the next query. O(1), except that one call in 2^32 clears the memory.
    void begin() noexcept {
        if (query_ == std::numeric_limits<std::uint32_t>::max()) clear();
        ++query_;
    }
    /// True for the first call with this line since begin(). Precondition: `line` is below `count`.
    bool first(std::uint32_t line) noexcept {
        if (marks_[line] == query_) return false;
        marks_[line] = query_;
        return true;
    }

private:
    void clear() noexcept {
        for (std::size_t i = 0; i < count_; ++i) marks_[i] = 0;
        query_ = 0;
    }
    std::uint32_t* marks_;
    std::size_t count_;
    std::uint32_t query_ = 0;
};

/// Calls `visit(line)` once for every line that is listed in a cell that the box meets, so the
/// lines may include some that do not meet the box itself. Ends as soon as `visit` returns false,
/// and returns false then, else true. Cells go in the order of for_each_cell_in_box, lines in the
/// order of their cell. Precondition: `marks` has an entry for each linedef of the map, and no
/// query that still runs uses it.
template <class Visit>
bool for_each_line_in_box(const flatline_blockmap& map, LineMarks& marks, double left,
                          double bottom, double right, double top, Visit&& visit) {
    marks.begin();
    return for_each_cell_in_box(grid_of(map), left, bottom, right, top, [&](std::uint32_t cell) {
        for (const std::uint32_t line : cell_lines(map, cell)) {
            if (marks.first(line) && !visit(line)) return false;
        }
        return true;
    });
}

/// Calls `visit(line)` once for every line that is listed in a cell that the segment meets, cells
/// in the order of for_each_cell_on_segment. The rest is as in for_each_line_in_box.
template <class Visit>
bool for_each_line_near_segment(const flatline_blockmap& map, LineMarks& marks, double x1,
                                double y1, double x2, double y2, Visit&& visit) {
    marks.begin();
    return for_each_cell_on_segment(grid_of(map), x1, y1, x2, y2, [&](std::uint32_t cell) {
        for (const std::uint32_t line : cell_lines(map, cell)) {
            if (marks.first(line) && !visit(line)) return false;
        }
        return true;
    });
}

}  // namespace flatline::engine
