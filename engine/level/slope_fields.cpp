// Slopes given by fields: plane fields of sectors, heights of vertices.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "base/bits.hpp"
#include "base/orientation.hpp"
#include "level/slope_pass.hpp"

namespace flatline::engine::level {
namespace {

// By surface.
constexpr std::string_view kNoPhysics[2] = {"nophysics_floor", "nophysics_ceiling"};

bool is_true(const flatline_column* column, std::uint32_t element) noexcept {
    if (column == nullptr) return false;
    const std::uint32_t* end = column->elements + column->count;
    const std::uint32_t* at = std::lower_bound(column->elements, end, element);
    return at != end && *at == element && column->values.booleans[at - column->elements] != 0;
}

// Tells of most places that none of a few is there, at the cost of one look.
class PlaceFilter {
public:
    void add(double x, double y) noexcept {
        const std::uint32_t at = hash(x, y);
        bits_[at / 64] |= std::uint64_t{1} << at % 64;
    }
    /// Never false for a place that was added.
    bool may_hold(double x, double y) const noexcept {
        const std::uint32_t at = hash(x, y);
        return (bits_[at / 64] >> at % 64 & 1) != 0;
    }

private:
    static std::uint32_t hash(double x, double y) noexcept {
        const auto bits = [](double value) {  // the sum makes a zero of minus zero
            return bit_cast<std::uint64_t>(value + 0.0);
        };
        const std::uint64_t h = bits(x) * 0x9E3779B97F4A7C15u ^ bits(y) * 0xC2B2AE3D27D4EB4Fu;
        return static_cast<std::uint32_t>(h >> 52);
    }

    std::uint64_t bits_[64] = {};  // 2^12 bits
};

// A vertex without a height holds NaN, which no field can give.
bool is_set(double height) noexcept { return !std::isnan(height); }

}  // namespace

struct SlopePass::Triangle {
    std::uint32_t sector;
    std::uint32_t vertices[3];
};

void SlopePass::plane_fields() noexcept {
    plane_fields(Surface::floor);
    plane_fields(Surface::ceiling);
}

// Walks the four columns side by side, so that flat sectors are not looked at.
void SlopePass::plane_fields(Surface surface) noexcept {
    const auto s = static_cast<std::size_t>(surface);
    const flatline_column* columns[4];
    FieldId fields[4];
    for (int i = 0; i < 4; ++i) {
        fields[i] = find_field(FLATLINE_SECTOR, kPlaneFields[s][i]);
        columns[i] = find_column(in_.columns, fields[i]);
    }
    const flatline_column* no_physics = nullptr;
    if (in_.rules == SlopeRules::srb2) {
        no_physics = find_column(in_.columns, find_field(FLATLINE_SECTOR, kNoPhysics[s]));
    }
    std::uint32_t next[4] = {};
    for (;;) {
        std::uint32_t sector = FLATLINE_NONE;
        for (int i = 0; i < 4; ++i) {
            if (columns[i] == nullptr || next[i] == columns[i]->count) continue;
            sector = std::min(sector, columns[i]->elements[next[i]]);
        }
        if (sector == FLATLINE_NONE) return;
        double values[4] = {};
        int given = 0;
        int missing = 0;  // the first
        for (int i = 3; i >= 0; --i) {
            if (columns[i] == nullptr || next[i] == columns[i]->count ||
                columns[i]->elements[next[i]] != sector) {
                missing = i;
                continue;
            }
            values[i] = columns[i]->values.reals[next[i]++];
            ++given;
        }
        if (given < 4) {
            // Who wants a plane writes more than one of them; one alone is what an editor left.
            Finding finding = slope_finding(Rule::plane_partial, FLATLINE_SECTOR, sector, given, 0,
                                            fields[missing]);
            if (given == 1) finding.severity = static_cast<std::uint8_t>(Severity::note);
            findings_.add(finding);
            continue;
        }
        const auto [a, b, c, d] = values;
        flatline_plane plane;
        const bool made = in_.gzdoom_plane_d && in_.rules == SlopeRules::zdoom
                              ? make_plane_keep_d(a, b, c, d, surface, plane)
                              : make_plane(a, b, c, d, surface, plane);
        if (!made || (c > 0) != (surface == Surface::floor)) {
            report(Rule::plane_degenerate, FLATLINE_SECTOR, sector, static_cast<int>(s), 0,
                   fields[2]);
        }
        if (!made) continue;
        const std::uint8_t flags =
            is_true(no_physics, sector) ? std::uint8_t{FLATLINE_PLANE_NO_PHYSICS} : std::uint8_t{0};
        planes_.set(sector, surface, plane, {FLATLINE_NONE, FLATLINE_PLANE_FIELDS, flags, 0}, true);
    }
}

void SlopePass::vertex_heights() noexcept {
    fill_heights(Surface::floor);
    fill_heights(Surface::ceiling);
    if (work_.vertex_heights[0] == nullptr && work_.vertex_heights[1] == nullptr) return;
    for (std::size_t i = 0; i < g_.sector_count; ++i) {
        Triangle triangle;
        if (!find_triangle(i, triangle)) continue;
        for (const Surface surface : {Surface::floor, Surface::ceiling}) {
            if (work_.vertex_heights[static_cast<std::size_t>(surface)] != nullptr) {
                slope_triangle(triangle, surface);
            }
        }
    }
}

// A thing gives its height to all vertices at its place. Of several things at one place the last
// counts, and a field counts more than a thing.
void SlopePass::fill_heights(Surface surface) noexcept {
    const auto s = static_cast<std::size_t>(surface);
    double* heights = work_.vertex_heights[s];
    if (heights == nullptr) return;
    VertexThing* things = work_.vertex_things[s];
    VertexThing* end = things + work_.vertex_thing_count[s];
    PlaceFilter filter;
    for (const VertexThing* at = things; at != end; ++at) filter.add(at->x, at->y);
    std::fill_n(heights, g_.vertices.size(), std::nan(""));
    for (std::size_t i = 0; i < g_.vertices.size() && things != end; ++i) {
        const flatline_vertex& v = g_.vertices[i];
        if (!filter.may_hold(v.x, v.y)) continue;
        VertexThing* after =
            std::upper_bound(things, end, v, [](const flatline_vertex& a, const VertexThing& b) {
                return a.x != b.x ? a.x < b.x : a.y < b.y;
            });
        if (after == things || after[-1].x != v.x || after[-1].y != v.y) continue;
        heights[i] = in_.things[after[-1].thing].height;
        after[-1].used = true;
    }
    // Only the last of the things at one place is marked as used.
    bool used = false;
    for (VertexThing* at = end; at != things;) {
        --at;
        if (at + 1 == end || at->x != at[1].x || at->y != at[1].y) used = at->used;
        if (!used) report(Rule::slope_thing_no_vertex, FLATLINE_THING, at->thing);
    }
    const flatline_column* column =
        find_column(in_.columns, find_field(FLATLINE_VERTEX, kVertexHeightFields[s]));
    for (std::uint32_t i = 0; column != nullptr && i < column->count; ++i) {
        heights[column->elements[i]] = column->values.reals[i];
    }
}

// Of a sector with exactly three lines the ends of the first, then that of the second which is
// neither. False for other sectors.
bool SlopePass::find_triangle(std::size_t sector, Triangle& triangle) const noexcept {
    const flatline_linedef* lines[3];
    std::size_t count = 0;
    for (const std::uint32_t i : g_.lines_of(sector)) {
        const flatline_linedef& line = g_.linedefs[i];
        if (!counts(line)) continue;
        if (count == 3) return false;
        lines[count++] = &line;
    }
    if (count != 3) return false;
    const auto& [first, second, third] = lines;
    const bool leaves = second->v1 == first->v1 || second->v1 == first->v2;
    triangle.sector = static_cast<std::uint32_t>(sector);
    triangle.vertices[0] = first->v1;
    triangle.vertices[1] = first->v2;
    triangle.vertices[2] = leaves ? second->v2 : second->v1;
    return true;
}

void SlopePass::slope_triangle(const Triangle& triangle, Surface surface) noexcept {
    const double* heights = work_.vertex_heights[static_cast<std::size_t>(surface)];
    const std::uint32_t sector = triangle.sector;
    Point3 points[3];
    bool any = false;
    for (int i = 0; i < 3; ++i) {
        const std::uint32_t vertex = triangle.vertices[i];
        const double height = heights[vertex];
        any = any || is_set(height);
        points[i] =
            at(g_.vertices[vertex], is_set(height) ? height : planes_.height(sector, surface));
    }
    if (!any) return;
    const auto& [p, q, r] = points;
    if (orientation(p.x, p.y, q.x, q.y, r.x, r.y) == 0) {
        report(Rule::slope_collinear, FLATLINE_SECTOR, sector);
        return;
    }
    flatline_plane plane;
    if (!plane_through(p, q, r, surface, plane)) {
        report(Rule::slope_vertical, FLATLINE_SECTOR, sector);
        return;
    }
    planes_.set(sector, surface, plane, {FLATLINE_NONE, FLATLINE_PLANE_VERTICES, 0, 0}, true);
}

}  // namespace flatline::engine::level
