// What a file may take of memory: the whole process stays below --memory and 50 MB more, and below
// 300 MB for any file of less than 1 MB. And how much of standard input is read.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "run_tool.hpp"
#include "support/bombs.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace flatline::engine::tool_test::input_bounds_test {

using testing_support::Deflated;
using testing_support::seven_zip_of;
using testing_support::wad_of;
using testing_support::zip_of;
using Words = std::vector<std::string>;

constexpr std::uint64_t kMegabyte = 1u << 20;

struct Shape {
    const char* name;
    std::string head;
    std::string part;
    std::string suffix = ".udmf";
};

std::vector<Shape> shapes() {
    const std::string zdoom = "namespace=\"zdoom\";";
    const std::string world = "Version 2\n{\n\"classname\" \"worldspawn\"\n";
    return {
        {"blanks", zdoom, " "},
        {"sectors", zdoom, "sector{}"},
        {"things", zdoom, "thing{x=1;y=1;type=1;}"},
        {"lines", zdoom + "vertex{x=0;y=0;}vertex{x=9;y=9;}sector{}sidedef{sector=0;}",
         "linedef{v1=0;v2=1;sidefront=0;}"},
        {"unknown blocks", zdoom, "b{}"},
        {"lines of nothing", zdoom, "linedef{}"},
        {"columns", zdoom, "thing{x=1;y=1;type=1;gravity=2.0;}"},
        {"silences", zdoom, "sector{user_flatline_ignore=\"sector-open a a a a\";}"},
        {"brushes", world,
         "{brushDef3{(1 0 0 -64)((1 0 0)(0 1 0))\"m\" 0 0 0(-1 0 0 -64)((1 0 0)(0 1 0))\"m\" 0 0 0"
         "(0 1 0 -64)((1 0 0)(0 1 0))\"m\" 0 0 0(0 -1 0 -64)((1 0 0)(0 1 0))\"m\" 0 0 0"
         "(0 0 1 -64)((1 0 0)(0 1 0))\"m\" 0 0 0(0 0 -1 -64)((1 0 0)(0 1 0))\"m\" 0 0 0}}",
         ".map"},
    };
}

/// Archives with that text, `bytes` of it in all.
std::vector<std::pair<std::string, std::string>> archives(const Shape& shape, std::uint64_t bytes) {
    const Deflated text = Deflated().text(shape.head, shape.part, bytes);
    const Deflated fourth = Deflated().text(shape.head, shape.part, bytes / 4);
    std::vector<std::pair<std::string, std::string>> made = {
        {"a.pk3", zip_of("maps/a" + shape.suffix, text)},
        {"a.7z", seven_zip_of("a" + shape.suffix, text)},
        {"solid.7z", seven_zip_of(shape.suffix, fourth, 4)}};
    if (shape.suffix == ".map") return made;
    const Deflated wad = wad_of(shape.head, shape.part, bytes);
    const Deflated fourth_wad = wad_of(shape.head, shape.part, bytes / 4);
    made.emplace_back("wad.pk3", zip_of("maps/a.wad", wad));
    made.emplace_back("wads.7z", seven_zip_of(".wad", fourth_wad, 4));
    return made;
}

void expect_bounded(const Shape& shape, std::uint64_t content, const Words& words,
                    std::uint64_t most) {
    const TempFolder folder;
    for (const auto& [name, bytes] : archives(shape, content)) {
        EXPECT_LT(bytes.size(), kMegabyte);
        Words command = words;
        command.push_back(folder.write(name, bytes));
        const Outcome run = run_tool(command);
        EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 1) << run.err;
        EXPECT_LT(run.peak_bytes, most)
            << shape.name << " in " << name << ", " << words.front() << '\n'
            << run.out.substr(run.out.size() - std::min<std::size_t>(run.out.size(), 400));
    }
}

class ToolMemoryOfArchives : public testing::Test {
protected:
    void SetUp() override {
        if (testing_support::one_in(2) != 1)
            GTEST_SKIP() << needs::other("a build without sanitizers");
    }
};

// Bombs of as much as the limits let through, and of more.
TEST_F(ToolMemoryOfArchives, StaysBelowWhatWasAskedFor) {
    constexpr std::uint64_t kMemory = 24 * kMegabyte;
    const Words check = {"check", "--quiet", "--memory", "24M"};
    for (const Shape& shape : shapes()) {
        expect_bounded(shape, kMemory / 5, check, kMemory + 50 * kMegabyte);
    }
    expect_bounded(shapes()[1], 2 * kMemory, check, kMemory + 50 * kMegabyte);
    expect_bounded(shapes()[5], kMemory / 5,
                   {"check", "--quiet", "--target", "all", "--memory", "24M"},
                   kMemory + 50 * kMegabyte);
}

TEST_F(ToolMemoryOfArchives, IsInProportionToAShortFile) {
    for (const std::size_t i : {1, 2, 4}) {
        expect_bounded(shapes()[i], 30 * kMegabyte, {"check", "--quiet"}, 300 * kMegabyte);
    }
    // More than may come out of so short an archive.
    expect_bounded(shapes()[0], 400 * kMegabyte, {"check", "--quiet"}, 100 * kMegabyte);
}

// Findings and entries take memory as well, whatever the files hold.
TEST_F(ToolMemoryOfArchives, CountsWhatIsTold) {
    std::string text = small_map();
    for (int i = 0; i < 1000; ++i) text += "sector{texturefloor=\"A\";}";
    testing_support::WadBuilder wad;
    wad.lump("DATA", text);
    for (int i = 0; i < 3000; ++i) {
        wad.lump("M" + std::to_string(i));
        wad.entry("TEXTMAP", 12, static_cast<std::uint32_t>(text.size())).lump("ENDMAP");
    }
    const TempFolder folder;
    const std::string path = folder.write("a.wad", wad.build());
    for (const Words& words : {Words{"check", "--json"}, Words{"info", "--json"},
                               Words{"check", "--write-baseline", folder.path("baseline")}}) {
        Words all = words;
        all.insert(all.end(), {"--memory", "24M", path});
        const Outcome run = run_tool(all);
        EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 1) << run.err;
        EXPECT_LT(run.peak_bytes, 74 * kMegabyte) << words[1];
    }
    std::vector<std::pair<std::string, std::string>> files;
    for (int i = 0; i < 4000; ++i) files.emplace_back(std::to_string(i) + ".txt", "");
    const std::string zip = folder.write("a.pk3", make_zip(files));
    const auto is_refused = [&](const char* memory) {
        return run_tool({"check", zip, "--memory", memory}).out.find("limit-archive-entries") !=
               std::string::npos;
    };
    EXPECT_FALSE(is_refused("4M"));
    EXPECT_TRUE(is_refused("3M"));
}

// A map of Doom 3 whose entity names one rule 20,000 times and has 30,000 brushes.
TEST_F(ToolMemoryOfArchives, SilencesOfAnEntityAreKeptOnce) {
    std::string map = "Version 2\n{\n\"classname\" \"worldspawn\"\n\"user_flatline_ignore\" \"";
    for (int i = 0; i < 20000; ++i) map += "brush-too-few-sides ";
    map += "\"\n";
    for (int i = 0; i < 30000; ++i) map += "{\nbrushDef3\n{\n}\n}\n";
    const TempFolder folder;
    const Outcome run = run_tool({"check", "--json", folder.write("a.map", map + "}\n")});
    EXPECT_LT(run.peak_bytes, 100 * kMegabyte);
    EXPECT_GT(run.of_type("summary").at(0)["suppressed"].get<int>(), 0);
    for (const auto& finding : run.of_type("finding")) {
        EXPECT_NE(finding["rule"], "brush-too-few-sides");
    }
}

// Each word that is no rule is counted, and the first of them are kept.
TEST_F(ToolMemoryOfArchives, WordsThatAreNoRule) {
    std::string words;
    for (int i = 0; i < 400000; ++i) words += "a ";
    const std::string map = small_map("user_flatline_ignore = \"" + words + "\";\n");
    const Outcome run = run_tool({"check", "-", "--json"}, map);
    EXPECT_LE(run.of_type("finding").size(), 1000u);
    EXPECT_LT(run.peak_bytes, 80 * kMegabyte);
    const Outcome text = run_tool({"check", "-", "--notes"}, map);
    const std::size_t at = text.out.find(" more findings beyond the limit: ignore-unknown ");
    ASSERT_NE(at, std::string::npos) << text.out.substr(0, 1000);
    EXPECT_EQ(text.out.substr(at - 6, 3), "399") << "all are counted";
}

TEST(ToolStandardInput, HasABoundOfItsOwn) {
    const std::string text = small_map();
    const auto run_with = [&](std::uint64_t limit) {
        return run_tool({"check", "-", "--json", "--limit", "stdin-bytes=" + std::to_string(limit)},
                        text);
    };
    EXPECT_EQ(run_with(text.size()).exit_code, 0);
    const Outcome run = run_with(text.size() - 1);
    EXPECT_EQ(run.exit_code, 1);
    const auto findings = run.of_type("finding");
    ASSERT_EQ(findings.size(), 1u) << run.out;
    EXPECT_EQ(findings[0]["rule"], "limit-stdin-bytes");
    EXPECT_EQ(findings[0]["file"], "-");
    EXPECT_EQ(findings[0]["message"], "standard input has " + std::to_string(text.size()) +
                                          " bytes or more, over the limit stdin-bytes of " +
                                          std::to_string(text.size() - 1));
    EXPECT_TRUE(run.of_type("map").empty());
    // A WAD is no other input.
    const std::string wad = make_wad(map_lumps("MAP01", text));
    const Outcome of_wad = run_tool({"check", "-", "--limit", "stdin-bytes=20"}, wad);
    EXPECT_EQ(of_wad.exit_code, 1);
    EXPECT_NE(of_wad.out.find("limit-stdin-bytes"), std::string::npos) << of_wad.out;
    EXPECT_EQ(run_tool({"dump", "-", "--limit", "stdin-bytes=20"}, wad).exit_code, 1);
    // --memory bounds it, too.
    EXPECT_NE(run_tool({"check", "-", "--memory", "1K"}, text).out.find("limit-stdin-bytes"),
              std::string::npos);
}

// Only what a configuration names is opened, and findings about it are bounded.
TEST(ToolConfigurations, FoldersAreNotListed) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    for (int i = 0; i < 40; ++i) folder.write("cfg/other/" + std::to_string(i) + ".wad", "PWAD");
    folder.write("cfg/Includes/Things.cfg", "other { width = 8; 2 { } }");
    const std::string good = folder.write(
        "cfg/Game.cfg", "thingtypes { include(\"INCLUDES\\\\things.cfg\"); a { 1 { } } }\n");
    // Fewer entries than the folder has: listing it would be refused.
    const Outcome run =
        run_tool({"check", map, "--resources", good, "--json", "--limit", "archive-entries=20"});
    EXPECT_EQ(run.out.find("limit-archive-entries"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("config-include"), std::string::npos) << run.out;

    // Names in another case are looked for until so many names were passed in all.
    for (int i = 0; i < 9; ++i) folder.write("wide/" + std::to_string(i) + ".cfg", "");
    std::string wide_text = "thingtypes { a { 1 { } } ";
    for (int i = 0; i < 4; ++i) wide_text += "include(\"gone.cfg\"); ";
    const std::string wide =
        folder.write("wide/Game.cfg", wide_text + "include(\"THINGS.cfg\"); }");
    folder.write("wide/Things.cfg", "");
    for (const auto& [limit, missing] :
         {std::pair{"archive-entries=100", 4}, {"archive-entries=44", 5}}) {
        const Outcome looked =
            run_tool({"check", map, "--resources", wide, "--json", "--limit", limit});
        int told = 0;
        for (const auto& f : looked.of_type("finding")) told += f["rule"] == "config-include";
        EXPECT_EQ(told, missing) << limit;
    }

    std::string text = "thingtypes { a { 1 { } } ";
    for (int i = 0; i < 3000; ++i) text += "include(\"gone" + std::to_string(i) + ".cfg\"); ";
    const std::string bad = folder.write("cfg/Bad.cfg", text + "}\n");
    const Outcome many = run_tool({"check", map, "--resources", bad, "--json"});
    std::size_t told = 0;
    for (const auto& finding : many.of_type("finding")) told += finding["rule"] == "config-include";
    EXPECT_EQ(told, 3000u) << "the limit findings is one of notes";
    EXPECT_GE(many.of_type("summary").at(0)["warnings"].get<int>(), 3000) << "all are counted";
}

}  // namespace flatline::engine::tool_test::input_bounds_test
