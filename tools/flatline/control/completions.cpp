// Completions for bash, zsh and fish.
#include <fmt/format.h>

#include <iterator>

#include "control/command_line.hpp"

namespace flatline::engine::tool {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& by = " ") {
    std::string out;
    for (const std::string& word : words) {
        if (!out.empty()) out += by;
        out += word;
    }
    return out;
}

/// `text` with a backslash before each of `marks`, and on one line.
std::string escaped(const std::string& text, std::string_view marks) {
    std::string out;
    for (const char c : text) {
        if (marks.find(c) != marks.npos) out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

/// `text` between single quotes, as the Bourne shell and zsh read it.
std::string in_quotes(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::vector<std::string> command_names(const CommandLine& line) {
    std::vector<std::string> names;
    for (const CommandText& command : line.commands) names.push_back(command.name);
    return names;
}

std::string option_names(const CommandText& command) {
    std::string out;
    for (const OptionText& option : command.options) {
        out += out.empty() ? "" : " ";
        out += joined(option.names);
    }
    return out;
}

// bash

/// The statement that sets what may stand there.
std::string bash_values(const Values& values) {
    if (values.files) return "files=1";
    if (!values.keys.empty()) {
        return fmt::format("keys={} words={}", in_quotes(joined(values.keys)),
                           in_quotes(joined(values.words)));
    }
    return fmt::format("words={}", in_quotes(joined(values.words)));
}

void add_bash_options(std::string& out, const CommandText& command) {
    for (const OptionText& option : command.options) {
        if (option.placeholder.empty()) continue;
        const std::string where = (command.name.empty() ? "*" : command.name) + ":";
        fmt::format_to(std::back_inserter(out), "        {}{}) {} ;;\n", where,
                       joined(option.names, "|" + where), bash_values(option.values));
    }
}

constexpr char kBashBegin[] = R"(# Completion of flatline for bash: flatline help --completions bash
_flatline() {
    local -a line=()
    local i word before= command= files= keys= words= options=
    ((COMP_CWORD > 0)) || return
    # bash splits words at "=": they are put together again.
    for ((i = 1; i <= COMP_CWORD; ++i)); do
        if ((i > 1)) && [[ ${COMP_WORDS[i]} == = || ${COMP_WORDS[i-1]} == = ]]; then
            line[${#line[@]}-1]+=${COMP_WORDS[i]}
        else
            line+=("${COMP_WORDS[i]}")
        fi
    done
    word=${line[${#line[@]}-1]}
    if ((${#line[@]} > 1)); then
        before=${line[${#line[@]}-2]}
    fi
    if [[ $word == --*=* ]]; then
        before=${word%%=*}
        word=${word#*=}
    fi
    for ((i = 0; i < ${#line[@]} - 1; ++i)); do
        case ${line[i]} in
)";

constexpr char kBashEnd[] = R"(    esac
    COMPREPLY=()
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    elif [[ -n $keys && $word == *=* ]]; then
        mapfile -t COMPREPLY < <(compgen -P "${word%%=*}=" -W "$words" -- "${word#*=}")
    elif [[ -n $keys ]]; then
        compopt -o nospace 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -S = -W "$keys" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
    if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${word%=*}="}")
    fi
}
complete -F _flatline flatline
)";

std::string bash(const CommandLine& line) {
    std::string out = kBashBegin;
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "            {}) command=${{line[i]}}; break ;;\n        esac\n    done\n",
                   joined(command_names(line), "|"));
    out += "    case $command in\n";
    const std::string shared = option_names(line.program);
    for (const CommandText& command : line.commands) {
        fmt::format_to(to, "        {}) options={} ;;\n", command.name,
                       in_quotes(option_names(command)));
    }
    fmt::format_to(to, "    esac\n    options+={}\n", in_quotes(" " + shared));
    // The value of an option, an option, a command, or an argument of the command.
    out += "    case $command:$before in\n";
    add_bash_options(out, line.program);
    for (const CommandText& command : line.commands) add_bash_options(out, command);
    out += "        *)\n            if [[ $word == -* ]]; then\n                words=$options\n";
    out += "            else\n                case $command in\n";
    fmt::format_to(to, "                    '') words={} ;;\n",
                   in_quotes(joined(command_names(line))));
    for (const CommandText& command : line.commands) {
        if (command.arguments.empty()) continue;
        fmt::format_to(to, "                    {}) {} ;;\n", command.name,
                       bash_values(command.arguments.front().values));
    }
    out += "                esac\n            fi ;;\n";
    return out + kBashEnd;
}

// zsh

std::string zsh_action(const Values& values) {
    if (values.files) return "_files";
    if (!values.keys.empty()) {
        return fmt::format("{{_flatline_pairs \"{}\" \"{}\"}}", joined(values.keys),
                           joined(values.words));
    }
    return values.words.empty() ? " " : fmt::format("({})", joined(values.words));
}

void add_zsh(std::string& out, const CommandText& command, const char* indent) {
    for (const OptionText& option : command.options) {
        for (const std::string& name : option.names) {
            std::string spec = "*" + name;
            if (!option.placeholder.empty()) spec += name.size() == 2 ? "+" : "=";
            spec += "[" + escaped(option.text, "[]\\") + "]";
            if (!option.placeholder.empty()) {
                spec += ":" + escaped(option.placeholder, ":\\") + ":" + zsh_action(option.values);
            }
            fmt::format_to(std::back_inserter(out), "{}{}\n", indent, in_quotes(spec));
        }
    }
}

std::string zsh(const CommandLine& line) {
    std::string out = R"(#compdef flatline
# Completion of flatline for zsh: flatline help --completions zsh
_flatline_pairs() {
    if compset -P '*='; then
        compadd -- ${=2}
    else
        compadd -S = -- ${=1}
    fi
}
_flatline_commands() {
    local -a commands=(
)";
    const auto to = std::back_inserter(out);
    for (const CommandText& command : line.commands) {
        fmt::format_to(to, "        {}\n",
                       in_quotes(command.name + ":" + escaped(command.text, ":\\")));
    }
    out += "    )\n    _describe command commands\n}\n_flatline() {\n";
    out += "    local command word\n    local -a options=(\n";
    add_zsh(out, line.program, "        ");
    fmt::format_to(to,
                   "    )\n    for word in ${{words[2,CURRENT-1]}}; do\n        case $word in\n"
                   "            {}) command=$word; break ;;\n        esac\n    done\n",
                   joined(command_names(line), "|"));
    out += "    case $command in\n";
    for (const CommandText& command : line.commands) {
        fmt::format_to(to, "        {})\n            options+=(\n", command.name);
        add_zsh(out, command, "                ");
        for (const OptionText& argument : command.arguments) {
            fmt::format_to(to, "                {}\n",
                           in_quotes("*:" + argument.names[0] + ":" + zsh_action(argument.values)));
        }
        out += "            ) ;;\n";
    }
    return out + R"(    esac
    _arguments -s -S $options '1:command:_flatline_commands'
}
if [ "$funcstack[1]" = _flatline ]; then
    _flatline "$@"
elif (($+functions[compdef])); then
    compdef _flatline flatline
fi
)";
}

// fish

std::string fish_quoted(const std::string& text) { return "'" + escaped(text, "'\\") + "'"; }

std::string fish_values(const Values& values) {
    if (values.files) return "-r -F";
    std::vector<std::string> words = values.words;
    if (!values.keys.empty()) {
        words.clear();
        for (const std::string& key : values.keys) words.push_back(key + "=");
        for (const std::string& key : values.keys) {
            for (const std::string& word : values.words) {
                words.push_back(fmt::format("{}={}", key, word));
            }
        }
    }
    if (words.empty()) return "-x";
    return "-x -a " + fish_quoted(joined(words));
}

void add_fish(std::string& out, const CommandText& command) {
    const auto to = std::back_inserter(out);
    const std::string where =
        command.name.empty() ? ""
                             : fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name);
    for (const OptionText& option : command.options) {
        fmt::format_to(to, "complete -c flatline{}", where);
        for (const std::string& name : option.names) {
            const bool is_short = name.size() == 2;
            fmt::format_to(to, " {} {}", is_short ? "-s" : "-l", name.substr(is_short ? 1 : 2));
        }
        if (!option.placeholder.empty()) fmt::format_to(to, " {}", fish_values(option.values));
        fmt::format_to(to, " -d {}\n", fish_quoted(option.text));
    }
    for (const OptionText& argument : command.arguments) {
        // As of an option, but for its -x: an argument is no option's value.
        const std::string values =
            argument.values.files ? "-F" : "-f" + fish_values(argument.values).substr(2);
        fmt::format_to(to, "complete -c flatline{} {}\n", where, values);
    }
}

std::string fish(const CommandLine& line) {
    std::string out =
        "# Completion of flatline for fish: flatline help --completions fish\n"
        "complete -c flatline -n __fish_use_subcommand -f\n";
    for (const CommandText& command : line.commands) {
        fmt::format_to(std::back_inserter(out),
                       "complete -c flatline -n __fish_use_subcommand -a {} -d {}\n", command.name,
                       fish_quoted(command.text));
    }
    add_fish(out, line.program);
    for (const CommandText& command : line.commands) add_fish(out, command);
    return out;
}

}  // namespace

std::string completions(const CommandLine& line, const std::string& shell) {
    return shell == "bash" ? bash(line) : shell == "zsh" ? zsh(line) : fish(line);
}

}  // namespace flatline::engine::tool
