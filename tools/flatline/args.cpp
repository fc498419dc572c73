#include "args.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "about.hpp"
#include "batch/arguments.hpp"
#include "cache.hpp"
#include "control/command_line.hpp"
#include "control/config.hpp"
#include "control/nearest.hpp"
#include "help.hpp"
#include "model/games.hpp"
#include "model/version.hpp"
#include "output.hpp"
#include "targets/targets.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// What CLI11 stores, before it is turned into Arguments.
struct Raw {
    std::vector<std::string> paths;
    std::string path;
    std::string other;  // what diff compares it with
    std::string map;
    std::string preset = "default";
    std::vector<std::string> limits;
    std::vector<std::string> rules;
    std::vector<std::string> targets;
    std::string name_space;
    std::string grammar = "auto";
    std::string slopes = "auto";
    std::string blockmap;
    std::string color = "auto";
    std::string format;
    std::vector<std::string> reports;
    std::string dialect;
    std::string to;
    std::string style = "udb";
    std::string of;
    std::string nodes = "build";
    std::string translate;
    std::string config;
    bool no_config = false;
    std::string fail_on;
    std::string game;
    std::string min_severity;
    bool notes = false;
    std::vector<std::string> explained;
    std::string help_on;
    std::string completions;
    bool man = false;
    bool all_options = false;
    RawBatch batch;
    unsigned threads = 1;
    bool verbose = false;
    std::string cache;
    std::string cache_size;
    bool strict = false;
    std::string repair;  // "all", or ids of rules
};

template <class Rows, class Name>
std::string joined_names(const Rows& rows, Name name) {
    std::string out;
    for (const auto& row : rows) {
        if (!out.empty()) out += ' ';
        out += name(row);
    }
    return out;
}

std::string preset_names() {
    return joined_names(limit_presets(), [](const LimitPreset& p) { return p.name; });
}

std::string limit_names() {
    return joined_names(limit_rows(), [](const LimitRow& row) { return row.name; });
}

constexpr std::pair<const char*, SlopeRules> kSlopeNames[] = {
    {"auto", SlopeRules::automatic},    {"none", SlopeRules::none}, {"zdoom", SlopeRules::zdoom},
    {"eternity", SlopeRules::eternity}, {"srb2", SlopeRules::srb2},
};

constexpr std::pair<const char*, BlockmapStyle> kBlockmapNames[] = {
    {"touched", BlockmapStyle::touched}, {"boom", BlockmapStyle::boom}};

constexpr std::pair<const char*, MapFormat> kFormatNames[] = {
    {"udmf", MapFormat::udmf}, {"doom", MapFormat::doom}, {"hexen", MapFormat::hexen}};
constexpr std::pair<const char*, TextStyle> kStyleNames[] = {{"udb", TextStyle::udb},
                                                             {"compact", TextStyle::compact}};
constexpr std::pair<const char*, WrittenNodes> kNodesNames[] = {
    {"keep", WrittenNodes::keep}, {"build", WrittenNodes::build}, {"none", WrittenNodes::none}};

constexpr std::pair<const char*, Translate> kTranslateNames[] = {{"zdoom", Translate::zdoom}};

constexpr std::pair<const char*, ReportFormat> kReportNames[] = {
    {"text", ReportFormat::text},     {"json", ReportFormat::json},
    {"sarif", ReportFormat::sarif},   {"github", ReportFormat::github},
    {"gitlab", ReportFormat::gitlab}, {"junit", ReportFormat::junit}};
constexpr std::pair<const char*, Severity> kSeverityNames[] = {
    {"error", Severity::error}, {"warning", Severity::warning}, {"note", Severity::note}};
/// Of the commands that write no reports.
constexpr std::pair<const char*, ReportFormat> kPlainNames[] = {kReportNames[0], kReportNames[1]};
constexpr std::pair<const char*, FieldsFormat> kFieldsNames[] = {{"text", FieldsFormat::text},
                                                                 {"json", FieldsFormat::json},
                                                                 {"csv", FieldsFormat::csv},
                                                                 {"udb", FieldsFormat::udb}};
constexpr std::pair<const char*, StatsFormat> kStatsNames[] = {
    {"text", StatsFormat::text}, {"json", StatsFormat::json}, {"csv", StatsFormat::csv}};

constexpr std::pair<const char*, TableFormat> kTableNames[] = {
    {"csv", TableFormat::csv}, {"ndjson", TableFormat::ndjson}, {"parquet", TableFormat::parquet}};

template <class Names>
std::vector<std::string> words_of(const Names& names) {
    std::vector<std::string> words;
    for (const auto& [name, value] : names) words.emplace_back(name);
    return words;
}

/// Sets `value` to what `word` names; words are checked by CLI11.
template <class Names, class Value>
void choose(const Names& names, const std::string& word, Value& value) {
    for (const auto& [name, named] : names) {
        if (word == name) value = named;
    }
}

/// What a run with a baseline keeps of a map: it compares what is kept.
constexpr std::uint64_t kFindingsWithBaseline = 100'000;

Limits chosen_limits(const Raw& raw, const Config& config, bool has_baseline) {
    const LimitPreset* preset = nullptr;
    for (const LimitPreset& p : limit_presets()) {
        if (same_name(p.name, raw.preset)) preset = &p;
    }
    if (preset == nullptr) {
        refuse(fmt::format("--limits: no preset is called '{}'; there are: {}",
                           printable(raw.preset), preset_names()));
    }
    Limits limits = preset->limits;
    if (const auto wrong = lower_limits(config, limits)) refuse(*wrong);
    if (has_baseline && std::none_of(config.limits.begin(), config.limits.end(),
                                     [](const auto& limit) { return limit.name == "findings"; })) {
        limits.findings = kFindingsWithBaseline;
    }
    for (const std::string& limit : raw.limits) {
        const std::size_t equals = limit.find('=');
        if (equals == limit.npos) {
            refuse(fmt::format("--limit: '{}' is not NAME=VALUE", printable(limit)));
        }
        const std::string_view name = std::string_view(limit).substr(0, equals);
        const std::string_view value = std::string_view(limit).substr(equals + 1);
        if (set_limit(limits, name, value)) continue;
        const LimitRow* row = nullptr;
        for (const LimitRow& r : limit_rows()) {
            if (r.name == name) row = &r;
        }
        if (row == nullptr) {
            refuse(fmt::format("--limit: no limit is called '{}'; there are: {}", printable(name),
                               limit_names()));
        }
        refuse(fmt::format("--limit: {} takes a number from 0 to {} ({}), not '{}'", name,
                           row->ceiling, row->unit, printable(value)));
    }
    return limits;
}

/// `what` begins the message: the option that names the rule.
Rule chosen_rule(std::string_view what, std::string_view id) {
    const Rule rule = find_rule(id);
    if (rule == Rule::count_) {
        refuse(fmt::format("{}: no rule is called '{}'{}", what, printable(id), nearest_rule(id)));
    }
    return rule;
}

/// Several of them, with commas between.
std::vector<Rule> chosen_rules(std::string_view what, std::string_view ids) {
    std::vector<Rule> rules;
    for (;;) {
        const std::size_t comma = std::min(ids.find(','), ids.size());
        rules.push_back(chosen_rule(what, ids.substr(0, comma)));
        if (comma == ids.size()) return rules;
        ids.remove_prefix(comma + 1);
    }
}

Repairs chosen_repairs(std::string_view rules) {
    if (rules.empty()) return Repair::refuse;
    if (rules == "all") return Repair::repair;
    Repairs repairs;
    for (const Rule rule : chosen_rules("--repair", rules)) repairs.add(rule);
    return repairs;
}

std::pair<Rule, RuleLevel> chosen_level(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals != text.npos) {
        const Rule rule = chosen_rule("--rule", std::string_view(text).substr(0, equals));
        if (const auto level = level_of(std::string_view(text).substr(equals + 1))) {
            return {rule, *level};
        }
    }
    refuse(fmt::format("--rule: '{}' is not ID=error, ID=warning, ID=note or ID=off",
                       printable(text)));
}

ReportFile chosen_report(const std::string& text) {
    const std::size_t equals = text.find('=');
    for (const auto& [name, format] : kReportNames) {
        if (equals == text.npos || text.compare(0, equals, name) != 0) continue;
        if (equals + 1 < text.size()) return {format, text.substr(equals + 1)};
    }
    refuse(fmt::format("--report: '{}' is not FORMAT=FILE; the formats are: {}", printable(text),
                       joined_names(kReportNames, [](const auto& row) { return row.first; })));
}

/// Sets `format` to what --format and --json name, of the `names` that the command has.
template <class Names, class Format>
void choose_format(const CLI::App& app, const Raw& raw, bool json, const Names& names,
                   Format& format) {
    const auto name_of = [](const auto& row) -> std::string_view { return row.first; };
    const std::string& word = raw.format;
    const bool is_known = std::any_of(std::begin(names), std::end(names),
                                      [&](const auto& row) { return word == row.first; });
    if (!word.empty() && !is_known) {
        const auto chosen = app.get_subcommands();
        refuse(fmt::format("--format: '{}' is no format of {}{} Formats: {}", printable(word),
                           (chosen.empty() ? &app : chosen.front())->get_name(),
                           nearest_sentence(word, names, name_of), joined_names(names, name_of)));
    }
    choose(names, word, format);
    if (!json) return;
    if (!word.empty() && format != Format::json) {
        refuse("--json is --format json; choose one format");
    }
    format = Format::json;
}

/// Without a format the ending of the file says it.
void choose_table(const CLI::App& app, const Raw& raw, Arguments& args) {
    choose(kTableKindNames, raw.of, args.table.of);
    for (const auto& [name, format] : kTableNames) {
        const std::string ending = std::string(".") + name;
        const std::size_t size = args.output.size();
        if (size > ending.size() && same_name(args.output.substr(size - ending.size()), ending)) {
            args.table.format = format;
        }
    }
    choose_format(app, raw, args.json, kTableNames, args.table.format);
}

void choose_reports(const CLI::App& app, const Raw& raw, Arguments& args) {
    for (const std::string& report : raw.reports) args.reports.push_back(chosen_report(report));
    if (args.command == Command::fields) {
        choose_format(app, raw, args.json, kFieldsNames, args.fields_format);
    } else if (args.command == Command::stats) {
        choose_format(app, raw, args.json, kStatsNames, args.stats_format);
    } else if (args.command == Command::table) {
        choose_table(app, raw, args);
    } else if (args.command == Command::check) {
        choose_format(app, raw, args.json, kReportNames, args.format);
    } else {
        choose_format(app, raw, args.json, kPlainNames, args.format);
    }
    args.json = args.format == ReportFormat::json || args.fields_format == FieldsFormat::json ||
                args.stats_format == StatsFormat::json;
    if (!args.reports.empty() && args.command != Command::check) {
        refuse("--report: only check writes reports");
    }
}

/// What --min-severity or --notes says.
void choose_severity(const Raw& raw, Arguments& args) {
    if (raw.notes) args.min_severity = Severity::note;
    if (raw.min_severity.empty()) return;
    args.min_severity = Severity::note;
    choose(kSeverityNames, raw.min_severity, *args.min_severity);
    if (raw.notes && args.min_severity != Severity::note) {
        refuse("--notes is --min-severity note; choose one");
    }
}

/// The values of --format that a command has, the default first.
std::vector<std::string> formats_of(std::string_view command) {
    if (command == "check") return words_of(kReportNames);
    if (command == "fields") return words_of(kFieldsNames);
    if (command == "stats") return words_of(kStatsNames);
    if (command == "table") return words_of(kTableNames);
    return words_of(kPlainNames);
}

/// The values of --format that some command has.
std::string all_formats() {
    std::vector<std::string> words;
    for (const char* command : {"check", "fields", "table"}) {
        for (const std::string& word : formats_of(command)) {
            if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
        }
    }
    return CLI::detail::join(words, "|");
}

/// What flatline.toml says, for commands that load maps.
Config chosen_config(const CLI::App& app, const Raw& raw, Arguments& args) {
    Config config;
    switch (args.command) {
        case Command::built_in:
        case Command::fields:
        case Command::limits:
        case Command::rules:
        case Command::explain:
        case Command::help:
            return config;
        default:
            break;
    }
    const bool is_named = app.count("--config") != 0;
    std::string& path = args.control.config;
    path = is_named || raw.no_config ? raw.config : find_config();
    if (!is_named && path.empty()) return config;
    const auto origin = is_named ? ConfigOrigin::named : ConfigOrigin::found;
    if (const auto wrong = read_config(path, origin, config)) refuse(*wrong);
    return config;
}

Game game_of(std::string_view word) {
    unsigned game = 0;
    for (unsigned i = 1; i < kGames; ++i) {
        if (word == game_name(static_cast<Game>(i))) game = i;
    }
    return static_cast<Game>(game);
}

/// Puts together what flatline.toml and the options say about findings; options count more.
void finish_control(const Raw& raw, Config& config, Arguments& args) {
    args.given_levels = std::move(config.levels);
    // What is allowed is no warning, unless that is asked for.
    if (args.allow_unsupported) {
        args.given_levels.insert(args.given_levels.begin(),
                                 {Rule::map_unsupported, RuleLevel::note});
    }
    if (args.command != Command::fix) {
        for (const std::string& rule : raw.rules) args.given_levels.push_back(chosen_level(rule));
    }
    for (const auto& [rule, level] : args.given_levels) args.levels.set(rule, level);
    args.resources.insert(args.resources.begin(), config.resources.begin(), config.resources.end());
    args.control.ignores = std::move(config.ignores);
    if (args.control.baseline.empty()) args.control.baseline = config.baseline;
    args.control.fail_on = config.fail_on.value_or(FailOn::error);
    if (const auto fail_on = fail_on_of(raw.fail_on)) args.control.fail_on = *fail_on;
    args.game = game_of(raw.game);
}

/// The rules of --rule, which for fix has ids alone; else all that flatline.toml does not turn off.
void choose_mended_rules(const Raw& raw, Arguments& args) {
    if (args.command != Command::fix) return;
    for (const std::string& ids : raw.rules) {
        for (const Rule rule : chosen_rules("--rule", ids)) {
            args.fix.named.push_back(rule);
            args.fix.rules.add(rule);
        }
    }
    if (!args.fix.named.empty()) return;
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (args.levels.get(rule) != RuleLevel::off) args.fix.rules.add(rule);
    }
}

/// The ports of --target, or else of flatline.toml.
void choose_targets(const Raw& raw, const Config& config, Arguments& args) {
    const bool is_of_file = raw.targets.empty();
    std::string wrong;
    args.targets = ports_of(is_of_file ? config.targets : raw.targets, wrong);
    if (wrong.empty()) return;
    refuse(is_of_file ? fmt::format("{}: {}", config.targets_where, wrong) : wrong);
}

/// A label has no small letters.
void finish_convert(const CLI::App& app, Arguments& args) {
    if (args.command != Command::convert) return;
    Convert& convert = args.convert;
    if (convert.all_maps && app.count("--map") != 0) {
        refuse("--all-maps and --map: choose one of them");
    }
    convert.name = upper_case(convert.name);
    if (!convert.name.empty() && !is_map_label(convert.name)) {
        refuse(
            fmt::format("--name: a WAD cannot have a map called '{}'; a name has 1 to 8 of A-Z, "
                        "0-9, _, -, [, ] and \\",
                        printable(convert.name)));
    }
}

/// True of a command that takes several PATHs.
bool takes_paths(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands()) {
        const CLI::Option* const path = command->get_option_no_throw("PATH");
        if (path != nullptr && path->get_items_expected_max() > 1) return true;
    }
    return false;
}

/// The parts of a load that a table is made of, beside the elements.
std::uint32_t products_of(TableKind kind) {
    switch (kind) {
        case TableKind::findings:
            return ~0u;
        case TableKind::maps:
        case TableKind::segs:
        case TableKind::subsectors:
        case TableKind::nodes:
            return FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BUILD_NODES;
        default:
            return 0;
    }
}

/// Checks everything that CLI11 does not check by itself, and fills `args`.
void finish(const CLI::App& app, Raw& raw, Arguments& args) {
    args.paths = std::move(raw.paths);
    if (takes_paths(app)) {
        add_listed_paths(raw.batch, args);
    } else if (raw.batch.files_from) {
        refuse("--files-from is for commands that take several PATHs");
    }
    if (args.command == Command::dump || args.command == Command::convert ||
        args.command == Command::draw || args.command == Command::textconv ||
        args.command == Command::diff || args.command == Command::fix) {
        args.paths.push_back(raw.path);
    }
    if (args.command == Command::diff) args.paths.push_back(raw.other);
    choose_reports(app, raw, args);
    choose_severity(raw, args);
    choose(kFormatNames, raw.to, args.convert.to);
    choose(kStyleNames, raw.style, args.convert.style);
    choose(kNodesNames, raw.nodes, args.convert.nodes);
    choose(kTranslateNames, raw.translate, args.convert.translate);
    finish_convert(app, args);
    if (app.count("--map") != 0) args.map = raw.map;
    if (!raw.dialect.empty()) {
        for (std::size_t i = 0; i < kDialectCount; ++i) {
            const auto dialect = static_cast<Dialect>(i);
            if (dialect_name(dialect) == raw.dialect) args.dialect = dialect;
        }
    }
    if (app.count("--namespace") != 0 && raw.name_space.empty()) {
        refuse("--namespace: the name is empty");
    }
    if (args.map && args.map->empty()) refuse("--map: the name is empty");
    args.namespace_override = raw.name_space;
    args.color = raw.color == "always"  ? ColorMode::always
                 : raw.color == "never" ? ColorMode::never
                                        : ColorMode::automatic;
    Config config = chosen_config(app, raw, args);
    finish_control(raw, config, args);
    choose_mended_rules(raw, args);
    for (const std::string& id : raw.explained) {
        args.explained.push_back(chosen_rule("explain", id));
    }
    choose_targets(raw, config, args);
    const Control& control = args.control;
    args.load.limits =
        chosen_limits(raw, config,
                      args.command == Command::check &&
                          !(control.baseline.empty() && control.write_baseline.empty()));
    args.load.repair = chosen_repairs(raw.repair);
    args.load.strict = raw.strict;
    args.load.grammar = raw.grammar == "1.1"    ? Grammar::v1_1
                        : raw.grammar == "0.99" ? Grammar::v0_99
                                                : Grammar::automatic;
    args.load.namespace_override = args.namespace_override;
    // A command loads what it shows. info shows what is stored.
    args.load.products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_REJECT | FLATLINE_PRODUCT_PLANES;
    // info, convert and stats print nothing about a blockmap of lines. But with --strict a bad one
    // refuses the map in every command.
    const bool shown = args.command != Command::info && args.command != Command::convert &&
                       args.command != Command::stats;
    if (shown || args.load.strict) args.load.products |= FLATLINE_PRODUCT_BLOCKMAP;
    choose(kSlopeNames, raw.slopes, args.load.slope_rules);
    if (!raw.blockmap.empty()) args.load.products |= FLATLINE_PRODUCT_BUILD_BLOCKMAP;
    choose(kBlockmapNames, raw.blockmap, args.load.blockmap_style);
    if (args.build_nodes) args.load.products |= FLATLINE_PRODUCT_BUILD_NODES;
    // These look at little, or at nothing, that follows from the elements.
    if (args.command == Command::table && !args.load.strict) {
        args.load.products &= products_of(args.table.of);
    }
    const bool compares = args.command == Command::diff || args.command == Command::textconv;
    if (compares && !args.load.strict) args.load.products = 0;
    args.load.threads = raw.threads;
    if (!raw.cache.empty()) {
        const std::uint64_t most = raw.cache_size.empty() ? kCacheBytes
                                   : raw.cache_size == "0"
                                       ? 0
                                       : bytes_of_option("--cache-size", raw.cache_size);
        args.cache = std::make_shared<MapCache>(raw.cache, most);
    }
    finish_batch(app, raw.batch, args);
}

/// An option that is given once for each of its values.
CLI::Option* each(CLI::Option* option) {
    return option->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
}

/// What of the findings is reported, and how.
void add_report_options(CLI::App& app, Raw& raw, Arguments& args) {
    app.add_option("--min-severity", raw.min_severity,
                   "Lowest severity to list (default: warning for text and github, note for the "
                   "other formats)")
        ->option_text("error|warning|note")
        ->check(CLI::IsMember(words_of(kSeverityNames)))
        ->group(kReports);
    app.add_flag("--notes", raw.notes, "The same as --min-severity note")->group(kReports);
    app.add_flag("--all", args.all, "Text lists every finding, not only the first of each rule")
        ->group(kReports);
    app.add_flag("--statistics", args.statistics,
                 "Print a table of rules with counts after the findings, largest count first")
        ->group(kReports);
    each(app.add_option("--report", raw.reports,
                        "Also write FILE in this format; may be given again"))
        ->option_text("FORMAT=FILE")
        ->group(kReports);
    app.add_option("--baseline", args.control.baseline,
                   "Report only findings that FILE does not list")
        ->option_text("FILE")
        ->group(kReports);
    app.add_option("--write-baseline", args.control.write_baseline,
                   "List all findings in FILE and exit 0")
        ->option_text("FILE")
        ->group(kReports);
    app.add_option("--fail-on", raw.fail_on,
                   "Exit 1 on errors (default), also on warnings, or never")
        ->option_text("error|warning|never")
        ->check(CLI::IsMember({"error", "warning", "never"}))
        ->group(kReports);
    app.add_flag("--allow-unsupported", args.allow_unsupported,
                 "Exit 0 even if there are maps of unsupported formats")
        ->group(kReports);
    app.add_flag("--allow-empty", args.allow_empty, "Exit 0 even if there is no map")
        ->group(kReports);
}

/// What the rules are given.
void add_check_options(CLI::App& app, Raw& raw, Arguments& args) {
    each(app.add_option("--resources", args.resources,
                        "A WAD, PK3 or folder with textures and flats, or a game configuration "
                        "(.cfg) with thing types; may be given again"))
        ->option_text("PATH")
        ->group(kChecking);
    app.add_option(
           "--game", raw.game,
           "Game of the maps: things, specials, locks, keys (default: by namespace and map name)")
        ->option_text("doom|doom2|heretic|hexen|strife|srb2")
        ->check(CLI::IsMember({"doom", "doom2", "heretic", "hexen", "strife", "srb2"}))
        ->group(kChecking);
    each(app.add_option("--rule", raw.rules, "The severity of a rule; may be given again"))
        ->option_text("ID=error|warning|note|off")
        ->group(kChecking);
    each(app.add_option("--target", raw.targets,
                        "Report how a port loads each map: gzdoom, srb2, dsda, woof, "
                        "eternity, zdbsp or all; several with commas"))
        ->option_text("PORT")
        ->group(kChecking);
    CLI::Option* config =
        app.add_option("--config", raw.config,
                       "Settings; default: flatline.toml here or in a folder above")
            ->option_text("FILE")
            ->group(kChecking);
    app.add_flag("--no-config", raw.no_config, "Read no flatline.toml")
        ->excludes(config)
        ->group(kChecking);
}

void add_output_options(CLI::App& app, Raw& raw, Arguments& args) {
    app.add_option("--format", raw.format,
                   "Output format; the help of a command lists those that it has")
        ->option_text(all_formats())
        ->group(kOutput);
    app.add_flag("--json", args.json, "Same as --format json (table: ndjson): one object per line")
        ->group(kOutput);
    app.add_flag("-q,--quiet", args.quiet, "Only findings and summaries")->group(kOutput);
    app.add_option("--color", raw.color, "Colours: auto (on a terminal), always, never")
        ->option_text("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->group(kOutput);
}

void add_reading_options(CLI::App& app, Raw& raw, Arguments& args) {
    app.add_option("--map", raw.map, "Only the map called NAME (any case)")
        ->option_text("NAME")
        ->group(kReading);
    app.add_option("--limits", raw.preset, "A set of limits: " + preset_names())
        ->option_text("PRESET")
        ->group(kReading);
    each(app.add_option("--limit", raw.limits, "Change one limit of the set; may be given again"))
        ->option_text("NAME=VALUE")
        ->group(kReading);
    app.add_option("--namespace", raw.name_space, "Read maps as if they named this namespace")
        ->option_text("NAME")
        ->group(kReading);
    app.add_option("--grammar", raw.grammar, "UDMF version: 1.1, 0.99, or detected from the text")
        ->option_text("auto|1.1|0.99")
        ->check(CLI::IsMember({"auto", "1.1", "0.99"}))
        ->group(kReading);
    app.add_flag(
           "--repair{all}", raw.repair,
           "Replace missing data and wrong indices by 0 or none; with RULE only for these rules")
        ->option_text("RULE,...")
        ->group(kReading);
    app.add_flag("--strict", raw.strict,
                 "Refuse a map whose nodes, BLOCKMAP or REJECT are unusable")
        ->group(kReading);
    const std::vector<std::string> slopes = words_of(kSlopeNames);
    app.add_option("--slopes", raw.slopes, "Rules for slopes: auto (by namespace), none, or a port")
        ->option_text(CLI::detail::join(slopes, "|"))
        ->check(CLI::IsMember(slopes))
        ->group(kReading);
    app.add_flag("--gzdoom-plane-d", args.load.gzdoom_plane_d,
                 "Read d of plane fields as GZDoom does: not divided by the normal's length")
        ->group(kReading);
    app.add_flag("--build-nodes", args.build_nodes, "Build nodes if a map has none or bad ones")
        ->group(kReading);
    app.add_option("--threads", raw.threads,
                   "Threads to read a long TEXTMAP and to build nodes and blockmap of a large map")
        ->option_text("N")
        ->check(CLI::Range(1u, 1024u))
        ->group(kReading);
}

CLI::App& add_command(CLI::App& app, Arguments& args, Command command, const char* name,
                      const char* description) {
    CLI::App* sub = app.add_subcommand(name, description);
    sub->fallthrough();
    sub->callback([&args, command] { args.command = command; });
    return *sub;
}

void add_path(CLI::App& command, std::string& path) {
    command.add_option("PATH", path, "File or folder, or - for standard input")
        ->type_name("")
        ->required();
}

/// Without any, --files-from names them.
void add_path(CLI::App& command, std::vector<std::string>& paths) {
    command.add_option("PATH", paths, "File or folder, or - for standard input")->type_name("");
}

CLI::Option* add_output(CLI::App& command, std::string& output, const char* help) {
    return command.add_option("-o,--output", output, help)
        ->option_text("FILE")
        ->check([](const std::string& file) {
            return std::string(file.empty() ? "the name of a file is needed" : "");
        });
}

void add_force(CLI::App& command, Arguments& args) {
    command.add_flag("--force", args.force, "Replace files that exist");
}

/// What is printed may go into a file.
void add_print_file(CLI::App& command, Arguments& args) {
    add_output(command, args.output, "Write the output to FILE");
    add_force(command, args);
}

/// Maps that were loaded before are opened.
void add_cache(CLI::App& command, Raw& raw) {
    CLI::Option* const cache =
        command.add_option("--cache", raw.cache, "Cache loaded maps in DIR and reuse them")
            ->option_text("DIR")
            ->check([](const std::string& folder) {
                return std::string(folder.empty() ? "the name of a folder is needed" : "");
            });
    command
        .add_option("--cache-size", raw.cache_size,
                    "Largest size of the cache after the run (default 1G; suffix K, M or G)")
        ->option_text("BYTES")
        ->needs(cache);
}

void add_check(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& check = add_command(app, args, Command::check, "check",
                                  "Load every map, run the rules, list the findings");
    add_path(check, raw.paths);
    add_print_file(check, args);
    add_cache(check, raw);
}

void add_dump(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& dump =
        add_command(app, args, Command::dump, "dump", "Print the arrays of one map as JSON");
    add_path(dump, raw.path);
    add_print_file(dump, args);
    add_cache(dump, raw);
    const std::vector<std::string> words = words_of(kBlockmapNames);
    dump.add_option("--blockmap", raw.blockmap,
                    "Build the blockmap even if the map has one: of cells that lines "
                    "touch, or as Boom's builder does")
        ->option_text(CLI::detail::join(words, "|"))
        ->check(CLI::IsMember(words));
}

void add_convert(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& convert =
        add_command(app, args, Command::convert, "convert", "Write one map in another format");
    add_path(convert, raw.path);
    add_output(convert, args.convert.output, "The WAD or .textmap to write")->required();
    const auto add_choice = [&](const char* option, std::string& word, const auto& names,
                                const char* description) {
        const std::vector<std::string> words = words_of(names);
        return convert.add_option(option, word, description)
            ->option_text(CLI::detail::join(words, "|"))
            ->check(CLI::IsMember(words));
    };
    add_choice("--to", raw.to, kFormatNames, "The format")->required();
    add_choice("--style", raw.style, kStyleNames, "Layout of a TEXTMAP (default: udb)");
    add_choice("--nodes", raw.nodes, kNodesNames,
               "Nodes: keep the stored ones, build (default), none");
    convert.add_flag("--with-blockmap", args.convert.with_blockmap,
                     "Add an empty BLOCKMAP to a TEXTMAP, which Woof needs");
    convert.add_flag("--only", args.convert.only,
                     "Write a new WAD with this map only, without the rest of its WAD");
    CLI::Option* const all =
        convert.add_flag("--all-maps", args.convert.all_maps, "Every map of the file");
    convert.add_option("--name", args.convert.name, "New name of the map, such as MAP07")
        ->option_text("NAME")
        ->excludes(all);
    convert.add_flag("--lossy", args.convert.lossy,
                     "Write even if something is lost, and report what and how often");
    add_choice("--translate", raw.translate, kTranslateNames,
               "Translate specials, sector types and flags of Doom, Heretic and Strife to those of "
               "a port");
    add_force(convert, args);
}

void add_draw(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& draw =
        add_command(app, args, Command::draw, "draw", "Draw one map with its findings marked");
    add_path(draw, raw.path);
    add_output(draw, args.draw.output,
               "A picture (.svg, .png) or a page (.html) to write, or a folder for all maps")
        ->required();
    CLI::Option* const width =
        draw.add_option("--width", args.draw.width, "Width of a .png in pixels")
            ->option_text("N")
            ->check(CLI::Range(16u, 16384u));
    draw.add_flag("--all-maps", args.draw.all_maps,
                  "A page for every map of the file, and index.html with a picture of each")
        ->excludes(width);
    add_force(draw, args);
    add_cache(draw, raw);
}

void add_diff(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& diff =
        add_command(app, args, Command::diff, "diff", "Compare the maps of two files by content");
    diff.add_option("A", raw.path, "First file or folder, or - for standard input")
        ->type_name("")
        ->required();
    diff.add_option("B", raw.other, "Second file or folder")->type_name("")->required();
    diff.add_flag("--stat", args.diff.stat, "Only counts");
    diff.add_flag("--lossy", args.diff.lossy,
                  "For maps of two formats: hide differences that one of the formats cannot store");
    diff.add_flag("--lumps", args.diff.lumps,
                  "Also compare nodes, BLOCKMAP and REJECT, which are derived data");
    add_output(diff, args.diff.output, "Page (.html) to write, with one map drawn over the other");
    add_force(diff, args);
}

void add_textconv(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& textconv = add_command(app, args, Command::textconv, "textconv",
                                     "Print the maps of a file as text that git can compare");
    add_path(textconv, raw.path);
}

void add_stats(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& stats = add_command(app, args, Command::stats, "stats",
                                  "Count things, ammunition, secrets, textures of every map");
    add_path(stats, raw.paths);
    add_print_file(stats, args);
}

void add_table(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& table = add_command(app, args, Command::table, "table",
                                  "Write all elements of a kind of all maps as one table");
    add_path(table, raw.paths);
    const std::vector<std::string> words = words_of(kTableKindNames);
    table.add_option("--of", raw.of, "Kind of element: one row for each")
        ->option_text(CLI::detail::join(words, "|"))
        ->check(CLI::IsMember(words))
        ->required();
    table.add_option("--columns", args.table.columns, "Only these columns, in this order")
        ->option_text("NAME,...")
        ->check([](const std::string& names) {
            return std::string(names.empty() ? "the name of a column is needed" : "");
        });
    add_print_file(table, args);
    add_cache(table, raw);
}

void add_fix(CLI::App& app, Raw& raw, Arguments& args) {
    CLI::App& fix = add_command(app, args, Command::fix, "fix",
                                "Fix what is safe to fix; without -o or --in-place only list it");
    add_path(fix, raw.path);
    CLI::Option* const output = add_output(fix, args.fix.output, "The file to write");
    CLI::Option* const in_place =
        fix.add_flag("--in-place", args.fix.in_place, "Write the fixed maps back to their files")
            ->excludes(output);
    fix.add_flag("--backup", args.fix.backup, "Keep the original as FILE.bak")->needs(in_place);
    each(fix.add_option("--rule", raw.rules, "Fix only findings of these rules"))
        ->option_text("ID,...");
    fix.add_flag("--unsafe", args.fix.unsafe,
                 "Also make fixes that change how some port shows or plays the map");
    fix.add_flag("--diff", args.fix.diff, "Print a diff instead of a list");
    add_force(fix, args);
}

void add_commands(CLI::App& app, Raw& raw, Arguments& args) {
    add_check(app, raw, args);
    CLI::App& info = add_command(app, args, Command::info, "info",
                                 "Print format, counts, lumps and memory of every map");
    add_path(info, raw.paths);
    add_print_file(info, args);
    add_cache(info, raw);
    add_dump(app, raw, args);
    CLI::App& bench = add_command(app, args, Command::bench, "bench",
                                  "Measure how long every map takes to load, by stage");
    add_path(bench, raw.paths);
    add_print_file(bench, args);
    add_cache(bench, raw);
    add_convert(app, raw, args);
    add_draw(app, raw, args);
    add_diff(app, raw, args);
    add_textconv(app, raw, args);
    add_stats(app, raw, args);
    add_table(app, raw, args);
    add_fix(app, raw, args);

    std::vector<std::string> dialects;
    for (std::size_t i = 0; i < kDialectCount; ++i) {
        dialects.emplace_back(dialect_name(static_cast<Dialect>(i)));
    }
    CLI::App& fields = add_command(app, args, Command::fields, "fields",
                                   "List the known fields with their defaults");
    fields
        .add_option("--dialect", raw.dialect,
                    "Only this dialect: " + CLI::detail::join(dialects, " "))
        ->option_text("D")
        ->check(CLI::IsMember(dialects));
    fields.add_flag("--markdown", args.markdown, "Tables in Markdown");

    add_command(app, args, Command::rules, "rules", "List all rules with severity and meaning")
        .add_flag("--markdown", args.markdown, "A table in Markdown, with reasons and remedies");
    add_command(app, args, Command::limits, "limits",
                "List all limits with default, unit and reason")
        .add_flag("--markdown", args.markdown, "Tables in Markdown, with the presets");
    CLI::App& explain =
        add_command(app, args, Command::explain, "explain",
                    "Explain a rule: what it finds, why, in which ports, how to fix it");
    explain.add_option("RULE", raw.explained, "The id of a rule")->type_name("")->required();
    explain.add_flag("--example", args.example, "Print only the example, as a whole map");
    add_command(app, args, Command::help, "completions", "Completions for a shell")
        .add_option("SHELL", raw.completions, "bash, zsh or fish")
        ->type_name("")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->required();
    CLI::App& help = add_command(app, args, Command::help, "help", "Print the help of a command");
    help.add_option("COMMAND", raw.help_on, "The command; without it, help on the program")
        ->type_name("");
    help.add_option("--completions", raw.completions, "Completions for a shell")
        ->option_text("bash|zsh|fish")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    help.add_flag("--man", raw.man, "Commands and options as sections of a man page, for scdoc");
    help.add_flag("--options", raw.all_options, "All options that commands share");
}

/// The names of all commands.
std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

[[noreturn]] void refuse_command(const CLI::App& app, const std::string& word) {
    const std::vector<std::string> names = command_names(app);
    refuse(fmt::format(
        "unknown command '{}'{} Commands: {}", printable(word),
        nearest_sentence(word, names,
                         [](const std::string& name) -> std::string_view { return name; }),
        CLI::detail::join(names, " ")));
}

/// What the command help prints: the help of a command, or of the program where none is named.
std::string help_on(const CLI::App& app, const Raw& raw) {
    if (!raw.completions.empty()) return completions(read_command_line(app), raw.completions);
    if (raw.man) return man_sections(read_command_line(app));
    const std::string& name = raw.help_on;
    if (raw.all_options) return options_help(app);
    if (name.empty()) return program_help(app);
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_name() == name) return command_help(app, *command, formats_of(name));
    }
    refuse_command(app, name);
}

/// Names what is nearest to the first word that CLI11 did not expect.
[[noreturn]] void refuse_extras(const CLI::App& app, const CLI::ExtrasError& error) {
    const std::vector<std::string> words = app.remaining(true);
    const auto chosen = app.get_subcommands();
    if (words.empty()) refuse(error.what());
    const std::string& word = words.front();
    if (word.size() < 2 || word[0] != '-') {
        if (chosen.empty()) refuse_command(app, word);
        refuse(fmt::format("unexpected argument '{}': {} takes no more", printable(word),
                           chosen.front()->get_name()));
    }
    const std::string option = word.substr(0, word.find('='));
    Nearest found(option);
    std::vector<std::string> names;
    const auto add = [&](const CLI::App& of) {
        for (const CLI::Option* known : of.get_options()) {
            for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
        }
    };
    add(app);
    for (const CLI::App* command : chosen) add(*command);
    for (const std::string& name : names) found.offer(name);
    refuse(fmt::format("unknown option '{}'{}", printable(option), found.clause()));
}

constexpr std::size_t kOutputBytes = 1u << 12;

void say_error(const std::string& text) {
    Output(kStandardError, kOutputBytes, workflow_guard(Notation::text)).write(text);
}

/// Prints what is asked for in place of a run. Returns the exit code.
int print_instead(const std::string& text) {
    Output out(kStandardOutput, kOutputBytes, workflow_guard(Notation::text));
    out.write(text);
    out.flush();
    if (!out.failed()) return kExitOk;
    // A closed pipe is nothing to complain of.
    if (out.error() != EPIPE) {
        say_error(fmt::format("flatline: cannot write: {}\n", std::strerror(out.error())));
    }
    return kExitFindings;
}

/// Refuses `--map=` without a value, for which CLI11 takes the word that follows.
void refuse_empty_values(int argc, const char* const* argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") return;
        if (word.substr(0, 2) != "--" || word.find('=') != word.size() - 1) continue;
        refuse(fmt::format("{}: the value is empty", word.substr(0, word.size() - 1)));
    }
}

/// The arguments with --null for -0: after a command CLI11 takes a digit for a negative number.
std::vector<const char*> without_digits(int argc, const char* const* argv) {
    std::vector<const char*> words(argv, argv + argc);
    for (const char*& word : words) {
        if (word == std::string_view("--")) break;
        if (word == std::string_view("-0")) word = "--null";
    }
    return words;
}

}  // namespace

void refuse(const std::string& message) { throw CLI::ValidationError(message); }

std::optional<int> parse_arguments(int argc, const char* const* argv, Arguments& args) {
    CLI::App app("Says what is wrong with maps of Doom-engine games", "flatline");
    Raw raw;
    app.formatter(std::make_shared<HelpFormatter>());
    app.add_flag("--verbose", raw.verbose,
                 "With --version: also the compiler, the libraries and the kernels");
    app.set_version_flag("-V,--version", fmt::format("flatline {}", version()),
                         "Print the version and stop");
    app.require_subcommand(0, 1);
    add_output_options(app, raw, args);
    add_report_options(app, raw, args);
    add_check_options(app, raw, args);
    add_reading_options(app, raw, args);
    add_batch_options(app, raw.batch, args.batch);
    add_commands(app, raw, args);
    try {
        refuse_empty_values(argc, argv);
        try {
            const std::vector<const char*> words = without_digits(argc, argv);
            app.parse(static_cast<int>(words.size()), words.data());
        } catch (const CLI::ExtrasError& e) {
            refuse_extras(app, e);
        }
        if (args.command != Command::help) {
            finish(app, raw, args);
            return std::nullopt;
        }
        return print_instead(help_on(app, raw));
    } catch (const CLI::CallForHelp&) {
        // The help of the command that was named, or of the program.
        const auto named = app.get_subcommands();
        if (named.empty()) return print_instead(program_help(app));
        const CLI::App& command = *named.front();
        return print_instead(command_help(app, command, formats_of(command.get_name())));
    } catch (const CLI::CallForVersion& e) {
        return print_instead(fmt::format("{}\n{}", e.what(), raw.verbose ? about() : ""));
    } catch (const CLI::Error& e) {
        say_error(fmt::format("flatline: {}\nTry: flatline --help\n", printable(e.what())));
        return kExitUsage;
    }
}

}  // namespace flatline::engine::tool
