// report/sink.hpp: the formats in which a run of check is reported.
#pragma once

#include "report/model.hpp"

namespace flatline::engine::tool {

/// What of a run a sink tells.
struct SinkOptions {
    Severity least = Severity::note;  ///< findings from this severity on
    bool all = true;                  ///< of text: every finding of a rule that it sums up else
    bool quiet = false;               ///< no lines about maps
    bool statistics = false;          ///< the findings by rule at the end
    bool headings = false;            ///< of text: the path once, above what is about the file
};

/// How a run ended.
struct RunEnd {
    Totals totals;
    int exit_code = 0;
};

/// One form of report to one output. All calls come from one thread, in the order below.
class ReportSink {
public:
    virtual ~ReportSink() = default;
    /// Once, before the first file.
    virtual void begin() {}
    /// Once for each file, in the order of the run, after every policy.
    virtual void file(const FileReport& report) = 0;
    /// Once. A run that was only wrong use has neither begin nor end.
    virtual void end(const RunEnd& end) = 0;
};

}  // namespace flatline::engine::tool
