// The stage of the load that takes stored nodes, blockmap and reject, or builds them.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/archive.hpp"
#include "model/archive_map.hpp"
#include "model/blockmap.hpp"
#include "model/load.hpp"
#include "model/reject.hpp"
#include "support/counting_memory.hpp"
#include "support/fake_file.hpp"
#include "support/load_text.hpp"
#include "support/memory_faults.hpp"
#include "support/oracle.hpp"
#include "support/wad_builder.hpp"

namespace {

using flatline::engine::Bytes;
using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Status;

// The square of docs/nodes.md, "Forms".
constexpr std::string_view kSquare =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0; y = 0; } vertex { x = 0; y = 128; }\n"
    "vertex { x = 128; y = 128; } vertex { x = 128; y = 0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; } linedef { v1 = 1; v2 = 2; sidefront = 1; }\n"
    "linedef { v1 = 2; v2 = 3; sidefront = 2; } linedef { v1 = 3; v2 = 0; sidefront = 3; }\n"
    "sidedef { sector = 0; } sidedef { sector = 0; }\n"
    "sidedef { sector = 0; } sidedef { sector = 0; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; heightceiling = 128; }\n"
    "thing { x = 64; y = 64; type = 1; }\n";

std::string u32(std::initializer_list<std::uint32_t> values) {
    std::string out;
    for (const std::uint32_t value : values) testing_support::put_u32(out, value);
    return out;
}
std::string u16(std::initializer_list<std::uint32_t> values) {
    std::string out;
    for (const std::uint32_t value : values) testing_support::put_u16(out, value);
    return out;
}

std::string square_nodes() {
    std::string lump = "XGLN" + u32({4, 0, 1, 4, 4});
    for (std::uint32_t i = 0; i < 4; ++i) {
        lump += u32({i, 0xFFFFFFFFu}) + u16({i}) + std::string(1, '\0');
    }
    return lump + u32({0});
}

// One cell would do, but an edge at 128 opens the next: 2 by 2 cells, all with the same list.
std::string square_blockmap() { return u16({0, 0, 2, 2, 8, 8, 8, 8, 0, 0, 1, 2, 3, 0xFFFF}); }

struct Lumps {
    std::string znodes, blockmap, reject;
};

LoadResult<flatline::engine::Map> load(const Lumps& lumps, LoadOptions options = {}) {
    options.products |= FLATLINE_PRODUCT_BLOCKMAP;
    options.lumps.znodes = load_text::bytes(lumps.znodes);
    options.lumps.blockmap = load_text::bytes(lumps.blockmap);
    options.lumps.reject = load_text::bytes(lumps.reject);
    return flatline::engine::load_borrowed(load_text::bytes(kSquare), options);
}

LoadOptions strict() {
    LoadOptions options;
    options.strict = true;
    return options;
}

TEST(LoadDerived, TakesWhatIsStored) {
    const LoadResult<flatline::engine::Map> result =
        load({square_nodes(), square_blockmap(), std::string(1, '\1')}, strict());
    ASSERT_EQ(result.status, Status::ok) << load_text::story(result, kSquare);
    EXPECT_EQ(result.findings.total(), 0u);
    EXPECT_STREQ(result.value.nodes().format, "XGLN");
    EXPECT_EQ(result.value.nodes().subsector_count, 1u);
    EXPECT_EQ(result.value.nodes().seg_count, 4u);
    EXPECT_EQ(result.value.blockmap().from_lump, 1u);
    EXPECT_EQ(flatline::engine::cell_lines(result.value.blockmap(), 3).size(), 4u);
    EXPECT_FALSE(flatline::engine::sees(result.value.reject(), 0, 0));
    EXPECT_LE(result.memory.used, result.memory.announced);
}

TEST(LoadDerived, TakesABlockmapOf32BitWords) {
    std::string lump("XBM1\0\0\0\0", 8);
    lump += u32({0, 0, 2, 2, 8, 8, 8, 8, 0, 0, 1, 2, 3, 0xFFFFFFFFu});
    const LoadResult<flatline::engine::Map> result = load({"", lump, ""}, strict());
    ASSERT_EQ(result.status, Status::ok) << load_text::story(result, kSquare);
    EXPECT_EQ(result.findings.total(), 0u);
    EXPECT_EQ(result.value.blockmap().from_lump, 1u);
    EXPECT_EQ(flatline::engine::cell_lines(result.value.blockmap(), 3).size(), 4u);
}

TEST(LoadDerived, TheMapKeepsNothingOfTheLumps) {
    Lumps lumps{square_nodes(), square_blockmap(), std::string(1, '\1')};
    const LoadResult<flatline::engine::Map> result = load(lumps);
    ASSERT_EQ(result.status, Status::ok);
    for (std::string* lump : {&lumps.znodes, &lumps.blockmap, &lumps.reject}) {
        for (char& c : *lump) c = '\x5A';
    }
    EXPECT_EQ(result.value.nodes().segs[3].v2, 0u);
    EXPECT_EQ(flatline::engine::cell_lines(result.value.blockmap(), 0)[3], 3u);
    EXPECT_FALSE(flatline::engine::sees(result.value.reject(), 0, 0));
}

TEST(LoadDerived, WithoutLumpsOnlyTheBlockmapIsBuilt) {
    const LoadResult<flatline::engine::Map> result = load({}, strict());
    ASSERT_EQ(result.status, Status::ok);
    EXPECT_EQ(result.value.nodes().subsector_count, 0u);
    EXPECT_EQ(result.value.reject().bits, nullptr);
    EXPECT_TRUE(flatline::engine::sees(result.value.reject(), 0, 0));
    EXPECT_EQ(result.value.blockmap().from_lump, 0u);
    EXPECT_EQ(result.value.blockmap().columns, 2u);
}

TEST(LoadDerived, ADefaultLoadBuildsNothing) {
    const LoadResult<flatline::engine::Map> result =
        flatline::engine::load_borrowed(load_text::bytes(kSquare));
    ASSERT_EQ(result.status, Status::ok);
    EXPECT_EQ(result.value.blockmap().cells, nullptr);
    EXPECT_EQ(result.value.nodes().subsector_count, 0u);
}

struct BadLump {
    const char* name;
    Lumps lumps;
    const char* rule;
};

std::vector<BadLump> bad_lumps() {
    return {{"ZNODES", {"XGLN", "", ""}, "nodes-truncated"},
            {"ZNODES", {"hello", "", ""}, "nodes-signature"},
            {"BLOCKMAP", {"", square_blockmap().substr(0, 20), ""}, "blockmap-invalid"}};
}

TEST(LoadDerived, ABadLumpIsDroppedAndTheMapLoads) {
    for (const BadLump& bad : bad_lumps()) {
        const LoadResult<flatline::engine::Map> result = load(bad.lumps);
        ASSERT_EQ(result.status, Status::ok) << bad.rule;
        EXPECT_NE(load_text::find(result, bad.rule), nullptr) << load_text::story(result, kSquare);
        EXPECT_EQ(result.value.nodes().subsector_count, 0u);
        EXPECT_EQ(result.value.nodes().segs, nullptr);
        EXPECT_EQ(result.value.blockmap().from_lump, 0u) << "it is built instead";
        EXPECT_EQ(result.value.blockmap().columns, 2u);
    }
}

TEST(LoadDerived, ABadLumpRefusesAStrictLoad) {
    for (const BadLump& bad : bad_lumps()) {
        const LoadResult<flatline::engine::Map> result = load(bad.lumps, strict());
        EXPECT_EQ(result.status, Status::refused) << bad.rule;
        EXPECT_TRUE(result.value.empty());
        EXPECT_NE(load_text::find(result, bad.rule), nullptr);
        const flatline::engine::Finding* refusal = load_text::find(result, "lump-dropped");
        ASSERT_NE(refusal, nullptr);
        EXPECT_NE(load_text::sentence(*refusal, "").find(bad.name), std::string::npos);
    }
}

TEST(LoadDerived, AWrongPartnerRefusesOnlyAStrictLoad) {
    std::string nodes = square_nodes();
    nodes[4 + 4 * 5 + 4] = '\2';  // the first seg's partner
    nodes.replace(4 + 4 * 5 + 5, 3, 3, '\0');
    const LoadResult<flatline::engine::Map> loose = load({nodes, "", ""});
    ASSERT_EQ(loose.status, Status::ok) << load_text::story(loose, kSquare);
    EXPECT_EQ(loose.findings.total(), 1u);
    EXPECT_STREQ(loose.value.nodes().format, "XGLN");
    EXPECT_EQ(loose.value.nodes().segs[0].partner, FLATLINE_NONE);
    ASSERT_NE(load_text::find(loose, "nodes-partner"), nullptr);
    EXPECT_EQ(load_text::sentence(*load_text::find(loose, "nodes-partner"), ""),
              "1 segs name a partner that is not the other side of their edge, the first is seg 0; "
              "they count as segs without one");
    const LoadResult<flatline::engine::Map> refused = load({nodes, "", ""}, strict());
    EXPECT_EQ(refused.status, Status::refused);
    EXPECT_NE(load_text::find(refused, "nodes-partner"), nullptr);
    EXPECT_NE(load_text::find(refused, "lump-dropped"), nullptr);
}

// Nine sectors need eleven bytes.
std::string nine_sectors() {
    std::string text(kSquare);
    for (int i = 0; i < 8; ++i)
        text += "sector { texturefloor = \"A\"; textureceiling = \"A\"; }\n";
    return text;
}

TEST(LoadDerived, AShortRejectIsDropped) {
    const std::string text = nine_sectors();
    const std::string table(10, '\0');
    LoadOptions options;
    options.lumps.reject = load_text::bytes(table);
    const LoadResult<flatline::engine::Map> loose =
        flatline::engine::load_borrowed(load_text::bytes(text), options);
    ASSERT_EQ(loose.status, Status::ok);
    EXPECT_EQ(loose.value.reject().bits, nullptr);
    EXPECT_NE(load_text::find(loose, "reject-size"), nullptr);
    options.strict = true;
    EXPECT_EQ(flatline::engine::load_borrowed(load_text::bytes(text), options).status,
              Status::refused);
}

TEST(LoadDerived, NodesAreBuiltWhereStoredOnesAreMissingOrBad) {
    for (const char* stored : {"", "XGLN"}) {
        LoadOptions options;
        options.products |= FLATLINE_PRODUCT_BUILD_NODES;
        const LoadResult<flatline::engine::Map> result = load({stored, "", ""}, options);
        ASSERT_EQ(result.status, Status::ok);
        EXPECT_STREQ(result.value.nodes().format, "built");
        EXPECT_EQ(result.value.nodes().subsector_count, 1u);
        EXPECT_LE(result.memory.used, result.memory.announced);
    }
}

TEST(LoadDerived, GoodStoredNodesAreKept) {
    LoadOptions options;
    options.products |= FLATLINE_PRODUCT_BUILD_NODES;
    const LoadResult<flatline::engine::Map> result = load({square_nodes(), "", ""}, options);
    ASSERT_EQ(result.status, Status::ok);
    EXPECT_STREQ(result.value.nodes().format, "XGLN");
}

TEST(LoadDerived, LimitsDropThePartWithAFinding) {
    struct Row {
        std::uint64_t flatline::engine::Limits::*limit;
        const char* rule;
    };
    const Row rows[] = {{&flatline::engine::Limits::segs, "limit-segs"},
                        {&flatline::engine::Limits::subsectors, "limit-subsectors"},
                        {&flatline::engine::Limits::blockmap_cells, "limit-blockmap-cells"},
                        {&flatline::engine::Limits::blockmap_entries, "limit-blockmap-entries"}};
    for (const Row& row : rows) {
        LoadOptions options;
        options.limits.*row.limit = 0;
        const LoadResult<flatline::engine::Map> result = load({square_nodes(), "", ""}, options);
        ASSERT_EQ(result.status, Status::ok) << row.rule;
        EXPECT_NE(load_text::find(result, row.rule), nullptr) << row.rule;
    }
}

TEST(LoadDerived, RunningOutOfMemoryAtAnyCallIsAResult) {
    counting_memory::Memory memory;
    const std::string nodes = square_nodes(), blockmap = square_blockmap(), reject(1, '\0');
    LoadOptions options;
    options.memory = memory.hooks();
    options.products |= FLATLINE_PRODUCT_BLOCKMAP;
    options.lumps = {
        load_text::bytes(nodes), load_text::bytes(blockmap), load_text::bytes(reject), {}};
    memory_faults::each_is_a_result(memory, [&] {
        return flatline::engine::load_borrowed(load_text::bytes(kSquare), options);
    });
}

TEST(LoadDerived, FindingsOfUnreadableLumpsAreTheMaps) {
    testing_support::WadBuilder wad;
    wad.lump("MAP01").lump("TEXTMAP", kSquare).entry("ZNODES", 0x7FFFFF00, 72).lump("ENDMAP");
    flatline::engine::Archive archive = testing_support::open_bytes(wad.build());
    ASSERT_EQ(archive.maps().size(), 1u);
    flatline::engine::Loader loader;
    const LoadResult<flatline::engine::Map> result = load_map(archive, 0, loader, {});
    ASSERT_EQ(result.status, Status::ok);
    EXPECT_NE(load_text::find(result, "wad-lump-range"), nullptr);
    EXPECT_EQ(load_map(archive, 0, loader, strict()).status, Status::refused);
}

TEST(LoadDerived, AnArchiveHandsItsLumpsOver) {
    testing_support::WadBuilder wad;
    wad.lump("MAP01").lump("TEXTMAP", kSquare).lump("znodes", square_nodes());
    wad.lump("BLOCKMAP", square_blockmap()).lump("REJECT", std::string(1, '\1')).lump("ENDMAP");
    flatline::engine::Archive archive = testing_support::open_bytes(wad.build());
    flatline::engine::Loader loader;
    LoadOptions options = strict();
    options.products |= FLATLINE_PRODUCT_BLOCKMAP;
    const LoadResult<flatline::engine::Map> result = load_map(archive, 0, loader, options);
    ASSERT_EQ(result.status, Status::ok);
    EXPECT_STREQ(result.value.nodes().format, "XGLN");
    EXPECT_EQ(result.value.blockmap().from_lump, 1u);
    EXPECT_NE(result.value.reject().bits, nullptr);
}

std::vector<std::vector<std::uint32_t>> cell_lists(const flatline_blockmap& map) {
    std::vector<std::vector<std::uint32_t>> cells(std::size_t{map.columns} * map.rows);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto lines = flatline::engine::cell_lines(map, i);
        cells[i].assign(lines.begin(), lines.end());
    }
    return cells;
}

TEST(LoadDerived, ABlockmapCanBeBuiltBesideALump) {
    using Cells = std::vector<std::vector<std::uint32_t>>;
    LoadOptions options = strict();
    options.products |= FLATLINE_PRODUCT_BUILD_BLOCKMAP;
    for (const std::string& lump : {square_blockmap(), std::string("odd"), std::string()}) {
        options.blockmap_style = flatline::engine::BlockmapStyle::touched;
        const LoadResult<flatline::engine::Map> touched = load({"", lump, ""}, options);
        ASSERT_EQ(touched.status, Status::ok) << load_text::story(touched, kSquare);
        EXPECT_EQ(touched.findings.total(), 0u);
        EXPECT_EQ(touched.value.blockmap().from_lump, 0u);
        EXPECT_EQ(cell_lists(touched.value.blockmap()),
                  (Cells{{0, 1, 2, 3}, {1, 2, 3}, {0, 1, 2}, {1, 2}}));
        options.blockmap_style = flatline::engine::BlockmapStyle::boom;
        const LoadResult<flatline::engine::Map> boom = load({"", lump, ""}, options);
        ASSERT_EQ(boom.status, Status::ok) << load_text::story(boom, kSquare);
        EXPECT_EQ(cell_lists(boom.value.blockmap()), (Cells{{3, 1, 0}, {3, 2}, {1, 0}, {2, 1}}));
    }
    // It says how a blockmap is made, and asks for none.
    options.products = FLATLINE_PRODUCT_BUILD_BLOCKMAP;
    const auto none = flatline::engine::load_borrowed(load_text::bytes(kSquare), options);
    ASSERT_EQ(none.status, Status::ok);
    EXPECT_EQ(none.value.blockmap().cells, nullptr);
}

}  // namespace
