#include "write/extras.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/load_text.hpp"

namespace write_extras_test {

using flatline::engine::LoadResult;
using flatline::engine::Map;
using flatline::engine::write::Extras;

// Things, of which each has the statements of one text.
std::string things(std::initializer_list<const char*> of) {
    std::string text = "namespace = \"zdoom\";";
    for (const char* statements : of) {
        text += "thing { x = 1; y = 2; type = 3; " + std::string(statements) + " }";
    }
    return text;
}

std::string columns_of(const Extras& extras) {
    std::string out;
    extras.each_column([&](const flatline_column& column, std::uint32_t entry) {
        out += std::string(flatline::engine::field_name(column.field)) + " " +
               std::to_string(column.values.integers[entry]) + "\n";
    });
    return out;
}

TEST(WriteExtras, ElementsMayBePassedOver) {
    const std::string text = things({"user_a = 1;", "user_a = 2;", "user_a = 3;", ""});
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map);
    Extras extras;
    extras.begin(map.value, FLATLINE_THING);
    extras.seek(0);
    ASSERT_NE(extras.unknown("user_a"), nullptr);
    extras.seek(2);
    ASSERT_NE(extras.unknown("USER_A"), nullptr);
    EXPECT_EQ(extras.unknown("user_a")->value.integer, 3);
    extras.seek(3);
    EXPECT_EQ(extras.unknown("user_a"), nullptr);
}

TEST(WriteExtras, WhatIsInABlockIsNoFieldOfTheElement) {
    const std::string text = things({"user_a = 1; user_a = 2; mine { user_a = 3; user_b = 4; }"});
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map);
    Extras extras;
    extras.begin(map.value, FLATLINE_THING);
    extras.seek(0);
    ASSERT_NE(extras.unknown("user_a"), nullptr);
    EXPECT_EQ(extras.unknown("user_a")->value.integer, 2);
    EXPECT_EQ(extras.unknown("user_b"), nullptr);
}

// A column ends with the last element that has a value; the value itself is no number of one.
TEST(WriteExtras, BehindTheEndOfAColumn) {
    const std::string text = things({"", "conversation = 2;", "", ""});
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map);
    ASSERT_EQ(map.value.columns().size(), 1u);
    Extras extras;
    extras.begin(map.value, FLATLINE_THING);
    extras.seek(0);
    EXPECT_EQ(columns_of(extras), "");
    extras.seek(1);
    EXPECT_EQ(columns_of(extras), "conversation 2\n");
    extras.seek(2);
    EXPECT_EQ(columns_of(extras), "");
    extras.seek(FLATLINE_NONE);
    EXPECT_EQ(columns_of(extras), "");
}

}  // namespace write_extras_test
