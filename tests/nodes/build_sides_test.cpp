// The vector kernel counts sides as the plain one, bit for bit: segs in front, behind, on the line,
// cut, and cut close to an end, with coordinates that are whole units and with some that are not.
#include "nodes/build_sides.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

namespace build_sides_test {

using flatline::engine::Kernel;
using flatline::engine::nodes::BoxSums;
using flatline::engine::nodes::ClearSides;
using flatline::engine::nodes::kBlock;
using flatline::engine::nodes::kUnit;
using flatline::engine::nodes::Partition;
using flatline::engine::nodes::partition_of;
using flatline::engine::nodes::Point;
using flatline::engine::nodes::Scratch;
using flatline::engine::nodes::side_kernel;
using flatline::engine::nodes::SideColumns;
using flatline::engine::nodes::SideCounts;
using flatline::engine::nodes::SideKernel;

struct Segs {
    Segs(std::size_t size, std::uint32_t seed, double grain) : random(seed) {
        EXPECT_TRUE(set.prepare(size));
        for (std::size_t block = 0; block < set.blocks; ++block) {
            const std::size_t first = block * kBlock;
            const std::size_t count = std::min<std::size_t>(size - first, kBlock);
            double left = 1e300, right = -1e300, bottom = 1e300, top = -1e300;
            std::uint32_t real = 0;
            for (std::size_t i = first; i < first + kBlock; ++i) {
                const Point a = point(grain);
                const Point b = point(grain);
                set.x1[i] = a.x;
                set.y1[i] = a.y;
                set.x2[i] = b.x;
                set.y2[i] = b.y;
                if (i >= first + count) continue;
                left = std::min({left, a.x, b.x});
                right = std::max({right, a.x, b.x});
                bottom = std::min({bottom, a.y, b.y});
                top = std::max({top, a.y, b.y});
                real |= static_cast<std::uint32_t>(random() & 1u) << (i - first);
            }
            set.box_x[block] = (left + right) / 2;
            set.box_y[block] = (bottom + top) / 2;
            set.half_x[block] = (right - left) / 2;
            set.half_y[block] = (top - bottom) / 2;
            set.real[block] = real;
            set.sizes[block] = std::uint64_t(std::popcount(real)) << 32 | count;
        }
    }
    // Few places, so that many points lie on lines and near to them.
    Point point(double grain) {
        const auto near = [&] { return static_cast<double>(random() % 13) - 6; };
        return {(near() * kUnit + near()) * grain, (near() * kUnit + near()) * grain};
    }

    flatline::engine::MemoryHooks hooks;
    Scratch scratch{hooks, std::uint64_t{1} << 30};
    SideColumns set{scratch};
    std::minstd_rand random;
};

TEST(SideKernels, GiveTheSame) {
    const SideKernel plain = side_kernel(Kernel::scalar);
    const SideKernel best = side_kernel();
    std::uint64_t cut = 0, on = 0, slivers = 0;
    for (const std::size_t size : {1u, 3u, 31u, 32u, 33u, 200u, 1000u}) {
        for (const double grain : {1.0, 1.0 / 8, 1.0 / 65536}) {
            Segs segs(size, static_cast<std::uint32_t>(size), grain);
            for (int line = 0; line < 50; ++line) {
                const Point from = segs.point(grain);
                Point to = segs.point(grain);
                if (to.x == from.x && to.y == from.y) to.x += 1;
                const Partition partition = partition_of(from, to);
                std::vector<std::uint32_t> one(segs.set.blocks), two(segs.set.blocks);
                const BoxSums a = plain.boxes(segs.set, partition, one.data());
                const BoxSums b = best.boxes(segs.set, partition, two.data());
                ASSERT_EQ(a.front, b.front);
                ASSERT_EQ(a.back, b.back);
                ASSERT_EQ(a.crossing, b.crossing);
                ASSERT_EQ(one, two);
                for (std::uint32_t block = 0; block < segs.set.blocks; ++block) {
                    SideCounts c;
                    SideCounts d;
                    const std::uint32_t e = plain.block(segs.set, partition, block, c);
                    ASSERT_EQ(e, best.block(segs.set, partition, block, d));
                    ASSERT_EQ(c.front, d.front);
                    ASSERT_EQ(c.back, d.back);
                    ASSERT_EQ(c.cut, d.cut);
                    ASSERT_EQ(c.real_front, d.real_front);
                    ASSERT_EQ(c.real_back, d.real_back);
                    ASSERT_EQ(c.real_cut, d.real_cut);
                    ASSERT_EQ(c.slivers, d.slivers);
                    const ClearSides f = plain.clear(segs.set, partition, block);
                    const ClearSides g = best.clear(segs.set, partition, block);
                    ASSERT_EQ(f.front, g.front);
                    ASSERT_EQ(f.back, g.back);
                    cut += static_cast<std::uint64_t>(c.cut);
                    on += static_cast<std::uint64_t>(std::popcount(e));
                    slivers += static_cast<std::uint64_t>(c.slivers);
                }
            }
        }
    }
    EXPECT_GT(cut, 1000u);
    EXPECT_GT(on, 100u);
    EXPECT_GT(slivers, 100u);
}

}  // namespace build_sides_test
