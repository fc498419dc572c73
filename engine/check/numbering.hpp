// Which numbers the specials of a map have.
// Source: docs/specials.md, "Which numbers a map has".
#pragma once

#include <cstdint>
#include <string_view>

#include "check/namespaces.hpp"
#include "check/thing_types.hpp"
#include "model/archive.hpp"
#include "model/map.hpp"

namespace flatline::engine::sanity {

inline constexpr GameSet kDoomGames = GameSet(Game::doom) | GameSet(Game::doom2);

/// True where the two have a game in common.
constexpr bool meet(GameSet a, GameSet b) noexcept {
    for (unsigned i = 1; i < kGames; ++i) {
        if (a.has(static_cast<Game>(i)) && b.has(static_cast<Game>(i))) return true;
    }
    return false;
}

/// What the number of a special means.
enum class Numbering : std::uint8_t {
    none,   ///< the namespace is not known
    doom,   ///< types of lines, of Doom, Heretic or Strife, with those of Boom
    hexen,  ///< actions with arguments, of Hexen and all that took them over
    srb2
};

inline Numbering numbering_of(const Map& map, const MapEntry* entry) noexcept {
    if (map.dialect() == Dialect::srb2 || is_srb2_binary(map, entry)) return Numbering::srb2;
    if (map.format() == MapFormat::doom) return Numbering::doom;
    if (map.format() == MapFormat::hexen) return Numbering::hexen;
    struct Row {
        std::string_view name_space;
        Numbering numbering;
    };
    constexpr Row kRows[] = {
        {"doom", Numbering::doom},    {"heretic", Numbering::doom},
        {"strife", Numbering::doom},  {"zdoomtranslated", Numbering::doom},
        {"hexen", Numbering::hexen},  {"zdoom", Numbering::hexen},
        {"vavoom", Numbering::hexen}, {"eternity", Numbering::hexen},
        {"dsda", Numbering::hexen},   {"woof", Numbering::doom},
    };
    for (const Row& row : kRows) {
        if (row.name_space == map.map_namespace()) return row.numbering;
    }
    return Numbering::none;
}

}  // namespace flatline::engine::sanity
