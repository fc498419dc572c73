// report/junit_sink.hpp: files and maps as suites and cases of tests, in the XML of JUnit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "args.hpp"
#include "output.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// A suite a file; in it a case a map, and one called "container" where there is a finding about
/// the file itself. Cases fail where the run ends with exit code 1 because of them: by --fail-on,
/// for a map that is not read, for a file that cannot be used, and where no file of the run has a
/// map. The findings that do not make a case fail are its output.
class JunitSink : public ReportSink {
public:
    /// What every such report begins with.
    static constexpr std::string_view kHead =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flatline\">\n";

    /// `out` and `args` must outlive it.
    JunitSink(Output& out, const Arguments& args, const SinkOptions& options);

    void begin() override;
    void file(const FileReport& report) override;
    void end(const RunEnd& end) override;

private:
    struct Case {
        std::string_view name;
        std::string_view file;
        MapStatus status;
        const std::vector<ReportedFinding>& findings;
        const Tally& tally;
        bool unusable;  ///< a container that is of no use
    };
    bool fails(const Case& one) const;
    bool is_skipped(const Case& one) const;
    bool counts(Severity severity) const;
    std::string lines_of(const std::vector<ReportedFinding>& findings, bool failing) const;
    void print(const Case& one);

    Output& out_;
    const SinkOptions options_;
    const FailOn fail_on_;  ///< never: no case fails
    const bool allow_unsupported_;
    bool failed_ = false;  ///< a case has
};

}  // namespace flatline::engine::tool
