#include <gtest/gtest.h>

#include <string>

#include "flatline/load.hpp"
#include "support/load_text.hpp"
#include "support/text_kinds.hpp"

namespace {

flatline::LoadOptions text_alone() {
    flatline::LoadOptions options;
    options.products = 0;
    return options;
}

TEST(Announce, NeverBelowWhatTheLoadTakes) {
    text_kinds::for_each(60'000, [](const std::string& text) {
        const flatline::LoadOptions options = text_alone();
        const flatline::MemoryBound bound = flatline::announce(load_text::bytes(text), options);
        const auto result = flatline::load_borrowed(load_text::bytes(text), options);
        EXPECT_LE(bound.text, bound.total);
        EXPECT_LE(bound.text, result.memory.announced);
        EXPECT_LE(result.memory.announced, bound.total);
        EXPECT_LE(result.memory.used, bound.total);
    });
}

TEST(Announce, IsWhatTheLoadAnnouncesForTheText) {
    // An error ends the load before anything else is announced.
    const std::string text = "namespace = \"doom\"; vertex { x = 1; y = 2; } thing { type = ; }";
    const auto result = flatline::load_borrowed(load_text::bytes(text), text_alone());
    ASSERT_EQ(result.status, flatline::Status::refused);
    const flatline::MemoryBound bound = flatline::announce(load_text::bytes(text), text_alone());
    EXPECT_GT(bound.text, 0u);
    EXPECT_EQ(bound.text, result.memory.announced);
}

TEST(Announce, IdListsAndManyFieldsAreInIt) {
    std::string text = "namespace = \"zdoom\";";
    for (int i = 0; i < 50; ++i) text += "sector{moreids=\"1 2 3 4 5 6 7 8 9\";gravity=2.0;}";
    const auto result = flatline::load_borrowed(load_text::bytes(text), text_alone());
    const flatline::MemoryBound bound = flatline::announce(load_text::bytes(text), text_alone());
    EXPECT_LE(result.memory.announced, bound.total);
}

TEST(Announce, ATextThatIsNotReadTakesNothing) {
    flatline::LoadOptions options = text_alone();
    options.limits.text_bytes = 4;
    EXPECT_EQ(flatline::announce(load_text::bytes("vertex{}"), options).total, 0u);
    EXPECT_EQ(flatline::announce(load_text::bytes(std::string_view("a=1;\0b=1;", 9))).total, 0u);
}

TEST(Announce, NoMoreThanTheLimit) {
    flatline::LoadOptions options = text_alone();
    options.limits.arena_bytes = 100;
    EXPECT_EQ(flatline::announce(load_text::bytes("vertex{x=1;y=1;}"), options).total, 100u);
}

}  // namespace
