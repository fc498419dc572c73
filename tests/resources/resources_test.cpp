// Names one by one: kinds, case, limits, memory, a base.
#include "model/resources.hpp"

#include <gtest/gtest.h>

#include <string>

#include "resources_maps.hpp"
#include "support/colliding_names.hpp"
#include "support/counting_memory.hpp"
#include "text/name_table.hpp"

namespace resources_test {
namespace {

using flatline::engine::Resources;
using flatline::engine::ResourcesOptions;
using flatline::engine::Status;
using flatline::engine::ThingType;

TEST(Resources, KnowNamesByKindWithoutCase) {
    Resources resources;
    EXPECT_FALSE(resources.has(ResourceKind::texture));
    EXPECT_EQ(resources.add(ResourceKind::texture, "Brick1", {64, 128}), Status::ok);
    EXPECT_EQ(resources.add(ResourceKind::flat, "BRICK1"), Status::ok);
    EXPECT_TRUE(resources.has(ResourceKind::texture));
    EXPECT_FALSE(resources.has(ResourceKind::colormap));
    EXPECT_TRUE(resources.knows(ResourceKind::texture, "bRICK1"));
    EXPECT_TRUE(resources.knows(ResourceKind::flat, "brick1"));
    EXPECT_FALSE(resources.knows(ResourceKind::colormap, "brick1"));
    EXPECT_FALSE(resources.knows(ResourceKind::texture, "brick"));
    EXPECT_EQ(resources.texture_size("BRICK1").width, 64u);
    EXPECT_EQ(resources.texture_size("BRICK1").height, 128u);
    EXPECT_EQ(resources.texture_size("other").width, 0u);
}

TEST(Resources, HoldThousandsOfNames) {
    Resources resources;
    for (int i = 0; i < 20000; ++i) {
        ASSERT_EQ(resources.add(ResourceKind::texture, "N" + std::to_string(i)), Status::ok);
    }
    for (int i = 0; i < 20000; ++i) {
        ASSERT_TRUE(resources.knows(ResourceKind::texture, "n" + std::to_string(i))) << i;
    }
    EXPECT_FALSE(resources.knows(ResourceKind::texture, "N20000"));
}

// Names made to collide, and names that only their ends tell apart.
TEST(Resources, TXT_12_NamesMadeToCollideTakeFewSteps) {
    flatline::engine::text::NameTable made(flatline::engine::MemoryHooks{});
    for (const std::string& name : colliding_names::make(13)) made.add(name);
    // Without case the flipped bytes stay different ones.
    EXPECT_EQ(made.size(), 8192u);
    EXPECT_LE(made.steps_of_all(), 3 * made.size());
    flatline::engine::text::NameTable counted(flatline::engine::MemoryHooks{});
    for (int i = 0; i < 8192; ++i) counted.add("textures/" + std::to_string(i));
    EXPECT_LE(counted.steps_of_all(), 3 * counted.size());
}

TEST(Resources, ThingTypesByNumber) {
    Resources resources;
    EXPECT_FALSE(resources.has_thing_types());
    EXPECT_EQ(resources.thing_type(3004), nullptr);
    for (const int type : {3004, -7, 3004}) {
        EXPECT_EQ(resources.add_thing_type({type, type == 3004 ? 20.0 : 1.0, 56, 2, 2, false}),
                  Status::ok);
    }
    EXPECT_TRUE(resources.has_thing_types());
    ASSERT_NE(resources.thing_type(3004), nullptr);
    EXPECT_EQ(resources.thing_type(3004)->radius, 20);
    ASSERT_NE(resources.thing_type(-7), nullptr);
    EXPECT_EQ(resources.thing_type(7), nullptr);
    for (const int type : {8, 9, 10}) {
        EXPECT_EQ(resources.add_thing_type({type, 1.0 * type, 56, 2, 2, false}), Status::ok);
    }
    for (const int type : {8, 9, 10}) {
        ASSERT_NE(resources.thing_type(type), nullptr);
        EXPECT_EQ(resources.thing_type(type)->type, type);
        EXPECT_EQ(resources.thing_type(type)->radius, type);
    }
}

// A type that there was no memory for can be added again, and is no other's.
TEST(Resources, TypesWithoutMemory) {
    for (std::uint64_t k = 0; k < 24; ++k) {
        counting_memory::Memory memory;
        flatline::engine::ResourcesOptions options;
        options.memory = memory.hooks();
        Resources resources(options);
        memory.fail_at(k, false);
        for (int type = 1; type <= 100; ++type) {
            const flatline::engine::ThingType wanted{type, 1.0 * type, 56, 2, 2, false};
            Status status = resources.add_thing_type(wanted);
            if (status == Status::out_of_memory) status = resources.add_thing_type(wanted);
            ASSERT_EQ(status, Status::ok) << k;
        }
        for (int type = 1; type <= 100; ++type) {
            ASSERT_NE(resources.thing_type(type), nullptr) << k;
            EXPECT_EQ(resources.thing_type(type)->radius, type) << k;
        }
    }
}

TEST(Resources, NoNameIsNone) {
    Resources resources;
    EXPECT_EQ(resources.add(ResourceKind::texture, ""), Status::ok);
    EXPECT_FALSE(resources.has(ResourceKind::texture));
    EXPECT_FALSE(resources.knows(ResourceKind::texture, ""));
}

TEST(Resources, ABaseIsAskedForTheRest) {
    Resources base;
    (void)base.add(ResourceKind::flat, "FLOOR0_1");
    (void)base.add(ResourceKind::texture, "WALL", {16, 32});
    (void)base.add_thing_type({1, 16, 56, 2, 2, false});
    Resources own;
    own.set_base(&base);
    EXPECT_TRUE(own.has(ResourceKind::flat));
    EXPECT_TRUE(own.knows(ResourceKind::flat, "floor0_1"));
    EXPECT_EQ(own.texture_size("wall").height, 32u);
    EXPECT_TRUE(own.has_thing_types());
    EXPECT_NE(own.thing_type(1), nullptr);
    own.set_base(nullptr);
    EXPECT_FALSE(own.knows(ResourceKind::flat, "floor0_1"));
}

TEST(Resources, OneNameAboveTheLimitIsRefused) {
    ResourcesOptions options;
    options.limits.resource_names = 3;
    Told told(options);
    EXPECT_EQ(told.resources.add(ResourceKind::flat, "A"), Status::ok);
    EXPECT_EQ(told.resources.add(ResourceKind::flat, "B"), Status::ok);
    EXPECT_EQ(told.resources.add_thing_type({5}), Status::ok);
    EXPECT_EQ(told.resources.add(ResourceKind::texture, "a"), Status::ok) << "no new name";
    EXPECT_EQ(told.resources.add(ResourceKind::flat, "C"), Status::refused);
    EXPECT_EQ(told.resources.add_thing_type({6}), Status::refused);
    EXPECT_EQ(told.findings, "limit-resource-names\nlimit-resource-names\n");
    EXPECT_EQ(told.last.a, 4);
    EXPECT_EQ(told.last.b, 3);
    EXPECT_TRUE(told.flat("B")) << "what was added stays";
    EXPECT_FALSE(told.flat("C"));
}

TEST(Resources, VeryLongNamesArePassedOver) {
    Resources resources;
    EXPECT_EQ(resources.add(ResourceKind::file, std::string(1024, 'a')), Status::ok);
    EXPECT_EQ(resources.add(ResourceKind::file, std::string(1025, 'a')), Status::ok);
    EXPECT_TRUE(resources.knows(ResourceKind::file, std::string(1024, 'A')));
    EXPECT_FALSE(resources.knows(ResourceKind::file, std::string(1025, 'A')));
}

TEST(Resources, AllMemoryComesFromTheHooksAndGoesBack) {
    counting_memory::Memory memory;
    {
        ResourcesOptions options;
        options.memory = memory.hooks();
        Resources resources(options);
        for (int i = 0; i < 3000; ++i) {
            ASSERT_EQ(resources.add(ResourceKind::flat, "N" + std::to_string(i)), Status::ok);
            ASSERT_EQ(resources.add_thing_type({i}), Status::ok);
        }
        EXPECT_GT(memory.open_bytes(), 0u);
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

TEST(Resources, WithoutMemoryACallFailsAndTheNextOneWorks) {
    for (std::uint64_t fail = 0; fail < 12; ++fail) {
        counting_memory::Memory memory;
        ResourcesOptions options;
        options.memory = memory.hooks();
        Resources resources(options);
        memory.fail_at(fail, false);
        int failed = 0;
        for (int i = 0; i < 1500; ++i) {
            const std::string name = "N" + std::to_string(i);
            Status status = resources.add(ResourceKind::flat, name);
            failed += status == Status::out_of_memory;
            if (status != Status::ok) status = resources.add(ResourceKind::flat, name);
            ASSERT_EQ(status, Status::ok) << fail;
        }
        EXPECT_LE(failed, 1);
        for (int i = 0; i < 1500; ++i) {
            ASSERT_TRUE(resources.knows(ResourceKind::flat, "N" + std::to_string(i))) << fail;
        }
    }
}

}  // namespace
}  // namespace resources_test
