// How much room things take: by the resources, else by the tables of the game.
#pragma once

#include <cstdint>

#include "check/context.hpp"
#include "check/namespaces.hpp"
#include "model/resources.hpp"

namespace flatline::engine::sanity {

/// Map units that bodies may stand in each other or in a wall: a player who walks gains 0.8 in a
/// tic, so what is in deeper never comes free.
inline constexpr double kSlackOfBodies = 1;
inline constexpr double kStepOfMonsters = 8;

struct Body {
    double radius = 0;       ///< from its middle to each side; 0: it is in nobody's way
    double height = 0;       ///< from its lowest point
    bool of_height = false;  ///< what is above or below it is free
    bool stays_out_of_walls = false;
    bool hangs = false;             ///< it begins at the ceiling
    double slack = kSlackOfBodies;  ///< as far in a wall it comes free
};

/// A start of a player, who is there from the first moment on.
inline bool is_start(const Context& context, std::int32_t type) noexcept {
    return is_player_start(context.map, type) || context.types.kind(type).is_start;
}

/// What a thing of this type takes.
inline Body body_of(const Context& context, std::int32_t type) noexcept {
    constexpr double kPlayer = 16;
    const ThingKind kind = context.types.kind(type);
    if (is_start(context, type)) {
        return {kind.is_known ? kind.radius : kPlayer, kind.height, kind.is_known, true};
    }
    const bool hangs = kind.is(ThingFacts::kHangs);
    if (const ThingType* const own = context.types.described(type); own != nullptr) {
        if (own->blocking == 0) return {};
        return {own->radius, own->height, own->blocking == 2, own->error == 2, hangs};
    }
    if (!kind.is(ThingFacts::kSolid)) return {};
    // A monster leaves a wall in one step, which is of 8 units or more.
    return {kind.radius, kind.height, true, kind.is_monster, hangs, kStepOfMonsters};
}

/// Types that stand outside of the map on purpose.
inline bool may_be_anywhere(const Context& context, std::int32_t type) noexcept {
    if (const ThingType* const own = context.types.described(type); own != nullptr) {
        return own->error == 0;
    }
    return (context.types.kind(type).any & ThingFacts::kOutside) != 0;
}

}  // namespace flatline::engine::sanity
