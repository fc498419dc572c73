#include "report/earlier.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "control/baseline.hpp"
#include "input_file.hpp"
#include "model/check.hpp"
#include "report/gitlab_sink.hpp"
#include "report/json_lines.hpp"
#include "report/junit_sink.hpp"
#include "report/sarif_sink.hpp"
#include "report/text_sink.hpp"

namespace flatline::engine::tool {
namespace {

template <const std::string_view& head>
bool begins_with(const std::string& path) {
    return first_bytes(path, head.size()) == head;
}

/// An array without issues, or one that begins as ours do.
bool is_code_quality(const std::string& path) {
    return begins_with<GitlabSink::kFirst>(path) ||
           first_bytes(path, GitlabSink::kEmpty.size() + 1) == GitlabSink::kEmpty;
}

bool has(std::string_view line, std::string_view part) { return line.find(part) != line.npos; }

/// "1 file, 2 maps, 0 refused, 3 errors, 4 warnings", and what else print_summary_text counts.
bool is_summary(std::string_view line) {
    constexpr std::string_view kWords[] = {"file",     "files",       "map",        "maps",
                                           "refused",  "unsupported", "error",      "errors",
                                           "warning",  "warnings",    "suppressed", "not looked at",
                                           "the same", "done before"};
    for (std::size_t parts = 1;; ++parts) {
        const std::string_view part = line.substr(0, line.find(", "));
        const std::size_t word = std::min(part.find_first_not_of("0123456789"), part.size());
        if (word == 0 || word == part.size() || part[word] != ' ') return false;
        const auto end = std::end(kWords);
        if (std::find(std::begin(kWords), end, part.substr(word + 1)) == end) return false;
        if (part.size() == line.size()) return parts >= 5;
        line.remove_prefix(part.size() + 2);
    }
}

/// Whether the last brackets of the line hold the id of a rule.
bool is_finding(std::string_view line) {
    const std::size_t open = line.rfind(" [");
    if (open == line.npos) return false;
    const std::string_view id = line.substr(open + 2);
    return find_rule(id.substr(0, id.find(']'))) != Rule::count_;
}

/// "12 notes (--notes shows them)", or the head of the table of --statistics.
bool is_of_the_end(std::string_view line) {
    return has(line, kSkipped) || has(line, kNotesShown) || line == kStatisticsHead;
}

bool may_begin_text(std::string_view line) {
    if (is_finding(line) || is_of_the_end(line)) return true;
    constexpr MapStatus kStatuses[] = {MapStatus::ok, MapStatus::refused, MapStatus::unsupported};
    return has(line, kBeyondLimit) ||
           std::any_of(std::begin(kStatuses), std::end(kStatuses), [&](MapStatus status) {
               return has(line, ": " + std::string(status_name(status)) + ": ");
           });
}

bool may_begin_commands(std::string_view line) {
    constexpr std::string_view kBegins[] = {"::error file=", "::warning file=", "::notice file="};
    return is_of_the_end(line) || has(line, kMoreThanShown) ||
           std::any_of(std::begin(kBegins), std::end(kBegins), [&](std::string_view begin) {
               return line.substr(0, begin.size()) == begin;
           });
}

template <bool may_begin(std::string_view)>
bool ends_in_summary(const std::string& path) {
    LineReader lines(path);
    std::string line;
    bool is_over = false;
    for (bool is_first = true; lines.next(line); is_first = false) {
        if (is_over) return false;
        is_over = is_summary(line);
        if (is_first && !is_over && !may_begin(line)) return false;
    }
    return is_over && !lines.failed();
}

}  // namespace

IsEarlier earlier_of(ReportFormat format) {
    switch (format) {
        case ReportFormat::json:
            return begins_with<JsonLinesSink::kHead>;
        case ReportFormat::sarif:
            return begins_with<SarifSink::kHead>;
        case ReportFormat::junit:
            return begins_with<JunitSink::kHead>;
        case ReportFormat::gitlab:
            return is_code_quality;
        case ReportFormat::github:
            return ends_in_summary<may_begin_commands>;
        case ReportFormat::text:
            break;
    }
    return ends_in_summary<may_begin_text>;
}

bool is_earlier_baseline(const std::string& path) { return begins_with<kBaselineHead>(path); }

}  // namespace flatline::engine::tool
