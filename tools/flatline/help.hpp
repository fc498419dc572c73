// help.hpp: prints --help, by groups of options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace flatline::engine::tool {

/// Groups of the options that stand before or after any command. A table in help.cpp says on which
/// commands each option has an effect.
inline constexpr char kOutput[] = "Output";
inline constexpr char kReports[] = "Reports";
inline constexpr char kChecking[] = "Checking maps";
inline constexpr char kReading[] = "Reading maps";
inline constexpr char kFiles[] = "Many files";

/// Shows a flag that may have a value as `--flag[=VALUE]`; CLI11's own shows what stands in for it.
class HelpFormatter : public CLI::Formatter {
    static constexpr std::size_t kColumn = 33;
    static constexpr std::size_t kWidth = 80;

public:
    HelpFormatter() { column_width(kColumn); }
    /// The values of --format that one command has, the default first; empty: those of all.
    void set_formats(std::vector<std::string> formats) { formats_ = std::move(formats); }
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
    std::string make_option_opts(const CLI::Option* option) const override;
    std::string make_option_desc(const CLI::Option* option) const override;

private:
    std::vector<std::string> formats_;
};

/// The help of the program: one screen.
std::string program_help(const CLI::App& app);
/// The options of a command, the shared options that have an effect on it, and two examples.
/// `formats` are its values of --format, the default first.
std::string command_help(const CLI::App& app, const CLI::App& command,
                         std::vector<std::string> formats);
/// The options that commands share, and the names of limits.
std::string options_help(const CLI::App& app);

}  // namespace flatline::engine::tool
