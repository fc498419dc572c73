// In which games things are there: skills, modes and classes of players.
#pragma once

#include <cstdint>

#include "check/skills.hpp"
#include "check/thing_types.hpp"

namespace flatline::engine::sanity {

/// When a thing is there. Bits; the modes and classes are flags of FLATLINE_THING_*.
struct Presence {
    std::uint32_t skills = 0;
    std::uint32_t modes = 0;
    std::uint32_t classes = 0;

    constexpr bool is_ever() const noexcept { return skills != 0 && modes != 0 && classes != 0; }
    /// True where some game has both.
    constexpr bool meets(const Presence& other) const noexcept {
        return (skills & other.skills) != 0 && (modes & other.modes) != 0 &&
               (classes & other.classes) != 0;
    }
};

/// Of the things of one map, which are asked for in ascending order.
class Presences {
public:
    static constexpr std::uint32_t kModes =
        FLATLINE_THING_SINGLE | FLATLINE_THING_DM | FLATLINE_THING_COOP;
    static constexpr std::uint32_t kClasses =
        FLATLINE_THING_CLASS1 | FLATLINE_THING_CLASS2 | FLATLINE_THING_CLASS3;

    Presences(const Map& map, const ThingTypes& types) noexcept
        : map_(map),
          types_(types),
          skills_(map),
          has_flags_(!types.games().is_only(Game::srb2)),
          has_classes_(map.map_namespace() == "hexen") {}

    /// Ports read starts before their flags: the first player's for one player, all for several.
    /// Where a start has skills, its author meant these. Things of SRB2 have no such flags.
    Presence of(std::uint32_t index) noexcept {
        const flatline_thing& thing = map_.things()[index];
        const ThingKind kind = types_.kind(thing.type);
        const std::uint32_t skills = skills_.of(index, thing);
        if (is_player_start(map_, thing.type) || kind.is_start) {
            const std::uint32_t single = thing.type == 1 ? std::uint32_t{FLATLINE_THING_SINGLE} : 0;
            return {skills != 0 && has_flags_ ? skills : ThingSkills::kAll,
                    FLATLINE_THING_COOP | single, kClasses};
        }
        if (!has_flags_) return {ThingSkills::kAll, kModes, kClasses};
        std::uint32_t modes = thing.flags & kModes;
        if (kind.is(ThingFacts::kNotInDeathmatch)) {
            modes &= ~std::uint32_t{FLATLINE_THING_DM};
        }
        return {skills, modes, has_classes_ ? thing.flags & kClasses : kClasses};
    }

    /// Of a start of deathmatch with these skills. Ports read it before its flags, too.
    static constexpr Presence of_deathmatch_start(std::uint32_t skills) noexcept {
        return {skills != 0 ? skills : ThingSkills::kAll, FLATLINE_THING_DM, kClasses};
    }

private:
    const Map& map_;
    const ThingTypes& types_;
    ThingSkills skills_;
    bool has_flags_;
    bool has_classes_;
};

}  // namespace flatline::engine::sanity
