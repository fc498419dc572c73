// What a run that is ended in the middle leaves behind: whole lines, a summary, the exit code.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "tools/batch/running.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace interrupt_test {

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// The run waits at standard input, with one file done.
TEST(ToolInterrupt, TheSummarySoFarAndTheExitCode) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    const std::string never = folder.write("z.textmap", small_map());
    struct Row {
        int signal;
        int exit_code;
    };
    for (const Row row : {Row{SIGINT, 130}, Row{SIGTERM, 143}}) {
        for (const char* jobs : {"1", "3"}) {
            for (const char* command : {"check", "info"}) {
                Running run({command, map, "-", never, "--jobs", jobs});
                // The last line about the map.
                const bool is_check = std::string_view(command) == "check";
                const char* last = is_check ? " warnings\n" : " notes\n";
                ASSERT_TRUE(run.read_until([&] { return has(run.out(), last); })) << run.out();
                run.send(row.signal);
                EXPECT_EQ(run.exit_code(), row.exit_code) << command << jobs;
                EXPECT_TRUE(has(run.out(), is_check
                                               ? "\n1 file, 1 map, 0 refused, 0 errors"
                                               : "\n1 file, 1 map, 0 refused, load findings: 0"))
                    << run.out();
                EXPECT_FALSE(has(run.out(), "z.textmap")) << run.out();
                EXPECT_EQ(run.out().back(), '\n');
                EXPECT_EQ(run.err(), "");
            }
            Running json({"check", map, "-", never, "--json", "--jobs", jobs});
            ASSERT_TRUE(json.read_until([&] { return has(json.out(), "\"type\":\"map\""); }));
            json.send(row.signal);
            EXPECT_EQ(json.exit_code(), row.exit_code);
            Outcome read;
            read.out = json.out();
            EXPECT_EQ(read.of_type("summary").at(0)["files"], 1);
            EXPECT_EQ(read.lines().back()["type"], "summary");
        }
    }
}

// What is in the middle of a check is ended at once and does not show.
TEST(ToolInterrupt, InTheMiddleOfAFile) {
    const TempFolder folder;
    const std::string quick = folder.write("a.textmap", small_map());
    const std::string slow = folder.write("b.textmap", slow_map());
    // Refused, so that the check is that of --target.
    const std::string again =
        folder.write("c.textmap", slow_map() + "linedef { v1 = 0; v2 = 1; }\n");
    std::vector<std::string> arguments = {"check", quick, "--target", "all", "--jobs"};
    arguments.insert(arguments.begin(), kSlowLimits.begin(), kSlowLimits.end());
    for (const char* jobs : {"1", "2"})
        for (const std::string& map : {slow, again}) {
            std::vector<std::string> words = arguments;
            words.insert(words.end(), {jobs, map});
            Running run(words);
            ASSERT_TRUE(run.read_until([&] { return has(run.out(), "a.textmap"); }));
            run.read_for(Seconds(0.2));
            const auto sent = std::chrono::steady_clock::now();
            run.send(SIGINT);
            EXPECT_EQ(run.exit_code(), 130);
            EXPECT_LT(Seconds(std::chrono::steady_clock::now() - sent).count(), 20.0);
            EXPECT_TRUE(has(run.out(), "\n1 file, 1 map")) << run.out();
            EXPECT_FALSE(has(run.out(), map)) << run.out();
        }
}

TEST(ToolInterrupt, ASignalThatIsIgnoredStaysSo) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    Running run({"-c", "trap '' INT; exec \"$0\" check \"$1\" -", paths::tool(), map},
                Running::Error::pipe, "/bin/sh");
    ASSERT_TRUE(run.read_until([&] { return has(run.out(), "a.textmap"); }));
    run.send(SIGINT);
    run.read_for(Seconds(0.2));
    run.close_input();
    EXPECT_EQ(run.exit_code(), 1);  // nothing is no TEXTMAP
    EXPECT_TRUE(has(run.out(), "\n2 files, 2 maps")) << run.out();
}

TEST(ToolInterrupt, AClosedPipeEndsInSilence) {
    const TempFolder folder;
    for (int i = 0; i < 400; ++i) {
        folder.write(std::to_string(i) + ".textmap", small_map("vertex { x = 1; y = 2; }"));
    }
    for (const char* jobs : {"1", "3"}) {
        Running run({"check", folder.path(), "--json", "--jobs", jobs});
        ASSERT_TRUE(run.read_until([&] { return !run.out().empty(); }));
        run.close_output();
        EXPECT_EQ(run.exit_code(), 1);
        EXPECT_EQ(run.err(), "");
    }
}

}  // namespace interrupt_test
}  // namespace flatline::engine::tool_test
