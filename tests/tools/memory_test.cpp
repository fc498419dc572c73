// The tool with one allocation failing, or all from one on: it says so and exits, without a signal
// and without half a result that looks whole. FLATLINE_EVERY_ALLOCATION=1 tries them all.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "run_tool.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"

namespace flatline::engine::tool_test {
namespace tool_memory_test {

using Words = std::vector<std::string>;

std::string failing_malloc() {
    const auto folder = std::filesystem::path(paths::tool()).parent_path().parent_path();
    return (folder / "tests" / "libflatline_failing_malloc.so").string();
}

bool is_told(const Outcome& run) {
    // zlib takes its window in the middle of a file, which is then as good as cut.
    for (const char* words :
         {"out of memory", "out-of-memory", "physfs-unavailable", "short-read"}) {
        if ((run.out + run.err).find(words) != std::string::npos) return true;
    }
    return false;
}

// How many allocations of the command can fail.
long allocations_of(const Words& command, const std::string& preload) {
    const auto is_reached = [&](long k) {
        const Outcome run = run_tool(
            command, {}, {preload, "FLATLINE_FAIL_ALL=1", "FLATLINE_FAIL_AT=" + std::to_string(k)});
        return is_told(run) || run.exit_code < 0;
    };
    long low = 0;
    long high = 1 << 16;
    while (low < high) {
        const long middle = low + (high - low) / 2;
        if (is_reached(middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

class ToolWithoutMemory : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(failing_malloc())) {
            GTEST_SKIP() << needs::other("glibc's malloc");
        }
    }

    static void expect_each_is_told(const Words& command) {
        const std::string preload = "LD_PRELOAD=" + failing_malloc();
        const Outcome whole = run_tool(command, {});
        const long count = allocations_of(command, preload);
        ASSERT_GT(count, 100);
        const bool every = std::getenv("FLATLINE_EVERY_ALLOCATION") != nullptr;
        constexpr long kTried = 40;
        const long step = every ? 1 : 1 + count / kTried;
        for (const bool all : {false, true}) {
            for (long k = 0; k < count; k += step) {
                std::vector<std::string> variables = {preload,
                                                      "FLATLINE_FAIL_AT=" + std::to_string(k)};
                if (all) variables.emplace_back("FLATLINE_FAIL_ALL=1");
                const Outcome run = run_tool(command, {}, variables);
                SCOPED_TRACE(std::to_string(k) + (all ? " and all after" : ""));
                EXPECT_TRUE(run.exit_code >= 0 && run.exit_code <= 2) << run.err;
                // Where it did without, as with a buffer of the C library, all is as ever.
                const bool same = run.exit_code == whole.exit_code &&
                                  without_seconds(run.out) == without_seconds(whole.out);
                // A list that cannot grow leaves findings out, and says so by rule.
                const bool counted = run.exit_code == whole.exit_code &&
                                     run.out.find("\"left_out\":") != std::string::npos;
                EXPECT_TRUE(same || counted || (is_told(run) && run.exit_code == 1))
                    << run.out << run.err;
            }
        }
    }

    static std::string wad() {
        Lumps lumps = map_lumps("MAP01", small_map());
        for (const auto& lump : map_lumps("MAP02", small_map())) lumps.push_back(lump);
        return make_wad(lumps);
    }

    TempFolder folder_;
};

TEST_F(ToolWithoutMemory, CheckOfAWad) {
    expect_each_is_told({"check", folder_.write("a.wad", wad())});
}

TEST_F(ToolWithoutMemory, CheckOfAnArchive) {
    expect_each_is_told(
        {"check", "--json", folder_.write("a.pk3", make_zip({{"maps/a.wad", wad()}}))});
}

TEST_F(ToolWithoutMemory, Dump) {
    expect_each_is_told({"dump", "--map", "MAP01", folder_.write("a.wad", wad())});
}

TEST_F(ToolWithoutMemory, Fields) { expect_each_is_told({"fields", "--dialect", "zdoom"}); }

}  // namespace tool_memory_test
}  // namespace flatline::engine::tool_test
