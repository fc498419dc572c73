// On which sides of a line the segs of a set lie, many at a time.
#pragma once

#include "model/kernel.hpp"
#include "nodes/build_state.hpp"

namespace flatline::engine::nodes {

inline constexpr std::uint32_t kBlock = 32;   // segs
inline constexpr double kSliver = kUnit / 8;  // a cut this near to an end leaves a sliver

/// A set of segs in columns, in blocks of 32 with a box around each. The columns are as long as
/// whole blocks; what is behind the last seg is not counted.
struct SideColumns {
    explicit SideColumns(Scratch& scratch) noexcept
        : x1(scratch),
          y1(scratch),
          x2(scratch),
          y2(scratch),
          box_x(scratch),
          box_y(scratch),
          half_x(scratch),
          half_y(scratch),
          sizes(scratch),
          real(scratch) {}

    Pool<double> x1, y1, x2, y2;
    Pool<double> box_x, box_y, half_x, half_y;  // by block: centre and half widths
    Pool<std::uint64_t> sizes;  // by block: segs, and in the upper half those of a linedef
    Pool<std::uint32_t> real;   // by block: a bit for each seg, 1: of a linedef
    std::size_t blocks = 0;

    /// Room for `size` segs.
    [[nodiscard]] bool prepare(std::size_t size) noexcept;
    /// Copies the segs of a block of the set, and puts a box around them. Precondition: prepared
    /// for that size.
    void fill(const State& state, const std::uint32_t* set, std::size_t size,
              std::size_t block) noexcept;
};

/// What the boxes say: sums of SideColumns::sizes. Blocks that cross the line are in neither.
struct BoxSums {
    std::uint64_t front = 0, back = 0;
    std::uint32_t crossing = 0;  // blocks
};

/// How many segs lie where, of those that were looked at one by one.
struct SideCounts {
    std::int64_t front = 0, back = 0, cut = 0;  // cut ones are in front and back too
    std::int64_t real_front = 0, real_back = 0, real_cut = 0;
    std::int64_t slivers = 0;  // cuts close to an end
};

/// A bit for each seg of a block that lies on one side and does not end on the line.
struct ClearSides {
    std::uint32_t front = 0, back = 0;
};

/// The functions for this machine. All give the same, bit for bit.
struct SideKernel {
    /// Puts the numbers of the blocks that may cross the line into `crossing`.
    BoxSums (*boxes)(const SideColumns& set, const Partition& line,
                     std::uint32_t* crossing) noexcept;
    /// Adds the segs of a block, but for those that lie on the line, of which it returns a bit
    /// each.
    std::uint32_t (*block)(const SideColumns& set, const Partition& line, std::uint32_t block,
                           SideCounts& counts) noexcept;
    ClearSides (*clear)(const SideColumns& set, const Partition& line,
                        std::uint32_t block) noexcept;
};
SideKernel side_kernel(Kernel wanted = Kernel::automatic) noexcept;

}  // namespace flatline::engine::nodes
