// `flatline table` as a user runs it: columns of every kind, the values of `dump`, and each format.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/needs.hpp"
#include "tools/run_tool.hpp"
#include "tools/table/csv_reader.hpp"

namespace flatline::engine::tool_test::table {

using nlohmann::json;
using Words = std::vector<std::string>;

constexpr const char* kKinds[] = {"files",    "maps",    "vertices", "linedefs",   "sidedefs",
                                  "sectors",  "things",  "segs",     "subsectors", "nodes",
                                  "entities", "brushes", "findings"};

Outcome table(const Words& paths, const std::string& kind, const Words& more = {}) {
    Words words = {"table", "--of", kind};
    words.insert(words.end(), paths.begin(), paths.end());
    words.insert(words.end(), more.begin(), more.end());
    return run_tool(words);
}

std::vector<json> rows_of(const Words& paths, const std::string& kind, const Words& more = {}) {
    Words words = {"--format", "ndjson"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome run = table(paths, kind, words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return run.lines();
}

/// A room of 256 by 128 units with names, unknown fields and fields of ZDoom.
std::string room(const std::string& more = "") {
    return "namespace = \"zdoom\";\n"
           "vertex { x = 0; y = 0; } vertex { x = 0; y = 128; }\n"
           "vertex { x = 256; y = 128; } vertex { x = 256; y = 0; }\n"
           "linedef { v1 = 0; v2 = 1; sidefront = 0; blocking = true; alpha = 0.25; }\n"
           "linedef { v1 = 1; v2 = 2; sidefront = 1; special = -7; user_a = 1; user_b = \"x\"; "
           "user_a = 2.5; }\n"
           "linedef { v1 = 2; v2 = 3; sidefront = 2; id = -3; moreids = \"4 -5 4\"; }\n"
           "linedef { v1 = 3; v2 = 0; sidefront = 3; comment = \"say \\\"a\\\", b\n\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"BRICK1\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"\xC3\x84\"; offsetx = 3; }\n"
           "sidedef { sector = 0; texturemiddle = \"\xFF\x01\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"\"; }\n"
           "sector { texturefloor = \"F\"; textureceiling = \"C\"; heightceiling = 128; }\n"
           "thing { x = 32; y = 32; type = 3004; skill3 = true; }\n"
           "thing { x = -32; y = 32; type = 31000; }\n" +
           more;
}

TEST(ToolTable, ColumnsOfALinedef) {
    const TempFolder folder;
    const std::string file = folder.write("a.textmap", room());
    const Outcome run = table({file}, "linedefs");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const CsvTable csv = read_csv(run.out);
    const std::vector<std::string> expected = {"file_sha256",
                                               "file",
                                               "map",
                                               "index",
                                               "id",
                                               "v1",
                                               "v2",
                                               "blocking",
                                               "blockmonsters",
                                               "twosided",
                                               "dontpegtop",
                                               "dontpegbottom",
                                               "secret",
                                               "blocksound",
                                               "dontdraw",
                                               "mapped",
                                               "passuse",
                                               "translucent",
                                               "jumpover",
                                               "blockfloaters",
                                               "playercross",
                                               "playeruse",
                                               "monstercross",
                                               "monsteruse",
                                               "impact",
                                               "playerpush",
                                               "monsterpush",
                                               "missilecross",
                                               "repeatspecial",
                                               "special",
                                               "arg0",
                                               "arg1",
                                               "arg2",
                                               "arg3",
                                               "arg4",
                                               "sidefront",
                                               "sideback",
                                               "comment",
                                               "alpha",
                                               "moreids",
                                               "unknown",
                                               "length"};
    EXPECT_EQ(std::set<std::string>(csv.names.begin(), csv.names.end()),
              std::set<std::string>(expected.begin(), expected.end()));
    EXPECT_EQ(Words(csv.names.begin(), csv.names.begin() + 38),
              Words(expected.begin(), expected.begin() + 38));
    EXPECT_EQ(Words(csv.names.end() - 2, csv.names.end()), (Words{"unknown", "length"}));
    ASSERT_EQ(csv.rows.size(), 4u);
    EXPECT_EQ(csv.at(0, "file_sha256").value_or("").size(), 64u);
    EXPECT_EQ(csv.at(0, "file"), file);
    EXPECT_EQ(csv.at(0, "map"), "a");
    EXPECT_EQ(csv.at(3, "index"), "3");
    EXPECT_EQ(csv.at(0, "blocking"), "true");
    EXPECT_EQ(csv.at(1, "blocking"), "false");
    EXPECT_EQ(csv.at(0, "sideback"), "-1");
    EXPECT_EQ(csv.at(1, "special"), "-7");
    EXPECT_EQ(csv.at(2, "id"), "-3");
    EXPECT_EQ(csv.at(0, "alpha"), "0.25");
    EXPECT_EQ(csv.at(1, "alpha"), std::nullopt);
    EXPECT_EQ(csv.at(0, "length"), "128.0");
    EXPECT_EQ(csv.at(1, "length"), "256.0");
    EXPECT_EQ(csv.at(2, "moreids"), "4 -5 4");
    EXPECT_EQ(csv.at(0, "comment"), "") << "a default, and no null";
    EXPECT_EQ(csv.at(3, "comment"), "say \"a\", b\n");
    EXPECT_EQ(csv.at(0, "unknown"), std::nullopt);
    EXPECT_EQ(json::parse(csv.at(1, "unknown").value_or("")),
              json::parse(R"([["user_a",1],["user_b","x"],["user_a",2.5]])"));
}

TEST(ToolTable, DerivedColumns) {
    const TempFolder folder;
    const std::string open =
        "vertex { x = 512; y = 0; } vertex { x = 512; y = 64; }\n"
        "linedef { v1 = 4; v2 = 5; sidefront = 4; }\n"
        "sidedef { sector = 1; } sector { texturefloor = \"F\"; textureceiling = \"C\"; }\n"
        "sector { texturefloor = \"F\"; textureceiling = \"C\"; }\n";
    const Words file = {folder.write("a.textmap", room(open))};
    const std::vector<json> sectors = rows_of(file, "sectors");
    ASSERT_EQ(sectors.size(), 3u);
    EXPECT_EQ(sectors[0]["area"], 32768.0);
    EXPECT_EQ(sectors[0]["x_min"], 0.0);
    EXPECT_EQ(sectors[0]["y_min"], 0.0);
    EXPECT_EQ(sectors[0]["x_max"], 256.0);
    EXPECT_EQ(sectors[0]["y_max"], 128.0);
    EXPECT_EQ(sectors[1]["area"], nullptr) << "one line encloses nothing";
    EXPECT_EQ(sectors[1]["y_max"], 64.0);
    EXPECT_EQ(sectors[2]["x_min"], nullptr) << "no lines";
    EXPECT_EQ(sectors[2]["area"], nullptr);
    const std::vector<json> things = rows_of(file, "things");
    ASSERT_EQ(things.size(), 2u);
    EXPECT_EQ(things[0]["sector"], 0);
    EXPECT_EQ(things[0]["name"], "Zombieman");
    EXPECT_EQ(things[0]["category"], "monster");
    EXPECT_EQ(things[0]["skill3"], true);
    EXPECT_EQ(things[1]["sector"], nullptr);
    EXPECT_EQ(things[1]["name"], nullptr);
    EXPECT_EQ(things[1]["category"], nullptr);
}

TEST(ToolTable, TextsAreThoseOfDump) {
    const TempFolder folder;
    const Words file = {folder.write("a.textmap", room())};
    const std::vector<json> sides = rows_of(file, "sidedefs");
    const json dump = run_tool({"dump", file[0]}).object();
    ASSERT_EQ(sides.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(sides[i]["texturemiddle"], dump["sidedefs"][i]["texturemiddle"]);
    }
    EXPECT_EQ(sides[2]["texturemiddle"], "\xC3\xBF\x01");
    const CsvTable csv = read_csv(table(file, "sidedefs").out);
    EXPECT_EQ(csv.at(2, "texturemiddle"), "\xC3\xBF\x01");
    EXPECT_EQ(csv.at(3, "texturemiddle"), "") << "no null";
    EXPECT_EQ(csv.at(1, "offsetx"), "3.0") << "Eternity says float";
}

/// Every value of `dump` stands in the table, of all elements of a map.
void expect_values_of_dump(const std::string& file, const std::string& map) {
    const json dump = run_tool({"dump", file, "--map", map}).object();
    for (const char* kind : {"vertices", "linedefs", "sidedefs", "sectors", "things"}) {
        const std::vector<json> rows = rows_of({file}, kind, {"--map", map});
        ASSERT_EQ(rows.size(), dump[kind].size()) << kind;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            EXPECT_EQ(rows[i]["index"], i);
            for (const auto& [name, value] : dump[kind][i].items()) {
                if (name == "moreids") continue;
                ASSERT_TRUE(rows[i].contains(name)) << kind << ' ' << name;
                ASSERT_EQ(rows[i][name], value) << kind << ' ' << i << ' ' << name;
            }
        }
    }
    if (dump["nodes"].is_null()) return;
    const std::vector<json> segs = rows_of({file}, "segs", {"--map", map});
    ASSERT_EQ(segs.size(), dump["nodes"]["segs"].size());
    for (std::size_t i = 0; i < segs.size(); ++i) {
        for (const auto& [name, value] : dump["nodes"]["segs"][i].items()) {
            ASSERT_EQ(segs[i][name], value) << i << ' ' << name;
        }
    }
    const std::vector<json> subsectors = rows_of({file}, "subsectors", {"--map", map});
    ASSERT_EQ(subsectors.size(), dump["nodes"]["subsectors"].size());
    for (std::size_t i = 0; i < subsectors.size(); ++i) {
        for (const auto& [name, value] : dump["nodes"]["subsectors"][i].items()) {
            ASSERT_EQ(subsectors[i][name], value) << i << ' ' << name;
        }
    }
    const std::vector<json> nodes = rows_of({file}, "nodes", {"--map", map});
    ASSERT_EQ(nodes.size(), dump["nodes"]["nodes"].size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const json& node = dump["nodes"]["nodes"][i];
        for (const char* name : {"x", "y", "dx", "dy"}) ASSERT_EQ(nodes[i][name], node[name]);
        constexpr const char* kChildren[] = {"right", "left"};
        constexpr const char* kEdges[] = {"top", "bottom", "left", "right"};
        for (std::size_t child = 0; child < 2; ++child) {
            const std::string side = kChildren[child];
            ASSERT_EQ(nodes[i][side], node["children"][child]);
            for (std::size_t edge = 0; edge < 4; ++edge) {
                ASSERT_EQ(nodes[i][side + "_" + kEdges[edge]], node["bbox"][child][edge]);
            }
        }
    }
}

TEST(ToolTable, EveryKindOfElementHasTheValuesOfDump) {
    expect_values_of_dump(fixture("every_kind.textmap"), "every_kind");
    const std::string freedoom = "/usr/share/games/doom/freedoom1.wad";
    if (!std::filesystem::exists(freedoom)) GTEST_SKIP() << needs::package("freedoom");
    expect_values_of_dump(freedoom, "E1M1");
}

TEST(ToolTable, FilesAndMaps) {
    const TempFolder folder;
    const std::string wad = folder.write("a.wad", make_wad(map_lumps("MAP01", small_map())));
    const std::string zip = folder.write("b.pk3", make_zip({{"maps/two.wad", bytes_of(wad)}}));
    const std::vector<json> files = rows_of({wad, zip}, "files");
    ASSERT_EQ(files.size(), 2u);
    EXPECT_EQ(files[0]["file"], wad);
    EXPECT_EQ(files[0]["bytes"], bytes_of(wad).size());
    EXPECT_EQ(files[0]["maps"], 1);
    EXPECT_EQ(files[1]["index"], 1);
    EXPECT_EQ(rows_of({wad}, "vertices").at(0)["file_sha256"], files[0]["file_sha256"]);
    const std::vector<json> maps = rows_of({wad, zip}, "maps");
    ASSERT_EQ(maps.size(), 2u);
    EXPECT_EQ(maps[1]["file"], zip + "/maps/two.wad");
    EXPECT_EQ(maps[1]["file_sha256"], files[1]["file_sha256"]) << "of the outermost file";
    EXPECT_NE(maps[0]["file_sha256"], maps[1]["file_sha256"]);
    EXPECT_EQ(maps[1]["map"], "TWO");
    EXPECT_EQ(maps[1]["status"], "ok");
    EXPECT_EQ(maps[1]["format"], "udmf");
    EXPECT_EQ(maps[1]["linedefs"], 3);
    EXPECT_EQ(maps[1]["brushes"], nullptr);
    // A file as others know it, and one of each length around the end of a block.
    const std::string abc = folder.write("abc.wad", "abc");
    const Outcome broken = table({abc}, "files", {"--format", "ndjson"});
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_EQ(broken.lines().at(0)["file_sha256"],
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(broken.lines().at(0)["maps"], 0);
}

TEST(ToolTable, Doom3) {
    const TempFolder folder;
    const std::string text =
        "Version 2\n{\n\"classname\" \"worldspawn\"\n\"a\" \"1\"\n\"a\" \"2\"\n"
        "{ brushDef3 { ( 1 0 0 -8 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0 } }\n}\n"
        "{\n\"origin\" \"0 0 0\"\n}\n";
    const Words file = {folder.write("a.map", text)};
    const std::vector<json> entities = rows_of(file, "entities");
    ASSERT_EQ(entities.size(), 2u);
    EXPECT_EQ(entities[0]["classname"], "worldspawn");
    EXPECT_EQ(entities[0]["keys"],
              json::parse(R"([["classname","worldspawn"],["a","1"],["a","2"]])"));
    EXPECT_EQ(entities[0]["brushes"], 1);
    EXPECT_EQ(entities[0]["patches"], 0);
    EXPECT_EQ(entities[1]["classname"], nullptr);
    const std::vector<json> brushes = rows_of(file, "brushes");
    ASSERT_EQ(brushes.size(), 1u);
    EXPECT_EQ(brushes[0]["entity"], 0);
    EXPECT_EQ(brushes[0]["kind"], "brushDef3");
    EXPECT_EQ(brushes[0]["plane_space"], "entity");
    EXPECT_EQ(brushes[0]["sides"], 1);
    EXPECT_EQ(rows_of(file, "linedefs").size(), 0u);
}

TEST(ToolTable, FindingsAreThoseOfCheck) {
    const TempFolder folder;
    const Words file = {folder.write("a.textmap", room())};
    const std::vector<json> rows = rows_of(file, "findings");
    const std::vector<json> found = run_tool({"check", file[0], "--json"}).of_type("finding");
    ASSERT_EQ(rows.size(), found.size());
    ASSERT_GT(rows.size(), 2u);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i]["index"], i);
        for (const auto& [name, value] : found[i].items()) {
            if (name == "type") continue;
            EXPECT_EQ(rows[i][name == "index" ? "element_index" : name], value) << name;
        }
    }
}

TEST(ToolTable, ABrokenFileCostsItsOwnRows) {
    const TempFolder folder;
    const std::string a = folder.write("a.textmap", room());
    const std::string b = folder.write("b.textmap", "namespace = \"doom\"; vertex { x = ; }");
    const std::string c = folder.write("c.textmap", room());
    const Outcome lines = table({a, b, c}, "linedefs", {"--format", "ndjson"});
    EXPECT_EQ(lines.exit_code, 1);
    EXPECT_NE(lines.err.find("b.textmap"), std::string::npos);
    ASSERT_EQ(lines.lines().size(), 8u);
    EXPECT_EQ(lines.lines()[7]["file"], c);
    const Outcome maps = table({a, b, c}, "maps", {"--format", "ndjson"});
    EXPECT_EQ(maps.exit_code, 1);
    ASSERT_EQ(maps.lines().size(), 3u);
    EXPECT_EQ(maps.lines()[1]["status"], "refused");
    EXPECT_EQ(maps.lines()[1]["linedefs"], nullptr);
    EXPECT_EQ(table({a, b, c}, "findings").exit_code, 1);
    EXPECT_EQ(table({a}, "findings").exit_code, 0) << "findings do not count";
}

TEST(ToolTable, ExitCodes) {
    const TempFolder folder;
    const std::string file = folder.write("a.textmap", room());
    EXPECT_EQ(run_tool({"table", file}).exit_code, 2) << "--of is missing";
    EXPECT_EQ(table({file}, "walls").exit_code, 2);
    EXPECT_EQ(table({file}, "linedefs", {"--format", "xml"}).exit_code, 2);
    EXPECT_EQ(table({file}, "linedefs", {"--columns", "v1,lenght"}).exit_code, 2);
    EXPECT_NE(table({file}, "linedefs", {"--columns", "lenght"}).err.find("'length'"),
              std::string::npos);
    EXPECT_EQ(table({file}, "linedefs", {"--columns", "v1,v1"}).exit_code, 2);
    EXPECT_EQ(table({file}, "linedefs", {"--map", "NONE"}).exit_code, 2);
    EXPECT_EQ(table({folder.path("none.wad")}, "linedefs").exit_code, 2);
    EXPECT_EQ(table({folder.path("none.wad")}, "linedefs").out, "");
    const Outcome one = table({file, folder.path("none.wad")}, "linedefs");
    EXPECT_EQ(one.exit_code, 2);
    EXPECT_EQ(read_csv(one.out).rows.size(), 4u) << "the others are done";
}

TEST(ToolTable, Columns) {
    const TempFolder folder;
    const Words file = {folder.write("a.textmap", room())};
    const Outcome run = table(file, "linedefs", {"--columns", "length,renderstyle,alpha,v1"});
    EXPECT_EQ(run.out.substr(0, run.out.find('\n')), "length,renderstyle,alpha,v1\r");
    EXPECT_EQ(run.out.substr(run.out.find('\n') + 1, 16), "128.0,,0.25,0\r\n2");
    const std::vector<json> rows = rows_of(file, "linedefs", {"--columns", "v2,unknown"});
    EXPECT_EQ(rows.at(0), json::parse(R"({"v2":1,"unknown":null})"));
}

TEST(ToolTable, NoRows) {
    const TempFolder folder;
    const Words file = {folder.write("a.textmap", room())};
    for (const char* kind : {"entities", "segs"}) {
        const Outcome run = table(file, kind);
        EXPECT_EQ(run.exit_code, 0);
        EXPECT_EQ(read_csv(run.out).rows.size(), 0u);
        EXPECT_EQ(run.out.substr(0, 11), "file_sha256");
        EXPECT_EQ(table(file, kind, {"--format", "ndjson"}).out, "");
    }
}

TEST(ToolTable, EveryNumberOfJobsGivesTheSame) {
    const TempFolder folder;
    Words files;
    for (int i = 0; i < 12; ++i) {
        const std::string more = i % 5 == 3 ? "linedef { v1 = 99; v2 = 0; }" : "";
        files.push_back(folder.write("f" + std::to_string(i) + ".textmap", room(more)));
    }
    for (const char* kind : kKinds) {
        for (const char* format : {"csv", "ndjson"}) {
            const Outcome one = table(files, kind, {"--format", format});
            const Outcome three = table(files, kind, {"--format", format, "-j3"});
            EXPECT_EQ(one.exit_code, 1);
            EXPECT_EQ(three.exit_code, 1);
            EXPECT_EQ(one.out, three.out) << kind;
        }
    }
}

TEST(ToolTable, TheLastMapMayBringColumnsAndHaveNoRow) {
    const TempFolder folder;
    const std::string a = folder.write("a.textmap", room());
    const std::string b =
        folder.write("b.textmap", room("linedef { v1 = 0; v2 = 1; sidefront = 0; health = 7; }"));
    const std::string none = folder.write("none.textmap", "namespace = \"zdoom\";");
    const std::string bad = folder.write("bad.textmap", "vertex { x = ; }");
    const std::string one = table({a}, "linedefs").out;
    EXPECT_EQ(one.find(",health"), std::string::npos);
    for (const Words& files : {Words{a, b}, {a, b, none}, {none, a, b}, {a, b, bad}, {b, a}}) {
        const CsvTable csv = read_csv(table(files, "linedefs").out);
        ASSERT_EQ(csv.rows.size(), 4u + 5u);
        const std::size_t given = files[0] == b ? 4 : 8;
        for (std::size_t i = 0; i < csv.rows.size(); ++i) {
            EXPECT_EQ(csv.at(i, "health"), i == given ? CsvCell("7") : CsvCell()) << i;
        }
    }
    EXPECT_EQ(table({none}, "linedefs").out.substr(0, 11), "file_sha256");
}

TEST(ToolTable, RowsThatWaitInAFileAreTheSame) {
    // More than a megabyte of rows of a file that waits for the first one.
    std::string more;
    for (int i = 0; i < 20000; ++i) more += "vertex { x = " + std::to_string(i) + "; y = 1.5; }\n";
    const TempFolder folder;
    Words files;
    for (const char* name : {"a.textmap", "b.textmap", "c.textmap"}) {
        files.push_back(folder.write(name, room(more)));
    }
    const Outcome one = table(files, "vertices");
    EXPECT_EQ(read_csv(one.out).rows.size(), 3 * 20004u);
    EXPECT_TRUE(one.out == table(files, "vertices", {"-j3"}).out);
}

TEST(ToolTable, OutputFile) {
    const TempFolder folder;
    const Words file = {folder.write("a.textmap", room())};
    const std::string out = folder.path("a.ndjson");
    EXPECT_EQ(table(file, "things", {"-o", out}).exit_code, 0);
    EXPECT_EQ(bytes_of(out), table(file, "things", {"--json"}).out) << "the ending is the format";
    EXPECT_EQ(table(file, "things", {"-o", out}).exit_code, 2) << "it exists";
    EXPECT_EQ(table(file, "things", {"-o", out, "--force"}).exit_code, 0);
}

TEST(ToolTable, NamesOfColumnsAreDifferent) {
    const TempFolder folder;
    const Words file = {folder.write("a.textmap", room())};
    for (const char* kind : kKinds) {
        const Outcome run = table(file, kind, {"--columns", "?"});
        EXPECT_EQ(run.exit_code, 2);
        const std::size_t begin = run.err.find("Columns: ") + 9;
        std::istringstream names(run.err.substr(begin, run.err.find('\n') - begin));
        std::set<std::string> known;
        for (std::string name; names >> name;) EXPECT_TRUE(known.insert(name).second) << name;
        EXPECT_GE(known.size(), 6u) << kind;
    }
}

TEST(ToolTable, StandardInput) {
    const Outcome run = run_tool({"table", "-", "--of", "vertices", "--format", "ndjson"}, room());
    EXPECT_EQ(run.exit_code, 0) << run.err;
    ASSERT_EQ(run.lines().size(), 4u);
    EXPECT_EQ(run.lines()[0]["map"], "-");
    EXPECT_EQ(run.lines()[0]["file_sha256"].get<std::string>().size(), 64u);
}

}  // namespace flatline::engine::tool_test::table
