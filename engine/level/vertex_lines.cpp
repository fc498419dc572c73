#include "level/vertex_lines.hpp"

#include <cstring>

namespace flatline::engine::level {

std::uint64_t count_vertex_lines(View<flatline_linedef> linedefs) noexcept {
    std::uint64_t count = 0;
    for (const flatline_linedef& line : linedefs) count += line.v1 == line.v2 ? 1 : 2;
    return count;
}

void fill_vertex_lines(View<flatline_linedef> linedefs, std::size_t vertex_count,
                       const RowsOut& out) noexcept {
    std::memset(out.rows, 0, (vertex_count + 1) * sizeof *out.rows);
    for (const flatline_linedef& line : linedefs) {
        ++out.rows[line.v1 + 1];
        if (line.v2 != line.v1) ++out.rows[line.v2 + 1];
    }
    begin_rows(out.rows, vertex_count);
    for (std::size_t i = 0; i < linedefs.size(); ++i) {
        const flatline_linedef& line = linedefs[i];
        out.items[out.rows[line.v1]++] = static_cast<std::uint32_t>(i);
        if (line.v2 != line.v1) out.items[out.rows[line.v2]++] = static_cast<std::uint32_t>(i);
    }
    end_rows(out.rows, vertex_count);
}

}  // namespace flatline::engine::level
