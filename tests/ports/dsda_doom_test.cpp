// A port plays what `flatline convert` writes: maps of freedoom go to UDMF and back, and dsda-doom
// plays a demo on them without a complaint. Debian's 0.25.6 knows no UDMF, so it is given the
// binary end of the way.
#include "ports/dsda_doom.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tools/run_tool.hpp"

namespace ports_test {

using flatline::engine::tool_test::run_tool;

class DsdaDoom : public PlaysDemos {
protected:
    // Converts one of the files of the folder to another.
    void convert(const std::string& from, const std::string& to, const std::string& format) {
        const auto run = run_tool(
            {"convert", folder_.at(from), "-o", folder_.at(to), "--to", format, "--force"});
        ASSERT_EQ(run.exit_code, 0) << format << "\n" << run.err;
    }
};

// What the tests below believe: a broken map does not pass, and the ghost tells a small change.
TEST_F(DsdaDoom, SeesWhatIsBroken) {
    const Played own = play(1);
    ASSERT_TRUE(own.is_well()) << own.log;
    const BinaryMap& map = iwad_.maps[0];
    const Played same = play(1, write("same.wad", map));
    EXPECT_TRUE(same.is_well()) << same.log;
    EXPECT_TRUE(same.ghost == own.ghost);

    BinaryMap no_nodes = map;
    no_nodes.lumps["SSECTORS"].clear();
    EXPECT_FALSE(play(1, write("no_nodes.wad", no_nodes)).is_well());
    BinaryMap bad_seg = map;
    testing_support::set_word(bad_seg.lumps["SEGS"], 6, 0x7FFF);
    EXPECT_FALSE(play(1, write("bad_seg.wad", bad_seg)).is_well());
    BinaryMap no_sides = map;
    no_sides.lumps["SIDEDEFS"].resize(300);
    EXPECT_FALSE(play(1, write("no_sides.wad", no_sides)).is_well());

    BinaryMap turned = map;
    std::string& things = turned.lumps["THINGS"];
    for (std::size_t i = 0; i * 10 < things.size(); ++i) {
        if (things[i * 10 + 6] == 1 && things[i * 10 + 7] == 0) {
            testing_support::set_word(things, i * 10 + 4, 135);  // the player's start
        }
    }
    const Played other = play(1, write("turned.wad", turned));
    EXPECT_TRUE(other.is_well()) << other.log;
    EXPECT_FALSE(other.ghost == own.ghost);
}

// To UDMF with nodes of our own builder, and back with others: it plays to the end of the demo.
// With the nodes, the blockmap and the reject that the map came with it plays the very same.
TEST_F(DsdaDoom, PlaysMapsThatWereTextInBetween) {
    for (int number = 1; number <= (full() ? 32 : 8); ++number) {
        const BinaryMap& map = iwad_.maps[static_cast<std::size_t>(number - 1)];
        SCOPED_TRACE(map.name);
        convert(write("original.wad", map), "udmf.wad", "udmf");
        convert("udmf.wad", "back.wad", "doom");
        const Played back = play(number, "back.wad");
        EXPECT_TRUE(back.is_well()) << back.log;

        const std::vector<BinaryMap> maps = reference::binary_maps(bytes("back.wad"));
        ASSERT_EQ(maps.size(), 1u);
        BinaryMap mixed = map;
        for (const char* name : {"THINGS", "LINEDEFS", "SIDEDEFS", "SECTORS"}) {
            mixed.lumps[name] = maps[0].lump(name);
        }
        const Played same = play(number, write("mixed.wad", mixed));
        EXPECT_TRUE(same.is_well()) << same.log;
        EXPECT_TRUE(same.ghost == play(number).ghost);
    }
}

// The whole IWAD converted, one map in it: the rest of its lumps is still in place.
TEST_F(DsdaDoom, PlaysAConvertedIwad) {
    const auto run = run_tool(
        {"convert", kIwad, "--map", "MAP02", "-o", folder_.at("whole.wad"), "--to", "doom"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const Played played = play(2, "whole.wad");
    EXPECT_TRUE(played.is_well()) << played.log;
}

}  // namespace ports_test
