// The commands on Doom 3 maps: alone, in a PK4, refused.
#include <gtest/gtest.h>

#include "doom3/maps.hpp"
#include "run_tool.hpp"

namespace flatline::engine::tool_test {
namespace {

using doom3_maps::cube;
using doom3_maps::kPatch;
using doom3_maps::world;
using nlohmann::json;

std::string good_map() { return world(cube() + kPatch); }

TEST(ToolDoom3, DumpIsAsTheContractSays) {
    const TempFolder folder;
    const std::string path =
        folder.write("altar.map", world("\"k\" \"1\"\n\"K\" \"\xC3\xA4\"\n" + cube() + kPatch));
    const Outcome run = run_tool({"dump", path});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json map = run.object();
    EXPECT_EQ(map["schema"], "flatline.dump/1");
    EXPECT_EQ(map["map"], "altar");
    EXPECT_EQ(map["format"], "doom3");
    EXPECT_EQ(map["version"], 2);
    ASSERT_EQ(map["entities"].size(), 1u);
    const json& entity = map["entities"][0];
    EXPECT_EQ(entity["keys"], json::parse("[[\"classname\",\"worldspawn\"],[\"k\",\"1\"],"
                                          "[\"K\",\"\xC3\xA4\"]]"));
    const json& side = entity["brushes"][0]["sides"][0];
    EXPECT_EQ(side["plane"], json::parse("[0.0,0.0,1.0,-64.0]"));
    EXPECT_EQ(side["texture_matrix"], json::parse("[[0.03125,0.0,0.0],[0.0,0.03125,0.0]]"));
    EXPECT_EQ(side["material"], "textures/common/nodraw");
    ASSERT_EQ(side["winding"].size(), 4u);
    for (const json& point : side["winding"]) EXPECT_EQ(point[2], 64.0);
    const json& patch = entity["patches"][0];
    EXPECT_EQ(patch["width"], 3);
    EXPECT_EQ(patch["height"], 3);
    EXPECT_EQ(patch["material"], "textures/a");
    ASSERT_EQ(patch["points"].size(), 9u);
    EXPECT_EQ(patch["points"][5], json::parse("[8.0,0.0,16.0,1.0,2.0]"));
}

TEST(ToolDoom3, DumpOfSidesWithoutAWindingAndOfNoVersion) {
    const TempFolder folder;
    const std::string path = folder.write(
        "a.map", "{\n\"classname\" \"worldspawn\"\n" +
                     doom3_maps::brush(doom3_maps::kSide + std::string(doom3_maps::kSide)) + "}\n");
    const json map = run_tool({"dump", path}).object();
    EXPECT_TRUE(map["version"].is_null());
    const json& sides = map["entities"][0]["brushes"][0]["sides"];
    ASSERT_EQ(sides.size(), 2u) << "every side of the file";
    EXPECT_TRUE(sides[1]["winding"].is_null());
}

TEST(ToolDoom3, DumpSaysHowAPrimitiveWasWritten) {
    const TempFolder folder;
    const std::string points = "( 0 0 1 ) ( 0 1 1 ) ( 1 1 1 ) ";
    const std::string matrix = "( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n";
    const std::string grid = "( ( " + std::string("( 0 0 0 0 0 ) ( 0 0 8 0 1 ) ( 0 0 16 0 2 )") +
                             " ) ( ( 8 0 0 1 0 ) ( 8 8 8 1 1 ) ( 8 0 16 1 2 ) )"
                             " ( ( 16 0 0 2 0 ) ( 16 0 8 2 1 ) ( 16 0 16 2 2 ) ) )";
    const std::string path = folder.write(
        "a.map", world(cube() + "{ brushDef2 { ( 0 0 1 2 ) " + matrix + "} }\n{ brushDef { " +
                       points + matrix + "} }\n{\n" + points + "m 0 0 0 1 1\n}\n" + kPatch +
                       "{ patchDef3 { \"m\" ( 3 3 2 2 0 0 0 ) " + grid + " } }\n"));
    const json entity = run_tool({"dump", path}).object()["entities"][0];
    std::string brushes;
    for (const json& brush : entity["brushes"]) {
        brushes +=
            brush["kind"].get<std::string>() + " " + brush["plane_space"].get<std::string>() + "\n";
    }
    EXPECT_EQ(brushes, "brushDef3 entity\nbrushDef2 entity\nbrushDef world\nbare world\n");
    ASSERT_EQ(entity["patches"].size(), 2u);
    EXPECT_EQ(entity["patches"][0]["kind"], "patchDef2");
    EXPECT_EQ(entity["patches"][1]["kind"], "patchDef3");
}

TEST(ToolDoom3, WindingsAreInTheWorld) {
    const TempFolder folder;
    const std::string path = folder.write(
        "a.map",
        "Version 2\n{\n\"classname\" \"func_static\"\n\"origin\" \"1000 0 0\"\n" + cube() + "}\n");
    const json map = run_tool({"dump", path}).object();
    for (const json& point : map["entities"][0]["brushes"][0]["sides"][2]["winding"]) {
        EXPECT_EQ(point[0], 1064.0);
    }
    EXPECT_EQ(map["entities"][0]["brushes"][0]["sides"][2]["plane"][3], -64.0) << "as written";
}

TEST(ToolDoom3, CheckPrintsPlacesInTheFile) {
    const TempFolder folder;
    const std::string path = folder.write("a.map", world(cube() + "\"k\" \"1\"\n\"K\" \"2\"\n"));
    const Outcome run = run_tool({"check", path});
    EXPECT_EQ(run.exit_code, 0) << run.out;
    EXPECT_NE(run.out.find(path + ":a:MAP:16:2: warning: entity 0: 'K' is given again"),
              std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("ok: doom3, version 2, 1 entity, 1 brush, 0 patches"), std::string::npos)
        << run.out;
    const Outcome data = run_tool({"check", path, "--json"});
    ASSERT_EQ(data.of_type("finding").size(), 1u);
    const json finding = data.of_type("finding")[0];
    EXPECT_EQ(finding["rule"], "duplicate-key");
    EXPECT_EQ(finding["lump"], "MAP");
    EXPECT_EQ(finding["element"], "entity");
    EXPECT_EQ(finding["line"], 16);
    const json map = data.of_type("map")[0];
    EXPECT_EQ(map["status"], "ok");
    EXPECT_EQ(map["format"], "doom3");
    EXPECT_TRUE(map["namespace"].is_null());
    EXPECT_EQ(map["counts"]["sides"], 6);
}

TEST(ToolDoom3, RefusedMaps) {
    const TempFolder folder;
    const std::string path = folder.write("a.map", world(cube() + "{ brushDef3 { ( 0 0 x\n"));
    for (const char* command : {"check", "info", "dump"}) {
        const Outcome run = run_tool({command, path});
        EXPECT_EQ(run.exit_code, 1) << command;
        EXPECT_NE(
            (run.out + run.err).find(":MAP:15:21: error: brush 1: 'x' is not a usable number"),
            std::string::npos)
            << run.out << run.err;
    }
    EXPECT_EQ(run_tool({"dump", path}).out, "");
    EXPECT_EQ(run_tool({"check", path, "--json"}).of_type("summary")[0]["refused"], 1);
}

TEST(ToolDoom3, BrokenFromTheFirstWordByItsSuffix) {
    const TempFolder folder;
    for (const char* text : {"", "garbage", "Version two\n{\n}\n"}) {
        const Outcome run = run_tool({"check", folder.write("a.map", text), "--json"});
        ASSERT_EQ(run.of_type("map").size(), 1u) << text;
        EXPECT_EQ(run.of_type("map")[0]["format"], "doom3") << text;
    }
    // Build games call their binary maps so, too.
    const Outcome run = run_tool({"check", folder.write("b.map", std::string_view("\7\0\0\0", 4))});
    EXPECT_NE(run.out.find("file-format-unknown"), std::string::npos) << run.out;
}

TEST(ToolDoom3, InfoSaysWhatIsThere) {
    const TempFolder folder;
    const std::string path = folder.write("a.map", good_map());
    const Outcome run = run_tool({"info", path});
    EXPECT_EQ(run.exit_code, 0);
    for (const char* row : {"doom3", "1 with 6 sides", "1 with 9 control points",
                            "brushDef3 1, patchDef2 1", "bytes announced"}) {
        EXPECT_NE(run.out.find(row), std::string::npos) << row << "\n" << run.out;
    }
    const json map = run_tool({"info", path, "--json"}).of_type("map")[0];
    EXPECT_EQ(map["version"], 2);
    EXPECT_EQ(map["primitives"]["patchDef2"], 1);
    EXPECT_LE(map["arena"]["used"], map["arena"]["announced"]);
}

TEST(ToolDoom3, InsideAPk4) {
    const TempFolder folder;
    const std::string path = folder.write(
        "base.pk4",
        make_zip({{"maps/game/one.map", good_map()}, {"maps/two.map", world("{ brushDef3 }\n")}}));
    const Outcome check = run_tool({"check", path, "--json"});
    EXPECT_EQ(check.exit_code, 1);
    ASSERT_EQ(check.of_type("map").size(), 2u);
    EXPECT_EQ(check.of_type("map")[0]["status"], "ok");
    EXPECT_EQ(check.of_type("map")[0]["file"], path + "/maps/game/one.map");
    EXPECT_EQ(check.of_type("map")[1]["status"], "refused");
    const Outcome dump = run_tool({"dump", path, "--map", "ONE"});
    EXPECT_EQ(dump.exit_code, 0) << dump.err;
    EXPECT_EQ(dump.object()["entities"][0]["brushes"].size(), 1u);
}

TEST(ToolDoom3, LimitsOfTheCommandLine) {
    const TempFolder folder;
    const std::string path = folder.write("a.map", good_map());
    const struct {
        const char* limit;
        const char* rule;
    } rows[] = {{"entities=0", "limit-entities"},         {"pairs=0", "limit-pairs"},
                {"brushes=0", "limit-brushes"},           {"brush-sides=5", "limit-brush-sides"},
                {"patch-points=8", "limit-patch-points"}, {"patch-size=2", "limit-patch-size"},
                {"text-bytes=10", "limit-text-bytes"},    {"arena-bytes=100", "limit-arena-bytes"}};
    for (const auto& row : rows) {
        const Outcome run = run_tool({"check", path, "--limit", row.limit});
        EXPECT_EQ(run.exit_code, 1) << row.limit;
        EXPECT_NE(run.out.find(row.rule), std::string::npos) << row.limit << "\n" << run.out;
    }
    // The bound of the world refuses nothing.
    const Outcome run = run_tool({"check", path, "--limit", "world-coordinate=32", "--json"});
    EXPECT_EQ(run.of_type("map")[0]["status"], "ok");
    EXPECT_EQ(run.of_type("finding").at(0)["rule"], "brush-outside-world");
}

}  // namespace
}  // namespace flatline::engine::tool_test
