// The partition of a node in whole numbers of 16 bits, as XNOD and classic NODES have it.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>

#include "flatline/types.h"
#include "nodes/lump_writer.hpp"

namespace flatline::engine::nodes {

struct ShortPartition {
    double x, y, dx, dy;
    bool fits;  // else the numbers mean nothing
};

/// The same line in the same direction. One whose numbers do not fit may do in lowest terms: the
/// builder halves the directions of linedefs longer than 32767 units, which leaves fractions.
inline ShortPartition short_partition(const flatline_node& node) noexcept {
    ShortPartition line{node.x, node.y, node.dx, node.dy, true};
    const auto whole = LumpWriter::is_whole;
    if (!whole(line.dx) || !whole(line.dy)) {
        const double dx = node.dx * 65536;
        const double dy = node.dy * 65536;
        constexpr double kMost = 1e15;  // whole numbers up to here are exact
        line.fits = std::fabs(dx) <= kMost && std::fabs(dy) <= kMost && dx == std::nearbyint(dx) &&
                    dy == std::nearbyint(dy);
        if (line.fits) {
            const auto divisor = static_cast<double>(
                std::gcd(static_cast<std::int64_t>(dx), static_cast<std::int64_t>(dy)));
            line.dx = dx / divisor;
            line.dy = dy / divisor;
        }
    }
    line.fits = line.fits && whole(line.x) && whole(line.y) && whole(line.dx) && whole(line.dy);
    return line;
}

}  // namespace flatline::engine::nodes
