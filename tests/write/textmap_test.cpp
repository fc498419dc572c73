#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "model/write.hpp"
#include "support/load_text.hpp"
#include "support/map_round_trip.hpp"

namespace write_textmap_test {

using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Map;
using flatline::engine::Status;
using flatline::engine::TextStyle;
using map_round_trip::written;

// One sector, one line; `in` takes what else stands in the thing, `top` what stands outside.
std::string map_of(const std::string& space, const std::string& in = "",
                   const std::string& top = "") {
    return space + top +
           "vertex { x = 0; y = 0; } vertex { x = 64; y = 0; }"
           "linedef { v1 = 0; v2 = 1; sidefront = 0; }"
           "sidedef { sector = 0; }"
           "sector { texturefloor = \"F\"; textureceiling = \"C\"; }"
           "thing { x = 1; y = 2; type = 3; " +
           in + " }\n";
}
const std::string kZDoom = "namespace = \"zdoom\";";

// Loads, writes and reads again; returns what is wrong.
std::string fault(const std::string& text, const LoadOptions& options = {}) {
    const LoadResult<Map> result = load_text::load(text, options);
    if (!result) return "refused: " + load_text::story(result, text);
    return map_round_trip::fault(result.value, options);
}

// A sink is never called for nothing.
TEST(WriteTextmap, NoPieceIsEmpty) {
    struct Host {
        std::size_t bytes = 0;
        std::size_t empty = 0;
        static bool write(void* host, const unsigned char*, std::size_t size) {
            auto& self = *static_cast<Host*>(host);
            self.empty += size == 0 ? 1 : 0;
            self.bytes += size;
            return true;
        }
    };
    std::string things;
    for (int i = 0; i < 2000; ++i) things += "thing { x = 1; y = 2; type = 3; }\n";
    for (const std::string& text : {std::string(), map_of(kZDoom), kZDoom + things}) {
        const LoadResult<Map> result = load_text::load(text);
        ASSERT_TRUE(result);
        Host host;
        const flatline::engine::WriteResult wrote =
            flatline::engine::write_textmap(result.value, {Host::write, &host});
        EXPECT_TRUE(wrote);
        EXPECT_EQ(wrote.bytes, host.bytes);
        EXPECT_EQ(host.empty, 0u);
    }
}

TEST(WriteTextmap, StyleOfUdb) {
    const std::string text = map_of(
        kZDoom, "skill1 = true; mine { a = 1; b { } } angle = 90; alpha = 0.5; user_a = 1.0;",
        "version = 7; extra { s = \"x\"; }");
    const LoadResult<Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    EXPECT_EQ(written(result.value, TextStyle::udb),
              "namespace = \"zdoom\";\n"
              "version = 7;\n"
              "extra\n{\ns = \"x\";\n}\n"
              "thing // 0\n{\nx = 1.0;\ny = 2.0;\nangle = 90;\ntype = 3;\nskill1 = true;\n"
              "alpha = 0.5;\nmine\n{\na = 1;\nb\n{\n}\n}\nuser_a = 1.0;\n}\n\n"
              "vertex // 0\n{\nx = 0.0;\ny = 0.0;\n}\n\n"
              "vertex // 1\n{\nx = 64.0;\ny = 0.0;\n}\n\n"
              "linedef // 0\n{\nv1 = 0;\nv2 = 1;\nsidefront = 0;\n}\n\n"
              "sidedef // 0\n{\nsector = 0;\n}\n\n"
              "sector // 0\n{\ntexturefloor = \"F\";\ntextureceiling = \"C\";\n}\n\n");
}

TEST(WriteTextmap, CompactStyle) {
    const std::string text = map_of(kZDoom, "skill1 = true; mine { } alpha = 1; user_a = 1.0;");
    const LoadResult<Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    EXPECT_EQ(written(result.value, TextStyle::compact),
              "namespace=\"zdoom\";\n"
              "thing{\nx=1;\ny=2;\ntype=3;\nskill1=true;\nalpha=1;\nmine{\n}\nuser_a=1.0;\n}\n"
              "vertex{\nx=0;\ny=0;\n}\nvertex{\nx=64;\ny=0;\n}\n"
              "linedef{\nv1=0;\nv2=1;\nsidefront=0;\n}\n"
              "sidedef{\nsector=0;\n}\n"
              "sector{\ntexturefloor=\"F\";\ntextureceiling=\"C\";\n}\n");
}

TEST(WriteTextmap, EveryByteOfAString) {
    // Of a known field, of an unknown one, and of a name.
    std::string bytes;
    for (int c = 1; c < 256; ++c) {
        if (c == '"' || c == '\\') bytes += '\\';
        bytes += static_cast<char>(c);
    }
    for (const char* space : {"zdoom", "srb2", "eternity", "dsda", "woof", "doom", "mine"}) {
        const std::string head = "namespace = \"" + std::string(space) + "\";";
        EXPECT_EQ(fault(map_of(head, "comment = \"" + bytes + "\"; user_b = \"" + bytes + "\";",
                               "g = \"" + bytes + "\";") +
                        "sidedef { sector = 0; texturetop = \"" + bytes + "\"; }"),
                  "")
            << space;
    }
}

TEST(WriteTextmap, StringsOfEveryLength) {
    for (std::size_t size = 0; size < 700; ++size) {
        std::string bytes;
        for (std::size_t i = 0; i < size; ++i) bytes += i % 3 == 0 ? "\\\"" : "a";
        ASSERT_EQ(fault(map_of(kZDoom, "comment = \"" + bytes + "\"; user_b = \"" + bytes + "\";")),
                  "")
            << size;
    }
}

TEST(WriteTextmap, LineEndsStandInStringsWhereThePortReadsNoEscapes) {
    for (const char* space : {"srb2", "eternity"}) {
        const std::string text = map_of("namespace = \"" + std::string(space) + "\";",
                                        "user_a = \"1\\n2\\r3\\t\\\"\\\\\";");
        const LoadResult<Map> result = load_text::load(text);
        ASSERT_TRUE(result);
        EXPECT_NE(written(result.value, TextStyle::udb).find("\"1\n2\r3\t\\\"\\\\\""),
                  std::string::npos);
    }
    const std::string text = map_of(kZDoom, "user_a = \"1\n2\r3\t\\\"\\\\\";");
    const LoadResult<Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    EXPECT_NE(written(result.value, TextStyle::udb).find("\"1\\n2\\r3\\t\\\"\\\\\""),
              std::string::npos);
}

TEST(WriteTextmap, ValuesOfUnknownFieldsKeepTheirKind) {
    EXPECT_EQ(fault(map_of(kZDoom,
                           "user_a = 1; user_b = 1.0; user_c = -0.0; user_d = 1e300; user_e = true;"
                           "user_f = \"true\"; user_g = word; user_h = nan; user_i = inf;"
                           "user_j = -9223372036854775808; user_k = 9223372036854775807;"
                           "user_l = 5e-324; user_m = false; user_n = a/b-c+d=e; user_a = 2;")),
              "");
}

TEST(WriteTextmap, BlocksInBlocks) {
    EXPECT_EQ(fault(map_of(kZDoom, "a { b { c { } d { x = 1; } } } e { } f = 1; a { }",
                           "top { vertex { x = 1; } } t = 1; top { } empty { } u = word;") +
                    "vertex { x = 3; y = 4; q { r { } } }" + "last { z = 1; }"),
              "");
}

TEST(WriteTextmap, ColumnsKeepValuesThatEqualTheDefault) {
    EXPECT_EQ(
        fault(map_of(kZDoom, "alpha = 1.0; comment = \"\"; countsecret = false; health = 1;") +
              "linedef { v1 = 0; v2 = 1; sidefront = 0; moreids = \"\"; }"
              "linedef { v1 = 0; v2 = 1; sidefront = 0; moreids = \"7 -3 7 0\"; }"
              "linedef { v1 = 0; v2 = 1; sidefront = 0; moreids = \"1x y 2\"; }"),
        "");
}

// Columns are looked at in groups of eight.
TEST(WriteTextmap, AsManyColumnsAsFillAGroup) {
    std::string fields;
    for (const char* name :
         {"health", "score", "pitch", "roll", "scale", "scalex", "scaley", "alpha", "gravity"}) {
        fields += std::string(name) + " = 2.0; ";
        EXPECT_EQ(fault(map_of(kZDoom, fields)), "") << name;
    }
}

TEST(WriteTextmap, DefaultsAreThoseOfTheNamespace) {
    for (const char* space : {"doom", "heretic", "strife", "hexen", "zdoom", "srb2", "eternity",
                              "dsda", "woof", "unheard", ""}) {
        const std::string head =
            *space != 0 ? "namespace = \"" + std::string(space) + "\";" : std::string();
        for (const char* light : {"160", "255", "0", "-1"}) {
            for (const char* id : {"-1", "0", "1"}) {
                EXPECT_EQ(fault(map_of(head) +
                                "sector { texturefloor = \"-\"; textureceiling = "
                                "\"X\"; lightlevel = " +
                                light + "; }" +
                                "linedef { v1 = 0; v2 = 1; sidefront = 0; id = " + id + "; }"),
                          "")
                    << space;
            }
        }
    }
}

TEST(WriteTextmap, HeightsAreIntegersOrRealsByTheDialect) {
    for (const char* space : {"doom", "zdoom", "srb2", "eternity"}) {
        EXPECT_EQ(fault(map_of("namespace = \"" + std::string(space) + "\";") +
                        "sector { heightfloor = -2147483648; heightceiling = 64.25; texturefloor = "
                        "\"F\"; textureceiling = \"C\"; } sidedef { sector = 0; offsetx = -0.0; "
                        "offsety = 0.5; }"),
                  "")
            << space;
    }
    const std::string text =
        map_of("namespace = \"doom\";") + "sector { heightfloor = 8; textureceiling = \"C\"; }";
    const LoadResult<Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    EXPECT_NE(written(result.value, TextStyle::udb).find("heightfloor = 8;"), std::string::npos)
        << "a dot would be the finding field-fraction";
}

TEST(WriteTextmap, TheNamespaceIsTheOneThatTheMapWasReadWith) {
    LoadOptions options;
    options.namespace_override = "srb2";
    const std::string text = map_of(kZDoom, "user_a = 1; mobjscale = 2.0;");
    EXPECT_EQ(fault(text, options), "");
    const LoadResult<Map> result = load_text::load(text, options);
    EXPECT_EQ(written(result.value, TextStyle::udb).rfind("namespace = \"srb2\";", 0), 0u);
    EXPECT_EQ(fault(map_of("namespace = \"A \\\"B\\\" \\\\ C\";")), "");
}

TEST(WriteTextmap, ARepairedMap) {
    LoadOptions options;
    options.repair = flatline::engine::Repair::repair;
    EXPECT_EQ(fault(map_of(kZDoom) + "linedef { v1 = 99; sidefront = -1; sideback = 77; }"
                                     "sidedef { sector = 12; } thing { }",
                    options),
              "");
}

TEST(WriteTextmap, AMapOf0_99BecomesOneOf1_1) {
    const std::string text =
        "namespace = doom;"
        "vertex { x = 0; y = 0; } vertex { x = 64; y = 0; }"
        "linedef { v1 = 0; v2 = 1; frontside = 0; backside = 0; push = true; foo = bar; }"
        "sidedef { sector = 0; texturetop = STONE2; }"
        "sector { floorpic = F; ceilingpic = C; tag = 7; }"
        "thing { x = 1; y = 2; type = 3; notdm = true; class0 = true; hard = \"true\"; user_x = "
        "3/4; }";
    const LoadResult<Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    ASSERT_EQ(result.value.grammar(), flatline::engine::Grammar::v0_99);
    const std::string out = written(result.value, TextStyle::udb);
    EXPECT_EQ(load_text::load(out).value.grammar(), flatline::engine::Grammar::v1_1) << out;
    EXPECT_NE(out.find("lightlevel = 255;"), std::string::npos) << "the default of 0.99";
    EXPECT_EQ(fault(text), "");
}

TEST(WriteTextmap, KeysThatBeginWithADigitStayIn0_99) {
    const std::string rest =
        "vertex { x = 0; y = 0; 1up = a; }"
        "thing { x = 1; y = 2; type = 3; notsingle = true; class0 = true; 2nd { 3rd = 4; } }"
        "thing { x = 1; y = 2; type = 3; class1 = true; dm = false; easy = true; }"
        "thing { x = 1; y = 2; type = 3; class2 = true; class3 = true; normal = true; tid = 4; }";
    const std::string lines =
        "vertex { x = 9; y = 0; } linedef { v1 = 0; v2 = 1; frontside = 0; }"
        "sidedef { sector = 0; }";
    const std::string sector = "sector { floorpic = F; ceilingpic = C; }";
    for (const std::string& text :
         {"namespace = zdoom;" + rest, "namespace = zdoom;" + rest + lines + sector,
          "namespace = \"two words\";" + rest + sector, rest + lines + sector}) {
        const LoadResult<Map> result = load_text::load(text);
        ASSERT_TRUE(result) << load_text::story(result, text);
        const std::string out = written(result.value, TextStyle::compact);
        EXPECT_EQ(load_text::load(out).value.grammar(), flatline::engine::Grammar::v0_99) << out;
        EXPECT_EQ(fault(text), "") << text;
    }
}

TEST(WriteTextmap, WhereNothingSays0_99TheMapIsRefused) {
    LoadOptions options;
    options.grammar = flatline::engine::Grammar::v0_99;
    const LoadResult<Map> result = load_text::load("vertex { x = 0; y = 0; 1up = a; }", options);
    ASSERT_TRUE(result);
    std::string text;
    const flatline::engine::WriteResult refused =
        flatline::engine::write_textmap(result.value, map_round_trip::sink_to(text));
    EXPECT_EQ(refused.status, Status::refused);
    EXPECT_EQ(text, "");
    ASSERT_EQ(refused.findings.total(), 1u);
    EXPECT_EQ(load_text::rule_id(refused.findings.kept()[0]), "convert-loss");
    EXPECT_EQ(refused.findings.kept()[0].refuses, 1);
}

TEST(WriteTextmap, AnEmptyMap) {
    std::string text;
    const flatline::engine::WriteResult result =
        flatline::engine::write_textmap(Map(), map_round_trip::sink_to(text));
    EXPECT_TRUE(result);
    EXPECT_EQ(text, "");
}

// A sink that takes `left` bytes.
struct Narrow {
    std::size_t left;
    std::string taken;
    static bool write(void* context, const unsigned char* bytes, std::size_t size) {
        auto& self = *static_cast<Narrow*>(context);
        if (size > self.left) return false;
        self.left -= size;
        self.taken.append(reinterpret_cast<const char*>(bytes), size);
        return true;
    }
};

TEST(WriteTextmap, ASinkThatIsFullEndsIt) {
    std::string text = map_of(kZDoom);
    for (int i = 0; i < 5000; ++i) text += "vertex { x = 1; y = 2; user_a { b = \"c\"; } }\n";
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map);
    const std::string whole = written(map.value, TextStyle::udb);
    ASSERT_GT(whole.size(), 200'000u);
    for (const std::size_t room : {std::size_t{0}, std::size_t{40'000}, whole.size() - 1}) {
        Narrow narrow{room, ""};
        const flatline::engine::WriteResult result =
            flatline::engine::write_textmap(map.value, {Narrow::write, &narrow});
        EXPECT_EQ(result.status, Status::cancelled);
        EXPECT_EQ(result.bytes, narrow.taken.size());
        EXPECT_EQ(whole.rfind(narrow.taken, 0), 0u);
    }
    EXPECT_EQ(flatline::engine::write_textmap(map.value, {}).status, Status::cancelled)
        << "no function";
    Narrow narrow{whole.size(), ""};
    EXPECT_TRUE(flatline::engine::write_textmap(map.value, {Narrow::write, &narrow}));
    EXPECT_EQ(narrow.taken, whole);
}

}  // namespace write_textmap_test
