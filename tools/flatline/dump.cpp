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

/// A map to choose from, and the input that it lies in.
struct Choice {
    std::size_t input;
    std::size_t map;
    std::string name;
};

std::string names_of(const std::vector<Choice>& maps) {
    std::string names;
    for (const Choice& map : maps) names += (names.empty() ? "" : " ") + printable(map.name);
    return names.empty() ? "none" : names;
}

/// The map to dump; null after a complaint.
const Choice* choose_map(Console& console, const std::vector<Choice>& maps) {
    const Arguments& args = console.args;
    const Choice* chosen = nullptr;
    bool several = false;
    for (const Choice& map : maps) {
        if (args.map && !same_name(*args.map, map.name)) continue;
        several = chosen != nullptr;
        if (several) break;
        chosen = &map;
    }
    if (several) {
        // In one file every name is there once. Files of a folder may have the same names.
        console.complain(args.map ? fmt::format("several files have a map called {}; name the file",
                                                printable(*args.map))
                                  : fmt::format("there are several maps; choose one with --map: {}",
                                                names_of(maps)));
        return nullptr;
    }
    if (chosen == nullptr) {
        console.complain(fmt::format("no map is called {}; there are: {}", printable(*args.map),
                                     names_of(maps)));
    }
    return chosen;
}

}  // namespace

int run_dump(Console& console) {
    const Arguments& args = console.args;
    if (const auto wrong = wrong_path(args.paths.front())) {
        console.complain(*wrong);
        return kExitUsage;
    }
    // The files of a folder are looked at one by one, as in check and info.
    FindingPrinter complaints = FindingPrinter::of_text(console.err, console.err_style);
    const std::vector<Input> inputs = list_inputs(args.paths.front());
    std::vector<Choice> maps;
    Document document;
    bool broken = false;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        document = Document::open(inputs[i], args.load.limits);
        if (inputs[i].walked && document.is_passed_over()) continue;
        if (document.maps().empty()) complaints.print_container_errors(document);
        broken = broken || document.has_container_error();
        for (std::size_t map = 0; map < document.maps().size(); ++map) {
            maps.push_back({i, map, document.maps()[map].name});
        }
    }
    if (maps.empty() && (!args.map || broken)) {
        console.complain(fmt::format("{}: no map in it", printable(args.paths.front())));
        return kExitFindings;
    }
    const Choice* chosen = choose_map(console, maps);
    if (chosen == nullptr) return kExitUsage;
    // Standard input cannot be opened again, and is the only input then.
    if (inputs.size() > 1) document = Document::open(inputs[chosen->input], args.load.limits);

    Loader loader;
    const Session session = load_session(document, chosen->map, loader, args, Rules::load);
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
