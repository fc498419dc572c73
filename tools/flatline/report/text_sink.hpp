// report/text_sink.hpp: findings, maps and totals as lines of text for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "output.hpp"
#include "report/sink.hpp"
#include "targets/matrix.hpp"
#include "text.hpp"

namespace flatline::engine::tool {

/// What some lines begin or end with, by which an earlier report is known.
inline constexpr std::string_view kSkipped = " skipped: pass your IWAD with --resources (";
/// Of a level in `github`.
inline constexpr std::string_view kMoreThanShown = " than GitHub shows:";
inline constexpr std::string_view kBeyondLimit = " beyond the limit";
inline constexpr std::string_view kNotesShown = " (--notes shows them)";
inline constexpr std::string_view kStatisticsHead = "   count  severity  rule";

/// Prints findings one a line: of a map the first five of each rule, of notes three and of
/// portability-* one, with how many more there are; of rules about textures the first of each name.
/// With SinkOptions::all it prints every one.
class FindingText {
public:
    /// `out` and `style` must outlive it.
    FindingText(Output& out, const Style& style, const SinkOptions& options = {})
        : out_(out), style_(style), options_(options) {}

    /// Prints the findings about a container, or only its errors: what keeps maps out of a listing.
    void print_container(const FileReport& report);
    void print_container_errors(const FileReport& report);
    void print_map(const MapReport& report);
    /// Prints the line of a map: status, counts, findings.
    void print_map_line(const MapReport& report);

private:
    struct Group;

    void print(const ReportedFinding& finding, std::string_view more = {});
    void print_left_out(const Tally& tally, const std::string& file, std::string_view map);
    /// "FILE:MAP" as printed; with headings without the file, which is printed above.
    std::string place(const std::string& file, std::string_view map);

    Output& out_;
    const Style& style_;
    const SinkOptions options_;
    std::string heading_;  ///< the file that was printed last
};

/// Whose findings a summary counts.
enum class SummaryOf {
    check,    ///< of all rules; it tells which were not run, and of notes that are not shown
    load,     ///< only of loads
    command,  ///< of whatever the command does
};
/// Prints the last lines.
void print_summary_text(Output& out, const Totals& totals, SummaryOf of,
                        const SinkOptions& options = {});
/// Prints the findings of the run by rule.
void print_statistics(Output& out, const Totals& totals);
/// "1 error, 2 warnings"
std::string tally_in_words(const Tally& tally);

/// A line for the file, and for each file inside it, that has the bytes of an earlier one.
std::string same_lines(const FileReport& report);

/// Text as `flatline check` prints it.
class TextSink : public ReportSink {
public:
    /// `out` must outlive it.
    TextSink(Output& out, const Style& style, const SinkOptions& options)
        : out_(out), style_(style), options_(options), findings_(out_, style_, options) {}

    void file(const FileReport& report) override;
    void end(const RunEnd& end) override;

private:
    Output& out_;
    const Style style_;
    const SinkOptions options_;
    FindingText findings_;
    VerdictMatrix verdicts_;
};

}  // namespace flatline::engine::tool
