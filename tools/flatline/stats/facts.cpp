#include "stats/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// Collects facts; objects that are opened give their names to what follows.
class FactList {
public:
    template <class Fill>
    void object(std::string_view name, const Fill& fill) {
        const std::size_t before = facts_.size();
        path_.emplace_back(name);
        fill();
        path_.pop_back();
        if (facts_.size() == before) add(name, EmptyObject{});
    }
    void add(std::string_view name, StatValue value) {
        std::vector<std::string> path = path_;
        path.emplace_back(name);
        facts_.push_back({std::move(path), std::move(value)});
    }
    void count(std::string_view name, std::uint64_t value) { add(name, value); }
    void whole(std::string_view name, const std::optional<double>& value) {
        add(name, value ? StatValue(RealValue{*value, true}) : StatValue(NoValue{}));
    }
    void real(std::string_view name, const std::optional<double>& value) {
        add(name, value ? StatValue(RealValue{*value, false}) : StatValue(NoValue{}));
    }
    void by_skill(std::string_view name, const Amounts& amounts, PlayMode mode) {
        object(name, [&] {
            for (std::size_t i = 0; i < kSkills; ++i) {
                count(fmt::format("skill{}", i + 1), amounts[mode][i]);
            }
        });
    }
    std::vector<StatFact> take() { return std::move(facts_); }

private:
    std::vector<std::string> path_;
    std::vector<StatFact> facts_;
};

/// The members of `things` that count one category of things on each skill. Keys are not among
/// them: `keys` is a list of names.
constexpr std::pair<std::string_view, std::size_t> kCountedCategories[] = {
    {"monsters", static_cast<std::size_t>(ThingCategory::monster)},
    {"weapons", static_cast<std::size_t>(ThingCategory::weapon)},
    {"ammo", static_cast<std::size_t>(ThingCategory::ammo)},
    {"health", static_cast<std::size_t>(ThingCategory::health)},
    {"starts", static_cast<std::size_t>(ThingCategory::player)},
    {"decorations", static_cast<std::size_t>(ThingCategory::decoration)},
    {"others", static_cast<std::size_t>(ThingCategory::other)},
    {"unknown", kThingCategories},
};
constexpr auto kMonsters = static_cast<std::size_t>(ThingCategory::monster);

void add_types(FactList& list, const MapStats& stats) {
    list.object("types", [&] {
        for (const auto& [type, row] : stats.types) {
            list.object(std::to_string(type), [&, &of = row] {
                if (of.name.empty()) {
                    list.add("name", NoValue{});
                } else {
                    list.add("name", of.name);
                }
                list.add("category", std::string(of.category));
                list.count("count", of.count);
                for (std::size_t i = 0; i < kPlayModes; ++i) {
                    const auto mode = static_cast<PlayMode>(i);
                    list.by_skill(mode_name(mode), of.amounts, mode);
                }
            });
        }
    });
}

void add_things(FactList& list, const MapStats& stats) {
    list.object("things", [&] {
        list.count("total", stats.things);
        for (const auto& [name, category] : kCountedCategories) {
            list.by_skill(name, stats.categories[category], PlayMode::single);
        }
        std::vector<std::string> keys;
        for (const PickupKind key : stats.keys) keys.emplace_back(pickup_name(key));
        list.add("keys", keys);
        list.count("secrets", stats.secrets);
        list.count("exits", stats.exits);
        list.count("teleporters", stats.teleporters);
        list.count("destinations", stats.destinations);
        add_types(list, stats);
    });
}

void add_kinds(FactList& list, std::string_view name, const std::map<PickupKind, Amounts>& kinds,
               PlayMode mode) {
    list.object(name, [&] {
        for (const auto& [kind, amounts] : kinds) list.by_skill(pickup_name(kind), amounts, mode);
    });
}

void add_strengths(FactList& list, const MapStats& stats, PlayMode mode) {
    list.by_skill("hit_points", stats.hit_points, mode);
    list.by_skill("health", stats.health, mode);
    add_kinds(list, "ammunition", stats.ammunition, mode);
    add_kinds(list, "dropped", stats.dropped, mode);
}

void add_size(FactList& list, const MapStats& stats) {
    const auto of_box = [&](auto get) {
        return stats.size ? std::optional<double>(get(*stats.size)) : std::nullopt;
    };
    list.object("size", [&] {
        list.whole("x_min", of_box([](const MapSize& s) { return s.x_min; }));
        list.whole("y_min", of_box([](const MapSize& s) { return s.y_min; }));
        list.whole("x_max", of_box([](const MapSize& s) { return s.x_max; }));
        list.whole("y_max", of_box([](const MapSize& s) { return s.y_max; }));
        list.whole("width", of_box([](const MapSize& s) { return s.width(); }));
        list.whole("height", of_box([](const MapSize& s) { return s.height(); }));
        list.whole("area", stats.area);
        list.whole("void", stats.empty_area);
    });
}

void add_specials(FactList& list, std::string_view name,
                  const std::map<std::int32_t, std::uint64_t>& specials) {
    list.object(name, [&] {
        for (const auto& [special, uses] : specials) list.count(std::to_string(special), uses);
    });
}

void add_names(FactList& list, std::string_view name, const NameUses& names) {
    list.object(name, [&] {
        names.each([&](const std::string& of, std::uint64_t uses) { list.count(of, uses); });
    });
}

void add_names(FactList& list, std::string_view name, const std::optional<NameUses>& names) {
    names ? add_names(list, name, *names) : list.add(name, NoValue{});
}

void add_limits(FactList& list, const LimitUses& uses) {
    for (const PortUses& of : uses_by_port(uses)) {
        list.object(of.port, [&] {
            for (const LimitUse& limit : of.limits) list.real(limit.name, limit.used);
        });
    }
}

template <class... Forms>
struct Overload : Forms... {
    using Forms::operator()...;
};
template <class... Forms>
Overload(Forms...) -> Overload<Forms...>;

}  // namespace

std::vector<StatFact> facts_of(const MapStats& stats) {
    FactList list;
    const bool one_game = stats.games.size() == 1 && *stats.games.begin() != Game::automatic;
    list.add("game", one_game ? StatValue(std::string(game_name(*stats.games.begin())))
                              : StatValue(NoValue{}));
    add_things(list, stats);
    add_strengths(list, stats, PlayMode::single);
    for (const PlayMode mode : {PlayMode::coop, PlayMode::deathmatch}) {
        list.object(mode_name(mode), [&] {
            list.by_skill("monsters", stats.categories[kMonsters], mode);
            add_strengths(list, stats, mode);
        });
    }
    add_size(list, stats);
    list.count("vertices", stats.vertices);
    list.count("linedefs", stats.linedefs);
    list.count("sidedefs", stats.sidedefs);
    list.count("sectors", stats.sectors);
    add_specials(list, "line_specials", stats.line_specials);
    add_specials(list, "sector_specials", stats.sector_specials);
    add_names(list, "textures", stats.textures);
    add_names(list, "flats", stats.flats);
    add_names(list, "unknown_textures", stats.unknown_textures);
    add_names(list, "unknown_flats", stats.unknown_flats);
    list.object("limits", [&] { add_limits(list, stats.limits); });
    list.real("load_seconds", stats.load_seconds);
    return list.take();
}

void write_facts(JsonWriter& json, const std::vector<StatFact>& facts) {
    std::vector<std::string> open;
    const auto key = [&](const std::string& name) { json.raw_key(JsonWriter::prepared_key(name)); };
    for (const StatFact& fact : facts) {
        const std::size_t depth = fact.path.size() - 1;
        const auto [from, to] =
            std::mismatch(open.begin(), open.end(), fact.path.begin(), fact.path.end() - 1);
        const auto shared = static_cast<std::size_t>(from - open.begin());
        for (; open.size() > shared; open.pop_back()) json.end_object();
        for (; open.size() < depth; open.push_back(fact.path[open.size()])) {
            key(fact.path[open.size()]);
            json.begin_object();
        }
        key(fact.path.back());
        std::visit(
            Overload{[&](NoValue) { json.null(); },
                     [&](EmptyObject) {
                         json.begin_object();
                         json.end_object();
                     },
                     [&](std::uint64_t n) { json.natural(n); },
                     [&](RealValue n) { n.whole ? json.whole(n.value) : json.real(n.value); },
                     [&](const std::string& text) { json.string(text); },
                     [&](const std::vector<std::string>& texts) {
                         json.begin_array();
                         for (const std::string& text : texts) json.string(text);
                         json.end_array();
                     }},
            fact.value);
    }
    for (; !open.empty(); open.pop_back()) json.end_object();
}

std::string column_of(const StatFact& fact) { return fmt::format("{}", fmt::join(fact.path, ".")); }

std::string csv_text(std::string_view bytes) { return csv_cell(printable(bytes)); }

std::string csv_cell_of(const StatValue& value) {
    return std::visit(
        Overload{[](NoValue) { return std::string(); }, [](EmptyObject) { return std::string(); },
                 [](std::uint64_t n) { return std::to_string(n); },
                 [](RealValue n) { return fmt::format("{}", n.value); },
                 [](const std::string& text) { return csv_text(text); },
                 [](const std::vector<std::string>& texts) {
                     return csv_text(fmt::format("{}", fmt::join(texts, "; ")));
                 }},
        value);
}

}  // namespace flatline::engine::tool
