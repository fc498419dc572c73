#include <gtest/gtest.h>

#include <string>

#include "flatline/flatline.h"
#include "support/host_files.hpp"
#include "support/wad_builder.hpp"

namespace write_capi_test {

int append(void* context, const void* bytes, size_t size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(bytes), size);
    return 1;
}
int refuse(void*, const void*, size_t) { return 0; }

class WriteCapi : public testing::Test {
protected:
    WriteCapi() {
        text_ = "namespace = \"zdoom\"; vertex { x = 1; y = 2.5; }";
        EXPECT_EQ(flatline_load_borrowed(nullptr, text_.data(), text_.size(), nullptr, &map_),
                  FLATLINE_OK);
    }
    ~WriteCapi() override { flatline_free(map_); }

    std::string text_;
    flatline_map* map_ = nullptr;
};

TEST_F(WriteCapi, WritesInBothStyles) {
    std::string out;
    const flatline_sink sink = {append, &out};
    EXPECT_EQ(flatline_write_textmap(map_, &sink, nullptr, nullptr), FLATLINE_OK);
    EXPECT_EQ(out, "namespace = \"zdoom\";\nvertex // 0\n{\nx = 1.0;\ny = 2.5;\n}\n\n");
    out.clear();
    flatline_textmap_options options = FLATLINE_TEXTMAP_OPTIONS_INIT;
    options.style = FLATLINE_STYLE_COMPACT;
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_textmap(map_, &sink, &options, &written), FLATLINE_OK);
    EXPECT_EQ(out, "namespace=\"zdoom\";\nvertex{\nx=1;\ny=2.5;\n}\n");
    EXPECT_EQ(flatline_written_bytes(written), out.size());
    size_t count = 1;
    flatline_findings(written, &count);
    EXPECT_EQ(count, 0u);
    flatline_free(written);
}

TEST_F(WriteCapi, BadArguments) {
    std::string out;
    const flatline_sink sink = {append, &out};
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_textmap(nullptr, &sink, nullptr, &written), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_write_textmap(map_, nullptr, nullptr, &written), FLATLINE_BAD_ARGUMENT);
    flatline_textmap_options options = FLATLINE_TEXTMAP_OPTIONS_INIT;
    options.style = 2;
    EXPECT_EQ(flatline_write_textmap(map_, &sink, &options, &written), FLATLINE_BAD_ARGUMENT);
    options.style = 0;
    options.struct_size = 0;
    EXPECT_EQ(flatline_write_textmap(map_, &sink, &options, &written), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(written, nullptr);
    EXPECT_EQ(out, "");
    EXPECT_EQ(flatline_written_bytes(nullptr), 0u);
    EXPECT_EQ(flatline_findings(nullptr, nullptr), nullptr);
    flatline_free(nullptr);
}

TEST_F(WriteCapi, ASinkMayEndIt) {
    const flatline_sink full = {refuse, nullptr};
    const flatline_sink none = {nullptr, nullptr};
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_textmap(map_, &full, nullptr, &written), FLATLINE_CANCELLED);
    ASSERT_NE(written, nullptr);
    EXPECT_EQ(flatline_written_bytes(written), 0u);
    flatline_free(written);
    EXPECT_EQ(flatline_write_textmap(map_, &none, nullptr, nullptr), FLATLINE_CANCELLED);
}

TEST_F(WriteCapi, BinaryLumpsOrWhatWouldBeLost) {
    std::string out[5];
    flatline_binary_sinks sinks = {{append, &out[0]},
                                   {append, &out[1]},
                                   {append, &out[2]},
                                   {append, &out[3]},
                                   {append, &out[4]}};
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_binary(map_, &sinks, nullptr, &written), FLATLINE_REFUSED);
    size_t count = 0;
    const flatline_finding* lost = flatline_findings(written, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_STREQ(flatline_field_name(lost->field), "y");
    EXPECT_EQ(out[0], "");
    EXPECT_EQ(flatline_finding_count(written, FLATLINE_ERROR), 1u);
    EXPECT_EQ(flatline_finding_count(written, FLATLINE_NOTE), 0u);
    EXPECT_EQ(flatline_has_rule(written, flatline_find_rule("convert-loss")), 1);
    EXPECT_EQ(flatline_has_rule(written, flatline_find_rule("syntax-number")), 0);
    flatline_free(written);

    // How many findings are kept is a limit; all are counted.
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "finding-lines", "0"), FLATLINE_OK);
    flatline_binary_options few = FLATLINE_BINARY_OPTIONS_INIT;
    few.limits = &limits;
    EXPECT_EQ(flatline_write_binary(map_, &sinks, &few, &written), FLATLINE_REFUSED);
    flatline_findings(written, &count);
    EXPECT_EQ(count, 0u);
    EXPECT_EQ(flatline_finding_count(written, FLATLINE_ERROR), 1u);
    flatline_free(written);

    flatline_map* whole = nullptr;
    const std::string text = "namespace = \"doom\"; vertex { x = 1; y = -2; }";
    ASSERT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &whole),
              FLATLINE_OK);
    flatline_binary_options options = FLATLINE_BINARY_OPTIONS_INIT;
    options.format = FLATLINE_FORMAT_HEXEN;
    EXPECT_EQ(flatline_write_binary(whole, &sinks, &options, nullptr), FLATLINE_OK);
    EXPECT_EQ(out[0], std::string("\x01\0\xFE\xFF", 4));
    EXPECT_EQ(flatline_write_binary(nullptr, &sinks, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_write_binary(whole, nullptr, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    options.lossy = 2;
    EXPECT_EQ(flatline_write_binary(whole, &sinks, &options, nullptr), FLATLINE_BAD_ARGUMENT);
    options.lossy = 0;
    options.format = FLATLINE_FORMAT_DOOM3;
    EXPECT_EQ(flatline_write_binary(whole, &sinks, &options, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_free(whole);
}

TEST_F(WriteCapi, LossesAreCountedWhereTheyAreAllowed) {
    std::string out[5];
    flatline_binary_sinks sinks = {{append, &out[0]},
                                   {append, &out[1]},
                                   {append, &out[2]},
                                   {append, &out[3]},
                                   {append, &out[4]}};
    flatline_binary_options options = FLATLINE_BINARY_OPTIONS_INIT;
    options.lossy = 1;
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_binary(map_, &sinks, &options, &written), FLATLINE_OK);
    size_t count = 0;
    const flatline_finding* lost = flatline_findings(written, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_EQ(lost->severity, FLATLINE_WARNING);
    EXPECT_EQ(lost->a, 1);
    EXPECT_EQ(lost->refuses, 0);
    EXPECT_NE(out[0], "");
    flatline_free(written);
    // A translation of a map of another game is refused.
    flatline_textmap_options text = FLATLINE_TEXTMAP_OPTIONS_INIT;
    text.translate = 2;
    std::string written_text;
    const flatline_sink sink = {append, &written_text};
    EXPECT_EQ(flatline_write_textmap(map_, &sink, &text, nullptr), FLATLINE_BAD_ARGUMENT);
    text.translate = FLATLINE_TRANSLATE_ZDOOM;
    text.lossy = 2;
    EXPECT_EQ(flatline_write_textmap(map_, &sink, &text, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(written_text, "");
}

TEST_F(WriteCapi, LumpsOfAMapAndAWadOfThem) {
    const flatline_named_lump stored[] = {{"TEXTMAP", {nullptr, 0}}, {"mine", {"m", 1}}};
    flatline_map_lumps_options options = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    options.stored = stored;
    options.stored_count = 2;
    options.style = FLATLINE_STYLE_COMPACT;
    flatline_map_lumps* lumps = nullptr;
    ASSERT_EQ(flatline_make_map_lumps(map_, &options, &lumps), FLATLINE_OK);
    size_t count = 0;
    const flatline_named_lump* all = flatline_map_lumps_get(lumps, &count);
    ASSERT_EQ(count, 3u);
    EXPECT_STREQ(all[0].name, "TEXTMAP");
    EXPECT_STREQ(all[1].name, "mine");
    EXPECT_STREQ(all[2].name, "ENDMAP");
    EXPECT_EQ(all[1].bytes.data, stored[1].bytes.data) << "kept, not copied";
    size_t findings = 0;
    flatline_findings(lumps, &findings);
    EXPECT_EQ(findings, 1u) << "no line, no nodes";
    EXPECT_EQ(flatline_finding_count(lumps, FLATLINE_ERROR) +
                  flatline_finding_count(lumps, FLATLINE_WARNING) +
                  flatline_finding_count(lumps, FLATLINE_NOTE),
              1u);
    EXPECT_EQ(flatline_has_rule(lumps, flatline_findings(lumps, nullptr)->rule), 1);
    EXPECT_EQ(flatline_has_rule(lumps, flatline_find_rule("convert-loss")), 0);
    uint64_t announced = 0;
    uint64_t used = 0;
    flatline_memory(lumps, &announced, &used);
    EXPECT_GE(announced, used);
    EXPECT_GT(used, all[0].bytes.size);

    std::string wad;
    const flatline_sink sink = {append, &wad};
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_wad(all, count, &sink, &written), FLATLINE_OK);
    EXPECT_EQ(flatline_written_bytes(written), wad.size());
    EXPECT_EQ(wad.substr(0, 8), std::string("PWAD\3\0\0\0", 8));
    flatline_free(written);
    flatline_free(lumps);
}

TEST_F(WriteCapi, ABuildOfNodesForLumpsIsEndedByItsHost) {
    const std::string text = testing_support::square_text();
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
              FLATLINE_OK);
    int calls = 0;
    flatline_map_lumps_options options = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    options.progress = {[](void* context, uint64_t, uint64_t) {
                            ++*static_cast<int*>(context);
                            return int32_t{0};
                        },
                        &calls, FLATLINE_PROGRESS_EVERY_STEP};
    flatline_map_lumps* lumps = nullptr;
    EXPECT_EQ(flatline_make_map_lumps(map, &options, &lumps), FLATLINE_CANCELLED);
    EXPECT_EQ(calls, 1);
    size_t count = 1;
    flatline_map_lumps_get(lumps, &count);
    EXPECT_EQ(count, 0u);
    flatline_free(lumps);
    flatline_free(map);
}

TEST_F(WriteCapi, BadArgumentsOfLumps) {
    std::string out;
    const flatline_sink sink = {append, &out};
    flatline_map_lumps* lumps = nullptr;
    EXPECT_EQ(flatline_make_map_lumps(nullptr, nullptr, &lumps), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_make_map_lumps(map_, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_map_lumps_options options = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    options.with_blockmap = 1;
    ASSERT_EQ(flatline_make_map_lumps(map_, &options, &lumps), FLATLINE_OK);
    size_t all = 0;
    bool has_blockmap = false;
    const flatline_named_lump* made = flatline_map_lumps_get(lumps, &all);
    for (size_t i = 0; i < all; ++i) {
        has_blockmap =
            has_blockmap || (made[i].name == std::string("BLOCKMAP") && made[i].bytes.size == 0);
    }
    EXPECT_TRUE(has_blockmap);
    flatline_free(lumps);
    lumps = nullptr;
    options = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    options.unused = 1;
    EXPECT_EQ(flatline_make_map_lumps(map_, &options, &lumps), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    options.format = FLATLINE_FORMAT_DOOM3;
    EXPECT_EQ(flatline_make_map_lumps(map_, &options, &lumps), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    options.nodes = 3;
    EXPECT_EQ(flatline_make_map_lumps(map_, &options, &lumps), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    options.stored_count = 1;
    EXPECT_EQ(flatline_make_map_lumps(map_, &options, &lumps), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(lumps, nullptr);
    EXPECT_EQ(flatline_write_wad(nullptr, 1, &sink, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_write_wad(nullptr, 0, nullptr, 0, &sink, nullptr),
              FLATLINE_BAD_ARGUMENT);
    capi_tools::HostFiles files;
    files.files = {{"a.wad", testing_support::WadBuilder().map("MAP01", text_).build()}};
    const flatline_source source = files.source();
    flatline_archive* archive = nullptr;
    ASSERT_EQ(flatline_archive_from_file(&source, "a.wad", nullptr, &archive), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_write_wad(archive, 0, nullptr, 0, &sink, nullptr), FLATLINE_OK);
    out.clear();
    EXPECT_EQ(flatline_archive_write_wad(archive, 1, nullptr, 0, &sink, nullptr),
              FLATLINE_BAD_ARGUMENT)
        << "no such map";
    EXPECT_EQ(flatline_archive_write_wad(archive, 0, nullptr, 1, &sink, nullptr),
              FLATLINE_BAD_ARGUMENT)
        << "a count without lumps";
    EXPECT_EQ(out, "");
    flatline_written_map maps[] = {{0, nullptr, 0, "MAP02"}, {0, nullptr, 0, nullptr}};
    EXPECT_EQ(flatline_archive_write_maps(archive, maps, 1, &sink, nullptr), FLATLINE_OK);
    EXPECT_NE(out.find("MAP02"), std::string::npos) << "the label";
    EXPECT_EQ(out.find("MAP01"), std::string::npos);
    out.clear();
    EXPECT_EQ(flatline_archive_write_maps(archive, maps, 2, &sink, nullptr), FLATLINE_BAD_ARGUMENT)
        << "one map twice";
    EXPECT_EQ(flatline_archive_write_maps(archive, maps, 0, &sink, nullptr), FLATLINE_BAD_ARGUMENT);
    maps[0].label = "small";
    EXPECT_EQ(flatline_archive_write_maps(archive, maps, 1, &sink, nullptr), FLATLINE_BAD_ARGUMENT);
    maps[0] = {1, nullptr, 0, nullptr};
    EXPECT_EQ(flatline_archive_write_maps(archive, maps, 1, &sink, nullptr), FLATLINE_BAD_ARGUMENT);
    maps[0] = {0, nullptr, 1, nullptr};
    EXPECT_EQ(flatline_archive_write_maps(archive, maps, 1, &sink, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(out, "");
    flatline_free(archive);
    size_t count = 1;
    EXPECT_EQ(flatline_map_lumps_get(nullptr, &count), nullptr);
    EXPECT_EQ(count, 0u);
    flatline_free(nullptr);
}

}  // namespace write_capi_test
