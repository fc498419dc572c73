#include "udmf/keywords.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "flatline/types.h"

namespace {

TEST(Keywords, BlocksWithoutCase) {
    const auto kind = [](const std::string& word) {
        return flatline::engine::udmf::block_kind(
            reinterpret_cast<const unsigned char*>(word.data()), word.size());
    };
    EXPECT_EQ(kind("vertex"), FLATLINE_VERTEX);
    EXPECT_EQ(kind("VERTEX"), FLATLINE_VERTEX);
    EXPECT_EQ(kind("LineDef"), FLATLINE_LINEDEF);
    EXPECT_EQ(kind("sideDef"), FLATLINE_SIDEDEF);
    EXPECT_EQ(kind("sectoR"), FLATLINE_SECTOR);
    EXPECT_EQ(kind("tHing"), FLATLINE_THING);
    for (const char* word : {"", "v", "verte", "vertexs", "vertexes", "sectors", "things", "linede",
                             "linedefs", "thin_", "0hing", "thing0"}) {
        EXPECT_EQ(kind(word), FLATLINE_BLOCK) << word;
    }
}

TEST(Keywords, KeysOfEverybodysOwn) {
    const auto is_user = [](std::string_view key) {
        return flatline::engine::udmf::is_user_key(
            reinterpret_cast<const unsigned char*>(key.data()), key.size());
    };
    for (const char* key : {"user_", "user_a", "USER_Thing", "uSeR__"}) {
        EXPECT_TRUE(is_user(key)) << key;
    }
    for (const char* key : {"", "user", "users_a", "a_user_b", "_user_a"}) {
        EXPECT_FALSE(is_user(key)) << key;
    }
}

TEST(Keywords, SignsOf0_99AreThoseOfTheirBlock) {
    const auto is_sign = [](std::uint8_t block, std::string_view key) {
        return flatline::engine::udmf::is_sign_of_0_99(
            block, reinterpret_cast<const unsigned char*>(key.data()), key.size());
    };
    EXPECT_TRUE(is_sign(FLATLINE_LINEDEF, "FrontSide"));
    EXPECT_TRUE(is_sign(FLATLINE_SECTOR, "floorpic"));
    EXPECT_TRUE(is_sign(FLATLINE_SECTOR, "CEILINGPIC"));
    for (const char* key : {"", "frontsid", "frontside0", "floorpic", "sidefront"}) {
        EXPECT_FALSE(is_sign(FLATLINE_LINEDEF, key)) << key;
    }
    EXPECT_FALSE(is_sign(FLATLINE_SIDEDEF, "frontside"));
    EXPECT_FALSE(is_sign(FLATLINE_SECTOR, "frontside"));
}

}  // namespace
