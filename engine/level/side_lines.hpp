// Which line a side belongs to.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline::level {

/// Fills `lines` (side_count entries). A side that several lines use has the last of them, as in
/// SRB2; a side that none uses has FLATLINE_NONE (there it would be line 0). Linear.
void fill_side_lines(View<flatline_linedef> linedefs, std::size_t side_count,
                     std::uint32_t* lines) noexcept;

}  // namespace flatline::level
