// report/gitlab_sink.hpp: findings as the code quality report of GitLab.
#pragma once

#include <set>
#include <string>

#include "json.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// An array of issues, one for each finding: what GitLab shows beside a merge request. A finding
/// that is not in a text is at line 1. Source: GitLab, Code Quality, "Code Quality report format".
class GitlabSink : public ReportSink {
public:
    /// What a report with issues begins with, and one without any.
    static constexpr std::string_view kFirst = R"([{"description":")";
    static constexpr std::string_view kEmpty = "[]\n";

    /// `out` must outlive it.
    GitlabSink(Output& out, const SinkOptions& options) : json_(out), least_(options.least) {}

    void begin() override { json_.begin_array(); }
    void file(const FileReport& report) override;
    void end(const RunEnd& end) override;

private:
    void write(const ReportedFinding& finding);

    JsonWriter json_;
    const Severity least_;
    std::set<std::string>
        fingerprints_;  ///< so far: GitLab drops an issue that has an earlier one's
};

}  // namespace flatline::engine::tool
