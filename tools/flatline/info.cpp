#include "batch/interrupt.hpp"
#include "batch/results.hpp"
#include "builtin.hpp"
#include "commands.hpp"
#include "model/version.hpp"
#include "report/json_lines.hpp"
#include "report/make.hpp"
#include "report/map_info.hpp"
#include "report/text_sink.hpp"
#include "walk.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kInfoSchema = "flatline.info/1";

void tell_of_file(Console& console, RunHead& head, FindingText& complaints,
                  const FileReport& report) {
    if (report.says_something() && !report.earlier && !console.args.quiet) {
        if (console.args.json) {
            head.print();
            JsonWriter json(console.out);
            write_file_json(json, report);
        } else {
            console.out.write(same_lines(report));
        }
    }
    print_container_findings(console, head, complaints, report);
    for (const MapReport& map : report.maps) {
        head.print();
        if (map.status == MapStatus::refused) {
            console.args.json ? print_findings(console, map) : complaints.print_map(map);
        }
        console.out.write(map.info);
        console.flush_in_order();
    }
}

}  // namespace

int run_info(Console& console) {
    hear_interrupts();
    FindingText complaints(console.err, console.err_style);
    Totals totals;
    ResultFolder results(console.args);
    if (const auto wrong = results.is_wanted() ? results.open() : std::nullopt) {
        console.complain(*wrong);
        return kExitUsage;
    }
    LookOptions look{console.args};
    if (console.args.batch.resume) {
        look.earlier = [&](const std::string& sha256) { return results.earlier(sha256); };
    }
    look.loaded = [&](const Session& session, MapReport& report) {
        Console own(console, report.info);
        print_map_info(own, session, report);
    };
    RunHead head(console, kInfoSchema);
    const auto take = [&](const FileReport& report) {
        totals.add(report);
        if (!results.is_wanted() || !has_own_result(report)) {
            return tell_of_file(console, head, complaints, report);
        }
        std::string rows;
        {
            Console own(console, rows);
            tell_of_file(own, head, complaints, report);
            own.flush();
        }
        results.write(report.digest->sha256, rows);
    };
    const bool wrong_use = walk(console, look, take).wrong_use;
    if (wrong_use && !head.is_printed() && totals.maps == 0) return kExitUsage;
    head.print();
    print_summary(console, totals, SummaryOf::load);
    if (!results.error().empty()) console.complain(results.error());
    if (interrupted() != 0) return exit_code_of(interrupted());
    if (wrong_use) return kExitUsage;
    if (!results.error().empty()) return kExitFindings;
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
