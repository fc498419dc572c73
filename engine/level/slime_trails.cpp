#include "level/slime_trails.hpp"

#include <cstring>

#include "level/port_angle.hpp"

namespace flatline::engine::level {
namespace {

constexpr std::int64_t kFarthest = 8 * 65536;  // that a vertex is drawn beside its place

// Products of ports' numbers may pass 64 bits and wrap there.
std::int64_t wrapped(std::int64_t a, std::int64_t b) noexcept {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
std::int64_t sum(std::int64_t a, std::int64_t b, std::int64_t c) noexcept {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b) +
                                     static_cast<std::uint64_t>(c));
}
std::int32_t low_bits(std::int64_t number) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
}

class Trails {
public:
    Trails(const Geometry& g, const flatline_bsp& nodes, std::int32_t rules, unsigned char* marks,
           flatline_trail_vertex* out) noexcept
        : g_(g), nodes_(nodes), rules_(rules), marks_(marks), out_(out) {}

    void run() noexcept {
        for (std::uint32_t i = 0; i < nodes_.seg_count; ++i) {
            const flatline_seg& seg = nodes_.segs[i];
            if (seg.linedef == FLATLINE_NONE) return;  // the ports stop here, too
            const flatline_linedef& line = g_.linedefs[seg.linedef];
            // The direction is that of before any vertex was moved.
            const FixedPoint a = place(line.v1);
            const FixedPoint b = place(line.v2);
            const std::int64_t dx = wrapped_difference(b.x, a.x);
            const std::int64_t dy = wrapped_difference(b.y, a.y);
            if (dx == 0 || dy == 0) continue;
            take(seg.v1, line, dx >> 16, dy >> 16);
            if (seg.v2 != seg.v1) take(seg.v2, line, dx >> 16, dy >> 16);
        }
    }

private:
    FixedPoint place(std::uint32_t vertex) const noexcept {
        return {fixed_of(g_.vertices[vertex].x), fixed_of(g_.vertices[vertex].y)};
    }

    void take(std::uint32_t vertex, const flatline_linedef& line, std::int64_t dx,
              std::int64_t dy) noexcept {
        if (marks_[vertex] != 0) return;
        marks_[vertex] = 1;
        if (vertex == line.v1 || vertex == line.v2) return;
        const std::int64_t dx2 = dx * dx;
        const std::int64_t dy2 = dy * dy;
        const std::int64_t dxy = dx * dy;
        if (dx2 + dy2 == 0) return;  // less than a unit long: a port divides by 0
        flatline_trail_vertex& moved = out_[vertex];
        const flatline_trail_vertex& end = out_[line.v1];
        const FixedPoint from{moved.x, moved.y};
        const std::int64_t across_x = wrapped(dxy, wrapped_difference(from.y, end.y));
        const std::int64_t across_y = wrapped(dxy, wrapped_difference(from.x, end.x));
        moved.drawn_x =
            low_bits(sum(wrapped(dx2, from.x), wrapped(dy2, end.x), across_x) / (dx2 + dy2));
        moved.drawn_y =
            low_bits(sum(wrapped(dy2, from.y), wrapped(dx2, end.y), across_y) / (dx2 + dy2));
        if (rules_ != FLATLINE_TRAILS_DRAWN) {
            moved.x = moved.drawn_x;
            moved.y = moved.drawn_y;
        }
        if (rules_ != FLATLINE_TRAILS_LXDOOM &&
            (is_far(moved.drawn_x, from.x) || is_far(moved.drawn_y, from.y))) {
            moved.drawn_x = from.x;
            moved.drawn_y = from.y;
        }
    }

    static bool is_far(std::int32_t a, std::int32_t b) noexcept {
        const std::int64_t apart = std::int64_t{a} - b;
        return apart > kFarthest || apart < -kFarthest;
    }

    const Geometry& g_;
    const flatline_bsp& nodes_;
    const std::int32_t rules_;
    unsigned char* marks_;
    flatline_trail_vertex* out_;
};

}  // namespace

void fill_trail_vertices(const Geometry& g, const flatline_bsp& nodes, std::int32_t rules,
                         unsigned char* marks, flatline_trail_vertex* out) noexcept {
    const std::uint64_t count = trail_vertex_count(g, nodes);
    std::memset(marks, 0, static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        const flatline_vertex& v = i < g.vertices.size() ? g.vertices[static_cast<std::size_t>(i)]
                                                         : nodes.vertices[i - g.vertices.size()];
        const FixedPoint at{fixed_of(v.x), fixed_of(v.y)};
        out[i] = {at.x, at.y, at.x, at.y};
    }
    Trails(g, nodes, rules, marks, out).run();
}

}  // namespace flatline::engine::level
