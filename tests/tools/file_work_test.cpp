// The limit file-work: all maps of one file together take a bounded time, however many there are
// and whatever they share, and the program reports what it skipped.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/wad_builder.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace file_work_test {

using testing_support::WadBuilder;
using Strings = std::vector<std::string>;

/// Lines of which each crosses all others: a check of this text alone reaches check-steps.
std::string crossing(int lines = 5000) {
    std::string text = "namespace=\"zdoom\";";
    for (int i = 0; i < lines; ++i) {
        text += "vertex{x=" + std::to_string(i * 3 - 2000) + ";y=0;}";
        text += "vertex{x=" + std::to_string(2001 - i * 3) + ";y=1000;}";
    }
    for (int i = 0; i < lines; ++i) {
        text += "linedef{v1=" + std::to_string(2 * i) + ";v2=" + std::to_string(2 * i + 1) +
                ";sidefront=0;}";
    }
    return text + "sidedef{sector=0;}sector{texturefloor=\"A\";textureceiling=\"B\";}";
}

/// `count` maps over one text, of which each leaves out `step` bytes more of the end.
std::string sharing(const std::string& text, int count, std::uint32_t step, bool ended = false) {
    WadBuilder wad;
    wad.lump("DATA", text);
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
        const auto size = static_cast<std::uint32_t>(text.size());
        wad.lump("M" + std::to_string(i)).entry("TEXTMAP", 12, size - i * step);
        if (ended) wad.lump("ENDMAP");
    }
    return wad.build();
}

struct Numbers {
    std::uint64_t maps = 0;
    std::uint64_t not_looked_at = 0;
};
/// Of the summary, which is the last line of JSON.
Numbers numbers_of(const Outcome& run) {
    const std::string_view out = run.out;
    const std::size_t line = out.rfind("{\"type\":\"summary\"");
    if (line == out.npos) return {};
    const auto summary = nlohmann::json::parse(out.substr(line));
    return {summary["maps"], summary.value("not_looked_at", std::uint64_t{0})};
}
std::uint64_t count_of(std::string_view out, std::string_view words) {
    std::uint64_t count = 0;
    for (std::size_t at = out.find(words); at != out.npos; at = out.find(words, at + 1)) ++count;
    return count;
}

double processor_seconds() {
    rusage use{};
    getrusage(RUSAGE_CHILDREN, &use);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

// What a promise is for, and what the build of this program makes of it.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr double kMostSeconds = 2.0;
#else
constexpr double kMostSeconds = 40.0;
#endif

// Each map is looked at or counted, the exit code is 1 where one is not, and no file of 1 MB takes
// more than two seconds of processor time.
TEST(ToolFileWork, AFileOfThousandsOfMapsEnds) {
    const TempFolder folder;
    const std::string text = crossing();
    const std::string blanks = crossing() + std::string(12000, ' ');
    const struct {
        const char* name;
        std::string bytes;
        std::uint64_t maps;
    } files[] = {
        {"twins.wad", sharing(text, 12000, 0, true), 12000},
        {"shifted.wad", sharing(blanks, 12000, 1), 12000},
        {"tiny.wad", sharing(small_map() + std::string(12000, ' '), 12000, 1, true), 12000},
        {"refused.wad", sharing(std::string(20000, '}'), 12000, 1), 12000},
    };
    for (const auto& file : files) {
        const std::string path = folder.write(file.name, file.bytes);
        for (const Strings& words :
             {Strings{"check"}, Strings{"info"}, Strings{"check", "--build-nodes"}}) {
            Strings all = words;
            all.insert(all.end(), {path, "--json"});
            const double begun = processor_seconds();
            const Outcome run = run_tool(all);
            EXPECT_LT(processor_seconds() - begun, kMostSeconds) << file.name << " " << words[0];
            const Numbers numbers = numbers_of(run);
            EXPECT_EQ(numbers.maps + numbers.not_looked_at, file.maps) << file.name;
            EXPECT_EQ(count_of(run.out, "{\"type\":\"map\""), numbers.maps) << file.name;
            EXPECT_EQ(count_of(run.out + run.err, "of the maps were skipped"),
                      numbers.not_looked_at != 0 ? 1u : 0u)
                << file.name;
            EXPECT_TRUE(numbers.not_looked_at == 0 || run.exit_code == 1) << file.name;
        }
    }
}

// All that is said of a map that shares its text is what would be said of it alone.
TEST(ToolFileWork, TwinsAreToldOfAsIfAlone) {
    const TempFolder folder;
    const std::string texts[] = {crossing(20), "namespace=\"zdoom\";vertex{x=1;}", small_map()};
    WadBuilder shared;
    WadBuilder separate;
    // Of both kinds of WADs every text lies at the same places, three copies each.
    const std::uint32_t size[] = {static_cast<std::uint32_t>(texts[0].size()),
                                  static_cast<std::uint32_t>(texts[1].size()),
                                  static_cast<std::uint32_t>(texts[2].size())};
    std::uint32_t at = 12;
    std::uint32_t first[3];
    for (int i = 0; i < 3; ++i) {
        first[i] = at;
        for (int copy = 0; copy < 3; ++copy) {
            shared.lump("DATA", texts[i]);
            separate.lump("DATA", texts[i]);
            at += size[i];
        }
    }
    for (std::uint32_t copy = 0; copy < 3; ++copy) {
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::string label = "MAP" + std::to_string(copy) + std::to_string(i);
            shared.lump(label).entry("TEXTMAP", first[i], size[i]);
            separate.lump(label).entry("TEXTMAP", first[i] + copy * size[i], size[i]);
            // An own finding of the container for some of them.
            if (copy != 1) shared.lump("ENDMAP"), separate.lump("ENDMAP");
        }
    }
    const std::string path = folder.path("a.wad");
    for (const Strings& words :
         {Strings{"check", "--all"}, Strings{"check", "--json"}, Strings{"info"},
          Strings{"info", "--json"}, Strings{"check", "--format", "sarif"},
          Strings{"check", "--target", "all", "--json"}, Strings{"check", "--jobs", "2"}}) {
        Strings all = words;
        all.push_back(path);
        // The overlap is what the two files differ in.
        all.insert(all.end(), {"--limit", "findings=1000"});
        folder.write("a.wad", separate.build());
        Outcome alone = run_tool(all);
        folder.write("a.wad", shared.build());
        Outcome twins = run_tool(all);
        EXPECT_EQ(twins.exit_code, alone.exit_code);
        const auto without = [](const std::string& out) {
            std::string kept;
            for (std::size_t at = 0; at < out.size();) {
                const std::size_t end = std::min(out.find('\n', at), out.size() - 1) + 1;
                const std::string line = out.substr(at, end - at);
                at = end;
                // Places in the file, its hash, and what says that lumps share bytes.
                bool differs = false;
                for (const char* word : {"wad-lump-overlap", "warnings", "fileOffset", "byteOffset",
                                         "\"offset\"", "lumps", "\"sha256\""}) {
                    differs |= line.find(word) != std::string::npos;
                }
                if (!differs) kept += line;
            }
            return kept;
        };
        EXPECT_EQ(without(twins.out), without(alone.out)) << words[0];
        EXPECT_EQ(count_of(twins.out, "MAP22"), count_of(alone.out, "MAP22"));
    }
    // With offsets: the findings of the three maps of one text are the same but for their names.
    const Outcome run = run_tool({"check", path, "--json"});
    std::vector<std::vector<nlohmann::json>> of(9);
    for (nlohmann::json finding : run.of_type("finding")) {
        if (!finding.contains("map") || finding["rule"] == "wad-endmap-missing") continue;
        const std::string map = finding["map"];
        finding.erase("map");
        finding.erase("fingerprint");
        of.at(static_cast<std::size_t>((map[3] - '0') * 3 + (map[4] - '0'))).push_back(finding);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(of[i], of[3 + i]);
        EXPECT_EQ(of[i], of[6 + i]);
    }
    EXPECT_FALSE(of[0].empty());
    EXPECT_FALSE(of[1].empty());
}

// A map that does not fit is refused, those after it are counted, and the finding says how many.
TEST(ToolFileWork, SaysWhatWasNotLookedAt) {
    const TempFolder folder;
    const std::string text = small_map() + std::string(20000, ' ');
    const std::string path = folder.write("a.wad", sharing(text, 200, 100, true));
    const Outcome run = run_tool({"check", path, "--json", "--limit", "file-work=1"});
    EXPECT_EQ(run.exit_code, 1);
    const Numbers numbers = numbers_of(run);
    EXPECT_EQ(numbers.maps + numbers.not_looked_at, 200u);
    EXPECT_GT(numbers.maps, 10u);
    EXPECT_GT(numbers.not_looked_at, 10u);
    nlohmann::json told;
    for (const auto& finding : run.of_type("finding")) {
        if (finding["rule"] == "maps-not-looked-at") told = finding;
    }
    ASSERT_TRUE(told.is_object());
    EXPECT_EQ(told["severity"], "error");
    EXPECT_EQ(told["file"], path);
    EXPECT_EQ(told["message"],
              std::to_string(numbers.not_looked_at) +
                  " of the maps were skipped: the work on the file reached the limit file-work, "
                  "here 1048576 steps");
    // The map that meets the limit is refused, and says so.
    const Outcome loads = run_tool({"info", path, "--json", "--limit", "file-work=1"});
    EXPECT_EQ(count_of(loads.out + loads.err, "the map needs at least "), 1u) << loads.err;
    EXPECT_EQ(numbers_of(loads).maps + numbers_of(loads).not_looked_at, 200u);
    // In words, too, and for the other commands.
    const Outcome words = run_tool({"info", path, "--limit", "file-work=0"});
    EXPECT_EQ(words.exit_code, 1);
    EXPECT_NE(words.out.find("0 maps, 0 refused, 200 not looked at"), std::string::npos)
        << words.out;
    EXPECT_NE(words.err.find("[maps-not-looked-at]"), std::string::npos) << words.err;
    for (const Strings& command :
         {Strings{"dump"}, Strings{"convert", "--to", "udmf", "-o", folder.path("b.wad")}}) {
        Strings all = command;
        all.insert(all.end(), {path, "--map", "M3", "--limit", "file-work=0"});
        const Outcome one = run_tool(all);
        EXPECT_EQ(one.exit_code, 1);
        EXPECT_NE((one.out + one.err).find("[limit-file-work]"), std::string::npos) << one.err;
    }
    // By default all of them fit.
    EXPECT_EQ(numbers_of(run_tool({"check", path, "--json"})).maps, 200u);
    EXPECT_EQ(run_tool({"check", path, "--json", "--map", "M3"}).of_type("map").size(), 1u);
}

// Files of a folder have their own work, those of an archive share that of the archive.
TEST(ToolFileWork, IsOfTheOutermostFile) {
    const TempFolder folder;
    const std::string wad = sharing(small_map() + std::string(200'000, ' '), 3, 100, true);
    const Strings limit = {"--json", "--limit", "file-work=1"};
    const auto numbers = [&](const std::string& path) {
        Strings words = {"check", path};
        words.insert(words.end(), limit.begin(), limit.end());
        return numbers_of(run_tool(words));
    };
    for (const char* name : {"a", "b", "c", "d"}) {
        folder.write("tree/maps/" + std::string(name) + ".wad", wad);
        folder.write("plain/" + std::string(name) + ".wad", wad);
    }
    const Numbers one = numbers(folder.path("plain/a.wad"));
    ASSERT_GT(one.maps, 0u);
    ASSERT_EQ(one.maps + one.not_looked_at, 3u);
    for (const char* tree : {"tree", "plain"}) {
        const Numbers all = numbers(folder.path(tree));
        EXPECT_EQ(all.maps, 4 * one.maps) << tree;
        EXPECT_EQ(all.not_looked_at, 4 * one.not_looked_at) << tree;
    }
    const Numbers packed = numbers(folder.write(
        "a.pk3", make_zip({{"maps/a.wad", wad}, {"maps/b.wad", wad}, {"maps/c.wad", wad}})));
    EXPECT_EQ(packed.maps + packed.not_looked_at, 9u);
    EXPECT_LT(packed.maps, 3 * 3u);
}

}  // namespace file_work_test
}  // namespace flatline::engine::tool_test
