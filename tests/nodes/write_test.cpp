#include "nodes/write.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "mapgen.hpp"
#include "model/nodes.hpp"
#include "nodes/binary_maps.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/blockmap_lump.hpp"
#include "nodes/blockmap_tools.hpp"
#include "nodes/build.hpp"
#include "support/load_text.hpp"
#include "support/nodes_tools.hpp"

namespace {

using flatline::engine::Budget;
using flatline::engine::Limits;
using flatline::engine::Outcome;
using flatline::engine::nodes::MapView;
using nodes_tools::ReadNodes;

unsigned char* data(std::string& lump) { return reinterpret_cast<unsigned char*>(lump.data()); }

// A map whose vertices are whole, as those of binary maps are, and its built tree.
struct WholeMap {
    explicit WholeMap(const std::string& text) : loaded(load_text::load(text)) {
        EXPECT_TRUE(loaded);
        for (const flatline_vertex& v : loaded.value.vertices()) {
            vertices.push_back({std::nearbyint(v.x), std::nearbyint(v.y)});
        }
        Budget budget(Limits{}.arena_bytes);
        flatline::engine::FindingList findings;
        outcome = flatline::engine::nodes::build(view(), {}, {}, budget, memory, findings, bsp);
        EXPECT_EQ(outcome, Outcome::ok);
    }
    MapView view() const {
        return {
            {vertices.data(), vertices.size()}, loaded.value.linedefs(), loaded.value.sidedefs()};
    }

    flatline::engine::LoadResult<flatline::engine::Map> loaded;
    std::vector<flatline_vertex> vertices;
    flatline::engine::Reservation memory;
    flatline_bsp bsp = {};
    Outcome outcome = Outcome::refused;
};

std::string generated(std::uint64_t bytes, std::uint64_t seed = 1) {
    flatline::engine::mapgen::Options options;
    options.target_bytes = bytes;
    options.seed = seed;
    return flatline::engine::mapgen::generate(options).text;
}

std::string xnod(const flatline_bsp& bsp) {
    std::string lump(flatline::engine::nodes::xnod_bytes(bsp), '\0');
    EXPECT_TRUE(flatline::engine::nodes::write_xnod(bsp, data(lump)));
    return lump;
}

std::string xgl3(const flatline_bsp& bsp) {
    std::string lump(flatline::engine::nodes::xgl3_bytes(bsp), '\0');
    EXPECT_TRUE(flatline::engine::nodes::write_xgl3(bsp, data(lump)));
    return lump;
}

std::string compressed(const std::string& lump) {
    std::string out(flatline::engine::nodes::compressed_nodes_bound(lump.size()), '\0');
    Budget budget(Limits{}.arena_bytes);
    std::uint64_t size = 0;
    EXPECT_EQ(flatline::engine::nodes::compress_nodes(nodes_tools::bytes(lump), {}, budget,
                                                      data(out), size),
              Outcome::ok);
    EXPECT_EQ(budget.used(), 0u);
    EXPECT_LE(size, out.size());
    out.resize(size);
    return out;
}

// The segs of linedefs of one subsector after the other, and where each subsector's begin.
struct RealSegs {
    std::vector<flatline_seg> segs;
    std::vector<std::size_t> firsts;

    explicit RealSegs(const flatline_bsp& bsp) {
        for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
            firsts.push_back(segs.size());
            const flatline_subsector& s = bsp.subsectors[i];
            for (std::uint32_t k = s.first; k < s.first + s.count; ++k) {
                if (bsp.segs[k].linedef != FLATLINE_NONE) segs.push_back(bsp.segs[k]);
            }
        }
    }
};

void expect_same_tree(const flatline_bsp& read, const flatline_bsp& written) {
    const RealSegs expected(written);
    ASSERT_EQ(read.seg_count, expected.segs.size());
    ASSERT_EQ(read.subsector_count, written.subsector_count);
    ASSERT_EQ(read.node_count, written.node_count);
    EXPECT_EQ(read.depth, written.depth);
    EXPECT_EQ(read.original_vertices, written.original_vertices);
    for (std::uint32_t i = 0; i < read.seg_count; ++i) {
        EXPECT_EQ(read.segs[i].v1, expected.segs[i].v1);
        EXPECT_EQ(read.segs[i].v2, expected.segs[i].v2);
        EXPECT_EQ(read.segs[i].linedef, expected.segs[i].linedef);
        EXPECT_EQ(read.segs[i].side, expected.segs[i].side);
        EXPECT_EQ(read.segs[i].partner, FLATLINE_NONE);
    }
    for (std::uint32_t i = 0; i < read.subsector_count; ++i) {
        EXPECT_EQ(read.subsectors[i].first, expected.firsts[i]);
        EXPECT_EQ(read.subsectors[i].sector, written.subsectors[i].sector);
    }
    for (std::uint32_t i = 0; i < read.node_count; ++i) {
        EXPECT_EQ(read.nodes[i].x, written.nodes[i].x);
        EXPECT_EQ(read.nodes[i].dy, written.nodes[i].dy);
        EXPECT_EQ(read.nodes[i].children[0], written.nodes[i].children[0]);
        EXPECT_EQ(read.nodes[i].children[1], written.nodes[i].children[1]);
    }
}

TEST(WriteNodes, XnodIsTheTreeWithoutMinisegs) {
    const WholeMap map(generated(300'000));
    const std::string lump = xnod(map.bsp);
    const ReadNodes read = nodes_tools::read(lump, map.view());
    ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
    EXPECT_EQ(read.rules(), "");
    EXPECT_STREQ(read.bsp.format, "XNOD");
    EXPECT_EQ(read.bsp.kind, unsigned{FLATLINE_NODES_CLASSIC});
    EXPECT_LT(read.bsp.seg_count, map.bsp.seg_count);
    EXPECT_EQ(nodes_tools::first_fault(read.bsp, map.view()), "");
    expect_same_tree(read.bsp, map.bsp);
    // What was read is written as it was.
    EXPECT_EQ(xnod(read.bsp).substr(0, 4), "XNOD");
    EXPECT_EQ(xnod(read.bsp).size(), lump.size());
}

TEST(WriteNodes, XnodRefusesWhatItCannotHold) {
    WholeMap map(nodes_tools::two_squares_map());
    std::string lump(flatline::engine::nodes::xnod_bytes(map.bsp), '\0');
    const auto writes = [&](const flatline_bsp& bsp) {
        return flatline::engine::nodes::write_xnod(bsp, data(lump));
    };
    EXPECT_TRUE(writes(map.bsp));
    for (const double value : {0.5, 32768.0, -32769.0}) {
        flatline_node node = map.bsp.nodes[0];
        node.y = value;
        flatline_bsp changed = map.bsp;
        changed.nodes = &node;
        EXPECT_FALSE(writes(changed)) << value;
    }
    for (const std::uint32_t line : {65534u, 65535u}) {
        std::vector<flatline_seg> segs(map.bsp.segs, map.bsp.segs + map.bsp.seg_count);
        segs[3].linedef = line;
        flatline_bsp changed = map.bsp;
        changed.segs = segs.data();
        EXPECT_EQ(writes(changed), line == 65534) << line;
    }
    EXPECT_FALSE(writes(flatline_bsp{}));
}

TEST(WriteNodes, CompressedFormsReadBackEqual) {
    const WholeMap map(generated(300'000, 2));
    for (const std::string& plain : {xgl3(map.bsp), xnod(map.bsp)}) {
        const std::string lump = compressed(plain);
        EXPECT_LT(lump.size(), plain.size() * 2 / 3);
        const ReadNodes read = nodes_tools::read(lump, map.view());
        ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
        EXPECT_EQ(read.bsp.format, "Z" + plain.substr(1, 3));
        const ReadNodes other = nodes_tools::read(plain, map.view());
        ASSERT_EQ(read.bsp.seg_count, other.bsp.seg_count);
        EXPECT_EQ(
            std::memcmp(read.bsp.segs, other.bsp.segs, other.bsp.seg_count * sizeof(flatline_seg)),
            0);
    }
    // Bytes that do not compress.
    std::string noise = "XGL3";
    std::uint32_t state = 1;
    for (int i = 0; i < 100'000; ++i) {
        state = state * 1664525 + 1013904223;
        noise += static_cast<char>(state >> 24);
    }
    EXPECT_GT(compressed(noise).size(), noise.size() - 100);
}

TEST(WriteNodes, CompressingSaysWhyItFails) {
    const std::string lump = nodes_tools::uncompressed("XGL3", nodes_tools::two_squares_lump());
    std::string out(flatline::engine::nodes::compressed_nodes_bound(lump.size()), '\0');
    std::uint64_t size = 0;
    Budget little(4000);
    EXPECT_EQ(flatline::engine::nodes::compress_nodes(nodes_tools::bytes(lump), {}, little,
                                                      data(out), size),
              Outcome::over_limit);
    for (std::uint64_t fail_at = 0; fail_at < 3; ++fail_at) {
        nodes_tools::CountedMemory memory;
        memory.fail_at = fail_at;
        Budget budget(Limits{}.arena_bytes);
        EXPECT_EQ(flatline::engine::nodes::compress_nodes(nodes_tools::bytes(lump), memory.hooks(),
                                                          budget, data(out), size),
                  Outcome::out_of_memory);
        EXPECT_EQ(memory.out, 0u);
    }
}

// The builder halves the direction of a long linedef.
TEST(WriteNodes, DirectionsThatDoNotFitAreTriedInLowestTerms) {
    const struct {
        double dx, dy;
        double expected_dx, expected_dy;  // 0, 0: does not fit
    } rows[] = {{0, -32767.5, 0, -1},    {32767.5, 0, 1, 0}, {-20000.5, 20000.5, -1, 1},
                {32766, 4, 32766, 4},    {0.25, 0.5, 1, 2},  {32767.5, 0.5, 0, 0},
                {40000, 20000, 2, 1},    {32768, 1, 0, 0},   {16383.5, 0.5, 32767, 1},
                {1.0 / 131072, 1, 0, 0}, {1e300, 0, 0, 0}};
    WholeMap map(nodes_tools::two_squares_map());
    for (const auto& row : rows) {
        flatline_node node = map.bsp.nodes[0];
        node.dx = row.dx;
        node.dy = row.dy;
        flatline_bsp changed = map.bsp;
        changed.nodes = &node;
        flatline::engine::nodes::ClassicSizes sizes;
        std::string lump(flatline::engine::nodes::xnod_bytes(changed), '\0');
        const bool fits = row.expected_dx != 0 || row.expected_dy != 0;
        EXPECT_EQ(flatline::engine::nodes::classic_sizes(changed, map.view(), sizes), fits)
            << row.dx;
        ASSERT_EQ(flatline::engine::nodes::write_xnod(changed, data(lump)), fits) << row.dx;
        if (!fits) continue;
        const ReadNodes read = nodes_tools::read(lump, map.view());
        ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
        EXPECT_EQ(read.bsp.nodes[0].dx, row.expected_dx);
        EXPECT_EQ(read.bsp.nodes[0].dy, row.expected_dy);
    }
}

// ---- Classic lumps ----

nodes_tools::BinaryLumps classic(const flatline_bsp& bsp, const MapView& map) {
    flatline::engine::nodes::ClassicSizes sizes;
    EXPECT_TRUE(flatline::engine::nodes::classic_sizes(bsp, map, sizes));
    nodes_tools::BinaryLumps out{std::string(sizes.segs, '\0'), std::string(sizes.ssectors, '\0'),
                                 std::string(sizes.nodes, '\0'), std::string(sizes.vertexes, '\0')};
    flatline::engine::nodes::write_classic(
        bsp, map, {data(out.segs), data(out.ssectors), data(out.nodes), data(out.more_vertices)});
    return out;
}

bool fits_classic(const flatline_bsp& bsp, const MapView& map) {
    flatline::engine::nodes::ClassicSizes sizes;
    return flatline::engine::nodes::classic_sizes(bsp, map, sizes);
}

// Two squares, written by hand: classic_lumps has the bytes of the form, but for angle and offset.
TEST(WriteClassic, EachFieldIsThatOfTheForm) {
    const WholeMap map(nodes_tools::two_squares_map());
    const nodes_tools::BinaryLumps out = classic(map.bsp, map.view());
    EXPECT_EQ(out.segs.size(), 8u * 12);
    EXPECT_EQ(out.ssectors, std::string("\4\0\0\0\4\0\4\0", 8));
    ASSERT_EQ(out.nodes.size(), 28u);
    EXPECT_EQ(out.more_vertices, "");
    for (std::size_t i = 0; i < 8; ++i) {
        const flatline_seg& seg = map.bsp.segs[i];
        const auto field = [&](std::size_t at) { return binary_maps::u16(out.segs, 12 * i + at); };
        EXPECT_EQ(field(0), seg.v1);
        EXPECT_EQ(field(2), seg.v2);
        EXPECT_EQ(field(6), seg.linedef);
        EXPECT_EQ(field(8), seg.side);
        EXPECT_EQ(field(10), 0u);
        // North, east, south, north, east, south, west of the seven linedefs; a back is turned.
        const std::uint32_t angles[] = {0x4000, 0, 0xC000, 0x8000, 0, 0xC000, 0x8000};
        EXPECT_EQ(field(4), (angles[seg.linedef] + 0x8000 * seg.side) & 0xFFFF);
    }
    const flatline_node& node = map.bsp.nodes[0];
    EXPECT_EQ(binary_maps::s16(out.nodes, 0), node.x);
    EXPECT_EQ(binary_maps::s16(out.nodes, 6), node.dy);
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(binary_maps::s16(out.nodes, 8 + 8 * side + 2 * i), node.bbox[side][i]);
        }
        EXPECT_EQ(binary_maps::u16(out.nodes, 24 + 2 * side),
                  0x8000 | (node.children[side] & 0x7FFF));
    }
}

// A tree made by hand over the two squares, so that each number can be set by itself.
struct ClassicTree {
    WholeMap map{nodes_tools::two_squares_map()};
    std::vector<flatline_vertex> vertices;
    std::vector<flatline_seg> segs{map.bsp.segs, map.bsp.segs + map.bsp.seg_count};
    std::vector<flatline_subsector> subsectors{map.bsp.subsectors,
                                               map.bsp.subsectors + map.bsp.subsector_count};
    std::vector<flatline_node> nodes{map.bsp.nodes, map.bsp.nodes + map.bsp.node_count};

    flatline_bsp bsp() {
        flatline_bsp all = map.bsp;
        all.vertices = vertices.data();
        all.segs = segs.data();
        all.subsectors = subsectors.data();
        all.nodes = nodes.data();
        all.vertex_count = static_cast<std::uint32_t>(vertices.size());
        all.seg_count = static_cast<std::uint32_t>(segs.size());
        all.subsector_count = static_cast<std::uint32_t>(subsectors.size());
        all.node_count = static_cast<std::uint32_t>(nodes.size());
        return all;
    }
    bool fits() { return fits_classic(bsp(), map.view()); }
};

TEST(WriteClassic, WhatDoesNotFit16BitsIsRefused) {
    ClassicTree tree;
    EXPECT_TRUE(tree.fits());
    for (const double value : {0.5, 32768.0, -32769.0}) {
        ClassicTree changed;
        changed.nodes[0].x = value;
        EXPECT_FALSE(changed.fits()) << value;
        changed = ClassicTree();
        changed.vertices = {{0, value}};
        EXPECT_EQ(changed.fits(), value == 0.5) << value;
    }
    tree.vertices.resize(32768 - 6);
    EXPECT_TRUE(tree.fits());
    tree.vertices.resize(32768 - 5);
    EXPECT_FALSE(tree.fits());

    tree = ClassicTree();
    tree.subsectors.resize(32767, tree.subsectors[0]);
    EXPECT_FALSE(tree.fits());  // of four segs each
    for (flatline_subsector& subsector : tree.subsectors) subsector.count = 1;
    EXPECT_TRUE(tree.fits());
    tree.subsectors.push_back(tree.subsectors[0]);
    EXPECT_FALSE(tree.fits());

    // The last subsector may begin at seg 65535, and have 32767.
    tree = ClassicTree();
    tree.segs.resize(32768, tree.segs[0]);
    tree.subsectors = {{0, 32767, 0}, {0, 32767, 0}, {0, 1, 0}, {0, 32767, 0}};
    EXPECT_TRUE(tree.fits());
    tree.subsectors[2].count = 2;
    EXPECT_FALSE(tree.fits());
    tree.subsectors = {{0, 32768, 0}};
    EXPECT_FALSE(tree.fits());
    EXPECT_FALSE(fits_classic(flatline_bsp{}, tree.map.view()));
}

TEST(WriteClassic, LinesAndOffsetsHaveASign) {
    ClassicTree tree;
    std::vector<flatline_linedef> lines(32769, tree.map.loaded.value.linedefs()[2]);
    const MapView view{
        tree.map.view().vertices, {lines.data(), lines.size()}, tree.map.view().sidedefs};
    tree.segs[0].linedef = 32767;
    EXPECT_TRUE(fits_classic(tree.bsp(), view));
    tree.segs[0].linedef = 32768;
    EXPECT_FALSE(fits_classic(tree.bsp(), view));

    // Linedef 0 begins at the origin.
    tree = ClassicTree();
    tree.vertices = {{0, 32767}};
    tree.segs[0].v1 = 6;
    EXPECT_EQ(tree.segs[0].linedef, 0u);
    EXPECT_TRUE(tree.fits());
    tree.vertices = {{-1000, 32767}};
    EXPECT_FALSE(tree.fits());
}

TEST(WriteClassic, VerticesAreRoundedAndShortSegsLeftOut) {
    // Linedef 0 of the left square is cut at 63.4 and 64.4, and once more at 64.45.
    ClassicTree tree;
    tree.vertices = {{0, 63.4}, {0, 64.4}, {0.3, 64.45}};
    ASSERT_EQ(tree.segs[0].linedef, 0u);
    flatline_seg piece = tree.segs[0];
    const std::uint32_t places[] = {piece.v1, 6, 7, 8, piece.v2};
    tree.segs.erase(tree.segs.begin());
    for (int i = 3; i >= 0; --i) {
        piece.v1 = places[i];
        piece.v2 = places[i + 1];
        tree.segs.insert(tree.segs.begin(), piece);
    }
    tree.subsectors = {{0, 7, 0}, {7, 4, 1}};
    const nodes_tools::BinaryLumps out = classic(tree.bsp(), tree.map.view());
    EXPECT_EQ(out.more_vertices, std::string("\0\0\x3F\0\0\0\x40\0\0\0\x40\0", 12));
    EXPECT_EQ(binary_maps::u16(out.ssectors, 0), 6u);
    EXPECT_EQ(binary_maps::u16(out.ssectors, 6), 6u);
    EXPECT_EQ(binary_maps::u16(out.segs, 12 * 2), 8u);    // the one from 7 to 8 is gone
    EXPECT_EQ(binary_maps::u16(out.segs, 12 + 10), 63u);  // offsets are of the places themselves
    EXPECT_EQ(binary_maps::u16(out.segs, 12 + 4), 0x4000u);
    const nodes_tools::ReadBinary read = nodes_tools::read(out, tree.map.view());
    EXPECT_EQ(read.outcome, Outcome::ok) << read.rules();
    EXPECT_EQ(nodes_tools::first_fault(read.bsp, tree.map.view()), "");

    // The only seg of a subsector stays.
    tree.subsectors = {{2, 1, 0}, {7, 4, 1}};
    const nodes_tools::BinaryLumps one = classic(tree.bsp(), tree.map.view());
    EXPECT_EQ(binary_maps::u16(one.ssectors, 0), 1u);
    EXPECT_EQ(binary_maps::u16(one.segs, 0), 7u);
    EXPECT_EQ(binary_maps::u16(one.segs, 2), 8u);

    // So does one that names the sector of a subsector whose other segs are in another.
    tree.segs = {tree.segs[2], tree.segs[7], tree.segs[8]};
    tree.subsectors = {{0, 3, 0}, {1, 2, 1}};
    const nodes_tools::ReadBinary mixed =
        nodes_tools::read(classic(tree.bsp(), tree.map.view()), tree.map.view());
    ASSERT_EQ(mixed.outcome, Outcome::ok) << mixed.rules();
    EXPECT_EQ(mixed.bsp.subsectors[0].count, 3u);
    EXPECT_EQ(mixed.bsp.subsectors[0].sector, 0u);
}

// Nothing about such maps is closed, and many of their cuts are nearer to each other than a unit.
RC_GTEST_PROP(WriteClassic, RandomLinesAreReadBack, ()) {
    const auto coordinates = *rc::gen::container<std::vector<int>>(24, rc::gen::inRange(-40, 40));
    const auto ends = *rc::gen::container<std::vector<int>>(
        2 * *rc::gen::inRange<std::size_t>(1, 40), rc::gen::inRange(0, 12));
    const int scale = *rc::gen::element(1, 3, 300);
    std::vector<flatline_vertex> vertices;
    for (std::size_t i = 0; i < 12; ++i) {
        vertices.push_back({double(coordinates[2 * i] * scale), double(coordinates[2 * i + 1])});
    }
    std::vector<nodes_tools::Line> lines = {{0, 1, 0, -1}};
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        lines.push_back({ends[i], ends[i + 1], 0, (i / 2) % 3 == 0 ? 1 : -1});
    }
    const auto loaded = load_text::load(nodes_tools::textmap(vertices, lines, 2));
    RC_ASSERT(static_cast<bool>(loaded));
    const auto built = flatline::engine::build_nodes(loaded.value);
    if (!built) return;  // no line has a length
    const MapView view = nodes_tools::view_of(loaded.value);
    const flatline_bsp& bsp = built.value.bsp();
    const nodes_tools::BinaryLumps out = classic(bsp, view);
    const nodes_tools::ReadBinary read = nodes_tools::read(out, view);
    RC_ASSERT(read.rules() == "");
    RC_ASSERT(nodes_tools::first_fault(read.bsp, view) == "");
    RC_ASSERT(read.bsp.node_count == bsp.node_count);
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        RC_ASSERT(read.bsp.subsectors[i].sector == bsp.subsectors[i].sector);
    }
    RC_ASSERT(nodes_tools::read(xnod(bsp), view).rules() == "");
}

// ---- Blockmaps ----

struct Blockmap {
    flatline_blockmap map = {};
    flatline::engine::Reservation memory;
};

Blockmap built_blockmap(const MapView& view) {
    Blockmap built;
    Budget budget(Limits{}.arena_bytes);
    flatline::engine::FindingList findings;
    flatline::engine::Reservation scratch;
    EXPECT_EQ(flatline::engine::nodes::build_blockmap(view.vertices, view.linedefs, {}, {}, budget,
                                                      scratch, built.memory, findings, built.map),
              Outcome::ok);
    return built;
}

std::string blockmap_lump(const flatline_blockmap& map) {
    std::string lump(flatline::engine::nodes::blockmap_lump_bytes(map), '\0');
    if (!lump.empty()) flatline::engine::nodes::write_blockmap_lump(map, data(lump));
    return lump;
}

// docs/blockmap.md, "The BLOCKMAP lump": the words that zdbsp writes for this map, but for the
// blocks that the builder lists more lines in, because a line touches their edge.
TEST(WriteBlockmap, ReadsBackEqual) {
    for (const std::string& text :
         {nodes_tools::square_map(), nodes_tools::two_squares_map(), generated(100'000)}) {
        const WholeMap map(text);
        const Blockmap built = built_blockmap(map.view());
        const std::string lump = blockmap_lump(built.map);
        ASSERT_FALSE(lump.empty());
        Budget budget(Limits{}.arena_bytes);
        flatline::engine::FindingList findings;
        Blockmap read;
        ASSERT_EQ(flatline::engine::nodes::read_blockmap(nodes_tools::bytes(lump),
                                                         map.loaded.value.linedefs().size(), {}, {},
                                                         budget, read.memory, findings, read.map),
                  Outcome::ok);
        EXPECT_EQ(findings.total(), 0u);
        EXPECT_EQ(read.map.origin_x, built.map.origin_x);
        EXPECT_EQ(read.map.origin_y, built.map.origin_y);
        EXPECT_EQ(read.map.columns, built.map.columns);
        EXPECT_EQ(blockmap_tools::cells_of(read.map), blockmap_tools::cells_of(built.map));
    }
}

TEST(WriteBlockmap, EqualListsAreSharedAndWordsAreThoseOfTheForm) {
    // A line along y = 0 through three cells, and one cell above each without lines.
    const flatline_blockmap_cell cells[] = {{0, 1}, {0, 1}, {0, 1}, {0, 0}, {0, 0}, {1, 2}};
    const std::uint32_t lines[] = {7, 8, 9};
    flatline_blockmap map{};
    map.cells = cells;
    map.lines = lines;
    map.origin_x = -8;
    map.origin_y = 16;
    map.columns = 3;
    map.rows = 2;
    map.entry_count = 3;
    const std::string lump = blockmap_lump(map);
    std::vector<std::uint32_t> words;
    for (std::size_t i = 0; i + 1 < lump.size(); i += 2) {
        words.push_back(static_cast<unsigned char>(lump[i]) +
                        256u * static_cast<unsigned char>(lump[i + 1]));
    }
    const std::vector<std::uint32_t> expected = {
        0xFFF8, 16, 3, 2, 10, 10, 10, 13, 13, 15, 0, 7, 0xFFFF, 0, 0xFFFF, 0, 8, 9, 0xFFFF};
    EXPECT_EQ(words, expected);
}

TEST(WriteBlockmap, WhatDoesNotFit16BitsIsNoLump) {
    const std::vector<flatline_blockmap_cell> cells(300 * 220);
    const std::uint32_t lines[] = {65535};
    flatline_blockmap map{};
    map.cells = cells.data();
    map.lines = lines;
    map.columns = 300;
    map.rows = 218;
    EXPECT_EQ(flatline::engine::nodes::blockmap_lump_bytes(map), 2 * (4 + 300 * 218 + 2));
    map.rows = 219;
    EXPECT_EQ(flatline::engine::nodes::blockmap_lump_bytes(map), 0u);
    flatline_blockmap large{};  // its cells are not looked at
    large.columns = large.rows = 65536;
    EXPECT_EQ(flatline::engine::nodes::blockmap_lump_bytes(large), 0u);
    large.columns = large.rows = 0xFFFFFFFF;
    EXPECT_EQ(flatline::engine::nodes::blockmap_lump_bytes(large), 0u);
    map.rows = 1;
    map.origin_x = 0.5;
    EXPECT_EQ(flatline::engine::nodes::blockmap_lump_bytes(map), 0u);
    map.origin_x = 40000;
    EXPECT_EQ(flatline::engine::nodes::blockmap_lump_bytes(map), 0u);
    map.origin_x = 0;
    map.entry_count = 1;
    EXPECT_EQ(flatline::engine::nodes::blockmap_lump_bytes(map), 0u);
    EXPECT_EQ(flatline::engine::nodes::blockmap_lump_bytes(flatline_blockmap{}), 0u);
}

}  // namespace
