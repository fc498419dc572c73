#include <gtest/gtest.h>

#include <random>
#include <set>

#include "check/check_maps.hpp"
#include "check/slow_regions.hpp"

namespace check_side_sectors_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::engine::Rule;

std::string checked(const Drawing& map) {
    return check_maps::checked(map.text(), only({Rule::side_sector_suspect}));
}

// A room of sector 0 with a pillar of sector 1 in it; the sectors of the outer side of the
// pillar's lines, the first one and the others.
Drawing pillar(int first, int others) {
    Drawing map;
    for (int i = 0; i < 3; ++i) map.sector();
    map.room(0, 0, 256, 256, 0);
    for (const auto& [x, y] : {std::pair{64, 64}, {64, 128}, {128, 128}, {128, 64}}) {
        map.vertex(x, y);
    }
    for (int i = 0; i < 4; ++i) map.line(4 + i, 4 + (i + 1) % 4, 1, i == 0 ? first : others);
    return map;
}

TEST(CheckSideSectors, ASoundMap) { EXPECT_EQ(checked(pillar(0, 0)), ""); }

TEST(CheckSideSectors, OneSideAmongOthers) {
    EXPECT_EQ(checked(pillar(2, 0)), "side-sector-suspect sidedef 5");
}

TEST(CheckSideSectors, AWholeHole) {
    EXPECT_EQ(checked(pillar(2, 2)),
              "side-sector-suspect sidedef 5\nside-sector-suspect sidedef 7\n"
              "side-sector-suspect sidedef 9\nside-sector-suspect sidedef 11");
}

// A vertex of the pillar is on a wall of the room that is not split there: vertex-on-line says so,
// and the sides are right.
TEST(CheckSideSectors, APillarThatTouchesAWall) {
    // The tip of the inner room on each wall of the outer one.
    const std::vector<std::vector<std::pair<double, double>>> inner = {
        {{0, 128}, {64, 160}, {64, 96}},
        {{128, 0}, {96, 64}, {160, 64}},
        {{256, 128}, {192, 96}, {192, 160}},
        {{128, 256}, {160, 192}, {96, 192}}};
    for (const auto& points : inner) {
        Drawing map;
        for (int i = 0; i < 2; ++i) map.sector();
        map.room(0, 0, 256, 256, 0);
        map.ring(points, 1, 0);
        EXPECT_EQ(checked(map), "") << points[0].first << ' ' << points[0].second;
    }
}

// Two closed rooms, one of which touches the wall of the other from outside.
TEST(CheckSideSectors, ARoomThatTouchesAnother) {
    Drawing map;
    for (int i = 0; i < 2; ++i) map.sector();
    map.room(0, 0, 256, 256, 0);
    map.ring({{256, 128}, {320, 192}, {320, 64}}, 1);
    EXPECT_EQ(checked(map), "");
}

TEST(CheckSideSectors, ARoomTurnedInsideOut) {
    Drawing map;
    map.sector();
    map.ring({{0, 0}, {64, 0}, {64, 64}, {0, 64}}, 0);
    EXPECT_EQ(checked(map),
              "side-sector-suspect sidedef 0\nside-sector-suspect sidedef 1\n"
              "side-sector-suspect sidedef 2\nside-sector-suspect sidedef 3");
}

// Each boundary is walked once: once for each of its lines would take a minute.
TEST(CheckSideSectors, ARoomOfManyWalls) {
    constexpr int kWalls = 20'000;
    Drawing map;
    map.sector();
    for (int i = 0; i < kWalls / 2; ++i) map.vertex(i, i % 2);
    for (int i = kWalls / 2; i > 0; --i) map.vertex(i, -8);
    for (int i = 0; i < kWalls; ++i) map.line(i, (i + 1) % kWalls, 0);
    EXPECT_EQ(checked(map), "");
}

TEST(CheckSideSectors, AHoleInAHoleLooksAtWhatIsAround) {
    Drawing map;
    for (int i = 0; i < 3; ++i) map.sector();
    map.room(0, 0, 512, 512, 0);
    map.room(64, 64, 128, 128, 1, 0);
    map.room(192, 64, 256, 128, 1, 0);  // its line west is the hole before it
    map.room(208, 80, 224, 96, 2, 1);   // in that one
    EXPECT_EQ(checked(map), "");
}

TEST(CheckSideSectors, SelfReferencingLinesAreLeftOut) {
    Drawing map = pillar(0, 0);
    map.line(map.vertex(16, 16), map.vertex(16, 32), 2, 2);
    EXPECT_EQ(checked(map), "");
}

TEST(CheckSideSectors, NotWhereLinesCross) {
    Drawing map = pillar(2, 0);
    map.line(map.vertex(32, 96), map.vertex(96, 97), 0, 1);
    EXPECT_EQ(checked(map), "");
}

// Where a wall is there twice the room may seem to be one with what is around it.
TEST(CheckSideSectors, HolesOfARoomWithADoubledWall) {
    for (int wall = 0; wall < 4; ++wall) {
        Drawing map = pillar(0, 0);
        map.line(wall, (wall + 1) % 4, 0);
        map.room(144, 144, 160, 160, 1, 0);  // behind the pillar
        EXPECT_EQ(checked(map), "") << wall;
    }
}

TEST(CheckSideSectors, NotWhereTwoLinesLeaveInOneDirection) {
    Drawing map = pillar(2, 0);
    map.line(4, map.vertex(64, 96), 0, 1);
    EXPECT_EQ(checked(map), "");
}

// Edges of a grid and diagonals of its cells, some of them, with sides in three sectors.
Drawing random_grid(std::mt19937_64& random) {
    Drawing map;
    for (int i = 0; i < 3; ++i) map.sector();
    constexpr int kSize = 6;
    for (int i = 0; i < kSize * kSize; ++i) map.vertex(i % kSize * 16, i / kSize * 16);
    const std::uint64_t often = 2 + random() % 8;  // of ten, how many edges are there
    const std::uint64_t alike = random() % 20;     // of twenty, how many sides are in sector 0
    const auto sector = [&] { return random() % 20 < alike ? 0 : static_cast<int>(random() % 3); };
    const auto edge = [&](int a, int b, std::uint64_t chance) {
        if (random() % 10 >= chance) return;
        if (random() % 2 == 0) std::swap(a, b);
        const int back = random() % 3 == 0 ? -1 : sector();
        map.line(a, b, sector(), back);
    };
    for (int y = 0; y < kSize; ++y) {
        for (int x = 0; x < kSize; ++x) {
            const int at = y * kSize + x;
            if (x + 1 < kSize) edge(at, at + 1, often);
            if (y + 1 < kSize) edge(at, at + kSize, often);
            if (x + 1 == kSize || y + 1 == kSize) continue;
            if (random() % 2 == 0) {
                edge(at, at + kSize + 1, often / 2);
            } else {
                edge(at + 1, at + kSize, often / 2);
            }
        }
    }
    return map;
}

TEST(CheckSideSectors, AsTheDefinitionSays) {
    std::mt19937_64 random(20250102);
    std::size_t suspects = 0;
    for (int round = 0; round < 1500; ++round) {
        const std::string text = random_grid(random).text();
        const auto loaded = load_text::load(text);
        ASSERT_TRUE(loaded);
        auto options = only({Rule::side_sector_suspect});
        options.limits.findings = 100000;
        std::set<std::uint32_t> found;
        const auto result = flatline::engine::check(loaded.value, options);
        for (const flatline::engine::Finding& f : result.findings.kept()) {
            EXPECT_TRUE(found.insert(f.index).second) << "told twice";
        }
        ASSERT_EQ(found, slow_regions::suspects(loaded.value)) << text;
        suspects += found.size();
    }
    EXPECT_GT(suspects, 1000u);
}

// A line of no length is in no walk, so it hides nothing at its place.
TEST(CheckSideSectors, LinesOfNoLength) {
    Drawing map = pillar(2, 0);
    map.line(4, 4, 0, 1);
    EXPECT_EQ(checked(map), "side-sector-suspect sidedef 5");
}

}  // namespace check_side_sectors_test
