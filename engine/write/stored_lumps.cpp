#include "write/stored_lumps.hpp"

#include "text/chars.hpp"

namespace flatline::engine::write {
namespace {

// UDMF keeps what no row names: its group may hold any lump.
struct Row {
    std::string_view name;
    Fate udmf, doom, hexen;
};
constexpr Row kRows[] = {
    {"TEXTMAP", Fate::data, Fate::data, Fate::data},
    {"THINGS", Fate::data, Fate::data, Fate::data},
    {"LINEDEFS", Fate::data, Fate::data, Fate::data},
    {"SIDEDEFS", Fate::data, Fate::data, Fate::data},
    {"VERTEXES", Fate::data, Fate::data, Fate::data},
    {"SECTORS", Fate::data, Fate::data, Fate::data},
    {"ENDMAP", Fate::data, Fate::data, Fate::data},
    {"ZNODES", Fate::derived, Fate::derived, Fate::derived},
    {"SEGS", Fate::derived, Fate::derived, Fate::derived},
    {"SSECTORS", Fate::derived, Fate::derived, Fate::derived},
    {"NODES", Fate::derived, Fate::derived, Fate::derived},
    {"BLOCKMAP", Fate::derived, Fate::derived, Fate::derived},
    {"REJECT", Fate::kept, Fate::kept, Fate::kept},
    // A map that has it is one of Hexen's format.
    {"BEHAVIOR", Fate::kept, Fate::lost, Fate::kept},
    {"SCRIPTS", Fate::kept, Fate::lost, Fate::kept},
};

}  // namespace

Fate fate_of(std::string_view name, MapFormat format) noexcept {
    for (const Row& row : kRows) {
        if (!text::same_name(row.name, name)) continue;
        return format == MapFormat::udmf   ? row.udmf
               : format == MapFormat::doom ? row.doom
                                           : row.hexen;
    }
    return format == MapFormat::udmf ? Fate::kept : Fate::lost;
}

}  // namespace flatline::engine::write
