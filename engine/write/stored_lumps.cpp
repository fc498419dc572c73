#include "write/stored_lumps.hpp"

#include "text/chars.hpp"

namespace flatline::engine::write {
namespace {

// UDMF keeps what no row names: its group may hold any lump.
struct Row {
    std::string_view name;
    LumpHandling udmf, doom, hexen;
};
constexpr Row kRows[] = {
    {"TEXTMAP", LumpHandling::data, LumpHandling::data, LumpHandling::data},
    {"THINGS", LumpHandling::data, LumpHandling::data, LumpHandling::data},
    {"LINEDEFS", LumpHandling::data, LumpHandling::data, LumpHandling::data},
    {"SIDEDEFS", LumpHandling::data, LumpHandling::data, LumpHandling::data},
    {"VERTEXES", LumpHandling::data, LumpHandling::data, LumpHandling::data},
    {"SECTORS", LumpHandling::data, LumpHandling::data, LumpHandling::data},
    {"ENDMAP", LumpHandling::data, LumpHandling::data, LumpHandling::data},
    {"ZNODES", LumpHandling::derived, LumpHandling::derived, LumpHandling::derived},
    {"SEGS", LumpHandling::derived, LumpHandling::derived, LumpHandling::derived},
    {"SSECTORS", LumpHandling::derived, LumpHandling::derived, LumpHandling::derived},
    {"NODES", LumpHandling::derived, LumpHandling::derived, LumpHandling::derived},
    {"BLOCKMAP", LumpHandling::derived, LumpHandling::derived, LumpHandling::derived},
    {"REJECT", LumpHandling::kept, LumpHandling::kept, LumpHandling::kept},
    // A map that has it is one of Hexen's format.
    {"BEHAVIOR", LumpHandling::kept, LumpHandling::lost, LumpHandling::kept},
    {"SCRIPTS", LumpHandling::kept, LumpHandling::lost, LumpHandling::kept},
};

}  // namespace

LumpHandling lump_handling(std::string_view name, MapFormat format) noexcept {
    for (const Row& row : kRows) {
        if (!text::same_name(row.name, name)) continue;
        return format == MapFormat::udmf   ? row.udmf
               : format == MapFormat::doom ? row.doom
                                           : row.hexen;
    }
    return format == MapFormat::udmf ? LumpHandling::kept : LumpHandling::lost;
}

}  // namespace flatline::engine::write
