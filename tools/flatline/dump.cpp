// dump.cpp: which map is dumped. What its JSON looks like: dump_json.cpp.
#include <fmt/format.h>

#include "commands.hpp"
#include "dump_doom3.hpp"
#include "dump_json.hpp"
#include "files.hpp"
#include "findings.hpp"
#include "session.hpp"

namespace flatline::tool {
namespace {

std::string names_of(const std::vector<MapEntry>& maps) {
    std::string names;
    for (const MapEntry& entry : maps) names += (names.empty() ? "" : " ") + printable(entry.name);
    return names;
}

/// The index of the map to dump, or maps.size() and a complaint.
std::size_t choose_map(Console& console, const std::vector<MapEntry>& maps) {
    const Arguments& args = console.args;
    std::size_t chosen = maps.size();
    for (std::size_t i = maps.size(); i-- > 0;) {
        if (is_wanted(args, maps[i])) chosen = i;
    }
    if (!args.map && maps.size() > 1) {
        console.complain(
            fmt::format("there are several maps; choose one with --map: {}", names_of(maps)));
        return maps.size();
    }
    if (chosen == maps.size()) {
        console.complain(fmt::format("no map is called {}; there are: {}", printable(*args.map),
                                     maps.empty() ? "none" : names_of(maps)));
    }
    return chosen;
}

}  // namespace

int run_dump(Console& console) {
    const Arguments& args = console.args;
    if (const auto wrong = wrong_path(args.paths)) {
        console.complain(*wrong);
        return kExitUsage;
    }
    FindingPrinter complaints = FindingPrinter::of_text(console.err, console.err_style);
    Document document = Document::open({args.paths.front(), false, false}, args.load.limits);
    if (document.maps().empty() && (!args.map || document.has_container_error())) {
        complaints.print_container_errors(document);
        console.complain(fmt::format("{}: no map in it", printable(document.path())));
        return kExitFindings;
    }
    const std::size_t chosen = choose_map(console, document.maps());
    if (chosen == document.maps().size()) return kExitUsage;

    Loader loader;
    const Session session = load_session(document, chosen, loader, args, Rules::load);
    if (session.status != MapStatus::ok) {
        complaints.print_session(session);
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

}  // namespace flatline::tool
