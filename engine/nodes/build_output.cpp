#include "nodes/build_output.hpp"

#include <algorithm>

namespace flatline::engine::nodes {
namespace {

// Puts the segs of each leaf into the order in which they follow each other.
class LoopMaker {
public:
    explicit LoopMaker(State& state) noexcept
        : state_(state),
          segs_(state.scratch),
          same_begin_(state.scratch),
          used_(state.scratch),
          around_(state.scratch),
          skip_(state.scratch),
          loops_(state.scratch),
          places_(state.scratch) {}

    // The segs of all leaves in their order; kConnect stands for a miniseg that closes a gap.
    static constexpr std::uint32_t kConnect = FLATLINE_NONE;
    const Pool<std::uint32_t>& loops() const noexcept { return loops_; }
    // For each seg its place in loops().
    const Pool<std::uint32_t>& places() const noexcept { return places_; }

    bool begin() noexcept {
        return places_.extend(state_.segs.size(), FLATLINE_NONE) &&
               state_.slots.extend(state_.points.size(), FLATLINE_NONE);
    }

    // Appends the loop of a leaf; `count` gets its length.
    bool add(const Leaf& leaf, std::uint32_t& count) noexcept {
        if (!gather(leaf)) return false;
        const std::size_t first_place = loops_.size();
        const std::uint32_t first = start();
        sorted_ = false;
        std::uint32_t at = first;
        bool good = put(at);
        for (std::size_t placed = 1; placed < segs_.size() && good; ++placed) {
            const std::uint32_t from = at;
            at = follower(from);
            if (at == FLATLINE_NONE) good = next_around(from, at);
            if (good && seg(from).v2 != seg(at).v1) good = loops_.push(kConnect);
            good = good && put(at);
        }
        if (good && seg(at).v2 != seg(first).v1) good = loops_.push(kConnect);
        for (const std::uint32_t s : segs_) state_.slots[state_.segs[s].v1] = FLATLINE_NONE;
        count = static_cast<std::uint32_t>(loops_.size() - first_place);
        return good;
    }

private:
    const WorkSeg& seg(std::uint32_t i) const noexcept { return state_.segs[segs_[i]]; }

    bool put(std::uint32_t i) noexcept {
        used_[i] = 1;
        places_[segs_[i]] = static_cast<std::uint32_t>(loops_.size());
        return loops_.push(segs_[i]);
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
                std::uint32_t& begin = state_.slots[state_.segs[s].v1];
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
        std::uint32_t* link = &state_.slots[seg(i).v2];
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

    State& state_;
    Pool<std::uint32_t> segs_;        // of the leaf
    Pool<std::uint32_t> same_begin_;  // another seg of it that begins at the same vertex
    Pool<std::uint8_t> used_;
    Pool<Bearing> around_;
    Pool<std::uint32_t> skip_;  // for each place in around_, a later one; none between is unused
    Pool<std::uint32_t> loops_;
    Pool<std::uint32_t> places_;
    Point middle_{0, 0};
    bool sorted_ = false;
};

void fill_segs(const State& state, const LoopMaker& maker, const Arrays& out) noexcept {
    for (std::uint32_t i = 0; i < out.seg_count; ++i) {
        const std::uint32_t s = maker.loops()[i];
        flatline_seg& seg = out.segs[i];
        seg = {0, 0, FLATLINE_NONE, FLATLINE_NONE, 0};
        if (s == LoopMaker::kConnect) continue;
        const WorkSeg& work = state.segs[s];
        seg.v1 = work.v1;
        seg.v2 = work.v2;
        seg.linedef = work.linedef;
        seg.side = work.side;
        if (work.partner != FLATLINE_NONE) seg.partner = maker.places()[work.partner];
    }
    // A connecting miniseg between two segs of the leaf; two of them never follow each other.
    for (std::uint32_t i = 0; i < out.subsector_count; ++i) {
        const flatline_subsector& leaf = out.subsectors[i];
        for (std::uint32_t k = 0; k < leaf.count; ++k) {
            if (maker.loops()[leaf.first + k] != LoopMaker::kConnect) continue;
            flatline_seg& seg = out.segs[leaf.first + k];
            seg.v1 = out.segs[leaf.first + k - 1].v2;
            seg.v2 = out.segs[k + 1 < leaf.count ? leaf.first + k + 1 : leaf.first].v1;
        }
    }
}

bool within_limits(const Arrays& out, const Limits& limits, Reporter& reporter) noexcept {
    const struct {
        Rule rule;
        std::uint64_t met, limit;
    } rows[] = {{Rule::limit_segs, out.seg_count, limits.segs},
                {Rule::limit_subsectors, out.subsector_count, limits.subsectors},
                {Rule::limit_nodes, out.node_count, limits.nodes}};
    for (const auto& row : rows) {
        if (row.met <= row.limit) continue;
        reporter.add(row.rule, LumpPlace{}, static_cast<std::int64_t>(row.met),
                     static_cast<std::int64_t>(row.limit));
    }
    return !reporter.dropped();
}

}  // namespace

Outcome make_arrays(State& state, const Limits& limits, const MemoryHooks& hooks, Budget& budget,
                    Reservation& memory, Reporter& reporter, Arrays& out) noexcept {
    LoopMaker maker(state);
    Pool<std::uint32_t> counts(state.scratch);
    if (!maker.begin()) return state.scratch.outcome();
    for (const Leaf& leaf : state.leaves) {
        std::uint32_t count = 0;
        if (!maker.add(leaf, count) || !counts.push(count)) return state.scratch.outcome();
    }
    const std::size_t new_vertices = state.points.size() - state.original_vertices;
    out.original_vertices = state.original_vertices;
    out.vertex_count = static_cast<std::uint32_t>(new_vertices);
    out.seg_count = static_cast<std::uint32_t>(maker.loops().size());
    out.subsector_count = static_cast<std::uint32_t>(state.leaves.size());
    out.node_count = static_cast<std::uint32_t>(state.nodes.size());
    if (!within_limits(out, limits, reporter)) return Outcome::refused;
    const Outcome outcome = out.allocate(hooks, budget, memory);
    if (outcome != Outcome::ok) return outcome;

    for (std::size_t i = 0; i < new_vertices; ++i) {
        const Point& p = state.points[state.original_vertices + i];
        out.vertices[i] = {p.x / kUnit, p.y / kUnit};
    }
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < out.subsector_count; ++i) {
        out.subsectors[i] = {first, counts[i], FLATLINE_NONE};
        first += counts[i];
    }
    fill_segs(state, maker, out);
    // Nodes were made from the root down and are stored from the leaves up, the root last.
    const std::uint32_t last = out.node_count - 1;
    for (std::uint32_t i = 0; i < out.node_count; ++i) {
        const WorkNode& work = state.nodes[i];
        flatline_node& node = out.nodes[last - i];
        node.x = work.x / kUnit;
        node.y = work.y / kUnit;
        node.dx = work.dx / kUnit;
        node.dy = work.dy / kUnit;
        for (int side = 0; side < 2; ++side) {
            const std::uint32_t child = work.children[side];
            node.children[side] = (child & FLATLINE_CHILD_SUBSECTOR) != 0 ? child : last - child;
        }
    }
    return Outcome::ok;
}

}  // namespace flatline::engine::nodes
