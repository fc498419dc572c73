// `flatline fix` as a user runs it.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/sampled.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::fix_test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// A map, and the same with a vertex that no line has.
std::string good() { return bytes_of(fixture("square.textmap")); }
std::string broken() { return good() + "vertex { x = 7; y = 9; }\n"; }

std::map<std::string, int> findings_of(const std::string& path) {
    std::map<std::string, int> counts;
    for (const json& row : run_tool({"check", path, "--json", "--fail-on", "never", "--limit",
                                     "findings=1000000", "--no-config"})
                               .of_type("finding")) {
        ++counts[row["rule"]];
    }
    return counts;
}

TEST(ToolFix, WithoutOutputItOnlyLists) {
    const TempFolder folder;
    const std::string path = folder.write("a.textmap", broken());
    const Outcome run = run_tool({"fix", path, "--json"});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    const std::vector<json> lines = run.lines();
    ASSERT_EQ(lines.size(), 3u) << run.out;
    EXPECT_EQ(lines[0]["type"], "run");
    EXPECT_EQ(lines[0]["schema"], "flatline.fix/1");
    EXPECT_EQ(lines[1], json::parse(R"({"type":"fix","rule":"vertex-unused","map":"a",
        "element":"vertex","index":4,"applied":false,
        "message":"vertex 4: no line uses this vertex; removed"})"));
    EXPECT_EQ(lines[2], json::parse(R"({"type":"summary","files":1,"maps":1,"fixed":0,"left":1})"));
    EXPECT_EQ(bytes_of(path), broken());
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.textmap"});
    EXPECT_EQ(run_tool({"fix", path}).out,
              "a: vertex 4: no line uses this vertex; removed [vertex-unused]\n"
              "1 file, 1 map: 1 to mend, 0 left; -o FILE or --in-place writes\n");
}

TEST(ToolFix, InPlaceWithABackup) {
    const TempFolder folder;
    const std::string path = folder.write("a.textmap", broken());
    Outcome run = run_tool({"fix", path, "--in-place", "--backup", "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.of_type("fix").at(0)["applied"], true);
    EXPECT_EQ(run.lines().back()["fixed"], 1);
    EXPECT_EQ(run.lines().back()["left"], 0);
    EXPECT_EQ(bytes_of(path), good());
    EXPECT_EQ(bytes_of(path + ".bak"), broken());
    // Nothing is left, so nothing is written, and the backup stays.
    const auto written = fs::last_write_time(path);
    run = run_tool({"fix", path, "--in-place", "--backup"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(fs::last_write_time(path), written);
    EXPECT_EQ(bytes_of(path + ".bak"), broken());
    // A foreign file is no backup.
    folder.write("a.textmap", broken());
    folder.write("a.textmap.bak", "mine");
    run = run_tool({"fix", path, "--in-place", "--backup"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(bytes_of(path), broken());
    EXPECT_EQ(bytes_of(path + ".bak"), "mine");
    EXPECT_EQ(run_tool({"fix", path, "--in-place", "--backup", "--force"}).exit_code, 0);
    EXPECT_EQ(bytes_of(path + ".bak"), broken());
}

TEST(ToolFix, AnOutput) {
    const TempFolder folder;
    const std::string path = folder.write("a.textmap", broken());
    const std::string out = folder.path("b.textmap");
    EXPECT_EQ(run_tool({"fix", path, "-o", out}).exit_code, 0);
    EXPECT_EQ(bytes_of(out), good());
    EXPECT_EQ(bytes_of(path), broken());
    Outcome run = run_tool({"fix", path, "-o", out});
    EXPECT_EQ(run.exit_code, 2) << "it exists";
    EXPECT_NE(run.err.find("--force"), std::string::npos) << run.err;
    EXPECT_EQ(run_tool({"fix", path, "-o", out, "--force"}).exit_code, 0);
    // It is written although nothing changes.
    const std::string same = folder.path("c.textmap");
    EXPECT_EQ(run_tool({"fix", out, "-o", same}).exit_code, 0);
    EXPECT_EQ(bytes_of(same), good());
    EXPECT_EQ(run_tool({"fix", path, "-o", path, "--force"}).exit_code, 2);
}

TEST(ToolFix, WrongUse) {
    const TempFolder folder;
    const std::string path = folder.write("a.textmap", broken());
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"fix"},
                                               {"fix", folder.path("none.wad")},
                                               {"fix", path, "-o", folder.path("b"), "--in-place"},
                                               {"fix", path, "--backup"},
                                               {"fix", path, "--rule", "no-such-rule"},
                                               {"fix", path, "--map", "MAP09"},
                                               {"fix", "-", "--in-place"}}) {
        EXPECT_EQ(run_tool(words, broken()).exit_code, 2) << words.back();
    }
    const std::string zip =
        folder.write("a.pk3", make_zip({{"maps/a.wad", make_wad(map_lumps("MAP01", broken()))}}));
    EXPECT_EQ(run_tool({"fix", zip, "--in-place"}).exit_code, 2);
    EXPECT_EQ(run_tool({"fix", zip}).exit_code, 1);
    const std::string out = folder.path("b.wad");
    EXPECT_EQ(run_tool({"fix", zip, "-o", out}).exit_code, 0);
    EXPECT_EQ(bytes_of(out), make_wad(map_lumps("MAP01", good())));
    EXPECT_EQ(run_tool({"fix", "-"}, broken()).exit_code, 1);
}

TEST(ToolFix, AWadKeepsEverythingElse) {
    const TempFolder folder;
    Lumps lumps = {{"FIRST", "1"}};
    for (const auto& lump : map_lumps("MAP01", broken())) lumps.push_back(lump);
    lumps.insert(lumps.begin() + 3, {"DIALOGUE", "talk"});
    for (const auto& lump : map_lumps("MAP02", good())) lumps.push_back(lump);
    lumps.push_back({"LAST", "2"});
    const std::string path = folder.write("a.wad", make_wad(lumps));
    const std::string out = folder.path("b.wad");
    const Outcome run = run_tool({"fix", path, "-o", out, "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.lines().back(),
              json::parse(R"({"type":"summary","files":1,"maps":2,"fixed":1,"left":0})"));
    lumps[2].second = good();
    EXPECT_EQ(bytes_of(out), make_wad(lumps));
    // Only one map.
    EXPECT_EQ(run_tool({"fix", path, "--map", "map02"}).exit_code, 0);
    EXPECT_EQ(run_tool({"fix", path, "--map", "map01"}).exit_code, 1);
}

TEST(ToolFix, AFolder) {
    const TempFolder folder;
    folder.write("a/one.wad", make_wad(map_lumps("MAP01", broken())));
    folder.write("a/two.textmap", broken());
    folder.write("a/three.textmap", good());
    const Outcome run = run_tool({"fix", folder.path("a"), "--in-place", "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.lines().back(),
              json::parse(R"({"type":"summary","files":3,"maps":3,"fixed":2,"left":0})"));
    EXPECT_EQ(run.of_type("fix").at(0)["file"], folder.path("a/one.wad"));
    EXPECT_EQ(bytes_of(folder.path("a/one.wad")), make_wad(map_lumps("MAP01", good())));
    EXPECT_EQ(bytes_of(folder.path("a/two.textmap")), good());
}

TEST(ToolFix, SeveralThreadsPrintTheSame) {
    std::string printed;
    for (const char* jobs : {"1", "4"}) {
        const TempFolder folder;
        for (const char* name : {"1", "2", "3", "4", "5", "6"}) {
            folder.write(std::string("a/") + name + ".textmap", broken());
        }
        const fs::path here = fs::current_path();
        fs::current_path(folder.path());
        const Outcome run = run_tool({"fix", "a", "--in-place", "--json", "-j", jobs});
        fs::current_path(here);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(bytes_of(folder.path("a/6.textmap")), good());
        if (printed.empty()) printed = run.out;
        EXPECT_EQ(run.out, printed);
    }
}

TEST(ToolFix, NodesFollowTheMap) {
    const TempFolder folder;
    const std::string text = folder.write("a.textmap", good());
    const std::string wad = folder.path("a.wad");
    ASSERT_EQ(run_tool({"convert", text, "-o", wad, "--to", "udmf"}).exit_code, 0);
    const std::string right = bytes_of(wad);
    // Nodes of a map with more vertices; and a map that has lost some, with nodes as they were.
    std::string damaged = right;
    const std::size_t nodes = damaged.find("XGL3");
    ASSERT_NE(nodes, damaged.npos);
    damaged[nodes + 4] = 99;
    const std::string path = folder.write("b.wad", damaged);
    Outcome run = run_tool({"fix", path, "--in-place", "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    ASSERT_EQ(run.of_type("fix").size(), 1u) << run.out;
    EXPECT_EQ(run.of_type("fix")[0]["rule"], "nodes-stale");
    EXPECT_EQ(bytes_of(path), right);

    const std::string more = folder.path("c.wad");
    const std::string broken_text = folder.write("c.textmap", broken());
    ASSERT_EQ(run_tool({"convert", broken_text, "-o", more, "--to", "udmf"}).exit_code, 0);
    run = run_tool({"fix", more, "--in-place", "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.of_type("fix").size(), 1u) << run.out;
    for (const auto& [rule, count] : findings_of(more)) EXPECT_NE(rule.rfind("nodes-", 0), 0u);
    EXPECT_EQ(run_tool({"info", more, "--json"}).of_type("map").at(0)["node_format"], "XGL3");
}

TEST(ToolFix, ADiff) {
    const TempFolder folder;
    const std::string path = folder.write("a.textmap", broken());
    const Outcome run = run_tool({"fix", path, "--diff"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.out.find("\n-vertex { x = 7; y = 9; }\n"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("@@ -"), std::string::npos) << run.out;
    EXPECT_EQ(run_tool({"fix", folder.write("b.textmap", good()), "--diff"}).out, "");
}

TEST(ToolFix, ARefusedMap) {
    const TempFolder folder;
    const std::string bad = "namespace = \"zdoom\"; vertex { x = ; }";
    const std::string path = folder.write("a.textmap", bad);
    const Outcome run = run_tool({"fix", path, "--in-place"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("syntax-value"), std::string::npos) << run.err;
    EXPECT_EQ(bytes_of(path), bad);
}

/// The rule's example is mended, and nothing new is found.
void expect_example_mended(const json& rule, const TempFolder& folder) {
    const std::string id = rule["rule"];
    SCOPED_TRACE(id);
    const std::string path = folder.write(id + ".textmap", rule["example"].get<std::string>());
    std::vector<std::string> words = {"fix", path, "--in-place", "--json"};
    if (rule["fix"] == "unsafe") {
        EXPECT_EQ(run_tool({"fix", path, "--rule", id}).exit_code, 0) << "not by itself";
        words.push_back("--unsafe");
    }
    const auto before = findings_of(path);
    const Outcome run = run_tool(words);
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    bool told = false;
    for (const json& row : run.of_type("fix")) told = told || row["rule"] == id;
    EXPECT_TRUE(told) << run.out;
    for (const auto& [found, count] : findings_of(path)) {
        EXPECT_NE(found, id);
        EXPECT_EQ(before.count(found), 1u) << "new: " << found;
    }
    const std::string mended = bytes_of(path);
    EXPECT_EQ(run_tool(words).exit_code, 0);
    EXPECT_EQ(bytes_of(path), mended) << "idempotent";
}

TEST(ToolFix, EveryExampleIsMended) {
    const TempFolder folder;
    std::set<std::string> safe;
    std::set<std::string> looked_at;
    for (const json& rule : run_tool({"rules", "--json"}).of_type("rule")) {
        if (rule["fix"] == "safe") safe.insert(rule["rule"]);
        if (rule["fix"] == "none" || rule["example"].is_null()) continue;
        looked_at.insert(rule["rule"]);
        expect_example_mended(rule, folder);
    }
    EXPECT_GE(safe.size(), 10u);
    EXPECT_GE(looked_at.size(), 20u);
}

#ifdef __linux__
/// tests/tools/preload/io_faults.cc
TEST(ToolFix, InterruptedItLeavesTheOldFileOrTheNewOne) {
    const auto module =
        fs::path(paths::tool()).parent_path().parent_path() / "tests" / "libflatline_io_faults.so";
    if (!fs::exists(module)) {
        GTEST_SKIP() << needs::other("a build without sanitizers");
    }
    const std::vector<std::string> preload = {"LD_PRELOAD=" + module.string()};
    for (const char* when : {"FLATLINE_SIGNAL_MADE=", "FLATLINE_SIGNAL="}) {
        for (const int signal : {SIGKILL, SIGTERM, SIGINT, SIGSEGV}) {
            SCOPED_TRACE(when + std::to_string(signal));
            const TempFolder folder;
            const std::string path = folder.write("a.textmap", broken());
            std::vector<std::string> environment = preload;
            environment.push_back(when + std::to_string(signal));
            run_tool({"fix", path, "--in-place", "--backup"}, {}, environment);
            const std::string now = bytes_of(path);
            EXPECT_TRUE(now == broken() || now == good());
            if (fs::exists(path + ".bak")) {
                EXPECT_EQ(bytes_of(path + ".bak"), broken());
            }
        }
    }
}
#endif

}  // namespace
}  // namespace flatline::engine::tool_test::fix_test
