// `flatline check`: findings, exit codes, what a PATH may be.
#include <gtest/gtest.h>
#include <unistd.h>

#include "run_tool.hpp"
#include "support/needs.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace flatline::engine::tool_test {
namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(ToolCheck, ACleanMapIsExitZero) {
    const Outcome run = run_tool({"check", fixture("square.textmap")});
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_TRUE(has(run.out,
                    "square.textmap:square: ok: udmf, namespace zdoom, 4 vertices, "
                    "4 linedefs, 4 sidedefs, 1 sector, 1 thing; 0 errors, 0 warnings\n"));
    EXPECT_TRUE(has(run.out, "\n1 file, 1 map, 0 refused, 0 errors, 0 warnings\n"));
}

TEST(ToolCheck, FindingsNameThePlaceAndTheRule) {
    const std::string map = fixture("bad_index.textmap");
    const Outcome run = run_tool({"check", map});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.err, "");
    EXPECT_TRUE(has(run.out, map + ":bad_index:TEXTMAP:7:24: error: linedef 1: v2 is 99, but the "
                                   "map has 4 vertices [line-vertex-range]\n"))
        << run.out;
    EXPECT_TRUE(has(run.out, map + ":bad_index:TEXTMAP:12:20: error: sidedef 2: sector is 4, but "
                                   "the map has 1 sectors [side-sector-range]\n"))
        << run.out;
    EXPECT_TRUE(has(run.out, "bad_index: refused: udmf; 2 errors, 0 warnings\n")) << run.out;
    EXPECT_TRUE(has(run.out, "1 file, 1 map, 1 refused, 2 errors, 0 warnings\n")) << run.out;
}

TEST(ToolCheck, JsonFindingsHaveTheKeysOfTheContract) {
    const std::string map = fixture("bad_index.textmap");
    const Outcome run = run_tool({"check", map, "--json"});
    EXPECT_EQ(run.exit_code, 1);
    auto lines = run.lines();
    ASSERT_EQ(lines.size(), 6u) << run.out;
    EXPECT_EQ(lines[1]["type"], "file");
    lines.erase(lines.begin() + 1);
    EXPECT_EQ(lines[0]["type"], "run");
    EXPECT_EQ(lines[0]["schema"], "flatline.check/1");
    const std::string version = run_tool({"--version"}).out;
    EXPECT_EQ("flatline " + lines[0]["version"].get<std::string>() + "\n", version);
    const std::string text = bytes_of(map);
    EXPECT_EQ(lines[1], (nlohmann::json{{"type", "finding"},
                                        {"rule", "line-vertex-range"},
                                        {"severity", "error"},
                                        {"file", map},
                                        {"map", "bad_index"},
                                        {"lump", "TEXTMAP"},
                                        {"line", 7},
                                        {"column", 24},
                                        {"offset", text.find("99")},
                                        {"element", "linedef"},
                                        {"index", 1},
                                        {"field", "v2"},
                                        {"message", lines[1]["message"]},
                                        {"fingerprint", lines[1]["fingerprint"]}}));
    EXPECT_EQ(lines[3], (nlohmann::json{{"type", "map"},
                                        {"file", map},
                                        {"map", "bad_index"},
                                        {"status", "refused"},
                                        {"format", "udmf"},
                                        {"namespace", nullptr},
                                        {"counts", nullptr},
                                        {"errors", 2},
                                        {"warnings", 0}}));
    EXPECT_EQ(lines[4], (nlohmann::json{{"type", "summary"},
                                        {"files", 1},
                                        {"maps", 1},
                                        {"refused", 1},
                                        {"unsupported", 0},
                                        {"errors", 2},
                                        {"warnings", 0},
                                        {"suppressed", 0},
                                        {"not_run", nlohmann::json::array()}}));
}

TEST(ToolCheck, ASyntaxErrorHasItsPlace) {
    const Outcome run = run_tool({"check", fixture("bad_syntax.textmap"), "--json"});
    EXPECT_EQ(run.exit_code, 1);
    const auto findings = run.of_type("finding");
    ASSERT_EQ(findings.size(), 1u) << run.out;
    EXPECT_EQ(findings[0]["rule"], "syntax-semicolon");
    EXPECT_EQ(findings[0]["line"], 3);
    EXPECT_EQ(findings[0]["column"], 18);
    EXPECT_EQ(findings[0]["message"], "vertex 1: expected ';' after a value, met 'y'");
}

TEST(ToolCheck, RulesOverTheFinishedMapGetLinesToo) {
    const Outcome run = run_tool({"check", fixture("no_player.textmap"), "--json"});
    EXPECT_EQ(run.exit_code, 0) << "warnings only";
    const auto maps = run.of_type("map");
    ASSERT_EQ(maps.size(), 1u);
    EXPECT_EQ(maps[0]["status"], "ok");
    EXPECT_EQ(maps[0]["namespace"], "doom");
    EXPECT_EQ(maps[0]["errors"], 0);
    EXPECT_GE(maps[0]["warnings"], 2);
    bool has_two_sided = false;
    for (const auto& finding : run.of_type("finding")) {
        if (finding["rule"] == "line-twosided-no-back") {
            has_two_sided = true;
            EXPECT_EQ(finding["line"], 7);
            EXPECT_EQ(finding["index"], 2);
        }
        if (finding["rule"] == "side-unused") {
            EXPECT_EQ(finding["line"], 11);
            EXPECT_EQ(finding["severity"], "note");
        }
        if (finding["rule"] == "player-start-missing") {
            EXPECT_FALSE(finding.contains("line"));
            EXPECT_FALSE(finding.contains("element"));
            EXPECT_FALSE(finding.contains("index"));
        }
    }
    EXPECT_TRUE(has_two_sided) << run.out;
}

TEST(ToolCheck, TextSumsUpWhatIsNotPortable) {
    const TempFolder folder;
    const std::string map =
        folder.write("a.textmap", small_map("user_a = +1; user_b = +2; user_c = +3; user_d = 04;"));
    const Outcome text = run_tool({"check", map});
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_TRUE(has(text.out,
                    "the plus sign of '+1' stops Woof, zdbsp and Ultimate Doom Builder "
                    "[portability-plus] and 2 more of this rule (--all)\n"))
        << text.out;
    EXPECT_FALSE(has(text.out, "'+2'")) << text.out;
    EXPECT_TRUE(has(text.out, "[portability-leading-zero]\n")) << text.out;
    EXPECT_TRUE(has(text.out, "0 errors, 4 warnings")) << text.out;
    const Outcome all = run_tool({"check", map, "--all"});
    EXPECT_TRUE(has(all.out, "'+2' stops") && has(all.out, "'+3' stops")) << all.out;
    EXPECT_FALSE(has(all.out, "more of this rule")) << all.out;
    const Outcome json = run_tool({"check", map, "--json"});
    EXPECT_EQ(json.of_type("finding").size(), 5u) << json.out;
}

TEST(ToolCheck, JsonNamesUnknownFields) {
    const TempFolder folder;
    const std::string map =
        folder.write("a.textmap", small_map("vertex { x = 0; y = 0; Foo = 1; }"));
    bool found = false;
    for (const auto& finding : run_tool({"check", map, "--json"}).of_type("finding")) {
        if (finding["rule"] != "field-unknown") continue;
        found = true;
        EXPECT_EQ(finding["field"], "Foo");
        EXPECT_EQ(finding["element"], "vertex");
    }
    EXPECT_TRUE(found);
}

TEST(ToolCheck, QuietDropsTheReportOnly) {
    const std::string map = fixture("no_player.textmap");
    const Outcome quiet = run_tool({"check", map, "--quiet"});
    EXPECT_FALSE(has(quiet.out, ": ok:"));
    EXPECT_TRUE(has(quiet.out, "[player-start-missing]"));
    EXPECT_TRUE(has(quiet.out, "1 file, 1 map"));
    const Outcome json = run_tool({"check", map, "--quiet", "--json"});
    EXPECT_TRUE(json.of_type("map").empty());
    EXPECT_EQ(json.of_type("summary").size(), 1u);
}

TEST(ToolCheck, TheCapOnFindingsKeepsTheCounts) {
    const Outcome run =
        run_tool({"check", fixture("bad_index.textmap"), "--json", "--limit", "finding-lines=1"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.of_type("finding").size(), 1u);
    EXPECT_EQ(run.of_type("map").at(0)["errors"], 2);
    EXPECT_EQ(run.of_type("map").at(0)["left_out"].dump(), R"({"side-sector-range":1})");
    EXPECT_EQ(run.of_type("summary").at(0)["errors"], 2);
    const Outcome text =
        run_tool({"check", fixture("bad_index.textmap"), "--limit", "finding-lines=1"});
    EXPECT_TRUE(has(text.out, ": 1 more finding beyond the limit: side-sector-range 1\n"))
        << text.out;
    const std::string warned = fixture("no_player.textmap");
    const Outcome none = run_tool({"check", warned, "--limit", "finding-lines=0"});
    EXPECT_EQ(none.exit_code, 0);
    EXPECT_FALSE(has(none.out, "0 warnings\n")) << none.out;
}

// Thousands of maps may share the bytes of one text, and each has a thousand findings.
TEST(ToolCheck, AFileOfManyMapsKeepsNoMoreFindingsThanAReportCanHold) {
    constexpr std::size_t kMaps = 120;
    std::string text = small_map();
    for (int i = 0; i < 1001; ++i) text += "q" + std::to_string(i) + "=1;\n";
    Lumps lumps;
    for (std::size_t i = 0; i < kMaps; ++i) {
        for (const auto& lump : map_lumps("M" + std::to_string(i), text)) lumps.push_back(lump);
    }
    const TempFolder folder;
    const std::string wad = folder.write("a.wad", make_wad(lumps));
    const Outcome run = run_tool({"check", wad, "--notes"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto beyond = [&](const std::string& map, int count, const std::string& more = "") {
        const int all = count + (more.empty() ? 0 : 1);
        return has(run.out, ":" + map + ": " + std::to_string(all) + " more finding" +
                                (all == 1 ? "" : "s") + " beyond the limit: field-unknown " +
                                std::to_string(count) + more + "\n");
    };
    EXPECT_TRUE(beyond("M99", 1) || beyond("M99", 1, ", portability-oneline 1"))
        << run.out.substr(0, 3000);
    EXPECT_TRUE(beyond("M100", 1000, ", portability-oneline 1"));
    EXPECT_TRUE(beyond("M119", 1000, ", portability-oneline 1"));
    EXPECT_TRUE(has(run.out, ":M119:ZNODES: warning:")) << "the worst of them stays";
}

TEST(ToolCheck, TheCapKeepsWhatMattersMost) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", "user_a = 007;\n");  // a warning first
    const Outcome run = run_tool(
        {"check", map, "--json", "--min-severity", "warning", "--limit", "finding-lines=1"});
    const auto findings = run.of_type("finding");
    ASSERT_EQ(findings.size(), 1u) << run.out;
    EXPECT_EQ(findings[0]["severity"], "error");
}

TEST(ToolCheck, ReadsATextmapFromStandardInput) {
    const Outcome run = run_tool({"check", "-", "--json"}, bytes_of(fixture("bad_index.textmap")));
    EXPECT_EQ(run.exit_code, 1);
    const auto findings = run.of_type("finding");
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0]["file"], "-");
    EXPECT_EQ(findings[0]["map"], "-");
    EXPECT_EQ(findings[0]["line"], 7);
    EXPECT_EQ(run_tool({"check", "-"}, bytes_of(fixture("square.textmap"))).exit_code, 0);
}

TEST(ToolCheck, StandardInputThatIsNoFileOfMapsIsATextmap) {
    for (const char* text : {"no text of maps", "\x89PNG\r\n"}) {
        const Outcome run = run_tool({"check", "-", "--json"}, text);
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_EQ(run.of_type("map").at(0)["status"], "refused");
    }
}

TEST(ToolCheck, StandardInputIsBoundedByTheLimit) {
    const std::string text = bytes_of(fixture("square.textmap"));
    const std::string exactly = "text-bytes=" + std::to_string(text.size());
    const std::string less = "text-bytes=" + std::to_string(text.size() - 1);
    EXPECT_EQ(run_tool({"check", "-", "--limit", exactly}, text).exit_code, 0);
    const Outcome run = run_tool({"check", "-", "--limit", less, "--json"}, text);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.of_type("finding").at(0)["rule"], "limit-text-bytes");
}

TEST(ToolCheck, LimitsRefuseAndNameTheNumbers) {
    const std::string map = fixture("square.textmap");
    EXPECT_EQ(run_tool({"check", map, "--limit", "vertices=4", "--limit", "things=1"}).exit_code,
              0);
    const Outcome run = run_tool({"check", map, "--limit", "vertices=3"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(has(run.out, "limit vertices of 3")) << run.out;
    EXPECT_TRUE(has(run.out, "[limit-vertices]"));
    // A single limit goes over the preset, wherever it stands.
    EXPECT_EQ(run_tool({"check", map, "--limit", "vertices=3", "--limits", "gzdoom"}).exit_code, 1);
    EXPECT_EQ(run_tool({"check", map, "--limits", "gzdoom"}).exit_code, 0);
}

TEST(ToolCheck, WalksFoldersAndSkipsWhatIsNoMap) {
    const TempFolder folder;
    folder.write("b/two.wad", make_wad(map_lumps("MAP01", small_map())));
    folder.write("a.textmap", small_map());
    folder.write("notes.md", "# Not a map\n");
    folder.write("b/picture.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
    folder.write("b/empty.lmp", "");
    folder.write("b/data.json", "{\"a\": 1}\n");            // begins like a Doom 3 map
    folder.write("b/style.css", "body { color: red; }\n");  // begins like UDMF
    std::vector<std::string> words = {"check", folder.path(), "--json"};
    for (int i = 0; i < 2; ++i) {
        const Outcome run = run_tool(words);
        EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
        const auto maps = run.of_type("map");
        ASSERT_EQ(maps.size(), 2u) << run.out;
        EXPECT_EQ(maps[0]["file"], folder.path("a.textmap"));
        EXPECT_EQ(maps[1]["file"], folder.path("b/two.wad"));
        EXPECT_EQ(run.of_type("summary").at(0)["files"], 2);
        words.push_back("--any-name");  // then their content says so
    }
}

TEST(ToolCheck, ATextmapWithAnyNameIsFoundByItsNamespace) {
    const TempFolder folder;
    const std::string map = folder.write("level.anything", "// ours\n/* all */ " + small_map());
    const auto maps = [](const std::vector<std::string>& words) {
        return run_tool(words).of_type("map").size();
    };
    EXPECT_EQ(maps({"check", folder.path(), "--json", "--any-name"}), 1u);
    EXPECT_EQ(maps({"check", folder.path(), "--json"}), 0u);
    EXPECT_EQ(maps({"check", map, "--json"}), 1u) << "a file that is named is always looked at";
}

TEST(ToolCheck, AFolderWithoutAnyMapSaysSo) {
    const TempFolder folder;
    for (const bool empty : {true, false}) {
        if (!empty) folder.write("below/readme.txt", "nothing to see");
        const Outcome run = run_tool({"check", folder.path()});
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_EQ(run_tool({"check", folder.path(), "--allow-empty"}).exit_code, 0);
        EXPECT_TRUE(has(
            run.out, folder.path() + ": warning: the file or folder contains no map [no-maps]\n"))
            << run.out;
        EXPECT_TRUE(has(run.out, "0 files, 0 maps, 0 refused, 0 errors, 1 warning")) << run.out;
        EXPECT_TRUE(has(run_tool({"info", folder.path()}).err, "[no-maps]"));
    }
    folder.write("below/a.textmap", small_map());
    EXPECT_FALSE(has(run_tool({"check", folder.path()}).out, "no-maps"));
}

TEST(ToolCheck, AMissingPathAmongOthersIsSaidAtTheEndByTheExitCode) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    for (const char* command : {"check", "info"}) {
        const Outcome run = run_tool({command, map, folder.path("missing"), map});
        EXPECT_EQ(run.exit_code, 2) << command;
        EXPECT_TRUE(has(run.err, "missing: no such file or folder")) << run.err;
        const std::size_t first = run.out.find(map);
        ASSERT_NE(first, std::string::npos) << run.out;
        EXPECT_NE(run.out.find(map, first + 1), std::string::npos) << "the one behind it, too";
    }
    EXPECT_TRUE(has(run_tool({"check", map, folder.path("missing")}).out, "1 file, 1 map, 0 ref"));
}

TEST(ToolCheck, AnUnknownFileIsAFindingWhereItIsNamed) {
    const TempFolder folder;
    const std::string picture =
        folder.write("picture.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
    const Outcome run = run_tool({"check", picture, "--json"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.of_type("finding").at(0)["rule"], "file-format-unknown");
    EXPECT_EQ(run.of_type("summary").at(0)["errors"], 1);
    EXPECT_TRUE(has(run_tool({"check", picture}).out, picture + ": error: neither a WAD"));
}

TEST(ToolCheck, ABrokenWadIsExitOne) {
    const TempFolder folder;
    std::string wad = bytes_of(fixture("square.wad"));
    wad.resize(wad.size() - 20);
    const std::string path = folder.write("cut.wad", wad);
    for (const char* command : {"check", "info", "dump"}) {
        const Outcome run = run_tool({command, path});
        EXPECT_EQ(run.exit_code, 1) << command << run.err;
        EXPECT_TRUE(has(run.out + run.err, "[wad-directory-range]")) << command;
        EXPECT_EQ(has(run.out, "wad-directory-range"), std::string_view(command) == "check");
    }
    // Also in the middle of a walk.
    EXPECT_EQ(run_tool({"check", folder.path()}).exit_code, 1);
}

TEST(ToolCheck, PathsOfFilesInsideArchivesShowBoth) {
    const TempFolder folder;
    const std::string bad = bytes_of(fixture("bad_index.textmap"));
    const std::string pk3 =
        folder.write("a.pk3", make_zip({{"maps/", ""},
                                        {"maps/x.wad", make_wad(map_lumps("Y", bad))},
                                        {"readme.txt", "namespace"}}));
    const Outcome run = run_tool({"check", pk3, "--map", "x", "--json"});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    const auto findings = run.of_type("finding");
    ASSERT_EQ(findings.size(), 2u) << run.out;
    EXPECT_EQ(findings[0]["file"], pk3 + "/maps/x.wad");
    EXPECT_EQ(findings[0]["map"], "X");
    EXPECT_EQ(findings[0]["line"], 7);
}

TEST(ToolCheck, AFolderLaidOutLikeAPk3IsOneFile) {
    const TempFolder folder;
    folder.write("mod/maps/one.wad", make_wad(map_lumps("A", small_map())));
    folder.write("mod/maps/two.wad", make_wad(map_lumps("B", small_map())));
    for (const std::string& path : {folder.path("mod"), folder.path()}) {
        const Outcome run = run_tool({"check", path, "--json"});
        EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
        const auto maps = run.of_type("map");
        ASSERT_EQ(maps.size(), 2u);
        EXPECT_EQ(maps[0]["map"], "ONE");
        EXPECT_EQ(maps[0]["file"], folder.path("mod/maps/one.wad"));
        EXPECT_EQ(run.of_type("summary").at(0)["files"], 1);
    }
}

TEST(ToolCheck, ArchivesAndTextsBesideMapsAreLookedAtToo) {
    const TempFolder folder;
    folder.write("mod/maps/one.wad", make_wad(map_lumps("A", small_map())));
    folder.write("mod/level.txt", small_map());
    folder.write("mod/readme.txt", "by us");
    testing_support::ZipBuilder zip;
    zip.file("maps/two.wad", make_wad(map_lumps("B", small_map())));
    folder.write("mod/packed/two.pk3", zip.build());
    for (const std::string& path : {folder.path("mod"), folder.path()}) {
        const Outcome run = run_tool({"check", path, "--json"});
        EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
        const auto maps = run.of_type("map");
        ASSERT_EQ(maps.size(), 3u) << run.out;
        EXPECT_EQ(maps[0]["file"], folder.path("mod/maps/one.wad"));
        EXPECT_EQ(maps[1]["file"], folder.path("mod/level.txt"));
        EXPECT_EQ(maps[2]["file"], folder.path("mod/packed/two.pk3/maps/two.wad"));
        EXPECT_EQ(run.out.find("archive-nesting"), std::string::npos) << "it was opened";
        EXPECT_EQ(run.of_type("summary").at(0)["files"], 3);
    }
}

TEST(ToolCheck, OneMapOfManyByName) {
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", small_map());
    for (const auto& lump : map_lumps("MAP02", bytes_of(fixture("bad_index.textmap")))) {
        lumps.push_back(lump);
    }
    const std::string wad = folder.write("two.wad", make_wad(lumps));
    EXPECT_EQ(run_tool({"check", wad}).exit_code, 1);
    EXPECT_EQ(run_tool({"check", wad, "--map", "map01"}).exit_code, 0);
    EXPECT_EQ(run_tool({"check", wad, "--map", "MAP02"}).exit_code, 1);
    EXPECT_EQ(run_tool({"check", wad, "--map", "MAP03"}).exit_code, 2);
    // The name may be in one file of several.
    EXPECT_EQ(run_tool({"check", wad, fixture("square.textmap"), "--map", "SQUARE"}).exit_code, 0);
}

TEST(ToolCheck, BinaryMapsOfOtherGamesAreUnsupported) {
    const TempFolder folder;
    const std::string wad =
        folder.write("old.wad", testing_support::WadBuilder().map_of_another_game("E1M1").build());
    const Outcome check = run_tool({"check", wad, "--json"});
    EXPECT_EQ(check.exit_code, 1) << check.out;
    EXPECT_EQ(run_tool({"check", wad, "--allow-unsupported"}).exit_code, 0);
    EXPECT_EQ(check.of_type("summary").at(0)["unsupported"], 1);
    EXPECT_TRUE(has(run_tool({"check", wad}).out, "0 refused, 1 unsupported, 0 errors"));
    EXPECT_EQ(check.of_type("map").at(0)["status"], "unsupported");
    EXPECT_EQ(check.of_type("map").at(0)["format"], "doom");
    const Outcome info = run_tool({"info", wad, "--json"});
    EXPECT_EQ(info.exit_code, 0);
    EXPECT_EQ(info.of_type("map").at(0)["lumps"].size(), 11u);
    const Outcome dump = run_tool({"dump", wad});
    EXPECT_EQ(dump.exit_code, 1);
    EXPECT_EQ(dump.out, "");
    EXPECT_TRUE(has(dump.err, "listed, not loaded")) << dump.err;
}

TEST(ToolCheck, RepairReportsAndLoads) {
    const std::string map = fixture("bad_index.textmap");
    const Outcome run = run_tool({"check", map, "--repair", "--json"});
    EXPECT_EQ(run.of_type("map").at(0)["status"], "ok");
    EXPECT_EQ(run.of_type("map").at(0)["counts"]["linedefs"], 4);
    EXPECT_EQ(run_tool({"check", "--repair=line-vertex-range,side-sector-range", map}).exit_code,
              0);
    EXPECT_EQ(run_tool({"check", "--repair=line-vertex-range", map}).exit_code, 1);
    EXPECT_EQ(run_tool({"check", "--repair=line-vertex", map}).exit_code, 2);
    const Outcome dump = run_tool({"dump", map, "--repair"});
    EXPECT_EQ(dump.exit_code, 0);
    EXPECT_EQ(dump.object()["linedefs"][1]["v2"], 0);
    EXPECT_EQ(dump.object()["sidedefs"][2]["sector"], 0);
}

TEST(ToolCheck, NamespaceAndGrammarAreOverridden) {
    const std::string map = fixture("every_kind.textmap");
    const Outcome run = run_tool({"check", map, "--namespace", "Doom", "--json"});
    EXPECT_EQ(run.of_type("map").at(0)["namespace"], "doom");
    EXPECT_EQ(run_tool({"dump", map, "--grammar", "0.99"}).exit_code, 0);
}

TEST(ToolCheck, HostileNamesNeverReachTheTerminal) {
    const TempFolder folder;
    const std::string label = "\x1b]0;x\x07\x9b";
    const std::string text = small_map("evil\x1b = \"\x1b[2J\";\n");
    const std::string wad = folder.write("a\x1b[31m\nb\xff.wad", make_wad(map_lumps(label, text)));
    for (const char* command : {"check", "info"}) {
        const Outcome run = run_tool({command, wad});
        for (const std::string& words : {run.out, run.err}) {
            EXPECT_EQ(words.find('\x1b'), std::string::npos) << command;
            EXPECT_EQ(words.find('\x07'), std::string::npos) << command;
            EXPECT_EQ(words.find('\xff'), std::string::npos) << command;
        }
        EXPECT_TRUE(has(run.out, "\\x1b[31m\\x0ab\\xff.wad")) << run.out;
        EXPECT_TRUE(has(run.out, "\\x1b]0;x\\x07\\x9b")) << run.out;
        const Outcome json = run_tool({command, wad, "--json"});
        EXPECT_EQ(json.out.find('\x1b'), std::string::npos);
        EXPECT_EQ(json.of_type("map").at(0)["map"], "\x1b]0;x\x07\u009b");
    }
    // A name that is asked for comes back in the message of use.
    const Outcome wrong = run_tool({"check", wad, "--map", "\x1b[2J"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_EQ(wrong.err.find('\x1b'), std::string::npos);
}

TEST(ToolCheck, AnUnreadableFileIsAFinding) {
    const TempFolder folder;
    const std::string wad = folder.write("locked.wad", bytes_of(fixture("square.wad")));
    std::filesystem::permissions(wad, std::filesystem::perms::none);
    if (access(wad.c_str(), R_OK) == 0) GTEST_SKIP() << needs::other("another user than root");
    const Outcome run = run_tool({"check", wad, "--json"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.of_type("finding").at(0)["rule"], "file-unreadable");
}

}  // namespace
}  // namespace flatline::engine::tool_test
