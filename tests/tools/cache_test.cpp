// --cache: the results are those of a run without it, what is found is not written again, and
// nothing that is wrong with the folder is an error.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "support/binary_maps.hpp"
#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace {

namespace fs = std::filesystem;

constexpr char kDoom3Map[] = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";

// What two runs may differ in.
std::string without_seconds(const std::string& text) {
    static const std::regex seconds("\"seconds\":[0-9.e+-]+");
    return std::regex_replace(text, seconds, "");
}

class ToolCache : public testing::Test {
protected:
    ToolCache() { wad = folder.write("a.wad", make_wad(map_lumps("MAP01", small_map()))); }

    Outcome run(std::vector<std::string> words) const {
        words.insert(words.end(), {"--cache", folder.path("cache")});
        return run_tool(words);
    }
    std::vector<std::string> entries() const {
        std::error_code error;
        if (!fs::is_directory(folder.path("cache"), error)) return {};
        return names_in(folder.path("cache"));
    }
    std::string entry(std::size_t i = 0) const { return folder.path("cache/" + entries().at(i)); }
    // Runs once without and twice with the cache.
    void expect_same(const std::vector<std::string>& words) const {
        SCOPED_TRACE(words[0] + " " + words[1]);
        const Outcome plain = run_tool(words);
        for (int i = 0; i < 2; ++i) {
            const Outcome cached = run(words);
            EXPECT_EQ(without_seconds(plain.out), without_seconds(cached.out)) << i;
            EXPECT_EQ(plain.err, cached.err) << i;
            EXPECT_EQ(plain.exit_code, cached.exit_code) << i;
        }
    }

    TempFolder folder;
    std::string wad;
};

TEST_F(ToolCache, ChangesNoResultOfAnyCommand) {
    const std::string text = folder.write("b.udmf", small_map());
    const std::string bad = folder.write("c.udmf", "namespace = \"doom\"; vertex { x = ");
    const std::string doom3 = folder.write("d.map", kDoom3Map);
    const std::string binary = folder.write(
        "e.wad",
        testing_support::wad_of(testing_support::two_rooms(true), testing_support::kBinaryLumps));
    for (const std::string& file : {wad, text, bad, doom3, binary}) {
        for (const std::string command : {"check", "info", "dump"}) {
            expect_same({command, file, "--format", command == "check" ? "json" : "text"});
        }
        expect_same({"info", "--json", file});
        expect_same({"check", "--notes", "--build-nodes", file, "--threads", "2"});
    }
    const std::string picture = folder.path("a.svg");
    ASSERT_EQ(run_tool({"draw", wad, "-o", picture}).exit_code, 0);
    const std::string plain = bytes_of(picture);
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(run({"draw", wad, "-o", picture, "--force"}).exit_code, 0);
        EXPECT_EQ(bytes_of(picture), plain);
    }
}

TEST_F(ToolCache, ChangesNoResultOverTheCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    testing_support::Sample sample(9);
    for (const std::string& path : corpus::files()) {
        if (fs::file_size(path) > (1u << 20) || !sample.takes()) continue;
        expect_same({"check", "--json", path});
        expect_same({"info", "--json", path});
    }
}

TEST_F(ToolCache, WritesNothingForAHit) {
    ASSERT_EQ(run({"check", wad}).exit_code, 0);
    ASSERT_EQ(entries().size(), 1u);
    EXPECT_EQ(fs::path(entry()).extension(), ".flatbake");
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24);
    fs::last_write_time(entry(), old);
    fs::permissions(entry(), fs::perms::owner_read);
    ASSERT_EQ(run({"check", wad}).exit_code, 0);
    EXPECT_EQ(fs::last_write_time(entry()), old);
    // The same bytes at another path are the same map, under the name of now.
    const std::string copy = folder.write("moved/z.wad", bytes_of(wad));
    EXPECT_NE(run({"check", "--json", copy}).out.find("z.wad"), std::string::npos);
    EXPECT_EQ(entries().size(), 1u);
    // Another text, and another option that counts, are other entries.
    folder.write("a.wad",
                 make_wad(map_lumps("MAP01", small_map(" thing { x = 1; y = 1; type = 1; }"))));
    run({"check", wad});
    EXPECT_EQ(entries().size(), 2u);
    run({"check", wad, "--repair"});
    EXPECT_EQ(entries().size(), 3u);
}

TEST_F(ToolCache, ReplacesBadEntries) {
    const std::string expected = without_seconds(run({"check", "--json", wad}).out);
    const std::string good = bytes_of(entry());
    std::string flipped = good;
    flipped[good.size() / 2] ^= 1;
    for (const std::string& bad : {std::string(), good.substr(0, good.size() - 64), flipped,
                                   good + good, std::string(100'000, 'x')}) {
        std::ofstream(entry(), std::ios::binary | std::ios::trunc) << bad;
        EXPECT_EQ(without_seconds(run({"check", "--json", wad}).out), expected);
        EXPECT_EQ(bytes_of(entry()), good);
    }
    // The entry of another map under this name.
    const std::string name = entry();
    const std::string other = folder.write("b.udmf", small_map(" vertex { x = 9; y = 9; }"));
    fs::remove(name);
    run({"check", other});
    ASSERT_EQ(entries().size(), 1u);
    fs::rename(entry(), name);
    EXPECT_EQ(without_seconds(run({"check", "--json", wad}).out), expected);
    EXPECT_EQ(bytes_of(name), good);
}

TEST_F(ToolCache, SaysOnceThatItCannotWrite) {
    // A file stands where the folder should: nobody can write there, root included.
    const std::string file = folder.write("file", "x");
    const std::string second = folder.write("b.udmf", small_map());
    for (const std::string& cache : {file, file + "/below"}) {
        const Outcome plain = run_tool({"check", wad, second});
        const Outcome cached = run_tool({"check", wad, second, "--cache", cache});
        EXPECT_EQ(cached.out, plain.out);
        EXPECT_EQ(cached.exit_code, plain.exit_code);
        const std::size_t first = cached.err.find("--cache: cannot write into");
        ASSERT_NE(first, std::string::npos) << cached.err;
        EXPECT_EQ(cached.err.find("--cache", first + 1), std::string::npos) << cached.err;
    }
    EXPECT_EQ(bytes_of(file), "x");
}

TEST_F(ToolCache, KeepsTheNewestUpToItsSize) {
    std::vector<std::string> files;
    for (int i = 0; i < 4; ++i) {
        files.push_back(
            folder.write(std::to_string(i) + ".udmf",
                         small_map(" vertex { x = " + std::to_string(100 + i) + "; y = 1; }")));
        run({"check", files.back()});
        ASSERT_EQ(entries().size(), static_cast<std::size_t>(i) + 1);
        // The clock of a file system may be coarse.
        for (const std::string& name : entries()) {
            const std::string path = folder.path("cache/" + name);
            fs::last_write_time(path, fs::last_write_time(path) - std::chrono::minutes(1));
        }
    }
    const auto bytes = fs::file_size(entry());
    std::ofstream(folder.path("cache/other.txt")) << std::string(100'000, 'x');
    run({"check", files[0], "--cache-size", std::to_string(2 * bytes + bytes / 2)});
    ASSERT_EQ(entries().size(), 3u);  // two entries, and what is none of ours
    // A hit does not make an entry newer: 2 and 3 were written last.
    for (const int kept : {2, 3}) {
        run({"check", files[static_cast<std::size_t>(kept)]});
        EXPECT_EQ(entries().size(), 3u) << kept;
    }
    run({"check", files[3], "--cache-size", "0"});
    EXPECT_EQ(entries(), std::vector<std::string>{"other.txt"});
    // What a killed run has left.
    const std::string part = folder.write("cache/.flatbake-1-1", "x");
    run({"check", files[3]});
    EXPECT_TRUE(fs::exists(part));
    fs::last_write_time(part, fs::file_time_type::clock::now() - std::chrono::hours(2));
    run({"check", files[3]});
    EXPECT_FALSE(fs::exists(part));
}

TEST_F(ToolCache, ServesSeveralProcessesAtOnce) {
    for (int i = 0; i < 12; ++i) {
        folder.write("maps/" + std::to_string(i) + ".udmf",
                     small_map(" vertex { x = " + std::to_string(200 + i) + "; y = 1; }"));
    }
    const std::string maps = folder.path("maps");
    const std::string expected = without_seconds(run_tool({"check", "--json", maps}).out);
    std::vector<Outcome> outcomes(4);
    std::vector<std::thread> threads;
    for (Outcome& outcome : outcomes) {
        threads.emplace_back([&] { outcome = run({"check", "--json", "--jobs", "3", maps}); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Outcome& outcome : outcomes) {
        EXPECT_EQ(without_seconds(outcome.out), expected);
        EXPECT_EQ(outcome.err, "");
        EXPECT_EQ(outcome.exit_code, 0);
    }
    EXPECT_EQ(entries().size(), 12u);
}

TEST_F(ToolCache, IsReadFromTheCommandLine) {
    EXPECT_EQ(run_tool({"check", wad, "--cache-size", "5"}).exit_code, 2);
    EXPECT_EQ(run({"check", wad, "--cache-size", "many"}).exit_code, 2);
    EXPECT_EQ(run({"check", wad, "--cache-size", "1M"}).exit_code, 0);
    EXPECT_EQ(run_tool({"check", wad, "--cache="}).exit_code, 2);
}

TEST_F(ToolCache, BenchTellsWhatBakingTakes) {
    const Outcome outcome = run_tool({"bench", "--json", wad});
    const auto benches = outcome.of_type("bench");
    ASSERT_EQ(benches.size(), 1u);
    std::string stages;
    for (const auto& stage : benches[0]["stages"]) {
        stages += stage["stage"].get<std::string>() + ";";
    }
    EXPECT_NE(stages.find(";bake;bake key;baked;"), std::string::npos) << stages;
}

}  // namespace
}  // namespace flatline::engine::tool_test
