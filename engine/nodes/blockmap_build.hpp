// Builds the blockmap of a map that has none.
#pragma once

#include "base/budget.hpp"
#include "base/jobs.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/types.h"
#include "model/blockmap.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "model/view.hpp"

namespace flatline::engine::nodes {

/// The grid over all vertices, used or not. Its origin is the floor of the least x and y, where
/// `style` is Boom's of what ports have of them; a coordinate exactly on an edge opens the next
/// cell. Without vertices it has no cells. Linear.
BlockmapGrid blockmap_grid(View<flatline_vertex> vertices, BlockmapStyle style) noexcept;

/// Lists each line in every cell whose closed square it meets, which is a superset of what any
/// port's builder lists, lines of a cell ascending; or, where `style` asks for it, in the cells and
/// the order of Boom's builder. Entries have 32 bits, equal lists are stored once. Linear in
/// vertices, lines and cells that they meet. limits.blockmap_cells bounds the grid and
/// limits.blockmap_entries the entries before equal lists are merged; beyond them the blockmap is
/// dropped with a finding. The memory is announced exactly, then taken; `scratch` is worked in.
/// `jobs`, null for this thread alone, share the work where lists are not Boom's; the blockmap and
/// its memory are the same. Precondition: indices are resolved. Source: docs/blockmap.md, "The
/// blockmap builder".
Outcome build_blockmap(View<flatline_vertex> vertices, View<flatline_linedef> linedefs,
                       const Limits& limits, const MemoryHooks& hooks, Budget& budget,
                       Reservation& scratch, Reservation& memory, FindingList& findings,
                       flatline_blockmap& out, BlockmapStyle style = BlockmapStyle::touched,
                       Jobs* jobs = nullptr) noexcept;

/// A map of fewer lines is not worth a second thread.
inline constexpr std::size_t kLeastBlockmapLines = 16384;

}  // namespace flatline::engine::nodes
