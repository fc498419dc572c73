#include "nodes/build_input.hpp"

#include <algorithm>
#include <numeric>

#include "base/compiler.hpp"
#include "base/share.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr double kLargest = 2147483647.0;  // of 16.16 numbers

// Rounds the vertices; false if one does not fit 16.16.
bool round_vertices(const MapView& map, State& state, Reporter& reporter) noexcept {
    // Room for those that cuts make.
    if (!state.points.reserve_exactly(map.vertices.size() + map.vertices.size() / 4)) return false;
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
    std::uint32_t sides;

    bool same_line(const Line& o) const noexcept { return dx == o.dx && dy == o.dy && c == o.c; }
    bool operator<(const Line& o) const noexcept {
        if (dx != o.dx) return dx < o.dx;
        if (dy != o.dy) return dy < o.dy;
        return c != o.c ? c < o.c : linedef < o.linedef;
    }
};

void set_direction(Line& line, const Point& a, const Point& b) noexcept {
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

// Sorts `items`, in which no two are equal; `other` has room for as many, if there are `jobs`.
template <class T>
void sort_in_shares(Jobs* jobs, T* items, std::size_t size, T* other) noexcept {
    if (jobs == nullptr || jobs->threads() == 1) {
        std::sort(items, items + size);
        return;
    }
    constexpr std::size_t kShares = 4;
    std::size_t ends[kShares + 1];
    for (std::size_t i = 0; i <= kShares; ++i) ends[i] = share_of(size, i, kShares).begin;
    jobs->run(kShares, [&](std::size_t i) { std::sort(items + ends[i], items + ends[i + 1]); });
    jobs->run(kShares / 2, [&](std::size_t i) {
        std::merge(items + ends[2 * i], items + ends[2 * i + 1], items + ends[2 * i + 1],
                   items + ends[2 * i + 2], other + ends[2 * i]);
    });
    std::merge(other, other + ends[2], other + ends[2], other + size, items);
}

// Collects the vertices that lines use, each place once, and the lines that have a length.
bool gather_lines(const MapView& map, State& state, Jobs* jobs, Pool<Line>& lines) noexcept {
    const std::size_t count = map.linedefs.size();
    Pool<std::uint32_t> same(state.scratch);
    if (!same.extend(state.points.size(), FLATLINE_NONE) ||
        !state.grid.reserve(std::min(state.points.size(), 2 * count))) {
        return false;
    }
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
    if (!lines.reserve_exactly(count)) return false;
    constexpr std::size_t kAhead = 16;  // lines
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 2 * kAhead < count) {
            prefetch(&state.points[map.linedefs[i + 2 * kAhead].v1]);
            prefetch(&state.points[map.linedefs[i + 2 * kAhead].v2]);
            state.grid.prefetch_place(state.points[map.linedefs[i + kAhead].v1]);
            state.grid.prefetch_place(state.points[map.linedefs[i + kAhead].v2]);
        }
        Line line{};
        if (!place_of(map.linedefs[i].v1, line.v1) || !place_of(map.linedefs[i].v2, line.v2)) {
            return false;
        }
        if (line.v1 == line.v2) continue;
        line.linedef = static_cast<std::uint32_t>(i);
        line.sides = map.linedefs[i].sideback != FLATLINE_NONE ? 2 : 1;
        if (!lines.push(line)) return false;
    }
    in_shares(jobs, lines.size(), [&](Share part) {
        for (std::size_t i = part.begin; i < part.end; ++i) {
            set_direction(lines[i], state.points[lines[i].v1], state.points[lines[i].v2]);
        }
    });
    return true;
}

// Makes the segs of a line, of which the first one is `front`.
void set_segs(State& state, const Line& line, std::uint32_t plane, std::uint32_t front) noexcept {
    WorkSeg seg{line.v1,      line.v2, FLATLINE_NONE, FLATLINE_NONE,
                line.linedef, 0,       plane,         FLATLINE_NONE};
    if (line.sides == 2) seg.partner = front + 1;
    state.segs[front] = seg;
    if (line.sides == 1) return;
    std::swap(seg.v1, seg.v2);
    seg.partner = front;
    seg.side = 1;
    state.segs[front + 1] = seg;
}

// Numbers the infinite lines of sorted lines.
bool number_planes(State& state, Jobs* jobs, const Pool<Line>& lines,
                   Pool<std::uint32_t>& planes) noexcept {
    if (!planes.reserve_exactly(lines.size())) return false;
    std::uint32_t plane = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i != 0 && !lines[i - 1].same_line(lines[i])) ++plane;
        if (!planes.push(plane)) return false;
    }
    if (!state.plane_lines.reserve_exactly(plane + std::size_t{1})) return false;
    state.plane_lines.lengthen(plane + std::size_t{1});
    in_shares(jobs, lines.size(), [&](Share part) {
        for (std::size_t i = part.begin; i < part.end; ++i) {
            if (i != 0 && planes[i] == planes[i - 1]) continue;
            state.plane_lines[planes[i]] = {state.points[lines[i].v1], state.points[lines[i].v2]};
        }
    });
    return true;
}

// Makes the segs in the order of `keys`, whose lower halves are numbers of lines.
bool make_segs(State& state, Jobs* jobs, const Pool<Line>& lines, const Pool<std::uint32_t>& planes,
               const std::uint64_t* keys, Pool<std::uint32_t>& set) noexcept {
    // By place in `keys`: the first seg.
    Pool<std::uint32_t> firsts(state.scratch);
    if (!firsts.reserve_exactly(lines.size())) return false;
    firsts.lengthen(lines.size());
    in_shares(jobs, lines.size(), [&](Share part) {
        for (std::size_t k = part.begin; k < part.end; ++k) {
            firsts[k] = lines[static_cast<std::uint32_t>(keys[k])].sides;
        }
    });
    std::uint32_t count = 0;
    for (std::uint32_t& first : firsts) {
        const std::uint32_t sides = first;
        first = count;
        count += sides;
    }
    // Room for cuts: of one piece more than of a trunk.
    if (!state.segs.reserve_exactly(count + count / (jobs == nullptr ? 2 : 8)) ||
        !set.reserve_exactly(count)) {
        return false;
    }
    state.segs.lengthen(count);
    in_shares(jobs, lines.size(), [&](Share part) {
        constexpr std::size_t kAhead = 16;
        for (std::size_t k = part.begin; k < part.end; ++k) {
            if (k + kAhead < part.end) {
                const auto later = static_cast<std::uint32_t>(keys[k + kAhead]);
                prefetch(&lines[later]);
                prefetch(&planes[later]);
            }
            const auto i = static_cast<std::uint32_t>(keys[k]);
            set_segs(state, lines[i], planes[i], firsts[k]);
        }
    });
    for (std::uint32_t i = 0; i < count; ++i) (void)set.push(i);
    return true;
}

}  // namespace

bool prepare(const MapView& map, State& state, Jobs* jobs, Pool<std::uint32_t>& set,
             Reporter& reporter) noexcept {
    if (!round_vertices(map, state, reporter)) return false;
    Pool<Line> lines(state.scratch);
    Pool<std::uint32_t> planes(state.scratch);
    Pool<std::uint64_t> order(state.scratch);
    if (!gather_lines(map, state, jobs, lines)) return false;
    const std::size_t count = lines.size();
    if (count == 0) {
        reporter.add(Rule::nodes_empty, LumpPlace{});
        return false;
    }
    {
        Pool<Line> other(state.scratch);
        if (jobs != nullptr && !other.reserve_exactly(count)) return false;
        sort_in_shares(jobs, lines.data(), count, other.data());
    }
    // Twice the keys: the second half is room to sort them in.
    if (!number_planes(state, jobs, lines, planes) || !order.reserve_exactly(2 * count)) {
        return false;
    }
    order.lengthen(2 * count);
    in_shares(jobs, count, [&](Share part) {
        for (std::size_t i = part.begin; i < part.end; ++i) {
            order[i] = curve_key(state.points[lines[i].v1], state.points[lines[i].v2],
                                 static_cast<std::uint32_t>(i));
        }
    });
    sort_in_shares(jobs, order.data(), count, order.data() + count);
    return make_segs(state, jobs, lines, planes, order.data(), set);
}

}  // namespace flatline::engine::nodes
