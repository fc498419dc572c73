// --shard: every file is in exactly one part, wherever it lies, and the parts add up.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "support/needs.hpp"
#include "support/paths.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace shard_test {

void fill(const TempFolder& folder) {
    for (int i = 0; i < 40; ++i) {
        const std::string number = std::to_string(i);
        folder.write("maps of " + number + "/a.textmap",
                     small_map("vertex { x = " + number + "; y = 0; }\n"));
    }
    folder.write("cut.wad", "PWAD\x01\x02");
    folder.write("mod/maps/one.wad", make_wad(map_lumps("A", small_map())));
    folder.write("mod/maps/two.wad", make_wad(map_lumps("B", small_map())));
    folder.write("binary.pk3", make_zip({{"maps/x.wad", make_wad(map_lumps("X", small_map()))}}));
}

Outcome shard(const std::string& path, int k, int n) {
    return run_tool(
        {"check", path, "--json", "--shard", std::to_string(k) + "/" + std::to_string(n)});
}

std::set<std::string> files_of(const Outcome& run, const std::string& root) {
    std::set<std::string> files;
    for (const char* type : {"map", "finding"}) {
        for (const auto& object : run.of_type(type)) {
            files.insert(object["file"].get<std::string>().substr(root.size()));
        }
    }
    return files;
}

TEST(ToolShard, PartsAddUpToTheWhole) {
    const TempFolder folder;
    fill(folder);
    const Outcome whole = run_tool({"check", folder.path(), "--json"});
    for (const int n : {1, 2, 5}) {
        std::set<std::string> all;
        std::size_t files = 0;
        std::map<std::string, int> sums;
        for (int k = 1; k <= n; ++k) {
            const Outcome part = shard(folder.path(), k, n);
            const std::set<std::string> own = files_of(part, folder.path());
            if (n == 5) {
                EXPECT_LT(own.size(), 30u) << "no part has most";
            }
            files += own.size();
            all.insert(own.begin(), own.end());
            const auto summaries = part.of_type("summary");
            for (const auto& [name, value] : summaries.at(0).items()) {
                if (value.is_number()) sums[name] += value.get<int>();
            }
        }
        EXPECT_EQ(all, files_of(whole, folder.path()));
        EXPECT_EQ(files, all.size()) << "no file is in two parts";
        const auto summaries = whole.of_type("summary");
        for (const auto& [name, value] : summaries.at(0).items()) {
            if (value.is_number()) {
                EXPECT_EQ(sums[name], value) << name;
            }
        }
    }
}

TEST(ToolShard, AFileIsInTheSamePartWhereverItLies) {
    const TempFolder here;
    const TempFolder there;
    fill(here);
    fill(there);
    for (int k = 1; k <= 3; ++k) {
        EXPECT_EQ(files_of(shard(here.path(), k, 3), here.path()),
                  files_of(shard(there.path(), k, 3), there.path()));
        // A folder that is one file as it were, however its path is written.
        EXPECT_EQ(shard(here.path("mod"), k, 3).of_type("map").size(),
                  shard(there.path("mod") + "/", k, 3).of_type("map").size());
    }
    // The same bytes under other names come together.
    const TempFolder names;
    for (int i = 0; i < 9; ++i) names.write(std::to_string(i) + "/x.textmap", small_map());
    std::size_t parts = 0;
    for (int k = 1; k <= 4; ++k) parts += !shard(names.path(), k, 4).of_type("map").empty();
    EXPECT_EQ(parts, 1u);
}

// Runs on several machines have to agree for ever: FNV-1a of "foobar" is 0x85944171f73967e8.
TEST(ToolShard, TheHashStays) {
    const TempFolder folder;
    const std::string file = folder.write("a.textmap", "foobar");
    constexpr std::uint64_t kHash = 0x85944171f73967e8;
    constexpr std::uint64_t kParts = 1000;
    EXPECT_EQ(shard(file, kHash % kParts + 1, kParts).of_type("map").size(), 1u);
    EXPECT_EQ(shard(file, kHash % kParts, kParts).of_type("map").size(), 0u);
}

TEST(ToolShard, AnEmptyPartIsNoMistake) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    for (int k = 1; k <= 7; ++k) EXPECT_EQ(shard(map, k, 7).exit_code, 0) << k;
}

// The lines of docs/command-line.md, word for word.
TEST(ToolShard, ThePageWithGnuParallel) {
    if (!needs::has_program("parallel")) GTEST_SKIP() << needs::package("parallel");
    const std::string page = bytes_of(paths::source() + "/docs/command-line.md");
    // The indented lines around the one that begins with parallel.
    const std::size_t found = page.find("\n    parallel ");
    ASSERT_NE(found, std::string::npos) << "the page has the line";
    const std::size_t end = page.find("\n\n", found);
    const std::string lines = page.substr(found, end - found) + "\n";
    const TempFolder folder;
    const TempFolder work;
    fill(folder);
    const std::string script = work.write(
        "run.sh", "cd " + work.path() + "\nln -s " + folder.path() + " maps\nmkdir bin\nln -s " +
                      paths::tool() + " bin/flatline\nPATH=$PWD/bin:$PATH\n" + lines);
    EXPECT_EQ(std::system(("bash " + script + " >" + work.path("sums") + " 2>/dev/null").c_str()),
              0)
        << lines;
    std::map<std::string, int> sums;
    std::istringstream result(bytes_of(work.path("sums")));
    std::string name;
    for (int sum = 0; result >> name >> sum;) sums[name] = sum;
    const auto whole = run_tool({"check", folder.path(), "--json"}).of_type("summary").at(0);
    EXPECT_GT(sums["maps"], 40);
    for (const auto& [member, value] : whole.items()) {
        if (value.is_number()) {
            EXPECT_EQ(sums[member], value) << member;
        }
    }
}

}  // namespace shard_test
}  // namespace flatline::engine::tool_test
