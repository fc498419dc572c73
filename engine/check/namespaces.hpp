// What the namespace of a map, its format and its label mean to several rules.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/archive.hpp"
#include "model/map.hpp"
#include "text/chars.hpp"

namespace flatline::engine::sanity {

struct PolyobjectTypes {
    std::int32_t anchor, spot_first, spot_last;

    constexpr bool is_anchor(std::int32_t type) const noexcept { return type == anchor; }
    constexpr bool is_spot(std::int32_t type) const noexcept {
        return type >= spot_first && type <= spot_last;
    }
};
inline constexpr PolyobjectTypes kZdoomPolyobjects = {9300, 9301, 9303};
/// In Doom these are monsters.
inline constexpr PolyobjectTypes kHexenPolyobjects = {3000, 3001, 3002};

/// Null if the namespace has no polyobjects of these types. Maps of Doom in Hexen's format,
/// which ZDoom plays, say hexen like Hexen's own, but have no anchor of Hexen's type.
inline const PolyobjectTypes* polyobject_types(const Map& map) noexcept {
    switch (map.dialect()) {
        case Dialect::zdoom:
        case Dialect::dsda:
        case Dialect::eternity:
            return &kZdoomPolyobjects;
        default:
            break;
    }
    if (map.map_namespace() != "hexen") return nullptr;
    if (map.format() == MapFormat::udmf) return &kHexenPolyobjects;
    for (const flatline_thing& thing : map.things()) {
        if (kHexenPolyobjects.is_anchor(thing.type)) return &kHexenPolyobjects;
    }
    return &kZdoomPolyobjects;
}

/// True for a binary map whose label only SRB2 has. It has Doom's format, and numbers and flags of
/// its own.
inline bool is_srb2_binary(const Map& map, const MapEntry* entry) noexcept {
    return map.format() == MapFormat::doom && entry != nullptr && text::is_srb2_label(entry->name);
}

/// ZDoom's dialect: the namespaces zdoom, zdoomtranslated and vavoom.
inline bool is_zdoom(const Map& map) noexcept { return map.dialect() == Dialect::zdoom; }

/// A player's start that is there in every game: players 1 to 4, in srb2 1 to 32.
inline bool is_player_start(const Map& map, std::int32_t type) noexcept {
    return type >= 1 && type <= (map.dialect() == Dialect::srb2 ? 32 : 4);
}

}  // namespace flatline::engine::sanity
