#include "nodes/build_output.hpp"

#include <algorithm>

namespace flatline::engine::nodes {
namespace {

// What one State made, and where that lies in the whole.
struct Part {
    const State& state;
    const Loops& loops;
    std::uint32_t first_leaf, first_seg;
};

// `number` gives a vertex its number in the tree.
template <class Number>
void fill_segs(const Part& part, const Number& number, const Arrays& out) noexcept {
    const Loops& loops = part.loops;
    flatline_seg* const segs = out.segs + part.first_seg;
    for (std::uint32_t i = 0; i < loops.segs.size(); ++i) {
        const std::uint32_t s = loops.segs[i];
        flatline_seg& seg = segs[i];
        seg = {0, 0, FLATLINE_NONE, FLATLINE_NONE, 0};
        if (s == Loops::kConnect) continue;
        const WorkSeg& work = part.state.segs[s];
        seg.v1 = number(work.v1);
        seg.v2 = number(work.v2);
        seg.linedef = work.linedef;
        seg.side = work.side;
        if (work.partner != FLATLINE_NONE) {
            seg.partner = part.first_seg + loops.places[work.partner];
        }
    }
    // A connecting miniseg between two segs of the leaf; two of them never follow each other.
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < loops.counts.size(); ++i) {
        const std::uint32_t count = loops.counts[i];
        out.subsectors[part.first_leaf + i] = {part.first_seg + first, count, FLATLINE_NONE};
        for (std::uint32_t k = first; k < first + count; ++k) {
            if (loops.segs[k] != Loops::kConnect) continue;
            segs[k].v1 = segs[k - 1].v2;
            segs[k].v2 = segs[k + 1 < first + count ? k + 1 : first].v1;
        }
        first += count;
    }
}

// Nodes were made from the root down and are stored from the leaves up, the root last. `number`
// gives a node of the State its number from the root of the tree down.
template <class Number>
void fill_nodes(const State& state, std::uint32_t first_leaf, const Number& number,
                const Arrays& out) noexcept {
    const std::uint32_t last = out.node_count - 1;
    for (std::uint32_t i = 0; i < state.nodes.size(); ++i) {
        const WorkNode& work = state.nodes[i];
        flatline_node& node = out.nodes[last - number(i)];
        node.x = work.x / kUnit;
        node.y = work.y / kUnit;
        node.dx = work.dx / kUnit;
        node.dy = work.dy / kUnit;
        for (int side = 0; side < 2; ++side) {
            const std::uint32_t child = work.children[side];
            node.children[side] =
                (child & FLATLINE_CHILD_SUBSECTOR) != 0 ? child + first_leaf : last - number(child);
        }
    }
}

flatline_vertex in_units(const Point& p) noexcept { return {p.x / kUnit, p.y / kUnit}; }

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

Outcome take_arrays(const Destination& to) noexcept {
    if (!within_limits(to.arrays, to.limits, to.reporter)) return Outcome::refused;
    return to.arrays.allocate(to.hooks, to.budget, to.memory);
}

// The nodes of the trunk, with the branches that hang on them.
class TrunkNodes {
public:
    explicit TrunkNodes(State& trunk) noexcept : trunk_(trunk), numbers_(trunk.scratch) {}

    // Numbers the nodes of the trunk and of the branches from the root down, and counts leaves and
    // segs. False: out of memory.
    bool number(Branches& branches, Arrays& out) noexcept {
        std::uint64_t nodes = 0;
        std::uint64_t leaves = 0;
        std::uint64_t segs = 0;
        for (std::size_t i = 0; i < branches.size(); ++i) {
            Branch& branch = branches[i];
            nodes += number_to(branch.set.nodes_before, nodes);
            branch.first_node = static_cast<std::uint32_t>(nodes);
            branch.first_leaf = static_cast<std::uint32_t>(leaves);
            branch.first_seg = static_cast<std::uint32_t>(segs);
            nodes += branch.state.nodes.size();
            leaves += branch.state.leaves.size();
            segs += branch.loops.segs.size();
        }
        // Numbers of segs above 2^32 would have been stopped by the steps long before.
        out.node_count = static_cast<std::uint32_t>(nodes);
        out.subsector_count = static_cast<std::uint32_t>(leaves);
        out.seg_count = static_cast<std::uint32_t>(segs);
        return good_;
    }

    void fill(const Branches& branches, const Arrays& out) const noexcept {
        const auto number = [this](std::uint32_t i) { return numbers_[i]; };
        fill_nodes(trunk_, 0, number, out);
        const std::uint32_t last = out.node_count - 1;
        for (std::size_t i = 0; i < branches.size(); ++i) {
            const Branch& branch = branches[i];
            const Task& task = branch.set.task;
            if (task.parent == FLATLINE_NONE) continue;
            out.nodes[last - numbers_[task.parent]].children[task.side] =
                branch.state.nodes.size() != 0 ? last - branch.first_node
                                               : FLATLINE_CHILD_SUBSECTOR | branch.first_leaf;
        }
    }

private:
    // Numbers the nodes up to that one; returns how many those are.
    std::uint64_t number_to(std::uint32_t end, std::uint64_t next) noexcept {
        const std::size_t begin = numbers_.size();
        for (std::size_t i = begin; i < end && good_; ++i) {
            good_ = numbers_.push(static_cast<std::uint32_t>(next + (i - begin)));
        }
        return end - begin;
    }

    const State& trunk_;
    Pool<std::uint32_t> numbers_;
    bool good_ = true;
};

void fill_branch(const Branch& branch, const Joiner& joiner, const Arrays& out) noexcept {
    const Part part{branch.state, branch.loops, branch.first_leaf, branch.first_seg};
    fill_segs(
        part, [&](std::uint32_t vertex) { return joiner.vertex(branch, vertex); }, out);
    fill_nodes(
        branch.state, branch.first_leaf,
        [&](std::uint32_t node) { return branch.first_node + node; }, out);
    for (std::uint32_t i = 0; i < branch.state.points.size(); ++i) {
        if (!joiner.is_own(branch, i)) continue;
        out.vertices[joiner.vertex(branch, i) - out.original_vertices] =
            in_units(branch.state.points[i]);
    }
}

}  // namespace

Outcome make_arrays(State& state, const Destination& to) noexcept {
    Loops loops(state.scratch);
    if (!make_loops(state, state.scratch, loops)) return state.scratch.outcome();
    const std::size_t new_vertices = state.points.size() - state.original_vertices;
    Arrays& out = to.arrays;
    out.original_vertices = state.original_vertices;
    out.vertex_count = static_cast<std::uint32_t>(new_vertices);
    out.seg_count = static_cast<std::uint32_t>(loops.segs.size());
    out.subsector_count = static_cast<std::uint32_t>(state.leaves.size());
    out.node_count = static_cast<std::uint32_t>(state.nodes.size());
    const Outcome outcome = take_arrays(to);
    if (outcome != Outcome::ok) return outcome;
    for (std::size_t i = 0; i < new_vertices; ++i) {
        out.vertices[i] = in_units(state.points[state.original_vertices + i]);
    }
    const auto same = [](std::uint32_t number) { return number; };
    fill_segs({state, loops, 0, 0}, same, out);
    fill_nodes(state, 0, same, out);
    return Outcome::ok;
}

Outcome make_arrays(State& trunk, Branches& branches, const Destination& to) noexcept {
    Joiner joiner(trunk, branches);
    TrunkNodes nodes(trunk);
    Arrays& out = to.arrays;
    if (!joiner.run() || !branches.make_loops() || !nodes.number(branches, out)) {
        return trunk.scratch.outcome();
    }
    out.original_vertices = trunk.original_vertices;
    out.vertex_count = joiner.new_vertices();
    const Outcome outcome = take_arrays(to);
    if (outcome != Outcome::ok) return outcome;
    for (std::uint32_t i = trunk.original_vertices; i < trunk.points.size(); ++i) {
        out.vertices[i - trunk.original_vertices] = in_units(trunk.points[i]);
    }
    nodes.fill(branches, out);
    branches.jobs().run(branches.size(),
                        [&](std::size_t i) { fill_branch(branches[i], joiner, out); });
    const auto place = [&](std::uint32_t branch, std::uint32_t seg) {
        return branches[branch].first_seg + branches[branch].loops.places[seg];
    };
    for (const Joiner::Pair& pair : joiner.pairs()) {
        const std::uint32_t one = place(pair.branch, pair.seg);
        const std::uint32_t two = place(pair.other_branch, pair.other_seg);
        out.segs[one].partner = two;
        out.segs[two].partner = one;
    }
    return Outcome::ok;
}

}  // namespace flatline::engine::nodes
