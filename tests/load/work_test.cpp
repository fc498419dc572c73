// Work that loads and checks of one file share: what counts, where it ends, and the rule that says
// so, in C and C++.
#include "model/work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "flatline/flatline.h"
#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "model/doom3.hpp"
#include "model/load.hpp"
#include "support/fake_file.hpp"
#include "support/host_files.hpp"
#include "support/load_text.hpp"
#include "support/paths.hpp"
#include "support/wad_builder.hpp"

namespace work_test {

using namespace flatline::engine;
using testing_support::WadBuilder;

constexpr std::uint64_t kLeast = 4096;

Bytes bytes_of(const std::string& text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}
std::string long_text(std::size_t bytes) {
    std::string text = testing_support::square_text();
    text.resize(std::max(bytes, text.size()), ' ');
    return text;
}
template <class Result>
const Finding* refusal_of(const Result& result) {
    for (const Finding& f : result.findings.kept()) {
        if (f.rule == static_cast<std::uint16_t>(Rule::limit_file_work)) return &f;
    }
    return nullptr;
}

TEST(Work, OfAFileGrowsWithItsBytes) {
    Limits limits;
    limits.file_work = 3;
    EXPECT_EQ(work_of_file(limits, 0).limit, 3u << 20);
    EXPECT_EQ(work_of_file(limits, 1u << 20).limit, 3u << 20);
    EXPECT_EQ(work_of_file(limits, (1u << 20) + 1).limit, (3u << 20) + 3);
    EXPECT_EQ(work_of_file(limits, 7).used, 0u);
    limits.file_work = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(work_of_file(limits, 1).limit,
              std::uint64_t{std::numeric_limits<std::int64_t>::max()});
}

// Each pair of lines that may meet is looked at closely, which takes two steps more than a glance.
TEST(Work, CountsPairsOfLinesByWhatTheyTake) {
    constexpr std::uint64_t kLines = 1200;
    // Within one cell, whatever its size.
    std::string text = testing_support::square_text() + "vertex{x=30;y=30;}vertex{x=31;y=30;}";
    for (std::uint64_t i = 0; i < kLines; ++i) text += "linedef{v1=4;v2=5;sidefront=0;}";
    const LoadResult<Map> result = load_borrowed(bytes_of(text));
    ASSERT_TRUE(result);
    Work work{1u << 30, 0};
    CheckOptions options;
    options.work = &work;
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (rule != Rule::line_overlap) options.levels.set(rule, RuleLevel::off);
    }
    EXPECT_TRUE(check(result.value, options));
    EXPECT_GT(work.used, 3 * (kLines * (kLines - 1) / 2));
}

// The bytes that are read, or 4096, and the memory that is filled beyond what any load takes.
TEST(Work, CountsBytesAndMemoryOfALoad) {
    constexpr std::uint64_t kFree = 256u << 10;
    std::string large = testing_support::square_text();
    for (int i = 0; i < 50'000; ++i) large += "vertex{x=1;y=2;}";
    for (const std::string& text : {long_text(0), long_text(100'000), large}) {
        const std::string lump(1000, 'x');
        Work work{1u << 30, 0};
        LoadOptions options;
        options.work = &work;
        options.lumps.reject = bytes_of(lump);
        const LoadResult<Map> result = load_borrowed(bytes_of(text), options);
        ASSERT_TRUE(result);
        const std::uint64_t read = std::max<std::uint64_t>(text.size() + lump.size(), kLeast);
        const std::uint64_t filled = result.memory.used - std::min(result.memory.used, kFree);
        EXPECT_EQ(work.used, read + filled);
        EXPECT_EQ(filled != 0, text.size() == large.size());
    }
    const std::string text = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";
    Work work{1u << 30, 0};
    Doom3Options options;
    options.work = &work;
    ASSERT_TRUE(load_doom3_borrowed(bytes_of(text), options));
    EXPECT_EQ(work.used, kLeast);
}

TEST(Work, RefusesALoadThatDoesNotFit) {
    const std::string text = long_text(100'000);
    LoadOptions options;
    Work work{100'000, 0};
    options.work = &work;
    EXPECT_TRUE(load_borrowed(bytes_of(text), options));
    EXPECT_EQ(work.used, work.limit);
    work = {100'007, 8};
    const LoadResult<Map> result = load_borrowed(bytes_of(text), options);
    EXPECT_EQ(result.status, Status::refused);
    const Finding* finding = refusal_of(result);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->a, 100'000);
    EXPECT_EQ(finding->b, 99'999);
    EXPECT_EQ(finding->refuses, 1);
    EXPECT_EQ(finding->offset, FLATLINE_NO_OFFSET);
    EXPECT_EQ(finding->severity, 2);
    EXPECT_EQ(work.used, 8u);  // nothing was done
    char sentence[200] = {};
    describe(*finding, text, sentence, sizeof sentence);
    EXPECT_STREQ(sentence,
                 "the map needs at least 100000 steps; the limit file-work leaves 99999 for it");
    // The text comes back with a result that has no map.
    EXPECT_EQ(load_owned(Buffer::copy_of(bytes_of(text)), options).text.size(), text.size());

    const std::string doom3 = "Version 2\n";
    Doom3Options of_doom3;
    of_doom3.work = &work;
    work = {kLeast - 1, 0};
    const LoadResult<Doom3Map> other = load_doom3_borrowed(bytes_of(doom3), of_doom3);
    EXPECT_EQ(other.status, Status::refused);
    EXPECT_NE(refusal_of(other), nullptr);
    work = {kLeast, 0};
    EXPECT_TRUE(load_doom3_borrowed(bytes_of(doom3), of_doom3));
}

// Lumps are not read where the load would not begin: a lump beside the text counts as well.
TEST(Work, IsAskedBeforeLumpsAreRead) {
    const std::string text = long_text(5000);
    const std::string wad = WadBuilder()
                                .lump("MAP01")
                                .lump("TEXTMAP", text)
                                .lump("REJECT", std::string(2000, 'r'))
                                .lump("ENDMAP")
                                .build();
    Archive archive = testing_support::open_bytes(wad);
    Loader loader;
    LoadOptions options;
    Work work{6999, 0};
    options.work = &work;
    options.products = FLATLINE_PRODUCT_REJECT;
    const LoadResult<Map> refused = load_map(archive, 0, loader, options);
    EXPECT_EQ(refused.status, Status::refused);
    ASSERT_NE(refusal_of(refused), nullptr);
    EXPECT_EQ(refusal_of(refused)->a, 7000);
    EXPECT_EQ(refused.text.data(), nullptr);
    EXPECT_EQ(work.used, 0u);
    work.limit = 7000;
    EXPECT_TRUE(load_map(archive, 0, loader, options));
    work = {6999, 0};
    options.products = 0;
    EXPECT_TRUE(load_map(archive, 0, loader, options));
}

// Slopes stop where the work of the file does, and say that it was this limit.
TEST(Work, EndsSlopes) {
    std::string text = testing_support::square_text();
    text += "linedef{v1=0;v2=1;sidefront=0;sideback=0;twosided=true;special=181;arg0=1;}";
    LoadOptions options;
    Work work{1u << 30, 0};
    options.work = &work;
    ASSERT_TRUE(load_borrowed(bytes_of(text), options));
    options.products = 0;
    Work without{1u << 30, 0};
    options.work = &without;
    ASSERT_TRUE(load_borrowed(bytes_of(text), options));
    EXPECT_GT(work.used, without.used);

    options.products = FLATLINE_PRODUCT_PLANES;
    options.work = &work;
    work = {kLeast, 0};
    const LoadResult<Map> result = load_borrowed(bytes_of(text), options);
    EXPECT_TRUE(result);
    const Finding* finding = refusal_of(result);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->refuses, 0);
    EXPECT_EQ(finding->severity, 1);
    EXPECT_EQ(result.value.planes().size(), 0u);
}

TEST(Work, EndsChecks) {
    const std::string text = long_text(10'000);
    const LoadResult<Map> map = load_borrowed(bytes_of(text));
    ASSERT_TRUE(map);
    Work work{1u << 30, 0};
    CheckOptions options;
    options.work = &work;
    const Result<CheckReport> whole = check(map.value, options);
    EXPECT_EQ(whole.status, Status::ok);
    EXPECT_GT(work.used, text.size());
    EXPECT_LT(work.used, text.size() + 2000);  // and what the rules looked at
    EXPECT_TRUE(whole.value.cut_short.empty());
    const std::uint64_t elements = map.value.vertices().size() + map.value.linedefs().size() +
                                   map.value.sidedefs().size() + map.value.sectors().size() +
                                   map.value.things().size();
    const std::uint64_t least = text.size() + 16 * elements;
    work = {least, 0};
    const Result<CheckReport> cut = check(map.value, options);
    EXPECT_EQ(cut.status, Status::ok);
    EXPECT_FALSE(cut.value.cut_short.empty());
    EXPECT_TRUE(cut.findings.rules().has(Rule::check_incomplete));
    work = {least - 1, 0};
    const Result<CheckReport> refused = check(map.value, options);
    EXPECT_EQ(refused.status, Status::refused);
    ASSERT_EQ(refused.findings.total(), 1u);
    EXPECT_EQ(refusal_of(refused)->a, static_cast<std::int64_t>(least));

    const std::string doom3 = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";
    const LoadResult<Doom3Map> other = load_doom3_borrowed(bytes_of(doom3));
    work = {kLeast - 1, 0};
    EXPECT_EQ(check(other.value, options).status, Status::refused);
    work = {kLeast, 0};
    EXPECT_EQ(check(other.value, options).status, Status::ok);
    EXPECT_EQ(work.used, kLeast);
    std::string sides;
    for (int i = 0; i < 100; ++i) {
        sides += "( 1 0 0 -" + std::to_string(i) + " ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n";
    }
    const std::string brush =
        "Version 2\n{\n\"classname\" \"worldspawn\"\n{\nbrushDef3\n{\n" + sides + "}\n}\n}\n";
    const LoadResult<Doom3Map> clipped = load_doom3_borrowed(bytes_of(brush));
    ASSERT_TRUE(clipped);
    work = {1u << 30, 0};
    EXPECT_EQ(check(clipped.value, options).status, Status::ok);
    EXPECT_EQ(work.used, std::max<std::uint64_t>(brush.size(), kLeast) + 2 * 100 * 100);
}

// In the same words in C.
TEST(Work, InC) {
    flatline_limits limits;
    flatline_limits_default(&limits);
    EXPECT_EQ(flatline_work_of_file(&limits, 5u << 20).limit,
              work_of_file(Limits(), 5u << 20).limit);
    EXPECT_EQ(flatline_work_of_file(nullptr, 0).limit, work_of_file(Limits(), 0).limit);

    const std::string text = testing_support::square_text();
    flatline_work work = {kLeast - 1, 0};
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.extras.work = &work;
    flatline_map* map = nullptr;
    EXPECT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), &options, &map),
              FLATLINE_REFUSED);
    EXPECT_EQ(flatline_has_rule(map, static_cast<uint16_t>(Rule::limit_file_work)), 1);
    flatline_free(map);
    work.limit = 1u << 20;
    ASSERT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), &options, &map),
              FLATLINE_OK);
    EXPECT_EQ(work.used, kLeast);
    flatline_check_options wanted = FLATLINE_CHECK_OPTIONS_INIT;
    wanted.work = &work;
    work = {kLeast - 1, 0};
    flatline_report* report = nullptr;
    EXPECT_EQ(flatline_check(map, &wanted, &report), FLATLINE_REFUSED);
    flatline_free(report);
    flatline_free(map);

    flatline_doom3_options of_doom3 = FLATLINE_DOOM3_OPTIONS_INIT;
    of_doom3.work = &work;
    flatline_doom3_map* doom3 = nullptr;
    EXPECT_EQ(flatline_doom3_load_borrowed(nullptr, "Version 2\n", 10, &of_doom3, &doom3),
              FLATLINE_REFUSED);
    flatline_free(doom3);

    capi_tools::HostFiles files;
    files.files = {{"a.wad", WadBuilder()
                                 .lump("DATA", text)
                                 .lump("MAP01")
                                 .entry("TEXTMAP", 12, 9)
                                 .lump("MAP02")
                                 .entry("TEXTMAP", 12, 8)
                                 .lump("MAP03")
                                 .entry("TEXTMAP", 12, 9)
                                 .build()}};
    const flatline_source source = files.source();
    flatline_archive* archive = nullptr;
    ASSERT_EQ(flatline_archive_from_file(&source, "a.wad", nullptr, &archive), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_twin_of(archive, 0), 0u);
    EXPECT_EQ(flatline_archive_twin_of(archive, 1), 1u);
    EXPECT_EQ(flatline_archive_twin_of(archive, 2), 0u);
    EXPECT_EQ(flatline_archive_twin_of(archive, 3), FLATLINE_NONE);
    flatline_free(archive);
}

}  // namespace work_test
