// Slopes along lines: from the height of the sector on the other side to the sector's own height.
#include <algorithm>
#include <cmath>

#include "base/orientation.hpp"
#include "level/slope_pass.hpp"

namespace flatline::engine::level {
namespace {

std::uint8_t srb2_flags(std::int32_t arg) noexcept {
    return static_cast<std::uint8_t>(((arg & 1) != 0 ? FLATLINE_PLANE_NO_PHYSICS : 0) |
                                     ((arg & 2) != 0 ? FLATLINE_PLANE_DYNAMIC : 0));
}
constexpr std::int32_t kCopyToOther = 4;  // of arg2 of special 700

}  // namespace

// How far a sector reaches from the line that slopes it.
struct SlopePass::Reach {
    std::uint32_t sector, other;
    flatline_vertex far;  // the vertex furthest from the line
    double x, y;          // unit, across the line into the sector
    double extent;        // distance of `far`
};

void SlopePass::slope_lines() noexcept {
    for (const SlopeLine& at : work_.lines) {
        const std::int32_t(&args)[5] = g_.linedefs[at.line].arg;
        // 0 is none, 1 front, 2 back: the bits kFront and kBack. ZDoom looks at two bits only.
        const auto zdoom = [](std::int32_t arg) {
            return static_cast<std::uint8_t>((arg & 3) != 3 ? arg & 3 : 0);
        };
        const auto within = [](std::int32_t arg, std::int32_t most) {
            return static_cast<std::uint8_t>(arg >= 0 && arg <= most ? arg : 0);
        };
        switch (at.row->rule) {
            case LineRule::align_zdoom:
                align(at, zdoom(args[0]), zdoom((args[1] & 3) != 0 ? args[1] : args[0] >> 2));
                break;
            case LineRule::align_eternity:
                align(at, within(args[0], kFront | kBack), within(args[1], kFront | kBack));
                break;
            case LineRule::align_srb2:
                align(at, within(args[0], kBack), within(args[1], kBack));
                break;
            case LineRule::align_fixed:
                align(at, at.row->floor, at.row->ceiling);
                break;
            case LineRule::vertices_srb2:
                slope_by_vertices(at);
                break;
            default:
                break;  // the copies are another step
        }
        if (stopped()) return;
    }
}

void SlopePass::align(const SlopeLine& at, std::uint8_t floor, std::uint8_t ceiling) noexcept {
    const flatline_linedef& line = g_.linedefs[at.line];
    if ((floor | ceiling) == 0) return;
    if (line.sideback == FLATLINE_NONE) {
        report(Rule::slope_one_sided, FLATLINE_LINEDEF, at.line);
        return;
    }
    for (const std::uint8_t side : {kFront, kBack}) {
        if (((floor | ceiling) & side) == 0) continue;
        Reach reach;
        if (!find_reach(at, side == kFront, reach)) {
            if (stopped()) return;
            report(Rule::slope_no_extent, FLATLINE_LINEDEF, at.line, reach.sector);
            continue;
        }
        for (const Surface surface : {Surface::floor, Surface::ceiling}) {
            const std::uint8_t sides = surface == Surface::floor ? floor : ceiling;
            if ((sides & side) == 0 || !align_plane(at, reach, surface)) continue;
            if (at.row->rule == LineRule::align_srb2 && (line.arg[2] & kCopyToOther) != 0 &&
                !planes_.is_sloped(reach.other, surface)) {
                copy(reach.sector, reach.other, surface);
            }
        }
    }
}

bool SlopePass::find_reach(const SlopeLine& at, bool front, Reach& reach) noexcept {
    const flatline_linedef& line = g_.linedefs[at.line];
    reach.sector = front ? g_.front_sector(line) : g_.back_sector(line);
    reach.other = front ? g_.back_sector(line) : g_.front_sector(line);
    const View<std::uint32_t> lines = g_.lines_of(reach.sector);
    if (!spend(lines.size())) return false;
    const flatline_vertex& a = g_.vertices[line.v1];
    const flatline_vertex& b = g_.vertices[line.v2];
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    double most = 0;  // distance times the length of the line: twice an area
    reach.far = a;
    for (const std::uint32_t i : lines) {
        if (!counts(g_.linedefs[i])) continue;
        for (const std::uint32_t vertex : {g_.linedefs[i].v1, g_.linedefs[i].v2}) {
            const flatline_vertex& v = g_.vertices[vertex];
            const double area = std::fabs((a.y - v.y) * dx - (a.x - v.x) * dy);
            if (area > most) {
                most = area;
                reach.far = v;
            }
        }
    }
    // Exact: a vertex on the line must not count because rounding gave it a distance.
    if (orientation(a.x, a.y, b.x, b.y, reach.far.x, reach.far.y) == 0) return false;
    const double length = std::sqrt(dx * dx + dy * dy);
    const double turn = front ? 1 : -1;  // the front is to the right
    reach.x = turn * dy / length;
    reach.y = turn * -dx / length;
    reach.extent = most / length;
    return true;
}

// GZDoom lays the plane through the far vertex, on whichever side of the line that is. SRB2 and
// Eternity always rise into the sector. The two differ only where a sector reaches further behind
// the line than in front of it.
bool SlopePass::align_plane(const SlopeLine& at, const Reach& reach, Surface surface) noexcept {
    const flatline_linedef& line = g_.linedefs[at.line];
    const double own = planes_.height(reach.sector, surface);
    const double other = planes_.height(reach.other, surface);
    const Point3 v1 = this->at(g_.vertices[line.v1], other);
    flatline_plane plane;
    bool made = false;
    if (at.row->rule == LineRule::align_zdoom) {
        const Point3 v2 = this->at(g_.vertices[line.v2], other);
        made = plane_through(v1, v2, this->at(reach.far, own), surface, plane);
    } else {
        const double rise = (own - other) / reach.extent;
        made = plane_at(-rise * reach.x, -rise * reach.y, 1, v1, surface, plane);
    }
    if (!made) {
        report(Rule::slope_vertical, FLATLINE_LINEDEF, at.line);
        return false;
    }
    const std::uint8_t flags =
        at.row->rule == LineRule::align_srb2 ? srb2_flags(line.arg[2]) : std::uint8_t{0};
    planes_.set(reach.sector, surface, plane, {at.line, FLATLINE_PLANE_LINE, flags, 0}, true);
    return true;
}

// SRB2 looks through all things in order. It gives each thing to the first of the three tags that
// the thing has and that has no thing yet.
bool SlopePass::find_slope_vertices(const flatline_linedef& line, const SlopeVertexTag* (&found)[3],
                                    std::uint32_t index) noexcept {
    const auto& all = work_.vertex_tags;
    const SlopeVertexTag* next[3];
    std::int16_t tags[3];
    for (int i = 0; i < 3; ++i) {
        tags[i] = static_cast<std::int16_t>(line.arg[1 + i]);  // SRB2's tags have 16 bits
        next[i] = std::lower_bound(
            all.begin(), all.end(), tags[i],
            [](const SlopeVertexTag& entry, std::int16_t tag) { return entry.tag < tag; });
        found[i] = nullptr;
    }
    for (;;) {
        int slot = -1;
        for (int i = 0; i < 3; ++i) {
            if (found[i] != nullptr || next[i] == all.end() || next[i]->tag != tags[i]) continue;
            if (slot < 0 || next[i]->thing < next[slot]->thing) slot = i;
        }
        if (slot < 0) break;
        const std::uint32_t thing = next[slot]->thing;
        found[slot] = next[slot];
        // The thing is used up for the other slots. A slot that has a thing needs no next one.
        for (int i = 0; i < 3; ++i) {
            if (found[i] == nullptr && next[i] != all.end() && next[i]->thing == thing) ++next[i];
        }
    }
    for (int i = 0; i < 3; ++i) {
        if (found[i] != nullptr) continue;
        report(Rule::slope_vertex_missing, FLATLINE_LINEDEF, index, tags[i]);
        return false;
    }
    return true;
}

void SlopePass::slope_by_vertices(const SlopeLine& at) noexcept {
    const flatline_linedef& line = g_.linedefs[at.line];
    const std::int32_t which = line.arg[0];  // front floor, front ceiling, back floor, back ceiling
    if (which < 0 || which > 3) return;
    const Surface surface = (which & 1) == 0 ? Surface::floor : Surface::ceiling;
    const std::uint32_t sector = which < 2 ? g_.front_sector(line) : g_.back_sector(line);
    if (sector == FLATLINE_NONE) {
        report(Rule::slope_one_sided, FLATLINE_LINEDEF, at.line);
        return;
    }
    const SlopeVertexTag* vertices[3];
    if (!find_slope_vertices(line, vertices, at.line)) return;
    Point3 points[3];
    for (int i = 0; i < 3; ++i) {
        const flatline_thing& thing = in_.things[vertices[i]->thing];
        // SRB2 reads places and heights of things as integers.
        points[i] = {std::trunc(thing.x), std::trunc(thing.y), std::trunc(thing.height)};
        if (thing.arg[0] != 0) continue;  // absolute
        if (vertices[i]->sector == FLATLINE_NONE) {
            report(Rule::slope_thing_outside, FLATLINE_THING, vertices[i]->thing);
            return;
        }
        points[i].z += planes_.height(vertices[i]->sector, Surface::floor);
    }
    const auto& [p, q, r] = points;
    flatline_plane plane;
    if (orientation(p.x, p.y, q.x, q.y, r.x, r.y) == 0) {
        report(Rule::slope_collinear, FLATLINE_LINEDEF, at.line);
    } else if (!plane_through(p, q, r, surface, plane)) {
        report(Rule::slope_vertical, FLATLINE_LINEDEF, at.line);
    } else {
        planes_.set(sector, surface, plane,
                    {at.line, FLATLINE_PLANE_LINE, srb2_flags(line.arg[4]), 0}, true);
    }
}

}  // namespace flatline::engine::level
