#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "flatline/nodes.hpp"
#include "flatline/write_wad.hpp"
#include "support/counting_memory.hpp"
#include "support/load_text.hpp"
#include "support/map_round_trip.hpp"
#include "support/wad_builder.hpp"

namespace map_lumps_test {

using flatline::LoadOptions;
using flatline::LoadResult;
using flatline::LumpView;
using flatline::Map;
using flatline::MapFormat;
using flatline::MapLumps;
using flatline::MapLumpsOptions;
using flatline::Result;
using flatline::Status;
using flatline::WrittenNodes;
using load_text::bytes;
using testing_support::square_text;

using Lumps = std::vector<std::pair<std::string, std::string>>;

std::string string_of(flatline::Bytes lump) {
    return {reinterpret_cast<const char*>(lump.data()), lump.size()};
}

class MapLumpsTest : public testing::Test {
protected:
    MapLumpsTest() : text_(square_text()), map_(load_text::load(text_)) {}

    // Lumps that are kept stay the caller's.
    Result<MapLumps> make(Lumps stored) {
        stored_ = std::move(stored);
        views_.clear();
        for (const auto& [name, data] : stored_) views_.push_back({name, bytes(data)});
        options_.stored = {views_.data(), views_.size()};
        return flatline::make_map_lumps(map_.value, options_);
    }
    static std::string names(const Result<MapLumps>& made) {
        std::string all;
        for (const LumpView& lump : made.value.lumps()) all += std::string(lump.name) + " ";
        return all;
    }
    static std::string lump(const Result<MapLumps>& made, std::string_view name) {
        for (const LumpView& lump : made.value.lumps()) {
            if (lump.name == name) return string_of(lump.bytes);
        }
        return "none";
    }
    LoadResult<Map> reload(const Result<MapLumps>& made) {
        again_ = lump(made, "TEXTMAP");
        nodes_ = lump(made, "ZNODES");
        LoadOptions options;
        options.lumps.znodes = bytes(nodes_);
        options.strict = true;
        return load_text::load(again_, options);
    }

    std::string text_;
    LoadResult<Map> map_;
    MapLumpsOptions options_;
    Lumps stored_;
    std::vector<LumpView> views_;
    std::string again_, nodes_;
};

TEST_F(MapLumpsTest, ATextWithNodes) {
    const Result<MapLumps> made = make({});
    ASSERT_TRUE(made);
    EXPECT_EQ(names(made), "TEXTMAP ZNODES ENDMAP ");
    const LoadResult<Map> again = reload(made);
    ASSERT_TRUE(again) << load_text::story(again, again_);
    EXPECT_EQ(map_round_trip::content(again.value), map_round_trip::content(map_.value));
    EXPECT_NE(again.value.nodes().subsector_count, 0u);
    EXPECT_EQ(std::string(again.value.nodes().format), "XGL3");
}

TEST_F(MapLumpsTest, CompressedNodes) {
    options_.compress_nodes = true;
    const Result<MapLumps> made = make({});
    ASSERT_TRUE(made);
    const LoadResult<Map> again = reload(made);
    ASSERT_TRUE(again) << load_text::story(again, again_);
    EXPECT_EQ(std::string(again.value.nodes().format), "ZGL3");
}

TEST_F(MapLumpsTest, OtherLumpsKeepTheirOrder) {
    const Lumps stored = {{"TEXTMAP", "old"},  {"BEHAVIOR", "ACS"}, {"ZNODES", "old"},
                          {"BLOCKMAP", "old"}, {"REJECT", "r"},     {"DIALOGUE", ""},
                          {"mine", "m"},       {"ENDMAP", ""}};
    Result<MapLumps> made = make(stored);
    ASSERT_TRUE(made);
    EXPECT_EQ(names(made), "TEXTMAP BEHAVIOR ZNODES REJECT DIALOGUE mine ENDMAP ");
    EXPECT_EQ(lump(made, "REJECT"), "r");
    EXPECT_EQ(lump(made, "mine"), "m");
    options_.nodes = WrittenNodes::none;
    made = make(stored);
    ASSERT_TRUE(made);
    EXPECT_EQ(names(made), "TEXTMAP BEHAVIOR REJECT DIALOGUE mine ENDMAP ");
}

TEST_F(MapLumpsTest, KeptNodesAreTheSameBytes) {
    Result<MapLumps> made = make({});
    ASSERT_TRUE(made);
    const std::string znodes = lump(made, "ZNODES");
    LoadOptions load;
    load.lumps.znodes = bytes(znodes);
    map_ = load_text::load(text_, load);
    ASSERT_NE(map_.value.nodes().subsector_count, 0u);
    options_.nodes = WrittenNodes::keep;
    // Bytes behind the nodes show that the lump was taken as it is.
    made = make({{"TEXTMAP", ""}, {"ZNODES", znodes + "rest"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(lump(made, "ZNODES"), znodes + "rest");
    made = make({});  // the lump is not at hand, the tree is
    EXPECT_EQ(lump(made, "ZNODES"), znodes);
    options_.nodes = WrittenNodes::build;
    made = make({{"TEXTMAP", ""}, {"ZNODES", znodes + "rest"}});
    EXPECT_EQ(lump(made, "ZNODES"), znodes);
}

TEST_F(MapLumpsTest, DroppedNodesAreNotKept) {
    options_.nodes = WrittenNodes::keep;
    const Result<MapLumps> made = make({{"TEXTMAP", ""}, {"ZNODES", "bad"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(lump(made, "ZNODES").substr(0, 4), "XGL3");
}

TEST_F(MapLumpsTest, WithoutLinesThereAreNoNodes) {
    map_ = load_text::load("namespace = \"zdoom\"; vertex { x = 1; y = 2; }");
    const Result<MapLumps> made = make({});
    ASSERT_TRUE(made);
    EXPECT_EQ(names(made), "TEXTMAP ENDMAP ");
    ASSERT_EQ(made.findings.total(), 1u);
    EXPECT_EQ(load_text::rule_id(made.findings.kept()[0]), "nodes-empty");
}

TEST_F(MapLumpsTest, MemoryIsAnnounced) {
    Result<MapLumps> made = make({{"REJECT", "r"}});
    ASSERT_TRUE(made);
    EXPECT_LE(made.memory.used, made.memory.announced);
    EXPECT_GE(made.memory.used, lump(made, "TEXTMAP").size() + lump(made, "ZNODES").size());
    options_.limits.arena_bytes = 100;
    made = make({});
    EXPECT_EQ(made.status, Status::refused);
    EXPECT_EQ(load_text::rule_id(made.findings.kept()[0]), "limit-arena-bytes");
    EXPECT_TRUE(made.value.lumps().empty());
}

}  // namespace map_lumps_test
