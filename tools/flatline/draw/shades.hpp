// shades.hpp: which colour of the ramp a height gets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "draw/kinds.hpp"
#include "draw/plan.hpp"
#include "model/map.hpp"

namespace flatline::engine::tool {

/// Ranks heights among all that there are, so that one tower does not leave a single colour to the
/// rest of a map.
class Shades {
public:
    explicit Shades(std::vector<double> heights) : heights_(std::move(heights)) {
        std::sort(heights_.begin(), heights_.end());
        heights_.erase(std::unique(heights_.begin(), heights_.end()), heights_.end());
    }

    /// The index into height_ramp() of a height that was given.
    std::size_t shade_of(double height) const {
        const auto rank = static_cast<std::size_t>(
            std::lower_bound(heights_.begin(), heights_.end(), height) - heights_.begin());
        const std::size_t steps = height_ramp().size() - 1;
        return heights_.size() < 2 ? steps / 2 : rank * steps / (heights_.size() - 1);
    }

private:
    std::vector<double> heights_;  ///< ascending, each once
};

/// Shades of the floors of a map, by `heightfloor`.
inline Shades shades_of_floors(const Map& map) {
    std::vector<double> floors;
    for (const flatline_sector& sector : map.sectors()) floors.push_back(sector.heightfloor);
    return Shades(std::move(floors));
}

/// Shades of the shapes of a plan, by `high`.
inline Shades shades_of_tops(const Plan& plan) {
    std::vector<double> tops;
    for (const PlanShape& shape : plan.shapes) tops.push_back(shape.high);
    return Shades(std::move(tops));
}

}  // namespace flatline::engine::tool
