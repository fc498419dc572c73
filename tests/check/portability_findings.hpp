// What portability finds in a map without the rule about lines: for tests of what it passes unread.
#pragma once

#include "flatline/check.hpp"

namespace portability_findings {

/// All findings of the rules, in order.
inline flatline::FindingList of(const flatline::Map& map) {
    flatline::CheckOptions options;
    options.levels.set_all(flatline::RuleLevel::off);
    for (auto i = static_cast<unsigned>(flatline::Rule::portability_final_newline);
         i <= static_cast<unsigned>(flatline::Rule::portability_friction); ++i) {
        const auto rule = static_cast<flatline::Rule>(i);
        if (rule != flatline::Rule::portability_oneline) {
            options.levels.set(rule, flatline::RuleLevel::warning);
        }
    }
    options.limits.findings = 100000;
    return flatline::check(map, options).findings;
}

}  // namespace portability_findings
