#include <gtest/gtest.h>

#include "check/check_maps.hpp"

namespace check_surfaces_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::engine::Rule;

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

// Nobody sees the flat of a plane that is a portal.
TEST(CheckSurfaces, AFlatBehindAPortal) {
    const auto with = [](const std::string& sector, const std::string& line) {
        return Rooms{.east = sector, .line = line}.find({Rule::flat_missing});
    };
    const std::string floor = "texturefloor=\"-\";";
    const std::string missing = "flat-missing sector 1 texturefloor";
    EXPECT_EQ(with(floor + "id=5;", ""), missing);
    EXPECT_EQ(with(floor + "id=5;", "special=57;arg0=5;arg1=6;arg2=0;"), "");
    EXPECT_EQ(with(floor + "id=5;", "special=57;arg0=5;arg1=6;arg2=2;"), "");
    EXPECT_EQ(with(floor + "moreids=\"4 5\";", "special=57;arg0=5;arg1=6;arg2=0;"), "");
    EXPECT_EQ(with(floor + "id=5;", "special=57;arg0=5;arg1=6;arg2=1;"), missing) << "the ceiling";
    EXPECT_EQ(with(floor + "id=5;", "special=57;arg0=4;arg1=6;arg2=0;"), missing);
}

// Nobody is in a sector of no height that never moves.
TEST(CheckSurfaces, AClosedSectorIsNoPlaceToLookFrom) {
    // From the east the wall up to the floor of the west is seen, and has a texture.
    const auto with = [](const std::string& west, const std::string& line = "") {
        return Rooms{
            .west = west, .east = "heightceiling=40;", .line = line, .back = "texturebottom=\"A\";"}
            .missing();
    };
    const std::string shut = "heightfloor=64;heightceiling=64;";
    const std::string note = std::string(kTop0) + " as note";
    EXPECT_EQ(with(shut), note);
    EXPECT_EQ(with("heightfloor=65;heightceiling=64;"), note);
    EXPECT_EQ(with("heightfloor=63;heightceiling=64;"), kTop0);
    EXPECT_EQ(with(shut + "special=9;"), note) << "no type that moves";
    EXPECT_EQ(with(shut + "special=78;"), kTop0) << "it rises by itself";
    EXPECT_EQ(with(shut, "special=12;"), note) << "the line moves what is behind it, the east";
}

// Only a tag or type by which something in the map moves the sector counts.
TEST(CheckSurfaces, AClosedSectorThatMayMove) {
    const auto with = [](const char* name_space, const std::string& tag, const std::string& line) {
        return Rooms{.name_space = name_space,
                     .west = "heightfloor=64;heightceiling=64;" + tag,
                     .east = "heightceiling=40;",
                     .line = line,
                     .back = "texturebottom=\"A\";"}
            .missing();
    };
    const std::string note = std::string(kTop0) + " as note";
    EXPECT_EQ(with("zdoom", "id=5;", ""), note) << "no line has the tag";
    EXPECT_EQ(with("zdoom", "id=5;", "special=11;arg0=5;"), kTop0) << "a door";
    EXPECT_EQ(with("zdoom", "id=5;", "special=11;arg0=6;"), note) << "another door";
    EXPECT_EQ(with("zdoom", "id=5;", "special=112;arg0=5;"), note) << "a light";
    EXPECT_EQ(with("zdoom", "moreids=\"4 5\";", "special=20;arg0=5;arg1=8;"), kTop0);
    EXPECT_EQ(with("doom", "id=5;", "special=2;id=5;arg0=5;"), kTop0);
    EXPECT_EQ(with("doom", "id=5;", "special=35;id=5;arg0=5;"), note) << "a light";
    EXPECT_EQ(with("doom", "id=666;", ""), kTop0) << "the death of a boss moves it";
    EXPECT_EQ(with("doom", "special=10;", ""), kTop0) << "a door that shuts by itself";
    EXPECT_EQ(with("doom", "special=9;", ""), note) << "a secret";
    EXPECT_EQ(with("srb2", "id=5;", ""), kTop0) << "nothing says what moves there";
    EXPECT_EQ(with("srb2", "", ""), note);
}

// A part of the map without a thing, to which nothing leads.
TEST(CheckSurfaces, APartThatNobodyComesTo) {
    const auto with = [](const std::string& name_space, const std::string& line, bool far) {
        Drawing d(name_space);
        d.sector();
        d.sector();
        d.room(0, 0, 64, 64, 0);
        for (const auto& [x, y] : {std::pair{512, 0}, {512, 64}, {576, 64}}) d.vertex(x, y);
        d.line(4, 5, 1, -1, line, "");
        d.line(5, 6, 1);
        d.line(6, 4, 1);
        d.thing(far ? 520 : 8, far ? 60 : 8, 11);
        std::string text = d.text();
        const std::size_t side = text.find("texturemiddle", text.find("sidedef{sector=1"));
        text.erase(side, text.find(';', side) + 1 - side);
        return check_maps::checked(text, only({Rule::texture_missing}));
    };
    const std::string warning = "texture-missing sidedef 4 texturemiddle";
    for (const char* name_space : {"zdoom", "doom", "srb2"}) {
        EXPECT_EQ(with(name_space, "", false), warning + " as note") << name_space;
        EXPECT_EQ(with(name_space, "", true), warning) << name_space;
        EXPECT_EQ(with(name_space, "special=100;", false), warning) << "it may be drawn elsewhere";
    }
    EXPECT_EQ(with("eternity", "", false), warning) << "portals may lead there";
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

TEST(CheckSurfaces, SkiesOfTheNamespace) {
    const auto hidden = [](const char* name_space, const char* sky) {
        const std::string floor = "heightfloor=8;texturefloor=\"" + std::string(sky) + "\";";
        return Rooms{.name_space = name_space, .east = floor}.missing().empty();
    };
    for (const char* name_space : {"doom", "heretic"}) {
        EXPECT_TRUE(hidden(name_space, "F_SKY1"));
        EXPECT_FALSE(hidden(name_space, "F_SKY"));
        EXPECT_FALSE(hidden(name_space, "F_SKY001"));
    }
    EXPECT_TRUE(hidden("strife", "F_SKY001"));
    EXPECT_FALSE(hidden("strife", "F_SKY1"));
    for (const char* sky : {"F_SKY", "F_SKY1", "F_SKY001"}) EXPECT_TRUE(hidden("zdoom", sky));
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

// Two floors: that of tag 6 in both sectors, that of tag 5 in the western one.
TEST(CheckSurfaces, FloorsOfWhichOneIsInBothSectors) {
    Rooms rooms{.west = "id=5;moreids=\"6\";", .east = "id=6;"};
    for (const char* tag : {"5", "6"}) {
        rooms.more += "linedef{v1=0;v2=3;sidefront=0;special=160;arg0=" + std::string(tag) +
                      ";arg1=1;arg2=32;}\n";
    }
    EXPECT_EQ(rooms.missing(), "texture-missing sidedef 7 texturebottom");
    rooms.west = "id=6;";
    EXPECT_EQ(rooms.missing(), "");
    std::swap(rooms.west, rooms.east);
    rooms.west = "id=6;";
    rooms.east = "id=5;moreids=\"6\";";
    EXPECT_EQ(rooms.missing(), kBottom0);
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

// A sector without floors beside one that has the floor of a third before it.
TEST(CheckSurfaces, FloorsOfOtherSectors) {
    Drawing d;
    d.sector();
    d.sector("id=5;");
    d.sector("id=6;");
    for (const auto& [x, y] : {std::pair{0, 0}, {64, 0}, {0, 64}, {64, 64}}) d.vertex(x, y);
    d.line(0, 1, 0, 2);
    d.line(2, 3, 1, -1, "special=160;arg0=5;arg1=5;arg2=32;");
    d.line(3, 2, 1, -1, "special=160;arg0=6;arg1=1;arg2=16;");
    EXPECT_EQ(check_maps::checked(d.text(), only({Rule::texture_missing})),
              "texture-missing sidedef 0 texturetop");
}

}  // namespace check_surfaces_test
