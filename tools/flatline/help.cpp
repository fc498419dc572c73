#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "model/limits.hpp"

namespace flatline::engine::tool {
namespace {

/// Commands as bits of a set.
enum CommandBit : unsigned {
    kOfCheck = 1u << 0,
    kOfInfo = 1u << 1,
    kOfDump = 1u << 2,
    kOfConvert = 1u << 3,
    kOfDraw = 1u << 4,
    kOfDiff = 1u << 5,
    kOfTextconv = 1u << 6,
    kOfStats = 1u << 7,
    kOfTable = 1u << 8,
    kOfFix = 1u << 9,
    kOfBench = 1u << 10,
    kOfFields = 1u << 11,
    kOfRules = 1u << 12,
    kOfLimits = 1u << 13,
    kOfExplain = 1u << 14,
};

constexpr unsigned kLoading = (kOfBench << 1) - 1;
constexpr unsigned kListing = kOfFields | kOfRules | kOfLimits | kOfExplain;
constexpr unsigned kManyPaths = kOfCheck | kOfInfo | kOfStats | kOfTable | kOfBench;
constexpr unsigned kPrinting = (kLoading & ~unsigned{kOfDump | kOfTextconv}) | kListing;
constexpr unsigned kDeriving = kLoading & ~unsigned{kOfDiff | kOfTextconv};

/// The commands on which a shared option has an effect: their help lists it.
struct SharedOption {
    std::string_view name;
    unsigned commands;
};

constexpr SharedOption kSharedOptions[] = {
    {"--format", kPrinting},
    {"--json", kPrinting},
    {"--quiet", kLoading & ~unsigned{kOfDump | kOfTextconv}},
    {"--color", kLoading},
    {"--min-severity", kOfCheck | kOfConvert | kOfDraw},
    {"--notes", kOfCheck | kOfConvert | kOfDraw},
    {"--all", kOfCheck | kOfInfo | kOfConvert},
    {"--statistics", kOfCheck},
    {"--report", kOfCheck},
    {"--baseline", kOfCheck},
    {"--write-baseline", kOfCheck},
    {"--fail-on", kOfCheck},
    {"--allow-unsupported", kOfCheck},
    {"--allow-empty", kOfCheck},
    {"--resources", kOfCheck | kOfDraw | kOfStats | kOfTable},
    {"--game", kOfCheck | kOfDraw | kOfStats | kOfTable | kOfFix},
    {"--rule", kOfCheck | kOfDraw | kOfTable},
    {"--target", kOfCheck | kOfConvert},
    {"--config", kLoading},
    {"--no-config", kLoading},
    {"--map", kLoading},
    {"--limits", kLoading},
    {"--limit", kLoading},
    {"--namespace", kLoading},
    {"--grammar", kLoading},
    {"--repair", kLoading},
    {"--strict", kLoading},
    {"--slopes", kDeriving},
    {"--gzdoom-plane-d", kDeriving},
    {"--build-nodes", kDeriving},
    {"--threads", kLoading},
    {"--jobs", (kManyPaths & ~unsigned{kOfBench}) | kOfFix},
    {"--timeout", kLoading},
    {"--memory", kLoading},
    {"--shard", kManyPaths},
    {"--shard-by", kManyPaths},
    {"--files-from", kManyPaths},
    {"--null", kManyPaths},
    {"--dedupe", kOfCheck | kOfInfo},
    {"--output-dir", kOfCheck | kOfInfo},
    {"--resume", kOfCheck | kOfInfo},
    {"--any-name", kLoading},
};

constexpr const char* kGroups[] = {kOutput, kReports, kChecking, kReading, kFiles};

/// Every command: what options_help lists.
constexpr unsigned kEveryCommand = ~0u;

/// What the help of a command says beside its own options.
struct CommandHelp {
    std::string_view name;
    unsigned bit;  ///< in kSharedOptions; 0: takes none of them
    const char* examples[2];
    const char* more;  ///< the page that says more
};

constexpr CommandHelp kCommands[] = {
    {"check",
     kOfCheck,
     {"flatline check my.wad",
      "flatline check maps/ -j4 --fail-on warning --report sarif=out.sarif"},
     "docs/reports.md"},
    {"info",
     kOfInfo,
     {"flatline info my.wad", "flatline info mods/ --json -j4"},
     "docs/command-line.md"},
    {"dump",
     kOfDump,
     {"flatline dump my.wad --map MAP01", "flatline dump a.textmap -o a.json"},
     "docs/command-line.md"},
    {"convert",
     kOfConvert,
     {"flatline convert a.wad --map MAP01 -o b.wad --to udmf",
      "flatline convert a.wad -o a.textmap --to udmf --style compact"},
     "docs/writer.md"},
    {"draw",
     kOfDraw,
     {"flatline draw a.wad --map MAP01 -o map01.html", "flatline draw a.wad --all-maps -o maps/"},
     "docs/draw.md"},
    {"diff",
     kOfDiff,
     {"flatline diff old.wad new.wad", "flatline diff old.wad new.wad --map MAP01 -o map01.html"},
     "docs/diff.md"},
    {"textconv",
     kOfTextconv,
     {"flatline textconv my.wad", "flatline textconv my.wad --map MAP01"},
     "docs/git.md"},
    {"stats",
     kOfStats,
     {"flatline stats my.wad --resources doom2.wad",
      "flatline stats mods/ -j4 --format csv -o stats.csv"},
     "docs/stats.md"},
    {"table",
     kOfTable,
     {"flatline table mods/ --of things --format csv -o things.csv",
      "flatline table a.wad --of linedefs --columns file,index,special,length"},
     "docs/table.md"},
    {"fix",
     kOfFix,
     {"flatline fix my.wad --diff", "flatline fix my.wad --in-place --backup"},
     "docs/fix.md"},
    {"bench",
     kOfBench,
     {"flatline bench my.wad", "flatline bench big.textmap --threads 4 --json"},
     "bench/README.md"},
    {"fields",
     kOfFields,
     {"flatline fields --dialect zdoom", "flatline fields --format csv > fields.csv"},
     "docs/fields.md"},
    {"rules", kOfRules, {"flatline rules", "flatline rules --json"}, "docs/rules.md"},
    {"limits", kOfLimits, {"flatline limits", "flatline limits --markdown"}, "docs/limits.md"},
    {"explain",
     kOfExplain,
     {"flatline explain line-overlap", "flatline explain --example line-overlap"},
     "docs/rules.md"},
    {"completions",
     0,
     {"flatline completions bash > ~/.local/share/bash-completion/completions/flatline",
      "flatline completions fish > ~/.config/fish/completions/flatline.fish"},
     "docs/command-line.md"},
    {"help", 0, {"flatline help check", "flatline help --options"}, "docs/command-line.md"},
};

const CommandHelp* help_of(std::string_view command) {
    for (const CommandHelp& help : kCommands) {
        if (help.name == command) return &help;
    }
    return nullptr;
}

bool has_effect(const CLI::Option& option, unsigned commands) {
    const auto row = std::find_if(
        std::begin(kSharedOptions), std::end(kSharedOptions),
        [&](const SharedOption& known) { return option.check_name(std::string(known.name)); });
    return row == std::end(kSharedOptions) || (row->commands & commands) != 0;
}

/// The options of a group that have an effect on one of `commands`.
std::string group_help(const CLI::App& app, const HelpFormatter& formatter,
                       const std::string& group, unsigned commands) {
    std::vector<const CLI::Option*> options;
    for (const CLI::Option* option : app.get_options()) {
        const bool is_listed = option->get_group() == group && !option->get_positional();
        if (is_listed && has_effect(*option, commands)) options.push_back(option);
    }
    return options.empty() ? "" : formatter.make_group(group, false, options);
}

/// "text (default), json or csv".
std::string format_list(const std::vector<std::string>& words) {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i != 0) list += i + 1 == words.size() ? " or " : ", ";
        list += words[i];
        if (i == 0) list += " (default)";
    }
    return list;
}

/// The names of all limits, indented, in lines that fit a terminal.
std::string limit_lines() {
    constexpr std::size_t kWidth = 78;
    std::string lines;
    std::string line;
    for (const LimitRow& row : limit_rows()) {
        if (line.size() + 1 + row.name.size() > kWidth) {
            lines += line + '\n';
            line.clear();
        }
        line += line.empty() ? "  " : " ";
        line += row.name;
    }
    return lines + line + '\n';
}

}  // namespace

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
    const std::string name = CLI::Formatter::make_option_name(option, is_positional);
    return name.substr(0, name.find('{'));
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
    if (!formats_.empty() && option->check_name("--format")) {
        return ' ' + CLI::detail::join(formats_, "|");
    }
    if (option->get_expected_min() == 0 && !option->get_option_text().empty()) {
        return fmt::format("[={}]", option->get_option_text());
    }
    return CLI::Formatter::make_option_opts(option);
}

/// In lines that fit the column.
std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
    std::string lines;
    std::size_t used = 0;
    const bool is_format = !formats_.empty() && option->check_name("--format");
    const std::string text =
        is_format ? "Output format: " + format_list(formats_) : option->get_description();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (used != 0 && used + 1 + end - at > kWidth - kColumn) {
            lines += '\n';
            used = 0;
        } else if (used != 0) {
            lines += ' ';
            ++used;
        }
        lines += text.substr(at, end - at);
        used += end - at;
        at = end + 1;
    }
    return lines;
}

std::string program_help(const CLI::App& app) {
    std::string out = fmt::format(
        "{}.\nWithout a command it loads its built-in map.\n"
        "Usage: flatline COMMAND [OPTIONS] [PATH...]\n\n",
        app.get_description());
    const auto add = std::back_inserter(out);
    for (const CLI::App* command : app.get_subcommands({})) {
        fmt::format_to(add, "  {:<12} {}\n", command->get_name(), command->get_description());
    }
    out +=
        "\nStart with: flatline check my.wad. Options of a command: flatline COMMAND --help\n"
        "A PATH is a WAD, PK3, TEXTMAP, Doom 3 .map or folder, or - (standard input).\n";
    return out;
}

std::string command_help(const CLI::App& app, const CLI::App& command,
                         std::vector<std::string> formats) {
    HelpFormatter formatter;
    formatter.set_formats(std::move(formats));
    const CommandHelp* const help = help_of(command.get_name());
    std::string out = command.get_description() + ".\n";
    out += fmt::format("Usage: flatline {} [OPTIONS]", command.get_name());
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_positional()) continue;
        const char* const more = option->get_items_expected_max() > 1 ? "..." : "";
        const std::string name = option->get_name() + more;
        out += option->get_required() ? " " + name : " [" + name + "]";
    }
    out += '\n' + formatter.make_positionals(&command) +
           group_help(command, formatter, "Options", kEveryCommand);
    if (help == nullptr) return out;
    for (const char* group : kGroups) out += group_help(app, formatter, group, help->bit);
    return out + fmt::format("\nExamples:\n  {}\n  {}\n\nMore: {}\n", help->examples[0],
                             help->examples[1], help->more);
}

std::string options_help(const CLI::App& app) {
    std::string out = "Options that commands share. They stand before or after the command.\n";
    const HelpFormatter formatter;
    out += group_help(app, formatter, "Options", kEveryCommand);
    for (const char* group : kGroups) out += group_help(app, formatter, group, kEveryCommand);
    out += "\nLimits:\n" + limit_lines();
    out +=
        "\nExit codes: 0 all is well; 1 a map was refused, or (check) has an error; 2 wrong "
        "usage,\n"
        "a path that is missing, a --map that names no map; 130, 143 check or info was "
        "interrupted.\n";
    return out;
}

}  // namespace flatline::engine::tool
