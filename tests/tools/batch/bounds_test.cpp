// --timeout and --memory: a file that takes more is a finding, and the others are done.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "tools/batch/running.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace bounds_test {

std::vector<std::string> with_slow_limits(std::vector<std::string> words) {
    words.insert(words.end(), kSlowLimits.begin(), kSlowLimits.end());
    return words;
}

TEST(ToolTimeout, StopsAFileAndNotTheRun) {
    const TempFolder folder;
    folder.write("a.textmap", small_map());
    folder.write("b.textmap", slow_map());
    folder.write("c.textmap", small_map());
    for (const char* jobs : {"1", "3"}) {
        const auto begun = std::chrono::steady_clock::now();
        const Outcome run = run_tool(with_slow_limits(
            {"check", folder.path(), "--json", "--timeout", "1.5", "--jobs", jobs}));
        EXPECT_LT(Seconds(std::chrono::steady_clock::now() - begun).count(), 30.0);
        EXPECT_EQ(run.exit_code, 1);
        const auto maps = run.of_type("map");
        ASSERT_EQ(maps.size(), 3u) << run.out;
        EXPECT_EQ(maps[0]["status"], "ok");
        EXPECT_EQ(maps[1]["status"], "ok");  // the load is done, the rules are not
        EXPECT_EQ(maps[2]["status"], "ok");
        std::vector<nlohmann::json> errors;
        for (const auto& finding : run.of_type("finding")) {
            if (finding["severity"] == "error") errors.push_back(finding);
        }
        ASSERT_EQ(errors.size(), 1u) << run.out;
        EXPECT_EQ(errors[0]["rule"], "out-of-time");
        EXPECT_EQ(errors[0]["file"], folder.path("b.textmap"));
        EXPECT_EQ(errors[0]["map"], "b");
        EXPECT_EQ(errors[0]["message"],
                  "the file took longer than 1.5 seconds; the rest of it was skipped");
    }
}

// A load that is stopped gives no map, and what follows in its file is not loaded.
TEST(ToolTimeout, StopsALoad) {
    const TempFolder folder;
    const std::string text = slow_map(60000);
    std::string two = make_wad({{"MAP01", ""},
                                {"TEXTMAP", text},
                                {"ENDMAP", ""},
                                {"MAP02", ""},
                                {"TEXTMAP", text},
                                {"ENDMAP", ""}});
    const std::string wad = folder.write("two.wad", two);
    const Outcome run = run_tool({"check", wad, "--json", "--timeout", "0.0001", "--build-nodes"});
    EXPECT_EQ(run.exit_code, 1);
    const auto findings = run.of_type("finding");
    ASSERT_EQ(findings.size(), 1u) << run.out;
    EXPECT_EQ(findings[0]["rule"], "out-of-time");
    EXPECT_LE(run.of_type("map").size(), 1u);
    for (const auto& map : run.of_type("map")) EXPECT_EQ(map["status"], "refused");
    EXPECT_EQ(run_tool({"info", wad, "--timeout", "0.0001"}).exit_code, 1);
    EXPECT_EQ(run_tool({"info", wad, "--timeout", "1000"}).exit_code, 0);
}

// What --target asks for of a refused map: it is loaded again with its data repaired, and checked.
TEST(ToolTimeout, StopsTheSecondLoadOfARefusedMap) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", slow_map() + "linedef { v1 = 0; v2 = 1; }\n");
    const Outcome run =
        run_tool(with_slow_limits({"check", map, "--json", "--target", "all", "--timeout", "1.5"}));
    EXPECT_EQ(run.exit_code, 1);
    std::vector<std::string> errors;
    for (const auto& finding : run.of_type("finding")) {
        if (finding["severity"] == "error") errors.push_back(finding["rule"]);
    }
    EXPECT_EQ(errors, (std::vector<std::string>{"line-no-sides", "out-of-time"}));
    // Of a check that was ended nothing can be told.
    EXPECT_EQ(run.of_type("map").at(0).count("verdicts"), 0u) << run.out;
    // The same where the map is not refused.
    const std::string sound = folder.write("b.textmap", slow_map());
    const Outcome ended = run_tool(
        with_slow_limits({"check", sound, "--json", "--target", "all", "--timeout", "1.5"}));
    EXPECT_EQ(ended.of_type("map").at(0).count("verdicts"), 0u) << ended.out;
}

// Commands of one map say so too, and leave no file. A load of this text may be over before it is
// asked for the first time; a build of nodes is not.
TEST(ToolTimeout, StopsCommandsOfOneMap) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", slow_map());
    const std::string wad = folder.path("a.wad");
    const Outcome convert =
        run_tool({"convert", map, "--to", "udmf", "-o", wad, "--timeout", "0.0001", "--json"});
    EXPECT_EQ(convert.exit_code, 1);
    EXPECT_EQ(convert.of_type("finding").at(0)["rule"], "out-of-time");
    EXPECT_EQ(convert.of_type("map").at(0)["status"], "refused");
    EXPECT_FALSE(std::filesystem::exists(wad));
    const Outcome dump = run_tool({"dump", map, "--build-nodes", "--timeout", "0.0001"});
    EXPECT_EQ(dump.exit_code, 1);
    EXPECT_EQ(dump.out, "");
    EXPECT_NE(dump.err.find("out-of-time"), std::string::npos) << dump.err;
    const std::string picture = folder.path("a.svg");
    const Outcome draw =
        run_tool({"draw", map, "-o", picture, "--build-nodes", "--timeout", "0.0001"});
    EXPECT_EQ(draw.exit_code, 1);
    EXPECT_NE(draw.err.find("out-of-time"), std::string::npos) << draw.err;
    EXPECT_FALSE(std::filesystem::exists(picture));
}

TEST(ToolMemory, LowersLimitsAndNotTheRun) {
    const TempFolder folder;
    folder.write("a.textmap", small_map());
    folder.write("b.textmap", slow_map());  // some 3 MB
    folder.write("c.pk3", make_zip({{"maps/x.wad", make_wad(map_lumps("M", slow_map()))}}));
    folder.write("d.textmap", small_map());
    const Outcome run = run_tool({"check", folder.path(), "--json", "--memory", "2M"});
    EXPECT_EQ(run.exit_code, 1);
    std::vector<std::string> rules;
    for (const auto& finding : run.of_type("finding")) {
        if (finding["severity"] == "error") rules.push_back(finding["rule"]);
    }
    EXPECT_EQ(rules, (std::vector<std::string>{"limit-container-bytes", "limit-container-bytes"}));
    EXPECT_EQ(run.of_type("map").size(), 2u);
    EXPECT_EQ(run_tool({"info", folder.path(), "--memory", "1G"}).exit_code, 0);

    // The text fits and the arrays do not.
    const Outcome arrays =
        run_tool({"check", folder.path("a.textmap"), "--memory", "8K", "--json"});
    EXPECT_EQ(arrays.exit_code, 1);
    EXPECT_EQ(arrays.of_type("finding").at(0)["rule"], "limit-arena-bytes");
}

// Limits that are lower already stay as they are.
TEST(ToolMemory, RaisesNothing) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    const Outcome run =
        run_tool({"check", map, "--json", "--limit", "text-bytes=10", "--memory", "4G"});
    EXPECT_EQ(run.of_type("finding").at(0)["rule"], "limit-text-bytes");
}

TEST(ToolBounds, WrongNumbersAreWrongUse) {
    const std::string map = fixture("square.textmap");
    for (const char* value : {"", "0", "-1", "x", "1x", "nan", "inf", "1e9"}) {
        EXPECT_EQ(run_tool({"check", map, std::string("--timeout=") + value}).exit_code, 2)
            << value;
    }
    for (const char* value : {"0", "-1", "x", "1T", "1KK", "K", "99999999999999999999", "1.5G"}) {
        EXPECT_EQ(run_tool({"check", map, std::string("--memory=") + value}).exit_code, 2) << value;
    }
    for (const char* value : {"0/2", "3/2", "1/0", "1", "/", "1/2/3", "a/b", "1/2000000"}) {
        EXPECT_EQ(run_tool({"check", map, std::string("--shard=") + value}).exit_code, 2) << value;
    }
    for (const char* value : {"0", "-1", "x", "257"}) {
        EXPECT_EQ(run_tool({"check", map, std::string("--jobs=") + value}).exit_code, 2) << value;
    }
    EXPECT_EQ(run_tool({"check", "-", "--shard", "1/2"}).exit_code, 2);
}

}  // namespace bounds_test
}  // namespace flatline::engine::tool_test
