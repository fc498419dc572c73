#include "check/thing_types.hpp"

#include <algorithm>

#include "check/namespaces.hpp"
#include "model/resources.hpp"
#include "text/chars.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr GameSet kDoomAndHeirs =
    GameSet(Game::doom2) | GameSet(Game::heretic) | GameSet(Game::hexen) | GameSet(Game::strife);

/// Maps of Doom in Hexen's format, which ZDoom plays, have types that Hexen lacks.
bool is_of_hexen(const Map& map) noexcept {
    if (map.format() == MapFormat::udmf) return true;
    return std::none_of(map.things().begin(), map.things().end(), [](const flatline_thing& t) {
        if (find_thing(Game::hexen, t.type) != nullptr) return false;
        bool has_other = false;
        kDoomAndHeirs.each(
            [&](Game game) { has_other = has_other || find_thing(game, t.type) != nullptr; });
        return has_other;
    });
}

}  // namespace

GameSet games_of(const Map& map, const MapEntry* entry, Game wanted) noexcept {
    if (wanted != Game::automatic) return GameSet(wanted);
    const std::string_view name = map.map_namespace();
    if (map.dialect() == Dialect::srb2 || is_srb2_binary(map, entry)) return GameSet(Game::srb2);
    if (name == "doom" || map.dialect() == Dialect::woof) {
        const bool episode = entry != nullptr && text::is_episode_label(entry->name);
        return GameSet(episode ? Game::doom : Game::doom2);
    }
    if (name == "heretic") return GameSet(Game::heretic);
    if (name == "strife") return GameSet(Game::strife);
    if (name == "hexen") return is_of_hexen(map) ? GameSet(Game::hexen) : kDoomAndHeirs;
    const bool of_ports = map.dialect() == Dialect::zdoom || map.dialect() == Dialect::dsda ||
                          map.dialect() == Dialect::eternity;
    return of_ports ? kDoomAndHeirs : GameSet();
}

const ThingFacts* ThingTypes::find(Game game, std::int32_t type) const noexcept {
    if (game == Game::hexen && !has_hexen_spots_ &&
        (kHexenPolyobjects.is_anchor(type) || kHexenPolyobjects.is_spot(type))) {
        return nullptr;
    }
    return find_thing(game, type);
}

const ThingType* ThingTypes::described(std::int32_t type) const noexcept {
    const ThingType* const found = resources_ != nullptr ? resources_->thing_type(type) : nullptr;
    return found != nullptr && found->described ? found : nullptr;
}

ThingKind ThingTypes::find_kind(std::int32_t type) const noexcept {
    ThingKind kind;
    games_.each([&](Game game) {
        const ThingFacts* const row = find(game, type);
        if (row == nullptr) return;
        const bool monster = row->category == ThingCategory::monster;
        const bool start =
            row->category == ThingCategory::player && (row->flags & ThingFacts::kSolid) != 0;
        if (!kind.is_known) {
            kind = {true,
                    row->flags,
                    row->flags,
                    monster,
                    monster,
                    start,
                    static_cast<double>(row->radius),
                    static_cast<double>(row->height),
                    row->gives};
            return;
        }
        kind.flags &= row->flags;
        kind.any |= row->flags;
        kind.is_monster = kind.is_monster && monster;
        kind.may_be_monster = kind.may_be_monster || monster;
        kind.is_start = kind.is_start && start;
        kind.radius = std::min(kind.radius, static_cast<double>(row->radius));
        kind.height = std::min(kind.height, static_cast<double>(row->height));
        if (kind.gives != row->gives) kind.gives = PickupKind::nothing;
    });
    // A start is as large as the player.
    if (const ThingType* const own = described(type); own != nullptr && !kind.is_start) {
        constexpr unsigned kSolid = ThingFacts::kSolid;
        constexpr unsigned kHangs = ThingFacts::kHangs;
        kind.is_known = true;
        kind.radius = own->radius;
        kind.height = own->height;
        kind.flags = static_cast<std::uint16_t>(
            (kind.flags & ~kSolid) | (own->blocking != 0 ? kSolid : 0) | (own->hangs ? kHangs : 0));
        kind.any |= kind.flags;
        kind.is_monster = kind.is_monster || own->monster;
        kind.may_be_monster = kind.may_be_monster || own->monster;
    }
    return kind;
}

}  // namespace flatline::engine::sanity
