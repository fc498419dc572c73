// report/report.hpp: the one place through which every FileReport goes: changed, counted, reported.
//
//   Report report;
//   report.add(std::make_unique<JsonLinesSink>(...));   // any number of sinks
//   report.add(policy);                                 // any number of policies
//   for each file, in order: report.add(file_report);
//   report.end(exit_code);
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "report/model.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// Changes a FileReport before it is counted and reported: severities, ignores, a baseline. What it
/// changes or drops it must also change in the tally of the same map or container, for which there
/// are change_severity and drop_findings. A finding with `refuses` is left as it is.
class Policy {
public:
    virtual ~Policy() = default;
    virtual void apply(FileReport& report) = 0;
};

/// Gives a finding another severity and counts it as that. `tally` is that of its list.
void change_severity(ReportedFinding& finding, Severity severity, Tally& tally);
/// Drops the findings for which `is_dropped` is true and counts them no longer.
void drop_findings(std::vector<ReportedFinding>& findings, Tally& tally,
                   const std::function<bool(const ReportedFinding&)>& is_dropped);

/// Hears the files of a run in order. One thread at a time.
class Report {
public:
    void add(std::unique_ptr<ReportSink> sink) { sinks_.push_back(std::move(sink)); }
    /// Policies are applied in the order in which they were added. They outlive this.
    void add(Policy& policy) { policies_.push_back(&policy); }

    void add(FileReport file);
    /// Ends every sink. A run that was only wrong use is not ended.
    void end(int exit_code);
    const Totals& totals() const { return totals_; }
    /// True where some file had a map or a finding.
    bool said_something() const { return begun_; }

private:
    void begin();

    std::vector<std::unique_ptr<ReportSink>> sinks_;
    std::vector<Policy*> policies_;
    Totals totals_;
    bool begun_ = false;
};

}  // namespace flatline::engine::tool
