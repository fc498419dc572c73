// Thing types of DECORATE, ZScript and MAPINFO.
#include "resources/classes.hpp"

#include <gtest/gtest.h>

#include <string>

#include "resources/words.hpp"
#include "resources_maps.hpp"
#include "support/counting_memory.hpp"
#include "support/guarded_text.hpp"

namespace resources_test {
namespace {

using flatline::engine::Status;
using testing_support::FakeSource;
using testing_support::WadBuilder;

TEST(Classes, ActorsWithNumbersAreTypesAndMayBeObsolete) {
    Told told;
    const std::string decorate =
        "actor Plain { States { Spawn: POSS A 1 } }\n"
        "ACTOR Old : Plain replaces Other 20001 { //$Obsolete use the new one\n  Radius 5 }\n"
        "actor New:Plain 20002 { //$Title new\n }\n"
        "#include \"MORE\"\n";
    WadBuilder wad;
    wad.lump("DECORATE", decorate).lump("MORE", "actor Third 20003 {}\n");
    EXPECT_EQ(told.add_wad(wad), Status::ok);
    ASSERT_NE(told.resources.thing_type(20001), nullptr);
    EXPECT_TRUE(told.resources.thing_type(20001)->obsolete);
    ASSERT_NE(told.resources.thing_type(20002), nullptr);
    EXPECT_FALSE(told.resources.thing_type(20002)->obsolete);
    EXPECT_NE(told.resources.thing_type(20003), nullptr);
    EXPECT_EQ(told.resources.thing_type(5), nullptr);
    EXPECT_TRUE(told.resources.has_classes());
    EXPECT_FALSE(told.resources.has_thing_types()) << "a game has more than its mod's classes";
}

TEST(Classes, SizesAndFlagsOfBodies) {
    Told told;
    EXPECT_EQ(told.add_wad(
                  WadBuilder().lump("DECORATE",
                                    "actor Base { Radius 24 Height 64 Monster +SPAWNCEILING\n"
                                    "states { Spawn: radius 5 +NOTHING } }\n"
                                    "actor Ghost : Base 20001 { -SOLID height 80.5 }\n"
                                    "actor Plain : Actor 20002 { +SOLID }\n"
                                    "actor Imp2 : DoomImp 20003 { Radius 10 }\n"
                                    "actor Imp3 : DoomImp 20004 { Radius 10 Height 20 +solid }\n")),
              Status::ok);
    const flatline::engine::ThingType* const ghost = told.resources.thing_type(20001);
    ASSERT_NE(ghost, nullptr);
    EXPECT_TRUE(ghost->described && ghost->monster && ghost->hangs);
    EXPECT_EQ(ghost->radius, 24);
    EXPECT_EQ(ghost->height, 80.5);
    EXPECT_EQ(ghost->blocking, 0);
    const flatline::engine::ThingType* const plain = told.resources.thing_type(20002);
    ASSERT_NE(plain, nullptr);
    EXPECT_TRUE(plain->described && !plain->monster);
    EXPECT_EQ(plain->radius, 20);
    EXPECT_EQ(plain->height, 16);
    EXPECT_EQ(plain->blocking, 2);
    ASSERT_NE(told.resources.thing_type(20003), nullptr);
    EXPECT_FALSE(told.resources.thing_type(20003)->described) << "its parent was not met";
    ASSERT_NE(told.resources.thing_type(20004), nullptr);
    EXPECT_TRUE(told.resources.thing_type(20004)->described);
    Told zscript;
    EXPECT_EQ(zscript.add_tree({{"zscript.zs",
                                 "class A : Actor { int radius; Default { Radius 3; Height 4;\n"
                                 "Monster; } void F() { Radius(9); } }\n"},
                                {"mapinfo.txt", "DoomEdNums { 20005 = A }"}}),
              Status::ok);
    const flatline::engine::ThingType* const a = zscript.resources.thing_type(20005);
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(a->radius, 3);
    EXPECT_EQ(a->height, 4);
    EXPECT_TRUE(a->monster);
    EXPECT_EQ(a->error, 2);
}

// Of a tree those at its root count.
TEST(Classes, TextsInFoldersAreNone) {
    Told told;
    EXPECT_EQ(
        told.add_tree({{"DECORATE", "actor A 20001 {}"}, {"sub/DECORATE", "actor B 20002 {}"}}),
        Status::ok);
    EXPECT_NE(told.resources.thing_type(20001), nullptr);
    EXPECT_EQ(told.resources.thing_type(20002), nullptr);
}

// All classes are known or memory is out.
TEST(Classes, WithoutMemoryThereIsNoHalf) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
        const std::string n = std::to_string(20000 + i);
        text += "actor C" + n + " " + n + " { //$Obsolete gone\n }\n";
    }
    for (std::uint64_t k = 0; k < 60; ++k) {
        counting_memory::Memory memory;
        flatline::engine::ResourcesOptions options;
        options.memory = memory.hooks();
        Told told(options);
        memory.fail_at(k, false);
        const Status status = told.add_tree({{"DECORATE", text}});
        if (status != Status::ok) continue;
        for (int i = 0; i < 60; ++i) {
            ASSERT_NE(told.resources.thing_type(20000 + i), nullptr) << k << ' ' << i;
            EXPECT_TRUE(told.resources.thing_type(20000 + i)->obsolete) << k << ' ' << i;
        }
    }
}

TEST(Classes, NoNumberIsNone) {
    Told told;
    WadBuilder wad;
    wad.lump("MAPINFO", "DoomEdNums { \"\" = Imp 20004 = Demon }");
    wad.lump("DECORATE", "actor Imp {}\nactor Demon {}\n");
    EXPECT_EQ(told.add_wad(wad), Status::ok);
    EXPECT_EQ(told.resources.thing_type(0), nullptr);
    EXPECT_NE(told.resources.thing_type(20004), nullptr);
}

TEST(Classes, AWordAtTheEndOfItsText) {
    const std::string text = "actor Last";
    guarded::Page page(text.size());
    flatline::engine::resources::Words words(page.put(text));
    EXPECT_EQ(words.next(), "actor");
    EXPECT_EQ(words.next(), "Last");
    EXPECT_EQ(words.next().data(), nullptr);
}

TEST(Classes, AWordEndsWhereACommentBegins) {
    const std::string text = "actor Imp//Demon\n5/*6*/7";
    guarded::Page page(text.size());
    flatline::engine::resources::Words words(page.put(text));
    for (const char* word : {"actor", "Imp", "5", "7"}) EXPECT_EQ(words.next(), word);
    EXPECT_EQ(words.next().data(), nullptr);
}

TEST(Classes, MapinfoGivesNumbersToClassesOfZscript) {
    Told told;
    EXPECT_EQ(told.add_tree(
                  {{"zscript.zs", "version \"4.0\"\n#include \"zs/a.zs\"\n#include \"zs/a.zs\"\n"},
                   {"zs/a.zs",
                    "class Old : Actor { //$obsolete\n Default { Radius 3; } }\n"
                    "class Fine : Actor { void F() { class<Actor> c; } }\n"},
                   {"zmapinfo.txt",
                    "map MAP01 \"x\" { levelnum = 1 }\nDoomEdNums\n{\n 20001 = Old\n"
                    "20002 = \"Fine\", 3, 4\n 20003 = none }\n"}}),
              Status::ok);
    ASSERT_NE(told.resources.thing_type(20001), nullptr);
    EXPECT_TRUE(told.resources.thing_type(20001)->obsolete);
    ASSERT_NE(told.resources.thing_type(20002), nullptr);
    EXPECT_FALSE(told.resources.thing_type(20002)->obsolete);
    EXPECT_EQ(told.resources.thing_type(3), nullptr);
}

TEST(Classes, AConfigurationKeepsTheMarkAndAddsTheSize) {
    Told told;
    (void)told.add_wad(WadBuilder().lump("DECORATE", "actor A 7 { //$Obsolete\n }"));
    (void)told.add_config({{"game.cfg", "thingtypes { c { width = 30; 7 { } } }"}});
    ASSERT_NE(told.resources.thing_type(7), nullptr);
    EXPECT_TRUE(told.resources.thing_type(7)->obsolete);
    EXPECT_EQ(told.resources.thing_type(7)->radius, 30);
}

TEST(Classes, BrokenTextsDoNoHarm) {
    for (const char* text :
         {"actor", "actor {", "actor A 1 { { {", "DoomEdNums {", "DoomEdNums { 1 =", "#include",
          "#include \"", "actor A : 5", "/* open", "}}}}", "{{{{"}) {
        Told told;
        EXPECT_EQ(told.add_wad(WadBuilder().lump("DECORATE", text)), Status::ok) << text;
        EXPECT_EQ(told.findings, "") << text;
    }
}

TEST(Classes, TheirTextIsBounded) {
    flatline::engine::ResourcesOptions options;
    options.limits.config_bytes = 30;
    Told told(options);
    WadBuilder wad;
    wad.lump("DECORATE", "#include \"B\" // some text").lump("B", "actor A 5 {}");
    EXPECT_EQ(told.add_wad(wad), Status::refused);
    EXPECT_EQ(told.findings, "limit-config-bytes\n");
}

// Each WAD of a tree has names of its own, and may have as much text as all may have.
TEST(Classes, TextsOfAllWadsAreBoundedTogether) {
    const std::string wad = WadBuilder().lump("DECORATE", "actor A 5 {}").build();
    flatline::engine::ResourcesOptions options;
    options.limits.config_bytes = 24;
    Told fits(options);
    EXPECT_EQ(fits.add_tree({{"a.wad", wad}, {"b.wad", wad}}), Status::ok);
    EXPECT_EQ(fits.findings, "");
    Told above(options);
    EXPECT_EQ(above.add_tree({{"a.wad", wad}, {"b.wad", wad}, {"c.wad", wad}}), Status::refused);
    EXPECT_EQ(above.findings, "limit-config-bytes c.wad\n");
}

// Of a WAD the last lump of a name that is not too long, of a tree the first file in any case.
TEST(Classes, OneTextOfEachNameIsRead) {
    flatline::engine::ResourcesOptions options;
    options.limits.config_bytes = 200;
    Told lumps(options);
    EXPECT_EQ(lumps.add_wad(WadBuilder()
                                .lump("DECORATE", "#include \"b\"")
                                .lump("B", "actor A 1 {}")
                                .lump("B", "actor A 2 {}")
                                .lump("B", "actor A 3 {}" + std::string(300, ' '))),
              Status::ok);
    EXPECT_EQ(lumps.resources.thing_type(1), nullptr);
    EXPECT_NE(lumps.resources.thing_type(2), nullptr);
    EXPECT_EQ(lumps.resources.thing_type(3), nullptr);
    Told tree;
    EXPECT_EQ(tree.add_tree({{"B.txt", "actor A 1 {}"},
                             {"b.txt", "actor A 2 {}"},
                             {"decorate", "#include \"b.TXT\""}}),
              Status::ok);
    EXPECT_NE(tree.resources.thing_type(1), nullptr);
    EXPECT_EQ(tree.resources.thing_type(2), nullptr);
}

TEST(Classes, PathsOfTextsHaveAtMost1024Bytes) {
    for (const std::size_t bytes : {1024u, 1025u}) {
        const std::string path = std::string(bytes - 4, 'p') + "/sub";
        Told told;
        EXPECT_EQ(
            told.add_tree({{"DECORATE", "#include \"" + path + "\""}, {path, "actor A 5 {}"}}),
            Status::ok);
        EXPECT_EQ(told.resources.thing_type(5) != nullptr, bytes == 1024) << bytes;
    }
}

TEST(Classes, WhatCannotBeReadIsPassedOver) {
    Told told;
    flatline::engine::ResourcesOptions options;
    options.limits.config_bytes = 200;
    Told less(options);
    for (Told* each : {&told, &less}) {
        EXPECT_EQ(each->add_tree({{"decorate.txt",
                                   "#include \"closed.txt\"\ninclude \"gone.txt\"\n"
                                   "#include \"long.txt\"\nactor A 5 {}"},
                                  {"closed.txt", std::string(FakeSource::kClosed)},
                                  {"long.txt", "actor B 6 {}" + std::string(300, ' ')}}),
                  Status::ok);
        EXPECT_NE(each->resources.thing_type(5), nullptr);
        EXPECT_EQ(each->findings, "");
    }
    EXPECT_NE(told.resources.thing_type(6), nullptr);
    EXPECT_EQ(less.resources.thing_type(6), nullptr) << "longer than all texts may be";
    // The same of lumps: one that is too long, one that lies outside the WAD.
    Told lumps(options);
    EXPECT_EQ(lumps.add_wad(WadBuilder()
                                .lump("DECORATE", "#include \"LONG\"\nactor A 5 {}")
                                .lump("LONG", "actor B 6 {}" + std::string(300, ' '))),
              Status::ok);
    EXPECT_NE(lumps.resources.thing_type(5), nullptr);
    EXPECT_EQ(lumps.resources.thing_type(6), nullptr);
}

TEST(Classes, NumbersOfOneToFiveDigits) {
    Told told;
    const std::string text =
        "actor A 123456 {}\nactor B 1x {}\nactor C;\nactor D replaces 7 {}\n"
        "actor E 99999 {}\nclass F : Actor 8;\nDoomEdNums 9 = A\n"
        "DoomEdNums { x = A\n 20004 = E\n 20005 }";
    EXPECT_EQ(told.add_wad(WadBuilder().lump("DECORATE", text)), Status::ok);
    for (const int type : {123456, 12345, 1, 7, 8, 9, 20005}) {
        EXPECT_EQ(told.resources.thing_type(type), nullptr) << type;
    }
    EXPECT_NE(told.resources.thing_type(99999), nullptr);
    EXPECT_NE(told.resources.thing_type(20004), nullptr);
}

TEST(Classes, ObsoleteNamesOfAnyLength) {
    Told told;
    const std::string name(5000, 'n');
    EXPECT_EQ(told.add_wad(WadBuilder()
                               .lump("DECORATE", "actor " + name + " 5 { //$Obsolete\n }")
                               .lump("MAPINFO", "DoomEdNums { 6 = " + name + " }")),
              Status::ok);
    ASSERT_NE(told.resources.thing_type(5), nullptr);
    EXPECT_TRUE(told.resources.thing_type(5)->obsolete);
    ASSERT_NE(told.resources.thing_type(6), nullptr);
    EXPECT_FALSE(told.resources.thing_type(6)->obsolete) << "too long to be remembered";
}

TEST(Classes, OneTypeAboveTheLimitIsRefused) {
    for (const char* text :
         {"actor A 5 {}\nactor B 6 {}", "DoomEdNums { 5 = A\n 6 = B }\nactor A {}"}) {
        for (const std::uint64_t most : {3u, 2u}) {
            flatline::engine::ResourcesOptions options;
            options.limits.resource_names = most;  // a lump and the types
            Told told(options);
            EXPECT_EQ(told.add_wad(WadBuilder().lump("DECORATE", text)),
                      most == 3 ? Status::ok : Status::refused);
            EXPECT_EQ(told.findings, most == 3 ? "" : "limit-resource-names\n") << text;
            EXPECT_NE(told.resources.thing_type(5), nullptr);
        }
    }
}

}  // namespace
}  // namespace resources_test
