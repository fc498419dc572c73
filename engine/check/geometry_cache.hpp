// Geometry that several rules share. The first rule that needs a part builds it.
#pragma once

#include <cstdint>

#include "check/line_grid.hpp"
#include "check/scratch.hpp"

namespace flatline::engine::sanity {

class Context;

/// Which lines a rule about pairs speaks of: bits of GeometryCache::troubled.
enum : std::uint8_t { kOverlaps = 1, kCrosses = 2, kHoldsVertex = 4 };

/// Bits of GeometryCache::in_line.
enum : std::uint8_t { kInLine = 1, kOnLine = 2 };

/// Bits of GeometryCache::part_use. Without kLived nobody is in the part and nobody comes there.
enum : std::uint8_t { kLived = 1, kActive = 2 };  // a thing; a line with a special

struct GeometryCache {
    LineGrid grid;
    /// One a vertex: the lowest one in its place that a line of length has; itself where it is
    /// that one or no such line has it.
    Scratch<std::uint32_t> places;
    /// One a vertex: kInLine where a line of length has it; of the lowest in its place also
    /// kOnLine, where a vertex there is on a line that is not split there.
    Scratch<std::uint8_t> in_line;
    /// One a line: what pairs of line-overlap, line-cross and vertex-on-line it is in.
    Scratch<std::uint8_t> troubled;
    /// One a sector: what is in the part of the map that lines with two sides join it to.
    Scratch<std::uint8_t> part_use;
    bool has_parts = false;
    bool has_places = false;
    bool has_pairs = false;     ///< kOverlaps and kCrosses of `troubled` are complete
    bool has_vertices = false;  ///< kHoldsVertex and kOnLine are complete
};

/// Makes a part where it is not there yet. False where memory is out or the steps are spent.
[[nodiscard]] bool need_places(Context& context) noexcept;
[[nodiscard]] bool need_parts(Context& context) noexcept;
[[nodiscard]] bool need_troubled(Context& context) noexcept;

}  // namespace flatline::engine::sanity
