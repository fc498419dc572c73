// report/github_sink.hpp: findings as workflow commands, which GitHub Actions shows at their files.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "output.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// One command a finding ("::error file=a.wad,line=41,col=9,title=RULE::MAP01: SENTENCE"), and the
/// summary as a line of text. GitHub shows ten of a level. So where there are more, the ten are of
/// as many rules as possible, grouped by rule, and the last of each rule says how many more there
/// are. Source: GitHub, Workflow commands for GitHub Actions.
class GithubSink : public ReportSink {
public:
    /// How many commands of a level GitHub shows of a step.
    static constexpr std::size_t kMostOfALevel = 10;

    /// `out` must outlive it.
    GithubSink(Output& out, const SinkOptions& options) : out_(out), options_(options) {}

    void file(const FileReport& report) override;
    void end(const RunEnd& end) override;

private:
    /// What is known of a rule: its first findings, as commands, and how many there are.
    struct OfRule {
        std::vector<std::string> commands;
        std::uint64_t count = 0;
    };

    void keep(const ReportedFinding& finding);
    void leave_out(const Tally& tally);
    void print_level(Severity severity);

    Output& out_;
    const SinkOptions options_;
    std::array<std::map<Rule, OfRule>, 3> levels_;  ///< by Severity
};

}  // namespace flatline::engine::tool
