#include "report/text_sink.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace flatline::engine::tool {
namespace {

/// Rules whose findings are summed up by the name of the texture or flat.
constexpr Rule kByName[] = {Rule::texture_unknown, Rule::flat_unknown, Rule::texture_unused};

bool is_by_name(const ReportedFinding& finding) {
    return !finding.name.empty() &&
           std::find(std::begin(kByName), std::end(kByName), finding.rule) != std::end(kByName);
}

/// How many findings of its rule, or of its name, text shows of a map. A program that writes what
/// other ports stop at writes it everywhere, and notes are about style. A loss that is allowed is
/// a kind with its count, so each one is shown.
std::uint64_t most_shown(const ReportedFinding& finding) {
    const bool is_loss = finding.rule == Rule::convert_loss ||
                         finding.rule == Rule::convert_lump_loss ||
                         finding.rule == Rule::convert_untranslated;
    if (is_loss && !finding.refuses) return std::numeric_limits<std::uint64_t>::max();
    if (is_by_name(finding) || finding.rule_id().substr(0, 12) == "portability-") return 1;
    return finding.severity == Severity::note ? 3 : 5;
}

}  // namespace

/// What is summed up together.
struct FindingText::Group {
    std::uint64_t left = 0;  ///< findings to come
    std::uint64_t shown = 0;
};

void FindingText::print_container(const FileReport& report) {
    for (const ReportedFinding& finding : report.findings) {
        if (finding.severity >= options_.least) print(finding);
    }
    print_left_out(report.tally, report.path, {});
}

void FindingText::print_container_errors(const FileReport& report) {
    for (const ReportedFinding& finding : report.findings) {
        if (finding.severity == Severity::error) print(finding);
    }
}

void FindingText::print_map(const MapReport& report) {
    std::map<std::pair<Rule, std::string_view>, Group> groups;
    const auto group_of = [&](const ReportedFinding& finding) -> Group& {
        return groups[{finding.rule,
                       is_by_name(finding) ? std::string_view(finding.name) : std::string_view()}];
    };
    if (!options_.all) {
        for (const ReportedFinding& finding : report.findings) {
            if (finding.severity >= options_.least) ++group_of(finding).left;
        }
    }
    for (const ReportedFinding& finding : report.findings) {
        if (out_.failed()) return;
        if (finding.severity < options_.least) continue;
        if (options_.all) {
            print(finding);
            continue;
        }
        Group& group = group_of(finding);
        const std::uint64_t more = --group.left;
        const std::uint64_t most = most_shown(finding);
        if (group.shown == most) continue;
        const bool is_last = ++group.shown == most && more != 0;
        print(finding, is_last ? fmt::format(" and {} more of this {} (--all)", more,
                                             is_by_name(finding) ? "name" : "rule")
                               : std::string());
    }
    print_left_out(report.tally, report.file, report.name);
}

std::string FindingText::place(const std::string& file, std::string_view map) {
    const std::string name = printable(map);
    if (!options_.headings) return printable(file) + (name.empty() ? "" : ":" + name);
    if (std::exchange(heading_, file) != file) {
        out_.write(fmt::format("{}\n", style_.bold(printable(file))));
    }
    return "  " + name;
}

void FindingText::print_left_out(const Tally& tally, const std::string& file,
                                 std::string_view map) {
    const std::uint64_t count = tally.left_out_from(options_.least);
    if (count == 0) return;
    std::map<Rule, std::uint64_t> by_rule;
    for (const auto& [row, left_out] : tally.left_out) {
        if (row.second >= options_.least) by_rule[row.first] += left_out;
    }
    std::vector<std::string> rules;
    for (const auto& [rule, left_out] : by_rule) {
        rules.push_back(fmt::format("{} {}", rule_id(rule), left_out));
    }
    out_.write(fmt::format("{}: {}{}: {}\n", style_.bold(place(file, map)),
                           counted(count, "more finding", "more findings"), kBeyondLimit,
                           fmt::join(rules, ", ")));
}

void FindingText::print(const ReportedFinding& finding, std::string_view more) {
    std::string where = place(finding.file, finding.map);
    const auto add = std::back_inserter(where);
    const auto part = [&](std::string_view text) {
        if (!where.empty() && where.back() != ' ') where += ':';
        where += text;
    };
    if (!finding.lump.empty()) part(finding.lump);
    std::string about;
    if (finding.line != 0) {
        fmt::format_to(add, ":{}:{}", finding.line, finding.column);
    } else if (finding.offset != FLATLINE_NO_OFFSET) {
        about = fmt::format("byte {}: ", finding.offset);
    }
    std::string point;
    if (finding.has_point() && !finding.tells_point) {
        point = fmt::format(" at ({}, {})", finding.x, finding.y);
    }
    const std::string rule = fmt::format("[{}]{}", finding.rule_id(), more);
    const std::string_view colon = where.back() == ' ' ? "" : ": ";
    out_.write(fmt::format("{}{}{}: {}{}{} {}\n", style_.bold(where), colon,
                           style_.severity(finding.severity), about, printable(finding.message),
                           point, style_.dim(rule)));
}

std::string tally_in_words(const Tally& tally) {
    return fmt::format("{}, {}", counted(tally.errors, "error", "errors"),
                       counted(tally.warnings, "warning", "warnings"));
}

void FindingText::print_map_line(const MapReport& report) {
    std::string what(map_format_name(report.format));
    if (!report.words.empty()) what += ", " + report.words;
    if (report.status != MapStatus::unsupported) what += "; " + tally_in_words(report.tally);
    out_.write(fmt::format("{}: {}: {}\n", style_.bold(place(report.file, report.name)),
                           status_name(report.status), what));
}

void print_statistics(Output& out, const Totals& totals) {
    const std::vector<RuleStatistic> rows = statistics_of(totals);
    if (rows.empty()) return;
    out.write(fmt::format("{}\n", kStatisticsHead));
    for (const RuleStatistic& row : rows) {
        out.write(fmt::format("{:>8}  {:<8}  {}\n", row.count, severity_name(row.severity),
                              rule_id(row.rule)));
    }
}

void print_summary_text(Output& out, const Totals& totals, SummaryOf of,
                        const SinkOptions& options) {
    const bool checked = of == SummaryOf::check;
    const std::vector<std::string_view> not_run = ids_of(totals.not_run);
    if (checked && !not_run.empty()) {
        out.write(fmt::format("{}{}{})\n", counted(not_run.size(), "rule", "rules"), kSkipped,
                              fmt::join(not_run, ", ")));
    }
    if (checked && options.least > Severity::note && totals.findings.notes != 0) {
        out.write(fmt::format("{}{}\n", counted(totals.findings.notes, "note", "notes"),
                              options.least == Severity::warning ? kNotesShown : ""));
    }
    const std::string unsupported =
        totals.unsupported != 0 ? fmt::format(", {} unsupported", totals.unsupported) : "";
    const std::string not_looked_at =
        totals.not_looked_at != 0 ? fmt::format(", {} not looked at", totals.not_looked_at) : "";
    std::string elsewhere;
    if (totals.same != 0) elsewhere += fmt::format(", {} the same", totals.same);
    if (totals.resumed != 0) elsewhere += fmt::format(", {} done before", totals.resumed);
    const std::string suppressed =
        totals.suppressed != 0 ? fmt::format(", {} suppressed", totals.suppressed) : "";
    out.write(fmt::format("{}, {}, {} refused{}{}, {}{}{}\n",
                          counted(totals.files, "file", "files"),
                          counted(totals.maps, "map", "maps"), totals.refused, unsupported,
                          not_looked_at + elsewhere, of == SummaryOf::load ? "load findings: " : "",
                          tally_in_words(totals.findings), suppressed));
}

std::string same_lines(const FileReport& report) {
    std::string lines;
    const auto add = [&](const std::string& path, const std::string& first) {
        lines += fmt::format("{}: the same bytes as {}\n", printable(path), printable(first));
    };
    if (!report.same_as.empty()) add(report.path, report.same_as);
    for (const InnerFile& file : report.inner) add(file.path, file.same_as);
    return lines;
}

void TextSink::file(const FileReport& report) {
    if (!options_.quiet) out_.write(same_lines(report));
    if (!report.same_as.empty()) return;
    findings_.print_container(report);
    for (const MapReport& map : report.maps) {
        findings_.print_map(map);
        if (options_.quiet) continue;
        findings_.print_map_line(map);
        verdicts_.add(map);
    }
}

void TextSink::end(const RunEnd& end) {
    verdicts_.print(out_, style_);
    if (options_.statistics) print_statistics(out_, end.totals);
    print_summary_text(out_, end.totals, SummaryOf::check, options_);
}

}  // namespace flatline::engine::tool
