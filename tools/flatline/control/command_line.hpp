// command_line.hpp: the program's commands and options as data, for man page and completions.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's
class App;
}

namespace flatline::engine::tool {

/// What may stand for the value of an option or for an argument.
struct Values {
    std::vector<std::string> words;  ///< these; or
    std::vector<std::string> keys;   ///< one of these, "=", and one of `words` or anything; or
    bool files = false;              ///< the path of a file or folder
};

struct OptionText {
    std::vector<std::string> names;  ///< "-q", "--quiet"; of an argument its placeholder, "PATH"
    std::string placeholder;         ///< of the value; empty for a flag
    std::string text;
    std::string group;
    Values values;
    bool repeats = false;  ///< of an argument: there may be more of them
};

struct CommandText {
    std::string name;  ///< empty for the program itself
    std::string text;
    std::vector<OptionText> arguments;
    std::vector<OptionText> options;
};

struct CommandLine {
    CommandText program;  ///< with the options that all commands share
    std::vector<CommandText> commands;
};

/// Reads everything out of the parser's own tables.
CommandLine read_command_line(const CLI::App& app);

/// The completions of a shell: "bash", "zsh" or "fish".
std::string completions(const CommandLine& line, const std::string& shell);

/// The commands and options as a part of a man page, in the language of scdoc.
std::string man_sections(const CommandLine& line);

}  // namespace flatline::engine::tool
