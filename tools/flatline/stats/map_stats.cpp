#include "stats/map_stats.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/check.hpp"
#include "model/level.hpp"
#include "model/resources.hpp"
#include "report/make.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kUnknown = "unknown";
constexpr double kMostHitPoints = std::numeric_limits<std::int32_t>::max();

constexpr ThingTimes::Mode kModeBits[kPlayModes] = {ThingTimes::kSingle, ThingTimes::kCoop,
                                                    ThingTimes::kDeathmatch};

/// One in each skill and mode in which a thing is there.
Amounts one_at(const ThingTimes& times) {
    Amounts one;
    for (std::size_t mode = 0; mode < kPlayModes; ++mode) {
        if ((times.modes & kModeBits[mode]) == 0) continue;
        for (std::size_t skill = 0; skill < kSkills; ++skill) {
            one.of[mode][skill] = times.skills >> skill & 1;
        }
    }
    return one;
}

/// What the field `health` of a thing makes of its type's hit points: their factor, or if it is
/// negative, the hit points themselves.
std::uint64_t hit_points_of(const ThingFacts& facts, double health) {
    const double points = health < 0 ? -health : facts.hit_points * health;
    return static_cast<std::uint64_t>(std::min<double>(points, kMostHitPoints));
}

/// The field `health` of each thing.
std::vector<double> healths_of(const Map& map) {
    std::vector<double> healths(map.things().size(), 1);
    const flatline_column* const column = map.column(FLATLINE_THING, "health");
    if (column == nullptr || column->kind != FLATLINE_REAL) return healths;
    for (std::uint32_t i = 0; i < column->count; ++i) {
        healths[column->elements[i]] = column->values.reals[i];
    }
    return healths;
}

/// Counts the things of a map, one after another.
class ThingCounter {
public:
    ThingCounter(MapStats& stats, Game game) : stats_(stats), game_(game) {}

    void add(std::int32_t type, const ThingTimes& times, double health) {
        const Amounts one = one_at(times);
        const ThingFacts* const facts = find_thing(game_, type);
        TypeStats& row = stats_.types[type];
        if (row.count++ == 0) {
            row.name = facts != nullptr ? thing_name(*facts) : "";
            row.category = facts != nullptr ? category_name(facts->category) : kUnknown;
        }
        row.amounts.add(one);
        ++stats_.things;
        const std::size_t category =
            facts != nullptr ? static_cast<std::size_t>(facts->category) : kThingCategories;
        stats_.categories[category].add(one);
        if (facts != nullptr) add(*facts, one, health);
    }

private:
    void add(const ThingFacts& facts, const Amounts& one, double health) {
        const bool monster = facts.category == ThingCategory::monster;
        if (monster) stats_.hit_points.add(one, hit_points_of(facts, health));
        if (facts.gives == PickupKind::nothing) return;
        if (is_key(facts.gives)) {
            if (one.any(PlayMode::single) || one.any(PlayMode::coop)) {
                stats_.keys.insert(facts.gives);
            }
            return;
        }
        if (facts.gives == PickupKind::health) {
            if (!monster) stats_.health.add(one, facts.amount);
            return;
        }
        std::map<PickupKind, Amounts>& to = monster ? stats_.dropped : stats_.ammunition;
        const View<PickupAmount> parts = parts_of(game_, facts.gives);
        for (const PickupAmount& part : parts) {
            to[part.kind].add(one, std::uint64_t{facts.amount} * part.amount);
        }
        if (parts.empty()) to[facts.gives].add(one, facts.amount);
    }

    MapStats& stats_;
    Game game_;
};

void count_things(MapStats& stats, const Session& session, Game game) {
    const Map& map = session.result.value;
    std::vector<ThingTimes> times(map.things().size());
    find_thing_times(map, session.entry, game, session.resources, times.data());
    const std::vector<double> healths = healths_of(map);
    ThingCounter counter(stats, game);
    for (std::size_t i = 0; i < times.size(); ++i) {
        counter.add(map.things()[i].type, times[i], healths[i]);
    }
}

/// The outline of a map: the lines with one side. Those between two sectors cancel out.
class Outline {
public:
    explicit Outline(const Map& map) {
        for (const flatline_linedef& line : map.linedefs()) {
            const flatline_vertex from = map.vertices()[line.v1];
            const flatline_vertex to = map.vertices()[line.v2];
            widen(from);
            widen(to);
            if (line.sideback != FLATLINE_NONE) continue;
            // A front side lies to the right, so that an outline runs clockwise.
            twice_ += to.x * from.y - from.x * to.y;
            ++arrows_[{from.x, from.y}];
            --arrows_[{to.x, to.y}];
        }
    }

    void write(MapStats& stats) const {
        stats.area = stats.empty_area = std::nullopt;
        if (box_.x_min > box_.x_max) {
            stats.area = stats.empty_area = 0;
            return;
        }
        stats.size = box_;
        // An outline is open where the number of its lines that begin at a point is not the number
        // of those that end there.
        const bool closed = std::all_of(arrows_.begin(), arrows_.end(),
                                        [](const auto& arrow) { return arrow.second == 0; });
        if (!closed || twice_ < 0) return;
        stats.area = twice_ / 2;
        stats.empty_area = std::max(0.0, box_.width() * box_.height() - *stats.area);
    }

private:
    static constexpr double kFar = std::numeric_limits<double>::infinity();

    void widen(const flatline_vertex& v) {
        box_.x_min = std::min(box_.x_min, v.x);
        box_.y_min = std::min(box_.y_min, v.y);
        box_.x_max = std::max(box_.x_max, v.x);
        box_.y_max = std::max(box_.y_max, v.y);
    }

    MapSize box_ = {kFar, kFar, -kFar, -kFar};
    double twice_ = 0;
    std::map<std::pair<double, double>, std::int64_t> arrows_;  // that begin, less those that end
};

void count_elements(MapStats& stats, const Map& map) {
    stats.vertices = map.vertices().size();
    stats.linedefs = map.linedefs().size();
    stats.sidedefs = map.sidedefs().size();
    stats.sectors = map.sectors().size();
    for (const flatline_linedef& line : map.linedefs()) {
        if (line.special != 0) ++stats.line_specials[line.special];
    }
    for (const flatline_sector& sector : map.sectors()) {
        if (sector.special != 0) ++stats.sector_specials[sector.special];
    }
}

constexpr std::uint32_t flatline_sidedef::*kWallParts[] = {&flatline_sidedef::texturetop,
                                                           &flatline_sidedef::texturemiddle,
                                                           &flatline_sidedef::texturebottom};
constexpr std::uint32_t flatline_sector::*kPlaneParts[] = {&flatline_sector::texturefloor,
                                                           &flatline_sector::textureceiling};

/// How often each of the map's names is used, from how often each number is.
NameUses uses_of(const Map& map, const std::vector<std::uint64_t>& counts) {
    NameUses uses;
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
        if (counts[i] != 0 && !is_no_texture(map, map.name(i))) uses.add(map.name(i), counts[i]);
    }
    return uses;
}

void count_names(MapStats& stats, const Map& map) {
    std::vector<std::uint64_t> walls(map.names().size());
    std::vector<std::uint64_t> planes(map.names().size());
    for (const flatline_sidedef& side : map.sidedefs()) {
        for (const auto part : kWallParts) ++walls[side.*part];
    }
    for (const flatline_sector& sector : map.sectors()) {
        for (const auto part : kPlaneParts) ++planes[sector.*part];
    }
    stats.textures = uses_of(map, walls);
    stats.flats = uses_of(map, planes);
}

/// Counts the names that the rules texture-unknown and flat-unknown report. It runs these two
/// rules.
void find_unknown(MapStats& stats, const Session& session, const Arguments& args) {
    if (session.resources == nullptr) return;
    const Map& map = session.result.value;
    CheckOptions options;
    options.entry = session.entry;
    options.resources = session.resources;
    options.game = args.game;
    options.limits = args.load.limits;
    options.limits.finding_lines =
        3 * map.sidedefs().size() + 2 * map.sectors().size() + 1;  // all of them
    options.levels.set_all(RuleLevel::off);
    options.levels.set(Rule::texture_unknown, RuleLevel::warning);
    options.levels.set(Rule::flat_unknown, RuleLevel::warning);
    const Result<CheckReport> found = check(map, options);
    if (!found.value.not_run.has(Rule::texture_unknown)) stats.unknown_textures.emplace();
    if (!found.value.not_run.has(Rule::flat_unknown)) stats.unknown_flats.emplace();
    for (const Finding& finding : found.findings.kept()) {
        if (finding.rule == static_cast<std::uint16_t>(Rule::texture_unknown)) {
            stats.unknown_textures->add(texture_of(finding, map));
        } else if (finding.rule == static_cast<std::uint16_t>(Rule::flat_unknown)) {
            stats.unknown_flats->add(texture_of(finding, map));
        }
    }
}

template <class Key>
void add_all(std::map<Key, std::uint64_t>& to, const std::map<Key, std::uint64_t>& from) {
    for (const auto& [key, count] : from) to[key] += count;
}

void add_all(std::map<PickupKind, Amounts>& to, const std::map<PickupKind, Amounts>& from) {
    for (const auto& [kind, amounts] : from) to[kind].add(amounts);
}

/// A number may be one thing in one game and another in the next.
void add_all(std::map<std::int32_t, TypeStats>& to, const std::map<std::int32_t, TypeStats>& from) {
    for (const auto& [type, row] : from) {
        TypeStats& sum = to[type];
        if (sum.count == 0) {
            sum.name = row.name;
            sum.category = row.category;
        } else if ((" / " + sum.name + " / ").find(" / " + row.name + " / ") == sum.name.npos) {
            sum.name += " / " + row.name;
        }
        sum.count += row.count;
        sum.amounts.add(row.amounts);
    }
}

void add_all(std::optional<NameUses>& to, const std::optional<NameUses>& from) {
    if (!from) return;
    if (!to) to.emplace();
    to->add(*from);
}

/// None where one of the two is not known.
void add_all(std::optional<double>& to, const std::optional<double>& from) {
    if (to && from) {
        *to += *from;
    } else {
        to.reset();
    }
}

}  // namespace

std::string_view mode_name(PlayMode mode) {
    constexpr std::string_view kNames[kPlayModes] = {"single", "coop", "deathmatch"};
    return kNames[static_cast<std::size_t>(mode)];
}

void Amounts::add(const Amounts& other, std::uint64_t times) {
    for (std::size_t mode = 0; mode < kPlayModes; ++mode) {
        for (std::size_t skill = 0; skill < kSkills; ++skill) {
            of[mode][skill] += other.of[mode][skill] * times;
        }
    }
}

bool Amounts::any(PlayMode mode) const {
    const auto& row = (*this)[mode];
    return std::any_of(row.begin(), row.end(), [](std::uint64_t n) { return n != 0; });
}

void NameUses::add(std::string_view name, std::uint64_t uses) {
    Entry& entry = names_[lower_case(name)];
    if (entry.uses == 0) entry.spelling = name;
    entry.uses += uses;
}

void NameUses::add(const NameUses& other) {
    for (const auto& [key, entry] : other.names_) add(entry.spelling, entry.uses);
}

void MapStats::add(const MapStats& other) {
    maps += other.maps;
    games.insert(other.games.begin(), other.games.end());
    things += other.things;
    add_all(types, other.types);
    for (std::size_t i = 0; i < categories.size(); ++i) categories[i].add(other.categories[i]);
    hit_points.add(other.hit_points);
    health.add(other.health);
    add_all(ammunition, other.ammunition);
    add_all(dropped, other.dropped);
    keys.insert(other.keys.begin(), other.keys.end());
    secrets += other.secrets;
    exits += other.exits;
    teleporters += other.teleporters;
    destinations += other.destinations;
    add_all(area, other.area);
    add_all(empty_area, other.empty_area);
    vertices += other.vertices;
    linedefs += other.linedefs;
    sidedefs += other.sidedefs;
    sectors += other.sectors;
    add_all(line_specials, other.line_specials);
    add_all(sector_specials, other.sector_specials);
    textures.add(other.textures);
    flats.add(other.flats);
    add_all(unknown_textures, other.unknown_textures);
    add_all(unknown_flats, other.unknown_flats);
    limits.resize(port_limits().size());
    for (std::size_t i = 0; i < other.limits.size(); ++i) {
        limits[i] = std::max(limits[i], other.limits[i]);
    }
    load_seconds += other.load_seconds;
}

MapStats stats_of(const Session& session, const Arguments& args) {
    const Map& map = session.result.value;
    const Game game = game_of_map(map, session.entry, args.game);
    MapStats stats;
    stats.maps = 1;
    stats.games = {game};
    count_elements(stats, map);
    count_things(stats, session, game);
    const LevelCounts counts = count_level(map, session.entry, game);
    stats.secrets = counts.secrets;
    stats.exits = counts.exits;
    stats.teleporters = counts.teleporters;
    stats.destinations = counts.destinations;
    Outline(map).write(stats);
    count_names(stats, map);
    find_unknown(stats, session, args);
    stats.limits = limits_used(session, game);
    stats.load_seconds = session.load_seconds;
    return stats;
}

}  // namespace flatline::engine::tool
