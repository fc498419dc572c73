// Real node lumps: all of them verify, but for the two that were built for another map.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "nodes/build.hpp"
#include "nodes/write.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/nodes_tools.hpp"
#include "support/paths.hpp"
#include "support/wad_maps.hpp"

namespace {

using flatline::engine::Outcome;
using nodes_tools::ReadNodes;

flatline::engine::LoadResult<flatline::engine::Map> load(const wad_maps::UdmfMap& map) {
    flatline::engine::LoadOptions options;
    options.repair = flatline::engine::Repair::repair;
    return load_text::load(map.textmap, options);
}

void expect_equal(const flatline_bsp& a, const flatline_bsp& b) {
    ASSERT_EQ(a.seg_count, b.seg_count);
    ASSERT_EQ(a.node_count, b.node_count);
    EXPECT_EQ(std::memcmp(a.segs, b.segs, b.seg_count * sizeof *b.segs), 0);
    EXPECT_EQ(std::memcmp(a.nodes, b.nodes, b.node_count * sizeof *b.nodes), 0);
}

TEST(CorpusNodes, AllVerifyButTheStaleOnes) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::map<std::string, int> forms;
    int stale = 0;
    for (const wad_maps::UdmfMap& map : wad_maps::of_folder(paths::corpus() + "/open")) {
        if (!map.has_znodes) continue;
        const flatline::engine::LoadResult<flatline::engine::Map> loaded = load(map);
        ASSERT_TRUE(loaded) << map.label;
        const auto view = nodes_tools::view_of(loaded.value);
        const ReadNodes read = nodes_tools::read(map.znodes, view);
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, view), "") << map.label;
        EXPECT_LE(read.used, read.announced);
        if (map.label.substr(0, 4) == "MAP0" && map.label.find('@') == 4) {
            EXPECT_EQ(read.rules(), "nodes-stale") << map.label;
            EXPECT_EQ(read.outcome, Outcome::refused);
            ++stale;
            continue;
        }
        EXPECT_EQ(read.outcome, Outcome::ok) << map.label << ' ' << read.rules();
        EXPECT_EQ(read.findings.warnings(), 0u) << map.label;
        ++forms[read.bsp.format];
        if (!flatline::engine::nodes::kHaveLibdeflate || map.znodes[0] != 'Z') continue;
        const ReadNodes other =
            nodes_tools::read(map.znodes, view, {}, flatline::engine::nodes::Inflater::zlib);
        ASSERT_EQ(other.outcome, Outcome::ok);
        expect_equal(other.bsp, read.bsp);
    }
    EXPECT_FALSE(forms.empty());
    EXPECT_EQ(stale, 2);
    EXPECT_GE(forms["XGLN"], 30);
    EXPECT_GE(forms["XGL3"], 9);
    EXPECT_GE(forms["ZGLN"], 1);
    EXPECT_GE(forms["ZGL3"], 2);
}

// ELFBSP's own nodes of MAP20 of Freedoom: 14 edges whose two segs name different vertices at the
// same places.
TEST(CorpusNodes, NodesOfElfbspAreKeptAsTheyAre) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    for (const wad_maps::UdmfMap& map :
         wad_maps::of_folder(paths::corpus() + "/open/nodes-elfbsp")) {
        const flatline::engine::LoadResult<flatline::engine::Map> loaded = load(map);
        ASSERT_TRUE(loaded) << map.label;
        const auto view = nodes_tools::view_of(loaded.value);
        const ReadNodes read =
            nodes_tools::read(map.znodes, view, {}, flatline::engine::nodes::kInflater, {},
                              nodes_tools::BadPartners::drop);
        EXPECT_EQ(read.outcome, Outcome::ok) << map.label;
        EXPECT_EQ(read.rules(), "") << map.label;
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, view), "") << map.label;
        EXPECT_EQ(read.bsp.seg_count, 10071u) << map.label;
        std::size_t by_place = 0;
        for (const flatline_seg& seg : flatline::engine::View(read.bsp.segs, read.bsp.seg_count)) {
            if (seg.partner == FLATLINE_NONE) continue;
            const flatline_seg& other = read.bsp.segs[seg.partner];
            by_place += other.v1 != seg.v2 || other.v2 != seg.v1;
        }
        EXPECT_EQ(by_place, 28u) << map.label;
        ++maps;
    }
    EXPECT_GT(maps, 0u);
}

TEST(CorpusNodes, WrittenAsXgl3TheyReadBackEqual) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    for (const wad_maps::UdmfMap& map : wad_maps::of_folder(paths::corpus() + "/open")) {
        if (!map.has_znodes || map.znodes.size() > 200000) continue;
        const flatline::engine::LoadResult<flatline::engine::Map> loaded = load(map);
        const auto view = nodes_tools::view_of(loaded.value);
        const ReadNodes read = nodes_tools::read(map.znodes, view);
        if (read.outcome != Outcome::ok) continue;
        std::string lump(flatline::engine::nodes::xgl3_bytes(read.bsp), '\0');
        ASSERT_TRUE(flatline::engine::nodes::write_xgl3(
            read.bsp, reinterpret_cast<unsigned char*>(lump.data())));
        if (map.znodes.substr(0, 4) == "XGL3") {
            EXPECT_EQ(lump.size(), map.znodes.size());
        }
        const ReadNodes again = nodes_tools::read(lump, view);
        ASSERT_EQ(again.outcome, Outcome::ok) << map.label;
        expect_equal(again.bsp, read.bsp);
        ++maps;
    }
    EXPECT_GT(maps, 0u);
}

}  // namespace
