// Verifies the shape of the tree.
#pragma once

#include <algorithm>
#include <cstring>

#include "base/layout.hpp"
#include "base/outcome.hpp"
#include "nodes/decode.hpp"

namespace flatline::nodes {

/// Working memory of a TreeCheck: a bit for each node and subsector, two numbers for each node.
struct TreeScratch {
    std::uint64_t* seen_nodes = nullptr;
    std::uint64_t* seen_subsectors = nullptr;
    std::uint32_t* levels = nullptr;  // of each node: levels of nodes from it down
    std::uint32_t* order = nullptr;  // nodes from the root down; not used where children come first

    // Sets bit i; true where it was not set.
    static bool mark(std::uint64_t* bits, std::uint32_t i) noexcept {
        const std::uint64_t bit = 1ull << (i & 63);
        const bool first = (bits[i >> 6] & bit) == 0;
        bits[i >> 6] |= bit;
        return first;
    }
};

/// Checks that nodes and subsectors are one tree, and finds its depth and the boxes of its nodes.
class TreeCheck {
public:
    TreeCheck(const Arrays& arrays, const Places& places, const MapView& map,
              const TreeScratch& scratch, Reporter& reporter) noexcept
        : a_(arrays), places_(places), map_(map), scratch_(scratch), reporter_(reporter) {}

    // True where every child exists and has one parent, the root has none, and the root reaches
    // all. There is one subsector more than nodes, so no index is left over. With `fill`, whose
    // precondition is sound segs, levels and boxes are filled in the same pass, because a large
    // tree does not fit the caches.
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
    enum { kTop, kBottom, kLeft, kRight };

    // Fills the level and the boxes of a node from those of its children.
    void fill_from_below(std::uint32_t i) noexcept {
        flatline_node& node = a_.nodes[i];
        scratch_.levels[i] = 1 + std::max(levels(node.children[0]), levels(node.children[1]));
        for (std::uint32_t side = 0; side < 2; ++side) {
            const std::uint32_t child = node.children[side];
            if ((child & FLATLINE_CHILD_SUBSECTOR) != 0)
                box_of_subsector(child & ~FLATLINE_CHILD_SUBSECTOR, node.bbox[side]);
            else
                box_of_node(a_.nodes[child], node.bbox[side]);
        }
    }

    // Marks a child as taken; false where it does not exist or is taken already. Written without a
    // branch, because nodes and subsectors alternate without a pattern. The root is the last node
    // and no child.
    bool take(std::uint32_t child) noexcept {
        const std::uint32_t counts[] = {a_.node_count - 1, a_.subsector_count};
        std::uint64_t* const marks[] = {scratch_.seen_nodes, scratch_.seen_subsectors};
        const std::uint32_t leaf = child >> 31;
        const std::uint32_t i = child & ~FLATLINE_CHILD_SUBSECTOR;
        return i < counts[leaf] && TreeScratch::mark(marks[leaf], i);
    }

    // Puts the nodes in order from the root, level by level. False where some are not reached:
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

    static void box_of_node(const flatline_node& node, double* box) noexcept {
        box[kTop] = std::max(node.bbox[0][kTop], node.bbox[1][kTop]);
        box[kBottom] = std::min(node.bbox[0][kBottom], node.bbox[1][kBottom]);
        box[kLeft] = std::min(node.bbox[0][kLeft], node.bbox[1][kLeft]);
        box[kRight] = std::max(node.bbox[0][kRight], node.bbox[1][kRight]);
    }

    void box_of_subsector(std::uint32_t i, double* box) const noexcept {
        const flatline_subsector& subsector = a_.subsectors[i];
        const flatline_seg* seg = a_.segs + subsector.first;
        const flatline_vertex first = a_.point(map_, seg->v1);
        double top = first.y;
        double bottom = first.y;
        double left = first.x;
        double right = first.x;
        const auto grow = [&](const flatline_vertex& p) {
            top = std::max(top, p.y);
            bottom = std::min(bottom, p.y);
            left = std::min(left, p.x);
            right = std::max(right, p.x);
        };
        // In a loop every end of a seg is the beginning of another.
        for (std::uint32_t k = 0; k < subsector.count; ++k) {
            grow(a_.point(map_, seg[k].v1));
            if (!a_.gl) grow(a_.point(map_, seg[k].v2));
        }
        box[kTop] = top;
        box[kBottom] = bottom;
        box[kLeft] = left;
        box[kRight] = right;
    }

    const Arrays& a_;
    const Places& places_;
    const MapView& map_;
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
    budget.announce(layout.bytes());
    if (!budget.charge(layout.bytes())) return Outcome::over_limit;
    if (!memory.ensure(hooks, layout.bytes())) return Outcome::out_of_memory;
    std::memset(memory.data(), 0, static_cast<std::size_t>(marks));
    scratch.seen_nodes = reinterpret_cast<std::uint64_t*>(memory.data() + nodes_at);
    scratch.seen_subsectors = reinterpret_cast<std::uint64_t*>(memory.data() + subsectors_at);
    scratch.levels = reinterpret_cast<std::uint32_t*>(memory.data() + levels_at);
    scratch.order = reinterpret_cast<std::uint32_t*>(memory.data() + order_at);
    return Outcome::ok;
}

}  // namespace flatline::nodes
