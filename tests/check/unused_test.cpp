#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "check/rules.hpp"

namespace check_unused_test {

using check_maps::Parts;
using flatline::engine::Rule;

std::string checked(const Parts& parts) {
    return check_maps::checked(parts.text(),
                               check_maps::only({Rule::side_unused, Rule::sector_unused}));
}

TEST(CheckUnused, ASideThatNoLineUses) {
    Parts parts;
    parts.sidedefs += "sidedef{sector=0;}";
    EXPECT_EQ(checked(parts), "side-unused sidedef 3");
    parts.linedefs += "linedef{v1=0;v2=1;sidefront=3;}";
    EXPECT_EQ(checked(parts), "");
}

TEST(CheckUnused, ABackSideIsUsed) {
    Parts parts;
    parts.sidedefs += "sidedef{sector=0;}";
    parts.linedefs += "linedef{v1=0;v2=1;sidefront=0;sideback=3;}";
    EXPECT_EQ(checked(parts), "");
}

TEST(CheckUnused, ASectorWithoutASide) {
    Parts parts;
    parts.sectors += "sector{}";
    EXPECT_EQ(checked(parts), "sector-unused sector 1");
    parts.sidedefs = "sidedef{sector=0;}sidedef{sector=1;}sidedef{sector=0;}";
    EXPECT_EQ(checked(parts), "");
}

TEST(CheckUnused, TheFirstOnesToo) {
    Parts parts;
    parts.sectors += "sector{}";
    parts.sidedefs = "sidedef{sector=1;}sidedef{sector=1;}sidedef{sector=1;}";
    parts.linedefs = "linedef{v1=0;v2=1;sidefront=1;sideback=2;}";
    EXPECT_EQ(checked(parts), "side-unused sidedef 0\nsector-unused sector 0");
}

TEST(CheckUnused, AnUnusedSideStillHoldsItsSector) {
    Parts parts;
    parts.sectors += "sector{}";
    parts.sidedefs += "sidedef{sector=1;}";
    EXPECT_EQ(checked(parts), "side-unused sidedef 3");
}

}  // namespace check_unused_test
