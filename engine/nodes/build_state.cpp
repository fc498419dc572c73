#include "nodes/build_state.hpp"

#include <bit>

#include "base/compiler.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr double kCell = 8.0;
constexpr double kLargestDirection = 2147483647.0;  // of a 16.16 number

std::int64_t cell_of(double coordinate) noexcept {
    return static_cast<std::int64_t>(std::floor(coordinate / kCell));
}

}  // namespace

std::size_t VertexGrid::head_of(std::int64_t x, std::int64_t y) const noexcept {
    // Points are 16.16 numbers, so each of the two fits into half a word.
    const auto cell = static_cast<std::uint64_t>(x) << 32 ^ static_cast<std::uint64_t>(y);
    return static_cast<std::size_t>(key_.word(cell)) & (heads_.size() - 1);
}

std::size_t VertexGrid::longest() const noexcept {
    std::size_t longest = 0;
    for (const std::uint32_t head : heads_) {
        std::size_t length = 0;
        for (std::uint32_t entry = head; entry != FLATLINE_NONE; entry = entries_[entry].next) {
            ++length;
        }
        if (length > longest) longest = length;
    }
    return longest;
}

void VertexGrid::link(const Pool<Point>& points, std::uint32_t entry) noexcept {
    const Point& p = points[entries_[entry].vertex];
    std::uint32_t& head = heads_[head_of(cell_of(p.x), cell_of(p.y))];
    entries_[entry].next = head;
    head = entry;
}

bool VertexGrid::reserve(std::size_t count) noexcept {
    const std::size_t size = std::bit_ceil(count > 1024 ? count : std::size_t{1024});
    if (!entries_.reserve(count) || !heads_.reserve_exactly(size)) return false;
    if (!heads_.extend(size, FLATLINE_NONE)) return false;
    key_ = HashKey(hooks_, heads_.data());
    return true;
}

void VertexGrid::prefetch_place(const Point& p) const noexcept {
    prefetch(&heads_[head_of(cell_of(p.x), cell_of(p.y))]);
}

bool VertexGrid::insert(const Pool<Point>& points, std::uint32_t vertex) noexcept {
    if (!entries_.push({vertex, FLATLINE_NONE})) return false;
    if (entries_.size() <= heads_.size()) {
        link(points, static_cast<std::uint32_t>(entries_.size() - 1));
        return true;
    }
    const std::size_t size = heads_.size() == 0 ? 1024 : heads_.size() * 4;
    heads_.truncate(0);
    if (!heads_.extend(size, FLATLINE_NONE)) return false;
    key_ = HashKey(hooks_, heads_.data());
    for (std::uint32_t i = 0; i < entries_.size(); ++i) link(points, i);
    return true;
}

std::uint32_t VertexGrid::find(const Pool<Point>& points, const Point& p,
                               double radius) const noexcept {
    std::uint32_t best = FLATLINE_NONE;
    if (heads_.size() == 0) return best;
    double best2 = radius * radius;
    const std::int64_t x1 = cell_of(p.x + radius);
    const std::int64_t y1 = cell_of(p.y + radius);
    for (std::int64_t y = cell_of(p.y - radius); y <= y1; ++y) {
        for (std::int64_t x = cell_of(p.x - radius); x <= x1; ++x) {
            std::uint32_t entry = heads_[head_of(x, y)];
            for (; entry != FLATLINE_NONE; entry = entries_[entry].next) {
                const std::uint32_t vertex = entries_[entry].vertex;
                const double dx = points[vertex].x - p.x;
                const double dy = points[vertex].y - p.y;
                const double distance2 = dx * dx + dy * dy;
                if (distance2 < best2 || (distance2 == best2 && vertex < best)) {
                    best2 = distance2;
                    best = vertex;
                }
            }
        }
    }
    return best;
}

Numbers::Entry& Numbers::place(std::uint32_t of) noexcept {
    std::size_t at = static_cast<std::size_t>(key_.word(of)) & (entries_.size() - 1);
    while (entries_[at].of != FLATLINE_NONE && entries_[at].of != of) {
        at = (at + 1) & (entries_.size() - 1);
    }
    return entries_[at];
}

bool Numbers::grow() noexcept {
    Pool<Entry>& old = entries_;
    const std::size_t size = old.size() == 0 ? 1024 : old.size() * 2;
    // The old entries stand at the end of the new memory while they get their places.
    const std::size_t kept = old.size();
    if (!old.reserve_exactly(size + kept)) return false;
    if (kept != 0) std::memcpy(old.data() + size, old.data(), kept * sizeof(Entry));
    old.truncate(0);
    if (!old.extend(size, {FLATLINE_NONE, 0})) return false;
    key_ = HashKey(hooks_, old.data());
    for (std::size_t i = size; i < size + kept; ++i) {
        const Entry entry = old.data()[i];
        if (entry.of != FLATLINE_NONE) place(entry.of) = entry;
    }
    return true;
}

std::uint32_t Numbers::number(std::uint32_t of, std::uint32_t next) noexcept {
    if (used_ * 2 >= entries_.size() && !grow()) return FLATLINE_NONE;
    Entry& entry = place(of);
    if (entry.of == FLATLINE_NONE) {
        entry = {of, next};
        ++used_;
    }
    return entry.number;
}

bool State::tell_steps() noexcept {
    if (shared_steps == nullptr) return true;
    const std::uint64_t more = steps - told_steps;
    told_steps = steps;
    return shared_steps->steps.fetch_add(more, std::memory_order_relaxed) + more <= most_steps;
}

std::uint32_t State::import(std::uint32_t vertex) noexcept {
    const auto next = static_cast<std::uint32_t>(points.size());
    const std::uint32_t number = numbers.number(vertex, next);
    if (number != next) return number;
    return add_point(trunk->points[vertex], vertex) ? number : FLATLINE_NONE;
}

std::uint32_t State::vertex_at(const Point& p) noexcept {
    const auto distance2 = [&p](const Point& to) {
        return (to.x - p.x) * (to.x - p.x) + (to.y - p.y) * (to.y - p.y);
    };
    std::uint32_t vertex = grid.find(points, p, kSameVertex);
    if (trunk != nullptr) {
        const std::uint32_t old = trunk->grid.find(trunk->points, p, kSameVertex);
        if (old != FLATLINE_NONE && (vertex == FLATLINE_NONE ||
                                     distance2(trunk->points[old]) <= distance2(points[vertex]))) {
            vertex = import(old);
            return slots.extend(points.size(), FLATLINE_NONE) ? vertex : FLATLINE_NONE;
        }
    }
    if (vertex != FLATLINE_NONE) return vertex;
    vertex = static_cast<std::uint32_t>(points.size());
    if (!add_point(p, FLATLINE_NONE) || !slots.extend(points.size(), FLATLINE_NONE) ||
        !grid.insert(points, vertex)) {
        return FLATLINE_NONE;
    }
    return vertex;
}

Partition partition_of(const Point& from, const Point& to) noexcept {
    Partition p;
    p.x = from.x;
    p.y = from.y;
    p.dx = to.x - from.x;
    p.dy = to.y - from.y;
    // The direction of a line longer than half the world does not fit into a node: it is halved.
    while (std::fabs(p.dx) > kLargestDirection || std::fabs(p.dy) > kLargestDirection) {
        p.dx = whole(p.dx / 2);
        p.dy = whole(p.dy / 2);
    }
    p.length = std::sqrt(p.dx * p.dx + p.dy * p.dy);
    p.nx = p.dy / p.length;
    p.ny = -p.dx / p.length;
    p.c = p.x * p.nx + p.y * p.ny;
    return p;
}

Partition State::line_of(std::uint32_t plane) const noexcept {
    if (lines.size() != 0) return lines[plane];
    const PlaneLine& line = plane_lines[plane];
    Partition partition = partition_of(line.from, line.to);
    partition.plane = plane;
    return partition;
}

bool cut_seg(State& state, std::uint32_t seg, std::uint32_t vertex, std::uint32_t* rest) noexcept {
    Pool<WorkSeg>& segs = state.segs;
    if (!state.spend(kSegSteps) || !segs.reserve(segs.size() + 2)) return false;
    const auto second = static_cast<std::uint32_t>(segs.size());
    if (!segs.push(segs[seg])) return false;
    segs[second].v1 = vertex;
    segs[second].next = FLATLINE_NONE;
    segs[seg].v2 = vertex;
    segs[seg].after = second;
    *rest = second;
    const std::uint32_t partner = segs[seg].partner;
    if (partner == FLATLINE_NONE) return true;
    if (!state.spend(kSegSteps)) return false;
    // The partner runs the other way, so its second piece faces the first one here.
    const auto other = static_cast<std::uint32_t>(segs.size());
    if (!segs.push(segs[partner])) return false;
    segs[other].v1 = vertex;
    segs[other].partner = seg;
    segs[partner].v2 = vertex;
    segs[partner].next = other;
    segs[partner].after = other;
    segs[partner].partner = second;
    segs[second].partner = partner;
    segs[seg].partner = other;
    return true;
}

}  // namespace flatline::engine::nodes
