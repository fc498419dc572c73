// Thing types of Ultimate Doom Builder's game configurations.
#include "resources/game_config.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "resources_maps.hpp"

namespace resources_test {
namespace {

using flatline::engine::ResourcesOptions;
using flatline::engine::Status;
using flatline::engine::ThingType;

/// Counts how often the tree is listed.
class CountedSource final : public flatline::engine::Source {
public:
    CountedSource(std::vector<std::pair<std::string, std::string>> files, int& lists)
        : files_(std::move(files), false), lists_(lists) {}
    bool packed() const noexcept override { return false; }
    bool list(std::uint64_t limit, Entries& entries) noexcept override {
        ++lists_;
        return files_.list(limit, entries);
    }
    std::unique_ptr<flatline::engine::File> open(std::string_view path) noexcept override {
        return files_.open(path);
    }

private:
    testing_support::FakeSource files_;
    int& lists_;
};

// A folder may be a whole disk.
TEST(GameConfig, TheTreeIsListedOnlyForANameInAnotherCase) {
    const auto lists_of = [](const std::string& included) {
        Told told;
        int lists = 0;
        flatline::engine::Archive archive = flatline::engine::Archive::from_source(
            std::make_unique<CountedSource>(
                std::vector<std::pair<std::string, std::string>>{
                    {"game.cfg", "thingtypes { include(\"" + included + "\"); }"},
                    {"Things.cfg", "a { 7 { width = 3; } }"}},
                lists),
            flatline::engine::Limits());
        lists = 0;  // an Archive lists what it is made of
        EXPECT_EQ(told.resources.add_game_config(archive, "game.cfg"), Status::ok);
        EXPECT_NE(told.resources.thing_type(7), nullptr) << included << told.findings;
        return lists;
    };
    EXPECT_EQ(lists_of("Things.cfg"), 0);
    EXPECT_EQ(lists_of("THINGS.cfg"), 1);
}

TEST(GameConfig, ATypeTakesWhatItDoesNotSayFromItsCategories) {
    Told told;
    const std::string config = R"(
/* comment */ type = "Doom Builder 2 Game Configuration";
thingtypes
{
    monsters
    {
        color = 12; // of all
        3004 { title = "Zombieman"; width = 21; }
        9 = "Shotgun guy";
        width = 20.0f;
        height = 56;
        blocking = 2;
        error = 2;
        bosses { blocking = 1; 16 { height = 110; flags { width = 3; } } }
    }
    other { 5 { title = "} { ; \" blue"; } }
}
)";
    EXPECT_EQ(told.add_config({{"game.cfg", config}}), Status::ok);
    EXPECT_EQ(told.findings, "");
    EXPECT_TRUE(told.resources.has_thing_types());
    const auto expect = [&](int number, double radius, double height, int blocking, int error) {
        const ThingType* type = told.resources.thing_type(number);
        ASSERT_NE(type, nullptr) << number;
        EXPECT_EQ(type->radius, radius) << number;
        EXPECT_EQ(type->height, height) << number;
        EXPECT_EQ(type->blocking, blocking) << number;
        EXPECT_EQ(type->error, error) << number;
    };
    expect(3004, 21, 56, 2, 2);
    expect(9, 20, 56, 2, 2);
    expect(16, 20, 110, 1, 2);
    expect(5, 10, 20, 0, 1);
    EXPECT_EQ(told.resources.thing_type(12), nullptr);
}

// Categories of one name in several others are different ones.
TEST(GameConfig, CategoriesOfOneNameInOthers) {
    Told told;
    EXPECT_EQ(
        told.add_config({{"game.cfg",
                          "thingtypes { a { width = 1; x { height = 3; 7 { title = \"t\"; } } }"
                          " b { width = 2; x { 8 { title = \"t\"; } } } }"}}),
        Status::ok);
    ASSERT_NE(told.resources.thing_type(7), nullptr);
    ASSERT_NE(told.resources.thing_type(8), nullptr);
    EXPECT_EQ(told.resources.thing_type(7)->radius, 1);
    EXPECT_EQ(told.resources.thing_type(7)->height, 3);
    EXPECT_EQ(told.resources.thing_type(8)->radius, 2);
    EXPECT_NE(told.resources.thing_type(8)->height, 3);
}

TEST(GameConfig, IncludesAreFollowedWithTheirBlocks) {
    Told told;
    EXPECT_EQ(told.add_config(
                  {{"Game.cfg",
                    "include(\"Includes\\\\Common.cfg\", \"common\");\n"
                    "thingtypes { include(\"Includes/things.cfg\", \"doom\"); }\n"},
                   {"Includes/common.cfg",
                    "other { thingtypes { x { 1 { } } } }\n"
                    "common { thingtypes { include(\"things.cfg\", \"zdoom.extra\"); }\n"
                    "  include(\"common.cfg\", \"more\"); }\n"
                    "more { thingtypes { x { 2 { } } } }\n"},
                   {"Includes/things.cfg",
                    "doom { decoration { width = 8; 3 { } } }\n"
                    "zdoom { extra { decoration { 4 { } } } plain { decoration { 5 { } } } }\n"}},
                  "game.CFG"),
              Status::ok);
    EXPECT_EQ(told.findings, "");
    EXPECT_EQ(told.resources.thing_type(1), nullptr) << "of another block";
    EXPECT_NE(told.resources.thing_type(2), nullptr) << "of a block that the block includes";
    EXPECT_NE(told.resources.thing_type(3), nullptr);
    ASSERT_NE(told.resources.thing_type(4), nullptr) << "two blocks deep";
    EXPECT_EQ(told.resources.thing_type(4)->radius, 8) << "the category is one, wherever it stands";
}

TEST(GameConfig, AFileWhoseBlockComesFromAnIncludeOfItsOwn) {
    Told told;
    EXPECT_EQ(told.add_config({{"game.cfg", "include(\"a.cfg\", \"want\");"},
                               {"a.cfg", "include(\"b.cfg\");"},
                               {"b.cfg",
                                "want { thingtypes { c { 7 { } } } } thingtypes { c { 8 "
                                "{ } } }"}}),
              Status::ok);
    EXPECT_NE(told.resources.thing_type(7), nullptr);
    EXPECT_EQ(told.resources.thing_type(8), nullptr);
}

TEST(GameConfig, ABlockThatIsLookedForInABlockOfAnInclude) {
    Told told;
    EXPECT_EQ(told.add_config({{"game.cfg", "include(\"a.cfg\", \"want\");"},
                               {"a.cfg", "include(\"b.cfg\", \"part\");"},
                               {"b.cfg",
                                "part { want { thingtypes { c { 7 { } } } } } "
                                "partwant { thingtypes { c { 8 { } } } }"}}),
              Status::ok);
    EXPECT_NE(told.resources.thing_type(7), nullptr);
    EXPECT_EQ(told.resources.thing_type(8), nullptr);
    EXPECT_EQ(told.findings, "");
}

TEST(GameConfig, RingsAndWhatLiesOutsideAreFindings) {
    Told told;
    EXPECT_EQ(told.add_config({{"cfg/game.cfg",
                                "include(\"a.cfg\");include(\"../../x.cfg\");include(\"/x.cfg\");"
                                "include(\"gone.cfg\");thingtypes{c{1{}}}"},
                               {"cfg/a.cfg", "include(\"game.cfg\"); include(\"../b.cfg\");"},
                               {"b.cfg", "thingtypes{c{2{}}}"},
                               {"x.cfg", ""}},
                              "cfg/game.cfg"),
              Status::ok);
    EXPECT_EQ(told.findings,
              "config-include cfg/a.cfg @0\nconfig-include cfg/game.cfg @17\n"
              "config-include cfg/game.cfg @40\nconfig-include cfg/game.cfg @58\n");
    EXPECT_NE(told.resources.thing_type(1), nullptr);
    EXPECT_NE(told.resources.thing_type(2), nullptr);
}

TEST(GameConfig, DepthAndBytesAreBounded) {
    // Each file includes the next one twice: 2^40 readings without a bound.
    std::vector<std::pair<std::string, std::string>> files;
    for (int i = 0; i < 40; ++i) {
        const std::string next = "include(\"" + std::to_string(i + 1) + ".cfg\");";
        files.push_back({std::to_string(i) + ".cfg", next + next});
    }
    files.push_back({"40.cfg", "thingtypes{c{1{}}}"});
    Told told;
    EXPECT_EQ(told.add_config(files, "0.cfg"), Status::refused);
    EXPECT_EQ(told.findings.substr(0, 19), "limit-config-bytes ");
    ResourcesOptions options;
    options.limits.nesting = 39;
    Told deep(options);
    (void)deep.add_config(files, "0.cfg");
    EXPECT_EQ(deep.findings.substr(0, 22), "config-include 39.cfg ");
    EXPECT_EQ(deep.resources.thing_type(1), nullptr);
    ResourcesOptions blocks;
    blocks.limits.nesting = 2;
    Told nested(blocks);
    EXPECT_EQ(nested.add_config({{"game.cfg", "a{b{}} a{b{c{}}}"}}), Status::ok);
    EXPECT_EQ(nested.findings, "config-syntax game.cfg @13\n");
}

// A file that includes itself for a block that it has not, again and again: each of those includes
// is a file read, of which most lead to nothing.
TEST(GameConfig, IncludesThatLeadToNothingAreBounded) {
    std::string config;
    for (int i = 0; i < 200; ++i) {
        config += "include(\"game.cfg\", \"b" + std::to_string(i) + "\");\n";
    }
    ResourcesOptions options;
    options.limits.config_bytes = 1 << 20;
    Told told(options);
    EXPECT_EQ(told.add_config({{"game.cfg", config}}), Status::refused);
    EXPECT_LE(std::count(told.findings.begin(), told.findings.end(), '\n'), 256 + 1);
    EXPECT_NE(told.findings.find("limit-config-bytes game.cfg\n"), std::string::npos);
    // The same of files that are not there.
    options.limits.config_bytes = 10 * 4096;
    Told gone(options);
    EXPECT_EQ(gone.add_config(
                  {{"game.cfg", std::string(9, ' ') + "include(\"a\");" + "include(\"b\");"}}),
              Status::ok);
    options.limits.config_bytes = 2 * 4096;
    Told many(options);
    EXPECT_EQ(many.add_config({{"game.cfg", "include(\"a\");include(\"b\");"}}), Status::refused);
    EXPECT_EQ(many.findings, "config-include game.cfg @0\nlimit-config-bytes game.cfg\n");
}

TEST(GameConfig, BytesAtTheLimitAreRead) {
    const std::string config = "thingtypes{c{1{}}}" + std::string(5000, ' ');
    ResourcesOptions options;
    options.limits.config_bytes = config.size();
    Told told(options);
    EXPECT_EQ(told.add_config({{"game.cfg", config}}), Status::ok);
    options.limits.config_bytes = config.size() - 1;
    Told less(options);
    EXPECT_EQ(less.add_config({{"game.cfg", config}}), Status::refused);
    EXPECT_EQ(less.findings, "limit-config-bytes game.cfg\n");
}

TEST(GameConfig, WrongSyntaxEndsTheFileAndTellsWhere) {
    struct Row {
        const char* text;
        const char* findings;
    };
    constexpr Row kRows[] = {
        {"a = ", "config-syntax game.cfg @0\n"},
        {"a { b = 1 }", "config-syntax game.cfg @4\n"},
        {"}", "config-syntax game.cfg @0\n"},
        {"a {", "config-syntax game.cfg @3\n"},
        {"a; b(1, \"2\"); c = ; d = true; = 5;", "config-syntax game.cfg @30\n"},
        {"/* open", "config-syntax game.cfg @0\n"},
        {"a = \"open", "config-syntax game.cfg @0\n"},
        {"a", "config-syntax game.cfg @0\n"},
        {"a /", "config-syntax game.cfg @0\n"},
        {"a, b;", "config-syntax game.cfg @0\n"},
        {"a = 1", "config-syntax game.cfg @0\n"},
        {"a = 1 /* open", "config-syntax game.cfg @0\n"},
        {"a /* open", "config-syntax game.cfg @0\n"},
        {"\"open", "config-syntax game.cfg @0\n"},
        {"a(", "config-syntax game.cfg @0\n"},
        {"a(1", "config-syntax game.cfg @0\n"},
        {"a(1 /* open", "config-syntax game.cfg @0\n"},
        {"a(1)", "config-syntax game.cfg @0\n"},
        {"include(\"x.cfg\" \"y\");", "config-syntax game.cfg @0\n"},
        {"", ""},
        {";;; // all is well", ""},
    };
    for (const Row& row : kRows) {
        Told told;
        EXPECT_EQ(told.add_config({{"game.cfg", row.text}}), Status::ok);
        EXPECT_EQ(told.findings, row.findings) << row.text;
    }
}

TEST(GameConfig, WhatStandsBeforeAnErrorCounts) {
    Told told;
    EXPECT_EQ(told.add_config({{"game.cfg", "thingtypes { c { 1 { } = } 2 { } }"}}), Status::ok);
    EXPECT_EQ(told.findings, "config-syntax game.cfg @23\n");
    EXPECT_NE(told.resources.thing_type(1), nullptr);
    EXPECT_EQ(told.resources.thing_type(2), nullptr);
}

TEST(GameConfig, AMissingFileIsRefused) {
    Told told;
    EXPECT_EQ(told.add_config({{"other.cfg", ""}}), Status::refused);
    EXPECT_EQ(told.findings, "file-not-found game.cfg\n");
    EXPECT_FALSE(told.resources.has_thing_types());
}

TEST(GameConfig, ValuesThatAreNone) {
    Told told;
    EXPECT_EQ(told.add_config({{"game.cfg",
                                "thingtypes { c { width = 7; "
                                "1 { width = \"\"; } 2 { width = wide; } 3 { width = -1; } "
                                "4 { width = 32768.5; } 5 { width = 32768F; } 6 { width = f; } "
                                "7x { 8 { } } 9 { width = 0; } } d { 10 { } } }"}}),
              Status::ok);
    EXPECT_EQ(told.findings, "");
    for (const int number : {1, 2, 3, 4, 6}) {
        ASSERT_NE(told.resources.thing_type(number), nullptr) << number;
        EXPECT_EQ(told.resources.thing_type(number)->radius, 7) << number;
    }
    EXPECT_EQ(told.resources.thing_type(5)->radius, 32768);
    EXPECT_NE(told.resources.thing_type(8), nullptr) << "in a category in a category";
    ASSERT_NE(told.resources.thing_type(9), nullptr);
    EXPECT_EQ(told.resources.thing_type(9)->radius, 0);
    ASSERT_NE(told.resources.thing_type(10), nullptr);
    EXPECT_EQ(told.resources.thing_type(10)->radius, 10) << "nobody says it";
    EXPECT_EQ(told.resources.thing_type(10)->height, 20);
    EXPECT_EQ(told.resources.thing_type(10)->blocking, 0);
}

TEST(GameConfig, ANumberThatComesAgainIsOfTheLastCategory) {
    Told told;
    EXPECT_EQ(told.add_config({{"game.cfg",
                                "thingtypes { a { width = 7; 1 { height = 3; } } "
                                "b { width = 9; 1 { } } b { height = 4; } }"}}),
              Status::ok);
    ASSERT_NE(told.resources.thing_type(1), nullptr);
    EXPECT_EQ(told.resources.thing_type(1)->radius, 9);
    EXPECT_EQ(told.resources.thing_type(1)->height, 4);
}

TEST(GameConfig, OneCategoryOrTypeAboveTheLimitIsRefused) {
    for (const char* text :
         {"thingtypes { a { } b { } c { } }", "thingtypes { a { 1 { } 2 { } 3 { } } }",
          "thingtypes { a { 1 = x; 2 = y; 3 = z; } }"}) {
        ResourcesOptions options;
        options.limits.resource_names = 3;
        Told told(options);
        EXPECT_EQ(told.add_config({{"game.cfg", text}}), Status::ok) << text;
        options.limits.resource_names = 2;
        Told less(options);
        EXPECT_EQ(less.add_config({{"game.cfg", text}}), Status::refused) << text;
        EXPECT_EQ(less.findings, "limit-resource-names\n") << text;
    }
    // Types that other sources gave count, too.
    ResourcesOptions options;
    options.limits.resource_names = 1;
    Told told(options);
    EXPECT_EQ(told.resources.add_thing_type({5}), Status::ok);
    EXPECT_EQ(told.add_config({{"game.cfg", "thingtypes { a { 6 { } } }"}}), Status::refused);
    EXPECT_EQ(told.resources.thing_type(6), nullptr);
}

TEST(GameConfig, FilesThatCannotBeRead) {
    Told told;
    EXPECT_EQ(told.add_config({{"game.cfg", "include(\"closed.cfg\"); thingtypes { c { 1 { } } }"},
                               {"closed.cfg", std::string(testing_support::FakeSource::kClosed)}}),
              Status::ok);
    EXPECT_EQ(told.findings, "file-unreadable closed.cfg\n");
    EXPECT_NE(told.resources.thing_type(1), nullptr);

    auto faults = std::make_shared<testing_support::Faults>();
    faults->cut_at = 3;
    flatline::engine::Archive tree =
        testing_support::open_tree({{"game.cfg", "thingtypes { }"}}, {}, false, faults);
    Told cut;
    EXPECT_EQ(cut.resources.add_game_config(tree, "game.cfg"), Status::ok);
    EXPECT_EQ(cut.findings, "short-read game.cfg @3\n");

    flatline::engine::Archive wad =
        testing_support::open_bytes(testing_support::WadBuilder().build());
    Told no_tree;
    EXPECT_EQ(no_tree.resources.add_game_config(wad, "game.cfg"), Status::refused);
    EXPECT_EQ(no_tree.findings, "file-not-found game.cfg\n");

    ResourcesOptions options;
    options.limits.archive_entries = 1;
    Told many(options);
    EXPECT_EQ(many.add_config({{"game.cfg", "include(\"B\");"}, {"b", ""}}), Status::refused);
    EXPECT_EQ(many.findings, "limit-archive-entries\n");
}

TEST(GameConfig, PathsOfIncludes) {
    Told told;
    EXPECT_EQ(
        told.add_config({{"a/b/game.cfg",
                          "include(\".//./one.cfg\"); include(\"..\\\\two.cfg\", \"t\", x);"
                          "include(\"../../three.cfg\"); include(\"\"); include(\"\\\\four\");"},
                         {"a/b/one.cfg", "thingtypes{c{1{}}}"},
                         {"a/two.cfg", "t { thingtypes{c{2{}}} }"},
                         {"three.cfg", "thingtypes{c{3{}}}"}},
                        "a/b/game.cfg"),
        Status::ok);
    for (const int number : {1, 2, 3}) {
        EXPECT_NE(told.resources.thing_type(number), nullptr) << number;
    }
    EXPECT_EQ(told.findings, "config-include a/b/game.cfg @84\nconfig-include a/b/game.cfg @97\n");
}

}  // namespace
}  // namespace resources_test
