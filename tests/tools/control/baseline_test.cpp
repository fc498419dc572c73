// --baseline and --write-baseline: what is known is not reported again.
#include <gtest/gtest.h>

#include <set>

#include "support/needs.hpp"
#include "support/paths.hpp"
#include "tools/control/renumbered.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::baselines {

using Words = std::vector<std::string>;

/// Two rooms with a dozen things wrong: overlaps, crossings, textures, things outside.
std::string faulty_map() {
    std::string map = "namespace = \"zdoom\";\n";
    for (const char* at : {"0; y = 0", "0; y = 256", "256; y = 256", "256; y = 0", "512; y = 256",
                           "512; y = 0", "64.5; y = 64", "128; y = 0", "300; y = 300"}) {
        map += std::string("vertex { x = ") + at + "; }\n";
    }
    const char* const lines[] = {"v1 = 0; v2 = 1; sidefront = 0",
                                 "v1 = 1; v2 = 2; sidefront = 1",
                                 "v1 = 2; v2 = 3; sidefront = 2; sideback = 3",
                                 "v1 = 3; v2 = 0; sidefront = 4",
                                 "v1 = 2; v2 = 4; sidefront = 5",
                                 "v1 = 4; v2 = 5; sidefront = 6",
                                 "v1 = 5; v2 = 3; sidefront = 7; special = 80; arg0 = 1",
                                 "v1 = 0; v2 = 4; sidefront = 8",
                                 "v1 = 1; v2 = 0; sidefront = 9",
                                 "v1 = 6; v2 = 7; sidefront = 10"};
    for (const char* line : lines)
        map += std::string("linedef { ") + line + "; blocking = true; }\n";
    for (int i = 0; i < 12; ++i) {
        map += "sidedef { sector = " + std::to_string(i == 3 || (i > 4 && i < 8)) +
               "; offsetx = " + std::to_string(i) + "; }\n";
    }
    map += "sector { texturefloor = \"A\"; textureceiling = \"-\"; heightceiling = 128; }\n";
    map += "sector { texturefloor = \"B\"; textureceiling = \"C\"; heightceiling = 96; }\n";
    map += "thing { x = 128; y = 128; type = 1; skill1 = true; single = true; }\n";
    map += "thing { x = 900; y = 128; type = 3001; skill1 = true; single = true; }\n";
    map += "thing { x = 4; y = 99; type = 2; coop = true; skill1 = true; }\n";
    return map;
}

std::multiset<std::string> rules_of(const Outcome& run) {
    std::multiset<std::string> rules;
    for (const auto& finding : run.of_type("finding")) rules.insert(finding["rule"]);
    return rules;
}

std::uint64_t suppressed(const Outcome& run) { return run.of_type("summary").at(0)["suppressed"]; }

TEST(ToolBaseline, NothingNewAfterRenumbering) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", faulty_map());
    const std::string baseline = folder.path("known");
    const Outcome before = run_tool({"check", map, "--json", "--write-baseline", baseline});
    EXPECT_EQ(before.exit_code, 0) << before.err;
    const std::size_t findings = before.of_type("finding").size();
    ASSERT_GT(findings, 15u) << before.out;
    EXPECT_EQ(suppressed(before), 0u) << "they are shown while they are written";

    const std::string other = renumbered(faulty_map());
    ASSERT_NE(other, faulty_map());
    folder.write("a.textmap", other);
    const Outcome without = run_tool({"check", map, "--json"});
    EXPECT_EQ(rules_of(without), rules_of(before)) << "the same map";
    const Outcome after = run_tool({"check", map, "--json", "--baseline", baseline});
    EXPECT_EQ(after.of_type("finding").size(), 0u) << after.out;
    EXPECT_EQ(suppressed(after), findings);
    EXPECT_EQ(after.exit_code, 0);
    EXPECT_NE(run_tool({"check", map, "--baseline", baseline}).out.find(" suppressed\n"),
              std::string::npos);
    const auto log = run_tool({"check", map, "--format", "sarif", "--baseline", baseline}).object();
    EXPECT_EQ(log["runs"][0]["properties"]["suppressed"], findings);
}

TEST(ToolBaseline, WhatIsNewIsReported) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", faulty_map());
    const std::string baseline = folder.path("known");
    run_tool({"check", map, "--write-baseline", baseline});
    folder.write("a.textmap", renumbered(faulty_map() + "vertex { x = 32; y = 96; }\n"));
    const Outcome run = run_tool({"check", map, "--json", "--baseline", baseline});
    EXPECT_EQ(rules_of(run), std::multiset<std::string>{"vertex-unused"}) << run.out;
}

// Over the maps of the corpus that are texts in folders: a second run has nothing new.
TEST(ToolBaseline, OfTheCorpus) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    const std::string corpus = paths::corpus() + "/open";
    const TempFolder folder;
    const std::string baseline = folder.path("known");
    const Words words = {"check", corpus + "/udmf-odd", corpus + "/malformed", "--json",
                         "--allow-unsupported"};
    Words write = words;
    write.insert(write.end(), {"--write-baseline", baseline});
    const Outcome before = run_tool(write);
    ASSERT_GT(before.of_type("finding").size(), 10u);
    EXPECT_EQ(before.exit_code, 0);
    Words read = words;
    read.insert(read.end(), {"--baseline", baseline});
    const Outcome after = run_tool(read);
    EXPECT_EQ(after.of_type("finding").size(), 0u) << after.out;
    EXPECT_EQ(after.exit_code, 0);
    EXPECT_EQ(after.of_type("summary").at(0)["refused"], before.of_type("summary").at(0)["refused"])
        << "a refused map stays refused";
}

TEST(ToolBaseline, AMovedFileIsKnown) {
    const TempFolder folder;
    const std::string map = folder.write("a.wad", make_wad(map_lumps("MAP01", faulty_map())));
    const std::string baseline = folder.path("known");
    run_tool({"check", map, "--write-baseline", baseline});
    const std::string moved = folder.write("new/b.wad", bytes_of(map));
    const Outcome run = run_tool({"check", moved, "--json", "--baseline", baseline});
    EXPECT_EQ(run.of_type("finding").size(), 0u) << run.out;
    // Both at once: what is not known by its element alone is new in the copy.
    const Outcome both = run_tool({"check", map, moved, "--json", "--baseline", baseline});
    EXPECT_GT(both.of_type("finding").size(), 5u);
    for (const auto& finding : both.of_type("finding")) EXPECT_EQ(finding["file"], moved);
}

// As often as all its rows say, also where a baseline says it again and again.
TEST(ToolBaseline, RowsOfOneFingerprintAddUp) {
    const TempFolder folder;
    const std::string map = folder.write("a.wad", make_wad(map_lumps("MAP01", faulty_map())));
    const std::string baseline = folder.path("known");
    run_tool({"check", map, "--write-baseline", baseline});
    const std::string text = bytes_of(baseline);
    const std::string rows = text.substr(text.find('\n') + 1);
    const std::string again = folder.write("again", text + rows);
    const std::string moved = folder.write("b.wad", bytes_of(map));
    const Words both = {"check", moved, map, "--json", "--baseline", again};
    EXPECT_EQ(run_tool(both).of_type("finding").size(), 0u);
    std::string huge = text;
    for (std::size_t at = 0; (at = huge.find("\t1\t", at)) != huge.npos; at += 20) {
        huge.replace(at, 3, "\t18446744073709551615\t");
    }
    folder.write("again", huge + rows);
    EXPECT_EQ(run_tool(both).of_type("finding").size(), 0u) << "the sum does not come round";
}

TEST(ToolBaseline, IsSortedAndStable) {
    const TempFolder folder;
    const std::string a = folder.write("a.textmap", faulty_map());
    const std::string b = folder.write("b.textmap", small_map());
    const std::string one = folder.path("one");
    const std::string two = folder.path("two");
    run_tool({"check", a, b, "--write-baseline", one});
    run_tool({"check", b, a, "--write-baseline", two});
    const std::string text = bytes_of(one);
    EXPECT_EQ(text, bytes_of(two));
    EXPECT_EQ(text.rfind("flatline baseline 1\n", 0), 0u);
    EXPECT_NE(text.find(a + "\ta\tline-overlap\t"), std::string::npos) << text;
    EXPECT_NE(text.find("\t1\tlinedef 8: the line lies on linedef 0\n"), std::string::npos) << text;
}

TEST(ToolBaseline, WrongFilesAreWrongUse) {
    const TempFolder folder;
    const std::string map = fixture("square.textmap");
    const auto complaint = [&](const std::string& text) {
        const Outcome run = run_tool({"check", map, "--baseline", folder.write("known", text)});
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_EQ(run.out, "");
        return run.err;
    };
    EXPECT_NE(complaint("").find("this is no baseline"), std::string::npos);
    EXPECT_NE(complaint("{}\n").find("this is no baseline"), std::string::npos);
    const std::string begin = "flatline baseline 1\n";
    EXPECT_NE(complaint(begin + "a\tb\n").find("known:2: a row has 6 cells"), std::string::npos);
    EXPECT_NE(complaint(begin + "a\tm\tr\tf\t0\ts\n").find("not '0'"), std::string::npos);
    EXPECT_NE(complaint(begin + "a\tm\tr\tf\t99999999999999999999\ts\n").find("known:2:"),
              std::string::npos);
    EXPECT_NE(complaint(begin + "a\tm\tr\t\t1\ts\n").find("fingerprint"), std::string::npos);
    EXPECT_NE(complaint(begin + std::string(3u << 20, 'x')).find("cannot be read"),
              std::string::npos);
    EXPECT_EQ(run_tool({"check", map, "--baseline", folder.path("gone")}).exit_code, 2);
    EXPECT_EQ(run_tool({"check", map, "--baseline", folder.path()}).exit_code, 2);
    folder.write("known", begin);
    EXPECT_EQ(run_tool({"check", map, "--baseline", folder.path("known")}).exit_code, 0);
}

TEST(ToolBaseline, APartOfARunIsNotWritten) {
    const TempFolder folder;
    const std::string baseline = folder.path("known");
    const Outcome run = run_tool(
        {"check", fixture("square.textmap"), folder.path("gone"), "--write-baseline", baseline});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_FALSE(std::filesystem::exists(baseline));
    EXPECT_NE(run.err.find("no baseline is written"), std::string::npos) << run.err;
    const Outcome unwritable = run_tool(
        {"check", fixture("square.textmap"), "--write-baseline", folder.path("no/such/folder")});
    EXPECT_EQ(unwritable.exit_code, 2);
    EXPECT_EQ(unwritable.out, "");
}

TEST(ToolBaseline, NoOtherFileIsReplaced) {
    const TempFolder folder;
    const std::string wad = folder.write("a.wad", make_wad(map_lumps("MAP01", small_map())));
    const std::string before = bytes_of(wad);
    // A FILE that was forgotten.
    const Outcome run =
        run_tool({"check", "--write-baseline", wad, fixture("square.textmap"), "--json"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(bytes_of(wad), before);
    const std::string known = folder.path("known");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(run_tool({"check", wad, "--write-baseline", known}).exit_code, 0);
    }
}

TEST(ToolBaseline, HoldsMoreOfAMapThanARunWithout) {
    const TempFolder folder;
    std::string text = small_map();
    for (int i = 0; i < 1500; ++i) text += "linedef { v1 = 0; v2 = 0; sidefront = 0; }\n";
    const std::string map = folder.write("a.textmap", text);
    const std::string baseline = folder.path("known");
    const Outcome first = run_tool({"check", map, "--write-baseline", baseline});
    EXPECT_EQ(first.err, "");
    EXPECT_EQ(run_tool({"check", map, "--fail-on", "warning"}).exit_code, 1);
    const Words again = {"check", map, "--fail-on", "warning", "--json", "--baseline", baseline};
    EXPECT_EQ(run_tool(again).exit_code, 0);
    EXPECT_GT(suppressed(run_tool(again)), 1500u);
    Words fewer = again;
    fewer.insert(fewer.end(), {"--limit", "finding-lines=1000"});
    EXPECT_EQ(run_tool(fewer).exit_code, 1) << "what is asked for is kept to";
    fewer = again;
    fewer.insert(fewer.end(), {"--config", folder.write("c", "[limits]\nfinding-lines = 1000\n")});
    EXPECT_EQ(run_tool(fewer).exit_code, 1);
}

TEST(ToolBaseline, SaysWhatItCannotHold) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", faulty_map());
    const Outcome run = run_tool(
        {"check", map, "--limit", "finding-lines=3", "--write-baseline", folder.path("known")});
    EXPECT_NE(run.err.find("findings beyond the limits are not in the baseline"), std::string::npos)
        << run.err;
}

}  // namespace flatline::engine::tool_test::baselines
