// Learned runs, with each kernel, and the fast path against the slow one alone: a text gives
// the same arrays, the same findings at the same bytes and takes the same memory. Texts are
// longer than 2 KB: runs stop a kilobyte before the last ';'.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "mapgen.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/oracle.hpp"
#include "support/raw_read.hpp"
#include "support/sampled.hpp"
#include "support/text_kinds.hpp"

namespace reader_runs_test {

using flatline::engine::LoadOptions;
namespace mapgen = flatline::engine::mapgen;

class ReaderRuns : public testing::Test {
protected:
    // False if the paths or the kernels of one disagree, or the map is broken.
    bool agree(std::string_view text, const LoadOptions& options = {}) {
        EXPECT_EQ(oracle::first_fault(load_text::load(text, options), text), "");
        const std::string disagreement = raw_read::disagreement(text, options, taken_);
        EXPECT_EQ(disagreement, "");
        return disagreement.empty();
    }
    auto agreeing() {
        return [this](std::string_view text, const LoadOptions& options = {}) {
            return agree(text, options);
        };
    }
    // A test in which a path had nothing to do would compare nothing.
    void TearDown() override {
        if (IsSkipped()) return;
        EXPECT_GT(taken_.slow, 1'000u);
        EXPECT_GT(taken_.fast, taken_.slow / 2);
        EXPECT_GT(taken_.followed, taken_.slow / 20);
    }

    raw_read::Taken taken_;
};

TEST_F(ReaderRuns, GeneratedMapsOfEveryKind) {
    // With any step but seven each style, each flavour and each oddity has its turn.
    testing_support::Sample sample(4, 9);
    text_kinds::for_each(150'000, [&](const std::string& text) {
        if (!sample.takes()) return;
        taken_ = {};
        agree(text);
        EXPECT_GT(taken_.slow, 3'000u);
        EXPECT_GT(taken_.fast, taken_.slow / 2);
        EXPECT_GT(taken_.followed, taken_.slow / 20);
    });
}

// Of so many texts met once that all runs are forgotten on the way, and of texts met never again.
TEST_F(ReaderRuns, LongTextsThatVary) {
    for (const auto odd : {&mapgen::Options::comments, &mapgen::Options::messy_layout}) {
        mapgen::Options options;
        options.target_bytes = 1'500'000;
        options.crlf = true;
        options.*odd = true;
        agree(mapgen::generate(options).text);
    }
}

TEST_F(ReaderRuns, OpenCorpus) { text_kinds::corpus_agrees(agreeing()); }

TEST_F(ReaderRuns, MutatedMaps) { text_kinds::mutations_agree(25, 3000, agreeing()); }

// A text may end where readable memory ends, wherever a run would have been compared.
TEST_F(ReaderRuns, PageEnds) {
    mapgen::Options options;
    options.target_bytes = 20'000;
    const std::string whole = mapgen::generate(options).text;
    guarded::Page page(whole.size());
    for (std::size_t size = 4000; size < 5200; size += 7) {
        const flatline::engine::Bytes text = page.put(std::string_view(whole).substr(0, size));
        agree({reinterpret_cast<const char*>(text.data()), text.size()});
    }
}

// The last ';' lies in what the text ends with, so runs are followed up to there.
TEST_F(ReaderRuns, LongValuesThatEndWithTheText) {
    guarded::Page page(20'000);
    for (const std::string_view value :
         {"comment=\"a", "user_a=\"a\\\"", "user_a=\"a", "// a", "/* a", "type="}) {
        const std::string begin = "thing{x=1;y=1;" + std::string(value);
        const bool string = value.find('"') != value.npos;
        const std::string_view close = string ? "\"" : value[1] == '*' ? "*/" : "";
        std::string text = "namespace=\"zdoom\";\n";
        for (int i = 0; i < 150; ++i) {
            text += begin + (value == "type=" ? "1" : "") + std::string(close) +
                    (value[0] == '/' ? "\n}\n" : ";}\n");
        }
        const std::string last = text + begin + std::string(1500, '1') + ";";
        for (const std::size_t more : {0u, 1u, 8u, 19u}) {
            for (const std::string_view end : {close, std::string_view()}) {
                const std::string whole = last + std::string(more, '1') + std::string(end);
                const flatline::engine::Bytes bytes = page.put(whole);
                agree({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
            }
        }
    }
}

// A NUL in place of any byte, or in front of it: whichever path comes to it, in a comment, a
// name, a long string or anywhere else, says what a count before the reading says.
TEST_F(ReaderRuns, ANulAnywhere) {
    const std::size_t step = testing_support::one_in(16, 48);
    for (const bool messy : {false, true}) {
        mapgen::Options options;
        options.target_bytes = 9'000;
        options.comments = true;
        options.user_keys = true;
        options.messy_layout = messy;
        const std::string whole =
            mapgen::generate(options).text + "thing{x=1;y=1;type=1;comment=\"of several words\";" +
            "user_a=\"a name of more than sixteen bytes\";}/* the last line\n of all */" +
            "sector{texturefloor=\"F_NAME\";textureceiling=\"A_NAME\";}// as well\n" +
            std::string(1200, ' ') + ";";
        for (std::size_t at = 0; at < whole.size() - 1200; at += (1 + at % 5) * step) {
            std::string text = whole;
            text[at] = '\0';
            if (!agree(text)) FAIL() << at;
            if (at % 4 == 0 && !agree(whole.substr(0, at) + '\0' + whole.substr(at))) FAIL() << at;
        }
    }
}

// The same where another error, or one that other rules would allow, comes first.
TEST_F(ReaderRuns, ANulBehindAnError) {
    std::string things;
    for (int i = 0; i < 200; ++i) things += "thing{x=1;y=2;type=3;}\n";
    for (const char* first : {"thing{x=$;}", "sector{alphafloor=123456789012345678901;}", "thing{}",
                              "x=1;namespace=\"srb2\";", "sector{floorpic=\"A\";}"}) {
        for (const std::string& nul : {std::string("/*\0*/", 5), std::string("a=\"\0\";", 6)}) {
            for (const char* last : {"", "namespace=\"zdoom\";"}) {
                agree(things + first + things + nul + things + last);
                agree(nul + things + first + things + last);
            }
        }
    }
}

// What stands after a comment or an unknown key in one kind of block says nothing of another:
// the same comment stands inside a thing, and in front of a global that is named like a field.
// Indices and comments are first taken to be as long as the last one.
TEST_F(ReaderRuns, LengthsThatChange) {
    std::string text;
    const char* const indices[] = {"0",  "12",       "345",       "-1",         "-34",
                                   "+5", "00000003", "000000004", "0000000005", "99999999",
                                   "7",  "7",        "",          "1234567890", "8.5"};
    constexpr std::size_t kLengths[] = {0, 1, 1, 14, 15, 16, 17, 3, 254, 255, 256, 257, 511, 2};
    for (int i = 0; i < 600; ++i) {
        const auto n = static_cast<std::size_t>(i);
        const char* const index = indices[i < 500 ? n % 6 : n % std::size(indices)];
        text += "linedef //" + std::string(kLengths[n % std::size(kLengths)], 'c') +
                "\n{\nv1 = " + index + ";\nv2 = 1;\nsidefront = " + indices[n / 7 % 6] + ";\n// " +
                std::string(kLengths[n / 3 % std::size(kLengths)], '/') + "\n}\n\n";
    }
    agree(text);
}

// The limit of strings may be less than a name that runs take at a glance.
TEST_F(ReaderRuns, NamesOverTheLimitOfStrings) {
    LoadOptions options;
    options.limits.string_bytes = 5;
    std::string text;
    for (int i = 0; i < 600; ++i) {
        text += "sector\n{\ntexturefloor = \"FLAT1\";\ntextureceiling = \"FLAT2\";\n}\n";
    }
    EXPECT_TRUE(agree(text, options));
    text += "sector\n{\ntexturefloor = \"FLAT10\";\ntextureceiling = \"F\";\n}\n" + text;
    EXPECT_TRUE(agree(text, options));
    const auto map = flatline::engine::load_borrowed(load_text::bytes(text), options);
    ASSERT_FALSE(map);
}

// Flags in a row that are longer than a run, of which the last may end at any place.
TEST_F(ReaderRuns, FlagsThatEndBehindTheLongestRun) {
    std::vector<std::string> flags = {
        "blocking",    "blockmonsters", "dontpegtop",   "secret",        "blocksound",
        "playercross", "monstercross",  "missilecross", "repeatspecial", "monsteruse",
        "playeruse",   "monsterpush",   "blocksight",   "blockplayers",  "mapped"};
    for (std::size_t turn = 0; turn < 40; ++turn) {
        std::string block = "linedef\n{\nv1 = 1;\nv2 = 2;\nsidefront = 3;\n";
        for (const std::string& flag : flags) block += flag + " = true;\n";
        block += "}\n\n";
        std::string text = "namespace = \"zdoom\";\n";
        for (int i = 0; i < 20; ++i) text += block;
        EXPECT_TRUE(agree(text, text_kinds::repairing())) << turn;
        std::rotate(flags.begin(), flags.begin() + 1, flags.end());
        if (turn % flags.size() == 0) std::swap(flags[2], flags[9]);
    }
}

// What was given twice stands before the run, in it, or is its value slot.
TEST_F(ReaderRuns, FieldsGivenTwice) {
    const std::string head = "linedef\n{\nv1 = 1;\nv2 = 2;\nsidefront = 3;\n";
    std::string text;
    for (int i = 0; i < 400; ++i) {
        text += head;
        if (i % 5 == 4) text += "twosided = true;\n";
        if (i % 7 == 6) text += "special = 9;\n";
        text += "blocking = true;\ntwosided = true;\nspecial = 80;\n";
        if (i % 11 == 10) text += "blocking = false;\nspecial = 7;\n";
        text += "}\n\n";
    }
    agree(text);
}

TEST_F(ReaderRuns, StatesBelongToOneKindOfBlock) {
    std::string text = "namespace=\"zdoom\";";
    for (int i = 0; i < 300; ++i) {
        const std::string n = std::to_string(i);
        text += "thing{x=1;y=1;type=" + n;
        text += i % 3 == 0 ? ";}// a\nangle=2;// a\n" : ";// a\nangle=1;}// a\n";
        text += "thing{x=1;user_a=" + n + ";y=2;type=1;}sector{user_a=1;y=2;texturefloor=\"A\";}";
        if (i % 5 == 0) text += "user_a=1;y=2;\n";
    }
    agree(text, text_kinds::repairing());
}

// Comments in any place of text that is learned without them, in ends and heads of blocks too, and
// blocks of which a finding tells the place.
std::string with_comments(std::string_view newline, bool all) {
    constexpr std::string_view kGaps[] = {
        " // of a line",         " /* thing { x = 1; } */", "/**/",    " // \"quoted",
        " /* of\ntwo */ // /* ", "/* two */ /* of them */", " // }; ", " /* a */; // b"};
    std::uint32_t random = 1;
    std::string text = "namespace=\"zdoom\";";
    for (int i = 0; i < 1500; ++i) {
        const auto gap = [&] {
            random = random * 1664525 + 1013904223;
            const bool plain = i < 50 || (random >> 16) % 100 >= (all ? 20 : 4);
            if (!plain) text += kGaps[(random >> 24) % std::size(kGaps)];
            text += newline;
        };
        text += "thing";
        text += newline;
        text += "{";
        gap();
        for (const char* const field : {"x = 1;", "y = 2;", "type = 3;", "skill1 = true;",
                                        "skill2 = true;", "single = true;", "class1 = true;"}) {
            if (all && i % 50 == 49 && *field == 'y') continue;
            text += field;
            gap();
        }
        text += "}";
        gap();
        text += newline;
    }
    return text;
}

TEST_F(ReaderRuns, CommentsBetweenStatements) {
    for (const char* const newline : {"\n", "\r\n"}) {
        agree(with_comments(newline, true), text_kinds::repairing());
        std::string plain = with_comments(newline, true);
        agree(plain.substr(0, plain.size() * 3 / 4), text_kinds::repairing());
    }
}

// Where a text has comments now and then, it is still read by runs.
TEST(ReaderRunsTaken, ByTextWithComments) {
    for (const char* const newline : {"\n", "\r\n"}) {
        const raw_read::Read read(with_comments(newline, false), {}, raw_read::ReadPaths::all);
        EXPECT_EQ(read.outcome(), flatline::engine::Outcome::ok);
        EXPECT_GT(read.followed(), 5'000u);
        EXPECT_LT(read.fast() + read.slow(), 200u);
    }
}

// Strings with escapes, which runs decode, up to every limit that may stop them.
TEST_F(ReaderRuns, EscapedStringsOfUnknownKeys) {
    std::string text = "namespace=\"zdoom\";";
    for (int i = 0; i < 600; ++i) {
        const std::string n = std::to_string(i);
        text += "thing{x=1;y=2;type=3;user_a=\"" + (i % 3 == 0 ? n : "it is \\\"" + n + "\\\"");
        text += i % 50 == 49 ? "\" ;" : "\";";
        text += "user_b=" + n + ";}\n";
    }
    agree(text);
    const raw_read::Read plain(text, {}, raw_read::ReadPaths::all);
    EXPECT_EQ(plain.outcome(), flatline::engine::Outcome::ok);
    EXPECT_LT(plain.slow(), 50u);
    LoadOptions few;
    few.limits.unknown_fields = 700;
    EXPECT_EQ(raw_read::disagreement(text, few, taken_), "");
    LoadOptions brief;
    for (brief.limits.string_bytes = 8; brief.limits.string_bytes < 12;
         ++brief.limits.string_bytes) {
        EXPECT_EQ(raw_read::disagreement(text, brief, taken_), "");
    }
}

// Keys whose spelling is known, up to a value that is another one, stands further on, or is not
// plain; the same spelling in blocks of other kinds, and of keys that are unknown in one of them.
TEST_F(ReaderRuns, KnownSpellingsOfKeys) {
    std::string text = "namespace=\"zdoom\";sector{texturefloor=\"A\";textureceiling=\"A\";}";
    constexpr std::string_view kValues[] = {"1",  " 1",   "\n2",   "/*a*/3", "//\n4",
                                            "-5", "0x10", "1.5",   "\"a\"",  "true",
                                            "+6", "1 ",   "1//\n", "1e1",    "12345678901"};
    for (std::size_t i = 0; i < 600; ++i) {
        const std::string value(kValues[i * i % std::size(kValues)]);
        const bool spaced = i / 7 % 2 == 0;
        const std::string is = spaced ? "\n  id = " : " ID=";
        text += "thing{x=1;y=" + std::to_string(i) + ";type=1;" + is + value + ";special=1;}";
        text += "vertex{" + is + (i % 3 == 0 ? value : "3") + "; x=1; y=2;}";
        text += "sector{texturefloor=\"A\";textureceiling=\"A\";" + is + "1;id=" + value +
                "; frontside=1;}";
    }
    agree(text, text_kinds::repairing());
    agree(text);
}

// By the runs of the texts before.
raw_read::Read read_on(const std::string& text, const LoadOptions& options = {}) {
    return raw_read::Read(text, options, raw_read::ReadPaths::all,
                          flatline::engine::Kernel::automatic, {},
                          raw_read::Known::of_texts_before);
}

// A text is read by runs of the one before it only where they mean the same in both: by another
// namespace a key is another field or none, and by other limits it may be too long.
TEST(ReaderRunsKept, ByTextsThatAreReadByOtherRules) {
    std::string body;
    for (int i = 0; i < 300; ++i) {
        const std::string n = std::to_string(i);
        body += "thing{x=" + n + ";y=2;type=3;arg0=" + n + ";stringarg0=\"a\";health=1.5;}\n" +
                "sector{texturefloor=\"F\";textureceiling=\"C\";fadeend=" + n +
                ";lightalpha=5;heightfloor=" + n + ";floorpic=\"A\";}\n";
    }
    LoadOptions plain;
    LoadOptions brief;
    brief.limits.identifier_bytes = 13;
    LoadOptions old;
    old.grammar = flatline::engine::Grammar::v0_99;
    LoadOptions named;
    named.namespace_override = "eternity";
    const std::string starts[] = {"",
                                  "namespace=\"zdoom\";",
                                  "namespace=\"srb2\";",
                                  "// a comment\nnamespace=\"dsda\";",
                                  "a=1;namespace=\"zdoom\";",
                                  "thing{x=1;y=2;type=3;arg0=1;}namespace=\"srb2\";"};
    for (const LoadOptions* const options : {&std::as_const(plain), &std::as_const(brief),
                                             &std::as_const(old), &std::as_const(named)}) {
        for (const std::string& start : starts) {
            const std::string text = start + body;
            const std::string expected =
                raw_read::Read(text, *options, raw_read::ReadPaths::slow).story();
            for (const std::string& before : starts) {
                for (const LoadOptions* const by : {&std::as_const(plain), options}) {
                    read_on(before + body, *by);
                    EXPECT_EQ(read_on(text, *options).story(), expected) << before << start;
                }
            }
        }
    }
}

// What is known of one text counts in the next, but a text in which runs did not pay leaves none.
TEST(ReaderRunsKept, AsLongAsTheyPay) {
    mapgen::Options options;
    options.target_bytes = 200'000;
    options.flavour = mapgen::Flavour::Zdoom;
    const std::string plain = mapgen::generate(options).text;
    options.random_key_order = true;
    options.target_bytes = 2'000'000;
    const std::string random = mapgen::generate(options).text;
    EXPECT_TRUE(read_on(random).gave_up());
    const std::uint64_t unknown = read_on(plain).followed();
    EXPECT_GT(read_on(plain).followed(), unknown);
    EXPECT_TRUE(read_on(random).gave_up());
    EXPECT_EQ(read_on(plain).followed(), unknown);
}

// Runs of another layout would be in the way: they go with the first bytes that show it.
TEST(ReaderRunsKept, ForTextsOfOneLayout) {
    mapgen::Options options;
    options.target_bytes = 200'000;
    options.flavour = mapgen::Flavour::Zdoom;
    const std::string plain = mapgen::generate(options).text;
    options.style = mapgen::Style::Minified;
    const std::string minified = mapgen::generate(options).text;
    const raw_read::Read alone(minified, {}, raw_read::ReadPaths::all);
    EXPECT_GT(alone.followed(), 5'000u);
    read_on(plain);
    EXPECT_LE(read_on(minified).followed(), alone.followed());
    EXPECT_GT(read_on(minified).followed(), alone.followed());
}

// Without a run that a text could use there is nothing to compare: on plain text they must act.
TEST(ReaderRunsTaken, ByPlainText) {
    mapgen::Options options;
    options.target_bytes = 200'000;
    options.flavour = mapgen::Flavour::Zdoom;
    const raw_read::Read plain(mapgen::generate(options).text, {}, raw_read::ReadPaths::all);
    EXPECT_EQ(plain.outcome(), flatline::engine::Outcome::ok);
    EXPECT_GT(plain.followed(), 5'000u);
    EXPECT_LT(plain.fast(), 500u);
}

// A key whose value has to be in a set, in every block: values in it are no reason to give up, and
// those that are not are still found.
TEST_F(ReaderRuns, ValuesOfSets) {
    constexpr const char* kStyles[] = {"add", "translucent", "ADD", "", "subtract", "ad\\d"};
    constexpr const char* kNumbers[] = {"0", "13", "14", "-1", "2.5"};
    const auto text = [&](bool all) {
        std::string lines = "namespace=\"zdoom\";";
        for (int i = 0; i < 3000; ++i) {
            lines += "linedef{v1=0;v2=1;sidefront=0;renderstyle=\"";
            lines += kStyles[all ? i % 6 : i % 2];
            lines += "\";blocking=true;automapstyle=";
            lines += kNumbers[all ? i % 5 : i % 2];
            lines += ";}\n";
        }
        return lines;
    };
    const raw_read::Read plain(text(false), {}, raw_read::ReadPaths::all);
    EXPECT_EQ(plain.outcome(), flatline::engine::Outcome::ok);
    EXPECT_FALSE(plain.gave_up());
    EXPECT_EQ(plain.findings().total(), 0u);
    EXPECT_TRUE(agree(text(true) + "vertex{x=0;y=0;}vertex{x=1;y=0;}sidedef{sector=0;}"
                                   "sector{texturefloor=\"A\";textureceiling=\"A\";}"));
}

}  // namespace reader_runs_test
