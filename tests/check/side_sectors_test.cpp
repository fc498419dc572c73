#include <gtest/gtest.h>

#include "check/check_maps.hpp"

namespace check_side_sectors_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::Rule;

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

TEST(CheckSideSectors, ARoomTurnedInsideOut) {
    Drawing map;
    map.sector();
    map.ring({{0, 0}, {64, 0}, {64, 64}, {0, 64}}, 0);
    EXPECT_EQ(checked(map),
              "side-sector-suspect sidedef 0\nside-sector-suspect sidedef 1\n"
              "side-sector-suspect sidedef 2\nside-sector-suspect sidedef 3");
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

}  // namespace check_side_sectors_test
