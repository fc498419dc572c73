// flatline/planes.hpp: heights on the floors and ceilings of sectors.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/types.h"

namespace flatline {

/// Height of a plane at (x, y) in map units. Finite for every plane of a Map and every point
/// within the limit `coordinate`. Any thread.
constexpr double z_at(const flatline_plane& plane, double x, double y) noexcept {
    return -(plane.d + plane.a * x + plane.b * y) / plane.c;
}

/// "flat", "field", "vertex", "line", "thing", "copy" of FLATLINE_PLANE_*; "" past the last.
constexpr std::string_view plane_kind_name(std::uint8_t kind) noexcept {
    constexpr std::string_view kNames[FLATLINE_PLANE_KINDS] = {"flat", "field", "vertex",
                                                               "line", "thing", "copy"};
    return kind < FLATLINE_PLANE_KINDS ? kNames[kind] : std::string_view();
}

}  // namespace flatline
