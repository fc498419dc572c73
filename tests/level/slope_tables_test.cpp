// Walks the tables of slope rules: unique rows, each of a step that its port has, steps in the
// order of docs/slopes.md, "Order of steps".
#include "level/slope_tables.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace slope_tables_test {

using flatline::engine::Dialect;
using flatline::engine::SlopeRules;
using namespace flatline::engine::level;

constexpr SlopeRules kPorts[] = {SlopeRules::zdoom, SlopeRules::eternity, SlopeRules::srb2};

std::vector<SlopeStep> steps_of(SlopeRules rules) {
    std::vector<SlopeStep> steps;
    for (const SlopeStepRow& row : kSlopeSteps) {
        if (row.rules == rules) steps.push_back(row.step);
    }
    return steps;
}

// The sentence of a step of a port, "" if it has none.
std::string what(SlopeRules rules, SlopeStep step) {
    for (const SlopeStepRow& row : kSlopeSteps) {
        if (row.rules == rules && row.step == step) return std::string(row.what);
    }
    return "";
}

// Whether "9500 to 9503, 1500" names a number.
bool names(const std::string& text, int number) {
    std::vector<int> numbers;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] < '0' || text[i] > '9') {
            ++i;
            continue;
        }
        std::size_t used = 0;
        numbers.push_back(std::stoi(text.substr(i), &used));
        if (i >= 3 && text.compare(i - 3, 3, "to ") == 0 && numbers.size() > 1) {
            const int from = numbers[numbers.size() - 2];
            if (from <= number && number <= numbers.back()) return true;
        }
        i += used;
    }
    for (const int n : numbers) {
        if (n == number) return true;
    }
    return false;
}

TEST(SlopeTables, TheOrderOfEachPort) {
    EXPECT_EQ(
        steps_of(SlopeRules::zdoom),
        (std::vector{SlopeStep::plane_fields, SlopeStep::slope_lines, SlopeStep::slope_things,
                     SlopeStep::vertex_heights, SlopeStep::copy_things, SlopeStep::copy_lines}));
    EXPECT_EQ(steps_of(SlopeRules::srb2),
              (std::vector{SlopeStep::plane_fields, SlopeStep::vertex_heights,
                           SlopeStep::slope_lines, SlopeStep::copy_lines}));
    EXPECT_EQ(steps_of(SlopeRules::eternity),
              (std::vector{SlopeStep::slope_lines, SlopeStep::copy_lines}));
    EXPECT_TRUE(steps_of(SlopeRules::none).empty());
    EXPECT_TRUE(steps_of(SlopeRules::automatic).empty());
}

TEST(SlopeTables, EachStepOnceAPortWithASentence) {
    std::set<std::pair<SlopeRules, SlopeStep>> seen;
    for (const SlopeStepRow& row : kSlopeSteps) {
        EXPECT_TRUE(seen.insert({row.rules, row.step}).second) << row.what;
        EXPECT_FALSE(row.what.empty());
    }
}

TEST(SlopeTables, EverySpecialStandsInTheSentenceOfItsStep) {
    std::set<std::pair<SlopeRules, int>> seen;
    for (const SlopeLineRow& row : kSlopeLines) {
        EXPECT_TRUE(seen.insert({row.rules, row.special}).second) << row.special;
        EXPECT_TRUE(names(what(row.rules, row.step), row.special)) << row.special;
        const bool by_row = row.rule == LineRule::align_fixed || row.rule == LineRule::copy_front;
        EXPECT_EQ(row.floor != 0 || row.ceiling != 0, by_row) << row.special;
        const bool copies = row.rule == LineRule::copy_zdoom ||
                            row.rule == LineRule::copy_eternity ||
                            row.rule == LineRule::copy_srb2 || row.rule == LineRule::copy_front;
        EXPECT_EQ(row.step, copies ? SlopeStep::copy_lines : SlopeStep::slope_lines) << row.special;
    }
}

TEST(SlopeTables, EveryThingStandsInTheSentenceOfItsStep) {
    std::set<std::pair<SlopeRules, int>> seen;
    for (const SlopeThingRow& row : kSlopeThings) {
        EXPECT_TRUE(seen.insert({row.rules, row.type}).second) << row.type;
        // Things 750 are named by the special that uses them.
        if (row.rule == ThingRule::slope_vertex) continue;
        EXPECT_TRUE(names(what(row.rules, row.step), row.type)) << row.type;
    }
}

TEST(SlopeTables, TheFinderFindsExactlyTheRows) {
    for (const SlopeRules rules : kPorts) {
        const SlopeLineFinder lines(kSlopeLines, rules);
        const SlopeThingFinder things(kSlopeThings, rules);
        for (int number = -70000; number < 70000; ++number) {
            const SlopeLineRow* line = nullptr;
            for (const SlopeLineRow& row : kSlopeLines) {
                if (row.rules == rules && row.special == number) line = &row;
            }
            ASSERT_EQ(lines.find(number), line) << number;
            const SlopeThingRow* thing = nullptr;
            for (const SlopeThingRow& row : kSlopeThings) {
                if (row.rules == rules && row.type == number) thing = &row;
            }
            ASSERT_EQ(things.find(number), thing) << number;
        }
    }
}

TEST(SlopeTables, RulesByDialect) {
    for (const flatline::engine::NamespaceRow& row : flatline::engine::namespace_rows()) {
        const std::string name(row.name);
        const SlopeRules expected =
            name == "srb2"       ? SlopeRules::srb2
            : name == "eternity" ? SlopeRules::eternity
            : name == "zdoom" || name == "zdoomtranslated" || name == "vavoom" ? SlopeRules::zdoom
                                                                               : SlopeRules::none;
        EXPECT_EQ(slope_rules(row.dialect), expected) << name;
    }
    EXPECT_EQ(slope_rules(Dialect::udmf099), SlopeRules::none);
}

}  // namespace slope_tables_test
