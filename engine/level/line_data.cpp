#include "level/line_data.hpp"

namespace flatline::engine::level {
namespace {

std::uint32_t slope_of(double dx, double dy) noexcept {
    if (dx == 0) return FLATLINE_SLOPE_VERTICAL;
    if (dy == 0) return FLATLINE_SLOPE_HORIZONTAL;
    return (dx > 0) == (dy > 0) ? FLATLINE_SLOPE_POSITIVE : FLATLINE_SLOPE_NEGATIVE;
}

}  // namespace

void fill_line_data(const Geometry& g, Share lines, flatline_line_data* out) noexcept {
    for (std::size_t i = lines.begin; i < lines.end; ++i) {
        const flatline_linedef& line = g.linedefs[i];
        const flatline_vertex& a = g.vertices[line.v1];
        const flatline_vertex& b = g.vertices[line.v2];
        flatline_line_data& data = out[i];
        data.dx = b.x - a.x;
        data.dy = b.y - a.y;
        data.left = a.x < b.x ? a.x : b.x;
        data.right = a.x < b.x ? b.x : a.x;
        data.bottom = a.y < b.y ? a.y : b.y;
        data.top = a.y < b.y ? b.y : a.y;
        data.front_sector = g.front_sector(line);
        data.back_sector = g.back_sector(line);
        data.slope = slope_of(data.dx, data.dy);
        data.unused = 0;
    }
}

}  // namespace flatline::engine::level
