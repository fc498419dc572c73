// The part of the man page that the option table knows.
#include <fmt/format.h>

#include <iterator>

#include "control/command_line.hpp"

namespace flatline::engine::tool {
namespace {

/// `text` for scdoc, without what it takes for a mark.
std::string plain(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') {
            out += ' ';
            continue;
        }
        const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') || c == ' ' || c == ',';
        if (!is_word) out += '\\';
        out += c;
    }
    return out;
}

void add(std::string& out, const OptionText& option) {
    std::string names;
    for (const std::string& name : option.names) {
        fmt::format_to(std::back_inserter(names), "{}*{}*", names.empty() ? "" : ", ", plain(name));
    }
    if (!option.placeholder.empty()) {
        fmt::format_to(std::back_inserter(names), " _{}_", plain(option.placeholder));
    }
    fmt::format_to(std::back_inserter(out), "{}\n\t{}\n\n", names, plain(option.text));
}

}  // namespace

std::string man_sections(const CommandLine& line) {
    std::string out = "# COMMANDS\n\n";
    for (const CommandText& command : line.commands) {
        std::string synopsis = fmt::format("*flatline {}*", plain(command.name));
        for (const OptionText& argument : command.arguments) {
            fmt::format_to(std::back_inserter(synopsis), " _{}_{}", plain(argument.names[0]),
                           argument.repeats ? "..." : "");
        }
        fmt::format_to(std::back_inserter(out), "{}\n\t{}\n\n", synopsis, plain(command.text));
    }
    out += "# OPTIONS\n\n";
    std::string group;
    for (const OptionText& option : line.program.options) {
        if (option.group != group) {
            group = option.group;
            fmt::format_to(std::back_inserter(out), "## {}\n\n",
                           group == "Options" ? "General" : plain(group));
        }
        add(out, option);
    }
    for (const CommandText& command : line.commands) {
        if (command.options.empty()) continue;
        fmt::format_to(std::back_inserter(out), "## Of {}\n\n", plain(command.name));
        for (const OptionText& option : command.options) add(out, option);
    }
    return out;
}

}  // namespace flatline::engine::tool
