#include "nodes/verify.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "mapgen.hpp"
#include "model/nodes.hpp"
#include "nodes/write.hpp"
#include "support/load_text.hpp"
#include "support/nodes_tools.hpp"

namespace {

using flatline::engine::Outcome;
using nodes_tools::Lump;
using nodes_tools::ReadNodes;

constexpr std::uint32_t kNone = FLATLINE_NONE;
constexpr std::uint32_t kLeaf = 0x80000000;

class VerifyNodes : public testing::Test {
protected:
    // The rules that a changed lump of two squares breaks.
    std::string broken(const std::function<void(Lump&)>& change, const char* form = "XGL3") {
        Lump lump = nodes_tools::two_squares_lump();
        change(lump);
        const ReadNodes read = nodes_tools::read(nodes_tools::uncompressed(form, lump), map);
        const std::string fault = nodes_tools::first_fault(read.bsp, map);
        EXPECT_EQ(fault, "");
        EXPECT_EQ(read.outcome == Outcome::refused, read.findings.warnings() != 0);
        EXPECT_EQ(read.findings.errors(), 0u);
        return read.rules();
    }

    std::string text = nodes_tools::two_squares_map();
    flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    flatline::engine::nodes::MapView map = nodes_tools::view_of(loaded.value);
};

TEST_F(VerifyNodes, NothingBroken) {
    EXPECT_EQ(broken([](Lump&) {}), "");
}

TEST_F(VerifyNodes, Segs) {
    EXPECT_EQ(broken([](Lump& l) { l.segs[1].v1 = 6; }), "nodes-vertex-range");
    EXPECT_EQ(broken([](Lump& l) { l.segs[0].linedef = 7; }), "nodes-linedef-range");
    EXPECT_EQ(broken([](Lump& l) { l.segs[0].side = 1; }), "nodes-side");
    EXPECT_EQ(broken([](Lump& l) { l.segs[2].side = 2; }), "nodes-side");
    EXPECT_EQ(broken([](Lump& l) { l.segs[2].side = 1; }), "nodes-side") << "runs the other way";
    EXPECT_EQ(broken([](Lump& l) { l.segs[0].linedef = 1; }), "nodes-seg-off-line");
}

TEST_F(VerifyNodes, SegsOfALineWithoutLength) {
    std::vector<flatline_linedef> lines(map.linedefs.begin(), map.linedefs.end());
    ASSERT_EQ(lines.size(), 7u);
    lines.push_back(lines[0]);
    lines.back().v2 = lines.back().v1;
    map.linedefs = {lines.data(), lines.size()};
    EXPECT_EQ(broken([](Lump& l) { l.segs[0].linedef = 7; }), "nodes-seg-off-line");
}

// Segs are looked at many at a time: what is wrong is named wherever it stands among them.
TEST(VerifyLongLump, FaultsAnywhereAreNamed) {
    flatline::engine::mapgen::Options options;
    options.target_bytes = 30'000;
    const std::string text = flatline::engine::mapgen::generate(options).text;
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    const flatline::engine::Result<flatline::engine::Nodes> built =
        flatline::engine::build_nodes(loaded.value);
    const flatline_bsp& tree = built.value.bsp();
    std::string lump(flatline::engine::nodes::xgl3_bytes(tree), '\0');
    ASSERT_TRUE(
        flatline::engine::nodes::write_xgl3(tree, reinterpret_cast<unsigned char*>(lump.data())));
    const nodes_tools::MapView map = nodes_tools::view_of(loaded.value);
    ASSERT_EQ(nodes_tools::read(lump, map).rules(), "");
    ASSERT_GT(tree.seg_count, 150u);
    // Name, counts of vertices, vertices, count and counts of segs of subsectors, count of segs.
    const std::size_t segs =
        4 + 8 + 8 * std::size_t{tree.vertex_count} + 4 + 4 * std::size_t{tree.subsector_count} + 4;
    constexpr std::size_t kSeg = 13, kLinedef = 8;
    for (std::uint32_t i = 0; i < tree.seg_count; ++i) {
        std::string bad = lump;
        const std::size_t at = segs + kSeg * i + kLinedef;
        bad.replace(at, 4, "\xFE\xFF\xFF\xFF");
        const nodes_tools::ReadNodes read = nodes_tools::read(bad, map);
        ASSERT_EQ(read.outcome, Outcome::refused) << i;
        ASSERT_EQ(read.rules(), "nodes-linedef-range") << i;
        ASSERT_EQ(read.findings.kept()[0].offset, at) << i;
        ASSERT_EQ(read.findings.kept()[0].a, i);
    }
}

TEST_F(VerifyNodes, AMapWithoutLines) {
    map.linedefs = {};
    map.sidedefs = {};
    const auto drop_lines = [](Lump& l) {
        for (Lump::Seg& seg : l.segs) seg.linedef = kNone;
    };
    EXPECT_EQ(broken([](Lump&) {}), "nodes-linedef-range");
    EXPECT_EQ(broken(drop_lines), "nodes-subsector-empty");
}

TEST_F(VerifyNodes, SidesThatOnlyTheirNumberGivesAway) {
    const auto miniseg = [](std::uint8_t side) {
        return [side](Lump& l) {
            l.segs[2].linedef = l.segs[4].linedef = kNone;
            l.segs[4].side = 0;
            l.segs[2].side = side;
        };
    };
    EXPECT_EQ(broken(miniseg(1)), "");
    EXPECT_EQ(broken(miniseg(2)), "nodes-side");
    // The other way round, as segs of the back run, but three of these lines have none.
    EXPECT_EQ(broken([](Lump& l) {
                  l.segs[0] = {0, kNone, 3, 1};
                  l.segs[1] = {3, kNone, 2, 1};
                  l.segs[2] = {2, kNone, 1, 1};
                  l.segs[3] = {1, kNone, 0, 1};
                  l.segs[4].second = kNone;
              }),
              "nodes-side");
}

TEST_F(VerifyNodes, AWrongPartnerBecomesNoneAndNeverDropsATree) {
    struct Row {
        const char* what;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> partners;  // seg, what it names
        std::uint32_t count, first;
    };
    const Row rows[] = {
        {"no seg", {{2, 8}}, 2, 2},
        {"far outside", {{2, 0x7FFFFFFF}}, 2, 2},
        {"itself", {{2, 2}}, 2, 2},
        {"one way only", {{2, kNone}}, 1, 4},
        {"not mutual", {{2, 5}}, 2, 2},
        {"mutual, not reversed", {{0, 1}, {1, 0}}, 2, 0},
        {"in a circle of three", {{0, 1}, {1, 3}, {3, 0}}, 3, 0},
        {"the wrong one beside a good pair", {{7, 2}}, 1, 7},
        {"all", {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 0}}, 8, 0},
    };
    for (const Row& row : rows) {
        Lump lump = nodes_tools::two_squares_lump();
        for (const auto& [seg, partner] : row.partners) lump.segs[seg].second = partner;
        const std::string bytes = nodes_tools::uncompressed("XGL3", lump);
        const ReadNodes read = nodes_tools::read(bytes, map);
        ASSERT_EQ(read.outcome, Outcome::ok) << row.what << ' ' << read.rules();
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "") << row.what;
        ASSERT_EQ(read.rules(), "nodes-partner") << row.what;
        const flatline::engine::Finding& finding = read.findings.kept()[0];
        EXPECT_EQ(finding.severity, 0) << row.what << ": a note";
        EXPECT_EQ(finding.a, row.count) << row.what;
        EXPECT_EQ(finding.b, row.first) << row.what;
        // Signature, counts of vertices, subsectors with two counts, segs; 13 bytes a seg.
        EXPECT_EQ(finding.offset, 4u + 8 + 12 + 4 + 13 * row.first + 4) << row.what;
        for (const auto& [seg, partner] : row.partners) {
            EXPECT_EQ(read.bsp.segs[seg].partner, kNone) << row.what;
        }
        const ReadNodes dropped = nodes_tools::read(
            bytes, map, {}, flatline::engine::nodes::kInflater, {}, nodes_tools::BadPartners::drop);
        EXPECT_EQ(dropped.outcome, Outcome::refused) << row.what;
        EXPECT_EQ(dropped.rules(), "nodes-partner") << row.what;
        EXPECT_EQ(nodes_tools::first_fault(dropped.bsp, map), "") << row.what;
    }
}

// The two squares, the second with vertices of its own where it meets the first: ELFBSP makes one
// for each side of a cut.
Lump squares_that_share_places(double x) {
    Lump lump = nodes_tools::two_squares_lump();
    lump.vertices = {{x, 0}, {x, 128}};
    lump.segs[4].v1 = 6;
    lump.segs[5].v1 = 7;
    return lump;
}

TEST_F(VerifyNodes, PartnersWhoseEndsCoincideInPlaceAreTwoSidesOfOneEdge) {
    // A map's vertex need not be a 16.16 number, what a builder writes there is.
    for (const double x : {128.0, 128 + 1.0 / 65536, 128 - 1.0 / 65536}) {
        const ReadNodes read =
            nodes_tools::read(nodes_tools::uncompressed("XGL3", squares_that_share_places(x)), map);
        ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
        EXPECT_EQ(read.rules(), "");
        EXPECT_EQ(read.bsp.segs[2].partner, 4u);
        EXPECT_EQ(read.bsp.segs[4].partner, 2u);
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
    }
    const ReadNodes apart =
        nodes_tools::read(nodes_tools::uncompressed("XGL3", squares_that_share_places(128.5)), map);
    EXPECT_EQ(apart.rules(), "nodes-partner");
    EXPECT_EQ(apart.bsp.segs[2].partner, kNone);
    EXPECT_EQ(nodes_tools::first_fault(apart.bsp, map), "");
}

// Two segs without length that are each other's partner: on the line between the squares, at its
// end, where a cut of ELFBSP meets a vertex.
TEST_F(VerifyNodes, PairsOfNoLengthAreKept) {
    for (const std::uint32_t line : {2u, kNone}) {
        EXPECT_EQ(broken([&](Lump& l) {
                      l.vertices = {{128, 0}, {128, 0}};
                      l.counts = {5, 5};
                      l.segs = {{0, kNone, 0, 0}, {1, kNone, 1, 0}, {2, 6, 2, 0}, {6, 5, line, 0},
                                {3, kNone, 3, 0}, {3, 3, line, 1},  {7, 2, 2, 1}, {2, kNone, 4, 0},
                                {4, kNone, 5, 0}, {5, kNone, 6, 0}};
                  }),
                  "");
    }
}

// A seg without length lies where its other side would lie, but it is not its own partner.
TEST_F(VerifyNodes, ASegWithoutLengthIsNotItsOwnPartner) {
    Lump lump = nodes_tools::two_squares_lump();
    lump.vertices = {{128, 0}};
    lump.counts = {5, 4};
    lump.segs = {{0, kNone, 0, 0}, {1, kNone, 1, 0}, {2, 5, 2, 0},
                 {6, 3, kNone, 0}, {3, kNone, 3, 0}, {3, 2, 2, 1},
                 {2, kNone, 4, 0}, {4, kNone, 5, 0}, {5, kNone, 6, 0}};
    const ReadNodes read = nodes_tools::read(nodes_tools::uncompressed("XGL3", lump), map);
    ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
    EXPECT_EQ(read.rules(), "nodes-partner");
    EXPECT_EQ(read.bsp.segs[3].partner, kNone);
    EXPECT_EQ(read.bsp.segs[5].partner, 2u);
    EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
}

// A subsector of one seg ends where it begins: there is nothing in it, but a port walks over it.
TEST_F(VerifyNodes, ASubsectorOfOneSegIsKept) {
    Lump lump = nodes_tools::two_squares_lump();
    lump.counts = {4, 4, 1};
    lump.segs.push_back({5, kNone, 6, 0});
    lump.nodes.push_back({256, 0, 0, 128, {0, kLeaf | 2}});
    const ReadNodes read = nodes_tools::read(nodes_tools::uncompressed("XGL3", lump), map);
    ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
    EXPECT_EQ(read.rules(), "nodes-degenerate");
    EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
    EXPECT_EQ(read.bsp.subsectors[2].sector, 1u);
    EXPECT_EQ(read.bsp.segs[8].v2, 5u) << "the loop closes on itself";
    // With a partner that runs over the whole edge, it and that one are no pair.
    lump.segs[7].second = 8;
    lump.segs[8].second = 7;
    const ReadNodes paired = nodes_tools::read(nodes_tools::uncompressed("XGL3", lump), map);
    ASSERT_EQ(paired.outcome, Outcome::ok) << paired.rules();
    EXPECT_EQ(paired.rules(), "nodes-partner nodes-degenerate");
    EXPECT_EQ(nodes_tools::first_fault(paired.bsp, map), "");
    // Without a line it is of no sector, which ports crash on or stop at.
    lump.segs[8].linedef = kNone;
    EXPECT_EQ(nodes_tools::read(nodes_tools::uncompressed("XGL3", lump), map).rules(),
              "nodes-subsector-empty");
}

TEST_F(VerifyNodes, OneUnitOffTheLineIsAllowed) {
    const auto moved = [](double x, double y) {
        return [=](Lump& l) {
            l.vertices = {{x, y}};
            l.counts[0] = 5;
            l.segs.insert(l.segs.begin() + 1, Lump::Seg{6, kNone, 0, 0});
            l.segs[3].second = 5;
            l.segs[5].second = 3;
        };
    };
    EXPECT_EQ(broken(moved(0, 64)), "");
    EXPECT_EQ(broken(moved(-1, 64)), "");
    EXPECT_EQ(broken(moved(-1.001, 64)), "nodes-seg-off-line");
    EXPECT_EQ(broken(moved(0, -1)), "");
    EXPECT_EQ(broken(moved(0, -1.001)), "nodes-seg-off-line");
    EXPECT_EQ(broken(moved(0.8, 128.8)), "nodes-seg-off-line");
    EXPECT_EQ(broken(moved(0.6, 128.6)), "");
    EXPECT_EQ(broken(moved(32767, -32768)), "nodes-seg-off-line");
}

TEST_F(VerifyNodes, Subsectors) {
    EXPECT_EQ(broken([](Lump& l) {
                  for (std::size_t i = 4; i < 8; ++i) l.segs[i].linedef = kNone;
              }),
              "nodes-subsector-empty");
    EXPECT_EQ(broken([](Lump& l) {
                  for (std::size_t i = 0; i < 5; ++i) l.segs[i].linedef = kNone;
              }),
              "nodes-subsector-empty")
        << "the next one begins with a miniseg, too";
    // Two loops, each the other's way round, so that all of it is sound but that it has no sector.
    Lump lump = nodes_tools::two_squares_lump();
    lump.segs = {{0, 7, kNone, 0}, {1, 6, kNone, 0}, {2, 5, kNone, 0}, {3, 4, kNone, 0},
                 {0, 3, kNone, 0}, {3, 2, kNone, 0}, {2, 1, kNone, 0}, {1, 0, kNone, 0}};
    const ReadNodes loops = nodes_tools::read(nodes_tools::uncompressed("XGL3", lump), map);
    ASSERT_EQ(loops.rules(), "nodes-subsector-empty");
    EXPECT_EQ(loops.findings.kept()[0].offset, 4u + 8 + 4);
    EXPECT_EQ(broken([](Lump& l) {
                  l.counts = {8, 0};
              }),
              "nodes-seg-off-line nodes-subsector-empty");
}

TEST_F(VerifyNodes, TheFirstSegWithALineGivesTheSector) {
    // Each side in a sector of its own.
    std::vector<flatline_sidedef> sides(map.sidedefs.begin(), map.sidedefs.end());
    for (std::size_t i = 0; i < sides.size(); ++i) sides[i].sector = static_cast<std::uint32_t>(i);
    map.sidedefs = {sides.data(), sides.size()};
    for (const bool mini : {false, true}) {
        Lump lump = nodes_tools::two_squares_lump();
        if (mini) {
            lump.segs[2].linedef = lump.segs[4].linedef = kNone;
            lump.segs[4].side = 0;
        }
        const ReadNodes read = nodes_tools::read(nodes_tools::uncompressed("XGL3", lump), map);
        ASSERT_EQ(read.rules(), "");
        EXPECT_EQ(read.bsp.subsectors[0].sector, map.linedefs[0].sidefront);
        EXPECT_EQ(read.bsp.subsectors[1].sector,
                  mini ? map.linedefs[4].sidefront : map.linedefs[2].sideback);
    }
}

TEST_F(VerifyNodes, WhatRealBuildersWriteIsANote) {
    EXPECT_EQ(broken([](Lump& l) { l.segs[1].linedef = kNone; }), "nodes-unpaired");
    EXPECT_EQ(broken([](Lump& l) { l.segs[4].linedef = kNone; }), "nodes-partner-line");
    // Two segs there and back.
    const std::string line_map = nodes_tools::textmap({{0, 0}, {64, 0}}, {{0, 1, 0, -1}}, 1);
    const flatline::engine::LoadResult<flatline::engine::Map> line = load_text::load(line_map);
    const Lump lump = {2, {}, {2}, {{0, kNone, 0, 0}, {1, kNone, kNone, 0}}, {}};
    const ReadNodes read = nodes_tools::read(nodes_tools::uncompressed("XGLN", lump),
                                             nodes_tools::view_of(line.value));
    EXPECT_EQ(read.outcome, Outcome::ok);
    EXPECT_EQ(read.rules(), "nodes-unpaired nodes-degenerate");
}

TEST_F(VerifyNodes, Trees) {
    EXPECT_EQ(broken([](Lump& l) { l.nodes[0].children[1] = kLeaf; }), "nodes-tree");
    EXPECT_EQ(broken([](Lump& l) { l.nodes[0].children[1] = kLeaf | 2; }), "nodes-tree");
    EXPECT_EQ(broken([](Lump& l) { l.nodes[0].children[1] = 0; }), "nodes-tree") << "its own child";
    EXPECT_EQ(broken([](Lump& l) { l.nodes[0].children[1] = 1; }), "nodes-tree");
    EXPECT_EQ(broken([](Lump& l) { l.nodes[0].children[1] = 0xFFFFFFFF; }), "nodes-tree");
    EXPECT_EQ(broken([](Lump& l) { l.nodes[0].dy = 0; }), "nodes-partition");
}

TEST_F(VerifyNodes, SeveralKindsAtOnceAreOneFindingEach) {
    EXPECT_EQ(broken([](Lump& l) {
                  l.segs[0].linedef = l.segs[1].linedef = 50;
                  l.segs[6].side = l.segs[7].side = 9;
                  l.nodes[0].children[0] = 5;
              }),
              "nodes-linedef-range nodes-side nodes-tree");
}

TEST_F(VerifyNodes, OpenFormsHaveNoMinisegs) {
    EXPECT_EQ(broken(
                  [](Lump& l) {
                      for (std::size_t i = 0; i < 8; ++i) {
                          l.segs[i].second = l.segs[i % 4 == 3 ? i - 3 : i + 1].v1;
                      }
                      l.segs[3].linedef = 0xFFFF;
                  },
                  "XNOD"),
              "nodes-linedef-range");
    EXPECT_EQ(broken(
                  [](Lump& l) {
                      for (std::size_t i = 0; i < 8; ++i) l.segs[i].second = 6;
                  },
                  "XNOD"),
              "nodes-vertex-range");
}

// ---- Deeper trees: a row of squares ------------------------------------------------------------

constexpr int kSquares = 6;

std::string row_map() {
    std::vector<flatline_vertex> vertices;
    std::vector<nodes_tools::Line> lines;
    for (int i = 0; i <= kSquares; ++i) {
        vertices.push_back({64.0 * i, 0});
        vertices.push_back({64.0 * i, 64});
    }
    for (int i = 0; i < kSquares; ++i) {
        lines.push_back({2 * i + 1, 2 * i + 3, i, -1});
        lines.push_back({2 * i + 2, 2 * i, i, -1});
    }
    for (int i = 0; i <= kSquares; ++i) {
        if (i == 0)
            lines.push_back({0, 1, 0, -1});
        else
            lines.push_back({2 * i + 1, 2 * i, i - 1, i < kSquares ? i : -1});
    }
    return nodes_tools::textmap(vertices, lines, kSquares);
}

// A chain: node k divides square k from those to its right. `place[k]` is its index.
Lump row_lump(const std::vector<std::uint32_t>& place) {
    Lump lump;
    lump.original = 2 * (kSquares + 1);
    const auto wall = [](int i) { return static_cast<std::uint32_t>(2 * kSquares + i); };
    for (int i = 0; i < kSquares; ++i) {
        const auto v = static_cast<std::uint32_t>(2 * i);
        const auto line = static_cast<std::uint32_t>(2 * i);
        const auto first = static_cast<std::uint32_t>(4 * i);
        lump.counts.push_back(4);
        lump.segs.push_back({v, i == 0 ? kNone : first - 2, wall(i), i == 0 ? 0u : 1u});
        lump.segs.push_back({v + 1, kNone, line, 0});
        lump.segs.push_back({v + 3, i == kSquares - 1 ? kNone : first + 4, wall(i + 1), 0});
        lump.segs.push_back({v + 2, kNone, line + 1, 0});
    }
    lump.nodes.resize(kSquares - 1);
    for (std::uint32_t k = 0; k + 1 < kSquares; ++k) {
        Lump::Node& node = lump.nodes[place[k]];
        node = {64.0 * (k + 1), 64, 0, -64, {kLeaf | k, 0}};
        node.children[1] = k + 2 < kSquares ? place[k + 1] : kLeaf | (k + 1);
    }
    return lump;
}

class VerifyTree : public testing::Test {
protected:
    ReadNodes read(const Lump& lump, const flatline::engine::Limits& limits = {}) {
        return nodes_tools::read(nodes_tools::uncompressed("XGL2", lump), map, limits);
    }
    std::string text = row_map();
    flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    flatline::engine::nodes::MapView map = nodes_tools::view_of(loaded.value);
};

TEST_F(VerifyTree, AnyOrderOfNodesIsLegalAsLongAsTheRootIsLast) {
    const std::vector<std::vector<std::uint32_t>> orders = {
        {4, 3, 2, 1, 0}, {4, 0, 1, 2, 3}, {4, 2, 0, 3, 1}};
    for (const auto& order : orders) {
        const ReadNodes result = read(row_lump(order));
        ASSERT_EQ(result.outcome, Outcome::ok) << result.rules();
        EXPECT_EQ(nodes_tools::first_fault(result.bsp, map), "");
        EXPECT_EQ(result.bsp.depth, 5u);
        const flatline_node& root = result.bsp.nodes[4];
        EXPECT_EQ(root.bbox[0][3], 64);
        EXPECT_EQ(root.bbox[1][2], 64);
        EXPECT_EQ(root.bbox[1][3], 64 * kSquares);
        flatline::engine::Limits limits;
        limits.node_depth = 5;
        EXPECT_EQ(read(row_lump(order), limits).outcome, Outcome::ok);
        limits.node_depth = 4;
        EXPECT_EQ(read(row_lump(order), limits).rules(), "limit-node-depth");
    }
}

TEST_F(VerifyTree, CirclesAreSeen) {
    // Two nodes that are each other's parent, beside a root that is whole.
    Lump apart = row_lump({4, 3, 2, 1, 0});
    apart.nodes[4].children[1] = kLeaf | 1;
    apart.nodes[3].children[0] = 2;
    apart.nodes[2].children[1] = 3;
    apart.nodes[3].children[1] = 1;
    ASSERT_EQ(read(apart).outcome, Outcome::refused);
    EXPECT_EQ(read(apart).rules(), "nodes-tree");
    // A node below itself, and the root as a child.
    Lump below = row_lump({4, 3, 2, 1, 0});
    below.nodes[0].children[1] = 3;
    EXPECT_EQ(read(below).rules(), "nodes-tree");
    Lump root = row_lump({4, 3, 2, 1, 0});
    root.nodes[0].children[1] = 4;
    EXPECT_EQ(read(root).rules(), "nodes-tree");
    // Every child is taken once, all nodes have a parent, but the root reaches only its leaves.
    Lump circle = row_lump({4, 3, 2, 1, 0});
    circle.nodes[4].children[0] = kLeaf | 0;
    circle.nodes[4].children[1] = kLeaf | 1;
    circle.nodes[3].children[0] = kLeaf | 2;
    circle.nodes[0].children[0] = kLeaf | 4;
    circle.nodes[0].children[1] = 3;
    EXPECT_EQ(read(circle).rules(), "nodes-tree");
}

}  // namespace
