#include "nodes/build_choose.hpp"

#include <algorithm>

namespace flatline::engine::nodes {
namespace {

constexpr std::uint32_t kBlock = 32;
constexpr std::size_t kSamples = 64;
// Costs are in sixteenths, so that the share for lines along an axis is a whole number.
constexpr std::int64_t kCutCost = 9 * 16;
constexpr std::int64_t kMiniCutCost = 4 * 16;
constexpr std::int64_t kSliverCost = 30 * 16;
constexpr std::int64_t kImbalanceCost = 16;
constexpr std::int64_t kLopsidedCost = 8;
constexpr std::int64_t kLopsided = 6;
constexpr std::int64_t kAxisGain = 1;
constexpr double kSliver = kUnit / 8;  // a cut this near to an end of a seg leaves a sliver

}  // namespace

Chooser::Chooser(State& state) noexcept
    : state_(state),
      x1_(state.scratch),
      y1_(state.scratch),
      x2_(state.scratch),
      y2_(state.scratch),
      real_(state.scratch),
      blocks_(state.scratch),
      plane_seen_(state.scratch),
      reflex_(state.scratch) {}

// Copies the set into columns, and puts a box around every 32 segs.
bool Chooser::gather(const std::uint32_t* set, std::size_t size) noexcept {
    if (!x1_.reserve(size) || !y1_.reserve(size) || !x2_.reserve(size) || !y2_.reserve(size) ||
        !real_.reserve(size)) {
        return false;
    }
    blocks_.truncate(0);
    for (std::size_t first = 0; first < size; first += kBlock) {
        const std::size_t end = std::min<std::size_t>(first + kBlock, size);
        double left = 1e300;
        double right = -1e300;
        double bottom = 1e300;
        double top = -1e300;
        std::uint32_t real = 0;
        for (std::size_t i = first; i < end; ++i) {
            const WorkSeg& seg = state_.segs[set[i]];
            const Point& a = state_.points[seg.v1];
            const Point& b = state_.points[seg.v2];
            x1_[i] = a.x;
            y1_[i] = a.y;
            x2_[i] = b.x;
            y2_[i] = b.y;
            real_[i] = seg.linedef != FLATLINE_NONE ? 1 : 0;
            real += seg.linedef != FLATLINE_NONE ? 1 : 0;
            left = std::min({left, a.x, b.x});
            right = std::max({right, a.x, b.x});
            bottom = std::min({bottom, a.y, b.y});
            top = std::max({top, a.y, b.y});
        }
        Block block{};
        block.x = (left + right) / 2;
        block.y = (bottom + top) / 2;
        block.half_x = (right - left) / 2;
        block.half_y = (top - bottom) / 2;
        block.first = static_cast<std::uint32_t>(first);
        block.count = static_cast<std::uint32_t>(end - first);
        block.real = real;
        if (!blocks_.push(block)) return false;
    }
    size_ = size;
    return true;
}

void Chooser::count_block(const Partition& line, const Block& block,
                          Counts& counts) const noexcept {
    const double centre = block.x * line.nx + block.y * line.ny - line.c;
    const double radius = block.half_x * std::fabs(line.nx) + block.half_y * std::fabs(line.ny);
    if (centre - radius > kOnLine) {
        counts.front += block.count;
        counts.real_front += block.real;
        return;
    }
    if (centre + radius < -kOnLine) {
        counts.back += block.count;
        counts.real_back += block.real;
        return;
    }
    counts.steps += block.count;
    const double* x1 = x1_.data() + block.first;
    const double* y1 = y1_.data() + block.first;
    const double* x2 = x2_.data() + block.first;
    const double* y2 = y2_.data() + block.first;
    const std::int64_t* real = real_.data() + block.first;
    std::int64_t front = 0;
    std::int64_t back = 0;
    std::int64_t cut = 0;
    std::int64_t real_front = 0;
    std::int64_t real_back = 0;
    std::int64_t real_cut = 0;
    std::int64_t slivers = 0;
    for (std::uint32_t i = 0; i < block.count; ++i) {
        const double d1 = x1[i] * line.nx + y1[i] * line.ny - line.c;
        const double d2 = x2[i] * line.nx + y2[i] * line.ny - line.c;
        const std::int64_t f = (d1 > kOnLine) | (d2 > kOnLine);
        const std::int64_t b = (d1 < -kOnLine) | (d2 < -kOnLine);
        front += f;
        back += b;
        cut += f & b;
        real_front += f & real[i];
        real_back += b & real[i];
        real_cut += f & b & real[i];
        slivers += f & b & ((std::fabs(d1) < kSliver) | (std::fabs(d2) < kSliver));
    }
    counts.front += front;
    counts.back += back;
    counts.cut += cut;
    counts.real_front += real_front;
    counts.real_back += real_back;
    counts.real_cut += real_cut;
    counts.slivers += slivers;
    if (front + back - cut != block.count) count_on_line(line, block, counts);
}

// Counts a block of which segs lie on the line: such a seg goes to the side that it faces.
void Chooser::count_on_line(const Partition& line, const Block& block,
                            Counts& counts) const noexcept {
    for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
        const double d1 = x1_[i] * line.nx + y1_[i] * line.ny - line.c;
        const double d2 = x2_[i] * line.nx + y2_[i] * line.ny - line.c;
        if (std::max(std::fabs(d1), std::fabs(d2)) > kOnLine) continue;
        const double way = (x2_[i] - x1_[i]) * line.dx + (y2_[i] - y1_[i]) * line.dy;
        (way >= 0 ? counts.front : counts.back) += 1;
        (way >= 0 ? counts.real_front : counts.real_back) += real_[i];
    }
}

// False if the steps are spent.
bool Chooser::consider(std::uint32_t seg) noexcept {
    const Partition line = line_of(state_.segs[seg]);
    Counts counts;
    for (const Block& block : blocks_) count_block(line, block, counts);
    if (!state_.spend(counts.steps + blocks_.size())) return false;
    // On a side without a linedef nobody could tell which sector its subsectors are in.
    if (counts.real_front == 0 || counts.real_back == 0) return true;
    std::int64_t cost = kCutCost * counts.real_cut + kMiniCutCost * (counts.cut - counts.real_cut);
    cost += kSliverCost * counts.slivers;
    cost += kImbalanceCost * std::abs(counts.front - counts.back);
    const std::int64_t less = std::min(counts.front, counts.back);
    const std::int64_t all = counts.front + counts.back;
    if (less * kLopsided < all) cost += kLopsidedCost * (all - less * kLopsided);
    if (line.dx == 0 || line.dy == 0) cost -= kAxisGain * static_cast<std::int64_t>(size_);
    if (found_ && cost >= best_cost_) return true;
    found_ = true;
    best_cost_ = cost;
    best_ = line;
    return true;
}

// Considers the line of every `step`th seg, no line twice. False if the steps are spent.
bool Chooser::sample(const std::uint32_t* set, std::size_t size, std::size_t step) noexcept {
    std::size_t wait = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (wait > 0) {
            --wait;
            continue;
        }
        const std::uint32_t plane = state_.segs[set[i]].plane;
        if (plane == FLATLINE_NONE || plane_seen_[plane] == stamp_) continue;
        plane_seen_[plane] = stamp_;
        if (!consider(set[i])) return false;
        wait = step - 1;
    }
    return true;
}

// True if the set is one loop that turns right at every corner and goes around once. Otherwise
// reflex_ holds the segs at which it turns left, as many as are worth trying.
bool Chooser::convex(const std::uint32_t* set, std::size_t size) noexcept {
    reflex_.truncate(0);
    Pool<std::uint32_t>& begins = state_.slots;  // by vertex: the seg that begins there
    for (std::size_t i = 0; i < size; ++i) {
        begins[state_.segs[set[i]].v1] = set[i];
    }
    bool one_loop = true;
    std::size_t turns = 0;  // changes between leftward and rightward
    for (std::size_t i = 0; i < size; ++i) {
        const WorkSeg& seg = state_.segs[set[i]];
        const std::uint32_t next = begins[seg.v2];
        if (next == FLATLINE_NONE) {
            one_loop = false;
            continue;
        }
        const Point& a = state_.points[seg.v1];
        const Point& b = state_.points[seg.v2];
        const Point& c = state_.points[state_.segs[next].v2];
        const double length = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        const double left = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        if (left > kOnLine * length) {
            one_loop = false;
            if (reflex_.size() + 2 <= kSamples && reflex_.reserve(kSamples)) {
                (void)reflex_.push(set[i]);
                (void)reflex_.push(next);
            }
        }
        turns += (b.x < a.x) != (c.x < b.x) ? 1 : 0;
    }
    // Who comes back after as many segs has met each of them, so no two begin at one vertex. Where
    // two end at one vertex, the way may never come back.
    std::size_t length = 0;
    std::uint32_t at = set[0];
    while (one_loop && length <= size) {
        ++length;
        at = begins[state_.segs[at].v2];
        if (at == set[0]) break;
    }
    for (std::size_t i = 0; i < size; ++i) begins[state_.segs[set[i]].v1] = FLATLINE_NONE;
    return one_loop && length == size && turns <= 2;
}

Partition Chooser::line_of(const WorkSeg& seg) const noexcept {
    // The ends of a piece are rounded, which turns it a little; its linedef is exact.
    const PlaneLine& plane = state_.plane_lines[seg.plane];
    Partition line = partition_of(state_.points[plane.v1], state_.points[plane.v2]);
    line.plane = seg.plane;
    return line;
}

Chooser::Choice Chooser::choose(const std::uint32_t* set, std::size_t size,
                                Partition& out) noexcept {
    if (!state_.spend(size) || !gather(set, size) ||
        !plane_seen_.extend(state_.plane_lines.size(), 0) ||
        !state_.slots.extend(state_.points.size(), FLATLINE_NONE)) {
        return Choice::failed;
    }
    ++stamp_;
    found_ = false;
    const std::size_t step = size / kSamples;
    if (!sample(set, size, std::max<std::size_t>(step, 1))) return Choice::failed;
    if (!found_ && step > 1) {
        if (convex(set, size)) return Choice::leaf;
        for (const std::uint32_t seg : reflex_) {
            const std::uint32_t plane = state_.segs[seg].plane;
            if (plane == FLATLINE_NONE || plane_seen_[plane] == stamp_) continue;
            plane_seen_[plane] = stamp_;
            if (!consider(seg)) return Choice::failed;
        }
        if (!found_ && !sample(set, size, 1)) return Choice::failed;
    }
    if (!found_) return Choice::leaf;
    out = best_;
    return Choice::divide;
}

}  // namespace flatline::engine::nodes
