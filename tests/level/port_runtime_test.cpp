// What ports compute after loading, of the maps of freedoom, compared with what the ports' own
// functions made of them: port_facts.tsv. Where no map of freedoom tells two ports apart, the
// numbers follow by hand from the formulas that docs/runtime.md cites.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "level/port_angle.hpp"
#include "level/port_facts.hpp"
#include "level/slime_trails.hpp"
#include "model/binary.hpp"
#include "model/runtime.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"

namespace port_runtime_test {

using flatline::engine::LoadOptions;
using flatline::engine::Map;
using flatline::engine::Result;
using flatline::engine::Runtime;
using flatline::engine::RuntimeOptions;

std::vector<std::uint32_t> words(std::initializer_list<std::int32_t> numbers) {
    return {numbers.begin(), numbers.end()};
}

struct Loaded {
    flatline::engine::LoadResult<Map> map;
    explicit Loaded(const binary_maps::BinaryMap& from) {
        LoadOptions options;
        options.products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_STORED_ANGLES;
        map = flatline::engine::load_binary_borrowed(port_facts::lumps_of(from), options);
    }
    Result<Runtime> build(std::uint32_t tables, std::int32_t trails = FLATLINE_TRAILS_MBF) const {
        RuntimeOptions options;
        options.tables = tables;
        options.trails = trails;
        return flatline::engine::build_runtime(map.value, options);
    }
};

// The four variants that were recorded: how the port moved vertices, and what it made of segs then.
constexpr struct {
    std::int32_t trails;
    const char* vertices;
    const char* segs;
} kVariants[] = {
    {FLATLINE_TRAILS_MBF, "woof_trails_moved", "woof_segs_moved"},
    {FLATLINE_TRAILS_DRAWN, "woof_trails_drawn", "woof_segs_drawn"},
    {FLATLINE_TRAILS_DRAWN, "dsda_trails_drawn", "dsda_segs_drawn"},
    {FLATLINE_TRAILS_LXDOOM, "dsda_trails_moved", "dsda_segs_moved"},
};

template <class Visit>
void each_map(const Visit& visit) {
    std::size_t maps = 0;
    for (const char* wad : {"freedoom1.wad", "freedoom2.wad", "freedm.wad"}) {
        if (!port_facts::has(wad)) continue;
        port_facts::each(wad, [&](const binary_maps::BinaryMap& map, const port_facts::Row& row) {
            ++maps;
            if (maps % 4 == 1) visit(map, row);  // a quarter of them, of all files
        });
    }
    EXPECT_GT(maps, 60u);
}
bool has_freedoom() { return port_facts::has("freedoom1.wad") && port_facts::has("freedoom2.wad"); }

TEST(PortRuntime, SlimeTrailsAndSegsOfFreedoom) {
    if (!has_freedoom()) GTEST_SKIP() << needs::package("freedoom");
    each_map([](const binary_maps::BinaryMap& from, const port_facts::Row& row) {
        const Loaded loaded(from);
        ASSERT_TRUE(loaded.map) << from.label;
        for (const auto& variant : kVariants) {
            const auto built = loaded.build(FLATLINE_RUNTIME_SEG_DATA, variant.trails);
            ASSERT_TRUE(built);
            const flatline_runtime& r = built.value.arrays();
            EXPECT_EQ(r.tables, unsigned{FLATLINE_RUNTIME_SEG_DATA | FLATLINE_RUNTIME_TRAILS});
            std::vector<std::uint32_t> vertices, segs, offsets;
            for (std::uint32_t i = 0; i < r.trail_vertex_count; ++i) {
                const flatline_trail_vertex& v = r.trail_vertices[i];
                for (const std::uint32_t n : words({v.x, v.y, v.drawn_x, v.drawn_y})) {
                    vertices.push_back(n);
                }
            }
            for (std::uint32_t i = 0; i < r.seg_count; ++i) {
                segs.push_back(r.seg_data[i].drawn_angle);
                segs.push_back(r.seg_data[i].half_length);
                offsets.push_back(static_cast<std::uint32_t>(r.seg_data[i].offset));
            }
            EXPECT_EQ(port_facts::sum(vertices), row.at(variant.vertices)) << from.label;
            EXPECT_EQ(port_facts::sum(segs), row.at(variant.segs)) << from.label;
            EXPECT_EQ(port_facts::sum(offsets), row.at("offsets")) << from.label;
        }
    });
}

TEST(PortRuntime, LinesOfSubsectorsOfFreedoom) {
    if (!has_freedoom()) GTEST_SKIP() << needs::package("freedoom");
    each_map([](const binary_maps::BinaryMap& from, const port_facts::Row& row) {
        const auto built = Loaded(from).build(FLATLINE_RUNTIME_SUBSECTOR_LINES);
        ASSERT_TRUE(built);
        const flatline_runtime& r = built.value.arrays();
        std::vector<std::uint32_t> all(r.subsector_line_rows,
                                       r.subsector_line_rows + r.subsector_count + 1);
        all.insert(all.end(), r.subsector_lines, r.subsector_lines + r.subsector_line_count);
        EXPECT_EQ(port_facts::sum(all), row.at("sslines")) << from.label;
    });
}

// The port floods from every sector, doors open: 1 where a sound comes without a blocking line, 2
// beyond one, 0 where it does not come.
TEST(PortRuntime, SoundOfFreedoom) {
    if (!has_freedoom()) GTEST_SKIP() << needs::package("freedoom");
    each_map([](const binary_maps::BinaryMap& from, const port_facts::Row& row) {
        const auto built = Loaded(from).build(FLATLINE_RUNTIME_SOUND_GROUPS);
        ASSERT_TRUE(built);
        const flatline_runtime& r = built.value.arrays();
        std::string reached(std::size_t{r.sector_count} * r.sector_count, '\0');
        for (std::uint32_t i = 0; i < r.sector_count; ++i) {
            const std::uint32_t group = r.sound_groups[i];
            std::vector<char> far(r.sound_group_count, 0);
            for (std::uint32_t k = r.sound_neighbour_rows[group];
                 k < r.sound_neighbour_rows[group + 1]; ++k) {
                far[r.sound_neighbours[k]] = 2;
            }
            far[group] = 1;
            for (std::uint32_t k = 0; k < r.sector_count; ++k) {
                reached[std::size_t{i} * r.sector_count + k] = far[r.sound_groups[k]];
            }
        }
        EXPECT_EQ(port_facts::sum_of_bytes(reached), row.at("sound")) << from.label;
    });
}

TEST(PortRuntime, ShortRejectsOfFreedoomArePadded) {
    if (!has_freedoom()) GTEST_SKIP() << needs::package("freedoom");
    each_map([](const binary_maps::BinaryMap& from, const port_facts::Row& row) {
        const std::string stored = from.lump("REJECT");
        const std::size_t sectors = from.lump("SECTORS").size() / 26;
        const std::size_t needed = (sectors * sectors + 7) / 8;
        const auto padded = [&](std::size_t size, std::int32_t padding) {
            const std::string cut = stored.substr(0, size);
            flatline::engine::BinaryLumps lumps = port_facts::lumps_of(from);
            lumps.reject = load_text::bytes(cut);
            LoadOptions options;
            options.products = FLATLINE_PRODUCT_REJECT;
            options.short_reject = padding;
            const auto loaded = flatline::engine::load_binary_borrowed(lumps, options);
            EXPECT_TRUE(loaded);
            EXPECT_EQ(loaded.findings.total(), cut.empty() ? 0u : 1u) << "reject-size";
            const unsigned char* const bits = loaded.value.reject().bits;
            if (bits == nullptr) return std::string("none");
            return port_facts::sum_of_bytes({reinterpret_cast<const char*>(bits), needed});
        };
        EXPECT_EQ(padded(0, FLATLINE_REJECT_OVERRUN), row.at("reject0")) << from.label;
        EXPECT_EQ(padded(needed / 2, FLATLINE_REJECT_OVERRUN), row.at("reject1")) << from.label;
        EXPECT_EQ(padded(needed - 7, FLATLINE_REJECT_OVERRUN), row.at("reject2")) << from.label;
        EXPECT_EQ(padded(needed / 2, FLATLINE_REJECT_ONES), row.at("reject_ff")) << from.label;
        EXPECT_EQ(padded(needed / 2, FLATLINE_REJECT_DROP), "none");
    });
}

// A line from (0, 0) to (64, 32), and a vertex that a builder put 20 units beside it: the foot of
// its perpendicular is (48, 24), 11 and 22 units away.
TEST(PortRuntime, WhatMovesFarIsDrawnByThePortsRules) {
    const flatline_vertex own[] = {{0, 0}, {64, 32}};
    const flatline_vertex made[] = {{37, 46}};
    const flatline_linedef line{0, 1, 0, FLATLINE_NONE, 0, 0, {0, 0, 0, 0, 0}, 0};
    const flatline_seg segs[] = {{0, 2, FLATLINE_NONE, 0, 0}};
    flatline::engine::level::Geometry g;
    g.vertices = {own, 2};
    g.linedefs = {&line, 1};
    flatline_bsp nodes{};
    nodes.vertices = made;
    nodes.segs = segs;
    nodes.vertex_count = 1;
    nodes.seg_count = 1;
    nodes.original_vertices = 2;
    constexpr std::int32_t k = 65536;
    const auto moved = [&](std::int32_t rules) {
        unsigned char marks[3];
        flatline_trail_vertex out[3];
        flatline::engine::level::fill_trail_vertices(g, nodes, rules, marks, out);
        EXPECT_EQ(out[1].drawn_x, 64 * k) << "ends of the line stay";
        return std::vector<std::int32_t>{out[2].x / k, out[2].y / k, out[2].drawn_x / k,
                                         out[2].drawn_y / k};
    };
    using Numbers = std::vector<std::int32_t>;
    EXPECT_EQ(moved(FLATLINE_TRAILS_MBF), (Numbers{48, 24, 37, 46}));
    EXPECT_EQ(moved(FLATLINE_TRAILS_DRAWN), (Numbers{37, 46, 37, 46}));
    EXPECT_EQ(moved(FLATLINE_TRAILS_LXDOOM), (Numbers{48, 24, 48, 24}));
}

// Entries of the table tantoangle of Woof (src/tables.c) and of the octants around.
TEST(PortRuntime, AnglesAreThoseOfTheTable) {
    using flatline::engine::level::AngleReach;
    using flatline::engine::level::port_angle;
    const auto angle = [](std::int32_t x, std::int32_t y) {
        return port_angle({0, 0}, {x * 65536, y * 65536}, AngleReach::vanilla);
    };
    EXPECT_EQ(angle(0, 0), 0u);
    EXPECT_EQ(angle(2048, 1), 333772u);
    EXPECT_EQ(angle(2048, 7), 2336395u);
    EXPECT_EQ(angle(2048, 2045), 536369888u);
    EXPECT_EQ(angle(2048, 2047), 536704000u);
    EXPECT_EQ(angle(1, 1), 0x40000000u - 1 - 536870912u);
    EXPECT_EQ(angle(-1, 0), 0x80000000u - 1);
    EXPECT_EQ(angle(-1, -1), 0xC0000000u - 1 - 536870912u);
    EXPECT_EQ(angle(1, -1), 0xC0000000u + 536870912u);
    // Farther apart than 32 bits tell.
    EXPECT_EQ(port_angle({-0x7FFF0000, 0}, {0x7FFF0000, 0}, AngleReach::far), 0u);
    EXPECT_EQ(port_angle({-0x7FFF0000, 0}, {0x7FFF0000, 0}, AngleReach::vanilla), 0x80000000u - 1);
}

}  // namespace port_runtime_test
