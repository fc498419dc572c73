#include "batch/interrupt.hpp"
#include "commands.hpp"
#include "game_resources.hpp"
#include "report/outputs.hpp"
#include "report/report.hpp"
#include "walk.hpp"

namespace flatline::tool {
namespace {

/// A run in which nothing was looked at is no good news.
bool is_green(const Arguments& args, const Totals& totals) {
    if (totals.findings.errors != 0 || totals.container_error) return false;
    if (totals.unsupported != 0 && !args.allow_unsupported) return false;
    // A shard may be empty; whether all are, none of them knows.
    if (args.batch.is_shard()) return true;
    return totals.maps != 0 || totals.only_empty() || args.allow_empty;
}

}  // namespace

int run_check(Console& console) {
    hear_interrupts();
    ReportOutputs outputs(console);
    Report report;
    if (!outputs.open(report)) return kExitUsage;
    GameResources game(console);
    for (FileReport& file : game.reports()) report.add(std::move(file));
    LookOptions look{console.args, Rules::all, game.get()};
    const WalkResult result =
        walk(console, look, [&](FileReport file) { report.add(std::move(file)); });
    const bool wrong_use = result.wrong_use || game.wrong_use();
    if (wrong_use && !report.said_something() && interrupted() == 0) return kExitUsage;
    const int exit_code = interrupted() != 0                        ? exit_code_of(interrupted())
                          : wrong_use                               ? kExitUsage
                          : is_green(console.args, report.totals()) ? kExitOk
                                                                    : kExitFindings;
    report.end(exit_code);
    // Who reads no longer sees no end of the run; the files keep what they had.
    if (console.out.failed()) return kExitFindings;
    return outputs.commit() || exit_code != kExitOk ? exit_code : kExitFindings;
}

}  // namespace flatline::tool
