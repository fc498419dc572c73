// What of a folder is looked at, and files of maps on standard input.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test {
namespace folders_test {

namespace fs = std::filesystem;

std::vector<std::string> files_of(const Outcome& run) {
    std::vector<std::string> files;
    for (const auto& map : run.of_type("map")) files.push_back(map["file"]);
    return files;
}

TEST(ToolFolders, HiddenOnesAndUnknownEndingsAreLeftOut) {
    const TempFolder folder;
    for (const char* name : {".hidden.textmap", ".git/a.textmap", "b.lmp", "c.TextMap", "d/e.udmf",
                             "d/.f/g.udmf", "h.txt", "noending"}) {
        folder.write(name, small_map());
    }
    const std::vector<std::string> known = {folder.path("c.TextMap"), folder.path("d/e.udmf"),
                                            folder.path("h.txt")};
    EXPECT_EQ(files_of(run_tool({"check", folder.path(), "--json"})), known);
    const std::vector<std::string> all = {folder.path("b.lmp"), folder.path("c.TextMap"),
                                          folder.path("d/e.udmf"), folder.path("h.txt"),
                                          folder.path("noending")};
    EXPECT_EQ(files_of(run_tool({"check", folder.path(), "--json", "--any-name"})), all);
    // What is named is looked at: a file, and a folder.
    for (const char* name : {".hidden.textmap", ".git", "noending"}) {
        EXPECT_EQ(files_of(run_tool({"check", folder.path(name), "--json"})).size(), 1u) << name;
    }
}

TEST(ToolFolders, LinksInARingAreSafe) {
    const TempFolder folder;
    folder.write("a/a.textmap", small_map());
    fs::create_directory_symlink("..", folder.path("a/up"));
    fs::create_directory_symlink("a", folder.path("b"));
    fs::create_symlink("self.wad", folder.path("self.wad"));
    fs::create_symlink("a/a.textmap", folder.path("c.textmap"));
    fs::create_symlink("nowhere", folder.path("d.wad"));
    const Outcome run = run_tool({"check", folder.path(), "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(files_of(run),
              (std::vector<std::string>{folder.path("a/a.textmap"), folder.path("c.textmap")}));
    // A link that is named is followed.
    EXPECT_EQ(files_of(run_tool({"check", folder.path("b"), "--json"})).size(), 1u);
}

TEST(ToolStandardInput, FilesOfMaps) {
    const std::string wad = make_wad(map_lumps("MAP07", small_map()));
    struct Row {
        const char* what;
        std::string bytes;
        const char* file;
        const char* map;
        const char* format;
    };
    const Row rows[] = {
        {"WAD", wad, "-", "MAP07", "udmf"},
        {"PK3", make_zip({{"maps/x.wad", wad}, {"y.textmap", small_map()}}), "-/maps/x.wad", "X",
         "udmf"},
        {"Doom 3", "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n", "-", "-", "doom3"},
        {"TEXTMAP", small_map(), "-", "-", "udmf"},
    };
    for (const Row& row : rows) {
        for (const char* command : {"check", "info"}) {
            const Outcome run = run_tool({command, "-", "--json"}, row.bytes);
            const auto maps = run.of_type("map");
            ASSERT_GE(maps.size(), 1u) << row.what << run.out << run.err;
            EXPECT_EQ(maps[0]["file"], row.file) << row.what;
            EXPECT_EQ(maps[0]["map"], row.map) << row.what;
            EXPECT_EQ(maps[0]["format"], row.format) << row.what;
            EXPECT_EQ(maps[0]["status"], "ok") << row.what;
        }
    }
    EXPECT_EQ(run_tool({"dump", "-"}, wad).object()["map"], "MAP07");
}

TEST(ToolStandardInput, BrokenAndTooLargeFiles) {
    const std::string wad = make_wad(map_lumps("MAP07", small_map()));
    const Outcome cut = run_tool({"check", "-", "--json"}, wad.substr(0, wad.size() - 20));
    EXPECT_EQ(cut.exit_code, 1);
    EXPECT_EQ(cut.of_type("finding").at(0)["rule"], "wad-directory-range");
    const std::string pk3 = make_zip({{"maps/x.wad", wad}});
    for (const std::string& bytes : {wad, pk3}) {
        const auto check = [&](std::size_t most) {
            return run_tool(
                {"check", "-", "--json", "--limit", "container-bytes=" + std::to_string(most)},
                bytes);
        };
        EXPECT_EQ(check(bytes.size()).exit_code, 0);
        const Outcome large = check(bytes.size() - 1);
        EXPECT_EQ(large.exit_code, 1);
        EXPECT_EQ(large.of_type("finding").at(0)["rule"], "limit-container-bytes");
    }
}

}  // namespace folders_test
}  // namespace flatline::engine::tool_test
