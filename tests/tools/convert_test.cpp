// `flatline convert`: one map in another format, whole or not at all.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "run_tool.hpp"
#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"
#include "support/temp_folder.hpp"

namespace flatline::engine::tool_test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// A dump without what tells where the map lies and how its nodes are stored.
json content(const std::string& path, const std::string& map = "") {
    std::vector<std::string> words = {"dump", path};
    if (!map.empty()) words.insert(words.end(), {"--map", map});
    const Outcome run = run_tool(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    json dump = run.object();
    for (const char* member : {"file", "map", "nodes", "counts"}) dump.erase(member);
    return dump;
}

TEST(ToolConvert, ATextBecomesAWadWithNodes) {
    const TempFolder folder;
    const std::string out = folder.path("room.wad");
    const std::string source = fixture("every_kind.textmap");
    const Outcome run = run_tool({"convert", source, "-o", out, "--to", "udmf", "-q"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out.find(out), std::string::npos) << "only findings";
    EXPECT_EQ(run.out.find(": note: "), std::string::npos);
    EXPECT_EQ(content(out), content(source));
    const json info = run_tool({"info", out, "--json"}).of_type("map").at(0);
    EXPECT_EQ(info["map"], "MAP01") << "every_kind is too long for a label";
    EXPECT_EQ(info["lumps"][0]["name"], "TEXTMAP");
    EXPECT_EQ(info["lumps"][1]["name"], "ZNODES");
    EXPECT_EQ(info["node_format"], "XGL3");
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"room.wad"});
}

TEST(ToolConvert, SaysWhatItWrote) {
    const TempFolder folder;
    const std::string source = folder.write("a.wad", make_wad(map_lumps("E1M1", small_map())));
    const std::string out = folder.path("b.wad");
    Outcome run = run_tool({"convert", source, "-o", out, "--to", "udmf"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out,
              out + ": E1M1 as udmf, " + std::to_string(bytes_of(out).size()) + " bytes\n");
    run = run_tool({"convert", source, "-o", out, "--to", "udmf", "--force", "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const json written = run.of_type("convert").at(0);
    EXPECT_EQ(written["output"], out);
    EXPECT_EQ(written["format"], "udmf");
    EXPECT_EQ(written["bytes"], bytes_of(out).size());
    EXPECT_EQ(written["lumps"].back(), json::parse(R"({"name":"ENDMAP","size":0})"));
    EXPECT_EQ(run.lines().back()["type"], "summary");
}

// What Woof is said to do with the file that is written, with and without the lump.
TEST(ToolConvert, ABlockmapForWoof) {
    const TempFolder folder;
    std::string text = small_map("thing { x = 20; y = 40; type = 1; skill1 = true; }\n");
    text.replace(text.find("zdoom"), 5, "doom");
    const std::string source = folder.write("a.wad", make_wad(map_lumps("E1M1", text)));
    const std::string out = folder.path("b.wad");
    const auto woof = [&] {
        const Outcome run = run_tool({"check", out, "--target", "woof", "--json"});
        return run.of_type("map").at(0)["verdicts"]["woof"].value("rule", "");
    };
    Outcome run = run_tool({"convert", source, "-o", out, "--to", "udmf", "--target", "woof"});
    EXPECT_NE(run.out.find("--with-blockmap"), std::string::npos) << run.out;
    EXPECT_EQ(woof(), "port-lumps");
    run = run_tool({"convert", source, "-o", out, "--to", "udmf", "--target", "woof",
                    "--with-blockmap", "--force"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out.find("--with-blockmap"), std::string::npos) << run.out;
    EXPECT_NE(woof(), "port-lumps");
    run = run_tool({"convert", source, "-o", out, "--to", "udmf", "--force"});
    EXPECT_EQ(run.out.find("--with-blockmap"), std::string::npos) << run.out;
}

TEST(ToolConvert, OtherLumpsAreTheSameBytes) {
    const TempFolder folder;
    Lumps lumps = {{"PLAYPAL", "palette"}};
    for (const std::string label : {"MAP01", "MAP02"}) {
        for (const auto& lump : map_lumps(label, small_map())) lumps.push_back(lump);
    }
    lumps.push_back({"DEHACKED", "Patch File"});
    const std::string source = folder.write("a.wad", make_wad(lumps));
    const std::string out = folder.path("b.wad");
    const Outcome run = run_tool({"convert", source, "--map", "map02", "-o", out, "--to", "udmf",
                                  "--style", "compact", "--nodes", "none"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    // The same WAD by another way: the text that a .textmap would hold.
    const std::string text = folder.path("b.textmap");
    ASSERT_EQ(run_tool({"convert", source, "--map", "MAP02", "-o", text, "--to", "udmf", "--style",
                        "compact"})
                  .exit_code,
              0);
    lumps[5].second = bytes_of(text);
    EXPECT_EQ(bytes_of(out), make_wad(lumps));
    EXPECT_EQ(content(text), content(source, "MAP02"));
}

TEST(ToolConvert, FoldersAndArchivesGiveTheWadInThem) {
    const TempFolder folder;
    const std::string wad = make_wad(map_lumps("MAP01", small_map()));
    const std::string pk3 = folder.write("a.pk3", make_zip({{"maps/start.wad", wad}}));
    folder.write("mod/maps/start.wad", wad);
    for (const std::string& source : {pk3, folder.path("mod")}) {
        const std::string out = folder.path("out.wad");
        const Outcome run = run_tool({"convert", source, "-o", out, "--to", "udmf", "--force"});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(content(out), content(source));
    }
}

TEST(ToolConvert, StandardInput) {
    const TempFolder folder;
    const std::string out = folder.path("a.wad");
    const Outcome run = run_tool({"convert", "-", "-o", out, "--to", "udmf"}, small_map());
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(content(out), content(folder.write("b.textmap", small_map())));
}

TEST(ToolConvert, TheNamespaceThatItIsReadWithIsWritten) {
    const TempFolder folder;
    const std::string out = folder.path("a.textmap");
    const Outcome run =
        run_tool({"convert", "-", "-o", out, "--to", "udmf", "--namespace", "srb2"}, small_map());
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(bytes_of(out).rfind("namespace = \"srb2\";", 0), 0u);
}

TEST(ToolConvert, AnExistingFileNeedsForce) {
    const TempFolder folder;
    const std::string source = folder.write("a.wad", make_wad(map_lumps("MAP01", small_map())));
    const std::string out = folder.write("b.wad", "old");
    fs::permissions(out, fs::perms::owner_read | fs::perms::owner_write);
    Outcome run = run_tool({"convert", source, "-o", out, "--to", "udmf"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(bytes_of(out), "old");
    run = run_tool({"convert", source, "-o", out, "--to", "udmf", "--force"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(content(out), content(source));
    EXPECT_EQ(fs::status(out).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    // Onto itself, by a symbolic link, which stays one.
    const std::string link = folder.path("link.wad");
    fs::create_symlink("b.wad", link);
    const json before = content(out);
    run = run_tool({"convert", link, "-o", link, "--to", "udmf", "--force"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(content(out), before);
    EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"a.wad", "b.wad", "link.wad"}));
}

/// No file may become longer, for as long as this lives; children are born so.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit limit = {bytes, old_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &old_); }

private:
    rlimit old_ = {};
};

TEST(ToolConvert, AFullDiskLeavesTheOldFile) {
    const TempFolder folder;
    std::string text = small_map();
    for (int i = 0; i < 5000; ++i) text += "thing { x = 1; y = 2; type = 3; }\n";
    const std::string source = folder.write("a.wad", make_wad(map_lumps("MAP01", text)));
    const std::string out = folder.write("b.wad", "old");
    const std::string fresh = folder.path("c.wad");
    for (const std::string& path : {out, fresh}) {
        Outcome run;
        {
            const FileSizeLimit limit(20'000);
            run = run_tool({"convert", source, "-o", path, "--to", "udmf", "--force"});
        }
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_NE(run.err.find("cannot write " + path), std::string::npos) << run.err;
    }
    EXPECT_EQ(bytes_of(out), "old");
    EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"a.wad", "b.wad"}));
}

TEST(ToolConvert, WhereNothingCanBeWrittenIsWrongUse) {
    const TempFolder folder;
    const std::string source = folder.write("a.wad", make_wad(map_lumps("MAP01", small_map())));
    const Outcome run =
        run_tool({"convert", source, "-o", folder.path("nowhere/b.wad"), "--to", "udmf"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("No such file or directory"), std::string::npos) << run.err;
}

TEST(ToolConvert, WrongUseExitsTwo) {
    const TempFolder folder;
    const std::string source = fixture("square.textmap");
    const std::string out = folder.path("a.wad");
    const std::vector<std::vector<std::string>> wrong = {
        {"convert", source, "--to", "udmf"},
        {"convert", source, "-o", out},
        {"convert", "-o", out, "--to", "udmf"},
        {"convert", source, "-o", out, "--to", "doom3"},
        {"convert", source, "-o", out, "--to", "udmf", "--style", "slade"},
        {"convert", source, "-o", out, "--to", "udmf", "--nodes", "some"},
        {"convert", source, "-o", folder.path(), "--to", "udmf", "--force"},
        {"convert", source, "-o", "/dev/null", "--to", "udmf", "--force"},
        {"convert", source, "-o", "/dev/full", "--to", "udmf", "--force"},
        {"convert", source, "-o", "", "--to", "udmf"},
        {"convert", source, "-o", "-", "--to", "udmf"},
        {"convert", source, "-o", folder.path("a.textmap"), "--to", "doom"},
        {"convert", source, "-o", out, "--to", "udmf", "--map", "NOWHERE"},
        {"convert", "/nonexistent/a.wad", "-o", out, "--to", "udmf"},
        {"check", source, "--to", "udmf"},
    };
    for (const auto& words : wrong) {
        const Outcome run = run_tool(words);
        SCOPED_TRACE(testing::PrintToString(words));
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_EQ(run.out, "");
    }
    const std::string two = folder.write("two.wad", make_wad({{"MAP01", ""},
                                                              {"TEXTMAP", small_map()},
                                                              {"ENDMAP", ""},
                                                              {"MAP02", ""},
                                                              {"TEXTMAP", small_map()},
                                                              {"ENDMAP", ""}}));
    EXPECT_EQ(run_tool({"convert", two, "-o", out, "--to", "udmf"}).exit_code, 2);
    EXPECT_FALSE(fs::exists(out));
}

// A WAD under the name of an archive would take the archive's place.
TEST(ToolConvert, AnArchiveIsNotReplacedByAWad) {
    const TempFolder folder;
    const std::string bytes =
        make_zip({{"maps/one.wad", make_wad(map_lumps("MAP01", small_map()))}, {"other", "kept"}});
    for (const char* name : {"a.pk3", "a.ZIP", "a.pk7", "a.7z"}) {
        const std::string archive = folder.write(name, bytes);
        const Outcome run =
            run_tool({"convert", archive, "-o", archive, "--to", "udmf", "--force"});
        EXPECT_EQ(run.exit_code, 2) << name;
        EXPECT_NE(run.err.find("name a .wad"), std::string::npos) << run.err;
        EXPECT_EQ(bytes_of(archive), bytes) << name;
    }
}

TEST(ToolConvert, ALinkToNothingIsLeftAlone) {
    const TempFolder folder;
    const std::string link = folder.path("link.wad");
    fs::create_symlink("nothing.wad", link);
    const Outcome run =
        run_tool({"convert", fixture("square.textmap"), "-o", link, "--to", "udmf", "--force"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"link.wad"});
}

TEST(ToolConvert, TheLongestNameOfAFile) {
    const TempFolder folder;
    const std::string name = std::string(251, 'n') + ".wad";
    const Outcome run =
        run_tool({"convert", fixture("square.textmap"), "-o", folder.path(name), "--to", "udmf"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{name});
}

// Ended again and again just when the temporary file is there.
TEST(ToolConvert, ASignalLeavesNoTemporaryFile) {
    const testing_support::TempFolder folder;
    Lumps lumps = map_lumps("MAP01", small_map());
    lumps.emplace_back("LARGE", std::string(20'000'000, 'x'));
    folder.write("a.wad", make_wad(lumps));
    folder.write("b.wad", "old");
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(folder.run(paths::tool() +
                               " convert a.wad -o b.wad --to udmf --force & tool=$!;"
                               " while kill -0 $tool; do"
                               " for f in .[!.]*; do test -e \"$f\" && kill $tool; done;"
                               " done; wait $tool; true"));
        EXPECT_EQ(names_in(folder.path().string()), (std::vector<std::string>{"a.wad", "b.wad"}));
    }
    EXPECT_TRUE(bytes_of(folder.at("b.wad")) == "old" ||
                bytes_of(folder.at("b.wad")).size() > 20'000'000);
}

TEST(ToolConvert, ARefusedMapIsNotWritten) {
    const TempFolder folder;
    const std::string out = folder.path("a.wad");
    Outcome run = run_tool({"convert", "-", "-o", out, "--to", "udmf"}, "linedef { v1 = 0; }");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.out.find("[line-missing-field]"), std::string::npos) << run.out;
    EXPECT_NE(run.err.find("nothing was written"), std::string::npos) << run.err;
    EXPECT_FALSE(fs::exists(out));
    run = run_tool({"convert", "-", "-o", out, "--to", "udmf", "--json"}, "linedef { v1 = 0; }");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.of_type("map").at(0)["status"], "refused");
    EXPECT_EQ(run.of_type("convert").size(), 0u);
    EXPECT_FALSE(fs::exists(out));
    const std::string doom3 = fixture("crate.map");
    if (fs::exists(doom3)) {
        EXPECT_EQ(run_tool({"convert", doom3, "-o", out, "--to", "udmf"}).exit_code, 1);
    }
}

TEST(ToolConvert, ToBinaryAndBack) {
    const TempFolder folder;
    const std::string text =
        "namespace = \"doom\";" + small_map().substr(small_map().find(';') + 1);
    const std::string source = folder.write("a.textmap", text);
    const std::string doom = folder.path("doom.wad");
    const std::string udmf = folder.path("udmf.wad");
    Outcome run = run_tool({"convert", source, "-o", doom, "--to", "doom"});
    ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(run_tool({"info", doom, "--json"}).of_type("map").at(0)["format"], "doom");
    run = run_tool({"convert", doom, "-o", udmf, "--to", "udmf"});
    ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(content(udmf), content(source));
}

TEST(ToolConvert, WhatWouldBeLostIsListedAndNothingWritten) {
    const TempFolder folder;
    const std::string out = folder.write("a.wad", "old");
    const std::string source = folder.write(
        "b.textmap",
        small_map() + "\nthing { x = 0.5; y = 1; type = 1; alpha = 0.5; user_a = 1; }");
    Outcome run = run_tool({"convert", source, "-o", out, "--to", "hexen", "--force"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(bytes_of(out), "old");
    for (const char* lost : {"cannot store x", "cannot store alpha", "cannot store 'user_a'"}) {
        EXPECT_NE(run.out.find(lost), std::string::npos) << lost << run.out;
    }
    // The first thing in the way stands before what came of it.
    EXPECT_NE(
        run.err.find("thing 1 at (0.5, 1): the new format cannot store x (and 2 more); nothing "
                     "was written"),
        std::string::npos)
        << run.err;
    run = run_tool({"convert", source, "-o", out, "--to", "hexen", "--force", "--json"});
    const auto findings = run.of_type("finding");
    const auto lost = [&](const char* field) {
        return std::any_of(findings.begin(), findings.end(), [&](const json& finding) {
            return finding["rule"] == "convert-loss" && finding["element"] == "thing" &&
                   finding.value("field", "") == field && finding.contains("line");
        });
    };
    EXPECT_TRUE(lost("x") && lost("alpha")) << run.out;
    EXPECT_EQ(run.of_type("summary").at(0)["refused"], 1);
}

TEST(ToolConvert, ALumpWithoutAPlaceIsToldOf) {
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", small_map());
    lumps.insert(lumps.end() - 1, {"DIALOGUE", "abc"});
    const std::string wad = folder.write("a.wad", make_wad(lumps));
    const std::string out = folder.path("b.wad");
    const Outcome run = run_tool({"convert", wad, "-o", out, "--to", "doom", "--json"});
    EXPECT_EQ(run.exit_code, 1);
    ASSERT_EQ(run.of_type("finding").size(), 1u) << run.out;
    EXPECT_EQ(run.of_type("finding")[0]["rule"], "convert-lump-loss");
    EXPECT_EQ(run_tool({"convert", wad, "-o", out, "--to", "udmf"}).exit_code, 0);
}

// ---- Less than all, more than one, and other names ----

TEST(ToolConvert, OnlyTheMapWithoutTheRestOfItsWad) {
    const TempFolder folder;
    Lumps lumps = {{"PLAYPAL", "palette"}};
    for (const std::string label : {"MAP01", "e1m2"}) {
        for (const auto& lump : map_lumps(label, small_map())) lumps.push_back(lump);
    }
    const std::string source = folder.write("a.wad", make_wad(lumps));
    const std::string out = folder.path("b.wad");
    Outcome run = run_tool({"convert", source, "--map", "E1M2", "--only", "-o", out, "--to", "udmf",
                            "--nodes", "none"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json info = run_tool({"info", out, "--json"}).of_type("map").at(0);
    EXPECT_EQ(info["map"], "E1M2");
    EXPECT_EQ(info["lumps"].size(), 2u);
    EXPECT_EQ(bytes_of(out).find("palette"), std::string::npos);
    EXPECT_EQ(content(out), content(source, "e1m2"));
    // With another name: alone, and among others.
    for (const bool only : {true, false}) {
        std::vector<std::string> words = {"convert", source, "--map", "MAP01", "--name",  "map07",
                                          "-o",      out,    "--to",  "udmf",  "--force", "-q"};
        if (only) words.push_back("--only");
        run = run_tool(words);
        ASSERT_EQ(run.exit_code, 0) << run.err;
        const auto maps = run_tool({"info", out, "--json"}).of_type("map");
        EXPECT_EQ(maps.size(), only ? 1u : 2u);
        EXPECT_EQ(maps[0]["map"], "MAP07");
        EXPECT_EQ(content(out, "MAP07"), content(source, "MAP01"));
        EXPECT_EQ(bytes_of(out).find("palette") == std::string::npos, only);
    }
}

TEST(ToolConvert, AllMapsOfAFile) {
    const TempFolder folder;
    std::string other = small_map();
    other += "thing { x = 9; y = 9; type = 2001; alpha = 0.5; }";
    Lumps lumps = {{"PLAYPAL", "palette"}};
    for (const auto& lump : map_lumps("MAP01", small_map())) lumps.push_back(lump);
    lumps.push_back({"MUSIC", "la"});
    for (const auto& lump : map_lumps("MAP02", other)) lumps.push_back(lump);
    lumps.push_back({"LAST", "z"});
    const std::string source = folder.write("a.wad", make_wad(lumps));
    const std::string out = folder.path("b.wad");
    const std::string again = folder.path("c.wad");
    for (const bool only : {false, true}) {
        std::vector<std::string> words = {"convert", source, "--all-maps", "-o",    out,
                                          "--to",    "udmf", "--force",    "--json"};
        if (only) words.push_back("--only");
        const Outcome run = run_tool(words);
        ASSERT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(run.of_type("map").size(), 2u);
        EXPECT_EQ(run.of_type("convert").size(), 2u);
        EXPECT_EQ(run.lines().back()["type"], "summary");
        EXPECT_EQ(run.lines().back()["maps"], 2);
        EXPECT_EQ(run.of_type("convert")[0]["bytes"], bytes_of(out).size());
        EXPECT_EQ(content(out, "MAP01"), content(source, "MAP01"));
        EXPECT_EQ(content(out, "MAP02"), content(source, "MAP02"));
        EXPECT_EQ(bytes_of(out).find("palette") == std::string::npos, only);
    }
    // One after the other gives the same file.
    ASSERT_EQ(
        run_tool({"convert", source, "--all-maps", "-o", out, "--to", "udmf", "--force"}).exit_code,
        0);
    ASSERT_EQ(
        run_tool({"convert", source, "--map", "MAP02", "-o", again, "--to", "udmf"}).exit_code, 0);
    ASSERT_EQ(run_tool({"convert", again, "--map", "MAP01", "-o", again, "--to", "udmf", "--force"})
                  .exit_code,
              0);
    EXPECT_EQ(bytes_of(out), bytes_of(again));
    // One map that cannot be written leaves all.
    const std::string before = bytes_of(out);
    const Outcome run =
        run_tool({"convert", source, "--all-maps", "-o", out, "--to", "doom", "--force"});
    EXPECT_EQ(run.exit_code, 1) << run.out;
    EXPECT_NE(run.err.find("nothing was written"), std::string::npos) << run.err;
    EXPECT_EQ(bytes_of(out), before);
}

TEST(ToolConvert, WrongUseOfNamesAndSeveralMaps) {
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", small_map());
    for (const auto& lump : map_lumps("MAP02", small_map())) lumps.push_back(lump);
    const std::string two = folder.write("a.wad", make_wad(lumps));
    const std::string wad = make_wad(map_lumps("MAP01", small_map()));
    const std::string pk3 =
        folder.write("a.pk3", make_zip({{"maps/a.wad", wad}, {"maps/b.wad", wad}}));
    const std::string out = folder.path("out.wad");
    const std::vector<std::vector<std::string>> wrong = {
        {two, "--map", "MAP01", "--name", "TOOLONGNAME"},
        {two, "--map", "MAP01", "--name", "A B"},
        {two, "--map", "MAP01", "--name", "MAP02"},  // another one is called so
        {two, "--all-maps", "--name", "MAP03"},
        {two, "--all-maps", "--map", "MAP01"},
        {pk3, "--all-maps"},  // of several files
        {two, "--map", "MAP01", "--translate", "boom"},
    };
    for (const auto& words : wrong) {
        std::vector<std::string> all = {"convert", "-o", out, "--to", "udmf"};
        all.insert(all.end(), words.begin(), words.end());
        const Outcome run = run_tool(all);
        SCOPED_TRACE(testing::PrintToString(words));
        EXPECT_EQ(run.exit_code, 2) << run.err;
        EXPECT_NE(run.err, "");
    }
    EXPECT_EQ(run_tool({"convert", two, "--map", "MAP01", "-o", out, "--to", "doom", "--translate",
                        "zdoom"})
                  .exit_code,
              2);
    EXPECT_EQ(
        run_tool({"convert", two, "--all-maps", "-o", folder.path("a.textmap"), "--to", "udmf"})
            .exit_code,
        2);
    EXPECT_FALSE(fs::exists(out));
    // Of several files, into one.
    EXPECT_EQ(
        run_tool({"convert", pk3, "--all-maps", "--only", "-o", out, "--to", "udmf"}).exit_code, 0);
    EXPECT_EQ(run_tool({"info", out, "--json"}).of_type("map").size(), 2u);
}

TEST(ToolConvert, ATextWithoutAWadIsTheFirstMap) {
    const TempFolder folder;
    const std::string source = folder.write("castle.udmf", small_map());
    const std::string out = folder.path("a.wad");
    ASSERT_EQ(run_tool({"convert", source, "-o", out, "--to", "udmf"}).exit_code, 0);
    EXPECT_EQ(run_tool({"info", out, "--json"}).of_type("map").at(0)["map"], "MAP01");
    ASSERT_EQ(
        run_tool({"convert", source, "-o", out, "--to", "udmf", "--name", "CASTLE", "--force"})
            .exit_code,
        0);
    EXPECT_EQ(run_tool({"info", out, "--json"}).of_type("map").at(0)["map"], "CASTLE");
    ASSERT_EQ(run_tool({"convert", "-", "-o", out, "--to", "udmf", "--name", "E1M1", "--force"},
                       small_map())
                  .exit_code,
              0);
    EXPECT_EQ(run_tool({"info", out, "--json"}).of_type("map").at(0)["map"], "E1M1");
}

// ---- Losses that are allowed, and what goes without being one ----

TEST(ToolConvert, LossyWritesAndCountsWhatIsLost) {
    const TempFolder folder;
    std::string text = small_map();
    for (int i = 0; i < 3; ++i) text += "thing { x = 1.5; y = 2; type = 3; alpha = 0.5; }";
    Lumps lumps = map_lumps("MAP01", text);
    lumps.insert(lumps.end() - 1, {"DIALOGUE", "abc"});
    const std::string wad = folder.write("a.wad", make_wad(lumps));
    const std::string out = folder.path("b.wad");
    Outcome run = run_tool({"convert", wad, "-o", out, "--to", "hexen", "--lossy", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json map = run.of_type("map").at(0);
    EXPECT_EQ(map["errors"], 0);
    std::string losses;
    for (const json& finding : run.of_type("finding")) {
        if (finding["severity"] != "warning") continue;
        losses += finding["rule"].get<std::string>() + " " + finding.value("field", "") + " " +
                  finding["message"].get<std::string>() + "\n";
    }
    for (const char* loss :
         {"convert-loss x thing 1 at (1.5, 2): the new format cannot store x, 3 times",
          "convert-loss alpha thing 1 at (1.5, 2): the new format cannot store alpha, 3 times",
          "convert-lump-loss  the new format cannot store the lump 'DIALOGUE'"}) {
        EXPECT_NE(losses.find(loss), std::string::npos) << loss << "\n" << losses;
    }
    const json things = run_tool({"dump", out}).object()["things"];
    EXPECT_EQ(things.back()["x"], 2.0);
    EXPECT_EQ(things.back()["y"], 2.0);
}

// Each kind has its count, so none is summed up with those of other kinds.
TEST(ToolConvert, TextShowsEachKindOfLoss) {
    const TempFolder folder;
    std::string text = small_map();
    for (int i = 0; i < 9; ++i) {
        text += "thing { x = 1; y = 2; type = 3; user_" + std::to_string(i) + " = 1; }";
    }
    const std::string map = folder.write("a.textmap", text);
    const Outcome run =
        run_tool({"convert", map, "-o", folder.path("b.wad"), "--to", "hexen", "--lossy"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (int i = 0; i < 9; ++i) {
        const std::string kind = "cannot store 'user_" + std::to_string(i) + "'";
        EXPECT_NE(run.out.find(kind), std::string::npos) << kind << '\n' << run.out;
    }
    EXPECT_EQ(run.out.find("(--all)"), std::string::npos) << run.out;
}

TEST(ToolConvert, CommentsAndVerticesOfNodesAreNoted) {
    const TempFolder folder;
    const std::string text = "// mine\nnamespace = \"doom\";" +
                             small_map().substr(small_map().find(';') + 1) +
                             "/* more */ thing // 0\n{ x = 1; y = 2; type = 1; single = true; dm = "
                             "true; coop = true; comment = \"// none\"; }";
    const std::string source = folder.write("a.textmap", text);
    const std::string out = folder.path("a.wad");
    Outcome run = run_tool({"convert", source, "-o", out, "--to", "udmf", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto notes = [&](const char* rule) {
        std::string all;
        for (const json& finding : run.of_type("finding")) {
            if (finding["rule"] == rule) all += finding["message"].get<std::string>();
        }
        return all;
    };
    EXPECT_EQ(notes("convert-comment-loss"), "comments of the text are not written: 2");
    const auto text_notes = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"convert", source, "-o", out, "--to", "udmf", "--force"});
        return run_tool(words).out.find("[convert-comment-loss]") != std::string::npos;
    };
    EXPECT_FALSE(text_notes({}));
    EXPECT_TRUE(text_notes({"--notes"}));
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    // A node builder has added vertices.
    for (const std::string& path : corpus::files("binary-doom")) {
        const auto maps = run_tool({"info", path, "--json"}).of_type("map");
        if (maps.size() != 1 || maps[0]["status"] != "ok") continue;
        run = run_tool({"convert", path, "-o", out, "--to", "udmf", "--json", "--force"});
        const std::string note = notes("convert-vertex-loss");
        if (note.empty()) continue;
        EXPECT_EQ(
            note.rfind("vertices that no line uses, which node builders add, are not written: ", 0),
            0u);
        run = run_tool(
            {"convert", path, "-o", out, "--to", "udmf", "--nodes", "keep", "--json", "--force"});
        EXPECT_EQ(notes("convert-vertex-loss"), "") << "kept nodes have them";
        return;
    }
    FAIL() << "no such map in the corpus";
}

// Whatever --lossy leaves out, the fields that it says nothing of are the same.
TEST(ToolConvert, WhatIsNotListedAsLostComesBack) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const TempFolder folder;
    std::size_t converted = 0;
    for (const char* where : {"udmf-zdoom", "udmf-eternity"}) {
        std::size_t of_folder = 0;
        for (const std::string& path : corpus::files(where)) {
            if (fs::file_size(path) > 600'000 || ++of_folder > 8) continue;
            const auto maps = run_tool({"info", path, "--json"}).of_type("map");
            if (maps.size() != 1 || maps[0]["status"] != "ok") continue;
            const std::string out = folder.path("a.wad");
            const Outcome run =
                run_tool({"convert", path, "-o", out, "--to", "hexen", "--lossy", "--only",
                          "--name", "MAP01", "--nodes", "none", "--force", "--json"});
            if (run.exit_code != 0) continue;  // an index that does not fit
            ++converted;
            std::vector<std::string> lost;
            for (const json& finding : run.of_type("finding")) {
                if (finding["rule"] == "convert-loss") {
                    lost.push_back(finding.value("element", "") + " " + finding.value("field", ""));
                }
            }
            const json before = run_tool({"dump", path}).object();
            const json after =
                run_tool({"dump", out, "--namespace", before["namespace"].get<std::string>()})
                    .object();
            for (const char* element : {"vertices", "linedefs", "sidedefs", "sectors", "things"}) {
                const std::string word = std::string(element) == "vertices"
                                             ? "vertex"
                                             : std::string(element, std::strlen(element) - 1);
                ASSERT_EQ(before[element].size(), after[element].size()) << path << element;
                for (std::size_t i = 0; i < after[element].size(); ++i) {
                    for (const auto& [field, value] : after[element][i].items()) {
                        if (std::find(lost.begin(), lost.end(), word + " " + field) != lost.end() ||
                            !before[element][i].contains(field)) {
                            continue;
                        }
                        EXPECT_EQ(value, before[element][i][field])
                            << path << ' ' << element << ' ' << i << ' ' << field;
                    }
                }
            }
        }
    }
    EXPECT_GT(converted, 3 / testing_support::one_in(3));
}

TEST(ToolConvert, AMapWithNothingToTranslateIsNamed) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    const Outcome run = run_tool(
        {"convert", map, "-o", folder.path("b.wad"), "--to", "udmf", "--translate", "zdoom"});
    EXPECT_EQ(run.exit_code, 1);
    const std::string why = "--translate: the map has no specials of Doom, Heretic or Strife";
    EXPECT_NE(run.out.find(why), std::string::npos) << run.out;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
}

TEST(ToolConvert, FreedoomIsTranslated) {
    const std::string wad = "/usr/share/games/doom/freedoom2.wad";
    if (!fs::exists(wad)) GTEST_SKIP() << needs::package("freedoom");
    const TempFolder folder;
    const std::string out = folder.path("a.wad");
    const Outcome run = run_tool({"convert", wad, "--map", "MAP01", "--only", "-o", out, "--to",
                                  "udmf", "--translate", "zdoom", "--nodes", "none", "-q"});
    ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
    const json before = run_tool({"dump", wad, "--map", "MAP01"}).object();
    const json after = run_tool({"dump", out}).object();
    EXPECT_EQ(after["namespace"], "zdoom");
    std::size_t exits = 0;
    for (std::size_t i = 0; i < before["linedefs"].size(); ++i) {
        const json& line = before["linedefs"][i];
        if (line["special"] == 11) {
            ++exits;
            EXPECT_EQ(after["linedefs"][i]["special"], 243);
            EXPECT_EQ(after["linedefs"][i]["playeruse"], true);
        }
        EXPECT_EQ(line["special"] == 0, after["linedefs"][i]["special"] == 0) << i;
    }
    EXPECT_GT(exits, 0u);
    EXPECT_EQ(run_tool({"convert", out, "-o", folder.path("b.wad"), "--to", "udmf", "--translate",
                        "zdoom"})
                  .exit_code,
              1)
        << "there is nothing to translate in it";
}

// zdbsp is a program of Debian's package of that name.
TEST(ToolConvert, ZdbspAcceptsWhatIsWritten) {
    const testing_support::TempFolder folder;
    if (!needs::has_program("zdbsp")) GTEST_SKIP() << needs::package("zdbsp");
    const Outcome run =
        run_tool({"convert", fixture("square.textmap"), "-o", folder.at("a.wad"), "--to", "udmf"});
    ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_TRUE(folder.run("zdbsp -X -o b.wad a.wad && test -s b.wad"));
}

TEST(ToolConvert, ZdbspAcceptsTheCorpus) {
    if (!needs::has_program("zdbsp")) GTEST_SKIP() << needs::package("zdbsp");
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const testing_support::TempFolder folder;
    for (const std::string& source : corpus::files("udmf-zdoom/andOlga__wads")) {
        const Outcome run =
            run_tool({"convert", source, "-o", folder.at("a.wad"), "--to", "udmf", "--force"});
        if (run.exit_code == 2) continue;  // several maps
        ASSERT_EQ(run.exit_code, 0) << source << run.out << run.err;
        EXPECT_TRUE(folder.run("zdbsp -X -o b.wad a.wad && test -s b.wad")) << source;
    }
    // Binary maps, by way of UDMF.
    std::size_t converted = 0;
    testing_support::Sample sample(3);
    for (const std::string& path : corpus::files("binary-doom")) {
        if (!sample.takes()) continue;
        const std::string udmf = folder.at("a.wad");
        const std::string doom = folder.at("c.wad");
        const auto maps = run_tool({"info", path, "--json"}).of_type("map");
        if (maps.size() != 1 || maps[0]["format"] != "doom" || maps[0]["status"] != "ok") continue;
        const Outcome to = run_tool({"convert", path, "-o", udmf, "--to", "udmf", "--force"});
        EXPECT_EQ(to.exit_code, 0) << path << to.out << to.err;
        ++converted;
        EXPECT_TRUE(folder.run("zdbsp -X -o b.wad a.wad && test -s b.wad")) << path;
        const Outcome back = run_tool({"convert", udmf, "-o", doom, "--to", "doom", "--force"});
        EXPECT_EQ(back.exit_code, 0) << path << back.out << back.err;
        EXPECT_TRUE(folder.run("zdbsp -o b.wad c.wad && test -s b.wad")) << path;
    }
    EXPECT_GT(converted, 3u);
}

}  // namespace
}  // namespace flatline::engine::tool_test
