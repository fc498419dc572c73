// Several files at a time: the same output whatever their number, and no file spoils another's.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/needs.hpp"
#include "support/paths.hpp"
#include "tools/batch/running.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace jobs_test {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

const std::vector<Words>& forms() {
    static const std::vector<Words> all = {{"check"},
                                           {"check", "--format", "json"},
                                           {"check", "--all", "--quiet"},
                                           {"check", "--format", "sarif"},
                                           {"check", "--format", "github"},
                                           {"check", "--format", "junit"},
                                           {"info"},
                                           {"info", "--json"}};
    return all;
}

void expect_same_bytes(const Words& paths, const std::vector<Words>& forms) {
    for (Words words : forms) {
        words.insert(words.end(), paths.begin(), paths.end());
        words.insert(words.end(), {"--jobs", "1"});
        const Outcome one = run_tool(words);
        EXPECT_FALSE(one.out.empty());
        for (const char* jobs : {"2", "7"}) {
            words.back() = jobs;
            const Outcome several = run_tool(words);
            EXPECT_EQ(several.exit_code, one.exit_code);
            EXPECT_TRUE(without_seconds(several.out) == without_seconds(one.out))
                << words[0] << words[1] << jobs;
            EXPECT_TRUE(several.err == one.err) << words[0] << words[1] << jobs;
        }
    }
}

TEST(ToolJobs, SameBytesForOurOwnMaps) {
    const TempFolder folder;
    std::string cut = bytes_of(fixture("square.wad"));
    cut.resize(cut.size() - 20);
    folder.write("cut.wad", cut);
    folder.write("empty.wad", "");
    folder.write("bad.pk3", std::string("PK\x05\x06") + std::string(18, '\xff'));
    folder.write("below/maps/one.wad", make_wad(map_lumps("A", small_map())));
    folder.write("below/level.txt", small_map());
    for (int i = 0; i < 60; ++i) {
        const std::string map = small_map(i % 3 == 0 ? "vertex { x = 1; y = 2; }\n" : "");
        folder.write("m" + std::to_string(i) + ".wad", make_wad(map_lumps("MAP01", map)));
        folder.write("p" + std::to_string(i) + ".pk3",
                     make_zip({{"maps/a.wad", make_wad(map_lumps("X", map))}}));
    }
    expect_same_bytes({folder.path(), paths::source() + "/tests/maps", folder.path("missing")},
                      forms());
}

TEST(ToolJobs, SameBytesForTheCorpus) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    const std::string corpus = paths::corpus() + "/open";
    // One form: how findings are printed is nothing that hangs on the map.
    expect_same_bytes({corpus}, {{"check", "--format", "json"}});
}

TEST(ToolJobs, ThousandsOfFiles) {
    const TempFolder folder;
    for (int i = 0; i < 3000; ++i) {
        folder.write(std::to_string(i % 50) + "/" + std::to_string(i) + ".textmap", small_map());
    }
    const Outcome run = run_tool({"check", folder.path(), "--json", "--quiet", "--jobs", "4"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.of_type("summary").at(0)["files"], 3000);
    EXPECT_EQ(run.of_type("summary").at(0)["maps"], 3000);
}

TEST(ToolJobs, AFifoInAFolderIsNotWaitedFor) {
    const TempFolder folder;
    folder.write("a.textmap", small_map());
    ASSERT_EQ(mkfifo(folder.path("b.wad").c_str(), 0600), 0);
    fs::create_symlink(folder.path("b.wad"), folder.path("c.wad"));
    const Outcome run = run_tool({"check", folder.path(), "--json"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.of_type("summary").at(0)["files"], 1);
    EXPECT_EQ(run_tool({"check", folder.path("b.wad")}).exit_code, 2);
}

TEST(ToolJobs, AnUnreadableFileCostsNoOther) {
    const TempFolder folder;
    for (const char* name : {"a.wad", "b.wad", "c.wad"}) {
        folder.write(name, make_wad(map_lumps("MAP01", small_map())));
    }
    fs::permissions(folder.path("b.wad"), fs::perms::none);
    if (access(folder.path("b.wad").c_str(), R_OK) == 0)
        GTEST_SKIP() << needs::other("another user than root");
    const Outcome run = run_tool({"check", folder.path(), "--json", "--jobs", "2"});
    EXPECT_EQ(run.exit_code, 1);
    std::vector<std::string> unreadable;
    for (const nlohmann::json& finding : run.of_type("finding")) {
        if (finding["rule"] == "file-unreadable") unreadable.push_back(finding["file"]);
    }
    EXPECT_EQ(unreadable, std::vector<std::string>{folder.path("b.wad")});
    EXPECT_EQ(run.of_type("map").size(), 2u);
}

// The run stands still after its first file, whose output nobody takes. Meanwhile others go.
TEST(ToolJobs, AFileThatVanishesIsAFinding) {
    const TempFolder folder;
    std::string many;
    for (int i = 0; i < 1000; ++i) many += "vertex { x = 1; y = 2; }\n";
    folder.write("000.textmap", small_map(many));
    for (int i = 100; i < 200; ++i) folder.write(std::to_string(i) + ".textmap", small_map());
    Running run({"check", folder.path(), "--json"});
    for (int i = 0; i < 3000 && run.waiting() < 65536; ++i) usleep(10'000);
    ASSERT_GE(run.waiting(), 65536);
    fs::remove(folder.path("199.textmap"));
    fs::remove(folder.path("150.textmap"));
    fs::create_directory(folder.path("150.textmap"));
    EXPECT_EQ(run.exit_code(), 1);
    Outcome read;
    read.out = run.out();
    std::vector<std::string> gone;
    for (const auto& finding : read.of_type("finding")) {
        if (finding["rule"] == "file-unreadable") gone.push_back(finding["file"]);
    }
    EXPECT_EQ(gone, std::vector<std::string>{folder.path("199.textmap")});
    EXPECT_EQ(read.of_type("map").size(), 99u);
}

}  // namespace jobs_test
}  // namespace flatline::engine::tool_test
