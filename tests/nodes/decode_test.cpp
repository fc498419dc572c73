#include "nodes/decode.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <string_view>

#include "support/load_text.hpp"
#include "support/nodes_tools.hpp"
#include "support/zlib_stream.hpp"

namespace {

using flatline::engine::Limits;
using flatline::engine::Outcome;
using nodes_tools::Lump;
using nodes_tools::open_two_squares_lump;
using nodes_tools::ReadNodes;
using testing_support::zlib_stream;

constexpr const char* kForms[] = {"XGLN", "XGL2", "XGL3", "ZGLN", "ZGL2", "ZGL3", "XNOD", "ZNOD"};

std::string lump_of(std::string_view form, const Lump& lump) {
    const std::string payload = nodes_tools::payload(form, lump);
    return std::string(form) + (form[0] == 'Z' ? zlib_stream(payload) : payload);
}

std::string from_hex(std::string_view hex) {
    std::string out;
    int digits = 0;
    unsigned value = 0;
    for (const char c : hex) {
        if (c == ' ') continue;
        value = value * 16 + static_cast<unsigned>(c <= '9' ? c - '0' : c - 'A' + 10);
        if (++digits % 2 == 0) {
            out.push_back(static_cast<char>(value));
            value = 0;
        }
    }
    return out;
}

class Nodes : public testing::Test {
protected:
    std::string text = nodes_tools::two_squares_map();
    flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    flatline::engine::nodes::MapView map = nodes_tools::view_of(loaded.value);
};

TEST(NodesDump, OneSquareWithoutNodes) {
    // docs/nodes.md, "Forms": bytes that Debian's zdbsp wrote.
    const std::string lump = from_hex(
        "58474C4E 04000000 00000000 01000000 04000000 04000000 00000000FFFFFFFF000000 "
        "01000000FFFFFFFF010000 02000000FFFFFFFF020000 03000000FFFFFFFF030000 00000000");
    ASSERT_EQ(lump.size(), 72u);
    const std::string text = nodes_tools::square_map();
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    const auto map = nodes_tools::view_of(loaded.value);
    const ReadNodes read = nodes_tools::read(lump, map);
    ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
    EXPECT_EQ(read.rules(), "");
    EXPECT_STREQ(read.bsp.format, "XGLN");
    EXPECT_EQ(read.bsp.seg_count, 4u);
    EXPECT_EQ(read.bsp.subsector_count, 1u);
    EXPECT_EQ(read.bsp.node_count, 0u);
    EXPECT_EQ(read.bsp.depth, 0u);
    EXPECT_EQ(read.bsp.segs[3].v2, 0u);
    EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
    EXPECT_EQ(lump, lump_of("XGLN", nodes_tools::square_lump()));
}

TEST_F(Nodes, TwoSquares) {
    const std::string lump = from_hex(
        "58474C4E 06000000 00000000 02000000 04000000 04000000 08000000 00000000FFFFFFFF000000 "
        "01000000FFFFFFFF010000 0200000004000000020000 03000000FFFFFFFF030000 "
        "0300000002000000020001 02000000FFFFFFFF040000 04000000FFFFFFFF050000 "
        "05000000FFFFFFFF060000 01000000 80008000000080FF 8000000000008000 8000000080000001 "
        "00000080 01000080");
    ASSERT_EQ(lump.size(), 152u);
    const ReadNodes read = nodes_tools::read(lump, map);
    ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
    ASSERT_EQ(read.bsp.node_count, 1u);
    const flatline_node& node = read.bsp.nodes[0];
    EXPECT_EQ(node.x, 128);
    EXPECT_EQ(node.dy, -128);
    const double left[] = {128, 0, 0, 128};
    const double right[] = {128, 0, 128, 256};
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(node.bbox[0][i], left[i]);
        EXPECT_EQ(node.bbox[1][i], right[i]);
    }
    EXPECT_EQ(read.bsp.segs[2].partner, 4u);
    EXPECT_EQ(read.bsp.segs[2].v2, 3u);
    EXPECT_EQ(read.bsp.subsectors[1].sector, 1u);
}

TEST_F(Nodes, AllFormsGiveTheSameTree) {
    for (const std::string form : kForms) {
        const bool open = form.substr(1) == "NOD";
        const Lump lump = open ? open_two_squares_lump() : nodes_tools::two_squares_lump();
        const ReadNodes read = nodes_tools::read(lump_of(form, lump), map);
        ASSERT_EQ(read.outcome, Outcome::ok) << form << ' ' << read.rules();
        EXPECT_EQ(read.rules(), "") << form;
        EXPECT_EQ(read.bsp.format, form);
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "") << form;
        EXPECT_EQ(read.bsp.depth, 1u);
        EXPECT_EQ(read.bsp.segs[4].partner, open ? FLATLINE_NONE : 2u);
        for (int i = 0; i < 8; ++i) {
            EXPECT_EQ(read.bsp.segs[i].v2,
                      open_two_squares_lump().segs[static_cast<std::size_t>(i)].second);
        }
        EXPECT_EQ(read.bsp.nodes[0].bbox[1][3], 256);
    }
}

TEST_F(Nodes, CutAtEveryByteTheyAreDropped) {
    for (const std::string form : kForms) {
        const Lump lump =
            form[1] == 'N' ? open_two_squares_lump() : nodes_tools::two_squares_lump();
        const std::string whole = lump_of(form, lump);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const ReadNodes read = nodes_tools::read(whole.substr(0, size), map);
            EXPECT_EQ(read.outcome, Outcome::refused) << form << ' ' << size;
            const std::string expected = size < 4         ? "nodes-signature"
                                         : form[0] == 'Z' ? "nodes-inflate"
                                                          : "nodes-truncated";
            EXPECT_EQ(read.rules(), expected) << form << ' ' << size;
            EXPECT_EQ(nodes_tools::first_fault(read.bsp, map), "");
        }
    }
}

TEST_F(Nodes, OffsetsCountInTheLumpOrInTheInflatedData) {
    Lump lump = nodes_tools::two_squares_lump();
    lump.segs[2].v1 = 77;
    // 4 signature, 8 head, 12 subsectors, 4 count, two segs of 11 bytes.
    const ReadNodes plain = nodes_tools::read(lump_of("XGLN", lump), map);
    ASSERT_EQ(plain.rules(), "nodes-vertex-range");
    EXPECT_EQ(plain.findings.kept()[0].offset, 50u);
    EXPECT_EQ(plain.findings.kept()[0].a, 2);
    EXPECT_EQ(plain.findings.kept()[0].b, 77);
    const ReadNodes inflated = nodes_tools::read(lump_of("ZGLN", lump), map);
    EXPECT_EQ(inflated.findings.kept()[0].offset, 46u);
}

TEST_F(Nodes, TrailingBytesAreANote) {
    const Lump lump = nodes_tools::two_squares_lump();
    for (const std::string form : {"XGL3", "ZGL3"}) {
        const ReadNodes read = nodes_tools::read(lump_of(form, lump) + "abc", map);
        EXPECT_EQ(read.outcome, Outcome::ok);
        ASSERT_EQ(read.rules(), "nodes-trailing");
        EXPECT_EQ(read.findings.kept()[0].a, 3);
        EXPECT_EQ(read.findings.warnings(), 0u);
    }
    const ReadNodes inside =
        nodes_tools::read("ZGL3" + zlib_stream(nodes_tools::payload("ZGL3", lump) + "abc"), map);
    EXPECT_EQ(inside.rules(), "nodes-trailing");
}

// A good tree with a tail: what is refused is the size alone.
TEST_F(Nodes, CompressedDataIsBoundedByTheMapAndByItsRatio) {
    const std::string good = nodes_tools::payload("ZGL3", nodes_tools::two_squares_lump());
    const auto a_of = [&](const std::string& lump) {
        const ReadNodes read = nodes_tools::read(lump, map);
        EXPECT_EQ(read.outcome, Outcome::refused);
        EXPECT_EQ(read.rules(), "nodes-inflate-limit");
        EXPECT_LT(read.used, 1u << 20);
        return static_cast<std::uint64_t>(read.findings.kept()[0].a);
    };
    const std::string zeros = "ZGL3" + zlib_stream(good + std::string(200'000, '\0'));
    EXPECT_EQ(a_of(zeros), 64 * (zeros.size() - 4) + 4096);
    // Bytes that do not shrink, more than 64 segs for each of the 7 lines.
    std::mt19937 random(1);
    std::string noise(400'000, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    EXPECT_EQ(a_of("ZGL3" + zlib_stream(good + noise)), 64u + (64 * 7 + 4096) * 65);
    EXPECT_EQ(nodes_tools::read("ZGL3" + zlib_stream(good + noise.substr(0, 200'000)), map).rules(),
              "nodes-trailing");
}

TEST_F(Nodes, UnknownSignature) {
    for (const std::string lump : {"XGL1", "xGL3", "xNd4", "ZNOX", "gNd2", "XNO"}) {
        const ReadNodes read = nodes_tools::read(lump + std::string(64, '\0'), map);
        ASSERT_EQ(read.rules(), "nodes-signature");
        std::int64_t name = 0;  // the finding holds the first four bytes, lowest first
        for (std::size_t i = lump.size(); i-- > 0;) name = name << 8 | lump[i];
        EXPECT_EQ(read.findings.kept()[0].a, name) << lump;
    }
    const ReadNodes cut = nodes_tools::read("XG", map);
    ASSERT_EQ(cut.rules(), "nodes-signature");
    EXPECT_EQ(cut.findings.kept()[0].a, 'X' | 'G' << 8);
}

TEST_F(Nodes, CountsThatWouldWrapAreMeasuredIn64Bits) {
    // newVerts * 8, subsectors * 4, segs * 13 and nodes * 40 wrap to small numbers in 32 bits.
    const struct {
        std::size_t at;
        std::uint32_t count;
    } kRows[] = {{8, 0x20000000},  {8, 0xFFFFFFFF},  {12, 0x40000000},
                 {12, 0xFFFFFFFF}, {24, 0x13B13B14}, {24, 0xFFFFFFFF}};
    for (const auto& row : kRows) {
        std::string lump = lump_of("XGL3", nodes_tools::two_squares_lump());
        for (std::size_t i = 0; i < 4; ++i) {
            lump[row.at + i] = static_cast<char>(row.count >> (8 * i));
        }
        nodes_tools::CountedMemory memory;
        const ReadNodes read =
            nodes_tools::read(lump, map, {}, flatline::engine::nodes::kInflater, memory.hooks());
        EXPECT_EQ(read.rules(), "nodes-truncated") << row.at;
        EXPECT_EQ(memory.requests, 0u);
    }
    // Two counts whose sum is 8 in 32 bits.
    Lump lump = nodes_tools::two_squares_lump();
    lump.counts = {0xFFFFFFFC, 12};
    EXPECT_EQ(nodes_tools::read(lump_of("XGL3", lump), map).rules(), "nodes-count");
}

TEST_F(Nodes, CountsAddUp) {
    Lump none = nodes_tools::two_squares_lump();
    none.counts.clear();
    none.segs.clear();
    none.nodes.clear();
    EXPECT_EQ(nodes_tools::read(lump_of("XGL3", none), map).rules(), "nodes-count");
    const auto expect_count = [&](const Lump& lump, std::int64_t met, std::int64_t wanted) {
        const ReadNodes read = nodes_tools::read(lump_of("XGL3", lump), map);
        ASSERT_EQ(read.rules(), "nodes-count");
        EXPECT_EQ(read.findings.kept()[0].a, met);
        EXPECT_EQ(read.findings.kept()[0].b, wanted);
    };
    Lump fewer = nodes_tools::two_squares_lump();
    const auto segs = static_cast<std::int64_t>(fewer.segs.size());
    --fewer.counts[0];
    expect_count(fewer, segs, segs - 1);
    Lump extra = nodes_tools::two_squares_lump();
    extra.nodes.push_back(extra.nodes[0]);
    expect_count(extra, 2, 3);
    Lump missing = nodes_tools::two_squares_lump();
    missing.nodes.clear();
    expect_count(missing, 2, 1);
}

// Indices of vertices have 31 bits. Only the first vertices of this map exist, which is enough.
TEST_F(Nodes, MoreVerticesThanIndices) {
    flatline::engine::nodes::MapView large = map;
    for (const std::uint32_t vertices : {0x7FFFFFFFu, 0x80000000u}) {
        large.vertices = {map.vertices.data(), vertices};
        Lump lump = nodes_tools::two_squares_lump();
        lump.original = vertices;
        const ReadNodes read = nodes_tools::read(lump_of("XGL3", lump), large);
        const nodes_tools::BinaryLumps lumps =
            nodes_tools::classic_lumps(nodes_tools::open_two_squares_lump());
        nodes_tools::CountedMemory memory;
        const nodes_tools::ReadBinary binary = nodes_tools::read(lumps, large, {}, memory.hooks());
        if (vertices == 0x7FFFFFFF) {
            EXPECT_EQ(read.outcome, Outcome::ok) << read.rules();
            EXPECT_EQ(binary.outcome, Outcome::ok) << binary.rules();
            continue;
        }
        ASSERT_EQ(read.rules(), "nodes-count");
        EXPECT_EQ(read.findings.kept()[0].a, 0x80000000);
        EXPECT_EQ(read.findings.kept()[0].b, 0x7FFFFFFF);
        EXPECT_EQ(read.findings.kept()[0].offset, 8u);
        ASSERT_EQ(binary.rules(), "nodes-count");
        EXPECT_EQ(binary.findings.kept()[0].a, 0x80000000);
        EXPECT_EQ(binary.findings.kept()[0].offset, 4ull * 0x7FFFFFFF);
        EXPECT_EQ(memory.requests, 0u);
    }
}

TEST_F(Nodes, AnotherMapsNodesAreStale) {
    for (const std::uint32_t vertices : {0u, 5u, 7u, 0xFFFFFFFFu}) {
        Lump lump = nodes_tools::two_squares_lump();
        lump.original = vertices;
        const ReadNodes read = nodes_tools::read(lump_of("XGL2", lump), map);
        ASSERT_EQ(read.rules(), "nodes-stale");
        EXPECT_EQ(read.findings.kept()[0].a, vertices);
        EXPECT_EQ(read.findings.kept()[0].b, 6);
        EXPECT_EQ(read.findings.kept()[0].offset, 4u);
    }
}

TEST_F(Nodes, ExactlyTheLimitIsRead) {
    const std::string lump = lump_of("XGL3", nodes_tools::two_squares_lump());
    const Limits limits = nodes_tools::two_squares_limits();
    EXPECT_EQ(nodes_tools::read(lump, map, limits).outcome, Outcome::ok);
    for (const auto& row : nodes_tools::kLimitRules) {
        Limits less = limits;
        less.*row.member -= 1;
        const ReadNodes read = nodes_tools::read(lump, map, less);
        EXPECT_EQ(read.outcome, Outcome::refused);
        EXPECT_EQ(read.rules(), row.rule);
        EXPECT_EQ(read.findings.errors(), 0u);
    }
}

TEST_F(Nodes, OnlyTheNarrowFormsHaveA16BitNone) {
    Lump lump = nodes_tools::two_squares_lump();
    lump.segs[5].linedef = 0xFFFF;
    const ReadNodes narrow = nodes_tools::read(lump_of("XGLN", lump), map);
    ASSERT_EQ(narrow.outcome, Outcome::ok) << narrow.rules();
    EXPECT_EQ(narrow.bsp.segs[5].linedef, FLATLINE_NONE);
    EXPECT_EQ(nodes_tools::read(lump_of("XGL2", lump), map).rules(), "nodes-linedef-range");
}

// What the tree is checked in counts as well.
TEST_F(Nodes, OneByteLessThanAnnouncedIsTooLittle) {
    const std::string lump = lump_of("XGL3", nodes_tools::two_squares_lump());
    Limits limits;
    limits.arena_bytes = nodes_tools::read(lump, map).announced;
    EXPECT_EQ(nodes_tools::read(lump, map, limits).outcome, Outcome::ok);
    limits.arena_bytes -= 1;
    EXPECT_EQ(nodes_tools::read(lump, map, limits).outcome, Outcome::over_limit);
}

TEST_F(Nodes, MemoryIsAnnouncedAndGivenBack) {
    for (const std::string form : kForms) {
        const Lump lump =
            form[1] == 'N' ? open_two_squares_lump() : nodes_tools::two_squares_lump();
        const std::string whole = lump_of(form, lump);
        nodes_tools::CountedMemory memory;
        std::uint64_t requests = 0;
        std::uint64_t used = 0;
        {
            const ReadNodes read = nodes_tools::read(
                whole, map, {}, flatline::engine::nodes::Inflater::zlib, memory.hooks());
            EXPECT_EQ(read.outcome, Outcome::ok);
            EXPECT_LE(memory.peak, read.announced) << form;
            EXPECT_LE(read.used, read.announced);
            requests = memory.requests;
            used = nodes_tools::read(whole, map).used;
        }
        EXPECT_EQ(memory.out, 0u);
        for (std::uint64_t fail_at = 0; fail_at < requests; ++fail_at) {
            nodes_tools::CountedMemory scarce;
            scarce.fail_at = fail_at;
            const ReadNodes read = nodes_tools::read(
                whole, map, {}, flatline::engine::nodes::Inflater::zlib, scarce.hooks());
            EXPECT_EQ(read.outcome, Outcome::out_of_memory) << form << ' ' << fail_at;
            EXPECT_EQ(read.rules(), "");
            EXPECT_EQ(scarce.out, 0u);
        }
        Limits small;
        for (small.arena_bytes = 1; small.arena_bytes < used; small.arena_bytes += 61) {
            const ReadNodes read = nodes_tools::read(whole, map, small);
            EXPECT_EQ(read.outcome, Outcome::over_limit) << form << small.arena_bytes;
        }
    }
}

}  // namespace
