// `flatline draw -o FILE.html`: the data of the page. What the page does is tested in a browser
// (tests/browser).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run_tool.hpp"
#include "support/corpus.hpp"
#include "support/needs.hpp"

namespace flatline::engine::tool_test {
namespace {

using nlohmann::json;

constexpr std::string_view kDataBegins = "<script id=\"data\" type=\"application/json\">";

std::string page_of(std::vector<std::string> words, std::string_view standard_input = {}) {
    const TempFolder folder;
    const std::string out = folder.path("a.html");
    words.insert(words.begin(), "draw");
    words.insert(words.end(), {"-o", out});
    const Outcome run = run_tool(words, standard_input);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return bytes_of(out);
}

/// What stands in the element of the data.
std::string_view data_text(const std::string& page) {
    const std::size_t first = page.find(kDataBegins) + kDataBegins.size();
    const std::size_t last = page.find("</script>", first);
    EXPECT_LT(first, last);
    return std::string_view(page).substr(first, last - first);
}

json data_of(const std::string& page) {
    const json data = json::parse(data_text(page), nullptr, false);
    EXPECT_FALSE(data.is_discarded());
    return data;
}

/// Base64 by the alphabet of RFC 4648, as numbers.
template <class T>
std::vector<T> numbers(const std::string& text) {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    EXPECT_EQ(text.size() % 4, 0u);
    std::string bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=') break;
        bits = bits << 6 | static_cast<unsigned>(kAlphabet.find(c));
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 0xFF);
    }
    EXPECT_EQ(bytes.size() % sizeof(T), 0u);
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

/// Compares the standard fields and flags of all elements with a dump; returns how many values.
int compare_with_dump(const json& data, const json& dump) {
    const std::pair<const char*, const char*> kKinds[] = {{"vertex", "vertices"},
                                                          {"linedef", "linedefs"},
                                                          {"sidedef", "sidedefs"},
                                                          {"sector", "sectors"},
                                                          {"thing", "things"}};
    int compared = 0;
    for (const auto& [kind, list] : kKinds) {
        const json& table = data["elements"][kind];
        const json& elements = dump[list];
        EXPECT_EQ(table["count"], elements.size());
        for (const json& field : table["fields"]) {
            const std::string name = field["name"];
            const std::string type = field["type"];
            const std::string values = field["values"];
            for (std::size_t i = 0; i < elements.size(); ++i) {
                const json& expected = elements[i][name];
                ++compared;
                if (type == "real") {
                    EXPECT_EQ(numbers<double>(values).at(i), expected) << name;
                } else if (type == "name") {
                    EXPECT_EQ(data["names"][numbers<std::uint32_t>(values).at(i)], expected);
                } else {
                    EXPECT_EQ(numbers<std::int32_t>(values).at(i), expected) << name;
                }
            }
        }
        if (!table.contains("flags")) continue;
        const auto flags = numbers<std::uint32_t>(table["flags"]);
        for (const json& flag : table["flagNames"]) {
            for (std::size_t i = 0; i < elements.size(); ++i) {
                EXPECT_EQ((flags.at(i) & flag[0].get<std::uint32_t>()) != 0,
                          elements[i][flag[1].get<std::string>()]);
                ++compared;
            }
        }
    }
    return compared;
}

TEST(ToolDrawPage, HoldsEveryFieldOfEveryElement) {
    for (const char* name : {"every_kind.textmap", "slopes.textmap"}) {
        const json data = data_of(page_of({fixture(name)}));
        const json dump = run_tool({"dump", fixture(name)}).object();
        EXPECT_EQ(data["schema"], "flatline.draw/1");
        EXPECT_GT(compare_with_dump(data, dump), 50);
        for (const char* kind : {"linedef", "sector", "thing"}) {
            const std::string list = std::string(kind) + "s";
            for (const json& column : data["elements"][kind]["columns"]) {
                const auto elements = numbers<std::uint32_t>(column["elements"]);
                ASSERT_FALSE(elements.empty());
                for (std::size_t i = 0; i < elements.size(); ++i) {
                    const json& expected =
                        dump[list][elements[i]][column["name"].get<std::string>()];
                    if (column["type"] == "text" || column["type"] == "ids") {
                        EXPECT_EQ(column["values"][i], expected);
                    } else if (column["type"] == "integer") {
                        EXPECT_EQ(numbers<std::int32_t>(column["values"])[i], expected);
                    } else if (column["type"] == "real") {
                        EXPECT_EQ(numbers<double>(column["values"])[i], expected);
                    } else {
                        EXPECT_EQ(numbers<std::uint8_t>(column["values"])[i] != 0, expected);
                    }
                }
            }
        }
    }
}

TEST(ToolDrawPage, FindingsAreThoseOfCheck) {
    const std::string source = fixture("no_player.textmap");
    const json data = data_of(page_of({source}));
    const auto expected = run_tool({"check", source, "--json"}).of_type("finding");
    ASSERT_EQ(data["findings"].size(), expected.size());
    ASSERT_FALSE(expected.empty());
    const std::string kSeverities[] = {"note", "warning", "error"};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const json& finding = data["findings"][i];
        EXPECT_EQ(finding["message"], expected[i]["message"]);
        EXPECT_EQ(finding["rule"], expected[i]["rule"]);
        EXPECT_EQ(kSeverities[finding["severity"].get<int>()], expected[i]["severity"]);
        for (const char* member : {"element", "index", "field", "line", "column", "x", "y"}) {
            EXPECT_EQ(finding.contains(member), expected[i].contains(member)) << member;
            EXPECT_EQ(finding.value(member, json()), expected[i].value(member, json())) << member;
        }
        const json& rule = data["rules"][finding["rule"].get<std::string>()];
        EXPECT_FALSE(rule["why"].get<std::string>().empty());
        EXPECT_FALSE(rule["mend"].get<std::string>().empty());
    }
    // A rule that is off finds nothing here either.
    const std::string id = expected.at(0)["rule"];
    const json without = data_of(page_of({source, "--rule", id + "=off"}));
    for (const json& finding : without["findings"]) {
        EXPECT_NE(finding["rule"], id);
    }
}

TEST(ToolDrawPage, LevelsAndSilencesCount) {
    const std::string thing = "thing { x = 0; y = 0; type = 1; foo = 1; ";
    const auto rules_of = [](const std::string& page) {
        std::map<std::string, int> severities;
        const json data = data_of(page);
        for (const json& finding : data["findings"]) {
            severities[finding["rule"].get<std::string>()] = finding["severity"].get<int>();
        }
        return severities;
    };
    const std::string map = small_map(thing + "}");
    ASSERT_EQ(rules_of(page_of({"-"}, map)).count("field-unknown"), 1u);
    // A rule of the load, not of the checker.
    EXPECT_EQ(rules_of(page_of({"-", "--rule", "field-unknown=error"}, map))["field-unknown"], 2);
    EXPECT_EQ(rules_of(page_of({"-", "--rule", "field-unknown=off"}, map)).count("field-unknown"),
              0u);
    const std::string silent = small_map(thing + "user_flatline_ignore = \"field-unknown\"; }");
    EXPECT_EQ(rules_of(page_of({"-"}, silent)).count("field-unknown"), 0u);
}

TEST(ToolDrawPage, NothingOfTheMapIsMarkup) {
    const std::string evil = "</script><script>x</script><!--\xFF\x01";
    std::string map = small_map();
    map += "thing { x = 1; y = 1; type = 1; comment = \"" + evil + "\"; user_a = \"" + evil +
           "\"; }\n";
    const TempFolder folder;
    const std::string path = folder.write("<!--<script>.wad", make_wad(map_lumps("</HEAD>", map)));
    const std::string page = page_of({path});
    EXPECT_EQ(data_text(page).find('<'), std::string_view::npos);
    const json data = data_of(page);
    EXPECT_EQ(data["map"], "</HEAD>");
    EXPECT_EQ(data["file"], "<!--<script>.wad");
    const json& unknown = data["elements"]["thing"]["unknown"];
    ASSERT_EQ(unknown.size(), 1u);
    EXPECT_EQ(unknown[0][1], "user_a");
    EXPECT_EQ(unknown[0][2].get<std::string>().substr(0, 9), "</script>");
    // The rest is the same for every map.
    const std::string other = page_of({"-"}, small_map());
    const auto rest = [](const std::string& whole) {
        const std::string_view text = data_text(whole);
        return whole.substr(0, static_cast<std::size_t>(text.data() - whole.data())) +
               whole.substr(static_cast<std::size_t>(text.data() - whole.data()) + text.size());
    };
    EXPECT_EQ(rest(page), rest(other));
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
    EXPECT_EQ(page.find("unsafe-inline"), std::string::npos);
    EXPECT_EQ(rest(page).find("http"), rest(page).find("http-equiv")) << "no address anywhere";
}

// Whoever gets the page learns nothing of the folders of whoever made it.
TEST(ToolDrawPage, NamesNoFolderAboveTheFile) {
    const TempFolder folder;
    const std::string wad = make_wad(map_lumps("MAP01", small_map()));
    const std::string in_wad = folder.write("a.wad", wad);
    const std::string in_zip = folder.write("b.pk3", make_zip({{"maps/x.wad", wad}}));
    folder.write("mod/maps/y.wad", wad);
    const std::pair<std::string, std::string> kFiles[] = {{in_wad, "a.wad"},
                                                          {in_zip, "b.pk3/maps/x.wad"},
                                                          {folder.path("mod"), "mod/maps/y.wad"},
                                                          {folder.path("mod/"), "mod/maps/y.wad"}};
    for (const auto& [path, name] : kFiles) {
        const std::string page = page_of({path});
        EXPECT_EQ(data_of(page)["file"], name);
        EXPECT_EQ(page.find(folder.path()), std::string::npos);
        const std::string out = folder.path("a.svg");
        ASSERT_EQ(run_tool({"draw", path, "-o", out, "--force"}).exit_code, 0);
        EXPECT_EQ(bytes_of(out).find(folder.path()), std::string::npos);
    }
    EXPECT_EQ(data_of(page_of({"-"}, small_map()))["file"], "-");
}

TEST(ToolDrawPage, NoMarkLooksLikeAThing) {
    const json styles = data_of(page_of({"-"}, small_map()))["styles"];
    ASSERT_EQ(styles["marks"].size(), 3u);
    for (const json& mark : styles["marks"]) {
        for (const json& thing : styles["things"]) {
            EXPECT_NE(mark["path"], thing["path"]) << mark["name"] << " and " << thing["name"];
        }
    }
    for (const json& thing : styles["things"]) {
        for (const char* ground : {"light", "dark"}) {
            EXPECT_NE(styles["marks"][2][ground], thing[ground]) << thing["name"];
        }
    }
}

TEST(ToolDrawPage, VerdictsAreThoseOfCheck) {
    const std::string source = fixture("no_player.textmap");
    EXPECT_FALSE(data_of(page_of({source})).contains("verdicts"));
    const json verdicts = data_of(page_of({source, "--target", "all"}))["verdicts"];
    const json expected =
        run_tool({"check", source, "--json", "--target", "all"}).of_type("map").at(0)["verdicts"];
    ASSERT_GT(expected.size(), 2u);
    std::size_t known = 0;
    for (const json& verdict : verdicts) {
        if (verdict["verdict"] == "unknown") continue;
        ++known;
        const json& row = expected[verdict["port"].get<std::string>()];
        EXPECT_EQ(verdict["verdict"], row["verdict"]);
        EXPECT_EQ(verdict.value("rule", json()), row.value("rule", json()));
        if (verdict.contains("rule")) {
            EXPECT_FALSE(verdict["sentence"].get<std::string>().empty()) << verdict["rule"];
        }
    }
    EXPECT_EQ(known, expected.size());
    const json two = data_of(page_of({source, "--target", "woof,gzdoom"}))["verdicts"];
    EXPECT_EQ(two.size(), 2u);
}

TEST(ToolDrawPage, TagsOfLines) {
    const std::string line = "linedef { v1 = 0; v2 = 1; sidefront = 0; special = 112; arg0 = 7; }";
    const json data = data_of(page_of({"-"}, small_map(line)));
    const auto tags = numbers<std::int32_t>(data["lineTags"]);
    ASSERT_EQ(tags.size(), data["elements"]["linedef"]["count"].get<std::size_t>());
    EXPECT_EQ(std::count(tags.begin(), tags.end(), 7), 1);
    EXPECT_EQ(std::count(tags.begin(), tags.end(), 0),
              static_cast<std::ptrdiff_t>(tags.size() - 1));
    EXPECT_FALSE(data_of(page_of({"-"}, small_map())).contains("lineTags"));
}

/// A map with one sector for each of some flats.
std::string floors(const std::vector<std::string>& names) {
    std::string text = small_map();
    for (const std::string& name : names) {
        text += "sector { heightceiling = 64; texturefloor = \"" + name +
                "\"; textureceiling = \"-\"; }\n";
    }
    return text;
}

/// A PNG without anything but its head, as far as sizes need it.
std::string png_head(unsigned char width, unsigned char height) {
    const char sizes[] = {0, 0, 0, static_cast<char>(width), 0, 0, 0, static_cast<char>(height)};
    return std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16) + std::string(sizes, 8) + "rest";
}

TEST(ToolDrawPage, FlatsOfFloorsComeOutOfResources) {
    const TempFolder folder;
    const std::string palette(768, '\x20');
    const std::string game =
        folder.write("game.wad", make_wad({{"PLAYPAL", palette + palette},
                                           {"F_START", ""},
                                           {"ONE", std::string(4096, '\x01')},
                                           {"TWO", std::string(4096, '\x02')},
                                           {"BIG", std::string(128 * 128, '\x03')},
                                           {"ODD", "abc"},
                                           {"UNUSED", std::string(4096, '\x04')},
                                           {"F_END", ""},
                                           {"OUTSIDE", std::string(4096, '\x05')}}));
    const std::string pk3 = folder.write(
        "mod.pk3",
        make_zip({{"flats/pic.png", png_head(32, 16)}, {"textures/sub/wall.png", png_head(8, 8)}}));
    Lumps lumps = map_lumps("MAP01", floors({"One", "two", "BIG", "ODD", "OUTSIDE", "none", "PIC",
                                             "textures/sub/wall.png"}));
    lumps.push_back({"FF_START", ""});
    lumps.push_back({"TWO", std::string(4096, '\x09')});
    lumps.push_back({"FF_END", ""});
    const std::string map = folder.write("a.wad", make_wad(lumps));

    EXPECT_FALSE(data_of(page_of({map})).contains("flats")) << "only with --resources";
    const json flats = data_of(page_of({map, "--resources", pk3, "--resources", game}))["flats"];
    EXPECT_EQ(numbers<char>(flats["palette"]), std::vector<char>(768, '\x20'));
    std::map<std::string, json> images;
    for (const json& image : flats["images"]) images[image["name"].get<std::string>()] = image;
    ASSERT_EQ(images.size(), 5u) << flats["images"].dump().substr(0, 400);
    EXPECT_EQ(numbers<char>(images["ONE"]["pixels"]), std::vector<char>(4096, '\x01'));
    EXPECT_EQ(numbers<char>(images["TWO"]["pixels"]), std::vector<char>(4096, '\x09'))
        << "the file of the map counts most";
    EXPECT_EQ(images["BIG"]["width"], 128);
    EXPECT_EQ(numbers<char>(images["BIG"]["pixels"]).size(), 128u * 128);
    EXPECT_EQ(images["PIC"]["width"], 32);
    EXPECT_EQ(images["PIC"]["height"], 16);
    EXPECT_EQ(numbers<char>(images["PIC"]["png"]).at(1), 'P');
    EXPECT_EQ(images["TEXTURES/SUB/WALL.PNG"]["width"], 8);
    // Without a palette numbers have no colours; of several resources the last counts.
    const std::string later = folder.write(
        "later.wad",
        make_wad({{"F_START", ""}, {"ONE", std::string(4096, '\x07')}, {"F_END", ""}}));
    EXPECT_FALSE(data_of(page_of({map, "--resources", later})).contains("flats"));
    const json both = data_of(page_of({map, "--resources", game, "--resources", later}))["flats"];
    for (const json& image : both["images"]) {
        if (image["name"] != "ONE") continue;
        EXPECT_EQ(numbers<char>(image["pixels"]).at(0), '\x07');
    }
}

TEST(ToolDrawPage, NodesSlopesAndBlockmap) {
    const json data = data_of(page_of({fixture("slopes.textmap"), "--build-nodes"}));
    const json dump = run_tool({"dump", fixture("slopes.textmap"), "--build-nodes"}).object();
    const json& subsectors = data["subsectors"];
    EXPECT_EQ(subsectors["format"], "built");
    EXPECT_EQ(numbers<std::uint32_t>(subsectors["rows"]).size(),
              dump["nodes"]["subsectors"].size() + 1);
    EXPECT_EQ(numbers<double>(subsectors["points"]).size(), 2 * dump["nodes"]["segs"].size());
    EXPECT_EQ(data["blockmap"]["columns"], dump["blockmap"]["columns"]);
    EXPECT_EQ(numbers<std::uint16_t>(data["blockmap"]["counts"]).at(0),
              dump["blockmap"]["cells"][0].size());
    ASSERT_FALSE(data["slopes"].empty());
    for (const json& slope : data["slopes"]) {
        const char* planes = slope["ceiling"] ? "ceiling_planes" : "floor_planes";
        EXPECT_EQ(slope["plane"], dump[planes][slope["sector"].get<std::size_t>()]);
    }
    EXPECT_EQ(data_of(page_of({fixture("slopes.textmap")}))["subsectors"], nullptr);
}

/// The subsector that the tree of a dump has around a point.
std::int64_t walk(const json& nodes, double x, double y) {
    std::int64_t child = static_cast<std::int64_t>(nodes["nodes"].size()) - 1;
    while (child >= 0) {
        const json& node = nodes["nodes"][static_cast<std::size_t>(child)];
        const double left = node["dx"].get<double>() * (y - node["y"].get<double>()) -
                            node["dy"].get<double>() * (x - node["x"].get<double>());
        child = node["children"][left < 0 ? 0 : 1];
    }
    return -1 - child;
}

TEST(ToolDrawPage, ClassicSubsectorsAreWhereTheTreeSays) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    int compared = 0;
    for (const std::string& path : corpus::files("binary-doom")) {
        if (bytes_of(path).size() > 300'000) continue;
        const Outcome run = run_tool({"dump", path});
        if (run.exit_code != 0) continue;
        const json dump = run.object();
        if (dump["nodes"].is_null() || dump["nodes"]["format"] != "classic") continue;
        const json subsectors = data_of(page_of({path}))["subsectors"];
        const auto rows = numbers<std::uint32_t>(subsectors["rows"]);
        const auto points = numbers<double>(subsectors["points"]);
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
            double x = 0;
            double y = 0;
            double area = 0;
            for (std::size_t k = rows[i]; k < rows[i + 1]; ++k) {
                const std::size_t next = k + 1 < rows[i + 1] ? k + 1 : rows[i];
                x += points[2 * k] / (rows[i + 1] - rows[i]);
                y += points[2 * k + 1] / (rows[i + 1] - rows[i]);
                area += points[2 * k] * points[2 * next + 1] - points[2 * next] * points[2 * k + 1];
            }
            if (std::abs(area) < 8) continue;  // thin ones are on a line, but for rounding
            EXPECT_EQ(walk(dump["nodes"], x, y), static_cast<std::int64_t>(i)) << path;
            ++compared;
        }
        if (compared > 500) break;
    }
    EXPECT_GT(compared, 20);
}

TEST(ToolDrawPage, Doom3MapsHaveKeysMaterialsAndShapes) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    int maps = 0;
    for (const std::string& path : corpus::files("d3map")) {
        if (bytes_of(path).size() > 300'000) continue;
        const Outcome run = run_tool({"dump", path});
        if (run.exit_code != 0) continue;
        ++maps;
        const json dump = run.object();
        const json data = data_of(page_of({path}));
        ASSERT_EQ(data["entities"].size(), dump["entities"].size()) << path;
        std::size_t brushes = 0;
        std::size_t windings = 0;
        for (std::size_t i = 0; i < dump["entities"].size(); ++i) {
            EXPECT_EQ(data["entities"][i]["keys"], dump["entities"][i]["keys"]);
            for (const json& brush : dump["entities"][i]["brushes"]) {
                const json& sides = data["brushes"].at(brushes++)["sides"];
                bool any = false;
                for (std::size_t k = 0; k < sides.size(); ++k) {
                    EXPECT_EQ(data["materials"][sides[k].get<std::size_t>()],
                              brush["sides"][k]["material"]);
                    any = any || !brush["sides"][k]["winding"].is_null();
                }
                windings += any;
            }
        }
        EXPECT_EQ(data["brushes"].size(), brushes);
        const auto patches = numbers<std::uint8_t>(data["shapes"]["isPatch"]);
        EXPECT_EQ(static_cast<std::size_t>(std::count(patches.begin(), patches.end(), 0)), windings)
            << path;
    }
    EXPECT_GT(maps, 5);
}

}  // namespace
}  // namespace flatline::engine::tool_test
