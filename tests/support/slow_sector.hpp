// Where a point is, found slowly: how often a ray crosses the border of every sector.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "nodes/decode.hpp"

namespace slow_sector {

/// Answers for one map. A sector is unsafe where it is not closed (a vertex that its border enters
/// more often than it leaves it), has a line with both sides in it, or a line that crosses or
/// covers another, or (in small maps) a face at which counting finds another sector than the side
/// says: there, counting says nothing.
class SlowSector {
public:
    SlowSector(const flatline::engine::nodes::MapView& map, std::size_t sectors)
        : map_(map), odd_(sectors), unsafe_(sectors) {
        struct End {
            std::uint32_t sector, vertex;
            int way;
        };
        std::vector<End> ends;
        const auto edge = [&](std::uint32_t side, std::uint32_t from, std::uint32_t to) {
            const std::uint32_t sector = map_.sidedefs[side].sector;
            ends.push_back({sector, same_place(from), 1});
            ends.push_back({sector, same_place(to), -1});
        };
        sort_places();
        for (const flatline_linedef& line : map_.linedefs) {
            edge(line.sidefront, line.v1, line.v2);
            if (line.sideback == FLATLINE_NONE) continue;
            edge(line.sideback, line.v2, line.v1);
            const std::uint32_t front = map_.sidedefs[line.sidefront].sector;
            if (front == map_.sidedefs[line.sideback].sector) unsafe_[front] = 1;
        }
        std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
            return a.sector != b.sector ? a.sector < b.sector : a.vertex < b.vertex;
        });
        for (std::size_t i = 0; i < ends.size();) {
            int sum = 0;
            const std::size_t first = i;
            for (; i < ends.size() && ends[i].sector == ends[first].sector &&
                   ends[i].vertex == ends[first].vertex;
                 ++i) {
                sum += ends[i].way;
            }
            if (sum != 0) unsafe_[ends[first].sector] = 1;
        }
        mark_crossings();
        if (map_.linedefs.size() <= kSmallMap) mark_contradictions();
    }

    static constexpr std::uint32_t kVoid = 0xFFFFFFFF;
    static constexpr std::uint32_t kAmbiguous = 0xFFFFFFFE;

    /// The sector around the point; kVoid in none, kAmbiguous within a unit of a line, in several
    /// sectors, or in an unsafe sector.
    std::uint32_t find(double x, double y) {
        if (!count(x, y, 1)) return kAmbiguous;
        const std::uint32_t found = only_odd();
        return found < kAmbiguous && unsafe_[found] != 0 ? kAmbiguous : found;
    }

    bool unsafe(std::uint32_t sector) const { return unsafe_[sector] != 0; }

private:
    static constexpr std::size_t kSmallMap = 3000;

    // How often the ray meets each sector; false if the point is too near to a line.
    bool count(double x, double y, double clearance) {
        std::fill(odd_.begin(), odd_.end(), 0);
        for (const flatline_linedef& line : map_.linedefs) {
            const flatline_vertex& a = map_.vertices[line.v1];
            const flatline_vertex& b = map_.vertices[line.v2];
            if (clearance > 0 && distance(x, y, a, b) < clearance) return false;
            if ((a.y > y) == (b.y > y)) continue;
            if (a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) < x) continue;
            const std::uint32_t front = map_.sidedefs[line.sidefront].sector;
            odd_[front] ^= 1;
            if (line.sideback != FLATLINE_NONE) odd_[map_.sidedefs[line.sideback].sector] ^= 1;
        }
        return true;
    }

    std::uint32_t only_odd() const {
        std::uint32_t found = kVoid;
        for (std::uint32_t i = 0; i < odd_.size(); ++i) {
            if (odd_[i] == 0) continue;
            if (found != kVoid) return kAmbiguous;
            found = i;
        }
        return found;
    }

    // Nested sectors that claim the same ground: seen from just beside the middle of each face.
    void mark_contradictions() {
        for (const flatline_linedef& line : map_.linedefs) {
            const flatline_vertex& a = map_.vertices[line.v1];
            const flatline_vertex& b = map_.vertices[line.v2];
            const double length = std::hypot(b.x - a.x, b.y - a.y);
            for (const double side : {1.0, -1.0}) {
                const std::uint32_t face = side > 0 ? line.sidefront : line.sideback;
                if (face == FLATLINE_NONE || length == 0) continue;
                // Not quite the middle, where a ray likes to meet vertices.
                const double off = side * 0.001 / length;
                count(a.x + (b.x - a.x) * 0.4871 + (b.y - a.y) * off,
                      a.y + (b.y - a.y) * 0.4871 - (b.x - a.x) * off, 0);
                const std::uint32_t sector = map_.sidedefs[face].sector;
                if (only_odd() == sector) continue;
                unsafe_[sector] = 1;
                for (std::size_t i = 0; i < odd_.size(); ++i) {
                    if (odd_[i] != 0) unsafe_[i] = 1;
                }
            }
        }
    }

    static double distance(double x, double y, const flatline_vertex& a, const flatline_vertex& b) {
        const double dx = b.x - a.x;
        const double dy = b.y - a.y;
        const double length2 = dx * dx + dy * dy;
        double t = length2 > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / length2 : 0;
        t = std::clamp(t, 0.0, 1.0);
        return std::hypot(x - a.x - t * dx, y - a.y - t * dy);
    }

    static double turn(const flatline_vertex& a, const flatline_vertex& b,
                       const flatline_vertex& c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    }

    // Whether two lines have more in common than a point at an end of one of them.
    bool cross(const flatline_linedef& l, const flatline_linedef& m) const {
        const flatline_vertex& a = map_.vertices[l.v1];
        const flatline_vertex& b = map_.vertices[l.v2];
        const flatline_vertex& c = map_.vertices[m.v1];
        const flatline_vertex& d = map_.vertices[m.v2];
        const double c_side = turn(a, b, c);
        const double d_side = turn(a, b, d);
        if (c_side == 0 && d_side == 0) {
            const double dx = b.x - a.x;
            const double dy = b.y - a.y;
            const double from = (c.x - a.x) * dx + (c.y - a.y) * dy;
            const double to = (d.x - a.x) * dx + (d.y - a.y) * dy;
            return std::min(std::max(from, to), dx * dx + dy * dy) >
                   std::max(std::min(from, to), 0.0);
        }
        const double a_side = turn(c, d, a);
        const double b_side = turn(c, d, b);
        return (c_side < 0) != (d_side < 0) && (a_side < 0) != (b_side < 0) && c_side != 0 &&
               d_side != 0 && a_side != 0 && b_side != 0;
    }

    void mark_crossings() {
        struct Range {
            double left, right, bottom, top;
            std::uint32_t line;
        };
        std::vector<Range> ranges;
        for (std::uint32_t i = 0; i < map_.linedefs.size(); ++i) {
            const flatline_vertex& a = map_.vertices[map_.linedefs[i].v1];
            const flatline_vertex& b = map_.vertices[map_.linedefs[i].v2];
            ranges.push_back({std::min(a.x, b.x), std::max(a.x, b.x), std::min(a.y, b.y),
                              std::max(a.y, b.y), i});
        }
        std::sort(ranges.begin(), ranges.end(),
                  [](const Range& a, const Range& b) { return a.left < b.left; });
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            const Range& r = ranges[i];
            for (std::size_t k = i + 1; k < ranges.size() && ranges[k].left <= r.right; ++k) {
                if (ranges[k].bottom > r.top || ranges[k].top < r.bottom) continue;
                const flatline_linedef& l = map_.linedefs[r.line];
                const flatline_linedef& m = map_.linedefs[ranges[k].line];
                if (!cross(l, m)) continue;
                for (const flatline_linedef* line : {&l, &m}) {
                    unsafe_[map_.sidedefs[line->sidefront].sector] = 1;
                    if (line->sideback == FLATLINE_NONE) continue;
                    unsafe_[map_.sidedefs[line->sideback].sector] = 1;
                }
            }
        }
    }

    // Vertices at one place count as one.
    void sort_places() {
        place_.resize(map_.vertices.size());
        std::vector<std::uint32_t> order(place_.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        const auto& v = map_.vertices;
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return v[a].x != v[b].x ? v[a].x < v[b].x : v[a].y < v[b].y;
        });
        for (std::size_t i = 0; i < order.size(); ++i) {
            const bool same =
                i > 0 && v[order[i]].x == v[order[i - 1]].x && v[order[i]].y == v[order[i - 1]].y;
            place_[order[i]] = same ? place_[order[i - 1]] : order[i];
        }
    }
    std::uint32_t same_place(std::uint32_t vertex) const { return place_[vertex]; }

    const flatline::engine::nodes::MapView map_;
    std::vector<char> odd_;
    std::vector<char> unsafe_;
    std::vector<std::uint32_t> place_;
};

}  // namespace slow_sector
