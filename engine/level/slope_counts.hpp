// Counts how much of the slope rules a map uses, in one pass over its specials and types.
#pragma once

#include <cstdint>

#include "level/slopes.hpp"

namespace flatline::engine::level {

inline constexpr std::int32_t kSlopeVertex = 750;  // the things that SRB2's special 704 names

/// Counts what the steps will work with. A default-made one: nothing of the map slopes.
struct SlopeCounts {
    std::uint64_t lines = 0;              // with a special of the port
    std::uint64_t things = 0;             // that work where they stand
    std::uint64_t placed = 0;             // of them: whose sector is asked for
    std::uint64_t vertex_things[2] = {};  // that give heights to vertices: of floors, of ceilings
    std::uint64_t vertex_tags = 0;        // of things of type kSlopeVertex
    bool fields = false;                  // of planes
    bool heights[2] = {};                 // of vertices: of floors, of ceilings
    bool copies = false;                  // by sector tag
    bool by_line_id = false;              // things slope to lines by id
    bool by_vertices = false;             // 704

    bool any() const noexcept {
        return fields || heights[0] || heights[1] || lines != 0 || things != 0;
    }
};

/// Looks at all lines, things and columns of slopes, once.
SlopeCounts count_slopes(const SlopeInput& input) noexcept;

/// Whether the sector of a slope thing is asked for. A slope vertex with an absolute height (arg0)
/// may stand anywhere.
inline bool needs_place(const flatline_thing& thing) noexcept {
    return thing.type != kSlopeVertex || thing.arg[0] == 0;
}

/// The thing's `moreids`, as a range of input.ids.
flatline_text more_ids(const SlopeInput& input, std::uint32_t thing) noexcept;

}  // namespace flatline::engine::level
