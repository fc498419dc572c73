#include "builtin.hpp"
#include "commands.hpp"
#include "findings.hpp"
#include "flatline/version.hpp"
#include "report.hpp"
#include "walk.hpp"

namespace flatline::tool {
namespace {

void print_map(Console& console, const Session& session) {
    if (console.args.quiet) return;
    if (console.args.json) {
        print_map_json(console, session, true);
    } else {
        print_map_block(console, session);
    }
}

}  // namespace

int run_info(Console& console) {
    FindingPrinter complaints = FindingPrinter::of_text(console.err, console.err_style);
    Visitor visitor;
    visitor.document = [&](const Document& document) {
        complaints.print_container_errors(document);
    };
    visitor.session = [&](Session& session) {
        if (session.status == MapStatus::refused) complaints.print_session(session);
        print_map(console, session);
    };
    const WalkResult result = walk_maps(console, Rules::load, visitor);
    if (result.wrong_use && result.totals.maps == 0) return kExitUsage;
    print_summary(console, result.totals);
    if (result.wrong_use) return kExitUsage;
    return result.totals.refused == 0 && !result.container_error ? kExitOk : kExitFindings;
}

int run_built_in(Console& console) {
    const std::string_view text = built_in_textmap();
    const Bytes bytes(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    Document document = Document::of_text("built-in", kBuiltInName, bytes);
    Loader loader;
    const Session session = load_session(document, 0, loader, console.args, Rules::all);
    Totals totals;
    totals.files = 1;
    add_to(totals, session);
    if (!console.args.json && !console.args.quiet) {
        console.print(
            "Flatline {} loads this map, which is built into it. "
            "Your own: flatline check FILE\n\n",
            version());
    }
    FindingPrinter::for_data(console).print_session(session);
    print_map(console, session);
    print_summary(console, totals);
    return session.status == MapStatus::ok ? kExitOk : kExitFindings;
}

}  // namespace flatline::tool
