#include <gtest/gtest.h>

#include <string>

#include "base/reservation.hpp"
#include "model/load.hpp"
#include "support/binary_map.hpp"
#include "support/load_text.hpp"
#include "support/raw_read.hpp"
#include "support/text_kinds.hpp"

namespace {

flatline::engine::LoadOptions text_alone() {
    flatline::engine::LoadOptions options;
    options.products = 0;
    return options;
}

// For a host's memory the load counts, as memory_bound does.
flatline::engine::LoadOptions of_host(flatline::engine::LoadOptions options) {
    options.memory = raw_read::host_memory();
    return options;
}

TEST(MemoryBound, NeverBelowWhatTheLoadTakes) {
    text_kinds::for_each(60'000, [](const std::string& text) {
        const flatline::engine::LoadOptions options = text_alone();
        const flatline::engine::MemoryBound bound =
            flatline::engine::memory_bound(load_text::bytes(text), options);
        EXPECT_LE(bound.text, bound.total);
        const auto result = flatline::engine::load_borrowed(load_text::bytes(text), options);
        EXPECT_LE(result.memory.used, bound.total);
        const auto counted =
            flatline::engine::load_borrowed(load_text::bytes(text), of_host(options));
        EXPECT_FALSE(counted.memory.by_size);
        EXPECT_LE(counted.memory.announced, bound.total);
        EXPECT_EQ(counted.memory.used, result.memory.used);
    });
}

// Address space of the system costs nothing, so nothing is counted for it.
TEST(MemoryBound, LoadsTellWhetherTheyCounted) {
    const std::string text = "vertex { x = 1; y = 2; }";
    for (const std::size_t repeats : {1u, 10'000u}) {
        std::string all;
        for (std::size_t i = 0; i < repeats; ++i) all += text;
        const auto result = flatline::engine::load_borrowed(load_text::bytes(all), text_alone());
        const auto bound = flatline::engine::memory_bound(load_text::bytes(all), text_alone());
        ASSERT_EQ(result.status, flatline::engine::Status::ok);
        EXPECT_LE(result.memory.used, result.memory.announced);
        EXPECT_EQ(result.memory.by_size, flatline::engine::Reservation::is_free_until_touched(
                                             flatline::engine::MemoryHooks()));
        if (!result.memory.by_size) continue;
        EXPECT_LE(result.memory.used, bound.total);
        EXPECT_LE(result.memory.announced, 10 * all.size() + 65'536);
    }
}

// A text may be nothing but the shortest things that take most.
TEST(MemoryBound, TheSizeIsABoundForAnyText) {
    flatline::engine::LoadOptions options = text_alone();
    options.repair = flatline::engine::Repair::repair;
    options.limits.nesting = 1000;
    for (const char* piece :
         {"thing{}", "sector{}", "linedef{}", "a{}", "a=1;", "a{a{}}", "sector{texturefloor=\"\";}",
          "thing{x=1;x=1;x=1;}", "thing{id=1;a=\"\\\\\";}", "thing{gravity=1;health=1;score=1;}"}) {
        std::string text = "namespace=\"zdoom\";";
        while (text.size() < 30'000) text += piece;
        const auto result = flatline::engine::load_borrowed(load_text::bytes(text), options);
        EXPECT_LE(result.memory.used, result.memory.announced) << piece;
        for (const flatline::engine::Finding& finding : result.findings.kept()) {
            EXPECT_NE(load_text::rule_id(finding), "limit-arena-bytes") << piece;
        }
        EXPECT_NE(result.status, flatline::engine::Status::out_of_memory) << piece;
    }
    std::string nest;
    for (int i = 0; i < 1000; ++i) nest += "a{";
    nest += std::string(1000, '}');
    EXPECT_TRUE(flatline::engine::load_borrowed(load_text::bytes(nest), options));
}

TEST(MemoryBound, IsAtLeastWhatTheLoadAnnouncesForTheText) {
    // An error ends the load before anything else is announced.
    const std::string text = "namespace = \"doom\"; vertex { x = 1; y = 2; } thing { type = ; }";
    const auto result =
        flatline::engine::load_borrowed(load_text::bytes(text), of_host(text_alone()));
    ASSERT_EQ(result.status, flatline::engine::Status::refused);
    const flatline::engine::MemoryBound bound =
        flatline::engine::memory_bound(load_text::bytes(text), text_alone());
    EXPECT_GT(result.memory.announced, 0u);
    EXPECT_GE(bound.text, result.memory.announced);
}

TEST(MemoryBound, IdListsAndManyFieldsAreInIt) {
    std::string text = "namespace = \"zdoom\";";
    for (int i = 0; i < 50; ++i) text += "sector{moreids=\"1 2 3 4 5 6 7 8 9\";gravity=2.0;}";
    const auto result =
        flatline::engine::load_borrowed(load_text::bytes(text), of_host(text_alone()));
    const flatline::engine::MemoryBound bound =
        flatline::engine::memory_bound(load_text::bytes(text), text_alone());
    EXPECT_LE(result.memory.announced, bound.total);
}

TEST(MemoryBound, ATextThatIsNotReadTakesNothing) {
    flatline::engine::LoadOptions options = text_alone();
    options.limits.text_bytes = 4;
    EXPECT_EQ(flatline::engine::memory_bound(load_text::bytes("vertex{}"), options).total, 0u);
    EXPECT_EQ(flatline::engine::memory_bound(load_text::bytes("vertex{}"), options).text, 0u);
    EXPECT_EQ(
        flatline::engine::memory_bound(load_text::bytes(std::string_view("a=1;\0b=1;", 9))).total,
        0u);
}

// A namespace that is given is a string of the text; lumps of a binary map are its text.
TEST(MemoryBound, WhatTheLoadRefusesTakesNothing) {
    const std::string text = "vertex{x=1;y=1;}";
    const binary_map::Map map = binary_map::Map::square();
    const flatline::engine::BinaryLumps lumps = map.lumps();
    const std::uint64_t size = map.things.size() + map.linedefs.size() + map.sidedefs.size() +
                               map.vertexes.size() + map.sectors.size();
    flatline::engine::LoadOptions options = text_alone();
    options.namespace_override = "zdoom";
    options.limits.string_bytes = 5;
    options.limits.text_bytes = size;
    EXPECT_GT(flatline::engine::memory_bound(load_text::bytes(text), options).total, 0u);
    EXPECT_GT(flatline::engine::memory_bound(lumps, options).total, 0u);
    options.limits.text_bytes = size - 1;
    EXPECT_EQ(flatline::engine::memory_bound(lumps, options).total, 0u);
    options.limits.text_bytes = size;
    options.limits.string_bytes = 4;
    EXPECT_EQ(flatline::engine::memory_bound(load_text::bytes(text), options).total, 0u);
    EXPECT_EQ(flatline::engine::memory_bound(lumps, options).total, 0u);
}

TEST(MemoryBound, NoMoreThanTheLimit) {
    flatline::engine::LoadOptions options = text_alone();
    options.limits.arena_bytes = 100;
    EXPECT_EQ(flatline::engine::memory_bound(load_text::bytes("vertex{x=1;y=1;}"), options).total,
              100u);
}

}  // namespace
