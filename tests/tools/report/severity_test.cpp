// Which findings each form of a report tells, how many there are, and in what words.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/wad_builder.hpp"
#include "tools/report/validate.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::severities {

using nlohmann::json;
using Words = std::vector<std::string>;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
    return n;
}

Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// A map with that many notes, warnings and errors, besides those of the smallest map.
std::string map_with(int notes, int warnings, int errors) {
    std::string text;
    for (int i = 0; i < notes; ++i) text += "q" + std::to_string(i) + " = 1;\n";
    for (int i = 0; i < warnings; ++i) text += "user_n = 0" + std::to_string(i % 8) + ";\n";
    for (int i = 0; i < errors; ++i)
        text += "thing { x = 16; y = 32; type = 2015; height = \"a\"; }\n";
    return small_map(text);
}

std::map<std::string, std::uint64_t> counts_of(const std::vector<json>& findings) {
    std::map<std::string, std::uint64_t> counts;
    for (const json& finding : findings) ++counts[finding["severity"]];
    return counts;
}

TEST(ToolSeverity, TextAndGithubLeaveNotesToAskFor) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", map_with(2, 1, 0));
    const auto all = counts_of(run_tool({"check", map, "--json"}).of_type("finding"));
    const Outcome text = run_tool({"check", map, "--all"});
    EXPECT_EQ(count(text.out, ": note: "), 0u) << text.out;
    EXPECT_EQ(count(text.out, ": warning: "), all.at("warning"));
    EXPECT_TRUE(has(text.out, std::to_string(all.at("note")) + " notes (--notes shows them)\n"));
    const Outcome noted = run_tool({"check", map, "--all", "--notes"});
    EXPECT_EQ(count(noted.out, ": note: "), all.at("note"));
    EXPECT_EQ(count(noted.out, ": warning: "), all.at("warning"));
    EXPECT_FALSE(has(noted.out, "--notes"));
    EXPECT_EQ(noted.out, run_tool({"check", map, "--all", "--min-severity", "note"}).out);
    EXPECT_EQ(count(run_tool({"check", map, "--min-severity", "error"}).out, "warning: "), 0u);
    EXPECT_EQ(count(run_tool({"check", map, "--format", "github"}).out, "::notice"), 0u);
    EXPECT_NE(count(run_tool({"check", map, "--format", "github", "--notes"}).out, "::notice"), 0u);
    // The other forms have all, unless less is asked for.
    for (const auto& [format, note] : {std::pair{"json", R"("severity":"note")"},
                                       {"sarif", R"("level":"note")"},
                                       {"junit", "note: "},
                                       {"gitlab", R"("severity":"info")"}}) {
        EXPECT_TRUE(has(run_tool({"check", map, "--format", format}).out, note)) << format;
        EXPECT_FALSE(has(
            run_tool({"check", map, "--format", format, "--min-severity", "warning"}).out, note))
            << format;
    }
    // The counts are of all.
    const json less = run_tool({"check", map, "--json", "--min-severity", "error"}).lines().back();
    EXPECT_EQ(less, run_tool({"check", map, "--json"}).lines().back());
    EXPECT_EQ(run_tool({"check", map, "--notes", "--min-severity", "error"}).exit_code, 2);
    EXPECT_EQ(run_tool({"check", map, "--min-severity", "fatal"}).exit_code, 2);
}

TEST(ToolSeverity, NotesPushOutNoWarnings) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", map_with(1500, 1200, 0));
    const Outcome run = run_tool({"check", map, "--json"});
    const auto shown = counts_of(run.of_type("finding"));
    const json row = run.of_type("map").at(0);
    EXPECT_EQ(shown.at("note"), 1000u);
    EXPECT_EQ(shown.at("warning"), row["warnings"]);
    EXPECT_GE(shown.at("warning"), 1200u);
    EXPECT_EQ(row["left_out"]["field-unknown"], 500);
    EXPECT_EQ(count(run_tool({"check", map, "--all"}).out, ": warning: "), row["warnings"]);
}

TEST(ToolSeverity, WhatIsLeftOutIsCountedByRule) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", map_with(30, 20, 0));
    const Words few = {"check", map, "--limit", "findings=10", "--limit", "finding-lines=5"};
    const Outcome run = run_tool(with(few, {"--json", "--statistics"}));
    const json row = run.of_type("map").at(0);
    std::map<std::string, std::uint64_t> by_rule;
    for (const json& finding : run.of_type("finding")) ++by_rule[finding["rule"]];
    for (const auto& [rule, left_out] : row["left_out"].items()) {
        by_rule[rule] += left_out.get<std::uint64_t>();
    }
    const std::vector<json> rows = run.of_type("statistic");
    EXPECT_EQ(rows.size(), by_rule.size());
    std::uint64_t before = UINT64_MAX;
    std::map<std::string, std::uint64_t> by_severity;
    for (const json& one : rows) {
        EXPECT_EQ(one["count"], by_rule[one["rule"]]) << one;
        EXPECT_LE(one["count"].get<std::uint64_t>(), before) << "most first";
        before = one["count"];
        by_severity[one["severity"]] += before;
    }
    EXPECT_EQ(by_severity["warning"], row["warnings"]);
    EXPECT_EQ(by_rule["field-unknown"], 30u);
    EXPECT_EQ(run.lines().back()["type"], "summary");
    EXPECT_EQ(run.lines().at(run.lines().size() - 2)["type"], "statistic");
    // The same in text: only of what is shown, but the table is of all.
    const Outcome text = run_tool(with(few, {"--statistics"}));
    EXPECT_TRUE(has(text.out, " more findings beyond the limit: "));
    EXPECT_FALSE(has(text.out, "beyond the limit: field-unknown"));
    EXPECT_TRUE(has(text.out, "\n      30  note      field-unknown\n")) << text.out;
    EXPECT_TRUE(has(run_tool(with(few, {"--notes"})).out, "field-unknown 20"));
    // Levels change what is left out, too.
    const json off =
        run_tool(with(few, {"--json", "--rule", "field-unknown=error"})).of_type("map").at(0);
    EXPECT_EQ(off["errors"], 30);
    EXPECT_EQ(run_tool(with(few, {"--json", "--rule", "field-unknown=off"}))
                  .of_type("map")
                  .at(0)
                  .value("left_out", json::object())
                  .count("field-unknown"),
              0u);
}

TEST(ToolSeverity, JunitFailsExactlyWhereTheExitCodeIsOne) {
    const TempFolder folder;
    const std::string good = folder.write("good.textmap", map_with(3, 0, 0));
    const std::string warned = folder.write("warned.textmap", map_with(0, 2, 0));
    const std::string bad = fixture("bad_index.textmap");
    const std::string other = folder.write("psx.wad", testing_support::WadBuilder()
                                                          .lump("MAP01")
                                                          .lump("THINGS")
                                                          .lump("LINEDEFS")
                                                          .lump("SIDEDEFS")
                                                          .lump("VERTEXES")
                                                          .lump("SECTORS")
                                                          .lump("LEAFS")
                                                          .lump("LIGHTS")
                                                          .lump("MACROS")
                                                          .build());
    const std::string broken = folder.write("broken.wad", "PWAD");
    const std::string no_maps = folder.write("none.wad", make_wad({{"A", "b"}}));
    std::set<int> codes;
    for (const std::string& file : {good, warned, bad, other, broken, no_maps}) {
        for (const Words& more :
             {Words{}, Words{"--fail-on", "warning"}, Words{"--fail-on", "never"},
              Words{"--allow-unsupported"}, Words{"--allow-empty"},
              Words{"--allow-unsupported", "--fail-on", "warning"},
              Words{"--write-baseline", folder.path("known")}, Words{"--rule", "no-maps=off"},
              Words{"--rule", "wad-header=note"}}) {
            const Outcome run = run_tool(with({"check", file, "--format", "junit"}, more));
            SCOPED_TRACE(file + testing::PrintToString(more) + run.out + run.err);
            EXPECT_EQ(has(run.out, "<failure "), run.exit_code == 1);
            EXPECT_EQ(count(run.out, "failures=\"0\"") < count(run.out, "failures="),
                      run.exit_code == 1);
            codes.insert(run.exit_code);
        }
    }
    EXPECT_EQ(codes, (std::set<int>{0, 1}));
    EXPECT_EQ(run_tool({"check", good, no_maps, "--format", "junit"}).exit_code, 0);
}

TEST(ToolSeverity, AMapOfAnotherGameIsAWarningThatNamesIt) {
    const TempFolder folder;
    const auto wad = [&](const Words& lumps) {
        testing_support::WadBuilder builder;
        builder.lump("MAP01");
        for (const char* lump : {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"}) {
            builder.lump(lump);
        }
        for (const std::string& lump : lumps) builder.lump(lump);
        return folder.write("a.wad", builder.build());
    };
    EXPECT_TRUE(has(run_tool({"check", wad({"LEAFS", "LIGHTS", "MACROS"})}).out,
                    "a.wad:MAP01: warning: Doom 64: lumps LIGHTS, MACROS; such a map is listed, "
                    "not loaded [map-unsupported]\n"));
    EXPECT_TRUE(has(run_tool({"check", wad({"LEAFS"})}).out, "PlayStation Doom: lump LEAFS; "));
    const Outcome allowed =
        run_tool({"check", wad({"LEAFS"}), "--allow-unsupported", "--fail-on", "warning"});
    EXPECT_EQ(allowed.exit_code, 0) << allowed.out;
}

TEST(ToolSeverity, GithubShowsTenOfALevelOfAsManyRulesAsPossible) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", map_with(0, 30, 2));
    const Outcome run = run_tool({"check", map, "--format", "github"});
    const json row = run_tool({"check", map, "--json"}).of_type("map").at(0);
    EXPECT_EQ(count(run.out, "::warning "), 10u) << run.out;
    EXPECT_EQ(count(run.out, "::error "), row["errors"]);
    EXPECT_LT(row["errors"], 10);
    EXPECT_TRUE(has(run.out, " more of this rule)\n"));
    std::uint64_t shown = 10;
    EXPECT_TRUE(has(run.out, std::to_string(row["warnings"].get<std::uint64_t>() - shown) +
                                 " more warnings than GitHub shows: "))
        << run.out;
    // A rule stands together.
    std::vector<std::string> titles;
    for (std::size_t at = run.out.find("::warning "); at != run.out.npos;
         at = run.out.find("::warning ", at + 1)) {
        const std::size_t title = run.out.find("title=", at) + 6;
        const std::string rule = run.out.substr(title, run.out.find("::", title) - title);
        if (titles.empty() || titles.back() != rule) titles.push_back(rule);
    }
    EXPECT_EQ(std::set<std::string>(titles.begin(), titles.end()).size(), titles.size());
    EXPECT_GE(titles.size(), 2u);
}

TEST(ToolSeverity, GitlabTellsFindingsApart) {
    const TempFolder folder;
    folder.write("a.textmap", map_with(1, 2, 0));
    folder.write("b.textmap", map_with(1, 2, 0));
    const json issues = run_tool({"check", folder.path(), "--format", "gitlab"}).object();
    std::set<std::string> prints;
    for (const json& issue : issues) prints.insert(issue["fingerprint"]);
    EXPECT_EQ(prints.size(), issues.size());
    EXPECT_GE(issues.size(), 6u);
    EXPECT_EQ(run_tool({"check", fixture("bad_index.textmap"), "--format", "gitlab"})
                  .object()
                  .at(0)["severity"],
              "blocker");
}

// In its own words: the line and the side, and where things and sectors are.
TEST(ToolSeverity, FindingsSpeakAsMappersThink) {
    const TempFolder folder;
    std::string text = small_map(
        "thing { x = -500.0; y = 8.0; type = 3001; skill1 = true; "
        "single = true; }\n");
    text.replace(text.find("sector { "), 9, "sector { heightceiling = 128; ");
    for (std::size_t at; (at = text.find("texturemiddle")) != text.npos;) {
        text.erase(at, text.find(';', at) + 1 - at);
    }
    const std::string map = folder.write("a.textmap", text);
    const Outcome run = run_tool({"check", map, "--all"});
    EXPECT_TRUE(has(run.out, "linedef 0, front side: no middle texture")) << run.out;
    EXPECT_TRUE(has(run.out, " at (-500, 8): the thing is in no sector [thing-outside]"))
        << run.out;
    for (const json& finding : run_tool({"check", map, "--json"}).of_type("finding")) {
        if (finding["rule"] != "texture-missing") continue;
        EXPECT_EQ(finding["element"], "sidedef");
        EXPECT_TRUE(finding.contains("index"));
    }
}

TEST(ToolSeverity, ATextureThatIsNotThereIsOneLine) {
    const TempFolder folder;
    std::string text = small_map();
    for (std::size_t at; (at = text.find("texturemiddle")) != text.npos;) {
        text.replace(at, text.find(';', at) + 1 - at, "TM = \"NOWHERE\";");
    }
    for (std::size_t at; (at = text.find("TM = ")) != text.npos;)
        text.replace(at, 2, "texturemiddle");
    const std::string map = folder.write("a.textmap", text);
    const std::string own =
        folder.write("r.wad", make_wad({{"TX_START", ""}, {"OTHER", "x"}, {"TX_END", ""}}));
    const Outcome run = run_tool({"check", map, "--resources", own});
    EXPECT_EQ(count(run.out, "[texture-unknown]"), 1u) << run.out;
    EXPECT_TRUE(has(run.out, "[texture-unknown] and 2 more of this name (--all)\n")) << run.out;
    EXPECT_EQ(count(run_tool({"check", map, "--resources", own, "--all"}).out, "[texture-unknown]"),
              3u);
}

TEST(ToolSeverity, InfoTellsOfARefusedMapWhereItTellsTheRest) {
    const Outcome run = run_tool({"info", fixture("bad_index.textmap"), "--json"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(run.of_type("finding"),
              run_tool({"check", fixture("bad_index.textmap"), "--json"}).of_type("finding"));
    EXPECT_EQ(run.lines().front()["type"], "run");
    const TempFolder folder;
    const Outcome broken = run_tool({"info", folder.write("a.wad", "PWAD"), "--json"});
    EXPECT_EQ(broken.err, "");
    EXPECT_EQ(broken.of_type("finding").at(0)["rule"], "wad-header");
    const Outcome missing = run_tool({"info", "/nonexistent", "--json"});
    EXPECT_EQ(missing.out, "");
    EXPECT_NE(missing.err, "");
    // In text, as before, and the counts say that they are those of the load.
    EXPECT_NE(run_tool({"info", fixture("bad_index.textmap")}).err, "");
    EXPECT_TRUE(has(run_tool({"info", fixture("square.textmap")}).out, "load findings"));
}

// Nothing is lost: what is counted is printed, at the default limits.
TEST(ToolSeverity, OverTheCorpusAllWarningsThatAreCountedArePrinted) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const Outcome run = run_tool({"check", corpus::folder().string(), "--json"});
    std::map<std::pair<std::string, std::string>, std::uint64_t> printed;
    std::uint64_t lines = 0;
    for (const json& finding : run.of_type("finding")) {
        if (finding["severity"] == "note") continue;
        ++lines;
        if (finding.contains("map")) ++printed[{finding["file"], finding["map"]}];
    }
    for (const json& map : run.of_type("map")) {
        const std::uint64_t counted =
            map["warnings"].get<std::uint64_t>() + map["errors"].get<std::uint64_t>();
        EXPECT_EQ((printed[{map["file"], map["map"]}]), counted) << map;
    }
    const json summary = run.of_type("summary").at(0);
    EXPECT_EQ(lines,
              summary["warnings"].get<std::uint64_t>() + summary["errors"].get<std::uint64_t>());
    const Outcome text = run_tool({"check", corpus::folder().string(), "--all", "--quiet"});
    EXPECT_EQ(count(text.out, ": warning: ") + count(text.out, ": error: "), lines);
}

}  // namespace flatline::engine::tool_test::severities
