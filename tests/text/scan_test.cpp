#include "text/scan.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/guarded_text.hpp"

namespace {

using flatline::engine::Bytes;
using namespace flatline::engine::text;

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// Each text lies at the end of readable memory; places are told as offsets.
class Scan : public testing::Test {
protected:
    Bytes put(const std::string& text) { return page_.put(text); }

    std::size_t blank(const std::string& text) {
        const Bytes at = put(text);
        const unsigned char* opened = nullptr;
        const unsigned char* p = skip_blank(at.data(), at.end(), &opened);
        opened_ = opened != nullptr ? static_cast<std::size_t>(opened - at.data()) : kNowhere;
        return p != nullptr ? static_cast<std::size_t>(p - at.data()) : kNowhere;
    }
    std::size_t string(const std::string& text) {
        const Bytes at = put(text);
        const unsigned char* p = skip_string(at.data(), at.end(), &escaped_);
        return p != nullptr ? static_cast<std::size_t>(p - at.data()) : kNowhere;
    }
    std::size_t word(const std::string& text) {
        const Bytes at = put(text);
        return static_cast<std::size_t>(skip_bare_word(at.data(), at.end()) - at.data());
    }

    guarded::Page page_{256};
    std::size_t opened_ = 0;
    bool escaped_ = false;
};

TEST_F(Scan, BlanksAndComments) {
    EXPECT_EQ(blank(""), 0u);
    EXPECT_EQ(blank("x"), 0u);
    EXPECT_EQ(blank(" \t\r\n\v\fx"), 6u);
    EXPECT_EQ(blank("   "), 3u);
    EXPECT_EQ(blank("// a\nx"), 5u);
    EXPECT_EQ(blank("// a\r\n//b\n  x"), 12u);
    EXPECT_EQ(blank("// to the end"), 13u);
    EXPECT_EQ(blank("//"), 2u);
    EXPECT_EQ(blank("//\n"), 3u);
    EXPECT_EQ(blank("// a \\\nx"), 7u) << "no line goes on behind a backslash";
    EXPECT_EQ(blank("/**/x"), 4u);
    EXPECT_EQ(blank("/***/x"), 5u);
    EXPECT_EQ(blank("/****/x"), 6u);
    EXPECT_EQ(blank("/* * / // */x"), 12u);
    EXPECT_EQ(blank("/* /* */x"), 8u) << "comments do not nest";
    EXPECT_EQ(blank("/*\"*/\"*/"), 5u) << "a quote in a comment is none";
    EXPECT_EQ(blank("/**/ //\n/* */ x"), 14u);
    EXPECT_EQ(blank("/"), 0u);
    EXPECT_EQ(blank("/x"), 0u);
    EXPECT_EQ(blank("/ /"), 0u);
    EXPECT_EQ(opened_, kNowhere);
}

TEST_F(Scan, CommentsThatAreNotClosed) {
    for (const char* text : {"/*", "/* ", "/*/", "/**", "/* *", "/* * /", "/* // \n"}) {
        EXPECT_EQ(blank(text), kNowhere) << text;
        EXPECT_EQ(opened_, 0u) << text;
        EXPECT_EQ(blank(std::string(" /**/\n") + text), kNowhere) << text;
        EXPECT_EQ(opened_, 6u) << text;
    }
}

TEST_F(Scan, Strings) {
    EXPECT_EQ(string("\"\""), 2u);
    EXPECT_FALSE(escaped_);
    EXPECT_EQ(string("\"abc\"x"), 5u);
    EXPECT_EQ(string("\"//*{};\n\r\"x"), 10u);
    EXPECT_FALSE(escaped_);
    EXPECT_EQ(string("\"\\\"\"x"), 4u);
    EXPECT_TRUE(escaped_);
    EXPECT_EQ(string("\"\\\\\"x\""), 4u);
    EXPECT_TRUE(escaped_);
    EXPECT_EQ(string("\"a\\n\""), 5u);
    EXPECT_EQ(string("\"\xFF\x80\""), 4u);
    EXPECT_FALSE(escaped_);
    for (const char* text : {"\"", "\"a", "\"\\", "\"\\\"", "\"\\\\", "\"\\\\\\\"", "\"a\n"}) {
        EXPECT_EQ(string(text), kNowhere) << text;
    }
}

TEST_F(Scan, Words) {
    for (const char* stop : {"", " ", "\t", "\n", "\r", "{", "}", "(", ")", ";", "\"", "'", "//",
                             "/*", "/**/", "// x"}) {
        EXPECT_EQ(word("F_SKY1" + std::string(stop)), 6u) << stop;
    }
    EXPECT_EQ(word("a/b"), 3u);
    EXPECT_EQ(word("a/"), 2u);
    EXPECT_EQ(word("a=b,c-#\xFF"), 8u);
    EXPECT_EQ(word(";"), 0u);
    EXPECT_EQ(word(""), 0u);
    EXPECT_EQ(word("//"), 0u);
}

TEST_F(Scan, Identifiers) {
    const auto identifier = [this](const std::string& text) {
        const Bytes at = put(text);
        return static_cast<std::size_t>(skip_identifier(at.data(), at.end()) - at.data());
    };
    EXPECT_EQ(identifier(""), 0u);
    EXPECT_EQ(identifier("aZ_09"), 5u);
    EXPECT_EQ(identifier("ab-c"), 2u);
    EXPECT_EQ(identifier("ab\xE4"), 2u);
    EXPECT_EQ(identifier("thing//#0"), 5u);
}

TEST_F(Scan, BodyLiesBetweenMarkAndNuls) {
    const auto body = [this](const std::string& text) {
        const Bytes at = put(text);
        const Body found = body_of(at.data(), at.size());
        return std::string(found.begin, found.end);
    };
    EXPECT_EQ(body(""), "");
    EXPECT_EQ(body("abc"), "abc");
    EXPECT_EQ(body("\xEF\xBB\xBF"
                   "abc"),
              "abc");
    EXPECT_EQ(body("\xEF\xBB\xBF"), "");
    EXPECT_EQ(body("\xEF\xBB"), "\xEF\xBB");
    EXPECT_EQ(body("\xEF\xBB\xBF\xEF\xBB\xBF"
                   "a"),
              "\xEF\xBB\xBF"
              "a")
        << "one mark only";
    EXPECT_EQ(body(" \xEF\xBB\xBF"), " \xEF\xBB\xBF") << "at the begin only";
    EXPECT_EQ(body(std::string("abc\0\0\0", 6)), "abc");
    EXPECT_EQ(body(std::string("a\0c\0", 4)), std::string("a\0c", 3));
    EXPECT_EQ(body(std::string("\0\0\0", 3)), "");
    EXPECT_EQ(body(std::string("\0a", 2)), std::string("\0a", 2));
    EXPECT_EQ(body(std::string("\xEF\xBB\xBF\0\0", 5)), "");
    EXPECT_EQ(body(std::string("\xEF\xBB\0\0", 4)), "\xEF\xBB");
}

}  // namespace
