// All slope rules together: against a slow version on the open corpus and on random maps; what
// they cost a map that has none; memory, limits, and what the caller chooses.
#include "level/slopes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "level/slope_grid.hpp"
#include "level/slope_maps.hpp"
#include "level/slow_slopes.hpp"
#include "mapgen.hpp"
#include "support/corpus.hpp"
#include "support/counting_memory.hpp"
#include "support/memory_faults.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace {

using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Map;
using flatline::engine::SlopeRules;
using flatline::engine::Status;
using namespace slope_maps;

SlopeRules rules_of(const Map& map) {
    switch (map.dialect()) {
        case flatline::engine::Dialect::zdoom:
            return SlopeRules::zdoom;
        case flatline::engine::Dialect::srb2:
            return SlopeRules::srb2;
        case flatline::engine::Dialect::eternity:
            return SlopeRules::eternity;
        default:
            return SlopeRules::none;
    }
}

// Returns how many planes of the map come from slope rules.
std::uint64_t expect_as_slow(const Map& map, const std::string& name, SlopeRules rules) {
    slow_slopes::Slow slow(map, rules);
    slow.run();
    EXPECT_EQ(slow.unclear, 0u) << name;
    std::uint64_t sloped = 0;
    std::uint64_t wrong = 0;
    for (std::uint32_t i = 0; i < map.sectors().size() && wrong < 5; ++i) {
        for (const int s : {0, 1}) {
            const flatline_plane plane = s == 0 ? map.floor_plane(i) : map.ceiling_plane(i);
            const auto source = s == 0 ? map.floor_source(i) : map.ceiling_source(i);
            const auto& expected = slow.planes[s][i];
            const auto numbers = expected.plane(s == 1);
            sloped += expected.kind != FLATLINE_PLANE_FLAT;
            // Of heights the error is that of doubles, which grows with the height.
            const double near_d = 1e-9 * std::fmax(1.0, std::fabs(static_cast<double>(numbers[3])));
            const bool good = std::fabs(plane.a - static_cast<double>(numbers[0])) <= 1e-9 &&
                              std::fabs(plane.b - static_cast<double>(numbers[1])) <= 1e-9 &&
                              std::fabs(plane.c - static_cast<double>(numbers[2])) <= 1e-9 &&
                              std::fabs(plane.d - static_cast<double>(numbers[3])) <= near_d &&
                              source.kind == expected.kind && source.index == expected.index;
            wrong += good ? 0 : 1;
            EXPECT_TRUE(good) << name << " sector " << i << (s == 0 ? " floor" : " ceiling")
                              << ": kind " << int{source.kind} << " of " << source.index
                              << ", expected " << int{expected.kind} << " of " << expected.index
                              << "; " << plane.a << ' ' << plane.b << ' ' << plane.c << ' '
                              << plane.d << ", expected " << static_cast<double>(numbers[0]) << ' '
                              << static_cast<double>(numbers[1]) << ' '
                              << static_cast<double>(numbers[2]) << ' '
                              << static_cast<double>(numbers[3]);
        }
    }
    return sloped;
}

TEST(Slopes, TheOpenCorpus) {
    if (!corpus::present()) {
        GTEST_SKIP() << needs::corpus();
    }
    std::uint64_t maps = 0;
    std::uint64_t planes = 0;
    testing_support::Sample sample(3);
    for (const std::string& file : corpus::files()) {
        for (const corpus::TextMap& map : corpus::maps_of(file)) {
            if (!sample.takes()) continue;
            const LoadResult<flatline::engine::Map> result = load_text::load(map.text);
            if (!result) {
                continue;
            }
            const std::string name = corpus::short_name(file) + ":" + map.name;
            const std::uint64_t sloped = expect_as_slow(result.value, name, rules_of(result.value));
            EXPECT_EQ(sloped, result.value.planes().size()) << name;
            maps += sloped != 0;
            planes += sloped;
        }
    }
    EXPECT_GE(maps, 20 / testing_support::one_in(3));
    EXPECT_GT(planes, 10'000 / testing_support::one_in(10));
    RecordProperty("planes", std::to_string(planes));
}

TEST(Slopes, GeneratedMaps) {
    using flatline::engine::mapgen::Flavour;
    for (const Flavour flavour : {Flavour::Zdoom, Flavour::Srb2}) {
        flatline::engine::mapgen::Options options;
        options.target_bytes = 300'000;
        options.flavour = flavour;
        options.sloped_fraction = 0.3;
        const std::string text = flatline::engine::mapgen::generate(options).text;
        const LoadResult<flatline::engine::Map> result = load_text::load(text);
        ASSERT_TRUE(result);
        EXPECT_GT(expect_as_slow(result.value, "generated", rules_of(result.value)), 40u);
    }
}

// ---- Random maps -------------------------------------------------------------------------------

// A plane made by a line passes through its ends at the flat height of the other sector, one made
// by vertex heights through its three vertices.
void expect_invariants(const Map& map, bool shared) {
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i) {
        for (const int s : {0, 1}) {
            const flatline_plane plane = s == 0 ? map.floor_plane(i) : map.ceiling_plane(i);
            const auto source = s == 0 ? map.floor_source(i) : map.ceiling_source(i);
            const auto height = [&](std::uint32_t sector) {
                const flatline_sector& of = map.sectors()[sector];
                return s == 0 ? of.heightfloor : of.heightceiling;
            };
            if (source.kind == FLATLINE_PLANE_LINE && map.linedefs()[source.index].special != 704) {
                const flatline_linedef& line = map.linedefs()[source.index];
                const std::uint32_t front = slow_level::front(map, line);
                const std::uint32_t other = front == i ? slow_level::back(map, line) : front;
                for (const std::uint32_t v : {line.v1, line.v2}) {
                    const flatline_vertex& vertex = map.vertices()[v];
                    EXPECT_NEAR(flatline::engine::z_at(plane, vertex.x, vertex.y), height(other),
                                1e-9);
                }
            }
            if (source.kind == FLATLINE_PLANE_VERTICES) {
                const flatline_column* column =
                    map.column(FLATLINE_VERTEX, s == 0 ? "zfloor" : "zceiling");
                for (const std::uint32_t l : map.sector_lines(i)) {
                    const std::uint32_t v = map.linedefs()[l].v1;
                    for (std::uint32_t k = 0; column != nullptr && k < column->count; ++k) {
                        if (column->elements[k] != v) {
                            continue;
                        }
                        const flatline_vertex& vertex = map.vertices()[v];
                        EXPECT_NEAR(flatline::engine::z_at(plane, vertex.x, vertex.y),
                                    column->values.reals[k], 1e-9);
                    }
                }
            }
            const bool is_shared = (source.flags & FLATLINE_PLANE_SHARED) != 0;
            EXPECT_EQ(is_shared, shared && source.kind == FLATLINE_PLANE_COPY);
        }
    }
}

bool same_planes(const Map& a, const Map& b) {
    const std::size_t count = a.planes().size();
    if (count != b.planes().size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.sectors().size(); ++i) {
        if (a.sectors()[i].planes != b.sectors()[i].planes) {
            return false;
        }
    }
    return count == 0 || (std::memcmp(a.planes().data(), b.planes().data(),
                                      count * sizeof(flatline_plane)) == 0 &&
                          std::memcmp(a.plane_sources().data(), b.plane_sources().data(),
                                      count * sizeof(flatline_plane_source)) == 0);
}

class SlopesOfPort : public testing::TestWithParam<const char*> {};

TEST_P(SlopesOfPort, RandomMaps) {
    std::uint64_t sloped = 0;
    for (unsigned seed = 1; seed <= 150; ++seed) {
        const std::string name = GetParam() + (" " + std::to_string(seed));
        const std::string text = slope_grid::Grid(GetParam(), seed).text();
        const LoadResult<flatline::engine::Map> result = load_text::load(text);
        ASSERT_TRUE(result) << load_text::story(result, text);
        ASSERT_EQ(oracle::first_fault(result, text), "") << name;
        sloped += expect_as_slow(result.value, name, rules_of(result.value));
        expect_invariants(result.value, rules_of(result.value) == SlopeRules::srb2);
        ASSERT_FALSE(testing::Test::HasFailure()) << name << '\n' << text;
    }
    EXPECT_GT(sloped, 1500u);
}
INSTANTIATE_TEST_SUITE_P(Slopes, SlopesOfPort, testing::Values("zdoom", "eternity", "srb2"));

// Inside closed sectors nodes and the sweep find the same, and so come to the same planes.
TEST(Slopes, WithAndWithoutNodes) {
    std::uint64_t by_things = 0;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const std::string text = slope_grid::Grid("zdoom", seed).text();
        const LoadResult<flatline::engine::Map> without = load_text::load(text);
        LoadOptions options;
        options.products |= FLATLINE_PRODUCT_BUILD_NODES;
        const LoadResult<flatline::engine::Map> with = load_text::load(text, options);
        ASSERT_TRUE(without && with);
        ASSERT_GT(with.value.nodes().subsector_count, 0u);
        EXPECT_TRUE(same_planes(without.value, with.value)) << seed;
        for (const flatline_plane_source& source : with.value.plane_sources()) {
            by_things += source.kind == FLATLINE_PLANE_THING;
        }
    }
    EXPECT_GT(by_things, 100u);
}

// The nodes of a map say where a thing stands, also where its lines say something else.
TEST(Slopes, NodesCountMoreThanLines) {
    Squares map;
    map.things = thing(9502, 64, 64, 0, "arg0=45;");
    const std::string text = map.text();
    const LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    flatline_subsector subsector{};
    subsector.sector = Squares::kC;
    flatline_bsp nodes{};
    nodes.subsectors = &subsector;
    Derived by_lines(loaded.value, SlopeRules::zdoom);
    by_lines.input.nodes = &nodes;  // of no subsectors: none
    EXPECT_EQ(by_lines.run().size(), 1u);
    EXPECT_NE(by_lines.sector(Squares::kA).planes, 0u);
    nodes.subsector_count = 1;
    Derived by_nodes(loaded.value, SlopeRules::zdoom);
    by_nodes.input.nodes = &nodes;
    EXPECT_EQ(by_nodes.run().size(), 1u);
    EXPECT_NE(by_nodes.sector(Squares::kC).planes, 0u);
}

// Right on the line between two sectors SRB2's nodes decide for the west, whichever way it runs.
TEST(Slopes, OnAPartitionOfSrb2) {
    Squares map;
    map.name_space = "srb2";
    map.line_l = special(704, {0, 1, 2, 3});
    map.things = thing(750, 1, 1, 0, "id=1;") + thing(750, 1, 127, 0, "id=3;") +
                 thing(750, 128, 64, 0, "id=2;");
    for (const std::uint32_t products : {0u, std::uint32_t{FLATLINE_PRODUCT_BUILD_NODES}}) {
        LoadOptions options;
        options.products |= products;
        const Loaded loaded(map, options);
        EXPECT_EQ(loaded.floor(0, 128, 64), 0);
        expect_source(loaded.map().floor_source(0), FLATLINE_PLANE_LINE, Squares::kL);
    }
}

// ---- What the caller chooses -------------------------------------------------------------------

TEST(Slopes, RulesSetByTheCaller) {
    Squares map;
    map.name_space = "doom";
    map.line_l = special(181, {1});
    EXPECT_TRUE(Loaded(map).map().is_flat(0));
    LoadOptions options;
    options.slope_rules = SlopeRules::zdoom;
    EXPECT_FALSE(Loaded(map, options).map().is_flat(0));
    map.name_space = "zdoom";
    options.slope_rules = SlopeRules::none;
    EXPECT_TRUE(Loaded(map, options).map().is_flat(0));
    options.slope_rules = SlopeRules::automatic;
    options.namespace_override = "srb2";
    EXPECT_TRUE(Loaded(map, options).map().is_flat(0));
}

TEST(Slopes, ALoadWithoutThePartLeavesAllFlat) {
    Squares map;
    map.line_l = special(181, {1, 1});
    map.line_c = special(181, {1, 1});
    LoadOptions options;
    options.products &= ~std::uint32_t{FLATLINE_PRODUCT_PLANES};
    const Loaded loaded(map, options);
    EXPECT_TRUE(loaded.map().is_flat(0));
    EXPECT_EQ(loaded.rules(), "");
    expect_plane(loaded.map().floor_plane(1), 0, 0, 1, -64);
    expect_plane(loaded.map().ceiling_plane(1), 0, 0, -1, 192);
}

// ---- Cost, limits, memory ----------------------------------------------------------------------

TEST(Slopes, AFlatMapCostsNothing) {
    for (const char* port : {"zdoom", "srb2", "eternity", "doom"}) {
        Squares map;
        map.name_space = port;
        const std::string text = map.text();
        LoadOptions without;
        without.products &= ~std::uint32_t{FLATLINE_PRODUCT_PLANES};
        const LoadResult<flatline::engine::Map> plain = load_text::load(text, without);
        const LoadResult<flatline::engine::Map> result = load_text::load(text);
        ASSERT_TRUE(plain && result);
        EXPECT_EQ(plain.memory.announced, result.memory.announced);
        EXPECT_EQ(plain.memory.used, result.memory.used);
        EXPECT_EQ(result.value.arrays().planes, nullptr);
        EXPECT_EQ(result.value.arrays().plane_sources, nullptr);
        EXPECT_EQ(result.value.planes().size(), 0u);
    }
}

TEST(Slopes, OnlySectorsThatSlopeAreStored) {
    Squares map;
    map.line_l = special(181, {1});
    const std::string text = map.text();
    LoadOptions without;
    without.products &= ~std::uint32_t{FLATLINE_PRODUCT_PLANES};
    const LoadResult<flatline::engine::Map> plain = load_text::load(text, without);
    const LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(plain && result);
    EXPECT_EQ(result.memory.used - plain.memory.used, 128u);  // two cache lines for one plane
    EXPECT_EQ(result.value.planes().size(), 1u);
}

// A loader keeps its memory, and nothing else, of the map before, also where the next one has
// slopes and none comes of them.
TEST(Slopes, AFlatMapAfterASlopedOne) {
    Squares map;
    map.line_l = special(181, {1, 1});
    const std::string sloped = map.text();
    map.sector_a = "heightfloor=1e308;heightceiling=1e308;";
    const std::string flat = map.text();  // too steep: both slopes fail
    flatline::engine::Loader loader;
    for (int i = 0; i < 3; ++i) {
        LoadResult<flatline::engine::Map> first = loader.load_borrowed(load_text::bytes(sloped));
        ASSERT_TRUE(first);
        EXPECT_EQ(first.value.planes().size(), 2u);
        loader.recycle(std::move(first.value));
        LoadResult<flatline::engine::Map> second = loader.load_borrowed(load_text::bytes(flat));
        ASSERT_TRUE(second);
        EXPECT_EQ(second.value.planes().size(), 0u);
        EXPECT_TRUE(second.value.is_flat(0));
        EXPECT_EQ(second.value.arrays().planes, nullptr);
        EXPECT_EQ(oracle::first_fault(second, flat), "");
        loader.recycle(std::move(second.value));
    }
}

TEST(Slopes, TheLimitOnStepsDropsAllPlanes) {
    // L looks at the four lines of A; the thing slopes to one line, which counts 16.
    Squares map;
    map.line_l = special(181, {1}) + "id=5;";
    map.sector_c = "floorplane_a=0;floorplane_b=-0.6;floorplane_c=0.8;floorplane_d=-16;";
    map.things = thing(9500, 0, 64, 32, "arg0=5;");
    LoadOptions options;
    options.limits.slope_steps = 20;
    const Loaded loads(map, options);
    EXPECT_EQ(loads.map().planes().size(), 2u);
    EXPECT_EQ(loads.rules(), "");
    for (const std::uint64_t limit : {0, 3, 4, 19}) {
        options.limits.slope_steps = limit;
        const Loaded dropped(map, options);
        EXPECT_EQ(dropped.map().planes().size(), 0u) << limit;
        EXPECT_TRUE(dropped.map().is_flat(2)) << limit;
        EXPECT_EQ(dropped.rules(), "limit-slope-steps") << limit;
        const flatline::engine::Finding* finding =
            load_text::find(dropped.result(), "limit-slope-steps");
        EXPECT_EQ(finding->a, limit < 4 ? 4 : 20);
        EXPECT_EQ(finding->b, static_cast<std::int64_t>(limit));
    }
}

// What would be found behind the step that passed the limit is not reported: the slope up to 1e308
// would be slope-vertical, the line of C has no side towards the thing, no line has the id 9.
TEST(Slopes, NothingIsLookedAtBehindTheLimitOnSteps) {
    Squares rises;
    rises.line_l = special(181, {1});
    rises.sector_a = "heightfloor=1e308;";
    Squares by_id;
    by_id.line_c = "id=5;";
    by_id.things = thing(9500, 64, 64, 32, "arg0=5;");
    Squares own;
    own.things = thing(1500, 64, 64, 32, "id=9;");
    struct Row {
        const Squares* map;
        const char* rule;
        std::int64_t steps;
    };
    for (const Row& row : {Row{&rises, "slope-vertical", 4}, Row{&by_id, "slope-one-sided", 16},
                           Row{&own, "slope-line-missing", 4}}) {
        EXPECT_NE(load_text::find(Loaded(*row.map).result(), row.rule), nullptr) << row.rule;
        LoadOptions options;
        options.limits.slope_steps = static_cast<std::uint64_t>(row.steps) - 1;
        const Loaded loaded(*row.map, options);
        EXPECT_EQ(loaded.rules(), "limit-slope-steps") << row.rule;
        EXPECT_EQ(load_text::find(loaded.result(), "limit-slope-steps")->a, row.steps) << row.rule;
    }
}

TEST(Slopes, RunningOutOfMemoryAtAnyCallIsAResult) {
    for (const char* port : {"zdoom", "srb2", "eternity"}) {
        const std::string text = slope_grid::Grid(port, 7).text();
        counting_memory::Memory memory;
        LoadOptions options;
        options.memory = memory.hooks();
        memory_faults::each_is_a_result(memory, [&] { return load_text::load(text, options); });
    }
}

TEST(Slopes, TheArenaLimitRefuses) {
    const std::string text = slope_grid::Grid("zdoom", 7).text();
    LoadOptions options;
    bool refused = false;
    bool loaded = false;
    for (std::uint64_t bytes = 1 << 10; bytes <= 1 << 20; bytes += bytes / 8) {
        options.limits.arena_bytes = bytes;
        const LoadResult<flatline::engine::Map> result = load_text::load(text, options);
        EXPECT_LE(result.memory.used, result.memory.announced);
        EXPECT_LE(result.memory.announced, bytes);
        if (!result) {
            EXPECT_FALSE(loaded) << bytes;
            EXPECT_NE(load_text::find(result, "limit-arena-bytes"), nullptr);
            refused = true;
        } else {
            loaded = true;
        }
        EXPECT_EQ(oracle::first_fault(result, text), "");
    }
    EXPECT_TRUE(refused && loaded);
}

// A column is found by its field among those of a map.
TEST(Slopes, FindColumn) {
    const Loaded loaded(triangle("zdoom", "zfloor=1;", "zceiling=2;", ""));
    const flatline::engine::View<flatline_column> columns = loaded.map().columns();
    ASSERT_EQ(columns.size(), 2u);
    for (const flatline_column& column : columns) {
        EXPECT_EQ(flatline::engine::level::find_column(columns, column.field), &column);
    }
    EXPECT_EQ(flatline::engine::level::find_column(
                  columns, flatline::engine::find_field(FLATLINE_SECTOR, "gravity")),
              nullptr);
    EXPECT_EQ(flatline::engine::level::find_column({}, 0), nullptr);
}

}  // namespace
