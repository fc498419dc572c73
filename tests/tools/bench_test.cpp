// `flatline bench`: which stages it times, and that its numbers fit together. No time is asserted.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "run_tool.hpp"

namespace flatline::engine::tool_test {
namespace {

using nlohmann::json;

std::set<std::string> stages_of(const json& bench) {
    std::set<std::string> names;
    for (const json& stage : bench["stages"]) names.insert(stage["stage"]);
    return names;
}

TEST(ToolBench, TimesEveryStageOfAMap) {
    const std::string path = fixture("every_kind.textmap");
    const Outcome run = run_tool({"bench", path, "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    ASSERT_EQ(run.of_type("bench").size(), 1u);
    ASSERT_EQ(run.of_type("summary").size(), 1u);
    const json bench = run.of_type("bench")[0];
    EXPECT_EQ(bench["file"], path);
    EXPECT_EQ(bench["map"], "every_kind");
    EXPECT_EQ(bench["text_bytes"], bytes_of(path).size());
    EXPECT_EQ(bench["elements"], 4 + 4 + 4 + 1 + 1);
    EXPECT_GE(bench["arena_announced"], bench["arena_used"]);
    EXPECT_EQ(stages_of(bench), (std::set<std::string>{"memcpy", "read lump", "textmap",
                                                       "textmap, new memory", "blockmap", "planes",
                                                       "whole load", "bake", "bake key", "baked"}));
    for (const json& stage : bench["stages"]) {
        EXPECT_GE(stage["median_ms"], stage["best_ms"]) << stage;
        EXPECT_GE(stage["runs"], 9) << stage;
        EXPECT_LE(stage["not_ours"], stage["runs"]) << stage;
        EXPECT_LE(stage["dropped"], int{stage["runs"]} + 4) << stage;
        EXPECT_EQ(stage["cycles_per_byte"] == 0, stage["median_ms"] == 0) << stage;
        const double ms = stage["median_ms"];
        if (ms == 0) continue;
        EXPECT_NEAR(stage["gb_per_s"], double{bench["text_bytes"]} / ms / 1e6, 1e-9) << stage;
        EXPECT_NEAR(stage["ns_per_element"], ms * 1e6 / 14, 1e-6) << stage;
    }
}

TEST(ToolBench, PartsAreTimedWhereTheyAreAskedFor) {
    const Outcome run =
        run_tool({"bench", fixture("every_kind.textmap"), "--json", "--build-nodes"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(stages_of(run.of_type("bench")[0]).count("build nodes"));
}

TEST(ToolBench, StoredLumpsAreStages) {
    const TempFolder folder;
    const std::string wad = folder.write("a.wad", make_wad({{"MAP01", ""},
                                                            {"TEXTMAP", small_map()},
                                                            {"REJECT", std::string(1, 0)},
                                                            {"ENDMAP", ""}}));
    const Outcome run = run_tool({"bench", wad, "--json", "--map", "map01"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto stages = stages_of(run.of_type("bench")[0]);
    EXPECT_TRUE(stages.count("reject"));
    EXPECT_FALSE(stages.count("nodes"));
}

// Text long enough for two, by the time that passes; it loads as on one thread.
TEST(ToolBench, ThreadsOfALoad) {
    const TempFolder folder;
    std::string text = small_map();
    while (text.size() < 4'500'000) text += "thing { x = 1; y = 2; type = 3; }\n";
    const std::string path = folder.write("large.textmap", text);
    json one, two;
    for (json* bench : {&one, &two}) {
        const Outcome run =
            run_tool({"bench", path, "--json", "--threads", bench == &one ? "1" : "2"});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        *bench = run.of_type("bench")[0];
    }
    EXPECT_EQ(one["threads"], 1);
    EXPECT_EQ(two["threads"], 2);
    EXPECT_EQ(one["elements"], two["elements"]);
    EXPECT_EQ(stages_of(one), stages_of(two));
    // What the other thread reads lies in memory of its own first.
    EXPECT_GT(two["arena_used"], one["arena_used"]);
    const Outcome said = run_tool({"bench", path, "--threads", "2"});
    EXPECT_NE(said.out.find("up to 2 threads"), std::string::npos) << said.out;
    EXPECT_EQ(run_tool({"bench", path, "--threads", "0"}).exit_code, 2);
}

TEST(ToolBench, TextHasALineAStage) {
    const Outcome run = run_tool({"bench", fixture("every_kind.textmap")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (const char* word : {"every_kind", "14 elements", "GB/s", "cycles/byte", "dropped",
                             "not ours", "memcpy", "whole load"}) {
        EXPECT_NE(run.out.find(word), std::string::npos) << word << " in\n" << run.out;
    }
    // Scripts take these two by their place.
    const std::size_t row = run.out.find("\n  textmap  ");
    ASSERT_NE(row, std::string::npos) << run.out;
    double median = 0, best = 0;
    ASSERT_EQ(std::sscanf(run.out.c_str() + row, " textmap %lf %lf", &median, &best), 2);
    EXPECT_GT(best, 0);
    EXPECT_GE(median, best);
}

TEST(ToolBench, RefusedMapsAndWrongUse) {
    const TempFolder folder;
    const std::string bad = folder.write("bad.udmf", "namespace=\"zdoom\";vertex{x=");
    const Outcome refused = run_tool({"bench", bad});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find("syntax-unclosed-block"), std::string::npos) << refused.err;
    EXPECT_EQ(run_tool({"bench"}).exit_code, 2);
    EXPECT_EQ(run_tool({"bench", folder.path("none.wad")}).exit_code, 2);
    EXPECT_EQ(run_tool({"bench", fixture("every_kind.textmap"), "--map", "E1M1"}).exit_code, 2);
}

}  // namespace
}  // namespace flatline::engine::tool_test
