#include "doom3/reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "doom3/maps.hpp"
#include "support/counting_memory.hpp"
#include "support/guarded_text.hpp"

namespace reader_test {

using doom3_maps::brush;
using doom3_maps::cube;
using doom3_maps::kPatch;
using doom3_maps::kSide;
using doom3_maps::Loaded;
using doom3_maps::world;
using flatline::engine::Doom3Map;
using flatline::engine::Doom3Options;

std::string many(int count, const std::string& once) {
    std::string out;
    for (int i = 0; i < count; ++i) out += once;
    return out;
}

// ---- What is read ----

TEST(Doom3Reader, TheDocumentsBrush) {
    const Loaded loaded(world("\"spawnflags\" \"1\"\n// brush 0\n" + cube()));
    ASSERT_EQ(loaded.story(), "ok");
    const Doom3Map& map = loaded.map();
    ASSERT_EQ(map.entities().size(), 1u);
    EXPECT_EQ(map.version(), 2);
    EXPECT_TRUE(map.has_version());
    EXPECT_EQ(map.value(map.entities()[0], "SpawnFlags"), "1");
    ASSERT_EQ(map.sides(map.brushes()[0]).size(), 6u);
    const flatline_doom3_side& side = map.sides()[0];
    EXPECT_EQ(side.plane.c, 1);
    EXPECT_EQ(side.plane.d, -64);
    EXPECT_FALSE(std::signbit(side.plane.a)) << "-0 is 0 in a plane";
    EXPECT_EQ(side.matrix[0][0], 0.03125);
    EXPECT_EQ(map.material(side.material), "textures/common/nodraw");
    EXPECT_EQ(map.materials().size(), 1u);
    EXPECT_EQ(side.quake_texture, FLATLINE_NONE);
}

// Lines of the file are columns of the grid.
TEST(Doom3Reader, ThePatchKeepsTheOrderOfTheFile) {
    const Loaded loaded(
        world("{ patchDef3 { \"m\" ( 3 5 4 2 7 8 9 ) (\n"
              "( ( 0 0 0 0 0 ) ( 0 1 0 0 0 ) ( 0 2 0 0 0 ) ( 0 3 0 0 0 ) ( 0 4 0 0 0 ) )\n"
              "( ( 1 0 0 0 0 ) ( 1 1 0 0 0 ) ( 1 2 0 0 0 ) ( 1 3 0 0 0 ) ( 1 4 0 0 0 ) )\n"
              "( ( 2 0 0 0 0 ) ( 2 1 0 0 0 ) ( 2 2 0 0 0 ) ( 2 3 0 0 0 ) ( 2 4 0 0 0 ) ) ) } }\n"));
    ASSERT_EQ(loaded.story(), "ok");
    const flatline_doom3_patch& patch = loaded.map().patches()[0];
    EXPECT_EQ(patch.width, 3u);
    EXPECT_EQ(patch.height, 5u);
    EXPECT_EQ(patch.subdivisions[0], 4);
    EXPECT_EQ(patch.subdivisions[1], 2);
    EXPECT_EQ(patch.settings[2], 9);
    for (std::uint32_t i = 0; i < 3; ++i) {
        for (std::uint32_t j = 0; j < 5; ++j) {
            const flatline_doom3_point& point = loaded.map().points(patch)[i * 5 + j];
            EXPECT_EQ(point.x, i);
            EXPECT_EQ(point.y, j);
        }
    }
}

TEST(Doom3Reader, EveryPrimitiveInOneMap) {
    const std::string points = "( 0 0 64 ) ( 0 64 64 ) ( 64 64 64 ) ";
    const std::string matrix = "( ( 0.5 0 0 ) ( 0 0.5 0 ) ) ";
    const Loaded loaded(world(cube() + kPatch + "{ brushDef2 {\n" + kSide + "} }\n" +
                              "{ brushDef {\n" + points + matrix + "\"m\" 0 0 0\n} }\n" + "{\n" +
                              points + "wall/x 8 16 -90 0.5 0.25 134217728 0 0\n}\n{ }\n"));
    EXPECT_EQ(loaded.quotes(), "ok primitive-brushdef2=brushDef2");
    const Doom3Map& map = loaded.map();
    ASSERT_EQ(map.brushes().size(), 5u);
    const int kinds[] = {FLATLINE_DOOM3_BRUSH_DEF3, FLATLINE_DOOM3_BRUSH_DEF2,
                         FLATLINE_DOOM3_BRUSH_DEF, FLATLINE_DOOM3_BRUSH_BARE,
                         FLATLINE_DOOM3_BRUSH_BARE};
    const unsigned numbers[] = {0, 2, 3, 4, 5};
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(map.brushes()[i].kind, kinds[i]);
        EXPECT_EQ(map.brushes()[i].primitive, numbers[i]);
    }
    EXPECT_EQ(map.patches()[0].primitive, 1u);
    const flatline_doom3_side& three = map.sides(map.brushes()[2])[0];
    EXPECT_EQ(three.plane.c, 1);
    EXPECT_EQ(three.plane.d, -64);
    const flatline_doom3_side& bare = map.sides(map.brushes()[3])[0];
    EXPECT_EQ(bare.matrix[0][0], 1.0 / 32);
    EXPECT_EQ(bare.matrix[1][1], 1.0 / 32);
    EXPECT_EQ(bare.contents, 134217728);
    ASSERT_EQ(bare.quake_texture, 0u);
    const flatline_doom3_quake_texture& texture = map.quake_textures()[0];
    EXPECT_EQ(texture.shift[1], 16);
    EXPECT_EQ(texture.rotate, -90);
    EXPECT_EQ(texture.scale[1], 0.25);
    EXPECT_EQ(map.material(bare.material), "wall/x");
    EXPECT_EQ(map.brushes()[4].side_count, 0u);
}

TEST(Doom3Reader, KeywordsInAnyCase) {
    EXPECT_EQ(Loaded(world("{ BRUSHDEF3 {\n" + std::string(kSide) + "} }\n")).story(), "ok");
}

TEST(Doom3Reader, PairsStayInOrderWithRepeats) {
    const Loaded loaded("Version 2\n{\n\"A\" \"1\"\nb two\n\"a\" \"3\"\n" +
                        brush("\"k\" \"v\"\n" + std::string(kSide)) + "\"last\" \"\"\n}\n");
    ASSERT_EQ(loaded.story(), "ok");
    const Doom3Map& map = loaded.map();
    ASSERT_EQ(map.pairs().size(), 4u);
    EXPECT_EQ(map.text(map.pairs()[1].key), "b");
    EXPECT_EQ(map.text(map.pairs()[1].value), "two");
    EXPECT_EQ(map.value(map.entities()[0], "a"), "3");
    EXPECT_EQ(map.find(map.entities()[0], "k"), nullptr);
    EXPECT_EQ(map.text(map.pairs(map.brushes()[0])[0].value), "v");
    EXPECT_EQ(map.text(map.pairs()[3].value), "");
}

// The document: the engine trims keys and values; they stay as written in the arrays.
TEST(Doom3Reader, WhiteSpaceBehindKeysAndValuesDoesNotCount) {
    const Loaded loaded(
        "Version 2\n{\n\"classname \" \"WorldSpawn\t\"\n}\n"
        "{\n\"origin\t\" \"1 2 3 \"\n\" name\" \"a\"\n\"x\" \" b  \"\n}\n");
    ASSERT_EQ(loaded.story(), "ok");
    const Doom3Map& map = loaded.map();
    EXPECT_EQ(map.entities()[0].flags, FLATLINE_DOOM3_WORLDSPAWN);
    EXPECT_EQ(map.class_name(map.entities()[0]), "WorldSpawn");
    EXPECT_EQ(map.text(map.pairs()[0].value), "WorldSpawn\t");
    EXPECT_EQ(map.entities()[1].flags, FLATLINE_DOOM3_HAS_ORIGIN);
    EXPECT_EQ(map.entities()[1].origin[2], 3);
    EXPECT_EQ(map.find(map.entities()[1], "name"), nullptr) << "white space in front counts";
    EXPECT_EQ(map.value(map.entities()[1], "x"), " b");
}

TEST(Doom3Reader, QuotesBehindABackslashEndAStringUnlessAskedFor) {
    const std::string text = world("\"a\" \"say \\\"hi\\\" \\\\\"\n\"b\" \"2\"\n" + brush(kSide));
    flatline::engine::Doom3Options options;
    options.escapes = true;
    const Loaded loaded(text, options);
    ASSERT_TRUE(loaded.ok()) << loaded.quotes();
    const flatline_doom3_entity& entity = loaded.map().entities()[0];
    ASSERT_EQ(loaded.map().pairs(entity).size(), 3u);
    EXPECT_EQ(loaded.map().value(entity, "a"), R"(say \"hi\" \\)");
    EXPECT_EQ(loaded.map().value(entity, "b"), "2");
    // As the engine reads it, the string ends at the first quote and what follows is more keys.
    const Loaded raw(text);
    ASSERT_TRUE(raw.ok()) << raw.quotes();
    EXPECT_EQ(raw.map().value(raw.map().entities()[0], "a"), "say \\");
    EXPECT_EQ(raw.map().pairs(raw.map().entities()[0]).size(), 4u);

    // No backslash hides the end of a line, or of the text.
    const Loaded line("Version 2\n{\n\"a\" \"b\\\n\"c\" \"d\"\n}\n", options);
    EXPECT_EQ(line.quotes(), "refused unclosed-string=\"b\\");
    const Loaded end("Version 2\n{\n\"a\" \"b\\", options);
    EXPECT_EQ(end.quotes(), "refused unclosed-block=\"");
}

TEST(Doom3Reader, EscapesOfDarkRadiant) {
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"", ""},
                                   {"plain", "plain"},
                                   {R"(\n\t\"x)", "\n\t\"x"},
                                   {R"(\\n \q \)", R"(\\n \q \)"},
                                   {R"(a\\\"b)", R"(a\\"b)"}}) {
        std::string text = from;
        text.resize(flatline::engine::unescape_darkradiant(text, text.data()));
        EXPECT_EQ(text, to) << from;
    }
}

TEST(Doom3Reader, PairsBehindTheGrid) {
    std::string patch = kPatch;
    patch.insert(patch.rfind("} }"), "\"k\" \"v\"\n");
    const Loaded loaded(world(patch));
    ASSERT_EQ(loaded.story(), "ok");
    EXPECT_EQ(loaded.map().pairs(loaded.map().patches()[0]).size(), 1u);
}

TEST(Doom3Reader, CommentsAnywhereBetweenTokens) {
    std::string text = world(cube() + kPatch);
    for (std::size_t at = 0; (at = text.find(' ', at)) != std::string::npos; at += 8) {
        text.replace(at, 1, " /*}*/ ");
    }
    const Loaded loaded("// {\n/* { ** */" + text + "//");
    ASSERT_TRUE(loaded.ok()) << loaded.story();
    EXPECT_EQ(loaded.map().sides().size(), 6u);
    EXPECT_EQ(loaded.map().points().size(), 9u);
}

TEST(Doom3Reader, LineEndsOfWindows) {
    std::string text = world(cube() + kPatch);
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
        text.insert(at, 1, '\r');
    }
    EXPECT_EQ(Loaded(text).story(), "ok");
}

TEST(Doom3Reader, BomAndTrailingNulsAreSkipped) {
    EXPECT_EQ(Loaded("\xEF\xBB\xBF" + world("") + std::string(3, '\0')).story(), "ok");
    EXPECT_EQ(Loaded(world("") + std::string("\0{", 2)).story(), "refused syntax-nul@39");
}

// A NUL is the only finding, whatever else was found before it or after it, and whether the text
// was counted before it was read (for a host's memory) or looked over afterwards.
TEST(Doom3Reader, NulBytes) {
    using std::string_literals::operator""s;
    const std::string far = many(400, cube());  // more than is looked over at once
    const std::string one_side(kSide);
    for (const std::string& body : {
             "\0"s,
             "// a comment \0\n"s,
             "/* \0 */"s,
             "\"k\0\" \"v\""s,
             "\"k\" \"v\0\""s,
             brush("( 0 0 1 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"a\0\" 0 0 0\n"s),
             brush(one_side + "( 0 0 \0 1 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"a\" 0 0 0\n"s),
             far + "\0"s + far,
             "\0"s + far + "{ patchDef9 { } }"s,
             "{ brushDef2 { } }{ patchDef2 { } }"s + far + "\0"s,
             "{ brushDef3 { ( 0 0 0"s + far + "\0"s,
             many(20, "{ }") + "\0"s,
         }) {
        const std::string text = world(body);
        const std::string story = "refused syntax-nul@" + std::to_string(text.find('\0'));
        Doom3Options options;
        options.limits.brushes = 410;
        EXPECT_EQ(Loaded(text, options).story(), story) << text.substr(0, 200);
        options.partial = true;
        EXPECT_EQ(Loaded(text, options).story(), story) << text.substr(0, 200);
        options.limits.brushes = 10;
        EXPECT_EQ(Loaded(text, options).story(), story) << text.substr(0, 200);
        counting_memory::Memory memory;
        options.memory = memory.hooks();
        EXPECT_EQ(Loaded(text, options).story(), story) << text.substr(0, 200);
    }
}

// ---- Versions ----

TEST(Doom3Reader, Versions) {
    const struct {
        const char* header;
        const char* story;
        double version;
        bool prefix;
    } rows[] = {
        {"Version 2\n", "ok", 2, false},
        {"Version 1\n", "ok", 1, true},
        {"Version 3\n", "ok", 3, false},
        {"Version 2.0\n", "ok", 2, false},
        {"", "ok missing-header@0", 1, true},
        {"Version 1.5\n", "ok unsupported-version@0", 1.5, true},
        {"Version 4\n", "ok unsupported-version@0", 4, false},
        {"Version 99999999999\n", "ok unsupported-version@0", 99999999999.0, false},
        {"Version -1\n", "ok unsupported-version@0", -1, true},
        {"Version nan\n", "ok unsupported-version@0", 0, true},
        {"Version\n", "ok unsupported-version@0", 0, true},
        {"Version 2%\n", "ok unsupported-version@0", 0, true},
        {"version 2\n", "refused missing-header@0 unexpected-token@0", 0, false},
    };
    for (const auto& row : rows) {
        const Loaded loaded(std::string(row.header) + "{\n" + cube() + "}\n");
        EXPECT_EQ(loaded.story(), row.story) << row.header;
        if (!loaded.ok()) continue;
        EXPECT_EQ(loaded.map().version(), row.version) << row.header;
        const bool prefix = (loaded.map().brushes()[0].flags & FLATLINE_DOOM3_TEXTURES_PREFIX) != 0;
        EXPECT_EQ(prefix, row.prefix) << row.header;
    }
}

TEST(Doom3Reader, BareBrushesAlwaysHaveThePrefix) {
    const Loaded loaded(world("{\n( 0 0 64 ) ( 0 64 64 ) ( 64 64 64 ) m 0 0 0 1 1\n}\n"));
    EXPECT_NE(loaded.map().brushes()[0].flags & FLATLINE_DOOM3_TEXTURES_PREFIX, 0);
}

TEST(Doom3Reader, NothingIsAMapWithoutEntities) {
    for (const char* text : {"", " ", "// nothing"}) {
        const Loaded loaded(text);
        EXPECT_EQ(loaded.story(), "ok missing-header@0") << text;
        EXPECT_EQ(loaded.map().entities().size(), 0u);
    }
}

// ---- Spaces ----

TEST(Doom3Reader, TheOriginRulePerPrimitive) {
    const std::string points = "( 96 32 64 ) ( 96 96 64 ) ( 160 96 64 ) ";
    const Loaded loaded("Version 2\n{\n\"classname\" \"func_static\"\n" + cube() +
                        "\"ORIGIN\" \"96 32 0\"\n" + cube() + "{ brushDef {\n" + points +
                        "( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"\n} }\n" + kPatch + "}\n");
    ASSERT_EQ(loaded.story(), "ok");
    const Doom3Map& map = loaded.map();
    const flatline_doom3_entity& entity = map.entities()[0];
    EXPECT_EQ(entity.origin[1], 32);
    const auto world_d = [&](int b, int s) {
        const flatline_doom3_brush& brush = map.brushes()[b];
        return flatline::engine::world_plane(map.sides(brush)[s], brush, entity).d;
    };
    const auto local_d = [&](int b, int s) {
        const flatline_doom3_brush& brush = map.brushes()[b];
        return flatline::engine::local_plane(map.sides(brush)[s], brush, entity).d;
    };
    // Before the origin nothing moves.
    EXPECT_EQ(world_d(0, 2), -64);
    EXPECT_EQ(local_d(0, 2), -64);
    // brushDef3 is local: x <= 64 there is x <= 160 in the world.
    EXPECT_EQ(world_d(1, 2), -160);
    EXPECT_EQ(local_d(1, 2), -64);
    // Three points are in the world.
    EXPECT_EQ(world_d(2, 0), -64);
    EXPECT_EQ(local_d(2, 0), -64) << "z does not move";
    const flatline_doom3_patch& patch = map.patches()[0];
    const flatline_doom3_point local =
        flatline::engine::local_point(map.points(patch)[8], patch, entity);
    EXPECT_EQ(local.x, 16 - 96);
    EXPECT_EQ(local.y, 0 - 32);
    EXPECT_EQ(local.s, 2);
}

TEST(Doom3Reader, TheWorldspawnIsNotMoved) {
    const Loaded loaded(world("\"origin\" \"1 2 3\"\n" + cube()));
    EXPECT_EQ(loaded.map().brushes()[0].flags & FLATLINE_DOOM3_MOVED, 0);
    EXPECT_EQ(loaded.map().entities()[0].flags,
              FLATLINE_DOOM3_HAS_ORIGIN | FLATLINE_DOOM3_WORLDSPAWN);
    // The engine knows of the class only what stands before the primitive.
    const Loaded late("Version 2\n{\n\"origin\" \"1 2 3\"\n" + cube() +
                      "\"classname\" \"worldspawn\"\n}\n");
    EXPECT_NE(late.map().brushes()[0].flags & FLATLINE_DOOM3_MOVED, 0);
}

TEST(Doom3Reader, SpawnclassIsTheClassWhereThereIsNoOther) {
    const Loaded wiki("Version 2\n{\n\"spawnclass\" \"worldspawn\"\n}\n");
    EXPECT_EQ(wiki.map().entities()[0].flags, FLATLINE_DOOM3_WORLDSPAWN);
    EXPECT_EQ(wiki.map().class_name(wiki.map().entities()[0]), "worldspawn");
    const Loaded both("Version 2\n{\n\"classname\" \"light\"\n\"spawnclass\" \"worldspawn\"\n}\n");
    EXPECT_EQ(both.map().entities()[0].flags, 0u);
    EXPECT_EQ(both.map().class_name(both.map().entities()[0]), "light");
}

TEST(Doom3Reader, Origins) {
    const struct {
        const char* value;
        double x, y, z;
        bool bad;
    } rows[] = {{"1 -2.5 3e2", 1, -2.5, 300, false},
                {" 1\t2 3 ", 1, 2, 3, false},
                {"1 2", 1, 2, 0, true},
                {"", 0, 0, 0, true},
                {"1 x 3", 1, 0, 0, true},
                {"1 2 3 4", 1, 2, 3, true},
                {"1 1e999 3", 1, 0, 0, true}};
    for (const auto& row : rows) {
        const Loaded loaded("Version 2\n{\n\"origin\" \"" + std::string(row.value) + "\"\n}\n");
        const flatline_doom3_entity& entity = loaded.map().entities()[0];
        EXPECT_EQ(entity.origin[0], row.x) << row.value;
        EXPECT_EQ(entity.origin[1], row.y) << row.value;
        EXPECT_EQ(entity.origin[2], row.z) << row.value;
        EXPECT_EQ((entity.flags & FLATLINE_DOOM3_BAD_ORIGIN) != 0, row.bad) << row.value;
    }
}

// ---- Numbers ----

std::string with_number(const std::string& number) {
    return world(brush("( 0 0 1 " + number + " ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"));
}

TEST(Doom3Reader, Numbers) {
    const struct {
        const char* text;
        double value;
        bool ambiguous;
    } rows[] = {
        {"0", 0, false},
        {"-0", 0, false},
        {"5.", 5, false},
        {".5", 0.5, false},
        {"-.5", -0.5, false},
        {"-12.75", -12.75, false},
        {"1e-05", 1e-05, false},
        {"1.5e+3", 1500, false},
        {"0.0078125000000000017", 0.0078125000000000017, false},
        {"123456789012345.5", 123456789012345.5, false},
        {"4294967295", 4294967295.0, false},
        {"0.1", 0.1, false},
        {"1e-400", 0, false},
        {"1E5", 1e5, true},
        {"+5", 5, true},
        {"010", 10, true},
        {"-010", -10, true},
        {"00.5", 0.5, true},
        {"0e5", 0, true},
        {"4294967296", 4294967296.0, true},
    };
    for (const auto& row : rows) {
        const Loaded loaded(with_number(row.text));
        EXPECT_EQ(loaded.quotes(), row.ambiguous ? "ok ambiguous-number=" + std::string(row.text)
                                                 : std::string("ok"));
        if (!loaded.ok()) continue;
        EXPECT_EQ(loaded.map().sides()[0].plane.d, row.value) << row.text;
        EXPECT_FALSE(row.value == 0 && std::signbit(loaded.map().sides()[0].plane.d)) << row.text;
    }
}

// A matrix that is the one before to the byte is not read again; one that only begins so is.
TEST(Doom3Reader, MatricesLikeTheOneBefore) {
    const std::string padding = "// " + std::string(200, '-') + "\n";
    const std::string first = "( ( 0.0078125 0 12.5 ) ( 0 -0.0078125 7.25 ) )";
    const struct {
        std::string text;
        double last;
    } rows[] = {
        {first, 7.25},
        {"( ( 0.0078125 0 12.5 ) ( 0 -0.0078125 7.255 ) )", 7.255},
        {"( ( 0.0078125 0 12.5 ) ( 0 -0.0078125 7.2 ) )", 7.2},
        {"( ( 0.0078125 0 12.5 ) ( 0 -0.0078125 7.25) )", 7.25},
        {"( ( 0.0078125 0 12.5 ) ( 0 -0.0078125 7.26 ) )", 7.26},
        {"( ( 0.0078125 0 12.5 ) ( 0 -0.0078125 7.25 ))", 7.25},
        {"( ( 1.0078125 0 12.5 ) ( 0 -0.0078125 7.25 ) )", 7.25},
        {"( ( 0.0078125 0 12.5 )\n( 0 -0.0078125 7.25 ) )", 7.25},
        {"((0 0 0)(0 0 7))", 7},
    };
    for (const auto& row : rows) {
        for (const bool long_way : {false, true}) {
            std::string sides;
            for (const std::string& matrix : {first, first, row.text, row.text, first}) {
                sides += "( 0 0 1 -64 ) " + matrix + " \"m\" 0 0 0\n";
            }
            // Near the end of a text nothing is recognised.
            const Loaded loaded(world(brush(sides)) + (long_way ? padding : ""));
            ASSERT_EQ(loaded.quotes(), "ok");
            for (const std::size_t side : {2u, 3u}) {
                EXPECT_EQ(loaded.map().sides()[side].matrix[1][2], row.last) << row.text;
            }
            EXPECT_EQ(loaded.map().sides()[4].matrix[0][2], 12.5);
            EXPECT_EQ(loaded.map().sides()[1].matrix[1][1], -0.0078125);
        }
    }
}

// A matrix of so many bytes that they are compared in whole steps, and others. A digit stands at
// byte 32, where the second step begins.
TEST(Doom3Reader, EveryByteOfAMatrixIsCompared) {
    const std::string padding = "// " + std::string(200, '-') + "\n";
    const auto matrices = [&](const std::string& text) {
        const Loaded loaded(world(brush(text)) + padding);
        EXPECT_EQ(loaded.quotes(), "ok");
        const flatline_doom3_side& last = loaded.map().sides()[loaded.map().sides().size() - 1];
        return std::string(reinterpret_cast<const char*>(last.matrix), sizeof last.matrix);
    };
    const auto side = [](const std::string& matrix) {
        return "( 0 0 1 -64 ) " + matrix + " \"m\" 0 0 0\n";
    };
    const std::string head = "((0.111 0.1111 0.1111)(0.1111 0.1111 0.1111";
    for (const std::size_t size : {64u, 65u, 96u}) {
        const std::string matrix = head + std::string(size - head.size() - 2, ' ') + "))";
        ASSERT_EQ(matrix.size(), size);
        for (std::size_t i = 0; i < size; ++i) {
            if (matrix[i] != '1') continue;
            std::string other = matrix;
            other[i] = '2';
            EXPECT_EQ(matrices(side(matrix) + side(other)), matrices(side(other))) << other;
        }
    }
}

TEST(Doom3Reader, BadNumbers) {
    for (const char* text : {"nan", "inf", "-inf", "1e999", "0x1F", "0X1F", "1.5f", "7L", "1.2.3",
                             "--5", "5%", "e5", ".", "-", "1e", "1.#INF", "five", "#include"}) {
        EXPECT_EQ(Loaded(with_number(text)).quotes(), "refused bad-number=" + std::string(text));
    }
}

// ---- Faults: rule and place ----

struct Fault {
    const char* name;
    std::string text;
    std::string quotes;
};

TEST(Doom3Reader, Faults) {
    const std::string point = "( 0 0 0 0 0 )";
    const std::string line = "( " + point + " " + point + " " + point + " )\n";
    const auto patch = [](const std::string& grid) {
        return world("{ patchDef2 { \"m\" ( 3 3 0 0 0 ) " + grid + " } }\n");
    };
    const Fault faults[] = {
        {"word between entities", "Version 2\nmap {\n}\n", "refused unexpected-token=map"},
        {"brace between entities", "Version 2\n}\n{\n}\n", "refused unexpected-token=}"},
        {"parenthesis in an entity", "Version 2\n{ ) }\n", "refused unexpected-token=)"},
        {"key without a value", "Version 2\n{ \"a\" }\n", "refused unexpected-token=}"},
        {"key and a brush", "Version 2\n{ \"a\" { } }\n", "refused unexpected-token={"},
        {"no end of an entity", "Version 2\n{ \"a\" \"b\"\n", "refused unclosed-block={"},
        {"no end of a comment", "Version 2\n{ } /* {", "refused unclosed-block=/*"},
        {"no end of a string", "Version 2\n{ \"a\" \"b", "refused unclosed-block=\""},
        {"line end in a string", "Version 2\n{ \"a\" \"b\n}\n", "refused unclosed-string=\"b"},
        {"byte above 0x7F", "Version 2\n{ \xC3\xA4 b }\n", "refused unexpected-token=\xC3\xA4"},
        {"brace for a brush", world("{ { } }"), "refused unexpected-token={"},
        {"brushDef3 without a brace", world("{ brushDef3 (\n}\n"), "refused unexpected-token=("},
        {"side without a matrix", world(brush("( 0 0 1 2 ) \"m\"\n")),
         "refused unexpected-token=\"m\""},
        {"side with five numbers", world(brush("( 0 0 1 2 3 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"\n")),
         "refused unexpected-token=3"},
        {"side without a material", world(brush("( 0 0 1 2 ) ( ( 1 0 0 ) ( 0 1 0 ) )\n")),
         "refused unexpected-token=}"},
        {"no second brace", world("{ brushDef3 {\n" + std::string(kSide) + "}\n( }\n"),
         "refused unexpected-token=("},
        {"Valve 220",
         world("{\n( 0 0 1 ) ( 0 1 1 ) ( 1 1 1 ) m [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1\n}\n"),
         "refused dialect-valve-220=["},
        {"a bracket that is no word of its own",
         world("{\n( 0 0 1 ) ( 0 1 1 ) ( 1 1 1 ) m [1 0 0 0 ] [ 0 1 0 0 ] 0 1 1\n}\n"),
         "refused bad-number=[1"},
        {"patch without settings", world("{ patchDef2 { \"m\" }\n}\n"),
         "refused unexpected-token=}"},
        {"settings of the other patch", world("{ patchDef3 { \"m\" ( 3 3 0 0 0 ) ( ) } }\n"),
         "refused unexpected-token=)"},
        {"a line too few", patch("(" + line + line + ")"), "refused patch-grid-mismatch=)"},
        {"a line too many", patch("(" + line + line + line + line + ")"),
         "refused patch-grid-mismatch=("},
        {"a point too few", patch("(" + line + "(" + point + point + ")" + line + ")"),
         "refused patch-grid-mismatch=)"},
        {"a point too many",
         patch("(" + line + "(" + point + point + point + point + ")" + line + line + ")"),
         "refused patch-grid-mismatch=("},
        {"a number too few",
         patch("( ( ( 0 0 0 0 ) " + point + point + point + point + point + point + point + point +
               " ) ) )"),
         "refused unexpected-token=)"},
        {"more points than the text can hold", patch("( )"),
         "refused patch-grid-mismatch=( 3 3 0 0 0 )"},
        {"more points than all parentheses of the text",
         patch("( ( ( 0 0 0 0 0 ) // " + std::string(200, '-') + "\n"),
         "refused patch-grid-mismatch=( 3 3 0 0 0 )"},
        {"more points than the rest of the text can hold",
         world(cube() + "{ patchDef2 { \"m\" ( 3 3 0 0 0 ) ( ) } }\n"),
         "refused patch-grid-mismatch=( 3 3 0 0 0 )"},
        {"a side behind a material",
         world(brush("( 0 0 1 2 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" " + std::string(kSide))),
         "ok face-trailing-tokens=("},
        {"a word behind a material", world(brush("( 0 0 1 2 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" x\n")),
         "ok face-trailing-tokens=x"},
        {"a word behind a material on the next line",
         world(brush("( 0 0 1 2 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"\nx\n")),
         "refused unexpected-token=x"},
        {"unknown primitive", world("{ mesh { ( 1 ) { } } }\n" + cube()),
         "ok unknown-primitive=mesh"},
        {"patchDef3WS", world("{ patchDef3WS { } }\n"), "ok unknown-primitive=patchDef3WS"},
        {"a string as keyword", world("{ \"mesh\" \"b\" }\n"), "ok unknown-primitive=\"mesh\""},
        {"no end of an unknown primitive", world("{ mesh { }"),
         "refused unknown-primitive=mesh "
         "unclosed-block={"},
        {"value on the next line", "Version 2\n{ \"a\"\n\"b\" }\n",
         "ok key-value-line-split=\"a\""},
        {"backslash", "Version 2\n{ \"a\" \"b\\c\" }\n", "ok string-escape=\"b\\c\""},
        {"size of no grid", world("{ patchDef2 { \"m\" ( 0 3 0 0 0 ) ( ( ) ) } }\n"),
         "ok patch-bad-size=( 0 3 0 0 0 )"},
        {"negative size", world("{ patchDef2 { \"m\" ( -3 -3 0 0 0 ) ( " + line + ") } }\n"),
         "ok patch-bad-size=( -3 -3 0 0 0 )"},
    };
    for (const Fault& fault : faults) {
        EXPECT_EQ(Loaded(fault.text).quotes(), fault.quotes) << fault.name;
    }
}

// docs/doom3.md, "Primitives": the engine swallows up to three tokens after a material.
TEST(Doom3Reader, TokensBehindAMaterial) {
    const std::string head = "( 0 0 1 2 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"";
    const struct {
        const char* trailing;
        int findings;
        int value;
    } rows[] = {{"\n", 0, 0},        {" 0 0 0\n", 0, 0},     {" 1 2 3\n", 0, 3}, {" 1\n", 1, 0},
                {" 1 2\n", 1, 0},    {" 1 2 3 4\n", 1, 3},   {" 0 0 0 }", 1, 0}, {" }", 1, 0},
                {"\n1 2 3\n", 1, 3}, {" 0 0 7 // }\n", 0, 7}};
    for (const auto& row : rows) {
        std::string body = head + row.trailing;
        body = body.back() == '}' ? "{\nbrushDef3\n{\n" + body + "\n}\n" : brush(body);
        const Loaded loaded(world(body));
        ASSERT_TRUE(loaded.ok()) << loaded.story();
        EXPECT_EQ(loaded.result.findings.total(), row.findings) << row.trailing;
        EXPECT_EQ(loaded.map().sides()[0].value, row.value) << row.trailing;
    }
}

TEST(Doom3Reader, ManyTokensBehindAMaterialAreReportedWhereTheyStand) {
    const std::string head = "( 0 0 1 2 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"";
    const struct {
        const char* trailing;
        const char* quotes;
        std::size_t pairs;
        int value;
    } rows[] = {
        {" 1 2 3 4 5 6\n", "ok face-trailing-tokens=4", 0, 3},
        {" 1 2 3 4 5 6 7 8 9 10\n", "ok face-trailing-tokens=4", 0, 3},
        {" a b c d e f\n", "ok face-trailing-tokens=a", 0, 0},
        {" 1 2 3 a 5 c\n", "ok face-trailing-tokens=a", 0, 3},
        {" 1 0x2 3\n", "ok face-trailing-tokens=0x2", 0, 3},
        {" \"a\" \"b\" \"c\" \"k\" \"v\"\n", "ok face-trailing-tokens=\"a\"", 1, 0},
        {" 1 2 3 \"k\" \"v\"\n", "ok", 1, 3},
        {" 1 2\n", "ok face-trailing-tokens=1 2", 0, 0},
        {" 1 2 3\n4 5 6\n", "ok face-trailing-tokens=4", 0, 3},
        {"\n1 2 3\n", "ok face-trailing-tokens=1", 0, 3},
    };
    for (const auto& row : rows) {
        const Loaded loaded(world(brush(head + row.trailing + kSide)));
        EXPECT_EQ(loaded.quotes(), row.quotes);
        ASSERT_TRUE(loaded.ok()) << row.trailing;
        EXPECT_EQ(loaded.map().sides().size(), 2u) << row.trailing;
        EXPECT_EQ(loaded.map().sides()[0].value, row.value) << row.trailing;
        EXPECT_EQ(loaded.map().pairs(loaded.map().brushes()[0]).size(), row.pairs) << row.trailing;
    }
}

TEST(Doom3Reader, AMaterialOnTheNextLine) {
    const std::string side = "( 0 0 1 2 ) ( ( 1 0 0 ) ( 0 1 0 ) )\n\"m\" 1 2 3\n";
    const Loaded loaded(world(brush(side + kSide)));
    EXPECT_EQ(loaded.quotes(), "ok material-line-split=\"m\"");
    EXPECT_EQ(loaded.result.findings.kept()[0].a, 0);
    EXPECT_EQ(loaded.result.findings.kept()[0].b, 0);
    EXPECT_EQ(loaded.map().material(loaded.map().sides()[0].material), "m");
    EXPECT_EQ(loaded.map().sides()[0].value, 3);
    EXPECT_EQ(Loaded(world("{\n( 0 0 1 ) ( 0 1 1 ) ( 1 1 1 )\nm 0 0 0 1 1\n}\n")).quotes(),
              "ok material-line-split=m");
    EXPECT_EQ(Loaded(world("{ patchDef2 {\n\"m\"\n( 0 3 0 0 0 ) ( ( ) ) } }\n")).quotes(),
              "ok patch-bad-size=( 0 3 0 0 0 )")
        << "a patch may have it anywhere";
}

TEST(Doom3Reader, KeysThatTheEngineTakesForBraces) {
    EXPECT_EQ(Loaded(world("\"{\" \"a\"\n")).quotes(), "ok key-brace=\"{\"");
    EXPECT_EQ(Loaded(world("\"}\" \"a\"\n")).quotes(), "ok key-brace=\"}\"");
    EXPECT_EQ(Loaded(world("\"(\" \"{\"\n")).quotes(), "ok") << "not in an entity, nor a value";
    for (const char* key : {"\"}\"", "\"(\""}) {
        const Loaded loaded(world(brush(std::string(key) + " \"a\"\n" + kSide)));
        EXPECT_EQ(loaded.quotes(), "ok key-brace=" + std::string(key));
        EXPECT_EQ(loaded.map().pairs(loaded.map().brushes()[0]).size(), 1u);
    }
    for (const char* key : {"\"{\"", "\"(a\"", "\"} \"", "\"\""}) {
        EXPECT_EQ(Loaded(world(brush(std::string(key) + " \"a\"\n" + kSide))).quotes(), "ok");
    }
}

TEST(Doom3Reader, ANegativeNumberWithoutQuotesIsOneToken) {
    const Loaded loaded(
        world("\"angle\" -90\nscale -.5}"
              "{ \"b\" -1//c\n"));
    ASSERT_TRUE(loaded.ok()) << loaded.story();
    const Doom3Map& map = loaded.map();
    EXPECT_EQ(map.value(map.entities()[0], "angle"), "-90");
    EXPECT_EQ(map.value(map.entities()[0], "scale"), "-.5");
    EXPECT_EQ(map.value(map.entities()[1], "b"), "-1");
}

// ---- Going on after errors ----

TEST(Doom3Reader, EveryBadPrimitiveIsReported) {
    const std::string bad = brush("( 0 0 1 x ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"\n");
    const Loaded loaded(world(bad + cube() + bad + kPatch + bad) + "{ ( }\n{ \"a\" \"b\" }\n");
    EXPECT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.result.findings.errors(), 4u);
}

TEST(Doom3Reader, APartialResultHasWhatIsAroundTheErrors) {
    const std::string bad = brush(std::string(kSide) + "( 0 0 1 x )\n");
    Doom3Options options;
    options.partial = true;
    const Loaded loaded(
        world(cube() + bad + kPatch + cube()) + "{ \"k\" \"v\" ( \"x\" \"y\" }\n{ }\n", options);
    ASSERT_TRUE(loaded.ok());
    EXPECT_FALSE(loaded.map().complete());
    EXPECT_EQ(loaded.map().entities().size(), 3u);
    EXPECT_EQ(loaded.map().brushes().size(), 2u);
    EXPECT_EQ(loaded.map().sides().size(), 12u);
    EXPECT_EQ(loaded.map().patches().size(), 1u);
    EXPECT_EQ(loaded.map().brushes()[1].primitive, 3u);
    EXPECT_EQ(loaded.map().pairs(loaded.map().entities()[1]).size(), 1u);
    EXPECT_EQ(loaded.result.findings.errors(), 2u);
    EXPECT_TRUE(Loaded(world(cube()), options).map().complete());
}

// Found by the fuzzer: the shortest pairs of all.
TEST(Doom3Reader, PairsOfThreeBytes) {
    const Loaded loaded("{" + many(1000, "a\"\"") + "}");
    ASSERT_TRUE(loaded.ok()) << loaded.story();
    EXPECT_EQ(loaded.map().pairs().size(), 1000u);
}

// Found by the fuzzer.
TEST(Doom3Reader, ANulRefusesAlsoWhereAPartialResultWouldDo) {
    Doom3Options options;
    options.partial = true;
    const Loaded loaded(world("") + std::string("\0{", 2), options);
    EXPECT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.result.findings.kept()[0].refuses, 1);
}

TEST(Doom3Reader, TheNumberOfReportsIsCapped) {
    std::string body;
    for (int i = 0; i < 50; ++i) body += "{ brushDef3 ) }\n";
    Doom3Options options;
    options.limits.finding_lines = 10;
    const Loaded loaded(world(body), options);
    EXPECT_EQ(loaded.result.findings.kept().size(), 10u);
    EXPECT_EQ(loaded.result.findings.errors(), 50u);
}

// ---- Limits: exactly one loads, one more is refused ----

TEST(Doom3Reader, Limits) {
    using flatline::engine::Limits;
    const struct {
        std::uint64_t Limits::*limit;
        const char* rule;
        std::string (*text)(int);
    } rows[] = {
        {&Limits::entities, "limit-entities",
         [](int n) { return "Version 2\n" + many(n, "{ }\n"); }},
        {&Limits::pairs, "limit-pairs",
         [](int n) { return "Version 2\n{\n" + many(n, "\"a\" \"b\"\n") + "}\n"; }},
        {&Limits::pairs, "limit-pairs",
         [](int n) { return "Version 2\n{\n" + brush(many(n, "\"a\" b\n")) + "}\n"; }},
        {&Limits::pairs, "limit-pairs",
         [](int n) {
             return "Version 2\n{\n" + brush("\"a\" b\n") + many(n - 1, "\"a\" \"b\"\n") + "}\n";
         }},
        {&Limits::brushes, "limit-brushes",
         [](int n) { return "Version 2\n{\n" + many(n, brush(kSide)) + "}\n"; }},
        {&Limits::brush_sides, "limit-brush-sides",
         [](int n) { return "Version 2\n{\n" + brush(many(n, kSide)) + "}\n"; }},
        {&Limits::patch_points, "limit-patch-points",
         [](int n) {
             return "Version 2\n{\n" +
                    many(n, "{ patchDef2 { m ( 1 1 0 0 0 ) ( ( ( 0 0 0 0 0 ) ) ) } }\n") + "}\n";
         }},
        {&Limits::patch_size, "limit-patch-size",
         [](int n) {
             return "Version 2\n{\n{ patchDef2 { m ( 1 " + std::to_string(n) + " 0 0 0 ) ( ( " +
                    many(n, "( 0 0 0 0 0 )") + " ) ) } }\n}\n";
         }},
        {&Limits::text_bytes, "limit-text-bytes", [](int n) { return std::string(n, ' '); }},
        {&Limits::string_bytes, "limit-string-bytes",
         [](int n) { return "Version 2\n{\n\"a\" \"" + std::string(n, 'x') + "\"\n}\n"; }},
        {&Limits::number_bytes, "limit-number-bytes",
         [](int n) { return with_number("0." + std::string(n - 2, '1')); }},
        {&Limits::number_bytes, "limit-number-bytes",
         [](int n) { return with_number("1e" + std::string(n - 3, '0') + "1"); }},
        {&Limits::number_bytes, "limit-number-bytes",
         [](int n) {
             return world(brush("( 0 0 1 2 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" " + std::string(n, '1') +
                                " 0 0\n"));
         }},
    };
    // Near the end of a text lines are read in another way than before it.
    const std::string far_end = "//" + std::string(200, '-') + "\n";
    for (const auto& row : rows) {
        for (const int limit : {3, 12, 40}) {
            for (const std::string& end : {std::string(), far_end}) {
                const bool counts_all = row.limit == &Limits::text_bytes;
                if (counts_all && !end.empty()) continue;
                Doom3Options options;
                options.limits.*row.limit = limit;
                EXPECT_TRUE(Loaded(row.text(limit) + end, options).ok())
                    << row.rule << ' ' << limit;
                const Loaded over(row.text(limit + 1) + end, options);
                ASSERT_FALSE(over.ok()) << row.rule << ' ' << limit;
                const flatline::engine::Finding& f =
                    over.result.findings.kept()[over.result.findings.kept().size() - 1];
                EXPECT_EQ(load_text::rule_id(f), row.rule);
                EXPECT_EQ(f.a, limit + 1) << row.rule;
                EXPECT_EQ(f.b, limit) << row.rule;
            }
        }
    }
}

// A grid that the parentheses of the whole text are too few for is refused at its size.
TEST(Doom3Reader, AGridOfMorePointsThanParentheses) {
    const auto offset = [](int parentheses) {
        const std::string open = many(parentheses - 3, "(");
        const std::string text =
            world("{ patchDef2 { m ( 3 3 0 0 0 ) ( (" + open + many(20, " 0 0 0 0 0") + " } }\n");
        const Loaded loaded(text);
        EXPECT_FALSE(loaded.ok());
        const flatline::engine::Finding& found = loaded.result.findings.kept()[0];
        return std::string(load_text::rule_id(found)) + " at " +
               text.substr(static_cast<std::size_t>(found.offset), 9);
    };
    EXPECT_EQ(offset(8), "patch-grid-mismatch at ( 3 3 0 0");
    EXPECT_NE(offset(9), offset(8));
}

TEST(Doom3Reader, ArenaLimit) {
    const std::string text = world(many(40, cube()));
    const Loaded loaded(text);
    Doom3Options options;
    options.limits.arena_bytes = loaded.result.memory.used;
    EXPECT_TRUE(Loaded(text, options).ok());
    options.limits.arena_bytes /= 2;
    EXPECT_EQ(Loaded(text, options).story().substr(0, 25), "refused limit-arena-bytes");
}

// One byte less than a load takes is too little, whichever array takes the last.
TEST(Doom3Reader, ArenaLimitOfEveryLength) {
    const std::string side = "( 0 0 64 ) ( 0 64 64 ) ( 64 64 64 ) m 8 16 -90 0.5 0.25 0 0 0\n";
    for (int n = 1; n < 220; ++n) {
        const std::string text = world("{\n" + many(n, side) + "}\n");
        const Loaded loaded(text);
        ASSERT_TRUE(loaded.ok());
        ASSERT_EQ(loaded.map().quake_textures().size(), static_cast<std::size_t>(n));
        Doom3Options options;
        options.limits.arena_bytes = loaded.result.memory.used - 1;
        EXPECT_EQ(Loaded(text, options).story().substr(0, 25), "refused limit-arena-bytes") << n;
    }
}

// Each name is the beginning of the one before, and there are more of them than are remembered.
TEST(Doom3Reader, MaterialsThatBeginAlike) {
    constexpr std::size_t kLongest = 300;
    std::string name;
    for (std::size_t i = 0; i < kLongest; ++i) name += static_cast<char>('a' + i % 23);
    std::string sides;
    for (std::size_t size = kLongest; size > 0; --size) {
        sides += "( 0 0 1 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"" + name.substr(0, size) + "\" 0 0 0\n";
    }
    const Loaded loaded(world(brush(sides)));
    ASSERT_EQ(loaded.quotes(), "ok");
    ASSERT_EQ(loaded.map().sides().size(), kLongest);
    for (std::size_t i = 0; i < kLongest; ++i) {
        EXPECT_EQ(loaded.map().material(loaded.map().sides()[i].material),
                  name.substr(0, kLongest - i));
    }
}

TEST(Doom3Reader, NoMemoryIsAResult) {
    Doom3Options options;
    options.memory.acquire = [](void*, std::size_t) -> void* { return nullptr; };
    const std::string text = world(cube());
    const flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
        flatline::engine::load_doom3_owned(
            flatline::engine::Buffer::copy_of(load_text::bytes(text)), options);
    EXPECT_EQ(result.status, flatline::engine::Status::out_of_memory);
    EXPECT_EQ(result.text.size(), text.size());
    EXPECT_TRUE(result.value.empty());
}

TEST(Doom3Loader, RecycledMemoryGivesTheSameMaps) {
    flatline::engine::Doom3Loader loader;
    const std::string large = world(many(50, cube()) + kPatch);
    const std::string small = world(cube());
    for (const std::string* text : {&large, &small, &large}) {
        flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
            loader.load_borrowed(load_text::bytes(*text));
        ASSERT_EQ(result.status, flatline::engine::Status::ok);
        EXPECT_EQ(doom3_oracle::first_fault(result, *text), "");
        EXPECT_EQ(result.value.brushes().size(), text == &small ? 1u : 50u);
        EXPECT_EQ(result.value.material(0), "textures/common/nodraw");
        EXPECT_EQ(loader.load_borrowed(load_text::bytes("Version 2\n{")).status,
                  flatline::engine::Status::refused);
        loader.recycle(std::move(result.value));
        EXPECT_TRUE(result.value.empty());
    }
    flatline::engine::Doom3Loader moved = std::move(loader);
    EXPECT_TRUE(moved.load_owned(flatline::engine::Buffer::copy_of(load_text::bytes(small))));
}

TEST(Doom3Reader, NoCutIsReadBeyondItsEnd) {
    const std::string text = world("\"origin\" \"0 0 0\"\n" + cube() + kPatch +
                                   "{\n( 0 0 64 ) ( 0 64 64 ) ( 64 64 64 ) m 1 2 3 4 5\n}\n") +
                             "/* */\n";
    guarded::Page page(text.size());
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const std::string cut = text.substr(0, size);
        const flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
            flatline::engine::load_doom3_borrowed(page.put(cut));
        ASSERT_EQ(doom3_oracle::first_fault(result, cut), "") << cut;
        const std::size_t last = text.rfind('}') + 1;
        const bool whole = size == last || size == last + 1 || size >= text.rfind("*/") + 2;
        if (size > sizeof "Version 2\n") {
            EXPECT_EQ(result.status == flatline::engine::Status::ok, whole) << cut;
        }
    }
}

// What no token or line of a tool may be followed by: nothing.
TEST(Doom3Reader, TextsThatEndTooSoonAreNotReadBeyondTheirEnd) {
    const std::string head = "Version 2\n{\n";
    const std::string plane = "( 0 0 1 -64 ) ";
    const std::string matrix = "( ( 0.1111111111111111 0 0.2222222222222222 )" +
                               std::string(20, ' ') +
                               "( 0 0.3333333333333333 0.4444444444444444 ) )";
    std::vector<std::string> texts = {
        head + "origin 1",                            // a place of three numbers
        head + "\"a\" \"b\" // }\n",                  // a comment that hides the last brace
        head + "\"aaaaaaa}\"" + std::string(9, ' '),  // a key and no value
        head + "{ \xC3\xA4",                          // bytes of no word
        world(brush(plane + matrix + " \"" + std::string(100, 'x') + "\" 0 0 0\n" + plane +
                    "( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"")),  // shorter than the material before
    };
    // After a material there are fewer bytes than its three numbers have.
    for (const char* end : {"}\n}\n}\n", "}}}", "\n}}}", "0}}}", " 0 0 0}"}) {
        texts.push_back("{{brushDef3{" + plane + "( ( 1 0 0 ) ( 0 1 0 ) ) \"m\"" + end);
    }
    // A matrix that is the one before as far as the text goes.
    for (const std::size_t blanks : {0u, 40u, 90u}) {
        const std::string wide =
            matrix.substr(0, matrix.size() - 1) + std::string(blanks, ' ') + ")";
        const std::string before =
            head + "{\nbrushDef3\n{\n" + plane + wide + " \"m\" 0 0 0\n" + plane;
        for (std::size_t size = 2; size < wide.size(); ++size) {
            texts.push_back(before + wide.substr(0, size) + "}");
        }
    }
    guarded::Page page(1 << 16);
    for (const std::string& text : texts) {
        EXPECT_EQ(
            doom3_oracle::first_fault(flatline::engine::load_doom3_borrowed(page.put(text)), text),
            "")
            << text;
    }
    // A backslash that is the last byte.
    Doom3Options escapes;
    escapes.escapes = true;
    const std::string open = head + "\"a\" \"b\\";
    EXPECT_EQ(flatline::engine::load_doom3_borrowed(page.put(open), escapes).status,
              flatline::engine::Status::refused);
    // Lines that are the same up to the last one.
    for (std::size_t size = 0; size < 32; ++size) {
        const std::string side =
            plane + "( ( 1 0 0." + std::string(size, '1') + " ) ( 0 1 0.125 ) ) \"m\" 0 0 0\n";
        const std::string text = world(brush(many(4, side)));
        EXPECT_EQ(flatline::engine::load_doom3_borrowed(page.put(text)).status,
                  flatline::engine::Status::ok);
    }
}

}  // namespace reader_test
