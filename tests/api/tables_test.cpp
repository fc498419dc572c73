// The tables that the C functions give row by row: the same as those of C++, and an end to each.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "flatline/flatline.h"
#include "model/check.hpp"
#include "model/fields.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "model/load.hpp"
#include "model/planes.hpp"
#include "model/verdict.hpp"

namespace capi_tables_test {

// Equal as a string that ends in a zero byte, which a view need not have.
testing::AssertionResult same(const char* c, std::string_view cpp) {
    if (c != nullptr && std::string_view(c) == cpp) return testing::AssertionSuccess();
    return testing::AssertionFailure() << (c != nullptr ? c : "NULL") << " is not " << cpp;
}

TEST(CApiTables, DialectsAndTheirFields) {
    for (std::uint8_t d = 0; d < FLATLINE_DIALECTS; ++d) {
        const auto dialect = static_cast<flatline::engine::Dialect>(d);
        EXPECT_TRUE(same(flatline_dialect_name(d), flatline::engine::dialect_name(dialect)));
        const auto rows = flatline::engine::field_rows(dialect);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const flatline_field_row row = flatline_dialect_field(d, i);
            ASSERT_TRUE(same(row.name, rows[i].name));
            EXPECT_TRUE(same(row.fallback, rows[i].fallback)) << row.name;
            EXPECT_TRUE(same(row.alias_of, rows[i].alias_of)) << row.name;
            EXPECT_TRUE(same(row.values, rows[i].values)) << row.name;
            EXPECT_TRUE(same(row.source, rows[i].source)) << row.name;
            EXPECT_EQ(row.dialect, d);
            EXPECT_EQ(row.block, rows[i].block) << row.name;
            EXPECT_EQ(row.kind, rows[i].kind) << row.name;
            EXPECT_EQ(row.required, rows[i].required) << row.name;
            const flatline_value own = flatline::engine::default_value(rows[i]);
            const flatline_value value = flatline_dialect_field_default(d, i);
            EXPECT_EQ(value.kind, own.kind) << row.name;
            if (own.kind == FLATLINE_INTEGER) {
                EXPECT_EQ(value.integer, own.integer) << row.name;
            }
            if (own.kind == FLATLINE_REAL) {
                EXPECT_EQ(value.real, own.real) << row.name;
            }
        }
        EXPECT_EQ(flatline_dialect_field_default(d, rows.size()).kind, FLATLINE_NO_VALUE);
        EXPECT_EQ(flatline_dialect_field(d, rows.size()).name, nullptr);
        EXPECT_EQ(flatline_dialect_field(d, SIZE_MAX).name, nullptr);
    }
    EXPECT_STREQ(flatline_dialect_name(FLATLINE_DIALECTS), "");
    EXPECT_STREQ(flatline_dialect_name(255), "");
    EXPECT_EQ(flatline_dialect_field(FLATLINE_DIALECTS, 0).name, nullptr);
}

TEST(CApiTables, Namespaces) {
    const auto rows = flatline::engine::namespace_rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const flatline_namespace_row row = flatline_namespace(i);
        ASSERT_TRUE(same(row.name, rows[i].name));
        EXPECT_EQ(row.dialect, static_cast<std::uint8_t>(rows[i].dialect));
        EXPECT_EQ(row.zero_line_id, rows[i].zero_line_id);
    }
    EXPECT_EQ(flatline_namespace(rows.size()).name, nullptr);
}

TEST(CApiTables, StandardFields) {
    const auto rows = flatline::engine::standard_fields();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const flatline_standard_field_row row = flatline_standard_field(i);
        ASSERT_TRUE(same(row.name, rows[i].name));
        EXPECT_EQ(row.field, rows[i].field);
        EXPECT_EQ(row.block, rows[i].block);
        EXPECT_EQ(row.kind, rows[i].kind);
        EXPECT_EQ(row.offset, rows[i].offset);
        EXPECT_EQ(row.bit, rows[i].bit);
        EXPECT_EQ(row.is_name, rows[i].is_name);
        EXPECT_EQ(row.is_index, rows[i].is_index);
        EXPECT_EQ(flatline_find_field(row.block, row.name), row.field);
        EXPECT_EQ(flatline_field_block(row.field), row.block);
        EXPECT_STREQ(flatline_field_name(row.field), row.name);
    }
    EXPECT_EQ(flatline_standard_field(rows.size()).name, nullptr);
}

TEST(CApiTables, LimitsAndPresets) {
    const auto rows = flatline::engine::limit_rows();
    flatline_limits limits;
    flatline_limits_default(&limits);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_TRUE(same(flatline_limit_name(i), rows[i].name));
        EXPECT_TRUE(same(flatline_limit_unit(i), rows[i].unit));
        EXPECT_TRUE(same(flatline_limit_reason(i), rows[i].reason));
        const std::uint64_t ceiling = flatline_limit_ceiling(i);
        EXPECT_EQ(ceiling, rows[i].ceiling);
        EXPECT_EQ(
            flatline_limits_set(&limits, flatline_limit_name(i), std::to_string(ceiling).c_str()),
            FLATLINE_OK);
        EXPECT_EQ(flatline_limits_set(&limits, flatline_limit_name(i),
                                      std::to_string(ceiling + 1).c_str()),
                  FLATLINE_BAD_ARGUMENT);
    }
    EXPECT_EQ(flatline_limit_name(rows.size()), nullptr);
    EXPECT_EQ(flatline_limit_reason(rows.size()), nullptr);
    EXPECT_EQ(flatline_limit_ceiling(rows.size()), 0u);

    const auto presets = flatline::engine::limit_presets();
    for (std::size_t i = 0; i < presets.size(); ++i) {
        EXPECT_TRUE(same(flatline_limit_preset_name(i), presets[i].name));
        EXPECT_TRUE(same(flatline_limit_preset_meaning(i), presets[i].meaning));
        EXPECT_EQ(flatline_limits_preset(&limits, flatline_limit_preset_name(i)), FLATLINE_OK);
    }
    EXPECT_EQ(flatline_limit_preset_name(presets.size()), nullptr);
    EXPECT_EQ(flatline_limit_preset_meaning(presets.size()), nullptr);
    EXPECT_EQ(flatline_limits_preset(&limits, nullptr), FLATLINE_BAD_ARGUMENT);
}

TEST(CApiTables, Rules) {
    const auto rows = flatline::engine::rule_rows();
    const flatline::engine::RuleLevels levels;
    for (std::uint16_t rule = 0; rule < rows.size(); ++rule) {
        EXPECT_TRUE(same(flatline_rule_id(rule), rows[rule].id));
        EXPECT_EQ(flatline_find_rule(flatline_rule_id(rule)), rule);
        EXPECT_EQ(flatline_rule_severity(rule), static_cast<std::uint8_t>(rows[rule].severity));
        EXPECT_EQ(flatline_rule_numbers(rule), static_cast<std::uint8_t>(rows[rule].numbers));
        EXPECT_TRUE(same(flatline_rule_sentence(rule), rows[rule].sentence));
        const flatline::engine::RuleNote note =
            flatline::engine::rule_note(static_cast<flatline::engine::Rule>(rule));
        EXPECT_TRUE(same(flatline_rule_why(rule), note.why));
        EXPECT_TRUE(same(flatline_rule_mend(rule), note.mend));
        EXPECT_TRUE(same(flatline_rule_ports(rule), note.ports));
        EXPECT_EQ(flatline_rule_default_level(rule),
                  static_cast<std::uint8_t>(levels.get(static_cast<flatline::engine::Rule>(rule))));
    }
    for (const std::uint16_t none :
         {static_cast<std::uint16_t>(rows.size()), std::uint16_t{0xFFFF}}) {
        EXPECT_EQ(flatline_rule_id(none), nullptr);
        EXPECT_EQ(flatline_rule_sentence(none), nullptr);
        EXPECT_EQ(flatline_rule_why(none), nullptr);
        EXPECT_EQ(flatline_rule_mend(none), nullptr);
        EXPECT_EQ(flatline_rule_ports(none), nullptr);
        EXPECT_EQ(flatline_rule_severity(none), FLATLINE_NOTE);
        EXPECT_EQ(flatline_rule_numbers(none), FLATLINE_NUMBERS_NONE);
        EXPECT_EQ(flatline_rule_default_level(none), FLATLINE_RULE_OFF);
    }
    EXPECT_EQ(flatline_find_rule("no-such-rule"), FLATLINE_NO_RULE);
    EXPECT_EQ(flatline_find_rule(""), FLATLINE_NO_RULE);
}

TEST(CApiTables, Verdicts) {
    const auto rows = flatline::engine::verdict_rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const flatline_verdict_row row = flatline_verdict_table(i);
        ASSERT_TRUE(same(row.rule, rows[i].rule));
        EXPECT_TRUE(same(row.detail, rows[i].detail)) << row.rule;
        EXPECT_TRUE(same(row.document, rows[i].document)) << row.rule;
        EXPECT_TRUE(same(row.section, rows[i].section)) << row.rule;
        for (std::size_t port = 0; port < FLATLINE_PORTS; ++port) {
            EXPECT_EQ(row.judgements[port], static_cast<std::uint8_t>(rows[i].of[port]))
                << row.rule;
        }
    }
    EXPECT_EQ(flatline_verdict_table(rows.size()).rule, nullptr);
    const auto facts = flatline::engine::port_fact_rows();
    for (std::size_t i = 0; i < facts.size(); ++i) {
        EXPECT_TRUE(same(flatline_port_fact(i).id, facts[i].id));
        EXPECT_TRUE(same(flatline_port_fact(i).sentence, facts[i].sentence));
    }
    EXPECT_EQ(flatline_port_fact(facts.size()).id, nullptr);
}

TEST(CApiTables, KindsOfPlanes) {
    for (std::uint8_t kind = 0; kind < FLATLINE_PLANE_KINDS; ++kind) {
        EXPECT_TRUE(same(flatline_plane_kind_name(kind), flatline::engine::plane_kind_name(kind)));
    }
    EXPECT_STREQ(flatline_plane_kind_name(FLATLINE_PLANE_KINDS), "");
}

TEST(CApiTables, RulesThatARepairMends) {
    for (std::uint16_t rule = 0; rule < flatline::engine::kRuleCount; ++rule) {
        bool listed = false;
        for (const flatline::engine::Rule each : flatline::engine::repairable_rules()) {
            listed = listed || static_cast<std::uint16_t>(each) == rule;
        }
        EXPECT_EQ(flatline_rule_is_repairable(rule), listed ? 1 : 0) << flatline_rule_id(rule);
    }
    EXPECT_EQ(flatline_rule_is_repairable(flatline_find_rule("line-missing-front")), 1);
    EXPECT_EQ(flatline_rule_is_repairable(flatline_find_rule("line-cross")), 0);
    EXPECT_EQ(flatline_rule_is_repairable(0xFFFF), 0);
}

}  // namespace capi_tables_test
