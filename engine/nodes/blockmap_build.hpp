// The blockmap of a map that brings none.
#pragma once

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/blockmap.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline::nodes {

/// The grid over all vertices, used or not: the origin is the floor of the least x and y, and a
/// coordinate on an edge opens the next cell. No vertices: no cells. Linear.
BlockmapGrid blockmap_grid(View<flatline_vertex> vertices) noexcept;

/// Lists each line in every cell whose closed square it meets (so a superset of what any port's
/// builder lists), lines ascending, equal lists stored once. 32-bit entries. Two passes over the
/// lines: linear in lines plus touched cells, which limits.blockmap_entries bounds (before equal
/// lists are merged) as blockmap_cells bounds the grid; beyond them it is dropped with a finding.
/// The memory is announced exactly, then taken. Precondition: indices are resolved.
Outcome build_blockmap(View<flatline_vertex> vertices, View<flatline_linedef> linedefs,
                       const Limits& limits, const MemoryHooks& hooks, Budget& budget,
                       Reservation& memory, FindingList& findings, flatline_blockmap& out) noexcept;

}  // namespace flatline::nodes
