#include "nodes/build_choose.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "base/share.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr std::size_t kSamples = 64;
// Costs are in sixteenths, so that the share for lines along an axis is a whole number.
constexpr std::int64_t kCutCost = 9 * 16;
constexpr std::int64_t kMiniCutCost = 4 * 16;
constexpr std::int64_t kSliverCost = 30 * 16;
constexpr std::int64_t kImbalanceCost = 16;
constexpr std::int64_t kLopsidedCost = 8;
constexpr std::int64_t kLopsided = 6;
constexpr std::int64_t kAxisGain = 1;
// Sets from this size on are looked at by several threads.
constexpr std::size_t kLeastShared = 2048;
constexpr std::size_t kMostShares = 16;

std::int64_t cost_of_cuts(const SideCounts& counts) noexcept {
    return kCutCost * counts.real_cut + kMiniCutCost * (counts.cut - counts.real_cut) +
           kSliverCost * counts.slivers;
}

}  // namespace

Chooser::Chooser(State& state, Jobs* jobs) noexcept
    : state_(state),
      jobs_(jobs),
      columns_(state.work),
      crossing_(state.work),
      plane_seen_(state.work),
      candidates_(state.work),
      reflex_(state.work) {}

// Whether other threads help with a set.
bool Chooser::shares(std::size_t size) const noexcept {
    return jobs_ != nullptr && jobs_->threads() > 1 && size >= kLeastShared;
}

bool Chooser::gather(const std::uint32_t* set, std::size_t size) noexcept {
    size_ = size;
    if (!columns_.prepare(size)) return false;
    if (!shares(size)) {
        for (std::size_t i = 0; i < columns_.blocks; ++i) columns_.fill(state_, set, size, i);
        return true;
    }
    jobs_->run(kMostShares, [&](std::size_t i) {
        const Share share = share_of(columns_.blocks, i, kMostShares);
        for (std::size_t k = share.begin; k < share.end; ++k) columns_.fill(state_, set, size, k);
    });
    return true;
}

// Counts the segs of a block that lie on the line: such a seg goes to the side that it faces.
void Chooser::count_on_line(const Partition& line, std::uint32_t block, std::uint32_t on,
                            SideCounts& counts) const noexcept {
    for (; on != 0; on &= on - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(on));
        const std::size_t i = std::size_t{block} * kBlock + bit;
        const double way = (columns_.x2[i] - columns_.x1[i]) * line.dx +
                           (columns_.y2[i] - columns_.y1[i]) * line.dy;
        const std::int64_t real = columns_.real[block] >> bit & 1;
        (way >= 0 ? counts.front : counts.back) += 1;
        (way >= 0 ? counts.real_front : counts.real_back) += real;
    }
}

std::int64_t Chooser::gain_of(const Partition& line) const noexcept {
    return line.dx == 0 || line.dy == 0 ? kAxisGain * static_cast<std::int64_t>(size_) : 0;
}

void Chooser::consider(std::uint32_t seg, std::uint32_t* crossing, Best& best) const noexcept {
    const Partition line = state_.line_of(state_.segs[seg].plane);
    const BoxSums boxes = kernel_.boxes(columns_, line, crossing);
    const auto segs = [](std::uint64_t size) {
        return static_cast<std::int64_t>(size & 0xFFFFFFFF);
    };
    SideCounts counts;
    counts.front = segs(boxes.front);
    counts.back = segs(boxes.back);
    counts.real_front = static_cast<std::int64_t>(boxes.front >> 32);
    counts.real_back = static_cast<std::int64_t>(boxes.back >> 32);
    const std::int64_t gain = gain_of(line);
    std::int64_t open = static_cast<std::int64_t>(size_) - counts.front - counts.back;
    best.steps += static_cast<std::uint64_t>(open) + columns_.blocks;
    for (std::uint32_t i = 0; i < boxes.crossing; ++i) {
        const std::uint32_t on = kernel_.block(columns_, line, crossing[i], counts);
        if (on != 0) count_on_line(line, crossing[i], on, counts);
        if (!best.found) continue;
        // Each seg that is left changes the difference of the sides by one at most.
        open -= segs(columns_.sizes[crossing[i]]);
        const std::int64_t apart =
            std::max<std::int64_t>(std::abs(counts.front - counts.back) - open, 0);
        if (cost_of_cuts(counts) + kImbalanceCost * apart - gain >= best.cost) return;
    }
    // On a side without a linedef nobody could tell which sector its subsectors are in.
    if (counts.real_front == 0 || counts.real_back == 0) return;
    std::int64_t cost =
        cost_of_cuts(counts) + kImbalanceCost * std::abs(counts.front - counts.back);
    const std::int64_t less = std::min(counts.front, counts.back);
    const std::int64_t all = counts.front + counts.back;
    if (less * kLopsided < all) cost += kLopsidedCost * (all - less * kLopsided);
    cost -= gain;
    if (best.found && cost >= best.cost) return;
    best.found = true;
    best.cost = cost;
    best.seg = seg;
}

// Considers the candidates and forgets them. False if memory is out or the steps are spent.
bool Chooser::consider_all() noexcept {
    const std::size_t count = candidates_.size();
    const std::size_t shares_of = shares(size_) ? std::min(count, kMostShares) : 1;
    // The same room for any number of threads, which a limit of memory must not tell apart.
    const std::size_t most_shares = jobs_ != nullptr && size_ >= kLeastShared ? kMostShares : 1;
    if (!crossing_.reserve(columns_.blocks * most_shares)) return false;
    Best found[kMostShares];
    const std::uint64_t most = state_.most_steps - state_.steps;
    const auto consider_share = [&](std::size_t i) {
        std::uint32_t* const crossing = crossing_.data() + columns_.blocks * i;
        const Share share = share_of(count, i, shares_of);
        found[i] = i == 0 ? best_ : Best{};
        found[i].steps = 0;
        for (std::size_t k = share.begin; k < share.end && found[i].steps <= most; ++k) {
            consider(candidates_[k], crossing, found[i]);
        }
    };
    if (shares_of > 1) {
        jobs_->run(shares_of, consider_share);
    } else {
        consider_share(0);
    }
    best_ = found[0];
    bool good = state_.spend(found[0].steps);
    // The first of equal ones wins, as on one thread.
    for (std::size_t i = 1; i < shares_of; ++i) {
        good = state_.spend(found[i].steps) && good;
        if (found[i].found && (!best_.found || found[i].cost < best_.cost)) best_ = found[i];
    }
    candidates_.truncate(0);
    return good;
}

// A candidate, if its line was none yet.
bool Chooser::add_candidate(std::uint32_t seg) noexcept {
    plane_seen_[state_.segs[seg].plane] = stamp_;
    return candidates_.push(seg);
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
        if (!add_candidate(set[i])) return false;
        wait = step - 1;
    }
    return consider_all();
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

Chooser::Choice Chooser::choose(const std::uint32_t* set, std::size_t size,
                                Partition& out) noexcept {
    if (!state_.spend(size) || !gather(set, size) || !plane_seen_.extend(state_.plane_count(), 0) ||
        !state_.slots.extend(state_.points.size(), FLATLINE_NONE)) {
        return Choice::failed;
    }
    ++stamp_;
    best_ = {};
    candidates_.truncate(0);
    const std::size_t step = size / kSamples;
    if (!sample(set, size, std::max<std::size_t>(step, 1))) return Choice::failed;
    if (!best_.found && step > 1) {
        if (convex(set, size)) return Choice::leaf;
        for (const std::uint32_t seg : reflex_) {
            const std::uint32_t plane = state_.segs[seg].plane;
            if (plane == FLATLINE_NONE || plane_seen_[plane] == stamp_) continue;
            if (!add_candidate(seg)) return Choice::failed;
        }
        if (!consider_all()) return Choice::failed;
        if (!best_.found && !sample(set, size, 1)) return Choice::failed;
    }
    if (!best_.found) return Choice::leaf;
    out = state_.line_of(state_.segs[best_.seg].plane);
    return Choice::divide;
}

}  // namespace flatline::engine::nodes
