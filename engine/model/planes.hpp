// model/planes.hpp: heights on the floors and ceilings of sectors.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/types.h"

namespace flatline::engine {

/// The height z of a plane above the point (x, y), all in map units. It is finite for every plane
/// of a Map and every point within the limit `coordinate`. Any thread.
constexpr double z_at(const flatline_plane& plane, double x, double y) noexcept {
    return -(plane.d + plane.a * x + plane.b * y) / plane.c;
}

/// The word for a flatline_plane_source::kind: "flat", "field", "vertex", "line", "thing" or
/// "copy", in the order of FLATLINE_PLANE_*, and "" for any other number. Static, any thread.
constexpr std::string_view plane_kind_name(std::uint8_t kind) noexcept {
    constexpr std::string_view kNames[FLATLINE_PLANE_KINDS] = {"flat", "field", "vertex",
                                                               "line", "thing", "copy"};
    return kind < FLATLINE_PLANE_KINDS ? kNames[kind] : std::string_view();
}

}  // namespace flatline::engine
