// control.hpp: which findings a run reports, and which of them make it fail.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/findings.hpp"

namespace flatline::engine::tool {

/// The least severity of a finding that makes `check` exit 1.
enum class FailOn { error, warning, never };

/// A row [[ignore]] of flatline.toml: findings to which all that is given applies are left out.
struct Ignore {
    std::vector<Rule> rules;              ///< one of these; empty: any
    std::string map;                      ///< a pattern, in any case; "": any
    std::string file;                     ///< a pattern for the path or its last parts; "": any
    std::optional<std::uint8_t> element;  ///< FLATLINE_VERTEX ...
    std::optional<std::uint32_t> index;
    std::string fingerprint;
};

/// What was chosen by options and flatline.toml, besides the levels of rules.
struct Control {
    std::string config;  ///< the path of flatline.toml, "" if there is none
    std::vector<Ignore> ignores;
    std::string baseline;        ///< --baseline, "" without
    std::string write_baseline;  ///< --write-baseline, "" without
    FailOn fail_on = FailOn::error;
};

}  // namespace flatline::engine::tool
