#include "nodes/build_split.hpp"

#include <algorithm>

namespace flatline::engine::nodes {
namespace {

// A number that grows with the angle to the left of a direction: 0 along it, 1 to its left, 2
// against it, 3 to its right.
double angle(double along, double left) noexcept {
    const double share = along / (std::fabs(along) + std::fabs(left));
    return left >= 0 ? 1 - share : 3 + share;
}

double opposite(double angle) noexcept { return angle >= 2 ? angle - 2 : angle + 2; }

}  // namespace

bool Splitter::split(const std::uint32_t* set, std::size_t size, const Partition& line,
                     const SideColumns& columns) noexcept {
    line_ = line;
    front_.truncate(0);
    back_.truncate(0);
    on_line_.truncate(0);
    events_.truncate(0);
    if (!state_.slots.extend(state_.points.size(), FLATLINE_NONE)) return false;
    bool good = true;
    for (std::uint32_t i = 0; i < columns.blocks && good; ++i) {
        good = sort_block(set, size, i, columns);
    }
    if (good) sort_events();
    for (std::size_t i = 0; i < on_line_.size() && good; ++i) {
        for (std::uint32_t seg = on_line_[i]; seg != FLATLINE_NONE && good;) {
            const std::uint32_t next = state_.segs[seg].next;
            state_.segs[seg].next = FLATLINE_NONE;
            good = lay_on_line(seg);
            seg = next;
        }
    }
    good = good && add_minisegs();
    for (const Event& event : events_) state_.slots[event.vertex] = FLATLINE_NONE;
    return good;
}

// Sorts 32 segs. Those that lie on one side are not looked at: only a seg that crosses the line or
// lies on it is cut together with a partner in this set.
bool Splitter::sort_block(const std::uint32_t* set, std::size_t size, std::uint32_t block,
                          const SideColumns& columns) noexcept {
    const std::size_t first = std::size_t{block} * kBlock;
    const std::size_t count = std::min<std::size_t>(size - first, kBlock);
    const ClearSides clear = kernel_.clear(columns, line_, block);
    if (!front_.reserve(front_.size() + count) || !back_.reserve(back_.size() + count))
        return false;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t seg = set[first + i];
        if ((clear.front >> i & 1) != 0) {
            if (!front_.push(seg)) return false;
        } else if ((clear.back >> i & 1) != 0) {
            if (!back_.push(seg)) return false;
        } else if (!sort_chain(seg)) {
            return false;
        }
    }
    return true;
}

// Sorts a seg, and the pieces that were cut off it together with its partner earlier in this loop.
bool Splitter::sort_chain(std::uint32_t seg) noexcept {
    while (seg != FLATLINE_NONE) {
        const std::uint32_t next = state_.segs[seg].next;
        state_.segs[seg].next = FLATLINE_NONE;
        if (!sort_seg(seg)) return false;
        seg = next;
    }
    return true;
}

bool Splitter::sort_seg(std::uint32_t seg) noexcept {
    const std::uint32_t v1 = state_.segs[seg].v1;
    const std::uint32_t v2 = state_.segs[seg].v2;
    const double d1 = line_.distance(state_.points[v1]);
    const double d2 = line_.distance(state_.points[v2]);
    const bool front = d1 > kOnLine || d2 > kOnLine;
    const bool back = d1 < -kOnLine || d2 < -kOnLine;
    if (front && back) return cross(seg, d1, d2);
    if (!front && !back) {
        std::uint32_t event = 0;
        return event_of(v1, event) && event_of(v2, event) && on_line_.push(seg);
    }
    if (std::fabs(d1) <= kOnLine && !touch(v1, v2, true)) return false;
    if (std::fabs(d2) <= kOnLine && !touch(v2, v1, false)) return false;
    return (front ? front_ : back_).push(seg);
}

bool Splitter::cross(std::uint32_t seg, double d1, double d2) noexcept {
    const std::uint32_t v1 = state_.segs[seg].v1;
    const std::uint32_t v2 = state_.segs[seg].v2;
    const Point& a = state_.points[v1];
    const Point& b = state_.points[v2];
    const double share = d1 / (d1 - d2);
    const std::uint32_t vertex =
        state_.vertex_at({whole(a.x + share * (b.x - a.x)), whole(a.y + share * (b.y - a.y))});
    std::uint32_t rest = 0;
    if (vertex == FLATLINE_NONE || !cut_seg(state_, seg, vertex, &rest)) return false;
    if (!touch(vertex, v1, false) || !touch(vertex, v2, true)) return false;
    return (d1 > 0 ? front_ : back_).push(seg) && (d1 > 0 ? back_ : front_).push(rest);
}

bool Splitter::event_of(std::uint32_t vertex, std::uint32_t& event) noexcept {
    event = state_.slots[vertex];
    if (event != FLATLINE_NONE) return true;
    event = static_cast<std::uint32_t>(events_.size());
    Event made{};
    made.along = line_.along(state_.points[vertex]);
    made.vertex = vertex;
    if (!events_.push(made)) return false;
    state_.slots[vertex] = event;
    return true;
}

// Notes a seg that ends or begins on the line and leads away from it.
bool Splitter::touch(std::uint32_t vertex, std::uint32_t other, bool leaves) noexcept {
    std::uint32_t event = 0;
    if (!event_of(vertex, event)) return false;
    const Point& p = state_.points[vertex];
    const Point& q = state_.points[other];
    const double along = (q.x - p.x) * line_.dx + (q.y - p.y) * line_.dy;
    const double left = (q.y - p.y) * line_.dx - (q.x - p.x) * line_.dy;
    const double turn = angle(along, left);
    events_[event].ahead.add(turn, leaves);
    events_[event].behind.add(opposite(turn), leaves);
    return true;
}

void Splitter::sort_events() noexcept {
    std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
        return a.along != b.along ? a.along < b.along : a.vertex < b.vertex;
    });
    for (std::uint32_t i = 0; i < events_.size(); ++i) state_.slots[events_[i].vertex] = i;
}

// Cuts a seg on the line at every vertex that lies on it, so that its partner and the minisegs
// beside it meet it end to end, and marks that stretch of the line as covered.
bool Splitter::lay_on_line(std::uint32_t seg) noexcept {
    const WorkSeg& whole = state_.segs[seg];
    const Point& a = state_.points[whole.v1];
    const Point& b = state_.points[whole.v2];
    const bool with = (b.x - a.x) * line_.dx + (b.y - a.y) * line_.dy >= 0;
    const std::uint32_t first = state_.slots[whole.v1];
    const std::uint32_t last = state_.slots[whole.v2];
    const double begin = events_[first].along;
    const double end = events_[last].along;
    Pool<std::uint32_t>& side = with ? front_ : back_;
    std::uint32_t at = first;
    while (at != last) {
        const std::uint32_t next = first < last ? at + 1 : at - 1;
        // Looks at the stretch between the two events from both its ends.
        const std::uint32_t low = std::min(at, next);
        events_[low].covered = true;
        events_[low].behind.add(2, at == low);
        events_[low + 1].ahead.add(2, at != low);
        at = next;
        const double along = events_[at].along;
        if (std::min(std::fabs(along - begin), std::fabs(along - end)) <= kOnLine) continue;
        std::uint32_t rest = 0;
        if (!cut_seg(state_, seg, events_[at].vertex, &rest) || !side.push(seg)) return false;
        seg = rest;
    }
    return side.push(seg);
}

bool Splitter::add_minisegs() noexcept {
    for (std::size_t i = 0; i + 1 < events_.size(); ++i) {
        const Event& from = events_[i];
        const Event& to = events_[i + 1];
        if (from.covered || !from.ahead.inside() || !to.behind.inside()) continue;
        if (!state_.spend(2 * kSegSteps)) return false;
        const auto seg = static_cast<std::uint32_t>(state_.segs.size());
        WorkSeg mini{from.vertex,   to.vertex, seg + 1,       FLATLINE_NONE,
                     FLATLINE_NONE, 0,         FLATLINE_NONE, FLATLINE_NONE};
        if (!state_.segs.push(mini)) return false;
        std::swap(mini.v1, mini.v2);
        mini.partner = seg;
        if (!state_.segs.push(mini) || !front_.push(seg) || !back_.push(seg + 1)) return false;
    }
    return true;
}

}  // namespace flatline::engine::nodes
