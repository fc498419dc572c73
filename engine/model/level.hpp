// model/level.hpp: secrets, exits and teleporters of a level, and when its things appear. The
// functions read the tables of the rules of a check, and report no findings. Source: docs/stats.md.
#pragma once

#include <cstdint>

#include "model/archive.hpp"
#include "model/games.hpp"
#include "model/map.hpp"

namespace flatline::engine {

class Resources;

/// The skills and modes in which a thing appears.
struct ThingTimes {
    enum Mode : std::uint8_t { kSingle = 1, kCoop = 2, kDeathmatch = 4 };
    std::uint8_t skills = 0;  ///< of skills 1 to 5, skill 1 the lowest bit
    std::uint8_t modes = 0;   ///< of Mode
};

/// Counts of a level.
struct LevelCounts {
    std::uint32_t secrets = 0;       ///< sectors that count as secrets
    std::uint32_t exits = 0;         ///< lines, sectors and things that end the level
    std::uint32_t teleporters = 0;   ///< lines and things that teleport within the map
    std::uint32_t destinations = 0;  ///< things that teleporters lead to
};

/// The game whose things a map has: `wanted`, unless that is automatic. Of a namespace of several
/// games it is the one that knows most of the map's things, of equals the first of Doom II,
/// Heretic, Hexen and Strife. `automatic` for a namespace that is not known. `entry` may be null.
Game game_of_map(const Map& map, const MapEntry* entry, Game wanted) noexcept;

/// Of a map of `game`. Linear in its lines, sectors and things.
LevelCounts count_level(const Map& map, const MapEntry* entry, Game game) noexcept;

/// Writes one entry for each thing of the map to `times`. `resources` may be null.
void find_thing_times(const Map& map, const MapEntry* entry, Game game, const Resources* resources,
                      ThingTimes* times) noexcept;

}  // namespace flatline::engine
