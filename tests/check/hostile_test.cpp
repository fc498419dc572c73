// Maps made so that work grows with the square of their size: the limit check-steps ends it, and
// check-incomplete names each rule that was cut short.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "check/check_maps.hpp"
#include "model/check.hpp"
#include "support/load_text.hpp"

namespace check_hostile_test {

using check_maps::Drawing;
using flatline::engine::Rule;

// Lines through one place.
Drawing star(int lines) {
    Drawing map;
    map.sector();
    for (int i = 0; i < lines / 2; ++i) {
        map.line(map.vertex(-lines / 4 + i, -4000), map.vertex(lines / 4 - i, 4000), 0);
        map.line(map.vertex(-4000, -lines / 4 + i), map.vertex(4000, lines / 4 - i), 0);
    }
    map.thing(2, 1, 1);
    return map;
}

// Short lines beside each other in one cell of any grid; a line far away makes the cells large.
Drawing heap_of_lines(int lines) {
    Drawing map;
    map.sector();
    map.line(map.vertex(-16000, -16000), map.vertex(16000, 16000), 0);
    for (int i = 0; i < lines; ++i) {
        const double x = i % 100 / 200.0, y = i / 100 / 200.0;
        map.line(map.vertex(x, y), map.vertex(x + 0.004, y + 0.002), 0);
    }
    map.thing(0.25, 0.25, 1);
    return map;
}

Drawing heap_of_things(int things) {
    Drawing map;
    map.sector();
    map.room(-256, -256, 256, 256, 0);
    for (int i = 0; i < things; ++i) map.thing(i % 3, i % 2, 1 + i % 4);
    return map;
}

// Steep lines side by side, and things east of all of them.
Drawing comb(int teeth) {
    Drawing map;
    map.sector();
    map.sector();
    for (int i = 0; i < teeth; ++i) {
        const double x = i * 0.5;
        map.line(map.vertex(x, -8000), map.vertex(x + 0.25, 8000), 0, 1);
    }
    for (int i = 0; i < teeth; ++i) map.thing(teeth * 0.5 + 10, i % 1000, 3001);
    return map;
}

constexpr Rule kCounting[] = {
    Rule::line_overlap,        Rule::line_cross,          Rule::vertex_on_line,
    Rule::thing_outside,       Rule::thing_stuck_in_line, Rule::thing_stuck_in_thing,
    Rule::side_sector_suspect, Rule::texture_missing,     Rule::texture_unused,
    Rule::start_stuck,         Rule::monster_stuck,       Rule::thing_too_tall};

// The steps that a check takes where none is forbidden.
std::uint64_t least_steps(const flatline::engine::Map& map) {
    flatline::engine::CheckOptions options;
    std::uint64_t low = 0, high = std::uint64_t{1} << 40;
    while (low + 1 < high) {
        options.limits.check_steps = (low + high) / 2;
        (flatline::engine::check(map, options).value.cut_short.empty() ? high : low) =
            (low + high) / 2;
    }
    return high;
}

// Names of all findings check-incomplete.
std::string told(const flatline::engine::Result<flatline::engine::CheckReport>& result) {
    std::string all;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        if (f.rule != static_cast<int>(Rule::check_incomplete)) continue;
        EXPECT_EQ(f.element, FLATLINE_MAP);
        EXPECT_EQ(f.severity, static_cast<std::uint8_t>(flatline::engine::Severity::warning));
        all += load_text::sentence(f, "") + ", ";
    }
    return all;
}

void expect_cut_of(const std::string& text, std::initializer_list<Rule> cut) {
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    flatline::engine::CheckOptions options;
    options.limits.check_steps = 200000;
    const auto result = flatline::engine::check(loaded.value, options);
    ASSERT_TRUE(result);
    const std::string names = told(result) + " ";
    for (const Rule rule : cut) {
        const std::string id(flatline::engine::rule_rows()[static_cast<std::size_t>(rule)].id);
        EXPECT_TRUE(result.value.cut_short.has(rule)) << id;
    }
    for (std::size_t i = 0; i < flatline::engine::kRuleCount; ++i) {
        const auto rule = static_cast<Rule>(i);
        const std::string id(flatline::engine::rule_rows()[i].id);
        EXPECT_EQ(names.find(" " + id + ",") != std::string::npos, result.value.cut_short.has(rule))
            << id << " in: " << names;
        if (!result.value.cut_short.has(rule)) continue;
        EXPECT_NE(std::find(std::begin(kCounting), std::end(kCounting), rule), std::end(kCounting))
            << id << " is linear";
    }
}

void expect_cut(const Drawing& map, std::initializer_list<Rule> cut) {
    expect_cut_of(map.text(), cut);
}

TEST(CheckHostile, LinesThroughOnePlace) {
    expect_cut(star(10000), {Rule::line_overlap, Rule::line_cross, Rule::vertex_on_line,
                             Rule::side_sector_suspect});
}

TEST(CheckHostile, AllLinesInOneCell) {
    expect_cut(heap_of_lines(10000), {Rule::line_overlap, Rule::line_cross});
}

TEST(CheckHostile, AllThingsInOneCell) {
    expect_cut(heap_of_things(10000), {Rule::thing_stuck_in_thing});
}

TEST(CheckHostile, ThingsThatLookAtAllLines) { expect_cut(comb(2000), {Rule::thing_outside}); }

// Two sectors with all tags between them, walls between these sectors, and a 3D floor for each tag.
TEST(CheckHostile, ManyFloorsBetweenManyWalls) {
    std::string tags, text = "namespace = \"zdoom\"; ";
    for (int i = 1; i <= 1000; ++i) tags += std::to_string(i) + " ";
    for (int i = 0; i < 2; ++i) text += "sector { moreids = \"" + tags + "\"; } ";
    for (int i = 0; i < 1000; ++i) {
        const std::string x = std::to_string(i * 8);
        text += "vertex { x = " + x + "; y = 0; } vertex { x = " + x + "; y = 64; } ";
        text += "sidedef { sector = 0; } sidedef { sector = 1; } ";
        const std::string v1 = std::to_string(2 * i), v2 = std::to_string(2 * i + 1);
        text += "linedef { v1 = " + v1 + "; v2 = " + v2 + "; sidefront = " + v1 +
                "; sideback = " + v2 + "; special = 160; arg0 = " + std::to_string(i + 1) +
                "; arg2 = 16; } ";
    }
    expect_cut_of(text, {Rule::texture_missing, Rule::texture_unused});
}

// The counted work bounds the time: nothing else in a rule grows faster than the map.
TEST(CheckHostile, AMapOfTheUsualShapeStaysFarBelowTheLimit) {
    Drawing map;
    map.sector();
    for (int i = 0; i < 40 * 40; ++i) {
        const int x = i % 40 * 128, y = i / 40 * 128;
        map.room(x, y, x + 64, y + 64, 0);
        map.thing(x + 32, y + 32, 3001);
    }
    const std::string text = map.text();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    const std::uint64_t elements = 1600 * (4 + 4 + 4 + 1);
    EXPECT_LT(least_steps(loaded.value), 20 * elements);
    EXPECT_GT(flatline::engine::Limits().check_steps, 100 * elements);
}

}  // namespace check_hostile_test
