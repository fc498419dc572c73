// What rules about textures and things ask of a namespace.
#pragma once

#include <string_view>

#include "flatline/map.hpp"

namespace flatline::sanity {

/// The namespaces of ZDoom and its relatives.
inline bool is_zdoom(const Map& map) noexcept {
    const std::string_view name = map.map_namespace();
    return name == "zdoom" || name == "zdoomtranslated" || name == "vavoom";
}

/// A player's start that is there in every game: players 1 to 4, in srb2 1 to 32.
inline bool is_player_start(const Map& map, std::int32_t type) noexcept {
    return type >= 1 && type <= (map.dialect() == Dialect::srb2 ? 32 : 4);
}

}  // namespace flatline::sanity
