// Blockmap membership the slow way: every line against every cell near it, by separating axes in
// 113-bit numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "flatline/types.h"
#include "model/view.hpp"

namespace slow_blockmap {

using Wide = __float128;

enum class Meets { no, yes, unsure };

inline int sign(Wide value) { return value > 0 ? 1 : (value < 0 ? -1 : 0); }

/// Whether the closed segment meets the closed square of 128 at (left, bottom).
inline Meets meets(flatline_vertex a, flatline_vertex b, double left, double bottom) {
    const double right = left + 128;
    const double top = bottom + 128;
    if (std::max(a.x, b.x) < left || std::min(a.x, b.x) > right || std::max(a.y, b.y) < bottom ||
        std::min(a.y, b.y) > top) {
        return Meets::no;
    }
    int above = 0;
    int below = 0;
    bool unsure = false;
    for (int corner = 0; corner < 4; ++corner) {
        const Wide x = (corner & 1) != 0 ? right : left;
        const Wide y = (corner & 2) != 0 ? top : bottom;
        const Wide one = (Wide(b.x) - a.x) * (y - a.y);
        const Wide two = (Wide(b.y) - a.y) * (x - a.x);
        const Wide det = one - two;
        // Zero where both are exactly equal; what is tiny and not zero may be a rounding error.
        const Wide size = (one < 0 ? -one : one) + (two < 0 ? -two : two);
        unsure = unsure || (det != 0 && (det < 0 ? -det : det) < size * Wide(1e-30));
        above += sign(det) > 0;
        below += sign(det) < 0;
    }
    if (unsure) {
        return Meets::unsure;
    }
    return above == 4 || below == 4 ? Meets::no : Meets::yes;
}

struct Grid {
    double x = 0, y = 0;
    std::int64_t columns = 0, rows = 0;
};

inline Grid grid(flatline::engine::View<flatline_vertex> vertices) {
    Grid grid;
    if (vertices.empty()) {
        return grid;
    }
    double far_x = vertices[0].x;
    double far_y = vertices[0].y;
    grid.x = far_x;
    grid.y = far_y;
    for (const flatline_vertex& v : vertices) {
        grid.x = std::min(grid.x, v.x);
        grid.y = std::min(grid.y, v.y);
        far_x = std::max(far_x, v.x);
        far_y = std::max(far_y, v.y);
    }
    grid.x = std::floor(grid.x);
    grid.y = std::floor(grid.y);
    while (grid.x + 128.0 * static_cast<double>(grid.columns) <= far_x) {
        ++grid.columns;
    }
    while (grid.y + 128.0 * static_cast<double>(grid.rows) <= far_y) {
        ++grid.rows;
    }
    return grid;
}

/// The lines of each cell, ascending. Where the test cannot tell, `given` (the list under test)
/// decides, and `unsure` counts.
inline std::vector<std::vector<std::uint32_t>> cells(
    flatline::engine::View<flatline_vertex> vertices,
    flatline::engine::View<flatline_linedef> lines,
    const std::vector<std::vector<std::uint32_t>>& given, std::uint64_t& unsure) {
    const Grid g = grid(vertices);
    std::vector<std::vector<std::uint32_t>> cells(static_cast<std::size_t>(g.columns * g.rows));
    for (std::uint32_t line = 0; line < lines.size(); ++line) {
        const flatline_vertex a = vertices[lines[line].v1];
        const flatline_vertex b = vertices[lines[line].v2];
        const auto index = [](double value, double origin) {
            return static_cast<std::int64_t>((value - origin) / 128);
        };
        const std::int64_t first_column =
            std::max<std::int64_t>(0, index(std::min(a.x, b.x), g.x) - 1);
        const std::int64_t last_column =
            std::min(g.columns - 1, index(std::max(a.x, b.x), g.x) + 1);
        const std::int64_t first_row =
            std::max<std::int64_t>(0, index(std::min(a.y, b.y), g.y) - 1);
        const std::int64_t last_row = std::min(g.rows - 1, index(std::max(a.y, b.y), g.y) + 1);
        for (std::int64_t row = first_row; row <= last_row; ++row) {
            for (std::int64_t column = first_column; column <= last_column; ++column) {
                const auto cell = static_cast<std::size_t>(row * g.columns + column);
                Meets found = meets(a, b, g.x + 128.0 * static_cast<double>(column),
                                    g.y + 128.0 * static_cast<double>(row));
                if (found == Meets::unsure) {
                    ++unsure;
                    found = std::binary_search(given[cell].begin(), given[cell].end(), line)
                                ? Meets::yes
                                : Meets::no;
                }
                if (found == Meets::yes) {
                    cells[cell].push_back(line);
                }
            }
        }
    }
    return cells;
}

}  // namespace slow_blockmap
