// Which specials teleport, and what they lead to.
// Source: docs/specials.md, "Teleporters".
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/numbering.hpp"
#include "model/view.hpp"

namespace flatline::engine::sanity {

/// What must stand behind the number of a teleporter.
enum class Leads : std::uint8_t {
    to_sector,  ///< a destination in a sector with the tag
    to_thing,   ///< a destination with the id, or one in a sector with the tag
    to_line,    ///< another line with the id, with two sides
};

/// A special that teleports. Arguments by number, -1 for none.
struct TeleportRow {
    std::int16_t first, last;
    Leads leads;
    std::int8_t thing_arg;
    std::int8_t tag_arg;  ///< of a sector or a line
    bool players = true;  ///< false: players walk over it, monsters do not
};

namespace teleports {

// Doom's types of lines and Boom's. Heretic has the first two and, in the ports, the others too.
inline constexpr TeleportRow kDoom[] = {
    {39, 39, Leads::to_sector, -1, 0},          {97, 97, Leads::to_sector, -1, 0},
    {125, 126, Leads::to_sector, -1, 0, false}, {174, 174, Leads::to_sector, -1, 0},
    {195, 195, Leads::to_sector, -1, 0},        {207, 210, Leads::to_sector, -1, 0},
    {243, 244, Leads::to_line, -1, 0},          {262, 263, Leads::to_line, -1, 0},
    {264, 267, Leads::to_line, -1, 0, false},   {268, 269, Leads::to_sector, -1, 0, false},
};
inline constexpr TeleportRow kStrife[] = {
    {39, 39, Leads::to_sector, -1, 0},          {97, 97, Leads::to_sector, -1, 0},
    {125, 126, Leads::to_sector, -1, 0, false}, {185, 185, Leads::to_sector, -1, 0},
    {195, 195, Leads::to_sector, -1, 0},        {231, 231, Leads::to_sector, -1, 0},
};
// Hexen's actions and ZDoom's.
inline constexpr TeleportRow kHexen[] = {
    {39, 39, Leads::to_thing, 0, 1},   {70, 70, Leads::to_thing, 0, 1},
    {71, 71, Leads::to_thing, 0, 2},   {76, 76, Leads::to_thing, 1, -1},
    {77, 78, Leads::to_thing, 2, -1},  {154, 154, Leads::to_thing, 0, 1},
    {215, 215, Leads::to_line, -1, 1},
};
// SRB2's executor: the id of the destination; in binary maps the tag of its sector.
inline constexpr TeleportRow kSrb2[] = {{412, 412, Leads::to_thing, 0, -1}};
inline constexpr TeleportRow kSrb2Binary[] = {{412, 412, Leads::to_sector, -1, 0}};
/// Bit of SRB2's arg1: by how far, and not where to.
inline constexpr std::int32_t kSrb2Relative = 8;

template <std::size_t N>
constexpr View<TeleportRow> rows(const TeleportRow (&table)[N]) noexcept {
    return {table, N};
}

}  // namespace teleports

inline View<TeleportRow> teleport_rows(Numbering numbering, GameSet games, bool binary) noexcept {
    switch (numbering) {
        case Numbering::doom:
            if (meet(games, kDoomGames | GameSet(Game::heretic)))
                return teleports::rows(teleports::kDoom);
            if (games.has(Game::strife)) return teleports::rows(teleports::kStrife);
            break;
        case Numbering::hexen:
            return teleports::rows(teleports::kHexen);
        case Numbering::srb2:
            return binary ? teleports::rows(teleports::kSrb2Binary)
                          : teleports::rows(teleports::kSrb2);
        case Numbering::none:
            break;
    }
    return {};
}

/// The row of a special, whatever its arguments; null where it does not teleport.
inline const TeleportRow* find_teleport(View<TeleportRow> rows, std::int32_t special) noexcept {
    for (const TeleportRow& row : rows) {
        if (special >= row.first && special <= row.last) return &row;
    }
    return nullptr;
}

/// The same; null also where SRB2's executor moves a player by a distance, and not to a place.
inline const TeleportRow* find_teleport(View<TeleportRow> rows, Numbering numbering,
                                        std::int32_t special,
                                        const std::int32_t (&arg)[5]) noexcept {
    const bool relative = numbering == Numbering::srb2 && (arg[1] & teleports::kSrb2Relative) != 0;
    return relative ? nullptr : find_teleport(rows, special);
}

}  // namespace flatline::engine::sanity
