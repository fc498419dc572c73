// check --target: the matrix, the member of JSON, wrong words, and what each kind of map gets.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "check/check_maps.hpp"
#include "run_tool.hpp"
#include "support/binary_maps.hpp"
#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/wad_builder.hpp"

namespace flatline::engine::tool_test::verdicts {

using nlohmann::json;
using testing_support::WadBuilder;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A map in which nothing is wrong but that it has no nodes.
std::string sound_text(const std::string& map_namespace = "zdoom") {
    check_maps::Parts parts;
    parts.map_namespace = map_namespace;
    parts.things = "thing{x=8;y=8;type=1;skill1=true;single=true;}";
    return parts.text();
}

/// What JSON says of the only map; null if it says nothing.
json verdicts_of(const Outcome& run) {
    const auto maps = run.of_type("map");
    EXPECT_EQ(maps.size(), 1u) << run.out;
    return maps.at(0).value("verdicts", json());
}

class Verdicts : public testing::Test {
protected:
    json of(const std::string& wad, const std::string& target = "all") {
        folder_.write("a.wad", wad);
        return verdicts_of(
            run_tool({"check", folder_.path("a.wad"), "--json", "--target", target}));
    }
    static json verdict(const std::string& word, const std::string& rule = "") {
        json made = {{"verdict", word}};
        if (!rule.empty()) made["rule"] = rule;
        return made;
    }

    TempFolder folder_;
};

TEST_F(Verdicts, JsonHasThePortsThatWereAskedFor) {
    const std::string wad = WadBuilder().map("MAP01", sound_text()).build();
    const json all = of(wad);
    EXPECT_EQ(all.size(), 6u) << all;
    EXPECT_EQ(all["gzdoom"], verdict("loads"));
    EXPECT_EQ(all["srb2"], verdict("refuses", "nodes-missing"));
    EXPECT_EQ(all["woof"], verdict("refuses", "port-namespace"));
    const json two = of(wad, "woof,gzdoom");
    EXPECT_EQ(two.size(), 2u) << two;
    EXPECT_EQ(two["woof"], all["woof"]);

    const Outcome again = run_tool(
        {"check", folder_.path("a.wad"), "--json", "--target", "dsda", "--target", "zdbsp"});
    EXPECT_EQ(verdicts_of(again).size(), 2u);
    const Outcome none = run_tool({"check", folder_.path("a.wad"), "--json"});
    EXPECT_TRUE(verdicts_of(none).is_null());
}

TEST_F(Verdicts, TextHasAMatrixBeforeTheSummary) {
    const std::string wad = folder_.write(
        "a.wad", WadBuilder().map("MAP01", sound_text()).map("MAP02", sound_text("srb2")).build());
    const Outcome run = run_tool({"check", wad, "--target", "gzdoom,woof"});
    const std::string first = wad + ":MAP01";
    EXPECT_TRUE(has(run.out, "gzdoom                    woof\n")) << run.out;
    EXPECT_TRUE(has(run.out, first + "  loads                     refuses [port-namespace]\n"))
        << run.out;
    EXPECT_TRUE(has(run.out, ":MAP02  repairs [port-namespace]  refuses [port-namespace]\n"))
        << run.out;
    EXPECT_FALSE(has(run_tool({"check", wad, "--quiet", "--target", "all"}).out, "woof"));
}

TEST_F(Verdicts, TheExitCodeIsThatOfTheFindings) {
    const std::string wad = folder_.write("a.wad", WadBuilder().map("MAP01", sound_text()).build());
    EXPECT_EQ(run_tool({"check", wad, "--target", "all"}).exit_code,
              run_tool({"check", wad}).exit_code);
}

TEST_F(Verdicts, AWordThatNamesNoPortIsWrongUse) {
    const Outcome run = run_tool({"check", "-", "--target", "gzdom"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(has(run.err, "no port is called 'gzdom'; did you mean 'gzdoom'?")) << run.err;
    EXPECT_EQ(run_tool({"check", "-", "--target", "gzdoom,"}).exit_code, 2);
}

// Besides what refuses it, what else is in the map counts too.
TEST_F(Verdicts, ARefusedMapIsJudgedWithItsDataRepaired) {
    std::string text = sound_text();
    text.replace(text.find("sidefront=0;"), 12, "");
    text.replace(text.find("type=1;"), 7, "type=3004;");
    const json all = of(WadBuilder().map("MAP01", text).build());
    EXPECT_EQ(all["gzdoom"], verdict("refuses", "line-no-sides"));
    EXPECT_EQ(all["srb2"], verdict("refuses", "line-no-sides"));
    EXPECT_EQ(all["dsda"], verdict("refuses", "player-start-missing"));

    const json broken = of(WadBuilder().map("MAP01", sound_text() + "}").build());
    EXPECT_EQ(broken["gzdoom"], verdict("refuses", "syntax-brace"));
    EXPECT_EQ(broken["zdbsp"], verdict("repairs", "syntax-brace"));
}

// With the same options as the first check: resources say which textures there are.
TEST_F(Verdicts, ARefusedMapIsCheckedAsOthersAre) {
    const std::string resources =
        folder_.write("game.wad", WadBuilder()
                                      .lump("F_START", "")
                                      .lump("OTHER", std::string(4096, 'x'))
                                      .lump("F_END", "")
                                      .build());
    const std::string wad = folder_.write("a.wad", WadBuilder()
                                                       .lump("MAP01", "")
                                                       .lump("TEXTMAP", sound_text())
                                                       .lump("BLOCKMAP", "bad")
                                                       .lump("ENDMAP", "")
                                                       .build());
    const std::vector<std::string> words = {"check",  wad,        "--json",      "--target",
                                            "gzdoom", "--strict", "--resources", resources};
    const Outcome run = run_tool(words);
    EXPECT_EQ(run.of_type("map").at(0)["status"], "refused") << run.out;
    EXPECT_EQ(verdicts_of(run)["gzdoom"], verdict("repairs", "flat-unknown")) << run.out;
}

TEST_F(Verdicts, APortOfWhichNothingIsKnownIsLeftOut) {
    const std::string wad =
        folder_.write("a.wad", WadBuilder().map("MAP01", sound_text("doom")).build());
    const Outcome run =
        run_tool({"check", wad, "--json", "--target", "gzdoom,srb2", "--limit", "vertices=2"});
    EXPECT_EQ(verdicts_of(run), json({{"srb2", verdict("refuses", "nodes-missing")}})) << run.out;
    const Outcome text = run_tool({"check", wad, "--target", "gzdoom", "--limit", "vertices=2"});
    EXPECT_TRUE(has(text.out, "? [limit-vertices]\n")) << text.out;
}

TEST_F(Verdicts, BinaryMapsAreJudgedByLumpsAndNodes) {
    reference::BinaryMap map = testing_support::two_rooms(false);
    const auto judged = [&](const auto& order) { return of(testing_support::wad_of(map, order)); };
    EXPECT_EQ(judged(testing_support::kBinaryLumps)["woof"], verdict("loads"));
    map.lumps["NODES"] = "ZNOD" + std::string(20, '\0');
    EXPECT_EQ(judged(testing_support::kBinaryLumps)["srb2"], verdict("refuses", "port-nodes"));
    map = testing_support::two_rooms(false);
    auto order = testing_support::kBinaryLumps;
    std::swap(order[0], order[1]);
    EXPECT_EQ(judged(order)["gzdoom"], verdict("refuses", "port-lumps"));
    EXPECT_EQ(judged(order)["srb2"], verdict("loads"));
    map = testing_support::two_rooms(true);
    EXPECT_EQ(judged(testing_support::kBinaryLumps)["woof"], verdict("refuses", "port-format"));
}

TEST_F(Verdicts, MapsOfDoom3HaveNone) {
    const std::string map =
        folder_.write("a.map", "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n");
    EXPECT_TRUE(verdicts_of(run_tool({"check", map, "--json", "--target", "all"})).is_null());
    EXPECT_FALSE(has(run_tool({"check", map, "--target", "all"}).out, "gzdoom"));
}

// Real maps are played by their own ports. Two maps of DRRP's generator have no namespace, which
// GZDoom leaves uninitialised (docs/verdicts.md, "Namespaces and formats").
TEST_F(Verdicts, RealMapsLoadInTheirOwnPorts) {
    const std::pair<std::string_view, std::string> kFolders[] = {
        {"udmf-zdoom", "gzdoom"},
        {"udmf-eternity", "eternity"},
        {"udmf-srb2", "srb2"},
        {"udmf-raw-textmap", "gzdoom"},
        {"udmf-odd", "gzdoom"},
        {"binary-doom/fabiangreffrath__woof", "woof"},
        {"binary-doom/kraflab__dsda-doom", "dsda"},
        {"binary-doom/team-eternity__eternity", "eternity"},
        {"binary-doom/jewalky__UltimateDoomBuilder", "gzdoom"},
        {"archives/EzerArch__SRB2ArchPack", "srb2"},
        {"archives/fabiangreffrath__woof", "woof"},
    };
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    for (const auto& [name, port] : kFolders) {
        const std::string folder = paths::corpus() + "/open/" + std::string(name);
        for (const auto& map :
             run_tool({"check", folder, "--json", "--target", port}).of_type("map")) {
            ++maps;
            const json& made = map["verdicts"][port];
            const bool nameless = map["namespace"] == "";
            // Drawings that the tests of an editor use: nobody can begin there.
            const std::string rule = made.value("rule", "");
            const bool drawing = rule == "map-empty-things" || rule == "player-start-missing" ||
                                 rule == "line-no-sides";
            EXPECT_TRUE(made["verdict"] == "loads" || made["verdict"] == "repairs" ||
                        (drawing && made["verdict"] == "refuses" && port == "gzdoom") ||
                        (nameless && made == verdict("undefined", "namespace-missing")))
                << map << " " << port;
        }
    }
    EXPECT_GT(maps, 120u);
}

}  // namespace flatline::engine::tool_test::verdicts
