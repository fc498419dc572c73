// flatline/check.hpp: resources, checks and verdicts.
#include "flatline/check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "boundary/maps.hpp"
#include "support/wad_builder.hpp"

namespace check_test {

using namespace boundary;
using namespace flatline;
using testing_support::WadBuilder;

// A side that no line uses.
const std::string kUnused = std::string(kRooms) + "sidedef { sector = 0; }\n";

TEST(Check, FindsAndCounts) {
    const Result<Map> map = load(kUnused);
    ASSERT_TRUE(map);
    const Result<Report> report = check(*map);
    ASSERT_TRUE(report);
    EXPECT_TRUE(report.has(Rule::side_unused));
    bool met = false;
    const std::vector<flatline_location> places = map->locate(report.findings().kept());
    for (std::size_t i = 0; i < report.findings().size(); ++i) {
        const Finding finding = report.findings()[i];
        if (!finding.is(Rule::side_unused)) continue;
        met = true;
        EXPECT_EQ(finding.index, 8u);
        EXPECT_EQ(kUnused.substr(places[i].offset), "sidedef { sector = 0; }\n");
        EXPECT_EQ(sentence(finding), sentence(Finding(finding, map->raw())));
        const std::string at = describe_at(Finding(finding, map->raw()), "a.wad", "MAP01");
        EXPECT_NE(at.find("a.wad:MAP01 TEXTMAP line "), std::string::npos) << at;
    }
    EXPECT_TRUE(met);
    EXPECT_EQ(check(Map()).status(), Status::bad_argument);
}

TEST(Check, LevelsLimitsAndProgressAreTheCallers) {
    const Result<Map> map = load(kUnused);
    const flatline_rule_level levels[] = {{nullptr, FLATLINE_RULE_OFF},
                                          {"side-unused", FLATLINE_ERROR}};
    const Result<Report> report = check(*map, CheckOptions().set_levels(levels));
    ASSERT_TRUE(report);
    ASSERT_EQ(report.findings().size(), 1u);
    EXPECT_EQ(report.findings()[0].level(), Severity::error);
    EXPECT_EQ(report.findings().errors(), 1u);
    const flatline_rule_level bad[] = {{"no-such-rule", FLATLINE_NOTE}};
    EXPECT_EQ(check(*map, CheckOptions().set_levels(bad)).status(), Status::bad_argument);

    Limits limits;
    limits.arena_bytes = 1;
    CheckOptions poor;
    poor.limits = &limits;
    EXPECT_EQ(check(*map, poor).status(), Status::refused);
    int calls = 0;
    CheckOptions stopped;
    stopped.progress = stopping(calls);
    EXPECT_EQ(check(*map, stopped).status(), Status::cancelled);
    EXPECT_EQ(calls, 1);
}

TEST(Check, RulesRunWithWhatTheyNeed) {
    const Result<Map> map = load(kRooms);
    const Result<Report> alone = check(*map);
    EXPECT_EQ(alone->ran(Rule::line_cross), FLATLINE_RULE_RUN);
    EXPECT_EQ(alone->ran(Rule::texture_unknown), FLATLINE_RULE_NOT_RUN);
    EXPECT_EQ(alone->ran(Rule::nodes_missing), FLATLINE_RULE_NOT_RUN);

    Result<Resources> game = Resources::make();
    ASSERT_TRUE(game);
    EXPECT_EQ(game->add(FLATLINE_TEXTURE, "STARTAN2", {128, 128}), Status::ok);
    Result<Archive> archive =
        Archive::from_bytes(WadBuilder().map("MAP01", kRooms).build(), "a.wad");
    ASSERT_TRUE(archive);
    const Result<Report> all =
        check(*map, CheckOptions().with_resources(*game).in_archive(*archive, 0));
    ASSERT_TRUE(all);
    EXPECT_EQ(all->ran(Rule::texture_unknown), FLATLINE_RULE_RUN);
    EXPECT_TRUE(all.has(Rule::texture_unknown));  // STONE2
    EXPECT_EQ(all->ran(Rule::nodes_missing), FLATLINE_RULE_RUN);
    EXPECT_TRUE(all.has(Rule::nodes_missing));

    const CheckOptions scripts = CheckOptions().with_behavior("ACS\0");
    EXPECT_EQ(scripts.behavior_size, 3u);
    EXPECT_TRUE(check(*map, scripts));
}

TEST(Check, Doom3MapsToo) {
    const Result<Doom3Map> map = load_doom3(kCrate);
    ASSERT_TRUE(map);
    const Result<Report> report = check(*map);
    ASSERT_TRUE(report);
    ASSERT_FALSE(report.findings().empty());
    const Finding finding(report.findings()[0], map->raw());
    EXPECT_GT(place(finding).line, 0u);
    EXPECT_FALSE(sentence(finding).empty());
    EXPECT_EQ(check(Doom3Map()).status(), Status::bad_argument);
}

TEST(Check, FindsPointsOnTheMap) {
    const Result<Map> map = load(kRooms);
    flatline_finding findings[2] = {};
    findings[0].element = FLATLINE_VERTEX;
    findings[0].index = 4;
    findings[1].element = FLATLINE_MAP;
    findings[1].index = FLATLINE_NONE;
    const std::vector<flatline_location> places = map->locate(findings);
    ASSERT_EQ(places.size(), 2u);
    EXPECT_EQ(places[0].point.x, 256.0);
    EXPECT_TRUE(std::isnan(places[1].point.x));
}

TEST(ResourcesTest, AreFilledAndAsked) {
    Result<Resources> made = Resources::make();
    ASSERT_TRUE(made);
    Resources& game = *made;
    EXPECT_FALSE(game.has_names(FLATLINE_TEXTURE));
    EXPECT_EQ(game.add(FLATLINE_TEXTURE, "STARTAN2", {128, 64}), Status::ok);
    EXPECT_EQ(game.add(99, "STARTAN2"), Status::bad_argument);
    EXPECT_TRUE(game.has_names(FLATLINE_TEXTURE));
    EXPECT_TRUE(game.knows(FLATLINE_TEXTURE, "startan2"));
    EXPECT_FALSE(game.knows(FLATLINE_FLAT, "startan2"));
    EXPECT_EQ(game.texture_size("startan2").width, 128u);
    EXPECT_EQ(game.texture_size("startan2").height, 64u);
    EXPECT_EQ(game.texture_size("other").width, 0u);

    flatline_thing_type imp{};
    imp.type = 3001;
    imp.radius = 20;
    imp.height = 56;
    EXPECT_FALSE(game.has_thing_types());
    EXPECT_EQ(game.add_thing_type(imp), Status::ok);
    EXPECT_TRUE(game.has_thing_types());
    EXPECT_FALSE(game.has_classes());
    ASSERT_TRUE(game.thing_type(3001));
    EXPECT_EQ(game.thing_type(3001)->radius, 20.0);
    EXPECT_FALSE(game.thing_type(3002));

    Result<Resources> mod = Resources::make();
    EXPECT_FALSE(mod->knows(FLATLINE_TEXTURE, "STARTAN2"));
    mod->set_base(&game);
    EXPECT_TRUE(mod->knows(FLATLINE_TEXTURE, "STARTAN2"));
    mod->set_base(nullptr);
    EXPECT_FALSE(mod->knows(FLATLINE_TEXTURE, "STARTAN2"));

    Limits limits;
    limits.resource_names = 1;
    ResourcesOptions options;
    options.limits = &limits;
    Result<Resources> small = Resources::make(options);
    EXPECT_EQ(small->add(FLATLINE_FLAT, "A"), Status::ok);
    EXPECT_EQ(small->add(FLATLINE_FLAT, "B"), Status::refused);
}

// A tree with a game configuration that ends inside a block.
class ConfigTree : public Source {
public:
    const char* path(std::uint64_t i) noexcept override { return i == 0 ? "game.cfg" : nullptr; }
    std::uint64_t size(std::uint64_t) noexcept override { return kConfig.size(); }
    std::uint64_t read_at(std::uint64_t, std::uint64_t offset, void* out,
                          std::uint64_t size) noexcept override {
        if (offset >= kConfig.size()) return 0;
        return kConfig.copy(static_cast<char*>(out), size, offset);
    }

private:
    const std::string kConfig = "thingtypes { all { width = 20; 3004 = \"Zombie\"; } ; ; } }";
};

TEST(ResourcesTest, ComeFromArchivesAndConfigurations) {
    std::vector<std::string> told;
    auto tell = [&told](std::string_view path, const flatline_finding& finding) {
        told.push_back(std::string(path) + " " + flatline_rule_id(finding.rule));
    };
    Result<Resources> game = Resources::make(ResourcesOptions().report_to(tell));
    Result<Archive> archive = Archive::from_bytes(WadBuilder()
                                                      .lump("F_START")
                                                      .lump("FLOOR4_8", std::string(4096, 'x'))
                                                      .lump("F_END")
                                                      .lump("TEXTURE1", "x")
                                                      .build(),
                                                  "doom.wad");
    EXPECT_EQ(game->add_archive(*archive), Status::ok);
    EXPECT_TRUE(game->knows(FLATLINE_FLAT, "floor4_8"));
    EXPECT_TRUE(game->knows(FLATLINE_LUMP, "TEXTURE1"));
    EXPECT_FALSE(told.empty());  // of TEXTURE1, which is too short
    told.clear();

    ArchiveOptions direct;
    direct.direct = 1;
    Result<Archive> tree = Archive::from_source(std::make_unique<ConfigTree>(), direct);
    ASSERT_FALSE(tree->empty());
    EXPECT_EQ(game->add_game_config(*tree, "GAME.cfg"), Status::ok);
    EXPECT_TRUE(game->thing_type(3004));
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told[0].substr(0, 9), "game.cfg ");
    EXPECT_EQ(game->add_game_config(*tree, "none.cfg"), Status::refused);
}

TEST(Verdict, OneForEachPort) {
    const Result<Map> map = load(kRooms);
    const Result<Report> report = check(*map);
    const Result<Archive> archive =
        Archive::from_bytes(WadBuilder().map("MAP01", kRooms).build(), "a.wad");
    VerdictOptions options;
    options.with_report(*report).in_archive(*archive, 0);
    const Result<Verdicts> verdicts = judge(*map, options);
    ASSERT_TRUE(verdicts);
    flatline_verdict expected[FLATLINE_PORTS];
    ASSERT_EQ(flatline_judge(map->raw(), &options, expected), FLATLINE_OK);
    for (std::size_t port = 0; port < FLATLINE_PORTS; ++port) {
        EXPECT_EQ((*verdicts)[port].judgement, expected[port].judgement);
        EXPECT_EQ((*verdicts)[port].rule, expected[port].rule);
    }
    const Result<Map> refused = load(std::string(kRooms) + "}");
    EXPECT_STREQ((*judge(*refused))[FLATLINE_PORT_GZDOOM].rule, "syntax-brace");
    EXPECT_EQ(judge(Map()).status(), Status::bad_argument);
}

TEST(Verdict, TablesGoToTheirEnds) {
    std::size_t rows = 0;
    for (const flatline_verdict_row& row : verdict_rows()) {
        EXPECT_STREQ(row.rule, flatline_verdict_table(rows++).rule);
    }
    EXPECT_EQ(flatline_verdict_table(rows).rule, nullptr);
    EXPECT_GT(rows, 10u);
    std::size_t facts = 0;
    for (const flatline_port_fact_row& row : port_facts()) {
        EXPECT_EQ(std::string(row.id).substr(0, 5), "port-");
        ++facts;
    }
    EXPECT_EQ(flatline_port_fact(facts).id, nullptr);
    EXPECT_GT(facts, 1u);
}

}  // namespace check_test
