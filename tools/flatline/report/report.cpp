#include "report/report.hpp"

#include <utility>

namespace flatline::engine::tool {

void change_severity(ReportedFinding& finding, Severity severity, Tally& tally) {
    tally.remove(finding.severity);
    finding.severity = severity;
    tally.add(severity);
}

void drop_findings(std::vector<ReportedFinding>& findings, Tally& tally,
                   const std::function<bool(const ReportedFinding&)>& is_dropped) {
    std::erase_if(findings, [&](const ReportedFinding& finding) {
        if (!is_dropped(finding)) return false;
        tally.remove(finding.severity);
        return true;
    });
}

void Report::begin() {
    if (std::exchange(begun_, true)) return;
    for (const auto& sink : sinks_) sink->begin();
}

void Report::add(FileReport file) {
    for (Policy* policy : policies_) policy->apply(file);
    totals_.add(file);
    const bool has_twins = !file.same_as.empty() || !file.inner.empty();
    if (file.maps.empty() && file.tally.total() == 0 && !has_twins) return;
    begin();
    for (const auto& sink : sinks_) sink->file(file);
}

void Report::end(int exit_code) {
    begin();
    for (const auto& sink : sinks_) sink->end({totals_, exit_code});
}

}  // namespace flatline::engine::tool
