// Things that slope the sector where they stand, or the sector beside a line.
#include <algorithm>

#include "base/orientation.hpp"
#include "level/slope_pass.hpp"
#include "model/planes.hpp"
#include "model/runtime.hpp"

namespace flatline::engine::level {
namespace {

// A plane through a line and a thing costs as much as looking at so many lines.
constexpr std::uint64_t kStepsOfAPlane = 16;

}  // namespace

void SlopePass::slope_things() noexcept {
    for (const SlopeThing& at : work_.things) {
        if (at.row->step != SlopeStep::slope_things) continue;
        if (at.sector == FLATLINE_NONE) {
            report(Rule::slope_thing_outside, FLATLINE_THING, at.thing);
            continue;
        }
        switch (at.row->rule) {
            case ThingRule::line_id:
                slope_to_lines(at);
                break;
            case ThingRule::line_argument:
                slope_to_own_line(at);
                break;
            default:
                tilt(at);
                break;
        }
        if (stopped()) return;
    }
}

// For each line with the id, slopes the sector on the thing's side of the line. That need not be
// the sector where the thing stands.
void SlopePass::slope_to_lines(const SlopeThing& at) noexcept {
    const flatline_thing& thing = in_.things[at.thing];
    const Surface surface = at.row->surface;
    const View<std::uint32_t> lines = find_tag(work_.line_ids, thing.arg[0]);
    if (lines.empty()) {
        report(Rule::slope_line_missing, FLATLINE_THING, at.thing, thing.arg[0]);
        return;
    }
    if (!spend(kStepsOfAPlane * lines.size())) return;
    const double z = thing.height + z_at(planes_.get(at.sector, surface), thing.x, thing.y);
    for (const std::uint32_t index : lines) {
        const flatline_linedef& line = g_.linedefs[index];
        if (!counts(line)) continue;
        const flatline_vertex& a = g_.vertices[line.v1];
        const flatline_vertex& b = g_.vertices[line.v2];
        const bool front = orientation(a.x, a.y, b.x, b.y, thing.x, thing.y) <= 0;
        const std::uint32_t sector = front ? g_.front_sector(line) : g_.back_sector(line);
        if (sector == FLATLINE_NONE) {
            report(Rule::slope_one_sided, FLATLINE_LINEDEF, index);
            continue;
        }
        const flatline_plane plane = planes_.get(sector, surface);
        const double heights[2] = {z_at(plane, a.x, a.y), z_at(plane, b.x, b.y)};
        if (!slope_to_line(at, index, sector, heights, z)) return;
    }
}

// Vavoom's way: slopes to the first line of the thing's own sector whose arg0 is the thing's id.
void SlopePass::slope_to_own_line(const SlopeThing& at) noexcept {
    const flatline_thing& thing = in_.things[at.thing];
    const View<std::uint32_t> lines = g_.lines_of(at.sector);
    if (!spend(lines.size())) return;
    const std::uint32_t* line = std::find_if(lines.begin(), lines.end(), [&](std::uint32_t index) {
        return g_.linedefs[index].arg[0] == thing.id && counts(g_.linedefs[index]);
    });
    if (line == lines.end()) {
        report(Rule::slope_line_missing, FLATLINE_THING, at.thing, thing.id);
        return;
    }
    const double height = planes_.height(at.sector, at.row->surface);
    slope_to_line(at, *line, at.sector, {height, height}, thing.height);
}

// Makes the plane through both ends of a line at `heights` and through the thing at `z`. False
// where the thing lies on the line: GZDoom then looks at no further line.
bool SlopePass::slope_to_line(const SlopeThing& at, std::uint32_t line, std::uint32_t sector,
                              const double (&heights)[2], double z) noexcept {
    const flatline_thing& thing = in_.things[at.thing];
    const flatline_vertex& a = g_.vertices[g_.linedefs[line].v1];
    const flatline_vertex& b = g_.vertices[g_.linedefs[line].v2];
    if (orientation(a.x, a.y, b.x, b.y, thing.x, thing.y) == 0) {
        report(Rule::slope_thing_on_line, FLATLINE_THING, at.thing, line);
        return false;
    }
    flatline_plane plane;
    if (plane_through(this->at(a, heights[0]), this->at(b, heights[1]), {thing.x, thing.y, z},
                      at.row->surface, plane)) {
        planes_.set(sector, at.row->surface, plane, {at.thing, FLATLINE_PLANE_THING, 0, 0}, true);
    } else {
        report(Rule::slope_vertical, FLATLINE_THING, at.thing);
    }
    return true;
}

// The thing's angle is the direction, arg0 the tilt: 90 degrees is level, more rises in that
// direction.
void SlopePass::tilt(const SlopeThing& at) noexcept {
    const flatline_thing& thing = in_.things[at.thing];
    const Surface surface = at.row->surface;
    const double z = thing.height + z_at(planes_.get(at.sector, surface), thing.x, thing.y);
    const int degrees = std::clamp(thing.arg[0], 1, 179);
    const Direction up = direction_of(surface == Surface::floor ? degrees : degrees + 180);
    const Direction compass = direction_of(thing.angle);
    flatline_plane plane;
    if (plane_at(up.x * compass.x, up.x * compass.y, up.y, {thing.x, thing.y, z}, surface, plane)) {
        planes_.set(at.sector, surface, plane, {at.thing, FLATLINE_PLANE_THING, 0, 0}, true);
    } else {
        report(Rule::slope_vertical, FLATLINE_THING, at.thing);
    }
}

}  // namespace flatline::engine::level
