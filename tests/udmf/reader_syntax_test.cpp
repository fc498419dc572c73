// Every fault of the grammar: the rule and the byte, at top level, in a known block, in an unknown
// block and in a block in a block.
#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "udmf/reader_story.hpp"

namespace reader_syntax_test {

using flatline::engine::LoadOptions;

const std::string kHead = "namespace=\"zdoom\";";

// The refusal of kHead + text: "rule 'bytes'@offset" with the offset counted from `text`, without
// the element it stands in; "loaded" if there is none.
std::string refusal(const std::string& text, const LoadOptions& options = {}) {
    const std::string whole = kHead + text;
    guarded::Page page(whole.size());
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        flatline::engine::load_borrowed(page.put(whole), options);
    EXPECT_EQ(oracle::first_fault(result, whole), "") << text;
    if (result) return "loaded";
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        if (f.refuses == 0) continue;
        EXPECT_GE(f.offset, kHead.size());
        return std::string(load_text::rule_id(f)) + " '" + whole.substr(f.offset, f.length) + "'@" +
               std::to_string(f.offset - kHead.size());
    }
    return "nothing refuses";
}

// Where a statement may stand: what comes before it and after it.
struct Place {
    const char* before;
    const char* behind;
};
constexpr Place kPlaces[] = {
    {"", ""},      {"\n // c\n", " "},    {"sector{", "}"},         {"sector { id = 5; ", " }"},
    {"odd{", "}"}, {"odd{a=1;in{", "}}"}, {"sector{in{", "}id=4;}"}};

// A statement with the byte that is wrong marked by '^', at every place.
void expect_everywhere(const std::string& rule, const std::string& statement,
                       const std::string& bytes) {
    const std::size_t mark = statement.find('^');
    ASSERT_NE(mark, std::string::npos) << statement;
    const std::string plain = statement.substr(0, mark) + statement.substr(mark + 1);
    for (const Place& place : kPlaces) {
        const std::size_t at = std::string(place.before).size() + mark;
        EXPECT_EQ(refusal(place.before + plain + place.behind),
                  rule + " '" + bytes + "'@" + std::to_string(at))
            << place.before << plain << place.behind;
    }
}

TEST(ReaderSyntax, Characters) {
    for (const char* c : {"@", "#", "$", "(", ")",  "'", "\"",   "=",    "{",    "-",
                          "+", ".", ",", "/", "\\", "[", "\x80", "\xFF", "\x01", "\x7F"}) {
        expect_everywhere("syntax-character", "^" + std::string(c) + "x;", c);
    }
    expect_everywhere("syntax-character", "^/ / x", "/");
    expect_everywhere("syntax-character", "x=1;^?", "?");
}

TEST(ReaderSyntax, Identifiers) {
    expect_everywhere("syntax-identifier", "^5x=1;", "5x");
    expect_everywhere("syntax-identifier", "a=1;^0{}", "0");
}

TEST(ReaderSyntax, Assignments) {
    expect_everywhere("syntax-assignment", "x^;", ";");
    expect_everywhere("syntax-assignment", "x ^y=1;", "y");
    expect_everywhere("syntax-assignment", "x^-5;", "-");
    expect_everywhere("syntax-assignment", "x/**/^\"a\";", "\"");
    expect_everywhere("syntax-assignment", "thing ^5;", "5");
    expect_everywhere("syntax-assignment", "x^:1;", ":");
}

TEST(ReaderSyntax, Values) {
    expect_everywhere("syntax-value", "x=^;", ";");
    expect_everywhere("syntax-value", "x= /**/^}", "}");
    expect_everywhere("syntax-value", "x=^{}", "{");
    expect_everywhere("syntax-value", "x=^=1;", "=");
    expect_everywhere("syntax-value", "x=^'a';", "'");
    expect_everywhere("syntax-value", "x=^(1);", "(");
    expect_everywhere("syntax-value", "x=^#1;", "#");
    expect_everywhere("syntax-value", "x=^\xE4;", "\xE4");
    expect_everywhere("syntax-value", "id=^;", ";");
}

TEST(ReaderSyntax, Keywords) {
    expect_everywhere("syntax-semicolon", "x=yes ^no;", "n");
    expect_everywhere("syntax-semicolon", "x=tru/**/^{", "{");
    expect_everywhere("number-not-finite", "x=^-nan;", "-nan");
    EXPECT_EQ(refusal("namespace=^zdoom;"), "syntax-value '^'@10");
}

TEST(ReaderSyntax, Numbers) {
    for (const char* number :
         {"5u", "1.5f", "1.2.3", "--1", "+-1", "1e", "1e+", "0x", "0xG", "12_3", "..5", "0x1.8"}) {
        expect_everywhere("syntax-number", "x=^" + std::string(number) + ";", number);
        expect_everywhere("syntax-number", "id = ^" + std::string(number) + " ;", number);
        expect_everywhere("syntax-number", "gravity=^" + std::string(number) + ";", number);
    }
    expect_everywhere("syntax-number", "x=^- 5;", "-");
    expect_everywhere("syntax-number", "x=^.;", ".");
    expect_everywhere("syntax-number", "id=^-;", "-");
    for (const char* number : {"nan", "-inf", "+NaN", "INF", "infinity", "1e999", "-1e400"}) {
        // To a field that nobody knows the words without a sign are keywords.
        const bool word = std::isalpha(static_cast<unsigned char>(*number)) != 0;
        for (const char* key : {"x", "gravity", "id"}) {
            if (word && *key == 'x') continue;
            const std::string statement = std::string(key) + "=^" + number + ";";
            if (!word) expect_everywhere("number-not-finite", statement, number);
            EXPECT_EQ(refusal("sector{" + std::string(key) + "=" + number + ";}"),
                      "number-not-finite '" + std::string(number) + "'@" +
                          std::to_string(8 + std::string(key).size()));
        }
    }
}

TEST(ReaderSyntax, Ranges) {
    expect_everywhere("number-range", "x=^9223372036854775808;", "9223372036854775808");
    expect_everywhere("number-range", "x=^-9223372036854775809 ;", "-9223372036854775809");
    for (const char* number :
         {"2147483648", "-2147483649", "4294967296", "99999999999", "0x80000000", "1e10",
          "2147483648.0", "-2147483649.0", "99999999999999999999999"}) {
        const std::string value = number;
        EXPECT_EQ(refusal("sector{id=" + value + ";}"), "number-range '" + value + "'@10");
        EXPECT_EQ(refusal("sector{special = " + value + " ;}"), "number-range '" + value + "'@17");
        EXPECT_EQ(refusal("linedef{v1=" + value + ";}"), "number-range '" + value + "'@11");
        EXPECT_EQ(refusal("linedef{locknumber=" + value + ";}"), "number-range '" + value + "'@19");
    }
    for (const char* number : {"2147483647", "-2147483648", "0x7FFFFFFF", "-0x80000000",
                               "2147483647.9", "-2147483648.9"}) {
        EXPECT_EQ(refusal("sector{id=" + std::string(number) + ";}"), "loaded") << number;
    }
}

TEST(ReaderSyntax, Semicolons) {
    expect_everywhere("syntax-semicolon", "x=1^}", "}");
    expect_everywhere("syntax-semicolon", "x=1 ^y=2;", "y");
    expect_everywhere("syntax-semicolon", "x=\"a\"^\"b\";", "\"");
    expect_everywhere("syntax-semicolon", "x=true ^{", "{");
    expect_everywhere("syntax-semicolon", "x=1^/2;", "/");
    expect_everywhere("syntax-semicolon", "id=5/**/^,", ",");
    expect_everywhere("syntax-semicolon", "comment=\"abcdefghijklmnopqrstuvwxyz\"^:", ":");
}

TEST(ReaderSyntax, Braces) {
    EXPECT_EQ(refusal("}"), "syntax-brace '}'@0");
    EXPECT_EQ(refusal(" sector{} } sector{}"), "syntax-brace '}'@10");
    EXPECT_EQ(refusal("odd{in{}}}"), "syntax-brace '}'@9");
    EXPECT_EQ(refusal("{}"), "syntax-character '{'@0");
    EXPECT_EQ(refusal("sector{}{}"), "syntax-character '{'@8");
}

TEST(ReaderSyntax, StringsThatEndWithTheText) {
    for (const Place& place : kPlaces) {
        for (const char* open : {"\"", "\"a;}", "\"\\", "\"\\\"", "\"abcdefghijklmnopqrstuvwxyz"}) {
            const std::string before = place.before + std::string("x=");
            EXPECT_EQ(refusal(before + open),
                      "syntax-unclosed-string '\"'@" + std::to_string(before.size()))
                << before << open;
        }
    }
    EXPECT_EQ(refusal("sector{texturefloor=\"A;}sector{"), "syntax-unclosed-string '\"'@20");
}

TEST(ReaderSyntax, CommentsThatEndWithTheText) {
    const std::vector<std::string> kBefore = {
        "",           "x",         "x=",         "x=1",         "x=1;",         "sector",
        "sector{",    "sector{id", "sector{id=", "sector{id=4", "sector{id=4;", "sector{}",
        "odd{",       "odd{x",     "odd{x=",     "odd{x=1",     "odd{x=1;",     "odd{in{",
        "sector{in{", "sector{in"};
    for (const std::string& before : kBefore) {
        for (const char* open : {"/*", "/* x=1; }", "/*/", "/* *"}) {
            EXPECT_EQ(refusal(before + open),
                      "syntax-unclosed-comment '/*'@" + std::to_string(before.size()))
                << before << open;
        }
    }
}

TEST(ReaderSyntax, TextsThatEndInABlock) {
    struct Row {
        const char* text;
        std::size_t at;  // of the innermost open brace
    };
    for (const Row& row : {Row{"sector{", 6},
                           Row{"sector {  ", 7},
                           Row{"sector{id", 6},
                           Row{"sector{id=", 6},
                           Row{"sector{id=5", 6},
                           Row{"sector{id=5;", 6},
                           Row{"sector{}sector{id=5;", 14},
                           Row{"sector{//}", 6},
                           Row{"sector{/*}*/", 6},
                           Row{"odd{", 3},
                           Row{"odd{a", 3},
                           Row{"odd{a=", 3},
                           Row{"odd{a=1", 3},
                           Row{"odd{a=1;", 3},
                           Row{"odd{in{", 6},
                           Row{"odd{in{}", 3},
                           Row{"odd{in{}a=1;", 3},
                           Row{"odd{in{a=1", 6},
                           Row{"sector{in{", 9},
                           Row{"sector{in{}", 6},
                           Row{"sector{in{}id=4;", 6},
                           Row{"sector{in{a{}b{", 14}}) {
        EXPECT_EQ(refusal(row.text), "syntax-unclosed-block '{'@" + std::to_string(row.at))
            << row.text;
    }
}

TEST(ReaderSyntax, TextsThatEndInAStatement) {
    EXPECT_EQ(refusal("x"), "syntax-assignment ''@1");
    EXPECT_EQ(refusal("x "), "syntax-assignment ''@2");
    EXPECT_EQ(refusal("sector"), "syntax-assignment ''@6");
    EXPECT_EQ(refusal("x="), "syntax-value ''@2");
    EXPECT_EQ(refusal("x = //"), "syntax-value ''@6");
    EXPECT_EQ(refusal("x=5"), "syntax-semicolon ''@3");
    EXPECT_EQ(refusal("x=\"a\" "), "syntax-semicolon ''@6");
    EXPECT_EQ(refusal("namespace"), "syntax-assignment ''@9");
    EXPECT_EQ(refusal("namespace="), "syntax-value ''@10");
    EXPECT_EQ(refusal("namespace=\"srb2\""), "syntax-semicolon ''@16");
}

TEST(ReaderSyntax, NulBytes) {
    const std::string nul("\0", 1);
    EXPECT_EQ(refusal("x=1;" + nul + "y=1;"), "syntax-nul '" + nul + "'@4");
    EXPECT_EQ(refusal("sector{comment=\"" + nul + "\";}"), "syntax-nul '" + nul + "'@16")
        << "also in a string";
    EXPECT_EQ(refusal("//\"" + nul + "\nx=1;/*" + nul + nul + "//*/\"" + nul + "\""),
              "syntax-nul '" + nul + "'@18")
        << "in comments they are passed over";
    EXPECT_EQ(refusal("sector{}" + nul + nul + nul), "loaded") << "but at the end";
}

TEST(ReaderSyntax, NulBytesInComments) {
    const std::string nul("\0", 1);
    const std::string text =
        "namespace=\"zdoom\";//\"" + nul + nul + "\nuser_x=\"//\";/*" + nul + "*/\n//" + nul;
    for (const std::string& whole : {text + "x", text + "\nthing{x=1;y=2;type=3;}"}) {
        const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(whole);
        ASSERT_TRUE(result) << load_text::story(result, whole);
        std::vector<std::uint64_t> places;
        for (const flatline::engine::Finding& f : result.findings.kept()) {
            if (load_text::rule_id(f) == "portability-nul") places.push_back(f.offset);
        }
        EXPECT_EQ(places, (std::vector<std::uint64_t>{whole.find(nul), whole.find("/*") + 2,
                                                      whole.rfind("//") + 2}))
            << "the first one of each comment";
    }
}

TEST(ReaderSyntax, NulBytesInCommentsSurviveAnotherReading) {
    const std::string nul("\0", 1);
    const std::string text = "sector{/*" + nul + "*/}namespace=\"srb2\";";
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result) << load_text::story(result, text);
    EXPECT_NE(load_text::find(result, "portability-nul"), nullptr);
    EXPECT_EQ(result.findings.kept().size(), 2u + 2u) << load_text::story(result, text);
}

TEST(ReaderSyntax, Utf16IsNamed) {
    const std::string ascii = "namespace=\"zdoom\";";
    std::string little, big;
    for (const char c : ascii) {
        little += {c, '\0'};
        big += {'\0', c};
    }
    const std::string mixed = ascii + std::string("\0\0x", 3);
    for (const auto& [text, rule] :
         {std::pair<std::string, std::string>{"\xFF\xFE" + little, "utf-16"},
          {"\xFE\xFF" + big, "utf-16"},
          {little, "utf-16"},
          {big, "utf-16"},
          {mixed, "nul"}}) {
        const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
        EXPECT_FALSE(result);
        ASSERT_EQ(result.findings.kept().size(), 1u);
        EXPECT_EQ(load_text::rule_id(result.findings.kept()[0]), "syntax-" + rule);
        EXPECT_EQ(result.findings.kept()[0].offset, rule == "nul" ? ascii.size() : 0);
    }
}

TEST(ReaderSyntax, TheNamespaceIsNamed) {
    const auto sentences = [](const std::string& text) {
        std::string all;
        const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
        for (const flatline::engine::Finding& f : result.findings.kept()) {
            all += load_text::sentence(f, text) + "\n";
        }
        return all;
    };
    EXPECT_EQ(sentences("namespace=5;"),
              "namespace has a value of the wrong type: '5'; it is ignored\n"
              "the map names no namespace; only standard fields are read\n");
    EXPECT_EQ(sentences("namespace=\"zdoom\";x=1;namespace=\"srb2\";"),
              "unknown field 'x'\nnamespace given again: '\"srb2\"'\n")
        << "not also that it is not the first statement";
    EXPECT_EQ(sentences("namespace=\"zdoom\";namespace=7;"), "namespace given again: '7'\n");
}

TEST(ReaderSyntax, WhatIsFine) {
    for (const char* text : {"",
                             ";",
                             ";;;",
                             "sector{;}",
                             "sector{;;id=4;;}",
                             "odd{;}",
                             "odd{;a=1;;}",
                             "sector//#0\n{}",
                             "sector/**/{/**/id/**/=/**/5/**/;/**/}/**/",
                             "SECTOR{ID=5;}",
                             "sector{id=+5;}",
                             "sector{gravity=.5;}",
                             "sector{gravity=5.;}",
                             "sector{gravity=1e1;}",
                             "a=1;b=2;",
                             "\n\r\t\v\f",
                             "x=TRUE;",
                             "sector{silent=TrUe;}",
                             "_a_1=1;",
                             "// the end",
                             "x=\"\xFF\x80\n\r\";"}) {
        EXPECT_EQ(refusal(text), "loaded") << text;
    }
}

}  // namespace reader_syntax_test
