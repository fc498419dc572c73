// `flatline diff` and `flatline textconv` as a user runs them, and as git does.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "diff/rooms.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::versions {
namespace {

using diff_test::Random;
using diff_test::Rooms;
using nlohmann::json;

std::string rooms_text(unsigned seed = 1) {
    Random random(seed);
    return diff_test::text_of(diff_test::make_rooms(random));
}

/// The same map with other numbers.
std::string shuffled_text(unsigned seed = 1) {
    Random random(seed);
    const Rooms rooms = diff_test::make_rooms(random);
    return diff_test::text_of(diff_test::shuffle(rooms, random).map, &random);
}

TEST(ToolDiff, OtherNumbersAreNoDifference) {
    const TempFolder folder;
    const std::string a = folder.write("a.textmap", rooms_text());
    const std::string b = folder.write("b.textmap", shuffled_text());
    const Outcome run = run_tool({"diff", a, b});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, "");
    const std::vector<json> lines = run_tool({"diff", a, b, "--json"}).lines();
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0]["schema"], "flatline.diff/1");
    EXPECT_EQ(lines[1], json::parse(R"({"type":"summary","maps":1,"maps_added":0,"maps_removed":0,
                                        "added":0,"removed":0,"changed":0})"));
    EXPECT_EQ(run_tool({"textconv", a}).out, run_tool({"textconv", b}).out);
}

TEST(ToolDiff, SaysWhatChanged) {
    const TempFolder folder;
    Random random(3);
    Rooms rooms = diff_test::make_rooms(random);
    const std::string a = folder.write("a.textmap", diff_test::text_of(rooms));
    rooms.at(diff_test::kLine, 2)["special"] = "99";
    rooms.at(diff_test::kSide, rooms.index(diff_test::kLine, 2, "sidefront"))["texturetop"] =
        "\"TOP\"";
    rooms.add(diff_test::kThing, {{"x", "64"}, {"y", "-128"}, {"type", "3004"}});
    const std::string b = folder.write("b.textmap", diff_test::text_of(rooms));
    const Outcome run = run_tool({"diff", a, b});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_NE(run.out.find("b: 1 added, 2 changed\n~ linedef 2 ("), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("special "), std::string::npos) << run.out;
    EXPECT_NE(run.out.find(" -> 99, front texturetop \"-\" -> \"TOP\"\n"), std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("+ thing 3004 \"Zombieman\" at (64, -128)\n"), std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("at (64, -128)\n"), std::string::npos) << run.out;
    const Outcome stat = run_tool({"diff", a, b, "--stat"});
    EXPECT_EQ(stat.out,
              "b: 1 added, 2 changed\n  linedefs: 1 changed\n  sidedefs: 1 changed\n"
              "  things: 1 added\n");
    const std::vector<json> rows = run_tool({"diff", a, b, "--json"}).of_type("change");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0]["fields"]["special"][1], 99);
    EXPECT_EQ(rows[1]["element"], "sidedef");
    EXPECT_EQ(rows[1]["side"], "front");
    EXPECT_EQ(rows[1]["linedef"], json::parse("[2,2]"));
    EXPECT_EQ(rows[1]["fields"], json::parse(R"({"texturetop":["-","TOP"]})"));
    EXPECT_EQ(rows[2]["before"], nullptr);
    EXPECT_EQ(rows[2]["x"], 64);
    EXPECT_FALSE(rows[2].contains("fields"));
}

TEST(ToolDiff, MapsArePairedByName) {
    const TempFolder folder;
    Lumps first = map_lumps("MAP01", small_map());
    Lumps second = map_lumps("MAP02", small_map("thing { x = 1; y = 1; type = 1; }"));
    Lumps third = map_lumps("MAP03", small_map());
    Lumps both = first;
    both.insert(both.end(), second.begin(), second.end());
    Lumps others = third;
    others.insert(others.end(), first.begin(), first.end());
    const std::string a = folder.write("a.wad", make_wad(both));
    const std::string b = folder.write("b.wad", make_wad(others));
    Outcome run = run_tool({"diff", a, b});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.out, "+ map MAP03\n- map MAP02\n");
    run = run_tool({"diff", a, b, "--json"});
    EXPECT_EQ(run.lines().back()["maps"], 1);
    EXPECT_EQ(run.lines().back()["maps_added"], 1);
    EXPECT_EQ(run.lines().back()["maps_removed"], 1);
    EXPECT_EQ(run_tool({"diff", a, b, "--map", "map01"}).exit_code, 0);
    EXPECT_EQ(run_tool({"diff", a, b, "--map", "MAP02=MAP03"}).exit_code, 1);
    EXPECT_EQ(run_tool({"diff", a, b, "--map", "MAP09"}).exit_code, 2);
    // One map each is a pair, whatever its name.
    const std::string c = folder.write("c.wad", make_wad(first));
    const std::string d = folder.write("d.wad", make_wad(third));
    EXPECT_EQ(run_tool({"diff", c, d}).exit_code, 0);
    EXPECT_EQ(run_tool({"textconv", c}).out, run_tool({"textconv", d}).out);
}

TEST(ToolDiff, MapsOfAFolderAndOfItsArchiveArePairs) {
    const TempFolder folder;
    const Lumps first = map_lumps("MAP01", small_map());
    const Lumps second = map_lumps("MAP02", small_map());
    Lumps both = first;
    both.insert(both.end(), second.begin(), second.end());
    for (const char* of : {"a/maps/", "b/levels/"}) {
        folder.write(std::string(of) + "map01.wad", make_wad(first));
        folder.write(std::string(of) + "map02.wad", make_wad(second));
    }
    const std::string a = folder.path("a");
    const std::string wad = folder.write("both.wad", make_wad(both));
    for (const std::string& other : {a + "/", folder.path("b"), wad}) {
        SCOPED_TRACE(other);
        EXPECT_EQ(run_tool({"diff", a, other}).out, "");
        EXPECT_EQ(run_tool({"diff", other, a}).exit_code, 0);
        EXPECT_EQ(run_tool({"diff", a, other, "--json"}).lines().back()["maps"], 2);
    }
}

TEST(ToolDiff, AnEmptyFileHasNoMaps) {
    const TempFolder folder;
    const std::string a = folder.write("a.wad", make_wad(map_lumps("MAP01", small_map())));
    const std::string none = folder.write("none.wad", "");
    for (const std::string& empty : {none, std::string("/dev/null")}) {
        EXPECT_EQ(run_tool({"diff", empty, a}).out, "+ map MAP01\n");
        EXPECT_EQ(run_tool({"diff", a, empty}).out, "- map MAP01\n");
        EXPECT_EQ(run_tool({"diff", empty, empty}).exit_code, 0);
    }
}

TEST(ToolDiff, Trouble) {
    const TempFolder folder;
    const std::string good = folder.write("a.textmap", small_map());
    const std::string bad = folder.write("b.textmap", "namespace = \"zdoom\"; vertex { x = ; }");
    Outcome run = run_tool({"diff", good, bad});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("the map is refused"), std::string::npos) << run.err;
    EXPECT_EQ(run_tool({"diff", good}).exit_code, 2);
    EXPECT_EQ(run_tool({"diff", good, folder.path("missing")}).exit_code, 2);
    EXPECT_EQ(run_tool({"diff", good, good, "-o", folder.path("a.svg")}).exit_code, 2);
    EXPECT_EQ(run_tool({"diff", "/dev/null", bad}).exit_code, 2);
    EXPECT_EQ(run_tool({"diff", bad, "/dev/null"}).exit_code, 2);
    EXPECT_EQ(run_tool({"textconv", bad}).exit_code, 1);
}

TEST(ToolDiff, LumpsBesideTheMap) {
    const TempFolder folder;
    const auto wad = [&](const std::string& script, const std::string& nodes) {
        return make_wad({{"MAP01", ""},
                         {"TEXTMAP", small_map()},
                         {"ZNODES", nodes},
                         {"SCRIPTS", script},
                         {"ENDMAP", ""}});
    };
    const std::string a = folder.write("a.wad", wad("one", "x"));
    const std::string b = folder.write("b.wad", wad("two", "y"));
    const std::vector<json> rows = run_tool({"diff", a, b, "--json"}).of_type("change");
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0]["element"], "lump");
    EXPECT_EQ(rows[0]["name"], "SCRIPTS");
    EXPECT_EQ(rows[0]["kind"], "changed");
    EXPECT_FALSE(rows[0].contains("fields"));
    EXPECT_EQ(run_tool({"diff", a, b, "--json", "--lumps"}).of_type("change").size(), 2u);
}

TEST(ToolDiff, ABinaryMapAndItsText) {
    const TempFolder folder;
    std::string text = small_map();
    text.replace(text.find("zdoom"), 5, "doom");
    const std::string udmf = folder.write("a.wad", make_wad(map_lumps("MAP01", text)));
    const std::string doom = folder.path("b.wad");
    ASSERT_EQ(run_tool({"convert", udmf, "-o", doom, "--to", "doom", "-q"}).exit_code, 0);
    EXPECT_EQ(run_tool({"diff", udmf, doom}).out, "");
    const std::string more = folder.write(
        "c.wad", make_wad(map_lumps("MAP01", text + "thing { x = 1; y = 1; type = 1; id = 7; }")));
    const std::string less = folder.write(
        "d.wad", make_wad(map_lumps("MAP01", text + "thing { x = 1; y = 1; type = 1; }")));
    const std::string binary = folder.path("e.wad");
    ASSERT_EQ(run_tool({"convert", less, "-o", binary, "--to", "doom", "-q"}).exit_code, 0);
    EXPECT_EQ(run_tool({"diff", binary, more, "--json"}).of_type("change").at(0)["fields"],
              json::parse(R"({"id":[0,7]})"));
    EXPECT_EQ(run_tool({"diff", binary, more, "--lossy"}).exit_code, 0);
}

TEST(ToolDiff, APageWithBothMaps) {
    const TempFolder folder;
    const std::string a = folder.write("a.textmap", small_map());
    const std::string b = folder.write("b.textmap", small_map("thing { x = 1; y = 1; type = 1; }"));
    const std::string page = folder.path("page.html");
    EXPECT_EQ(run_tool({"diff", a, b, "-o", page}).exit_code, 1);
    const std::string html = bytes_of(page);
    const std::string mark = "<script id=\"data\" type=\"application/json\">";
    const std::size_t at = html.find(mark);
    ASSERT_NE(at, std::string::npos);
    const std::size_t from = at + mark.size();
    const json data = json::parse(html.substr(from, html.find("</script>", from) - from));
    EXPECT_EQ(data["elements"]["thing"]["count"], 2);
    EXPECT_EQ(data["before"]["elements"]["thing"]["count"], 1);
    ASSERT_EQ(data["changes"].size(), 1u);
    EXPECT_EQ(data["changes"][0]["kind"], 0);
    EXPECT_EQ(data["changes"][0]["element"], "thing");
    EXPECT_EQ(run_tool({"diff", a, b, "-o", page}).exit_code, 2) << "it exists";
    EXPECT_EQ(run_tool({"diff", a, b, "-o", page, "--force"}).exit_code, 1);
}

// ---- textconv ----------------------------------------------------------------------------------

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

/// Lines of one text that the other does not have, both ways.
std::size_t lines_changed(const std::string& a, const std::string& b) {
    const std::vector<std::string> x = lines_of(a);
    const std::vector<std::string> y = lines_of(b);
    std::vector<std::string> changed;
    std::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(),
                                  std::back_inserter(changed));
    return changed.size();
}

TEST(ToolTextconv, OneEditChangesTwoLines) {
    const TempFolder folder;
    struct Edit {
        diff_test::Kind kind;
        const char* field;
        const char* value;
    };
    constexpr Edit kEdits[] = {
        {diff_test::kThing, "x", "1000"},          {diff_test::kThing, "type", "9"},
        {diff_test::kLine, "special", "80"},       {diff_test::kSide, "texturetop", "\"T\""},
        {diff_test::kSector, "heightfloor", "40"}, {diff_test::kVertex, "zfloor", "4"},
        {diff_test::kSector, "user_a", "true"},    {diff_test::kLine, "comment", "\"a\\nb\""},
    };
    Random random(4);
    const Rooms rooms = diff_test::make_rooms(random);
    const std::string a = folder.write("a.textmap", diff_test::text_of(rooms));
    const std::string text = run_tool({"textconv", a}).out;
    EXPECT_EQ(text.find(" \n"), std::string::npos);
    for (const Edit& edit : kEdits) {
        Rooms changed = rooms;
        changed.at(edit.kind, diff_test::below(random, rooms.count(edit.kind)))[edit.field] =
            edit.value;
        const diff_test::Shuffled after = diff_test::shuffle(changed, random);
        const std::string b = folder.write("b.textmap", diff_test::text_of(after.map, &random));
        const std::size_t lines = lines_changed(text, run_tool({"textconv", b}).out);
        EXPECT_GE(lines, 1u) << edit.field;
        EXPECT_LE(lines, 2u) << edit.field;
    }
}

// The four lines of docs/git.md in a repository of its own.
TEST(ToolTextconv, OrderAndCaseOfLumpsAreNotSaid) {
    const TempFolder folder;
    const Lumps head = {{"MAP01", ""}, {"TEXTMAP", small_map()}};
    Lumps one = head;
    one.insert(one.end(), {{"DIALOGUE", "d"}, {"SCRIPTS", "s"}, {"ENDMAP", ""}});
    Lumps two = head;
    two.insert(two.end(), {{"scripts", "s"}, {"DIALOGUE", "d"}, {"ENDMAP", ""}});
    const std::string a = folder.write("a.wad", make_wad(one));
    const std::string b = folder.write("b.wad", make_wad(two));
    EXPECT_EQ(run_tool({"diff", a, b}).exit_code, 0);
    const std::string text = run_tool({"textconv", a}).out;
    EXPECT_NE(text.find("lump DIALOGUE: 1 bytes"), std::string::npos) << text;
    EXPECT_EQ(text, run_tool({"textconv", b}).out);
}

TEST(ToolTextconv, GitShowsWhatChanged) {
    if (access("/usr/bin/git", X_OK) != 0) GTEST_SKIP() << needs::package("git");
    const std::string page = bytes_of(paths::source() + "/docs/git.md");
    std::string setup;
    std::size_t at = page.find("\n    echo '*.wad");
    ASSERT_NE(at, std::string::npos);
    for (int line = 0; line < 4; ++line) {
        const std::size_t end = page.find('\n', at + 1);
        setup += page.substr(at + 1, end - at - 1) + "\n";
        at = end;
    }
    const TempFolder folder;
    folder.write("bin/old.wad", make_wad(map_lumps("MAP01", rooms_text())));
    folder.write("bin/same.wad", make_wad(map_lumps("MAP01", shuffled_text())));
    Random random(1);
    Rooms rooms = diff_test::make_rooms(random);
    rooms.at(diff_test::kThing, 0)["angle"] = "45";
    folder.write(
        "bin/new.wad",
        make_wad(map_lumps("MAP01", diff_test::text_of(diff_test::shuffle(rooms, random).map))));
    const std::string script =
        "set -e\ncd '" + folder.path() + "'\nexport HOME=$PWD GIT_CONFIG_NOSYSTEM=1\n" + "ln -s '" +
        paths::tool() + "' bin/flatline\nexport PATH=$PWD/bin:$PATH\n" +
        "git init -q repo\ncd repo\ngit config user.name a\ngit config user.email a@b\n" + setup +
        "cp ../bin/old.wad map.wad\ngit add .\ngit commit -qm one\n"
        "cp ../bin/same.wad map.wad\ngit diff >../same\n"
        "cp ../bin/new.wad map.wad\ngit diff >../changed\n"
        "git difftool --no-prompt --extcmd='flatline diff' >../tool\n";
    const std::string path = folder.write("run.sh", script);
    const int status =
        std::system(("sh '" + path + "' >'" + folder.path("said") + "' 2>&1").c_str());
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << bytes_of(folder.path("said"));
    const std::string same = bytes_of(folder.path("same"));
    EXPECT_EQ(same.find("\n+"), std::string::npos) << same;
    const std::string changed = bytes_of(folder.path("changed"));
    EXPECT_NE(changed.find("angle 45"), std::string::npos) << changed;
    std::size_t rows = 0;
    for (const std::string& line : lines_of(changed)) {
        rows += (line[0] == '+' || line[0] == '-') && line.substr(1, 2) != "++" &&
                line.substr(1, 2) != "--";
    }
    EXPECT_EQ(rows, 2u) << changed;
    EXPECT_NE(bytes_of(folder.path("tool")).find("-> 45"), std::string::npos);
}

}  // namespace
}  // namespace flatline::engine::tool_test::versions
