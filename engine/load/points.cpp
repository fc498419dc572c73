#include "load/points.hpp"

#include <algorithm>
#include <limits>

#include "base/list.hpp"

namespace flatline::engine {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

struct PointRequest {
    std::uint32_t side;
    std::size_t owner;
};

flatline_vertex middle(const Map& map, const flatline_linedef& line) noexcept {
    const flatline_vertex a = map.vertices()[line.v1];
    const flatline_vertex b = map.vertices()[line.v2];
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

flatline_vertex middle_of_sector(const Map& map, std::uint32_t sector) noexcept {
    const View<std::uint32_t> lines = map.sector_lines(sector);
    if (lines.empty()) return {kNowhere, kNowhere};
    flatline_vertex low = map.vertices()[map.linedefs()[lines[0]].v1];
    flatline_vertex high = low;
    for (const std::uint32_t i : lines) {
        const flatline_linedef& line = map.linedefs()[i];
        for (const std::uint32_t end : {line.v1, line.v2}) {
            const flatline_vertex v = map.vertices()[end];
            low = {std::min(low.x, v.x), std::min(low.y, v.y)};
            high = {std::max(high.x, v.x), std::max(high.y, v.y)};
        }
    }
    return {(low.x + high.x) / 2, (low.y + high.y) / 2};
}

flatline_vertex point_of(const Map& map, std::uint8_t element, std::uint32_t index) noexcept {
    const flatline_arrays& arrays = map.arrays();
    if (element == FLATLINE_VERTEX && index < arrays.vertex_count) return arrays.vertices[index];
    if (element == FLATLINE_LINEDEF && index < arrays.linedef_count) {
        return middle(map, arrays.linedefs[index]);
    }
    if (element == FLATLINE_SECTOR && index < arrays.sector_count) {
        return middle_of_sector(map, index);
    }
    if (element == FLATLINE_THING && index < arrays.thing_count) {
        return {arrays.things[index].x, arrays.things[index].y};
    }
    return {kNowhere, kNowhere};
}

// Sides do not know their lines: one pass over all lines answers for all sides.
void find_sides(const Map& map, List<PointRequest>& requests, flatline_location* out) noexcept {
    const auto before = [](const PointRequest& a, const PointRequest& b) {
        return a.side < b.side;
    };
    std::sort(requests.begin(), requests.end(), before);
    for (const flatline_linedef& line : map.linedefs()) {
        for (const std::uint32_t side : {line.sidefront, line.sideback}) {
            const PointRequest wanted{side, 0};
            PointRequest* r = std::lower_bound(requests.begin(), requests.end(), wanted, before);
            for (; r != requests.end() && r->side == side; ++r) {
                flatline_vertex& point = out[r->owner].point;
                if (point.x != point.x) point = middle(map, line);
            }
        }
    }
}

}  // namespace

void find_points(const Map& map, View<Finding> findings, flatline_location* out) noexcept {
    List<PointRequest> sides;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& f = findings[i];
        out[i].point = point_of(map, f.element, f.index);
        const bool is_side = f.element == FLATLINE_SIDEDEF && f.index != FLATLINE_NONE;
        if (is_side && !sides.push({f.index, i})) return;
    }
    if (!sides.empty()) find_sides(map, sides, out);
}

}  // namespace flatline::engine
