// model/map_format.hpp: the lumps that make a map.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/types.h"

namespace flatline::engine {

/// The format of a map: a TEXTMAP, the binary lumps of Doom or Hexen, or the text of Doom 3.
enum class MapFormat : std::uint8_t {
    udmf = FLATLINE_FORMAT_UDMF,
    doom = FLATLINE_FORMAT_DOOM,
    hexen = FLATLINE_FORMAT_HEXEN,
    doom3 = FLATLINE_FORMAT_DOOM3
};
/// "udmf", "doom", "hexen" or "doom3". Static, any thread.
std::string_view map_format_name(MapFormat format) noexcept;

}  // namespace flatline::engine
