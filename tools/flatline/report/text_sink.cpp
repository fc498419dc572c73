#include "report/text_sink.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace flatline::engine::tool {
namespace {

/// How many findings of its rule text shows of a map. A program that writes what other ports stop
/// at writes it everywhere, and notes are about style.
std::uint64_t most_shown(const ReportedFinding& finding) {
    if (finding.rule_id().substr(0, 12) == "portability-") return 1;
    return finding.severity == Severity::note ? 3 : 5;
}

std::string name_of(const MapReport& report) {
    return fmt::format("{}:{}", printable(report.file), printable(report.name));
}

}  // namespace

void FindingText::print_container(const FileReport& report) {
    for (const ReportedFinding& finding : report.findings) print(finding);
    print_more(report.tally.total() - report.findings.size(), printable(report.path));
}

void FindingText::print_container_errors(const FileReport& report) {
    for (const ReportedFinding& finding : report.findings) {
        if (finding.severity == Severity::error) print(finding);
    }
}

void FindingText::print_map(const MapReport& report) {
    std::vector<std::uint64_t> left(kRuleCount + 1);  // to come, by rule
    std::vector<std::uint64_t> shown(kRuleCount + 1);
    for (const ReportedFinding& finding : report.findings) {
        ++left[static_cast<std::size_t>(finding.rule)];
    }
    for (const ReportedFinding& finding : report.findings) {
        if (out_.failed()) return;
        const auto rule = static_cast<std::size_t>(finding.rule);
        const std::uint64_t more = --left[rule];
        const std::uint64_t most = most_shown(finding);
        if (all_) {
            print(finding);
        } else if (shown[rule] < most) {
            print(finding, ++shown[rule] == most ? more : 0);
        }
    }
    print_more(report.tally.total() - report.findings.size(), name_of(report));
}

void FindingText::print_more(std::uint64_t count, std::string_view where) {
    if (count == 0) return;
    out_.write(fmt::format("{}: {}{}\n", style_.bold(where),
                           counted(count, "more finding", "more findings"), kBeyondFindings));
}

void FindingText::print(const ReportedFinding& finding, std::uint64_t more) {
    std::string where = printable(finding.file);
    const auto add = std::back_inserter(where);
    if (!finding.map.empty()) fmt::format_to(add, ":{}", printable(finding.map));
    if (!finding.lump.empty()) fmt::format_to(add, ":{}", finding.lump);
    std::string about;
    if (finding.line != 0) {
        fmt::format_to(add, ":{}:{}", finding.line, finding.column);
    } else if (finding.offset != FLATLINE_NO_OFFSET) {
        about = fmt::format("byte {}: ", finding.offset);
    }
    std::string point;
    if (finding.has_point()) point = fmt::format(" at ({}, {})", finding.x, finding.y);
    std::string rule = fmt::format("[{}]", finding.rule_id());
    if (more != 0) {
        fmt::format_to(std::back_inserter(rule), " and {} more of this rule (--all)", more);
    }
    out_.write(fmt::format("{}: {}: {}{}{} {}\n", style_.bold(where),
                           style_.severity(finding.severity), about, printable(finding.message),
                           point, style_.dim(rule)));
}

std::string tally_in_words(const Tally& tally) {
    return fmt::format("{}, {}", counted(tally.errors, "error", "errors"),
                       counted(tally.warnings, "warning", "warnings"));
}

void print_map_text(Output& out, const Style& style, const MapReport& report) {
    std::string what(map_format_name(report.format));
    if (!report.words.empty()) what += ", " + report.words;
    if (report.status != MapStatus::unsupported) what += "; " + tally_in_words(report.tally);
    out.write(
        fmt::format("{}: {}: {}\n", style.bold(name_of(report)), status_name(report.status), what));
}

void print_summary_text(Output& out, const Totals& totals, bool checked) {
    const std::vector<std::string_view> not_run = ids_of(totals.not_run);
    if (checked && !not_run.empty()) {
        out.write(fmt::format("{}{}\n", kNotRun, fmt::join(not_run, ", ")));
    }
    const std::string unsupported =
        totals.unsupported != 0 ? fmt::format(", {} unsupported", totals.unsupported) : "";
    const std::string not_looked_at =
        totals.not_looked_at != 0 ? fmt::format(", {} not looked at", totals.not_looked_at) : "";
    const std::string suppressed =
        totals.suppressed != 0 ? fmt::format(", {} suppressed", totals.suppressed) : "";
    out.write(fmt::format("{}, {}, {} refused{}{}, {}{}\n", counted(totals.files, "file", "files"),
                          counted(totals.maps, "map", "maps"), totals.refused, unsupported,
                          not_looked_at, tally_in_words(totals.findings), suppressed));
}

void TextSink::file(const FileReport& report) {
    findings_.print_container(report);
    for (const MapReport& map : report.maps) {
        findings_.print_map(map);
        if (options_.quiet) continue;
        print_map_text(out_, style_, map);
        verdicts_.add(map);
    }
}

}  // namespace flatline::engine::tool
