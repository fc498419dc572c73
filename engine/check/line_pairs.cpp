// Lines that lie on each other or cross.
#include <cmath>

#include "base/compiler.hpp"
#include "base/distance.hpp"
#include "base/orientation.hpp"
#include "base/work.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

enum class Intersection : std::uint8_t { none, overlap, cross };

struct Point {
    double x, y;
};

bool is_on(const Point& p, const Segment& s) noexcept {
    return compare_segment_distance(p.x, p.y, s.x1, s.y1, s.x2, s.y2, kTouch) <= 0;
}

int side_of(const Segment& s, const Point& p) noexcept {
    return orientation(s.x1, s.y1, s.x2, s.y2, p.x, p.y);
}

// The vertices of a line.
struct Ends {
    std::uint32_t first, second;
};

// Where the ends of `b` are from the straight through `a`, in doubles.
struct Sides {
    double first, second;  // 0 where the end is as near as the tolerance, or nearly so
};
Sides sides_of(const Segment& a, const Segment& b) noexcept {
    const double dx = a.x2 - a.x1;
    const double dy = a.y2 - a.y1;
    const double first = dx * (b.y1 - a.y1) - dy * (b.x1 - a.x1);
    const double second = dx * (b.y2 - a.y1) - dy * (b.x2 - a.x1);
    // More than the tolerance and all rounding: each product of two differences is off by less
    // than 2^-51 of it.
    const double size = std::max({std::fabs(b.x1 - a.x1), std::fabs(b.y1 - a.y1),
                                  std::fabs(b.x2 - a.x1), std::fabs(b.y2 - a.y1)});
    const double length = std::fabs(dx) + std::fabs(dy);
    const double slack = length * (2 * kTouch + size * 0x1p-50);
    return {std::fabs(first) > slack ? first : 0, std::fabs(second) > slack ? second : 0};
}

// Exact, for the few pairs that the filter leaves.
Intersection look_closely(const Segment& a, const Segment& b) noexcept {
    const Point ends[4] = {{a.x1, a.y1}, {a.x2, a.y2}, {b.x1, b.y1}, {b.x2, b.y2}};
    Point on[4];
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        if (is_on(ends[i], i < 2 ? b : a)) on[count++] = ends[i];
    }
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < i; ++j) {
            if (compare_distance(on[i].x, on[i].y, on[j].x, on[j].y, kTouch) > 0) {
                return Intersection::overlap;
            }
        }
    }
    if (count != 0) return Intersection::none;
    const bool crossed = side_of(a, ends[2]) * side_of(a, ends[3]) < 0 &&
                         side_of(b, ends[0]) * side_of(b, ends[1]) < 0;
    return crossed ? Intersection::cross : Intersection::none;
}

// The other ends of two lines as seen from one that they share. False if they share none.
bool find_legs(const Segment& a, const Segment& b, Point (&legs)[2]) noexcept {
    const bool first_first = a.x1 == b.x1 && a.y1 == b.y1;
    const bool first_second = a.x1 == b.x2 && a.y1 == b.y2;
    const bool second_first = a.x2 == b.x1 && a.y2 == b.y1;
    if (!first_first && !first_second && !second_first && (a.x2 != b.x2 || a.y2 != b.y2)) {
        return false;
    }
    const double of_a = first_first || first_second ? 1 : -1;
    const double of_b = first_first || (second_first && !first_second) ? 1 : -1;
    legs[0] = {of_a * (a.x2 - a.x1), of_a * (a.y2 - a.y1)};
    legs[1] = {of_b * (b.x2 - b.x1), of_b * (b.y2 - b.y1)};
    return true;
}

// Whether the nearest to the end of each leg on the other is where they begin, and that is further
// than the tolerance: a wall that goes on, or nearly so. This saves a closer look, which says the
// same of all legs that lead apart. A half is far more than rounding turns.
bool lead_apart(const Point& p, const Point& q) noexcept {
    const double x = p.x * q.x;
    const double y = p.y * q.y;
    return x + y < -0.5 * (std::fabs(x) + std::fabs(y)) &&
           std::fabs(p.x) + std::fabs(p.y) > 2 * kTouch &&
           std::fabs(q.x) + std::fabs(q.y) > 2 * kTouch;
}

Intersection intersection_of(const Segment& a, const Segment& b) noexcept {
    if (a.right() + kTouch < b.left() || b.right() + kTouch < a.left()) return Intersection::none;
    if (a.top() + kTouch < b.bottom() || b.top() + kTouch < a.bottom()) return Intersection::none;
    // Where both ends of one are clear of the other's straight on one side, nothing meets.
    const Sides of_a = sides_of(a, b);
    if (of_a.first * of_a.second > 0) return Intersection::none;
    const Sides of_b = sides_of(b, a);
    if (of_b.first * of_b.second > 0) return Intersection::none;
    // Each has its ends clear of the other's straight, on both sides of it.
    if (of_a.first * of_a.second < 0 && of_b.first * of_b.second < 0) return Intersection::cross;
    // An end in common, and what is left of each clear of the other.
    Point of_shared[2];
    if (find_legs(a, b, of_shared)) {
        const bool clear_a = of_a.first != 0 || of_a.second != 0;
        const bool clear_b = of_b.first != 0 || of_b.second != 0;
        if ((clear_a && clear_b) || lead_apart(of_shared[0], of_shared[1]))
            return Intersection::none;
    }
    return look_closely(a, b);
}

// A line, and the tests against it for each line near it.
class LineQuery {
public:
    LineQuery(const Segment& line, const Ends& ends) noexcept
        : ends_(ends),
          left_(line.left()),
          right_(line.right() + kTouch),
          bottom_(line.bottom()),
          top_(line.top() + kTouch),
          dx_(line.x2 - line.x1),
          dy_(line.y2 - line.y1) {}

    /// True for nearly all that it does not meet: those whose boxes are apart, and those that have
    /// an end in common and lead away from it in quite another direction. There the ends of each
    /// are clear of the other's straight by more than intersection_of requires. Without a branch,
    /// as both are as frequent.
    bool is_clear_of(const Segment& line, const Ends& ends) const noexcept {
        const unsigned apart =
            unsigned{right_ < line.left()} | unsigned{line.right() + kTouch < left_} |
            unsigned{top_ < line.bottom()} | unsigned{line.top() + kTouch < bottom_};
        const unsigned joined =
            unsigned{ends_.first == ends.first} | unsigned{ends_.first == ends.second} |
            unsigned{ends_.second == ends.first} | unsigned{ends_.second == ends.second};
        const double dx = line.x2 - line.x1;
        const double dy = line.y2 - line.y1;
        const double size = std::fabs(dx_) + std::fabs(dy_) + std::fabs(dx) + std::fabs(dy);
        const unsigned leads_away =
            std::fabs(dx_ * dy - dy_ * dx) > size * (4 * kTouch + size * 0x1p-48);
        return (apart | (joined & leads_away)) != 0;
    }

private:
    Ends ends_;
    double left_, right_, bottom_, top_;
    double dx_, dy_;
};

// What a line has met among the lines before it.
struct Partners {
    std::uint32_t lowest = FLATLINE_NONE;
    std::uint32_t count = 0;

    void add(std::uint32_t line) noexcept {
        lowest = std::min(lowest, line);
        ++count;
    }
    void report(Context& context, Rule rule, std::uint32_t line) const noexcept {
        if (count == 0) return;
        context.report.about_pair(rule, {FLATLINE_LINEDEF, line}, {FLATLINE_LINEDEF, lowest},
                                  count - 1);
    }
};

class Pairs {
public:
    explicit Pairs(Context& context) noexcept : context_(context), grid_(context.geometry.grid) {}

    bool run() noexcept;

private:
    static constexpr std::uint64_t kMeetSteps = 2;

    // All sides of both lines exist and are in one sector.
    bool in_one_sector(std::uint32_t a, std::uint32_t b) const noexcept {
        const flatline_linedef& first = context_.map.linedefs()[a];
        const flatline_linedef& second = context_.map.linedefs()[b];
        if (first.sideback == FLATLINE_NONE || second.sideback == FLATLINE_NONE) return false;
        const View<flatline_sidedef> sides = context_.map.sidedefs();
        const std::uint32_t sector = sides[first.sidefront].sector;
        return sides[first.sideback].sector == sector && sides[second.sidefront].sector == sector &&
               sides[second.sideback].sector == sector;
    }
    FLATLINE_NEVER_INLINE void meet(std::uint32_t line, std::uint32_t other) noexcept {
        // Beside the step that meet_all has counted: twice as much as a pair that is clear.
        work::spend(context_.options.work, kMeetSteps);
        const Intersection intersection = intersection_of(grid_[line], grid_[other]);
        // A pair that shares several cells counts once.
        if (intersection == Intersection::none || met_by_[other] == line + 1) return;
        met_by_[other] = line + 1;
        if (intersection == Intersection::overlap) {
            overlaps_.add(other);
            mark(line, other, kOverlaps);
        } else if (!in_one_sector(line, other)) {
            crosses_.add(other);
            mark(line, other, kCrosses);
        }
    }
    void mark(std::uint32_t a, std::uint32_t b, std::uint8_t bit) noexcept {
        context_.geometry.troubled[a] |= bit;
        context_.geometry.troubled[b] |= bit;
    }

    bool meet_all(std::uint32_t line, View<std::uint32_t> others) noexcept;

    Context& context_;
    const LineGrid& grid_;
    Scratch<Ends> ends_;             // one a line
    Scratch<std::uint32_t> met_by_;  // one a line: the last line that met it, plus 1
    Partners overlaps_, crosses_;    // of the line that is looked at
};

// Meets the line with those before it in a cell, ascending. False if the steps are spent.
bool Pairs::meet_all(std::uint32_t line, View<std::uint32_t> others) noexcept {
    const LineQuery near(grid_[line], ends_[line]);
    for (const std::uint32_t other : others) {
        if (!context_.spend()) return false;
        if (other >= line) break;
        if (!near.is_clear_of(grid_[other], ends_[other])) meet(line, other);
    }
    return true;
}

bool Pairs::run() noexcept {
    const auto lines = static_cast<std::uint32_t>(grid_.segments().size());
    if (!context_.take_zeroed(lines, met_by_) || !context_.take(lines, ends_)) return false;
    Ends* out = ends_.data();
    for (const flatline_linedef& line : context_.map.linedefs()) *out++ = {line.v1, line.v2};
    for (std::uint32_t line = 0; line < lines; ++line) {
        if (!grid_[line].has_length()) continue;
        overlaps_ = crosses_ = {};
        const bool goes_on = grid_.each_cell(grid_[line], [&](std::uint32_t c, std::uint32_t r) {
            return meet_all(line, grid_.lines_in(c, r));
        });
        overlaps_.report(context_, Rule::line_overlap, line);
        crosses_.report(context_, Rule::line_cross, line);
        if (!goes_on) return false;
    }
    return true;
}

}  // namespace

void line_pairs(Context& context) noexcept {
    GeometryCache& geometry = context.geometry;
    if (geometry.troubled.size() != context.map.linedefs().size() &&
        !context.take_zeroed(context.map.linedefs().size(), geometry.troubled)) {
        return;
    }
    if (!geometry.grid.build(context)) return;
    geometry.has_pairs = Pairs(context).run();
}

}  // namespace flatline::engine::sanity
