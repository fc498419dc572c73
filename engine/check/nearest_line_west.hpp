// Finds the nearest line west of a point, which shows the region that the point is in.
#pragma once

#include <cstdint>
#include <utility>

#include "base/orientation.hpp"
#include "check/context.hpp"

namespace flatline::engine::sanity {

/// Whether line a is east of line b at a height that both cross just above. Exact where they do
/// not cross each other.
inline bool is_further_east(Segment a, Segment b) noexcept {
    for (Segment* s : {&a, &b}) {
        if (s->y1 <= s->y2) continue;
        std::swap(s->x1, s->x2);
        std::swap(s->y1, s->y2);
    }
    const bool swapped = a.y1 < b.y1;
    if (swapped) std::swap(a, b);
    int turn = orientation(b.x1, b.y1, b.x2, b.y2, a.x1, a.y1);
    if (turn == 0) turn = orientation(b.x1, b.y1, b.x2, b.y2, a.x2, a.y2);
    return swapped ? turn > 0 : turn < 0;
}

/// Twice the nearest line west of a point just above (x, y), and 1 more where it looks at the point
/// with its back; FLATLINE_NONE if there is no such line. Only of lines for which wanted(line)
/// is true. Not exact where lines cross. Counts steps: FLATLINE_NONE too where they are spent.
template <class Wanted>
std::uint32_t nearest_line_west(Context& context, double x, double y,
                                const Wanted& wanted) noexcept {
    const LineGrid& grid = context.geometry.grid;
    const std::uint32_t row = grid.row_of(y);
    std::uint32_t best = FLATLINE_NONE;
    for (std::uint32_t column = grid.column_of(x) + 1; column-- > 0;) {
        const View<std::uint32_t> lines = grid.lines_in(column, row);
        if (!context.spend(1 + lines.size())) return FLATLINE_NONE;
        for (const std::uint32_t line : lines) {
            const Segment& s = grid[line];
            if ((s.y1 > y) == (s.y2 > y) || s.left() > x || !wanted(line)) continue;
            const int turn = orientation(s.x1, s.y1, s.x2, s.y2, x, y);
            if (turn == 0 || (turn < 0) != (s.y2 > s.y1)) continue;  // on it, or west of it
            if (best == FLATLINE_NONE || is_further_east(s, grid[best])) best = line;
        }
        if (best == FLATLINE_NONE) continue;
        // A line of this cell may pass the height further west than what other cells hold.
        const Segment& s = grid[best];
        const double met = s.x1 + (y - s.y1) * ((s.x2 - s.x1) / (s.y2 - s.y1));
        if (met > grid.left_of(column) + 1) break;
    }
    if (best == FLATLINE_NONE) return FLATLINE_NONE;
    return 2 * best + (grid[best].y2 > grid[best].y1 ? 0 : 1);
}

}  // namespace flatline::engine::sanity
