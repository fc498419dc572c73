#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/binary.hpp"
#include "model/nodes.hpp"
#include "model/write_wad.hpp"
#include "support/binary_map.hpp"
#include "support/counting_memory.hpp"
#include "support/load_text.hpp"
#include "support/map_round_trip.hpp"
#include "support/wad_builder.hpp"

namespace map_lumps_test {

using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::LumpView;
using flatline::engine::Map;
using flatline::engine::MapFormat;
using flatline::engine::MapLumps;
using flatline::engine::MapLumpsOptions;
using flatline::engine::Result;
using flatline::engine::Status;
using flatline::engine::WrittenNodes;
using load_text::bytes;
using testing_support::square_text;

using Lumps = std::vector<std::pair<std::string, std::string>>;

std::string string_of(flatline::engine::Bytes lump) {
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
        return flatline::engine::make_map_lumps(map_.value, options_);
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

// Woof stops at a text without one.
TEST_F(MapLumpsTest, ABlockmapForWoof) {
    options_.with_blockmap = true;
    const Result<MapLumps> made = make({{"TEXTMAP", text_}, {"BLOCKMAP", "old"}, {"ENDMAP", ""}});
    ASSERT_TRUE(made);
    EXPECT_EQ(names(made), "TEXTMAP ZNODES BLOCKMAP ENDMAP ");
    EXPECT_EQ(lump(made, "BLOCKMAP"), "");
    options_.with_blockmap = false;
    EXPECT_EQ(names(make({})), "TEXTMAP ZNODES ENDMAP ");
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

// Without a TEXTMAP they are those of a binary map, whose empty lumps only say what is not there.
TEST_F(MapLumpsTest, EmptyLumpsOfABinaryMapGo) {
    const Result<MapLumps> made = make({{"BEHAVIOR", "acs"}, {"SCRIPTS", ""}, {"DIALOGUE", ""}});
    ASSERT_TRUE(made);
    EXPECT_EQ(names(made), "TEXTMAP ZNODES BEHAVIOR ENDMAP ");
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
    // Bytes after the nodes show that the lump was taken as it is.
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

// A map that Doom's format holds.
const char* const kBinary =
    "namespace = \"doom\"; vertex { x = 0; y = 0; } vertex { x = 0; y = 64; }"
    "vertex { x = 64; y = 64; } vertex { x = 64; y = 0; }"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; } linedef { v1 = 1; v2 = 2; sidefront = 0; }"
    "linedef { v1 = 2; v2 = 3; sidefront = 0; } linedef { v1 = 3; v2 = 0; sidefront = 0; }"
    "sidedef { sector = 0; } sector { texturefloor = \"F\"; textureceiling = \"C\"; }";

class BinaryMapLumps : public MapLumpsTest {
protected:
    BinaryMapLumps() {
        map_ = load_text::load(kBinary);
        options_.format = MapFormat::doom;
    }
    // What was made, loaded.
    LoadResult<Map> load(const Result<MapLumps>& made, bool hexen) {
        lumps_.clear();
        for (const LumpView& lump : made.value.lumps()) {
            lumps_.push_back({std::string(lump.name), string_of(lump.bytes)});
        }
        const flatline::engine::BinaryLumps lumps =
            binary_map::lumps_by_name(hexen, [&](std::string_view name) {
                for (const auto& [own, data] : lumps_) {
                    if (own == name) return bytes(data);
                }
                return flatline::engine::Bytes();
            });
        LoadOptions load;
        load.strict = true;
        load.products |= FLATLINE_PRODUCT_BLOCKMAP;
        load.namespace_override = map_.value.map_namespace();
        return flatline::engine::load_binary_borrowed(lumps, load);
    }

    Lumps lumps_;
};

TEST_F(BinaryMapLumps, AllLumpsOfDoom) {
    const Result<MapLumps> made = make({{"REJECT", "r"}, {"ZNODES", "old"}, {"SCRIPTS", ""}});
    ASSERT_TRUE(made);
    EXPECT_EQ(names(made),
              "THINGS LINEDEFS SIDEDEFS VERTEXES SEGS SSECTORS NODES SECTORS REJECT BLOCKMAP ");
    EXPECT_EQ(lump(made, "REJECT"), "r");
    const LoadResult<Map> again = load(made, false);
    ASSERT_TRUE(again);
    EXPECT_EQ(again.findings.total(), 0u);
    EXPECT_EQ(map_round_trip::content(again.value), map_round_trip::content(map_.value));
    EXPECT_EQ(std::string(again.value.nodes().format), "classic");
    EXPECT_EQ(again.value.blockmap().from_lump, 1u);
}

TEST_F(BinaryMapLumps, HexenNeedsAnAcsObject) {
    options_.format = MapFormat::hexen;
    Result<MapLumps> made = make({});
    ASSERT_TRUE(made);
    EXPECT_EQ(lump(made, "BEHAVIOR"), std::string("ACS\0\x08\0\0\0\0\0\0\0\0\0\0\0", 16));
    made = make({{"BEHAVIOR", "mine"}, {"SCRIPTS", "text"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(lump(made, "BEHAVIOR"), "mine");
    EXPECT_EQ(names(made).substr(names(made).find("BLOCKMAP")), "BLOCKMAP BEHAVIOR SCRIPTS ");
    ASSERT_TRUE(load(made, true));
    made = make({{"BEHAVIOR", ""}});
    EXPECT_EQ(lump(made, "BEHAVIOR").size(), 16u) << "an empty one is no object";
}

TEST_F(BinaryMapLumps, ALumpWithoutAPlaceIsNamed) {
    const Result<MapLumps> made =
        make({{"BEHAVIOR", "acs"}, {"DIALOGUE", ""}, {"mine", "m"}, {"SCRIPTS", "s"}});
    EXPECT_EQ(made.status, Status::refused);
    ASSERT_EQ(made.findings.total(), 3u);
    EXPECT_EQ(load_text::sentence(made.findings.kept()[1], ""),
              "the new format cannot store the lump 'mine'");
}

TEST_F(BinaryMapLumps, ALossRefusesIt) {
    const std::string text = std::string(kBinary) + "user_x = 1;";
    map_ = load_text::load(text);
    const Result<MapLumps> made = make({});
    EXPECT_EQ(made.status, Status::refused);
    EXPECT_EQ(load_text::rule_id(made.findings.kept()[0]), "convert-loss");
    EXPECT_TRUE(made.value.lumps().empty());
}

TEST_F(BinaryMapLumps, StoredNodesAreKeptByteForByte) {
    const Result<MapLumps> first = make({});
    const LoadResult<Map> again = load(first, false);
    ASSERT_TRUE(again);
    map_ = load_text::load(kBinary);
    Lumps stored = lumps_;
    for (auto& [name, data] : stored) {
        if (name == "VERTEXES" || name == "NODES") data += "rest";
    }
    options_.nodes = WrittenNodes::keep;
    for (const LumpView& view : first.value.lumps()) {
        EXPECT_FALSE(view.name.empty());
    }
    views_.clear();
    stored_ = stored;
    for (const auto& [name, data] : stored_) views_.push_back({name, bytes(data)});
    options_.stored = {views_.data(), views_.size()};
    Result<MapLumps> made = flatline::engine::make_map_lumps(again.value, options_);
    ASSERT_TRUE(made);
    EXPECT_EQ(lump(made, "NODES").substr(lump(made, "NODES").size() - 4), "rest");
    EXPECT_EQ(lump(made, "VERTEXES").substr(lump(made, "VERTEXES").size() - 4), "rest");
    // One that ends before the vertices do is none of theirs.
    LumpView* const vertexes =
        std::find_if(views_.data(), views_.data() + views_.size(),
                     [](const LumpView& view) { return view.name == "VERTEXES"; });
    const flatline::engine::Bytes all = vertexes->bytes;
    vertexes->bytes = {all.data(), 4 * again.value.vertices().size() - 1};
    made = flatline::engine::make_map_lumps(again.value, options_);
    EXPECT_EQ(lump(made, "VERTEXES"), lump(first, "VERTEXES")) << "one byte is missing";
    vertexes->bytes = all;
    // Of other vertices the lumps are no use, so the tree is written.
    for (auto& [name, data] : stored_) {
        if (name == "VERTEXES") data[0] = 1;
    }
    made = flatline::engine::make_map_lumps(again.value, options_);
    ASSERT_TRUE(made);
    EXPECT_EQ(lump(made, "VERTEXES"), lump(first, "VERTEXES"));
    EXPECT_EQ(load(made, false).findings.total(), 0u);
}

TEST_F(BinaryMapLumps, WithoutLinesThereAreNoNodes) {
    map_ = load_text::load("namespace = \"doom\"; vertex { x = 1; y = 2; }");
    const Result<MapLumps> made = make({});
    ASSERT_TRUE(made);
    for (const char* name : {"SEGS", "SSECTORS", "NODES"}) EXPECT_EQ(lump(made, name), "") << name;
    EXPECT_EQ(lump(made, "VERTEXES").size(), 4u);
}

TEST_F(BinaryMapLumps, WithoutNodes) {
    options_.nodes = WrittenNodes::none;
    const Result<MapLumps> made = make({});
    ASSERT_TRUE(made);
    EXPECT_EQ(lump(made, "SEGS") + lump(made, "SSECTORS") + lump(made, "NODES"), "");
    EXPECT_EQ(lump(made, "VERTEXES").size(), 16u);
}

// Fractions in nodes are no matter of the map: XNOD holds more than classic lumps.
TEST_F(BinaryMapLumps, LargeMapsHaveExtendedNodes) {
    std::string text = "namespace = \"doom\";";
    for (int i = 0; i < 33000; ++i) {
        text +=
            "vertex{x=" + std::to_string(i % 180 * 8) + ";y=" + std::to_string(i / 180 * 8) + ";}";
    }
    text +=
        "linedef{v1=0;v2=1;sidefront=0;}linedef{v1=1;v2=32999;sidefront=0;}"
        "linedef{v1=32999;v2=0;sidefront=0;}sidedef{sector=0;}"
        "sector{texturefloor=\"F\";textureceiling=\"C\";}";
    map_ = load_text::load(text);
    for (const bool packed : {false, true}) {
        options_.compress_nodes = packed;
        const Result<MapLumps> made = make({});
        ASSERT_TRUE(made);
        EXPECT_EQ(lump(made, "NODES").substr(0, 4), packed ? "ZNOD" : "XNOD");
        const LoadResult<Map> again = load(made, false);
        ASSERT_TRUE(again);
        EXPECT_NE(again.value.nodes().subsector_count, 0u);
    }
}

// 64 records of 30 bytes, which fill cache lines, take just their bytes.
TEST_F(BinaryMapLumps, MemoryIsThatOfTheLumps) {
    options_.nodes = WrittenNodes::none;
    const Result<MapLumps> few = make({});
    std::string text = kBinary;
    for (int i = 0; i < 64; ++i) text += "sidedef { sector = 0; }";
    map_ = load_text::load(text);
    const Result<MapLumps> more = make({});
    ASSERT_TRUE(few && more);
    ASSERT_EQ(lump(more, "SIDEDEFS").size() - lump(few, "SIDEDEFS").size(), 64u * 30);
    EXPECT_EQ(more.memory.used - few.memory.used, 64u * 30);
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
