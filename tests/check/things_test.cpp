// Things that never appear, and types that the game does not have.
#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "model/resources.hpp"

namespace things_check_test {

using check_maps::checked;
using check_maps::only;
using check_maps::Parts;

std::string says(const std::string& name_space, const std::string& thing,
                 const flatline::engine::Resources* resources = nullptr) {
    Parts parts;
    parts.map_namespace = name_space;
    parts.things =
        "thing{x=8;y=8;type=1;skill1=true;single=true;class1=true;}thing{x=8;y=8;" + thing + "}";
    flatline::engine::CheckOptions options =
        only({flatline::engine::Rule::thing_never_appears,
              flatline::engine::Rule::thing_type_unknown, flatline::engine::Rule::thing_obsolete});
    options.resources = resources;
    return checked(parts.text(), options);
}

const std::string kNever = "thing-never-appears thing 1";

TEST(CheckThings, NeedASkillAndAMode) {
    EXPECT_EQ(says("zdoom", "type=3004;"), kNever);
    EXPECT_EQ(says("zdoom", "type=3004;skill3=true;"), kNever);
    EXPECT_EQ(says("zdoom", "type=3004;dm=true;"), kNever) << "deathmatch has a skill, too";
    for (const char* mode : {"single", "coop", "dm"}) {
        EXPECT_EQ(says("zdoom", "type=3004;skill5=true;" + std::string(mode) + "=true;"), "")
            << mode;
    }
    EXPECT_EQ(says("zdoom", "type=3004;skill16=true;single=true;"), "");
    EXPECT_EQ(says("zdoom", "type=3004;skill16=false;single=true;"), kNever);
    EXPECT_EQ(says("doom", "type=3004;single=true;"), kNever);
}

TEST(CheckThings, ClassesOfHexenOnly) {
    EXPECT_EQ(says("hexen", "type=10;skill1=true;single=true;"), kNever);
    EXPECT_EQ(says("hexen", "type=10;skill1=true;single=true;class3=true;"), "");
    EXPECT_EQ(says("zdoom", "type=10;skill1=true;single=true;"), "");
}

TEST(CheckThings, WhatPortsReadBeforeTheFlags) {
    for (const int type : {1, 4, 11, 4001, 4004, 9300, 9303}) {
        EXPECT_EQ(says("zdoom", "type=" + std::to_string(type) + ";"), "") << type;
    }
    for (const int type : {5, 10, 12, 4000, 4005, 9299, 9304, 3000}) {
        EXPECT_EQ(says("zdoom", "type=" + std::to_string(type) + ";"), kNever) << type;
    }
    EXPECT_EQ(says("doom", "type=4001;"), kNever);
    EXPECT_EQ(says("hexen", "type=3001;"), "");
    EXPECT_EQ(says("srb2", "type=100;"), "") << "SRB2 has no such flags";
    EXPECT_EQ(says("zdoom", "type=32000;"), "") << "the camera of editors";
}

TEST(CheckThings, TypesOfTheResources) {
    flatline::engine::Resources resources;
    const std::string shown = "skill1=true;single=true;";
    EXPECT_EQ(says("zdoom", "type=31999;" + shown, &resources), "") << "no list of types";
    (void)resources.add_thing_type({1});
    (void)resources.add_thing_type({7, 10, 20, 0, 1, true});
    EXPECT_EQ(says("zdoom", "type=31999;" + shown, &resources), "thing-type-unknown thing 1");
    EXPECT_EQ(says("zdoom", "type=5;" + shown, &resources), "") << "the tables have it";
    EXPECT_EQ(says("zdoom", "type=1;" + shown, &resources), "");
    EXPECT_EQ(says("zdoom", "type=7;" + shown, &resources), "") << "no classes were read";
}

TEST(CheckThings, WhatDoesNotRunIsSaid) {
    const std::string text = Parts{}.text();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    flatline::engine::CheckOptions options;
    const auto not_run = [&](flatline::engine::Rule rule) {
        return flatline::engine::check(loaded.value, options).value.not_run.has(rule);
    };
    flatline::engine::Resources resources;
    for (const bool given : {false, true}) {
        options.resources = given ? &resources : nullptr;
        for (const auto rule :
             {flatline::engine::Rule::thing_type_unknown, flatline::engine::Rule::thing_obsolete,
              flatline::engine::Rule::texture_unknown, flatline::engine::Rule::flat_unknown,
              flatline::engine::Rule::colormap_unknown, flatline::engine::Rule::music_unknown}) {
            EXPECT_TRUE(not_run(rule)) << flatline::engine::rule_rows()[static_cast<int>(rule)].id;
        }
        EXPECT_FALSE(not_run(flatline::engine::Rule::texture_misaligned)) << "it is off";
    }
    (void)resources.add_thing_type({1});
    (void)resources.add(flatline::engine::ResourceKind::flat, "A");
    EXPECT_FALSE(not_run(flatline::engine::Rule::thing_type_unknown));
    EXPECT_FALSE(not_run(flatline::engine::Rule::flat_unknown));
    EXPECT_TRUE(not_run(flatline::engine::Rule::texture_unknown));
}

}  // namespace things_check_test
