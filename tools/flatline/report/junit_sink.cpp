#include "report/junit_sink.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "control/policy.hpp"
#include "text.hpp"
#include "xml.hpp"

namespace flatline::engine::tool {

// A run that writes a baseline ends well whatever it finds.
JunitSink::JunitSink(Output& out, const Arguments& args, const SinkOptions& options)
    : out_(out),
      options_(options),
      fail_on_(args.control.write_baseline.empty() ? args.control.fail_on : FailOn::never),
      allow_unsupported_(args.allow_unsupported) {}

/// True where a finding of this severity lets the run fail.
bool JunitSink::counts(Severity severity) const {
    Tally one;
    one.add(severity);
    return !are_harmless(one, fail_on_);
}

/// The findings as lines, those that let a case fail or the others.
std::string JunitSink::lines_of(const std::vector<ReportedFinding>& findings, bool failing) const {
    std::string lines;
    const auto add = std::back_inserter(lines);
    for (const ReportedFinding& finding : findings) {
        if (finding.severity < options_.least || counts(finding.severity) != failing) continue;
        if (!finding.inner().empty()) fmt::format_to(add, "{}:", xml_text(finding.inner()));
        if (!finding.lump.empty()) fmt::format_to(add, "{}:", finding.lump);
        if (finding.line != 0) fmt::format_to(add, "{}:{}:", finding.line, finding.column);
        if (!lines.empty() && lines.back() == ':') lines += ' ';
        fmt::format_to(add, "{}: {} [{}]\n", severity_name(finding.severity),
                       xml_text(finding.message), finding.rule_id());
    }
    return lines;
}

bool JunitSink::is_skipped(const Case& one) const {
    return one.status == MapStatus::unsupported && !fails(one);
}

bool JunitSink::fails(const Case& one) const {
    if (fail_on_ == FailOn::never) return false;
    return !are_harmless(one.tally, fail_on_) || one.unusable ||
           (one.status == MapStatus::unsupported && !allow_unsupported_);
}

void JunitSink::print(const Case& one) {
    out_.write(fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n", xml_text(one.file),
                           xml_text(one.name)));
    if (is_skipped(one))
        out_.write("      <skipped message=\"maps of this format are not read\"/>\n");
    if (fails(one)) {
        std::string message = counted(one.tally.errors, "error", "errors");
        if (fail_on_ == FailOn::warning) {
            message += ", " + counted(one.tally.warnings, "warning", "warnings");
        }
        out_.write(fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                               status_name(one.status), message, lines_of(one.findings, true)));
        failed_ = true;
    }
    if (const std::string lines = lines_of(one.findings, false); !lines.empty()) {
        out_.write(fmt::format("      <system-out>{}</system-out>\n", lines));
    }
    out_.write("    </testcase>\n");
}

void JunitSink::begin() { out_.write(kHead); }

void JunitSink::file(const FileReport& report) {
    std::vector<Case> cases;
    if (report.tally.total() != 0) {
        cases.push_back({"container", report.path, MapStatus::ok, report.findings, report.tally,
                         report.container_error});
    }
    for (const MapReport& map : report.maps) {
        cases.push_back({map.name, map.file, map.status, map.findings, map.tally, false});
    }
    const auto failing =
        std::count_if(cases.begin(), cases.end(), [&](const Case& one) { return fails(one); });
    const auto skipped =
        std::count_if(cases.begin(), cases.end(), [&](const Case& one) { return is_skipped(one); });
    out_.write(fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
        xml_text(report.path), cases.size(), failing, skipped));
    for (const Case& one : cases) print(one);
    out_.write("  </testsuite>\n");
}

// No finding says that a run without any map fails, which is known only now.
void JunitSink::end(const RunEnd& end) {
    if (end.exit_code == kExitFindings && !failed_ && fail_on_ != FailOn::never) {
        out_.write(
            "  <testsuite name=\"flatline\" tests=\"1\" failures=\"1\" errors=\"0\" "
            "skipped=\"0\">\n"
            "    <testcase classname=\"flatline\" name=\"run\">\n"
            "      <failure type=\"refused\" message=\"there is no map in any file\"/>\n"
            "    </testcase>\n"
            "  </testsuite>\n");
    }
    out_.write("</testsuites>\n");
}

}  // namespace flatline::engine::tool
