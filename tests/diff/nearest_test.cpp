// Pairing by nearness, against a slow one that looks at all pairs, and large groups, which have to
// be done in time.
#include "diff/nearest.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "flatline/types.h"

namespace nearest_test {

using flatline::engine::compare::Growing;
using flatline::engine::compare::Memory;
using flatline::engine::compare::pair_nearest;
using flatline::engine::compare::Placed;

constexpr std::uint64_t kNoLimit = UINT64_MAX / 4;

// The least distance among all pairs of one key that are left, again and again.
std::set<std::pair<std::uint32_t, std::uint32_t>> slow_pairs(const std::vector<Placed>& a,
                                                             const std::vector<Placed>& b) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::set<std::uint32_t> used_a;
    std::set<std::uint32_t> used_b;
    for (;;) {
        double least = INFINITY;
        std::pair<std::uint32_t, std::uint32_t> best;
        for (const Placed& x : a) {
            for (const Placed& y : b) {
                if (x.key != y.key || used_a.count(x.index) != 0 || used_b.count(y.index) != 0)
                    continue;
                const double far = (x.x - y.x) * (x.x - y.x) + (x.y - y.y) * (x.y - y.y);
                if (far < least) {
                    least = far;
                    best = {x.index, y.index};
                }
            }
        }
        if (!(least < INFINITY)) return pairs;
        pairs.insert(best);
        used_a.insert(best.first);
        used_b.insert(best.second);
    }
}

TEST(Nearest, AsTheSlowOne) {
    std::mt19937 generator(1);
    const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
    for (int round = 0; round < 60; ++round) {
        std::vector<Placed> a;
        std::vector<Placed> b;
        const auto fill = [&](std::vector<Placed>& list, unsigned count) {
            for (std::uint32_t i = 0; i < count; ++i) {
                // No two distances are the same.
                list.push_back({random() % 3, static_cast<double>(random()) / 1e5,
                                static_cast<double>(random()) / 1e5, i, FLATLINE_NONE});
            }
        };
        fill(a, random() % 12);
        fill(b, random() % 12);
        Memory memory({}, kNoLimit);
        Growing<Placed> x;
        Growing<Placed> y;
        for (const Placed& placed : a) ASSERT_TRUE(x.push(memory, placed));
        for (const Placed& placed : b) ASSERT_TRUE(y.push(memory, placed));
        ASSERT_TRUE(pair_nearest(memory, x, y));
        std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
        for (const Placed& placed : x) {
            if (placed.partner == FLATLINE_NONE) continue;
            EXPECT_EQ(y[placed.partner].key, placed.key);
            pairs.emplace(placed.index, y[placed.partner].index);
        }
        EXPECT_EQ(pairs, slow_pairs(a, b)) << "round " << round;
    }
}

// All of one kind moved by the same way: each finds its own, although all look alike.
TEST(Nearest, ManyOfOneKey) {
    constexpr std::uint32_t kSide = 200;
    Memory memory({}, kNoLimit);
    Growing<Placed> a;
    Growing<Placed> b;
    for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
        const double x = i % kSide * 64.0;
        const double y = i / kSide * 64.0;
        ASSERT_TRUE(a.push(memory, {1, x, y, i, FLATLINE_NONE}));
        ASSERT_TRUE(b.push(memory, {1, x + 8, y, i, FLATLINE_NONE}));
    }
    ASSERT_TRUE(pair_nearest(memory, a, b));
    std::size_t own = 0;
    for (const Placed& placed : a) {
        ASSERT_NE(placed.partner, FLATLINE_NONE);
        own += b[placed.partner].index == placed.index;
    }
    EXPECT_EQ(own, a.size());
}

// Where all lie at one place only a few are looked at for each.
TEST(Nearest, ManyAtOnePlace) {
    constexpr std::uint32_t kCount = 50'000;
    Memory memory({}, kNoLimit);
    Growing<Placed> a;
    Growing<Placed> b;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        ASSERT_TRUE(a.push(memory, {1, 0, 0, i, FLATLINE_NONE}));
        ASSERT_TRUE(b.push(memory, {1, 5000, 0, i, FLATLINE_NONE}));
    }
    ASSERT_TRUE(pair_nearest(memory, a, b));
    for (const Placed& placed : a) ASSERT_NE(placed.partner, FLATLINE_NONE);
    ASSERT_TRUE(pair_nearest(memory, a, b, 64));
    for (const Placed& placed : a) ASSERT_EQ(placed.partner, FLATLINE_NONE);
}

}  // namespace nearest_test
