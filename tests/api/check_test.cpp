// The C functions that run the sanity rules.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "doom3/geometry_maps.hpp"
#include "flatline/flatline.h"
#include "model/findings.hpp"
#include "support/capi_tools.hpp"
#include "support/host_files.hpp"
#include "support/wad_builder.hpp"

namespace capi_check_test {

using capi_tools::Loaded;
using testing_support::square_text;

class CApiCheck : public testing::Test {
protected:
    ~CApiCheck() override { flatline_free(report); }
    std::vector<std::string> rules() const {
        std::size_t count = 0;
        const flatline_finding* findings = flatline_findings(report, &count);
        std::vector<std::string> all;
        for (std::size_t i = 0; i < count; ++i)
            all.emplace_back(flatline_rule_id(findings[i].rule));
        return all;
    }
    bool has(const std::string& rule) const {
        for (const std::string& found : rules()) {
            if (found == rule) return true;
        }
        return false;
    }

    // A sidedef that no line uses, and nowhere to start.
    std::string text = square_text() + "sidedef { sector = 0; }\n";
    flatline_report* report = nullptr;
};

TEST_F(CApiCheck, FindsAnUnusedSide) {
    const Loaded loaded(text);
    ASSERT_EQ(flatline_check(loaded.map, nullptr, &report), FLATLINE_OK);
    EXPECT_TRUE(has("side-unused"));

    std::size_t count = 0;
    const flatline_finding* findings = flatline_findings(report, &count);
    EXPECT_EQ(count, flatline_finding_count(report, FLATLINE_ERROR) +
                         flatline_finding_count(report, FLATLINE_WARNING) +
                         flatline_finding_count(report, FLATLINE_NOTE));
    std::vector<flatline_location> places(count);
    flatline_locate(loaded.map, findings, count, places.data());
    for (std::size_t i = 0; i < count; ++i) {
        if (findings[i].element != FLATLINE_SIDEDEF) continue;
        EXPECT_EQ(text.substr(places[i].offset, 7), "sidedef");
        char sentence[100];
        EXPECT_GT(flatline_describe(loaded.map, &findings[i], sentence, sizeof sentence), 0u);
    }
}

TEST_F(CApiCheck, ResourcesTellWhatIsUnknown) {
    const Loaded loaded(text);
    flatline_resources* resources = nullptr;
    ASSERT_EQ(flatline_resources_new(nullptr, &resources), FLATLINE_OK);
    ASSERT_EQ(flatline_resources_add(resources, FLATLINE_FLAT, "NO_SUCH", 0, 0), FLATLINE_OK);
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    const std::uint16_t rule = flatline_find_rule("flat-unknown");
    ASSERT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_OK);
    EXPECT_EQ(flatline_report_rule(report, rule), FLATLINE_RULE_NOT_RUN);
    EXPECT_FALSE(has("flat-unknown"));
    flatline_free(report);
    options.resources = resources;
    ASSERT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_OK);
    EXPECT_EQ(flatline_report_rule(report, rule), FLATLINE_RULE_RUN);
    EXPECT_TRUE(has("flat-unknown"));
    flatline_free(resources);
    flatline_report* none = nullptr;
    options.resources = nullptr;
    options.behavior_size = 1;
    EXPECT_EQ(flatline_check(loaded.map, &options, &none), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiCheck, TheGameChoosesTypesOfThings) {
    // A monster in a wall, but in Hexen a tombstone, which may be there.
    text = testing_support::square_text("zdoom") +
           "thing{x=2;y=32;type=64;skill1=true;single=true;}\n";
    const Loaded loaded(text);
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    for (const std::uint32_t game :
         {FLATLINE_GAME_AUTOMATIC, FLATLINE_GAME_DOOM2, FLATLINE_GAME_HERETIC}) {
        options.game = game;
        ASSERT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_OK);
        EXPECT_EQ(has("thing-stuck-in-line"), game != FLATLINE_GAME_AUTOMATIC) << game;
        flatline_free(report);
        report = nullptr;
    }
    options.game = FLATLINE_GAME_SRB2 + 1;
    EXPECT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_BAD_ARGUMENT);
    options.game = 0;
    options.unused = 1;
    EXPECT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiCheck, PlacesInTheTextAndOnTheMap) {
    const Loaded loaded(text);
    const std::uint16_t rule = flatline_find_rule("vertex-unused");
    flatline_finding findings[4];
    for (flatline_finding& f : findings) {
        f = flatline_make_finding(rule, FLATLINE_LUMP_NONE, FLATLINE_NO_OFFSET, 0, 0);
    }
    // The later one first; then one of the whole map, one in another lump.
    findings[0].element = FLATLINE_VERTEX;
    findings[0].index = 2;
    findings[1].element = FLATLINE_VERTEX;
    findings[1].index = 1;
    findings[3] = flatline_make_finding(rule, FLATLINE_LUMP_ZNODES, 12, 0, 0);
    flatline_location at[4] = {};
    flatline_locate(loaded.map, findings, 4, at);
    for (const int i : {0, 1}) {
        const std::uint32_t vertex = findings[i].index;
        EXPECT_EQ(at[i].point.x, loaded.arrays().vertices[vertex].x);
        EXPECT_EQ(at[i].point.y, loaded.arrays().vertices[vertex].y);
        EXPECT_EQ(at[i].offset,
                  flatline_locate_field(loaded.map, FLATLINE_VERTEX, vertex, FLATLINE_NO_FIELD));
        std::uint64_t line = 0;
        std::uint64_t column = 0;
        flatline_place(loaded.map, at[i].offset, &line, &column);
        EXPECT_EQ(at[i].line, line);
        EXPECT_EQ(at[i].column, column);
        EXPECT_NE(line, 0u);
    }
    EXPECT_EQ(at[2].offset, FLATLINE_NO_OFFSET);
    EXPECT_EQ(at[2].line, 0u);
    EXPECT_NE(at[2].point.x, at[2].point.x) << "NaN: no place";
    EXPECT_EQ(at[3].offset, 12u);
    EXPECT_EQ(at[3].line, 0u) << "not in the text";
}

TEST_F(CApiCheck, LevelsInTheirOrder) {
    const Loaded loaded(text);
    const flatline_rule_level levels[] = {{nullptr, FLATLINE_RULE_OFF},
                                          {"side-unused", FLATLINE_NOTE},
                                          {"side-unused", FLATLINE_ERROR}};
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    options.levels = levels;
    options.level_count = 1;
    ASSERT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_OK);
    EXPECT_TRUE(rules().empty()) << "all are off";
    flatline_free(report);
    options.level_count = 3;
    ASSERT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_OK);
    EXPECT_EQ(rules(), std::vector<std::string>{"side-unused"});
    EXPECT_EQ(flatline_finding_count(report, FLATLINE_ERROR), 1u) << "the last level counts";
    EXPECT_EQ(flatline_has_rule(report, flatline_find_rule("side-unused")), 1);
    EXPECT_EQ(flatline_has_rule(report, flatline_find_rule("line-cross")), 0);
    EXPECT_EQ(flatline_has_rule(report, FLATLINE_NO_RULE), 0);
    const flatline_rule_level bad[] = {{nullptr, 4}};
    options.levels = bad;
    options.level_count = 1;
    flatline_report* none = nullptr;
    EXPECT_EQ(flatline_check(loaded.map, &options, &none), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiCheck, KeepsAsManyAsItsLimit) {
    text += "sidedef { sector = 0; }\n";
    const Loaded loaded(text);
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "findings", "0"), FLATLINE_OK);
    ASSERT_EQ(flatline_limits_set(&limits, "finding-lines", "1"), FLATLINE_OK);
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    options.limits = &limits;
    ASSERT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_OK);
    EXPECT_EQ(rules().size(), 1u);
    EXPECT_GT(flatline_finding_count(report, FLATLINE_NOTE) +
                  flatline_finding_count(report, FLATLINE_WARNING) +
                  flatline_finding_count(report, FLATLINE_ERROR),
              1u);
}

TEST_F(CApiCheck, LumpsAroundTheMapCountWhereTheArchiveIsThere) {
    capi_tools::HostFiles files;
    files.files = {{"a.wad", testing_support::WadBuilder().map("MAP01", text).build()}};
    const flatline_source source = files.source();
    flatline_archive* archive = nullptr;
    ASSERT_EQ(flatline_archive_from_file(&source, "a.wad", nullptr, &archive), FLATLINE_OK);
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_archive_load(archive, 0, nullptr, nullptr, &map), FLATLINE_OK);
    ASSERT_EQ(flatline_check(map, nullptr, &report), FLATLINE_OK);
    EXPECT_FALSE(has("nodes-missing"));
    flatline_free(report);
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    options.archive = archive;
    ASSERT_EQ(flatline_check(map, &options, &report), FLATLINE_OK);
    EXPECT_TRUE(has("nodes-missing"));
    flatline_free(report);
    options.archive_map = 1;
    EXPECT_EQ(flatline_check(map, &options, &report), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(report, nullptr);
    flatline_free(map);
    flatline_free(archive);
}

TEST_F(CApiCheck, Doom3Maps) {
    text = geometry_maps::world(geometry_maps::brush(geometry_maps::side("0 0 1 -8")));
    flatline_doom3_map* map = nullptr;
    ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
              FLATLINE_OK);
    ASSERT_EQ(flatline_doom3_check(map, nullptr, &report), FLATLINE_OK);
    ASSERT_FALSE(rules().empty());
    flatline_free(report);

    // Windings that do not fit are not checked, which the report says.
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "arena-bytes", "16"), FLATLINE_OK);
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    options.limits = &limits;
    EXPECT_EQ(flatline_doom3_check(map, &options, &report), FLATLINE_REFUSED);
    EXPECT_TRUE(has("limit-arena-bytes"));
    flatline_free(map);
}

TEST_F(CApiCheck, BadArguments) {
    const Loaded loaded(text);
    const std::string bad = "vertex { x = ; }";
    const Loaded refused(bad);
    EXPECT_EQ(flatline_check(nullptr, nullptr, &report), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_check(loaded.map, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_check(refused.map, nullptr, &report), FLATLINE_BAD_ARGUMENT);
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    options.struct_size = 0;
    EXPECT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_doom3_check(nullptr, nullptr, &report), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(report, nullptr);
    std::size_t count = 1;
    EXPECT_EQ(flatline_findings(nullptr, &count), nullptr);
    EXPECT_EQ(count, 0u);
    EXPECT_EQ(flatline_finding_count(nullptr, FLATLINE_ERROR), 0u);
    flatline_free(nullptr);
}

TEST_F(CApiCheck, TheHostMayEndIt) {
    const Loaded loaded(text);
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    int calls = 0;
    options.progress.interval_ms = FLATLINE_PROGRESS_EVERY_STEP;
    options.progress.context = &calls;
    options.progress.report = [](void* context, std::uint64_t, std::uint64_t) -> std::int32_t {
        return ++*static_cast<int*>(context) < 3 ? 1 : 0;
    };
    EXPECT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_CANCELLED);
    EXPECT_EQ(report, nullptr);
    EXPECT_EQ(calls, 3);
    options.progress.report = nullptr;
    EXPECT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_OK);
}

TEST_F(CApiCheck, RulesThatWereCutShort) {
    const Loaded loaded(text);
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "check-steps", "1"), FLATLINE_OK);
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    options.limits = &limits;
    ASSERT_EQ(flatline_check(loaded.map, &options, &report), FLATLINE_OK);
    const auto fate = [&](const char* id) {
        return flatline_report_rule(report, flatline_find_rule(id));
    };
    EXPECT_EQ(fate("side-unused"), FLATLINE_RULE_RUN);
    EXPECT_EQ(fate("texture-unknown"), FLATLINE_RULE_NOT_RUN);
    EXPECT_EQ(fate("line-cross"), FLATLINE_RULE_CUT_SHORT);
    for (std::uint32_t rule = flatline::engine::kRuleCount; rule <= UINT16_MAX; ++rule) {
        ASSERT_EQ(flatline_report_rule(report, static_cast<std::uint16_t>(rule)), FLATLINE_RULE_RUN)
            << rule;
    }
    EXPECT_EQ(flatline_report_rule(nullptr, 0), FLATLINE_RULE_RUN);
}

}  // namespace capi_check_test
