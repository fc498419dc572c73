// stats/stats.cpp: `flatline stats`: counts for each map and in sum.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "batch/interrupt.hpp"
#include "commands.hpp"
#include "game_resources.hpp"
#include "report/json_lines.hpp"
#include "report/map_info.hpp"
#include "report/text_sink.hpp"
#include "stats/facts.hpp"
#include "stats/map_stats.hpp"
#include "stats/stats_text.hpp"
#include "walk.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kStatsSchema = "flatline.stats/1";

/// Takes the maps of a run in order, and prints them in the format of the arguments.
class StatsOutput {
public:
    explicit StatsOutput(Console& console)
        : console_(console),
          head_(console, kStatsSchema),
          complaints_(console.err, console.err_style) {}

    void add(const FileReport& report) {
        totals_.add(report);
        print_container_findings(console_, head_, complaints_, report);
        for (const MapReport& map : report.maps) {
            head_.print();
            map.stats != nullptr ? add(map, *map.stats) : add_without(map);
            console_.flush_in_order();
        }
    }

    void end() {
        head_.print();
        if (console_.args.json) return write_summary();
        if (console_.args.stats_format == StatsFormat::csv) return write_csv();
        if (sum_.maps > 1 || (console_.args.quiet && sum_.maps == 1)) {
            print_stats(console_, counted(sum_.maps, "map in sum", "maps in sum"), sum_);
        }
        print_summary(console_, totals_, SummaryOf::load);
    }

    bool is_empty() const { return !head_.is_printed() && totals_.maps == 0; }
    bool is_good() const { return totals_.refused == 0 && !totals_.container_error; }

private:
    struct CsvRow {
        std::string file, map, format, name_space;
        std::shared_ptr<const MapStats> stats;
    };
    struct CsvColumn {
        std::string name;
        std::string group;  ///< the outermost object that its fact is in
        bool is_count;
    };

    void add(const MapReport& map, const MapStats& stats) {
        sum_.add(stats);
        if (console_.args.stats_format == StatsFormat::csv) {
            rows_.push_back({map.file, map.name, std::string(map_format_name(map.format)),
                             map.name_space.value_or(""), map.stats});
        }
        if (console_.args.quiet || console_.args.stats_format == StatsFormat::csv) return;
        if (!console_.args.json) {
            print_stats(console_, fmt::format("{}:{}", printable(map.file), printable(map.name)),
                        stats);
            return;
        }
        JsonWriter json(console_.out);
        json.begin_object();
        json.member("type", "stats");
        json.member("file", map.file);
        json.member("map", map.name);
        json.member("format", map_format_name(map.format));
        json.member("namespace", map.name_space.value_or(""));
        write_facts(json, facts_of(stats));
        json.end_object();
        json.end_line();
    }

    /// A map that is refused, of a format that is not read, or of Doom 3.
    void add_without(const MapReport& map) {
        if (console_.args.json) {
            JsonWriter json(console_.out);
            for (const ReportedFinding& finding : map.findings) write_finding_json(json, finding);
            write_map_json(json, map);
            return;
        }
        if (map.status != MapStatus::ok) return complaints_.print_map(map);
        console_.complain(fmt::format("{}:{}: {} maps have no statistics", printable(map.file),
                                      printable(map.name), map_format_name(map.format)));
    }

    void write_summary() {
        JsonWriter json(console_.out);
        json.begin_object();
        json.member("type", "summary");
        write_totals(json, totals_);
        write_facts(json, facts_of(sum_));
        json.end_object();
        json.end_line();
    }

    void write_csv() {
        // The sum has every name that some map has.
        rows_.push_back({"", "sum", "", "", std::make_shared<const MapStats>(sum_)});
        std::vector<CsvColumn> columns;
        std::string line = "file,map,format,namespace";
        for (const StatFact& fact : facts_of(sum_)) {
            columns.push_back({column_of(fact), fact.path.front(),
                               std::holds_alternative<std::uint64_t>(fact.value)});
            line += ',' + csv_text(columns.back().name);
        }
        console_.out.write(line + "\r\n");
        for (const CsvRow& row : rows_) write_csv(row, columns);
    }

    /// A name that the map lacks is used no times there, unless nothing is known of such names.
    void write_csv(const CsvRow& row, const std::vector<CsvColumn>& columns) {
        std::unordered_map<std::string, std::string> cells;
        for (const StatFact& fact : facts_of(*row.stats)) {
            if (std::holds_alternative<EmptyObject>(fact.value)) continue;
            cells[column_of(fact)] = csv_cell_of(fact.value);
        }
        std::string line = csv_text(row.file) + ',' + csv_text(row.map) + ',' + row.format + ',' +
                           csv_text(row.name_space);
        for (const CsvColumn& column : columns) {
            line += ',';
            if (const auto cell = cells.find(column.name); cell != cells.end()) {
                line += cell->second;
            } else if (column.is_count && cells.count(column.group) == 0) {
                line += '0';
            }
        }
        console_.out.write(line + "\r\n");
    }

    Console& console_;
    RunHead head_;
    FindingText complaints_;
    Totals totals_;
    MapStats sum_;
    std::vector<CsvRow> rows_;
};

}  // namespace

int run_stats(Console& console) {
    hear_interrupts();
    GameResources game(console);
    StatsOutput output(console);
    LookOptions look{console.args, Rules::load, game.get()};
    look.loaded = [&](const Session& session, MapReport& report) {
        if (session.status != MapStatus::ok || session.is_doom3()) return;
        report.stats = std::make_shared<const MapStats>(stats_of(session, console.args));
    };
    for (const FileReport& report : game.reports()) output.add(report);
    const bool wrong_walk =
        walk(console, look, [&](const FileReport& report) { output.add(report); }).wrong_use;
    const bool wrong_use = wrong_walk || game.wrong_use();
    if (wrong_use && output.is_empty()) return kExitUsage;
    output.end();
    if (interrupted() != 0) return exit_code_of(interrupted());
    if (wrong_use) return kExitUsage;
    return output.is_good() ? kExitOk : kExitFindings;
}

}  // namespace flatline::engine::tool
