// Where the floor and the ceiling are at a thing, and where the thing is between them.
#pragma once

#include <cstdint>

#include "check/context.hpp"
#include "model/planes.hpp"

namespace flatline::engine::sanity {

/// The sector of a thing, or FLATLINE_NONE, and its heights at the thing.
struct Room {
    std::uint32_t sector = FLATLINE_NONE;
    double floor = 0;
    double ceiling = 0;
};

/// False where memory is out.
[[nodiscard]] inline bool find_room(Context& context, std::uint32_t thing, Room& room) noexcept {
    const Runtime* const runtime = context.runtime(FLATLINE_RUNTIME_THING_PLACES);
    if (runtime == nullptr) return false;
    room = {};
    room.sector = runtime->thing_places()[thing].sector;
    if (room.sector == FLATLINE_NONE) return true;
    const flatline_thing& t = context.map.things()[thing];
    room.floor = z_at(context.map.floor_plane(room.sector), t.x, t.y);
    room.ceiling = z_at(context.map.ceiling_plane(room.sector), t.x, t.y);
    return true;
}

/// The lowest point of a thing of this height: it stands on the floor or hangs from the ceiling,
/// and its own height is above the one or below the other.
inline double bottom_of(const Room& room, const flatline_thing& thing, double height,
                        bool hangs) noexcept {
    return hangs ? room.ceiling - thing.height - height : room.floor + thing.height;
}

}  // namespace flatline::engine::sanity
