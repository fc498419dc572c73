// What `flatline check --target dsda` says is what dsda-doom does: a map that loads, with or
// without repairs, is played to the end of a demo, and one that it refuses is not. What is
// undefined is not asked: it may crash, hang or go well.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "ports/dsda_doom.hpp"
#include "support/needs.hpp"
#include "tools/run_tool.hpp"

namespace dsda_verdict_test {

using ports_test::Played;
using ports_test::PlaysDemos;
using reference::BinaryMap;
using testing_support::set_word;

constexpr int kShort = 70;                                  // tics
constexpr std::size_t kLine = 14, kSide = 30, kThing = 10;  // bytes of records

/// A fault in a sound map, and the verdict that it has: that of the port as it was seen.
struct Fault {
    const char* name;
    std::function<void(BinaryMap&)> plant;
    const char* verdict;
    const char* rule;
};

std::function<void(BinaryMap&)> put(const char* lump, std::size_t at, int value) {
    return [=](BinaryMap& map) { set_word(map.lumps[lump], at, value); };
}

/// The first line with two sides.
std::size_t two_sided(const BinaryMap& map) {
    const std::string& lines = map.lumps.at("LINEDEFS");
    std::size_t at = 0;
    while (lines.compare(at + 12, 2, "\xFF\xFF") == 0) at += kLine;
    return at;
}

/// All things of these types become imps.
std::function<void(BinaryMap&)> without_starts(const std::vector<int>& types) {
    return [=](BinaryMap& map) {
        std::string& things = map.lumps["THINGS"];
        for (std::size_t at = 0; at < things.size(); at += kThing) {
            for (const int type : types) {
                if (things.compare(at + 6, 2, testing_support::words({type})) != 0) continue;
                set_word(things, at + 6, 3001);
            }
        }
    };
}

const std::vector<Fault>& faults() {
    static const std::vector<Fault> all = {
        {"none", [](BinaryMap&) {}, "loads", ""},
        {"no front side", put("LINEDEFS", 10, 0xFFFF), "repairs", "line-no-sides"},
        {"front out of range", put("LINEDEFS", 10, 0xFFF0), "repairs", "line-side-range"},
        {"back out of range",
         [](BinaryMap& map) { set_word(map.lumps["LINEDEFS"], two_sided(map) + 12, 0xFFF0); },
         "refuses", "line-side-range"},
        {"back taken away",
         [](BinaryMap& map) { set_word(map.lumps["LINEDEFS"], two_sided(map) + 12, 0xFFFF); },
         "refuses", "nodes-side"},
        {"sector out of range", put("SIDEDEFS", kSide - 2, 0xFFF0), "repairs", "side-sector-range"},
        {"flag without a back side", put("LINEDEFS", 4, 4), "repairs", "line-twosided-no-back"},
        {"no things", [](BinaryMap& map) { map.lumps["THINGS"].clear(); }, "refuses",
         "map-empty-things"},
        {"no starts", without_starts({1, 2, 3, 4, 11}), "refuses", "player-start-missing"},
        {"no start of player 1", without_starts({1}), "refuses", "port-player-start"},
        {"no REJECT", [](BinaryMap& map) { map.lumps.erase("REJECT"); }, "repairs", "port-lumps"},
        {"short REJECT", [](BinaryMap& map) { map.lumps["REJECT"].resize(9); }, "repairs",
         "reject-size"},
        {"long REJECT", [](BinaryMap& map) { map.lumps["REJECT"] += "123456789"; }, "loads", ""},
        {"empty BLOCKMAP", [](BinaryMap& map) { map.lumps["BLOCKMAP"].clear(); }, "loads", ""},
        {"rest of a record", [](BinaryMap& map) { map.lumps["SECTORS"] += "abc"; }, "loads", ""},
        {"seg of no line", put("SEGS", 6, 0xFFF0), "refuses", "nodes-linedef-range"},
        {"seg of no vertex", put("SEGS", 0, 0xFFF0), "repairs", "nodes-vertex-range"},
    };
    return all;
}

class DsdaVerdict : public PlaysDemos {
protected:
    /// {"verdict": ..., "rule": ...}
    nlohmann::json verdict(const std::string& wad) {
        const auto run = flatline::engine::tool_test::run_tool(
            {"check", folder_.at(wad), "--json", "--target", "dsda"});
        const auto maps = run.of_type("map");
        EXPECT_EQ(maps.size(), 1u) << run.out;
        return maps.at(0)["verdicts"]["dsda"];
    }

    /// Expects that the port does what the verdict says.
    void expect_true(const nlohmann::json& verdict, const std::string& wads) {
        if (verdict["verdict"] == "undefined") return;
        const Played played = play(1, wads, kShort);
        // The texture is in neither WAD, and no resources were named.
        if (played.log.find("R_TextureNumForName") != std::string::npos) return;
        const bool loads = verdict["verdict"] == "loads" || verdict["verdict"] == "repairs";
        EXPECT_EQ(played.is_played(), loads) << verdict << "\n" << played.log;
    }
};

TEST_F(DsdaVerdict, HoldsOnDamagedMaps) {
    for (const std::size_t number : {0u, 6u}) {
        for (const Fault& fault : faults()) {
            SCOPED_TRACE(fault.name);
            BinaryMap map = iwad_.maps[number];
            map.name = "MAP01";
            fault.plant(map);
            const std::string wad = write("damaged.wad", map);
            const nlohmann::json made = verdict(wad);
            EXPECT_EQ(made["verdict"], fault.verdict);
            EXPECT_EQ(made.value("rule", ""), fault.rule);
            expect_true(made, wad);
        }
    }
}

// Each map as MAP01 over the WAD that it comes from, which has its textures. Maps in Hexen's format
// want a demo of another version.
TEST_F(DsdaVerdict, HoldsOnRealMaps) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    const std::string corpus = paths::corpus() + "/open/binary-doom";
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus)) {
        if (entry.path().extension() == ".wad") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::size_t played = 0;
    for (const auto& file : files) {
        const std::string bytes = corpus::read_file(file);
        for (BinaryMap map : binary_corpus::of_wad(file, bytes).maps) {
            SCOPED_TRACE(file.string() + ":" + map.name);
            if (map.hexen()) continue;
            map.name = "MAP01";
            folder_.write("whole.wad", bytes);
            const std::string wad = write("map.wad", map);
            expect_true(verdict(wad), "whole.wad " + wad);
            ++played;
        }
    }
    EXPECT_GT(played, 30u);
}

}  // namespace dsda_verdict_test
