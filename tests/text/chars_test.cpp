#include "text/chars.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace {

using namespace flatline::engine::text;

bool in(int byte, const char* set) {
    return byte != 0 && byte < 0x80 && std::strchr(set, byte) != nullptr;
}

TEST(Chars, ClassesOfAllBytes) {
    for (int i = 0; i < 256; ++i) {
        const auto c = static_cast<unsigned char>(i);
        const bool letter = (i >= 'a' && i <= 'z') || (i >= 'A' && i <= 'Z') || i == '_';
        const bool digit = i >= '0' && i <= '9';
        EXPECT_EQ(is_letter(c), letter) << i;
        EXPECT_EQ(is_digit(c), digit) << i;
        EXPECT_EQ(is_identifier(c), letter || digit) << i;
        EXPECT_EQ(is_blank(c), in(i, " \t\n\r\v\f")) << i;
        EXPECT_EQ(ends_bare_word(c), i == 0 || in(i, " \t\n\r\v\f{}();\"'")) << i;
    }
}

TEST(Chars, LowerCaseIsAsciiOnly) {
    for (int i = 0; i < 256; ++i) {
        const auto c = static_cast<unsigned char>(i);
        EXPECT_EQ(to_lower(c), i >= 'A' && i <= 'Z' ? i + 32 : i);
    }
}

// The hot loops stop at the last ';' or '}' because no class that they run over has it.
TEST(Chars, StopBytesAreOfNoClassThatLoopsRunOver) {
    for (const unsigned char c : {';', '}'}) {
        EXPECT_FALSE(is_blank(c) || is_identifier(c));
        EXPECT_TRUE(ends_bare_word(c));
    }
}

TEST(Chars, NamesAreComparedOverAsciiOnly) {
    EXPECT_TRUE(same_name("MidTex3D", "midtex3d"));
    EXPECT_FALSE(same_name("ab", "abc"));
    EXPECT_FALSE(same_name("@[", "`{")) << "beside the letters";
    EXPECT_FALSE(same_name("\xC4", "\xE4")) << "a letter of Latin-1 alone";
}

}  // namespace
