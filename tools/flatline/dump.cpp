// dump.cpp: one map as JSON. What that looks like: dump_json.cpp.
#include <fmt/format.h>

#include "choose.hpp"
#include "commands.hpp"
#include "dump_doom3.hpp"
#include "dump_json.hpp"
#include "report/make.hpp"
#include "report/text_sink.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

int run_dump(Console& console) {
    const Arguments& args = console.args;
    int exit_code = kExitOk;
    std::optional<ChosenMap> chosen = choose_map(console, exit_code);
    if (!chosen) return exit_code;

    Loader loader;
    Watch watch(args.batch.timeout);
    const Session session =
        load_session(chosen->document, chosen->map, loader, args, Rules::load, nullptr, &watch);
    if (session.status != MapStatus::ok) {
        FindingText(console.err, console.err_style)
            .print_map(report_on_map(chosen->document, session));
        console.complain(fmt::format("{}:{}: {}, so there is nothing to dump",
                                     printable(session.file), printable(session.entry->name),
                                     session.status == MapStatus::refused
                                         ? "the map is refused"
                                         : "a map of this format is listed, not loaded"));
        return kExitFindings;
    }
    if (session.is_doom3()) {
        if (!write_doom3_dump(console.out, session, args.load.limits)) {
            console.complain(fmt::format("{}:{}: the windings do not fit the limit arena-bytes",
                                         printable(session.file), printable(session.entry->name)));
            return kExitFindings;
        }
    } else {
        write_dump(console.out, session);
    }
    return kExitOk;
}

}  // namespace flatline::engine::tool
