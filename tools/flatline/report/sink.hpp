// report/sink.hpp: what a run of check is told to, in one form each.
#pragma once

#include "report/model.hpp"

namespace flatline::engine::tool {

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
