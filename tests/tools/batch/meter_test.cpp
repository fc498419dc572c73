// The line about a long run: on a terminal only, after half a second, gone before anything else.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tools/batch/running.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace meter_test {

/// What a terminal of one endless line shows in the end.
std::string shown(const std::string& bytes) {
    std::string line;
    std::size_t column = 0;
    for (const char c : bytes) {
        if (c == '\r') {
            column = 0;
        } else if (c == '\n') {
            line.clear();
            column = 0;
        } else {
            if (column == line.size()) line += ' ';
            line[column++] = c;
        }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

TEST(ToolMeter, ShowsItselfOnATerminalAndGoes) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    Running run({"check", map, "-", map}, Running::Error::terminal);
    run.read_for(Seconds(0.3));
    EXPECT_EQ(run.err(), "");
    ASSERT_TRUE(run.read_until([&] { return run.err().find("files") != std::string::npos; }));
    EXPECT_EQ(shown(run.err()).substr(0, 9), "1/3 files") << run.err();
    for (const char c : run.err()) EXPECT_TRUE(c == '\r' || (c >= ' ' && c <= '~')) << int{c};
    run.close_input();
    EXPECT_EQ(run.exit_code(), 1);
    EXPECT_EQ(shown(run.err()), "") << run.err();
    // No line is as wide as the terminal.
    std::size_t begun = 0;
    for (std::size_t i = 0; i < run.err().size(); ++i) {
        if (run.err()[i] == '\r') begun = i + 1;
        EXPECT_LT(i + 1 - begun, 60u);
    }
}

TEST(ToolMeter, TellsSpeedAndTimeLeft) {
    const TempFolder folder;
    const std::string slow = folder.write("slow.textmap", slow_map());
    const std::string map = folder.write("a.textmap", small_map());
    std::vector<std::string> words = {"check", map, slow, "--timeout", "2"};
    words.insert(words.end(), kSlowLimits.begin(), kSlowLimits.end());
    Running run(words, Running::Error::terminal);
    EXPECT_TRUE(run.read_until([&] {
        return run.err().find(" MB/s, ") != std::string::npos &&
               run.err().find(" left") != std::string::npos;
    })) << run.err();
    EXPECT_EQ(run.exit_code(), 1);
    EXPECT_EQ(shown(run.err()), "");
}

TEST(ToolMeter, NeverInAPipeNorWithQuiet) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    for (const bool quiet : {false, true}) {
        std::vector<std::string> words = {"check", map, "-", map};
        if (quiet) words.push_back("--quiet");
        Running run(words, quiet ? Running::Error::terminal : Running::Error::pipe);
        run.read_for(Seconds(1));
        run.close_input();
        EXPECT_EQ(run.exit_code(), 1);
        EXPECT_EQ(run.err(), "");
    }
}

TEST(ToolMeter, GoesWhenTheRunIsInterrupted) {
    Running run({"check", "-", fixture("square.textmap")}, Running::Error::terminal);
    ASSERT_TRUE(run.read_until([&] { return run.err().find("files") != std::string::npos; }));
    run.send(SIGINT);
    EXPECT_EQ(run.exit_code(), 130);
    EXPECT_EQ(shown(run.err()), "");
}

}  // namespace meter_test
}  // namespace flatline::engine::tool_test
