// Every byte and every field of small lumps set to what breaks readers. Whatever comes of it, no
// crash, no tree that the oracle objects to, no memory beyond what was announced.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nodes/binary_maps.hpp"
#include "nodes/slow_binary_nodes.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/nodes_tools.hpp"
#include "support/paths.hpp"
#include "support/sampled.hpp"
#include "support/wad_maps.hpp"

namespace {

using flatline::engine::Outcome;
using nodes_tools::BinaryLumps;
using nodes_tools::MapView;
using nodes_tools::ReadNodes;

struct Tally {
    std::uint64_t read = 0;
    std::uint64_t kept = 0;
};

ReadNodes read_of(const std::string& lump, const MapView& map,
                  const flatline::engine::MemoryHooks& hooks) {
    return nodes_tools::read(lump, map, {}, flatline::engine::nodes::kInflater, hooks);
}
nodes_tools::ReadBinary read_of(const BinaryLumps& lumps, const MapView& map,
                                const flatline::engine::MemoryHooks& hooks) {
    return nodes_tools::read(lumps, map, {}, hooks);
}

void expect_as_slow(const std::string&, const MapView&, const ReadNodes&, const std::string&) {}
// The classic forms are sound where the slow reader says so, and then give its tree.
void expect_as_slow(const BinaryLumps& lumps, const MapView& map, const ReadNodes& read,
                    const std::string& what) {
    if (flatline::engine::nodes::signature_of(nodes_tools::bytes(lumps.ssectors)) !=
            flatline::engine::nodes::Signature::none ||
        flatline::engine::nodes::signature_of(nodes_tools::bytes(lumps.nodes)) !=
            flatline::engine::nodes::Signature::none) {
        return;
    }
    const auto expected = slow_nodes::read(lumps, map);
    ASSERT_EQ(read.outcome == Outcome::ok, expected.has_value()) << what;
    if (expected.has_value()) {
        ASSERT_EQ(slow_nodes::difference(read.bsp, *expected), "") << what;
    }
}

// `lumps` is one lump, or those of a binary map.
template <class Lumps>
void expect_harmless(const Lumps& lumps, const MapView& map, Tally& tally,
                     const std::string& what) {
    nodes_tools::CountedMemory memory;
    {
        const auto read = read_of(lumps, map, memory.hooks());
        ASSERT_EQ(nodes_tools::first_fault(read.bsp, map), "") << what;
        ASSERT_LE(memory.peak, read.announced) << what;
        ASSERT_TRUE(read.outcome == Outcome::ok || read.outcome == Outcome::refused) << what;
        ASSERT_EQ(read.anything_dropped(), read.findings.warnings() != 0) << what;
        expect_as_slow(lumps, map, read, what);
        ASSERT_TRUE(read.anything_dropped() || read.outcome == Outcome::ok) << what;
        tally.kept += read.outcome == Outcome::ok ? 1 : 0;
        ++tally.read;
    }
    ASSERT_EQ(memory.out, 0u) << what;
}

// Changes `lump`, which is a part of `lumps` or all of them.
template <class Lumps>
void corrupt(Lumps& lumps, std::string& lump, const MapView& map, std::size_t step, Tally& tally) {
    const std::string whole = lump;
    for (std::size_t at = 0; at < lump.size(); at += step) {
        const auto old = static_cast<unsigned char>(lump[at]);
        for (const int value : {0x00, 0x01, 0x7F, 0x80, 0xFF, old + 1, old - 1}) {
            lump[at] = static_cast<char>(value);
            expect_harmless(lumps, map, tally, "byte " + std::to_string(at));
            lump = whole;
            if (testing::Test::HasFatalFailure()) return;
        }
        // The same as a field of two and of four bytes.
        for (const std::size_t size : {2u, 4u}) {
            if (at + size > lump.size()) continue;
            for (const int fill : {0x00, 0xFF, 0x7F, 0x80}) {
                for (std::size_t i = 0; i < size; ++i) {
                    const bool top = i + 1 == size;
                    const int byte = fill == 0x7F   ? (top ? 0x7F : 0xFF)
                                     : fill == 0x80 ? (top ? 0x80 : 0x00)
                                                    : fill;
                    lump[at + i] = static_cast<char>(byte);
                }
                expect_harmless(lumps, map, tally, "field " + std::to_string(at));
                lump = whole;
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

TEST(CorruptNodes, EveryByteOfOurSmallLumps) {
    const std::string texts[] = {nodes_tools::square_map(), nodes_tools::two_squares_map()};
    const nodes_tools::Lump lumps[] = {nodes_tools::square_lump(), nodes_tools::two_squares_lump()};
    Tally tally;
    for (int i = 0; i < 2; ++i) {
        const flatline::engine::LoadResult<flatline::engine::Map> loaded =
            load_text::load(texts[i]);
        for (const char* form : {"XGLN", "XGL2", "XGL3"}) {
            std::string lump = nodes_tools::uncompressed(form, lumps[i]);
            corrupt(lump, lump, nodes_tools::view_of(loaded.value), 1, tally);
        }
    }
    // Coordinates and boxes may be anything, so some of the changed lumps are good.
    EXPECT_GT(tally.kept, 100u);
    EXPECT_GT(tally.read, 10 * tally.kept / 9);
}

TEST(CorruptNodes, SampledBytesOfRealLumps) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    Tally tally;
    std::size_t maps = 0;
    for (const wad_maps::UdmfMap& map : wad_maps::of_folder(paths::corpus() + "/open")) {
        if (!map.has_znodes || map.znodes.size() > 120000) continue;
        const flatline::engine::LoadResult<flatline::engine::Map> loaded =
            load_text::load(map.textmap);
        if (!loaded) continue;
        const std::size_t step =
            map.znodes.size() < 1500 ? 1 : map.znodes.size() / (97 / testing_support::one_in(3, 6));
        std::string lump = map.znodes;
        corrupt(lump, lump, nodes_tools::view_of(loaded.value), step, tally);
        ASSERT_FALSE(HasFatalFailure()) << map.label;
        ++maps;
    }
    EXPECT_GT(maps, 0u);
}

// Every lump of a binary map's nodes, some `most` bytes of each.
void corrupt(BinaryLumps lumps, const MapView& map, std::size_t most, Tally& tally) {
    for (const auto lump : {&BinaryLumps::segs, &BinaryLumps::ssectors, &BinaryLumps::nodes,
                            &BinaryLumps::more_vertices}) {
        corrupt(lumps, lumps.*lump, map, (lumps.*lump).size() / most + 1, tally);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(CorruptNodes, EveryByteOfSmallBinaryMaps) {
    const std::string text = nodes_tools::two_squares_map();
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    const MapView map = nodes_tools::view_of(loaded.value);
    nodes_tools::Lump lump = nodes_tools::open_two_squares_lump();
    lump.vertices = {{9, -9}};
    Tally tally;
    for (const bool deep : {false, true}) {
        corrupt(nodes_tools::classic_lumps(lump, deep), map, 1000, tally);
    }
    BinaryLumps extended;
    extended.nodes = nodes_tools::uncompressed("XNOD", nodes_tools::open_two_squares_lump());
    extended.ssectors = nodes_tools::uncompressed("XGL2", nodes_tools::two_squares_lump());
    extended.more_vertices = std::string(8, 'x');
    corrupt(extended, map, 1000, tally);
    EXPECT_GT(tally.kept, 100u);
    EXPECT_GT(tally.read, 10 * tally.kept / 9);
}

TEST(CorruptNodes, SampledBytesOfRealBinaryMaps) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    Tally tally;
    std::size_t maps = 0;
    wad_maps::each_wad(
        paths::corpus() + "/open", [&](const std::string& wad, const std::string& name) {
            for (const binary_maps::BinaryMap& map : binary_maps::of_wad(wad, name)) {
                if (map.lump("SEGS").size() > 60'000) continue;
                corrupt(map.node_lumps(), map.view(), 23 / testing_support::one_in(3), tally);
                ASSERT_FALSE(HasFatalFailure()) << map.label;
                ++maps;
            }
        });
    EXPECT_GT(maps, 0u);
    EXPECT_GT(tally.read, 10 * tally.kept / 9);
}

}  // namespace
