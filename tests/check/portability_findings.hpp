// What portability finds in a map without the rule about lines: for tests of what it passes unread.
#pragma once

#include "model/check.hpp"

namespace portability_findings {

/// All findings of the rules, in order.
inline flatline::engine::FindingList of(const flatline::engine::Map& map) {
    flatline::engine::CheckOptions options;
    options.levels.set_all(flatline::engine::RuleLevel::off);
    for (auto i = static_cast<unsigned>(flatline::engine::Rule::portability_final_newline);
         i <= static_cast<unsigned>(flatline::engine::Rule::portability_friction); ++i) {
        const auto rule = static_cast<flatline::engine::Rule>(i);
        if (rule != flatline::engine::Rule::portability_oneline) {
            options.levels.set(rule, flatline::engine::RuleLevel::warning);
        }
    }
    options.limits.findings = 100000;
    return flatline::engine::check(map, options).findings;
}

}  // namespace portability_findings
