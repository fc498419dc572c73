// Secrets that no way leads to: what blocks, and everything that may open a way.
#include <gtest/gtest.h>

#include "check/special_maps.hpp"

namespace secrets_test {

using namespace flatline::engine;
using namespace special_maps;

const CheckOptions kOnly = check_maps::only({Rule::secret_unreachable});
const std::string kSecret = "secret-unreachable N sector 1";

struct Space {
    const char* name;
    const char* secret;
};
constexpr Space kSpaces[] = {{"doom", "special=9;"},        {"heretic", "special=9;"},
                             {"strife", "special=9;"},      {"hexen", "special=9;"},
                             {"zdoom", "special=1024;"},    {"dsda", "special=1024;"},
                             {"eternity", "special=1024;"}, {"eternity", "secret=true;"}};

std::string says(const Space& space, const std::string& line, const std::string& second = "",
                 const std::string& first = "", const std::string& things = "",
                 const std::string& more_lines = "") {
    TwoRooms parts;
    parts.name_space = space.name;
    parts.line = line;
    parts.first = first;
    parts.second = space.secret + second;
    parts.things = things;
    parts.more_lines = more_lines;
    return told(parts, kOnly);
}

constexpr const char* kBlocked = "blocking=true;";
constexpr Space kDoom = kSpaces[0];
constexpr Space kZdoom = kSpaces[4];

TEST(CheckSecrets, BehindALineThatNobodyCrosses) {
    for (const Space& space : kSpaces) {
        EXPECT_EQ(says(space, kBlocked), kSecret) << space.name;
        EXPECT_EQ(says(space, ""), "") << space.name;
        EXPECT_EQ(says(space, "blockmonsters=true;"), "") << space.name;
        EXPECT_EQ(says({space.name, ""}, kBlocked), "") << space.name << ", no secret";
    }
    EXPECT_EQ(says(kZdoom, "blockplayers=true;"), kSecret);
    EXPECT_EQ(says(kZdoom, "blockeverything=true;"), kSecret);
    EXPECT_EQ(says({"doom", "special=160;"}, kBlocked), kSecret) << "a bit of Boom's sectors";
    EXPECT_EQ(says({"doom", "special=128;"}, kBlocked), kSecret);
    EXPECT_EQ(says({"doom", "special=8;"}, kBlocked), "");
    EXPECT_EQ(says({"zdoom", "special=9;"}, kBlocked), "") << "no secret of ZDoom";
    EXPECT_EQ(says({"mine", "special=9;"}, kBlocked), "");
    EXPECT_EQ(says({"srb2", "special=9;"}, kBlocked), "");
}

TEST(CheckSecrets, StepsAndOpenings) {
    EXPECT_EQ(says(kDoom, "", "heightfloor=24;"), "");
    EXPECT_EQ(says(kDoom, "", "heightfloor=25;"), kSecret);
    EXPECT_EQ(says(kDoom, "", "heightfloor=-500;"), "") << "a fall";
    EXPECT_EQ(says(kDoom, "", "heightceiling=56;"), "");
    EXPECT_EQ(says(kDoom, "", "heightceiling=55;"), kSecret);
    EXPECT_EQ(says(kDoom, "", "heightceiling=0;"), kSecret);
    EXPECT_EQ(says({"hexen", "special=9;"}, "", "heightceiling=63;"), kSecret);
    EXPECT_EQ(says({"hexen", "special=9;"}, "", "heightceiling=64;"), "");
    EXPECT_EQ(says(kZdoom, "", "heightceiling=27;"), kSecret) << "players crouch";
    EXPECT_EQ(says(kZdoom, "", "heightceiling=28;"), "");
    EXPECT_EQ(says(kZdoom, "", "heightfloor=72;heightceiling=200;", "heightceiling=200;"), "");
    EXPECT_EQ(says(kZdoom, "", "heightfloor=73;heightceiling=200;", "heightceiling=200;"), kSecret);
    EXPECT_EQ(says(kZdoom, "", "heightfloor=73;heightceiling=200;", "heightceiling=200;",
                   "thing{x=20;y=20;type=2035;}"),
              "")
        << "from a barrel";
    EXPECT_EQ(says(kDoom, "", "heightfloor=64;", "", "thing{x=20;y=20;type=64;}"), "")
        << "an archvile throws players up";
}

TEST(CheckSecrets, DoorsAndLifts) {
    EXPECT_EQ(says(kDoom, "special=1;", "heightceiling=0;"), "") << "a door";
    EXPECT_EQ(says(kDoom, "special=26;", "heightceiling=0;"), "") << "with a lock";
    EXPECT_EQ(says(kDoom, "special=2;arg0=7;", "heightceiling=0;id=7;"), "");
    EXPECT_EQ(says(kDoom, "special=2;arg0=8;", "heightceiling=0;id=7;"), kSecret);
    EXPECT_EQ(says(kDoom, "special=13;arg0=7;", "heightceiling=0;id=7;"), kSecret) << "light";
    EXPECT_EQ(says(kDoom, "special=62;arg0=7;", "heightfloor=64;id=7;"), "") << "a lift";
    EXPECT_EQ(says(kDoom, "special=62;arg0=7;", "heightfloor=64;", "id=7;"), "") << "on this side";
    EXPECT_EQ(says(kDoom, "", "heightfloor=64;id=666;"), "") << "the death of a boss";
    EXPECT_EQ(says(kZdoom, "special=12;", "heightceiling=0;"), "");
    EXPECT_EQ(says(kZdoom, "special=12;arg0=8;", "heightceiling=0;"), kSecret);
    EXPECT_EQ(says(kDoom, "special=1;blocking=true;", "heightceiling=0;"), kSecret)
        << "nobody crosses the line of the door";
}

TEST(CheckSecrets, Teleporters) {
    const std::string end = "thing{x=96;y=32;type=14;id=5;}";
    EXPECT_EQ(says(kDoom, "blocking=true;special=97;arg0=7;", "id=7;", "", end), "");
    EXPECT_EQ(says(kDoom, "blocking=true;special=97;arg0=8;", "id=7;", "", end), kSecret);
    EXPECT_EQ(says(kDoom, "blocking=true;special=126;arg0=7;", "id=7;", "", end), kSecret)
        << "for monsters alone";
    EXPECT_EQ(says(kZdoom, "blocking=true;special=70;arg0=5;", "", "", end), "");
    EXPECT_EQ(says(kZdoom, "blocking=true;special=70;arg0=6;", "", "", end), kSecret);
    EXPECT_EQ(says(kZdoom, kBlocked, "", "", end + "thing{x=9;y=9;type=3001;special=70;arg0=5;}"),
              "");
    const std::string line =
        "linedef{v1=0;v2=1;sidefront=8;sideback=9;id=7;blocking=true;}"
        "linedef{v1=1;v2=0;sidefront=8;sideback=9;blocking=true;}";
    EXPECT_EQ(says(kDoom, "blocking=true;special=244;arg0=7;", "", "", "", line), "");
    EXPECT_EQ(says(kDoom, "blocking=true;special=244;arg0=6;", "", "", "", line), kSecret);
}

TEST(CheckSecrets, StartsOfEveryKind) {
    for (const int type : {1, 2, 4, 11}) {
        EXPECT_EQ(
            says(kDoom, kBlocked, "", "", "thing{x=96;y=32;type=" + std::to_string(type) + ";}"),
            "")
            << type;
    }
    EXPECT_EQ(says(kDoom, kBlocked, "", "", "thing{x=96;y=32;type=3001;}"), kSecret);
    TwoRooms parts;
    parts.name_space = "doom";
    parts.line = kBlocked;
    parts.second = "special=9;";
    EXPECT_EQ(told(parts, kOnly), kSecret);
    parts.player.clear();
    EXPECT_EQ(told(parts, kOnly), "") << "no start at all";
}

TEST(CheckSecrets, SilentWhereItIsNotSure) {
    for (const int special : {33, 49, 55, 57, 156, 160, 209, 301}) {
        EXPECT_EQ(says(kZdoom, "blocking=true;special=" + std::to_string(special) + ";"), "")
            << special;
    }
    EXPECT_EQ(says(kZdoom, "blocking=true;special=112;"), kSecret) << "light";
    EXPECT_EQ(says(kDoom, "blocking=true;special=281;"), "") << "a floor in the air";
    EXPECT_EQ(says(kDoom, kBlocked, "", "", "", "linedef{v1=0;v2=1;sidefront=9;sideback=9;}"), "")
        << "a line with the secret on both sides";
    EXPECT_EQ(says(kDoom, kBlocked, "", "", "", "linedef{v1=0;v2=1;sidefront=9;}"), "")
        << "a secret that is not closed";
    TwoRooms parts;
    parts.line = kBlocked;
    parts.second = kZdoom.secret;
    EXPECT_EQ(told(parts, kOnly), kSecret);
    parts.behavior = with_library();
    EXPECT_EQ(told(parts, kOnly), "");
    parts.behavior = without_scripts();
    EXPECT_EQ(told(parts, kOnly), kSecret);
}

// Three rooms in a row: who runs off a ledge may reach what is level with it.
TEST(CheckSecrets, OverAPitAndThroughIt) {
    const auto rooms = [](int pit, int secret) {
        check_maps::Drawing map("doom");
        for (int i = 0; i < 4; ++i) {
            map.vertex(i * 64, 0);
            map.vertex(i * 64, 64);
        }
        map.sector();
        map.sector("heightfloor=" + std::to_string(pit) + ";");
        map.sector("special=9;heightfloor=" + std::to_string(secret) + ";");
        map.line(0, 1, 0);
        for (int i = 0; i < 3; ++i) {
            map.line(2 * i + 1, 2 * i + 3, i);
            map.line(2 * i + 2, 2 * i, i);
            if (i != 0) map.line(2 * i + 1, 2 * i, i - 1, i);
        }
        map.line(7, 6, 2);
        map.thing(32, 32, 1);
        const auto loaded = load_text::load(map.text());
        EXPECT_TRUE(loaded);
        return told(loaded.value, kOnly);
    };
    EXPECT_EQ(rooms(-64, 0), "") << "level with where the player came from";
    EXPECT_EQ(rooms(-64, 24), "");
    EXPECT_EQ(rooms(-64, 25), "secret-unreachable N sector 2");
    EXPECT_EQ(rooms(24, 48), "") << "step by step";
    EXPECT_EQ(rooms(24, 49), "secret-unreachable N sector 2");
}

TEST(CheckSecrets, OfBinaryMaps) {
    for (const bool hexen : {false, true}) {
        for (const bool blocked : {false, true}) {
            binary_map::Map map = binary_map::Map::square(hexen);
            map.vertex(128, 64).vertex(128, 0);
            map.sector(0, 128, "F", "F", 160, 9);
            binary_map::Line line;
            const std::uint32_t ends[3][2] = {{2, 4}, {4, 5}, {5, 3}};
            for (std::uint32_t i = 0; i < 3; ++i) {
                line.v1 = ends[i][0];
                line.v2 = ends[i][1];
                line.front = 4 + i;
                line.flags = 1;
                map.line(line).side("-", "-", "W", 1);
            }
            // The wall between the two gets a back.
            const std::size_t record = hexen ? 16 : 14;
            map.side("-", "-", "-", 1);
            map.linedefs[2 * record + 4] = static_cast<char>(blocked ? 5 : 4);
            map.linedefs.replace(3 * record - 2, 2, std::string("\7\0", 2));
            EXPECT_EQ(told(map, kOnly), blocked ? kSecret : "") << hexen;
        }
    }
}

}  // namespace secrets_test
