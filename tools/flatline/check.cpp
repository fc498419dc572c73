#include "batch/interrupt.hpp"
#include "batch/results.hpp"
#include "commands.hpp"
#include "control/policy.hpp"
#include "game_resources.hpp"
#include "report/outputs.hpp"
#include "report/report.hpp"
#include "walk.hpp"

namespace flatline::engine::tool {
namespace {

/// A run in which nothing was looked at is no good news.
bool is_green(const Arguments& args, const Totals& totals) {
    if (args.control.fail_on == FailOn::never) return true;
    if (!are_harmless(totals.findings, args.control.fail_on) || totals.container_error) {
        return false;
    }
    if (totals.unsupported != 0 && !args.allow_unsupported) return false;
    // A shard may be empty; whether all are, none of them knows.
    if (args.batch.is_shard()) return true;
    // An empty list of --files-from names nothing that could be wrong.
    return totals.maps != 0 || totals.looked_at == 0 || totals.only_empty() || args.allow_empty;
}

/// Writes the baseline that was asked for; false where that failed, which is said. A run that was
/// not whole would forget what is known of the rest.
bool write_baseline(Console& console, const ControlPolicy& policy, const NewBaseline& fresh,
                    bool is_whole) {
    if (!is_whole) {
        console.complain("the run did not finish, so no baseline is written");
        return false;
    }
    if (policy.not_kept() != 0) {
        console.complain(
            fmt::format("{} beyond the limits are not in the baseline; "
                        "--limit finding-lines=N, or findings=N of notes, keeps more",
                        counted(policy.not_kept(), "finding", "findings")));
    }
    const auto wrong = fresh.write(wanted_baseline(console.args), console.args.force);
    if (wrong) console.complain(*wrong);
    return !wrong;
}

enum class RunEnding { whole, wrong_use, interrupted };

/// Writes the baseline where one is wanted, and tells what the run ends with.
int end_of(Console& console, RunEnding state, const Totals& totals, const ControlPolicy& policy,
           const NewBaseline& fresh) {
    const bool writes = !console.args.control.write_baseline.empty();
    const bool is_whole = state == RunEnding::whole && !console.out.failed();
    const bool written = writes && write_baseline(console, policy, fresh, is_whole);
    if (state == RunEnding::interrupted) return exit_code_of(interrupted());
    if (state == RunEnding::wrong_use) return kExitUsage;
    const bool is_good = writes ? written : is_green(console.args, totals);
    return is_good ? kExitOk : kExitFindings;
}

}  // namespace

int run_check(Console& console) {
    hear_interrupts();
    const Control& control = console.args.control;
    Baseline known;
    NewBaseline fresh;
    const auto wrong = control.baseline.empty() ? std::nullopt : known.read(control.baseline);
    if (wrong) {
        console.complain(*wrong);
        return kExitUsage;
    }
    ControlPolicy policy(control, console.args.given_levels,
                         control.baseline.empty() ? nullptr : &known,
                         control.write_baseline.empty() ? nullptr : &fresh);
    ReportOutputs outputs(console);
    Report report;
    report.add(policy);
    ResultFolder results(console.args);
    if (!outputs.open(report, results)) return kExitUsage;
    GameResources game(console);
    for (FileReport& file : game.reports()) report.add(std::move(file));
    LookOptions look{console.args, Rules::all, game.get()};
    if (console.args.batch.resume) {
        look.earlier = [&](const std::string& sha256) { return results.earlier(sha256); };
    }
    const WalkResult result =
        walk(console, look, [&](FileReport file) { report.add(std::move(file)); });
    if (!results.error().empty()) console.complain(results.error());
    const bool wrong_use = result.wrong_use || game.wrong_use();
    if (wrong_use && !report.said_something() && interrupted() == 0) return kExitUsage;
    const RunEnding state = interrupted() != 0 ? RunEnding::interrupted
                            : wrong_use        ? RunEnding::wrong_use
                                               : RunEnding::whole;
    const int exit_code = end_of(console, state, report.totals(), policy, fresh);
    report.end(exit_code);
    // A reader that closed the pipe sees no end of the run; the report files keep their old
    // content.
    if (console.out.failed()) return kExitFindings;
    if (!results.error().empty() && exit_code == kExitOk) return kExitFindings;
    return outputs.commit() || exit_code != kExitOk ? exit_code : kExitFindings;
}

}  // namespace flatline::engine::tool
