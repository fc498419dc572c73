#include "nodes/build_loops.hpp"

#include <algorithm>

namespace flatline::engine::nodes {
namespace {

// Puts the segs of each leaf into the order in which they follow each other.
class LoopMaker {
public:
    LoopMaker(const State& state, Scratch& work, Loops& loops) noexcept
        : state_(state),
          loops_(loops),
          slots_(work),
          segs_(work),
          same_begin_(work),
          used_(work),
          around_(work),
          skip_(work) {}

    bool run() noexcept {
        const std::size_t count = state_.segs.size();
        if (!loops_.places.reserve_exactly(count) || !loops_.places.extend(count, FLATLINE_NONE) ||
            !loops_.counts.reserve_exactly(state_.leaves.size()) ||
            !loops_.segs.reserve_exactly(count) ||
            !slots_.extend(state_.points.size(), FLATLINE_NONE)) {
            return false;
        }
        for (const Leaf& leaf : state_.leaves) {
            std::uint32_t length = 0;
            if (!add(leaf, length) || !loops_.counts.push(length)) return false;
        }
        return true;
    }

private:
    // Appends the loop of a leaf; `count` gets its length.
    bool add(const Leaf& leaf, std::uint32_t& count) noexcept {
        if (!gather(leaf)) return false;
        const std::size_t first_place = loops_.segs.size();
        const std::uint32_t first = start();
        sorted_ = false;
        std::uint32_t at = first;
        bool good = put(at);
        for (std::size_t placed = 1; placed < segs_.size() && good; ++placed) {
            const std::uint32_t from = at;
            at = follower(from);
            if (at == FLATLINE_NONE) good = next_around(from, at);
            if (good && seg(from).v2 != seg(at).v1) good = loops_.segs.push(Loops::kConnect);
            good = good && put(at);
        }
        if (good && seg(at).v2 != seg(first).v1) good = loops_.segs.push(Loops::kConnect);
        for (const std::uint32_t s : segs_) slots_[state_.segs[s].v1] = FLATLINE_NONE;
        count = static_cast<std::uint32_t>(loops_.segs.size() - first_place);
        return good;
    }

    const WorkSeg& seg(std::uint32_t i) const noexcept { return state_.segs[segs_[i]]; }

    bool put(std::uint32_t i) noexcept {
        used_[i] = 1;
        loops_.places[segs_[i]] = static_cast<std::uint32_t>(loops_.segs.size());
        return loops_.segs.push(segs_[i]);
    }

    // Collects the segs of the leaf, with the pieces cut off them, and which seg begins at which
    // vertex.
    bool gather(const Leaf& leaf) noexcept {
        segs_.truncate(0);
        same_begin_.truncate(0);
        used_.truncate(0);
        for (std::uint32_t k = 0; k < leaf.count; ++k) {
            std::uint32_t s = state_.leaf_segs[leaf.first + k];
            for (; s != FLATLINE_NONE; s = state_.segs[s].next) {
                std::uint32_t& begin = slots_[state_.segs[s].v1];
                if (!same_begin_.push(begin) || !used_.push(0)) return false;
                begin = static_cast<std::uint32_t>(segs_.size());
                if (!segs_.push(s)) return false;
            }
        }
        return true;
    }

    // The seg that names the sector: the one of the lowest linedef. Every leaf has one.
    std::uint32_t start() const noexcept {
        std::uint32_t best = 0;
        for (std::uint32_t i = 1; i < segs_.size(); ++i) {
            if (seg(i).linedef < seg(best).linedef) best = i;
        }
        return best;
    }

    // The seg that begins where this one ends. Where several do, the one that turns right the most.
    // Used ones leave the list. In a convex leaf more than a few that begin at one vertex are
    // copies of each other: looking at all of them would take the square of their number.
    std::uint32_t follower(std::uint32_t i) noexcept {
        constexpr int kMostCompared = 64;
        std::uint32_t best = FLATLINE_NONE;
        double best_turn = 0;
        const Point& a = state_.points[seg(i).v1];
        const Point& b = state_.points[seg(i).v2];
        std::uint32_t* link = &slots_[seg(i).v2];
        for (int compared = 0; *link != FLATLINE_NONE && compared < kMostCompared;) {
            const std::uint32_t k = *link;
            if (used_[k] != 0) {
                *link = same_begin_[k];
                continue;
            }
            ++compared;
            link = &same_begin_[k];
            const Point& c = state_.points[seg(k).v2];
            const double turn = std::atan2((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x),
                                           (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y));
            if (best == FLATLINE_NONE || turn < best_turn) {
                best = k;
                best_turn = turn;
            }
        }
        return best;
    }

    struct Bearing {
        double angle;
        std::uint32_t seg;
    };

    // The next seg clockwise around the middle of the leaf that is not used yet. There is one.
    bool next_around(std::uint32_t from, std::uint32_t& next) noexcept {
        if (!sorted_ && !sort_around()) return false;
        const double angle = bearing(from);
        const auto before = [](const Bearing& b, double value) { return b.angle > value; };
        const Bearing* at = std::lower_bound(around_.begin(), around_.end(), angle, before);
        const auto first = static_cast<std::uint32_t>(at - around_.begin()) %
                           static_cast<std::uint32_t>(around_.size());
        std::uint32_t found = first;
        while (used_[around_[found].seg] != 0) found = skip_[found];
        // Who comes by here again goes there at once.
        for (std::uint32_t k = first; k != found;) {
            const std::uint32_t after = skip_[k];
            skip_[k] = found;
            k = after;
        }
        next = around_[found].seg;
        return true;
    }

    double bearing(std::uint32_t i) const noexcept {
        const Point& a = state_.points[seg(i).v1];
        const Point& b = state_.points[seg(i).v2];
        return std::atan2((a.y + b.y) / 2 - middle_.y, (a.x + b.x) / 2 - middle_.x);
    }

    bool sort_around() noexcept {
        around_.truncate(0);
        skip_.truncate(0);
        middle_ = {0, 0};
        const auto count = static_cast<double>(segs_.size());
        for (std::uint32_t i = 0; i < segs_.size(); ++i) {
            const Point& a = state_.points[seg(i).v1];
            const Point& b = state_.points[seg(i).v2];
            middle_.x += (a.x + b.x) / 2 / count;
            middle_.y += (a.y + b.y) / 2 / count;
        }
        for (std::uint32_t i = 0; i < segs_.size(); ++i) {
            const std::uint32_t after = i + 1 < segs_.size() ? i + 1 : 0;
            if (!around_.push({bearing(i), i}) || !skip_.push(after)) return false;
        }
        std::sort(around_.begin(), around_.end(), [](const Bearing& a, const Bearing& b) {
            return a.angle != b.angle ? a.angle > b.angle : a.seg < b.seg;
        });
        sorted_ = true;
        return true;
    }

    const State& state_;
    Loops& loops_;
    Pool<std::uint32_t> slots_;       // by vertex: a seg that begins there
    Pool<std::uint32_t> segs_;        // of the leaf
    Pool<std::uint32_t> same_begin_;  // another seg of it that begins at the same vertex
    Pool<std::uint8_t> used_;
    Pool<Bearing> around_;
    Pool<std::uint32_t> skip_;  // for each place in around_, a later one; none between is unused
    Point middle_{0, 0};
    bool sorted_ = false;
};

}  // namespace

bool make_loops(const State& state, Scratch& work, Loops& loops) noexcept {
    return LoopMaker(state, work, loops).run();
}

}  // namespace flatline::engine::nodes
