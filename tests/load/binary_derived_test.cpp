// What lies beside the elements of a binary map: nodes in all their places, REJECT, BLOCKMAP.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "model/binary.hpp"
#include "model/nodes.hpp"
#include "model/runtime.hpp"
#include "support/load_text.hpp"
#include "support/nodes_tools.hpp"

namespace {

using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Map;
using flatline::engine::Status;
using nodes_tools::bytes;

// The two squares of docs/nodes.md, "Forms", as binary lumps.
struct TwoSquares {
    std::string things, linedefs, sidedefs, vertexes, sectors, reject, blockmap;
    nodes_tools::BinaryLumps nodes =
        nodes_tools::classic_lumps(nodes_tools::open_two_squares_lump());

    TwoSquares() {
        nodes_tools::LumpWriter w;
        const auto take = [&w](std::string& lump) { lump = std::exchange(w.out, {}); };
        for (const int xy : {0, 0, 0, 128, 128, 128, 128, 0, 256, 128, 256, 0}) {
            w.word(static_cast<std::uint64_t>(xy), 2);
        }
        take(vertexes);
        const struct {
            unsigned v1, v2, front, back;
        } lines[] = {{0, 1, 0, 0xFFFF}, {1, 2, 1, 0xFFFF}, {2, 3, 2, 3},     {3, 0, 4, 0xFFFF},
                     {2, 4, 5, 0xFFFF}, {4, 5, 6, 0xFFFF}, {5, 3, 7, 0xFFFF}};
        for (const auto& line : lines) {
            for (const unsigned value : {line.v1, line.v2, 0u, 0u, 0u, line.front, line.back}) {
                w.word(value, 2);
            }
        }
        take(linedefs);
        for (const unsigned sector : {0u, 0u, 0u, 1u, 0u, 1u, 1u, 1u}) {
            w.out += std::string(28, '\0');
            w.word(sector, 2);
        }
        take(sidedefs);
        sectors.assign(2 * 26, '\0');
        for (const unsigned value : {192u, 64u, 90u, 1u, 7u}) w.word(value, 2);
        take(things);
    }

    flatline::engine::BinaryLumps lumps() const {
        flatline::engine::BinaryLumps all;
        all.things = bytes(things);
        all.linedefs = bytes(linedefs);
        all.sidedefs = bytes(sidedefs);
        all.vertexes = bytes(vertexes);
        all.sectors = bytes(sectors);
        all.segs = bytes(nodes.segs);
        all.ssectors = bytes(nodes.ssectors);
        all.nodes = bytes(nodes.nodes);
        all.reject = bytes(reject);
        all.blockmap = bytes(blockmap);
        return all;
    }
    LoadResult<Map> load(const LoadOptions& options = {}) const {
        return flatline::engine::load_binary_borrowed(lumps(), options);
    }
};

LoadOptions with(std::uint32_t products, bool strict = false) {
    LoadOptions options;
    options.products |= products;
    options.strict = strict;
    return options;
}

TEST(BinaryDerived, BoxesAsStored) {
    for (const bool deep : {false, true}) {
        nodes_tools::Lump stored = nodes_tools::open_two_squares_lump();
        nodes_tools::set_boxes(stored);
        TwoSquares map;
        map.nodes = nodes_tools::classic_lumps(stored, deep);
        const auto without = map.load(with(FLATLINE_PRODUCT_NODES));
        ASSERT_TRUE(without);
        ASSERT_EQ(without.value.nodes().node_count, 1u);
        EXPECT_EQ(without.value.nodes().stored_boxes, nullptr);
        const auto kept = map.load(with(FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_STORED_BOXES));
        ASSERT_TRUE(kept);
        EXPECT_TRUE(nodes_tools::has_boxes(kept.value.nodes())) << deep;
    }
}

TEST(BinaryDerived, ClassicNodesAreKept) {
    TwoSquares map;
    map.vertexes += std::string("\x40\x00\x80\x00", 4);  // one of a node builder
    const LoadResult<Map> loaded = map.load();
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded.findings.total(), 0u);
    EXPECT_EQ(loaded.value.vertices().size(), 6u);
    const flatline_bsp& bsp = loaded.value.nodes();
    EXPECT_STREQ(bsp.format, "classic");
    EXPECT_EQ(bsp.kind, unsigned{FLATLINE_NODES_CLASSIC});
    ASSERT_EQ(bsp.vertex_count, 1u);
    EXPECT_EQ(bsp.vertices[0].x, 64);
    EXPECT_EQ(bsp.vertices[0].y, 128);
    EXPECT_EQ(bsp.original_vertices, 6u);
    EXPECT_EQ(nodes_tools::first_fault(bsp, nodes_tools::view_of(loaded.value)), "");
    EXPECT_EQ(bsp.subsectors[flatline::engine::subsector_at(bsp, 64, 64)].sector, 0u);
    EXPECT_EQ(bsp.subsectors[flatline::engine::subsector_at(bsp, 192, 64)].sector, 1u);
    EXPECT_LE(loaded.memory.used, loaded.memory.announced);

    const auto runtime = flatline::engine::build_runtime(loaded.value);
    ASSERT_TRUE(runtime);
    ASSERT_EQ(runtime.value.thing_places().size(), 1u);
    EXPECT_EQ(runtime.value.thing_places()[0].sector, 1u);
    EXPECT_EQ(runtime.value.thing_places()[0].subsector, 1u);
}

TEST(BinaryDerived, BadNodesAreDroppedOrBuiltOrRefuseTheMap) {
    TwoSquares map;
    map.nodes.segs[18] = 9;  // seg 1 names line 9
    LoadResult<Map> loaded = map.load();
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded.value.nodes().subsector_count, 0u);
    ASSERT_EQ(loaded.findings.total(), 1u);
    const flatline::engine::Finding finding = loaded.findings.kept()[0];
    EXPECT_EQ(load_text::rule_id(finding), "nodes-linedef-range");
    EXPECT_EQ(flatline::engine::lump_name(static_cast<flatline::engine::Lump>(finding.lump)),
              "SEGS");
    EXPECT_EQ(finding.offset, 18u);

    loaded = map.load(with(FLATLINE_PRODUCT_BUILD_NODES));
    ASSERT_TRUE(loaded);
    EXPECT_STREQ(loaded.value.nodes().format, "built");
    EXPECT_EQ(loaded.value.nodes().kind, unsigned{FLATLINE_NODES_GL});

    loaded = map.load(with(0, true));
    EXPECT_EQ(loaded.status, Status::refused);
    EXPECT_EQ(load_text::rule_id(loaded.findings.kept()[loaded.findings.kept().size() - 1]),
              "lump-dropped");
}

// Strict also where another form is sound: something of the file was not used.
TEST(BinaryDerived, TheFirstSoundFormIsKept) {
    TwoSquares map;
    map.nodes.segs.clear();
    map.nodes.nodes = nodes_tools::uncompressed("XNOD", nodes_tools::open_two_squares_lump());
    map.nodes.ssectors = nodes_tools::uncompressed("XGLN", nodes_tools::two_squares_lump());
    EXPECT_STREQ(map.load().value.nodes().format, "XGLN");
    EXPECT_TRUE(map.load(with(0, true)));
    map.nodes.ssectors.resize(50);
    LoadResult<Map> loaded = map.load();
    EXPECT_STREQ(loaded.value.nodes().format, "XNOD");
    EXPECT_EQ(loaded.findings.total(), 1u);
    EXPECT_EQ(map.load(with(0, true)).status, Status::refused);
}

TEST(BinaryDerived, NodesAreBuiltWhereThereAreNone) {
    TwoSquares map;
    map.nodes = {};
    LoadResult<Map> loaded = map.load();
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded.findings.total(), 0u);
    EXPECT_EQ(loaded.value.nodes().subsector_count, 0u);
    loaded = map.load(with(FLATLINE_PRODUCT_BUILD_NODES));
    EXPECT_STREQ(loaded.value.nodes().format, "built");
    // Not asked for, they are neither read nor built.
    map = TwoSquares();
    LoadOptions none;
    none.products = 0;
    EXPECT_EQ(map.load(none).value.nodes().subsector_count, 0u);
}

TEST(BinaryDerived, RejectAndBlockmapAreThoseOfTheLumps) {
    TwoSquares map;
    map.reject = "\x06";  // neither sector sees the other
    nodes_tools::LumpWriter w;
    for (const unsigned word : {0u, 0u, 1u, 1u, 5u, 0u, 3u, 0xFFFFu}) w.word(word, 2);
    map.blockmap = w.out;
    const LoadOptions options = with(FLATLINE_PRODUCT_BLOCKMAP);
    LoadResult<Map> loaded = map.load(options);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded.findings.total(), 0u);
    ASSERT_NE(loaded.value.reject().bits, nullptr);
    EXPECT_EQ(loaded.value.reject().bits[0], 6);
    EXPECT_EQ(loaded.value.blockmap().from_lump, 1u);
    EXPECT_EQ(loaded.value.blockmap().columns, 1u);

    // Words from 65,536 on are out of reach of its offsets, so such a lump is built anew.
    map.blockmap += std::string(2 * 65536 - map.blockmap.size(), '\0');
    map.reject = "";
    loaded = map.load(options);
    ASSERT_TRUE(loaded);
    ASSERT_EQ(loaded.findings.total(), 1u);
    EXPECT_EQ(load_text::rule_id(loaded.findings.kept()[0]), "blockmap-invalid");
    EXPECT_EQ(loaded.value.blockmap().from_lump, 0u);
    EXPECT_EQ(loaded.value.blockmap().columns, 3u);
    EXPECT_EQ(loaded.value.reject().bits, nullptr);
}

}  // namespace
