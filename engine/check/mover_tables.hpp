// Which specials move floors and ceilings. Source: docs/specials.md, "What moves sectors".
#pragma once

#include <cstdint>

#include "check/number_tables.hpp"
#include "check/numbering.hpp"

namespace flatline::engine::sanity {

/// The specials of one numbering that move floors or ceilings.
struct MoverTables {
    NumberTable tagged;   ///< of the sectors with the tag; in Hexen's numbers 0 is the one behind
    NumberTable behind;   ///< of the sector behind the line
    NumberTable stairs;   ///< of `tagged`: also of sectors from step to step
    NumberTable donuts;   ///< of `tagged`: also of the sectors around
    NumberTable sectors;  ///< specials of sectors that move by themselves
    std::uint32_t sector_bits;
};

namespace movers {

inline constexpr NumberRange kDoomTagged[] = {
    {2, 10},    {14, 16},
    {18, 25},   {29, 30},
    {36, 38},   {40, 47},
    {49, 50},   {53, 53},
    {55, 56},   {58, 73},
    {75, 77},   {82, 84},
    {86, 88},   {90, 96},
    {98, 103},  {105, 116},
    {119, 123}, {127, 137},
    {140, 152}, {155, 155},
    {158, 162}, {164, 167},
    {175, 181}, {183, 187},
    {191, 191}, {196, 196},
    {199, 206}, {211, 212},
    {219, 222}, {227, 238},
    {256, 259}, {338, 339},
    {434, 439}, {numbers::kGeneralized, 32767},
};
// Without 99 and 105, which scroll a wall and end the level.
inline constexpr NumberRange kHereticTagged[] = {
    {2, 10},    {14, 16},   {18, 25},   {29, 30},   {36, 38},
    {40, 47},   {49, 50},   {53, 53},   {55, 56},   {58, 73},
    {75, 77},   {82, 84},   {86, 88},   {90, 96},   {98, 98},
    {100, 103}, {106, 116}, {119, 123}, {127, 137}, {140, 152},
    {155, 155}, {158, 162}, {164, 167}, {175, 181}, {183, 187},
    {191, 191}, {196, 196}, {199, 206}, {211, 212}, {219, 222},
    {227, 238}, {256, 259}, {338, 339}, {434, 439}, {numbers::kGeneralized, 32767},
};
inline constexpr NumberRange kDoomBehind[] = {{1, 1}, {26, 28}, {31, 34}, {117, 118}};
inline constexpr NumberRange kDoomStairs[] = {
    {7, 8}, {100, 100}, {127, 127}, {256, 259}, {0x3000, 0x33FF}};
inline constexpr NumberRange kHereticStairs[] = {
    {7, 8}, {106, 107}, {127, 127}, {256, 259}, {0x3000, 0x33FF}};
inline constexpr NumberRange kDoomDonuts[] = {{9, 9}, {146, 146}, {155, 155}, {191, 191}};
inline constexpr NumberRange kDoomSectors[] = {{10, 10}, {14, 14}};

// Strife: with the types that run what ports keep as scripts of the game.
inline constexpr NumberRange kStrifeTagged[] = {
    {2, 10},    {14, 16},   {18, 25},   {29, 30},   {36, 38},   {40, 47},   {49, 50},
    {53, 53},   {55, 56},   {58, 73},   {75, 77},   {82, 84},   {86, 88},   {90, 96},
    {98, 103},  {105, 116}, {119, 123}, {127, 137}, {140, 141}, {146, 147}, {151, 155},
    {162, 164}, {167, 168}, {171, 184}, {187, 189}, {191, 194}, {196, 200}, {203, 204},
    {206, 209}, {212, 216}, {219, 220}, {223, 223}, {226, 230}, {232, 235},
};
inline constexpr NumberRange kStrifeBehind[] = {
    {1, 1},     {26, 28},   {31, 34},   {117, 118}, {144, 144}, {156, 161}, {165, 166},
    {169, 170}, {190, 190}, {205, 205}, {217, 217}, {221, 221}, {224, 225},
};
inline constexpr NumberRange kStrifeStairs[] = {
    {7, 8}, {100, 100}, {127, 127}, {146, 146}, {178, 178}};
inline constexpr NumberRange kStrifeDonuts[] = {{9, 9}};

inline constexpr NumberRange kHexenTagged[] = {
    {10, 14},   {20, 32},   {35, 38},   {40, 43},   {45, 45},   {47, 47},   {60, 60},   {62, 69},
    {94, 97},   {99, 99},   {104, 106}, {138, 138}, {168, 169}, {172, 172}, {192, 207}, {217, 217},
    {228, 228}, {230, 231}, {238, 242}, {245, 247}, {249, 274}, {279, 280}, {284, 284},
};
inline constexpr NumberRange kHexenStairs[] = {
    {26, 27}, {31, 32}, {204, 204}, {217, 217}, {270, 273}};
inline constexpr NumberRange kHexenDonuts[] = {{250, 250}};
// Two that move by themselves, and the steps of Hexen's stairs.
inline constexpr NumberRange kHexenSectors[] = {{26, 27}, {74, 74}, {78, 78}};

/// Sectors that the death of a boss moves.
inline constexpr std::int32_t kBossTags[] = {666, 667};

using numbers::table;

inline constexpr MoverTables kDoom = {table(kDoomTagged), table(kDoomBehind),  table(kDoomStairs),
                                      table(kDoomDonuts), table(kDoomSectors), 0x1F};
inline constexpr MoverTables kHeretic = {table(kHereticTagged), table(kDoomBehind),
                                         table(kHereticStairs), table(kDoomDonuts),
                                         table(kDoomSectors),   0x1F};
inline constexpr MoverTables kStrife = {table(kStrifeTagged), table(kStrifeBehind),
                                        table(kStrifeStairs), table(kStrifeDonuts),
                                        table(kDoomSectors),  0x1F};
inline constexpr MoverTables kHexen = {
    table(kHexenTagged), {}, table(kHexenStairs), table(kHexenDonuts), table(kHexenSectors), 0xFF};

}  // namespace movers

/// Null where nothing is known: any sector may move.
inline const MoverTables* mover_tables(Numbering numbering, GameSet games) noexcept {
    if (numbering == Numbering::hexen) return &movers::kHexen;
    if (numbering != Numbering::doom) return nullptr;
    if (meet(games, kDoomGames)) return &movers::kDoom;
    if (games.has(Game::heretic)) return &movers::kHeretic;
    return games.has(Game::strife) ? &movers::kStrife : nullptr;
}

}  // namespace flatline::engine::sanity
