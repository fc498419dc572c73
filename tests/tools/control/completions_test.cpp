// Completions and the man page: what the shells make of them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>

#include "support/needs.hpp"
#include "support/paths.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::completions {

/// What a command of the shell prints; a failure of it fails the test.
std::string output_of(const TempFolder& folder, const std::string& command) {
    const std::string out = folder.path("printed");
    const std::string line = "(" + command + ") >" + out + " 2>&1";
    const int status = std::system(line.c_str());
    const std::string printed = bytes_of(out);
    EXPECT_EQ(status, 0) << command << "\n" << printed;
    return printed;
}

std::string script_of(const TempFolder& folder, const std::string& shell) {
    const Outcome run = run_tool({"help", "--completions", shell});
    EXPECT_EQ(run.exit_code, 0);
    return folder.write("completion." + shell, run.out);
}

/// Every option that the help of the program and of its commands names, "--json".
std::set<std::string> options_of_help() {
    std::set<std::string> options;
    for (const char* command : {"", "check", "info", "dump", "bench", "convert", "fields", "rules",
                                "explain", "help", "stats", "table"}) {
        std::vector<std::string> words = {"help"};
        if (*command != '\0') words.emplace_back(command);
        const std::string text = run_tool(words).out;
        std::istringstream lines(text.substr(0, text.find("\nExamples:")));
        for (std::string line; std::getline(lines, line);) {
            if (line.rfind("  -", 0) != 0) continue;
            const std::size_t at = line.find("--");
            options.insert(line.substr(at, line.find_first_of(" ,[", at) - at));
        }
    }
    EXPECT_GT(options.size(), 20u);
    return options;
}

TEST(ToolCompletions, Bash) {
    if (!needs::has_program("bash")) GTEST_SKIP() << needs::other("bash");
    const TempFolder folder;
    folder.write("some.wad", "x");
    const std::string script = script_of(folder, "bash");
    const auto completed = [&](const std::string& words) {
        return output_of(folder, "cd " + folder.path() + " && bash -u -c 'source " + script +
                                     "; COMP_WORDS=(flatline " + words +
                                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _flatline; "
                                     "printf \"%s \" \"${COMPREPLY[@]}\"'");
    };
    EXPECT_EQ(completed("ch"), "check ");
    EXPECT_EQ(completed("check --limit"), "--limits --limit ");
    EXPECT_EQ(completed("--limits gz"), "gzdoom ");
    EXPECT_EQ(completed("check --color = al"), "always ");
    EXPECT_EQ(completed("check --rule line-cr"), "line-cross= ");
    EXPECT_EQ(completed("check --rule line-cross = o"), "off ") << "bash splits at =";
    EXPECT_EQ(completed("check --rule line-cross ="), "error warning note off ");
    EXPECT_EQ(completed("check --limit thing"), "things= ");
    EXPECT_EQ(completed("check some"), "some.wad ");
    EXPECT_EQ(completed("convert --sty"), "--style ");
    EXPECT_EQ(completed("check --sty"), " ") << "only convert has it";
    EXPECT_EQ(completed("convert --style c"), "compact ");
    EXPECT_EQ(completed("explain line-cr"), "line-cross ");
    EXPECT_EQ(completed("help conv"), "convert ");
}

TEST(ToolCompletions, BashKnowsEveryOption) {
    const std::string script = run_tool({"help", "--completions", "bash"}).out;
    for (const std::string& option : options_of_help()) {
        EXPECT_NE(script.find(option), std::string::npos) << option;
    }
}

TEST(ToolCompletions, Zsh) {
    if (!needs::has_program("zsh")) GTEST_SKIP() << needs::package("zsh");
    const TempFolder folder;
    const std::string script = script_of(folder, "zsh");
    EXPECT_EQ(output_of(folder, "zsh -n " + script), "");
    // What it gives to the function of zsh that completes options.
    const std::string given = output_of(
        folder, "zsh -f -c 'source " + script +
                    "; _arguments() { print -rl -- \"$@\" }; words=(flatline convert \"\"); "
                    "CURRENT=3; _flatline'");
    EXPECT_NE(given.find("\n*--style=[Layout of a TEXTMAP"), std::string::npos) << given;
    EXPECT_NE(given.find(":udb|compact:(udb compact)\n"), std::string::npos) << given;
    EXPECT_NE(given.find("\n*:PATH:_files\n"), std::string::npos) << given;
    EXPECT_EQ(given.find("--dialect"), std::string::npos) << "of fields";
}

TEST(ToolCompletions, Fish) {
    if (!needs::has_program("fish")) GTEST_SKIP() << needs::package("fish");
    const TempFolder folder;
    const std::string script = script_of(folder, "fish");
    const auto completed = [&](const std::string& line) {
        return output_of(folder, "HOME=" + folder.path() + " fish --no-config -c 'source " +
                                     script + "; complete -C \"" + line + "\"'");
    };
    EXPECT_EQ(completed("flatline chec"),
              "check\tLoad every map, run the rules, list the findings\n");
    EXPECT_NE(completed("flatline convert --style ").find("compact\t"), std::string::npos);
    EXPECT_NE(completed("flatline check --rule line-cross=o").find("line-cross=off\t"),
              std::string::npos);
    EXPECT_NE(completed("flatline explain line-cr").find("line-cross"), std::string::npos);
}

TEST(ToolMan, NamesEveryOptionAndCommand) {
    if (!needs::has_program("scdoc")) GTEST_SKIP() << needs::package("scdoc");
    const TempFolder folder;
    output_of(folder, "cmake -DFLATLINE=" + paths::tool() + " -DSOURCE=" + paths::source() +
                          "/docs/flatline.1.scd -DSCDOC=scdoc -DOUT=" + folder.path() + " -P " +
                          paths::source() + "/tools/help_files.cmake");
    std::string page;
    for (const char c : bytes_of(folder.path("flatline.1"))) {
        if (c != '\\') page += c;
    }
    EXPECT_EQ(page.find("@SECTIONS@"), std::string::npos);
    for (const char* said : {".SH EXIT STATUS", "fB130", ".SH FILES", "flatline.&toml"}) {
        EXPECT_NE(page.find(said), std::string::npos) << said;
    }
    EXPECT_NE(page.find("flatline explain"), std::string::npos);
    for (const std::string& option : options_of_help()) {
        EXPECT_NE(page.find(option), std::string::npos) << option;
    }
    for (const char* file : {"flatline.bash", "_flatline", "flatline.fish"}) {
        EXPECT_GT(bytes_of(folder.path(file)).size(), 1000u) << file;
    }
}

TEST(ToolCompletions, WrongShell) {
    EXPECT_EQ(run_tool({"help", "--completions", "cmd"}).exit_code, 2);
}

}  // namespace flatline::engine::tool_test::completions
