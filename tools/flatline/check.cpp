#include "commands.hpp"
#include "findings.hpp"
#include "game_resources.hpp"
#include "report.hpp"
#include "walk.hpp"

namespace flatline::tool {

namespace {

/// A run in which nothing was looked at is no good news.
bool is_green(const Arguments& args, const WalkResult& result) {
    if (result.totals.findings.errors != 0 || result.container_error) return false;
    if (result.totals.unsupported != 0 && !args.allow_unsupported) return false;
    return result.totals.maps != 0 || result.only_empty || args.allow_empty;
}

}  // namespace

int run_check(Console& console) {
    const Arguments& args = console.args;
    FindingPrinter printer = FindingPrinter::for_data(console);
    Visitor visitor;
    visitor.document = [&](const Document& document) { printer.print_container(document); };
    visitor.session = [&](Session& session) {
        printer.print_session(session);
        if (args.quiet) return;
        if (args.json) {
            print_map_json(console, session, false);
        } else {
            print_map_line(console, session);
        }
    };
    const GameResources game(console, printer);
    WalkResult result = walk_maps(console, Rules::all, visitor, game.get());
    result.totals.findings.add(game.tally());
    result.wrong_use |= game.wrong_use();
    if (result.wrong_use && result.totals.maps == 0) return kExitUsage;
    print_summary(console, result.totals);
    if (result.wrong_use) return kExitUsage;
    return is_green(args, result) ? kExitOk : kExitFindings;
}

}  // namespace flatline::tool
