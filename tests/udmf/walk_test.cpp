#include "udmf/walk.hpp"

#include <gtest/gtest.h>

#include <string>

#include "flatline/types.h"
#include "support/guarded_text.hpp"

namespace {

using flatline::engine::udmf::BlockPlace;
using flatline::engine::udmf::Statement;
using flatline::engine::udmf::StatementKind;
using flatline::engine::udmf::StatementWalk;

std::string as_string(const unsigned char* from, const unsigned char* to) { return {from, to}; }

// A line for each statement: "0 key{", "1 x=5", "1 }", "0 ?;" for what is none, "0 key/" for a
// comment; the number is the depth. At most `most` of them.
std::string walked(const std::string& text,
                   StatementWalk::Comments comments = StatementWalk::Comments::skipped,
                   std::size_t most = 100) {
    guarded::Page page(text.size());
    const flatline::engine::Bytes bytes = page.put(text);
    StatementWalk walk(bytes.data(), bytes.end(), comments);
    std::string all;
    for (; most > 0; --most) {
        const Statement found = walk.next();
        if (found.kind == StatementKind::end) break;
        std::string line = std::to_string(found.depth) + " ";
        if (found.kind == StatementKind::other) line += "?";
        if (found.key != nullptr) line += as_string(found.key, found.key_end);
        switch (found.kind) {
            case StatementKind::open:
            case StatementKind::close:
            case StatementKind::comment:
                line += static_cast<char>(*found.at);
                break;
            case StatementKind::assignment: {
                bool escaped = false;
                const unsigned char* const behind = walk.pass_value(&escaped);
                if (behind == nullptr) return all + line + "=...";
                line += (escaped ? "\\=" : "=") + as_string(found.at, behind);
                break;
            }
            default:
                if (found.key == nullptr) line += static_cast<char>(*found.at);
                break;
        }
        all += (all.empty() ? "" : ", ") + line;
    }
    return all;
}

TEST(StatementWalk, BlocksAndAssignments) {
    EXPECT_EQ(walked(""), "");
    EXPECT_EQ(walked("vertex{x=1;y = -2.5 ;}"), "0 vertex{, 1 x=1, 1 ?;, 1 y=-2.5, 1 ?;, 1 }");
    EXPECT_EQ(walked("a{b{c=\"}\\\"{\";}}"), "0 a{, 1 b{, 2 c\\=\"}\\\"{\", 2 ?;, 2 }, 1 }");
    EXPECT_EQ(walked("/*{*/a//=\n=/**/b"), "0 a=b");
}

TEST(StatementWalk, WhatIsNoStatementIsPassedOver) {
    EXPECT_EQ(walked("}a"), "0 }");
    EXPECT_EQ(walked("a b c=1"), "0 ?a, 0 ?b, 0 c=1");
    EXPECT_EQ(walked("=5{"), "0 ?=, 0 5{");
    EXPECT_EQ(walked("\"a\"={"), "0 ?\", 0 ?=, 0 {");
    EXPECT_EQ(walked("a=;b=c"), "0 a=, 0 ?;, 0 b=c");
    EXPECT_EQ(walked("a}"), "0 a}");
}

TEST(StatementWalk, EndsWhereNothingIsClosed) {
    EXPECT_EQ(walked("a=1;/*b=2;"), "0 a=1, 0 ?;");
    EXPECT_EQ(walked("a=\"1;b=2;"), "0 a=...");
    EXPECT_EQ(walked("\"a=1;"), "");
    EXPECT_EQ(walked("a="), "");
    EXPECT_EQ(walked("a"), "");
    EXPECT_EQ(walked("a=/*"), "");
}

TEST(StatementWalk, AValueThatNobodyAskedForIsPassed) {
    const std::string text = "a=x{;b=\"c=1;\";d=true";
    const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
    StatementWalk walk(begin, begin + text.size());
    EXPECT_EQ(walk.next().kind, StatementKind::assignment);
    EXPECT_EQ(walk.next().kind, StatementKind::open) << "a brace ends a word";
    EXPECT_EQ(walk.next().kind, StatementKind::other);
    EXPECT_EQ(walk.next().kind, StatementKind::assignment);
    EXPECT_EQ(walk.next().kind, StatementKind::other) << "the string was passed whole";
    const Statement last = walk.next();
    EXPECT_EQ(as_string(last.key, last.key_end), "d");
    walk.resume(last.at + 4);
    EXPECT_EQ(walk.next().kind, StatementKind::end);
}

TEST(StatementWalk, TellsOfComments) {
    const auto told = [](const std::string& text) {
        return walked(text, StatementWalk::Comments::reported, 2);
    };
    EXPECT_EQ(told("x=1//2"), "0 x=1, 0 /");
    EXPECT_EQ(told("{//2"), "0 {, 1 /");
    EXPECT_EQ(told("thing/*0*/{").substr(0, 8), "0 thing/");
    EXPECT_EQ(told("x/*0*/=").substr(0, 4), "0 x/");
    EXPECT_EQ(told("x=/*0*/1").substr(0, 4), "0 ?x");
    EXPECT_EQ(told("/"), "0 ?/") << "the bytes end";
}

TEST(StatementWalk, ReadsNothingBesideTheText) {
    const std::string text = "a { b = \"c\\\"d\" ; e = f/**/; // g\n } / h /";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        walked(text.substr(0, size));
        walked(text.substr(0, size), StatementWalk::Comments::reported);
    }
}

TEST(FindBlock, TheFirstHeadBehindABrace) {
    const auto found = [](const std::string& text) {
        guarded::Page page(text.size());
        const flatline::engine::Bytes bytes = page.put(text);
        const BlockPlace block = flatline::engine::udmf::find_block(bytes.data(), bytes.end());
        return block.keyword == nullptr ? std::string("-")
                                        : std::to_string(block.kind) + "@" +
                                              std::to_string(block.keyword - bytes.data());
    };
    const std::string thing = std::to_string(FLATLINE_THING) + "@";
    EXPECT_EQ(found("}thing{"), thing + "1");
    EXPECT_EQ(found("} THING // 7\n\t{"), thing + "2");
    EXPECT_EQ(found("thing{}other{}/* */thing{"), thing + "19");
    EXPECT_EQ(found("x}thing=1;}thing{"), thing + "11");
    for (const char* text : {"", "}", "thing{", "}things{", "};thing{", "}thing;{", "}{", "}thing",
                             "}\"thing{\"", "}//thing{"}) {
        EXPECT_EQ(found(text), "-") << text;
    }
    EXPECT_EQ(found("} //" + std::string(400, '-') + "\nthing{"), "-") << "too far";
}

}  // namespace
