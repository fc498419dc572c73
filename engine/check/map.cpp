// Rules about the map as a whole.
#include <iterator>

#include "base/element_count.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

// Things at which a player can begin, of any game mode: maps made for deathmatch, match or capture
// the flag have no other ones.
struct StartTypes {
    std::int32_t first, last;
};
constexpr StartTypes kStarts[] = {
    {1, 4},        // players 1 to 4
    {11, 11},      // deathmatch
    {4001, 4004},  // players 5 to 8 of ZDoom
    {5080, 5083},  // teams
};
constexpr StartTypes kStartsSrb2[] = {
    {1, 32},   // players
    {33, 35},  // match, red team, blue team
};

// SRB2 stops the program at the 257th flat of a map.
constexpr std::uint32_t kSrb2Flats = 256;

}  // namespace

// The rules stand in the order of the kinds.
void empty_kinds(Context& context) noexcept {
    constexpr auto kFirst = static_cast<std::uint8_t>(Rule::map_empty_vertices);
    static_assert(static_cast<int>(Rule::map_empty_things) == kFirst + FLATLINE_THING);
    for (std::uint8_t kind = FLATLINE_VERTEX; kind <= FLATLINE_THING; ++kind) {
        if (element_count(context.map, kind) != 0) continue;
        context.report.about_map(static_cast<Rule>(kFirst + kind));
    }
}

void player_start(Context& context) noexcept {
    const View<StartTypes> starts = context.map.dialect() == Dialect::srb2
                                        ? View<StartTypes>(kStartsSrb2, std::size(kStartsSrb2))
                                        : View<StartTypes>(kStarts, std::size(kStarts));
    for (const flatline_thing& thing : context.map.things()) {
        for (const StartTypes& types : starts) {
            if (thing.type >= types.first && thing.type <= types.last) return;
        }
    }
    context.report.about_map(Rule::player_start_missing);
}

void srb2_flats(Context& context) noexcept {
    const std::size_t names = context.map.names().size();
    if (context.map.dialect() != Dialect::srb2 || names <= kSrb2Flats) return;
    Scratch<bool> used;
    if (!context.take_zeroed(names, used)) return;
    std::uint32_t flats = 0;
    for (const flatline_sector& sector : context.map.sectors()) {
        for (const std::uint32_t name : {sector.texturefloor, sector.textureceiling}) {
            flats += !used[name];
            used[name] = true;
        }
    }
    if (flats > kSrb2Flats) context.report.about_map(Rule::limit_srb2_flats, flats, kSrb2Flats);
}

}  // namespace flatline::engine::sanity
