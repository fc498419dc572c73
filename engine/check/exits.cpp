// Whether a level can be left.
#include "check/exits.hpp"

#include "check/behavior.hpp"
#include "check/columns.hpp"
#include "check/exit_tables.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::int32_t kFirstPlayer = 1;

template <class Rows, class Fits>
std::uint32_t how_many(const Rows& rows, const Fits& fits) noexcept {
    return static_cast<std::uint32_t>(std::count_if(rows.begin(), rows.end(), fits));
}

}  // namespace

bool Exits::is_line(std::int32_t special) const noexcept {
    using numbers::table;
    switch (numbering_) {
        case Numbering::doom:
            return (meet(games_, kDoomGames) && holds(table(exits::kDoomLines), special)) ||
                   (games_.has(Game::heretic) && holds(table(exits::kHereticLines), special)) ||
                   (games_.has(Game::strife) && holds(table(exits::kStrifeLines), special));
        case Numbering::hexen:
            return holds(table(exits::kHexenActions), special);
        case Numbering::srb2:
            return holds(table(exits::kSrb2Lines), special);
        case Numbering::none:
            break;
    }
    return false;
}

bool Exits::is_sector(std::int32_t special) const noexcept {
    switch (numbering_) {
        case Numbering::doom:
            return special == exits::kDoomSector ||
                   (is_zdoom(map_) && (special & exits::kZdoomSectorBits) == exits::kDoomSector) ||
                   ((special & exits::kDeath) != 0 &&
                    (special & exits::kDeathKind) >= exits::kDeathExits);
        case Numbering::hexen:
            return (special & exits::kHexenSectorBits) == exits::kHexenSector;
        case Numbering::srb2:
            return holds(numbers::table(exits::kSrb2Sectors),
                         special >> exits::kSrb2SectorShift & 15);
        case Numbering::none:
            break;
    }
    return false;
}

std::uint32_t Exits::of_lines() const noexcept {
    return how_many(map_.linedefs(),
                    [&](const flatline_linedef& line) { return is_line(line.special); });
}

std::uint32_t Exits::of_sectors() const noexcept {
    // The first two of SRB2, the last of Eternity.
    ColumnWalk fields[] = {{map_, FLATLINE_SECTOR, "exit"},
                           {map_, FLATLINE_SECTOR, "finishline"},
                           {map_, FLATLINE_SECTOR, "damage_exitlevel"}};
    std::uint32_t index = 0;
    std::uint32_t found = 0;
    for (const flatline_sector& sector : map_.sectors()) {
        const std::uint32_t at = index++;
        bool is_exit = is_sector(sector.special);
        for (ColumnWalk& field : fields) is_exit = field.flag(at) || is_exit;
        if (is_exit) ++found;
    }
    return found;
}

// A thing runs its special when it dies or is taken.
std::uint32_t Exits::of_things() const noexcept {
    const bool srb2 = numbering_ == Numbering::srb2;
    return how_many(map_.things(), [srb2](const flatline_thing& thing) {
        return srb2 ? holds(numbers::table(exits::kSrb2Things), thing.type)
                    : holds(numbers::table(exits::kHexenActions), thing.special);
    });
}

std::uint32_t Exits::of_bosses() const noexcept {
    std::uint32_t found = 0;
    for (const exits::BossExit& row : exits::kBosses) {
        if (!meet(games_, row.games)) continue;
        const std::string_view label = label_.substr(0, row.label.size());
        const bool fits =
            label_.empty() ||
            (text::same_name(label, row.label) &&
             (row.label.empty() || label_.size() == label.size() || label_[label.size()] == '#'));
        if (!fits) continue;
        found += how_many(map_.things(),
                          [&](const flatline_thing& thing) { return thing.type == row.type; });
    }
    return found;
}

void exit_missing(Context& context) noexcept {
    const Exits exits(context.map, context.options.entry, context.types.games());
    const View<flatline_thing> things = context.map.things();
    // Maps for deathmatch alone end by the clock or by frags.
    const bool has_player = std::any_of(
        things.begin(), things.end(), [](const auto& thing) { return thing.type == kFirstPlayer; });
    if (!has_player || !exits.are_known() || exits.exist() || has_scripts(context)) return;
    context.report.about_map(Rule::exit_missing);
}

}  // namespace flatline::engine::sanity
