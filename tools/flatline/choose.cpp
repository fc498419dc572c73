#include "choose.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "files.hpp"
#include "report/make.hpp"
#include "report/text_sink.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// A map to choose from, and the input that it lies in.
struct Choice {
    std::size_t input;
    std::size_t map;
    std::string name;
    std::string file;  // of several
};

/// The names of the maps, with several files each after that of its file.
std::string names_of(const std::vector<Choice>& maps) {
    NameList names;
    for (const Choice& map : maps)
        names.add(map.file.empty() ? map.name : map.file + ":" + map.name);
    return names.text();
}

/// The map that is meant; nothing after a complaint.
std::optional<Choice> choose(Console& console, const std::vector<Choice>& maps) {
    const std::optional<std::string>& name = console.args.map;
    std::vector<Choice> meant;
    for (const Choice& map : maps) {
        if (!name || same_name(*name, map.name)) meant.push_back(map);
    }
    if (meant.size() == 1) return meant.front();
    if (meant.empty()) {
        console.complain(
            fmt::format("no map is called {}; there are: {}", printable(*name), names_of(maps)));
    } else if (name) {
        // In one file every name is there once. Files of a folder may have the same names.
        console.complain(fmt::format("several files have a map called {}; name the file: {}",
                                     printable(*name), names_of(meant)));
    } else {
        console.complain(
            fmt::format("there are several maps; choose one with --map: {}", names_of(meant)));
    }
    return std::nullopt;
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
        document = Document::open(inputs[i], args.load.limits, args.batch);
        if (inputs[i].walked && document.is_passed_over()) continue;
        if (document.maps().empty())
            complaints.print_container_errors(report_on_container(document));
        broken = broken || document.has_container_error();
        for (std::size_t map = 0; map < document.maps().size(); ++map) {
            const MapEntry& entry = document.maps()[map];
            maps.push_back({i, map, std::string(entry.name),
                            inputs.size() > 1 ? document.path_of(entry.path) : std::string()});
        }
    }
    if (maps.empty() && (!args.map || broken)) {
        console.complain(fmt::format("{}: no map in it", printable(args.paths.front())));
        exit_code = kExitFindings;
        return std::nullopt;
    }
    const std::optional<Choice> chosen = choose(console, maps);
    if (!chosen) {
        exit_code = kExitUsage;
        return std::nullopt;
    }
    // Standard input cannot be opened again, and is the only input then.
    if (inputs.size() > 1)
        document = Document::open(inputs[chosen->input], args.load.limits, args.batch);
    return ChosenMap{std::move(document), chosen->map};
}

std::optional<ChosenMaps> choose_maps(Console& console, bool all, int& exit_code) {
    if (!all) {
        std::optional<ChosenMap> one = choose_map(console, exit_code);
        if (!one) return std::nullopt;
        return ChosenMaps{std::move(one->document), {one->map}};
    }
    const Arguments& args = console.args;
    if (const auto wrong = wrong_path(args.paths.front())) {
        console.complain(*wrong);
        exit_code = kExitUsage;
        return std::nullopt;
    }
    std::optional<ChosenMaps> found;
    FindingText complaints(console.err, console.err_style);
    for (const Input& input : list_inputs(args.paths.front(), args.batch.any_name)) {
        Document document = Document::open(input, args.load.limits, args.batch);
        if (input.walked && document.is_passed_over()) continue;
        const std::size_t count = document.maps().size();
        if (count == 0) {
            complaints.print_container_errors(report_on_container(document));
            continue;
        }
        if (found) {
            console.complain("several files have maps; name one");
            exit_code = kExitUsage;
            return std::nullopt;
        }
        found = ChosenMaps{std::move(document), {}};
        for (std::size_t map = 0; map < count; ++map) found->maps.push_back(map);
    }
    if (!found) {
        console.complain(fmt::format("{}: no map in it", printable(args.paths.front())));
        exit_code = kExitFindings;
    }
    return found;
}

}  // namespace flatline::engine::tool
