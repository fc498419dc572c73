// The brushes and patches of all real maps of the open corpus, against slow ways to the same.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "doom3/geometry_maps.hpp"
#include "doom3/solids.hpp"
#include "model/doom3_geometry.hpp"
#include "support/corpus.hpp"
#include "support/geometry_oracle.hpp"
#include "support/needs.hpp"

namespace {

using flatline::engine::Doom3Map;
using flatline::engine::LoadResult;

// Calls `visit(map, name)` for every map that loads.
template <class Visit>
int each_map(Visit visit) {
    int maps = 0;
    for (const std::string& file : corpus::files("d3map")) {
        const std::string text = corpus::read_file(file);
        const LoadResult<flatline::engine::Doom3Map> result =
            flatline::engine::load_doom3_borrowed(geometry_maps::bytes_of(text));
        if (!result) continue;
        ++maps;
        visit(result.value, corpus::short_name(file));
    }
    return maps;
}

TEST(DoomGeometryCorpus, BrushesAreClosedAndHaveTheCornersOfTheirPlanes) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t brushes = 0;
    std::size_t closed = 0;
    const int maps = each_map([&](const Doom3Map& map, const std::string& name) {
        const flatline::engine::Result<flatline::engine::Windings> result =
            flatline::engine::build_windings(map);
        ASSERT_TRUE(result) << name;
        EXPECT_LE(result.memory.used, result.memory.announced);
        const flatline::engine::Windings& w = result.value;
        for (std::size_t i = 0; i < map.brushes().size(); ++i) {
            const flatline_doom3_brush& brush = map.brushes()[i];
            const flatline_doom3_solid& solid = w.solids()[i];
            ++brushes;
            if (solid.flags != 0) continue;
            ++closed;
            solids::Brush built;
            built.points.assign(w.points().begin() + solid.first_point,
                                w.points().begin() + solid.first_point + solid.point_count);
            solids::Planes planes;
            for (std::uint32_t k = 0; k < brush.side_count; ++k) {
                flatline_doom3_winding winding = w.windings()[brush.first_side + k];
                const bool counts = (winding.flags & (FLATLINE_DOOM3_SIDE_DUPLICATE |
                                                      FLATLINE_DOOM3_SIDE_DEGENERATE)) == 0;
                if (counts) planes.push_back(winding.plane);
                winding.first_point -= solid.first_point;
                if (winding.point_count == 0) winding.first_point = 0;
                built.windings.push_back(winding);
            }
            EXPECT_EQ(solids::unmatched_edges(built), 0) << name << " brush " << i;
            const std::vector<flatline_doom3_vector> corners =
                solids::corners_by_triples(planes, 1e-3L);
            EXPECT_LT(solids::farthest(built.points, corners), 0.02) << name << " brush " << i;
            EXPECT_LT(solids::farthest(corners, built.points), 0.02) << name << " brush " << i;
        }
    });
    EXPECT_GT(maps, 35);
    EXPECT_GT(brushes, 8000u);
    EXPECT_GT(closed, brushes * 99 / 100);
}

TEST(DoomGeometryCorpus, PatchesLieInTheHullOfTheirPoints) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t patches = 0;
    each_map([&](const Doom3Map& map, const std::string& name) {
        const flatline::engine::Result<flatline::engine::Surfaces> result =
            flatline::engine::build_surfaces(map);
        ASSERT_TRUE(result) << name;
        for (std::size_t i = 0; i < map.patches().size(); ++i) {
            const flatline_doom3_surface& surface = result.value.surfaces()[i];
            ++patches;
            EXPECT_EQ(surface.flags & ~unsigned{FLATLINE_DOOM3_SURFACE_DEGENERATE}, 0u)
                << name << " patch " << i;
            for (int k = 0; k < 3; ++k) {
                EXPECT_GE(surface.low[k], surface.hull_low[k] - 1e-9) << name << " patch " << i;
                EXPECT_LE(surface.high[k], surface.hull_high[k] + 1e-9) << name << " patch " << i;
            }
            // The corners of the grid are corners of the surface.
            const auto points = map.points(map.patches()[i]);
            const auto vertices = result.value.vertices(surface);
            ASSERT_GE(vertices.size(), 4u);
            EXPECT_EQ(vertices[0].x, points[0].x);
            EXPECT_EQ(vertices[vertices.size() - 1].z, points[points.size() - 1].z);
            for (const flatline_doom3_vertex& v : vertices) {
                EXPECT_TRUE(std::isfinite(v.x + v.y + v.z + v.s + v.t));
            }
        }
    });
    EXPECT_GT(patches, 100u);
}

// What is left of real maps with bytes of them overwritten: the oracle finds nothing to say.
TEST(DoomGeometryCorpus, DamagedMaps) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::mt19937 random(5);
    int built = 0;
    std::uint32_t side_flags = 0;
    std::uint32_t brush_flags = 0;
    for (const std::string& file : corpus::files("d3map")) {
        const std::string text = corpus::read_file(file);
        if (text.size() > 200'000) continue;
        for (int round = 0; round < 8; ++round) {
            std::string damaged = text;
            constexpr char kBytes[] = "0123456789.-e({)}";
            for (std::size_t at = random() % 500; at < damaged.size(); at += random() % 500) {
                // In numbers, mostly: the rest is the reader's.
                if (damaged[at] >= '0' && damaged[at] <= '9') {
                    damaged[at] = kBytes[random() % (round < 6 ? 13 : sizeof kBytes - 1)];
                }
            }
            flatline::engine::Doom3Options options;
            options.partial = true;
            const LoadResult<flatline::engine::Doom3Map> result =
                flatline::engine::load_doom3_borrowed(geometry_maps::bytes_of(damaged), options);
            if (!result) continue;
            ++built;
            const flatline::engine::Result<flatline::engine::Windings> w =
                flatline::engine::build_windings(result.value);
            ASSERT_TRUE(w);
            EXPECT_EQ(geometry_oracle::first_fault(w.value.arrays()), "") << file;
            EXPECT_LE(w.memory.used, w.memory.announced);
            for (const flatline_doom3_winding& winding : w.value.windings()) {
                side_flags |= winding.flags;
            }
            for (const flatline_doom3_solid& solid : w.value.solids()) brush_flags |= solid.flags;
            const flatline::engine::Result<flatline::engine::Surfaces> s =
                flatline::engine::build_surfaces(result.value);
            ASSERT_TRUE(s);
            EXPECT_EQ(geometry_oracle::first_fault(s.value.arrays()), "") << file;
            EXPECT_LE(s.memory.used, s.memory.announced);
        }
    }
    EXPECT_GT(built, 100);
    // It was not in vain: sides and brushes went bad in these ways.
    EXPECT_EQ(side_flags & (FLATLINE_DOOM3_SIDE_NOT_UNIT | FLATLINE_DOOM3_SIDE_REDUNDANT),
              unsigned{FLATLINE_DOOM3_SIDE_NOT_UNIT | FLATLINE_DOOM3_SIDE_REDUNDANT});
    EXPECT_EQ(brush_flags & (FLATLINE_DOOM3_SOLID_OPEN | FLATLINE_DOOM3_SOLID_EMPTY),
              unsigned{FLATLINE_DOOM3_SOLID_OPEN | FLATLINE_DOOM3_SOLID_EMPTY});
}

}  // namespace
