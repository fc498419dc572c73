// The C functions that mend maps: what they give, and what they refuse.
#include <gtest/gtest.h>

#include <string>

#include "flatline/flatline.h"
#include "support/wad_builder.hpp"

namespace capi_fix_test {

flatline_named_lump lump_of(const char* name, const std::string& bytes) {
    return {name, {bytes.data(), bytes.size()}};
}

TEST(CapiFix, LumpsAndRows) {
    const std::string good = testing_support::square_text();
    const std::string text = good + "vertex { x = 7; y = 9; }\n";
    const std::string other = "kept";
    const flatline_named_lump lumps[] = {lump_of("TEXTMAP", text), lump_of("DIALOGUE", other)};
    flatline_fixed* fixed = nullptr;
    ASSERT_EQ(flatline_fix(lumps, 2, nullptr, &fixed), FLATLINE_OK);
    EXPECT_EQ(flatline_fixed_changed(fixed), 1);
    std::size_t count = 0;
    const flatline_named_lump* now = flatline_fixed_lumps(fixed, &count);
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(std::string(static_cast<const char*>(now[0].bytes.data), now[0].bytes.size), good);
    EXPECT_EQ(now[1].bytes.data, other.data()) << "what does not change is not copied";
    EXPECT_STREQ(now[1].name, "DIALOGUE");
    const flatline_fix_row* rows = flatline_fixed_rows(fixed, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_EQ(rows[0].rule, flatline_find_rule("vertex-unused"));
    EXPECT_EQ(rows[0].element, FLATLINE_VERTEX);
    EXPECT_EQ(rows[0].index, 4u);
    EXPECT_EQ(rows[0].applied, 1);
    EXPECT_EQ(std::string(rows[0].message, rows[0].message_size),
              "vertex 4: no line uses this vertex; removed");
    flatline_free(fixed);
}

TEST(CapiFix, OnlySomeRules) {
    const std::string text =
        testing_support::square_text() + "vertex { x = 7; y = 9; }\nsidedef { sector = 0; }\n";
    const flatline_named_lump lump = lump_of("TEXTMAP", text);
    const char* const rules[] = {"side-unused"};
    flatline_fix_options options = FLATLINE_FIX_OPTIONS_INIT;
    options.rules = rules;
    options.rule_count = 1;
    flatline_fixed* fixed = nullptr;
    ASSERT_EQ(flatline_fix(&lump, 1, &options, &fixed), FLATLINE_OK);
    std::size_t count = 0;
    const flatline_fix_row* rows = flatline_fixed_rows(fixed, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_STREQ(flatline_rule_id(rows[0].rule), "side-unused");
    flatline_free(fixed);
}

TEST(CapiFix, WhatIsRefused) {
    const std::string bad = "namespace = \"zdoom\"; vertex { x = ; }";
    const flatline_named_lump lump = lump_of("TEXTMAP", bad);
    flatline_fixed* fixed = nullptr;
    EXPECT_EQ(flatline_fix(&lump, 1, nullptr, &fixed), FLATLINE_REFUSED);
    ASSERT_NE(fixed, nullptr);
    EXPECT_EQ(flatline_has_rule(fixed, flatline_find_rule("syntax-value")), 1);
    std::size_t count = 9;
    EXPECT_EQ(flatline_fixed_lumps(fixed, &count), nullptr);
    EXPECT_EQ(count, 0u);
    flatline_free(fixed);
    const char* const rules[] = {"no-such-rule"};
    flatline_fix_options options = FLATLINE_FIX_OPTIONS_INIT;
    options.rules = rules;
    options.rule_count = 1;
    EXPECT_EQ(flatline_fix(&lump, 1, &options, &fixed), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(fixed, nullptr);
    options = FLATLINE_FIX_OPTIONS_INIT;
    options.unsafe = 2;
    EXPECT_EQ(flatline_fix(&lump, 1, &options, &fixed), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_fix(nullptr, 0, nullptr, &fixed), FLATLINE_BAD_ARGUMENT);
}

TEST(CapiFix, RulesSayWhetherTheyAreMended) {
    EXPECT_EQ(flatline_rule_fix(flatline_find_rule("vertex-unused")), FLATLINE_FIX_SAFE);
    EXPECT_EQ(flatline_rule_fix(flatline_find_rule("line-overlap")), FLATLINE_FIX_UNSAFE);
    EXPECT_EQ(flatline_rule_fix(flatline_find_rule("exit-missing")), FLATLINE_FIX_NONE);
    EXPECT_EQ(flatline_rule_fix(FLATLINE_NO_RULE), FLATLINE_FIX_NONE);
    EXPECT_STREQ(flatline_fix_name(FLATLINE_FIX_SAFE), "safe");
    EXPECT_STREQ(flatline_fix_name(9), "");
}

}  // namespace capi_fix_test
