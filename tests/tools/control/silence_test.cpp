// user_flatline_ignore: elements that ask not to hear of a rule.
#include <gtest/gtest.h>

#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::silences {

/// Two lines without length and an unused vertex.
std::string map_with(const std::string& first_line, const std::string& global = "") {
    return small_map(global) + "vertex { x = 8; y = 8; }\n" +
           "linedef { v1 = 0; v2 = 0; sidefront = 0; " + first_line + "}\n" +
           "linedef { v1 = 1; v2 = 1; sidefront = 0; }\n";
}

Outcome checked(const std::string& map) { return run_tool({"check", "-", "--json"}, map); }

std::size_t count(const Outcome& run, const std::string& rule) {
    std::size_t found = 0;
    for (const auto& finding : run.of_type("finding")) found += finding["rule"] == rule;
    return found;
}

std::uint64_t suppressed(const Outcome& run) { return run.of_type("summary").at(0)["suppressed"]; }

TEST(ToolSilence, OfOneElement) {
    EXPECT_EQ(count(checked(map_with("")), "line-zero-length"), 2u);
    const Outcome run = checked(map_with("user_flatline_ignore = \"line-zero-length\"; "));
    EXPECT_EQ(count(run, "line-zero-length"), 1u) << run.out;
    EXPECT_EQ(suppressed(run), 1u);
    EXPECT_EQ(count(run, "field-unknown"), 0u);
    const Outcome several = checked(
        map_with("user_flatline_ignore = \" side-shared,line-zero-length\tline-cross \"; "));
    EXPECT_EQ(count(several, "line-zero-length"), 1u);
    EXPECT_EQ(count(several, "ignore-unknown"), 0u);
    const Outcome other = checked(map_with("user_flatline_ignore = \"line-cross\"; "));
    EXPECT_EQ(count(other, "line-zero-length"), 2u);
    EXPECT_EQ(suppressed(other), 0u);
}

TEST(ToolSilence, OfTheMap) {
    const std::string no_start = "user_flatline_ignore = \"player-start-missing vertex-unused\";\n";
    const Outcome run = checked(map_with("", no_start));
    EXPECT_EQ(count(run, "player-start-missing"), 0u);
    EXPECT_EQ(suppressed(run), count(checked(map_with("")), "player-start-missing"));
    EXPECT_EQ(count(run, "vertex-unused"), 1u) << "that is about a vertex";
}

TEST(ToolSilence, UnknownRulesAreNotes) {
    const std::string map = map_with("user_flatline_ignore = \"line-zero-lenght side-shared\"; ");
    const Outcome run = checked(map);
    ASSERT_EQ(count(run, "ignore-unknown"), 1u) << run.out;
    for (const auto& finding : run.of_type("finding")) {
        if (finding["rule"] != "ignore-unknown") continue;
        EXPECT_EQ(finding["severity"], "note");
        EXPECT_EQ(finding["element"], "linedef");
        EXPECT_EQ(finding["index"], 3);
        EXPECT_EQ(finding["offset"], map.find("line-zero-lenght"));
        EXPECT_NE(finding["message"].get<std::string>().find("line-zero-lenght"),
                  std::string::npos);
    }
    // A string with an escape is not in the text as it counts.
    const Outcome escaped = checked(map_with("user_flatline_ignore = \"no\\\\such\"; "));
    EXPECT_EQ(count(escaped, "ignore-unknown"), 1u) << escaped.out;
}

TEST(ToolSilence, OtherKindsOfValuesAreNothing) {
    for (const char* value : {"1", "true", "\"\""}) {
        const Outcome run =
            checked(map_with(std::string("user_flatline_ignore = ") + value + "; "));
        EXPECT_EQ(suppressed(run), 0u) << value;
        EXPECT_EQ(count(run, "ignore-unknown"), 0u) << value;
    }
}

TEST(ToolSilence, NotOfWhatRefusesTheMap) {
    const Outcome run = checked(small_map() +
                                "linedef { v1 = 99; v2 = 0; sidefront = 0; user_flatline_ignore = "
                                "\"line-vertex-range\"; }");
    EXPECT_EQ(count(run, "line-vertex-range"), 1u);
    EXPECT_EQ(run.exit_code, 1);
}

TEST(ToolSilence, ManyWords) {
    std::string words;
    for (int i = 0; i < 50000; ++i) words += " nothing";
    const Outcome run = checked(map_with("user_flatline_ignore = \"" + words + "\"; "));
    EXPECT_LE(count(run, "ignore-unknown"), 50000u);
    EXPECT_EQ(run.exit_code, 0);
}

TEST(ToolSilence, OfEntities) {
    const TempFolder folder;
    const std::string light = "{\n\"classname\" \"light\"\n\"name\" \"a\"\n\"target\" \"gone\"\n";
    const std::string world = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";
    const auto found = [&](const std::string& more) {
        const std::string map = folder.write("a.map", world + light + more + "}\n");
        return run_tool({"check", map, "--json"});
    };
    EXPECT_EQ(count(found(""), "target-missing"), 1u);
    const Outcome run = found("\"user_flatline_ignore\" \"target-missing no-rule\"\n");
    EXPECT_EQ(count(run, "target-missing"), 0u) << run.out;
    EXPECT_EQ(count(run, "ignore-unknown"), 1u) << run.out;
}

}  // namespace flatline::engine::tool_test::silences
