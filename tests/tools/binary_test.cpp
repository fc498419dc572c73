// Binary maps on the command line.
#include <gtest/gtest.h>

#include <algorithm>

#include "run_tool.hpp"
#include "support/binary_map.hpp"

namespace flatline::engine::tool_test {
namespace {

using LumpsOfMap = binary_map::Map;

std::string wad_of(const LumpsOfMap& map) {
    testing_support::WadBuilder wad;
    return map.add_to(wad, "E1M1").build();
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(ToolBinary, CheckSaysTheFormat) {
    const TempFolder folder;
    const std::string doom = folder.write("doom.wad", wad_of(LumpsOfMap::square()));
    const Outcome text = run_tool({"check", doom});
    EXPECT_EQ(text.exit_code, 0) << text.out;
    EXPECT_TRUE(holds(text.out, ":E1M1: ok: doom, namespace doom, 4 vertices, 4 linedefs"))
        << text.out;
    const Outcome json = run_tool({"check", "--json", doom});
    EXPECT_EQ(json.of_type("map").at(0)["format"], "doom");
    EXPECT_EQ(json.of_type("map").at(0)["status"], "ok");
    const std::string hexen = folder.write("hexen.wad", wad_of(LumpsOfMap::square(true)));
    EXPECT_EQ(run_tool({"check", "--json", hexen}).of_type("map").at(0)["format"], "hexen");
}

TEST(ToolBinary, FindingsNameLumpAndByte) {
    const TempFolder folder;
    LumpsOfMap map = LumpsOfMap::square();
    binary_map::Line line;
    line.front = line.back = 0xFFFF;
    map.line(line);
    line = {};
    line.v2 = 99;
    map.line(line);
    const std::string wad = folder.write("bad.wad", wad_of(map));
    const Outcome text = run_tool({"check", wad});
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_TRUE(holds(text.out,
                      ":E1M1:LINEDEFS: error: byte 72: linedef 5: v2 is 99, but the map "
                      "has 4 vertices [line-vertex-range]\n"))
        << text.out;
    const Outcome json = run_tool({"check", "--json", wad});
    const auto findings = json.of_type("finding");
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0]["rule"], "line-no-sides");
    EXPECT_EQ(findings[0]["lump"], "LINEDEFS");
    EXPECT_EQ(findings[0]["offset"], 66);
    EXPECT_EQ(findings[0]["field"], "sidefront");
    EXPECT_FALSE(findings[0].contains("line"));
    EXPECT_FALSE(findings[0].contains("column"));
    const Outcome repaired = run_tool({"check", "--json", "--repair", wad});
    EXPECT_EQ(repaired.of_type("map").at(0)["status"], "ok");
}

// As all ports do: docs/binary.md, "Bad data".
TEST(ToolBinary, ALineWithoutAnySideGetsTheFirst) {
    const TempFolder folder;
    for (const bool hexen : {false, true}) {
        LumpsOfMap map = LumpsOfMap::square(hexen);
        binary_map::Line line;
        line.front = line.back = 0xFFFF;
        const std::string wad = folder.write("a.wad", wad_of(map.line(line)));
        EXPECT_EQ(run_tool({"dump", wad}).exit_code, 1);
        const Outcome dump = run_tool({"dump", "--repair", wad});
        ASSERT_EQ(dump.exit_code, 0) << dump.err;
        EXPECT_EQ(dump.object()["linedefs"][4]["sidefront"], 0);
        EXPECT_EQ(dump.object()["linedefs"][4]["sideback"], -1);
        const auto findings = run_tool({"check", "--json", "--repair", wad}).of_type("finding");
        const auto found = std::find_if(findings.begin(), findings.end(), [](const auto& finding) {
            return finding["rule"] == "line-no-sides";
        });
        ASSERT_NE(found, findings.end());
        EXPECT_EQ((*found)["severity"], "warning");
        EXPECT_EQ((*found)["index"], 4);
    }
}

TEST(ToolBinary, InfoAndDump) {
    const TempFolder folder;
    LumpsOfMap map = LumpsOfMap::square();
    binary_map::Line line;
    line.flags = 0x4400;
    line.tag = 3;
    map.line(line);
    const std::string wad = folder.write("a.wad", wad_of(map));
    const Outcome info = run_tool({"info", "--json", wad});
    EXPECT_EQ(info.exit_code, 0);
    const nlohmann::json block = info.of_type("map").at(0);
    EXPECT_EQ(block["lumps"].size(), 10u);
    EXPECT_GE(block["arena"]["announced"], block["arena"]["used"]);
    const nlohmann::json dump = run_tool({"dump", wad}).object();
    EXPECT_EQ(dump["format"], "doom");
    EXPECT_EQ(dump["namespace"], "doom");
    EXPECT_EQ(dump["linedefs"][4]["id"], 3);
    EXPECT_EQ(dump["linedefs"][4]["arg0"], 3);
    EXPECT_EQ(dump["sidedefs"][0]["texturemiddle"], "BRICK");
    EXPECT_EQ(dump["unknown"]["linedef"].dump(),
              "[[4,\"midtex3d\",true],[4,\"user_flags\",16384]]");
    EXPECT_EQ(dump["sector_lines"].dump(), "[[0,1,2,3,4]]");
    const nlohmann::json eternity = run_tool({"dump", "--namespace", "eternity", wad}).object();
    EXPECT_EQ(eternity["linedefs"][4]["midtex3d"], true);
}

TEST(ToolBinary, BenchHasStages) {
    const TempFolder folder;
    const std::string wad = folder.write("a.wad", wad_of(LumpsOfMap::square()));
    const Outcome bench = run_tool({"bench", "--json", wad});
    EXPECT_EQ(bench.exit_code, 0) << bench.err;
    const nlohmann::json result = bench.of_type("bench").at(0);
    EXPECT_EQ(result["text_bytes"], 4 * 4 + 4 * 14 + 4 * 30 + 26 + 10);
    std::vector<std::string> names;
    for (const auto& stage : result["stages"]) names.push_back(stage["stage"]);
    EXPECT_EQ(names.front(), "memcpy");
    EXPECT_EQ(names.back(), "baked");
    for (const char* stage : {"lumps", "whole load"}) {
        EXPECT_NE(std::find(names.begin(), names.end(), stage), names.end()) << stage;
    }
}

}  // namespace
}  // namespace flatline::engine::tool_test
