// `flatline draw`: one map as a picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "run_tool.hpp"
#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"
#include "xml_reader.hpp"

namespace flatline::engine::tool_test {
namespace {

using nlohmann::json;
using Point = std::pair<double, double>;
using Rings = std::vector<std::vector<Point>>;

/// A picture as XML. A run that fails or writes no good XML fails the test.
XmlElement picture(std::vector<std::string> words, std::string_view standard_input = {}) {
    const TempFolder folder;
    const std::string out = folder.path("a.svg");
    words.insert(words.begin(), "draw");
    words.insert(words.end(), {"-o", out});
    const Outcome run = run_tool(words, standard_input);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::string problem;
    const auto root = read_xml(bytes_of(out), problem);
    EXPECT_TRUE(root) << problem;
    return root ? *root : XmlElement();
}

const XmlElement& group(const XmlElement& root, std::string_view id) {
    const XmlElement* found = root.find_id(id);
    EXPECT_NE(found, nullptr) << id;
    static const XmlElement none;
    return found != nullptr ? *found : none;
}

/// The subpaths of a path of M, L and Z.
Rings rings_of(const std::string& path) {
    Rings rings;
    const char* at = path.c_str();
    while (*at != '\0') {
        const char command = *at++;
        if (command == 'M') rings.emplace_back();
        if (command == 'Z') continue;
        char* end = nullptr;
        const double x = std::strtod(at, &end);
        EXPECT_EQ(*end, ' ');
        const double y = std::strtod(end, &end);
        EXPECT_NE(end, at);
        if (rings.empty() || end == at) return {};
        rings.back().emplace_back(x, y);
        at = end;
    }
    return rings;
}

bool crosses(Point a, Point b, double x, double y) {
    return (a.second > y) != (b.second > y) &&
           a.first + (y - a.second) / (b.second - a.second) * (b.first - a.first) > x;
}

/// Filled by the even-odd rule, as the picture says.
bool is_filled(const Rings& rings, double x, double y) {
    bool inside = false;
    for (const auto& ring : rings) {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            inside ^= crosses(ring[i], ring[(i + 1) % ring.size()], x, y);
        }
    }
    return inside;
}

/// The border of a sector out of a dump: lines with one side in it.
class Border {
public:
    Border(const json& dump, std::size_t sector) {
        const auto& vertices = dump["vertices"];
        const auto is_in = [&](const json& side) {
            return side != -1 && dump["sidedefs"][side.get<std::size_t>()]["sector"] == sector;
        };
        std::map<Point, int> ends;
        for (const auto& line : dump["linedefs"]) {
            if (is_in(line["sidefront"]) == is_in(line["sideback"])) continue;
            const auto& v = vertices[line["v1"].get<std::size_t>()];
            const auto& w = vertices[line["v2"].get<std::size_t>()];
            edges_.push_back({{v["x"], v["y"]}, {w["x"], w["y"]}});
            ++ends[edges_.back().first];
            ++ends[edges_.back().second];
        }
        for (const auto& [point, count] : ends) closed_ = closed_ && count % 2 == 0;
    }

    bool closed() const { return closed_; }
    const std::vector<std::pair<Point, Point>>& edges() const { return edges_; }
    bool holds(double x, double y) const {
        bool inside = false;
        for (const auto& [a, b] : edges_) inside ^= crosses(a, b, x, y);
        return inside;
    }

private:
    std::vector<std::pair<Point, Point>> edges_;
    bool closed_ = true;
};

/// Compares the fills of closed sectors with their borders beside the middle of every edge, and at
/// points over the whole map; returns how many sectors were compared.
int compare_fills(const XmlElement& root, const json& dump) {
    std::map<std::size_t, Rings> fills;
    for (const XmlElement* path : group(root, "sectors").all("path")) {
        const std::string title = path->find("title")->text;
        EXPECT_EQ(title.substr(0, 7), "sector ");
        fills[std::stoul(title.substr(7))] = rings_of(path->attributes.at("d"));
    }
    int compared = 0;
    for (std::size_t sector = 0; sector < dump["sectors"].size(); ++sector) {
        const Border border(dump, sector);
        if (border.edges().empty() || !border.closed()) continue;
        ++compared;
        const Rings& rings = fills[sector];
        std::vector<Point> probes;
        for (const auto& [a, b] : border.edges()) {
            for (const double side : {0.01, -0.01}) {
                probes.emplace_back(a.first * 0.47 + b.first * 0.53 + side * 1.7,
                                    a.second * 0.47 + b.second * 0.53 + side);
            }
        }
        for (const auto& [x, y] : probes) {
            EXPECT_EQ(is_filled(rings, x, y), border.holds(x, y))
                << "sector " << sector << " at " << x << ", " << y;
        }
    }
    return compared;
}

std::size_t lines_in(const XmlElement& root) {
    std::size_t count = 0;
    for (const XmlElement* path : group(root, "lines").all("path")) {
        count += rings_of(path->attributes.at("d")).size();
    }
    return count;
}

/// A room of 512 units with a pillar without floor, a pool, an island in the pool, and a second
/// room that touches a corner of the pillar.
std::string nested_rooms() {
    struct Box {
        int left, bottom, right, top, inside, outside;
    };
    // Walls of the room, pillar, pool, island.
    constexpr int kVoid = -1;
    const Box boxes[] = {{0, 0, 512, 512, 0, kVoid},
                         {64, 64, 128, 128, kVoid, 0},
                         {192, 192, 448, 448, 1, 0},
                         {256, 256, 320, 320, 2, 1},
                         {128, 128, 160, 160, 3, 0}};
    std::string text = "namespace = \"zdoom\";\n";
    int vertices = 0;
    int sides = 0;
    for (const Box& box : boxes) {
        const Point corners[] = {{box.left, box.bottom},
                                 {box.left, box.top},
                                 {box.right, box.top},
                                 {box.right, box.bottom}};
        for (const auto& [x, y] : corners) {
            text += "vertex { x = " + std::to_string(x) + "; y = " + std::to_string(y) + "; }\n";
        }
        for (int i = 0; i < 4; ++i) {
            // Clockwise: the front is inside.
            int from = vertices + i;
            int to = vertices + (i + 1) % 4;
            int front = box.inside;
            int back = box.outside;
            if (front == kVoid) {
                std::swap(from, to);
                std::swap(front, back);
            }
            text += "sidedef { sector = " + std::to_string(front) + "; }\n";
            std::string line = "linedef { v1 = " + std::to_string(from) +
                               "; v2 = " + std::to_string(to) +
                               "; sidefront = " + std::to_string(sides++) + ";";
            if (back != kVoid) {
                text += "sidedef { sector = " + std::to_string(back) + "; }\n";
                line += " sideback = " + std::to_string(sides++) + "; twosided = true;";
            }
            text += line + " }\n";
        }
        vertices += 4;
    }
    for (const int floor : {0, -16, 0, 8}) {
        text += "sector { heightfloor = " + std::to_string(floor) +
                "; heightceiling = 128; texturefloor = \"F\"; textureceiling = \"C\"; }\n";
    }
    return text + "thing { x = 32; y = 32; type = 1; angle = 90; }\n";
}

TEST(ToolDraw, SectorsAreFilledWithTheirHoles) {
    const TempFolder folder;
    const std::string path = folder.write("a.textmap", nested_rooms());
    const json dump = run_tool({"dump", path}).object();
    const XmlElement root = picture({path});
    EXPECT_EQ(compare_fills(root, dump), 4);
    const auto fills = group(root, "sectors").all("path");
    ASSERT_EQ(fills.size(), 4u);
    EXPECT_EQ(fills[0]->find("title")->text, "sector 0: floor 0, ceiling 128, light 160");
    const Rings room = rings_of(fills[0]->attributes.at("d"));
    EXPECT_TRUE(is_filled(room, 32, 32));
    EXPECT_FALSE(is_filled(room, 96, 96)) << "the pillar";
    EXPECT_FALSE(is_filled(room, 200, 200)) << "the pool";
    EXPECT_FALSE(is_filled(room, 300, 300)) << "the island";
    EXPECT_FALSE(is_filled(room, 130, 130)) << "the room at the corner of the pillar";
    // Low floors are dark, high ones bright; the same height has the same colour.
    EXPECT_EQ(fills[0]->attributes.at("class"), fills[2]->attributes.at("class"));
    EXPECT_EQ(fills[1]->attributes.at("class"), "h0");
    EXPECT_EQ(fills[3]->attributes.at("class"), "h9");
}

TEST(ToolDraw, LinesByKindWithYUp) {
    const XmlElement root = picture({"-"}, nested_rooms());
    std::map<std::string, std::size_t> counts;
    for (const XmlElement* path : group(root, "lines").all("path")) {
        counts[path->attributes.at("class")] = rings_of(path->attributes.at("d")).size();
    }
    const std::map<std::string, std::size_t> expected = {{"one-sided", 8}, {"floor-step", 12}};
    EXPECT_EQ(counts, expected);
    const XmlElement* flipped = root.find("g");
    ASSERT_NE(flipped, nullptr);
    EXPECT_EQ(flipped->attributes.at("transform"), "scale(1 -1)");
    const auto things = group(root, "things").all("g");
    ASSERT_EQ(things.size(), 2u) << "the group and its thing";
    EXPECT_EQ(things[1]->attributes.at("transform").substr(0, 27), "translate(32 32) rotate(90)");
    EXPECT_EQ(things[1]->find("use")->attributes.at("href"), "#thing-start");
    EXPECT_EQ(things[1]->find("title")->text, "thing 0: type 1, Player start");
}

TEST(ToolDraw, FindingsAreMarkedWithTheirSentences) {
    // A line without length, and one with a missing side.
    const std::string text = nested_rooms() +
                             "linedef { v1 = 0; v2 = 0; sidefront = 0; }\n"
                             "thing { x = 5000; y = 32; type = 3004; }\n";
    const TempFolder folder;
    const std::string path = folder.write("a.textmap", text);
    std::map<std::string, int> expected;
    for (const json& finding : run_tool({"check", path, "--json"}).of_type("finding")) {
        if (!finding.contains("x")) continue;
        ++expected[finding["severity"].get<std::string>() + ": " +
                   finding["message"].get<std::string>() + " [" +
                   finding["rule"].get<std::string>() + "]"];
    }
    ASSERT_FALSE(expected.empty());
    std::map<std::string, int> marked;
    const XmlElement root = picture({path});
    for (const XmlElement* title : group(root, "findings").all("title")) {
        std::string_view rest = title->text;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            ++marked[std::string(rest.substr(0, end))];
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    EXPECT_EQ(marked, expected);
}

TEST(ToolDraw, TextOfStrangersIsOnlyText) {
    const TempFolder folder;
    const std::string map = folder.write("<b>.map", "Version 2\n{\n\"classname\" \"" +
                                                        std::string("</title><x&>\x01\xFF") +
                                                        "\"\n\"origin\" \"1 2 3\"\n}\n");
    XmlElement root = picture({map});
    EXPECT_NE(root.find("title")->text.find("<b>"), std::string::npos);
    EXPECT_EQ(group(root, "things").all("title").at(0)->text, "entity 0: </title><x&>\\x01\\xff");
    Lumps lumps = map_lumps("<&\"\xFF\x01>", small_map());
    root = picture({folder.write("a.wad", make_wad(lumps))});
    EXPECT_EQ(root.find("title")->text.substr(0, 16), "<&\"\\xff\\x01> of ");
}

TEST(ToolDraw, SizeIsBoundedAndBytesAreTheSame) {
    const std::string far = small_map(
        "thing { x = 30000.5; y = -20000; type = 1; } thing { x = -30000; y = 0; type = 1; }");
    const TempFolder folder;
    for (const std::string& text : {small_map(), far, std::string("namespace = \"doom\";\n")}) {
        const std::string out[] = {folder.path("a.svg"), folder.path("b.svg")};
        for (const std::string& one : out) {
            ASSERT_EQ(run_tool({"draw", "-", "-o", one, "--force"}, text).exit_code, 0);
        }
        EXPECT_EQ(bytes_of(out[0]), bytes_of(out[1]));
        std::string problem;
        const auto root = read_xml(bytes_of(out[0]), problem);
        ASSERT_TRUE(root) << problem;
        const double width = std::stod(root->attributes.at("width"));
        const double height = std::stod(root->attributes.at("height"));
        EXPECT_EQ(std::max(width, height), 1600);
        EXPECT_GE(std::min(width, height), 1);
    }
}

TEST(ToolDraw, Doom3MapsAreSeenFromAbove) {
    const std::string box =
        "{\nbrushDef3\n{\n"
        "( 1 0 0 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
        "( -1 0 0 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
        "( 0 1 0 -32 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
        "( 0 -1 0 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
        "( 0 0 1 -16 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
        "( 0 0 -1 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n}\n}\n";
    const std::string patch =
        "{\npatchDef2\n{\n\"m\"\n( 3 3 0 0 0 )\n(\n"
        "( ( 100 0 0 0 0 ) ( 100 8 0 0 0 ) ( 100 16 0 0 0 ) )\n"
        "( ( 108 0 0 0 0 ) ( 108 8 0 0 0 ) ( 108 16 0 0 0 ) )\n"
        "( ( 116 0 0 0 0 ) ( 116 8 0 0 0 ) ( 116 16 1e300 0 0 ) )\n)\n}\n}\n";
    const std::string text = "Version 2\n{\n\"classname\" \"worldspawn\"\n" + box + patch +
                             "}\n{\n\"classname\" \"light\"\n\"origin\" \"8 9 10\"\n}\n"
                             "{\n\"classname\" \"far\"\n\"origin\" \"1e300 9 10\"\n}\n";
    const TempFolder folder;
    const XmlElement root = picture({folder.write("a.map", text)});
    const auto shapes = group(root, "shapes").all("path");
    ASSERT_EQ(shapes.size(), 2u);
    std::map<std::string, Rings> by_title;
    for (const XmlElement* shape : shapes) {
        const std::string title = shape->find("title")->text;
        by_title[title.substr(0, title.find(':'))] = rings_of(shape->attributes.at("d"));
    }
    ASSERT_EQ(by_title["brush 0"].size(), 1u) << "only its top looks up";
    std::vector<Point> corners = by_title["brush 0"].at(0);
    std::sort(corners.begin(), corners.end());
    const std::vector<Point> expected = {{0, 0}, {0, 32}, {64, 0}, {64, 32}};
    EXPECT_EQ(corners, expected);
    const Rings& pieces = by_title["patch 0"];
    EXPECT_TRUE(std::any_of(pieces.begin(), pieces.end(),
                            [](const auto& piece) { return is_filled({piece}, 104.1, 3.3); }));
    const auto entities = group(root, "things").all("use");
    ASSERT_EQ(entities.size(), 1u) << "what is farther than numbers go is left out";
    EXPECT_EQ(entities[0]->attributes.at("href"), "#thing-light");
}

// What is missing in the picture for a limit is said.
TEST(ToolDraw, PatchesForWhichNoPointsAreLeft) {
    const std::string row = "( ( 0 0 0 0 0 ) ( 8 0 0 0 0 ) ( 16 0 8 0 0 ) )\n";
    const std::string patch = "{\npatchDef3\n{\n\"m\"\n( 3 3 2 2 0 0 0 )\n(\n" + row +
                              "( ( 0 8 0 0 0 ) ( 8 8 0 0 0 ) ( 16 8 8 0 0 ) )\n"
                              "( ( 0 16 0 0 0 ) ( 8 16 0 0 0 ) ( 16 16 8 0 0 ) )\n)\n}\n}\n";
    const TempFolder folder;
    const std::string source = folder.write(
        "a.map", "Version 2\n{\n\"classname\" \"worldspawn\"\n" + patch + patch + patch + "}\n");
    const std::string out = folder.path("a.svg");
    const auto said = [&](const std::string& limit) {
        const Outcome run =
            run_tool({"draw", source, "--limit", "surface-points=" + limit, "-o", out, "--force"});
        EXPECT_EQ(run.exit_code, 0) << run.err;
        return run.err;
    };
    EXPECT_EQ(said("27"), "");
    EXPECT_NE(said("26").find("a.map:a: 1 patch is not drawn: the limit surface-points has no "
                              "points left"),
              std::string::npos);
    EXPECT_NE(said("9").find("2 patches are not drawn"), std::string::npos);
}

TEST(ToolDraw, RefusedMapsAndWrongFiles) {
    const TempFolder folder;
    const std::string out = folder.path("a.svg");
    const std::string source = fixture("bad_index.textmap");
    Outcome run = run_tool({"draw", source, "-o", out});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("[line-vertex-range]"), std::string::npos) << run.err;
    EXPECT_FALSE(std::filesystem::exists(out));
    const std::string good = fixture("square.textmap");
    EXPECT_EQ(run_tool({"draw", good, "-o", out, "--map", "NONE"}).exit_code, 2);
    EXPECT_EQ(run_tool({"draw", good, "-o", folder.path("a.gif")}).exit_code, 2);
    EXPECT_EQ(run_tool({"draw", good}).exit_code, 2);
    EXPECT_EQ(run_tool({"draw", good, "-o", "-"}).exit_code, 2);
    EXPECT_EQ(run_tool({"draw", good, "-o", folder.path("none/a.svg")}).exit_code, 2);
    EXPECT_EQ(run_tool({"draw", good, "-o", out}).exit_code, 0);
    const std::string before = bytes_of(out);
    run = run_tool({"draw", "-", "-o", out}, small_map());
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("--force"), std::string::npos) << run.err;
    EXPECT_EQ(bytes_of(out), before);
    run = run_tool({"draw", "-", "-o", out, "--force", "--json"}, small_map());
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.of_type("map").at(0)["status"], "ok");
    EXPECT_EQ(run.of_type("draw").at(0)["output"], out);
    EXPECT_EQ(run.lines().back()["type"], "summary");
    EXPECT_NE(bytes_of(out), before);
}

std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return hash;
}

TEST(ToolDraw, PicturesOfOurMapsAreAsTheyWere) {
    // A change of the picture on purpose changes these, too: look at it in a browser first.
    const std::pair<const char*, std::uint64_t> kGolden[] = {
        {"every_kind.textmap", 45896548563980670u},
        {"no_player.textmap", 14993416454599602208u},
        {"slopes.textmap", 7437551522818232983u},
        {"square.textmap", 12064019627434495591u}};
    const TempFolder folder;
    for (const auto& [name, hash] : kGolden) {
        const std::string out = folder.path("a.svg");
        ASSERT_EQ(run_tool({"draw", "-", "-o", out, "--force"}, bytes_of(fixture(name))).exit_code,
                  0);
        // Without what rules say, which changes with every new one.
        const std::string bytes = bytes_of(out);
        const std::size_t first = bytes.find("<g id=\"sectors\">");
        const std::size_t last = bytes.find("<g id=\"findings\">");
        ASSERT_LT(first, last);
        EXPECT_EQ(fnv1a(bytes.substr(first, last - first)), hash) << name;
    }
}

TEST(ToolDraw, TheCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const TempFolder folder;
    int compared = 0;
    // Bytes of maps: comparing is slow.
    std::uint64_t budget = 1'500'000 / testing_support::one_in(3);
    for (const char* category : {"udmf-zdoom", "udmf-srb2", "binary-doom", "udmf-eternity"}) {
        for (const std::string& path : corpus::files(category)) {
            const std::uint64_t size = std::filesystem::file_size(path);
            if (size > 400'000 || size > budget) continue;
            const Outcome run = run_tool({"dump", path});
            if (run.exit_code != 0) continue;  // several maps, or none
            const json dump = run.object();
            budget -= size;
            const XmlElement root = picture({path});
            EXPECT_EQ(lines_in(root), dump["linedefs"].size()) << path;
            compared += compare_fills(root, dump);
            if (HasFailure()) FAIL() << path;
        }
    }
    EXPECT_GT(compared, 500 / static_cast<int>(testing_support::one_in(3)));
}

}  // namespace
}  // namespace flatline::engine::tool_test
