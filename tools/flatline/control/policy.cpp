#include "control/policy.hpp"

#include <algorithm>

namespace flatline::engine::tool {
namespace {

/// How many are of rules that are errors by themselves.
std::uint64_t count_errors(const std::vector<ReportedFinding>& findings) {
    return static_cast<std::uint64_t>(
        std::count_if(findings.begin(), findings.end(), [](const ReportedFinding& finding) {
            return finding.rule < Rule::count_ &&
                   rule_rows()[static_cast<std::size_t>(finding.rule)].severity == Severity::error;
        }));
}

}  // namespace

bool are_harmless(const Tally& tally, FailOn fail_on) {
    switch (fail_on) {
        case FailOn::error:
            return tally.errors == 0;
        case FailOn::warning:
            return tally.errors + tally.warnings == 0;
        case FailOn::never:
            break;
    }
    return true;
}

void ControlPolicy::apply(FileReport& report) {
    const std::uint64_t broken = count_errors(report.findings);
    const std::uint64_t left_out = apply(report.findings, report.tally, report.suppressed);
    // A level changes nothing about a container; what is ignored or known is no news.
    if (broken != 0 && left_out == broken) report.container_error = false;
    for (MapReport& map : report.maps) apply(map.findings, map.tally, map.suppressed);
}

std::uint64_t ControlPolicy::apply(std::vector<ReportedFinding>& findings, Tally& tally,
                                   std::uint64_t& suppressed) {
    not_kept_ += tally.total() - std::min<std::uint64_t>(tally.total(), findings.size());
    give_levels(findings, tally);
    const std::size_t before = findings.size();
    const std::uint64_t errors_before = count_errors(findings);
    drop_findings(findings, tally, [&](const ReportedFinding& finding) {
        return finding.silenced || (!finding.refuses && ignores_.has(finding));
    });
    if (fresh_ != nullptr) {
        for (const ReportedFinding& finding : findings) fresh_->add(finding);
    }
    if (known_ != nullptr) {
        drop_findings(findings, tally,
                      [&](const ReportedFinding& finding) { return known_->take(finding); });
    }
    suppressed += before - findings.size();
    return errors_before - count_errors(findings);
}

void ControlPolicy::give_levels(std::vector<ReportedFinding>& findings, Tally& tally) const {
    if (levels_.empty()) return;
    const auto level_of = [&](const ReportedFinding& finding) {
        RuleLevel level = static_cast<RuleLevel>(finding.severity);
        if (finding.refuses) return level;
        for (const auto& [rule, given] : levels_) {
            if (rule == finding.rule) level = given;
        }
        return level;
    };
    drop_findings(findings, tally, [&](const ReportedFinding& finding) {
        return level_of(finding) == RuleLevel::off;
    });
    // What refuses a map is always kept.
    for (const auto& [rule, given] : levels_) {
        if (given == RuleLevel::off) {
            tally.drop_left_out(rule);
        } else {
            tally.change_left_out(rule, static_cast<Severity>(given));
        }
    }
    for (ReportedFinding& finding : findings) {
        change_severity(finding, static_cast<Severity>(level_of(finding)), tally);
    }
}

}  // namespace flatline::engine::tool
