#include "model/limits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "model/findings.hpp"

namespace {

using flatline::engine::limit_rows;
using flatline::engine::LimitRow;
using flatline::engine::Limits;
using flatline::engine::set_limit;

bool kebab_case(std::string_view name) {
    if (name.empty() || name.front() == '-' || name.back() == '-') return false;
    for (const char c : name) {
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-') return false;
    }
    return name.find("--") == std::string_view::npos;
}

// The value of a row as text, and in a form in which two can be compared.
double value(const Limits& limits, const LimitRow& row) {
    return row.count != nullptr ? static_cast<double>(limits.*row.count) : limits.*row.real;
}

bool same(const Limits& a, const Limits& b) {
    for (const LimitRow& row : limit_rows()) {
        if (value(a, row) != value(b, row)) return false;
    }
    return true;
}

TEST(LimitRows, NamesAreUniqueAndFitTheCommandLine) {
    std::set<std::string_view> names;
    for (const LimitRow& row : limit_rows()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_TRUE(kebab_case(row.name)) << row.name;
        EXPECT_FALSE(row.unit.empty()) << row.name;
        EXPECT_FALSE(row.reason.empty()) << row.name;
    }
}

TEST(LimitRows, EveryMemberHasOneRow) {
    // Writing through all rows fills the struct without a gap and without a second visit.
    EXPECT_EQ(sizeof(Limits), limit_rows().size() * sizeof(std::uint64_t));
    Limits limits;
    std::set<const void*> members;
    for (const LimitRow& row : limit_rows()) {
        ASSERT_NE(row.count == nullptr, row.real == nullptr) << row.name;
        const void* member = row.count != nullptr ? static_cast<const void*>(&(limits.*row.count))
                                                  : static_cast<const void*>(&(limits.*row.real));
        EXPECT_TRUE(members.insert(member).second) << row.name;
    }
}

TEST(LimitRows, DefaultsLieBelowTheirCeilings) {
    const Limits limits;
    for (const LimitRow& row : limit_rows()) {
        EXPECT_GT(value(limits, row), 0) << row.name;
        EXPECT_LE(value(limits, row), static_cast<double>(row.ceiling)) << row.name;
    }
}

TEST(LimitRows, RulesNameTheirLimit) {
    // A refusal says "limit-NAME"; what has no rule of that kind drops or counts instead.
    std::set<std::string_view> names;
    for (const LimitRow& row : limit_rows()) names.insert(row.name);
    for (const flatline::engine::RuleRow& rule : flatline::engine::rule_rows()) {
        if (rule.id.substr(0, 6) != "limit-" || rule.id == "limit-srb2-flats") continue;
        const std::string name(rule.id.substr(6));
        EXPECT_TRUE(names.count(name) == 1) << rule.id;
        EXPECT_NE(rule.sentence.find(name), std::string_view::npos) << rule.id;
    }
}

TEST(LimitPresets, NamesAreUniqueAndTheFirstIsTheDefault) {
    std::set<std::string_view> names;
    for (const flatline::engine::LimitPreset& preset : flatline::engine::limit_presets()) {
        EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
        EXPECT_TRUE(kebab_case(preset.name)) << preset.name;
        EXPECT_FALSE(preset.meaning.empty()) << preset.name;
        for (const LimitRow& row : limit_rows()) {
            EXPECT_GT(value(preset.limits, row), 0) << preset.name << ' ' << row.name;
            EXPECT_LE(value(preset.limits, row), static_cast<double>(row.ceiling))
                << preset.name << ' ' << row.name;
        }
    }
    ASSERT_FALSE(flatline::engine::limit_presets().empty());
    EXPECT_EQ(flatline::engine::limit_presets()[0].name, "default");
    EXPECT_TRUE(same(flatline::engine::limit_presets()[0].limits, Limits{}));
    for (const char* name : {"gzdoom", "srb2", "dsda", "woof", "eternity"}) {
        EXPECT_EQ(names.count(name), 1u) << name;
    }
}

TEST(SetLimit, SetsOneAndLeavesTheOthers) {
    for (const LimitRow& row : limit_rows()) {
        Limits limits;
        ASSERT_TRUE(set_limit(limits, row.name, "7")) << row.name;
        EXPECT_EQ(value(limits, row), 7) << row.name;
        for (const LimitRow& other : limit_rows()) {
            if (other.name != row.name) {
                EXPECT_EQ(value(limits, other), value(Limits{}, other)) << other.name;
            }
        }
        ASSERT_TRUE(set_limit(limits, row.name, "0")) << row.name;
        EXPECT_EQ(value(limits, row), 0) << row.name;
    }
}

TEST(SetLimit, TheCeilingIsTheLast) {
    for (const LimitRow& row : limit_rows()) {
        Limits limits;
        ASSERT_TRUE(set_limit(limits, row.name, std::to_string(row.ceiling))) << row.name;
        EXPECT_EQ(value(limits, row), static_cast<double>(row.ceiling)) << row.name;
        EXPECT_FALSE(set_limit(limits, row.name, std::to_string(row.ceiling + 1))) << row.name;
        EXPECT_EQ(value(limits, row), static_cast<double>(row.ceiling)) << row.name;
    }
}

TEST(SetLimit, RefusesWhatIsNoNumberOfItsRange) {
    for (const LimitRow& row : limit_rows()) {
        for (const char* bad : {"",
                                " ",
                                " 5",
                                "5 ",
                                "+5",
                                "-5",
                                "-1",
                                "-",
                                "+",
                                "5k",
                                "0x10",
                                "nan",
                                "NaN",
                                "-nan",
                                "inf",
                                "-inf",
                                "infinity",
                                "five",
                                "1,5",
                                "1'000",
                                "99999999999999999999999999",
                                "18446744073709551616",
                                "--5",
                                "5.5.5",
                                "1e400"}) {
            Limits limits;
            EXPECT_FALSE(set_limit(limits, row.name, bad)) << row.name << " = '" << bad << "'";
            EXPECT_TRUE(same(limits, Limits{})) << row.name << " = '" << bad << "'";
        }
        if (row.count == nullptr) continue;
        Limits limits;
        EXPECT_FALSE(set_limit(limits, row.name, "5.5")) << row.name;
        EXPECT_FALSE(set_limit(limits, row.name, "1e3")) << row.name;
        EXPECT_FALSE(set_limit(limits, row.name, "-0")) << row.name;
        EXPECT_TRUE(same(limits, Limits{})) << row.name;
    }
}

TEST(SetLimit, CoordinatesMayHaveAFraction) {
    Limits limits;
    ASSERT_TRUE(set_limit(limits, "coordinate", "32767.5"));
    EXPECT_EQ(limits.coordinate, 32767.5);
    EXPECT_FALSE(set_limit(limits, "coordinate", "2147483647.5"));
    EXPECT_FALSE(set_limit(limits, "coordinate", "-0")) << "a sign is malformed everywhere";
    EXPECT_EQ(limits.coordinate, 32767.5);
    EXPECT_FALSE(std::signbit(limits.coordinate));
}

TEST(SetLimit, UnknownNames) {
    Limits limits;
    for (const char* name : {"", "vertex", "Vertices", "vertices ", "text_bytes"}) {
        EXPECT_FALSE(set_limit(limits, name, "5")) << name;
    }
    EXPECT_FALSE(set_limit(limits, std::string_view("vertices\0", 9), "5"));
    EXPECT_FALSE(set_limit(limits, "vertices", std::string_view("5\0", 2)));
    EXPECT_TRUE(same(limits, Limits{}));
}

}  // namespace
