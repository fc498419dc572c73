// How much room things take: players by themselves, all others by the resources.
#pragma once

#include <cstdint>

#include "check/context.hpp"
#include "check/namespaces.hpp"
#include "model/resources.hpp"

namespace flatline::engine::sanity {

/// Map units that bodies may stand in each other or in a wall: a player who walks gains 0.8 in a
/// tic, so what is in deeper never comes free.
inline constexpr double kSlackOfBodies = 1;

struct Body {
    double radius = 0;       ///< from its middle to each side; 0: it is in nobody's way
    double height = 0;       ///< from its lowest point
    bool of_height = false;  ///< what is above or below it is free
    bool stays_out_of_walls = false;
};

/// What a thing of this type takes.
inline Body body_of(const Context& context, std::int32_t type) noexcept {
    constexpr double kPlayer = 16;
    if (is_player_start(context.map, type)) return {kPlayer, 0, false, true};
    const ThingType* known = context.options.resources != nullptr
                                 ? context.options.resources->thing_type(type)
                                 : nullptr;
    if (known == nullptr || known->blocking == 0) return {};
    return {known->radius, known->height, known->blocking == 2, known->error == 2};
}

/// Types that the resources call right outside the map too.
inline bool may_be_anywhere(const Context& context, std::int32_t type) noexcept {
    const ThingType* known = context.options.resources != nullptr
                                 ? context.options.resources->thing_type(type)
                                 : nullptr;
    return known != nullptr && known->error == 0;
}

}  // namespace flatline::engine::sanity
