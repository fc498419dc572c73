// Ultimate Doom Builder's own test maps in the open corpus: what their file names say is what the
// check says.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "corpus/tool_findings.hpp"
#include "support/needs.hpp"

namespace corpus_udb_maps_test {

struct TestMap {
    const char* folder;          // of the corpus
    const char* name;            // the editor's, and the hash of the corpus
    const char* rules;           // those that the name is about
    const char* finds;           // what they find: "map rule indices", a line each
    bool own_resources = false;  // the file brings textures of its own
};

constexpr char kShapes[] = "sector-unclosed sector-degenerate line-overlap line-cross";
constexpr char kNames[] = "texture-unknown";

constexpr TestMap kMaps[] = {
    // Sectors for the editor to cut in triangles: each is closed and has an area.
    {"binary-doom", "Triangulation__triangulation@1f3028b4", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_a@c23294d4", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_b@3db3c914", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_c@6430f5de", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_e@31790742", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_g@bce32cf9", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_k@dcd319cd", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_m@ac069b7d", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_p@5027128c", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_s@115d81c6", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_t@18e4dfdd", kShapes, ""},
    {"binary-doom", "Triangulation__triangulation_w@3f531dbd", kShapes, ""},
    // Two squares that reach into each other twice; a sector that lacks a line.
    {"binary-doom", "ErrorChecking__overlappinglines_a@78ed9b8e", kShapes,
     "MAP01 line-cross 6 7\n"},
    {"binary-doom", "ErrorChecking__sectornotclosed_a@f3ae9923", kShapes,
     "MAP01 sector-unclosed 1\n"},
    // Before another sector is drawn into it, and before it is copied, a map is sound.
    {"binary-doom", "Drawing__AutoCloseFail1@7dbc0dc4", kShapes, ""},
    {"binary-doom", "CopyPaste__copypaste_a@7e7f42ee", kShapes, ""},
    // Lines that are drawn and not closed yet have no sides.
    {"binary-doom", "Drawing__VerticalCCAutoCloseOnVertices@826fe8e9", "line-no-sides",
     "MAP01 line-no-sides 6 7 8 9 10 11 12 13 14 15 18 19 20 21\n"},
    // Textures that the file brings: pictures, and a text with a walltexture, a texture and a flat
    // on a wall each, of which Doom's format takes two. The other names are the game's.
    {"binary-doom", "Textures__pngtest@dec5da3d", kNames, "", true},
    {"binary-doom", "Textures__texturesoverride@91c0f8d3", kNames,
     "MAP01 texture-unknown 0 1 2 3 28 30 32 33\n", true},
    {"udmf-zdoom", "Textures__Medricel__textest@54644424", kNames,
     "MAP01 texture-unknown 4 5 6 206\nMAP02 texture-unknown 4 5 6 206\n", true},
    {"binary-doom", "Textures__sprites@6e8802fb", "thing-obsolete", "", true},
    {"binary-doom", "Textures__bkpng2@c521cb1b", "texture-missing flat-missing", ""},
    // A room for an actor, and an example of the format.
    {"binary-doom", "Decorate__decoratetest@3ed76228", kShapes, ""},
    {"udmf-zdoom", "UDMF__udmfexample@bd9c74bf", kShapes, ""},
};

class CorpusUdbMaps : public testing::TestWithParam<TestMap> {};

TEST_P(CorpusUdbMaps, AreWhatTheirNamesSay) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const TestMap& map = GetParam();
    const std::string path = (corpus::folder() / map.folder / "jewalky__UltimateDoomBuilder" /
                              (std::string("Tests__") + map.name + ".wad"))
                                 .string();
    std::vector<std::string> options;
    if (map.own_resources) options = {"--resources", path};
    const auto checked = tool_findings::check({path}, options);
    EXPECT_FALSE(checked.empty());
    const std::string rules = " " + std::string(map.rules) + " ";
    std::map<std::string, std::string> found;  // indices by "map rule"
    for (const auto& [place, of_place] : checked) {
        for (const nlohmann::json& finding : of_place.findings) {
            const std::string rule = finding["rule"];
            if (rules.find(" " + rule + " ") == std::string::npos) continue;
            found[place.second + " " + rule] += " " + finding["index"].dump();
        }
    }
    std::string told;
    for (const auto& [rule, indices] : found) told += rule + indices + "\n";
    EXPECT_EQ(told, map.finds) << path;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusUdbMaps, testing::ValuesIn(kMaps));

TEST(CorpusUdbMapsTable, HasEveryOneOfTheCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t count = 0;
    for (const std::string& path : corpus::files()) {
        count += path.find("UltimateDoomBuilder/Tests__") != std::string::npos;
    }
    EXPECT_EQ(count, std::size(kMaps));
}

}  // namespace corpus_udb_maps_test
