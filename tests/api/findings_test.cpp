// The C functions around findings: those of a host's own, counts by rule, places, and buffers.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "flatline/flatline.h"
#include "support/capi_tools.hpp"

namespace capi_findings_test {

using capi_tools::Loaded;

TEST(CApiFindings, OfAHostsOwn) {
    const std::uint16_t rule = flatline_find_rule("nodes-stale");
    const flatline_finding made = flatline_make_finding(rule, FLATLINE_LUMP_ZNODES, 12, 3, 4);
    EXPECT_EQ(made.rule, rule);
    EXPECT_EQ(made.lump, FLATLINE_LUMP_ZNODES);
    EXPECT_EQ(made.offset, 12u);
    EXPECT_EQ(made.a, 3);
    EXPECT_EQ(made.b, 4);
    EXPECT_EQ(made.severity, FLATLINE_WARNING);
    EXPECT_EQ(made.index, FLATLINE_NONE);
    EXPECT_EQ(made.field, FLATLINE_NO_FIELD);
    char sentence[100];
    flatline_describe(nullptr, &made, sentence, sizeof sentence);
    EXPECT_STREQ(sentence, "the nodes were built for 3 vertices, the map has 4; they are dropped");
    const flatline_finding none = {};
    const flatline_finding no_rule = flatline_make_finding(FLATLINE_NO_RULE, 0, 12, 3, 4);
    const flatline_finding no_lump = flatline_make_finding(rule, FLATLINE_LUMP_NODES + 1, 12, 3, 4);
    EXPECT_EQ(std::memcmp(&no_rule, &none, sizeof none), 0);
    EXPECT_EQ(std::memcmp(&no_lump, &none, sizeof none), 0);
}

TEST(CApiFindings, ASentenceWithoutAPlaceForIt) {
    const flatline_finding made =
        flatline_make_finding(flatline_find_rule("out-of-memory"), 0, 0, 0, 0);
    const std::size_t size = flatline_describe(nullptr, &made, nullptr, 100);
    EXPECT_GT(size, 0u);
    char one[1] = {'x'};
    EXPECT_EQ(flatline_describe(nullptr, &made, one, 1), size);
    EXPECT_EQ(one[0], '\0');
    one[0] = 'x';
    EXPECT_EQ(flatline_describe(nullptr, &made, one, 0), size);
    EXPECT_EQ(one[0], 'x') << "no room even for the zero byte";
}

TEST(CApiFindings, RulesAreKnownBeyondTheLimit) {
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "findings", "0"), FLATLINE_OK);
    ASSERT_EQ(flatline_limits_set(&limits, "finding-lines", "0"), FLATLINE_OK);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.limits = &limits;
    const Loaded loaded("namespace = \"doom\"; vertex { x = nonsense; }", &options);
    EXPECT_EQ(loaded.status, FLATLINE_REFUSED);
    std::size_t kept = 1;
    flatline_findings(loaded.map, &kept);
    EXPECT_EQ(kept, 0u);
    EXPECT_GT(flatline_finding_count(loaded.map, FLATLINE_ERROR), 0u);
    int met = 0;
    for (std::uint16_t rule = 0; flatline_rule_id(rule) != nullptr; ++rule) {
        met += flatline_has_rule(loaded.map, rule);
    }
    EXPECT_GT(met, 0);
    EXPECT_EQ(flatline_has_rule(loaded.map, flatline_find_rule("out-of-memory")), 0);
    EXPECT_EQ(flatline_has_rule(loaded.map, FLATLINE_NO_RULE), 0);
    EXPECT_EQ(flatline_has_rule(nullptr, 0), 0);
}

TEST(CApiFindings, TheTextOfAMapAlsoWhereItIsRefused) {
    for (const char* text : {"namespace = \"doom\";", "namespace = \"doom\"; vertex { x = no; }"}) {
        const std::string given = text;
        const Loaded loaded(given);
        std::size_t size = 0;
        EXPECT_EQ(flatline_map_textmap(loaded.map, &size), given.data());
        EXPECT_EQ(size, given.size());
    }
}

TEST(CApiBuffers, AllocatedAndCopied) {
    flatline_buffer made = flatline_buffer_allocate(100);
    ASSERT_NE(made.data, nullptr);
    EXPECT_EQ(made.size, 100u);
    std::memset(made.data, 1, made.size);
    flatline_buffer_free(&made);
    EXPECT_EQ(made.data, nullptr);
    flatline_buffer copy = flatline_buffer_copy("hello", 5);
    ASSERT_NE(copy.data, nullptr);
    EXPECT_EQ(std::string(static_cast<const char*>(copy.data), copy.size), "hello");
    flatline_buffer_free(&copy);
    flatline_buffer_free(&copy);
    EXPECT_EQ(flatline_buffer_copy(nullptr, 5).data, nullptr);
    EXPECT_EQ(flatline_buffer_allocate(SIZE_MAX / 2 + 1).data, nullptr) << "more than there is";
}

TEST(CApiBuffers, AMapTakesOne) {
    const std::string text = "namespace = \"doom\"; vertex { x = 1; y = 2; }";
    const flatline_buffer copy = flatline_buffer_copy(text.data(), text.size());
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_owned(nullptr, copy, nullptr, &map), FLATLINE_OK);
    EXPECT_EQ(flatline_map_arrays(map)->vertex_count, 1u);
    flatline_free(map);
}

// ---- Options that only C++ had -----------------------------------------------------------------

TEST(CApiUnreadable, LumpsThatTheHostCouldNotRead) {
    const std::string text = "namespace = \"doom\"; vertex { x = 1; y = 2; }";
    const flatline_finding why = flatline_make_finding(
        flatline_find_rule("short-read"), FLATLINE_LUMP_FILE, FLATLINE_NO_OFFSET, 3, 4);
    flatline_unreadable_lump lumps[9] = {};
    for (flatline_unreadable_lump& lump : lumps) lump = {"ZNODES", why};
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.extras.unreadable = lumps;
    options.extras.unreadable_count = 1;
    {
        const Loaded loaded(text, &options);
        EXPECT_EQ(loaded.status, FLATLINE_OK);
        EXPECT_NE(loaded.finding("short-read"), nullptr);
    }
    options.extras.strict = 1;
    EXPECT_EQ(Loaded(text, &options).status, FLATLINE_REFUSED);
    options.extras.strict = 0;
    options.extras.unreadable_count = 9;
    EXPECT_EQ(Loaded(text, &options).status, FLATLINE_BAD_ARGUMENT) << "at most 8";
    options.extras.unreadable_count = 8;
    EXPECT_EQ(Loaded(text, &options).status, FLATLINE_OK);
    lumps[7].finding.rule = FLATLINE_NO_RULE;
    EXPECT_EQ(Loaded(text, &options).status, FLATLINE_BAD_ARGUMENT);
    options.extras.unreadable = nullptr;
    EXPECT_EQ(Loaded(text, &options).status, FLATLINE_BAD_ARGUMENT);
}

TEST(CApiThreadBytes, EachThreadGetsThatMuchAtLeast) {
    std::string text = "namespace = \"doom\";\n";
    while (text.size() < 4096) text += "vertex { x = 1; y = 2; }\n";
    std::size_t jobs = 0;
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.threads = 4;
    options.extras.jobs.context = &jobs;
    options.extras.jobs.run = [](void* context, std::size_t count, void (*job)(void*, std::size_t),
                                 void* job_context) {
        *static_cast<std::size_t*>(context) += count;
        for (std::size_t i = 0; i < count; ++i) job(job_context, i);
    };
    EXPECT_EQ(Loaded(text, &options).status, FLATLINE_OK);
    EXPECT_EQ(jobs, 0u) << "a mebibyte is not there";
    options.extras.thread_bytes = 64;
    EXPECT_EQ(Loaded(text, &options).status, FLATLINE_OK);
    EXPECT_GT(jobs, 0u);
}

}  // namespace capi_findings_test
