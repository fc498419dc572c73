// Which sectors are secrets.
#pragma once

#include <cstdint>

#include "check/columns.hpp"
#include "check/numbering.hpp"

namespace flatline::engine::sanity {

/// Of one map, whose sectors are asked for in ascending order. `entry` may be null.
class SecretSectors {
public:
    SecretSectors(const Map& map, const MapEntry* entry, GameSet games) noexcept
        : map_(map),
          numbering_(numbering_of(map, entry)),
          hexen_(games.is_only(Game::hexen)),
          marks_(map, FLATLINE_SECTOR, "secret") {}

    bool is(std::uint32_t sector) noexcept {
        return marks_.flag(sector) || is_special(map_.sectors()[sector].special);
    }

private:
    static constexpr std::int32_t kSecret = 9;          // special of Doom, Heretic, Strife, Hexen
    static constexpr std::int32_t kBoomSectors = 0x20;  // the first of Boom's generalized specials,
    static constexpr std::int32_t kBoomSecret = 0x80;   // and their bit for secrets
    static constexpr std::int32_t kZdoomSecret = 0x400;  // bit of ZDoom's specials

    bool is_special(std::int32_t special) const noexcept {
        switch (numbering_) {
            case Numbering::doom:
                return special == kSecret ||
                       (special >= kBoomSectors && (special & kBoomSecret) != 0);
            case Numbering::hexen:
                return (special & kZdoomSecret) != 0 || (hexen_ && special == kSecret);
            case Numbering::srb2:  // its secrets are things
            case Numbering::none:
                break;
        }
        return false;
    }

    const Map& map_;
    Numbering numbering_;
    bool hexen_;
    ColumnWalk marks_;  // Eternity has a field for it
};

}  // namespace flatline::engine::sanity
