// A port plays what `flatline convert` writes: maps of freedoom go to UDMF and back, and dsda-doom
// plays a demo on them without a window, a sound or a complaint. Debian's 0.25.6 knows no UDMF, so
// it is given the binary end of the way. Its ghost file has the place of the player at each tic.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "reference/binary_corpus.hpp"
#include "support/binary_maps.hpp"
#include "support/corpus.hpp"
#include "support/temp_folder.hpp"
#include "tools/run_tool.hpp"

namespace ports_test {

using flatline::tool_test::run_tool;
using reference::BinaryMap;
using testing_support::TempFolder;

constexpr const char* kPort = "/usr/games/dsda-doom";
constexpr const char* kIwad = "/usr/share/games/doom/freedoom2.wad";
constexpr int kTics = 1050;  // 30 seconds

bool full() { return std::getenv("FLATLINE_FULL") != nullptr; }

// A demo of Doom 1.9: to go, to turn, to shoot and to open doors on a map of Doom II.
std::string demo(int map) {
    std::string out{109, 3, 1, static_cast<char>(map), 0, 0, 0, 0, 0, 1, 0, 0, 0};
    for (int tic = 0; tic < kTics; ++tic) {
        const int phase = tic / 35 % 4;
        out += static_cast<char>(phase != 3 ? 25 : 0);
        out += '\0';
        out += static_cast<char>(phase == 1 ? 2 : (phase == 2 ? -3 : 0));
        out += static_cast<char>((tic % 40 < 3 ? 1 : 0) | (tic % 20 == 0 ? 2 : 0));
    }
    return out + '\x80';
}

struct Played {
    bool ended = false;  // with exit code 0
    std::string log;
    std::string ghost;

    /// To the end of the demo, and nothing of the map was worth a word.
    bool is_well() const {
        const std::string end = "Timed " + std::to_string(kTics) + " gametics";
        return ended && log.find(end) != std::string::npos && log.find("P_") == std::string::npos &&
               log.find("arning") == std::string::npos &&
               ghost.size() > static_cast<std::size_t>(kTics) * 16;
    }
};

class DsdaDoom : public testing::Test {
protected:
    void SetUp() override {
        if (access(kPort, X_OK) != 0) GTEST_SKIP() << "Debian's package dsda-doom is not installed";
        if (access(kIwad, R_OK) != 0) GTEST_SKIP() << "Debian's package freedoom is not installed";
        if (paths::tool().empty()) GTEST_SKIP() << "the command line tool is not built here";
        iwad_ = binary_corpus::of_wad(kIwad, corpus::read_file(kIwad));
        ASSERT_EQ(iwad_.maps.size(), 32u);
    }

    /// Plays the demo on this map, of the IWAD or of the WAD in the folder.
    Played play(int map, const std::string& wad = "") {
        folder_.write("demo.lmp", demo(map));
        folder_.write("ghost.gst", "");
        const bool ended = folder_.run(
            "HOME=$PWD SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout 120 " +
            std::string(kPort) + " -iwad " + kIwad + (wad.empty() ? "" : " -file " + wad) +
            " -noautoload -nosound -nomusic -nojoy -nomouse -nodraw"
            " -timedemo demo.lmp -export_ghost ghost >log 2>&1");
        return {ended, bytes("log"), bytes("ghost.gst")};
    }

    std::string bytes(const std::string& name) { return corpus::read_file(folder_.at(name)); }

    std::string write(const std::string& name, const BinaryMap& map) {
        folder_.write(name, testing_support::wad_of(map, testing_support::kBinaryLumps));
        return name;
    }

    // Converts one of the files of the folder to another.
    void convert(const std::string& from, const std::string& to, const std::string& format) {
        const auto run = run_tool(
            {"convert", folder_.at(from), "-o", folder_.at(to), "--to", format, "--force"});
        ASSERT_EQ(run.exit_code, 0) << format << "\n" << run.err;
    }

    binary_corpus::MapFile iwad_;
    TempFolder folder_;
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
