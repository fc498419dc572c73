// bounds.hpp: the box around what is drawn.
#pragma once

#include <algorithm>
#include <limits>

namespace flatline::engine::tool {

/// A box in map units, y up; empty until a point is added.
struct Bounds {
    double left = std::numeric_limits<double>::infinity();
    double bottom = std::numeric_limits<double>::infinity();
    double right = -std::numeric_limits<double>::infinity();
    double top = -std::numeric_limits<double>::infinity();

    bool empty() const { return left > right; }
    double width() const { return right - left; }
    double height() const { return top - bottom; }
    void add(double x, double y) {
        left = std::min(left, x);
        right = std::max(right, x);
        bottom = std::min(bottom, y);
        top = std::max(top, y);
    }
    /// The box with a margin of 3 % and at least 32 units, which is also what surrounds a single
    /// point; a box around (0, 0) where it is empty.
    Bounds with_margin() const {
        Bounds box = *this;
        if (empty()) box.add(0, 0);
        const double margin = std::max(32.0, 0.03 * std::max(box.width(), box.height()));
        box.add(box.left - margin, box.bottom - margin);
        box.add(box.right + margin, box.top + margin);
        return box;
    }
};

/// False for points so far away that boxes around them are no numbers of use any more. Only Doom 3
/// maps have such.
inline bool is_drawable(double x, double y) {
    constexpr double kFarthest = 1e12;
    return x >= -kFarthest && x <= kFarthest && y >= -kFarthest && y <= kFarthest;
}

}  // namespace flatline::engine::tool
