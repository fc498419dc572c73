// Makes one tree of branches that were divided apart.
#pragma once

#include "nodes/build_branches.hpp"

namespace flatline::engine::nodes {

/// What branches did not know of each other. A seg and its partner in another branch were cut apart
/// from each other, each where lines of its own branch cross it. Here each gets the cuts of the
/// other, so that their pieces are pairs. Two cuts within kSameVertex of each other are one vertex.
class Joiner {
public:
    Joiner(State& trunk, Branches& branches) noexcept
        : trunk_(trunk),
          branches_(branches),
          same_(trunk.scratch),
          finals_(trunk.scratch),
          pieces_(trunk.scratch),
          pairs_(trunk.scratch) {}

    struct Pair {
        std::uint32_t branch, seg, other_branch, other_seg;
    };

    /// False: out of memory or of steps. Linear in the segs that have partners in other branches.
    [[nodiscard]] bool run() noexcept;
    const Pool<Pair>& pairs() const noexcept { return pairs_; }
    /// Vertices of the whole tree beyond the map's.
    std::uint32_t new_vertices() const noexcept { return new_vertices_; }
    /// The number in the tree of a vertex of a branch.
    std::uint32_t vertex(const Branch& branch, std::uint32_t local) const noexcept {
        const std::uint32_t origin = branch.state.origins[local];
        return origin < trunk_count() ? origin : finals_[origin - trunk_count()];
    }
    /// True if cuts of this branch made this vertex, and it did not become another one.
    bool is_own(const Branch& branch, std::uint32_t local) const noexcept;

private:
    std::uint32_t trunk_count() const noexcept {
        return static_cast<std::uint32_t>(trunk_.points.size());
    }
    bool number_vertices() noexcept;
    bool finish_vertices() noexcept;
    bool join(std::uint32_t a, std::uint32_t seg, std::uint32_t b, std::uint32_t partner) noexcept;
    std::uint32_t root(std::uint32_t vertex) const noexcept;
    bool unite(std::uint32_t a, std::uint32_t b) noexcept;
    bool cut(std::uint32_t branch, std::uint32_t seg, std::uint32_t from,
             std::uint32_t vertex) noexcept;

    State& trunk_;
    Branches& branches_;
    // By vertex that a branch made, in the order of branches: one that it is the same as, or
    // itself. Vertices before those are the trunk's.
    Pool<std::uint32_t> same_;
    Pool<std::uint32_t> finals_;  // their numbers in the tree
    Pool<std::uint32_t> pieces_;
    Pool<Pair> pairs_;
    std::uint32_t new_vertices_ = 0;
};

}  // namespace flatline::engine::nodes
