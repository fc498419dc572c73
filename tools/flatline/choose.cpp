#include "choose.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "files.hpp"
#include "report/make.hpp"
#include "report/text_sink.hpp"
#include "text.hpp"

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

/// The map that is meant; null after a complaint.
const Choice* choose(Console& console, const std::vector<Choice>& maps) {
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

std::optional<ChosenMap> choose_map(Console& console, int& exit_code) {
    const Arguments& args = console.args;
    if (const auto wrong = wrong_path(args.paths.front())) {
        console.complain(*wrong);
        exit_code = kExitUsage;
        return std::nullopt;
    }
    // The files of a folder are looked at one by one, as in check and info.
    const std::vector<Input> inputs = list_inputs(args.paths.front(), args.batch.any_name);
    std::vector<Choice> maps;
    Document document;
    bool broken = false;
    FindingText complaints(console.err, console.err_style);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        document = Document::open(inputs[i], args.load.limits);
        if (inputs[i].walked && document.is_passed_over()) continue;
        if (document.maps().empty())
            complaints.print_container_errors(report_on_container(document));
        broken = broken || document.has_container_error();
        for (std::size_t map = 0; map < document.maps().size(); ++map) {
            maps.push_back({i, map, document.maps()[map].name});
        }
    }
    if (maps.empty() && (!args.map || broken)) {
        console.complain(fmt::format("{}: no map in it", printable(args.paths.front())));
        exit_code = kExitFindings;
        return std::nullopt;
    }
    const Choice* chosen = choose(console, maps);
    if (chosen == nullptr) {
        exit_code = kExitUsage;
        return std::nullopt;
    }
    // Standard input cannot be opened again, and is the only input then.
    if (inputs.size() > 1) document = Document::open(inputs[chosen->input], args.load.limits);
    return ChosenMap{std::move(document), chosen->map};
}

}  // namespace flatline::tool
