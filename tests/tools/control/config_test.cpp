// flatline.toml: what it may say, where it is found, and what is wrong use.
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/paths.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::configs {

using Words = std::vector<std::string>;

/// A map with a note, two warnings and an error.
std::string map_with_all() {
    return small_map() + "vertex { x = 8; y = 8; }\nlinedef { v1 = 0; v2 = 0; sidefront = 0; }\n" +
           "linedef { v1 = 0; v2 = 1; sidefront = 1; special = 80; arg0 = 3; }\n" +
           "sidedef { sector = 0; texturemiddle = \"A\"; offsetx = \"no\"; }\n";
}

Outcome checked(const TempFolder& folder, const std::string& toml, Words more = {}) {
    const std::string config = folder.write("flatline.toml", toml);
    Words words = {"check", folder.path("a.textmap"), "--json", "--config", config};
    words.insert(words.end(), more.begin(), more.end());
    return run_tool(words);
}

std::string severity_of(const Outcome& run, const std::string& rule) {
    for (const auto& finding : run.of_type("finding")) {
        if (finding["rule"] == rule) return finding["severity"];
    }
    return "none";
}

std::uint64_t suppressed(const Outcome& run) { return run.of_type("summary").at(0)["suppressed"]; }

TEST(ToolConfig, LevelsOfRules) {
    const TempFolder folder;
    folder.write("a.textmap", map_with_all());
    const std::string toml = "[rules]\nvertex-unused = \"error\"\nline-zero-length = \"off\"\n";
    const Outcome run = checked(folder, toml);
    EXPECT_EQ(severity_of(run, "vertex-unused"), "error");
    EXPECT_EQ(severity_of(run, "line-zero-length"), "none");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(suppressed(run), 0u) << "what is off is not looked for";
    const Outcome over = checked(folder, toml, {"--rule", "vertex-unused=note"});
    EXPECT_EQ(severity_of(over, "vertex-unused"), "note") << "the option counts more";
}

TEST(ToolConfig, LevelsOfFindingsAboutContainers) {
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", small_map());
    lumps.pop_back();
    const std::string wad = folder.write("a.wad", make_wad(lumps));
    EXPECT_EQ(severity_of(run_tool({"check", wad, "--json"}), "wad-endmap-missing"), "warning");
    EXPECT_EQ(severity_of(run_tool({"check", wad, "--json", "--rule", "wad-endmap-missing=error"}),
                          "wad-endmap-missing"),
              "error");
    EXPECT_EQ(severity_of(run_tool({"check", wad, "--json", "--rule", "wad-endmap-missing=off"}),
                          "wad-endmap-missing"),
              "none");
}

// Neither a level nor an ignore makes a refused map a loaded one, or hides why it was refused.
TEST(ToolConfig, ARefusedMapStaysRefused) {
    const TempFolder folder;
    folder.write("a.textmap", small_map() + "linedef { v1 = 99; v2 = 0; sidefront = 0; }\n");
    const Outcome run = checked(folder,
                                "[rules]\nline-vertex-range = \"off\"\n"
                                "[[ignore]]\nrule = \"line-vertex-range\"\n");
    EXPECT_EQ(severity_of(run, "line-vertex-range"), "error");
    EXPECT_EQ(run.of_type("map").at(0)["status"], "refused");
    EXPECT_EQ(run.exit_code, 1);
}

TEST(ToolConfig, Ignores) {
    const TempFolder folder;
    folder.write("a.textmap", map_with_all());
    const auto left_out = [&](const std::string& row) {
        return suppressed(checked(folder, "[[ignore]]\n" + row));
    };
    const std::uint64_t all = checked(folder, "").of_type("finding").size();
    ASSERT_GT(all, 4u);
    EXPECT_EQ(left_out("rule = \"vertex-unused\""), 1u);
    EXPECT_EQ(left_out("rule = [\"vertex-unused\", \"line-zero-length\"]"), 2u);
    EXPECT_EQ(left_out("rule = \"vertex-unused\"\nmap = \"A\""), 1u) << "in any case";
    EXPECT_EQ(left_out("rule = \"vertex-unused\"\nmap = \"b\""), 0u);
    EXPECT_EQ(left_out("map = \"?\""), all);
    EXPECT_EQ(left_out("file = \"*.textmap\"\nreason = \"known\""), all);
    EXPECT_EQ(left_out("file = \"a.textmap\""), all) << "the last part of the path";
    EXPECT_EQ(left_out("file = \"b.textmap\""), 0u);
    EXPECT_EQ(left_out("file = \"extmap\""), 0u);
    EXPECT_EQ(left_out("rule = \"line-zero-length\"\nelement = \"linedef\"\nindex = 3"), 1u);
    EXPECT_EQ(left_out("rule = \"line-zero-length\"\nelement = \"linedef\"\nindex = 2"), 0u);
    EXPECT_EQ(left_out("rule = \"line-zero-length\"\nelement = \"thing\""), 0u);
}

TEST(ToolConfig, LimitsAreOnlyLowered) {
    const TempFolder folder;
    folder.write("a.textmap", map_with_all());
    EXPECT_EQ(severity_of(checked(folder, "[limits]\nvertices = 2\n"), "limit-vertices"), "error");
    EXPECT_EQ(severity_of(checked(folder, "[limits]\nvertices = 2\n", {"--limit", "vertices=9"}),
                          "limit-vertices"),
              "none")
        << "the option counts more";
    const Outcome raised = checked(folder, "[limits]\n\nvertices = 2000000000\n");
    EXPECT_EQ(raised.exit_code, 2);
    EXPECT_NE(raised.err.find("flatline.toml:3:1: vertices may only be lowered here"),
              std::string::npos)
        << raised.err;
    const Outcome coordinate = checked(folder, "[limits]\ncoordinate = 40000.5\n");
    EXPECT_EQ(coordinate.exit_code, 2) << coordinate.err;
    // Of every command that loads maps.
    const std::string map = folder.path("a.textmap");
    EXPECT_EQ(
        run_tool({"info", map, "--config", folder.write("low.toml", "[limits]\nvertices = 2\n")})
            .exit_code,
        1);
}

TEST(ToolConfig, ResourcesStandBesideTheFile) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    folder.write("sub/game/textures/a.png", "x");
    const std::string config =
        folder.write("sub/flatline.toml", "resources = \"game\"\nfail-on = \"warning\"\n");
    const Outcome run = run_tool({"check", map, "--json", "--config", config});
    EXPECT_EQ(run.err, "");
    const auto summaries = run.of_type("summary");
    for (const auto& rule : summaries.at(0)["not_run"]) {
        EXPECT_NE(rule, "texture-unknown");
    }
}

TEST(ToolConfig, FailOn) {
    const TempFolder folder;
    const std::string wrong = folder.write("a.textmap", map_with_all());
    const std::string warned =
        folder.write("b.textmap", small_map() + "linedef { v1 = 0; v2 = 0; sidefront = 0; }\n");
    EXPECT_EQ(run_tool({"check", warned}).exit_code, 0);
    EXPECT_EQ(run_tool({"check", warned, "--fail-on", "error"}).exit_code, 0);
    EXPECT_EQ(run_tool({"check", warned, "--fail-on", "warning"}).exit_code, 1);
    EXPECT_EQ(run_tool({"check", wrong}).exit_code, 1);
    EXPECT_EQ(run_tool({"check", wrong, "--fail-on", "never"}).exit_code, 0);
    EXPECT_EQ(run_tool({"check", wrong, folder.path("gone"), "--fail-on", "never"}).exit_code, 2);
    EXPECT_EQ(run_tool({"check", wrong, "--fail-on", "note"}).exit_code, 2);
    EXPECT_EQ(checked(folder, "fail-on = \"never\"").exit_code, 0);
    EXPECT_EQ(checked(folder, "fail-on = \"never\"", {"--fail-on", "error"}).exit_code, 1);
}

TEST(ToolConfig, WhatIsWrongIsNamedWithItsPlace) {
    const TempFolder folder;
    folder.write("a.textmap", small_map());
    const std::pair<const char*, const char*> wrong[] = {
        {"[rules\n", ":1:"},
        {"x = 1\n", ":1:1: no key is called 'x'"},
        {"\n\nbase_line = \"a\"\n", ":3:1: no key is called 'base_line'; did you mean 'baseline'?"},
        {"rules = 1\n", ":1:9: rules is a table"},
        {"[rules]\nline-crosss = \"off\"\n",
         ":2:1: no rule is called 'line-crosss'; did you mean "
         "'line-cross'?"},
        {"[rules]\nline-cross = \"of\"\n", ":2:14: a rule is"},
        {"[rules]\nline-cross = 1\n", ":2:14: a rule is"},
        {"limits = []\n", "limits is a table"},
        {"[limits]\nvertexes = 1\n",
         ":2:1: no limit is called 'vertexes'; did you mean "
         "'vertices'?"},
        {"[limits]\nvertices = -1\n", ":2:1: vertices takes a number"},
        {"[limits]\nvertices = \"1\"\n", ":2:12: a limit is a number"},
        {"resources = [1]\n", ":1:14: expected a string here"},
        {"resources = \"\"\n", "expected a string here"},
        {"fail-on = \"errors\"\n", ":1:11: fail-on is"},
        {"ignore = 1\n", "ignore is an array of tables"},
        {"ignore = [1]\n", "ignore is an array of tables"},
        {"[[ignore]]\n", "this would ignore everything"},
        {"[[ignore]]\nreason = \"x\"\n", "this would ignore everything"},
        {"[[ignore]]\nrule = []\n", "no rule is named"},
        {"[[ignore]]\nrules = \"line-cross\"\n",
         ":2:1: no key of ignore is called 'rules'; did you "
         "mean 'rule'?"},
        {"[[ignore]]\nelement = \"line\"\n",
         ":2:11: no element is called 'line', and there are: vertex linedef"},
        {"[[ignore]]\nindex = 3\n", "an index needs an element"},
        {"[[ignore]]\nelement = \"thing\"\nindex = -1\n", "an index is a whole number"},
        {"[[ignore]]\nelement = \"thing\"\nindex = 4294967295\n", "an index is a whole number"},
        {"a = \"\\u0000\"\nbaseline = \"\\u0000\"\n", "no key is called 'a'"},
        {"baseline = \"\\u0000\"\n", "holds a NUL"},
        {"\xff = 1\n", "flatline.toml:1:"},
    };
    for (const auto& [toml, part] : wrong) {
        const Outcome run = checked(folder, toml);
        EXPECT_EQ(run.exit_code, 2) << toml;
        EXPECT_EQ(run.out, "") << toml;
        EXPECT_NE(run.err.find(part), std::string::npos) << toml << run.err;
        EXPECT_EQ(run.err.rfind("flatline: " + folder.path("flatline.toml"), 0), 0u) << run.err;
    }
}

TEST(ToolConfig, HostileFiles) {
    const TempFolder folder;
    folder.write("a.textmap", small_map());
    for (const std::string& toml :
         {std::string(100000, '['), "a = " + std::string(100000, '['), std::string(2u << 20, '#'),
          "a" + std::string(50000, '.') + "b = 1", "x = " + std::string(100000, '{'),
          std::string("\0\0\0", 3), "[" + std::string(5000, 'a') + "]"}) {
        const Outcome run = checked(folder, toml);
        EXPECT_EQ(run.exit_code, 2) << toml.substr(0, 20);
        EXPECT_LT(run.err.size(), 20000u) << toml.substr(0, 20);
    }
    const Words base = {"check", folder.path("a.textmap"), "--config"};
    for (const std::string& path :
         {folder.path("gone.toml"), folder.path(), std::string("/dev/zero"), std::string()}) {
        Words words = base;
        words.push_back(path);
        EXPECT_EQ(run_tool(words).exit_code, 2) << path;
    }
}

TEST(ToolConfig, DeepKeysAreRefused) {
    const TempFolder folder;
    folder.write("a.textmap", small_map());
    std::string deep = "a";
    for (int i = 0; i < 300000; ++i) deep += ".a";
    for (const std::string& toml :
         {"\n" + deep + " = 1\n", "\n[" + deep + "]\n", "\nrules = { " + deep + " = 1 }\n"}) {
        const Outcome run = checked(folder, toml);
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_NE(run.err.find("flatline.toml:2: a key of more than 16 parts"), std::string::npos)
            << run.err.substr(0, 200);
    }
    // Dots in strings and comments are no parts of keys.
    const std::string dots(40, '.');
    const std::string toml = "resources = [] # " + dots + "\n[[ignore]]\nmap = '" + dots +
                             "\\' # \" " + dots + "\nreason = \"\"\"\n\" \\\"" + dots +
                             "\"\"\"\"\"\nfile = \"\\\"" + dots + "\"\n";
    const Outcome run = checked(folder, toml);
    EXPECT_NE(run.exit_code, 2) << run.err;
}

/// The exit code of `flatline check` in a folder.
int check_in(const std::string& folder, const std::string& map, const std::string& home,
             const std::string& more = "") {
    const std::string line = "cd " + folder + " && HOME=" + home + " " + paths::tool() + " check " +
                             map + " " + more + " >/dev/null 2>&1";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ToolConfig, IsFoundUpwards) {
    const TempFolder folder;
    const std::string map = folder.write(
        "home/work/maps/a.textmap", small_map() + "linedef { v1 = 0; v2 = 0; sidefront = 0; }\n");
    const std::string home = folder.path("home");
    const std::string maps = folder.path("home/work/maps");
    EXPECT_EQ(check_in(maps, map, home), 0);
    folder.write("flatline.toml", "fail-on = \"warning\"\n");
    EXPECT_EQ(check_in(maps, map, home), 0) << "above the home directory nothing is read";
    EXPECT_EQ(check_in(maps, map, home + "/"), 0) << "also where its name ends in a slash";
    EXPECT_EQ(check_in(maps, map, "/nowhere"), 1);
    folder.write("home/flatline.toml", "fail-on = \"warning\"\n");
    EXPECT_EQ(check_in(maps, map, home), 1);
    EXPECT_EQ(check_in(maps, map, home, "--no-config"), 0);
    folder.write("home/work/flatline.toml", "");
    EXPECT_EQ(check_in(maps, map, home), 0) << "the nearest one alone counts";
    folder.write("home/work/maps/flatline.toml", "wrong");
    EXPECT_EQ(check_in(maps, map, home), 2);
    EXPECT_EQ(check_in(maps, map, home, "--no-config --config x.toml"), 2);
    // Commands that load no map of the user do not read it.
    const std::string line = "cd " + maps + " && " + paths::tool() + " >/dev/null && " +
                             paths::tool() + " rules >/dev/null && " + paths::tool() +
                             " explain line-cross >/dev/null";
    EXPECT_EQ(std::system(line.c_str()), 0);
}

// A file that comes with the maps of a stranger reads nothing elsewhere.
TEST(ToolConfig, OneThatIsFoundNamesOnlyWhatLiesBelowIt) {
    const TempFolder folder;
    const std::string map = folder.write("home/mod/maps/a.textmap", small_map());
    const std::string maps = folder.path("home/mod/maps");
    const std::string known = "flatline baseline 1\n";
    const std::string game = make_wad({{"F_START", ""}, {"A", "x"}, {"F_END", ""}});
    folder.write("home/game.wad", game);
    folder.write("home/known", known);
    folder.write("home/mod/sub/game.wad", game);
    folder.write("home/mod/sub/known", known);
    folder.write("home/mod2/known", known);
    const auto link = [&](const char* to, const char* name) {
        std::filesystem::create_symlink(to, folder.path(std::string("home/mod/") + name));
    };
    link("../game.wad", "out.wad");
    link("..", "up");
    link("sub/game.wad", "in.wad");
    link("sub", "down");
    link("/dev/zero", "zero");
    const auto code = [&](const std::string& toml, const std::string& more = "") {
        folder.write("home/mod/flatline.toml", toml);
        return check_in(maps, map, folder.path("home"), more);
    };
    const std::string mod = folder.path("home/mod");
    for (const std::string& path :
         Words{"sub/game.wad", "./sub/../sub/game.wad", "in.wad", "down/game.wad", ".", "maps",
               mod + "/sub/game.wad", mod}) {
        EXPECT_EQ(code("resources = \"" + path + "\""), 0) << path;
    }
    EXPECT_EQ(code("baseline = \"sub/known\""), 0);
    EXPECT_EQ(code("baseline = \"down/known\""), 0);
    for (const std::string& path :
         Words{"/", "/etc/passwd", "..", "../game.wad", "sub/../../game.wad", "out.wad", "up",
               "up/game.wad", "down/../../game.wad", "zero", folder.path("home/game.wad"),
               "../gone.wad", "up/gone", "/gone"}) {
        for (const std::string& toml :
             {"resources = \"" + path + "\"", "resources = [\"sub/game.wad\", \"" + path + "\"]",
              "baseline = \"" + path + "\""}) {
            EXPECT_EQ(code(toml), 2) << toml;
        }
    }
    EXPECT_EQ(code("baseline = \"../mod2/known\""), 2) << "its name begins alike";
    EXPECT_EQ(code("resources = \"../game.wad\"", "--config ../flatline.toml"), 0);
    EXPECT_EQ(code("baseline = \"../known\"", "--config ../flatline.toml"), 0);
    EXPECT_EQ(code("resources = \"/\"", "--no-config"), 0);
    // The message names its place.
    folder.write("flat/flatline.toml", "resources = [\"x\",\n  \"/etc\"]\n");
    const std::string line = "cd " + folder.path("flat") + " && " + paths::tool() + " check " +
                             map + " 2>" + folder.path("err");
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 2);
    EXPECT_NE(bytes_of(folder.path("err")).find("flatline.toml:2:3: /etc lies outside"),
              std::string::npos)
        << bytes_of(folder.path("err"));
}

}  // namespace flatline::engine::tool_test::configs
