// Verifies the shape of a tree whose nodes stand in the order in which most builders write them.
#pragma once

#include <algorithm>
#include <cstring>

#include "base/prefetch.hpp"
#include "nodes/verify_tree.hpp"

namespace flatline::engine::nodes {

/// Checks a tree that was written from the leaves up, one subtree after the other: then the
/// subtrees that are done and hang on no node yet are a short stack, and each has the subsectors
/// of one range. One pass over nodes and segs, and no memory but the stack.
class OrderedTreeCheck {
public:
    OrderedTreeCheck(const Arrays& arrays, const MapView& map) noexcept
        : a_(arrays), boxes_(arrays, map, nullptr) {}

    /// True if the full check would find nothing; the boxes of nodes are filled then. False says
    /// nothing. Precondition: each subsector has a seg, and segs have vertices.
    bool run() noexcept {
        if (a_.node_count == 0) return a_.subsector_count == 1;
        std::uint32_t size = 0;
        for (std::uint32_t i = 0; i < a_.node_count; ++i) {
            const flatline_node& node = a_.nodes[i];
            prefetch_ahead(&node);
            prefetch_ahead(&node, 64);
            Subtree leaves[2];
            const Subtree* parts[2];
            // The child that was made later stands on top of the stack.
            const bool first_on_top = size != 0 && stack_[size - 1].child == node.children[0];
            const std::uint32_t later = first_on_top ? 0 : 1;
            if ((node.dx == 0 && node.dy == 0) ||
                !take(node.children[later], size, leaves[0], parts[later]) ||
                !take(node.children[1 - later], size, leaves[1], parts[1 - later]) ||
                size == kMost) {
                return false;
            }
            const Subtree& a = *parts[0];
            const Subtree& b = *parts[1];
            if ((a.end != b.first) & (b.end != a.first)) return false;
            put_box(a.extent, a_.nodes[i].bbox[0]);
            put_box(b.extent, a_.nodes[i].bbox[1]);
            Extent extent = a.extent;
            extent.grow(b.extent);
            stack_[size++] = {extent, i, std::min(a.first, b.first), std::max(a.end, b.end),
                              1 + std::max(a.levels, b.levels)};
        }
        depth_ = stack_[0].levels;
        return size == 1 && stack_[0].first == 0 && stack_[0].end == a_.subsector_count;
    }

    std::uint32_t depth() const noexcept { return depth_; }

private:
    static constexpr std::uint32_t kMost = 256;

    struct Subtree {
        Extent extent;
        std::uint32_t child;       // the node, as its parent has it
        std::uint32_t first, end;  // subsectors
        std::uint32_t levels;
    };

    // What is taken from the stack stays where it is until the node is put there.
    FLATLINE_ALWAYS_INLINE bool take(std::uint32_t child, std::uint32_t& size, Subtree& leaf,
                                     const Subtree*& to) const noexcept {
        if ((child & FLATLINE_CHILD_SUBSECTOR) == 0) {
            if (size == 0 || stack_[size - 1].child != child) return false;
            to = &stack_[--size];
            return true;
        }
        const std::uint32_t i = child & ~FLATLINE_CHILD_SUBSECTOR;
        if (i >= a_.subsector_count) return false;
        // Built trees have their subsectors from the last one to the first. It is never read.
        const auto segs = reinterpret_cast<std::uintptr_t>(a_.segs + a_.subsectors[i].first);
        prefetch(reinterpret_cast<const void*>(segs - 1024));
        prefetch(reinterpret_cast<const void*>(segs - 1088));
        leaf = {boxes_.extent(i), child, i, i + 1, 0};
        to = &leaf;
        return true;
    }

    void put_box(const Extent& extent, double* box) const noexcept {
        if (a_.differs == nullptr) {
            std::memcpy(box, extent.box().sides, sizeof(SubsectorBox));
        } else if (!extent.is(box)) {
            *a_.differs = true;
        }
    }

    const Arrays& a_;
    SubsectorBoxes boxes_;
    std::uint32_t depth_ = 0;
    Subtree stack_[kMost];
};

}  // namespace flatline::engine::nodes
