// Unknown commands, options and rules: the nearest known one is named.
#include <gtest/gtest.h>

#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::nearest_words {

std::string complaint(const std::vector<std::string>& words) {
    const Outcome run = run_tool(words);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    return run.err.substr(0, run.err.find('\n'));
}

TEST(ToolNearest, Commands) {
    EXPECT_EQ(complaint({"chekc", "a.wad"})
                  .find("flatline: unknown command 'chekc'; did you mean 'check'?"),
              0u);
    EXPECT_NE(complaint({"help", "inf"}).find("did you mean 'info'?"), std::string::npos);
}

// More than a third of the word would have to be changed.
TEST(ToolNearest, NothingIsSuggestedThatIsFar) {
    const std::string map = fixture("square.textmap");
    for (const auto& words :
         std::vector<std::vector<std::string>>{{"help", std::string(5000, 'x')},
                                               {"foo"},
                                               {"explain", "foo"},
                                               {"check", map, "-x"},
                                               {"check", map, "--abc"},
                                               {"check", map, "--target", "quake"},
                                               {"check", map, "--rule", "foo=off"}}) {
        const std::string said = complaint(words);
        EXPECT_EQ(said.find("did you mean"), said.npos) << said;
        EXPECT_NE(said.find(words.back().substr(0, 3)), said.npos) << said;
    }
}

TEST(ToolNearest, Options) {
    const std::string map = fixture("square.textmap");
    EXPECT_EQ(complaint({"check", map, "--josn"}),
              "flatline: unknown option '--josn'; did you mean '--json'?");
    EXPECT_EQ(complaint({"check", map, "--colour=always"}),
              "flatline: unknown option '--colour'; did you mean '--color'?");
    EXPECT_EQ(complaint({"convert", map, "-o", "x.wad", "--to", "udmf", "--stile", "udb"}),
              "flatline: unknown option '--stile'; did you mean '--style'?")
        << "an option of the command";
    EXPECT_EQ(complaint({"fields", "more"}),
              "flatline: unexpected argument 'more': fields takes no more");
}

TEST(ToolNearest, Rules) {
    EXPECT_NE(complaint({"check", fixture("square.textmap"), "--rule", "line_cross=off"})
                  .find("did you mean 'line-cross'?"),
              std::string::npos);
}

TEST(ToolHelp, OfCommands) {
    EXPECT_EQ(run_tool({"help"}).out, run_tool({"--help"}).out);
    EXPECT_EQ(run_tool({"help", "convert"}).out, run_tool({"convert", "--help"}).out);
    EXPECT_EQ(run_tool({"help", "convert"}).exit_code, 0);
}

}  // namespace flatline::engine::tool_test::nearest_words
