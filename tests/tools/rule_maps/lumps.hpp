// Rules of the lumps of a map and of the file around it, which fire at a lump and a byte of it.
#pragma once

#include <functional>

#include "support/binary_maps.hpp"
#include "tools/rule_maps/rows.hpp"

namespace flatline::engine::tool_test::rule_maps {

/// A file on which the rule fires, and one on which it stays silent.
struct LumpRow {
    const char* rule;
    const char* where;  ///< as in Row
    const char* place;  ///< "LUMP offset", "LUMP" alone, or "" for none
    std::string fires;
    std::string silent;
};

/// Two rooms in Doom's format, after `edit`.
inline std::string rooms_after(const std::function<void(reference::BinaryMap&)>& edit) {
    reference::BinaryMap map = testing_support::two_rooms(false);
    edit(map);
    return testing_support::wad_of(map, testing_support::kBinaryLumps);
}

/// The same with a word of a lump changed.
inline std::string rooms_with(const char* lump, std::size_t at, int word) {
    return rooms_after([&](auto& map) { testing_support::set_word(map.lumps[lump], at, word); });
}

inline testing_support::WadBuilder text_map(const std::string& znodes) {
    testing_support::WadBuilder wad;
    wad.lump("MAP01").lump("TEXTMAP", edited(two_rooms(), ""));
    return wad.lump("ZNODES", znodes);
}

inline std::vector<LumpRow> lump_rows() {
    using testing_support::put_u32;
    using testing_support::WadBuilder;
    const std::string good = rooms_after([](auto&) {});
    std::string stale = "XGLN";
    put_u32(stale, 7);
    std::string fitting = "XGLN";
    put_u32(fitting, 6);
    for (std::string* nodes : {&stale, &fitting}) nodes->append(16, '\0');
    const std::string map = text_map(fitting).lump("ENDMAP").build();
    WadBuilder shared;
    shared.lump("MAP01").lump("TEXTMAP", edited(two_rooms(), ""));
    const std::string labels = WadBuilder().map("MAP01", edited(two_rooms(), "")).build();
    return {
        {"line-vertex-range", "linedef 1 v2", "LINEDEFS 16", rooms_with("LINEDEFS", 16, 6),
         rooms_with("LINEDEFS", 16, 5)},
        {"line-side-range", "linedef 1 sideback", "LINEDEFS 26", rooms_with("LINEDEFS", 26, 8),
         rooms_with("LINEDEFS", 26, 7)},
        {"line-missing-front", "linedef 6 sidefront", "LINEDEFS 94", rooms_with("LINEDEFS", 94, -1),
         rooms_with("LINEDEFS", 10, -1)},
        {"line-no-sides", "linedef 0 sidefront", "LINEDEFS 10", rooms_with("LINEDEFS", 10, -1),
         rooms_with("LINEDEFS", 94, -1)},
        {"side-sector-range", "sidedef 2 sector", "SIDEDEFS 88", rooms_with("SIDEDEFS", 88, 2),
         rooms_with("SIDEDEFS", 88, 0)},
        {"lump-remainder", "", "THINGS 30",
         rooms_after([](auto& rooms) { rooms.lumps["THINGS"] += "abc"; }), good},
        {"blockmap-invalid", "", "BLOCKMAP 8", rooms_with("BLOCKMAP", 8, 300), good},
        {"reject-size", "", "REJECT 1",
         rooms_after([](auto& rooms) { rooms.lumps["REJECT"] += "ab"; }), good},
        {"nodes-vertex-range", "", "SEGS 2", rooms_with("SEGS", 2, 6), good},
        {"nodes-linedef-range", "", "SEGS 6", rooms_with("SEGS", 6, 7), good},
        {"nodes-seg-range", "", "SSECTORS 4", rooms_with("SSECTORS", 4, 9), good},
        {"nodes-tree", "", "NODES 24", rooms_with("NODES", 24, 5), good},
        {"nodes-stale", "", "ZNODES 4", text_map(stale).lump("ENDMAP").build(), map},
        {"nodes-signature", "", "ZNODES 0", text_map("ABCDEFGH").lump("ENDMAP").build(), map},
        {"nodes-truncated", "", "ZNODES 4", text_map("XGLN").lump("ENDMAP").build(), map},
        {"nodes-missing", "", "ZNODES", text_map("").lump("ENDMAP").build(), map},
        {"wad-lump-missing", "", "", rooms_after([](auto& rooms) { rooms.lumps.erase("SECTORS"); }),
         good},
        {"wad-lump-duplicate", "", "", text_map("").lump("ZNODES", fitting).lump("ENDMAP").build(),
         map},
        {"wad-endmap-missing", "", "", text_map(fitting).build(), map},
        {"wad-magic", "", "", "QWAD" + labels.substr(4), labels},
        {"wad-header", "", "", labels.substr(0, 8), labels},
        {"wad-directory-range", "", "", labels.substr(0, labels.size() - 1), labels},
        {"wad-lump-range", "", "",
         WadBuilder().map("MAP01", edited(two_rooms(), "")).entry("EXTRA", 99999, 1).build(),
         labels},
        {"wad-lump-overlap", "", "",
         WadBuilder().map("MAP01", edited(two_rooms(), "")).entry("EXTRA", 12, 5).build(), labels},
        {"map-unsupported", "", "", WadBuilder().map_of_another_game("MAP01").build(), good},
        {"no-maps", "", "", WadBuilder().lump("NOTHING", "x").build(), labels},
    };
}

}  // namespace flatline::engine::tool_test::rule_maps
