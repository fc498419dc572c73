// Rules about the map as a whole.
#include <memory>
#include <new>

#include "check/rules.hpp"

namespace flatline::sanity {
namespace {

struct EmptyRule {
    Rule rule;
    std::uint32_t flatline_arrays::*count;
};
constexpr EmptyRule kEmptyRules[] = {
    {Rule::map_empty_vertices, &flatline_arrays::vertex_count},
    {Rule::map_empty_lines, &flatline_arrays::linedef_count},
    {Rule::map_empty_sides, &flatline_arrays::sidedef_count},
    {Rule::map_empty_sectors, &flatline_arrays::sector_count},
    {Rule::map_empty_things, &flatline_arrays::thing_count},
};

// DoomEd numbers of the starts of players 1 to 4; SRB2 has 32 players.
constexpr std::int32_t kLastStart = 4;
constexpr std::int32_t kLastStartSrb2 = 32;

// SRB2 stops the program at the 257th flat of a map.
constexpr std::uint32_t kSrb2Flats = 256;

void player_start(const Map& map, FindingList& findings) noexcept {
    const std::int32_t last = map.dialect() == Dialect::srb2 ? kLastStartSrb2 : kLastStart;
    for (const flatline_thing& thing : map.things()) {
        if (thing.type >= 1 && thing.type <= last) return;
    }
    report(findings, Rule::player_start_missing, FLATLINE_MAP, FLATLINE_NONE);
}

void srb2_flats(const Map& map, FindingList& findings) noexcept {
    const std::size_t names = map.names().size();
    if (map.dialect() != Dialect::srb2 || names <= kSrb2Flats) return;
    // A byte a name. Without memory the rule stays silent: the map itself is sound.
    const std::unique_ptr<bool[]> used(new (std::nothrow) bool[names]());
    if (used == nullptr) return;
    std::uint32_t flats = 0;
    for (const flatline_sector& sector : map.sectors()) {
        for (const std::uint32_t name : {sector.texturefloor, sector.textureceiling}) {
            flats += !used[name];
            used[name] = true;
        }
    }
    if (flats > kSrb2Flats) {
        report(findings, Rule::limit_srb2_flats, FLATLINE_MAP, FLATLINE_NONE, FLATLINE_NO_FIELD,
               flats, kSrb2Flats);
    }
}

}  // namespace

void check_map(const Map& map, FindingList& findings) noexcept {
    for (const EmptyRule& empty : kEmptyRules) {
        if (map.arrays().*empty.count == 0) {
            report(findings, empty.rule, FLATLINE_MAP, FLATLINE_NONE);
        }
    }
    player_start(map, findings);
    srb2_flats(map, findings);
}

}  // namespace flatline::sanity
