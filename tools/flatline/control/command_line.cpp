#include "control/command_line.hpp"

#include <CLI/CLI.hpp>
#include <string_view>

#include "model/findings.hpp"
#include "model/limits.hpp"
#include "model/verdict.hpp"

namespace flatline::engine::tool {
namespace {

std::vector<std::string> split(std::string_view text, char by) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(by), text.size());
        if (end != 0) parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

template <class Rows, class Name>
std::vector<std::string> names_of(const Rows& rows, const Name& name) {
    std::vector<std::string> names;
    for (const auto& row : rows) names.emplace_back(name(row));
    return names;
}

std::vector<std::string> rule_ids() {
    return names_of(rule_rows(), [](const RuleRow& row) { return row.id; });
}

/// The words of a choice, "auto|always|never"; none where it is only a placeholder.
std::vector<std::string> choices(std::string_view placeholder) {
    const bool is_choice =
        placeholder.find('|') != placeholder.npos &&
        placeholder.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == placeholder.npos;
    return is_choice ? split(placeholder, '|') : std::vector<std::string>();
}

/// What CLI11 checks the value against: the words between the braces of "TEXT:{a,b}".
std::vector<std::string> members(std::string_view type) {
    const std::size_t open = type.find('{');
    const std::size_t close = type.rfind('}');
    if (open == type.npos || close == type.npos || close < open) return {};
    return split(type.substr(open + 1, close - open - 1), ',');
}

Values values_of(const CLI::Option& option, const std::string& placeholder, const CLI::App& app) {
    Values values;
    if (placeholder == "RULE") {
        values.words = rule_ids();
    } else if (placeholder == "COMMAND") {
        for (const CLI::App* command : app.get_subcommands({})) {
            values.words.push_back(command->get_name());
        }
    } else if (placeholder == "PORT") {
        for (std::size_t i = 0; i < kPortCount; ++i) {
            values.words.emplace_back(port_name(static_cast<Port>(i)));
        }
        values.words.emplace_back("all");
    } else if (placeholder == "PRESET") {
        values.words = names_of(limit_presets(), [](const LimitPreset& p) { return p.name; });
    } else if (placeholder == "NAME=VALUE") {
        values.keys = names_of(limit_rows(), [](const LimitRow& row) { return row.name; });
    } else if (placeholder.substr(0, 3) == "ID=") {
        values.keys = rule_ids();
        values.words = choices(placeholder.substr(3));
    } else {
        values.words = members(option.get_type_name());
        if (values.words.empty()) values.words = choices(placeholder);
        // A and B are the files that diff compares.
        const bool is_path = placeholder.find("FILE") == 0 || placeholder.find("PATH") == 0 ||
                             placeholder == "A" || placeholder == "B";
        values.files = values.words.empty() && is_path;
    }
    return values;
}

CommandText read(const CLI::App& app, const CLI::App& program) {
    CommandText command;
    command.name = &app == &program ? "" : app.get_name();
    command.text = app.get_description();
    for (const CLI::Option* option : app.get_options()) {
        OptionText text;
        for (const std::string& name : option->get_snames()) text.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) text.names.push_back("--" + name);
        const bool is_argument = text.names.empty();
        // The help of a command says again what that of the program says.
        if (!is_argument && &app != &program && text.names.back() == "--help") continue;
        if (is_argument) text.names.push_back(option->get_name());
        text.text = option->get_description();
        text.group = option->get_group();
        text.repeats = option->get_items_expected_max() > 1;
        const bool is_flag = option->get_items_expected_max() == 0;
        if (!is_flag) text.placeholder = is_argument ? text.names[0] : option->get_option_text();
        if (!is_flag) text.values = values_of(*option, text.placeholder, program);
        (is_argument ? command.arguments : command.options).push_back(std::move(text));
    }
    return command;
}

}  // namespace

CommandLine read_command_line(const CLI::App& app) {
    CommandLine line;
    line.program = read(app, app);
    for (const CLI::App* command : app.get_subcommands({})) {
        line.commands.push_back(read(*command, app));
    }
    return line;
}

}  // namespace flatline::engine::tool
