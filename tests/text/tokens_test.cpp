// Tokens found by each kernel against a walk over single bytes.
#include "text/tokens.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/guarded_text.hpp"
#include "text/chars.hpp"
#include "text/scan.hpp"

namespace tokens_test {

using flatline::engine::text::Tokens;
using Byte = unsigned char;

struct Token {
    std::size_t at;
    std::size_t size;  // 0: a mark
    friend bool operator==(const Token&, const Token&) = default;
};
std::ostream& operator<<(std::ostream& out, const Token& token) {
    return out << token.at << "+" << token.size;
}

bool is_mark(Byte c) { return c == '=' || c == '{' || c == '}' || c == ';'; }
bool is_odd(Byte c) { return c == 0x7F || (c < ' ' && !flatline::engine::text::is_blank(c)); }

// All tokens of a text, byte by byte.
std::vector<Token> walk(std::string_view text) {
    const auto* const begin = reinterpret_cast<const Byte*>(text.data());
    const Byte* const end = begin + text.size();
    std::vector<Token> all;
    bool in_word = false;
    for (const Byte* p = begin; p < end;) {
        const Byte* behind = p + 1;
        const bool comment = flatline::engine::text::begins_comment(p, end);
        bool escaped = false;
        if (comment) behind = flatline::engine::text::skip_comment(p, end);
        if (*p == '"') behind = flatline::engine::text::skip_string(p, end, &escaped);
        if (behind == nullptr) behind = end;
        const bool word = !comment && !is_mark(*p) && !flatline::engine::text::is_blank(*p);
        const auto at = static_cast<std::size_t>(p - begin);
        if (is_mark(*p)) all.push_back({at, 0});
        if (word && !in_word) all.push_back({at, 0});
        if (word) all.back().size = static_cast<std::size_t>(behind - begin) - all.back().at;
        in_word = word;
        p = behind;
    }
    return all;
}

using Find = void (*)(Tokens&, const Byte*, const Byte*);
template <class Kernel>
void find(Tokens& tokens, const Byte* p, const Byte* end) {
    tokens.find<Kernel>(p, end);
}
#if FLATLINE_AVX2
FLATLINE_TARGET_AVX2 void find_avx2(Tokens& tokens, const Byte* p, const Byte* end) {
    tokens.find<flatline::engine::text::Avx2Kernel>(p, end);
}
#endif
std::vector<Find> finders() {
    std::vector<Find> all = {find<flatline::engine::text::ScalarKernel>,
                             find<flatline::engine::text::VectorKernel>};
#if FLATLINE_AVX2
    if (flatline::engine::has_avx2()) all.push_back(find_avx2);
#endif
    return all;
}

// The tokens of a text as one look for them finds them; the last one has no size yet.
std::vector<Token> found(Find find, std::string_view text) {
    const auto* const begin = reinterpret_cast<const Byte*>(text.data());
    const auto tokens = std::make_unique<Tokens>();
    find(*tokens, begin, begin + text.size());
    std::vector<Token> all;
    for (; tokens->has(1); tokens->pass(1)) {
        const Byte* const p = (*tokens)[0];
        all.push_back({static_cast<std::size_t>(p - begin), tokens->word_size(p)});
    }
    return all;
}

// Checks a text, to whose end blanks are added so that all of it is looked at.
void expect_tokens(std::string_view text, std::string_view what) {
    const std::string padded = std::string(text) + std::string(192, ' ');
    std::vector<Token> expected = walk(padded);
    while (!expected.empty() && expected.back().at >= padded.size() / 64 * 64 - 64) {
        expected.pop_back();
    }
    for (const Find find : finders()) {
        std::vector<Token> tokens = found(find, padded);
        ASSERT_GE(tokens.size(), expected.size()) << what;
        tokens.resize(expected.size());
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (expected[i].size > 56 && tokens[i].size > 56) tokens[i].size = expected[i].size;
        }
        ASSERT_EQ(tokens, expected) << what;
    }
}

// All that begins or ends something, before and after the borders of blocks of 64 bytes.
TEST(Tokens, AreThoseOfAWalkOverSingleBytes) {
    constexpr std::string_view kPieces[] = {
        "\"", "\\",  "\\\"", "/", "//",    "/*",    "*/",   "*",      "\n",    "=",
        ";",  "{",   "}",    " ", "a",     "-1",    "\t",   "'",      "(",     "\xE4",
        "_",  "key", "\r\n", " ", "= 1 ;", "\"s\"", "/**/", "// x\n", "      "};
    std::mt19937 random(3);
    for (int i = 0; i < 4000; ++i) {
        std::string text(random() % 64, 'a');
        if (i % 2 == 0) text.clear();
        const std::size_t kinds = 2 + random() % (std::size(kPieces) - 1);
        const std::size_t first = random() % std::size(kPieces);
        while (text.size() < 200) {
            text += kPieces[(first + random() % kinds) % std::size(kPieces)];
        }
        expect_tokens(text, text);
        if (HasFatalFailure()) return;
    }
}

// What only the slow path takes may stand anywhere: no token from its block on is found.
TEST(Tokens, EndBeforeControlCharacters) {
    const std::string text = "key = /* c */ \"s\" ; // c\n" + std::string(300, 'b');
    for (int c = 0; c < 256; ++c) {
        for (const std::size_t at : {0u, 9u, 16u, 23u, 63u, 64u, 130u}) {
            std::string odd = text;
            odd[at] = static_cast<char>(c);
            for (const Find find : finders()) {
                const std::vector<Token> tokens = found(find, odd);
                const std::size_t last = tokens.empty() ? 0 : tokens.back().at;
                if (is_odd(static_cast<Byte>(c))) {
                    ASSERT_TRUE(tokens.empty() || last < at / 64 * 64) << c << " at " << at;
                } else {
                    ASSERT_FALSE(tokens.empty()) << c << " at " << at;
                }
            }
        }
    }
}

// After the first byte of each token as much can be read as is promised, and no byte after the
// text is looked at.
TEST(Tokens, StayInsideTheText) {
    guarded::Page page(4096 * 3);
    for (const std::size_t size :
         {0u, 1u, 31u, 32u, 95u, 96u, 97u, 128u, 160u, 4127u, 4128u, 4129u, 9000u}) {
        std::string text;
        while (text.size() < size) text += "a = 1; /* \" */ ";
        text.resize(size);
        const flatline::engine::Bytes bytes = page.put(text);
        const std::string_view placed(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (const Find find : finders()) {
            const std::vector<Token> tokens = found(find, placed);
            if (size >= 96) {
                ASSERT_FALSE(tokens.empty());
                EXPECT_LE(tokens.back().at + Tokens::kReadable, size);
            } else {
                EXPECT_TRUE(tokens.empty());
            }
        }
    }
}

TEST(Tokens, GoToAnyStatement) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "key=" + std::to_string(1000 + i) + ";";
    const auto* const begin = reinterpret_cast<const Byte*>(text.data());
    const auto tokens = std::make_unique<Tokens>();
    tokens->go_to(begin);
    EXPECT_FALSE(tokens->has(1));
    tokens->find<flatline::engine::text::VectorKernel>(begin + 90, begin + text.size());
    tokens->go_to(begin + 9 * 30);
    ASSERT_TRUE(tokens->has(4));
    EXPECT_EQ((*tokens)[0], begin + 9 * 30);
    EXPECT_EQ((*tokens)[3], begin + 9 * 30 + 8);
    tokens->go_to(begin + 9 * 30 + 9);
    EXPECT_EQ((*tokens)[0], begin + 9 * 31);
    tokens->go_to(begin + 90);
    EXPECT_EQ((*tokens)[0], begin + 90);
    tokens->go_to(begin + 899);
    EXPECT_FALSE(tokens->has(1));
    tokens->find<flatline::engine::text::VectorKernel>(begin + 90, begin + text.size());
    tokens->go_to(begin);
    EXPECT_FALSE(tokens->has(1));
}

TEST(Tokens, BetweenPairs) {
    using flatline::engine::text::between_pairs;
    EXPECT_EQ(between_pairs(0), 0u);
    EXPECT_EQ(between_pairs(0b1001'0010), 0b1110u | ~std::uint64_t{0} << 7);
    EXPECT_EQ(between_pairs(std::uint64_t{1} << 63), std::uint64_t{1} << 63);
}

}  // namespace tokens_test
