// --files-from, --shard-by, rows about files, --dedupe, --output-dir and --resume.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "tools/batch/running.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace results_test {

using nlohmann::json;

// Of the text "abc": FIPS 180-4.
constexpr char kShaOfAbc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

std::string map_number(int number) {
    return small_map("vertex { x = " + std::to_string(number) + "; y = 0; }\n");
}

/// The rows of a run but its first and last object, and without what differs between runs.
std::multiset<std::string> rows_of(const std::vector<json>& lines) {
    std::multiset<std::string> rows;
    for (json line : lines) {
        if (line["type"] == "run" || line["type"] == "summary") continue;
        line.erase("seconds");
        rows.insert(line.dump());
    }
    return rows;
}

std::vector<json> lines_of(const std::string& text) {
    std::vector<json> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
    return lines;
}

/// Names and contents of the results in a folder.
std::map<std::string, std::string> results_in(const std::string& folder) {
    std::map<std::string, std::string> results;
    if (!std::filesystem::exists(folder)) return results;
    for (const std::string& name : names_in(folder)) {
        if (name.size() == 64 + 6) results[name] = bytes_of(folder + "/" + name);
    }
    return results;
}

std::multiset<std::string> rows_in(const std::string& folder) {
    std::multiset<std::string> rows;
    for (const auto& [name, text] : results_in(folder)) rows.merge(rows_of(lines_of(text)));
    return rows;
}

std::map<std::string, std::filesystem::file_time_type> times_in(const std::string& folder) {
    std::map<std::string, std::filesystem::file_time_type> times;
    for (const auto& [name, text] : results_in(folder)) {
        times[name] = std::filesystem::last_write_time(folder + "/" + name);
    }
    return times;
}

TEST(ToolFileRows, ComeBeforeWhatIsInTheFile) {
    const TempFolder folder;
    const std::string wad = folder.write(
        "a.wad", make_wad({map_lumps("A", small_map())[0], map_lumps("A", small_map())[1],
                           map_lumps("A", small_map())[2], map_lumps("B", small_map())[0],
                           map_lumps("B", small_map())[1], map_lumps("B", small_map())[2]}));
    for (const char* command : {"check", "info"}) {
        const Outcome run = run_tool({command, wad, "--json"});
        const auto lines = run.lines();
        EXPECT_EQ(lines.at(1)["type"], "file");
        const json& row = lines.at(1);
        EXPECT_EQ(row["file"], wad);
        EXPECT_EQ(row["maps"], 2);
        EXPECT_EQ(row["bytes"], std::filesystem::file_size(wad));
        EXPECT_GE(row["seconds"].get<double>(), 0.0);
        EXPECT_EQ(row["sha256"].get<std::string>().size(), 64u);
        EXPECT_EQ(run_tool({command, wad, "--json", "--quiet"}).of_type("file").size(), 0u);
    }
}

TEST(ToolFileRows, TheDigestIsSha256) {
    const TempFolder folder;
    const std::string file = folder.write("abc.textmap", "abc");
    const auto rows = run_tool({"check", file, "--json"}).of_type("file");
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0]["sha256"], kShaOfAbc);
    EXPECT_EQ(rows[0]["bytes"], 3);
    const auto piped = run_tool({"check", "-", "--json"}, "abc").of_type("file");
    ASSERT_EQ(piped.size(), 1u);
    EXPECT_EQ(piped[0]["sha256"], kShaOfAbc);
    // A folder that is read like a PK3 has one, wherever it lies.
    folder.write("x/maps/a.wad", make_wad(map_lumps("A", small_map())));
    folder.write("y/maps/a.wad", make_wad(map_lumps("A", small_map())));
    const auto trees =
        run_tool({"info", folder.path("x"), folder.path("y"), "--json"}).of_type("file");
    ASSERT_EQ(trees.size(), 2u);
    EXPECT_EQ(trees[0]["sha256"], trees[1]["sha256"]);
}

TEST(ToolFilesFrom, IsAsPathsOnTheCommandLine) {
    const TempFolder folder;
    const std::string a = folder.write("a b.textmap", small_map());
    const std::string b = folder.write("new\nline.textmap", map_number(7));
    const std::string c = folder.write("c.textmap", map_number(8));
    const auto wanted = rows_of(run_tool({"check", a, c, "--json"}).lines());
    const std::string list = folder.write("list", a + "\n\n" + c);
    EXPECT_EQ(rows_of(run_tool({"check", "--files-from", list, "--json"}).lines()), wanted);
    EXPECT_EQ(
        rows_of(run_tool({"check", "--files-from", "-", "--json"}, a + "\n" + c + "\n").lines()),
        wanted);
    EXPECT_EQ(rows_of(run_tool({"check", a, "--files-from", "-", "--json"}, c + "\n").lines()),
              wanted);
    const std::string nulls = a + '\0' + b + '\0' + c + '\0';
    EXPECT_EQ(rows_of(run_tool({"check", "--files-from", "-", "-0", "--json"}, nulls).lines()),
              rows_of(run_tool({"check", a, b, c, "--json"}).lines()));
    EXPECT_EQ(run_tool({"stats", "--files-from", list, "--json"}).of_type("stats").size(), 2u);
}

TEST(ToolFilesFrom, WrongUse) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    EXPECT_EQ(run_tool({"check"}).exit_code, 2);
    EXPECT_NE(run_tool({"check"}).err.find("PATH is required"), std::string::npos);
    EXPECT_EQ(run_tool({"check", "--files-from", folder.path("none")}).exit_code, 2);
    EXPECT_EQ(run_tool({"check", "-", "--files-from", "-"}, map).exit_code, 2);
    EXPECT_EQ(run_tool({"check", map, "-0"}).exit_code, 2);
    EXPECT_EQ(run_tool({"dump", map, "--files-from", "-"}, map).exit_code, 2);
    EXPECT_EQ(run_tool({"check", "--files-from", "-"}, std::string("a\0b", 3)).exit_code, 2);
    // One missing path among several: the others are done.
    const Outcome run = run_tool({"check", "--files-from", "-", "--json"}, "none.wad\n" + map);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.of_type("map").size(), 1u);
    // An empty list is an empty run.
    EXPECT_EQ(run_tool({"check", "--files-from", "-"}, "").exit_code, 0);
    EXPECT_EQ(run_tool({"info", "--files-from", "-"}, "").exit_code, 0);
}

TEST(ToolShardBy, EveryFileIsInOnePart) {
    const TempFolder folder;
    for (int i = 0; i < 30; ++i) {
        std::string text = map_number(i);
        text.append(static_cast<std::size_t>(i) * 997, '\n');
        folder.write("m" + std::to_string(i) + ".textmap", text);
    }
    const auto whole = rows_of(run_tool({"check", folder.path(), "--json"}).lines());
    for (const char* by : {"content", "path", "size"}) {
        std::multiset<std::string> sum;
        std::uint64_t least = UINT64_MAX;
        std::uint64_t most = 0;
        for (const char* part : {"1/3", "2/3", "3/3"}) {
            const Outcome run =
                run_tool({"check", folder.path(), "--json", "--shard", part, "--shard-by", by});
            sum.merge(rows_of(run.lines()));
            std::uint64_t bytes = 0;
            for (const json& row : run.of_type("file")) bytes += row["bytes"].get<std::uint64_t>();
            least = std::min(least, bytes);
            most = std::max(most, bytes);
        }
        EXPECT_EQ(sum, whole) << by;
        if (by == std::string("size")) {
            EXPECT_LT(most - least, 30u * 997u) << "parts differ by less than the largest file";
        }
    }
    EXPECT_EQ(run_tool({"check", folder.path(), "--shard-by", "name"}).exit_code, 2);
}

TEST(ToolDedupe, OnlyTheFirstOfEqualFilesIsLookedAt) {
    const TempFolder folder;
    const std::string a = folder.write("a.textmap", small_map());
    const std::string b = folder.write("b.textmap", map_number(1));
    const std::string c = folder.write("sub/c.textmap", small_map());
    std::string first;
    for (const char* jobs : {"1", "4"}) {
        const Outcome run = run_tool({"check", a, b, c, a, "--json", "--dedupe", "--jobs", jobs});
        const auto files = run.of_type("file");
        ASSERT_EQ(files.size(), 4u);
        EXPECT_EQ(run.of_type("map").size(), 2u);
        EXPECT_FALSE(files[0].contains("same_as"));
        EXPECT_EQ(files[2]["same_as"], a);
        EXPECT_EQ(files[2]["sha256"], files[0]["sha256"]);
        EXPECT_FALSE(files[2].contains("maps"));
        const auto summary = run.of_type("summary").at(0);
        EXPECT_EQ(summary["files"], 4);
        EXPECT_EQ(summary["maps"], 2);
        EXPECT_EQ(summary["same"], 2);
        EXPECT_EQ(run.exit_code, 0);
    }
    const Outcome text = run_tool({"check", a, c, "--dedupe"});
    EXPECT_NE(text.out.find(c + ": the same bytes as " + a + "\n"), std::string::npos) << text.out;
    EXPECT_EQ(run_tool({"stats", a, "--dedupe"}).exit_code, 2);
    // A file that a folder is walked over without a word is nobody's twin.
    const TempFolder other;
    other.write("a.txt", "vertex { x = 0; y = 0; }");
    other.write("b.textmap", "vertex { x = 0; y = 0; }");
    EXPECT_EQ(run_tool({"check", other.path(), "--json", "--dedupe"}).of_type("map").size(), 1u);
}

/// Rows of type file that say whose twin a file is: the file, and the twin.
std::map<std::string, std::string> twins_of(const std::vector<json>& rows) {
    std::map<std::string, std::string> twins;
    for (const json& row : rows) {
        if (row["type"] != "file" || !row.contains("same_as")) continue;
        EXPECT_FALSE(row.contains("maps"));
        EXPECT_EQ(row["sha256"].get<std::string>().size(), 64u);
        twins[row["file"]] = row["same_as"];
    }
    return twins;
}

std::vector<std::string> names_of_maps(const Outcome& run) {
    std::vector<std::string> names;
    for (const json& row : run.of_type("map")) {
        names.push_back(row["file"].get<std::string>() + ":" + row["map"].get<std::string>());
    }
    return names;
}

/// Archives that share WADs: `a` has one twice, `b` has it again and another, `x` is that WAD.
class ToolDedupeInside : public testing::Test {
protected:
    ToolDedupeInside() {
        wad = make_wad(map_lumps("MAP01", map_number(1)));
        other = make_wad(map_lumps("MAP01", map_number(2)));
        a = folder.write("a.pk3", make_zip({{"maps/one.wad", wad}, {"maps/two.wad", wad}}));
        b = folder.write("b.pk3", make_zip({{"maps/one.wad", other}, {"maps/three.wad", wad}}));
        x = folder.write("x.wad", wad);
        folder.write("mod/maps/four.wad", wad);
        mod = folder.path("mod");
    }
    const TempFolder folder;
    std::string wad, other, a, b, x, mod;
};

TEST_F(ToolDedupeInside, WadsInArchivesAreTwinsOfEachOtherAndOfFiles) {
    const std::string first = a + "/maps/one.wad";
    for (const char* jobs : {"1", "4"}) {
        for (const char* command : {"check", "info"}) {
            const Outcome run =
                run_tool({command, a, b, x, mod, "--json", "--dedupe", "--jobs", jobs});
            const std::map<std::string, std::string> wanted = {{a + "/maps/two.wad", first},
                                                               {b + "/maps/three.wad", first},
                                                               {mod + "/maps/four.wad", first},
                                                               {x, first}};
            EXPECT_EQ(twins_of(run.lines()), wanted);
            const std::vector<std::string> maps = {first + ":ONE", b + "/maps/one.wad:ONE"};
            EXPECT_EQ(names_of_maps(run), maps);
            EXPECT_EQ(run.of_type("summary").at(0)["same"], 4);
            EXPECT_EQ(run.of_type("summary").at(0)["files"], 4);
            EXPECT_EQ(run.exit_code, 0);
        }
    }
    // The file comes first, so the run reports the file and names the WAD in the archive its twin.
    const Outcome turned = run_tool({"check", x, a, "--json", "--dedupe"});
    EXPECT_EQ(twins_of(turned.lines()),
              (std::map<std::string, std::string>{{first, x}, {a + "/maps/two.wad", x}}));
    EXPECT_EQ(names_of_maps(turned), std::vector<std::string>{x + ":MAP01"});
    const Outcome text = run_tool({"check", x, a, "--dedupe"});
    EXPECT_NE(text.out.find(first + ": the same bytes as " + x + "\n"), std::string::npos);
    EXPECT_NE(text.out.find(", 2 the same, "), std::string::npos) << text.out;
    const Outcome info = run_tool({"info", x, a, "--dedupe"});
    EXPECT_NE(info.out.find(first + ": the same bytes as " + x + "\n"), std::string::npos);
    EXPECT_EQ(names_of_maps(run_tool({"check", x, a, b, "--json"})).size(), 5u);
}

TEST_F(ToolDedupeInside, AChosenMapIsLookedAtWhateverItsFileIs) {
    const Outcome run = run_tool({"check", a, "--json", "--dedupe", "--map", "TWO"});
    EXPECT_EQ(names_of_maps(run), std::vector<std::string>{a + "/maps/two.wad:TWO"});
    EXPECT_TRUE(twins_of(run.lines()).empty());
}

TEST_F(ToolDedupeInside, BesideResourcesOnlyFilesOfOneArchiveAreTwins) {
    const Outcome run = run_tool({"check", x, a, b, "--json", "--dedupe", "--resources", x});
    EXPECT_EQ(twins_of(run.lines()),
              (std::map<std::string, std::string>{{a + "/maps/two.wad", a + "/maps/one.wad"}}));
    EXPECT_EQ(names_of_maps(run).size(), 4u);
}

TEST_F(ToolDedupeInside, AResultFollowsFromItsArchiveAlone) {
    const TempFolder out;
    const auto results = [&](const char* name, const std::vector<std::string>& files) {
        std::vector<std::string> words = {"check", "--resume", "--output-dir", out.path(name)};
        words.insert(words.end(), files.begin(), files.end());
        return run_tool(words);
    };
    const Outcome together = results("together", {x, a, b});
    results("apart", {b});
    results("apart", {a});
    results("apart", {x});
    EXPECT_EQ(rows_in(out.path("apart")), rows_in(out.path("together")));
    EXPECT_EQ(together.of_type("summary").at(0)["same"], 1) << "the one inside a.pk3";
    auto again = results("together", {x, a, b}).of_type("summary").at(0);
    EXPECT_EQ(again["same"], 1);
    EXPECT_EQ(again["resumed"], 3);
}

TEST_F(ToolDedupeInside, WhatIsWrongWithATwinIsToldOnce) {
    // The last lump lies outside of the file, which is a finding about the WAD and no map.
    Lumps lumps = map_lumps("MAP01", map_number(1));
    lumps.emplace_back("JUNK", "abcd");
    std::string damaged = make_wad(lumps);
    damaged[damaged.size() - 16 + 2] = '\x7f';
    const std::string file =
        folder.write("d.pk3", make_zip({{"maps/p.wad", damaged}, {"maps/q.wad", damaged}}));
    const Outcome plain = run_tool({"check", file, "--json"});
    const Outcome run = run_tool({"check", file, "--json", "--dedupe"});
    const auto of = [](const Outcome& outcome, const char* name) {
        std::size_t count = 0;
        for (const json& row : outcome.of_type("finding")) {
            if (row["severity"] != "warning") continue;
            count += row["file"].get<std::string>().find(name) != std::string::npos;
        }
        return count;
    };
    ASSERT_GT(of(plain, "q.wad"), 0u);
    EXPECT_EQ(of(run, "q.wad"), 0u);
    EXPECT_EQ(of(run, "p.wad"), of(plain, "p.wad"));
    const auto summary = run.of_type("summary").at(0);
    const auto warnings = [](const json& row) { return row["warnings"].get<std::size_t>(); };
    EXPECT_EQ(warnings(plain.of_type("summary").at(0)) - warnings(summary), of(plain, "q.wad"));
    EXPECT_EQ(run.exit_code, plain.exit_code);
}

class ToolOutputDir : public testing::Test {
protected:
    ToolOutputDir() {
        for (int i = 0; i < 12; ++i) {
            maps.write("m" + std::to_string(i) + ".textmap", map_number(i));
        }
        maps.write("copy.textmap", map_number(3));
        maps.write("broken.wad", "PWAD\x01\x02");
        maps.write("bad.textmap", "namespace = \"doom\"; linedef { v1 = 0; v2 = 1; }");
    }

    Outcome run(const std::vector<std::string>& more, const char* command = "check") const {
        std::vector<std::string> words = {command, maps.path(), "--output-dir", results()};
        words.insert(words.end(), more.begin(), more.end());
        return run_tool(words);
    }
    std::string results() const { return out.path("results"); }

    const TempFolder maps;
    const TempFolder out;
};

TEST_F(ToolOutputDir, ResultsAreTheRowsOfARunWithoutIt) {
    for (const char* command : {"check", "info"}) {
        const Outcome plain = run_tool({command, maps.path(), "--json", "--dedupe"});
        const Outcome split = run({"--force", "-j", "3"}, command);
        EXPECT_EQ(split.exit_code, plain.exit_code) << command;
        EXPECT_EQ(split.exit_code, 1) << command;
        auto all = rows_in(results());
        EXPECT_EQ(all.size() + 1, rows_of(plain.lines()).size());
        all.merge(rows_of(split.lines()));
        EXPECT_EQ(all, rows_of(plain.lines())) << command;
        EXPECT_EQ(split.of_type("file").size(), 1u) << "only the twin is listed";
        EXPECT_EQ(split.of_type("summary"), plain.of_type("summary"));
        for (const auto& [name, text] : results_in(results())) {
            EXPECT_EQ(lines_of(text).at(0)["sha256"].get<std::string>() + ".jsonl", name);
            EXPECT_EQ(text.find("\"type\":\"run\""), std::string::npos);
            EXPECT_EQ(text.find("\"type\":\"summary\""), std::string::npos);
        }
        EXPECT_EQ(names_in(results()).size(), 14u + 1u) << "and the key, no temporary file";
    }
}

TEST_F(ToolOutputDir, ResumeDoesOnlyWhatIsNew) {
    const Outcome whole = run({});
    const auto before = times_in(results());
    EXPECT_EQ(run({"--resume", "--quiet"}).exit_code, whole.exit_code);
    EXPECT_EQ(times_in(results()), before) << "--quiet leaves no row out, so it changes nothing";
    const Outcome again = run({"--resume"});
    EXPECT_EQ(rows_of(again.lines()), rows_of(whole.lines())) << "only the twin is told again";
    EXPECT_EQ(times_in(results()), before);
    EXPECT_EQ(again.exit_code, whole.exit_code);
    auto summary = again.of_type("summary").at(0);
    EXPECT_EQ(summary["resumed"], 14);
    const auto first = whole.of_type("summary").at(0);
    for (const char* count : {"files", "maps", "refused", "errors", "warnings", "same"}) {
        EXPECT_EQ(summary[count], first[count]) << count;
    }
    // One file is new, one result was cut short, one is away.
    maps.write("new.textmap", map_number(99));
    const std::string cut = before.begin()->first;
    const std::string gone = before.rbegin()->first;
    std::filesystem::resize_file(results() + "/" + cut, 40);
    std::filesystem::remove(results() + "/" + gone);
    EXPECT_EQ(run({"--resume"}).of_type("summary").at(0)["resumed"], 12);
    const auto after = times_in(results());
    EXPECT_EQ(after.size(), before.size() + 1);
    for (const auto& [name, time] : before) {
        if (name != cut && name != gone) {
            EXPECT_EQ(after.at(name), time) << name;
        }
    }
    EXPECT_EQ(rows_in(results()), [&] {
        const auto plain = run_tool({"check", maps.path(), "--json", "--dedupe"}).lines();
        std::multiset<std::string> rows = rows_of(plain);
        std::erase_if(rows, [](const std::string& row) { return row.find("same_as") != row.npos; });
        return rows;
    }());
}

TEST_F(ToolOutputDir, AnEmptyArchiveIsNoMistakeAgain) {
    const std::string empty = out.write("empty.wad", std::string("PWAD\0\0\0\0\x0C\0\0\0", 12));
    for (const char* resume : {"--dedupe", "--resume", "--resume"}) {
        EXPECT_EQ(run_tool({"check", empty, "--output-dir", results(), resume}).exit_code,
                  run_tool({"check", empty}).exit_code)
            << resume;
    }
}

TEST_F(ToolOutputDir, AnythingElseIsDoneAgain) {
    run({});
    auto before = times_in(results());
    const auto all_are_new = [&] {
        const auto after = times_in(results());
        EXPECT_EQ(after.size(), before.size());
        const bool are = std::all_of(after.begin(), after.end(), [&](const auto& one) {
            return before.at(one.first) != one.second;
        });
        before = after;
        return are;
    };
    run({});
    EXPECT_TRUE(all_are_new()) << "without --resume";
    run({"--resume", "--rule", "vertex-unused=off"});
    EXPECT_TRUE(all_are_new()) << "another option";
    run({"--resume", "--rule", "vertex-unused=off", "-j", "2", "--shard", "1/1"});
    EXPECT_FALSE(all_are_new()) << "how the work is shared makes no difference";
    run({"--resume"});
    EXPECT_TRUE(all_are_new()) << "and back";
    run({"--resume"}, "info");
    EXPECT_TRUE(all_are_new()) << "another command";
    const TempFolder settings;
    const std::string config =
        settings.write("flatline.toml", "[rules]\nvertex-unused = \"error\"\n");
    run({"--resume", "--config", config});
    EXPECT_TRUE(all_are_new());
    settings.write("flatline.toml", "[rules]\nvertex-unused = \"off\"\n");
    run({"--resume", "--config", config});
    EXPECT_TRUE(all_are_new()) << "another setting in the same file";
}

TEST_F(ToolOutputDir, ARunThatWasKilledGoesOn) {
    const TempFolder many;
    for (int i = 0; i < 400; ++i) {
        many.write(std::to_string(i) + ".textmap", map_number(i));
    }
    const std::vector<std::string> words = {
        "check", many.path(), "--output-dir", results(), "--resume", "-j", "2"};
    std::size_t killed = 0;
    for (int i = 0; i < 30; ++i) {
        Running run(words);
        const std::size_t wanted = std::min<std::size_t>(killed + 30, 399);
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (results_in(results()).size() < wanted && std::chrono::steady_clock::now() < end) {
            usleep(1000);
        }
        run.send(SIGKILL);
        EXPECT_EQ(run.exit_code(), -1);
        const std::size_t now = results_in(results()).size();
        EXPECT_GE(now, killed);
        killed = now;
        if (killed > 150) break;
    }
    EXPECT_GT(killed, 30u);
    const Outcome rest = run_tool(words);
    EXPECT_EQ(rest.of_type("summary").at(0)["resumed"], killed);
    EXPECT_EQ(rows_in(results()), rows_of(run_tool({"check", many.path(), "--json"}).lines()));
}

TEST_F(ToolOutputDir, PartsShareAFolder) {
    for (const char* part : {"1/3", "2/3", "3/3"}) {
        run({"--resume", "--shard", part, "--shard-by", "content"});
    }
    auto wanted = rows_of(run_tool({"check", maps.path(), "--json", "--dedupe"}).lines());
    std::erase_if(wanted, [](const std::string& row) { return row.find("same_as") != row.npos; });
    EXPECT_EQ(rows_in(results()), wanted);
}

TEST_F(ToolOutputDir, WrongUse) {
    EXPECT_EQ(run({"--format", "sarif"}).exit_code, 2);
    EXPECT_EQ(run_tool({"check", maps.path(), "--resume"}).exit_code, 2);
    EXPECT_EQ(run_tool({"stats", maps.path(), "--output-dir", results()}).exit_code, 2);
    const std::string file = out.write("file", "");
    EXPECT_EQ(run_tool({"check", maps.path(), "--output-dir", file}).exit_code, 2);
    // A file of somebody else is not replaced.
    run({});
    const std::string name = results_in(results()).begin()->first;
    out.write("results/" + name, "mine");
    const Outcome refused = run({});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find(name), std::string::npos);
    EXPECT_EQ(bytes_of(results() + "/" + name), "mine");
    EXPECT_NE(bytes_of((run({"--force"}), results() + "/" + name)), "mine");
}

}  // namespace results_test
}  // namespace flatline::engine::tool_test
