// report/text_sink.hpp: findings, maps and totals as lines of text for people.
#pragma once

#include <string_view>
#include <vector>

#include "output.hpp"
#include "report/sink.hpp"
#include "targets/matrix.hpp"
#include "text.hpp"

namespace flatline::engine::tool {

/// What some lines begin or end with, by which an earlier report is known.
inline constexpr std::string_view kNotRun = "not run, for want of what --resources may give: ";
inline constexpr std::string_view kBeyondFindings = " beyond the limit findings";

/// What of the text is left out.
struct TextOptions {
    bool all = true;     ///< every finding; else of a map the first five of each rule, of notes
                         ///< three and of portability-* one, with how many more there are
    bool quiet = false;  ///< no lines about maps
};

/// Prints findings one a line.
class FindingText {
public:
    /// Both must outlive it.
    FindingText(Output& out, const Style& style, bool all = true)
        : out_(out), style_(style), all_(all) {}

    /// Prints the findings about a container, or only its errors: what keeps maps out of a listing.
    void print_container(const FileReport& report);
    void print_container_errors(const FileReport& report);
    void print_map(const MapReport& report);

private:
    void print(const ReportedFinding& finding, std::uint64_t more = 0);
    void print_more(std::uint64_t count, std::string_view where);

    Output& out_;
    const Style& style_;
    bool all_;
};

/// Prints the line of a map: status, counts, findings.
void print_map_text(Output& out, const Style& style, const MapReport& report);
/// Prints the last lines. `checked`: with the rules that were not run.
void print_summary_text(Output& out, const Totals& totals, bool checked);
/// "1 error, 2 warnings"
std::string tally_in_words(const Tally& tally);

/// Text as `flatline check` prints it.
class TextSink : public ReportSink {
public:
    /// `out` must outlive it.
    TextSink(Output& out, const Style& style, const TextOptions& options)
        : out_(out), style_(style), options_(options), findings_(out_, style_, options.all) {}

    void file(const FileReport& report) override;
    void end(const RunEnd& end) override {
        verdicts_.print(out_, style_);
        print_summary_text(out_, end.totals, true);
    }

private:
    Output& out_;
    const Style style_;
    const TextOptions options_;
    FindingText findings_;
    VerdictMatrix verdicts_;
};

}  // namespace flatline::engine::tool
