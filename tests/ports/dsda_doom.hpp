// dsda-doom of Debian, which plays a demo on a map without a window or a sound. Its ghost file has
// the place of the player at each tic.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "reference/binary_corpus.hpp"
#include "support/binary_maps.hpp"
#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/temp_folder.hpp"

namespace ports_test {

using reference::BinaryMap;
using testing_support::TempFolder;

inline constexpr const char* kPort = "/usr/games/dsda-doom";
inline constexpr const char* kIwad = "/usr/share/games/doom/freedoom2.wad";
inline constexpr int kTics = 1050;  // 30 seconds

inline bool full() { return std::getenv("FLATLINE_FULL") != nullptr; }

// A demo of Doom 1.9: to go, to turn, to shoot and to open doors on a map of Doom II.
inline std::string demo(int map, int tics) {
    std::string out{109, 3, 1, static_cast<char>(map), 0, 0, 0, 0, 0, 1, 0, 0, 0};
    for (int tic = 0; tic < tics; ++tic) {
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
    int tics = 0;
    std::string log;
    std::string ghost;

    /// To the end of the demo.
    bool is_played() const {
        const std::string end = "Timed " + std::to_string(tics) + " gametics";
        return ended && log.find(end) != std::string::npos;
    }
    /// And nothing of the map was worth a word.
    bool is_well() const {
        return is_played() && log.find("P_") == std::string::npos &&
               log.find("arning") == std::string::npos &&
               ghost.size() > static_cast<std::size_t>(tics) * 16;
    }
};

class PlaysDemos : public testing::Test {
protected:
    void SetUp() override {
        if (access(kPort, X_OK) != 0) GTEST_SKIP() << needs::package("dsda-doom");
        if (access(kIwad, R_OK) != 0) GTEST_SKIP() << needs::package("freedoom");
        if (paths::tool().empty()) GTEST_SKIP() << needs::package("libphysfs-dev");
        iwad_ = binary_corpus::of_wad(kIwad, corpus::read_file(kIwad));
        ASSERT_EQ(iwad_.maps.size(), 32u);
    }

    /// Plays the demo on this map, of the IWAD or of the WADs in the folder.
    Played play(int map, const std::string& wads = "", int tics = kTics) {
        folder_.write("demo.lmp", demo(map, tics));
        folder_.write("ghost.gst", "");
        const bool ended = folder_.run(
            "HOME=$PWD SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout 120 " +
            std::string(kPort) + " -iwad " + kIwad + (wads.empty() ? "" : " -file " + wads) +
            " -noautoload -nosound -nomusic -nojoy -nomouse -nodraw"
            " -timedemo demo.lmp -export_ghost ghost >log 2>&1");
        return {ended, tics, bytes("log"), bytes("ghost.gst")};
    }

    std::string bytes(const std::string& name) { return corpus::read_file(folder_.at(name)); }

    std::string write(const std::string& name, const BinaryMap& map) {
        folder_.write(name, testing_support::wad_of(map, testing_support::kBinaryLumps));
        return name;
    }

    binary_corpus::MapFile iwad_;
    TempFolder folder_;
};

}  // namespace ports_test
