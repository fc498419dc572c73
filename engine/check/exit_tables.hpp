// What ends a level. Source: docs/specials.md, "Exits".
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "check/number_tables.hpp"
#include "check/numbering.hpp"

namespace flatline::engine::sanity::exits {

/// Types of lines in Doom's numbers, the last six of ID24. Those of Boom end a level in Heretic's
/// maps of ports too.
inline constexpr NumberRange kDoomLines[] = {
    {11, 11}, {51, 52}, {124, 124}, {197, 198}, {2069, 2074}};
inline constexpr NumberRange kHereticLines[] = {
    {11, 11}, {51, 52}, {105, 105}, {124, 124}, {197, 198}};
inline constexpr NumberRange kStrifeLines[] = {
    {11, 11}, {51, 52}, {124, 124}, {145, 145}, {186, 186}};
/// Actions of lines and things.
inline constexpr NumberRange kHexenActions[] = {{74, 75}, {243, 244}};
/// SRB2: a custom exit, and the stop of the clock, which ends the level where arg1 is 0.
inline constexpr NumberRange kSrb2Lines[] = {{2, 2}, {462, 462}};

/// Sectors in Doom's numbers: the special, which in Boom does nothing below the bits of Boom but
/// ends the level in ZDoom, and MBF21's two kinds of death.
inline constexpr std::int32_t kDoomSector = 11;
inline constexpr std::int32_t kZdoomSectorBits = 0x1F;
inline constexpr std::int32_t kDeath = 0x1000;
inline constexpr std::int32_t kDeathKind = 0x60;
inline constexpr std::int32_t kDeathExits = 0x40;  // of kDeathKind; the lower bit says which exit
/// Sectors in the namespaces of Hexen's numbers.
inline constexpr std::int32_t kHexenSector = 75;
inline constexpr std::int32_t kHexenSectorBits = 0xFF;
/// SRB2's binary maps: an exit and the finish line of a circuit, in the fourth digit of four bits.
inline constexpr NumberRange kSrb2Sectors[] = {{2, 2}, {10, 10}};
inline constexpr int kSrb2SectorShift = 12;

/// A thing whose death ends the level; `label` "": of any map.
struct BossExit {
    GameSet games;
    std::string_view label;
    std::int32_t type;
};
inline constexpr BossExit kBosses[] = {
    {kDoomGames, "E2M8", 16},
    {kDoomGames, "E3M8", 7},
    {GameSet(Game::doom2), "", 88},
};
/// SRB2: bosses, their capsule, the drone of NiGHTS; and starts of modes without exits.
inline constexpr NumberRange kSrb2Things[] = {{33, 35}, {200, 209}, {291, 292}, {1703, 1703}};

}  // namespace flatline::engine::sanity::exits
