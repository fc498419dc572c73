#include "level/seg_data.hpp"

#include <algorithm>
#include <cmath>

#include "level/port_angle.hpp"

namespace flatline::engine::level {
namespace {

constexpr std::uint32_t kMostTurn = 0x80000000u / 3 / 2;  // 30 degrees

class SegNumbers {
public:
    SegNumbers(const Geometry& g, const flatline_bsp& nodes,
               const flatline_trail_vertex* trails) noexcept
        : g_(g), nodes_(nodes), trails_(trails) {}

    flatline_seg_data of(std::uint32_t i) const noexcept {
        const flatline_seg& seg = nodes_.segs[i];
        flatline_seg_data data{};
        const FixedPoint a = place(seg.v1);
        const FixedPoint b = place(seg.v2);
        if (nodes_.stored_angles != nullptr) {
            data.angle = std::uint32_t{nodes_.stored_angles[i].angle} << 16;
        } else if (seg.linedef != FLATLINE_NONE) {
            data.angle = port_angle(a, b, AngleReach::vanilla);
        }
        if (seg.linedef != FLATLINE_NONE) {
            const flatline_linedef& line = g_.linedefs[seg.linedef];
            data.offset = distance(a, place(seg.side == 0 ? line.v1 : line.v2));
        }
        const flatline_trail_vertex& from = trails_[seg.v1];
        const flatline_trail_vertex& to = trails_[seg.v2];
        const double dx = static_cast<double>(std::int64_t{to.drawn_x} - from.drawn_x);
        const double dy = static_cast<double>(std::int64_t{to.drawn_y} - from.drawn_y);
        data.half_length = static_cast<std::uint32_t>(std::sqrt(dx * dx + dy * dy) / 2.0);
        data.drawn_angle =
            port_angle({from.drawn_x, from.drawn_y}, {to.drawn_x, to.drawn_y}, AngleReach::far);
        if (angle_between(data.drawn_angle, data.angle) > kMostTurn) data.drawn_angle = data.angle;
        return data;
    }

private:
    // As a load leaves vertices, before any of them is moved.
    FixedPoint place(std::uint32_t vertex) const noexcept {
        const std::size_t own = g_.vertices.size();
        const flatline_vertex& v =
            vertex < own ? g_.vertices[vertex] : nodes_.vertices[vertex - own];
        return {fixed_of(v.x), fixed_of(v.y)};
    }

    // In single precision, as the ports have it.
    static std::int32_t distance(FixedPoint a, FixedPoint b) noexcept {
        const float dx = static_cast<float>(wrapped_difference(a.x, b.x)) / 65536.0f;
        const float dy = static_cast<float>(wrapped_difference(a.y, b.y)) / 65536.0f;
        const double squares = dx * dx + dy * dy;
        const double fixed = std::sqrt(squares) * 65536.0;
        return static_cast<std::int32_t>(std::min(fixed, 2147483647.0));
    }

    const Geometry& g_;
    const flatline_bsp& nodes_;
    const flatline_trail_vertex* trails_;
};

// Calls use(seg) for the first seg of each line of each subsector, and begin(subsector) before.
template <class Begin, class Use>
void each_subsector_line(const Geometry& g, const flatline_bsp& nodes, Share subsectors,
                         std::uint32_t* marks, const Begin& begin, const Use& use) noexcept {
    std::fill_n(marks, g.linedefs.size(), FLATLINE_NONE);
    const auto end = static_cast<std::uint32_t>(subsectors.end);
    for (auto i = static_cast<std::uint32_t>(subsectors.begin); i < end; ++i) {
        begin(i);
        const flatline_subsector& subsector = nodes.subsectors[i];
        for (std::uint32_t k = subsector.first; k < subsector.first + subsector.count; ++k) {
            const std::uint32_t line = nodes.segs[k].linedef;
            if (line == FLATLINE_NONE || marks[line] == i) continue;
            marks[line] = i;
            use(k);
        }
    }
}

}  // namespace

void fill_seg_data(const Geometry& g, const flatline_bsp& nodes,
                   const flatline_trail_vertex* trails, Share segs,
                   flatline_seg_data* out) noexcept {
    const SegNumbers numbers(g, nodes, trails);
    for (std::size_t i = segs.begin; i < segs.end; ++i) {
        out[i] = numbers.of(static_cast<std::uint32_t>(i));
    }
}

std::uint32_t count_subsector_lines(const Geometry& g, const flatline_bsp& nodes, Share subsectors,
                                    std::uint32_t* marks) noexcept {
    std::uint32_t count = 0;
    each_subsector_line(
        g, nodes, subsectors, marks, [](std::uint32_t) {}, [&](std::uint32_t) { ++count; });
    return count;
}

void fill_subsector_lines(const Geometry& g, const flatline_bsp& nodes, Share subsectors,
                          std::uint32_t* marks, std::uint32_t first, const RowsOut& out) noexcept {
    std::uint32_t next = first;
    each_subsector_line(
        g, nodes, subsectors, marks, [&](std::uint32_t i) { out.rows[i] = next; },
        [&](std::uint32_t seg) { out.items[next++] = seg; });
}

}  // namespace flatline::engine::level
