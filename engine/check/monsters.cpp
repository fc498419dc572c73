// Monsters by skill.
#include <bit>

#include "check/rules.hpp"
#include "check/thing_presence.hpp"

namespace flatline::engine::sanity {
namespace {

// The skills that a player chooses from; ports that have more leave these five.
constexpr std::uint32_t kSkillBits = 0x1F;

// Things that make monsters during the game.
struct Spawner {
    Game game;
    std::int32_t type;
};
constexpr Spawner kSpawners[] = {{Game::doom2, 89}, {Game::strife, 170}};

bool makes_monsters(const ThingTypes& types, std::int32_t type) noexcept {
    for (const Spawner& row : kSpawners) {
        if (row.type == type && types.games().has(row.game)) return true;
    }
    return false;
}

}  // namespace

// Of one player and of several together. What may be a monster - one of another game, a type that
// no table has, a friend - keeps its skills from being called empty, but empties no other one.
void skill_empty(Context& context) noexcept {
    const Map& map = context.map;
    const ThingTypes& types = context.types;
    if (types.games().empty() || types.games().is_only(Game::srb2)) return;
    Presences presences(map, types);
    std::uint32_t with = 0;
    std::uint32_t perhaps = 0;
    std::uint32_t index = 0;
    for (const flatline_thing& thing : map.things()) {
        const Presence here = presences.of(index++);
        constexpr std::uint32_t kPlayed = FLATLINE_THING_SINGLE | FLATLINE_THING_COOP;
        if ((here.modes & kPlayed) == 0 || here.classes == 0) continue;
        const ThingKind kind = types.kind(thing.type);
        constexpr std::uint32_t kFriendly = FLATLINE_THING_FRIEND | FLATLINE_THING_STRIFEALLY;
        const bool sure = kind.is_monster && (thing.flags & kFriendly) == 0;
        if (sure) with |= here.skills & kSkillBits;
        if (sure || kind.may_be_monster || !kind.is_known || makes_monsters(types, thing.type)) {
            perhaps |= here.skills & kSkillBits;
        }
    }
    const std::uint32_t without = kSkillBits & ~perhaps;
    if (with == 0 || without == 0) return;
    context.report.about_map(Rule::skill_empty, std::countr_zero(without) + 1,
                             std::countr_zero(with) + 1);
}

}  // namespace flatline::engine::sanity
