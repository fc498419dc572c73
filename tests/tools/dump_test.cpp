// `flatline dump` and `flatline info`: what was loaded, as data.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "../../tools/flatline/builtin.cpp"  // the map itself: the program has no other way to it
#include "run_tool.hpp"
#include "support/binary_map.hpp"

namespace flatline::engine::tool_test {
namespace {

using nlohmann::json;

TEST(ToolDump, HoldsEverythingOfTheMap) {
    const std::string path = fixture("every_kind.textmap");
    const Outcome run = run_tool({"dump", path});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(run.lines().size(), 1u);
    const json map = run.object();
    EXPECT_EQ(map["schema"], "flatline.dump/1");
    EXPECT_EQ(map["file"], path);
    EXPECT_EQ(map["map"], "every_kind");
    EXPECT_EQ(map["format"], "udmf");
    EXPECT_EQ(map["namespace"], "zdoom");
    EXPECT_EQ(map["counts"], json::parse(R"({"vertices":4,"linedefs":4,"sidedefs":4,"sectors":1,
                                             "things":1,"segs":0,"subsectors":0,"nodes":0})"));
    EXPECT_EQ(map["vertices"], json::parse(R"([{"x":0.0,"y":0.0}, {"x":0.0,"y":128.0,"zfloor":8.0},
                                               {"x":128.5,"y":128.0}, {"x":0.1,"y":-1e-7}])"));
    EXPECT_EQ(map["sector_lines"], json::parse("[[0,1,2,3]]"));
    EXPECT_EQ(map["blockmap"]["source"], "built");
    EXPECT_TRUE(map.contains("nodes") && map["nodes"].is_null());
    EXPECT_EQ(map["floor_planes"], json::parse("[[0.0,0.0,1.0,0.0]]"));
    EXPECT_EQ(map["ceiling_planes"].size(), 1u);
}

TEST(ToolDump, ElementsHaveEveryStandardFieldAndTheOthersWhereGiven) {
    const json map = run_tool({"dump", fixture("every_kind.textmap")}).object();
    const json line = map["linedefs"][0];
    EXPECT_EQ(line["v1"], 0);
    EXPECT_EQ(line["v2"], 1);
    EXPECT_EQ(line["sidefront"], 0);
    EXPECT_EQ(line["sideback"], -1);
    EXPECT_EQ(line["id"], -1);
    EXPECT_EQ(line["special"], 80);
    EXPECT_EQ(line["arg0"], 1);
    EXPECT_EQ(line["arg4"], 0);
    EXPECT_EQ(line["arg0str"], "Open");
    EXPECT_EQ(line["blocking"], true);
    EXPECT_EQ(line["repeatspecial"], false);
    EXPECT_FALSE(line.contains("alpha"));
    EXPECT_EQ(line["comment"], "") << "a standard field, so it is there with its default";
    EXPECT_FALSE(line.contains("user_foo"));
    EXPECT_EQ(map["linedefs"][1]["moreids"], json::parse("[5,5,0,7]"));
    EXPECT_EQ(map["linedefs"][2]["alpha"], 0.5);
    EXPECT_EQ(map["linedefs"][2]["comment"], "the third wall");

    EXPECT_EQ(map["sidedefs"][0], json::parse(R"({"offsetx":16,"offsety":0,"texturetop":"-",
        "texturebottom":"-","texturemiddle":"STONE2","sector":0,"comment":""})"));
    EXPECT_EQ(map["sidedefs"][1]["light"], -32);
    EXPECT_EQ(map["sidedefs"][2]["texturemiddle"], "say \"no\"");

    EXPECT_EQ(map["sectors"][0], json::parse(R"({"heightfloor":0.0,"heightceiling":128.0,
        "texturefloor":"FLOOR4_8","textureceiling":"CEIL3_5","lightlevel":160,"special":0,
        "id":0,"comment":""})"));
    const json thing = map["things"][0];
    EXPECT_EQ(thing["x"], 64.0);
    EXPECT_EQ(thing["height"], 0.0);
    EXPECT_EQ(thing["angle"], 90);
    EXPECT_EQ(thing["skill1"], true);
    EXPECT_EQ(thing["skill2"], false);
    EXPECT_EQ(thing["class4"], true);
    EXPECT_FALSE(thing.contains("class5"));
}

TEST(ToolDump, KeepsWhatTheTablesDoNotKnow) {
    const json unknown = run_tool({"dump", fixture("every_kind.textmap")}).object()["unknown"];
    EXPECT_EQ(unknown["vertex"], json::parse(R"([[3,"user_height",2.5]])"));
    EXPECT_EQ(unknown["linedef"], json::parse(R"([[2,"user_foo","bar"],
                              [2,"user_pair",[["left",1],["inner",[["right",true]]]]],
                              [3,"user_foo",3]])"));
    EXPECT_EQ(unknown["sidedef"], json::array());
    EXPECT_EQ(unknown["sector"], json::array());
    EXPECT_EQ(unknown["thing"], json::array());
    EXPECT_EQ(unknown["global"], json::parse(R"([["author","the Flatline team"],["revision",7]])"));
    EXPECT_EQ(unknown["block"],
              json::parse(R"([["lightmapsettings",[["a",1],["inner",[["b",2]]],["c","x"]]]])"));
}

TEST(ToolDump, NumbersReadBackTheSame) {
    const std::vector<std::string> given = {"0.1",
                                            "-0.0",
                                            "1e22",
                                            "5e-324",
                                            "1.7976931348623157e308",
                                            "123456.789012345",
                                            "2.2e-5",
                                            "100000",
                                            "0.30000000000000004"};
    std::string extra;
    for (std::size_t i = 0; i < given.size(); ++i) {
        extra += "user_" + std::to_string(i) + " = " + given[i] + ";\n";
    }
    extra += "user_big = 9007199254740993;\nuser_least = -2147483648;\n";
    const Outcome run = run_tool({"dump", "-"}, small_map(extra));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json global = run.object()["unknown"]["global"];
    ASSERT_EQ(global.size(), given.size() + 2);
    for (std::size_t i = 0; i < given.size(); ++i) {
        const double expected = std::strtod(given[i].c_str(), nullptr);
        const double found = global[i][1];
        EXPECT_EQ(found, expected) << given[i];
        EXPECT_EQ(std::signbit(found), std::signbit(expected)) << given[i];
    }
    EXPECT_EQ(global[given.size()][1], 9007199254740993);
    EXPECT_TRUE(global[given.size()][1].is_number_integer());
    EXPECT_EQ(global[given.size() + 1][1], -2147483648LL);
}

TEST(ToolDump, IntegersOfTheDialectArePrintedAsIntegers) {
    // Heights are integers in plain UDMF, floating-point numbers in ZDoom.
    const std::string doom = run_tool({"dump", fixture("no_player.textmap")}).out;
    EXPECT_NE(doom.find("\"heightceiling\":128,"), std::string::npos) << doom;
    EXPECT_NE(doom.find("\"offsetx\":8,"), std::string::npos);
    const std::string zdoom = run_tool({"dump", fixture("every_kind.textmap")}).out;
    EXPECT_NE(zdoom.find("\"heightceiling\":128.0,"), std::string::npos);
    EXPECT_NE(zdoom.find("\"offsetx\":16,"), std::string::npos);
}

TEST(ToolDump, StringsAreUtf8OrTheCodePointsOfTheirBytes) {
    const Outcome run = run_tool(
        {"dump", "-"}, small_map("user_a = \"caf\xc3\xa9\";\nuser_b = \"caf\xe9 \xc3\xa9\";\n"
                                 "user_c = \"a\x1b\x7f\xc2\x9b\tb\";\nuser_d = \"\xed\xa0\x80\";\n"
                                 "user_e = \"\xe2\x80\xa8\";\n"));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json global = run.object()["unknown"]["global"];
    EXPECT_EQ(global[0][1], "caf\u00e9");
    EXPECT_EQ(global[1][1], "caf\u00e9 \u00c3\u00a9");
    EXPECT_EQ(global[2][1], "a\x1b\x7f\u009b\tb");
    EXPECT_EQ(global[3][1], "\u00ed\u00a0\u0080");
    EXPECT_EQ(global[4][1], "\u2028");
    // No control character but the line end stands in the output as itself.
    for (const char c : run.out.substr(0, run.out.size() - 1)) {
        EXPECT_GE(static_cast<unsigned char>(c), 0x20);
        EXPECT_NE(c, '\x7f');
    }
    EXPECT_EQ(run.out.find("\xe2\x80\xa8"), std::string::npos);
}

TEST(ToolDump, BlocksNestAsDeepAsTheLimit) {
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += "b{";
    deep.append(1000, '}');
    const std::string text = small_map(deep + "\n");
    const Outcome run = run_tool({"dump", "-", "--limit", "nesting=1000"}, text);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::string expected = "[\"b\",";
    for (int i = 1; i < 1000; ++i) expected += "[[\"b\",";
    EXPECT_NE(run.out.find(expected + "[]]]]"), std::string::npos);
    EXPECT_EQ(run_tool({"dump", "-"}, text).exit_code, 1);
}

TEST(ToolDump, NeedsMapWhereThereAreSeveral) {
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", small_map());
    for (const auto& lump : map_lumps("MAP02", small_map("user_x = 2;"))) lumps.push_back(lump);
    const std::string wad = folder.write("two.wad", make_wad(lumps));
    const Outcome run = run_tool({"dump", wad});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("MAP01 MAP02"), std::string::npos) << run.err;
    const Outcome second = run_tool({"dump", wad, "--map", "map02"});
    EXPECT_EQ(second.exit_code, 0);
    EXPECT_EQ(second.object()["map"], "MAP02");
    EXPECT_EQ(second.object()["unknown"]["global"][0][1], 2);
}

TEST(ToolDump, AFolderHasTheNamesThatCheckPrints) {
    const TempFolder folder;
    folder.write("a.wad", make_wad(map_lumps("MAP01", small_map())));
    folder.write("b.wad", make_wad(map_lumps("MAP01", small_map("user_x = 2;"))));
    folder.write("c.udmf", small_map("user_x = 3;"));
    const Outcome none = run_tool({"dump", folder.path()});
    EXPECT_EQ(none.exit_code, 2);
    const std::string both_maps =
        folder.path("a.wad") + ":MAP01 " + folder.path("b.wad") + ":MAP01";
    EXPECT_EQ(none.err, "flatline: there are several maps; choose one with --map: " + both_maps +
                            " " + folder.path("c.udmf") + ":c\n");
    const Outcome one = run_tool({"dump", folder.path(), "--map", "C"});
    ASSERT_EQ(one.exit_code, 0) << one.err;
    EXPECT_EQ(one.object()["file"], folder.path("c.udmf"));
    EXPECT_EQ(one.object()["unknown"]["global"][0][1], 3);
    const Outcome both = run_tool({"dump", folder.path(), "--map", "map01"});
    EXPECT_EQ(both.exit_code, 2);
    EXPECT_EQ(both.err, "flatline: several files have a map called map01; name the file: " +
                            both_maps + "\n");
    EXPECT_EQ(run_tool({"dump", folder.path(), "--map", "MAP01#2"}).exit_code, 2);
    EXPECT_EQ(run_tool({"dump", folder.path("b.wad"), "--map", "MAP01"}).exit_code, 0);
}

TEST(ToolDump, NotMoreThanFortyMapsAreNamed) {
    const TempFolder folder;
    for (const int count : {40, 41}) {
        Lumps lumps;
        std::string names;
        for (int i = 1; i <= count; ++i) {
            const std::string name = "M" + std::to_string(i);
            for (const auto& lump : map_lumps(name, small_map())) lumps.push_back(lump);
            names += " " + (i <= 40 ? name : "...");
        }
        const std::string wad = folder.write("many.wad", make_wad(lumps));
        for (const char* command : {"dump", "info"}) {
            const Outcome run = run_tool({command, wad, "--map", "other"});
            EXPECT_EQ(run.err, "flatline: no map is called other; there are:" + names + "\n");
        }
    }
}

TEST(ToolDump, ARefusedMapSaysWhyOnStandardError) {
    for (const char* command : {"dump", "info"}) {
        const Outcome run = run_tool({command, fixture("bad_index.textmap")});
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_NE(run.err.find(":7:24: error: linedef 1: v2 is 99"), std::string::npos) << run.err;
        EXPECT_EQ(run.out.find("line-vertex-range"), std::string::npos);
    }
    EXPECT_EQ(run_tool({"dump", fixture("bad_index.textmap")}).out, "");
    EXPECT_EQ(run_tool({"dump", "-"}, "vertex {").exit_code, 1);
}

TEST(ToolDump, FindingsThatRefuseNothingLeaveItAlone) {
    const Outcome run = run_tool({"dump", fixture("no_player.textmap")});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.err, "");
}

TEST(ToolDump, TheBuiltInMapRoundTrips) {
    const std::string text(tool::built_in_textmap());
    const Outcome check = run_tool({"check", "-", "--json"}, text);
    EXPECT_EQ(check.exit_code, 0);
    EXPECT_TRUE(check.of_type("finding").empty()) << check.out;

    const json map = run_tool({"dump", "-"}, text).object();
    EXPECT_EQ(map["counts"], run_tool({"--json"}).of_type("map").at(0)["counts"]);
    EXPECT_EQ(map["map"], "-");
    EXPECT_EQ(map["vertices"][8], json::parse(R"({"x":208.0,"y":112.0})"));
    EXPECT_EQ(map["sectors"][1]["moreids"], json::parse("[3,4]"));
    EXPECT_EQ(map["sectors"][1]["damagetype"], "Slime");
    EXPECT_EQ(map["sector_lines"].size(), 12u);
    EXPECT_EQ(map["sector_lines"][8].size(), 4u);  // the door
    EXPECT_EQ(map["unknown"]["thing"][0][1], "user_note");
    int doors = 0;
    for (const json& line : map["linedefs"]) doors += line["special"] == 12 ? 1 : 0;
    EXPECT_EQ(doors, 2);
}

TEST(ToolDump, HoldsThePlanesOfSectors) {
    const json map = run_tool({"dump", fixture("slopes.textmap")}).object();
    EXPECT_EQ(map["floor_planes"],
              json::parse("[[0.0,-0.6,0.8,-16.0],[0.0,0.0,1.0,-64.0],[0.0,-0.6,0.8,-16.0]]"));
    EXPECT_EQ(map["ceiling_planes"][0], json::parse("[0.0,0.0,-1.0,128.0]"));
    // d is a height in the first equation only in GZDoom, and --slopes none leaves all flat.
    const json gzdoom = run_tool({"dump", fixture("slopes.textmap"), "--gzdoom-plane-d"}).object();
    EXPECT_EQ(gzdoom["floor_planes"][0], json::parse("[0.0,-0.6,0.8,-80.0]"));
    const json flat = run_tool({"dump", fixture("slopes.textmap"), "--slopes", "none"}).object();
    EXPECT_EQ(flat["floor_planes"][0], json::parse("[0.0,0.0,1.0,0.0]"));
    EXPECT_EQ(run_tool({"dump", fixture("slopes.textmap"), "--slopes", "doom"}).exit_code, 2);
}

TEST(ToolInfo, CountsPlanesBySource) {
    const Outcome run = run_tool({"info", fixture("slopes.textmap"), "--json"});
    EXPECT_EQ(run.of_type("map").at(0)["planes"],
              json::parse(R"({"flat":4,"field":1,"vertex":0,"line":0,"thing":0,"copy":1})"));
    const Outcome text = run_tool({"info", fixture("slopes.textmap")});
    EXPECT_NE(text.out.find("planes      flat 4, field 1, copy 1\n"), std::string::npos)
        << text.out;
}

TEST(ToolInfo, PrintsABlockAMap) {
    const Outcome run = run_tool({"info", fixture("square.wad")});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    for (const char* part : {"square.wad:MAP01\n", "udmf", "zdoom", "TEXTMAP ", "announced",
                             "planes      flat 2\n", "1 file, 1 map"}) {
        EXPECT_NE(run.out.find(part), std::string::npos) << part << " in " << run.out;
    }
}

TEST(ToolInfo, SpeaksJson) {
    const Outcome run = run_tool({"info", fixture("every_kind.textmap"), "--json"});
    EXPECT_EQ(run.exit_code, 0);
    const auto lines = run.lines();
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[1]["type"], "file");
    const json& map = lines[2];
    EXPECT_EQ(map["type"], "map");
    EXPECT_EQ(map["status"], "ok");
    EXPECT_EQ(map["format"], "udmf");
    EXPECT_EQ(map["namespace"], "zdoom");
    EXPECT_EQ(map["dialect"], "zdoom");
    EXPECT_EQ(map["counts"]["linedefs"], 4);
    EXPECT_EQ(map["bytes"], bytes_of(fixture("every_kind.textmap")).size());
    EXPECT_EQ(map["lumps"].size(), 1u);
    EXPECT_GE(map["arena"]["announced"], map["arena"]["used"]);
    EXPECT_EQ(map["unknown"]["linedef"], 3);
    EXPECT_EQ(map["unknown"]["global"], 2);
    EXPECT_EQ(map["planes"],
              json::parse(R"({"flat":2,"field":0,"vertex":0,"line":0,"thing":0,"copy":0})"));
    bool has_column = false;
    for (const json& column : map["columns"]) {
        has_column |= column == json::parse(R"({"element":"linedef","field":"alpha","count":1})");
    }
    EXPECT_TRUE(has_column) << map["columns"];
    EXPECT_EQ(lines[3]["type"], "summary");
}

std::string words_lump(const std::vector<std::uint32_t>& words) {
    std::string lump;
    for (const std::uint32_t word : words) testing_support::put_u16(lump, word);
    return lump;
}

// A square room whose walls lie on edges of blocks, with a BLOCKMAP that lists other lines.
TEST(ToolDump, BuildsTheBlockmapThatIsAskedFor) {
    const TempFolder folder;
    std::string text = "namespace=\"zdoom\";\n";
    for (const char* vertex :
         {"x=0.0;y=0.0;", "x=0.0;y=128.0;", "x=128.0;y=128.0;", "x=128.0;y=0.0;"}) {
        text += "vertex{" + std::string(vertex) + "}\n";
    }
    for (int i = 0; i < 4; ++i) {
        text += "linedef{v1=" + std::to_string(i) + ";v2=" + std::to_string((i + 1) % 4) +
                ";sidefront=0;}\n";
    }
    text += "sidedef{sector=0;}\nsector{texturefloor=\"F\";textureceiling=\"C\";}\n";
    Lumps lumps = map_lumps("MAP01", text);
    lumps.insert(lumps.end() - 1, {"BLOCKMAP", words_lump({0, 0, 2, 2, 8, 8, 8, 8, 0, 3, 0xFFFF})});
    const std::string wad = folder.write("a.wad", make_wad(lumps));
    const auto blockmap = [](const std::vector<std::string>& words) {
        const Outcome run = run_tool(words);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        return run.object()["blockmap"];
    };
    const json stored = blockmap({"dump", wad});
    EXPECT_EQ(stored["source"], "lump");
    EXPECT_EQ(stored["cells"], json::parse("[[3],[3],[3],[3]]"));
    const json touched = blockmap({"dump", "--blockmap", "touched", wad});
    EXPECT_EQ(touched["source"], "built");
    EXPECT_EQ(touched["cells"], json::parse("[[0,1,2,3],[1,2,3],[0,1,2],[1,2]]"));
    const json boom = blockmap({"dump", wad, "--blockmap=boom"});
    EXPECT_EQ(boom["source"], "built");
    EXPECT_EQ(boom["cells"], json::parse("[[3,1,0],[3,2],[1,0],[2,1]]"));
    // Without a lump it is touched, and the option is still heard.
    const std::string bare = folder.write("a.textmap", text);
    EXPECT_EQ(blockmap({"dump", bare}), touched);
    EXPECT_EQ(blockmap({"dump", bare, "--blockmap", "boom"}), boom);
}

TEST(ToolDump, BuildsTheBlockmapOfABinaryMap) {
    const TempFolder folder;
    binary_map::Map map = binary_map::Map::square();
    map.blockmap = words_lump({0, 0, 1, 1, 5, 0, 2, 0xFFFF});
    testing_support::WadBuilder builder;
    const std::string wad = folder.write("a.wad", map.add_to(builder, "E1M1").build());
    EXPECT_EQ(run_tool({"dump", wad}).object()["blockmap"]["cells"], json::parse("[[2]]"));
    EXPECT_EQ(run_tool({"dump", wad, "--blockmap", "touched"}).object()["blockmap"]["cells"],
              json::parse("[[0,1,2,3]]"));
    EXPECT_EQ(run_tool({"dump", wad, "--blockmap", "boom"}).object()["blockmap"]["cells"],
              json::parse("[[3,2,1,0]]"));
}

TEST(ToolDump, TheBlockmapOptionIsOfDumpAndHasTwoWords) {
    const std::string map = fixture("square.textmap");
    const Outcome wrong = run_tool({"dump", map, "--blockmap", "vanilla"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_EQ(wrong.out, "");
    EXPECT_NE(wrong.err.find("--blockmap"), std::string::npos) << wrong.err;
    EXPECT_EQ(run_tool({"dump", map, "--blockmap"}).exit_code, 2);
    EXPECT_EQ(run_tool({"check", map, "--blockmap", "boom"}).exit_code, 2);
    EXPECT_NE(run_tool({"dump", "--help"}).out.find("--blockmap touched|boom"), std::string::npos);
}

TEST(ToolInfo, IsAsStrictAsCheck) {
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", small_map());
    lumps.insert(lumps.end() - 1, {"BLOCKMAP", "odd"});
    const std::string wad = folder.write("bad.wad", make_wad(lumps));
    for (const char* command : {"check", "info", "dump"}) {
        EXPECT_EQ(run_tool({command, wad}).exit_code, 0) << command;
        EXPECT_EQ(run_tool({command, wad, "--strict"}).exit_code, 1) << command;
    }
}

TEST(ToolInfo, CountsNodesInWords) {
    const TempFolder folder;
    const std::string map = folder.write("a.udmf", small_map());
    const Outcome run = run_tool({"info", map, "--build-nodes"});
    EXPECT_NE(run.out.find("built: 3 segs, 1 subsector, 0 nodes, depth 0"), std::string::npos)
        << run.out;
}

TEST(ToolInfo, ListsARefusedMap) {
    const Outcome run = run_tool({"info", fixture("bad_syntax.textmap"), "--json"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.of_type("map").at(0)["status"], "refused");
    EXPECT_EQ(run.of_type("summary").at(0)["refused"], 1);
}

}  // namespace
}  // namespace flatline::engine::tool_test
