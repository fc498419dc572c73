// Every place where readers of UDMF differ (docs/udmf.md, "TEXTMAP"): accepted with the right
// value, or refused with the right rule at the right byte; and the reference reader says the same.
#include "udmf/grammar_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "reference/reference_reader.hpp"
#include "support/json_diff.hpp"
#include "support/load_text.hpp"
#include "support/map_json.hpp"
#include "support/oracle.hpp"

namespace {

using grammar_rows::Row;
using nlohmann::json;

class GrammarRows : public testing::TestWithParam<Row> {
protected:
    void SetUp() override {
        text_ = GetParam().text;
        mark_ = text_.find('^');
        if (mark_ != std::string::npos) {
            text_.erase(mark_, 1);
        }
    }

    reference::Result by_reference() const {
        reference::Options options;
        options.grammar = static_cast<reference::Grammar>(GetParam().grammar);
        return reference::read(text_, options);
    }

    // What the row says, asked of one dump.
    void expect_values(const json& dump) const {
        for (const auto& [path, value] : GetParam().values) {
            const json::json_pointer pointer(path);
            if (!dump.contains(pointer)) {
                ADD_FAILURE() << path << " is not there";
                continue;
            }
            EXPECT_EQ(json_diff::first_difference(dump.at(pointer), json::parse(value), path), "");
        }
    }

    std::string text_;
    std::size_t mark_ = std::string::npos;
};

bool one_of(const std::string& rule, const std::string& rules) {
    return ("|" + rules + "|").find("|" + rule + "|") != std::string::npos;
}

TEST_P(GrammarRows, Loader) {
    const Row& row = GetParam();
    flatline::engine::LoadOptions options;
    options.grammar = row.grammar;
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        load_text::load(text_, options);
    SCOPED_TRACE(text_ + "\n" + load_text::story(result, text_));
    EXPECT_EQ(oracle::first_fault(result, text_), "");
    if (!row.finding.empty()) {
        EXPECT_NE(load_text::find(result, row.finding), nullptr) << row.finding;
    }
    if (row.refused.empty()) {
        ASSERT_TRUE(result);
        expect_values(map_json::dump(result.value));
        return;
    }
    ASSERT_EQ(result.status, flatline::engine::Status::refused);
    const flatline::engine::Finding* finding = load_text::find(result, row.refused);
    ASSERT_NE(finding, nullptr) << "expected " << row.refused;
    EXPECT_EQ(finding->severity, 2);
    if (mark_ != std::string::npos) {
        EXPECT_EQ(finding->offset, mark_);
    }
}

TEST_P(GrammarRows, Reference) {
    const Row& row = GetParam();
    const reference::Result result = by_reference();
    SCOPED_TRACE(text_);
    if (row.refused.empty()) {
        ASSERT_TRUE(result.dump.has_value()) << result.refusal.rule << result.refusal.offset;
        expect_values(*result.dump);
        return;
    }
    ASSERT_FALSE(result.dump.has_value());
    bool agrees = false;
    std::string rules = result.refusal.rule + "|";
    for (std::size_t end = rules.find('|'); end != std::string::npos; end = rules.find('|')) {
        agrees = agrees || one_of(rules.substr(0, end), row.refused);
        rules.erase(0, end + 1);
    }
    EXPECT_TRUE(agrees) << result.refusal.rule << " against " << row.refused;
    if (mark_ != std::string::npos) {
        EXPECT_EQ(result.refusal.offset, mark_);
    }
}

std::string name_of(const testing::TestParamInfo<Row>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Lexical, GrammarRows, testing::ValuesIn(grammar_rows::lexical_rows()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Numbers, GrammarRows, testing::ValuesIn(grammar_rows::number_rows()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Structure, GrammarRows, testing::ValuesIn(grammar_rows::structure_rows()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Elements, GrammarRows, testing::ValuesIn(grammar_rows::element_rows()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Udmf099, GrammarRows, testing::ValuesIn(grammar_rows::grammar_099_rows()),
                         name_of);

// -0.0 keeps its sign: JSON cannot show it.
TEST(GrammarNumbers, MinusZeroKeepsItsSign) {
    const std::string text = "vertex{x=-0.0;y=0.0;}";
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    EXPECT_TRUE(std::signbit(result.value.vertices()[0].x));
    EXPECT_FALSE(std::signbit(result.value.vertices()[0].y));
}

// A string without an escape is a view into the text, not a copy.
TEST(GrammarStrings, AreViewsIntoTheText) {
    const std::string text =
        "namespace=\"zdoom\";sector{texturefloor=\"FLAT1\";user_a=\"b\\\"c\";}";
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    const std::string_view name = result.value.name(result.value.sectors()[0].texturefloor);
    EXPECT_EQ(name, "FLAT1");
    EXPECT_EQ(name.data(), text.data() + text.find("FLAT1"));
    EXPECT_EQ(result.value.text(result.value.unknowns()[0].value.string), "b\"c");
}

}  // namespace
