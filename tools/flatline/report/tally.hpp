// tally.hpp: counts findings.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "model/findings.hpp"

namespace flatline::engine::tool {

/// Numbers of findings by rule and severity.
using RuleCounts = std::map<std::pair<Rule, Severity>, std::uint64_t>;

/// How many findings there were of each severity, kept or not.
struct Tally {
    std::uint64_t errors = 0;
    std::uint64_t warnings = 0;
    std::uint64_t notes = 0;
    RuleCounts left_out;  ///< of those, which are not kept because of a limit

    std::uint64_t total() const { return errors + warnings + notes; }
    /// How many of at least this severity are not kept.
    std::uint64_t left_out_from(Severity least) const;
    void add(Severity severity);
    void remove(Severity severity);
    void add(const Finding& finding) { add(static_cast<Severity>(finding.severity)); }
    void remove(const Finding& finding) { remove(static_cast<Severity>(finding.severity)); }
    void add(const FindingList& list);
    /// A finding that was added is not kept.
    void leave_out(const Finding& finding) {
        ++left_out[{static_cast<Rule>(finding.rule), static_cast<Severity>(finding.severity)}];
    }
    /// Gives those of a rule that are not kept another severity.
    void change_left_out(Rule rule, Severity severity);
    /// Counts those of a rule that are not kept no longer.
    void drop_left_out(Rule rule);
    void add(const Tally& other);
};

}  // namespace flatline::engine::tool
