// Stretches that the portability rules skip: which ones, and that skipping changes no finding.
#include "check/portable_text_skipper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/compiler.hpp"
#include "check/portability_findings.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"

namespace portable_text_skipper_test {

using flatline::engine::sanity::OpenBlock;
using flatline::engine::sanity::PortableKeys;
using flatline::engine::sanity::PortableLineSkipper;
using flatline::engine::sanity::PortableTextSkipper;

const std::string kBefore(16, ' ');
const std::string kAfter = "\n" + std::string(200, ' ');

// Where passing ends in a text after a statement.
std::size_t passed(const std::string& text, OpenBlock& block,
                   const std::string& name_space = "zdoom", std::uint32_t left = 1u << 20) {
    static const auto zdoom = load_text::load("namespace=\"zdoom\";vertex{x=0;y=0;}");
    static const auto srb2 = load_text::load("namespace=\"srb2\";vertex{x=0;y=0;}");
    const auto& map = name_space == "srb2" ? srb2 : zdoom;
    EXPECT_TRUE(map);
    const std::string all = kBefore + text + kAfter;
    const auto* begin = reinterpret_cast<const unsigned char*>(all.data());
    const PortableKeys keys(map.value);
    PortableLineSkipper lines(map.value, keys, begin + all.size());
    PortableTextSkipper stretches(map.value, lines, begin, begin + all.size());
    const OpenBlock open = block;
    const std::uint32_t statements = left;
    const unsigned char* behind = stretches.pass(begin + kBefore.size(), left, block);
    if (PortableTextSkipper::best() == PortableTextSkipper::Vectors::avx512) {
        OpenBlock other = open;
        std::uint32_t others_left = statements;
        PortableTextSkipper narrow(map.value, lines, begin, begin + all.size(),
                                   PortableTextSkipper::Vectors::avx2);
        EXPECT_EQ(narrow.pass(begin + kBefore.size(), others_left, other), behind);
        EXPECT_EQ(other.kind, block.kind);
        EXPECT_EQ(others_left, left);
    }
    return static_cast<std::size_t>(behind - begin) - kBefore.size();
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

TEST(PortableTextSkipper, PassesWhatToolsWrite) {
    if (!flatline::engine::has_avx2()) GTEST_SKIP() << needs::other("a machine with AVX2");
    const std::string text = blocks(200);
    for (const std::string& style :
         {text, replaced(text, "\n", "\r\n"), replaced(text, " = ", "="),
          replaced(replaced(text, "\n{", "\n  {"), ";\n", ";\n\t"), replaced(text, " // ", "//#"),
          replaced(text, "\n{", " // more than is kept of a comment\n{"),
          replaced(replaced(text, "\nvertex", "\n                vertex"), "\nsidedef",
                   "\n                sidedef")}) {
        OpenBlock block;
        EXPECT_GT(passed(style + "\n", block), style.size() - 250) << style.substr(0, 100);
        EXPECT_GE(block.next_index[FLATLINE_VERTEX], 200u);
        EXPECT_GE(block.next_index[FLATLINE_SIDEDEF], 195u);
    }
    OpenBlock block;
    EXPECT_LT(passed(text, block, "zdoom", 80), 1000u) << "no more than the statements left";
    EXPECT_EQ(passed(" " + text, block), 0u) << "the line goes on";
}

// After plain lines of any length, so that each byte of what is odd has each place in a look.
TEST(PortableTextSkipper, StopsBeforeWhatPortabilityLooksAt) {
    if (!flatline::engine::has_avx2()) GTEST_SKIP() << needs::other("a machine with AVX2");
    for (const char* line : {"x = +1;",
                             "x = 01;",
                             "x = -007;",
                             "x = 1e3;",
                             "x = 1.5E3;",
                             "x = 0x10;",
                             "x = 1; y = 2;",
                             "x = 1;;",
                             "x = 1; // why",
                             "x = 1 ;",
                             "x = 1",
                             "x = ;",
                             "x == 1;",
                             "= 1;",
                             "; x = 1;",
                             "type = 1.0;",
                             "user_a_key_of_many_bytes = 1.0;",
                             "comment = \"a\\n\";",
                             "comment = \"a\" \"b\";",
                             "comment = \"a\"b;",
                             "\"x\" = 1;",
                             "x \"=\" 1;",
                             "{",
                             ";",
                             "/* */ x = 1;",
                             "x /* */ = 1;",
                             "x = /* */ 1;",
                             "// x",
                             "x\n= 1;",
                             "x\t\n= 1;",
                             "x\r\n= 1;",
                             "x = 1;\r= 1;",
                             "1x = 1;",
                             "x = (1;",
                             "x = 1(;",
                             "x = \"1;"}) {
        for (std::size_t before = 0; before < 70; ++before) {
            OpenBlock block;
            block.open(FLATLINE_THING);
            const std::string plain = "\n" + std::string(before, ' ') + "y = 1;";
            std::string text = plain + "\n" + std::string(line) + "\nangle = 1;\n}\n";
            text += replaced(blocks(4), "vertex", "thing");
            EXPECT_LE(passed(text, block), plain.size()) << line << before;
        }
    }
    for (const char* head : {"Vertex", "vertices", "foo", "thing x", "thing;", "thing { x = 1;",
                             "user_a = 1;", "}", "namespace = \"a\";"}) {
        OpenBlock block;
        const std::string plain = "\nvertex // 0\n{\ny = 1;\nx = 1;\n}";
        const std::string text = plain + plain + "\n" + std::string(head) + "\n{\nx = 1;\n}\n";
        EXPECT_LE(passed(text + blocks(4), block), 2 * plain.size() + std::string(head).size() + 3)
            << head;
        EXPECT_LE(block.next_index[FLATLINE_THING], 1u);
        EXPECT_LE(block.next_index[FLATLINE_VERTEX], 2u);
    }
}

// The comment of the second keyword goes on where that of the first has ended.
TEST(PortableTextSkipper, CommentsBehindAKeyword) {
    if (!flatline::engine::has_avx2()) GTEST_SKIP() << needs::other("a machine with AVX2");
    OpenBlock block;
    const std::string text =
        "\nvertex /* // */\n{\ny = 1;\n}\nvertex /* //\n{\ny = 1;\n} */\n{\ny = 2;\n}\n";
    EXPECT_GT(passed(text + blocks(8), block), text.size());
    EXPECT_EQ(block.next_index[FLATLINE_VERTEX], 10u);
    // Longer than the last one, with a '{' where that would end.
    const std::string longer =
        "\nvertex //c\n{\ny = 1;\n}\nvertex //" + std::string(17, 'c') + "{ c\n{\ny = 2;\n}\n";
    block = {};
    EXPECT_GT(passed(longer + blocks(8), block), longer.size());
    EXPECT_EQ(block.next_index[FLATLINE_VERTEX], 10u);
    // Of 256 bytes with the '{'.
    const std::string long_one = "\nvertex //" + std::string(254, 'c') + "\n{\ny = 1;\n}";
    const std::string all = long_one + replaced(blocks(8), " // ", " //") + "\n";
    OpenBlock other;
    EXPECT_GT(passed(all, other), all.size() - 250);
    EXPECT_EQ(other.next_index[FLATLINE_VERTEX], 9u);
}

// What is plain after something odd is left to others for a while, then tried again.
TEST(PortableTextSkipper, TriesAgainWhereItHasFailed) {
    if (!flatline::engine::has_avx2()) GTEST_SKIP() << needs::other("a machine with AVX2");
    const auto map = load_text::load("namespace=\"zdoom\";vertex{x=0;y=0;}");
    ASSERT_TRUE(map);
    const std::string text = kBefore + blocks(8) + "odd" + blocks(40) + kAfter;
    const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
    const unsigned char* const end = begin + text.size();
    const std::size_t odd = text.find("odd");
    const PortableKeys keys(map.value);
    PortableLineSkipper lines(map.value, keys, end);
    PortableTextSkipper stretches(map.value, lines, begin, end);
    OpenBlock block;
    std::uint32_t left = 40;
    const unsigned char* const first = stretches.pass(begin + kBefore.size(), left, block);
    EXPECT_EQ(left, 0u);
    left = 1000;
    const unsigned char* const second = stretches.pass(first, left, block);
    EXPECT_GT(second, first) << "no statements were left, which is no failure";
    EXPECT_LE(second, begin + odd);
    EXPECT_GT(left, 0u);
    const unsigned char* const soon = begin + text.find("\nvertex", odd);
    EXPECT_EQ(stretches.pass(soon, left, block), soon);
    const unsigned char* const later = begin + text.find("\nvertex", odd + 400);
    EXPECT_GT(stretches.pass(later, left, block), later);
}

TEST(PortableTextSkipper, StopsAtFrictionAndInSrb2AtCaseAndFractions) {
    if (!flatline::engine::has_avx2()) GTEST_SKIP() << needs::other("a machine with AVX2");
    const auto passes = [](std::uint8_t kind, const std::string& line,
                           const std::string& name_space) {
        OpenBlock block;
        block.open(kind);
        const std::string odd = "\n" + line;
        return passed(odd + "\n}\n" + blocks(4), block, name_space) > odd.size();
    };
    EXPECT_FALSE(passes(FLATLINE_SECTOR, "friction = 1;", "zdoom"));
    EXPECT_FALSE(passes(FLATLINE_SECTOR, "FRICTION=1;", "zdoom"));
    EXPECT_TRUE(passes(FLATLINE_SECTOR, "frictionfactor = 1;", "zdoom"));
    EXPECT_TRUE(passes(FLATLINE_THING, "friction = 1;", "zdoom"));
    EXPECT_TRUE(passes(FLATLINE_THING, "X = 1.5;", "zdoom"));
    EXPECT_FALSE(passes(FLATLINE_THING, "X = 1;", "srb2"));
    EXPECT_FALSE(passes(FLATLINE_THING, "dm = True;", "srb2"));
    EXPECT_TRUE(passes(FLATLINE_THING, "dm = True;", "zdoom"));
    EXPECT_TRUE(passes(FLATLINE_THING, "foo = 1.0;", "zdoom"));
    EXPECT_FALSE(passes(FLATLINE_THING, "x = 1.0;", "srb2"));
    EXPECT_TRUE(passes(FLATLINE_VERTEX, "x = 1.0;", "srb2"));
}

// Texts cut at every byte, after which no memory can be read, from the begins of their lines on.
void stay_inside(PortableTextSkipper::Vectors vectors) {
    const auto map = load_text::load("namespace=\"zdoom\";vertex{x=0;y=0;}");
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
                if (at != 8 && bytes[at] != '\n' && bytes[at] != '\r') continue;
                for (const std::uint8_t kind : {FLATLINE_MAP, FLATLINE_SIDEDEF}) {
                    PortableTextSkipper stretches(map.value, lines, bytes.data(), end, vectors);
                    OpenBlock block;
                    if (kind != FLATLINE_MAP) block.open(kind);
                    std::uint32_t left = 1000;
                    const unsigned char* const p = bytes.data() + at;
                    const unsigned char* const behind = stretches.pass(p, left, block);
                    ASSERT_GE(behind, p) << size << " " << at;
                    ASSERT_LE(behind, end) << size << " " << at;
                }
            }
        }
    }
}

TEST(PortableTextSkipper, StaysInsideTheTextByAvx2) {
    if (!flatline::engine::has_avx2()) GTEST_SKIP() << needs::other("a machine with AVX2");
    stay_inside(PortableTextSkipper::Vectors::avx2);
}

TEST(PortableTextSkipper, StaysInsideTheTextByAvx512) {
    if (!flatline::engine::has_avx512()) GTEST_SKIP() << needs::other("a machine with AVX-512");
    stay_inside(PortableTextSkipper::Vectors::avx512);
}

// Of a key eight bytes are read at once. Memory of its own, so that AddressSanitizer sees the
// begin.
TEST(PortableTextSkipper, LeavesOutTheFirstBytesOfTheText) {
    if (!flatline::engine::has_avx2()) GTEST_SKIP() << needs::other("a machine with AVX2");
    const auto map = load_text::load("namespace=\"zdoom\";vertex{x=0;y=0;}");
    ASSERT_TRUE(map);
    const PortableKeys keys(map.value);
    const std::string text = "\nx = 1;\ny = 1;\n}\n" + blocks(8);
    const std::vector<unsigned char> bytes(text.begin(), text.end());
    const unsigned char* const begin = bytes.data();
    const unsigned char* const end = begin + bytes.size();
    for (const auto& [at, passes] :
         {std::pair{0, false}, std::pair{7, false}, std::pair{14, true}}) {
        PortableLineSkipper lines(map.value, keys, end);
        PortableTextSkipper stretches(map.value, lines, begin, end);
        OpenBlock block;
        block.open(FLATLINE_VERTEX);
        std::uint32_t left = 1000;
        EXPECT_EQ(stretches.pass(begin + at, left, block) > begin + at, passes) << at;
    }
}

// What portability finds in a text without rules about lines: rule, element, field and place.
// False if the text cannot be read.
bool find(const std::string& text, std::vector<std::string>& all) {
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
TEST(PortableTextSkipper, PassedOrNotTheFindingsAreTheSame) {
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
        const bool read = find(replaced(text, "\n", "\v"), expected);
        EXPECT_EQ(find(text, found), read) << text;
        EXPECT_EQ(found, expected) << text;
        loads += read;
        total += expected.size();
    }
    EXPECT_GT(loads, 100);
    EXPECT_GT(total, 100u);
}

}  // namespace portable_text_skipper_test
