#include "commands.hpp"
#include "findings.hpp"
#include "report.hpp"
#include "walk.hpp"

namespace flatline::tool {

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
    const WalkResult result = walk_maps(console, Rules::all, visitor);
    if (result.wrong_use && result.totals.maps == 0) return kExitUsage;
    print_summary(console, result.totals);
    if (result.wrong_use) return kExitUsage;
    return result.totals.findings.errors == 0 && !result.container_error ? kExitOk : kExitFindings;
}

}  // namespace flatline::tool
