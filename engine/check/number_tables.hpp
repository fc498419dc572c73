// What the numbers of specials mean, as ranges. Every table ascends.
// Source: docs/rules.md, "Numbers, tags, things and names".
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "check/context.hpp"
#include "check/namespaces.hpp"
#include "check/numbering.hpp"
#include "model/view.hpp"

namespace flatline::engine::sanity {

struct NumberRange {
    std::int32_t first, last;
};
using NumberTable = View<NumberRange>;

inline bool holds(NumberTable table, std::int32_t number) noexcept {
    const NumberRange* const found =
        std::upper_bound(table.begin(), table.end(), number,
                         [](std::int32_t n, const NumberRange& row) { return n < row.first; });
    return found != table.begin() && number <= found[-1].last;
}

/// The tables of one namespace. A map of another has none, and its numbers are not judged.
struct NumberRules {
    NumberTable line_specials;  ///< also of things, where those have specials
    NumberTable sector_specials;
    std::uint32_t sector_bits;   ///< the part of a sector's special that is a number
    std::uint32_t sector_flags;  ///< bits beside it that mean something
    bool things_have_specials;
    NumberTable sector_tagged;  ///< arg0 is the tag of a sector
    NumberTable back_tagged;    ///< the same; of a line with a back side, 0 is the sector there
    NumberTable line_tagged;    ///< arg0 is the id of a line
    NumberTable thing_tagged;   ///< arg0 is the id of a thing
    NumberTable at_load;        ///< run when the map begins, or mark the line; no trigger
};

namespace numbers {

template <std::size_t N>
constexpr NumberTable table(const NumberRange (&rows)[N]) noexcept {
    return {rows, N};
}

// ZDoom's actions.
inline constexpr NumberRange kZdoomSpecials[] = {
    {1, 107},   {109, 121}, {125, 125}, {127, 140}, {150, 151},
    {154, 154}, {156, 161}, {168, 284}, {301, 301},
};
inline constexpr NumberRange kZdoomSectors[] = {
    {0, 4},   {26, 27}, {40, 51},   {65, 69},   {71, 72},   {74, 85},
    {87, 87}, {89, 90}, {104, 105}, {115, 116}, {118, 118}, {195, 244},
};
inline constexpr NumberRange kZdoomSectorTagged[] = {
    {34, 34},   {50, 50},   {54, 54},   {57, 57},   {110, 117}, {140, 140}, {159, 161},
    {171, 171}, {185, 189}, {209, 214}, {216, 216}, {218, 220}, {223, 224}, {232, 234},
};
inline constexpr NumberRange kZdoomBackTagged[] = {
    {10, 14},   {20, 32},   {35, 38},   {40, 47},   {60, 69},   {94, 97},   {104, 104},
    {138, 138}, {168, 169}, {172, 172}, {192, 207}, {217, 217}, {228, 228}, {230, 231},
    {235, 236}, {238, 242}, {245, 247}, {249, 255}, {270, 273},
};
inline constexpr NumberRange kZdoomLineTagged[] = {{16, 16}, {52, 52}, {183, 184}};
inline constexpr NumberRange kZdoomThingTagged[] = {
    {17, 17},   {19, 19},   {39, 39},   {70, 71},   {79, 79},   {119, 119}, {127, 128}, {130, 132},
    {134, 137}, {139, 139}, {154, 154}, {176, 177}, {180, 180}, {237, 237}, {248, 248},
};
inline constexpr NumberRange kZdoomAtLoad[] = {
    {1, 1},     {5, 5},     {9, 9},     {16, 16},   {33, 33},   {48, 48},   {50, 52},
    {57, 58},   {100, 103}, {118, 118}, {121, 121}, {156, 156}, {160, 161}, {181, 182},
    {190, 190}, {208, 214}, {216, 216}, {218, 225}, {227, 227}, {301, 301},
};

// Doom's line types with those of Boom and MBF; from 12160 on Boom's generalized ones.
inline constexpr std::int32_t kGeneralized = 12160;
inline constexpr NumberRange kDoomSpecials[] = {{1, 269}, {271, 272}, {kGeneralized, 32767}};
// What ports added to Doom's types. A binary map does not say for which port it is, so none of them
// is unknown there: scripts, portals, slopes and more of Eternity and GZDoom, then MBF21's.
inline constexpr NumberRange kDoomPortSpecials[] = {{270, 270}, {273, 450}, {1024, 1026}};
inline constexpr NumberRange kDoomSectors[] = {{0, 5}, {7, 14}, {16, 17}};
inline constexpr NumberRange kDoomUntagged[] = {
    {1, 1},   {11, 11},   {26, 28},   {31, 34},   {48, 48},   {51, 52},
    {85, 85}, {117, 118}, {124, 124}, {197, 198}, {255, 255}, {260, 260},
};
inline constexpr NumberRange kDoomLineTagged[] = {
    {218, 218}, {243, 244}, {249, 249}, {254, 254}, {262, 267},
};

inline constexpr NumberRules kZdoom = {
    table(kZdoomSpecials),
    table(kZdoomSectors),
    0xFF,
    ~0xFFu,
    true,
    table(kZdoomSectorTagged),
    table(kZdoomBackTagged),
    table(kZdoomLineTagged),
    table(kZdoomThingTagged),
    table(kZdoomAtLoad),
};
/// Which of Doom's types take a tag follows from kDoomUntagged.
inline constexpr NumberRules kDoom = {
    table(kDoomSpecials),
    table(kDoomSectors),
    0x1F,
    0xFE0,
    false,
    {},
    {},
    table(kDoomLineTagged),
    {},
    {},
};

}  // namespace numbers

/// Null where the namespace has no tables, and for maps of Doom's format that are of another game.
inline const NumberRules* number_rules(const Context& context) noexcept {
    const std::string_view name = context.map.map_namespace();
    if (name == "zdoom") return &numbers::kZdoom;
    const bool doom = name == "doom" && meet(context.types.games(), kDoomGames);
    return doom ? &numbers::kDoom : nullptr;
}

}  // namespace flatline::engine::sanity
