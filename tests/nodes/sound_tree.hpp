// What must hold of every tree that the node builder makes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "nodes/write.hpp"
#include "support/nodes_tools.hpp"

namespace sound_tree {

using nodes_tools::MapView;

inline flatline_vertex point(const flatline_bsp& bsp, const MapView& map, std::uint32_t i) {
    return i < bsp.original_vertices ? map.vertices[i] : bsp.vertices[i - bsp.original_vertices];
}

// By how much the worst corner lies behind the line of a seg of its subsector. Segs shorter than
// 1/8 unit are left out: their ends are rounded, so their direction says little.
inline double worst_corner(const flatline_bsp& bsp, const MapView& map,
                           const flatline_subsector& s) {
    double worst = 0;
    for (std::uint32_t i = s.first; i < s.first + s.count; ++i) {
        const flatline_vertex a = point(bsp, map, bsp.segs[i].v1);
        const flatline_vertex b = point(bsp, map, bsp.segs[i].v2);
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        if (length < 0.125) continue;
        for (std::uint32_t k = s.first; k < s.first + s.count; ++k) {
            const flatline_vertex p = point(bsp, map, bsp.segs[k].v1);
            const double left = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
            worst = std::max(worst, left);
        }
    }
    return worst;
}

inline bool unpaired(const flatline_bsp& bsp, const flatline_subsector& s) {
    for (std::uint32_t i = s.first; i < s.first + s.count; ++i) {
        if (bsp.segs[i].linedef == FLATLINE_NONE && bsp.segs[i].partner == FLATLINE_NONE)
            return true;
    }
    return false;
}

// What must hold of every built tree; the share of subsectors that are not convex comes back.
inline double expect_sound(const flatline_bsp& bsp, const MapView& map, const std::string& what) {
    EXPECT_EQ(nodes_tools::first_fault(bsp, map), "") << what;
    EXPECT_STREQ(bsp.format, "built");
    // Every face of every line with a length is covered by its segs.
    std::vector<double> covered(2 * map.linedefs.size());
    for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
        const flatline_seg& seg = bsp.segs[i];
        if (seg.linedef == FLATLINE_NONE) continue;
        const flatline_vertex a = point(bsp, map, seg.v1);
        const flatline_vertex b = point(bsp, map, seg.v2);
        covered[2 * seg.linedef + seg.side] += std::hypot(b.x - a.x, b.y - a.y);
    }
    for (std::size_t i = 0; i < map.linedefs.size(); ++i) {
        const flatline_linedef& line = map.linedefs[i];
        const double length = std::hypot(map.vertices[line.v2].x - map.vertices[line.v1].x,
                                         map.vertices[line.v2].y - map.vertices[line.v1].y);
        EXPECT_NEAR(covered[2 * i], length, 0.02) << what << " line " << i;
        EXPECT_NEAR(covered[2 * i + 1], line.sideback == FLATLINE_NONE ? 0 : length, 0.02)
            << what << " back of line " << i;
    }
    // Written, read and verified as if somebody else had built it.
    std::string lump(flatline::engine::nodes::xgl3_bytes(bsp), '\0');
    EXPECT_TRUE(
        flatline::engine::nodes::write_xgl3(bsp, reinterpret_cast<unsigned char*>(lump.data())));
    const nodes_tools::ReadNodes read = nodes_tools::read(lump, map);
    EXPECT_EQ(read.outcome, flatline::engine::Outcome::ok) << what << ' ' << read.rules();
    const auto same = [](const auto* a, const auto* b, std::size_t count) {
        return count == 0 || std::memcmp(a, b, count * sizeof *a) == 0;
    };
    EXPECT_EQ(read.bsp.seg_count, bsp.seg_count);
    EXPECT_EQ(read.bsp.depth, bsp.depth);
    EXPECT_TRUE(same(read.bsp.vertices, bsp.vertices, bsp.vertex_count)) << what;
    EXPECT_TRUE(same(read.bsp.segs, bsp.segs, bsp.seg_count)) << what;
    EXPECT_TRUE(same(read.bsp.subsectors, bsp.subsectors, bsp.subsector_count)) << what;
    EXPECT_TRUE(same(read.bsp.nodes, bsp.nodes, bsp.node_count)) << what;
    double bad = 0;
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        const flatline_subsector& s = bsp.subsectors[i];
        bad += worst_corner(bsp, map, s) > 0.05 && !unpaired(bsp, s) ? 1 : 0;
    }
    return bad / bsp.subsector_count;
}

}  // namespace sound_tree
