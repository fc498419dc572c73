// Things that mark polyobjects, and namespaces that share ZDoom's rules.
#pragma once

#include <cstdint>

#include "check/number_tables.hpp"
#include "flatline/map.hpp"

namespace flatline::sanity {

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

/// Null where the namespace has no polyobjects of these types.
inline const PolyobjectTypes* polyobject_types(const Map& map) noexcept {
    switch (map.dialect()) {
        case Dialect::zdoom:
        case Dialect::dsda:
        case Dialect::eternity:
            return &kZdoomPolyobjects;
        default:
            return map.map_namespace() == "hexen" ? &kHexenPolyobjects : nullptr;
    }
}

/// ZDoom's dialect: the namespaces zdoom, zdoomtranslated and vavoom.
inline bool is_zdoom(const Map& map) noexcept { return map.dialect() == Dialect::zdoom; }

}  // namespace flatline::sanity
