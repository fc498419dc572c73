// The note of a rule is that of the first row that fits its id, whole or up to the asterisk.
#include <gtest/gtest.h>

#include "model/findings.hpp"

namespace rule_notes_test {

using flatline::engine::Rule;
using flatline::engine::rule_note;

TEST(RuleNotes, TheFirstRowThatFits) {
    EXPECT_EQ(rule_note(Rule::syntax_nul).why, "the text breaks the grammar");
    EXPECT_EQ(rule_note(Rule::syntax_value).why, "the text breaks the grammar");
    EXPECT_EQ(rule_note(Rule::field_type).why,
              "the value has another type than the field, so it is ignored");
    EXPECT_EQ(rule_note(Rule::field_fraction).mend, "Correct the value that is named.");
    EXPECT_EQ(rule_note(Rule::nodes_stale).mend, "Build nodes again.");
    EXPECT_TRUE(rule_note(Rule::count_).why.empty());
    EXPECT_TRUE(rule_note(static_cast<Rule>(0xFFFF)).why.empty());
}

}  // namespace rule_notes_test
