// Specials of lines in Hexen format whose arguments give the line's id or flags, which UDMF has as
// fields (docs/binary.md, "Specials that give fields").
#pragma once

#include <cstdint>

#include "base/short_text.hpp"

namespace flatline::engine::binary {

inline constexpr std::int8_t kNoArg = -1;

/// Arguments by number, kNoArg for none. Each that is used becomes 0, but for one that is kept.
struct LineSpecial {
    std::uint8_t special;
    std::int8_t id;                 ///< gives the line's id,
    std::int8_t id_high = kNoArg;   ///< with this, 256 times
    std::int8_t flags = kNoArg;     ///< holds kArgFlags
    bool clears = false;            ///< the special itself becomes 0
    bool keeps_id = false;          ///< the argument `id` stays as it is
    std::int8_t only_arg = kNoArg;  ///< the row holds only where this argument
    std::uint8_t only_value = 0;    ///< is this
};

/// In the namespace hexen.
inline constexpr LineSpecial kHexenSpecials[] = {{121, 0, kNoArg, kNoArg, true}};

/// In all others. Special 160 is beside them, see kSet3DFloor.
inline constexpr LineSpecial kZDoomSpecials[] = {
    {1, 3},
    {5, 4},
    {121, 0, 4, 1, true},
    {156, 1},
    {181, 2},
    {190, 0, kNoArg, kNoArg, false, true, 1, 3},
    {208, 0, kNoArg, 3, false, true},
    {215, 0},
    {222, 0, kNoArg, kNoArg, false, true},
};

/// The bits of an argument that holds flags, from the lowest.
inline constexpr ShortText<16> kArgFlags[] = {"zoneboundary",     "jumpover",     "blockfloaters",
                                              "clipmidtex",       "wrapmidtex",   "midtex3d",
                                              "checkswitchrange", "firstsideonly"};

/// Sector_Set3DFloor: with bit 8 of argument 1, argument 4 is the line's id, else the upper part of
/// the tag in argument 0.
inline constexpr std::uint8_t kSet3DFloor = 160;
inline constexpr std::uint8_t kSet3DFloorHasId = 8;

}  // namespace flatline::engine::binary
