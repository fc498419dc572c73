// `flatline stats` as a user runs it: numbers of small maps that were counted by hand, and of
// freedoom counted again from its lumps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/wad_builder.hpp"
#include "tools/batch/running.hpp"
#include "tools/report/validate.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::stats {

using nlohmann::json;

/// A thing of a text, there for everybody or as `flags` says.
std::string thing(int type, const std::string& flags = "") {
    const std::string all =
        "skill1 = true; skill2 = true; skill3 = true; skill4 = true; skill5 = true; single = true; "
        "coop = true; dm = true;";
    return "thing { x = 32; y = 32; type = " + std::to_string(type) + "; " +
           (flags.empty() ? all : flags) + " }\n";
}

/// A room of 256 by 256 units with a pillar of 64 by 64 in it, which is void.
std::string pillar_room(const std::string& more = "", const std::string& name_space = "doom") {
    return "namespace = \"" + name_space +
           "\";\n"
           "vertex { x = 0; y = 0; } vertex { x = 0; y = 256; }\n"
           "vertex { x = 256; y = 256; } vertex { x = 256; y = 0; }\n"
           "vertex { x = 96; y = 96; } vertex { x = 160; y = 96; }\n"
           "vertex { x = 160; y = 160; } vertex { x = 96; y = 160; }\n"
           "linedef { v1 = 0; v2 = 1; sidefront = 0; blocking = true; special = 11; }\n"
           "linedef { v1 = 1; v2 = 2; sidefront = 1; blocking = true; special = 11; }\n"
           "linedef { v1 = 2; v2 = 3; sidefront = 2; blocking = true; special = 97; id = 3; }\n"
           "linedef { v1 = 3; v2 = 0; sidefront = 3; blocking = true; special = 48; }\n"
           "linedef { v1 = 4; v2 = 5; sidefront = 4; blocking = true; }\n"
           "linedef { v1 = 5; v2 = 6; sidefront = 5; blocking = true; }\n"
           "linedef { v1 = 6; v2 = 7; sidefront = 6; blocking = true; }\n"
           "linedef { v1 = 7; v2 = 4; sidefront = 7; blocking = true; }\n"
           "sidedef { sector = 0; texturemiddle = \"BRICK1\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"BRICK1\"; texturetop = \"BRICK2\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"BRICK1\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"brick1\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"METAL\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"METAL\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"METAL\"; }\n"
           "sidedef { sector = 0; texturemiddle = \"-\"; }\n"
           "sector { texturefloor = \"FLOOR\"; textureceiling = \"CEIL\"; heightceiling = 128; "
           "special = 9; }\n" +
           more;
}

std::string all_things() {
    const std::string hard = "skill4 = true; skill5 = true; single = true; coop = true;";
    return thing(1) +                                                       // a start
           thing(3004) + thing(3004, hard) +                                // 20 hit points each
           thing(3001) +                                                    // 60
           thing(16, "skill3 = true; dm = true;") +                         // 4000
           thing(2035) +                                                    // a barrel
           thing(2007) + thing(2048, "skill1 = true; single = true;") +     // 10, 50 bullets
           thing(2001, "skill3 = true; single = true; coop = true;") +      // 8 shells
           thing(8) +                                                       // a backpack
           thing(2012) + thing(2014) +                                      // 25 and 1
           thing(5) + thing(40, "skill1 = true; dm = true;") + thing(14) +  // keys; a destination
           thing(31000);
}

json by_skill(std::array<int, 5> n) {
    return {
        {"skill1", n[0]}, {"skill2", n[1]}, {"skill3", n[2]}, {"skill4", n[3]}, {"skill5", n[4]}};
}

json stats_of(const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"stats", file, "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome run = run_tool(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::vector<json> rows = run.of_type("stats");
    EXPECT_EQ(rows.size(), 1u);
    return rows.empty() ? json() : rows[0];
}

TEST(ToolStats, ThingsOfASmallMap) {
    const TempFolder folder;
    const json row = stats_of(folder.write("a.textmap", pillar_room(all_things())));
    EXPECT_EQ(row["file"], folder.path("a.textmap"));
    EXPECT_EQ(row["map"], "a");
    EXPECT_EQ(row["game"], "doom2");
    const json& things = row["things"];
    EXPECT_EQ(things["total"], 16);
    EXPECT_EQ(things["monsters"], by_skill({2, 2, 2, 3, 3}));
    EXPECT_EQ(things["weapons"], by_skill({0, 0, 1, 0, 0}));
    EXPECT_EQ(things["ammo"], by_skill({3, 2, 2, 2, 2}));
    EXPECT_EQ(things["health"], by_skill({2, 2, 2, 2, 2}));
    EXPECT_EQ(things["unknown"], by_skill({1, 1, 1, 1, 1}));
    EXPECT_EQ(things["keys"], json::parse(R"(["blue keycard"])")) << "a key for deathmatch is none";
    EXPECT_EQ(things["secrets"], 1);
    EXPECT_EQ(things["exits"], 2);
    EXPECT_EQ(things["teleporters"], 1);
    EXPECT_EQ(things["destinations"], 1);
    const json& zombie = things["types"]["3004"];
    EXPECT_EQ(zombie["name"], "Zombieman");
    EXPECT_EQ(zombie["category"], "monster");
    EXPECT_EQ(zombie["count"], 2);
    EXPECT_EQ(zombie["single"], by_skill({1, 1, 1, 2, 2}));
    EXPECT_EQ(zombie["deathmatch"], by_skill({1, 1, 1, 1, 1}));
    EXPECT_EQ(things["types"]["31000"]["name"], nullptr);
    EXPECT_EQ(things["types"]["1"]["single"], by_skill({1, 1, 1, 1, 1}));
    EXPECT_EQ(things["types"]["1"]["deathmatch"], by_skill({0, 0, 0, 0, 0}));
    EXPECT_EQ(row["hit_points"], by_skill({80, 80, 80, 100, 100}));
    EXPECT_EQ(row["health"], by_skill({26, 26, 26, 26, 26}));
    EXPECT_EQ(row["ammunition"]["bullets"], by_skill({70, 20, 20, 20, 20}));
    EXPECT_EQ(row["ammunition"]["shells"], by_skill({4, 4, 12, 4, 4}));
    EXPECT_EQ(row["ammunition"]["rockets"], by_skill({1, 1, 1, 1, 1}));
    EXPECT_EQ(row["ammunition"]["cells"], by_skill({20, 20, 20, 20, 20}));
    EXPECT_FALSE(row["ammunition"].contains("ammunition of every kind"));
    EXPECT_EQ(row["dropped"]["bullets"], by_skill({5, 5, 5, 10, 10}));
    EXPECT_EQ(row["coop"]["hit_points"], by_skill({80, 80, 80, 100, 100}));
    EXPECT_EQ(row["deathmatch"]["monsters"], by_skill({2, 2, 3, 2, 2}));
    EXPECT_EQ(row["deathmatch"]["hit_points"], by_skill({80, 80, 4080, 80, 80}));
    EXPECT_EQ(row["deathmatch"]["ammunition"]["bullets"], by_skill({20, 20, 20, 20, 20}));
}

TEST(ToolStats, HitPointsThatAThingGives) {
    const TempFolder folder;
    const std::string single = "skill3 = true; single = true; ";
    const json row = stats_of(folder.write(
        "a.textmap",
        pillar_room(thing(3004, single + "health = 1.5;") + thing(3001, single + "health = -77;") +
                        thing(3002, single + "health = 0.0;") + thing(3005, single) +
                        thing(2012, single + "health = 3.0;"),
                    "zdoom")));
    EXPECT_EQ(row["hit_points"], by_skill({0, 0, 30 + 77 + 400, 0, 0}));
    EXPECT_EQ(row["health"], by_skill({0, 0, 25, 0, 0}));
}

TEST(ToolStats, ShapeAndNamesOfASmallMap) {
    const TempFolder folder;
    const json row = stats_of(folder.write("a.textmap", pillar_room(thing(1))));
    EXPECT_EQ(row["size"], json::parse(R"({"x_min":0,"y_min":0,"x_max":256,"y_max":256,"width":256,
                                           "height":256,"area":61440,"void":4096})"));
    EXPECT_EQ(row["vertices"], 8);
    EXPECT_EQ(row["linedefs"], 8);
    EXPECT_EQ(row["sidedefs"], 8);
    EXPECT_EQ(row["sectors"], 1);
    EXPECT_EQ(row["line_specials"], json::parse(R"({"11":2,"48":1,"97":1})"));
    EXPECT_EQ(row["sector_specials"], json::parse(R"({"9":1})"));
    EXPECT_EQ(row["textures"], json::parse(R"({"BRICK1":4,"BRICK2":1,"METAL":3})"));
    EXPECT_EQ(row["flats"], json::parse(R"({"FLOOR":1,"CEIL":1})"));
    EXPECT_EQ(row["unknown_textures"], nullptr);
    EXPECT_EQ(row["ammunition"], json::object());
    EXPECT_GT(row["load_seconds"].get<double>(), 0);
    // A map whose outline is open has no area.
    std::string open = pillar_room();
    open.erase(open.find("linedef { v1 = 3;"),
               open.find("linedef { v1 = 4;") - open.find("linedef { v1 = 3;"));
    const json gap = stats_of(folder.write("b.textmap", open));
    EXPECT_EQ(gap["size"]["area"], nullptr);
    EXPECT_EQ(gap["size"]["void"], nullptr);
    EXPECT_EQ(gap["size"]["width"], 256);
}

TEST(ToolStats, LimitsOfPorts) {
    const TempFolder folder;
    std::string starts;
    for (int i = 0; i < 5; ++i) starts += thing(11);
    const std::string text = pillar_room(starts + thing(87) + thing(87));
    const json row = stats_of(folder.write("a.textmap", text));
    EXPECT_EQ(row["things"]["types"]["11"]["deathmatch"], by_skill({5, 5, 5, 5, 5}));
    EXPECT_EQ(row["things"]["types"]["11"]["single"], by_skill({0, 0, 0, 0, 0}));
    const json limits = row["limits"];
    const json& doom = limits["doom"];
    EXPECT_EQ(doom["vertices"].get<double>(), 8 / 32768.0);
    EXPECT_EQ(doom["linedefs"].get<double>(), 8 / 32768.0);
    EXPECT_EQ(doom["sectors"].get<double>(), 1 / 32768.0);
    EXPECT_EQ(doom["coordinate"].get<double>(), 256 / 32768.0);
    EXPECT_EQ(doom["deathmatch_starts"].get<double>(), 0.5);
    EXPECT_EQ(doom["scrolling_lines"].get<double>(), 1 / 64.0);
    EXPECT_EQ(doom["boss_targets"].get<double>(), 2 / 32.0);
    for (const char* unknown : {"visplanes", "segs", "nodes", "blockmap", "savegame"}) {
        EXPECT_EQ(doom[unknown], nullptr) << unknown;
    }
    EXPECT_EQ(limits["boom"]["sidedefs"].get<double>(), 8 / 65535.0);
    EXPECT_FALSE(limits["boom"].contains("visplanes"));
    EXPECT_EQ(limits["zdoom"]["sidedefs"].get<double>(), 8 / 4294967295.0);

    // The same map with classic nodes and a blockmap.
    const std::string wad = folder.path("a.wad");
    ASSERT_EQ(
        run_tool({"convert", folder.path("a.textmap"), "-o", wad, "--to", "doom", "--lossy", "-q"})
            .exit_code,
        0);
    const json binary = stats_of(wad)["limits"];
    const json counts = run_tool({"info", wad, "--json"}).of_type("map").at(0);
    EXPECT_EQ(binary["doom"]["segs"].get<double>(), counts["counts"]["segs"].get<double>() / 32768);
    EXPECT_EQ(binary["boom"]["nodes"].get<double>(),
              counts["counts"]["nodes"].get<double>() / 32768);
    double words = 0;
    for (const json& lump : counts["lumps"]) {
        if (lump["name"] == "BLOCKMAP") words = lump["size"].get<double>() / 2;
    }
    ASSERT_GT(words, 0);
    EXPECT_EQ(binary["doom"]["blockmap"].get<double>(), words / 32768);
    EXPECT_EQ(binary["zdoom"]["blockmap"].get<double>(), words / 65535);
    EXPECT_EQ(binary["zdoom"]["sidedefs"].get<double>(), 8 / 65535.0);
}

TEST(ToolStats, TheGameOfAMap) {
    const TempFolder folder;
    // Of a namespace of several games it is the one that knows most of the things.
    const std::string heretic =
        pillar_room(thing(1) + thing(64) + thing(68) + thing(90) + thing(9), "zdoom");
    const json row = stats_of(folder.write("a.textmap", heretic));
    EXPECT_EQ(row["game"], "heretic");
    EXPECT_EQ(row["things"]["types"]["9"]["name"], "Maulotaur");
    EXPECT_EQ(stats_of(folder.path("a.textmap"), {"--game", "doom2"})["game"], "doom2");
    EXPECT_EQ(stats_of(folder.write("b.textmap", pillar_room(thing(1), "zdoom")))["game"], "doom2");
    const json none = stats_of(folder.write("c.textmap", pillar_room(thing(3004), "nobodys")));
    EXPECT_EQ(none["game"], nullptr);
    EXPECT_EQ(none["things"]["unknown"], by_skill({1, 1, 1, 1, 1}));
    const json srb2 = stats_of(folder.write("d.textmap", pillar_room(thing(100, " "), "srb2")));
    EXPECT_EQ(srb2["game"], "srb2");
    EXPECT_EQ(srb2["hit_points"], by_skill({1, 1, 1, 1, 1})) << "things there have no flags";
    const std::string always =
        "skill1 = true; skill2 = true; skill3 = true; skill4 = true; skill5 = true; single = true; "
        "coop = true; dm = true; ";
    const json hexen = stats_of(folder.write(
        "e.textmap", pillar_room(thing(8004) + thing(8004, always + "class3 = true;") +
                                     thing(10030, "skill2 = true; single = true; class1 = true;"),
                                 "hexen")));
    EXPECT_EQ(hexen["game"], "hexen");
    EXPECT_EQ(hexen["hit_points"], by_skill({0, 175, 0, 0, 0}));
    EXPECT_EQ(hexen["ammunition"]["green mana"], by_skill({20, 20, 20, 20, 20}));
    EXPECT_EQ(hexen["coop"]["ammunition"]["green mana"], by_skill({20, 20, 20, 20, 20}));
    EXPECT_EQ(hexen["deathmatch"]["ammunition"]["green mana"], by_skill({40, 40, 40, 40, 40}))
        << "classes do not matter there";
}

TEST(ToolStats, UnknownNames) {
    const TempFolder folder;
    using testing_support::WadBuilder;
    WadBuilder game;
    // One texture of the game: a TX_ lump; one flat.
    game.lump("TX_START").lump("METAL", "x").lump("TX_END");
    game.lump("F_START").lump("FLOOR", std::string(4096, 'x')).lump("F_END");
    const std::string resources = folder.write("game.wad", game.build());
    const std::string map = folder.write("a.textmap", pillar_room(thing(1)));
    const json row = stats_of(map, {"--resources", resources});
    EXPECT_EQ(row["unknown_textures"], json::parse(R"({"BRICK1":4,"BRICK2":1})"));
    EXPECT_EQ(row["unknown_flats"], json::parse(R"({"CEIL":1})"));
    EXPECT_EQ(run_tool({"stats", map, "--resources", folder.path("missing")}).exit_code, 2);
}

TEST(ToolStats, TheSumOfSeveralMaps) {
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", pillar_room(all_things()));
    const Lumps second = map_lumps("MAP02", pillar_room(thing(3004) + thing(6)));
    lumps.insert(lumps.end(), second.begin(), second.end());
    folder.write("maps/a.wad", make_wad(lumps));
    folder.write("maps/b.textmap", pillar_room(thing(65), "doom"));
    const std::string maps = folder.path("maps");
    const Outcome run = run_tool({"stats", maps, "--json"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.of_type("stats").size(), 3u);
    const json sum = run.lines().back();
    EXPECT_EQ(sum["type"], "summary");
    EXPECT_EQ(sum["files"], 2);
    EXPECT_EQ(sum["maps"], 3);
    EXPECT_EQ(sum["things"]["total"], 19);
    EXPECT_EQ(sum["hit_points"], by_skill({170, 170, 170, 190, 190}));
    EXPECT_EQ(sum["things"]["keys"], json::parse(R"(["blue keycard","yellow keycard"])"));
    EXPECT_EQ(sum["things"]["types"]["3004"]["count"], 3);
    EXPECT_EQ(sum["textures"]["METAL"], 9);
    EXPECT_EQ(sum["size"]["area"], 3 * 61440);
    EXPECT_EQ(sum["size"]["width"], nullptr);
    EXPECT_EQ(sum["things"]["secrets"], 3);
    EXPECT_EQ(sum["limits"]["doom"]["linedefs"].get<double>(), 8 / 32768.0) << "the most of a map";
    // The same with threads, but for the times.
    const auto without_times = [](std::vector<json> rows) {
        for (json& row : rows) row.erase("load_seconds");
        return rows;
    };
    const Outcome threads = run_tool({"stats", maps, "--json", "-j3"});
    EXPECT_EQ(without_times(threads.lines()), without_times(run.lines()));
    EXPECT_EQ(run_tool({"stats", maps, "--json", "--quiet"}).lines().size(), 2u);
    EXPECT_EQ(run_tool({"stats", maps, "--json", "--map", "map02"}).of_type("stats").size(), 1u);
    EXPECT_EQ(run_tool({"stats", maps, "--map", "MAP09"}).exit_code, 2);
}

/// Cells of lines that end in CR LF; no cell of these tests has a quote.
std::vector<std::vector<std::string>> cells_of(const std::string& csv) {
    std::vector<std::vector<std::string>> rows;
    std::size_t from = 0;
    for (std::size_t end = csv.find("\r\n"); end != csv.npos; end = csv.find("\r\n", from)) {
        std::istringstream line(csv.substr(from, end - from) + ',');
        from = end + 2;
        rows.emplace_back();
        for (std::string cell; std::getline(line, cell, ',');) rows.back().push_back(cell);
    }
    EXPECT_EQ(from, csv.size()) << "a line without its end";
    return rows;
}

TEST(ToolStats, Csv) {
    const TempFolder folder;
    Lumps lumps = map_lumps("MAP01", pillar_room(all_things()));
    const Lumps second = map_lumps("MAP02", pillar_room(thing(6)));
    lumps.insert(lumps.end(), second.begin(), second.end());
    const std::string wad = folder.write("a.wad", make_wad(lumps));
    const auto rows = cells_of(run_tool({"stats", wad, "--format", "csv"}).out);
    ASSERT_EQ(rows.size(), 4u);
    const std::set<std::string> names(rows[0].begin(), rows[0].end());
    EXPECT_EQ(names.size(), rows[0].size()) << "a column twice";
    for (const auto& row : rows) ASSERT_EQ(row.size(), rows[0].size());
    const auto cell = [&](std::size_t row, const std::string& column) {
        const auto at = std::find(rows[0].begin(), rows[0].end(), column);
        EXPECT_NE(at, rows[0].end()) << column;
        return at == rows[0].end() ? "" : rows[row][static_cast<std::size_t>(at - rows[0].begin())];
    };
    EXPECT_EQ(cell(1, "file"), wad);
    EXPECT_EQ(cell(1, "map"), "MAP01");
    EXPECT_EQ(cell(3, "file") + cell(3, "map"), "sum");
    EXPECT_EQ(cell(1, "hit_points.skill4"), "100");
    EXPECT_EQ(cell(2, "hit_points.skill4"), "0");
    EXPECT_EQ(cell(3, "hit_points.skill4"), "100");
    EXPECT_EQ(cell(1, "things.types.3004.count"), "2");
    EXPECT_EQ(cell(2, "things.types.3004.count"), "0");
    EXPECT_EQ(cell(2, "things.types.3004.name"), "");
    EXPECT_EQ(cell(3, "things.types.3004.name"), "Zombieman");
    EXPECT_EQ(cell(2, "ammunition.bullets.skill1"), "0");
    EXPECT_EQ(cell(3, "things.keys"), "blue keycard; yellow keycard");
    EXPECT_EQ(cell(3, "textures.METAL"), "6");
    EXPECT_EQ(cell(1, "limits.doom.visplanes"), "");
    EXPECT_EQ(cell(1, "size.void"), "4096");
    EXPECT_EQ(cell(3, "size.width"), "");
    EXPECT_EQ(cell(1, "unknown_textures"), "");
    // Into a file, which no second run replaces.
    const std::string out = folder.path("out.csv");
    EXPECT_EQ(run_tool({"stats", wad, "--format", "csv", "-o", out}).exit_code, 0);
    EXPECT_EQ(cells_of(bytes_of(out)).size(), 4u);
    EXPECT_EQ(run_tool({"stats", wad, "--format", "csv", "-o", out}).exit_code, 2);
    EXPECT_EQ(run_tool({"stats", wad, "--format", "sarif"}).exit_code, 2);
}

TEST(ToolStats, Text) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", pillar_room(all_things()));
    const Outcome run = run_tool({"stats", map});
    EXPECT_EQ(run.exit_code, 0);
    for (const char* said :
         {"a.textmap:a\n", "doom2", "8 vertices, 8 linedefs, 8 sidedefs, 1 sectors, 16 things",
          "256 by 256 units, 61440 square units of sectors, 4096 of void (6.2 %)", "blue keycard",
          "1 secret, 2 exits, 1 teleporter to 1 destination",
          "their hit points                            80        80        80       100       100",
          " 3004 Zombieman", "BRICK1: 4, METAL: 3, BRICK2: 1", "11: 2, 48: 1, 97: 1",
          "doom   vertices 0.0244,", "1 file, 1 map, "}) {
        EXPECT_NE(run.out.find(said), std::string::npos) << said << '\n' << run.out;
    }
    EXPECT_EQ(run.out.find("in sum"), std::string::npos);
    const Outcome two = run_tool({"stats", map, map, "--quiet"});
    EXPECT_NE(two.out.find("2 maps in sum\n"), std::string::npos) << two.out;
    EXPECT_EQ(two.out.find("a.textmap:a\n"), std::string::npos);
}

TEST(ToolStats, TheSumOfTextAndBinaryMapsNamesALimitOnce) {
    const TempFolder folder;
    const std::string text = folder.write("a.textmap", pillar_room(thing(1)));
    const std::string wad = folder.path("a.wad");
    ASSERT_EQ(run_tool({"convert", text, "-o", wad, "--to", "doom", "--lossy", "-q"}).exit_code, 0);
    const Outcome run = run_tool({"stats", text, wad, "--quiet"});
    const std::size_t zdoom = run.out.find("\n    zdoom ");
    ASSERT_NE(zdoom, std::string::npos) << run.out;
    const std::size_t once = run.out.find("vertices ", zdoom);
    ASSERT_NE(once, std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("vertices ", once + 1), std::string::npos) << run.out;
}

TEST(ToolStats, SaysOnATerminalHowFarItIs) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    Running run({"stats", map, "-", map}, Running::Error::terminal);
    ASSERT_TRUE(run.read_until([&] { return run.err().find("1/3 files") != std::string::npos; }));
    run.close_input();
    EXPECT_EQ(run.exit_code(), 0);
}

TEST(ToolStats, MapsWithoutStatistics) {
    const TempFolder folder;
    const std::string bad = folder.write("b.textmap", "namespace = \"zdoom\"; vertex { x = ; }");
    const Outcome run = run_tool({"stats", bad, "--json"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.of_type("stats").size(), 0u);
    EXPECT_EQ(run.of_type("map").at(0)["status"], "refused");
    EXPECT_FALSE(run.of_type("finding").empty());
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(run.lines().front()["schema"], "flatline.stats/1");
    EXPECT_EQ(run.lines().back()["refused"], 1);
    const std::string doom3 =
        folder.write("c.map", "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n");
    const Outcome other = run_tool({"stats", doom3});
    EXPECT_EQ(other.exit_code, 0) << other.err;
    EXPECT_NE(other.err.find("doom3 maps have no statistics"), std::string::npos) << other.err;
    const std::string old =
        folder.write("old.wad", testing_support::WadBuilder().map_of_another_game("E1M1").build());
    const Outcome unread = run_tool({"stats", old});
    EXPECT_EQ(unread.exit_code, 0);
    EXPECT_NE(unread.err.find("[map-unsupported]"), std::string::npos) << unread.err;
    EXPECT_EQ(unread.err.find("have no statistics"), std::string::npos) << unread.err;
    EXPECT_EQ(run_tool({"stats"}).exit_code, 2);
    EXPECT_EQ(run_tool({"stats", folder.path("missing")}).exit_code, 2);
    EXPECT_EQ(run_tool({"stats", folder.path("missing"), "--json"}).out, "");
}

TEST(ToolStats, ItsJsonIsWhatTheSchemaSays) {
    const TempFolder folder;
    folder.write("maps/a.textmap", pillar_room(all_things()));
    folder.write("maps/b.textmap", "namespace = \"zdoom\"; vertex { x = ; }");
    folder.write("maps/c.textmap", pillar_room(thing(3004), "nobodys"));
    const std::string out =
        folder.write("out", run_tool({"stats", folder.path("maps"), "--json"}).out);
    const Said said = validate("lines", "stats.schema.json", {out});
    if (said.code == 77) GTEST_SKIP() << needs::package("python3-jsonschema");
    EXPECT_EQ(said.code, 0) << said.words.substr(0, 3000);
}

// ---- freedoom, counted from its lumps
// ------------------------------------------------------------

constexpr char kFreedoom[] = "/usr/share/games/doom/freedoom2.wad";

int i16(const std::string& lump, std::size_t at) {
    return static_cast<std::int16_t>(static_cast<unsigned char>(lump[at]) |
                                     static_cast<unsigned char>(lump[at + 1]) << 8);
}
std::uint32_t u32(const std::string& bytes, std::size_t at) {
    return static_cast<std::uint32_t>(i16(bytes, at) & 0xFFFF) |
           static_cast<std::uint32_t>(i16(bytes, at + 2) & 0xFFFF) << 16;
}
std::string name8(const std::string& bytes, std::size_t at) {
    const std::string name = bytes.substr(at, 8);
    return name.substr(0, name.find('\0'));
}

/// The lumps of a WAD that follow a label.
std::map<std::string, std::string> lumps_of(const std::string& wad, const std::string& label) {
    std::map<std::string, std::string> lumps;
    const std::size_t directory = u32(wad, 8);
    bool inside = false;
    for (std::size_t i = 0; i < u32(wad, 4); ++i) {
        const std::size_t entry = directory + 16 * i;
        const std::string name = name8(wad, entry + 8);
        if (inside && lumps.size() == 10) break;
        if (inside) lumps[name] = wad.substr(u32(wad, entry), u32(wad, entry + 4));
        inside = inside || name == label;
    }
    return lumps;
}

/// Facts of Doom II that everybody knows, written down again.
const std::map<int, int> kHitPoints = {
    {3004, 20},  {9, 30},    {65, 70},     {3001, 60}, {3002, 150}, {58, 150}, {3006, 100},
    {3005, 400}, {69, 500},  {3003, 1000}, {66, 300},  {67, 600},   {68, 500}, {71, 400},
    {64, 700},   {16, 4000}, {7, 3000},    {84, 50},   {72, 100}};
const std::map<int, std::pair<const char*, int>> kAmmo = {
    {2007, {"bullets", 10}}, {2048, {"bullets", 50}}, {2002, {"bullets", 20}},
    {2008, {"shells", 4}},   {2049, {"shells", 20}},  {2001, {"shells", 8}},
    {82, {"shells", 8}},     {2010, {"rockets", 1}},  {2046, {"rockets", 5}},
    {2003, {"rockets", 2}},  {2047, {"cells", 20}},   {17, {"cells", 100}},
    {2004, {"cells", 40}},   {2006, {"cells", 40}}};
const std::map<int, int> kHealth = {{2011, 10},  {2012, 25}, {2014, 1},
                                    {2013, 100}, {83, 200},  {2023, 100}};

/// Bits of THINGS: easy, medium and hard; 16 keeps a thing out of games of one player.
bool is_there(int flags, int skill) {
    constexpr int kBits[] = {1, 1, 2, 4, 4};
    return (flags & kBits[skill]) != 0 && (flags & 16) == 0;
}

struct Counted {
    std::array<int, 5> monsters{}, hit_points{}, health{};
    std::map<std::string, std::array<int, 5>> ammo;
    std::map<std::string, int> textures, flats, specials;
    int secrets = 0;
};

void count_things(Counted& counted, const std::string& things) {
    for (std::size_t at = 0; at + 10 <= things.size(); at += 10) {
        const int type = i16(things, at + 6);
        for (std::size_t skill = 0; skill < 5; ++skill) {
            if (!is_there(i16(things, at + 8), static_cast<int>(skill))) continue;
            if (const auto monster = kHitPoints.find(type); monster != kHitPoints.end()) {
                ++counted.monsters[skill];
                counted.hit_points[skill] += monster->second;
            }
            if (const auto health = kHealth.find(type); health != kHealth.end()) {
                counted.health[skill] += health->second;
            }
            if (const auto ammo = kAmmo.find(type); ammo != kAmmo.end()) {
                counted.ammo[ammo->second.first][skill] += ammo->second.second;
            }
            if (type == 8) {
                counted.ammo["bullets"][skill] += 10;
                counted.ammo["shells"][skill] += 4;
                counted.ammo["rockets"][skill] += 1;
                counted.ammo["cells"][skill] += 20;
            }
        }
    }
}

Counted count(std::map<std::string, std::string> lumps) {
    Counted counted;
    count_things(counted, lumps["THINGS"]);
    const std::string& lines = lumps["LINEDEFS"];
    for (std::size_t at = 0; at + 14 <= lines.size(); at += 14) {
        if (const int special = i16(lines, at + 6); special != 0) {
            ++counted.specials[std::to_string(special)];
        }
    }
    const std::string& sides = lumps["SIDEDEFS"];
    for (std::size_t at = 0; at + 30 <= sides.size(); at += 30) {
        for (const std::size_t part : {4u, 12u, 20u}) {
            if (const std::string name = name8(sides, at + part); name != "-") {
                ++counted.textures[name];
            }
        }
    }
    const std::string& sectors = lumps["SECTORS"];
    for (std::size_t at = 0; at + 26 <= sectors.size(); at += 26) {
        for (const std::size_t part : {4u, 12u}) ++counted.flats[name8(sectors, at + part)];
        const int special = i16(sectors, at + 22);
        if (special == 9 || (special >= 32 && (special & 128) != 0)) ++counted.secrets;
    }
    return counted;
}

TEST(ToolStats, MapsOfFreedoomCountedAgain) {
    if (!std::filesystem::exists(kFreedoom)) GTEST_SKIP() << needs::package("freedoom");
    const std::string wad = bytes_of(kFreedoom);
    for (const std::string label : {"MAP01", "MAP07", "MAP15", "MAP28", "MAP30"}) {
        SCOPED_TRACE(label);
        const json row = stats_of(kFreedoom, {"--map", label});
        Counted counted = count(lumps_of(wad, label));
        EXPECT_GT(counted.monsters[3], 0);
        EXPECT_EQ(row["things"]["monsters"], by_skill(counted.monsters));
        EXPECT_EQ(row["hit_points"], by_skill(counted.hit_points));
        EXPECT_EQ(row["health"], by_skill(counted.health));
        // A kind that only other modes have is there, and 0.
        EXPECT_GE(row["ammunition"].size(), counted.ammo.size());
        for (const auto& [kind, amounts] : row["ammunition"].items()) {
            EXPECT_EQ(amounts, by_skill(counted.ammo[kind])) << kind;
            counted.ammo.erase(kind);
        }
        EXPECT_TRUE(counted.ammo.empty());
        EXPECT_EQ(row["things"]["secrets"], counted.secrets);
        EXPECT_EQ(row["line_specials"], json(counted.specials));
        EXPECT_EQ(row["textures"], json(counted.textures));
        EXPECT_EQ(row["flats"], json(counted.flats));
    }
}

}  // namespace flatline::engine::tool_test::stats
