#include "nodes/build_join.hpp"

#include <utility>

namespace flatline::engine::nodes {

// Numbers the vertices that branches made, after those of the trunk.
bool Joiner::number_vertices() noexcept {
    std::uint32_t next = trunk_count();
    for (std::size_t i = 0; i < branches_.size(); ++i) {
        Branch& branch = branches_[i];
        branch.first_vertex = next;
        for (std::uint32_t& origin : branch.state.origins) {
            if (origin == FLATLINE_NONE) origin = next++;
        }
        branch.vertex_count = next - branch.first_vertex;
    }
    const std::uint32_t count = next - trunk_count();
    if (!same_.reserve_exactly(count) || !finals_.reserve_exactly(count)) return false;
    for (std::uint32_t i = 0; i < count; ++i) (void)same_.push(trunk_count() + i);
    return true;
}

std::uint32_t Joiner::root(std::uint32_t vertex) const noexcept {
    while (vertex >= trunk_count()) {
        std::uint32_t& same = same_[vertex - trunk_count()];
        if (same == vertex) break;
        // Every second step shortens the way of those who come later.
        if (same >= trunk_count()) same = same_[same - trunk_count()];
        vertex = same;
    }
    return vertex;
}

// Makes two vertices one, the one with the lower number. False: both are vertices of the trunk.
bool Joiner::unite(std::uint32_t a, std::uint32_t b) noexcept {
    a = root(a);
    b = root(b);
    if (a == b) return true;
    if (a > b) std::swap(a, b);
    if (b < trunk_count()) return false;
    same_[b - trunk_count()] = a;
    return true;
}

// Cuts a seg of one branch at a vertex of another.
bool Joiner::cut(std::uint32_t branch, std::uint32_t seg, std::uint32_t from,
                 std::uint32_t vertex) noexcept {
    State& state = branches_[branch].state;
    const State& other = branches_[from].state;
    const auto at = static_cast<std::uint32_t>(state.points.size());
    const auto rest = static_cast<std::uint32_t>(state.segs.size());
    if (!trunk_.spend(kSegSteps)) return false;
    if (!state.add_point(other.points[vertex], other.origins[vertex]) ||
        !state.segs.push(state.segs[seg])) {
        return false;
    }
    state.segs[rest].v1 = at;
    state.segs[seg].v2 = at;
    state.segs[seg].next = rest;
    state.segs[seg].after = rest;
    return true;
}

// Walks along a seg, and along its partner from its end to its begin.
bool Joiner::join(std::uint32_t a, std::uint32_t seg, std::uint32_t b,
                  std::uint32_t partner) noexcept {
    const State& one = branches_[a].state;
    const State& two = branches_[b].state;
    pieces_.truncate(0);
    for (std::uint32_t i = partner; i != FLATLINE_NONE; i = two.segs[i].after) {
        if (!pieces_.push(i)) return false;
    }
    const WorkSeg& whole = trunk_.segs[branches_.trunk_seg(branches_[a], seg)];
    const Point& begin = trunk_.points[whole.v1];
    const Point& end = trunk_.points[whole.v2];
    const auto along = [&](const Point& p) {
        return (p.x - begin.x) * (end.x - begin.x) + (p.y - begin.y) * (end.y - begin.y);
    };
    std::size_t left = pieces_.size() - 1;
    std::uint32_t other = pieces_[left];
    for (;;) {
        const bool here = one.segs[seg].after != FLATLINE_NONE;
        const bool there = left != 0;
        if (!here && !there) return pairs_.push({a, seg, b, other});
        const std::uint32_t v = one.segs[seg].v2;
        const std::uint32_t w = two.segs[other].v1;
        const Point p = one.points[v];
        const Point q = two.points[w];
        const double distance2 = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
        if (here && there && distance2 <= kSameVertex * kSameVertex &&
            unite(one.origins[v], two.origins[w])) {
            if (!pairs_.push({a, seg, b, other})) return false;
            seg = one.segs[seg].after;
            other = pieces_[--left];
        } else if (here && (!there || along(p) < along(q))) {
            // The rest of the other one runs to where this one begins.
            const auto rest = static_cast<std::uint32_t>(two.segs.size());
            if (!cut(b, other, a, v) || !pairs_.push({a, seg, b, rest})) return false;
            seg = one.segs[seg].after;
        } else {
            const auto rest = static_cast<std::uint32_t>(one.segs.size());
            if (!cut(a, seg, b, w) || !pairs_.push({a, seg, b, other})) return false;
            seg = rest;
            other = pieces_[--left];
        }
    }
}

bool Joiner::finish_vertices() noexcept {
    new_vertices_ = trunk_count() - trunk_.original_vertices;
    for (std::uint32_t i = 0; i < same_.size(); ++i) {
        const std::uint32_t vertex = trunk_count() + i;
        const std::uint32_t first = root(vertex);
        // The first one has a lower number, so its own is known.
        std::uint32_t number = first;
        if (first == vertex) {
            number = trunk_.original_vertices + new_vertices_++;
        } else if (first >= trunk_count()) {
            number = finals_[first - trunk_count()];
        }
        if (!finals_.push(number)) return false;
    }
    return true;
}

bool Joiner::is_own(const Branch& branch, std::uint32_t local) const noexcept {
    const std::uint32_t origin = branch.state.origins[local];
    return origin - branch.first_vertex < branch.vertex_count &&
           same_[origin - trunk_count()] == origin;
}

bool Joiner::run() noexcept {
    if (!number_vertices()) return false;
    // Nobody else uses the blocks any more: what has no room there comes from the build's memory.
    for (std::size_t i = 0; i < branches_.size(); ++i) {
        branches_[i].state.scratch.borrow_from(&trunk_.scratch);
    }
    for (std::uint32_t a = 0; a < branches_.size(); ++a) {
        const Branch& branch = branches_[a];
        for (const std::uint32_t seg : branch.foreign) {
            std::uint32_t partner = 0;
            const std::uint32_t of = trunk_.segs[branches_.trunk_seg(branch, seg)].partner;
            const std::uint32_t b = branches_.home_of(of, partner);
            // The first one of the two joins both.
            if (a < b && !join(a, seg, b, partner)) return false;
        }
    }
    for (std::size_t i = 0; i < branches_.size(); ++i) {
        branches_[i].state.scratch.borrow_from(nullptr);
    }
    return finish_vertices();
}

}  // namespace flatline::engine::nodes
