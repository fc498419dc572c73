// `draw --all-maps`: pages in a folder, and their index.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "batch/running.hpp"
#include "run_tool.hpp"
#include "xml_reader.hpp"

namespace flatline::engine::tool_test {
namespace draw_album {

using nlohmann::json;
using Names = std::vector<std::string>;

const std::string kDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

Lumps operator+(Lumps a, const Lumps& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::string two_maps(const TempFolder& folder) {
    return folder.write("a.wad", make_wad(map_lumps("MAP01", small_map()) +
                                          map_lumps("MAP02", small_map("thing { x = 8; y = 8; type "
                                                                       "= 3004; }"))));
}

/// What stands between two texts.
std::string between(const std::string& text, const std::string& first, const std::string& last) {
    const std::size_t begin = text.find(first);
    EXPECT_NE(begin, text.npos) << first;
    if (begin == text.npos) return {};
    const std::size_t end = text.find(last, begin + first.size());
    return text.substr(begin + first.size(), end - begin - first.size());
}

TEST(ToolDrawAlbum, APageForEachMapAndAnIndex) {
    const TempFolder folder;
    const std::string wad = two_maps(folder);
    const std::string out = folder.path("out");
    const Outcome run = run_tool({"draw", wad, "--all-maps", "-o", out + "/"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_NE(run.out.find("index.html: 2 maps with"), std::string::npos) << run.out;
    EXPECT_EQ(names_in(out), (Names{"MAP01.html", "MAP02.html", "index.html"}));
    json styles;
    for (const char* const name : {"MAP01", "MAP02"}) {
        const std::string page = bytes_of(out + "/" + name + ".html");
        const json data = json::parse(
            between(page, "<script id=\"data\" type=\"application/json\">", "</script>"));
        EXPECT_EQ(data["map"], name);
        EXPECT_EQ(data["index"], "index.html");
        EXPECT_EQ(data["file"], "a.wad");
        styles = data["styles"];
    }
    const std::string index = bytes_of(out + "/index.html");
    EXPECT_EQ(index.find(folder.path()), std::string::npos) << "no folder above the file";
    EXPECT_EQ(index.find("<script"), std::string::npos);
    EXPECT_EQ(index.find("style=\""), std::string::npos) << "its policy forbids that";
    EXPECT_EQ(between(index, "<title>", "</title>"), "a.wad: 2 maps");
    EXPECT_NE(index.find("default-src 'none'; style-src 'sha256-"), std::string::npos);
    // Its style has the colours of the tables.
    const auto has_rule = [&](const std::string& selector, const std::string& color) {
        return index.find(selector + " { fill: " + color + "; }") != std::string::npos;
    };
    ASSERT_EQ(styles["ramp"].size(), 10u);
    for (std::size_t i = 0; i < styles["ramp"].size(); ++i) {
        EXPECT_TRUE(has_rule(".h" + std::to_string(i), styles["ramp"][i])) << i;
    }
    const auto color_of = [&](std::size_t mark, const char* ground) {
        return styles["marks"][mark][ground].get<std::string>();
    };
    EXPECT_EQ(color_of(1, "light"), color_of(1, "dark"));
    EXPECT_TRUE(has_rule("circle.warning", color_of(1, "light")));
    EXPECT_TRUE(has_rule("circle.error",
                         "light-dark(" + color_of(2, "light") + ", " + color_of(2, "dark") + ")"));
    const std::string first = between(index, "<a href=\"MAP01.html\">", "</a>");
    EXPECT_NE(first.find("<h2>MAP01</h2>"), std::string::npos);
    const std::string second = between(index, "<a href=\"MAP02.html\">", "</li>");
    std::string problem;
    const auto thumbnail = read_xml(kDeclaration + first.substr(0, first.find("<h2>")), problem);
    ASSERT_TRUE(thumbnail) << problem;
    EXPECT_EQ(thumbnail->name, "svg");
    EXPECT_GE(thumbnail->all("path").size(), 2u) << "a floor and walls";
    EXPECT_NE(second.find("3 vertices"), std::string::npos) << second;
    // A page alone knows of no index.
    const std::string alone = folder.path("b.html");
    ASSERT_EQ(run_tool({"draw", wad, "--map", "MAP01", "-o", alone}).exit_code, 0);
    EXPECT_EQ(bytes_of(alone).find("\"index\":\""), std::string::npos);
}

TEST(ToolDrawAlbum, ThumbnailsMarkWarningsAndErrorsAndNoNotes) {
    const TempFolder folder;
    const std::string thing = "thing { x = 8; y = 8; type = 1; nonsense = 1; }";
    const std::string wad = folder.write("a.wad", make_wad(map_lumps("MAP01", small_map(thing))));
    const std::string out = folder.path("out");
    const auto circles = [&](const std::string& level) {
        EXPECT_EQ(run_tool({"draw", wad, "--all-maps", "-o", out, "--force", "--rule",
                            "field-unknown=" + level})
                      .exit_code,
                  0);
        const std::string index = bytes_of(out + "/index.html");
        std::string problem;
        const std::string anchor = between(index, "<a href=\"MAP01.html\">", "<h2>");
        const auto thumbnail = read_xml(kDeclaration + anchor, problem);
        EXPECT_TRUE(thumbnail) << problem;
        std::size_t count = 0;
        for (const XmlElement* circle : thumbnail->all("circle")) {
            count += circle->attributes.at("class") == level;
        }
        return count;
    };
    EXPECT_EQ(circles("error"), 1u);
    EXPECT_EQ(circles("note"), 0u);
}

TEST(ToolDrawAlbum, NamesOfFilesAreHarmless) {
    const TempFolder folder;
    const std::string wad = folder.write(
        "a.wad", make_wad(map_lumps("../X", small_map()) + map_lumps("A B<i>", small_map()) +
                          map_lumps("INDEX", small_map()) + map_lumps("__/X", small_map())));
    const std::string out = folder.path("out");
    ASSERT_EQ(run_tool({"draw", wad, "--all-maps", "-o", out}).exit_code, 0);
    const Names names = names_in(out);
    ASSERT_EQ(names.size(), 5u);
    for (const std::string& name : names) {
        EXPECT_EQ(
            name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-.2"),
            name.npos)
            << name;
    }
    EXPECT_EQ(names_in(folder.path()), (Names{"a.wad", "out"}));
    const std::string index = bytes_of(out + "/index.html");
    EXPECT_EQ(index.find("<i>"), std::string::npos);
    EXPECT_NE(index.find("A B&lt;i&gt;"), std::string::npos);
    EXPECT_NE(index.find("INDEX-2.html"), std::string::npos);
}

TEST(ToolDrawAlbum, ARefusedMapIsOnTheIndex) {
    const TempFolder folder;
    const std::string wad =
        folder.write("a.wad", make_wad(map_lumps("MAP01", small_map()) +
                                       map_lumps("MAP02", bytes_of(fixture("bad_index.textmap")))));
    const std::string out = folder.path("out");
    const Outcome run = run_tool({"draw", wad, "--all-maps", "-o", out, "--json"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("MAP02: the map is refused"), std::string::npos) << run.err;
    EXPECT_EQ(names_in(out), (Names{"MAP01.html", "index.html"}));
    EXPECT_NE(bytes_of(out + "/index.html").find("the map is refused"), std::string::npos);
    ASSERT_EQ(run.of_type("map").size(), 2u);
    ASSERT_EQ(run.of_type("draw").size(), 1u);
    EXPECT_EQ(run.of_type("draw")[0]["output"], out + "/MAP01.html");
    EXPECT_EQ(run.lines().back()["type"], "summary");
    EXPECT_EQ(run.lines().back()["refused"], 1);
}

TEST(ToolDrawAlbum, ForeignFilesStay) {
    const TempFolder folder;
    const std::string wad = two_maps(folder);
    int tried = 0;
    for (const char* const name : {"MAP02.html", "index.html"}) {
        const std::string foreign =
            folder.write("has" + std::to_string(++tried) + "/" + name, "mine");
        const std::string out = std::filesystem::path(foreign).parent_path().string();
        const Outcome run = run_tool({"draw", wad, "--all-maps", "-o", out});
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_NE(run.err.find("--force"), std::string::npos) << run.err;
        EXPECT_EQ(names_in(out), Names{name}) << "nothing is written";
        EXPECT_EQ(bytes_of(foreign), "mine");
        EXPECT_EQ(run_tool({"draw", wad, "--all-maps", "-o", out, "--force"}).exit_code, 0);
        EXPECT_EQ(names_in(out).size(), 3u) << "and no temporary file is left";
        EXPECT_NE(bytes_of(foreign), "mine");
    }
    // What else is in the folder stays.
    const std::string other = folder.write("kept/notes.txt", "mine");
    EXPECT_EQ(run_tool({"draw", wad, "--all-maps", "-o", folder.path("kept")}).exit_code, 0);
    EXPECT_EQ(bytes_of(other), "mine");
}

TEST(ToolDrawAlbum, WrongUseWritesNothing) {
    const TempFolder folder;
    const std::string wad = two_maps(folder);
    folder.write("many/b.wad", make_wad(map_lumps("MAP01", small_map())));
    folder.write("many/c.wad", make_wad(map_lumps("MAP01", small_map())));
    const std::string out = folder.path("out");
    const std::vector<Names> kWrong = {
        {"draw", wad, "--all-maps"},
        {"draw", wad, "--all-maps", "-o", folder.path("out.html")},
        {"draw", wad, "--all-maps", "-o", folder.path("out.svg")},
        {"draw", wad, "--all-maps", "-o", folder.path("out.png")},
        {"draw", wad, "--all-maps", "-o", wad},
        {"draw", wad, "--all-maps", "-o", wad, "--force"},
        {"draw", wad, "--all-maps", "-o", folder.path("none/out")},
        {"draw", wad, "--all-maps", "-o", out, "--map", "MAP01"},
        {"draw", wad, "--all-maps", "-o", out, "--width", "100"},
        {"draw", wad, "--all-maps", "-o", out, "--resources", folder.path("none.wad")},
        {"draw", folder.path("none.wad"), "--all-maps", "-o", out},
        {"draw", folder.path("many"), "--all-maps", "-o", out},
        {"draw", wad, "-o", out},
        {"draw", wad, "-o", folder.path("out/")},
    };
    for (const Names& words : kWrong) {
        SCOPED_TRACE(testing::PrintToString(words));
        const Outcome run = run_tool(words);
        EXPECT_EQ(run.exit_code, 2) << run.err;
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(run.err.rfind("flatline: ", 0), 0u) << run.err;
        EXPECT_EQ(names_in(folder.path()), (Names{"a.wad", "many"}));
    }
    EXPECT_EQ(
        run_tool({"draw", folder.write("e.wad", make_wad({})), "--all-maps", "-o", out}).exit_code,
        1);
    EXPECT_FALSE(std::filesystem::exists(out)) << "no map, no folder";
}

TEST(ToolDrawAlbum, ABarShowsHowFarItIs) {
    const TempFolder folder;
    const std::string wad = folder.write(
        "a.wad", make_wad(map_lumps("MAP01", slow_map()) + map_lumps("MAP02", small_map()) +
                          map_lumps("MAP03", small_map())));
    Names words = {"draw", wad, "--all-maps", "-o", folder.path("out"), "--timeout", "1"};
    words.insert(words.end(), kSlowLimits.begin(), kSlowLimits.end());
    Running run(words, Running::Error::terminal);
    EXPECT_TRUE(run.read_until([&] {
        return run.err().find("[######..............] 1/3 maps, ") != std::string::npos;
    })) << run.err();
    (void)run.exit_code();
    words[4] = folder.path("quiet");
    words.push_back("--quiet");
    Running quiet(words, Running::Error::terminal);
    (void)quiet.exit_code();
    EXPECT_EQ(quiet.err().find("maps"), std::string::npos) << quiet.err();
}

}  // namespace draw_album
}  // namespace flatline::engine::tool_test
