// The C functions over a host's own files: opening, listing, loading, and what goes wrong.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "flatline/flatline.h"
#include "support/capi_tools.hpp"
#include "support/counting_memory.hpp"
#include "support/host_files.hpp"
#include "support/wad_builder.hpp"

namespace capi_archive_test {

using capi_tools::HostFiles;
using testing_support::square_text;
using testing_support::WadBuilder;

const char* const kDoom3 = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";

class CApiArchive : public testing::Test {
protected:
    ~CApiArchive() override {
        flatline_free(map);
        flatline_free(doom3);
        flatline_free(archive);
    }
    flatline_status open_file(const char* name, std::string bytes) {
        files.files = {{name, std::move(bytes)}};
        const flatline_source source = files.source();
        return flatline_archive_from_file(&source, name, nullptr, &archive);
    }
    flatline_status open_tree(const flatline_archive_options* options = nullptr) {
        const flatline_source source = files.source();
        return flatline_archive_from_source(&source, options, &archive);
    }
    static std::string rule_of(const flatline_finding& finding) {
        return flatline_rule_id(finding.rule);
    }
    std::string first_rule() const {
        std::size_t count = 0;
        const flatline_finding* finding = flatline_findings(map, &count);
        return count != 0 ? rule_of(*finding) : "";
    }

    HostFiles files;
    flatline_archive* archive = nullptr;
    flatline_map* map = nullptr;
    flatline_doom3_map* doom3 = nullptr;
};

TEST_F(CApiArchive, ListsAndLoadsTheMapsOfAWad) {
    const std::string text = square_text();
    ASSERT_EQ(open_file("a.wad", WadBuilder()
                                     .map("MAP01", "namespace = \"doom\";")
                                     .lump("MAP02")
                                     .lump("TEXTMAP", text)
                                     .lump("REJECT", std::string(1, '\0'))
                                     .lump("ENDMAP")
                                     .build()),
              FLATLINE_OK);
    ASSERT_EQ(flatline_archive_map_count(archive), 2u);
    const flatline_map_entry entry = flatline_archive_map(archive, 1);
    EXPECT_STREQ(entry.name, "MAP02");
    EXPECT_STREQ(entry.path, "");
    EXPECT_EQ(entry.format, FLATLINE_FORMAT_UDMF);
    EXPECT_EQ(entry.bare, 0);
    ASSERT_GE(entry.lump_count, 2u);
    const flatline_map_lump lump = flatline_archive_lump(archive, 1, 0);
    EXPECT_STREQ(lump.name, "TEXTMAP");
    EXPECT_EQ(lump.size, text.size());
    EXPECT_EQ(lump.readable, 1);
    EXPECT_EQ(flatline_archive_find(archive, "map02"), 1u);
    EXPECT_EQ(flatline_archive_find_lump(archive, 1, "reject", 0), 1u);

    ASSERT_EQ(flatline_archive_load(archive, 1, nullptr, nullptr, &map), FLATLINE_OK);
    EXPECT_NE(flatline_map_arrays(map)->reject.bits, nullptr);
    flatline_free(archive);
    archive = nullptr;
    EXPECT_EQ(flatline_map_arrays(map)->vertex_count, 4u) << "a map does not need the archive";
    // The text is the map's, for places.
    const std::uint64_t at =
        flatline_locate_field(map, FLATLINE_VERTEX, 0, flatline_find_field(FLATLINE_VERTEX, "x"));
    EXPECT_LT(at, text.size());
    std::uint64_t line = 0;
    flatline_place(map, at, &line, nullptr);
    EXPECT_GE(line, 1u);
}

TEST_F(CApiArchive, ATreeIsOneArchive) {
    files.files = {{"textures/a.png", "png"},
                   {"maps/second.wad", WadBuilder().map("MAP01", square_text()).build()},
                   {"maps/first.map", kDoom3},
                   {"broken.wad", "PWAD"}};
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    ASSERT_EQ(flatline_archive_map_count(archive), 2u);
    EXPECT_STREQ(flatline_archive_map(archive, 0).name, "first");
    EXPECT_EQ(flatline_archive_map(archive, 0).format, FLATLINE_FORMAT_DOOM3);
    EXPECT_EQ(flatline_archive_map(archive, 0).bare, 1);
    EXPECT_EQ(flatline_archive_map(archive, 0).supported, 1);
    EXPECT_STREQ(flatline_archive_map(archive, 1).name, "SECOND");
    EXPECT_STREQ(flatline_archive_map(archive, 1).path, "maps/second.wad");
    EXPECT_EQ(flatline_finding_count(archive, FLATLINE_ERROR), 1u);
    const char* path = nullptr;
    const char* about = nullptr;
    const flatline_finding* finding = flatline_archive_finding(archive, 0, &path, &about);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(rule_of(*finding), "wad-header");
    EXPECT_STREQ(path, "broken.wad");
    EXPECT_STREQ(about, "");
    char sentence[100];
    EXPECT_GT(flatline_describe(nullptr, finding, sentence, sizeof sentence), 0u);

    ASSERT_EQ(flatline_archive_load(archive, 1, nullptr, nullptr, &map), FLATLINE_OK);
    ASSERT_EQ(flatline_archive_load_doom3(archive, 0, nullptr, nullptr, &doom3), FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_map_arrays(doom3)->entity_count, 1u);
}

TEST_F(CApiArchive, AMapOfAnotherFormatIsRefused) {
    files.files = {{"a.map", kDoom3}, {"b.wad", WadBuilder().map("MAP01", square_text()).build()}};
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, &map), FLATLINE_REFUSED);
    EXPECT_EQ(first_rule(), "map-unsupported");
    EXPECT_EQ(flatline_archive_load_doom3(archive, 1, nullptr, nullptr, &doom3), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_finding_count(map, FLATLINE_ERROR), 1u);
    EXPECT_EQ(flatline_finding_count(doom3, FLATLINE_ERROR), 1u);
}

TEST_F(CApiArchive, FindingsOfARefusedMapQuoteItsText) {
    ASSERT_EQ(open_file("a.wad", WadBuilder().map("MAP01", "vertex { x = nonsense; }").build()),
              FLATLINE_OK);
    ASSERT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, &map), FLATLINE_REFUSED);
    std::size_t count = 0;
    const flatline_finding* finding = flatline_findings(map, &count);
    ASSERT_GE(count, 1u);
    char sentence[200];
    flatline_describe(map, finding, sentence, sizeof sentence);
    EXPECT_NE(std::strstr(sentence, "nonsense"), nullptr) << sentence;
    std::uint64_t column = 0;
    flatline_place(map, finding->offset, nullptr, &column);
    EXPECT_GT(column, 1u);
}

TEST_F(CApiArchive, LoadersAndTheirMemory) {
    counting_memory::Memory memory;
    const flatline::engine::MemoryHooks hooks = memory.hooks();
    const flatline_memory_hooks lent{hooks.acquire, hooks.release, hooks.context, hooks.seed};
    files.files = {{"a.map", kDoom3}, {"b.wad", WadBuilder().map("MAP01", square_text()).build()}};
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    flatline_loader* loader = flatline_loader_create(&lent);
    flatline_loader* doom3_loader = flatline_loader_create(&lent);
    for (int round = 0; round < 2; ++round) {
        if (round == 1) memory.fail_at(0, true);  // from here on only what the loaders have
        ASSERT_EQ(flatline_archive_load(archive, 1, loader, nullptr, &map), FLATLINE_OK) << round;
        flatline_recycle(loader, map);
        const std::uint64_t before = memory.acquired();
        ASSERT_EQ(flatline_archive_load_doom3(archive, 0, doom3_loader, nullptr, &doom3),
                  FLATLINE_OK)
            << round;
        EXPECT_EQ(memory.acquired() > before, round == 0);
        flatline_recycle(doom3_loader, doom3);
    }
    map = nullptr;
    doom3 = nullptr;
    flatline_free(loader);
    flatline_free(doom3_loader);
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

// Each call for memory of a load out of an archive fails once; the next call succeeds.
TEST_F(CApiArchive, WithoutMemoryTheSameCallMayBeRepeated) {
    counting_memory::Memory memory;
    const flatline::engine::MemoryHooks hooks = memory.hooks();
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.memory = {hooks.acquire, hooks.release, hooks.context, hooks.seed};
    ASSERT_EQ(open_file("a.wad", WadBuilder().map("MAP01", square_text()).build()), FLATLINE_OK);
    std::uint64_t k = 0;
    for (flatline_status status = FLATLINE_OUT_OF_MEMORY; status != FLATLINE_OK; ++k) {
        ASSERT_LT(k, 100u);
        memory.fail_at(k, false);
        status = flatline_archive_load(archive, 0, nullptr, &options, &map);
        if (status != FLATLINE_OK) {
            ASSERT_EQ(status, FLATLINE_OUT_OF_MEMORY);
            EXPECT_EQ(first_rule(), "out-of-memory");
        }
        flatline_free(map);
        map = nullptr;
    }
    EXPECT_GT(k, 1u);
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

TEST_F(CApiArchive, LumpsAreReadIntoMemoryOfTheCaller) {
    ASSERT_EQ(open_file("a.wad", WadBuilder()
                                     .lump("MAP01")
                                     .lump("TEXTMAP", square_text())
                                     .lump("DIALOGUE", "hello")
                                     .lump("SCRIPTS")
                                     .entry("ZNODES", 0x7FFFFFFF, 8)
                                     .lump("ENDMAP")
                                     .build()),
              FLATLINE_OK);
    flatline_buffer bytes = {nullptr, 1, nullptr, nullptr};
    ASSERT_EQ(
        flatline_archive_read_lump(
            archive, 0, flatline_archive_find_lump(archive, 0, "DIALOGUE", 0), &bytes, nullptr),
        FLATLINE_OK);
    EXPECT_EQ(std::string(static_cast<const char*>(bytes.data), bytes.size), "hello");
    flatline_buffer_free(&bytes);
    ASSERT_EQ(
        flatline_archive_read_lump(archive, 0, flatline_archive_find_lump(archive, 0, "SCRIPTS", 0),
                                   &bytes, nullptr),
        FLATLINE_OK)
        << "an empty lump is no error";
    EXPECT_EQ(bytes.size, 0u);
    flatline_buffer_free(&bytes);
    const std::uint32_t outside = flatline_archive_find_lump(archive, 0, "ZNODES", 0);
    EXPECT_EQ(flatline_archive_lump(archive, 0, outside).readable, 0);
    flatline_finding problem{};
    EXPECT_EQ(flatline_archive_read_lump(archive, 0, outside, &bytes, &problem), FLATLINE_REFUSED);
    EXPECT_EQ(rule_of(problem), "wad-lump-range");
    EXPECT_EQ(bytes.data, nullptr);

    // A lump that was read can be given to a load.
    ASSERT_EQ(
        flatline_archive_read_lump(archive, 0, flatline_archive_find_lump(archive, 0, "TEXTMAP", 0),
                                   &bytes, nullptr),
        FLATLINE_OK);
    ASSERT_EQ(flatline_load_owned(nullptr, bytes, nullptr, &map), FLATLINE_OK);
}

TEST_F(CApiArchive, OfSeveralLumpsTheFirstOrTheLast) {
    ASSERT_EQ(open_file("a.wad", WadBuilder()
                                     .lump("MAP01")
                                     .lump("TEXTMAP", square_text())
                                     .lump("ZNODES", "a")
                                     .lump("ZNODES", "b")
                                     .lump("ENDMAP")
                                     .build()),
              FLATLINE_OK);
    EXPECT_EQ(flatline_archive_find_lump(archive, 0, "ZNODES", 1), 1u);
    EXPECT_EQ(flatline_archive_find_lump(archive, 0, "ZNODES", 0), 2u);
    EXPECT_EQ(flatline_archive_find_lump(archive, 0, "nothing", 0), FLATLINE_NONE);
    EXPECT_EQ(flatline_archive_find_lump(archive, 0, nullptr, 0), FLATLINE_NONE);
    EXPECT_EQ(flatline_archive_find(archive, "nothing"), FLATLINE_NONE);
    EXPECT_EQ(flatline_archive_find(archive, nullptr), FLATLINE_NONE);
}

TEST_F(CApiArchive, FilesThatMisbehave) {
    const std::string wad = WadBuilder().map("MAP01", square_text()).build();
    files.closed = 0;
    EXPECT_EQ(open_file("a.wad", wad), FLATLINE_REFUSED);
    EXPECT_EQ(rule_of(*flatline_archive_finding(archive, 0, nullptr, nullptr)), "file-unreadable");
    EXPECT_EQ(flatline_archive_map_count(archive), 0u);
    flatline_free(archive);

    files.closed = UINT64_MAX;
    ASSERT_EQ(open_file("a.wad", wad), FLATLINE_OK);
    files.most = 3;  // a byte short of nothing
    EXPECT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, &map), FLATLINE_OK)
        << "short reads go on";
    flatline_free(map);
    files.most = 0;
    EXPECT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, &map), FLATLINE_REFUSED);
    EXPECT_EQ(first_rule(), "short-read");
    flatline_free(map);
    files.most = UINT64_MAX;
    files.boast = 1000;  // more than was asked for is taken for all of it
    EXPECT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, &map), FLATLINE_OK);
    flatline_free(archive);
    EXPECT_EQ(open_file("a.dat", std::string("\1\0\2", 3)), FLATLINE_REFUSED);
    EXPECT_EQ(rule_of(*flatline_archive_finding(archive, 0, nullptr, nullptr)),
              "file-format-unknown");
}

TEST_F(CApiArchive, LimitsOfATree) {
    files.files = {{"a.wad", WadBuilder().map("MAP01", square_text()).build()}, {"b", ""}};
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "archive-entries", "1"), FLATLINE_OK);
    flatline_archive_options options = FLATLINE_ARCHIVE_OPTIONS_INIT;
    options.limits = &limits;
    EXPECT_EQ(open_tree(&options), FLATLINE_REFUSED);
    EXPECT_EQ(rule_of(*flatline_archive_finding(archive, 0, nullptr, nullptr)),
              "limit-archive-entries");
    flatline_free(archive);

    // A file of a packed tree counts with all of its bytes, one of a folder with none but lumps.
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "inflated-bytes", "100"), FLATLINE_OK);
    EXPECT_EQ(open_tree(&options), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_map_count(archive), 0u);
    EXPECT_EQ(flatline_finding_count(archive, FLATLINE_ERROR), 1u);
    flatline_free(archive);
    options.direct = 1;
    EXPECT_EQ(open_tree(&options), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_map_count(archive), 1u);
}

TEST_F(CApiArchive, BadArguments) {
    flatline_source source = files.source();
    EXPECT_EQ(flatline_archive_from_file(nullptr, "a", nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_from_file(&source, "a", nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_from_source(nullptr, nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_from_source(&source, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_archive_options options = FLATLINE_ARCHIVE_OPTIONS_INIT;
    options.struct_size = 0;
    EXPECT_EQ(flatline_archive_from_source(&source, &options, &archive), FLATLINE_BAD_ARGUMENT);
    source.list = nullptr;
    EXPECT_EQ(flatline_archive_from_source(&source, nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    source.read = nullptr;
    EXPECT_EQ(flatline_archive_from_file(&source, "a", nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    source = files.source();
    source.size = nullptr;
    EXPECT_EQ(flatline_archive_from_file(&source, "a", nullptr, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(archive, nullptr);

    // A name tells the format of what has no other sign; none is a name too.
    files.files = {{"", square_text()}};
    source = files.source();
    ASSERT_EQ(flatline_archive_from_file(&source, nullptr, nullptr, &archive), FLATLINE_OK);
    flatline_options map_options = FLATLINE_OPTIONS_INIT;
    map_options.repair = -1;
    flatline_doom3_options doom3_options = FLATLINE_DOOM3_OPTIONS_INIT;
    doom3_options.struct_size = 0;
    EXPECT_EQ(flatline_archive_load(archive, 1, nullptr, nullptr, &map), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_load(archive, 0, nullptr, &map_options, &map),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_load(nullptr, 0, nullptr, nullptr, &map), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_load_doom3(archive, 1, nullptr, nullptr, &doom3),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_load_doom3(archive, 0, nullptr, nullptr, nullptr),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_load_doom3(archive, 0, nullptr, &doom3_options, &doom3),
              FLATLINE_BAD_ARGUMENT);
    flatline_buffer bytes = {};
    EXPECT_EQ(flatline_archive_read_lump(archive, 0, 1, &bytes, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_read_lump(archive, 1, 0, &bytes, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_read_lump(archive, 0, 0, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_read_lump(nullptr, 0, 0, &bytes, nullptr), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiArchive, NullIsAnEmptyArchive) {
    EXPECT_EQ(flatline_archive_map_count(nullptr), 0u);
    EXPECT_STREQ(flatline_archive_map(nullptr, 0).name, "");
    EXPECT_STREQ(flatline_archive_map(nullptr, 0).path, "");
    EXPECT_STREQ(flatline_archive_lump(nullptr, 0, 0).name, "");
    EXPECT_EQ(flatline_archive_find(nullptr, "MAP01"), FLATLINE_NONE);
    EXPECT_EQ(flatline_archive_find_lump(nullptr, 0, "TEXTMAP", 0), FLATLINE_NONE);
    const char* path = nullptr;
    EXPECT_EQ(flatline_archive_finding(nullptr, 0, &path, nullptr), nullptr);
    EXPECT_STREQ(path, "");
    EXPECT_EQ(flatline_finding_count(nullptr, FLATLINE_ERROR), 0u);
    flatline_free(nullptr);
    ASSERT_EQ(open_file("a.wad", WadBuilder().map("MAP01", square_text()).build()), FLATLINE_OK);
    EXPECT_EQ(flatline_finding_count(archive, 9), 0u);
    EXPECT_STREQ(flatline_archive_lump(archive, 0, 9).name, "");
    EXPECT_STREQ(flatline_format_name(FLATLINE_FORMAT_HEXEN), "hexen");
    EXPECT_STREQ(flatline_format_name(9), "");
}

}  // namespace capi_archive_test
