#include "text/spelling.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/guarded_text.hpp"

namespace spelling_test {

// The letters of what is found, asked of a copy after which nothing may be read.
template <class Ask>
std::string letters(std::string_view text, Ask&& ask) {
    guarded::Page page(text.size());
    const flatline::engine::Bytes bytes = page.put(text);
    return ask(bytes.data(), bytes.data() + bytes.size());
}

std::string number(std::string_view text) {
    return letters(text, [](const unsigned char* p, const unsigned char* end) {
        const flatline::engine::text::Spelling s = flatline::engine::text::spelling_of(p, end);
        return std::string(s.plus ? "+" : "") + (s.leading_zero ? "0" : "") + (s.hex ? "x" : "") +
               (s.dot ? "." : "") + (s.exponent ? "e" : "");
    });
}

std::string escapes(std::string_view text) {
    return letters(text, [](const unsigned char* p, const unsigned char* end) {
        const flatline::engine::text::Escapes e = flatline::engine::text::escapes_of(p, end);
        return std::string(e.line_end ? "n" : "") + (e.quote ? "q" : "") + (e.foreign ? "f" : "") +
               (e.ends_in_one ? "\\" : "");
    });
}

TEST(Spelling, OfNumbers) {
    EXPECT_EQ(number("0"), "");
    EXPECT_EQ(number("-0"), "");
    EXPECT_EQ(number("+7"), "+");
    EXPECT_EQ(number("007"), "0");
    EXPECT_EQ(number("-01"), "0");
    EXPECT_EQ(number("+0x1F"), "+x");
    EXPECT_EQ(number("0XE"), "x");
    EXPECT_EQ(number("0x"), "0") << "no digit: the rest is judged elsewhere";
    EXPECT_EQ(number("00.5"), ".");
    EXPECT_EQ(number("1.5E3"), ".e");
    EXPECT_EQ(number("0e1"), "e");
}

TEST(Spelling, OfEscapes) {
    EXPECT_EQ(escapes(R"("")"), "");
    EXPECT_EQ(escapes(R"("plain")"), "");
    EXPECT_EQ(escapes(R"("a\nb")"), "n");
    EXPECT_EQ(escapes(R"("a\"b")"), "q");
    EXPECT_EQ(escapes(R"("\r\t")"), "");
    EXPECT_EQ(escapes(R"("\x")"), "f");
    EXPECT_EQ(escapes(R"("a\\")"), "\\");
    EXPECT_EQ(escapes(R"("\\a")"), "");
}

TEST(Spelling, TheLineCommentAtTheEnd) {
    const auto rest = [](std::string_view text) {
        return letters(text, [](const unsigned char* p, const unsigned char* end) {
            const unsigned char* const found = flatline::engine::text::last_line_comment(p, end);
            return found == nullptr ? std::string("none") : std::string(found, end);
        });
    };
    EXPECT_EQ(rest(""), "none");
    EXPECT_EQ(rest(" // a"), "// a");
    EXPECT_EQ(rest("//"), "//");
    EXPECT_EQ(rest("// a\n"), "none");
    EXPECT_EQ(rest("// a\n // b"), "// b");
    EXPECT_EQ(rest("/* // */ \n"), "none");
    EXPECT_EQ(rest("/* */ // c"), "// c");
    EXPECT_EQ(rest("/* // d"), "none");
}

}  // namespace spelling_test
