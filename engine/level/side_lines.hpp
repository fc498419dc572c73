// Which line a side belongs to.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine::level {

/// Fills `lines` (side_count entries), in linear time. A side that several lines use has the last
/// of them, as in SRB2. A side that no line uses has FLATLINE_NONE; in SRB2 it would have line 0.
void fill_side_lines(View<flatline_linedef> linedefs, std::size_t side_count,
                     std::uint32_t* lines) noexcept;

}  // namespace flatline::engine::level
