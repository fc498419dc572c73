// flatline/write.hpp: writing maps.
#include "flatline/write.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "boundary/maps.hpp"
#include "support/wad_builder.hpp"

namespace write_test {

using namespace boundary;
using namespace flatline;
using testing_support::WadBuilder;

std::string text_of(const Map& map, std::uint32_t style = FLATLINE_STYLE_COMPACT) {
    TextmapOptions options;
    options.style = style;
    std::string text;
    EXPECT_TRUE(write_textmap(map, sink_to(text), options));
    return text;
}

TEST(Write, ATextLoadsAsTheSameMap) {
    const Result<Map> map = load(kRooms);
    std::string text;
    const Result<Written> written = write_textmap(*map, sink_to(text));
    ASSERT_TRUE(written);
    EXPECT_EQ(written->bytes(), text.size());
    EXPECT_TRUE(written.findings().empty());
    const Result<Map> again = load(text);
    ASSERT_TRUE(again);
    EXPECT_EQ(text_of(*again), text_of(*map));
    EXPECT_LT(text_of(*map).size(), text.size());
    EXPECT_EQ(again->things()[1].id, 7);
    std::string none;
    EXPECT_EQ(write_textmap(Map(), sink_to(none)).status(), Status::bad_argument);
}

TEST(Write, ASinkCanEndIt) {
    const Result<Map> map = load(kRooms);
    int calls = 0;
    auto full = [&calls](Bytes bytes) {
        ++calls;
        return bytes.size() > 1u << 30;
    };
    EXPECT_EQ(write_textmap(*map, sink_to(full)).status(), Status::cancelled);
    EXPECT_EQ(calls, 1);
    std::size_t size = 0;
    auto counting = [&size](Bytes bytes) {
        size += bytes.size();
        return true;
    };
    const Result<Written> written = write_textmap(*map, sink_to(counting));
    EXPECT_EQ(written->bytes(), size);
}

TEST(Write, BinaryLumpsOrWhatWouldBeLost) {
    // A field that Doom's records have no room for.
    const Result<Map> map = load(kRooms);
    std::string lumps[5];
    const flatline_binary_sinks sinks = {sink_to(lumps[0]), sink_to(lumps[1]), sink_to(lumps[2]),
                                         sink_to(lumps[3]), sink_to(lumps[4])};
    BinaryOptions options;
    options.format = FLATLINE_FORMAT_HEXEN;
    const Result<Written> refused = write_binary(*map, sinks, options);
    ASSERT_EQ(refused.status(), Status::refused);
    EXPECT_TRUE(refused.has(Rule::convert_loss));
    EXPECT_FALSE(sentence(refused.findings()[0]).empty());
    for (const std::string& lump : lumps) EXPECT_EQ(lump, "");

    const Result<Map> plain = load(
        "namespace = \"doom\";vertex{x=0;y=0;}vertex{x=8;y=0;}\n"
        "linedef{v1=0;v2=1;sidefront=0;id=0;blocking=true;}sidedef{sector=0;}\n"
        "sector{texturefloor=\"A\";textureceiling=\"B\";}");
    const Result<Written> written = write_binary(*plain, sinks);
    ASSERT_TRUE(written) << sentence(written.findings()[0]);
    EXPECT_EQ(lumps[0].size(), 8u);
    EXPECT_EQ(lumps[1].size(), 14u);
    EXPECT_EQ(lumps[2].size(), 30u);
    EXPECT_EQ(lumps[3].size(), 26u);
    EXPECT_EQ(written->bytes(), 8u + 14 + 30 + 26);
}

TEST(Write, AllLumpsIntoAWad) {
    const Result<Map> map = load(kRooms);
    MapLumpsOptions options;
    const Result<MapLumps> lumps = make_map_lumps(*map, options);
    ASSERT_TRUE(lumps);
    std::string names;
    for (const flatline_named_lump& lump : lumps->lumps()) names += std::string(lump.name) + " ";
    EXPECT_EQ(names, "TEXTMAP ZNODES ENDMAP ");
    int calls = 0;
    options.progress = stopping(calls);
    EXPECT_EQ(make_map_lumps(*map, options).status(), Status::cancelled);
    MapLumpsOptions binary;
    binary.format = FLATLINE_FORMAT_DOOM;
    EXPECT_EQ(make_map_lumps(*map, binary).status(), Status::refused);

    std::string label;
    std::string wad;
    std::vector<flatline_named_lump> all = {{"MAP01", {nullptr, 0}}};
    all.insert(all.end(), lumps->lumps().begin(), lumps->lumps().end());
    const Result<Written> written = write_wad(all, sink_to(wad));
    ASSERT_TRUE(written);
    EXPECT_EQ(written->bytes(), wad.size());
    Result<Archive> archive = Archive::from_bytes(std::move(wad), "a.wad");
    ASSERT_TRUE(archive);
    const Result<Map> again = archive->load(0);
    ASSERT_TRUE(again);
    EXPECT_GT(again->nodes().subsector_count, 0u);
    EXPECT_EQ(text_of(*again), text_of(*map));
}

TEST(Write, OneMapOfAWadIsReplaced) {
    Result<Archive> archive = Archive::from_bytes(
        WadBuilder().lump("FIRST", "1").map("MAP01", kBadLine).lump("LAST", "2").build(), "a.wad");
    const std::string text = kRooms;
    const flatline_named_lump lumps[] = {{"TEXTMAP", {text.data(), text.size()}},
                                         {"ENDMAP", {nullptr, 0}}};
    std::string wad;
    const Result<Written> written = write_wad(*archive, 0, lumps, sink_to(wad));
    ASSERT_TRUE(written);
    EXPECT_EQ(written->bytes(), wad.size());
    EXPECT_EQ(wad.substr(12, 1), "1");
    EXPECT_EQ(Archive::from_bytes(wad, "b.wad")->load(0)->linedefs().size(), 7u);
    std::string none;
    EXPECT_EQ(write_wad(*archive, 9, lumps, sink_to(none)).status(), Status::bad_argument);
}

TEST(Write, AMapIsMended) {
    const std::string text = std::string(kRooms) + "vertex { x = 7; y = 9; }\n";
    const flatline_named_lump lump = {"TEXTMAP", {text.data(), text.size()}};
    const View<flatline_named_lump> lumps(&lump, 1);
    const Result<FixedMap> fixed = fix(lumps);
    ASSERT_TRUE(fixed);
    EXPECT_TRUE(fixed->changed());
    const flatline_fix_row* found = nullptr;
    for (const flatline_fix_row& row : fixed->rows()) {
        if (row.rule == static_cast<std::uint16_t>(Rule::vertex_unused)) found = &row;
    }
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->applied, 1);
    EXPECT_EQ(rule_row(found->rule).fix, FLATLINE_FIX_SAFE);
    EXPECT_LT(fixed->lumps()[0].bytes.size, text.size());

    FixOptions options;
    const char* const ids[] = {"side-unused"};
    flatline_options load = FLATLINE_OPTIONS_INIT;
    flatline_check_options check = FLATLINE_CHECK_OPTIONS_INIT;
    options.only({ids, 1}).load_with(load).check_with(check);
    const Result<FixedMap> other = fix(lumps, options);
    ASSERT_TRUE(other);
    for (const flatline_fix_row& row : other->rows()) {
        EXPECT_EQ(row.rule, static_cast<std::uint16_t>(Rule::side_unused));
    }
    const char* const wrong[] = {"no-such-rule"};
    EXPECT_EQ(fix(lumps, FixOptions().only({wrong, 1})).status(), Status::bad_argument);
}

}  // namespace write_test
