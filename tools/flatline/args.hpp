// args.hpp: the command line as plain data.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch/options.hpp"
#include "control/control.hpp"
#include "model/check.hpp"
#include "model/fields.hpp"
#include "model/limits.hpp"
#include "model/load.hpp"
#include "model/verdict.hpp"
#include "model/write_wad.hpp"
#include "table/kinds.hpp"

namespace flatline::engine::tool {

/// Exit codes: docs/command-line.md, "Exit codes".
inline constexpr int kExitOk = 0;
inline constexpr int kExitFindings = 1;
inline constexpr int kExitUsage = 2;

enum class Command {
    built_in,
    check,
    info,
    dump,
    fields,
    limits,
    bench,
    convert,
    draw,
    diff,
    textconv,
    stats,
    table,
    fix,
    rules,
    explain,
    help
};
enum class ColorMode { automatic, always, never };

/// The forms of a report of check; the other commands have the first two.
enum class ReportFormat { text, json, sarif, github, gitlab, junit };

/// The forms of the table of fields.
enum class FieldsFormat { text, json, csv, udb };

/// The forms of what stats tells.
enum class StatsFormat { text, json, csv };

/// --report FORMAT=FILE
struct ReportFile {
    ReportFormat format;
    std::string path;
};

/// What `convert` is to make.
struct Convert {
    std::string output;
    MapFormat to = MapFormat::udmf;
    TextStyle style = TextStyle::udb;
    WrittenNodes nodes = WrittenNodes::build;
    bool with_blockmap = false;
    bool only = false;      ///< a WAD of its own, without the rest of the map's
    bool all_maps = false;  ///< every map of the file
    bool lossy = false;
    std::string name;  ///< the new name of the map, a label; "" keeps the old one
    Translate translate = Translate::none;
};

/// What `draw` is to make.
struct Draw {
    std::string output;     ///< .svg, .png or .html; with all_maps a folder
    unsigned width = 0;     ///< pixels of a .png; 0: by the shape of the map
    bool all_maps = false;  ///< every map of the file, with an index
};

/// What `diff` compares, and how it tells it.
struct DiffArguments {
    std::string output;  ///< .html, or ""
    bool stat = false;   ///< only counts
    bool lossy = false;  ///< what one format cannot hold is no difference
    bool lumps = false;  ///< derived lumps count too
};

/// What `fix` mends, and where it writes.
struct FixArguments {
    std::string output;       ///< "": none
    bool in_place = false;    ///< the files themselves
    bool backup = false;      ///< with a copy of what was there
    bool unsafe = false;      ///< also what changes the map for some port
    bool diff = false;        ///< prints what differs in place of a list
    std::vector<Rule> named;  ///< --rule
    RuleSet rules;            ///< whose findings are mended
};

class MapCache;

/// What `table` is to make.
struct TableArguments {
    TableKind of = TableKind::linedefs;
    TableFormat format = TableFormat::csv;
    std::string columns;  ///< names with commas between; "": all
};

struct Arguments {
    Command command = Command::built_in;
    std::vector<std::string> paths;  ///< as given; "-" is standard input
    std::optional<std::string> map;  ///< --map
    ReportFormat format = ReportFormat::text;
    bool json = false;                ///< `format` is json
    std::vector<ReportFile> reports;  ///< --report
    bool quiet = false;
    bool force = false;  ///< replaces files that exist
    std::string output;  ///< --output of what prints: the file that takes it; "": none
    bool all = false;    ///< text shows every finding of a rule that it would sum up otherwise
    std::optional<Severity> min_severity;  ///< --min-severity, --notes; none: that of the format
    bool statistics = false;               ///< of check: the findings by rule
    bool allow_unsupported = false;      ///< of check: maps that are not read do not count as wrong
    bool allow_empty = false;            ///< of check: nor does a run without any map
    std::vector<Port> targets;           ///< --target, in the order of Port
    std::vector<std::string> resources;  ///< --resources, as given
    Game game = Game::automatic;         ///< --game
    std::vector<std::pair<Rule, RuleLevel>> given_levels;  ///< flatline.toml, --rule
    RuleLevels levels;                                     ///< of all rules, with those
    Control control;
    bool build_nodes = false;
    ColorMode color = ColorMode::automatic;
    std::optional<Dialect> dialect;  ///< --dialect of `fields`
    FieldsFormat fields_format = FieldsFormat::text;
    StatsFormat stats_format = StatsFormat::text;
    std::string namespace_override;  ///< what load.namespace_override views
    LoadOptions load;
    BatchOptions batch;
    std::shared_ptr<MapCache> cache;  ///< --cache; null: none
    Convert convert;
    Draw draw;
    DiffArguments diff;
    FixArguments fix;
    TableArguments table;
    std::vector<Rule> explained;  ///< of explain, at least one
    bool example = false;         ///< of explain: only the example of one rule
    bool markdown = false;        ///< of rules, fields and limits
};

/// Reads the command line into `args`. A value is the exit code to stop with: the help, the version
/// or what was wrong is written then. Without a value the program goes on.
std::optional<int> parse_arguments(int argc, const char* const* argv, Arguments& args);

}  // namespace flatline::engine::tool
