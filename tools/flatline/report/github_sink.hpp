// report/github_sink.hpp: findings as workflow commands, which GitHub Actions shows at their files.
#pragma once

#include "output.hpp"
#include "report/sink.hpp"

namespace flatline::engine::tool {

/// One command a finding ("::error file=a.wad,line=41,col=9,title=RULE::MAP01: SENTENCE"), and the
/// summary as a line of text. Source: GitHub, Workflow commands for GitHub Actions.
class GithubSink : public ReportSink {
public:
    /// `out` must outlive it.
    explicit GithubSink(Output& out) : out_(out) {}

    void file(const FileReport& report) override;
    void end(const RunEnd& end) override;

private:
    void print(const ReportedFinding& finding);

    Output& out_;
};

}  // namespace flatline::engine::tool
