// Chooses the best partition line for a set of segs.
#pragma once

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
/// counts them.
class Chooser {
public:
    explicit Chooser(State& state) noexcept;

    enum class Choice { leaf, divide, failed };
    Choice choose(const std::uint32_t* set, std::size_t size, Partition& out) noexcept;

private:
    struct Block {
        double x, y, half_x, half_y;  // box: centre and half widths
        std::uint32_t first, count, real;
    };
    struct Counts {
        std::int64_t front = 0, back = 0, cut = 0;  // cut ones are in front and back too
        std::int64_t real_front = 0, real_back = 0, real_cut = 0;
        std::int64_t slivers = 0;  // cuts close to an end
        std::uint64_t steps = 0;   // segs that were looked at, and blocks
    };

    [[nodiscard]] bool gather(const std::uint32_t* set, std::size_t size) noexcept;
    Partition line_of(const WorkSeg& seg) const noexcept;
    void count_block(const Partition& line, const Block& block, Counts& counts) const noexcept;
    void count_on_line(const Partition& line, const Block& block, Counts& counts) const noexcept;
    bool consider(std::uint32_t seg) noexcept;
    bool sample(const std::uint32_t* set, std::size_t size, std::size_t step) noexcept;
    bool convex(const std::uint32_t* set, std::size_t size) noexcept;

    State& state_;
    Pool<double> x1_, y1_, x2_, y2_;
    Pool<std::int64_t> real_;  // 1: of a linedef
    Pool<Block> blocks_;
    Pool<std::uint32_t> plane_seen_;
    Pool<std::uint32_t> reflex_;  // segs at reflex corners
    std::uint32_t stamp_ = 0;
    std::size_t size_ = 0;
    bool found_ = false;
    std::int64_t best_cost_ = 0;
    Partition best_;
};

}  // namespace flatline::engine::nodes
