// Which lines begin or end at a vertex.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "level/geometry.hpp"
#include "model/view.hpp"

namespace flatline::engine::level {

/// The number of entries of all lists together: two for each line, one where both its ends are one
/// vertex.
std::uint64_t count_vertex_lines(View<flatline_linedef> linedefs) noexcept;

/// Fills the lines of each vertex, ascending, each once. Linear.
void fill_vertex_lines(View<flatline_linedef> linedefs, std::size_t vertex_count,
                       const RowsOut& out) noexcept;

}  // namespace flatline::engine::level
