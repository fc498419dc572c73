#include "report/gitlab_sink.hpp"

#include <fmt/format.h>

#include "report/uri.hpp"

namespace flatline::engine::tool {
namespace {

/// GitLab has info, minor, major, critical and blocker.
std::string_view severity_of(const ReportedFinding& finding) {
    if (finding.refuses) return "blocker";
    switch (finding.severity) {
        case Severity::error:
            return "critical";
        case Severity::warning:
            return "major";
        case Severity::note:
            break;
    }
    return "info";
}

}  // namespace

void GitlabSink::write(const ReportedFinding& finding) {
    if (finding.severity < least_) return;
    std::string description;
    for (const std::string_view part : {finding.inner(), std::string_view(finding.map)}) {
        if (!part.empty()) description += fmt::format("{}: ", part);
    }
    // The same map in another file has the same fingerprints.
    std::string fingerprint = finding.fingerprint;
    for (unsigned again = 2; !fingerprints_.insert(fingerprint).second; ++again) {
        fingerprint = fmt::format("{}-{}", finding.fingerprint, again);
    }
    json_.begin_object();
    json_.member("description", description + finding.message);
    json_.member("check_name", finding.rule_id());
    json_.member("fingerprint", fingerprint);
    json_.member("severity", severity_of(finding));
    json_.key("location");
    json_.begin_object();
    json_.member("path", without_here(finding.host_file()));
    json_.key("lines");
    json_.begin_object();
    json_.member("begin", finding.line != 0 ? finding.line : std::uint64_t{1});
    json_.end_object();
    json_.end_object();
    json_.end_object();
}

void GitlabSink::file(const FileReport& report) {
    for (const ReportedFinding& finding : report.findings) write(finding);
    for (const MapReport& map : report.maps) {
        for (const ReportedFinding& finding : map.findings) write(finding);
    }
}

void GitlabSink::end(const RunEnd&) {
    json_.end_array();
    json_.end_line();
}

}  // namespace flatline::engine::tool
