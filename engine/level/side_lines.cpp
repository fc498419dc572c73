#include "level/side_lines.hpp"

namespace flatline::engine::level {

void fill_side_lines(View<flatline_linedef> linedefs, std::size_t side_count,
                     std::uint32_t* lines) noexcept {
    for (std::size_t i = 0; i < side_count; ++i) lines[i] = FLATLINE_NONE;
    for (std::size_t i = 0; i < linedefs.size(); ++i) {
        lines[linedefs[i].sidefront] = static_cast<std::uint32_t>(i);
        if (linedefs[i].sideback != FLATLINE_NONE) {
            lines[linedefs[i].sideback] = static_cast<std::uint32_t>(i);
        }
    }
}

}  // namespace flatline::engine::level
