// The games that a map may belong to, and their types of its things.
#pragma once

#include <cstdint>

#include "model/archive.hpp"
#include "model/games.hpp"
#include "model/map.hpp"

namespace flatline::engine {
class Resources;
struct ThingType;
}  // namespace flatline::engine

namespace flatline::engine::sanity {

/// Some of the games, a bit each.
class GameSet {
public:
    constexpr GameSet() noexcept = default;
    constexpr explicit GameSet(Game game) noexcept
        : bits_(game == Game::automatic ? 0 : bit(game)) {}

    constexpr bool has(Game game) const noexcept { return (bits_ & bit(game)) != 0; }
    constexpr bool empty() const noexcept { return bits_ == 0; }
    /// True where this is one game and no other.
    constexpr bool is_only(Game game) const noexcept { return bits_ == bit(game); }
    constexpr bool is_union() const noexcept { return (bits_ & (bits_ - 1u)) != 0; }
    constexpr GameSet operator|(GameSet other) const noexcept {
        GameSet both;
        both.bits_ = bits_ | other.bits_;
        return both;
    }
    template <class Use>
    void each(Use&& use) const {
        for (unsigned i = 1; i < kGames; ++i) {
            if (has(static_cast<Game>(i))) use(static_cast<Game>(i));
        }
    }

private:
    static constexpr std::uint32_t bit(Game game) noexcept {
        return 1u << static_cast<unsigned>(game);
    }
    std::uint32_t bits_ = 0;
};

/// What a map's namespace and name say; `wanted` where the host knows better. Several for ports
/// that play several games, none for a namespace that is not known.
GameSet games_of(const Map& map, const MapEntry* entry, Game wanted) noexcept;

/// What the games of a map say of one number. Of several games it is what all say that have it.
struct ThingKind {
    bool is_known = false;    ///< some game has the number, or the resources describe it
    std::uint16_t flags = 0;  ///< of ThingFacts, those that hold in every game with the number
    std::uint16_t any = 0;    ///< those that hold in one
    bool is_monster = false;  ///< in every game with the number
    bool may_be_monster = false;
    bool is_start = false;  ///< of a player, in every game with the number
    double radius = 0;      ///< the least
    double height = 0;      ///< the least
    PickupKind gives = PickupKind::nothing;

    constexpr bool is(ThingFacts::Flag flag) const noexcept { return (flags & flag) != 0; }
};

/// The lists that a check has: those of the map's games, and the host's resources.
class ThingTypes {
public:
    ThingTypes(const Map& map, const MapEntry* entry, Game wanted,
               const Resources* resources) noexcept
        : games_(games_of(map, entry, wanted)),
          has_hexen_spots_(!games_.is_union()),
          resources_(resources) {}

    GameSet games() const noexcept { return games_; }
    /// The row of one game; null where it has none. Where the map may be of several games Hexen's
    /// numbers of polyobjects, which only its own maps have, are left out.
    const ThingFacts* find(Game game, std::int32_t type) const noexcept;
    ThingKind kind(std::int32_t type) const noexcept {
        Known& known = known_[static_cast<std::uint32_t>(type) % kKept];
        if (!known.is_filled || known.type != type) known = {find_kind(type), type, true};
        return known.kind;
    }
    /// What a game configuration or the host says of the number; null without.
    const ThingType* described(std::int32_t type) const noexcept;

private:
    // A map has few types, and rules ask for them again and again.
    struct Known {
        ThingKind kind;
        std::int32_t type = 0;
        bool is_filled = false;
    };
    static constexpr std::uint32_t kKept = 64;

    ThingKind find_kind(std::int32_t type) const noexcept;

    GameSet games_;
    bool has_hexen_spots_;
    const Resources* resources_;
    mutable Known known_[kKept];
};

}  // namespace flatline::engine::sanity
