// The commands of README.md, "In continuous integration", the one of docs/reports.md for code
// scanning, and the run that docs/checking.md shows.
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

TEST(ToolRecipe, TheRunOfTheIntroductionIsTrue) {
    const std::string page = bytes_of(paths::source() + "/docs/checking.md");
    const std::string prompt = "    $ flatline check ";
    const std::size_t begin = page.find(prompt);
    ASSERT_NE(begin, page.npos);
    std::istringstream lines(page.substr(begin, page.find("\n\n", begin) + 1 - begin));
    std::string line;
    std::getline(lines, line);
    const std::string path = line.substr(prompt.size());
    std::string shown;
    while (std::getline(lines, line)) shown += line.substr(4) + '\n';
    std::string out = run_tool({"check", paths::source() + "/" + path}).out;
    const std::string root = paths::source() + "/";
    for (std::size_t at = 0; (at = out.find(root, at)) != out.npos;) out.erase(at, root.size());
    EXPECT_EQ(out, shown);
}

}  // namespace flatline::engine::tool_test::recipes
