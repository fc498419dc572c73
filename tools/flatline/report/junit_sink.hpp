// report/junit_sink.hpp: files and maps as suites and cases of tests, in the XML of JUnit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "output.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// A suite a file; in it a case a map, and one called "container" where there is a finding about
/// the file itself. A case fails where it has an error, or for a map that is not read, unless such
/// maps are allowed; its other findings are its output.
class JunitSink : public ReportSink {
public:
    /// What every such report begins with.
    static constexpr std::string_view kHead =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flatline\">\n";

    /// `allow_unsupported`: maps that are not read are skipped cases. `out` must outlive it.
    JunitSink(Output& out, bool allow_unsupported)
        : out_(out), allow_unsupported_(allow_unsupported) {}

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
    };
    bool fails(const Case& one) const;
    bool is_skipped(const Case& one) const;
    void print(const Case& one);

    Output& out_;
    const bool allow_unsupported_;
};

}  // namespace flatline::engine::tool
