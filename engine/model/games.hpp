// model/games.hpp: the games whose maps are read, and the types of their things. Only facts: name,
// size, category, what a pickup gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine {

/// A game, for tables of facts. `automatic`: what the map's namespace and name say.
enum class Game : std::uint8_t {
    automatic = FLATLINE_GAME_AUTOMATIC,
    doom = FLATLINE_GAME_DOOM,
    doom2 = FLATLINE_GAME_DOOM2,
    heretic = FLATLINE_GAME_HERETIC,
    hexen = FLATLINE_GAME_HEXEN,
    strife = FLATLINE_GAME_STRIFE,
    srb2 = FLATLINE_GAME_SRB2
};
inline constexpr std::size_t kGames = FLATLINE_GAME_SRB2 + 1;  // with `automatic`

/// What a type is to a player.
enum class ThingCategory : std::uint8_t {
    player,
    monster,
    weapon,
    ammo,
    health,
    key,
    decoration,
    other
};
inline constexpr std::size_t kThingCategories = 8;

/// What whoever picks a thing up is given; of monsters what they leave. Keys come last.
enum class PickupKind : std::uint8_t {
#define FLATLINE_GIVEN(symbol, name, colour) symbol,
#include "model/given.inc"
#undef FLATLINE_GIVEN
    count_
};

/// One type of things of a game. Source: docs/things.md.
struct ThingFacts {
    enum Flag : std::uint16_t {
        kSolid = 1,                  ///< nothing else that is solid can be where it is
        kHangs = 2,                  ///< it begins at the ceiling
        kCountsKill = 4,             ///< it counts towards the kills of a level
        kCountsItem = 8,             ///< or towards the items
        kPickUp = 16,                ///< whoever touches it takes it
        kShootable = 32,             ///< it can be hit
        kFloats = 64,                ///< it does not fall
        kNotInDeathmatch = 128,      ///< deathmatch leaves it out
        kTeleportDestination = 256,  ///< teleporters lead to it
        kDeathmatchStart = 512,
        kOutside = 1024  ///< it stands outside of the map on purpose
    };
    std::int32_t type;        ///< DoomEd number
    std::int32_t hit_points;  ///< 0 where it cannot be hit
    std::uint16_t radius;     ///< map units from its middle to each side of its square
    std::uint16_t height;     ///< map units
    std::uint16_t amount;     ///< of what it gives
    std::uint16_t flags;
    std::uint16_t name;  ///< for thing_name
    ThingCategory category;
    PickupKind gives;
};

/// How much of one kind.
struct PickupAmount {
    PickupKind kind;
    std::uint16_t amount;
};

/// The type with this number; null where the game has none. Static data.
const ThingFacts* find_thing(Game game, std::int32_t type) noexcept;
/// Its name as editors show it.
std::string_view thing_name(const ThingFacts& facts) noexcept;

/// All types of a game are in three tables, each of ascending numbers; of a number that two have
/// the first counts. `part`: 0 what is the game's own, 1 what Doom II adds to Doom, 2 what ZDoom
/// and other ports add to every game but SRB2.
inline constexpr std::size_t kThingParts = 3;
View<ThingFacts> thing_rows(Game game, std::size_t part) noexcept;

/// A word of a command line; empty for `automatic`.
std::string_view game_name(Game game) noexcept;
std::string_view category_name(ThingCategory category) noexcept;
/// "shells", "red keycard".
std::string_view pickup_name(PickupKind given) noexcept;
/// The kinds that one backpack, or another item of several kinds, gives, with the amount of each;
/// empty for an item of one kind.
View<PickupAmount> parts_of(Game game, PickupKind given) noexcept;
/// "red", "blue", "yellow" or "green" of a key that games tell by its colour; else empty.
std::string_view key_colour(PickupKind given) noexcept;
constexpr bool is_key(PickupKind given) noexcept {
    return given >= PickupKind::red_card && given < PickupKind::count_;
}

}  // namespace flatline::engine
