// policy.hpp: applies levels, ignores, silences and a baseline to reports.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "control/baseline.hpp"
#include "control/control.hpp"
#include "control/ignores.hpp"
#include "model/check.hpp"
#include "report/report.hpp"

namespace flatline::engine::tool {

/// Gives findings the levels that were chosen for their rules, then leaves out what is ignored,
/// silenced or known, and counts that. What refuses a map keeps its severity and can only be known.
class ControlPolicy : public Policy {
public:
    /// `levels`: of --rule and flatline.toml, the last of a rule counts. `known`, `fresh`: the
    /// baseline to compare with and the one to write, or null. These must outlive this.
    ControlPolicy(const Control& control, const std::vector<std::pair<Rule, RuleLevel>>& levels,
                  Baseline* known, NewBaseline* fresh)
        : ignores_(control.ignores), levels_(levels), known_(known), fresh_(fresh) {}

    void apply(FileReport& report) override;
    /// Findings beyond the limit `findings`, which no baseline can hold.
    std::uint64_t not_kept() const { return not_kept_; }

private:
    /// How many of those that it left out are of rules that are errors by themselves.
    std::uint64_t apply(std::vector<ReportedFinding>& findings, Tally& tally,
                        std::uint64_t& suppressed);
    void give_levels(std::vector<ReportedFinding>& findings, Tally& tally) const;

    Ignores ignores_;
    const std::vector<std::pair<Rule, RuleLevel>>& levels_;
    Baseline* const known_;
    NewBaseline* const fresh_;
    std::uint64_t not_kept_ = 0;
};

/// True if findings of these severities let `check` exit 0.
bool are_harmless(const Tally& tally, FailOn fail_on);

}  // namespace flatline::engine::tool
