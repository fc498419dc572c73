// Rules about vertices, and which of them share a place.
#include <bit>
#include <cmath>

#include "base/bits.hpp"
#include "base/distance.hpp"
#include "base/keyed_hash.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

std::uint64_t hash_of(const HashKey& key, const flatline_vertex& v) noexcept {
    WordHash hash = key.words();
    hash.add(bit_cast<std::uint64_t>(v.x + 0.0));  // the sum makes a zero of minus zero
    hash.add(bit_cast<std::uint64_t>(v.y + 0.0));
    return hash.finish();
}

void mark_vertices_of_lines(Context& context) noexcept {
    const Map& map = context.map;
    for (const flatline_linedef& line : map.linedefs()) {
        const flatline_vertex a = map.vertices()[line.v1];
        const flatline_vertex b = map.vertices()[line.v2];
        if (a.x == b.x && a.y == b.y) continue;
        context.geometry.in_line[line.v1] = context.geometry.in_line[line.v2] = 1;
    }
}

// A table of places by open addressing.
bool find_places(Context& context) noexcept {
    const View<flatline_vertex> vertices = context.map.vertices();
    Scratch<std::uint32_t> table;  // vertices, plus 1
    const std::size_t room = std::bit_ceil(2 * vertices.size() + 2);
    if (!context.take_zeroed(room, table)) return false;
    const HashKey key(context.options.memory, table.data());
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        context.geometry.places[i] = i;
        if (context.geometry.in_line[i] == 0) continue;
        // Not once a slot, because their number depends on the key.
        if (!context.spend()) return false;
        auto at = static_cast<std::size_t>(hash_of(key, vertices[i])) & (room - 1);
        for (;; at = (at + 1) & (room - 1)) {
            if (table[at] == 0) {
                table[at] = i + 1;
                break;
            }
            const flatline_vertex& other = vertices[table[at] - 1];
            if (other.x != vertices[i].x || other.y != vertices[i].y) continue;
            context.geometry.places[i] = table[at] - 1;
            break;
        }
    }
    return true;
}

// The lines that a vertex lies on: their number and the lowest.
struct OnLines {
    std::uint32_t lowest = FLATLINE_NONE;
    std::uint32_t count = 0;
};

bool is_on(const flatline_vertex& v, const Segment& s) noexcept {
    // Without a branch for each: most lines near a vertex end there or are apart from it.
    const unsigned is_end = (unsigned{v.x == s.x1} & unsigned{v.y == s.y1}) |
                            (unsigned{v.x == s.x2} & unsigned{v.y == s.y2});
    const unsigned is_apart =
        unsigned{v.x < s.left() - kTouch} | unsigned{v.x > s.right() + kTouch} |
        unsigned{v.y < s.bottom() - kTouch} | unsigned{v.y > s.top() + kTouch};
    if ((is_end | is_apart) != 0) return false;
    return compare_segment_distance(v.x, v.y, s.x1, s.y1, s.x2, s.y2, kTouch) <= 0 &&
           compare_distance(v.x, v.y, s.x1, s.y1, kTouch) > 0 &&
           compare_distance(v.x, v.y, s.x2, s.y2, kTouch) > 0;
}

// Also marks the lines. False where the steps are spent.
bool find_lines(Context& context, std::uint32_t vertex, OnLines& found) noexcept {
    const flatline_vertex& v = context.map.vertices()[vertex];
    const View<std::uint32_t> near = context.geometry.grid.lines_at(v.x, v.y);
    if (!context.spend(near.size())) return false;
    for (const std::uint32_t line : near) {
        if (!is_on(v, context.geometry.grid[line])) continue;
        if (found.count++ == 0) found.lowest = line;
        context.geometry.troubled[line] |= kHoldsVertex;
    }
    return true;
}

}  // namespace

bool need_places(Context& context) noexcept {
    GeometryCache& geometry = context.geometry;
    if (geometry.has_places) return true;
    const std::size_t vertices = context.map.vertices().size();
    if (!context.take_zeroed(vertices, geometry.in_line)) return false;
    if (!context.take(vertices, geometry.places)) return false;
    mark_vertices_of_lines(context);
    geometry.has_places = find_places(context);
    return geometry.has_places;
}

void vertex_unused(Context& context) noexcept {
    const Map& map = context.map;
    Scratch<bool> used;
    if (!context.take_zeroed(map.vertices().size(), used)) return;
    for (const flatline_linedef& line : map.linedefs()) used[line.v1] = used[line.v2] = true;
    for (std::uint32_t i = 0; i < used.size(); ++i) {
        if (!used[i]) context.report.about(Rule::vertex_unused, {FLATLINE_VERTEX, i});
    }
}

void vertex_duplicate(Context& context) noexcept {
    if (!need_places(context)) return;
    const std::uint32_t* places = context.geometry.places.data();
    const std::size_t vertices = context.map.vertices().size();
    Scratch<std::uint32_t> lower;  // of the lowest vertex in a place: how many more came so far
    if (!context.take_zeroed(vertices, lower)) return;
    for (std::uint32_t i = 0; i < vertices; ++i) {
        if (places[i] == i) continue;
        context.report.about_pair(Rule::vertex_duplicate, {FLATLINE_VERTEX, i},
                                  {FLATLINE_VERTEX, places[i]}, lower[places[i]]++);
    }
}

void vertex_on_line(Context& context) noexcept {
    GeometryCache& geometry = context.geometry;
    if (geometry.troubled.size() != context.map.linedefs().size() &&
        !context.take_zeroed(context.map.linedefs().size(), geometry.troubled)) {
        return;
    }
    if (!need_places(context) || !geometry.grid.build(context)) return;
    for (std::uint32_t i = 0; i < geometry.in_line.size(); ++i) {
        if (geometry.in_line[i] == 0) continue;
        OnLines found;
        if (!find_lines(context, i, found)) return;
        if (found.count == 0) continue;
        geometry.in_line[geometry.places[i]] |= kOnLine;
        context.report.about_pair(Rule::vertex_on_line, {FLATLINE_VERTEX, i},
                                  {FLATLINE_LINEDEF, found.lowest}, found.count - 1);
    }
    geometry.has_vertices = true;
}

void vertex_off_grid(Context& context) noexcept {
    std::uint32_t index = 0;
    for (const flatline_vertex& v : context.map.vertices()) {
        if (v.x != std::trunc(v.x) || v.y != std::trunc(v.y)) {
            context.report.about(Rule::vertex_off_grid, {FLATLINE_VERTEX, index});
        }
        ++index;
    }
}

}  // namespace flatline::engine::sanity
