// Thing types of DECORATE, ZScript and MAPINFO.
#include "resources/classes.hpp"

#include <gtest/gtest.h>

#include <string>

#include "resources_maps.hpp"

namespace resources_test {
namespace {

using flatline::Status;
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
    flatline::ResourcesOptions options;
    options.limits.config_bytes = 30;
    Told told(options);
    WadBuilder wad;
    wad.lump("DECORATE", "#include \"B\" // some text").lump("B", "actor A 5 {}");
    EXPECT_EQ(told.add_wad(wad), Status::refused);
    EXPECT_EQ(told.findings, "limit-config-bytes\n");
}

}  // namespace
}  // namespace resources_test
