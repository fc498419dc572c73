// The cells of a blockmap in which vertices lie, and the cells that lines cross.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "model/blockmap.hpp"
#include "model/view.hpp"

namespace flatline::engine::nodes {

/// The column and the row of a vertex, each twice, and one more where the vertex does not lie on
/// the edge to the cell before.
struct GridPlace {
    std::int32_t x, y;
};

/// `origin` is a whole number not above `value`, both are within the reach of blockmaps.
inline std::int32_t grid_place(double value, std::int64_t origin) noexcept {
    const auto cut = static_cast<std::int64_t>(value);
    const auto whole = static_cast<double>(cut);
    const std::int64_t floored = cut - (whole > value ? 1 : 0);
    const auto distance = static_cast<std::uint64_t>(floored - origin);
    const bool on_edge = (distance % kBlockmapCell == 0) & (whole == value);
    return static_cast<std::int32_t>(distance / kBlockmapCell * 2) + (on_edge ? 0 : 1);
}

/// Fills a place for each vertex. Precondition: the grid is around all of them, and they are within
/// the reach of blockmaps.
inline void fill_grid_places(View<flatline_vertex> vertices, const BlockmapGrid& grid,
                             GridPlace* places) noexcept {
    const auto left = static_cast<std::int64_t>(grid.origin_x);
    const auto low = static_cast<std::int64_t>(grid.origin_y);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        places[i] = {grid_place(vertices[i].x, left), grid_place(vertices[i].y, low)};
    }
}

/// The columns and rows that a line spans, edges included.
struct LineSpan {
    std::uint32_t left, low;      // of the cell at the lower left
    std::uint32_t columns, rows;  // at least 1
    bool along_axis;              // the line is upright or level

    LineSpan(GridPlace a, GridPlace b) noexcept
        : left(first(a.x, b.x)),
          low(first(a.y, b.y)),
          columns(last(a.x, b.x) - left + 1),
          rows(last(a.y, b.y) - low + 1),
          along_axis((a.x == b.x) | (a.y == b.y)) {}

    /// Whether all cells lie in one column or row. The line meets all of them then.
    bool is_straight() const noexcept { return (columns == 1) | (rows == 1); }
    /// Whether the line meets all cells of the span. Ends with one place are upright or in one
    /// column, because a place on an edge is one number.
    bool meets_all() const noexcept { return is_straight() | along_axis; }

private:
    static std::uint32_t first(std::int32_t a, std::int32_t b) noexcept {
        return static_cast<std::uint32_t>(std::max(std::min(a, b) - 1, 0)) >> 1;
    }
    static std::uint32_t last(std::int32_t a, std::int32_t b) noexcept {
        return static_cast<std::uint32_t>(std::max(a, b)) >> 1;
    }
};

/// Calls `visit(cell)` as for_each_cell_on_segment does, for the same cells in another order. The
/// places of the ends, which many lines share, are half of the work.
template <class Visit>
bool for_each_cell_between(const BlockmapGrid& grid, const flatline_vertex& a, GridPlace at_a,
                           const flatline_vertex& b, GridPlace at_b, Visit&& visit) {
    const LineSpan span(at_a, at_b);
    if (span.meets_all()) {
        for (std::uint32_t row = span.low; row < span.low + span.rows; ++row) {
            const std::uint32_t cell = row * grid.columns + span.left;
            for (std::uint32_t i = 0; i < span.columns; ++i) {
                if (!visit(cell + i)) return false;
            }
        }
        return true;
    }
    const auto position = [](std::int32_t place) {
        return detail::BlockPosition{place >> 1, (place & 1) == 0};
    };
    const bool right = b.x >= a.x;
    const bool up = right ? b.y >= a.y : a.y >= b.y;
    const detail::BlockSegment segment =
        right ? detail::BlockSegment{a.x, a.y, b.x, b.y, grid.origin_y}
              : detail::BlockSegment{b.x, b.y, a.x, a.y, grid.origin_y};
    detail::BlockPosition enter = position(right ? at_a.y : at_b.y);
    const detail::BlockPosition end = position(right ? at_b.y : at_a.y);
    for (std::uint32_t i = 1; i <= span.columns; ++i) {
        const double edge = grid.origin_x + double{kBlockmapCell} * (span.left + i);
        const detail::BlockPosition leave = i == span.columns ? end : segment.row_at(edge);
        const detail::BlockSpan rows = up ? detail::block_span(enter, leave, grid.rows)
                                          : detail::block_span(leave, enter, grid.rows);
        for (std::int64_t row = rows.first; row <= rows.last; ++row) {
            const auto cell = static_cast<std::uint32_t>(row * grid.columns + span.left + i - 1);
            if (!visit(cell)) return false;
        }
        enter = leave;
    }
    return true;
}

}  // namespace flatline::engine::nodes
