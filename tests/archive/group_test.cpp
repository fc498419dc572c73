#include "archive/group.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace flatline::engine;
using namespace flatline::engine::archive;

using Names = std::vector<std::string_view>;

std::vector<WadLump> lumps_of(const Names& names) {
    std::vector<WadLump> lumps;
    for (const std::string_view name : names) {
        WadLump lump = {};
        lump.readable = true;
        lump.name_size = static_cast<std::uint8_t>(name.copy(lump.bytes, 8));
        lumps.push_back(lump);
    }
    return lumps;
}

std::vector<MapGroup> groups_of(View<WadLump> lumps) {
    List<MapGroup> groups;
    EXPECT_TRUE(find_groups(lumps, groups));
    return {groups.begin(), groups.end()};
}

// "LABEL format first-end" of each, "!" where ENDMAP is missing, "?" where it is not supported.
std::string groups(const Names& names) {
    const std::vector<WadLump> lumps = lumps_of(names);
    std::string out;
    for (const MapGroup& group : groups_of({lumps.data(), lumps.size()})) {
        if (!out.empty()) out += "; ";
        out += std::string(lumps[group.label()].name()) + " " +
               std::string(map_format_name(group.format)) + " " + std::to_string(group.first) +
               "-" + std::to_string(group.end) + (group.ended ? "" : "!") +
               (group.supported ? "" : "?");
    }
    return out;
}

std::string repeats(const Names& names) {
    const std::vector<WadLump> lumps = lumps_of(names);
    const View<WadLump> view(lumps.data(), lumps.size());
    std::string out;
    List<std::size_t> found;
    for (const MapGroup& group : groups_of(view)) {
        EXPECT_TRUE(find_repeats(view, group, found));
        for (const std::size_t i : found) {
            out += std::string(lumps[i].name()) + "@" + std::to_string(i) + " ";
        }
    }
    return out;
}

TEST(Group, UdmfMaps) {
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "ZNODES", "ENDMAP"}), "MAP01 udmf 1-4");
    EXPECT_EQ(groups({"DECORATE", "MAP01", "TEXTMAP", "ENDMAP", "X", "E1M1", "TEXTMAP", "ENDMAP"}),
              "MAP01 udmf 2-4; E1M1 udmf 6-8");
    EXPECT_EQ(groups({"map01", "TextMap", "znodes", "EndMap", "OTHER"}), "map01 udmf 1-4");
    EXPECT_EQ(groups({}), "");
    EXPECT_EQ(groups({"MAP01"}), "");
    EXPECT_EQ(groups({"MAP01", "ENDMAP"}), "");
    EXPECT_EQ(groups({"TEXTMAP", "ENDMAP"}), "");
    EXPECT_EQ(groups({"TEXTMAP"}), "");
}

// ARC-04: what stops a map that nothing ends.
TEST(Group, ARC_04_EndmapMissing) {
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "ZNODES"}), "MAP01 udmf 1-3!");
    EXPECT_EQ(groups({"MAP01", "TEXTMAP"}), "MAP01 udmf 1-2!");
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "ZNODES", "MAP02", "TEXTMAP", "ENDMAP"}),
              "MAP01 udmf 1-3!; MAP02 udmf 4-6");
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "MAP02", "TEXTMAP"}), "MAP01 udmf 1-2!; MAP02 udmf 3-4!");
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "MAP02", "THINGS", "LINEDEFS", "SECTORS"}),
              "MAP01 udmf 1-2!; MAP02 doom 3-6");
    // Lumps in between belong to the map: nothing tells them from lumps of a port's own.
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "PLAYPAL", "MAP02", "TEXTMAP", "ENDMAP"}),
              "MAP01 udmf 1-3!; MAP02 udmf 4-6");
}

TEST(Group, ARC_04_LabelsWithNamesOfLumps) {
    EXPECT_EQ(groups({"THINGS", "TEXTMAP", "ENDMAP"}), "THINGS udmf 1-3");
    EXPECT_EQ(groups({"TEXTMAP", "TEXTMAP", "ENDMAP"}), "TEXTMAP udmf 1-3");
    EXPECT_EQ(groups({"ENDMAP", "TEXTMAP", "ENDMAP"}), "ENDMAP udmf 1-3");
    EXPECT_EQ(groups({"", "TEXTMAP", "ENDMAP"}), " udmf 1-3");
    EXPECT_EQ(groups({"THINGS", "THINGS", "LINEDEFS", "VERTEXES"}), "THINGS doom 1-4");
    EXPECT_EQ(groups({"X", "THINGS", "THINGS", "LINEDEFS"}), "THINGS doom 2-4");
    EXPECT_EQ(groups({"LINEDEFS", "THINGS", "LINEDEFS"}), "LINEDEFS doom 1-3");
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "SCRIPTS", "TEXTMAP", "ENDMAP"}),
              "MAP01 doom 1-3; SCRIPTS udmf 4-6");
    // A label is distinguished from a lump only if the map before it has all that it needs.
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "SCRIPTS", "THINGS", "LINEDEFS"}),
              "MAP01 doom 1-4");
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS", "SCRIPTS",
                      "THINGS", "LINEDEFS"}),
              "MAP01 doom 1-6; SCRIPTS doom 7-9");
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS", "BEHAVIOR",
                      "THINGS", "THINGS"}),
              "MAP01 hexen 1-7");
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "ENDMAP", "TEXTMAP", "ENDMAP"}), "MAP01 udmf 1-3");
}

TEST(Group, ARC_04_SecondTextmapOfOneMap) {
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "TEXTMAP", "ENDMAP"}), "MAP01 udmf 1-4");
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "ZNODES", "TEXTMAP", "ENDMAP"}), "MAP01 udmf 1-5");
    EXPECT_EQ(groups({"MAP01", "TEXTMAP", "TEXTMAP", "TEXTMAP", "MAP02", "TEXTMAP"}),
              "MAP01 udmf 1-4!; MAP02 udmf 5-6!");
}

TEST(Group, BinaryMaps) {
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS",
                      "NODES", "SECTORS", "REJECT", "BLOCKMAP", "HELP", "PLAYPAL"}),
              "MAP01 doom 1-11");
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"}),
              "MAP01 doom 1-6");
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS",
                      "NODES", "SECTORS", "REJECT", "BLOCKMAP", "BEHAVIOR", "SCRIPTS", "MAP02",
                      "THINGS", "LINEDEFS"}),
              "MAP01 hexen 1-13; MAP02 doom 14-16");
    EXPECT_EQ(groups({"GL_MAP01", "GL_VERT", "THINGS", "X"}), "");
    EXPECT_EQ(groups({"MAP01", "THINGS"}), "");
    EXPECT_EQ(groups({"MAP01", "THINGS", "THINGS"}), "");
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "NODES", "SEGS"}), "MAP01 doom 1-5");
}

TEST(Group, BIN_05_BinaryMapsInAnyOrderAndCase) {
    // Three maps of SRB2 stand in alphabetical order.
    EXPECT_EQ(groups({"MAP15",    "BEHAVIOR", "BLOCKMAP", "LINEDEFS", "NODES",    "REJECT",
                      "SCRIPTS",  "SECTORS",  "SEGS",     "SIDEDEFS", "SSECTORS", "THINGS",
                      "VERTEXES", "MAP18",    "BLOCKMAP", "LINEDEFS", "NODES",    "REJECT",
                      "SECTORS",  "SEGS",     "SIDEDEFS", "SSECTORS", "THINGS",   "VERTEXES"}),
              "MAP15 hexen 1-13; MAP18 doom 14-24");
    EXPECT_EQ(groups({"map01", "things", "LineDefs", "behavior"}), "map01 hexen 1-4");
    EXPECT_EQ(groups({"X", "REJECT", "BLOCKMAP", "SECTORS", "VERTEXES", "Y"}), "X doom 1-5");
    EXPECT_EQ(groups({"X", "REJECT", "BLOCKMAP", "SECTORS", "NODES", "Y"}), "");
    // Each lump once: the second SEGS may be a label.
    EXPECT_EQ(groups({"X", "SEGS", "THINGS", "SEGS", "REJECT", "LINEDEFS"}), "SEGS doom 2-6");
    EXPECT_EQ(groups({"X", "SEGS", "THINGS", "VERTEXES", "SEGS", "LINEDEFS", "SIDEDEFS"}),
              "X doom 1-4; SEGS doom 5-7");
}

TEST(Group, BinaryMapsOfOtherGamesAreFoundAndNotSupported) {
    EXPECT_EQ(groups({"MAP01", "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS",
                      "NODES", "SECTORS", "REJECT", "BLOCKMAP", "LEAFS", "LIGHTS", "MACROS"}),
              "MAP01 doom 1-14?");
    EXPECT_EQ(groups({"MAP01", "LEAFS", "THINGS", "LINEDEFS"}), "MAP01 doom 1-4?");
}

TEST(Group, Repeats) {
    EXPECT_EQ(repeats({"M", "TEXTMAP", "ZNODES", "ENDMAP"}), "");
    // ViZDoom's defend_the_center has two, DRRP's TESTMAP two DIALOGUEs and two empty names.
    EXPECT_EQ(repeats({"M", "TEXTMAP", "BEHAVIOR", "ZNODES", "behavior", "ENDMAP"}), "behavior@4 ");
    EXPECT_EQ(repeats({"M", "TEXTMAP", "", "", "DIALOGUE", "DIALOGUE", "ENDMAP"}), "DIALOGUE@5 ");
    EXPECT_EQ(repeats({"M", "TEXTMAP", "A", "B", "A", "B", "A", "ENDMAP"}), "A@4 B@5 ");
    // The same names in two maps are no repeats.
    EXPECT_EQ(repeats({"M", "TEXTMAP", "ENDMAP", "M", "TEXTMAP", "ENDMAP"}), "");
}

TEST(Group, TimeIsLinearInTheLumps) {
    Names names = {"MAP01", "TEXTMAP"};
    for (int i = 0; i < 100000; ++i) names.push_back("SAME");
    EXPECT_EQ(groups(names), "MAP01 udmf 1-100002!");
    EXPECT_EQ(repeats(names), "SAME@3 ");
    names.clear();
    for (int i = 0; i < 50000; ++i) names.insert(names.end(), {"M", "TEXTMAP"});
    const std::vector<WadLump> lumps = lumps_of(names);
    EXPECT_EQ(groups_of({lumps.data(), lumps.size()}).size(), 50000u);
}

}  // namespace
