// Which specials teleport, and what they lead to.
// Source: docs/specials.md, "Teleporters".
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/numbering.hpp"
#include "model/view.hpp"

namespace flatline::engine::sanity {

/// What a teleporter leads to: what must have its number.
enum class TeleportTarget : std::uint8_t {
    to_sector,  ///< a destination in a sector with the tag
    to_thing,   ///< a destination with the id, or one in a sector with the tag
    to_line,    ///< another line with the id, with two sides
};

/// A special that teleports. Arguments by number, -1 for none.
struct TeleportRow {
    std::int16_t first, last;
    TeleportTarget leads;
    std::int8_t thing_arg;
    std::int8_t tag_arg;  ///< of a sector or a line
    bool players = true;  ///< false: players walk over it, monsters do not
};

namespace teleports {

// Doom's types of lines and Boom's. Heretic has the first two and, in the ports, the others too.
inline constexpr TeleportRow kDoom[] = {
    {39, 39, TeleportTarget::to_sector, -1, 0},
    {97, 97, TeleportTarget::to_sector, -1, 0},
    {125, 126, TeleportTarget::to_sector, -1, 0, false},
    {174, 174, TeleportTarget::to_sector, -1, 0},
    {195, 195, TeleportTarget::to_sector, -1, 0},
    {207, 210, TeleportTarget::to_sector, -1, 0},
    {243, 244, TeleportTarget::to_line, -1, 0},
    {262, 263, TeleportTarget::to_line, -1, 0},
    {264, 267, TeleportTarget::to_line, -1, 0, false},
    {268, 269, TeleportTarget::to_sector, -1, 0, false},
};
inline constexpr TeleportRow kStrife[] = {
    {39, 39, TeleportTarget::to_sector, -1, 0},
    {97, 97, TeleportTarget::to_sector, -1, 0},
    {125, 126, TeleportTarget::to_sector, -1, 0, false},
    {185, 185, TeleportTarget::to_sector, -1, 0},
    {195, 195, TeleportTarget::to_sector, -1, 0},
    {231, 231, TeleportTarget::to_sector, -1, 0},
};
// Hexen's actions and ZDoom's.
inline constexpr TeleportRow kHexen[] = {
    {39, 39, TeleportTarget::to_thing, 0, 1},   {70, 70, TeleportTarget::to_thing, 0, 1},
    {71, 71, TeleportTarget::to_thing, 0, 2},   {76, 76, TeleportTarget::to_thing, 1, -1},
    {77, 78, TeleportTarget::to_thing, 2, -1},  {154, 154, TeleportTarget::to_thing, 0, 1},
    {215, 215, TeleportTarget::to_line, -1, 1},
};
// SRB2's executor: the id of the destination; in binary maps the tag of its sector.
inline constexpr TeleportRow kSrb2[] = {{412, 412, TeleportTarget::to_thing, 0, -1}};
inline constexpr TeleportRow kSrb2Binary[] = {{412, 412, TeleportTarget::to_sector, -1, 0}};
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
