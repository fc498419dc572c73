#include "report/github_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

/// The command of a finding, without the end of its line.
std::string command(const ReportedFinding& finding) {
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
    return line + message(finding.message);
}

}  // namespace

void GithubSink::keep(const ReportedFinding& finding) {
    if (finding.severity < options_.least) return;
    OfRule& of = levels_[static_cast<std::size_t>(finding.severity)][finding.rule];
    ++of.count;
    if (of.commands.size() < kMostOfALevel) of.commands.push_back(command(finding));
}

void GithubSink::leave_out(const Tally& tally) {
    for (const auto& [row, count] : tally.left_out) {
        if (row.second < options_.least) continue;
        levels_[static_cast<std::size_t>(row.second)][row.first].count += count;
    }
}

void GithubSink::file(const FileReport& report) {
    for (const ReportedFinding& finding : report.findings) keep(finding);
    leave_out(report.tally);
    for (const MapReport& map : report.maps) {
        for (const ReportedFinding& finding : map.findings) keep(finding);
        leave_out(map.tally);
    }
}

// The places are dealt out one by one, first to the rules with the most findings.
void GithubSink::print_level(Severity severity) {
    std::vector<std::pair<Rule, const OfRule*>> rules;
    std::uint64_t all = 0;
    for (const auto& [rule, of] : levels_[static_cast<std::size_t>(severity)]) {
        rules.emplace_back(rule, &of);
        all += of.count;
    }
    std::stable_sort(rules.begin(), rules.end(), [](const auto& a, const auto& b) {
        return a.second->count > b.second->count;
    });
    std::vector<std::size_t> places(rules.size());
    std::size_t left = kMostOfALevel;
    for (bool dealt = true; left != 0 && std::exchange(dealt, false);) {
        for (std::size_t i = 0; i < rules.size() && left != 0; ++i) {
            if (places[i] == rules[i].second->commands.size()) continue;
            ++places[i];
            --left;
            dealt = true;
        }
    }
    std::uint64_t shown = 0;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const OfRule& of = *rules[i].second;
        for (std::size_t k = 0; k < places[i]; ++k) {
            const std::uint64_t more = k + 1 == places[i] ? of.count - places[i] : 0;
            out_.write(of.commands[k]);
            out_.write(more != 0 ? fmt::format(" (and {} more of this rule)\n", more) : "\n");
        }
        shown += places[i];
    }
    if (shown == all) return;
    out_.write(fmt::format("{} more {}s{}", all - shown, severity_name(severity), kMoreThanShown));
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::uint64_t more = rules[i].second->count - places[i];
        if (more != 0) out_.write(fmt::format(" {} {}", rule_id(rules[i].first), more));
    }
    out_.write("\n");
}

void GithubSink::end(const RunEnd& end) {
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
        print_level(severity);
    }
    if (options_.statistics) print_statistics(out_, end.totals);
    print_summary_text(out_, end.totals, SummaryOf::check, options_);
}

}  // namespace flatline::engine::tool
