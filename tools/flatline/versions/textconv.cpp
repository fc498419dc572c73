// versions/textconv.cpp: `flatline textconv`: the maps of a file as text, for git.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "commands.hpp"
#include "files.hpp"
#include "text.hpp"
#include "versions/canonical.hpp"
#include "versions/comparison.hpp"
#include "versions/map_file.hpp"

namespace flatline::engine::tool {
namespace {

/// Tells contents apart (FNV-1a): what is in a lump is not shown.
std::uint64_t fingerprint(Bytes bytes) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001B3u;
    return hash;
}

void append_lumps(std::string& out, MapFile& file, const FoundMap& map, const MapEntry& entry) {
    // Neither the order of the lumps nor the case of their names is a difference.
    std::vector<BesideLump> lumps = lumps_beside(entry, false);
    for (BesideLump& lump : lumps) lump.name = upper_case(lump.name);
    std::sort(lumps.begin(), lumps.end(),
              [](const BesideLump& a, const BesideLump& b) { return a.name < b.name; });
    for (const BesideLump& lump : lumps) {
        const Buffer bytes = file.document_of(map).read_lump(map.map, lump.name, false);
        fmt::format_to(std::back_inserter(out), "lump {}: {} bytes, {:016x}\n",
                       printable(lump.name), lump.size, fingerprint(bytes.bytes()));
    }
}

}  // namespace

int run_textconv(Console& console) {
    MapFile file(console, console.args.paths.front());
    if (!file.open()) return kExitUsage;
    std::vector<const FoundMap*> maps;
    for (const FoundMap& map : file.maps()) {
        if (!console.args.map || same_name(*console.args.map, map.name)) maps.push_back(&map);
    }
    if (maps.empty() && console.args.map) {
        console.complain(fmt::format("--map: no map is called {}", printable(*console.args.map)));
        return kExitUsage;
    }
    std::stable_sort(maps.begin(), maps.end(), [](const FoundMap* a, const FoundMap* b) {
        return lower_case(a->where + '\n' + a->name) < lower_case(b->where + '\n' + b->name);
    });
    int exit_code = kExitOk;
    for (const FoundMap* map : maps) {
        const std::unique_ptr<Session> session = file.load(*map);
        std::string text;
        // git gives a file another name at every call, and so the map of a bare text.
        if (maps.size() > 1) {
            text += "map ";
            text += printable(lower_case(map->where.empty() ? "" : map->where + ' '));
            text += printable(map->name) + '\n';
        }
        if (session->status != MapStatus::ok) {
            exit_code = kExitFindings;
        } else {
            append_canonical(text, session->result.value);
            append_lumps(text, file, *map, *session->entry);
        }
        console.out.write(text);
    }
    return exit_code;
}

}  // namespace flatline::engine::tool
