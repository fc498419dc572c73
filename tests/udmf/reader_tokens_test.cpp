// Text whose layout varies so much that its tokens are found ahead of the reading, against the
// slow path alone.
#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include "mapgen.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/raw_read.hpp"
#include "support/sampled.hpp"
#include "support/text_kinds.hpp"

namespace reader_tokens_test {

using flatline::engine::LoadOptions;
namespace mapgen = flatline::engine::mapgen;

const std::string& messy() {
    static const std::string text = [] {
        mapgen::Options options;
        options.target_bytes = 48'000;
        options.messy_layout = true;
        options.sloped_fraction = 0.2;
        return mapgen::generate(options).text;
    }();
    return text;
}

class ReaderTokens : public testing::Test {
protected:
    bool agree(std::string_view text, const LoadOptions& options) {
        const std::string disagreement = raw_read::disagreement(text, options, taken_);
        EXPECT_EQ(disagreement, "");
        return disagreement.empty();
    }
    raw_read::Taken taken_;
};

// The tests here compare nothing unless runs are given up soon, and the fast path reads on.
TEST(ReaderTokensTaken, BySoMuchOfAMessyText) {
    const raw_read::Read read(messy(), {}, raw_read::ReadPaths::all);
    EXPECT_EQ(read.outcome(), flatline::engine::Outcome::ok);
    EXPECT_TRUE(read.gave_up());
    EXPECT_LT(read.slow() * 20, read.fast());
    const raw_read::Read begin(messy().substr(0, 36'000), {}, raw_read::ReadPaths::all);
    EXPECT_TRUE(begin.gave_up());
}

// Each of these after a statement of the last quarter.
TEST_F(ReaderTokens, OddStatements) {
    constexpr std::string_view kOdd[] = {"a b = 1;",
                                         "a = 1 2;",
                                         "a = = 1;",
                                         "= a 1;",
                                         "a = ;",
                                         "a == ;",
                                         "a 1 = ;",
                                         "user_a = 1 /**/ ;",
                                         "user_a /* = 1; */ = 2;",
                                         "user_a = \"a;b=c{\" ;",
                                         "user_a = \"a\" \"b\";",
                                         "user_a = \"// no comment\";",
                                         "user_a = 1// comment\n;",
                                         "user_a = 1/* \" */;",
                                         "user_a = 1/ ;",
                                         "user_a = a//b\n;",
                                         "user_a/**/=/**/1;",
                                         "user-a = 1;",
                                         "user_a = \"\\\\\";",
                                         "user_a = \"\\\"; user_b = 1;\";",
                                         "\"user_a\" = 1;",
                                         "user_a = 'a';",
                                         "comment = \"of more than thirty-two letters, and more\";",
                                         "user_of_more_than_thirty_two_letters_and_more = 1;",
                                         "user_a = 123456789;",
                                         "user_a = 1234567890;",
                                         "user_a = -0;",
                                         "id = 00000012;",
                                         "id = 123456789;",
                                         "user_\x7F = 1;",
                                         "\x7Fid = 1;",
                                         "arg\x10 = 1;",
                                         "/* \x01 */",
                                         "/* \xFF\xFE */",
                                         "user_\xE4 = 1;",
                                         "{ }",
                                         "} thing",
                                         "thing thing {",
                                         "thing = 1;",
                                         "thing { x = 1; y = 2; type = 3; };;",
                                         "/* open",
                                         "\"open"};
    std::mt19937 random(11);
    const std::string& text = messy();
    for (const std::string_view odd : kOdd) {
        const std::size_t stop = text.find(";\n", text.size() * 3 / 4 + random() % 8'000);
        ASSERT_NE(stop, std::string::npos);
        std::string spoiled = text;
        spoiled.insert(stop + 2, std::string(odd));
        EXPECT_TRUE(agree(spoiled, text_kinds::repairing())) << odd << " at " << stop + 2;
    }
}

TEST_F(ReaderTokens, MutatedText) {
    std::mt19937 random(12);
    const auto step = static_cast<int>(testing_support::one_in(4));
    for (int i = 0; i < 80; i += step) {
        const std::size_t half = messy().size() * 3 / 4;
        const std::string text =
            messy().substr(0, half) + text_kinds::mutated(messy().substr(half), random);
        const LoadOptions options =
            i % 3 == 0 ? text_kinds::odd_options(random) : text_kinds::repairing();
        ASSERT_TRUE(agree(text, options)) << "mutation " << i;
    }
}

// A text may end where readable memory ends, anywhere in its last blocks.
TEST_F(ReaderTokens, PageEnds) {
    guarded::Page page(messy().size());
    for (std::size_t less = 0; less < 200; less += 7) {
        const flatline::engine::Bytes text =
            page.put(std::string_view(messy()).substr(0, 40'000 - less));
        agree({reinterpret_cast<const char*>(text.data()), text.size()}, {});
    }
}

// More blanks and comments between two tokens than are looked at at once.
TEST_F(ReaderTokens, LongGaps) {
    for (const std::size_t size : {60u, 4'000u, 4'096u, 9'000u}) {
        for (const std::string& gap :
             {std::string(size, ' '), "/*" + std::string(size, '*') + "/",
              "//" + std::string(size, '/') + "\n", "/*" + std::string(size, '"') + "*/"}) {
            std::string text = messy();
            for (const std::string_view part : {"user_a ", "= 5", "; user_b = \"a\";", "", "}"}) {
                text += part == "user_a " ? "thing { x = 1; y = 2; type = 3; " : "";
                text += std::string(part) + gap;
            }
            EXPECT_TRUE(agree(text + messy(), {})) << size << " of " << gap[2];
        }
    }
}

}  // namespace reader_tokens_test
