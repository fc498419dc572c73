// What fix() makes of a text and of binary lumps, rule by rule.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fix/planner.hpp"
#include "model/fix.hpp"
#include "support/load_text.hpp"

namespace fix_test {

using namespace flatline::engine;

// Two rooms side by side, as tools lay them out: one with blocks of lines, one with a line a block.
constexpr std::string_view kRooms = R"(namespace = "zdoom";
vertex { x = 0; y = 0; }
vertex { x = 0; y = 256; }
vertex { x = 256; y = 256; }
vertex { x = 256; y = 0; }
vertex { x = 512; y = 256; } // the far corner
vertex { x = 512; y = 0; }
linedef { v1 = 0; v2 = 1; sidefront = 0; blocking = true; }
linedef { v1 = 1; v2 = 2; sidefront = 1; blocking = true; }
linedef { v1 = 2; v2 = 3; sidefront = 2; sideback = 3; twosided = true; }
linedef { v1 = 3; v2 = 0; sidefront = 4; blocking = true; }
linedef { v1 = 2; v2 = 4; sidefront = 5; blocking = true; }
linedef { v1 = 4; v2 = 5; sidefront = 6; blocking = true; }
linedef { v1 = 5; v2 = 3; sidefront = 7; blocking = true; special = 243; playeruse = true; }
sidedef { sector = 0; texturemiddle = "BRICK1"; }
sidedef { sector = 0; texturemiddle = "BRICK2"; }
sidedef { sector = 0; }
sidedef { sector = 1; }
sidedef { sector = 0; texturemiddle = "BRICK3"; }
sidedef { sector = 1; texturemiddle = "BRICK4"; }
sidedef { sector = 1; texturemiddle = "BRICK5"; }
sidedef { sector = 1; texturemiddle = "BRICK6"; }
sector { texturefloor = "WEST"; textureceiling = "SKY"; heightceiling = 128; }
sector { texturefloor = "EAST"; textureceiling = "SKY"; heightceiling = 128; }
thing { x = 128; y = 128; type = 1; skill1 = true; single = true; coop = true; dm = true; }
)";

struct Mended {
    std::string text;
    std::vector<std::string> rules;  // of the rows that were applied
    std::vector<std::string> messages;
    std::uint64_t fixed = 0, left = 0;
    bool changed = false;
};

Mended mend(const std::string& text, bool unsafe = false, RuleSet rules = {}) {
    const LumpView lump{"TEXTMAP", load_text::bytes(text)};
    FixOptions options;
    options.unsafe = unsafe;
    options.rules = rules;
    const Result<Fixed> made = fix({&lump, 1}, options);
    Mended out;
    EXPECT_TRUE(made) << text;
    if (!made) return out;
    const FixedLumps& value = made.value.value();
    const Bytes bytes = value.lumps[0].bytes;
    out.text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const flatline_fix_row& row : value.rows) {
        if (row.applied != 0) out.rules.emplace_back(rule_rows()[row.rule].id);
        out.messages.emplace_back(row.message, row.message_size);
    }
    out.fixed = value.fixed;
    out.left = value.left;
    out.changed = value.changed;
    return out;
}

std::string replaced(std::string_view from, std::string_view to) {
    std::string text(kRooms);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(Fix, EveryRuleThatCanBeMendedHasAMender) {
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const auto rule = static_cast<Rule>(i);
        EXPECT_EQ(mend::has_mender(rule), rule_rows()[i].fix != RuleFix::none) << rule_rows()[i].id;
        EXPECT_EQ(mend::deed_of(rule).empty(), rule_rows()[i].fix == RuleFix::none);
    }
}

TEST(Fix, AMapWithoutFindingsKeepsItsBytes) {
    const Mended out = fix_test::mend(std::string(kRooms));
    EXPECT_FALSE(out.changed);
    EXPECT_EQ(out.text, kRooms);
    EXPECT_EQ(out.fixed + out.left, 0u);
}

// A map with something wrong, and what becomes of it.
struct Row {
    const char* rule;
    std::string broken, mended;
    bool unsafe;
};

const std::vector<Row>& rows() {
    static const std::string rooms(kRooms);
    static const std::vector<Row> all = {
        {"vertex-unused", rooms + "vertex { x = 64; y = 64; }\n", rooms, false},
        {"vertex-unused", rooms + "vertex { x = 64; y = 64; } // mine\n", rooms + "// mine\n",
         false},
        {"side-unused", rooms + "sidedef { sector = 0; }\n", rooms, false},
        {"line-zero-length",
         rooms + "linedef { v1 = 0; v2 = 0; sidefront = 8; }\nsidedef { sector = 0; }\n", rooms,
         false},
        {"vertex-duplicate",
         replaced("v2 = 1; sidefront = 0;", "v2 = 6; sidefront = 0;") +
             "vertex { x = 0; y = 256; }\n",
         rooms, false},
        {"line-twosided-no-back",
         replaced("sidefront = 0; blocking = true;",
                  "sidefront = 0; blocking = true; twosided = true;"),
         replaced("sidefront = 0; blocking = true;",
                  "sidefront = 0; blocking = true; twosided = false;"),
         false},
        {"line-midtex3dimpass-alone",
         replaced("twosided = true;", "twosided = true; midtex3dimpassible = true;"),
         replaced("twosided = true;", "twosided = true; midtex3dimpassible = false;"), false},
        {"field-duplicate", replaced("{ x = 0; y = 256; }", "{ x = 8; x = 0; y = 256; }"), rooms,
         false},
        {"field-duplicate", replaced("{ x = 0; y = 256; }", "{ x = 8; x = 9; x = 0; y = 256; }"),
         rooms, false},
        {"field-duplicate",
         replaced("{ x = 0; y = 256; }", "{ x = 8; y = 1; x = 9; y = 2; x = 0; y = 256; }"), rooms,
         false},
        {"portability-plus", replaced("{ x = 0; y = 256; }", "{ x = 0; y = +256; }"), rooms, false},
        {"portability-semicolon", replaced("{ x = 0; y = 256; }", "{ x = 0; y = 256;; }"), rooms,
         false},
        {"portability-trailing-comment", rooms + "// the end", rooms + "// the end\n", false},
        {"portability-final-newline", rooms.substr(0, rooms.size() - 1), rooms, false},
        {"portability-exponent", replaced("x = 512; y = 0;", "x = 5.12e2; y = 0;"), rooms, true},
        {"portability-leading-zero", replaced("x = 512; y = 0;", "x = 0512; y = 0;"), rooms, true},
        {"portability-int-dot",
         replaced("heightceiling = 128;", "heightceiling = 128; lightlevel = 160.0;"),
         replaced("heightceiling = 128;", "heightceiling = 128; lightlevel = 160;"), true},
        {"portability-escape",
         replaced("vertex { x = 0; y = 0; }",
                  "comment = \"C:\\maps\\n\";\nvertex { x = 0; y = 0; }"),
         replaced("vertex { x = 0; y = 0; }", "comment = \"C:maps\\n\";\nvertex { x = 0; y = 0; }"),
         true},
        {"thing-outside", rooms + "thing { x = 64; y = -64; type = 2035; }\n", rooms, true},
        {"special-tag-dangling",
         replaced("v2 = 1; sidefront = 0;",
                  "v2 = 1; sidefront = 0; special = 21; arg0 = 9; playeruse = true;"),
         replaced("v2 = 1; sidefront = 0;",
                  "v2 = 1; sidefront = 0; special = 0; arg0 = 0; playeruse = true;"),
         true},
        {"texture-missing", replaced("texturemiddle = \"BRICK1\"; ", ""),
         replaced("sidedef { sector = 0; texturemiddle = \"BRICK1\"; }",
                  "sidedef { sector = 0;\ntexturemiddle = \"BRICK2\"; }"),
         true},
        {"line-overlap",
         rooms + "linedef { v1 = 1; v2 = 0; sidefront = 8; }\nsidedef { sector = 0; texturemiddle "
                 "= \"X\"; }\n",
         "", true},
    };
    return all;
}

TEST(Fix, EachRule) {
    for (const Row& row : rows()) {
        SCOPED_TRACE(row.rule);
        const Mended out = fix_test::mend(row.broken, row.unsafe);
        ASSERT_FALSE(out.rules.empty());
        EXPECT_EQ(out.rules[0], row.rule);
        EXPECT_EQ(out.left, 0u) << out.messages.back();
        if (!row.mended.empty()) {
            EXPECT_EQ(out.text, row.mended);
        }
        // Once more: nothing.
        const Mended again = fix_test::mend(out.text, row.unsafe);
        EXPECT_EQ(again.fixed + again.left, 0u);
        EXPECT_EQ(again.text, out.text);
        if (row.unsafe) {
            const Mended safe = fix_test::mend(row.broken);
            EXPECT_EQ(safe.text, row.broken) << "only with unsafe";
            EXPECT_EQ(safe.fixed + safe.left, 0u);
        }
    }
}

TEST(Fix, AMapWithoutLinesKeepsItsVertices) {
    const Mended out = fix_test::mend("namespace = \"zdoom\";\nvertex { x = 0; y = 0; }\n");
    EXPECT_FALSE(out.changed);
    EXPECT_EQ(out.left, 0u);
}

TEST(Fix, ASideThatAloneIsInItsSectorIsLeft) {
    const Mended out = fix_test::mend(
        std::string(kRooms) +
        "sidedef { sector = 2; }\nsector { texturefloor = \"A\"; textureceiling = \"A\"; }\n");
    EXPECT_FALSE(out.changed);
    EXPECT_EQ(out.left, 1u) << "its sector would be unused";
}

TEST(Fix, AFlagThatWasTrueIsMendedOnlyWhereAsked) {
    const std::string text = replaced("blocking = true;", "blocking = true; blocking = false;");
    EXPECT_EQ(fix_test::mend(text).text, text);
    EXPECT_EQ(fix_test::mend(text, true).text, replaced("blocking = true;", "blocking = false;"));
    const std::string same = replaced("blocking = true;", "blocking = true; blocking = true;");
    EXPECT_EQ(fix_test::mend(same).text, kRooms);
    const std::string ids = replaced("blocking = true;", "blocking = true; id = 3; id = 4;");
    EXPECT_EQ(fix_test::mend(ids).text, ids);
}

TEST(Fix, VerticesWithFieldsOfTheirOwnAreNotMerged) {
    const std::string text = replaced("v2 = 1; sidefront = 0;", "v2 = 6; sidefront = 0;") +
                             "vertex { x = 0; y = 256; zfloor = 8.0; }\n";
    const Mended out = fix_test::mend(text);
    EXPECT_EQ(out.text, text);
    EXPECT_EQ(out.left, 1u);
}

TEST(Fix, ALineWithATagIsLeft) {
    const std::string text = std::string(kRooms) +
                             "linedef { v1 = 0; v2 = 0; sidefront = 8; id = 5; }\n"
                             "sidedef { sector = 0; }\n";
    const Mended out = fix_test::mend(text);
    EXPECT_EQ(out.text, text);
    EXPECT_EQ(out.left, 1u);
}

TEST(Fix, ALineIsSplitWithItsTextures) {
    const std::string text = replaced("v2 = 1; sidefront = 0;", "v2 = 1; id = 7; sidefront = 0;") +
                             "vertex { x = 0; y = 128; }\n"
                             "linedef { v1 = 6; v2 = 3; sidefront = 4; }\n";
    const Mended out = fix_test::mend(text, true);
    EXPECT_NE(out.text.find("linedef { v1 = 0; v2 = 6; id = 7;"), std::string::npos) << out.text;
    EXPECT_NE(out.text.find("linedef\n{\nv1 = 6;\nv2 = 1;\nid = 7;\n"), std::string::npos)
        << out.text;
    EXPECT_NE(out.text.find("texturemiddle = \"BRICK1\";\noffsetx = 128;\n}"), std::string::npos)
        << out.text;
}

TEST(Fix, TwoWallsBackToBackBecomeAnOpening) {
    // The wall between the rooms, drawn once from each side.
    const std::string text =
        replaced("linedef { v1 = 2; v2 = 3; sidefront = 2; sideback = 3; twosided = true; }",
                 "linedef { v1 = 2; v2 = 3; sidefront = 2; blocking = true; }") +
        "linedef { v1 = 3; v2 = 2; sidefront = 3; blocking = true; }\n";
    const Mended out = fix_test::mend(text, true);
    ASSERT_FALSE(out.rules.empty());
    EXPECT_NE(out.text.find("sideback = 3;\ntwosided = true;"), std::string::npos) << out.text;
    EXPECT_EQ(out.text.find("v1 = 3; v2 = 2;"), std::string::npos);
    EXPECT_EQ(out.left, 0u);
}

TEST(Fix, LineEndsStay) {
    std::string text;
    for (const char c : std::string(kRooms))
        text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const std::string broken = text + "vertex\r\n{\r\n\tx = 7;\r\n\ty = 9;\r\n}\r\n";
    EXPECT_EQ(fix_test::mend(broken).text, text);
    EXPECT_EQ(fix_test::mend(text + "// the end").text, text + "// the end\r\n");
}

TEST(Fix, AByteOrderMark) {
    std::string text(kRooms);
    text.replace(text.find("zdoom"), 5, "srb2");
    const Mended out = fix_test::mend("\xEF\xBB\xBF" + text);
    ASSERT_FALSE(out.rules.empty());
    EXPECT_EQ(out.rules[0], "portability-bom-srb2");
    EXPECT_EQ(out.text, text);
}

}  // namespace fix_test
