// Verifies the shape of the tree.
#pragma once

#include <algorithm>
#include <cstring>

#include "base/layout.hpp"
#include "base/outcome.hpp"
#include "nodes/decode.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace flatline::engine::nodes {

/// A box as nodes have those of their children.
struct SubsectorBox {
    enum { kTop, kBottom, kLeft, kRight };
    double sides[4];
};

/// Working memory of a TreeCheck: a bit for each node and subsector, two numbers for each node, a
/// box for each subsector.
struct TreeScratch {
    std::uint64_t* seen_nodes = nullptr;
    std::uint64_t* seen_subsectors = nullptr;
    SubsectorBox* boxes = nullptr;
    std::uint32_t* levels = nullptr;  // of each node: levels of nodes from it down
    std::uint32_t* order = nullptr;  // nodes from the root down; not used where children come first

    // Sets bit i; true if it was not set.
    static bool mark(std::uint64_t* bits, std::uint32_t i) noexcept {
        const std::uint64_t bit = 1ull << (i & 63);
        const bool first = (bits[i >> 6] & bit) == 0;
        bits[i >> 6] |= bit;
        return first;
    }
};

#if defined(__SSE2__)
/// What grows to a box. The order of the operands is that of std::min and std::max, for -0 and 0.
class Extent {
public:
    Extent() noexcept = default;
    explicit Extent(const flatline_vertex& p) noexcept : low_(load(p)), high_(low_) {}

    void grow(const flatline_vertex& p) noexcept {
        low_ = _mm_min_pd(load(p), low_);
        high_ = _mm_max_pd(load(p), high_);
    }
    void grow(const Extent& other) noexcept {
        low_ = _mm_min_pd(other.low_, low_);
        high_ = _mm_max_pd(other.high_, high_);
    }
    SubsectorBox box() const noexcept {
        SubsectorBox box;
        _mm_storeu_pd(box.sides, _mm_unpackhi_pd(high_, low_));
        _mm_storeu_pd(box.sides + 2, _mm_unpacklo_pd(low_, high_));
        return box;
    }
    bool is(const double* box) const noexcept {
        const __m128d ends = _mm_cmpeq_pd(_mm_loadu_pd(box), _mm_unpackhi_pd(high_, low_));
        const __m128d sides = _mm_cmpeq_pd(_mm_loadu_pd(box + 2), _mm_unpacklo_pd(low_, high_));
        return _mm_movemask_pd(_mm_and_pd(ends, sides)) == 3;
    }

private:
    static __m128d load(const flatline_vertex& p) noexcept { return _mm_loadu_pd(&p.x); }

    __m128d low_, high_;
};
#else
/// What grows to a box.
class Extent {
public:
    Extent() noexcept = default;
    explicit Extent(const flatline_vertex& p) noexcept
        : top_(p.y), bottom_(p.y), left_(p.x), right_(p.x) {}

    void grow(const flatline_vertex& p) noexcept { grow(Extent(p)); }
    void grow(const Extent& other) noexcept {
        top_ = std::max(top_, other.top_);
        bottom_ = std::min(bottom_, other.bottom_);
        left_ = std::min(left_, other.left_);
        right_ = std::max(right_, other.right_);
    }
    SubsectorBox box() const noexcept { return {{top_, bottom_, left_, right_}}; }
    bool is(const double* box) const noexcept {
        using B = SubsectorBox;
        return (top_ == box[B::kTop]) & (bottom_ == box[B::kBottom]) & (left_ == box[B::kLeft]) &
               (right_ == box[B::kRight]);
    }

private:
    double top_, bottom_, left_, right_;
};
#endif

/// Finds the boxes of subsectors.
class SubsectorBoxes {
public:
    SubsectorBoxes(const Arrays& arrays, const MapView& map, SubsectorBox* boxes) noexcept
        : a_(arrays), map_(map), boxes_(boxes) {}

    /// Fills all of them. Precondition: each has a seg, and segs have vertices.
    void fill() const noexcept {
        for (std::uint32_t i = 0; i < a_.subsector_count; ++i) boxes_[i] = extent(i).box();
    }
    /// That of one.
    Extent extent(std::uint32_t i) const noexcept {
        const flatline_subsector& subsector = a_.subsectors[i];
        const flatline_seg* segs = a_.segs + subsector.first;
        return a_.gl ? of_loop(segs, subsector.count) : of_open(segs, subsector.count);
    }

private:
    // In a loop every end of a seg is the beginning of another. Most have three to six segs, so
    // six are always looked at, because how many it will be cannot be guessed.
    Extent of_loop(const flatline_seg* segs, std::uint32_t count) const noexcept {
        Extent grown(a_.point(map_, segs[0].v1));
        for (std::uint32_t k = 1; k < 6; ++k) {
            grown.grow(a_.point(map_, segs[k & (0 - std::uint32_t{k < count})].v1));
        }
        for (std::uint32_t k = 6; k < count; ++k) grown.grow(a_.point(map_, segs[k].v1));
        return grown;
    }
    Extent of_open(const flatline_seg* segs, std::uint32_t count) const noexcept {
        Extent grown(a_.point(map_, segs[0].v1));
        for (std::uint32_t k = 0; k < count; ++k) {
            grown.grow(a_.point(map_, segs[k].v1));
            grown.grow(a_.point(map_, segs[k].v2));
        }
        return grown;
    }

    const Arrays& a_;
    const MapView& map_;
    SubsectorBox* boxes_;
};

/// Checks that nodes and subsectors are one tree, and finds its depth and the boxes of its nodes.
class TreeCheck {
public:
    TreeCheck(const Arrays& arrays, const Places& places, const TreeScratch& scratch,
              Reporter& reporter) noexcept
        : a_(arrays), places_(places), scratch_(scratch), reporter_(reporter) {}

    // True if every child exists and has one parent, the root has none, and the root reaches
    // all. There is one subsector more than nodes, so no index is left over. With `fill`, whose
    // precondition is boxes of subsectors, levels and boxes are filled in the same pass, because a
    // large tree does not fit the caches.
    bool run(bool fill) noexcept {
        bool good = true;
        bool children_first = true;
        for (std::uint32_t i = 0; i < a_.node_count; ++i) {
            const flatline_node& node = a_.nodes[i];
            if (node.dx == 0 && node.dy == 0) {
                reporter_.add(Rule::nodes_partition, places_.node(i), i);
            }
            for (std::uint32_t side = 0; side < 2; ++side) {
                const std::uint32_t child = node.children[side];
                if (!take(child)) {
                    reporter_.add(Rule::nodes_tree, places_.child(i, side), i,
                                  child & ~FLATLINE_CHILD_SUBSECTOR);
                    good = false;
                }
                children_first =
                    children_first && ((child & FLATLINE_CHILD_SUBSECTOR) != 0 || child < i);
            }
            fill = fill && good && children_first;
            if (fill) fill_from_below(i);
        }
        // zdbsp numbers nodes from the leaves up. That order alone excludes a cycle.
        if (!good || children_first) return good;
        if (!sort()) return false;
        if (!reporter_.dropped()) {
            for (std::uint32_t k = a_.node_count; k-- > 0;) fill_from_below(scratch_.order[k]);
        }
        return true;
    }

    // Precondition: run() has filled the levels.
    std::uint32_t depth() const noexcept {
        return a_.node_count == 0 ? 0 : scratch_.levels[a_.node_count - 1];
    }

private:
    // Fills the level and the boxes of a node from those of its children.
    void fill_from_below(std::uint32_t i) noexcept {
        flatline_node& node = a_.nodes[i];
        scratch_.levels[i] = 1 + std::max(levels(node.children[0]), levels(node.children[1]));
        for (std::uint32_t side = 0; side < 2; ++side) {
            fill_box(node.children[side], node.bbox[side]);
        }
    }

    // Marks a child as taken; false if it does not exist or is taken already. Written without a
    // branch, because nodes and subsectors alternate without a pattern. The root is the last node
    // and no child.
    bool take(std::uint32_t child) noexcept {
        const std::uint32_t counts[] = {a_.node_count - 1, a_.subsector_count};
        std::uint64_t* const marks[] = {scratch_.seen_nodes, scratch_.seen_subsectors};
        const std::uint32_t leaf = child >> 31;
        const std::uint32_t i = child & ~FLATLINE_CHILD_SUBSECTOR;
        return i < counts[leaf] && TreeScratch::mark(marks[leaf], i);
    }

    // Puts the nodes in order from the root, level by level. False if some are not reached:
    // these hang on each other in a circle.
    bool sort() noexcept {
        std::uint32_t* const order = scratch_.order;
        std::uint32_t size = 0;
        order[size++] = a_.node_count - 1;
        for (std::uint32_t k = 0; k < size; ++k) {
            for (const std::uint32_t child : a_.nodes[order[k]].children) {
                if ((child & FLATLINE_CHILD_SUBSECTOR) == 0) order[size++] = child;
            }
        }
        if (size == a_.node_count) return true;
        std::fill_n(scratch_.levels, a_.node_count, 0u);
        for (std::uint32_t k = 0; k < size; ++k) scratch_.levels[order[k]] = 1;
        std::uint32_t lost = 0;
        while (scratch_.levels[lost] != 0) ++lost;
        reporter_.add(Rule::nodes_tree, places_.node(lost), lost, lost);
        return false;
    }

    std::uint32_t levels(std::uint32_t child) const noexcept {
        const std::uint32_t mask = (child >> 31) - 1;  // all bits for a node, none for a subsector
        return scratch_.levels[child & mask] & mask;
    }

    // That of a subsector, or what the two boxes of a node have together. Without a branch, as
    // above: a subsector has the same box twice.
    void fill_box(std::uint32_t child, double* box) const noexcept {
        const bool leaf = (child & FLATLINE_CHILD_SUBSECTOR) != 0;
        const std::uint32_t i = child & ~FLATLINE_CHILD_SUBSECTOR;
        const double* const firsts[] = {a_.nodes[leaf ? 0 : i].bbox[0],
                                        scratch_.boxes[leaf ? i : 0].sides};
        const double* const one = firsts[leaf];
        const double* const two = one + (leaf ? 0 : 4);
        using B = SubsectorBox;
        a_.put(box[B::kTop], std::max(one[B::kTop], two[B::kTop]));
        a_.put(box[B::kBottom], std::min(one[B::kBottom], two[B::kBottom]));
        a_.put(box[B::kLeft], std::min(one[B::kLeft], two[B::kLeft]));
        a_.put(box[B::kRight], std::max(one[B::kRight], two[B::kRight]));
    }

    const Arrays& a_;
    const Places& places_;
    const TreeScratch& scratch_;
    Reporter& reporter_;
};

inline Outcome take_tree_scratch(const Arrays& arrays, const MemoryHooks& hooks, Budget& budget,
                                 Reservation& memory, TreeScratch& scratch) noexcept {
    const std::uint64_t nodes = arrays.node_count;
    Layout layout;
    const std::uint64_t nodes_at = layout.add(nodes / 64 + 1, 8);
    const std::uint64_t subsectors_at = layout.add(arrays.subsector_count / 64 + 1, 8);
    const std::uint64_t marks = layout.bytes();
    const std::uint64_t levels_at = layout.add(nodes, 4);
    const std::uint64_t order_at = layout.add(nodes, 4);
    const std::uint64_t boxes_at = layout.add(arrays.subsector_count, sizeof(SubsectorBox));
    budget.announce(layout.bytes());
    if (!budget.charge(layout.bytes())) return Outcome::over_limit;
    if (!memory.ensure(hooks, layout.bytes())) return Outcome::out_of_memory;
    std::memset(memory.data(), 0, static_cast<std::size_t>(marks));
    scratch.seen_nodes = reinterpret_cast<std::uint64_t*>(memory.data() + nodes_at);
    scratch.seen_subsectors = reinterpret_cast<std::uint64_t*>(memory.data() + subsectors_at);
    scratch.levels = reinterpret_cast<std::uint32_t*>(memory.data() + levels_at);
    scratch.boxes = reinterpret_cast<SubsectorBox*>(memory.data() + boxes_at);
    scratch.order = reinterpret_cast<std::uint32_t*>(memory.data() + order_at);
    return Outcome::ok;
}

}  // namespace flatline::engine::nodes
