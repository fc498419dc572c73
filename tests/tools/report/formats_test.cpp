// `check --format` and `--report`: what each form holds, and names that try to break it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "support/needs.hpp"
#include "support/wad_builder.hpp"
#include "tools/report/validate.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::formats {

using nlohmann::json;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// The results of the only run of a log.
json results_of(const Outcome& run) { return run.object()["runs"].at(0)["results"]; }

bool python_is_here() { return access("/usr/bin/python3", X_OK) == 0; }

TEST(ToolFormats, EveryFormatIsAlsoAFileOfTheSameRun) {
    const TempFolder folder;
    const std::string map = fixture("bad_index.textmap");
    for (const std::string& format :
         std::vector<std::string>{"text", "json", "sarif", "github", "gitlab", "junit"}) {
        const std::string file = folder.path("report." + format);
        const Outcome printed = run_tool({"check", map, "--format", format});
        const Outcome text = run_tool({"check", map, "--report", format + "=" + file});
        EXPECT_EQ(printed.exit_code, 1) << printed.err;
        EXPECT_EQ(without_seconds(bytes_of(file)), without_seconds(printed.out)) << format;
        EXPECT_EQ(text.out, run_tool({"check", map}).out) << "what is printed stays as it is";
    }
    EXPECT_EQ(without_seconds(run_tool({"check", map, "--json"}).out),
              without_seconds(run_tool({"check", map, "--format", "json"}).out));
    EXPECT_EQ(without_seconds(run_tool({"info", map, "--json"}).out),
              without_seconds(run_tool({"info", map, "--format", "json"}).out));
}

TEST(ToolFormats, AFileOfAReportHasNoColours) {
    const TempFolder folder;
    const Outcome run = run_tool({"check", fixture("bad_index.textmap"), "--color", "always",
                                  "--report", "text=" + folder.path("a")});
    EXPECT_TRUE(has(run.out, "\x1b["));
    EXPECT_FALSE(has(bytes_of(folder.path("a")), "\x1b["));
}

TEST(ToolFormats, WhatCannotBeWrittenIsWrongUseBeforeTheRun) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    const std::string link = folder.path("link");
    std::filesystem::create_symlink(folder.path("nowhere"), link);
    const std::string other_name = folder.path("other");
    std::filesystem::create_symlink(map, other_name);
    const std::vector<std::string> wrong = {"sarif",
                                            "sarif=",
                                            "=x",
                                            "xml=x",
                                            "sarif=" + folder.path("no/such/folder"),
                                            "sarif=" + folder.path(),
                                            "sarif=/dev/null",
                                            "sarif=-",
                                            "sarif=" + link,
                                            "text=" + map,
                                            "text=" + other_name};
    for (const std::string& report : wrong) {
        const Outcome run = run_tool({"check", map, "--report", report});
        EXPECT_EQ(run.exit_code, 2) << report;
        EXPECT_EQ(run.out, "") << report;
        EXPECT_EQ(run.err.rfind("flatline: ", 0), 0u) << run.err;
    }
    EXPECT_EQ(bytes_of(map), small_map()) << "it is as it was";
    const std::string twice = folder.path("twice");
    EXPECT_EQ(run_tool({"check", map, "--report", "text=" + twice, "--report", "json=" + twice})
                  .exit_code,
              2);
    // Also by another spelling of a name that nothing has yet.
    const std::string spelled = folder.path("./twice");
    EXPECT_EQ(run_tool({"check", map, "--report", "text=" + twice, "--report", "json=" + spelled})
                  .exit_code,
              2);
    for (const char* option : {"--write-baseline", "--config"}) {
        const std::string own =
            folder.write("own", option[2] == 'c' ? "" : "flatline baseline 1\n");
        const std::string before = bytes_of(own);
        EXPECT_EQ(run_tool({"check", map, option, own, "--report", "json=" + own}).exit_code, 2);
        EXPECT_EQ(bytes_of(own), before) << option;
    }
    EXPECT_FALSE(std::filesystem::exists(twice));
    for (const char* command : {"info", "dump", "bench"}) {
        EXPECT_EQ(run_tool({command, map, "--format", "sarif"}).exit_code, 2) << command;
        EXPECT_EQ(run_tool({command, map, "--report", "text=" + twice}).exit_code, 2) << command;
    }
    EXPECT_EQ(run_tool({"check", map, "--json", "--format", "sarif"}).exit_code, 2);
    EXPECT_EQ(run_tool({"check", map, "--format", "xml"}).exit_code, 2);
}

TEST(ToolFormats, ARunThatIsOnlyWrongUseLeavesOldReportsAlone) {
    const TempFolder folder;
    const std::string old = folder.write("report", "old");
    EXPECT_EQ(run_tool({"check", folder.path("no.wad"), "--report", "sarif=" + old}).exit_code, 2);
    EXPECT_EQ(bytes_of(old), "old");
    // With one path that exists there is a report, and it says how the run ended.
    EXPECT_EQ(run_tool({"check", folder.path("no.wad"), fixture("square.textmap"), "--report",
                        "sarif=" + old, "--force"})
                  .exit_code,
              2);
    const json log = json::parse(bytes_of(old));
    EXPECT_EQ(log["runs"][0]["invocations"][0]["exitCode"], 2);
    EXPECT_EQ(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

TEST(ToolFormats, AReportReplacesAFileAndKeepsItsMode) {
    const TempFolder folder;
    const std::string old = folder.write("report", std::string(100000, 'x'));
    std::filesystem::permissions(old, std::filesystem::perms::owner_all);
    EXPECT_EQ(run_tool({"check", fixture("square.textmap"), "--report", "json=" + old, "--force"})
                  .exit_code,
              0);
    EXPECT_EQ(bytes_of(old).rfind("{\"type\":\"run\"", 0), 0u);
    EXPECT_EQ(std::filesystem::status(old).permissions(), std::filesystem::perms::owner_all);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        files += entry.exists();
    }
    EXPECT_EQ(files, 1u) << "nothing temporary is left";
}

TEST(ToolSarif, ResultsHavePlaceRuleAndFingerprint) {
    const std::string map = fixture("bad_index.textmap");
    const Outcome run = run_tool({"check", map, "--format", "sarif"});
    EXPECT_EQ(run.exit_code, 1);
    const json log = run.object();
    EXPECT_EQ(log["version"], "2.1.0");
    const json& rules = log["runs"][0]["tool"]["driver"]["rules"];
    ASSERT_EQ(rules.size(), 2u) << "those of the results";
    for (const json& rule : rules) {
        EXPECT_FALSE(rule["shortDescription"]["text"].get<std::string>().empty());
        EXPECT_TRUE(has(rule["help"]["text"], "To mend it: Correct the index."));
        EXPECT_TRUE(has(rule["help"]["markdown"], "**Ports:** "));
    }
    const json results = results_of(run);
    ASSERT_EQ(results.size(), 2u);
    const json lines = run_tool({"check", map, "--json"}).of_type("finding");
    const json& first = results[0];
    EXPECT_EQ(first["ruleId"], "line-vertex-range");
    EXPECT_EQ(rules[first["ruleIndex"].get<std::size_t>()]["id"], "line-vertex-range");
    EXPECT_EQ(first["level"], "error");
    EXPECT_EQ(first["message"]["text"], lines[0]["message"]);
    EXPECT_EQ(first["partialFingerprints"]["flatline/v1"], lines[0]["fingerprint"]);
    const json& place = first["locations"][0];
    EXPECT_EQ(place["physicalLocation"]["artifactLocation"]["uri"], "file://" + map);
    EXPECT_EQ(place["physicalLocation"]["region"], (json{{"startLine", 7},
                                                         {"startColumn", 24},
                                                         {"byteOffset", lines[0]["offset"]},
                                                         {"byteLength", 2}}));
    EXPECT_EQ(place["logicalLocations"][0]["name"], "linedef 1");
    EXPECT_EQ(place["logicalLocations"][0]["fullyQualifiedName"], "bad_index:TEXTMAP:linedef 1");
    const json& invocation = log["runs"][0]["invocations"][0];
    EXPECT_EQ(invocation["exitCode"], 1);
    EXPECT_EQ(invocation["executionSuccessful"], true);
    EXPECT_FALSE(invocation.contains("toolExecutionNotifications"));
}

TEST(ToolSarif, OffsetsAreThoseOfTheFileOnDisk) {
    const TempFolder folder;
    const std::string text = "namespace = \"zdoom\";\n\xC3\xA9 vertex { x = 1; }\n";
    const std::string wad = folder.write("a b.wad", make_wad(map_lumps("MAP01", text)));
    const json in_wad = results_of(run_tool({"check", wad, "--format", "sarif"}));
    ASSERT_FALSE(in_wad.empty());
    const json& location = in_wad[0]["locations"][0]["physicalLocation"];
    EXPECT_EQ(location["artifactLocation"]["uri"], "file://" + folder.path("a%20b.wad"));
    const std::size_t offset = location["region"]["byteOffset"];
    EXPECT_EQ(offset, bytes_of(wad).find("\xC3\xA9"));
    EXPECT_EQ(in_wad[0]["properties"]["offset"], text.find("\xC3\xA9"));
    // A packed file has no such byte.
    const std::string pk3 =
        folder.write("a.pk3", make_zip({{"maps/x.wad", make_wad(map_lumps("MAP01", text))}}));
    const json packed = results_of(run_tool({"check", pk3, "--format", "sarif"}));
    ASSERT_FALSE(packed.empty());
    const json& inside = packed[0]["locations"][0];
    EXPECT_EQ(inside["physicalLocation"]["artifactLocation"]["uri"], "file://" + pk3);
    EXPECT_FALSE(inside["physicalLocation"]["region"].contains("byteOffset"));
    EXPECT_TRUE(has(inside["logicalLocations"][0]["fullyQualifiedName"], "maps/x.wad:X:TEXTMAP"));
}

TEST(ToolSarif, ColumnsCountCodePoints) {
    const TempFolder folder;
    const std::string map = folder.write(
        "a.textmap", small_map("user_s = \"\xC3\xA9\xE2\x82\xAC\"; vertex { x = 0; y = ; }"));
    const json finding = run_tool({"check", map, "--json"}).of_type("finding").at(0);
    const json region = results_of(run_tool({"check", map, "--format", "sarif"}))
                            .at(0)["locations"][0]["physicalLocation"]["region"];
    EXPECT_EQ(region["startLine"], finding["line"]);
    EXPECT_EQ(region["startColumn"].get<int>() + 3, finding["column"].get<int>());
}

TEST(ToolSarif, AtMostTwentyFiveThousandResultsTheWorstOnes) {
    const TempFolder folder;
    std::string many;
    for (int i = 0; i < 25200; ++i) many += "user_n = 0" + std::to_string(i % 8) + ";\n";
    const std::string notes = folder.write("a.textmap", small_map(many));
    const Outcome run =
        run_tool({"check", notes, fixture("bad_index.textmap"), "--format", "sarif"});
    const json log = run.object();
    const json results = results_of(run);
    ASSERT_EQ(results.size(), 25000u);
    EXPECT_EQ(std::count_if(results.begin(), results.end(),
                            [](const json& r) { return r["level"] == "error"; }),
              2)
        << "they came last, and are there";
    const json summary =
        run_tool({"check", notes, fixture("bad_index.textmap"), "--json"}).of_type("summary").at(0);
    const json& properties = log["runs"][0]["properties"];
    EXPECT_EQ(properties["warnings"], summary["warnings"]);
    EXPECT_EQ(properties["suppressed"], 0);
    const int all = properties["errors"].get<int>() + properties["warnings"].get<int>() +
                    properties["notes"].get<int>();
    EXPECT_EQ(properties["leftOut"], all - 25000);
    const json& told = log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    EXPECT_EQ(told["message"]["text"],
              std::to_string(all - 25000) + " more findings are not in this log");
}

TEST(ToolGithub, ACommandAFinding) {
    const std::string map = fixture("bad_index.textmap");
    const Outcome run = run_tool({"check", map, "--format", "github"});
    EXPECT_TRUE(has(run.out, "::error file=" + map +
                                 ",line=7,col=24,title=line-vertex-range::bad_index: linedef 1: v2 "
                                 "is 99, but the map has 4 vertices\n"))
        << run.out;
    EXPECT_TRUE(
        has(run_tool({"check", fixture("no_player.textmap"), "--format", "github", "--notes"}).out,
            "\n::notice file="));
    const TempFolder folder;
    folder.write("maps/a.textmap", bytes_of(map));
    const std::string here = "cd " + folder.path() + " && " + paths::tool() +
                             " check --format github . | grep -q '^::error file=maps/a.textmap,'";
    EXPECT_EQ(std::system(here.c_str()), 0) << "files are named as the repository does";
}

TEST(ToolJunit, ASuiteAFileACaseAMap) {
    if (!python_is_here()) GTEST_SKIP() << needs::package("python3");
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", small_map());
    for (const auto& lump : map_lumps("MAP02", bytes_of(fixture("bad_index.textmap")))) {
        lumps.push_back(lump);
    }
    const std::string wad = folder.write("a.wad", make_wad(lumps));
    const std::string broken = folder.write("b.wad", "PWAD\xFF\xFF\xFF\x7F\1\1\1\1");
    const std::string report = folder.path("r.xml");
    EXPECT_EQ(run_tool({"check", wad, broken, "--report", "junit=" + report}).exit_code, 1);
    const json root = parse_xml(report);
    EXPECT_EQ(root[0], "testsuites");
    ASSERT_EQ(root[3].size(), 2u);
    const json& first = root[3][0];
    EXPECT_EQ(first[1]["name"], wad);
    EXPECT_EQ(first[1]["tests"], "2");
    EXPECT_EQ(first[1]["failures"], "1");
    ASSERT_EQ(first[3].size(), 2u);
    EXPECT_EQ(first[3][0][1]["name"], "MAP01");
    EXPECT_EQ(first[3][1][1]["name"], "MAP02");
    const json& failure = first[3][1][3][0];
    EXPECT_EQ(failure[0], "failure");
    EXPECT_EQ(failure[1]["message"], "2 errors");
    EXPECT_TRUE(has(failure[2], "TEXTMAP:7:24: error: linedef 1: v2 is 99"));
    const json& second = root[3][1];
    EXPECT_EQ(second[3][0][1]["name"], "container");
    EXPECT_EQ(second[1]["failures"], "1");
}

TEST(ToolJunit, MapsThatAreNotReadFailOrAreSkipped) {
    if (!python_is_here()) GTEST_SKIP() << needs::package("python3");
    const TempFolder folder;
    const std::string wad =
        folder.write("old.wad", testing_support::WadBuilder().map_of_another_game("E1M1").build());
    const std::string report = "junit=" + folder.path("r.xml");
    EXPECT_EQ(run_tool({"check", wad, "--report", report}).exit_code, 1);
    EXPECT_EQ(parse_xml(folder.path("r.xml"))[3][0][1]["failures"], "1");
    EXPECT_EQ(run_tool({"check", wad, "--allow-unsupported", "--report", report}).exit_code, 0);
    const json suite = parse_xml(folder.path("r.xml"))[3][0];
    EXPECT_EQ(suite[1]["failures"], "0");
    EXPECT_EQ(suite[1]["skipped"], "1");
}

// Everything that closes a string, a line, a command or a tag somewhere.
class HostileNames : public testing::Test {
protected:
    // PhysFS opens no name with a colon or a backslash.
    const std::string nasty_ = "\"\n<&]]>%0A,;'\x1b\xff\xEF\xBF\xBF{}";
    const std::string label_ = "]]>\"%::\n";
    TempFolder folder_;
    std::string wad_ = folder_.write(
        nasty_ + ".wad",
        make_wad(map_lumps(label_,
                           "namespace = \"zdoom\";\nvertex { x = 0; y = 0; }\n"
                           "vertex { x = 0; y = 64; }\nvertex { x = 64; y = 0; }\n"
                           "linedef { v1 = 0; v2 = 1; sidefront = 0; }\n"
                           "linedef { v1 = 1; v2 = 2; sidefront = 0; }\n"
                           "linedef { v1 = 2; v2 = 0; sidefront = 0; user_s = \"\xff\"; }\n"
                           "sidedef { sector = 0; texturemiddle = \"]]>&%\xff::\"; }\n"
                           "sector { texturefloor = \"<!--\"; textureceiling = \"\\\"\"; }\n"
                           "thing { x = 20; y = 20; type = 1; }\n")));
    std::string game_ = folder_.write("game.wad", testing_support::WadBuilder()
                                                      .lump("F_START")
                                                      .lump("X", "x")
                                                      .lump("F_END")
                                                      .lump("TX_START")
                                                      .lump("Y", "y")
                                                      .lump("TX_END")
                                                      .build());

    Outcome check(const std::string& format) {
        return run_tool({"check", wad_, "--resources", game_, "--format", format});
    }
};

TEST_F(HostileNames, JsonAndSarifGiveThemBack) {
    const auto findings = check("json").of_type("finding");
    std::set<std::string> rules;
    // The whole name is no UTF-8, so each byte is the code point of its value.
    const auto is_its_own = [&](const std::string& file) {
        return has(file, "\"\n<&]]>%0A,;'\x1b\u00ff\u00ef\u00bf\u00bf{}");
    };
    for (const json& finding : findings) {
        rules.insert(finding["rule"]);
        EXPECT_TRUE(is_its_own(finding["file"])) << finding["file"];
    }
    EXPECT_TRUE(rules.count("texture-unknown") == 1 || rules.count("flat-unknown") == 1)
        << rules.size();
    const json results = results_of(check("sarif"));
    EXPECT_EQ(results.size(), findings.size());
    const std::string uri =
        results.at(0)["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    EXPECT_TRUE(has(uri, "/%22%0A%3C%26%5D%5D%3E%250A%2C%3B%27%1B%FF%EF%BF%BF%7B%7D.wad")) << uri;
}

TEST_F(HostileNames, NoLineOfGithubIsOneThatANameMade) {
    const Outcome run = check("github");
    std::istringstream lines(run.out);
    std::size_t commands = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("::", 0) != 0) continue;
        ++commands;
        const std::size_t colons = line.find("::", 2);
        const std::string head = line.substr(0, colons);
        EXPECT_EQ(std::count(head.begin(), head.end(), '\x1b'), 0);
        EXPECT_TRUE(has(head, "%2C")) << head;
        EXPECT_TRUE(has(head, "%250A")) << head;
        EXPECT_TRUE(has(head, "\\x0a")) << head;
    }
    std::size_t shown = 0;
    for (const auto& finding : check("json").of_type("finding")) {
        shown += finding["severity"] != "note";
    }
    EXPECT_EQ(commands, shown);
}

TEST_F(HostileNames, JunitIsWellFormed) {
    if (!python_is_here()) GTEST_SKIP() << needs::package("python3");
    const Outcome run = check("junit");
    const json root = parse_xml(folder_.write("r.xml", run.out));
    const std::string name = root[3][0][1]["name"];
    EXPECT_TRUE(has(name, "\"\\x0a<&]]>%0A,;'\\x1b\\xff\\uffff{}.wad")) << name;
    EXPECT_EQ(root[3][0][3].back()[1]["name"], "]]>\"%::\\x0a");
}

}  // namespace flatline::engine::tool_test::formats
