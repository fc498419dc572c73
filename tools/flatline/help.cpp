#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "model/limits.hpp"

namespace flatline::engine::tool {
namespace {

constexpr unsigned kTakesOutput = 1;
constexpr unsigned kTakesReports = 2;
constexpr unsigned kTakesChecking = 4;
constexpr unsigned kTakesReading = 8;
constexpr unsigned kTakesFiles = 16;

constexpr std::pair<const char*, unsigned> kGroups[] = {{kOutput, kTakesOutput},
                                                        {kReports, kTakesReports},
                                                        {kChecking, kTakesChecking},
                                                        {kReading, kTakesReading},
                                                        {kFiles, kTakesFiles}};
constexpr unsigned kTakesAll = 31;

/// What the help of a command says beside its own options.
struct CommandHelp {
    std::string_view name;
    unsigned takes;  ///< groups of options that have an effect
    const char* examples[2];
    const char* more;  ///< the page that says more
};

constexpr CommandHelp kCommands[] = {
    {"check",
     kTakesAll,
     {"flatline check my.wad",
      "flatline check maps/ -j4 --fail-on warning --report sarif=out.sarif"},
     "docs/reports.md"},
    {"info",
     kTakesOutput | kTakesReading | kTakesFiles,
     {"flatline info my.wad", "flatline info mods/ --json -j4"},
     "docs/command-line.md"},
    {"dump",
     kTakesReading,
     {"flatline dump my.wad --map MAP01", "flatline dump a.textmap -o a.json"},
     "docs/command-line.md"},
    {"convert",
     kTakesOutput | kTakesReading,
     {"flatline convert a.wad --map MAP01 -o b.wad --to udmf",
      "flatline convert a.wad -o a.textmap --to udmf --style compact"},
     "docs/writer.md"},
    {"draw",
     kTakesOutput | kTakesChecking | kTakesReading,
     {"flatline draw a.wad --map MAP01 -o map01.html", "flatline draw a.wad --all-maps -o maps/"},
     "docs/draw.md"},
    {"diff",
     kTakesOutput | kTakesReading,
     {"flatline diff old.wad new.wad", "flatline diff old.wad new.wad --map MAP01 -o map01.html"},
     "docs/diff.md"},
    {"textconv",
     kTakesReading,
     {"flatline textconv my.wad", "flatline textconv my.wad --map MAP01"},
     "docs/git.md"},
    {"stats",
     kTakesOutput | kTakesChecking | kTakesReading | kTakesFiles,
     {"flatline stats my.wad --resources doom2.wad",
      "flatline stats mods/ -j4 --format csv -o stats.csv"},
     "docs/stats.md"},
    {"table",
     kTakesOutput | kTakesChecking | kTakesReading | kTakesFiles,
     {"flatline table mods/ --of things --format csv -o things.csv",
      "flatline table a.wad --of linedefs --columns file,index,special,length"},
     "docs/table.md"},
    {"fix",
     kTakesOutput | kTakesReading | kTakesFiles,
     {"flatline fix my.wad --diff", "flatline fix my.wad --in-place --backup"},
     "docs/fix.md"},
    {"bench",
     kTakesOutput | kTakesReading,
     {"flatline bench my.wad", "flatline bench big.textmap --threads 4 --json"},
     "bench/README.md"},
    {"fields",
     kTakesOutput,
     {"flatline fields --dialect zdoom", "flatline fields --format csv > fields.csv"},
     "docs/fields.md"},
    {"rules", kTakesOutput, {"flatline rules", "flatline rules --json"}, "docs/rules.md"},
    {"limits", kTakesOutput, {"flatline limits", "flatline limits --markdown"}, "docs/limits.md"},
    {"explain",
     kTakesOutput,
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

std::string group_help(const CLI::App& app, const std::string& group) {
    std::vector<const CLI::Option*> options;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group() == group && !option->get_positional()) options.push_back(option);
    }
    if (options.empty()) return "";
    return dynamic_cast<const CLI::Formatter&>(*app.get_formatter())
        .make_group(group, false, options);
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
    if (option->get_expected_min() == 0 && !option->get_option_text().empty()) {
        return fmt::format("[={}]", option->get_option_text());
    }
    return CLI::Formatter::make_option_opts(option);
}

/// In lines that fit the column.
std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
    std::string lines;
    std::size_t used = 0;
    const std::string text = option->get_description();
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
        "{}.\nWithout a command it loads a map of its own.\n"
        "Usage: flatline COMMAND [OPTIONS] [PATH...]\n\n",
        app.get_description());
    const auto add = std::back_inserter(out);
    for (const CLI::App* command : app.get_subcommands({})) {
        fmt::format_to(add, "  {:<12} {}\n", command->get_name(), command->get_description());
    }
    out +=
        "\nFirst: flatline check my.wad. Options of a command: flatline COMMAND --help\n"
        "A PATH is a WAD, PK3, TEXTMAP, Doom 3 .map or folder, or - (standard input).\n";
    return out;
}

std::string command_help(const CLI::App& app, const CLI::App& command) {
    const auto& formatter = dynamic_cast<const CLI::Formatter&>(*app.get_formatter());
    const CommandHelp* const help = help_of(command.get_name());
    std::string out = command.get_description() + ".\n";
    out += fmt::format("Usage: flatline {} [OPTIONS]", command.get_name());
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_positional()) continue;
        const char* const more = option->get_items_expected_max() > 1 ? "..." : "";
        const std::string name = option->get_name() + more;
        out += option->get_required() ? " " + name : " [" + name + "]";
    }
    out += '\n' + formatter.make_positionals(&command) + group_help(command, "Options");
    for (const auto& [group, bit] : kGroups) {
        if (help != nullptr && (help->takes & bit) != 0) out += group_help(app, group);
    }
    if (help == nullptr) return out;
    return out + fmt::format("\nExamples:\n  {}\n  {}\n\nMore: {}\n", help->examples[0],
                             help->examples[1], help->more);
}

std::string options_help(const CLI::App& app) {
    std::string out = "Options that commands share. They stand before or after the command.\n";
    out += group_help(app, "Options");
    for (const auto& [group, bit] : kGroups) out += group_help(app, group);
    out += "\nLimits:\n" + limit_lines();
    out +=
        "\nExit codes: 0 all is well; 1 a map was refused, or (check) has an error; 2 wrong "
        "usage,\n"
        "a path that is missing, a --map that names no map; 130, 143 check or info was "
        "interrupted.\n";
    return out;
}

}  // namespace flatline::engine::tool
