// flatline/result.hpp: findings in words, handles, and Result<T>.
#include "flatline/result.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "boundary/maps.hpp"

namespace result_test {

using namespace boundary;
using namespace flatline;

TEST(Result, TheFirstProgramWorksAsItIsWritten) {
    const std::string text = kBadLine;
    auto map = flatline::load(text);
    ASSERT_FALSE(map);
    std::string told;
    for (auto& f : map.findings()) told += flatline::sentence(f) + "\n";
    EXPECT_EQ(told, "linedef 0: v2 is 7, but the map has 1 vertices\n");
}

TEST(Result, SaysHowTheCallEnded) {
    const Result<Map> good = load(kRooms);
    EXPECT_TRUE(good);
    EXPECT_EQ(good.status(), Status::ok);
    EXPECT_EQ(good->vertices().size(), 6u);
    EXPECT_EQ((*good).things().size(), 2u);
    EXPECT_EQ(good.findings().errors(), 0u);
    EXPECT_FALSE(good->empty());

    const Result<Map> bad = load(kBadLine);
    EXPECT_FALSE(bad);
    EXPECT_EQ(bad.status(), Status::refused);
    EXPECT_TRUE(bad->vertices().empty());
    EXPECT_TRUE(bad.has(Rule::line_vertex_range));
    EXPECT_FALSE(bad.has(Rule::line_side_range));
    EXPECT_FALSE(bad->empty());  // it has the findings
}

TEST(Result, MemoryIsThatOfTheCall) {
    const Result<Map> map = load(kRooms);
    const MemoryUse use = map.memory();
    EXPECT_GT(use.used, 0u);
    EXPECT_LE(use.used, use.announced);
    EXPECT_EQ(use.by_size, flatline_memory_by_size(map->raw()) != 0);
    Pool pool;
    LoadOptions options;
    options.memory = pool.hooks();
    EXPECT_FALSE(load(kRooms, options).memory().by_size);
    EXPECT_EQ(pool.pieces, 0u);
}

TEST(Result, FindingsCountWhatWasNotKept) {
    Limits limits;
    limits.findings = 0;
    limits.finding_lines = 1;
    LoadOptions options;
    options.limits = &limits;
    const std::string text = std::string(kRooms) +
                             "linedef { v1 = 90; v2 = 91; sidefront = 92; bad = 1; }\n"
                             "linedef { v1 = 93; v2 = 0; sidefront = 0; }\n";
    const Result<Map> map = load(text, options);
    ASSERT_EQ(map.status(), Status::refused);
    const Findings findings = map.findings();
    EXPECT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings.errors(), 4u);
    EXPECT_EQ(findings.notes(), flatline_finding_count(map->raw(), FLATLINE_NOTE));
    EXPECT_EQ(findings.warnings(), 0u);
    EXPECT_EQ(findings.total(), findings.errors() + findings.notes());
    ASSERT_EQ(findings.kept().size(), 1u);
    EXPECT_EQ(findings.kept()[0].severity, FLATLINE_ERROR);
    EXPECT_EQ(findings[0].level(), Severity::error);
    EXPECT_TRUE(findings[0].is(Rule::line_vertex_range));
}

TEST(Result, FindingsOfARefusedMapOutliveMoves) {
    // The text is the map's own, and short enough to lie in the string itself.
    Result<Map> refused = load(std::string("vertex{x=1e;}"));
    ASSERT_EQ(refused.status(), Status::refused);
    const std::string before = sentence(refused.findings()[0]);
    EXPECT_NE(before.find("1e"), std::string::npos) << before;
    Result<Map> moved = std::move(refused);
    EXPECT_EQ(sentence(moved.findings()[0]), before);
    EXPECT_TRUE(refused.findings().empty());
    const Map map = std::move(moved).take();
    ASSERT_EQ(map.findings().size(), 1u);
    EXPECT_EQ(sentence(map.findings()[0]), before);
    EXPECT_EQ(map.textmap(), "vertex{x=1e;}");
}

TEST(Result, TheTextOfARefusedMapCanBeTakenBack) {
    Result<Map> refused = load(std::string(kBadLine));
    Buffer text = refused->take_text();
    EXPECT_EQ(text.bytes().text(), kBadLine);
    EXPECT_TRUE(refused.findings().empty());
    LoadOptions options;
    options.repair = FLATLINE_REPAIR;
    const Result<Map> again = load(std::move(text), options);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->linedefs()[0].v2, 0u);
    // Of a loaded map the text is the map's.
    Result<Map> good = load(std::string(kRooms));
    EXPECT_EQ(good->textmap(), kRooms);
    EXPECT_EQ(good->take_text().data(), nullptr);
}

TEST(Result, SentencesGoIntoABufferToo) {
    const Result<Map> map = load(kBadLine);
    const Finding finding = map.findings()[0];
    const std::string all = sentence(finding);
    char out[8];
    EXPECT_EQ(sentence(finding, out, sizeof out), all.size());
    EXPECT_EQ(out, all.substr(0, 7));
    EXPECT_EQ(describe_at(finding, "a.wad", "MAP01"),
              "a.wad:MAP01 TEXTMAP line 2 column 24, " + all);
    EXPECT_EQ(describe_at(finding), "TEXTMAP line 2 column 24, " + all);
    EXPECT_EQ(place(finding).line, 2u);
    EXPECT_EQ(place(finding).column, 24u);
}

TEST(Result, LongSentencesAreWhole) {
    const std::string name(500, 'n');
    const Result<Map> map = load("namespace = \"zdoom\"; " + name + " \"x\";");
    ASSERT_FALSE(map);
    bool whole = false;
    for (const Finding& finding : map.findings()) {
        const std::string all = sentence(finding);
        std::string expected(2000, '\0');
        expected.resize(flatline_describe(map->raw(), &finding, &expected[0], expected.size()));
        EXPECT_EQ(all, expected);
        const std::string at = describe_at(finding, name.c_str());
        whole = whole || (at.size() > 500 && at.substr(at.size() - all.size()) == all);
    }
    EXPECT_TRUE(whole);
}

TEST(Result, AFindingOfTheHostHasItsRulesSeverity) {
    const Finding finding = make_finding(Rule::archive_encrypted, FLATLINE_LUMP_FILE, 12, 3, 4);
    EXPECT_EQ(finding.rule, static_cast<std::uint16_t>(Rule::archive_encrypted));
    EXPECT_EQ(finding.severity, flatline_rule_severity(finding.rule));
    EXPECT_EQ(finding.lump, FLATLINE_LUMP_FILE);
    EXPECT_EQ(finding.offset, 12u);
    EXPECT_EQ(finding.a, 3);
    EXPECT_EQ(finding.b, 4);
    EXPECT_EQ(make_finding(Rule::archive_link).offset, FLATLINE_NO_OFFSET);
    EXPECT_FALSE(sentence(finding).empty());
}

TEST(Result, PlainValuesHaveTheirProblem) {
    const Finding problem = make_finding(Rule::file_unreadable);
    const flatline_finding one[] = {problem};
    const Result<int> refused(Status::refused, 0, one);
    ASSERT_EQ(refused.findings().size(), 1u);
    EXPECT_EQ(refused.findings().errors(), 1u);
    EXPECT_EQ(refused.findings().kept().size(), 1u);
    EXPECT_TRUE(refused.has(Rule::file_unreadable));
    EXPECT_EQ(sentence(refused.findings()[0]), "the file cannot be read");
    EXPECT_EQ(refused.memory().used, 0u);
    Result<int> good(Status::ok, 7);
    EXPECT_EQ(*good, 7);
    EXPECT_TRUE(good.findings().empty());
    EXPECT_EQ(std::move(good).take(), 7);
}

TEST(Result, WithoutMemoryForAHandleThereIsAFindingStill) {
    const Result<Map> none(Status::out_of_memory, Map());
    ASSERT_EQ(none.findings().size(), 1u);
    EXPECT_TRUE(none.has(Rule::out_of_memory));
    EXPECT_EQ(none.findings().errors(), 1u);
    EXPECT_TRUE(none->empty());
}

TEST(Result, BadArgumentsAreNoFindings) {
    LoadOptions options;
    options.struct_size = 3;
    const Result<Map> map = load(kRooms, options);
    EXPECT_EQ(map.status(), Status::bad_argument);
    EXPECT_TRUE(map.findings().empty());
    EXPECT_TRUE(map->empty());
    EXPECT_TRUE(map->vertices().empty());
}

TEST(Result, HandlesPassToCAndBack) {
    Result<Map> loaded = load(kRooms);
    flatline_map* raw = loaded->release();
    EXPECT_TRUE(loaded->empty());
    EXPECT_TRUE(loaded->vertices().empty());
    EXPECT_EQ(flatline_map_arrays(raw)->vertex_count, 6u);
    Map map(raw);
    EXPECT_EQ(map.raw(), raw);
    EXPECT_EQ(map.vertices().size(), 6u);
    Map other;
    other = std::move(map);
    EXPECT_TRUE(map.empty());
    EXPECT_TRUE(map.vertices().empty());
    EXPECT_EQ(other.vertices().size(), 6u);
    other = Map();
    EXPECT_TRUE(other.vertices().empty());
}

}  // namespace result_test
