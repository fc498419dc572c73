#include "report/doom3_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/map_info.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

struct KindName {
    std::uint16_t kind;
    const char* name;
};
constexpr KindName kKinds[] = {
    {FLATLINE_DOOM3_BRUSH_DEF3, "brushDef3"}, {FLATLINE_DOOM3_BRUSH_DEF2, "brushDef2"},
    {FLATLINE_DOOM3_BRUSH_DEF, "brushDef"},   {FLATLINE_DOOM3_BRUSH_BARE, "bare"},
    {FLATLINE_DOOM3_PATCH_DEF2, "patchDef2"}, {FLATLINE_DOOM3_PATCH_DEF3, "patchDef3"},
};

std::size_t count_of(const Doom3Map& map, std::uint16_t kind) {
    const auto is = [&](const auto& primitive) { return primitive.kind == kind; };
    return static_cast<std::size_t>(std::count_if(map.brushes().begin(), map.brushes().end(), is) +
                                    std::count_if(map.patches().begin(), map.patches().end(), is));
}

std::string version_in_words(const Doom3Map& map) {
    return map.has_version() ? fmt::format("version {}", map.version()) : "no version";
}

}  // namespace

std::string doom3_in_words(const Doom3Map& map) {
    return fmt::format("{}, {}, {}, {}", version_in_words(map),
                       counted(map.entities().size(), "entity", "entities"),
                       counted(map.brushes().size(), "brush", "brushes"),
                       counted(map.patches().size(), "patch", "patches"));
}

const char* doom3_kind_name(std::uint16_t kind) {
    const auto* row = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const KindName& name) { return name.kind == kind; });
    return row != std::end(kKinds) ? row->name : "";
}

void print_doom3_rows(Console& console, const Doom3Map& map) {
    row(console, "version",
        map.has_version() ? fmt::format("{}", map.version()) : "none (the rules of 1)");
    row(console, "entities",
        fmt::format("{} with {}", map.entities().size(),
                    counted(map.pairs().size(), "key", "keys")));
    row(console, "brushes",
        fmt::format("{} with {}", map.brushes().size(),
                    counted(map.sides().size(), "side", "sides")));
    row(console, "patches",
        fmt::format("{} with {}", map.patches().size(),
                    counted(map.points().size(), "control point", "control points")));
    std::string kinds;
    for (const KindName& kind : kKinds) {
        const std::size_t count = count_of(map, kind.kind);
        if (count == 0) continue;
        fmt::format_to(std::back_inserter(kinds), "{}{} {}", kinds.empty() ? "" : ", ", kind.name,
                       count);
    }
    row(console, "primitives", kinds.empty() ? "none" : kinds);
    row(console, "materials", std::to_string(map.materials().size()));
}

std::vector<NamedCount> doom3_counts(const Doom3Map& map) {
    return {{"entities", map.entities().size()},  {"pairs", map.pairs().size()},
            {"brushes", map.brushes().size()},    {"sides", map.sides().size()},
            {"patches", map.patches().size()},    {"points", map.points().size()},
            {"materials", map.materials().size()}};
}

void write_doom3_version(JsonWriter& json, const Doom3Map& map) {
    json.key("version");
    if (map.has_version()) {
        json.whole(map.version());
    } else {
        json.null();
    }
}

void write_doom3_info(JsonWriter& json, const Doom3Map& map) {
    write_doom3_version(json, map);
    json.key("primitives");
    json.begin_object();
    for (const KindName& kind : kKinds) json.member(kind.name, count_of(map, kind.kind));
    json.end_object();
}

}  // namespace flatline::engine::tool
