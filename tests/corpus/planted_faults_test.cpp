// Faults put into maps of the open corpus, one at a time: each is found, by its rule and at its
// element, and nothing is said of elements that it does not touch.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "base/orientation.hpp"
#include "corpus/planted_map.hpp"
#include "model/archive_map.hpp"
#include "support/corpus.hpp"
#include "support/fake_file.hpp"
#include "support/needs.hpp"

namespace corpus_planted_faults_test {

using planted::Map;
using planted::Place;

constexpr std::size_t kMaps = 50;

/// A fault in a map.
struct Plant {
    explicit Plant(const Map& of) : edit(of) {}
    Map::Edit edit;
    std::vector<std::string> expected;  // "rule element index field"
    std::set<std::string> touched;      // "element index"
    bool done = false;                  // false: the map has no place for it

    void expect(const std::string& rule, Map::Kind kind, std::uint32_t index,
                const std::string& field = "") {
        expected.push_back(rule + " " + element(kind, index) + (field.empty() ? "" : " " + field));
        touch(kind, index);
        done = true;
    }
    void touch(Map::Kind kind, std::uint32_t index) { touched.insert(element(kind, index)); }
    static std::string element(Map::Kind kind, std::uint32_t index) {
        return std::string(Map::kKinds[kind]) + " " + std::to_string(index);
    }
};

// splitmix64: the same places on every machine.
std::uint64_t mix(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// The first of `count` elements that is suited, from a place that follows from the map; `count`
/// where none is.
std::uint32_t pick(std::uint64_t seed, std::size_t count,
                   const std::function<bool(std::uint32_t)>& suited) {
    const std::size_t first = count == 0 ? 0 : mix(seed) % count;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::uint32_t>((first + i) % count);
        if (suited(at)) return at;
    }
    return static_cast<std::uint32_t>(count);
}

bool is_plain(const Map& map, std::uint32_t line) {
    return map.has_length(line) && map.map().linedefs()[line].special == 0;
}
bool is_wall(const Map& map, std::uint32_t line) {
    return is_plain(map, line) && !map.has_back(line);
}
bool is_shared(const Map& map, std::uint32_t side) { return map.lines_of_side(side).size() != 1; }

void touch_line(const Map& map, std::uint32_t line, Plant& plant) {
    plant.touch(Map::kLine, line);
    for (const std::uint32_t side : map.sides(line)) plant.touch(Map::kSide, side);
}

/// The sectors of a line, and the lines that share a place with it. A new line or corner may end a
/// slope that needs a sector with three corners.
void touch_beside(const Map& map, std::uint32_t line, Plant& plant) {
    for (const std::uint32_t side : map.sides(line)) plant.touch(Map::kSector, map.sector(side));
    for (const int end : {0, 1}) {
        for (const std::uint32_t other : map.lines_at(map.place(line, end))) {
            touch_line(map, other, plant);
        }
    }
}

/// The lines of the sectors of a line, and the things there: once a sector is open it is one with
/// what is around it.
void touch_sectors(const Map& map, std::uint32_t line, Plant& plant, bool lines) {
    std::set<std::uint32_t> sectors;
    for (const std::uint32_t side : map.sides(line)) sectors.insert(map.sector(side));
    double box[4] = {1e9, 1e9, -1e9, -1e9};
    for (std::uint32_t other = 0; other < map.map().linedefs().size(); ++other) {
        const auto sides = map.sides(other);
        if (std::none_of(sides.begin(), sides.end(), [&](std::uint32_t side) {
                return sectors.count(map.sector(side)) != 0;
            })) {
            continue;
        }
        if (lines) touch_line(map, other, plant);
        for (const int end : {0, 1}) {
            const auto [x, y] = map.place(other, end);
            box[0] = std::min(box[0], x);
            box[1] = std::min(box[1], y);
            box[2] = std::max(box[2], x);
            box[3] = std::max(box[3], y);
        }
    }
    for (std::uint32_t i = 0; i < map.map().things().size(); ++i) {
        const auto& thing = map.map().things()[i];
        if (thing.x >= box[0] && thing.x <= box[2] && thing.y >= box[1] && thing.y <= box[3]) {
            plant.touch(Map::kThing, i);
        }
    }
}

// Whether no other line meets it but at its ends.
bool is_clear(const Map& map, std::uint32_t line) {
    const auto [ax, ay] = map.place(line, 0);
    const auto [bx, by] = map.place(line, 1);
    for (std::uint32_t other = 0; other < map.map().linedefs().size(); ++other) {
        const auto [cx, cy] = map.place(other, 0);
        const auto [dx, dy] = map.place(other, 1);
        const int c = flatline::engine::orientation(ax, ay, bx, by, cx, cy);
        const int d = flatline::engine::orientation(ax, ay, bx, by, dx, dy);
        const int a = flatline::engine::orientation(cx, cy, dx, dy, ax, ay);
        const int b = flatline::engine::orientation(cx, cy, dx, dy, bx, by);
        if (c * d < 0 && a * b < 0) return false;
    }
    return true;
}

Place corner(const Map& map) {
    Place low{1e9, 1e9};
    for (const flatline_vertex& v : map.map().vertices()) {
        low = {std::min(low.first, v.x), std::min(low.second, v.y)};
    }
    return {std::floor(low.first), std::floor(low.second)};
}
std::string at(double x, double y) {
    return "x=" + std::to_string(static_cast<long>(x)) +
           ";\ny=" + std::to_string(static_cast<long>(y)) + ";\n";
}
std::string side_in(std::uint32_t sector) {
    return "sector=" + std::to_string(sector) + ";\ntexturemiddle=\"WALL\";\n";
}
std::string line_of(std::uint32_t v1, std::uint32_t v2, std::uint32_t front) {
    return "v1=" + std::to_string(v1) + ";\nv2=" + std::to_string(v2) +
           ";\nsidefront=" + std::to_string(front) + ";\n";
}

// ---- The faults --------------------------------------------------------------------------------

void zero_length(const Map& map, std::uint64_t seed, Plant& plant) {
    const auto v = static_cast<std::uint32_t>(mix(seed) % map.map().vertices().size());
    const std::uint32_t side = plant.edit.add(Map::kSide, side_in(map.sector(0)));
    plant.touch(Map::kSide, side);
    plant.touch(Map::kVertex, v);
    plant.expect("line-zero-length", Map::kLine, plant.edit.add(Map::kLine, line_of(v, v, side)));
}

void overlap(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().linedefs().size();
    const std::uint32_t line = pick(seed, count, [&](auto i) { return is_plain(map, i); });
    if (line == count) return;
    const auto& l = map.map().linedefs()[line];
    const auto copy = [&](std::uint32_t side) {
        const std::uint32_t made = plant.edit.add(Map::kSide, plant.edit.fields(Map::kSide, side));
        plant.touch(Map::kSide, made);
        return made;
    };
    std::string fields = line_of(l.v1, l.v2, copy(l.sidefront));
    if (map.has_back(line)) {
        fields += "sideback=" + std::to_string(copy(l.sideback)) + ";\ntwosided=true;\n";
    }
    plant.expect("line-overlap", Map::kLine, plant.edit.add(Map::kLine, fields));
    touch_beside(map, line, plant);
}

void crossing(const Map& map, std::uint64_t, Plant& plant) {
    const auto [x, y] = corner(map);
    if (x < -32000 || y < -32000) return;
    std::uint32_t corners[4];
    for (int i = 0; i < 4; ++i) {
        corners[i] = plant.edit.add(Map::kVertex, at(x - 64 + i % 2 * 32, y - 64 + i / 2 * 32));
    }
    const std::uint32_t sector = map.sector(0);
    plant.touch(Map::kSector, sector);
    for (const int i : {0, 1}) {
        const std::uint32_t side = plant.edit.add(Map::kSide, side_in(sector));
        plant.touch(Map::kSide, side);
        const std::uint32_t line =
            plant.edit.add(Map::kLine, line_of(corners[i], corners[3 - i], side));
        if (i == 1) plant.expect("line-cross", Map::kLine, line);
    }
}

void duplicate_vertex(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().linedefs().size();
    const std::uint32_t line = pick(seed, count, [&](auto i) {
        const std::uint32_t v = map.map().linedefs()[i].v1;
        if (!map.has_length(i)) return false;
        for (const std::uint32_t other : map.lines_at(map.place(i, 0))) {
            const auto& l = map.map().linedefs()[other];
            if (other != i && (l.v1 == v || l.v2 == v)) return true;
        }
        return false;
    });
    if (line == count) return;
    const std::uint32_t v = map.map().linedefs()[line].v1;
    const std::uint32_t made = plant.edit.add(Map::kVertex, plant.edit.fields(Map::kVertex, v));
    plant.edit.set(Map::kLine, line, "v1", std::to_string(made));
    plant.expect("vertex-duplicate", Map::kVertex, made);
    for (const std::uint32_t other : map.lines_at(map.place(line, 0))) {
        touch_beside(map, other, plant);
    }
}

void no_back_side(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().linedefs().size();
    const std::uint32_t line = pick(seed, count, [&](auto i) {
        if (!is_plain(map, i) || !map.has_back(i)) return false;
        const auto& l = map.map().linedefs()[i];
        const std::uint32_t back = map.sector(l.sideback);
        return (l.flags & FLATLINE_LINE_TWOSIDED) != 0 && !is_shared(map, l.sideback) &&
               map.sector(l.sidefront) != back &&
               map.ends_at(map.place(i, 0), back) == std::pair(1, 1);
    });
    if (line == count) return;
    const std::uint32_t back = map.map().linedefs()[line].sideback;
    plant.edit.set(Map::kLine, line, "sideback", "-1");
    plant.expect("line-twosided-no-back", Map::kLine, line, "twosided");
    plant.expect("side-unused", Map::kSide, back);
    plant.expect("sector-unclosed", Map::kSector, map.sector(back));
    touch_beside(map, line, plant);
    touch_sectors(map, line, plant, false);
}

void unclosed_sector(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().linedefs().size();
    const std::uint32_t line = pick(seed, count, [&](auto i) {
        const std::uint32_t sector = map.sector(map.map().linedefs()[i].sidefront);
        const auto [x1, y1] = map.place(i, 0);
        const auto [x2, y2] = map.place(i, 1);
        return is_wall(map, i) && map.ends_at({x2, y2}, sector) == std::pair(1, 1) &&
               std::max(std::abs(x1 - x2), std::abs(y1 - y2)) >= 16;
    });
    if (line == count) return;
    const auto [x1, y1] = map.place(line, 0);
    const auto [x2, y2] = map.place(line, 1);
    const std::uint32_t middle =
        plant.edit.add(Map::kVertex, "x=" + std::to_string((x1 + x2) / 2) +
                                         ";\ny=" + std::to_string((y1 + y2) / 2) + ";\n");
    plant.touch(Map::kVertex, middle);
    plant.edit.set(Map::kLine, line, "v2", std::to_string(middle));
    plant.expect("sector-unclosed", Map::kSector, map.sector(map.map().linedefs()[line].sidefront));
    plant.touch(Map::kVertex, map.map().linedefs()[line].v2);
    touch_beside(map, line, plant);
    touch_sectors(map, line, plant, true);
}

// A wall between two walls of its sector, at corners where no other line is.
void wrong_sector(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().linedefs().size();
    const auto neighbour = [&](std::uint32_t line, int end) {
        const auto& lines = map.lines_at(map.place(line, end));
        return lines.size() != 2 ? line : lines[0] == line ? lines[1] : lines[0];
    };
    const std::uint32_t line = pick(seed, count, [&](auto i) {
        const std::uint32_t before = neighbour(i, 0), after = neighbour(i, 1);
        if (before == i || after == i || before == after) return false;
        const std::uint32_t side = map.map().linedefs()[i].sidefront;
        const auto is_like = [&](std::uint32_t other, int end) {
            return is_wall(map, other) && map.place(other, end) == map.place(i, 1 - end) &&
                   map.sector(map.map().linedefs()[other].sidefront) == map.sector(side);
        };
        return is_wall(map, i) && !is_shared(map, side) && is_like(before, 1) &&
               is_like(after, 0) && is_clear(map, before) && is_clear(map, i) &&
               is_clear(map, after);
    });
    const auto sectors = static_cast<std::uint32_t>(map.map().sectors().size());
    if (line == count || sectors < 2) return;
    const std::uint32_t side = map.map().linedefs()[line].sidefront;
    const std::uint32_t other = (map.sector(side) + 1) % sectors;
    plant.edit.set(Map::kSide, side, "sector", std::to_string(other));
    plant.expect("side-sector-suspect", Map::kSide, side);
    plant.expect("sector-unclosed", Map::kSector, map.sector(side));
    plant.touch(Map::kSector, other);
    touch_beside(map, line, plant);
}

// Numbers have tables in two namespaces.
struct Numbers {
    int unknown, tagged;
    const char* trigger;
};
const Numbers* numbers(const Map& map) {
    static constexpr Numbers kZdoom = {300, 23, "playeruse"}, kDoom = {500, 18, nullptr};
    if (map.name_space() == "zdoom") return &kZdoom;
    return map.name_space() == "doom" ? &kDoom : nullptr;
}

void plant_special(const Map& map, std::uint64_t seed, Plant& plant, bool dangling) {
    const Numbers* const table = numbers(map);
    const std::size_t count = map.map().linedefs().size();
    const std::uint32_t line = pick(seed, count, [&](auto i) { return is_plain(map, i); });
    if (table == nullptr || line == count) return;
    plant.edit.set(Map::kLine, line, "special",
                   std::to_string(dangling ? table->tagged : table->unknown));
    plant.edit.set(Map::kLine, line, "arg0", "31987");
    if (table->trigger != nullptr) plant.edit.set(Map::kLine, line, table->trigger, "true");
    if (dangling) {
        plant.expect("special-tag-dangling", Map::kLine, line, "arg0");
    } else {
        plant.expect("line-special-unknown", Map::kLine, line, "special");
    }
}
void dangling_tag(const Map& map, std::uint64_t seed, Plant& plant) {
    plant_special(map, seed, plant, true);
}
void unknown_special(const Map& map, std::uint64_t seed, Plant& plant) {
    plant_special(map, seed, plant, false);
}

void thing_in_the_void(const Map& map, std::uint64_t, Plant& plant) {
    const auto [x, y] = corner(map);
    if (x < -32000 || y < -32000) return;
    plant.expect("thing-outside", Map::kThing,
                 plant.edit.add(Map::kThing, at(x - 64, y - 64) + "type=2035;\nskill1=true;\n"
                                                                  "single=true;\nclass1=true;\n"));
}

void thing_that_never_appears(const Map& map, std::uint64_t seed, Plant& plant) {
    const auto& things = map.map().things();
    if (things.empty() || map.name_space() == "srb2") return;
    const auto& thing = things[mix(seed) % things.size()];
    plant.expect("thing-never-appears", Map::kThing,
                 plant.edit.add(Map::kThing, at(thing.x, thing.y) + "type=2035;\nskill1=true;\n"));
}

void missing_texture(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().linedefs().size();
    const std::uint32_t line = pick(seed, count, [&](auto i) {
        const std::uint32_t side = map.map().linedefs()[i].sidefront;
        return is_wall(map, i) && !is_shared(map, side) &&
               map.map().sidedefs()[side].texturemiddle != 0;
    });
    if (line == count) return;
    const std::uint32_t side = map.map().linedefs()[line].sidefront;
    plant.edit.set(Map::kSide, side, "texturemiddle", "\"-\"");
    plant.expect("texture-missing", Map::kSide, side, "texturemiddle");
}

void missing_flat(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().sectors().size();
    const std::uint32_t sector =
        pick(seed, count, [&](auto i) { return map.map().sectors()[i].texturefloor != 0; });
    if (sector == count) return;
    plant.edit.set(Map::kSector, sector, "texturefloor", "\"-\"");
    plant.expect("flat-missing", Map::kSector, sector, "texturefloor");
}

void stray_vertex(const Map& map, std::uint64_t seed, Plant& plant) {
    const auto& v = map.map().vertices()[mix(seed) % map.map().vertices().size()];
    plant.expect("vertex-unused", Map::kVertex, plant.edit.add(Map::kVertex, at(v.x + 3, v.y + 5)));
}
void stray_side(const Map& map, std::uint64_t, Plant& plant) {
    plant.expect("side-unused", Map::kSide, plant.edit.add(Map::kSide, side_in(map.sector(0))));
}
void stray_sector(const Map&, std::uint64_t, Plant& plant) {
    plant.expect("sector-unused", Map::kSector,
                 plant.edit.add(Map::kSector, "texturefloor=\"F\";\ntextureceiling=\"F\";\n"));
}

void flag_without_back(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().linedefs().size();
    const std::uint32_t line = pick(seed, count, [&](auto i) { return is_wall(map, i); });
    if (line == count) return;
    plant.edit.set(Map::kLine, line, "twosided", "true");
    plant.expect("line-twosided-no-back", Map::kLine, line, "twosided");
}
void back_without_flag(const Map& map, std::uint64_t seed, Plant& plant) {
    const std::size_t count = map.map().linedefs().size();
    const std::uint32_t line =
        pick(seed, count, [&](auto i) { return is_plain(map, i) && map.has_back(i); });
    if (line == count) return;
    plant.edit.set(Map::kLine, line, "twosided", "false");
    plant.expect("line-back-not-twosided", Map::kLine, line, "twosided");
}

void side_out_of_range(const Map& map, std::uint64_t seed, Plant& plant) {
    const auto line = static_cast<std::uint32_t>(mix(seed) % map.map().linedefs().size());
    plant.edit.set(Map::kLine, line, "sidefront", std::to_string(map.map().sidedefs().size()));
    plant.expect("line-side-range", Map::kLine, line, "sidefront");
}

// In how many of the maps there must be a place for it.
struct Fault {
    const char* name;
    void (*plant)(const Map&, std::uint64_t, Plant&);
    std::size_t least;
};
constexpr Fault kFaults[] = {
    {"a line of no length", zero_length, kMaps},
    {"a line on another", overlap, kMaps},
    {"lines that cross", crossing, 45},
    {"a vertex on another", duplicate_vertex, 45},
    {"a line that lost its back side", no_back_side, 35},
    {"a sector that is not closed", unclosed_sector, kMaps},
    {"a side in the wrong sector", wrong_sector, 40},
    {"a tag that nothing has", dangling_tag, 40},
    {"a special that does not exist", unknown_special, 40},
    {"a thing in the void", thing_in_the_void, 45},
    {"a thing that never appears", thing_that_never_appears, 35},
    {"a wall without texture", missing_texture, 45},
    {"a floor without flat", missing_flat, kMaps},
    {"a vertex that no line has", stray_vertex, kMaps},
    {"a side that no line has", stray_side, kMaps},
    {"a sector that no side has", stray_sector, kMaps},
    {"a flag for two sides on one", flag_without_back, kMaps},
    {"two sides without the flag", back_without_flag, 35},
    {"a side that does not exist", side_out_of_range, kMaps},
};

// In lumps the same is found but for what only text can have, vertices after the last one of
// lines, which have no place there, and line types of other ports, for which no lump says that it
// is not meant. False if the lumps cannot hold the map.
bool expect_same_in_lumps(const std::string& text, const Plant& plant,
                          const std::set<std::string>& in_text) {
    std::set<std::string> found;
    if (!planted::findings_in_lumps(text, found)) return false;
    const auto expect_in = [&](const std::set<std::string>& of, const std::string& finding,
                               const char* where) {
        for (const char* rule : {"portability-", "vertex-unused ", "line-special-unknown "}) {
            if (finding.rfind(rule, 0) == 0) return;
        }
        EXPECT_EQ(of.count(finding), 1u) << "not in " << where << ": " << finding;
    };
    for (const std::string& finding : in_text) expect_in(found, finding, "lumps");
    for (const std::string& finding : found) expect_in(in_text, finding, "text");
    for (const std::string& expected : plant.expected) {
        const bool is_stray = expected.rfind("vertex-unused ", 0) == 0;
        EXPECT_EQ(found.count(expected), is_stray ? 0u : 1u) << "in lumps: " << expected;
    }
    return true;
}

void plant_in(const Map& map, const std::set<std::string>& before, const Fault& fault,
              std::uint64_t seed, std::size_t& planted, std::size_t& in_lumps) {
    Plant plant(map);
    fault.plant(map, seed, plant);
    if (!plant.done) return;
    ++planted;
    const std::string text = plant.edit.text();
    const std::set<std::string> after = planted::findings_of(text);
    in_lumps += expect_same_in_lumps(text, plant, after);
    for (const std::string& expected : plant.expected) {
        EXPECT_EQ(after.count(expected), 1u) << "not found: " << expected;
    }
    for (const std::string& finding : after) {
        if (before.count(finding) != 0) continue;
        // "rule element index field"
        const std::size_t element = finding.find(' ') + 1;
        const std::size_t index = finding.find(' ', element);
        const std::string of =
            index == std::string::npos
                ? finding.substr(element)
                : finding.substr(element, finding.find(' ', index + 1) - element);
        EXPECT_TRUE(plant.touched.count(of) != 0 ||
                    std::count(plant.expected.begin(), plant.expected.end(), finding) != 0)
            << "said of what it does not touch: " << finding;
    }
}

// The maps of the corpus that load, of 8 to 3100 lines, in the order of their paths.
std::vector<std::pair<std::string, std::size_t>> maps_of_corpus() {
    std::vector<std::pair<std::string, std::size_t>> found;
    flatline::engine::Loader loader;
    for (const char* set : {"binary-doom", "binary-hexen", "udmf-eternity", "udmf-odd", "udmf-srb2",
                            "udmf-zdoom", "nodes-elfbsp"}) {
        for (const std::string& path : corpus::files(set)) {
            flatline::engine::Archive archive =
                testing_support::open_bytes(corpus::read_file(path), "a.wad");
            for (std::size_t i = 0; i < archive.maps().size(); ++i) {
                const auto loaded = load_map(archive, i, loader, {});
                if (!loaded || loaded.value.linedefs().size() < 8) continue;
                if (loaded.value.linedefs().size() <= 3100) found.emplace_back(path, i);
            }
        }
    }
    return found;
}

TEST(CorpusPlantedFaults, EveryOneIsFoundAndNothingElse) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const auto maps = maps_of_corpus();
    ASSERT_GE(maps.size(), kMaps);
    std::map<std::string, std::size_t> planted;
    std::size_t in_lumps = 0;
    for (std::size_t k = 0; k < kMaps; ++k) {
        const auto& [path, index] = maps[k * maps.size() / kMaps];
        flatline::engine::Archive archive =
            testing_support::open_bytes(corpus::read_file(path), "a.wad");
        flatline::engine::Loader loader;
        const auto loaded = load_map(archive, index, loader, {});
        ASSERT_TRUE(loaded);
        const Map map(loaded.value);
        const std::set<std::string> before = planted::findings_of(map.text());
        for (const Fault& fault : kFaults) {
            SCOPED_TRACE(corpus::short_name(path) + " " + std::to_string(index) + ": " +
                         fault.name);
            plant_in(map, before, fault, k, planted[fault.name], in_lumps);
        }
    }
    EXPECT_GE(in_lumps, 200u);
    for (const Fault& fault : kFaults) EXPECT_GE(planted[fault.name], fault.least) << fault.name;
}

}  // namespace corpus_planted_faults_test
