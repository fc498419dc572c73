// Nodes of binary maps: every form, each damage by its rule and its byte, and which form counts.
#include "nodes/read_binary.hpp"

#include <gtest/gtest.h>

#include <string>

#include "model/nodes.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/nodes_tools.hpp"

namespace {

using flatline::engine::Limits;
using WadLump = flatline::engine::Lump;
using flatline::engine::Outcome;
using nodes_tools::BinaryLumps;
using nodes_tools::classic_lumps;
using nodes_tools::open_two_squares_lump;
using nodes_tools::ReadBinary;

void put(std::string& lump, std::size_t at, std::uint64_t value, int size) {
    nodes_tools::LumpWriter w;
    w.word(value, size);
    lump.replace(at, w.out.size(), w.out);
}

class BinaryNodes : public testing::Test {
protected:
    // Reads lumps that are dropped, and expects that one finding says why.
    void expect_dropped(const BinaryLumps& lumps, const char* rule, WadLump lump,
                        std::uint64_t offset, const Limits& limits = {}) {
        const ReadBinary read = nodes_tools::read(lumps, map, limits);
        EXPECT_EQ(read.outcome, Outcome::refused) << rule;
        EXPECT_EQ(read.dropped, WadLump::segs);
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
        ASSERT_EQ(read.rules(), rule);
        const flatline::engine::Finding finding = read.findings.kept()[0];
        EXPECT_EQ(WadLump{finding.lump}, lump) << rule;
        EXPECT_EQ(finding.offset, offset) << rule;
    }

    std::string text = nodes_tools::two_squares_map();
    flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    flatline::engine::nodes::MapView map = nodes_tools::view_of(loaded.value);
};

TEST_F(BinaryNodes, BothClassicFormsGiveTheSameTree) {
    const nodes_tools::Lump lump = open_two_squares_lump();
    for (const bool deep : {false, true}) {
        const ReadBinary read = nodes_tools::read(classic_lumps(lump, deep), map);
        ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
        EXPECT_EQ(read.rules(), "");
        EXPECT_EQ(read.dropped, WadLump::none);
        EXPECT_LE(read.used, read.announced);
        EXPECT_STREQ(read.bsp.format, deep ? "xNd4" : "classic");
        EXPECT_EQ(read.bsp.kind, unsigned{FLATLINE_NODES_CLASSIC});
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
        EXPECT_EQ(read.bsp.depth, 1u);
        EXPECT_EQ(read.bsp.original_vertices, 6u);
        ASSERT_EQ(read.bsp.seg_count, 8u);
        for (std::size_t i = 0; i < 8; ++i) {
            EXPECT_EQ(read.bsp.segs[i].v1, lump.segs[i].v1);
            EXPECT_EQ(read.bsp.segs[i].v2, lump.segs[i].second);
            EXPECT_EQ(read.bsp.segs[i].linedef, lump.segs[i].linedef);
            EXPECT_EQ(read.bsp.segs[i].side, lump.segs[i].side);
        }
        EXPECT_EQ(read.bsp.subsectors[1].sector, 1u);
        EXPECT_EQ(read.bsp.nodes[0].bbox[1][3], 256);
        EXPECT_EQ(read.bsp.subsectors[flatline::engine::subsector_at(read.bsp, 64, 64)].sector, 0u);
        EXPECT_EQ(read.bsp.subsectors[flatline::engine::subsector_at(read.bsp, 192, 64)].sector,
                  1u);
        EXPECT_EQ(read.bsp.subsectors[flatline::engine::subsector_at(read.bsp, 128, 64)].sector,
                  0u);
    }
}

// Line 1 of the left square is cut at (64, 130): two units off it, as rounding never comes to, and
// one piece runs against its line. Other builders wrote no less (docs/nodes.md, "Nodes of binary
// maps"), and no port measures it.
TEST_F(BinaryNodes, ClassicVerticesAreTakenAsTheyAre) {
    nodes_tools::Lump lump = open_two_squares_lump();
    lump.vertices = {{-3, -4}, {64, 130}};
    lump.counts = {5, 4};
    lump.segs.insert(lump.segs.begin() + 1, {1, 7, 1, 0});
    lump.segs[2] = {2, 7, 1, 0};
    const ReadBinary read = nodes_tools::read(classic_lumps(lump), map);
    ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
    ASSERT_EQ(read.bsp.vertex_count, 2u);
    EXPECT_EQ(read.bsp.vertices[0].x, -3);
    EXPECT_EQ(read.bsp.vertices[1].y, 130);
    EXPECT_EQ(read.bsp.segs[1].v2, 7u);
    EXPECT_EQ(read.bsp.nodes[0].bbox[0][0], 130);
    EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
}

TEST_F(BinaryNodes, SubsectorsMayShareSegsAndLeaveSomeOut) {
    BinaryLumps lumps = classic_lumps(open_two_squares_lump());
    put(lumps.ssectors, 4, 2, 2);
    put(lumps.ssectors, 6, 3, 2);
    const ReadBinary read = nodes_tools::read(lumps, map);
    ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
    EXPECT_EQ(read.bsp.subsectors[1].first, 3u);
    EXPECT_EQ(read.bsp.subsectors[1].count, 2u);
    EXPECT_EQ(read.bsp.subsectors[1].sector, 0u);
    EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
}

TEST(BinaryNodesOfOneSquare, AreSoundWithAnEmptyNODES) {
    const std::string text = nodes_tools::square_map();
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    const auto map = nodes_tools::view_of(loaded.value);
    nodes_tools::Lump lump = nodes_tools::square_lump();
    for (std::uint32_t i = 0; i < 4; ++i) lump.segs[i].second = (i + 1) % 4;
    const ReadBinary read = nodes_tools::read(classic_lumps(lump), map);
    ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
    EXPECT_EQ(read.bsp.subsector_count, 1u);
    EXPECT_EQ(read.bsp.node_count, 0u);
    EXPECT_EQ(flatline::engine::subsector_at(read.bsp, 9, 9), 0u);
}

struct Damage {
    std::string BinaryLumps::*lump;
    std::size_t at;  // in the classic form and in DeePBSP's
    std::size_t deep_at;
    int size;  // 2: always two bytes, 4: as wide as an index
    std::uint32_t value;
    const char* rule;
    WadLump named;
    std::size_t offset, deep_offset;  // of the finding
};
const Damage kDamages[] = {
    {&BinaryLumps::segs, 12, 16, 4, 6, "nodes-vertex-range", WadLump::segs, 12, 16},
    {&BinaryLumps::segs, 14, 20, 4, 0xFFFF, "nodes-vertex-range", WadLump::segs, 14, 20},
    {&BinaryLumps::segs, 18, 26, 2, 7, "nodes-linedef-range", WadLump::segs, 18, 26},
    {&BinaryLumps::segs, 18, 26, 2, 0xFFFF, "nodes-linedef-range", WadLump::segs, 18, 26},
    {&BinaryLumps::segs, 20, 28, 2, 1, "nodes-side", WadLump::segs, 20, 28},
    {&BinaryLumps::segs, 20, 28, 2, 2, "nodes-side", WadLump::segs, 20, 28},
    {&BinaryLumps::segs, 20, 28, 2, 0xFFFF, "nodes-side", WadLump::segs, 20, 28},
    {&BinaryLumps::ssectors, 4, 6, 2, 0, "nodes-subsector-empty", WadLump::ssectors, 4, 6},
    {&BinaryLumps::ssectors, 4, 6, 2, 5, "nodes-seg-range", WadLump::ssectors, 4, 6},
    {&BinaryLumps::ssectors, 6, 8, 4, 0xFFFF, "nodes-seg-range", WadLump::ssectors, 4, 6},
    {&BinaryLumps::nodes, 6, 14, 2, 0, "nodes-partition", WadLump::nodes, 0, 8},
    {&BinaryLumps::nodes, 26, 36, 4, 0, "nodes-tree", WadLump::nodes, 26, 36},
};

TEST_F(BinaryNodes, EachDamageHasItsRuleAndByte) {
    for (const bool deep : {false, true}) {
        for (const Damage& damage : kDamages) {
            BinaryLumps lumps = classic_lumps(open_two_squares_lump(), deep);
            put(lumps.*damage.lump, deep ? damage.deep_at : damage.at, damage.value,
                deep ? damage.size : 2);
            expect_dropped(lumps, damage.rule, damage.named,
                           deep ? damage.deep_offset : damage.offset);
        }
    }
    BinaryLumps lumps = classic_lumps(open_two_squares_lump());
    put(lumps.segs, 14, 0xFFFF, 2);
    const ReadBinary read = nodes_tools::read(lumps, map);
    ASSERT_EQ(read.rules(), "nodes-vertex-range");
    EXPECT_EQ(read.findings.kept()[0].a, 1);
    EXPECT_EQ(read.findings.kept()[0].b, 0xFFFF);
    lumps = classic_lumps(open_two_squares_lump());
    put(lumps.nodes, 24, 0x8001, 2);  // both children are subsector 1
    expect_dropped(lumps, "nodes-tree", WadLump::nodes, 26);
    put(lumps.nodes, 24, 0xFFFF, 2);
    expect_dropped(lumps, "nodes-tree", WadLump::nodes, 24);
    lumps = classic_lumps(open_two_squares_lump(), true);
    put(lumps.ssectors, 8, 0xFFFFFFFF, 4);  // first and count pass 32 bits
    expect_dropped(lumps, "nodes-seg-range", WadLump::ssectors, 6);
}

TEST_F(BinaryNodes, CountsThatDoNotFitAreNamedAtTheRecord) {
    const BinaryLumps whole = classic_lumps(open_two_squares_lump());
    BinaryLumps lumps = whole;
    lumps.ssectors.append(whole.ssectors, 0, 4);
    expect_dropped(lumps, "nodes-count", WadLump::ssectors, 8);
    lumps = whole;
    lumps.ssectors.resize(4);
    expect_dropped(lumps, "nodes-count", WadLump::ssectors, 4);
    lumps = whole;
    lumps.nodes.clear();
    expect_dropped(lumps, "nodes-count", WadLump::ssectors, 4);
    lumps = whole;
    lumps.ssectors.clear();
    expect_dropped(lumps, "nodes-count", WadLump::ssectors, 0);
    lumps = whole;
    lumps.segs.resize(60);
    expect_dropped(lumps, "nodes-seg-range", WadLump::ssectors, 4);
}

TEST_F(BinaryNodes, BytesBehindTheLastRecordAreIgnored) {
    BinaryLumps lumps = classic_lumps(open_two_squares_lump());
    lumps.ssectors += "abc";
    lumps.more_vertices = "xyz";  // less than a vertex
    const ReadBinary read = nodes_tools::read(lumps, map);
    EXPECT_EQ(read.outcome, Outcome::ok);
    EXPECT_EQ(read.rules(), "lump-remainder");
    EXPECT_EQ(read.dropped, WadLump::none);
    EXPECT_EQ(read.findings.kept()[0].b, 2);
    EXPECT_EQ(read.findings.kept()[0].offset, 8u);
    EXPECT_EQ(read.findings.kept()[0].a, 3);
    EXPECT_EQ(WadLump{read.findings.kept()[0].lump}, WadLump::ssectors);
    EXPECT_EQ(read.bsp.vertex_count, 0u);
}

TEST_F(BinaryNodes, EachLimitHoldsByItself) {
    const BinaryLumps lumps = classic_lumps(open_two_squares_lump());
    const Limits limits = nodes_tools::two_squares_limits();
    EXPECT_EQ(nodes_tools::read(lumps, map, limits).outcome, Outcome::ok);
    for (const auto& row : nodes_tools::kLimitRules) {
        Limits less = limits;
        less.*row.member -= 1;
        const ReadBinary read = nodes_tools::read(lumps, map, less);
        EXPECT_EQ(read.outcome, Outcome::refused);
        EXPECT_EQ(read.rules(), row.rule);
    }
    Limits less = limits;
    less.segs = 7;
    expect_dropped(lumps, "limit-segs", WadLump::segs, 84, less);
    // The segs that overlapping subsectors name count as often as they are named.
    BinaryLumps overlapping = lumps;
    put(overlapping.ssectors, 0, 5, 2);
    expect_dropped(overlapping, "limit-segs", WadLump::ssectors, 4, limits);
    Limits small;
    small.arena_bytes = 100;
    EXPECT_EQ(nodes_tools::read(lumps, map, small).outcome, Outcome::over_limit);
}

TEST_F(BinaryNodes, EveryRequestForMemoryMayFail) {
    const BinaryLumps lumps = classic_lumps(open_two_squares_lump());
    for (std::uint64_t fail_at = 0; fail_at < 2; ++fail_at) {
        nodes_tools::CountedMemory memory;
        memory.fail_at = fail_at;
        {
            const ReadBinary read = nodes_tools::read(lumps, map, {}, memory.hooks());
            // A tree in the order of most builders needs no memory but that of its arrays.
            EXPECT_EQ(read.outcome, fail_at == 0 ? Outcome::out_of_memory : Outcome::ok);
            EXPECT_LE(memory.peak, read.announced);
        }
        EXPECT_EQ(memory.out, 0u);
    }
}

TEST(BinaryNodeLumps, OnlyAWholeSignatureIsDeep) {
    guarded::Page page(16);
    const std::string signature("xNd4\0\0\0\0", 8);
    for (std::size_t size = 0; size < 8; ++size) {
        EXPECT_FALSE(flatline::engine::nodes::is_deep(page.put(signature.substr(0, size)))) << size;
    }
    EXPECT_TRUE(flatline::engine::nodes::is_deep(page.put(signature)));
}

TEST(BinaryNodeLumps, AnyOfThreeIsSomething) {
    flatline::engine::nodes::BinaryNodeLumps lumps;
    EXPECT_FALSE(lumps.any());
    lumps.more_vertices = nodes_tools::bytes("1234");
    EXPECT_FALSE(lumps.any());
    for (flatline::engine::Bytes flatline::engine::nodes::BinaryNodeLumps::*const lump :
         {&flatline::engine::nodes::BinaryNodeLumps::segs,
          &flatline::engine::nodes::BinaryNodeLumps::ssectors,
          &flatline::engine::nodes::BinaryNodeLumps::nodes}) {
        flatline::engine::nodes::BinaryNodeLumps one;
        one.*lump = nodes_tools::bytes("1");
        EXPECT_TRUE(one.any());
    }
}

TEST_F(BinaryNodes, TheFirstSoundFormCounts) {
    const BinaryLumps classic = classic_lumps(open_two_squares_lump());
    const std::string gl = nodes_tools::uncompressed("XGLN", nodes_tools::two_squares_lump());
    const std::string open = nodes_tools::uncompressed("XNOD", open_two_squares_lump());
    const auto read = [&](const BinaryLumps& lumps) { return nodes_tools::read(lumps, map); };

    ReadBinary both = read({"", gl, open, ""});
    EXPECT_STREQ(both.bsp.format, "XGLN");
    EXPECT_EQ(both.bsp.kind, unsigned{FLATLINE_NODES_GL});
    EXPECT_EQ(both.rules(), "");

    // Seg 1 of the GL form names line 7, seg 0 of the open one side 2.
    std::string bad_gl = gl;
    put(bad_gl, 4 + 8 + 12 + 4 + 11 + 8, 7, 2);
    std::string bad_open = open;
    put(bad_open, 4 + 8 + 12 + 4 + 10, 2, 1);
    both = read({"", bad_gl, open, ""});
    EXPECT_STREQ(both.bsp.format, "XNOD");
    EXPECT_EQ(both.rules(), "nodes-linedef-range");
    EXPECT_EQ(both.dropped, WadLump::ssectors);
    EXPECT_EQ(WadLump{both.findings.kept()[0].lump}, WadLump::ssectors);
    EXPECT_EQ(both.findings.kept()[0].offset, 47u);

    both = read({"", bad_gl, bad_open, ""});
    EXPECT_EQ(both.outcome, Outcome::refused);
    EXPECT_EQ(both.rules(), "nodes-linedef-range nodes-side");
    EXPECT_EQ(WadLump{both.findings.kept()[1].lump}, WadLump::nodes);
    EXPECT_EQ(both.findings.kept()[1].offset, 38u);

    EXPECT_STREQ(read({classic.segs, gl, classic.nodes, ""}).bsp.format, "XGLN");
    EXPECT_STREQ(read({classic.segs, classic.ssectors, open, ""}).bsp.format, "XNOD");
    // A signature of the wrong lump is none: what is left is read as the classic form.
    EXPECT_EQ(read({"", open, gl, ""}).outcome, Outcome::refused);
    EXPECT_EQ(read({"", open, gl, ""}).bsp.format[0], '\0');
}

// XNOD in a binary map: "original" counts any number of the vertices that VERTEXES has behind the
// map's own, and the lump's own come behind those.
TEST_F(BinaryNodes, ExtendedNodesCountTheVerticesOfTheirBuilder) {
    nodes_tools::Lump lump = open_two_squares_lump();
    lump.vertices = {{64, 128}};
    lump.counts = {5, 4};
    BinaryLumps lumps;
    for (std::uint32_t stored = 0; stored < 4; ++stored) {
        nodes_tools::Lump changed = lump;
        changed.original = 6 + stored;
        changed.segs.insert(changed.segs.begin() + 1, {1, 6 + stored, 1, 0});
        changed.segs[2] = {6 + stored, 2, 1, 0};
        lumps.nodes = nodes_tools::uncompressed("XNOD", changed);
        nodes_tools::LumpWriter more;
        for (const int value : {-100, 7, 300, -9}) more.word(static_cast<std::uint64_t>(value), 2);
        lumps.more_vertices = more.out;
        const ReadBinary read = nodes_tools::read(lumps, map);
        if (stored == 3) {
            EXPECT_EQ(read.rules(), "nodes-stale");
            EXPECT_EQ(read.findings.kept()[0].offset, 4u);
            EXPECT_EQ(WadLump{read.findings.kept()[0].lump}, WadLump::nodes);
            continue;
        }
        ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
        EXPECT_EQ(read.bsp.original_vertices, 6u);
        ASSERT_EQ(read.bsp.vertex_count, stored + 1);
        EXPECT_EQ(read.bsp.vertices[stored].x, 64);
        EXPECT_EQ(read.bsp.vertices[stored].y, 128);
        if (stored > 0) {
            EXPECT_EQ(read.bsp.vertices[0].x, -100);
        }
        if (stored > 1) {
            EXPECT_EQ(read.bsp.vertices[1].y, -9);
        }
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
    }
}

// What VERTEXES holds behind the map's own was rounded to whole units, as in classic nodes, so how
// far it lies off a line says nothing. Vertices of the lump itself have 16.16.
TEST_F(BinaryNodes, ExtendedNodesMayUseVerticesThatWereRounded) {
    nodes_tools::Lump lump = open_two_squares_lump();
    lump.original = 7;
    lump.counts = {5, 4};
    lump.vertices = {{64, 128}};
    lump.segs.insert(lump.segs.begin() + 1, {1, 6, 1, 0});
    lump.segs[2] = {6, 2, 1, 0};
    BinaryLumps lumps;
    const auto read = [&](int x, int y) {
        lumps.nodes = nodes_tools::uncompressed("XNOD", lump);
        nodes_tools::LumpWriter more;
        for (const int value : {x, y}) more.word(static_cast<std::uint64_t>(value), 2);
        lumps.more_vertices = more.out;
        return nodes_tools::read(lumps, map);
    };
    for (const int y : {128, 129, 130, 135}) {
        const ReadBinary kept = read(64, y);
        ASSERT_EQ(kept.outcome, Outcome::ok) << y << ' ' << kept.rules();
        EXPECT_EQ(kept.rules(), "") << y;
        EXPECT_EQ(kept.bsp.vertices[0].y, y);
    }
    // A seg that runs against its side is still told of: the vertex lies behind the line's begin.
    EXPECT_EQ(read(-5, 128).rules(), "nodes-side");
    // The vertex behind is one of the lump.
    lump.segs[1].second = lump.segs[2].v1 = 7;
    lump.vertices = {{64, 130}};
    EXPECT_EQ(read(64, 128).rules(), "nodes-seg-off-line");
}

}  // namespace
