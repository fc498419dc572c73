#include "report/github_sink.hpp"

#include <fmt/format.h>

#include "report/text_sink.hpp"
#include "report/uri.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// The word of the command; what else is a note is a notice there.
std::string_view command_of(Severity severity) {
    return severity == Severity::note ? "notice" : severity_name(severity);
}

/// A value of a command: '%' and what `special` names are percent-encoded. A control character or a
/// byte that is no UTF-8 is \xHH before that, so no line ends early.
std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : printable(text)) {
        if (c == '%' || special.find(c) != special.npos) {
            fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(c));
        } else {
            out += c;
        }
    }
    return out;
}

std::string property(std::string_view text) { return escaped(text, ":,"); }
std::string message(std::string_view text) { return escaped(text, ""); }

}  // namespace

void GithubSink::print(const ReportedFinding& finding) {
    std::string line = fmt::format("::{} file={}", command_of(finding.severity),
                                   property(without_here(finding.host_file())));
    const auto add = std::back_inserter(line);
    if (finding.line != 0) {
        fmt::format_to(add, ",line={},col={}", finding.line, finding.character);
    }
    fmt::format_to(add, ",title={}::", property(finding.rule_id()));
    for (const std::string_view part : {finding.inner(), std::string_view(finding.map)}) {
        if (!part.empty()) fmt::format_to(add, "{}: ", message(part));
    }
    out_.write(line + message(finding.message) + '\n');
}

void GithubSink::file(const FileReport& report) {
    for (const ReportedFinding& finding : report.findings) print(finding);
    for (const MapReport& map : report.maps) {
        for (const ReportedFinding& finding : map.findings) print(finding);
    }
}

void GithubSink::end(const RunEnd& end) { print_summary_text(out_, end.totals, true); }

}  // namespace flatline::engine::tool
