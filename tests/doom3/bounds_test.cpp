// Memory is bounded by the size of a text, so no text may hold more than the bounds say: each kind
// of element, written as short as it can be and as often as it goes.
#include "doom3/bounds.hpp"

#include <gtest/gtest.h>

#include <string>

#include "doom3/maps.hpp"
#include "support/counting_memory.hpp"

namespace bounds_test {

using doom3_maps::Loaded;
using flatline::engine::Doom3Options;

std::string many(int count, const std::string& once) {
    std::string out;
    for (int i = 0; i < count; ++i) out += once;
    return out;
}

std::string side(int i) { return "(0 0 0 0)((0 0 0)(0 0 0))a" + std::to_string(i); }
std::string bare_side(int i) { return "(0 0 0)(0 0 0)(0 0 0)a" + std::to_string(i) + " 0 0 0 0 0"; }

TEST(Doom3Bounds, TheShortestOfEachKindFit) {
    constexpr int kMany = 3000;
    std::string sides, bare_sides, patches;
    for (int i = 0; i < kMany; ++i) {
        sides += side(i);
        bare_sides += bare_side(i);
        patches += "{patchDef2{a" + std::to_string(i) + "(0 0 0 0 0)()}}";
    }
    const std::string texts[] = {
        many(kMany, "{}"),
        "{" + many(kMany, "{}") + "}",
        "{" + many(kMany, "a\"\"") + "}",
        "{{" + many(kMany, "\"\"a") + "}}",
        "{{brushDef3{" + many(kMany, "(0 0 0 0)((0 0 0)(0 0 0))a") + "}}}",
        "{{brushDef3{" + sides + "}}}",
        "{{" + many(kMany, "(0 0 0)(0 0 0)(0 0 0)a 0 0 0 0 0 ") + "}}",
        "{{" + bare_sides + "}}",
        "{" + many(kMany, "{patchDef2{a(0 0 0 0 0)()}}") + "}",
        "{" + patches + "}",
        "{{patchDef2{a(200 200 0 0 0)(" + many(200, "(" + many(200, "(0 0 0 0 0)") + ")") + ")}}}",
    };
    for (const std::string& text : texts) {
        Doom3Options options;
        options.limits.brush_sides = 1u << 20;
        const Loaded by_size(text, options);
        ASSERT_TRUE(by_size.ok()) << by_size.story().substr(0, 200) << '\n' << text.substr(0, 80);
        EXPECT_LE(by_size.result.memory.used, by_size.result.memory.announced);
        counting_memory::Memory memory;
        options.memory = memory.hooks();
        const Loaded counted(text, options);
        ASSERT_TRUE(counted.ok()) << text.substr(0, 80);
        EXPECT_FALSE(counted.result.memory.by_size);
        EXPECT_EQ(counted.result.memory.used, by_size.result.memory.used) << text.substr(0, 80);
    }
}

// Whatever is left out keeps its material only, of which there are never more than the bound says.
TEST(Doom3Bounds, MaterialsOfWhatIsLeftOutFit) {
    std::string text = "{";
    for (int i = 0; i < 3000; ++i) text += "{patchDef2{" + std::to_string(i) + "}}";
    Doom3Options options;
    options.partial = true;
    const Loaded loaded(text + "}", options);
    ASSERT_TRUE(loaded.ok()) << loaded.story().substr(0, 200);
    EXPECT_EQ(loaded.map().materials().size(), 3000u);
    EXPECT_LE(loaded.result.memory.used, loaded.result.memory.announced);
}

// The announced memory grows with the text alone, entities and brushes by their limits.
TEST(Doom3Bounds, BySize) {
    const flatline::engine::Limits limits;
    const auto bytes = [&](std::uint64_t size) {
        return flatline::engine::doom3::bounds_by_size(size, limits).bytes;
    };
    EXPECT_LE(bytes(100u << 20), 7u * (100u << 20));
    EXPECT_EQ(bytes(200u << 20) - bytes(100u << 20), 6u * (100u << 20));
    EXPECT_EQ(flatline::engine::doom3::bounds_by_size(100u << 20, limits).entities,
              limits.entities);
}

// A grid that the text has no parentheses for is reported at its size, however far after them.
TEST(Doom3Bounds, PointsNeedParentheses) {
    const std::string patch = "{ patchDef2 { m ( 30 30 0 0 0 ) ( ( ( 0 0 0 0 0 ) ) ) } }\n";
    const std::string room(20000, ' ');
    const std::string text = "Version 2\n{\n" + patch + room + "}\n";
    const std::string story = "refused patch-grid-mismatch@" + std::to_string(text.find("( 30"));
    EXPECT_EQ(Loaded(text).story(), story);
    // With enough of them it is reported where the grid ends.
    const std::string more =
        "Version 2\n{\n" + patch + room + "// " + std::string(900, '(') + "\n}\n";
    EXPECT_EQ(Loaded(more).story(),
              "refused patch-grid-mismatch@" + std::to_string(more.find(") ) )") + 2));
}

}  // namespace bounds_test
