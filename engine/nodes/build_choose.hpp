// Chooses the best partition line for a set of segs.
#pragma once

#include "base/jobs.hpp"
#include "nodes/build_sides.hpp"
#include "nodes/build_state.hpp"

namespace flatline::engine::nodes {

/// Chooses partitions (docs/nodes.md, "The node builder"). A line that leaves f of n segs in front
/// and b behind, where cut segs count on both sides, costs
///     9 for each cut seg of a linedef + 4 for each cut miniseg
///     + 30 for each cut within 1/8 unit of an end of a seg
///     + |f - b| + half of what 6 min(f, b) is below f + b; a line along an axis costs n / 16 less.
/// The lowest cost wins, the first of equal ones. Candidates are the lines of the set's linedefs,
/// each infinite line once, at most 64 taken evenly over the set. A line with no linedef on one
/// side is not used. Where no candidate can be used, a set that is one convex loop is a leaf;
/// otherwise the lines at its reflex corners are tried, then all. Cost: 64 passes over the set by
/// blocks of 32 segs, of which one that lies on one side counts as one seg. The limit node-steps
/// counts them. A line that costs more than the best one whatever the rest of its blocks are is
/// given up, which changes neither the choice nor the steps.
class Chooser {
public:
    /// `jobs`: looks at the candidates of a large set in shares; null: on this thread. The choice
    /// is the same.
    explicit Chooser(State& state, Jobs* jobs = nullptr) noexcept;

    enum class Choice { leaf, divide, failed };
    Choice choose(const std::uint32_t* set, std::size_t size, Partition& out) noexcept;
    /// The set that was chosen for.
    const SideColumns& columns() const noexcept { return columns_; }

private:
    /// The best of the candidates that were looked at, by one thread.
    struct Best {
        bool found = false;
        std::int64_t cost = 0;
        std::uint32_t seg = 0;
        std::uint64_t steps = 0;  // of all of them
    };

    [[nodiscard]] bool gather(const std::uint32_t* set, std::size_t size) noexcept;
    void count_on_line(const Partition& line, std::uint32_t block, std::uint32_t on,
                       SideCounts& counts) const noexcept;
    std::int64_t gain_of(const Partition& line) const noexcept;
    void consider(std::uint32_t seg, std::uint32_t* crossing, Best& best) const noexcept;
    bool consider_all() noexcept;
    bool add_candidate(std::uint32_t seg) noexcept;
    bool sample(const std::uint32_t* set, std::size_t size, std::size_t step) noexcept;
    bool convex(const std::uint32_t* set, std::size_t size) noexcept;
    bool shares(std::size_t size) const noexcept;

    State& state_;
    Jobs* jobs_;
    SideKernel kernel_ = side_kernel();
    SideColumns columns_;
    Pool<std::uint32_t> crossing_;  // working space of each share of the candidates
    Pool<std::uint32_t> plane_seen_;
    Pool<std::uint32_t> candidates_;  // segs whose lines are to be looked at
    Pool<std::uint32_t> reflex_;      // segs at reflex corners
    std::uint32_t stamp_ = 0;
    std::size_t size_ = 0;
    Best best_;
};

}  // namespace flatline::engine::nodes
