#include "stats/stats_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kLabel = 12;
constexpr std::size_t kLineWidth = 100;

/// "1,234,567"
std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

std::string units(double number) { return fmt::format("{:.10g}", number); }

class StatsPrinter {
public:
    StatsPrinter(Console& console, const MapStats& stats) : console_(console), stats_(stats) {}

    void print() {
        row("game", game());
        row("elements", fmt::format("{} vertices, {} linedefs, {} sidedefs, {} sectors, {} things",
                                    stats_.vertices, stats_.linedefs, stats_.sidedefs,
                                    stats_.sectors, stats_.things));
        row("size", size());
        std::vector<std::string> keys;
        for (const PickupKind key : stats_.keys) keys.emplace_back(pickup_name(key));
        row("keys", keys.empty() ? "none" : fmt::format("{}", fmt::join(keys, ", ")));
        row("level", fmt::format("{}, {}, {} to {}", counted(stats_.secrets, "secret", "secrets"),
                                 counted(stats_.exits, "exit", "exits"),
                                 counted(stats_.teleporters, "teleporter", "teleporters"),
                                 counted(stats_.destinations, "destination", "destinations")));
        row("load", fmt::format("{:.2f} ms", stats_.load_seconds * 1e3));
        print_modes();
        print_types();
        list("line specials", specials(stats_.line_specials));
        list("sector types", specials(stats_.sector_specials));
        list("textures", names(stats_.textures));
        list("flats", names(stats_.flats));
        if (stats_.unknown_textures) list("unknown textures", names(*stats_.unknown_textures));
        if (stats_.unknown_flats) list("unknown flats", names(*stats_.unknown_flats));
        print_limits();
    }

private:
    void row(std::string_view label, std::string_view value) {
        console_.print("  {} {}\n", console_.out_style.dim(fmt::format("{:<{}}", label, kLabel)),
                       value);
    }

    std::string game() const {
        std::string text;
        for (const Game game : stats_.games) {
            text += fmt::format("{}{}", text.empty() ? "" : ", ",
                                game == Game::automatic ? "not known" : game_name(game));
        }
        return text;
    }

    std::string size() const {
        std::string text = stats_.size
                               ? fmt::format("{} by {} units, ", units(stats_.size->width()),
                                             units(stats_.size->height()))
                               : "";
        if (!stats_.area) return text + "the outline is open";
        const double all = *stats_.area + *stats_.empty_area;
        text += fmt::format("{} square units of sectors, {} of void", units(*stats_.area),
                            units(*stats_.empty_area));
        if (all > 0) text += fmt::format(" ({:.1f} %)", *stats_.empty_area / all * 100);
        return text;
    }

    void amounts(std::string_view label, const std::array<std::uint64_t, kSkills>& numbers) {
        console_.print("    {:<36}{:>10}{:>10}{:>10}{:>10}{:>10}\n", label, grouped(numbers[0]),
                       grouped(numbers[1]), grouped(numbers[2]), grouped(numbers[3]),
                       grouped(numbers[4]));
    }

    void print_modes() {
        constexpr std::string_view kTitles[kPlayModes] = {"one player", "cooperation",
                                                          "deathmatch"};
        for (std::size_t i = 0; i < kPlayModes; ++i) {
            const auto mode = static_cast<PlayMode>(i);
            console_.print("  {}\n", console_.out_style.bold(fmt::format(
                                         "{:<38}{:>10}{:>10}{:>10}{:>10}{:>10}", kTitles[i],
                                         "skill 1", "skill 2", "skill 3", "skill 4", "skill 5")));
            amounts("monsters",
                    stats_.categories[static_cast<std::size_t>(ThingCategory::monster)][mode]);
            amounts("their hit points", stats_.hit_points[mode]);
            amounts("health that lies there", stats_.health[mode]);
            for (const auto& [kind, of] : stats_.ammunition) amounts(pickup_name(kind), of[mode]);
            for (const auto& [kind, of] : stats_.dropped) {
                amounts(fmt::format("{} of monsters", pickup_name(kind)), of[mode]);
            }
        }
    }

    static std::string span(const std::array<std::uint64_t, kSkills>& numbers) {
        return fmt::format("{}", fmt::join(numbers, "/"));
    }

    void print_types() {
        if (stats_.types.empty()) return;
        console_.print("  {}\n",
                       console_.out_style.bold(fmt::format(
                           "{:>5} {:<34} {:<10} {:>5}  {:<22}{:<22}{}", "type", "name", "category",
                           "all", "one player", "cooperation", "deathmatch")));
        for (const auto& [type, of] : stats_.types) {
            console_.print("  {:>5} {:<34} {:<10} {:>5}  {:<22}{:<22}{}\n", type,
                           of.name.empty() ? "?" : of.name, of.category, of.count,
                           span(of.amounts[PlayMode::single]), span(of.amounts[PlayMode::coop]),
                           span(of.amounts[PlayMode::deathmatch]));
        }
    }

    static std::vector<std::string> specials(const std::map<std::int32_t, std::uint64_t>& of) {
        std::vector<std::string> out;
        for (const auto& [special, uses] : of) out.push_back(fmt::format("{}: {}", special, uses));
        return out;
    }

    /// Most used first.
    static std::vector<std::string> names(const NameUses& of) {
        std::vector<std::pair<std::uint64_t, std::string>> rows;
        of.each(
            [&](const std::string& name, std::uint64_t uses) { rows.emplace_back(uses, name); });
        std::stable_sort(rows.begin(), rows.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<std::string> out;
        for (const auto& [uses, name] : rows) {
            out.push_back(fmt::format("{}: {}", printable(name), uses));
        }
        return out;
    }

    /// Prints a heading with the number of items, and the items below it.
    void list(std::string_view heading, const std::vector<std::string>& items) {
        console_.print("  {}\n",
                       console_.out_style.bold(fmt::format("{} ({})", heading, items.size())));
        wrap("", items);
    }

    /// Prints the items in lines that fit a terminal. The first line begins with `label`.
    void wrap(std::string_view label, const std::vector<std::string>& items) {
        std::string line(label);
        bool begins = true;
        for (const std::string& item : items) {
            if (!begins && line.size() + 2 + item.size() > kLineWidth) {
                console_.print("    {}\n", line);
                line.assign(label.size(), ' ');
                begins = true;
            }
            line += (begins ? "" : ", ") + item;
            begins = false;
        }
        if (!begins) console_.print("    {}\n", line);
    }

    static std::string percent(double part) {
        const double value = part * 100;
        if (value == 0) return "0";
        return value < 0.01 ? "<0.01" : fmt::format("{:.3g}", value);
    }

    void print_limits() {
        console_.print("  {}\n", console_.out_style.bold("limits of ports in percent"));
        for (const PortUses& of : uses_by_port(stats_.limits)) {
            std::vector<std::string> items;
            for (const LimitUse& limit : of.limits) {
                if (!limit.used) continue;
                items.push_back(fmt::format("{} {}", limit.name, percent(*limit.used)));
            }
            wrap(fmt::format("{:<7}", of.port), items);
        }
    }

    Console& console_;
    const MapStats& stats_;
};

}  // namespace

void print_stats(Console& console, std::string_view heading, const MapStats& stats) {
    console.print("{}\n", console.out_style.bold(heading));
    StatsPrinter(console, stats).print();
}

}  // namespace flatline::engine::tool
