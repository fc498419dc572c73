// Things that are taller than their sector.
#include "check/thing_heights.hpp"
#include "base/bits.hpp"
#include "check/bodies.hpp"
#include "check/movers.hpp"
#include "check/rules.hpp"
#include "check/thing_presence.hpp"

namespace flatline::engine::sanity {

namespace {

// SRB2's trees grow into the sky: what only decorates there needs no room.
bool needs_room(const ThingTypes& types, std::int32_t type) noexcept {
    const ThingFacts* const row = types.find(Game::srb2, type);
    return !types.games().is_only(Game::srb2) || row == nullptr ||
           row->category != ThingCategory::decoration;
}

// SRB2 moves what has a tag, or a special of its own.
[[nodiscard]] bool find_moving(Context& context, Scratch<bool>& moves) noexcept {
    if (!context.types.games().is_only(Game::srb2)) return find_movers(context, moves);
    const View<flatline_sector> sectors = context.map.sectors();
    if (!context.take(sectors.size(), moves)) return false;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        moves[i] = sectors[i].id != 0 || sectors[i].special != 0;
    }
    return true;
}

}  // namespace

void thing_too_tall(Context& context) noexcept {
    const Map& map = context.map;
    if (context.types.games().empty() && context.options.resources == nullptr) return;
    Presences presences(map, context.types);
    Scratch<bool> moves;
    HeightRange range;
    for (std::uint32_t i = 0; i < map.things().size(); ++i) {
        const flatline_thing& thing = map.things()[i];
        const bool is_there = presences.of(i).is_ever();
        const ThingKind kind = context.types.kind(thing.type);
        const bool counts = is_there && kind.is(ThingFacts::kSolid) && kind.height > 0 &&
                            !is_start(context, thing.type) && needs_room(context.types, thing.type);
        if (!counts) continue;
        if (!find_height_range(context, i, range)) return;
        if (range.sector == FLATLINE_NONE || kind.height <= range.ceiling - range.floor) continue;
        if (moves.size() == 0 && !find_moving(context, moves)) return;
        if (moves[range.sector]) continue;
        context.report.about(Rule::thing_too_tall, {FLATLINE_THING, i}, FLATLINE_NO_FIELD,
                             bit_cast<std::int64_t>(kind.height),
                             bit_cast<std::int64_t>(range.ceiling - range.floor));
    }
}

}  // namespace flatline::engine::sanity
