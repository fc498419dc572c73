#include "report/junit_sink.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text.hpp"
#include "xml.hpp"

namespace flatline::engine::tool {
namespace {

/// The findings as lines, those with the severity error or the others.
std::string lines_of(const std::vector<ReportedFinding>& findings, bool errors) {
    std::string lines;
    const auto add = std::back_inserter(lines);
    for (const ReportedFinding& finding : findings) {
        if ((finding.severity == Severity::error) != errors) continue;
        if (!finding.inner().empty()) fmt::format_to(add, "{}:", xml_text(finding.inner()));
        if (!finding.lump.empty()) fmt::format_to(add, "{}:", finding.lump);
        if (finding.line != 0) fmt::format_to(add, "{}:{}:", finding.line, finding.column);
        if (!lines.empty() && lines.back() == ':') lines += ' ';
        fmt::format_to(add, "{}: {} [{}]\n", severity_name(finding.severity),
                       xml_text(finding.message), finding.rule_id());
    }
    return lines;
}

}  // namespace

bool JunitSink::is_skipped(const Case& one) const {
    return one.status == MapStatus::unsupported && allow_unsupported_ && one.tally.errors == 0;
}

bool JunitSink::fails(const Case& one) const {
    return one.tally.errors != 0 || (one.status == MapStatus::unsupported && !is_skipped(one));
}

void JunitSink::print(const Case& one) {
    out_.write(fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n", xml_text(one.file),
                           xml_text(one.name)));
    if (is_skipped(one))
        out_.write("      <skipped message=\"maps of this format are not read\"/>\n");
    if (fails(one)) {
        out_.write(fmt::format(
            "      <failure type=\"{}\" message=\"{}\">{}</failure>\n", status_name(one.status),
            counted(one.tally.errors, "error", "errors"), lines_of(one.findings, true)));
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
        cases.push_back({"container", report.path, MapStatus::ok, report.findings, report.tally});
    }
    for (const MapReport& map : report.maps) {
        cases.push_back({map.name, map.file, map.status, map.findings, map.tally});
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

void JunitSink::end(const RunEnd&) { out_.write("</testsuites>\n"); }

}  // namespace flatline::engine::tool
