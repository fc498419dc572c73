// check with resources, levels of rules, and what counts as good news.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "run_tool.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace flatline::engine::tool_test::rules {

using testing_support::WadBuilder;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// A closed triangle whose walls and floor have names.
std::string named_map(const std::string& more = "") {
    return "namespace = \"zdoom\";\nvertex { x = 0; y = 0; }\nvertex { x = 0; y = 64; }\n"
           "vertex { x = 64; y = 0; }\nlinedef { v1 = 0; v2 = 1; sidefront = 0; }\n"
           "linedef { v1 = 1; v2 = 2; sidefront = 1; }\nlinedef { v1 = 2; v2 = 0; sidefront = 2; "
           "}\n"
           "sidedef { sector = 0;\n  texturemiddle = \"BRICK\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"WALL\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"WALL\"; }\n"
           "sector { texturefloor = \"FLOOR\"; textureceiling = \"FLOOR\"; heightceiling = 64; }\n"
           "thing { x = 20; y = 20; type = 1; }\n" +
           more;
}

std::size_t count_of(const Outcome& run, const std::string& rule) {
    const auto findings = run.of_type("finding");
    return static_cast<std::size_t>(std::count_if(
        findings.begin(), findings.end(), [&](const auto& f) { return f["rule"] == rule; }));
}

bool was_not_run(const Outcome& run, const std::string& rule) {
    const auto summary = run.of_type("summary").at(0);
    return std::any_of(summary["not_run"].begin(), summary["not_run"].end(),
                       [&](const auto& id) { return id == rule; });
}

TEST(ToolRules, ResourcesTellWhatIsUnknown) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", named_map());
    WadBuilder wad;
    wad.lump("TX_START").lump("WALL", "x").lump("TX_END").lump("F_START").lump("FLOOR", "x");
    const std::string game = folder.write("game.wad", wad.lump("F_END").build());
    const Outcome run = run_tool({"check", map, "--resources", game, "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.out;
    ASSERT_EQ(count_of(run, "texture-unknown"), 1u) << run.out;
    for (const auto& finding : run.of_type("finding")) {
        if (finding["rule"] != "texture-unknown") continue;
        EXPECT_EQ(finding["element"], "sidedef");
        EXPECT_EQ(finding["index"], 0);
        EXPECT_EQ(finding["field"], "texturemiddle");
        EXPECT_EQ(finding["line"], 9);
        EXPECT_EQ(finding["column"], 19) << "its value";
    }
    EXPECT_FALSE(was_not_run(run, "texture-unknown"));
    EXPECT_TRUE(was_not_run(run, "thing-type-unknown"));
    const Outcome without = run_tool({"check", map, "--json"});
    EXPECT_EQ(count_of(without, "texture-unknown"), 0u);
    EXPECT_TRUE(was_not_run(without, "texture-unknown"));
    const Outcome text = run_tool({"check", map});
    EXPECT_TRUE(has(text.out, " rules skipped: pass your IWAD with --resources (")) << text.out;
}

TEST(ToolRules, PacksFoldersAndConfigurations) {
    const TempFolder folder;
    const std::string map =
        folder.write("a.textmap", named_map("thing { x = 24; y = 24; type = 31999; }\n"));
    folder.write("mod/textures/wall.png", "x");
    folder.write("mod/flats/floor.png", "x");
    testing_support::ZipBuilder zip;
    const std::string pk3 = folder.write("b.pk3", zip.file("textures/brick.png", "x").build());
    folder.write("cfg/Includes/things.cfg", "other { width = 8; 2 { } }");
    const std::string config =
        folder.write("cfg/Game.cfg", "thingtypes { include(\"Includes\\\\things.cfg\"); }\n");
    const Outcome run = run_tool({"check", map, "--resources", folder.path("mod"), "--resources",
                                  pk3, "--resources", config, "--json"});
    EXPECT_EQ(count_of(run, "texture-unknown"), 0u) << run.out;
    EXPECT_EQ(count_of(run, "flat-unknown"), 0u) << run.out;
    EXPECT_EQ(count_of(run, "thing-type-unknown"), 1u) << run.out;
}

TEST(ToolRules, WhatAMapsOwnFileHoldsIsKnown) {
    const TempFolder folder;
    WadBuilder wad;
    wad.lump("TX_START").lump("BRICK", "x").lump("WALL", "x").lump("TX_END");
    wad.map("MAP01", named_map());
    const std::string mod = folder.write("mod.wad", wad.build());
    WadBuilder floors;
    floors.lump("TX_START").lump("FLOOR", "x").lump("TX_END");
    const std::string game = folder.write("game.wad", floors.build());
    const Outcome run = run_tool({"check", mod, "--resources", game, "--json"});
    EXPECT_EQ(count_of(run, "texture-unknown"), 0u) << run.out;
    EXPECT_EQ(count_of(run, "flat-unknown"), 0u) << run.out;
}

TEST(ToolRules, WrongResourcesAreSaid) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", named_map());
    const Outcome missing = run_tool({"check", map, "--resources", folder.path("gone.wad")});
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_TRUE(has(missing.err, "gone.wad: no such file or folder"));
    EXPECT_TRUE(has(missing.out, "1 map")) << "the map is checked all the same";
    const std::string broken = folder.write("broken.wad", "PWAD");
    const Outcome bad = run_tool({"check", map, "--resources", broken});
    EXPECT_EQ(bad.exit_code, 1);
    EXPECT_TRUE(has(bad.out, broken + ": error: ")) << bad.out;
    const std::string config = folder.write("bad.cfg", "thingtypes { c { 1 { } ");
    const Outcome syntax = run_tool({"check", map, "--resources", config});
    EXPECT_EQ(syntax.exit_code, 1);
    EXPECT_TRUE(has(syntax.out, config + ": error: byte 23: ")) << syntax.out;
}

TEST(ToolRules, LevelsByRule) {
    const TempFolder folder;
    const std::string map =
        folder.write("a.textmap", named_map("thing { x = 9; y = 9; type = 9; foo = 1; }\n"));
    const auto severity = [&](const std::string& option, const std::string& rule) {
        const Outcome run = run_tool({"check", map, "--json", "--rule", option});
        for (const auto& finding : run.of_type("finding")) {
            if (finding["rule"] == rule) return std::string(finding["severity"]);
        }
        return std::string("none");
    };
    EXPECT_EQ(severity("side-unused=off", "thing-never-appears"), "warning");
    EXPECT_EQ(severity("thing-never-appears=error", "thing-never-appears"), "error");
    EXPECT_EQ(severity("thing-never-appears=note", "thing-never-appears"), "note");
    EXPECT_EQ(severity("thing-never-appears=off", "thing-never-appears"), "none");
    EXPECT_EQ(severity("field-unknown=warning", "field-unknown"), "warning") << "of the load";
    EXPECT_EQ(severity("field-unknown=off", "field-unknown"), "none");
    EXPECT_EQ(run_tool({"check", map}).exit_code, 0);
    const Outcome error = run_tool({"--rule", "thing-never-appears=error", "check", map});
    EXPECT_EQ(error.exit_code, 1);
    EXPECT_TRUE(has(error.out, "1 error,")) << error.out;
}

TEST(ToolRules, WhatRefusesAMapStaysAnError) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", "namespace = \"zdoom\"; vertex { x = ; }");
    EXPECT_EQ(run_tool({"check", map, "--rule", "syntax-value=off"}).exit_code, 1);
}

TEST(ToolRules, UnknownRulesNameTheNearest) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", named_map());
    const Outcome run = run_tool({"check", map, "--rule", "side-unusd=off"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(has(run.err, "no rule is called 'side-unusd'; did you mean 'side-unused'?"))
        << run.err;
    for (const char* wrong : {"side-unused", "side-unused=", "side-unused=loud", "=off"}) {
        EXPECT_EQ(run_tool({"check", map, "--rule", wrong}).exit_code, 2) << wrong;
    }
}

TEST(ToolRules, TextShowsFiveOfARule) {
    const TempFolder folder;
    std::string things;
    for (int i = 0; i < 42; ++i) things += "thing { x = 9; y = 9; type = 9; }\n";
    const std::string map = folder.write("a.textmap", named_map(things));
    const auto lines = [](const std::string& text) {
        std::size_t count = 0;
        for (std::size_t at = text.find("[thing-never-appears]"); at != std::string::npos;
             at = text.find("[thing-never-appears]", at + 1)) {
            ++count;
        }
        return count;
    };
    const Outcome run = run_tool({"check", map});
    EXPECT_EQ(lines(run.out), 5u) << run.out;
    EXPECT_TRUE(has(run.out, "[thing-never-appears] and 37 more of this rule (--all)")) << run.out;
    EXPECT_EQ(lines(run_tool({"check", map, "--all"}).out), 42u);
    EXPECT_EQ(count_of(run_tool({"check", map, "--json"}), "thing-never-appears"), 42u);
}

TEST(ToolRules, ResourcesWithNothingInThemAreToldOf) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", named_map());
    const auto told = [&](const std::string& resources) {
        return count_of(run_tool({"check", map, "--resources", resources, "--json"}),
                        "resource-none");
    };
    EXPECT_EQ(told(folder.write("none.wad", WadBuilder().build())), 1u);
    EXPECT_EQ(told(folder.write("some.wad", WadBuilder().lump("D_MUSIC", "x").build())), 0u);
    EXPECT_EQ(told(folder.write("none.cfg", "thingtypes { }\n")), 1u);
    EXPECT_EQ(told(folder.write("some.cfg", "thingtypes { a { 1 = \"Start\"; } }\n")), 0u);
}

TEST(ToolRules, ARunWithoutMapsIsNoGoodNews) {
    const TempFolder folder;
    folder.write("docs/readme.md", "nothing");
    EXPECT_EQ(run_tool({"check", folder.path("docs")}).exit_code, 1);
    EXPECT_EQ(run_tool({"check", folder.path("docs"), "--allow-empty"}).exit_code, 0);
    WadBuilder textures;
    textures.lump("TX_START").lump("TX_END");
    const std::string some = folder.write("textures.wad", textures.build());
    EXPECT_EQ(run_tool({"check", some}).exit_code, 1);
    const std::string none = folder.write("empty.wad", WadBuilder().build());
    EXPECT_EQ(run_tool({"check", none}).exit_code, 0) << "sound, and without any entry";
    EXPECT_EQ(run_tool({"check", none, some}).exit_code, 1);
    EXPECT_EQ(run_tool({"check", some, none}).exit_code, 1);
}

TEST(ToolRules, TheSummaryCountsWhatIsNotRead) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", named_map());
    EXPECT_EQ(run_tool({"check", map, "--json"}).of_type("summary").at(0)["unsupported"], 0);
    EXPECT_FALSE(has(run_tool({"check", map}).out, "unsupported"));
}

}  // namespace flatline::engine::tool_test::rules
