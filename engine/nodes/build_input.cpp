#include "nodes/build_input.hpp"

#include <algorithm>
#include <numeric>

namespace flatline::engine::nodes {
namespace {

constexpr double kLargest = 2147483647.0;  // of 16.16 numbers

// Rounds the vertices; false if one does not fit 16.16.
bool round_vertices(const MapView& map, State& state, Reporter& reporter) noexcept {
    if (!state.points.reserve(map.vertices.size())) return false;
    for (std::size_t i = 0; i < map.vertices.size(); ++i) {
        const Point p{whole(map.vertices[i].x * kUnit), whole(map.vertices[i].y * kUnit)};
        // The smallest 16.16 number is refused, because its negative does not exist.
        if (!(std::fabs(p.x) <= kLargest && std::fabs(p.y) <= kLargest)) {
            reporter.add(Rule::nodes_coordinate, LumpPlace{}, static_cast<std::int64_t>(i));
            return false;
        }
        if (!state.points.push(p)) return false;
    }
    state.original_vertices = static_cast<std::uint32_t>(state.points.size());
    return true;
}

// An infinite line in whole numbers: direction in lowest terms, and the cross product of it with
// any point on it. The product may wrap: lines of one direction whose products are equal modulo
// 2^64 lie further apart than the world is wide.
struct Line {
    std::int64_t dx, dy;
    std::uint64_t c;
    std::uint32_t linedef;
    std::uint32_t v1, v2;

    bool same_line(const Line& o) const noexcept { return dx == o.dx && dy == o.dy && c == o.c; }
    bool operator<(const Line& o) const noexcept {
        if (dx != o.dx) return dx < o.dx;
        if (dy != o.dy) return dy < o.dy;
        return c != o.c ? c < o.c : linedef < o.linedef;
    }
};

Line line_of(const Point& a, const Point& b) noexcept {
    Line line{};
    line.dx = static_cast<std::int64_t>(b.x - a.x);
    line.dy = static_cast<std::int64_t>(b.y - a.y);
    const std::int64_t divisor = std::gcd(line.dx, line.dy);
    line.dx /= divisor;
    line.dy /= divisor;
    if (line.dx < 0 || (line.dx == 0 && line.dy < 0)) {
        line.dx = -line.dx;
        line.dy = -line.dy;
    }
    const auto x = static_cast<std::uint64_t>(static_cast<std::int64_t>(a.x));
    const auto y = static_cast<std::uint64_t>(static_cast<std::int64_t>(a.y));
    line.c = static_cast<std::uint64_t>(line.dx) * y - static_cast<std::uint64_t>(line.dy) * x;
    return line;
}

// Spreads bits to every second place, for the Z-shaped curve.
std::uint64_t spread(std::uint64_t bits) noexcept {
    bits &= 0xFFFF;
    bits = (bits | bits << 8) & 0x00FF00FF;
    bits = (bits | bits << 4) & 0x0F0F0F0F;
    bits = (bits | bits << 2) & 0x33333333;
    bits = (bits | bits << 1) & 0x55555555;
    return bits;
}

std::uint64_t curve_key(const Point& a, const Point& b, std::uint32_t index) noexcept {
    const auto x = static_cast<std::uint64_t>((a.x + b.x) / 2 / kUnit + 32768);
    const auto y = static_cast<std::uint64_t>((a.y + b.y) / 2 / kUnit + 32768);
    return (spread(x) | spread(y) << 1) << 32 | index;
}

// Collects the vertices that lines use, each place once, and the lines that have a length.
bool gather_lines(const MapView& map, State& state, Pool<Line>& lines) noexcept {
    Pool<std::uint32_t> same(state.scratch);
    if (!same.extend(state.points.size(), FLATLINE_NONE)) return false;
    const auto place_of = [&](std::uint32_t vertex, std::uint32_t& place) {
        place = same[vertex];
        if (place != FLATLINE_NONE) return true;
        place = state.grid.find(state.points, state.points[vertex], 0);
        if (place == FLATLINE_NONE) {
            place = vertex;
            if (!state.grid.insert(state.points, vertex)) return false;
        }
        same[vertex] = place;
        return true;
    };
    if (!lines.reserve(map.linedefs.size())) return false;
    for (std::size_t i = 0; i < map.linedefs.size(); ++i) {
        std::uint32_t v1 = 0;
        std::uint32_t v2 = 0;
        if (!place_of(map.linedefs[i].v1, v1) || !place_of(map.linedefs[i].v2, v2)) return false;
        if (v1 == v2) continue;
        Line line = line_of(state.points[v1], state.points[v2]);
        line.linedef = static_cast<std::uint32_t>(i);
        line.v1 = v1;
        line.v2 = v2;
        if (!lines.push(line)) return false;
    }
    return true;
}

bool add_segs(const MapView& map, State& state, const Line& line, std::uint32_t plane,
              Pool<std::uint32_t>& set) noexcept {
    const auto front = static_cast<std::uint32_t>(state.segs.size());
    WorkSeg seg{line.v1,      line.v2, FLATLINE_NONE, FLATLINE_NONE,
                line.linedef, 0,       plane,         FLATLINE_NONE};
    const bool two_sided = map.linedefs[line.linedef].sideback != FLATLINE_NONE;
    if (two_sided) seg.partner = front + 1;
    if (!state.segs.push(seg) || !set.push(front)) return false;
    if (!two_sided) return true;
    std::swap(seg.v1, seg.v2);
    seg.partner = front;
    seg.side = 1;
    return state.segs.push(seg) && set.push(front + 1);
}

}  // namespace

bool prepare(const MapView& map, State& state, Pool<std::uint32_t>& set,
             Reporter& reporter) noexcept {
    if (!round_vertices(map, state, reporter)) return false;
    Pool<Line> lines(state.scratch);
    if (!gather_lines(map, state, lines)) return false;
    if (lines.size() == 0) {
        reporter.add(Rule::nodes_empty, LumpPlace{});
        return false;
    }
    std::sort(lines.begin(), lines.end());
    Pool<std::uint32_t> planes(state.scratch);
    Pool<std::uint64_t> order(state.scratch);
    if (!planes.reserve(lines.size()) || !order.reserve(lines.size())) return false;
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        if ((i == 0 || !lines[i - 1].same_line(line)) &&
            !state.plane_lines.push({state.points[line.v1], state.points[line.v2]})) {
            return false;
        }
        const auto plane = static_cast<std::uint32_t>(state.plane_lines.size() - 1);
        if (!planes.push(plane)) return false;
        if (!order.push(curve_key(state.points[line.v1], state.points[line.v2], i))) return false;
    }
    std::sort(order.begin(), order.end());
    for (const std::uint64_t key : order) {
        const auto i = static_cast<std::uint32_t>(key);
        if (!add_segs(map, state, lines[i], planes[i], set)) return false;
    }
    return true;
}

}  // namespace flatline::engine::nodes
