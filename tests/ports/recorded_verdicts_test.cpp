// What `flatline check --target` says is what ports did: with maps that differ from a sound one in
// one thing, by tables that tests/verdict/ports/run has recorded, and with the cases that are
// given.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/temp_folder.hpp"

namespace recorded_verdicts_test {

const std::string kPorts = "/tests/verdict/ports/";

class RecordedVerdicts : public testing::Test {
protected:
    void SetUp() override {
        if (access("/usr/bin/python3", X_OK) != 0) GTEST_SKIP() << needs::package("python3");
        if (paths::tool().empty()) GTEST_SKIP() << needs::package("libphysfs-dev");
    }

    /// The counts of a comparison, or of a run of a port.
    bool run(const std::string& arguments) {
        return folder_.run("/usr/bin/python3 -B " + paths::source() + kPorts + "run " + arguments +
                           " >log 2>&1");
    }
    bool holds(const std::string& table, const std::string& more = "") {
        return run("--judge " + paths::tool() + " " + more + " " + table);
    }
    std::string log() { return corpus::read_file(folder_.at("log")); }
    static std::string recorded(const std::string& port) {
        return paths::source() + kPorts + "recorded/" + port + ".tsv";
    }

    testing_support::TempFolder folder_;
};

TEST_F(RecordedVerdicts, HoldForZdbsp) { EXPECT_TRUE(holds(recorded("zdbsp"))) << log(); }

// One map is not known to crash: a vertex at 32,767 (docs/verdicts.md, "What no document says").
TEST_F(RecordedVerdicts, HoldForDsdaDoom) {
    EXPECT_TRUE(holds(recorded("dsda"), "--wrong 1")) << log();
}

// A table that says otherwise does not pass.
TEST_F(RecordedVerdicts, AWrongVerdictIsSeen) {
    folder_.write("table.tsv", "file\tport\treal\twords\ng_colon.doom.wad\tdsda\tloads\t\n");
    EXPECT_FALSE(holds(folder_.at("table.tsv")));
    folder_.write("table.tsv", "file\tport\treal\twords\ng_colon.doom.wad\tdsda\tstops\t\n");
    EXPECT_TRUE(holds(folder_.at("table.tsv"))) << log();
}

// Whole engines of five ports.
TEST_F(RecordedVerdicts, HoldForTheGivenCases) {
    const std::string cases = paths::shared() + "/reference/verdict-cases";
    if (access((cases + ".zip").c_str(), R_OK) != 0) GTEST_SKIP() << needs::reference();
    EXPECT_TRUE(holds(cases + ".tsv", "--cases " + cases + ".zip")) << log();
}

// The ports of this machine do what was recorded.
TEST_F(RecordedVerdicts, HoldForThePortsThatAreHere) {
    if (std::getenv("FLATLINE_FULL") == nullptr) GTEST_SKIP() << needs::other("--full");
    if (access("/usr/bin/zdbsp", X_OK) != 0) GTEST_SKIP() << needs::package("zdbsp");
    if (access("/usr/games/dsda-doom", X_OK) != 0) GTEST_SKIP() << needs::package("dsda-doom");
    ASSERT_TRUE(run("--record table.tsv /usr/bin/zdbsp /usr/games/dsda-doom")) << log();
    EXPECT_TRUE(holds("table.tsv", "--wrong 1")) << log();
}

}  // namespace recorded_verdicts_test
