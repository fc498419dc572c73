// Lines that the portability rules skip: which ones, and that skipping changes no finding.
#include "check/portable_line_skipper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "check/portability_findings.hpp"
#include "model/check.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"

namespace portable_line_skipper_test {

using flatline::engine::sanity::OpenBlock;
using flatline::engine::sanity::PortableKeys;
using flatline::engine::sanity::PortableLineSkipper;

// After what is looked at, so that the end of the text is not near.
const std::string kTail = "\n" + std::string(80, ' ');

flatline::engine::LoadResult<flatline::engine::Map> map_of(const std::string& name_space) {
    return load_text::load("namespace=\"" + name_space + "\";vertex{x=0;y=0;}");
}

// How many statements of a text are passed, and the text that is left.
struct Passed {
    std::uint32_t statements;
    std::string rest;
};
Passed pass(const std::string& text, OpenBlock& block, const std::string& name_space = "zdoom",
            std::uint32_t most = 1000) {
    const flatline::engine::LoadResult<flatline::engine::Map> map = map_of(name_space);
    EXPECT_TRUE(map);
    const std::string all = text + kTail;
    const auto* begin = reinterpret_cast<const unsigned char*>(all.data());
    const PortableKeys keys(map.value);
    PortableLineSkipper lines(map.value, keys, begin + all.size());
    std::uint32_t left = most;
    const unsigned char* behind = lines.pass(begin, left, block);
    const auto at = static_cast<std::size_t>(behind - begin);
    return {most - left, all.substr(at, all.size() - kTail.size() - at)};
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

// Blocks of two kinds as UltimateDoomBuilder writes them, which numbers them.
std::string blocks(int count, bool numbered = true) {
    std::string text;
    const auto number = [&](int i) { return numbered ? " // " + std::to_string(i) : ""; };
    for (int i = 0; i < count; ++i) {
        text += "\nvertex" + number(i) + "\n{\nx = -13180.000;\ny = 7;\n}\n";
    }
    for (int i = 0; i < count; ++i) {
        text += "\nsidedef" + number(i) +
                "\n{\nsector = 0;\noffsetx_top = 8.5;\ntexturemiddle = \"A/=;{\";\n"
                "texturebottom = \"-\";\n}\n";
    }
    return text;
}

TEST(PortableLineSkipper, PassesWhatToolsWrite) {
    OpenBlock block;
    const Passed passed = pass(
        "\nvertex // 0\n{\nx = -13180.000;\ny = 7;\n}\n\nsidedef // 1\n{\nsector = 0;\n"
        "texturemiddle = \"STARTAN3\";\n}\n\nthing\n{\n\tdm = true;\r\n  coop=false;\n}",
        block);
    EXPECT_EQ(passed.rest, "");
    EXPECT_EQ(passed.statements, 12u);
    EXPECT_EQ(block.kind, FLATLINE_MAP);
    EXPECT_EQ(block.next_index[FLATLINE_VERTEX], 1u);
    EXPECT_EQ(block.next_index[FLATLINE_THING], 1u);
}

TEST(PortableLineSkipper, StaysInTheBlockAndWithinTheStatementsThatAreLeft) {
    OpenBlock block;
    const Passed passed = pass("\nvertex{\nx = 1;\ny = 1;\n}", block, "zdoom", 2);
    EXPECT_EQ(passed.rest, "\ny = 1;\n}");
    EXPECT_EQ(block.kind, FLATLINE_VERTEX);
    EXPECT_EQ(block.index, 0u);
    EXPECT_EQ(pass(" x = 1;", block).statements, 0u) << "the line goes on";
    EXPECT_EQ(pass("", block).statements, 0u);
}

TEST(PortableLineSkipper, StopsBeforeWhatPortabilityLooksAt) {
    for (const char* line : {"x = +1;",
                             "x = 01;",
                             "x = -007;",
                             "x = 1e3;",
                             "x = 0x10;",
                             "x = .5;",
                             "x = 1; y = 2;",
                             "x = 1;;",
                             "x = 1; // why",
                             "x = 1 ;",
                             "x = 1",
                             "x == 1;",
                             "= 1;",
                             "x",
                             "X Y = 1;",
                             "type = 1.0;",
                             "comment = \"a\\n\";",
                             "comment = \"of more than fifteen bytes\";",
                             "dm = True;",
                             "dm = trues;",
                             "dm = tru;",
                             "{",
                             ";",
                             "\"x\" = 1;",
                             "/* */ x = 1;",
                             "x /* */ = 1;",
                             "a_key_of_more_bytes_than_a_head_has = 1;",
                             "1x = 1;",
                             "x = 12345678901234567;",
                             "x = \"1;"}) {
        OpenBlock block;
        block.open(FLATLINE_THING);
        const Passed passed = pass("\ny = 1;\n" + std::string(line) + "\n}", block);
        EXPECT_EQ(passed.statements, 1u) << line;
        EXPECT_EQ(passed.rest, "\n" + std::string(line) + "\n}");
    }
    OpenBlock none;
    for (const char* head :
         {"Vertex", "vertices", "foo", "thing x", "thing;", "user_a = 1;", "}"}) {
        EXPECT_EQ(pass("\n" + std::string(head) + "\n{\n}", none).statements, 0u) << head;
    }
}

TEST(PortableLineSkipper, StopsAtFrictionAndInSrb2AtCaseAndFractions) {
    const auto passes = [](std::uint8_t kind, const std::string& line,
                           const std::string& name_space) {
        OpenBlock block;
        block.open(kind);
        return pass("\n" + line, block, name_space).statements == 1;
    };
    EXPECT_FALSE(passes(FLATLINE_SECTOR, "friction = 1;", "zdoom"));
    EXPECT_TRUE(passes(FLATLINE_SECTOR, "frictionfactor = 1;", "zdoom"));
    EXPECT_TRUE(passes(FLATLINE_THING, "friction = 1;", "zdoom"));
    EXPECT_TRUE(passes(FLATLINE_THING, "X = 1;", "zdoom"));
    EXPECT_FALSE(passes(FLATLINE_THING, "X = 1;", "srb2"));
    EXPECT_FALSE(passes(FLATLINE_THING, "Foo = 1;", "srb2"));
    EXPECT_TRUE(passes(FLATLINE_THING, "x = 1.0;", "zdoom"));
    EXPECT_FALSE(passes(FLATLINE_THING, "x = 1.0;", "srb2"));
    EXPECT_TRUE(passes(FLATLINE_VERTEX, "x = 1.0;", "srb2"));
}

TEST(PortableLineSkipper, ABlockThatTheWalkBeganHasItsOwnKeys) {
    // In vertices x has followed y, and y is the last key before the thing.
    const std::string text =
        "namespace=\"srb2\";\nvertex\n{\ny = 1.5;\nx = 1.5;\n}\n"
        "vertex\n{\nx = 1.5;\ny = 1.5;\n}\n"
        "/* walked */ thing\n{\nx = 3.5;\ny = 4;\ntype = 1;\n}\n" +
        std::string(80, ' ') + "\n";
    const flatline::engine::LoadResult<flatline::engine::Map> map = load_text::load(text);
    ASSERT_TRUE(map) << load_text::story(map, text);
    const flatline::engine::FindingList findings = flatline::engine::check(map.value).findings;
    const flatline::engine::Finding* found = nullptr;
    for (const flatline::engine::Finding& f : findings.kept()) {
        if (load_text::rule_id(f) == "portability-fraction-srb2") found = &f;
    }
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->offset, text.find("3.5"));
}

// What stands in a long comment after a keyword opens nothing.
TEST(PortableLineSkipper, CommentsBehindAKeyword) {
    for (const char* comment : {" // 12", " // 0123456789abcdef{ x", " // 0123456789abcde{ x"}) {
        OpenBlock block;
        const Passed passed = pass("\nvertex" + std::string(comment) + "\n{\nx = 1;\n}", block);
        EXPECT_EQ(passed.rest, "") << comment;
        EXPECT_EQ(passed.statements, 3u) << comment;
    }
}

TEST(PortableLineSkipper, BeginsABlockOnlyWhereTheTextGoesOn) {
    const std::string begin = "\nvertex\n{";
    guarded::Page page(100);
    const flatline::engine::LoadResult<flatline::engine::Map> map = map_of("zdoom");
    const PortableKeys keys(map.value);
    for (const std::size_t size : {std::size_t{63}, std::size_t{64}, begin.size()}) {
        const flatline::engine::Bytes bytes =
            page.put(begin + std::string(size - begin.size(), ' '));
        PortableLineSkipper lines(map.value, keys, bytes.data() + bytes.size());
        OpenBlock block;
        std::uint32_t left = 10;
        const unsigned char* const behind = lines.pass(bytes.data(), left, block);
        EXPECT_EQ(behind - bytes.data(), size == 64 ? static_cast<int>(begin.size()) : 0) << size;
        EXPECT_EQ(block.kind, size == 64 ? FLATLINE_VERTEX : FLATLINE_MAP);
    }
}

TEST(PortableLineSkipper, AKeywordAtTheEndOfTheText) {
    const std::string text = "\nvertex" + std::string(80, ' ');
    guarded::Page page(text.size());
    const flatline::engine::Bytes bytes = page.put(text);
    const flatline::engine::LoadResult<flatline::engine::Map> map = map_of("zdoom");
    const PortableKeys keys(map.value);
    PortableLineSkipper lines(map.value, keys, bytes.data() + bytes.size());
    std::uint32_t left = 10;
    OpenBlock block;
    EXPECT_EQ(lines.pass(bytes.data(), left, block), bytes.data());
    EXPECT_EQ(left, 10u);
}

// Texts cut at every byte, after which no memory can be read, from the ends of their lines on.
TEST(PortableLineSkipper, StaysInsideTheText) {
    const flatline::engine::LoadResult<flatline::engine::Map> map = map_of("zdoom");
    ASSERT_TRUE(map);
    const PortableKeys keys(map.value);
    const std::string numbered = blocks(8);
    guarded::Page page(4096);
    for (const std::string& text :
         {numbered, blocks(8, false), replaced(replaced(numbered, "\n", "\r\n"), " = ", "="),
          replaced(numbered, ";\n", ";\n        ")}) {
        for (std::size_t size = 0; size <= text.size(); ++size) {
            const flatline::engine::Bytes bytes = page.put(std::string_view(text).substr(0, size));
            const unsigned char* const end = bytes.data() + size;
            PortableLineSkipper lines(map.value, keys, end);
            for (std::size_t at = size - std::min<std::size_t>(size, 260); at < size; ++at) {
                if (bytes[at] != '\n' && bytes[at] != '\r') continue;
                for (const std::uint8_t kind : {FLATLINE_MAP, FLATLINE_SIDEDEF}) {
                    OpenBlock block;
                    if (kind != FLATLINE_MAP) block.open(kind);
                    std::uint32_t left = 1000;
                    const unsigned char* const p = bytes.data() + at;
                    const unsigned char* const behind = lines.pass(p, left, block);
                    ASSERT_GE(behind, p) << size << " " << at;
                    ASSERT_LE(behind, end) << size << " " << at;
                }
            }
        }
    }
}

TEST(PortableLineSkipper, MoreKeysThanItKeepsAreNotPassed) {
    OpenBlock block;
    block.open(FLATLINE_THING);
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "\nuser_" + std::to_string(i) + " = 1;";
    const std::uint32_t kept = pass(text, block).statements;
    EXPECT_GT(kept, 200u);
    EXPECT_LT(kept, 256u);
}

// What portability finds in a text without rules about lines: rule, element, field and literal.
std::vector<std::string> found(const std::string& text) {
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    EXPECT_TRUE(result) << load_text::story(result, text);
    std::vector<std::string> all;
    if (!result) return all;
    const flatline::engine::FindingList findings = portability_findings::of(result.value);
    for (const flatline::engine::Finding& f : findings.kept()) {
        all.push_back(std::string(load_text::rule_id(f)) + " " + std::to_string(f.element) + " " +
                      std::to_string(f.index) + " " + std::to_string(f.field) + " " +
                      text.substr(f.offset, f.length));
    }
    return all;
}

TEST(PortableLineSkipper, PassedOrNotTheFindingsAreTheSame) {
    const std::string_view values[] = {"1",       "-1",    "0",    "00",    "+1",   "01",
                                       "-0",      "1.",    "1.5",  "1.0",   "1e1",  "0x1",
                                       "\"1\"",   "true",  "True", "false", "\"\"", "\"\\n\"",
                                       "\"\\x\"", "\"-\"", "10.25"};
    const std::string_view keys[] = {"x",  "X",        "height",   "type", "special", "comment",
                                     "dm", "user_abc", "friction", "Dm",   "floorid"};
    const std::string_view kinds[] = {"thing", "sector", "vertex"};
    std::size_t total = 0;
    for (const char* name_space : {"zdoom", "srb2", "eternity", "doom"}) {
        // The same blocks, a line each or in lines of their own, each twice so that what was
        // learned is used.
        std::string passed = "namespace = \"" + std::string(name_space) + "\";\n";
        std::string walked = passed;
        for (const std::string_view kind : kinds) {
            for (const std::string_view key : keys) {
                for (const std::string_view value : values) {
                    const std::string line = std::string(key) + " = " + std::string(value) + ";";
                    for (int again = 0; again < 2; ++again) {
                        const std::string required =
                            kind == "sector"   ? "texturefloor = \"A\";\ntextureceiling = \"A\";\n"
                            : kind == "vertex" ? "x = 1;\ny = 1;\n"
                                               : "x = 1;\ny = 1;\ntype = 1;\n";
                        std::string block =
                            std::string(kind) + "\n{\n" + line + "\n" + required + "}";
                        passed += block + "\n";
                        for (char& c : block) c = c == '\n' ? ' ' : c;
                        walked += block + "\n";
                    }
                }
            }
        }
        const std::string tail = "// " + std::string(80, '-') + "\n";
        const std::vector<std::string> expected = found(walked + tail);
        EXPECT_EQ(found(passed + tail), expected) << name_space;
        total += expected.size();
    }
    EXPECT_GT(total, 500u);
}

// What portability finds in a text without rules about lines: rule, element, field and place.
// False if the text cannot be read.
bool find_all(const std::string& text, std::vector<std::string>& all) {
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    all.clear();
    if (!result) return false;
    const flatline::engine::FindingList findings = portability_findings::of(result.value);
    for (const flatline::engine::Finding& f : findings.kept()) {
        all.push_back(std::string(load_text::rule_id(f)) + " " + std::to_string(f.element) + " " +
                      std::to_string(f.index) + " " + std::to_string(f.field) + " " +
                      std::to_string(f.offset) + " " + std::to_string(f.length));
    }
    return true;
}

// Vertical tabs are blanks that end no line, so nothing of such a text is passed.
TEST(PortableLineSkipper, ChangedAnywhereTheFindingsAreTheSame) {
    const std::string_view parts[] = {"+",
                                      "0",
                                      "08",
                                      "-",
                                      ".5",
                                      "1.5",
                                      "e",
                                      "x1",
                                      "\\",
                                      "\\x",
                                      "\"",
                                      "\"a\"",
                                      ";",
                                      "; ",
                                      "=",
                                      " = ",
                                      "{",
                                      "}",
                                      "\n",
                                      " ",
                                      "n",
                                      "N",
                                      "_",
                                      "A",
                                      "a1",
                                      "1a",
                                      "foo",
                                      "1;",
                                      "}\n",
                                      "+1;",
                                      "friction = 1;\n",
                                      "type = 1.0;\n",
                                      "user_a = 007;\n",
                                      "id = 1.0;\n",
                                      "blocksound = True;\n",
                                      "foo { bar { a = 1; } }\n"};
    const std::string_view values[] = {"+1",      "01",   "-08", "1.5",     "1.",
                                       "-1.0",    "1e2",  "0x1", "\"\\x\"", "\"a\\\"",
                                       "\"=1;\"", "True", "1",   "00.5"};
    std::mt19937 random(7);
    std::size_t total = 0;
    int loads = 0;
    for (int i = 0; i < 800; ++i) {
        const char* const name_space = i % 2 == 0 ? "zdoom" : "srb2";
        std::string text = "namespace = \"" + std::string(name_space) + "\";\n" + blocks(3, false) +
                           "\nsector\n{\ntexturefloor = \"A\";\ntextureceiling = \"B\";\n}\n"
                           "thing\n{\nx = 5;\ny = 6;\ntype = 3;\n}\n";
        for (std::size_t change = random() % 2 + 1; change > 0; --change) {
            const std::size_t at = 22 + random() % (text.size() - 22);
            const std::size_t value = text.find("= ", at);
            if (random() % 5 == 0 || value == text.npos) {
                text.replace(at, random() % 2, parts[random() % std::size(parts)]);
            } else {
                const std::size_t end = text.find(';', value);
                text.replace(value + 2, end - value - 2, values[random() % std::size(values)]);
            }
        }
        text += std::string(300, ' ');
        std::vector<std::string> expected, found;
        const bool read = find_all(replaced(text, "\n", "\v"), expected);
        EXPECT_EQ(find_all(text, found), read) << text;
        EXPECT_EQ(found, expected) << text;
        loads += read;
        total += expected.size();
    }
    EXPECT_GT(loads, 100);
    EXPECT_GT(total, 100u);
}

}  // namespace portable_line_skipper_test
