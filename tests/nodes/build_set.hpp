// A set of segs that the parts of the node builder are asked about one by one.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "nodes/build_state.hpp"

namespace build_set {

using flatline::engine::nodes::kUnit;

struct Set {
    std::uint32_t point(double x, double y) {
        const flatline::engine::nodes::Point p{std::nearbyint(x * kUnit),
                                               std::nearbyint(y * kUnit)};
        EXPECT_TRUE(state.points.push(p));
        return static_cast<std::uint32_t>(state.points.size() - 1);
    }
    // Each on a plane of its own, or a miniseg.
    std::uint32_t seg(std::uint32_t v1, std::uint32_t v2, bool mini = false) {
        const auto plane = static_cast<std::uint32_t>(state.plane_lines.size());
        const auto index = static_cast<std::uint32_t>(state.segs.size());
        EXPECT_TRUE(state.plane_lines.push({state.points[v1], state.points[v2]}));
        EXPECT_TRUE(
            state.segs.push({v1, v2, FLATLINE_NONE, FLATLINE_NONE, mini ? FLATLINE_NONE : plane, 0,
                             mini ? FLATLINE_NONE : plane, FLATLINE_NONE}));
        return index;
    }
    // A seg of the set, of two points of its own.
    std::uint32_t add(double x1, double y1, double x2, double y2, bool mini = false) {
        const std::uint32_t v1 = point(x1, y1);
        set.push_back(seg(v1, point(x2, y2), mini));
        return set.back();
    }

    flatline::engine::MemoryHooks hooks;
    flatline::engine::nodes::State state{hooks, std::uint64_t{1} << 30, ~std::uint64_t{0}, nullptr};
    std::vector<std::uint32_t> set;
};

}  // namespace build_set
