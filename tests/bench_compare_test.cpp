// bench/compare reports wrong arguments before it builds anything. These tests ignore what it
// measures.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "support/paths.hpp"
#include "support/temp_folder.hpp"

namespace {

struct Outcome {
    int status = -1;
    std::string out;
};

// From another folder than the repository's.
Outcome compare(const std::string& arguments) {
    const testing_support::TempFolder folder;
    const std::string out = folder.at("out");
    const std::string command = "cd / && '" + paths::source() + "/bench/compare' " + arguments +
                                " >'" + out + "' 2>&1 </dev/null";
    const int status = std::system(command.c_str());
    Outcome run;
    if (WIFEXITED(status)) run.status = WEXITSTATUS(status);
    std::ifstream file(out, std::ios::binary);
    run.out.assign(std::istreambuf_iterator<char>(file), {});
    return run;
}

TEST(BenchCompare, HelpIsNoMistake) {
    for (const char* option : {"--help", "-h"}) {
        const Outcome run = compare(option);
        EXPECT_EQ(run.status, 0);
        EXPECT_EQ(run.out.find("usage: bench/compare [-n PAIRS] REV_A REV_B [FILTER]"), 0u);
    }
}

TEST(BenchCompare, WrongUseIsToldApart) {
    struct Row {
        const char* arguments;
        const char* message;
    };
    constexpr Row kRows[] = {
        {"", "two revisions"},
        {"HEAD", "two revisions"},
        {". . load extra", "two revisions"},
        {"--fast . .", "unknown option --fast"},
        {"-n", "-n takes a number from 9"},
        {"-n 8 . HEAD", "-n takes a number from 9"},
        {"-n many . HEAD", "-n takes a number from 9"},
        {"no-such-revision .", "no-such-revision is no revision"},
        {". no-such-revision", "no-such-revision is no revision"},
        {". .", "the same revision"},
    };
    for (const Row& row : kRows) {
        const Outcome run = compare(row.arguments);
        EXPECT_EQ(run.status, 2) << row.arguments;
        EXPECT_NE(run.out.find(row.message), std::string::npos) << row.arguments << run.out;
        EXPECT_NE(run.out.find("usage: bench/compare"), std::string::npos) << row.arguments;
    }
}

}  // namespace
