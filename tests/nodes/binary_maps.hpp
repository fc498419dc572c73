// The binary maps of WAD files as the arrays that nodes need, read by a few lines of our own.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/nodes_tools.hpp"
#include "support/wad_maps.hpp"

namespace binary_maps {

struct BinaryMap {
    std::string label;  // file and map, for messages
    std::map<std::string, std::string> lumps;
    std::vector<flatline_vertex> vertices;  // those of VERTEXES up to the last one of a line
    std::vector<flatline_linedef> linedefs;
    std::vector<flatline_sidedef> sidedefs;
    bool good = true;  // all indices exist

    nodes_tools::MapView view() const {
        return {{vertices.data(), vertices.size()},
                {linedefs.data(), linedefs.size()},
                {sidedefs.data(), sidedefs.size()}};
    }
    std::string lump(const char* name) const {
        const auto found = lumps.find(name);
        return found == lumps.end() ? std::string() : found->second;
    }
    nodes_tools::BinaryLumps node_lumps() const {
        return {lump("SEGS"), lump("SSECTORS"), lump("NODES"),
                lump("VERTEXES").substr(4 * vertices.size())};
    }
};

inline std::uint32_t u16(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]) + 256u * static_cast<unsigned char>(bytes[at + 1]);
}
inline double s16(std::string_view bytes, std::size_t at) {
    return static_cast<std::int16_t>(u16(bytes, at));
}

inline void fill(BinaryMap& map) {
    const std::string vertexes = map.lump("VERTEXES");
    const std::string lines = map.lump("LINEDEFS");
    const std::string sides = map.lump("SIDEDEFS");
    const std::size_t sectors = map.lump("SECTORS").size() / 26;
    const std::size_t bytes = map.lumps.count("BEHAVIOR") != 0 ? 16 : 14;
    for (std::size_t at = 0; at + 30 <= sides.size(); at += 30) {
        flatline_sidedef side{};
        side.sector = u16(sides, at + 28);
        map.good = map.good && side.sector < sectors;
        map.sidedefs.push_back(side);
    }
    std::size_t used = lines.size() < bytes ? vertexes.size() / 4 : 0;
    for (std::size_t at = 0; at + bytes <= lines.size(); at += bytes) {
        flatline_linedef line{};
        line.v1 = u16(lines, at);
        line.v2 = u16(lines, at + 2);
        line.sidefront = u16(lines, at + bytes - 4);
        const std::uint32_t back = u16(lines, at + bytes - 2);
        line.sideback = back == 0xFFFF ? FLATLINE_NONE : back;
        used = std::max<std::size_t>(used, std::max(line.v1, line.v2) + 1);
        map.good = map.good && line.sidefront < map.sidedefs.size() &&
                   (back == 0xFFFF || back < map.sidedefs.size());
        map.linedefs.push_back(line);
    }
    map.good = map.good && used <= vertexes.size() / 4;
    for (std::size_t i = 0; map.good && i < used; ++i) {
        map.vertices.push_back({s16(vertexes, 4 * i), s16(vertexes, 4 * i + 2)});
    }
}

/// The binary maps of a WAD, in order: a run of lumps that belong to one, with LINEDEFS among them.
inline std::vector<BinaryMap> of_wad(std::string_view wad, const std::string& name) {
    static const std::array<std::string_view, 12> kLumps = {
        "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",     "SSECTORS",
        "NODES",  "SECTORS",  "REJECT",   "BLOCKMAP", "BEHAVIOR", "SCRIPTS"};
    std::vector<BinaryMap> maps;
    if (wad.size() < 12 || wad.substr(1, 3) != "WAD") return maps;
    const std::size_t directory = wad_maps::u32(wad, 8);
    BinaryMap open;
    std::string before;
    const auto close = [&] {
        if (open.lumps.count("LINEDEFS") != 0 && open.lumps.count("SIDEDEFS") != 0) {
            fill(open);
            if (open.good) maps.push_back(open);
        }
        open = {};
    };
    for (std::size_t i = 0; i < wad_maps::u32(wad, 4); ++i) {
        const std::size_t entry = directory + 16 * i;
        if (entry + 16 > wad.size()) break;
        std::string lump_name(wad.substr(entry + 8, 8));
        lump_name.resize(std::min(lump_name.size(), lump_name.find('\0')));
        const std::size_t at = wad_maps::u32(wad, entry);
        const bool known =
            std::find(kLumps.begin(), kLumps.end(), lump_name) != kLumps.end() && at <= wad.size();
        if (!known) {
            close();
            before = lump_name;
            continue;
        }
        open.label = name + ":" + before;
        open.lumps[lump_name] = std::string(wad.substr(at, wad_maps::u32(wad, entry + 4)));
    }
    close();
    return maps;
}

/// Where Debian's package freedoom puts its maps.
inline constexpr const char* kFreedoom = "/usr/share/games/doom";

}  // namespace binary_maps
