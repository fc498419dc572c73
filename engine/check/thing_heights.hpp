// Where the floor and the ceiling are at a thing, and where the thing is between them.
#pragma once

#include <cstdint>

#include "check/context.hpp"
#include "model/planes.hpp"

namespace flatline::engine::sanity {

/// The sector of a thing, or FLATLINE_NONE, and its heights at the thing.
struct HeightRange {
    std::uint32_t sector = FLATLINE_NONE;
    double floor = 0;
    double ceiling = 0;
};

/// False if memory ran out.
[[nodiscard]] inline bool find_height_range(Context& context, std::uint32_t thing,
                                            HeightRange& range) noexcept {
    const Runtime* const runtime = context.runtime(FLATLINE_RUNTIME_THING_PLACES);
    if (runtime == nullptr) return false;
    range = {};
    range.sector = runtime->thing_places()[thing].sector;
    if (range.sector == FLATLINE_NONE) return true;
    const flatline_thing& t = context.map.things()[thing];
    range.floor = z_at(context.map.floor_plane(range.sector), t.x, t.y);
    range.ceiling = z_at(context.map.ceiling_plane(range.sector), t.x, t.y);
    return true;
}

/// The lowest point of a thing of this height: it stands on the floor or hangs from the ceiling,
/// and its own height is above the one or below the other.
inline double bottom_of(const HeightRange& range, const flatline_thing& thing, double height,
                        bool hangs) noexcept {
    return hangs ? range.ceiling - thing.height - height : range.floor + thing.height;
}

}  // namespace flatline::engine::sanity
