// Nodes of a lump as a value of their own, and the boxes that the lump has, in C++ and in C.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "flatline/flatline.h"
#include "model/load.hpp"
#include "model/nodes.hpp"
#include "support/capi_tools.hpp"
#include "support/load_text.hpp"
#include "support/nodes_tools.hpp"
#include "support/wad_builder.hpp"
#include "support/zlib_stream.hpp"

namespace read_nodes_test {

using flatline::engine::read_nodes;
using flatline::engine::Status;

// A rectangle of two convex halves, cut along x = 64 by a miniseg.
const std::string kMap =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0; y = 0; } vertex { x = 0; y = 128; } vertex { x = 64; y = 128; }\n"
    "vertex { x = 128; y = 128; } vertex { x = 128; y = 0; } vertex { x = 64; y = 0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; } linedef { v1 = 1; v2 = 2; sidefront = 1; }\n"
    "linedef { v1 = 2; v2 = 3; sidefront = 2; } linedef { v1 = 3; v2 = 4; sidefront = 3; }\n"
    "linedef { v1 = 4; v2 = 5; sidefront = 4; } linedef { v1 = 5; v2 = 0; sidefront = 5; }\n"
    "sidedef { sector = 0; } sidedef { sector = 0; } sidedef { sector = 0; }\n"
    "sidedef { sector = 0; } sidedef { sector = 0; } sidedef { sector = 0; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; heightceiling = 128; }\n";

const std::int16_t kBoxes[2][4] = {{130, -2, 62, 131}, {128, 0, -5, 64}};

std::string u32(std::initializer_list<std::uint32_t> values) {
    std::string out;
    for (const std::uint32_t value : values) testing_support::put_u32(out, value);
    return out;
}
std::string u16(std::initializer_list<int> values) {
    std::string out;
    for (const int value : values) {
        testing_support::put_u16(out, static_cast<std::uint16_t>(value));
    }
    return out;
}

std::string seg(std::uint32_t v1, std::uint32_t partner, int line) {
    return u32({v1, partner}) + u16({line}) + std::string(1, '\0');
}

// In the form XGLN; `partner` of the miniseg is right where it is 3.
std::string lump(std::uint32_t partner = 3) {
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::string out = "XGLN" + u32({6, 0, 2, 4, 4, 8});
    // East of the cut: up along it to vertex 2, then around. West of it: the other way.
    out += seg(2, kNone, 2) + seg(3, kNone, 3) + seg(4, kNone, 4) + seg(5, 7, -1);
    out += seg(5, kNone, 5) + seg(0, kNone, 0) + seg(1, kNone, 1) + seg(2, partner, -1);
    out += u32({1}) + u16({64, 0, 0, 128});
    for (const auto& box : kBoxes) out += u16({box[0], box[1], box[2], box[3]});
    return out + u32({0x80000000u, 0x80000001u});
}

void expect_boxes(const flatline_bsp& bsp) {
    ASSERT_NE(bsp.stored_boxes, nullptr);
    ASSERT_EQ(bsp.node_count, 1u);
    EXPECT_EQ(std::memcmp(bsp.stored_boxes[0].bbox, kBoxes, sizeof kBoxes), 0);
    EXPECT_EQ(bsp.nodes[0].bbox[0][3], 128.0) << "the exact one is another";
    EXPECT_EQ(bsp.nodes[0].bbox[1][2], 0.0);
}

TEST(ReadNodes, AreThoseOfALoad) {
    const std::string bytes = lump();
    flatline::engine::LoadOptions options;
    options.lumps.znodes = load_text::bytes(bytes);
    const auto with = load_text::load(kMap, options);
    ASSERT_TRUE(with) << load_text::story(with, kMap);
    EXPECT_EQ(with.findings.total(), 0u) << load_text::story(with, kMap);
    const auto without = load_text::load(kMap);
    ASSERT_TRUE(without);
    EXPECT_EQ(without.value.nodes().subsector_count, 0u);
    const auto read = read_nodes(without.value, load_text::bytes(bytes));
    ASSERT_TRUE(read);
    EXPECT_LE(read.memory.used, read.memory.announced);
    const flatline_bsp& a = with.value.nodes();
    const flatline_bsp& b = read.value.bsp();
    EXPECT_STREQ(b.format, "XGLN");
    EXPECT_EQ(b.kind, FLATLINE_NODES_GL);
    ASSERT_EQ(a.seg_count, b.seg_count);
    ASSERT_EQ(a.node_count, b.node_count);
    EXPECT_EQ(std::memcmp(a.segs, b.segs, sizeof(flatline_seg) * a.seg_count), 0);
    EXPECT_EQ(std::memcmp(a.nodes, b.nodes, sizeof(flatline_node) * a.node_count), 0);
    EXPECT_EQ(read.value.subsector_at(100, 64), 0u);
    EXPECT_EQ(read.value.subsector_at(10, 64), 1u);
    EXPECT_EQ(a.stored_boxes, nullptr) << "not asked for";
    EXPECT_EQ(b.stored_boxes, nullptr);
}

TEST(ReadNodes, BoxesAsStored) {
    const std::string bytes = lump();
    flatline::engine::LoadOptions options;
    options.lumps.znodes = load_text::bytes(bytes);
    options.products |= FLATLINE_PRODUCT_STORED_BOXES;
    const auto loaded = load_text::load(kMap, options);
    ASSERT_TRUE(loaded);
    expect_boxes(loaded.value.nodes());
    flatline::engine::NodesOptions wanted;
    wanted.stored_boxes = true;
    const auto read = read_nodes(loaded.value, load_text::bytes(bytes), wanted);
    ASSERT_TRUE(read);
    expect_boxes(read.value.bsp());
    const auto built = build_nodes(loaded.value, wanted);
    ASSERT_TRUE(built);
    EXPECT_EQ(built.value.bsp().stored_boxes, nullptr) << "no lump";
}

TEST(ReadNodes, BoxesOfEveryForm) {
    const std::string text = nodes_tools::two_squares_map();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    flatline::engine::NodesOptions wanted;
    wanted.stored_boxes = true;
    for (const std::string form :
         {"XGLN", "XGL2", "XGL3", "XNOD", "ZGLN", "ZGL2", "ZGL3", "ZNOD"}) {
        const bool open = form.substr(1) == "NOD";
        nodes_tools::Lump squares =
            open ? nodes_tools::open_two_squares_lump() : nodes_tools::two_squares_lump();
        nodes_tools::set_boxes(squares);
        const std::string payload = nodes_tools::payload(form, squares);
        const std::string bytes =
            form + (form[0] == 'Z' ? testing_support::zlib_stream(payload) : payload);
        const auto read = read_nodes(loaded.value, load_text::bytes(bytes), wanted);
        ASSERT_TRUE(read) << form;
        EXPECT_TRUE(nodes_tools::has_boxes(read.value.bsp())) << form;
        EXPECT_EQ(read.value.nodes()[0].bbox[1][3], 256) << form << ": the exact one";
    }
}

TEST(ReadNodes, RefusedWithRuleAndPlace) {
    const auto loaded = load_text::load(kMap);
    const struct {
        std::string bytes;
        std::string_view rule;
        std::uint64_t offset;
    } kCases[] = {
        {"", "nodes-signature", 0},
        {"hello", "nodes-signature", 0},
        {lump().substr(0, 40), "nodes-truncated", 28},
        {"XGLN" + u32({5}) + lump().substr(8), "nodes-stale", 4},
    };
    for (const auto& row : kCases) {
        const auto read = read_nodes(loaded.value, load_text::bytes(row.bytes));
        EXPECT_EQ(read.status, Status::refused) << row.rule;
        EXPECT_TRUE(read.value.empty());
        ASSERT_GT(read.findings.kept().size(), 0u) << row.rule;
        EXPECT_EQ(load_text::rule_id(read.findings.kept()[0]), row.rule);
        EXPECT_EQ(read.findings.kept()[0].offset, row.offset) << row.rule;
        EXPECT_EQ(read.findings.kept()[0].lump,
                  static_cast<std::uint8_t>(flatline::engine::Lump::znodes));
    }
}

TEST(ReadNodes, BadPartnersAreANoteOrRefuse) {
    const auto loaded = load_text::load(kMap);
    const std::string bytes = lump(2);
    flatline::engine::NodesOptions options;
    const auto lenient = read_nodes(loaded.value, load_text::bytes(bytes), options);
    ASSERT_TRUE(lenient);
    EXPECT_EQ(load_text::rule_id(lenient.findings.kept()[0]), "nodes-partner");
    options.strict = true;
    EXPECT_EQ(read_nodes(loaded.value, load_text::bytes(bytes), options).status, Status::refused);
}

TEST(ReadNodes, LimitsAndMemory) {
    const auto loaded = load_text::load(kMap);
    const std::string bytes = lump();
    flatline::engine::NodesOptions options;
    options.limits.segs = 7;
    const auto limited = read_nodes(loaded.value, load_text::bytes(bytes), options);
    EXPECT_EQ(limited.status, Status::refused);
    EXPECT_EQ(load_text::rule_id(limited.findings.kept()[0]), "limit-segs");
    options = {};
    options.limits.arena_bytes = 32;
    EXPECT_EQ(read_nodes(loaded.value, load_text::bytes(bytes), options).status, Status::refused);
    options = {};
    options.memory.acquire = [](void*, std::size_t) -> void* { return nullptr; };
    options.memory.release = [](void*, void*, std::size_t) {};
    EXPECT_EQ(read_nodes(loaded.value, load_text::bytes(bytes), options).status,
              Status::out_of_memory);
    EXPECT_EQ(read_nodes(flatline::engine::Map(), load_text::bytes(bytes)).status, Status::refused);
}

TEST(ReadNodes, InC) {
    const capi_tools::Loaded loaded(kMap);
    ASSERT_EQ(loaded.status, FLATLINE_OK);
    const std::string bytes = lump();
    flatline_built_nodes* nodes = nullptr;
    flatline_nodes_options options = FLATLINE_NODES_OPTIONS_INIT;
    options.stored_boxes = 1;
    ASSERT_EQ(flatline_read_nodes(loaded.map, bytes.data(), bytes.size(), &options, &nodes),
              FLATLINE_OK);
    expect_boxes(*flatline_built_nodes_bsp(nodes));
    EXPECT_EQ(flatline_subsector_at(flatline_built_nodes_bsp(nodes), 100, 64), 0u);
    flatline_free(nodes);
    // A program that was built before the boxes were there.
    options.struct_size = offsetof(flatline_nodes_options, strict);
    options.strict = options.stored_boxes = 77;
    ASSERT_EQ(flatline_read_nodes(loaded.map, bytes.data(), bytes.size(), &options, &nodes),
              FLATLINE_OK);
    EXPECT_EQ(flatline_built_nodes_bsp(nodes)->stored_boxes, nullptr);
    flatline_free(nodes);
    const std::string odd = lump(2);
    options = FLATLINE_NODES_OPTIONS_INIT;
    options.strict = 1;
    EXPECT_EQ(flatline_read_nodes(loaded.map, odd.data(), odd.size(), &options, &nodes),
              FLATLINE_REFUSED);
    std::size_t count = 0;
    EXPECT_NE(flatline_findings(nodes, &count), nullptr);
    EXPECT_EQ(flatline_built_nodes_bsp(nodes)->subsector_count, 0u);
    flatline_free(nodes);
    EXPECT_EQ(flatline_read_nodes(loaded.map, nullptr, 4, nullptr, &nodes), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(nodes, nullptr);
    EXPECT_EQ(flatline_read_nodes(nullptr, "", 0, nullptr, &nodes), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_read_nodes(loaded.map, "", 0, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    options.struct_size = 3;
    EXPECT_EQ(flatline_read_nodes(loaded.map, "", 0, &options, &nodes), FLATLINE_BAD_ARGUMENT);
}

}  // namespace read_nodes_test
