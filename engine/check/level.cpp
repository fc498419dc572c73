// Counts of a level, and when its things appear: model/level.hpp.
#include "model/level.hpp"

#include <algorithm>
#include <cstddef>

#include "check/exits.hpp"
#include "check/secret_sectors.hpp"
#include "check/teleport_tables.hpp"
#include "check/thing_presence.hpp"

namespace flatline::engine {
namespace {

constexpr std::uint8_t kFirstFive = FLATLINE_THING_SKILL1 | FLATLINE_THING_SKILL2 |
                                    FLATLINE_THING_SKILL3 | FLATLINE_THING_SKILL4 |
                                    FLATLINE_THING_SKILL5;

struct ModeBit {
    std::uint32_t flag;
    std::uint8_t mode;
};
constexpr ModeBit kModeBits[] = {{FLATLINE_THING_SINGLE, ThingTimes::kSingle},
                                 {FLATLINE_THING_COOP, ThingTimes::kCoop},
                                 {FLATLINE_THING_DM, ThingTimes::kDeathmatch}};

}  // namespace

Game game_of_map(const Map& map, const MapEntry* entry, Game wanted) noexcept {
    const sanity::ThingTypes types(map, entry, wanted, nullptr);
    Game best = Game::automatic;
    std::ptrdiff_t most = -1;
    types.games().each([&](Game game) {
        const View<flatline_thing> things = map.things();
        const std::ptrdiff_t known = std::count_if(
            things.begin(), things.end(),
            [&](const flatline_thing& thing) { return types.find(game, thing.type) != nullptr; });
        if (known > most) {
            best = game;
            most = known;
        }
    });
    return best;
}

LevelCounts count_level(const Map& map, const MapEntry* entry, Game game) noexcept {
    const sanity::GameSet games(game);
    const sanity::Numbering numbering = sanity::numbering_of(map, entry);
    LevelCounts counts;
    const sanity::Exits exits(map, entry, games);
    if (exits.are_known()) counts.exits = exits.count();
    sanity::SecretSectors secrets(map, entry, games);
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i) {
        if (secrets.is(i)) ++counts.secrets;
    }
    const View<sanity::TeleportRow> rows =
        sanity::teleport_rows(numbering, games, map.format() != MapFormat::udmf);
    const auto add = [&](std::int32_t special, const std::int32_t(&arg)[5]) {
        if (special != 0 && sanity::find_teleport(rows, numbering, special, arg) != nullptr) {
            ++counts.teleporters;
        }
    };
    for (const flatline_linedef& line : map.linedefs()) add(line.special, line.arg);
    for (const flatline_thing& thing : map.things()) {
        if (numbering == sanity::Numbering::hexen) add(thing.special, thing.arg);
        const ThingFacts* const facts = find_thing(game, thing.type);
        if (facts != nullptr && (facts->flags & ThingFacts::kTeleportDestination) != 0) {
            ++counts.destinations;
        }
    }
    return counts;
}

void find_thing_times(const Map& map, const MapEntry* entry, Game game, const Resources* resources,
                      ThingTimes* times) noexcept {
    const sanity::ThingTypes types(map, entry, game, resources);
    sanity::Presences presences(map, types);
    for (std::uint32_t i = 0; i < map.things().size(); ++i) {
        sanity::Presence presence = presences.of(i);
        presence.skills &= kFirstFive;
        if (types.kind(map.things()[i].type).is(ThingFacts::kDeathmatchStart)) {
            presence = sanity::Presences::of_deathmatch_start(presence.skills);
        }
        times[i].skills = static_cast<std::uint8_t>(presence.skills & kFirstFive);
        times[i].modes = 0;
        for (const ModeBit& bit : kModeBits) {
            if ((presence.modes & bit.flag) != 0) times[i].modes |= bit.mode;
        }
        // In Hexen a thing of no class is there in deathmatch only.
        if (game == Game::hexen && presence.classes == 0) times[i].modes &= ThingTimes::kDeathmatch;
    }
}

}  // namespace flatline::engine
