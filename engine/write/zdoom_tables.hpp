// What ZDoom makes of the numbers of Doom, Heretic and Strife, as its tables of translations say
// (docs/writer.md, "Translation").
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "model/view.hpp"

namespace flatline::engine::write {

// ---- Line specials -----------------------------------------------------------------------------

/// Stands for the line's tag among the arguments of a row.
inline constexpr std::int16_t kTag = -1;

/// How a line is triggered. The lowest bit: again and again.
enum How : std::uint8_t {
    kW1 = 0,  ///< a player walks over it; also for lines that nobody triggers
    kWR = 1,
    kS1 = 2,  ///< a player uses it
    kSR = 3,
    kM1 = 4,  ///< a monster walks over it
    kMR = 5,
    kG1 = 6,  ///< a missile hits it or crosses it
    kGR = 7,
    kA1 = 14,
    kMonsters = 16  ///< beside the others: monsters may trigger it, too
};

struct ZDoomLine {
    std::uint16_t number;
    std::uint8_t how;  ///< How
    std::uint16_t special;
    std::int16_t args[5];
};

#define FLATLINE_ZDOOM_LINE(number, how, special, a, b, c, d, e) \
    {number, how, special, {a, b, c, d, e}},
// In ascending order of numbers.
inline constexpr ZDoomLine kDoomLineRows[] = {
#include "write/zdoom_lines_doom.inc"
};
inline constexpr ZDoomLine kHereticLineRows[] = {
#include "write/zdoom_lines_heretic.inc"
};
inline constexpr ZDoomLine kStrifeLineRows[] = {
#include "write/zdoom_lines_strife.inc"
};
#undef FLATLINE_ZDOOM_LINE

// ---- Boom's generalized lines ------------------------------------------------------------------

/// Bits of a number that give an argument. Of the number's bits in `mask`, shifted to 0, entry i of
/// `values` is stored.
struct BoomStore {
    std::uint8_t arg;  ///< 1 to 4
    std::uint16_t mask;
    std::uint8_t values[8];
};
struct BoomRange {
    std::uint16_t first;
    std::uint16_t last;
    std::uint16_t special;
    /// Monsters trigger it, too, where the bits in `monster_mask` are `monster_value`; 0: never.
    std::uint16_t monster_mask;
    std::uint16_t monster_value;
    std::uint8_t constants[5];  ///< the arguments before the stores; the first is the tag
    BoomStore stores[6];        ///< added to that; those with mask 0 are none
};

inline constexpr std::uint16_t kGenericDoor = 202;

inline constexpr BoomRange kBoomRanges[] = {
    {0x2F80,
     0x2FFF,
     284,
     0x20,
     0x20,
     {0, 0, 0, 0, 10},  // crushers
     {{1, 0x18, {8, 16, 32, 64}}, {2, 0x18, {8, 16, 32, 64}}, {3, 0x40, {0, 1}}}},
    {0x3000,
     0x33FF,
     204,
     0x20,
     0x20,
     {},  // stairs
     {{1, 0x18, {2, 4, 16, 32}}, {2, 0xC0, {4, 8, 16, 24}}, {3, 0x300, {0, 1, 2, 3}}}},
    {0x3400,
     0x37FF,
     203,
     0x20,
     0x20,
     {},  // lifts
     {{1, 0x18, {16, 32, 64, 128}}, {2, 0xC0, {8, 24, 40, 80}}, {3, 0x300, {1, 2, 3, 4}}}},
    {0x3800,
     0x3BFF,
     kGenericDoor,
     0,
     0,
     {},  // locked doors
     {{1, 0x18, {16, 32, 64, 128}},
      {2, 0x20, {0, 1}},
      {3, 0x20, {34, 0}},
      {4, 0x1C0, {100, 1, 2, 3, 4, 5, 6, 101}},
      {4, 0x200, {0, 128}}}},
    {0x3C00,
     0x3FFF,
     kGenericDoor,
     0x80,
     0x80,
     {},  // doors
     {{1, 0x18, {16, 32, 64, 128}}, {2, 0x60, {64, 65, 66, 67}}, {3, 0x300, {8, 34, 69, 240}}}},
    {0x4000,
     0x5FFF,
     201,
     0xC20,
     0x20,
     {},  // ceilings
     {{1, 0x18, {8, 16, 32, 64}},
      {2, 0x380, {0, 0, 0, 0, 0, 0, 24, 32}},
      {3, 0x380, {1, 2, 3, 4, 5, 6, 0, 0}},
      {4, 0xC00, {0, 1, 2, 3}},
      {4, 0x60, {0, 4, 8, 12}},
      {4, 0x1000, {0, 16}}}},
    {0x6000,
     0x7FFF,
     200,
     0xC20,
     0x20,
     {},  // floors
     {{1, 0x18, {8, 16, 32, 64}},
      {2, 0x380, {0, 0, 0, 0, 0, 0, 24, 32}},
      {3, 0x380, {1, 2, 3, 4, 5, 6, 0, 0}},
      {4, 0xC00, {0, 1, 2, 3}},
      {4, 0x60, {0, 4, 8, 12}},
      {4, 0x1000, {0, 16}}}},
};

// ---- Sector types ------------------------------------------------------------------------------

struct ZDoomSector {
    std::uint8_t type;
    std::uint16_t special;
    bool alone = false;  ///< beside generalized bits the type is none
};

// Source: GZDoom 092b9c0, wadsrc/static/xlat/doom.txt, heretic.txt, strife.txt, defines.i.
inline constexpr ZDoomSector kDoomSectors[] = {
    {1, 65},  {2, 66},  {3, 67},  {4, 68},  {5, 69},  {7, 71},  {8, 72},  {9, 1024, true},
    {10, 74}, {11, 75}, {12, 76}, {13, 77}, {14, 78}, {15, 79}, {16, 80}, {17, 81},
    {18, 82}, {19, 83}, {20, 84}, {21, 1},  {22, 2},  {23, 3},  {24, 4}};
inline constexpr ZDoomSector kHereticSectors[] = {
    {1, 65},   {2, 66},   {3, 67},   {4, 84},   {5, 82},   {7, 85},   {8, 72},   {9, 1024, true},
    {10, 74},  {11, 75},  {12, 76},  {13, 77},  {14, 78},  {15, 79},  {16, 83},  {17, 81},
    {18, 82},  {19, 83},  {20, 225}, {21, 226}, {22, 227}, {23, 228}, {24, 229}, {25, 230},
    {26, 231}, {27, 232}, {28, 233}, {29, 234}, {30, 235}, {31, 236}, {32, 237}, {33, 238},
    {34, 239}, {35, 240}, {36, 241}, {37, 242}, {38, 243}, {39, 244}, {40, 40},  {41, 41},
    {42, 42},  {43, 43},  {44, 44},  {45, 45},  {46, 46},  {47, 47},  {48, 48},  {49, 49},
    {50, 50},  {51, 51}};
inline constexpr ZDoomSector kStrifeSectors[] = {
    {1, 65},   {2, 66},  {3, 67},  {4, 104}, {5, 105}, {7, 71},   {8, 72},   {9, 1024, true},
    {10, 74},  {11, 75}, {12, 76}, {13, 77}, {14, 78}, {15, 115}, {16, 116}, {17, 81},
    {18, 118}, {19, 83}, {20, 84}, {21, 1},  {22, 2},  {23, 3},   {24, 4}};

// ---- Games -------------------------------------------------------------------------------------

/// The rows of one game. In a text of its namespace ZDoom takes only what the game itself has; in
/// binary maps, which it cannot tell from those of Boom and its own, all.
struct ZDoomGame {
    View<ZDoomLine> own;  ///< before those of `common`
    View<ZDoomLine> common;
    std::uint16_t last_of_text;  ///< line specials beyond are none in text, but for Boom's ranges
    View<BoomRange> ranges;
    View<ZDoomSector> sectors;
    std::uint16_t cleared;            ///< bits of a sector's type that say nothing
    std::uint16_t kept;               ///< bits that become others, three places higher
    std::uint16_t cleared_of_text;    ///< as `cleared`, in text
    std::uint32_t no_sector_of_text;  ///< types of `sectors` that text has not, by bit
};

template <class Row, std::size_t N>
constexpr View<Row> rows_of(const Row (&rows)[N]) noexcept {
    return {rows, N};
}

inline constexpr ZDoomGame kZDoomDoom = {{},
                                         rows_of(kDoomLineRows),
                                         272,
                                         rows_of(kBoomRanges),
                                         rows_of(kDoomSectors),
                                         0xC000,
                                         0x3FE0,
                                         0xC000,
                                         0x1FE8000};
inline constexpr ZDoomGame kZDoomHeretic = {rows_of(kHereticLineRows),
                                            rows_of(kDoomLineRows),
                                            107,
                                            rows_of(kBoomRanges),
                                            rows_of(kHereticSectors),
                                            0xF000,
                                            0x0FC0,
                                            0xFFC0,
                                            0x20000};
inline constexpr ZDoomGame kZDoomStrife = {
    {},       rows_of(kStrifeLineRows), 234, {}, rows_of(kStrifeSectors), 0xF000, 0x0FE0, 0xFFE0,
    0x1F80000};

}  // namespace flatline::engine::write
