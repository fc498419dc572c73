// Wrong use, help, and where words go: docs/command-line.md, "Commands".
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "model/bake.hpp"
#include "run_tool.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"

namespace flatline::engine::tool_test {
namespace {

using Words = std::vector<std::string>;

TEST(ToolUsage, WrongUseExitsTwoAndSaysWhyOnStandardError) {
    const std::string map = fixture("square.textmap");
    const std::vector<Words> wrong = {
        {"check"},
        {"dump"},
        {"info"},
        {"nonsense"},
        {"check", "--nonsense", map},
        {"check", "/nonexistent/a.wad"},
        {"check", ""},
        {"info", "/nonexistent/a.wad"},
        {"dump", "/nonexistent/a.wad"},
        {"check", "/dev/null"},
        {"check", map + "/"},
        {"check", "-", "-"},
        {"dump", map, map},
        {"check", map, "--map"},
        {"check", map, "--map", ""},
        {"check", map, "--namespace", ""},
        {"check", "--map=", map, map},
        {"check", "--repair=", map},
        {"check", map, "-o", ""},
        {"dump", map, "--output", ""},
        {"diff", map, map, "-o", ""},
        {"check", map, "--map", "NOWHERE"},
        {"info", map, "--map", "NOWHERE"},
        {"dump", map, "--map", "NOWHERE"},
        {"check", map, "--limits", "nobody"},
        {"check", map, "--limit", "things"},
        {"check", map, "--limit", "things="},
        {"check", map, "--limit", "things=-1"},
        {"check", map, "--limit", "things=1x"},
        {"check", map, "--limit", "things=99999999999999999999"},
        {"check", map, "--limit", "thing=1"},
        {"check", map, "--limit", "=1"},
        {"check", map, "--color", "blue"},
        {"check", map, "--grammar", "2.0"},
        {"check", map, "--threads", "0"},
        {"check", map, "--threads", "many"},
        {"fields", "--dialect", "nobody"},
        {"fields", map},
    };
    for (const Words& words : wrong) {
        const Outcome run = run_tool(words);
        SCOPED_TRACE(testing::PrintToString(words));
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(run.err.rfind("flatline: ", 0), 0u) << run.err;
    }
}

TEST(ToolUsage, MessagesOfUseNameWhatThereIs) {
    const std::string map = fixture("square.textmap");
    EXPECT_NE(run_tool({"check", map, "--limit", "x=1"}).err.find("blockmap-cells"),
              std::string::npos);
    EXPECT_NE(run_tool({"check", map, "--limits", "x"}).err.find("gzdoom"), std::string::npos);
    EXPECT_NE(run_tool({"check", map, "--map", "x"}).err.find("square"), std::string::npos);
    EXPECT_EQ(run_tool({"check", "--namespace=", map, map}).err,
              "flatline: --namespace: the value is empty\nTry: flatline --help\n");
    EXPECT_NE(run_tool({"check", "/nonexistent"}).err.find("/nonexistent"), std::string::npos);
}

TEST(ToolUsage, HelpAndVersionAreData) {
    for (const Words& words : {Words{"--help"}, {"check", "--help"}, {"dump", "--help"}}) {
        const Outcome run = run_tool(words);
        EXPECT_EQ(run.exit_code, 0);
        EXPECT_NE(run.out.find("Usage: flatline"), std::string::npos);
        EXPECT_EQ(run.err, "");
    }
    const Outcome version = run_tool({"--version"});
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_EQ(version.out.rfind("flatline ", 0), 0u);
}

// What a report of a fault asks for (.github/ISSUE_TEMPLATE/bug.yml).
TEST(ToolUsage, VerboseVersionNamesCompilerLibrariesAndKernels) {
    const std::string version = run_tool({"--version"}).out;
    const Outcome run = run_tool({"--version", "--verbose"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(run.out.rfind(version + "compiler: ", 0), 0u) << run.out;
    for (const char* part : {"\nlibraries: zlib ", ", PhysFS 3.", ", liblzma 5.", ", fmt ",
                             ", CLI11 ", ", toml++ ", "\nkernels: texts ", ", doubles "}) {
        EXPECT_NE(run.out.find(part), std::string::npos) << part << '\n' << run.out;
    }
    EXPECT_EQ(run.out.find(", xxHash ") != std::string::npos, can_bake()) << run.out;
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 4) << run.out;
    EXPECT_EQ(run_tool({"--verbose", "-V"}).out, run.out);
}

TEST(ToolUsage, HelpNamesEveryOptionOfTheContract) {
    const std::string help = run_tool({"help", "--options"}).out;
    for (const char* option :
         {"--map", "--json", "--limits", "--limit", "--strict", "--repair", "--namespace",
          "--grammar", "--quiet", "--color", "--build-nodes", "--threads", "--version"}) {
        EXPECT_NE(help.find(option), std::string::npos) << option;
    }
}

TEST(ToolUsage, TheHelpOfTheProgramIsOneScreen) {
    const std::string help = run_tool({"--help"}).out;
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 24);
    for (std::size_t at = 0; at < help.size(); at = help.find('\n', at) + 1) {
        EXPECT_LE(help.find('\n', at) - at, 80u) << help.substr(at, 100);
    }
}

// Its own options, those that have an effect on it, and two examples, which parse.
TEST(ToolUsage, TheHelpOfACommandListsItsOptions) {
    const std::string top = run_tool({"--help"}).out;
    std::size_t commands = 0;
    for (std::size_t at = top.find("\n  "); at != top.npos; at = top.find("\n  ", at + 1)) {
        const std::string name = top.substr(at + 3, top.find(' ', at + 3) - at - 3);
        const std::string help = run_tool({name, "--help"}).out;
        const std::size_t examples = help.find("\nExamples:\n  flatline " + name);
        ASSERT_NE(examples, help.npos) << help;
        // Options in examples are among those that the help lists above them.
        std::istringstream example_words(help.substr(examples, help.find("\nMore: ") - examples));
        for (std::string word; example_words >> word;) {
            if (word[0] != '-') continue;
            const bool is_long = word.compare(0, 2, "--") == 0;
            const std::string option = is_long ? word : "  " + word.substr(0, 2) + ",";
            EXPECT_LT(help.find(option), examples) << word << '\n' << help;
        }
        EXPECT_NE(help.find("\n  flatline " + name, examples + 12), help.npos) << help;
        EXPECT_NE(help.find("\nMore: "), help.npos) << help;
        EXPECT_EQ(run_tool({"help", name}).out, help);
        ++commands;
    }
    EXPECT_GE(commands, 12u);
    const auto has = [](const char* command, const char* option) {
        return run_tool({command, "--help"}).out.find(option) != std::string::npos;
    };
    EXPECT_TRUE(has("check", "--baseline"));
    EXPECT_TRUE(has("check", "-j,--jobs"));
    EXPECT_TRUE(has("info", "-j,--jobs"));
    EXPECT_FALSE(has("info", "--baseline"));
    EXPECT_FALSE(has("convert", "--jobs"));
    EXPECT_TRUE(has("convert", "--style"));
    EXPECT_TRUE(has("bench", "--shard"));
    EXPECT_TRUE(has("bench", "--files-from"));
    EXPECT_FALSE(has("fix", "--shard"));
    EXPECT_FALSE(has("stats", "--dedupe"));
    EXPECT_FALSE(has("table", "--output-dir"));
    // A shared option without a row in help.cpp would be listed here.
    std::istringstream words(run_tool({"rules", "--help"}).out);
    std::set<std::string> options;
    for (std::string word; words >> word;) {
        const bool is_option = word.compare(0, 2, "--") == 0 || word.compare(0, 3, "-h,") == 0;
        if (is_option) options.insert(word);
    }
    EXPECT_EQ(options, (std::set<std::string>{"--format", "--json", "--markdown", "-h,--help"}));
}

// The help of a command lists the formats that it takes, and no other.
TEST(ToolUsage, TheHelpOfACommandListsItsFormats) {
    const std::string map = fixture("square.textmap");
    const Words commands[] = {{"check", map},
                              {"info", map},
                              {"bench", map},
                              {"stats", map},
                              {"draw", map, "-o", "x.svg"},
                              {"fields"},
                              {"rules"},
                              {"limits"},
                              {"table", map, "--of", "files"}};
    for (const Words& command : commands) {
        const std::string help = run_tool({command[0], "--help"}).out;
        const std::size_t begin = help.find("--format ") + 9;
        std::string listed = help.substr(begin, help.find_first_of(" \n", begin) - begin);
        std::replace(listed.begin(), listed.end(), '|', ' ');
        Words wrong = command;
        wrong.insert(wrong.end(), {"--format", "?"});
        const Outcome run = run_tool(wrong);
        EXPECT_EQ(run.exit_code, 2) << command[0];
        EXPECT_NE(run.err.find(" Formats: " + listed + "\n"), run.err.npos) << run.err << listed;
        const std::string first = listed.substr(0, listed.find(' '));
        EXPECT_NE(help.find("Output format: " + first + " (default)"), help.npos) << help;
    }
}

TEST(ToolUsage, ShortOptions) {
    EXPECT_EQ(run_tool({"-V"}).out, run_tool({"--version"}).out);
    const std::string map = fixture("bad_index.textmap");
    EXPECT_EQ(run_tool({"check", map, "-j2"}).out, run_tool({"check", map, "--jobs", "2"}).out);
    const TempFolder folder;
    for (const char* command : {"check", "info", "dump", "bench"}) {
        const std::string file = folder.path(command);
        const Words words = {command, fixture("square.textmap"), "-o", file};
        EXPECT_EQ(run_tool(words).exit_code, 0) << command;
        EXPECT_NE(bytes_of(file), "");
        Words printed(words.begin(), words.begin() + 2);
        if (std::string(command) != "bench") {
            EXPECT_EQ(bytes_of(file), run_tool(printed).out) << command;
        }
        // What an earlier check wrote may go, any other file stays.
        EXPECT_EQ(run_tool(words).exit_code, std::string(command) == "check" ? 0 : 2) << command;
        Words forced = words;
        forced.emplace_back("--force");
        EXPECT_EQ(run_tool(forced).exit_code, 0) << command;
    }
    EXPECT_EQ(names_in(folder.path()), (Words{"bench", "check", "dump", "info"}));
}

TEST(ToolUsage, AnOutputThatIsRefusedIsWrongUseAndNothingIsWritten) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    const std::string out = folder.path("out");
    for (const Words& words :
         {Words{"check", map, "-o", map}, Words{"check", map, "-o", map, "--force"},
          Words{"check", map, "-o", folder.path("no/x")}, Words{"check", "/nonexistent", "-o", out},
          Words{"check", map, "-o", out, "--report", "json=" + out},
          Words{"check", map, "--report", "json=" + folder.path("./out"), "--report",
                "sarif=" + out},
          Words{"dump", map, "-o", folder.path()}}) {
        const Outcome run = run_tool(words);
        EXPECT_EQ(run.exit_code, 2) << testing::PrintToString(words) << run.err;
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(names_in(folder.path()), Words{"a.textmap"}) << testing::PrintToString(words);
    }
    EXPECT_EQ(bytes_of(map), small_map());
}

TEST(ToolUsage, CompletionsIsACommand) {
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const Outcome run = run_tool({"completions", shell});
        EXPECT_EQ(run.exit_code, 0);
        EXPECT_EQ(run.out, run_tool({"help", "--completions", shell}).out);
        EXPECT_NE(run.out.find("completions"), std::string::npos);
    }
    EXPECT_EQ(run_tool({"completions"}).exit_code, 2);
    EXPECT_EQ(run_tool({"completions", "csh"}).exit_code, 2);
}

TEST(ToolUsage, APathWithAColon) {
    const TempFolder folder;
    const std::string map = folder.write("a: b.textmap", small_map());
    EXPECT_EQ(run_tool({"check", map}).exit_code, 0);
    EXPECT_EQ(run_tool({"check", folder.path(), "--json"}).of_type("map").size(), 1u);
}

TEST(ToolUsage, OptionsStandBeforeAndAfterTheCommand) {
    const std::string map = fixture("square.textmap");
    const Outcome before = run_tool({"--json", "--limit", "things=9", "check", map});
    const Outcome after = run_tool({"check", map, "--limit", "things=9", "--json"});
    EXPECT_EQ(before.exit_code, 0) << before.err;
    EXPECT_EQ(without_seconds(before.out), without_seconds(after.out));
    EXPECT_EQ(run_tool({"check", "--", map}).exit_code, 0);
}

TEST(ToolUsage, OptionsWithoutEffectAreAccepted) {
    const Outcome run = run_tool({"check", fixture("square.textmap"), "--strict", "--build-nodes",
                                  "--threads", "4", "--grammar", "1.1"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(ToolUsage, AFullDiskIsExitOne) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << needs::other("/dev/full");
    // The shell opens the device; the program must not die of a signal on it.
    for (const char* command : {"fields", "", "--help"}) {
        const std::string line = paths::tool() + " " + command + " > /dev/full 2>/dev/null";
        const int status = std::system(line.c_str());
        EXPECT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 1) << command;
    }
}

TEST(ToolUsage, AReaderThatGoesAwayIsExitOne) {
    // 141 would be SIGPIPE. `fields` writes more than a pipe holds.
    const std::string line = "bash -c '" + paths::tool() +
                             " fields --json 2>/dev/null | head -c 1 >/dev/null; "
                             "exit ${PIPESTATUS[0]}'";
    const int status = std::system(line.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 1);
}

TEST(ToolUsage, HelpThatCannotBeWrittenIsTold) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << needs::other("/dev/full");
    const TempFolder folder;
    const std::string told = folder.path("err");
    for (const char* command : {"--version", "--help", "help check", "check --help", "help --man",
                                "help --completions bash"}) {
        const std::string run = paths::tool() + " " + command;
        const std::string quoted = " 2> '" + told + "'";
        int status = std::system((run + " > /dev/full" + quoted).c_str());
        ASSERT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 1) << command;
        EXPECT_EQ(bytes_of(told), "flatline: cannot write: No space left on device\n") << command;
        // A pipe whose reader is gone before anything is written.
        const std::string pipe = "bash -c '{ sleep 0.2; exec " + run + "; } 2> \"" + told +
                                 "\" | true; exit ${PIPESTATUS[0]}'";
        status = std::system(pipe.c_str());
        ASSERT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 1) << command;
        EXPECT_EQ(bytes_of(told), "") << command;
    }
}

TEST(ToolBuiltIn, RunsWithoutArgumentsAndIsClean) {
    const Outcome run = run_tool({});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.err, "");
    for (const char* word : {"vertices", "linedefs", "sidedefs", "sectors", "things",
                             "0 errors, 0 warnings, 0 notes", "zdoom"}) {
        EXPECT_NE(run.out.find(word), std::string::npos) << word;
    }
    EXPECT_EQ(run.out.find('\x1b'), std::string::npos);
}

TEST(ToolBuiltIn, SpeaksJson) {
    const Outcome run = run_tool({"--json"});
    EXPECT_EQ(run.exit_code, 0);
    const auto lines = run.lines();
    ASSERT_EQ(lines.size(), 3u) << run.out;
    EXPECT_EQ(lines[0]["type"], "run");
    EXPECT_EQ(lines[0]["schema"], "flatline.info/1");
    EXPECT_EQ(lines[1]["type"], "map");
    EXPECT_EQ(lines[1]["status"], "ok");
    EXPECT_EQ(lines[1]["counts"]["vertices"], 43);
    EXPECT_EQ(lines[1]["counts"]["things"], 18);
    EXPECT_EQ(lines[2]["type"], "summary");
    EXPECT_EQ(lines[2]["maps"], 1);
    EXPECT_EQ(run_tool({"--quiet", "--json"}).lines().size(), 2u);
}

TEST(ToolColor, FollowsTheOptionAndTheEnvironment) {
    const std::string map = fixture("bad_syntax.textmap");
    const auto is_colored = [](const Outcome& run) { return run.out.find('\x1b') != run.out.npos; };
    EXPECT_FALSE(is_colored(run_tool({"check", map})));  // a file is no terminal
    EXPECT_FALSE(is_colored(run_tool({"check", map, "--color", "never"})));
    EXPECT_TRUE(is_colored(run_tool({"check", map, "--color", "always"})));
    // Asked for by name, colours come even where the environment is against them.
    EXPECT_TRUE(is_colored(run_tool({"check", map, "--color", "always"}, {}, {"NO_COLOR=1"})));
}

TEST(ToolFields, PrintsTheRegistry) {
    const Outcome run = run_tool({"fields", "--dialect", "zdoom"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.out.rfind("dialect\tblock\tfield\ttype\tdefault\talias_of\tvalues\tsource\n", 0),
              0u);
    EXPECT_NE(run.out.find("zdoom\tsector\tlightlevel\tint\t160\t"), std::string::npos);
    EXPECT_NE(run.out.find("zdoom\tlinedef\tv1\tint\trequired\t"), std::string::npos);
    EXPECT_EQ(run.out.find("\nsrb2\t"), std::string::npos);
}

/// The cells of a line of CSV.
std::vector<std::string> csv_cells(const std::string& line) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (const char c : line) {
        if (c == '"') {
            // A doubled quote closes and opens again.
            if (!is_quoted && !cells.back().empty()) cells.back() += '"';
            is_quoted = !is_quoted;
        } else if (c == ',' && !is_quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

TEST(ToolFields, SpeaksCsv) {
    const Outcome csv = run_tool({"fields", "--format", "csv"});
    EXPECT_EQ(csv.exit_code, 0);
    const auto fields = run_tool({"fields", "--json"}).of_type("field");
    std::istringstream lines(csv.out);
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(line, "dialect,block,field,type,default,alias_of,values,source");
    std::size_t count = 0;
    for (; std::getline(lines, line); ++count) {
        const auto cells = csv_cells(line);
        ASSERT_EQ(cells.size(), 8u) << line;
        ASSERT_LT(count, fields.size());
        const auto& field = fields[count];
        EXPECT_EQ(cells[0], field["dialect"]);
        EXPECT_EQ(cells[1], field["block"]);
        EXPECT_EQ(cells[2], field["field"]);
        EXPECT_EQ(cells[4], field["required"] ? "required" : field["default"].get<std::string>());
        EXPECT_EQ(cells[7], field["source"]);
    }
    EXPECT_EQ(count, fields.size());
}

TEST(ToolFields, PrintsTheConfigurationOfAnEditor) {
    const Outcome run = run_tool({"fields", "--dialect", "zdoom", "--format", "udb"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.out.find("// Namespace: zdoom\n"), std::string::npos);
    EXPECT_NE(run.out.find("\nuniversalfields\n{\n    vertex\n    {\n        zfloor\n        {\n"
                           "            type = 1;\n            default = 0.0;\n        }\n"),
              std::string::npos);
    EXPECT_NE(run.out.find("        alpha\n        {\n            type = 1;\n            default = "
                           "1.0;\n"),
              std::string::npos);
    EXPECT_NE(run.out.find("        blockplayers\n        {\n            type = 3;\n            "
                           "default = false;\n"),
              std::string::npos);
    // The editor has the standard fields itself, and a pattern is the name of no field.
    EXPECT_EQ(run.out.find("        heightfloor\n"), std::string::npos);
    EXPECT_EQ(run.out.find("user_"), std::string::npos);
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '{'),
              std::count(run.out.begin(), run.out.end(), '}'));
    // Every block with its fields: as many as the table has beyond the standard ones.
    const Outcome standard = run_tool({"fields", "--dialect", "udmf11", "--format", "udb"});
    EXPECT_EQ(standard.exit_code, 0);
    EXPECT_EQ(standard.out.find("type ="), standard.out.find("type = 2;"));  // only `comment`
    EXPECT_EQ(run_tool({"fields", "--format", "udb"}).exit_code, 2);
}

TEST(ToolFields, NamesTheNearestFormat) {
    const Outcome near = run_tool({"fields", "--format", "cvs"});
    EXPECT_EQ(near.exit_code, 2);
    EXPECT_NE(near.err.find("'cvs' is no format of fields; did you mean 'csv'?"), std::string::npos)
        << near.err;
    const Outcome info = run_tool({"info", "--format", "jsn", fixture("bad_syntax.textmap")});
    EXPECT_EQ(info.exit_code, 2);
    EXPECT_NE(info.err.find("did you mean 'json'?"), std::string::npos) << info.err;
    EXPECT_EQ(run_tool({"check", "--format", "udb", fixture("bad_syntax.textmap")}).exit_code, 2);
}

TEST(ToolFields, SpeaksJson) {
    const Outcome all = run_tool({"fields", "--json"});
    const auto lines = all.lines();
    ASSERT_GT(lines.size(), 1000u);
    EXPECT_EQ(lines.back()["type"], "summary");
    EXPECT_EQ(lines.back()["fields"], lines.size() - 1);
    std::vector<std::string> dialects;
    for (const auto& line : all.of_type("field")) {
        const std::string dialect = line["dialect"];
        if (dialects.empty() || dialects.back() != dialect) dialects.push_back(dialect);
    }
    EXPECT_EQ(dialects.size(), 7u);
}

}  // namespace
}  // namespace flatline::engine::tool_test
