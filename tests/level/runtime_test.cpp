// Runtime against the slow versions: random maps, generated maps, the open corpus.
#include "model/runtime.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "level/slow_level.hpp"
#include "mapgen.hpp"
#include "support/corpus.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace runtime_test {

using flatline::engine::Map;
using flatline::engine::Result;
using flatline::engine::Runtime;
using flatline::engine::View;
using slow_level::as_list;

void expect_tags(const Map& map, const flatline_tags& table, std::uint8_t kind,
                 const std::string& name) {
    const auto slow = slow_level::tags(map, kind);
    ASSERT_EQ(table.tag_count, slow.size()) << name;
    std::uint32_t i = 0;
    for (const auto& [tag, elements] : slow) {
        ASSERT_EQ(table.tags[i], tag) << name;
        ASSERT_EQ(as_list(flatline::engine::find_tag(table, tag)), elements)
            << name << " tag " << tag;
        ++i;
    }
    ASSERT_EQ(flatline::engine::find_tag(table, 1'234'567'890).size(), 0u);
}

// Returns how many things had a clear place.
std::uint64_t expect_as_slow(const Map& map, const std::string& name, bool all_sides = true) {
    const Result<flatline::engine::Runtime> result =
        build_runtime(map, {.tables = FLATLINE_RUNTIME_ALL});
    EXPECT_EQ(result.status, flatline::engine::Status::ok) << name;
    if (!result) {
        return 0;
    }
    const Runtime& runtime = result.value;
    EXPECT_LE(result.memory.used, result.memory.announced);
    const auto sectors = static_cast<std::uint32_t>(map.sectors().size());

    const auto neighbours = slow_level::neighbours(map);
    const auto gaps = slow_level::gaps(map);
    for (std::uint32_t i = 0; i < sectors; ++i) {
        EXPECT_EQ(as_list(runtime.neighbours(i)), as_list(neighbours[i]))
            << name << " sector " << i;
        std::vector<slow_level::Gap> found;
        for (const flatline_gap& gap : runtime.gaps(i)) {
            EXPECT_EQ(gap.sector, i);
            found.push_back({gap.vertex, gap.starts, gap.ends});
        }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, gaps[i]) << name << " sector " << i;
    }
    const auto vertex_lines = slow_level::vertex_lines(map);
    for (std::uint32_t i = 0; i < map.vertices().size(); ++i) {
        EXPECT_EQ(as_list(runtime.vertex_lines(i)), as_list(vertex_lines[i])) << name;
    }
    EXPECT_EQ(runtime.side_lines().size(), map.sidedefs().size());
    for (std::uint32_t i = 0; i < map.sidedefs().size(); i += all_sides ? 1 : 37) {
        EXPECT_EQ(runtime.side_lines()[i], slow_level::side_line(map, i)) << name;
    }
    expect_tags(map, runtime.arrays().sector_tags, FLATLINE_SECTOR, name);
    expect_tags(map, runtime.arrays().line_tags, FLATLINE_LINEDEF, name);
    expect_tags(map, runtime.arrays().thing_tags, FLATLINE_THING, name);

    EXPECT_EQ(runtime.line_data().size(), map.linedefs().size());
    for (std::uint32_t i = 0; i < map.linedefs().size(); ++i) {
        const flatline_line_data& data = runtime.line_data()[i];
        const flatline_linedef& line = map.linedefs()[i];
        const flatline_vertex a = map.vertices()[line.v1];
        const flatline_vertex b = map.vertices()[line.v2];
        EXPECT_EQ(data.dx, b.x - a.x);
        EXPECT_EQ(data.dy, b.y - a.y);
        EXPECT_EQ(data.left, std::min(a.x, b.x));
        EXPECT_EQ(data.right, std::max(a.x, b.x));
        EXPECT_EQ(data.bottom, std::min(a.y, b.y));
        EXPECT_EQ(data.top, std::max(a.y, b.y));
        EXPECT_EQ(data.front_sector, slow_level::front(map, line));
        EXPECT_EQ(data.back_sector, slow_level::back(map, line));
    }

    std::uint64_t clear = 0;
    EXPECT_EQ(runtime.thing_places().size(), map.things().size());
    for (std::uint32_t i = 0; i < map.things().size(); ++i) {
        const flatline_thing& thing = map.things()[i];
        const slow_level::Point point = slow_level::sector_at(map, thing.x, thing.y);
        const flatline_thing_place& place = runtime.thing_places()[i];
        EXPECT_EQ(place.subsector, FLATLINE_NONE);
        EXPECT_TRUE(place.sector < sectors || place.sector == FLATLINE_NONE);
        if (point.clear) {
            ++clear;
            EXPECT_EQ(place.sector, point.sector)
                << name << " thing " << i << " at " << thing.x << ", " << thing.y;
        }
    }
    for (const flatline_polyobject& object : runtime.polyobjects()) {
        EXPECT_LT(object.spawn, map.things().size());
        EXPECT_TRUE(object.anchor < map.things().size() || object.anchor == FLATLINE_NONE);
        for (const std::uint32_t line : runtime.lines_of(object)) {
            EXPECT_LT(line, map.linedefs().size());
        }
    }
    return clear;
}

TEST(Runtime, GeneratedMaps) {
    using flatline::engine::mapgen::Flavour;
    for (const Flavour flavour : {Flavour::Zdoom, Flavour::Srb2, Flavour::Dsda}) {
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            flatline::engine::mapgen::Options options;
            options.target_bytes = 120'000;
            options.seed = seed;
            options.flavour = flavour;
            const std::string text = flatline::engine::mapgen::generate(options).text;
            const flatline::engine::LoadResult<flatline::engine::Map> result =
                load_text::load(text);
            ASSERT_TRUE(result);
            EXPECT_GT(expect_as_slow(result.value, "seed " + std::to_string(seed)), 20u);
        }
    }
}

TEST(Runtime, TheOpenCorpus) {
    if (!corpus::present()) {
        GTEST_SKIP() << needs::corpus();
    }
    std::uint64_t maps = 0;
    std::uint64_t things = 0;
    std::uint64_t clear = 0;
    testing_support::Sample sample(3);
    for (const std::string& file : corpus::files()) {
        for (const corpus::TextMap& map : corpus::maps_of(file)) {
            if (!sample.takes()) continue;
            const flatline::engine::LoadResult<flatline::engine::Map> result =
                load_text::load(map.text);
            if (!result) {
                continue;
            }
            ++maps;
            things += result.value.things().size();
            clear += expect_as_slow(result.value, corpus::short_name(file) + ":" + map.name, false);
        }
    }
    EXPECT_GT(maps, 20u);
    EXPECT_GT(clear, things / 2);
    RecordProperty("things", std::to_string(things));
    RecordProperty("clear", std::to_string(clear));
}

// Any lines over any vertices: crossing, overlapping, without length, sides shared. The places of
// things may then be any sector; everything else must be equal.
TEST(Runtime, RandomNonsenseMaps) {
    const char* const namespaces[] = {"doom", "zdoom", "srb2", "dsda", "eternity", "woof", "hexen"};
    std::mt19937 random(9);
    const auto below = [&](std::size_t n) { return std::to_string(random() % n); };
    for (int round = 0; round < 200; ++round) {
        const std::size_t vertices = 1 + random() % 12;
        const std::size_t sectors = 1 + random() % 5;
        const std::size_t sides = 1 + random() % 20;
        std::string text = "namespace=\"" + std::string(namespaces[round % 7]) + "\";";
        for (std::size_t i = 0; i < vertices; ++i) {
            text += "vertex{x=" + below(4) + "00;y=" + below(4) + "00;}";
        }
        for (std::size_t i = 0; i < sectors; ++i) {
            text += "sector{texturefloor=\"F\";textureceiling=\"F\";";
            text += random() % 2 ? "id=" + std::to_string(static_cast<int>(random() % 6) - 2) + ";"
                                 : "";
            text += random() % 2
                        ? "moreids=\"" + below(3) + " " + below(70000) + " -1 " + below(3) + "\";"
                        : "";
            text += "}";
        }
        for (std::size_t i = 0; i < sides; ++i) {
            text += "sidedef{sector=" + below(sectors) + ";}";
        }
        for (std::size_t i = random() % 25; i-- > 0;) {
            text += "linedef{v1=" + below(vertices) + ";v2=" + below(vertices) +
                    ";sidefront=" + below(sides) + ";";
            text += random() % 2 ? "sideback=" + below(sides) + ";" : "";
            text += random() % 2 ? "id=" + std::to_string(static_cast<int>(random() % 6) - 2) + ";"
                                 : "";
            text += random() % 3 ? "" : "moreids=\"0 1 1 -3\";";
            text += random() % 3 ? ""
                                 : "special=" + std::to_string(random() % 2 ? 1 : 5) +
                                       ";arg0=" + below(3) + ";arg1=" + below(3) + ";";
            text += random() % 9 ? "" : "special=20;arg0=" + below(3) + ";";
            text += "}";
        }
        const int types[] = {1, 9300, 9301, 9303, 760, 761, 3000, 3001};
        for (std::size_t i = random() % 12; i-- > 0;) {
            text += "thing{x=" + below(400) + ".5;y=" + below(400) +
                    ".25;type=" + std::to_string(types[random() % 8]) + ";angle=" + below(3) + ";";
            text += random() % 2 ? "id=" + below(3) + ";" : "";
            text += random() % 3 ? "" : "moreids=\"7 7\";";
            text += "}";
        }
        const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
        ASSERT_TRUE(result) << load_text::story(result, text);
        const Result<flatline::engine::Runtime> built =
            build_runtime(result.value, {.tables = FLATLINE_RUNTIME_ALL});
        ASSERT_TRUE(built);
        const Map& map = result.value;
        const std::string name = "round " + std::to_string(round) + " " + text;
        const auto neighbours = slow_level::neighbours(map);
        const auto gaps = slow_level::gaps(map);
        for (std::uint32_t i = 0; i < sectors; ++i) {
            ASSERT_EQ(as_list(built.value.neighbours(i)), as_list(neighbours[i])) << name;
            std::vector<slow_level::Gap> found;
            for (const flatline_gap& gap : built.value.gaps(i)) {
                found.push_back({gap.vertex, gap.starts, gap.ends});
            }
            std::sort(found.begin(), found.end());
            ASSERT_EQ(found, gaps[i]) << name;
        }
        const auto vertex_lines = slow_level::vertex_lines(map);
        for (std::uint32_t i = 0; i < vertices; ++i) {
            ASSERT_EQ(as_list(built.value.vertex_lines(i)), as_list(vertex_lines[i])) << name;
        }
        for (std::uint32_t i = 0; i < sides; ++i) {
            ASSERT_EQ(built.value.side_lines()[i], slow_level::side_line(map, i)) << name;
        }
        expect_tags(map, built.value.arrays().sector_tags, FLATLINE_SECTOR, name);
        expect_tags(map, built.value.arrays().line_tags, FLATLINE_LINEDEF, name);
        expect_tags(map, built.value.arrays().thing_tags, FLATLINE_THING, name);
        for (const flatline_thing_place& place : built.value.thing_places()) {
            ASSERT_TRUE(place.sector < sectors || place.sector == FLATLINE_NONE) << name;
        }
        std::set<std::uint32_t> taken;
        for (const flatline_polyobject& object : built.value.polyobjects()) {
            for (const std::uint32_t line : built.value.lines_of(object)) {
                ASSERT_TRUE(taken.insert(line).second) << name;
            }
        }
        if (HasFailure()) {
            FAIL() << name;
        }
    }
}

// ---- Single facts ------------------------------------------------------------------------------

constexpr const char* kTriangle =
    "namespace=\"%\";vertex{x=0;y=0;}vertex{x=0.75;y=90;}vertex{x=121.5;y=3;}"
    "linedef{v1=0;v2=1;sidefront=0;}linedef{v1=1;v2=2;sidefront=0;}linedef{v1=2;v2=0;sidefront=0;}"
    "sidedef{sector=0;}sector{texturefloor=\"F\";textureceiling=\"F\";}"
    "sector{texturefloor=\"F\";textureceiling=\"F\";}"
    "thing{x=10;y=10;type=1;}thing{x=-10;y=10;type=1;}thing{x=100;y=80;type=1;}";

std::string triangle(const std::string& name) {
    std::string text = kTriangle;
    return text.replace(text.find('%'), 1, name);
}

TEST(Runtime, CentresAsThePortsComputeThem) {
    const auto bounds_of = [](const std::string& name, std::uint32_t sector) {
        const std::string text = triangle(name);
        const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
        const Result<flatline::engine::Runtime> built =
            build_runtime(result.value, {.tables = FLATLINE_RUNTIME_SECTOR_BOUNDS});
        return built.value.sector_bounds()[sector];
    };
    EXPECT_EQ(bounds_of("zdoom", 0).centre_x, (0.75 + 121.5) / 3);  // up to 3 lines: of the ends
    EXPECT_EQ(bounds_of("srb2", 0).centre_x, 60);                   // (121 + 0) / 2
    EXPECT_EQ(bounds_of("dsda", 0).centre_x, 60.75);
    EXPECT_EQ(bounds_of("doom", 0).centre_y, 45);
    const flatline_sector_bounds empty = bounds_of("zdoom", 1);
    EXPECT_EQ(empty.left, std::numeric_limits<double>::infinity());
    EXPECT_EQ(empty.top, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(empty.centre_x, 0);
    EXPECT_GT(empty.first_column, empty.last_column);
}

// GZDoom takes the middle of the ends of three lines, and of more lines that of their box.
TEST(Runtime, TheCentreOfAFourthLine) {
    std::string text = triangle("zdoom");
    text += "vertex{x=121.5;y=0;}linedef{v1=2;v2=3;sidefront=0;}";
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    const Result<flatline::engine::Runtime> built =
        build_runtime(result.value, {.tables = FLATLINE_RUNTIME_SECTOR_BOUNDS});
    EXPECT_EQ(built.value.sector_bounds()[0].centre_x, 60.75);
    EXPECT_EQ(built.value.sector_bounds()[0].centre_y, 45);
}

TEST(Runtime, BlockBoxesAreThoseOfBoom) {
    const std::string text = triangle("dsda");
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    flatline_blockmap blockmap = {};
    blockmap.origin_x = -200;
    blockmap.origin_y = -100;
    blockmap.columns = 3;
    blockmap.rows = 9;
    flatline::engine::RuntimeOptions options;
    options.blockmap = &blockmap;
    options.tables = FLATLINE_RUNTIME_SECTOR_BOUNDS;
    const Result<flatline::engine::Runtime> built = build_runtime(result.value, options);
    const flatline_sector_bounds& box = built.value.sector_bounds()[0];
    EXPECT_EQ(box.first_column, 1u);  // (0 + 200 - 32) >> 7
    EXPECT_EQ(box.last_column, 2u);   // (121.5 + 200 + 32) >> 7
    EXPECT_EQ(box.first_row, 0u);     // (0 + 100 - 32) >> 7
    EXPECT_EQ(box.last_row, 1u);      // (90 + 100 + 32) >> 7
    EXPECT_GT(built.value.sector_bounds()[1].first_column,
              built.value.sector_bounds()[1].last_column);
}

TEST(Runtime, ThingsOutsideHaveNoSector) {
    const std::string text = triangle("zdoom");
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    const Result<flatline::engine::Runtime> built =
        build_runtime(result.value, {.tables = FLATLINE_RUNTIME_THING_PLACES});
    EXPECT_EQ(built.value.thing_places()[0].sector, 0u);
    EXPECT_EQ(built.value.thing_places()[1].sector, FLATLINE_NONE);  // no line below
    EXPECT_EQ(built.value.thing_places()[2].sector, FLATLINE_NONE);  // above the upper line
    EXPECT_TRUE(built.value.gaps(0).empty());
}

TEST(Runtime, NodesGiveSubsectors) {
    const std::string text = triangle("zdoom");
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    const flatline_subsector subsectors[] = {{0, 1, 0}, {1, 1, 1}};
    flatline_node node = {};
    node.x = 10;  // a partition through thing 0, to the north: on it is in front
    node.dy = 1;
    node.children[0] = FLATLINE_CHILD_SUBSECTOR | 1;
    node.children[1] = FLATLINE_CHILD_SUBSECTOR | 0;
    flatline_bsp bsp = {};
    bsp.subsectors = subsectors;
    bsp.subsector_count = 2;
    bsp.nodes = &node;
    bsp.node_count = 1;
    flatline::engine::RuntimeOptions options;
    options.nodes = &bsp;
    options.tables = FLATLINE_RUNTIME_THING_PLACES;
    const Result<flatline::engine::Runtime> built = build_runtime(result.value, options);
    EXPECT_EQ(built.value.thing_places()[0].subsector, 1u);
    EXPECT_EQ(built.value.thing_places()[1].subsector, 0u);
    EXPECT_EQ(built.value.thing_places()[2].sector, 1u);
}

TEST(Runtime, PolyobjectLinesInOrder) {
    // A square whose lines are not in order, a start line in the middle; explicit lines 2 apart.
    const std::string text =
        "namespace=\"zdoom\";vertex{x=0;y=0;}vertex{x=0;y=64;}vertex{x=64;y=64;}vertex{x=64;y=0;}"
        "linedef{v1=2;v2=3;sidefront=0;}linedef{v1=0;v2=1;sidefront=0;special=1;arg0=7;}"
        "linedef{v1=3;v2=0;sidefront=0;}linedef{v1=1;v2=2;sidefront=0;}"
        "linedef{v1=2;v2=0;sidefront=0;special=5;arg0=8;arg1=2;}"
        "linedef{v1=0;v2=2;sidefront=0;special=5;arg0=8;arg1=1;}"
        "linedef{v1=0;v2=2;sidefront=0;special=5;arg0=8;arg1=0;}"
        "sidedef{sector=0;}sector{texturefloor=\"F\";textureceiling=\"F\";}"
        "thing{x=1;y=1;type=9301;angle=8;}thing{x=1;y=1;type=9300;angle=7;}"
        "thing{x=1;y=1;type=9302;angle=7;}thing{x=1;y=1;type=9303;angle=9;}"
        "thing{x=1;y=1;type=9304;angle=7;}";  // no spot
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    const Result<flatline::engine::Runtime> built =
        build_runtime(result.value, {.tables = FLATLINE_RUNTIME_POLYOBJECTS});
    const View<flatline_polyobject> objects = built.value.polyobjects();
    ASSERT_EQ(objects.size(), 3u);
    EXPECT_EQ(objects[0].number, 8);
    EXPECT_EQ(objects[0].anchor, FLATLINE_NONE);
    EXPECT_EQ(as_list(built.value.lines_of(objects[0])), (slow_level::List{5, 4}));
    EXPECT_EQ(objects[0].closed, 1u);
    EXPECT_EQ(objects[1].number, 7);
    EXPECT_EQ(objects[1].anchor, 1u);
    EXPECT_EQ(objects[1].spawn, 2u);
    EXPECT_EQ(as_list(built.value.lines_of(objects[1])), (slow_level::List{1, 3, 0, 2}));
    EXPECT_EQ(objects[1].closed, 1u);
    EXPECT_EQ(objects[2].line_count, 0u);
    EXPECT_EQ(objects[2].closed, 0u);
}

// Every start line on one loop, every spot of one number, every explicit line of that number.
TEST(Runtime, PolyobjectsStayLinear) {
    std::string text =
        "namespace=\"zdoom\";sector{texturefloor=\"F\";textureceiling=\"F\";}"
        "sidedef{sector=0;}";
    constexpr int kCount = 30'000;
    for (int i = 0; i < kCount; ++i) {
        const std::string n = std::to_string(i);
        text += "vertex{x=" + std::to_string(i % 200) + ";y=" + std::to_string(i / 200) + ";}";
        text += "linedef{v1=" + n + ";v2=" + std::to_string((i + 1) % kCount) +
                ";sidefront=0;special=1;arg0=" + n + ";}";
        text += "linedef{v1=0;v2=0;sidefront=0;special=5;arg0=-5;arg1=1;}";
        text += "thing{x=0;y=0;type=9301;angle=" + n + ";}thing{x=0;y=0;type=9301;angle=-5;}";
    }
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result) << load_text::story(result, text);
    const auto start = std::chrono::steady_clock::now();
    const Result<flatline::engine::Runtime> built =
        build_runtime(result.value, {.tables = FLATLINE_RUNTIME_POLYOBJECTS});
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
    ASSERT_TRUE(built);
    EXPECT_EQ(built.value.arrays().polyobject_line_count, 2u * kCount);
    EXPECT_EQ(built.value.polyobjects()[0].closed, 1u);
    EXPECT_EQ(built.value.polyobjects()[1].line_count, static_cast<std::uint32_t>(kCount));
}

TEST(Runtime, OnlyWhatIsAskedForAndEmptyMaps) {
    const Result<flatline::engine::Runtime> nothing =
        build_runtime(Map(), {.tables = FLATLINE_RUNTIME_ALL});
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing.value.neighbours(0).empty());
    EXPECT_TRUE(nothing.value.sectors_with(0).empty());
    const std::string text = triangle("zdoom");
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    Result<flatline::engine::Runtime> built =
        build_runtime(result.value, {.tables = FLATLINE_RUNTIME_LINE_DATA});
    EXPECT_EQ(built.value.line_data().size(), 3u);
    EXPECT_TRUE(built.value.side_lines().empty());
    EXPECT_TRUE(built.value.gaps(0).empty());
    Runtime moved = std::move(built.value);
    EXPECT_EQ(moved.line_data().size(), 3u);
    EXPECT_TRUE(built.value.line_data().empty());
    const std::string bare = "namespace=\"zdoom\";";
    const flatline::engine::LoadResult<flatline::engine::Map> empty = load_text::load(bare);
    ASSERT_TRUE(empty);
    EXPECT_TRUE(build_runtime(empty.value, {.tables = FLATLINE_RUNTIME_ALL}));
}

TEST(Runtime, MemoryFailuresAndLimitsAreValues) {
    flatline::engine::mapgen::Options generator;
    generator.target_bytes = 30'000;
    const std::string text = flatline::engine::mapgen::generate(generator).text;
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    struct Counter {
        int left;
        int held;
    } counter{0, 0};
    flatline::engine::RuntimeOptions options;
    options.memory.context = &counter;
    options.memory.acquire = [](void* context, std::size_t bytes) -> void* {
        auto* c = static_cast<Counter*>(context);
        if (c->left-- <= 0) return nullptr;
        ++c->held;
        return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    };
    options.memory.release = [](void* context, void* memory, std::size_t) {
        --static_cast<Counter*>(context)->held;
        std::free(memory);
    };
    int fails = 0;
    for (;; ++fails) {
        counter.left = fails;
        const Result<flatline::engine::Runtime> built = build_runtime(result.value, options);
        if (built) break;
        EXPECT_EQ(built.status, flatline::engine::Status::out_of_memory);
        EXPECT_EQ(counter.held, 0);
        ASSERT_LT(fails, 100);
    }
    EXPECT_GT(fails, 10);
    EXPECT_EQ(counter.held, 0);
    options = {};
    const std::uint64_t needed =
        build_runtime(result.value, {.tables = FLATLINE_RUNTIME_ALL}).memory.announced;
    options.limits.arena_bytes = needed;
    EXPECT_TRUE(build_runtime(result.value, options));
    options.limits.arena_bytes = 1000;
    EXPECT_EQ(build_runtime(result.value, options).status, flatline::engine::Status::refused);
}

}  // namespace runtime_test
