// Whether a level can be left.
#include <algorithm>

#include "check/behavior.hpp"
#include "check/columns.hpp"
#include "check/exit_tables.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::int32_t kFirstPlayer = 1;

/// The exits of a map: by types of lines or by actions.
class Exits {
public:
    explicit Exits(const Context& context) noexcept
        : map_(context.map),
          games_(context.types.games()),
          numbering_(numbering_of(context.map, context.options.entry)) {
        if (context.options.entry != nullptr) label_ = context.options.entry->name;
    }

    /// False where the tables say nothing of this map.
    bool are_known() const noexcept {
        constexpr GameSet kNumbered = kDoomGames | GameSet(Game::heretic) | GameSet(Game::strife);
        if (numbering_ == Numbering::none) return false;
        return numbering_ != Numbering::doom || meet(games_, kNumbered);
    }
    bool exist() const noexcept { return of_lines() || of_sectors() || of_things() || of_bosses(); }

private:
    bool of_lines() const noexcept;
    bool of_sectors() const noexcept;
    bool of_things() const noexcept;
    bool of_bosses() const noexcept;
    bool is_line(std::int32_t special) const noexcept;
    bool is_sector(std::int32_t special) const noexcept;
    bool has_thing(std::int32_t type) const noexcept {
        return std::any_of(map_.things().begin(), map_.things().end(),
                           [&](const flatline_thing& thing) { return thing.type == type; });
    }

    const Map& map_;
    GameSet games_;
    Numbering numbering_;
    std::string_view label_;
};

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

bool Exits::of_lines() const noexcept {
    return std::any_of(map_.linedefs().begin(), map_.linedefs().end(),
                       [&](const flatline_linedef& line) { return is_line(line.special); });
}

bool Exits::of_sectors() const noexcept {
    // The first two of SRB2, the last of Eternity.
    ColumnWalk fields[] = {{map_, FLATLINE_SECTOR, "exit"},
                           {map_, FLATLINE_SECTOR, "finishline"},
                           {map_, FLATLINE_SECTOR, "damage_exitlevel"}};
    std::uint32_t index = 0;
    for (const flatline_sector& sector : map_.sectors()) {
        const std::uint32_t at = index++;
        if (is_sector(sector.special)) return true;
        for (ColumnWalk& field : fields) {
            if (field.flag(at)) return true;
        }
    }
    return false;
}

// A thing runs its special when it dies or is taken.
bool Exits::of_things() const noexcept {
    if (numbering_ == Numbering::srb2) {
        return std::any_of(map_.things().begin(), map_.things().end(), [](const auto& thing) {
            return holds(numbers::table(exits::kSrb2Things), thing.type);
        });
    }
    return std::any_of(map_.things().begin(), map_.things().end(), [](const auto& thing) {
        return holds(numbers::table(exits::kHexenActions), thing.special);
    });
}

bool Exits::of_bosses() const noexcept {
    for (const exits::BossExit& row : exits::kBosses) {
        if (!meet(games_, row.games)) continue;
        const std::string_view label = label_.substr(0, row.label.size());
        const bool fits =
            label_.empty() ||
            (text::same_name(label, row.label) &&
             (row.label.empty() || label_.size() == label.size() || label_[label.size()] == '#'));
        if (fits && has_thing(row.type)) return true;
    }
    return false;
}

}  // namespace

void exit_missing(Context& context) noexcept {
    const Exits exits(context);
    const View<flatline_thing> things = context.map.things();
    // Maps for deathmatch alone end by the clock or by frags.
    const bool has_player = std::any_of(
        things.begin(), things.end(), [](const auto& thing) { return thing.type == kFirstPlayer; });
    if (!has_player || !exits.are_known() || exits.exist() || has_scripts(context)) return;
    context.report.about_map(Rule::exit_missing);
}

}  // namespace flatline::engine::sanity
