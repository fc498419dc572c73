// The box around each sector, its sound origin, its cells of the blockmap.
#pragma once

#include <cstdint>

#include "base/share.hpp"
#include "flatline/types.h"
#include "level/geometry.hpp"
#include "model/fields.hpp"

namespace flatline::engine::level {

/// How a port finds the middle of a sector (docs/runtime.md, "Sector bounds").
enum class CentreRule : std::uint8_t {
    halves,       ///< Boom and its heirs: left / 2 + right / 2 in 16.16 numbers
    whole_units,  ///< SRB2: whole units of left and right, added, halved toward 0
    few_lines     ///< GZDoom: middle of the box; up to three lines: the mean of their ends
};

/// The rule of each dialect. Maps of the base namespaces are treated as Boom's heirs treat them.
constexpr CentreRule centre_rule(Dialect dialect) noexcept {
    switch (dialect) {
        case Dialect::srb2:
            return CentreRule::whole_units;
        case Dialect::zdoom:
            return CentreRule::few_lines;
        default:
            return CentreRule::halves;
    }
}

/// Fills the records of some sectors; `out` is that of sector 0. The range of cells is Boom's: it
/// reaches MAXRADIUS (32 units) beyond the box and is clamped to the grid of `blockmap`; without a
/// blockmap there is none. Linear in the lines of the sectors.
void fill_sector_bounds(const Geometry& g, Dialect dialect, const flatline_blockmap* blockmap,
                        Share sectors, flatline_sector_bounds* out) noexcept;

}  // namespace flatline::engine::level
