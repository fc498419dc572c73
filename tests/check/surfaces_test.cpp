#include <gtest/gtest.h>

#include "check/check_maps.hpp"

namespace check_surfaces_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::Rule;

// Two rooms beside each other; line 7 is between them, its front in sector 0.
struct Rooms {
    std::string name_space = "zdoom";
    std::string west{}, east{};           // fields of the sectors
    std::string line{}, front{}, back{};  // of the line between them and its sides
    std::string more{};

    Drawing map() const {
        Drawing d(name_space);
        d.sector(west);
        d.sector(east);
        for (const auto& [x, y] :
             {std::pair{0, 0}, {0, 64}, {64, 64}, {128, 64}, {128, 0}, {64, 0}}) {
            d.vertex(x, y);
        }
        d.line(0, 1, 0);
        d.line(1, 2, 0);
        d.line(2, 3, 1);
        d.line(3, 4, 1);
        d.line(4, 5, 1);
        d.line(5, 0, 0);
        d.line(2, 5, 0, 1, line, front, back);
        return d;
    }
    std::string find(std::initializer_list<Rule> rules) const {
        return check_maps::checked(map().text() + more, only(rules));
    }
    std::string missing() const { return find({Rule::texture_missing}); }
    std::string unused() const { return find({Rule::texture_unused}); }
};

constexpr char kTop0[] = "texture-missing sidedef 6 texturetop";
constexpr char kBottom0[] = "texture-missing sidedef 6 texturebottom";

TEST(CheckSurfaces, NothingIsMissing) { EXPECT_EQ(Rooms{}.missing(), ""); }

TEST(CheckSurfaces, UpperAndLowerByHeights) {
    EXPECT_EQ((Rooms{.east = "heightceiling=96;"}.missing()), kTop0);
    EXPECT_EQ((Rooms{.east = "heightfloor=8;"}.missing()), kBottom0);
    EXPECT_EQ((Rooms{.west = "heightfloor=8;"}.missing()),
              "texture-missing sidedef 7 texturebottom");
    EXPECT_EQ((Rooms{.east = "heightfloor=8;", .front = "texturebottom=\"A\";"}.missing()), "");
    EXPECT_EQ((Rooms{.east = "heightfloor=8;", .front = "texturebottom=\"-\";"}.missing()),
              kBottom0);
}

TEST(CheckSurfaces, SkyHides) {
    const std::string sky = "textureceiling=\"f_Sky1\";";
    EXPECT_EQ((Rooms{.west = sky, .east = "heightceiling=96;" + sky}.missing()), "");
    EXPECT_EQ((Rooms{.west = sky, .east = "heightceiling=96;"}.missing()), kTop0);
    EXPECT_EQ((Rooms{.east = "heightceiling=96;" + sky}.missing()), kTop0);
    EXPECT_EQ((Rooms{.east = "heightfloor=8;texturefloor=\"F_SKY1\";"}.missing()), "");
    EXPECT_EQ(
        (Rooms{.name_space = "hexen", .east = "heightfloor=8;texturefloor=\"F_SKY1\";"}.missing()),
        kBottom0);
    EXPECT_EQ(
        (Rooms{.name_space = "hexen", .east = "heightfloor=8;texturefloor=\"F_SKY\";"}.missing()),
        "");
}

TEST(CheckSurfaces, Slopes) {
    const std::string slope =
        "floorplane_a=0;floorplane_b=-0.6;floorplane_c=0.8;floorplane_d=0;";  // 0 at y = 0, 48 at
                                                                              // 64
    EXPECT_EQ((Rooms{.east = slope}.missing()), kBottom0);
    EXPECT_EQ((Rooms{.west = slope, .east = slope}.missing()), "");
}

TEST(CheckSurfaces, OneSidedLinesNeedTheirMiddle) {
    Rooms rooms;
    rooms.more = "vertex{x=-64;y=0;}linedef{v1=0;v2=6;sidefront=8;}sidedef{sector=0;}\n";
    EXPECT_EQ(rooms.missing(), "texture-missing sidedef 8 texturemiddle");
    for (const char* special : {"9", "156", "301"}) {
        rooms.more =
            "vertex{x=-64;y=0;}linedef{v1=0;v2=6;sidefront=8;special=" + std::string(special) +
            ";}sidedef{sector=0;}\n";
        EXPECT_EQ(rooms.missing(), "") << special;
        rooms.name_space = "doom";
        EXPECT_EQ(rooms.missing(), "texture-missing sidedef 8 texturemiddle") << special;
        rooms.name_space = "zdoom";
    }
}

TEST(CheckSurfaces, Srb2TakesAnyNameWithADash) {
    Rooms rooms{.name_space = "srb2", .east = "heightfloor=8;", .front = "texturebottom=\"-X\";"};
    EXPECT_EQ(rooms.missing(), kBottom0);
    rooms.name_space = "zdoom";
    EXPECT_EQ(rooms.missing(), "");
}

TEST(CheckSurfaces, SidesOfFloorsInFloors) {
    // A control line of its own, in sector 0, with flags in arg2 and arg1.
    const auto with = [](int type, int flags, const std::string& west, const std::string& east) {
        Rooms rooms{.west = west, .east = east};
        rooms.more = "vertex{x=-64;y=0;}linedef{v1=0;v2=6;sidefront=0;special=160;arg0=5;arg1=" +
                     std::to_string(type) + ";arg2=" + std::to_string(flags) + ";}\n";
        return rooms.missing();
    };
    EXPECT_EQ(with(1, 0, "", "id=5;"), "") << "its own texture";
    EXPECT_EQ(with(1, 16, "", "id=5;"), kTop0);
    EXPECT_EQ(with(1, 32, "", "moreids=\"4 5\";"), kBottom0);
    EXPECT_EQ(with(1, 32, "id=5;", "id=5;"), "") << "in both";
    EXPECT_EQ(with(5, 32, "id=5;", ""),
              std::string(kBottom0) + "\ntexture-missing sidedef 7 texturebottom")
        << "drawn inside too";
}

TEST(CheckSurfaces, UnusedTextures) {
    const std::string both = "texturetop=\"A\";texturebottom=\"A\";";
    Rooms rooms{.front = both};
    EXPECT_EQ(rooms.unused(),
              "texture-unused sidedef 6 texturetop\ntexture-unused sidedef 6 texturebottom");
    rooms.east = "heightfloor=8;";
    EXPECT_EQ(rooms.unused(), "texture-unused sidedef 6 texturetop");
    rooms.east = "id=1;";
    EXPECT_EQ(rooms.unused(), "") << "it may move";
    rooms.east = "special=1;";
    EXPECT_EQ(rooms.unused(), "");
    rooms.east = "";
    rooms.line = "special=80;";
    EXPECT_EQ(rooms.unused(), "") << "a name may be a parameter";
}

TEST(CheckSurfaces, HiddenBySkyIsUsed) {
    const std::string sky = "textureceiling=\"F_SKY1\";";
    EXPECT_EQ((Rooms{.west = sky, .east = "heightceiling=96;" + sky, .front = "texturetop=\"A\";"}
                   .unused()),
              "");
}

TEST(CheckSurfaces, MissingFlats) {
    check_maps::Parts parts;
    const auto found = [&](const std::string& fields) {
        parts.sectors = "sector{" + fields + "}";
        return check_maps::checked(parts.text(), only({Rule::flat_missing}));
    };
    EXPECT_EQ(found("texturefloor=\"A\";textureceiling=\"A\";"), "");
    EXPECT_EQ(found("texturefloor=\"-\";textureceiling=\"A\";"),
              "flat-missing sector 0 texturefloor");
    EXPECT_EQ(found("texturefloor=\"A\";textureceiling=\"\";"),
              "flat-missing sector 0 textureceiling");
    EXPECT_EQ(found("texturefloor=\"A\";"), "") << "not given is sector-missing-field";
}

}  // namespace check_surfaces_test
