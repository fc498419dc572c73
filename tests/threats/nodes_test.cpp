// The threats of docs/security.md to nodes, one test an id: through a whole load, which drops them
// and, where it is strict, refuses the map for the same reason.
#include <gtest/gtest.h>
#include <functional>
#include <string>

#include "support/binary_map.hpp"
#include "support/zlib_stream.hpp"
#include "threats/outcome.hpp"

namespace nodes_threats {

using nodes_tools::Lump;
using testing_support::zlib_stream;

constexpr std::uint32_t kNone = FLATLINE_NONE;

std::string of_nodes(const std::string& bytes, const flatline::engine::Limits& limits = {}) {
    flatline::engine::DerivedLumps lumps;
    lumps.znodes = nodes_tools::bytes(bytes);
    return threats::of_lumps(lumps, limits);
}

/// The two squares after a change.
std::string changed(const std::function<void(Lump&)>& change, const char* form = "XGL3") {
    Lump lump = nodes_tools::two_squares_lump();
    change(lump);
    return of_nodes(nodes_tools::uncompressed(form, lump));
}

std::string good(const char* form = "XGL3") {
    return nodes_tools::uncompressed(form, nodes_tools::two_squares_lump());
}

std::string with_word(std::string lump, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) lump[at + i] = static_cast<char>(value >> (8 * i));
    return lump;
}

TEST(Threat, ZN_01_ShortLumps) {
    EXPECT_EQ(of_nodes(good()), "loaded, nodes");
    EXPECT_EQ(of_nodes(""), "loaded");
    EXPECT_EQ(of_nodes("XNO"), "loaded nodes-signature@0, no nodes; strict: refused");
    EXPECT_EQ(of_nodes("XGL3"), "loaded nodes-truncated@4, no nodes; strict: refused");
    EXPECT_EQ(of_nodes(good().substr(0, 7)), "loaded nodes-truncated@4, no nodes; strict: refused");
    EXPECT_EQ(of_nodes(good().substr(0, 11)),
              "loaded nodes-truncated@8, no nodes; strict: refused");
    EXPECT_EQ(of_nodes("ABCD" + good()), "loaded nodes-signature@0, no nodes; strict: refused");
}

TEST(Threat, ZN_02_CountsOfVerticesThatWrap) {
    EXPECT_EQ(of_nodes(with_word(good(), 8, 0x20000000)),
              "loaded nodes-truncated@12, no nodes; strict: refused");
    EXPECT_EQ(of_nodes(with_word(good(), 8, 0x10000001)),
              "loaded nodes-truncated@12, no nodes; strict: refused");
    EXPECT_EQ(of_nodes(with_word(good(), 8, 0xFFFFFFFF)),
              "loaded nodes-truncated@12, no nodes; strict: refused");
}

TEST(Threat, ZN_03_OriginalVerticesOfAnotherCount) {
    for (const std::uint32_t count : {0u, 5u, 7u, 0x80000000u, 0xFFFFFFFFu}) {
        EXPECT_EQ(changed([&](Lump& l) { l.original = count; }),
                  "loaded nodes-stale@4, no nodes; strict: refused")
            << count;
    }
    EXPECT_EQ(of_nodes(with_word(with_word(good(), 4, 0xFFFFFFFF), 8, 7)),
              "loaded nodes-stale@4, no nodes; strict: refused")
        << "sum wraps";
}

TEST(Threat, ZN_04_CountsOfSubsectors) {
    EXPECT_EQ(of_nodes(with_word(good(), 12, 0x40000000)),
              "loaded nodes-truncated@16, no nodes; strict: refused");
    EXPECT_EQ(changed([](Lump& l) {
                  l = {6, {}, {}, {}, {}};
              }),
              "loaded nodes-count@12, no nodes; strict: refused");
    const auto square = load_text::load(nodes_tools::square_map());
    EXPECT_EQ(nodes_tools::read(nodes_tools::uncompressed("XGL3", nodes_tools::square_lump()),
                                nodes_tools::view_of(square.value))
                  .outcome,
              flatline::engine::Outcome::ok)
        << "one subsector needs no node";
    EXPECT_EQ(changed([](Lump& l) { l.nodes.clear(); }),
              "loaded nodes-count@12, no nodes; strict: refused");
}

TEST(Threat, ZN_05_SumsOfSegsThatWrap) {
    EXPECT_EQ(changed([](Lump& l) {
                  l.counts = {4, 5};
              }),
              "loaded nodes-count@24, no nodes; strict: refused");
    EXPECT_EQ(changed([](Lump& l) {
                  l.counts = {0xFFFFFFFC, 12};
              }),
              "loaded nodes-count@24, no nodes; strict: refused");
    EXPECT_EQ(changed([](Lump& l) {
                  l.counts = {0, 8};
              }),
              "loaded nodes-subsector-empty@16 nodes-seg-off-line@119, no nodes; strict: refused");
}

TEST(Threat, ZN_06_SegsOfNothing) {
    EXPECT_EQ(changed([](Lump& l) { l.segs[1].v1 = 6; }),
              "loaded nodes-vertex-range@41, no nodes; strict: refused");
    EXPECT_EQ(changed([](Lump& l) { l.segs[1].v1 = kNone; }),
              "loaded nodes-vertex-range@41, no nodes; strict: refused");
    EXPECT_EQ(changed([](Lump& l) { l.segs[0].linedef = 7; }),
              "loaded nodes-linedef-range@36, no nodes; strict: refused");
    EXPECT_EQ(changed([](Lump& l) { l.segs[2].side = 2; }),
              "loaded nodes-side@66, no nodes; strict: refused");
    EXPECT_EQ(changed([](Lump& l) { l.segs[2].side = 255; }),
              "loaded nodes-side@66, no nodes; strict: refused");
    EXPECT_EQ(changed([](Lump& l) { l.segs[0].side = 1; }),
              "loaded nodes-side@40, no nodes; strict: refused")
        << "of a one-sided line";
    Lump open = nodes_tools::open_two_squares_lump();
    EXPECT_EQ(of_nodes(nodes_tools::uncompressed("XNOD", open)), "loaded, nodes");
    open.segs[0].linedef = 0xFFFF;
    EXPECT_EQ(of_nodes(nodes_tools::uncompressed("XNOD", open)),
              "loaded nodes-linedef-range@36, no nodes; strict: refused")
        << "a miniseg is GL's";
    open = nodes_tools::open_two_squares_lump();
    open.segs[0].second = 6;
    EXPECT_EQ(of_nodes(nodes_tools::uncompressed("XNOD", open)),
              "loaded nodes-vertex-range@32, no nodes; strict: refused");
}

TEST(Threat, ZN_07_Partners) {
    for (const std::uint32_t partner : {2u, 5u, 8u, 0x7FFFFFFFu, 0xFFFFFFFEu}) {
        EXPECT_EQ(changed([&](Lump& l) { l.segs[2].second = partner; }),
                  "loaded nodes-partner@58, nodes; strict: refused")
            << partner;
    }
}

TEST(Threat, ZN_08_ChildrenOfNothing) {
    for (const std::uint32_t child : {0x80000002u, 0xFFFFFFFFu, 1u, 0x7FFFFFFFu}) {
        EXPECT_EQ(changed([&](Lump& l) { l.nodes[0].children[1] = child; }),
                  "loaded nodes-tree@172, no nodes; strict: refused")
            << child;
    }
    EXPECT_EQ(changed([](Lump& l) { l.nodes[0].children[0] = l.nodes[0].children[1]; }),
              "loaded nodes-tree@172, no nodes; strict: refused");
}

/// `count` nodes and one leaf more, each node of `children(i)`; the leaves split the second square.
std::string tree(
    std::uint32_t count,
    const std::function<std::pair<std::uint32_t, std::uint32_t>(std::uint32_t)>& children) {
    Lump lump = nodes_tools::two_squares_lump();
    lump.counts.assign(count + 1, 1);
    lump.segs.assign(count + 1, lump.segs[0]);
    const Lump::Node node = lump.nodes[0];
    lump.nodes.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        lump.nodes.push_back(node);
        const auto [right, left] = children(i);
        lump.nodes.back().children[0] = right;
        lump.nodes.back().children[1] = left;
    }
    return nodes_tools::uncompressed("XGL3", lump);
}
constexpr std::uint32_t kLeaf = 0x80000000;

TEST(Threat, ZN_09_CirclesAndNodesWithTwoParents) {
    const auto chain = [](std::uint32_t i) {
        return std::pair(kLeaf | i, i == 0 ? kLeaf | 8 : i - 1);
    };
    EXPECT_EQ(of_nodes(tree(8, chain)), "loaded nodes-degenerate@16, nodes");
    EXPECT_EQ(
        of_nodes(
            tree(8, [&](std::uint32_t i) { return i == 5 ? std::pair(5u, kLeaf | 5) : chain(i); })),
        "loaded nodes-degenerate@16 nodes-tree@453, no nodes; strict: refused")
        << "its own child";
    EXPECT_EQ(
        of_nodes(
            tree(8, [&](std::uint32_t i) { return i == 3 ? std::pair(7u, kLeaf | 3) : chain(i); })),
        "loaded nodes-degenerate@16 nodes-tree@329, no nodes; strict: refused")
        << "a circle through the root";
    EXPECT_EQ(of_nodes(tree(64,
                            [](std::uint32_t i) {
                                return i == 0 ? std::pair(kLeaf, kLeaf | 1)
                                              : std::pair(i - 1, i - 1);
                            })),
              "loaded nodes-degenerate@16 nodes-tree@1205, no nodes; strict: refused")
        << "2^64 ways down";
    EXPECT_EQ(of_nodes(tree(8,
                            [&](std::uint32_t i) {
                                return i == 7 ? std::pair(kLeaf | 7, kLeaf | 6) : chain(i);
                            })),
              "loaded nodes-degenerate@16 nodes-tree@493, no nodes; strict: refused")
        << "seven that nobody reaches";
}

TEST(Threat, ZN_10_AChainAsLongAsTheLimitAndOneMore) {
    const auto chain_of = [](std::uint32_t count) {
        return tree(count, [=](std::uint32_t i) {
            return std::pair(kLeaf | i, i == 0 ? kLeaf | count : i - 1);
        });
    };
    EXPECT_EQ(of_nodes(chain_of(4096)), "loaded nodes-degenerate@16, nodes");
    EXPECT_EQ(of_nodes(chain_of(4097)),
              "loaded nodes-degenerate@16 limit-node-depth@233530, no nodes; strict: refused");
    EXPECT_EQ(of_nodes(chain_of(65'535)),
              "loaded nodes-degenerate@16 limit-node-depth@3735496, no nodes; strict: refused");
}

TEST(Threat, ZN_11_PartitionsWithoutDirection) {
    EXPECT_EQ(changed([](Lump& l) { l.nodes[0].dx = l.nodes[0].dy = 0; }),
              "loaded nodes-partition@136, no nodes; strict: refused");
    // Boxes of the file are not trusted but computed, so that none is inverted: those that
    // nodes_tools writes are all 0x7FFF.
    EXPECT_EQ(of_nodes(good()), "loaded, nodes");
}

TEST(Threat, ZN_12_Bombs) {
    const std::string bomb = "ZGL3" + zlib_stream(std::string(64u << 20, '\0'));
    EXPECT_LT(bomb.size(), 70'000u);
    nodes_tools::CountedMemory memory;
    const std::string text = nodes_tools::two_squares_map();
    flatline::engine::LoadOptions options;
    options.memory = memory.hooks();
    options.lumps.znodes = nodes_tools::bytes(bomb);
    {
        const auto result = load_text::load(text, options);
        EXPECT_EQ(result.status, flatline::engine::Status::ok);
        EXPECT_EQ(result.value.nodes().subsector_count, 0u);
        EXPECT_LT(memory.peak, 16u << 20) << "the bound follows from the map, not from the stream";
    }
    EXPECT_EQ(memory.out, 0u);
    EXPECT_EQ(of_nodes(bomb), "loaded nodes-inflate-limit@0, no nodes; strict: refused");
    flatline::engine::Limits limits;
    limits.segs = 8;
    EXPECT_EQ(of_nodes("ZGL3" + zlib_stream(std::string(100'000, '\0')), limits),
              "loaded nodes-inflate-limit@0, no nodes; strict: refused");
}

TEST(Threat, ZN_13_DamagedStreams) {
    const std::string payload = nodes_tools::payload("ZGL3", nodes_tools::two_squares_lump());
    const std::string whole = "ZGL3" + zlib_stream(payload);
    EXPECT_EQ(of_nodes(whole), "loaded, nodes");
    std::string adler = whole;
    adler.back() = static_cast<char>(adler.back() ^ 1);
    EXPECT_EQ(of_nodes(adler), "loaded nodes-inflate@0, no nodes; strict: refused");
    std::string dictionary = whole;
    dictionary[5] = static_cast<char>(0xBB);  // FDICT is set, and the check of the head is right
    EXPECT_EQ(of_nodes(dictionary), "loaded nodes-inflate@0, no nodes; strict: refused");
    for (std::size_t size = 4; size < whole.size(); ++size) {
        EXPECT_EQ(of_nodes(whole.substr(0, size)),
                  "loaded nodes-inflate@0, no nodes; strict: refused")
            << size;
    }
    EXPECT_EQ(of_nodes("ZGL3" + std::string(100, '\xFF')),
              "loaded nodes-inflate@0, no nodes; strict: refused");
}

TEST(Threat, ZN_14_BytesBehindTheEnd) {
    EXPECT_EQ(of_nodes(good() + "abc"), "loaded nodes-trailing@176, nodes");
    const std::string payload = nodes_tools::payload("ZGL3", nodes_tools::two_squares_lump());
    EXPECT_EQ(of_nodes("ZGL3" + zlib_stream(payload) + "abc"), "loaded nodes-trailing@172, nodes");
    EXPECT_EQ(of_nodes("ZGL3" + zlib_stream(payload + "abc")), "loaded nodes-trailing@172, nodes");
}

/// A binary map with nodes of its own, in one line.
std::string of_binary(binary_map::Map map) {
    const auto result = map.load();
    EXPECT_EQ(oracle::first_fault(result, ""), "");
    return threats::line_of(result.status, result.findings.kept()) +
           (result.value.nodes().subsector_count != 0 ? ", nodes" : ", no nodes");
}

TEST(Threat, ZN_15_ClassicNodesThatBeginLikeOthers) {
    binary_map::Map map = binary_map::Map::square();
    // A classic node whose x and y spell the signature of an extended form, and counts after it
    // that ask for gigabytes.
    map.segs.assign(12, '\0');
    map.ssectors = std::string("\1\0\0\0", 4);
    map.nodes = "XNOD" + std::string(24, '\x7F');
    EXPECT_EQ(of_binary(map), "loaded nodes-stale@4 nodes-count@4, no nodes");
    // In a TEXTMAP's ZNODES a classic NODES lump has no signature that is known.
    EXPECT_EQ(of_nodes(std::string(28, '\1')),
              "loaded nodes-signature@0, no nodes; strict: refused");
}

TEST(Threat, ZN_16_NodesOfAnotherMap) {
    // The counts fit; the segs lie on other lines.
    EXPECT_EQ(changed([](Lump& l) { std::swap(l.segs[0].linedef, l.segs[5].linedef); }),
              "loaded nodes-seg-off-line@28, no nodes; strict: refused");
}

TEST(Threat, ZN_17_ExtremeCoordinates) {
    const double least = -32768.0;  // 0x80000000 in 16.16
    EXPECT_EQ(changed([&](Lump& l) { l.vertices.push_back({least, least}); }), "loaded, nodes");
    EXPECT_EQ(changed([&](Lump& l) { l.nodes[0].dx = l.nodes[0].dy = least; }), "loaded, nodes");
    EXPECT_EQ(changed([&](Lump& l) {
                  l.nodes[0].x = l.nodes[0].y = least;
                  l.nodes[0].dy = least;
              }),
              "loaded, nodes");
    // A line from corner to corner of what 16.16 holds, whose nodes are built.
    const std::string text = nodes_tools::textmap(
        {{-32768, -32768}, {-32768, 32767}, {32767, 32767}, {32767, -32768}},
        {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 0, 0, -1}, {0, 2, 0, 0}, {1, 3, 0, 0}},
        1);
    flatline::engine::LoadOptions options;
    options.products = FLATLINE_PRODUCT_BUILD_NODES;
    const auto result = load_text::load(text, options);
    ASSERT_EQ(result.status, flatline::engine::Status::ok);
    EXPECT_EQ(nodes_tools::first_fault(result.value.nodes(), nodes_tools::view_of(result.value)),
              "");
}

}  // namespace nodes_threats
