// Nodes of real binary maps, those of the open corpus and of Debian's package freedoom: the stored
// ones are kept, and what is built for them is written in every form that NODES can hold and read
// again.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "model/nodes.hpp"
#include "nodes/binary_maps.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/blockmap_lump.hpp"
#include "nodes/blockmap_tools.hpp"
#include "nodes/build.hpp"
#include "nodes/slow_binary_nodes.hpp"
#include "nodes/write.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/sampled.hpp"

namespace {

using binary_maps::BinaryMap;
using flatline::engine::Budget;
using flatline::engine::Limits;
using flatline::engine::Outcome;
using nodes_tools::BinaryLumps;
using nodes_tools::MapView;
using nodes_tools::ReadBinary;

unsigned char* data(std::string& lump) { return reinterpret_cast<unsigned char*>(lump.data()); }

// One map after the other, because freedoom's are many.
template <class Visit>
std::size_t each_map(const Visit& visit) {
    std::size_t maps = 0;
    for (const std::string& folder :
         {paths::corpus() + "/open", std::string(binary_maps::kFreedoom)}) {
        wad_maps::each_wad(folder, [&](const std::string& wad, const std::string& name) {
            for (const BinaryMap& map : binary_maps::of_wad(wad, name)) {
                visit(map);
                ++maps;
            }
        });
    }
    return maps;
}

TEST(BinaryCorpus, AllStoredNodesAreKept) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::map<std::string, int> forms;
    const std::size_t maps = each_map([&](const BinaryMap& map) {
        const BinaryLumps lumps = map.node_lumps();
        if (!lumps.view().any()) {
            ++forms["none"];
            return;
        }
        const ReadBinary read = nodes_tools::read(lumps, map.view());
        ASSERT_EQ(read.outcome, Outcome::ok) << map.label << ' ' << read.rules();
        EXPECT_EQ(read.rules(), "") << map.label;
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, map.view()), "") << map.label;
        EXPECT_LE(read.used, read.announced) << map.label;
        ++forms[read.bsp.format];
        if (read.bsp.format != std::string("classic")) return;
        const auto expected = slow_nodes::read(lumps, map.view());
        ASSERT_TRUE(expected.has_value()) << map.label;
        EXPECT_EQ(slow_nodes::difference(read.bsp, *expected), "") << map.label;
    });
    EXPECT_GT(maps, 0u);
    for (const auto& [form, count] : forms) std::printf("%s: %d\n", form.c_str(), count);
    EXPECT_GT(forms["classic"], 20);
}

// The angles and offsets that other builders wrote are what write_classic computes, within a unit
// of rounding or, for vertices that were rounded, a few.
TEST(BinaryCorpus, AnglesAndOffsetsAreThoseOfOtherBuilders) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::uint64_t segs = 0, angles = 0, offsets = 0;
    const std::size_t maps = each_map([&](const BinaryMap& map) {
        const BinaryLumps lumps = map.node_lumps();
        const ReadBinary read = nodes_tools::read(lumps, map.view());
        if (read.outcome != Outcome::ok || read.bsp.format != std::string("classic")) return;
        flatline::engine::nodes::ClassicSizes sizes;
        if (!flatline::engine::nodes::classic_sizes(read.bsp, map.view(), sizes)) return;
        // Segs without a length are left out, so that the records would not be the same ones.
        if (sizes.segs != lumps.segs.size() / 12 * 12) return;
        BinaryLumps out{std::string(sizes.segs, '\0'), std::string(sizes.ssectors, '\0'),
                        std::string(sizes.nodes, '\0'), std::string(sizes.vertexes, '\0')};
        flatline::engine::nodes::write_classic(
            read.bsp, map.view(),
            {data(out.segs), data(out.ssectors), data(out.nodes), data(out.more_vertices)});
        EXPECT_EQ(out.ssectors, lumps.ssectors) << map.label;
        EXPECT_EQ(out.more_vertices, lumps.more_vertices) << map.label;
        for (std::size_t at = 0; at < out.segs.size(); at += 12) {
            const auto turned = static_cast<std::int16_t>(binary_maps::u16(out.segs, at + 4) -
                                                          binary_maps::u16(lumps.segs, at + 4));
            const double moved =
                binary_maps::s16(out.segs, at + 10) - binary_maps::s16(lumps.segs, at + 10);
            ++segs;
            angles += std::abs(turned) <= 1 ? 1 : 0;
            offsets += std::fabs(moved) <= 1 ? 1 : 0;
        }
        for (std::size_t at = 0; at < out.nodes.size(); at += 28) {
            EXPECT_EQ(out.nodes.substr(at, 8), lumps.nodes.substr(at, 8));
            EXPECT_EQ(out.nodes.substr(at + 24, 4), lumps.nodes.substr(at + 24, 4));
        }
    });
    EXPECT_GT(maps, 0u);
    std::printf("%llu segs, angles %.4f, offsets %.4f\n", static_cast<unsigned long long>(segs),
                double(angles) / double(segs), double(offsets) / double(segs));
    EXPECT_GT(double(angles), 0.97 * double(segs));
    EXPECT_GT(double(offsets), 0.97 * double(segs));
}

struct Built {
    flatline_bsp bsp = {};
    flatline::engine::Reservation memory;
    Outcome outcome;

    explicit Built(const MapView& map) {
        Budget budget(Limits{}.arena_bytes);
        flatline::engine::FindingList findings;
        outcome = flatline::engine::nodes::build(map, {}, {}, budget, memory, findings, bsp);
    }
};

// How far the segs lie off their lines at most, and how much of each line's faces they leave
// uncovered.
void expect_lines_covered(const flatline_bsp& bsp, const BinaryMap& map) {
    const auto point = [&](std::uint32_t i) {
        return i < bsp.original_vertices ? map.vertices[i]
                                         : bsp.vertices[i - bsp.original_vertices];
    };
    std::vector<double> covered(2 * map.linedefs.size());
    std::vector<int> pieces(covered.size());
    double worst = 0;
    for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
        const flatline_seg& seg = bsp.segs[i];
        const flatline_linedef& line = map.linedefs[seg.linedef];
        const flatline_vertex& a = map.vertices[seg.side == 0 ? line.v1 : line.v2];
        const flatline_vertex& b = map.vertices[seg.side == 0 ? line.v2 : line.v1];
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        const auto along = [&](const flatline_vertex& p) {
            return ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length;
        };
        for (const flatline_vertex p : {point(seg.v1), point(seg.v2)}) {
            const double off =
                std::fabs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
            worst = std::max(worst, off);
        }
        const double run = along(point(seg.v2)) - along(point(seg.v1));
        EXPECT_GE(run, -1e-9) << map.label << " seg " << i;
        covered[2 * seg.linedef + seg.side] += run;
        ++pieces[2 * seg.linedef + seg.side];
    }
    EXPECT_LE(worst, std::sqrt(0.5) + 1e-6) << map.label;
    for (std::size_t i = 0; i < map.linedefs.size(); ++i) {
        const flatline_linedef& line = map.linedefs[i];
        const double length = std::hypot(map.vertices[line.v2].x - map.vertices[line.v1].x,
                                         map.vertices[line.v2].y - map.vertices[line.v1].y);
        // Pieces that rounding left without a length are gone; each was shorter than 1.42.
        EXPECT_NEAR(covered[2 * i], length, 0.02) << map.label << " line " << i;
        EXPECT_NEAR(covered[2 * i + 1], line.sideback == FLATLINE_NONE ? 0 : length, 0.02)
            << map.label << " back of line " << i;
    }
}

// Points all over the map are in subsectors of the same sector as in the GL tree.
void expect_same_places(const flatline_bsp& bsp, const flatline_bsp& built, const BinaryMap& map) {
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < 500; ++i) {
        state = state * 1664525 + 1013904223;
        const flatline_vertex& near = map.vertices[(state >> 8) % map.vertices.size()];
        const double x = near.x + double(state % 97) - 48;
        const double y = near.y + double(state % 89) - 44;
        const std::uint32_t at = flatline::engine::subsector_at(bsp, x, y);
        ASSERT_EQ(at, flatline::engine::subsector_at(built, x, y)) << map.label;
        ASSERT_EQ(bsp.subsectors[at].sector, built.subsectors[at].sector) << map.label;
    }
}

TEST(BinaryCorpus, BuiltNodesAreWrittenAndReadInEveryForm) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::map<std::string, int> counts;
    testing_support::Sample sample(3);
    const std::size_t maps = each_map([&](const BinaryMap& map) {
        if (!sample.takes()) return;
        const Built built(map.view());
        if (built.outcome != Outcome::ok) {
            ++counts["not built"];
            return;
        }
        flatline::engine::nodes::ClassicSizes sizes;
        if (flatline::engine::nodes::classic_sizes(built.bsp, map.view(), sizes)) {
            BinaryLumps out{std::string(sizes.segs, '\0'), std::string(sizes.ssectors, '\0'),
                            std::string(sizes.nodes, '\0'), std::string(sizes.vertexes, '\0')};
            flatline::engine::nodes::write_classic(
                built.bsp, map.view(),
                {data(out.segs), data(out.ssectors), data(out.nodes), data(out.more_vertices)});
            const ReadBinary read = nodes_tools::read(out, map.view());
            ASSERT_EQ(read.outcome, Outcome::ok) << map.label << ' ' << read.rules();
            EXPECT_EQ(read.rules(), "") << map.label;
            EXPECT_EQ(nodes_tools::first_fault(read.bsp, map.view()), "") << map.label;
            expect_lines_covered(read.bsp, map);
            expect_same_places(read.bsp, built.bsp, map);
            ++counts["classic"];
        }
        BinaryLumps out;
        out.nodes.resize(flatline::engine::nodes::xnod_bytes(built.bsp));
        if (flatline::engine::nodes::write_xnod(built.bsp, data(out.nodes))) {
            const ReadBinary read = nodes_tools::read(out, map.view());
            ASSERT_EQ(read.outcome, Outcome::ok) << map.label << ' ' << read.rules();
            EXPECT_STREQ(read.bsp.format, "XNOD");
            EXPECT_EQ(read.rules(), "") << map.label;
            EXPECT_EQ(nodes_tools::first_fault(read.bsp, map.view()), "") << map.label;
            expect_same_places(read.bsp, built.bsp, map);
            ++counts["XNOD"];
        }
        out.nodes.clear();
        out.ssectors.resize(flatline::engine::nodes::xgl3_bytes(built.bsp));
        ASSERT_TRUE(flatline::engine::nodes::write_xgl3(built.bsp, data(out.ssectors)))
            << map.label;
        const ReadBinary read = nodes_tools::read(out, map.view());
        ASSERT_EQ(read.outcome, Outcome::ok) << map.label << ' ' << read.rules();
        EXPECT_STREQ(read.bsp.format, "XGL3");
        EXPECT_EQ(read.bsp.kind, unsigned{FLATLINE_NODES_GL});
        expect_same_places(read.bsp, built.bsp, map);
        ++counts["XGL3"];
    });
    EXPECT_GT(maps, 0u);
    for (const auto& [form, count] : counts) std::printf("%s: %d\n", form.c_str(), count);
    EXPECT_EQ(counts["classic"], counts["XGL3"]);
    EXPECT_EQ(counts["XNOD"], counts["XGL3"]);
}

TEST(BinaryCorpus, BuiltBlockmapsAreWrittenAndReadEqual) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    int written = 0;
    const std::size_t maps = each_map([&](const BinaryMap& map) {
        flatline_blockmap built{}, read{};
        flatline::engine::Reservation scratch, memory, read_memory;
        flatline::engine::FindingList findings;
        Budget budget(Limits{}.arena_bytes);
        const MapView view = map.view();
        ASSERT_EQ(flatline::engine::nodes::build_blockmap(view.vertices, view.linedefs, {}, {},
                                                          budget, scratch, memory, findings, built),
                  Outcome::ok);
        std::string lump(flatline::engine::nodes::blockmap_lump_bytes(built), '\0');
        if (lump.empty()) {
            std::printf("%s: no 16-bit blockmap\n", map.label.c_str());
            return;
        }
        flatline::engine::nodes::write_blockmap_lump(built, data(lump));
        ASSERT_EQ(
            flatline::engine::nodes::read_blockmap(nodes_tools::bytes(lump), view.linedefs.size(),
                                                   {}, {}, budget, read_memory, findings, read),
            Outcome::ok)
            << map.label;
        EXPECT_EQ(blockmap_tools::cells_of(read), blockmap_tools::cells_of(built)) << map.label;
        ++written;
    });
    EXPECT_GT(maps, 0u);
    EXPECT_GT(written, 20);
}

}  // namespace
