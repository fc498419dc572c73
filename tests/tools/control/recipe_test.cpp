// The commands of README.md, "In continuous integration", and the one of docs/reports.md for code
// scanning, as they stand there.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <sstream>

#include "support/paths.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::recipes {

/// The commands of the section: what stands alone on an indented line, in quotes of code, or
/// after "run:".
std::vector<std::string> commands() {
    const std::string readme = bytes_of(paths::source() + "/README.md");
    const std::size_t begin = readme.find("## In continuous integration\n");
    EXPECT_NE(begin, readme.npos);
    const std::string reports = bytes_of(paths::source() + "/docs/reports.md");
    const std::size_t scanning = reports.find("  run: flatline ");
    EXPECT_NE(scanning, reports.npos);
    std::istringstream lines(readme.substr(begin, readme.find("\n## ", begin + 1) - begin) +
                             reports.substr(scanning, reports.find('\n', scanning) - scanning));
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) {
        for (const char* mark : {"    flatline ", "  run: flatline "}) {
            if (line.rfind(mark, 0) == 0) found.push_back(line.substr(line.find("flatline ")));
        }
        const std::size_t quoted = line.find("`flatline ");
        if (quoted != line.npos) {
            found.push_back(line.substr(quoted + 1, line.find('`', quoted + 1) - quoted - 1));
        }
    }
    return found;
}

TEST(ToolRecipe, TheReadmesCommandsWork) {
    const std::vector<std::string> lines = commands();
    ASSERT_EQ(lines.size(), 3u);
    const TempFolder folder;
    const std::string map = small_map() + "linedef { v1 = 0; v2 = 0; sidefront = 0; }\n";
    folder.write("project/maps/a.wad", make_wad(map_lumps("MAP01", map)));
    const std::string bin = folder.path("bin");
    std::filesystem::create_directory(bin);
    std::filesystem::create_symlink(paths::tool(), bin + "/flatline");
    const auto run = [&](const std::string& line) {
        const std::string all = "cd " + folder.path("project") + " && PATH=" + bin + ":$PATH && " +
                                line + " >printed 2>&1";
        const int status = std::system(all.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    EXPECT_NE(run(lines[1]), 0) << "there is no baseline yet";
    EXPECT_EQ(run(lines[0]), 0);
    EXPECT_EQ(run(lines[1]), 0) << bytes_of(folder.path("project/printed"));
    EXPECT_EQ(run(lines[2]), 0) << bytes_of(folder.path("project/printed"));
    const auto sarif = nlohmann::json::parse(bytes_of(folder.path("project/flatline.sarif")));
    EXPECT_EQ(sarif["runs"][0]["results"].size(), 0u) << sarif.dump();

    folder.write(
        "project/maps/a.wad",
        make_wad(map_lumps(
            "MAP01",
            map + "sidedef { sector = 0; }\nlinedef { v1 = 1; v2 = 1; sidefront = 3; }\n")));
    EXPECT_EQ(run(lines[1]), 1);
    EXPECT_NE(bytes_of(folder.path("project/printed")).find("::warning "), std::string::npos);
    EXPECT_EQ(run(lines[2]), 1);
    const auto fresh = nlohmann::json::parse(bytes_of(folder.path("project/flatline.sarif")));
    EXPECT_EQ(fresh["runs"][0]["results"].size(), 1u) << fresh.dump();
}

}  // namespace flatline::engine::tool_test::recipes
