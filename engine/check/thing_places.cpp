// Things that are nowhere, or in a wall.
#include "base/distance.hpp"
#include "check/bodies.hpp"
#include "check/nearest_line_west.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

// Where nothing is wrong with the lines, the nearest one west tells. False if steps are spent.
bool is_outside(Context& context, double x, double y) noexcept {
    const LineGrid& grid = context.geometry.grid;
    const View<std::uint32_t> near = grid.lines_at(x, y);
    if (!context.spend(near.size())) return false;
    for (const std::uint32_t line : near) {
        const Segment& s = grid[line];
        if (compare_segment_distance(x, y, s.x1, s.y1, s.x2, s.y2, kTouch) <= 0) return false;
    }
    const std::uint32_t found =
        nearest_line_west(context, x, y, [](std::uint32_t) { return true; });
    if (context.was_cut()) return false;
    if (found == FLATLINE_NONE) return true;
    const flatline_linedef& line = context.map.linedefs()[found / 2];
    if ((found & 1) == 0 || line.sideback != FLATLINE_NONE) return false;
    // Of lines on each other it may be the wrong one.
    return need_troubled(context) && (context.geometry.troubled[found / 2] & kOverlaps) == 0;
}

// Lines that nothing walks through. False if memory is out.
bool find_walls(Context& context, Scratch<bool>& blocks) noexcept {
    const Map& map = context.map;
    if (!context.take(map.linedefs().size(), blocks)) return false;
    std::size_t index = 0;
    for (const flatline_linedef& line : map.linedefs()) {
        blocks[index++] =
            line.sideback == FLATLINE_NONE || (line.flags & FLATLINE_LINE_BLOCKING) != 0;
    }
    const flatline_column* all =
        is_zdoom(map) ? map.column(FLATLINE_LINEDEF, "blockeverything") : nullptr;
    const std::uint32_t count = all != nullptr ? all->count : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (all->values.booleans[i] != 0) blocks[all->elements[i]] = true;
    }
    return true;
}

// Whether a line crosses the inside of a square: their boxes overlap, and corners of the square lie
// on both sides of the line.
bool meets(const Segment& s, double x, double y, double half) noexcept {
    if (s.right() <= x - half || s.left() >= x + half) return false;
    if (s.top() <= y - half || s.bottom() >= y + half) return false;
    bool left = false;
    bool right = false;
    for (const double dx : {-half, half}) {
        for (const double dy : {-half, half}) {
            const int side = orientation(s.x1, s.y1, s.x2, s.y2, x + dx, y + dy);
            left = left || side > 0;
            right = right || side < 0;
        }
    }
    return left && right;
}

}  // namespace

void thing_outside(Context& context) noexcept {
    if (context.map.linedefs().empty() || !context.geometry.grid.build(context)) return;
    std::uint32_t index = 0;
    for (const flatline_thing& thing : context.map.things()) {
        if (!may_be_anywhere(context, thing.type) && is_outside(context, thing.x, thing.y)) {
            context.report.about(Rule::thing_outside, {FLATLINE_THING, index});
        }
        if (context.was_cut() || !context.goes_on()) return;
        ++index;
    }
}

void thing_stuck_in_line(Context& context) noexcept {
    const LineGrid& grid = context.geometry.grid;
    Scratch<bool> blocks;
    Scratch<std::uint32_t> met_by;  // one a line: the last thing that met it, plus 1
    if (!context.geometry.grid.build(context) || !find_walls(context, blocks)) return;
    if (!context.take_zeroed(blocks.size(), met_by)) return;
    const View<flatline_thing> things = context.map.things();
    for (std::uint32_t i = 0; i < things.size(); ++i) {
        const flatline_thing& thing = things[i];
        const Body body = body_of(context, thing.type);
        const double half = body.radius - body.slack;
        if (!body.stays_out_of_walls || half <= 0) continue;
        std::uint32_t lowest = FLATLINE_NONE;
        std::uint32_t count = 0;
        const LineGrid::Cells box =
            grid.cells_of(thing.x - half, thing.y - half, thing.x + half, thing.y + half);
        for (std::uint32_t row = box.first_row; row <= box.last_row; ++row) {
            for (std::uint32_t column = box.first_column; column <= box.last_column; ++column) {
                const View<std::uint32_t> lines = grid.lines_in(column, row);
                if (!context.spend(1 + lines.size())) return;
                for (const std::uint32_t line : lines) {
                    if (!blocks[line] || met_by[line] == i + 1) continue;
                    if (!meets(grid[line], thing.x, thing.y, half)) continue;
                    met_by[line] = i + 1;
                    lowest = std::min(lowest, line);
                    ++count;
                }
            }
        }
        if (count == 0) continue;
        context.report.about_pair(Rule::thing_stuck_in_line, {FLATLINE_THING, i},
                                  {FLATLINE_LINEDEF, lowest}, count - 1);
    }
}

}  // namespace flatline::engine::sanity
