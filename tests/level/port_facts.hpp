// What ports made of the maps of Debian's freedoom 0.12.1, as port_facts.tsv has it.
//
// The rows were recorded on 2026-11-27 from the ports' own functions, compiled outside this tree
// and run over the WADs: dsda-doom ce0a9934 (prboom2/src: P_LoadSegs, P_RemoveSlimeTrails,
// R_CalcSegsLength, P_InitSubsectorsLines and P_VerifyBlockMap of p_setup.c, RejectOverrun of
// g_overflow.c, dsda_GetLevelCheckSum of dsda/compatibility.c, P_RecursiveSound of p_enemy.c with
// all doors open) and Woof 5aa6408b (src/p_setup.c: P_RemoveSlimeTrails, P_SegLengths). A sum is
// the first 16 digits of the SHA-256 of 32-bit numbers, lowest byte first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/binary_maps.hpp"
#include "support/binary_map.hpp"
#include "support/paths.hpp"
#include "support/sha256.hpp"

namespace port_facts {

using Row = std::map<std::string, std::string>;

inline bool has(const std::string& wad) {
    return std::filesystem::exists(std::string(binary_maps::kFreedoom) + "/" + wad);
}

inline std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream words(line);
    for (std::string cell; std::getline(words, cell, '\t');) cells.push_back(cell);
    return cells;
}

inline std::map<std::string, Row> rows_of(const std::string& wad) {
    std::ifstream table(paths::source() + "/tests/level/port_facts.tsv");
    std::string line;
    std::getline(table, line);
    const std::vector<std::string> names = cells_of(line);
    std::map<std::string, Row> rows;
    while (std::getline(table, line)) {
        const std::vector<std::string> cells = cells_of(line);
        if (cells[0] != wad) continue;
        for (std::size_t i = 2; i < cells.size(); ++i) rows[cells[1]][names[i]] = cells[i];
    }
    return rows;
}

/// Calls visit(map, row) for every map of a WAD that the table has.
template <class Visit>
void each(const std::string& wad, const Visit& visit) {
    const std::map<std::string, Row> rows = rows_of(wad);
    const std::string bytes = wad_maps::read_file(std::string(binary_maps::kFreedoom) + "/" + wad);
    for (const auto& map : binary_maps::of_wad(bytes, "")) {
        const auto row = rows.find(map.label.substr(1));
        if (row != rows.end()) visit(map, row->second);
    }
}

/// The lumps of a map, which has to outlive them.
inline flatline::engine::BinaryLumps lumps_of(const binary_maps::BinaryMap& map) {
    return binary_map::lumps_by_name(false, [&](const char* name) {
        const auto found = map.lumps.find(name);
        return found != map.lumps.end() ? load_text::bytes(found->second)
                                        : flatline::engine::Bytes();
    });
}

inline std::string sum_of_bytes(std::string_view bytes) { return sha256::of(bytes).substr(0, 16); }

inline std::string sum(const std::vector<std::uint32_t>& numbers) {
    std::string bytes;
    for (const std::uint32_t number : numbers) {
        for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift);
    }
    return sum_of_bytes(bytes);
}

}  // namespace port_facts
