// Things of SRB2 in Doom format, as far as they can be read without the map's specials
// (docs/binary.md, "SRB2").
#pragma once

#include <cstdint>

namespace flatline::engine::binary {

/// A type has 12 bits, and 4 are a parameter. The height stands above four flags, or takes all
/// flags: in hoops, and in slope vertices that have a parameter.
struct Srb2Thing {
    static constexpr std::uint16_t kTypeBits = 0x0FFF;
    static constexpr unsigned kParameterShift = 12;
    static constexpr unsigned kHeightShift = 4;
    static constexpr std::uint16_t kLowFlags = 0x000F;
    static constexpr std::uint16_t kHoop = 1705;
    static constexpr std::uint16_t kSlopeVertex = 750;

    std::uint16_t type, parameter, flags;
    std::int16_t height;

    constexpr Srb2Thing(std::uint16_t raw_type, std::uint16_t raw_flags) noexcept
        : type(raw_type & kTypeBits),
          parameter(static_cast<std::uint16_t>(raw_type >> kParameterShift)),
          flags(0),
          height(static_cast<std::int16_t>(raw_flags)) {
        if (type == kHoop || (type == kSlopeVertex && parameter != 0)) return;
        height = static_cast<std::int16_t>(raw_flags >> kHeightShift);
        flags = raw_flags & kLowFlags;
    }
};

}  // namespace flatline::engine::binary
