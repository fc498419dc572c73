#include "batch/interrupt.hpp"
#include "builtin.hpp"
#include "commands.hpp"
#include "model/version.hpp"
#include "report/make.hpp"
#include "report/map_info.hpp"
#include "report/text_sink.hpp"
#include "walk.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kInfoSchema = "flatline.info/1";

}  // namespace

int run_info(Console& console) {
    hear_interrupts();
    FindingText complaints(console.err, console.err_style);
    Totals totals;
    LookOptions look{console.args};
    look.loaded = [&](const Session& session, MapReport& report) {
        Console own(console, report.info);
        print_map_info(own, session, report);
    };
    RunHead head(console, kInfoSchema);
    const auto take = [&](const FileReport& report) {
        totals.add(report);
        print_container_findings(console, head, complaints, report);
        for (const MapReport& map : report.maps) {
            head.print();
            if (map.status == MapStatus::refused) {
                console.args.json ? print_findings(console, map) : complaints.print_map(map);
            }
            console.out.write(map.info);
            console.flush_in_order();
        }
    };
    const bool wrong_use = walk(console, look, take).wrong_use;
    if (wrong_use && !head.is_printed() && totals.maps == 0) return kExitUsage;
    head.print();
    print_summary(console, totals, SummaryOf::load);
    if (interrupted() != 0) return exit_code_of(interrupted());
    if (wrong_use) return kExitUsage;
    return totals.refused == 0 && !totals.container_error ? kExitOk : kExitFindings;
}

int run_built_in(Console& console) {
    const std::string_view text = built_in_textmap();
    const Bytes bytes(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    Document document = Document::of_text("built-in", kBuiltInName, bytes);
    Loader loader;
    const Session session = load_session(document, 0, loader, console.args, Rules::all);
    const MapReport report = report_on_map(document, session);
    Totals totals;
    totals.files = 1;
    totals.add(report);
    if (!console.args.json && !console.args.quiet) {
        console.print(
            "Flatline {} loads this map, which is built into it. "
            "Your own: flatline check FILE\n\n",
            version());
    }
    RunHead(console, kInfoSchema).print();
    print_findings(console, report);
    print_map_info(console, session, report);
    print_summary(console, totals);
    return session.status == MapStatus::ok ? kExitOk : kExitFindings;
}

}  // namespace flatline::engine::tool
