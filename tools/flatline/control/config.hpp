// config.hpp: reads flatline.toml. Source: docs/configuration.md.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "control/control.hpp"
#include "model/check.hpp"
#include "model/limits.hpp"

namespace flatline::engine::tool {

/// A limit with the place where it stands, for what is said about it later.
struct ConfigLimit {
    std::string name;
    std::string value;
    std::string where;  ///< "flatline.toml:3:1"
};

/// The contents of one flatline.toml. Paths are relative to its folder no longer.
struct Config {
    std::vector<std::pair<Rule, RuleLevel>> levels;
    std::vector<Ignore> ignores;
    std::vector<std::string> resources;
    std::vector<std::string> targets;
    std::string targets_where;
    std::vector<ConfigLimit> limits;
    std::optional<FailOn> fail_on;
    std::string baseline;
};

/// The flatline.toml in the working directory or the nearest folder above it, "" if there is
/// none. The search ends at the home directory, or at the root.
std::string find_config();

/// Whether the user named the file. One that was found may come with the maps of a stranger: it
/// names only what lies in its own folder or below, also where symbolic links lead.
enum class ConfigOrigin { named, found };

/// Reads a file. A value is what is wrong with it, with line and column where it has them.
std::optional<std::string> read_config(const std::string& path, ConfigOrigin origin,
                                       Config& config);

/// Lowers limits. A value is what is wrong: no such limit, no such number, or a higher one.
std::optional<std::string> lower_limits(const Config& config, Limits& limits);

/// "error" ... "off", "error" ... "never"; nothing where it is no such word.
std::optional<RuleLevel> level_of(std::string_view word);
std::optional<FailOn> fail_on_of(std::string_view word);

/// That of toml++, which reads the file.
std::string toml_version();

}  // namespace flatline::engine::tool
