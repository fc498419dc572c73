// Each limit that a TEXTMAP can meet: exactly the limit loads, one more is refused with a message
// that names the limit, and a refused map publishes nothing. Walks limit_rows(), so that a new
// limit without a test shows up.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "support/load_text.hpp"
#include "support/oracle.hpp"

namespace {

using flatline::engine::LimitRow;
using flatline::engine::Limits;
using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;

const char* const kPrefix = "namespace=\"zdoom\";";

std::string repeat(std::uint64_t n, const std::string& part) {
    std::string text;
    for (std::uint64_t i = 0; i < n; ++i) {
        text += part;
    }
    return text;
}

std::string nested(std::uint64_t n) { return repeat(n, "b{") + repeat(n, "}"); }

std::string digits(std::uint64_t n) { return std::string(n - 1, '0') + "7"; }

// A text that has exactly `n` of what the limit counts.
using Maker = std::function<std::string(std::uint64_t n)>;

struct Case {
    std::string what;
    Maker make;
};

// What stands in a text, by limit; several where it can be met in several places.
std::multimap<std::string, Case> cases() {
    const std::string line = "linedef{v1=0;v2=0;sidefront=0;}";
    const std::string ground = "vertex{x=0;y=0;}sidedef{sector=0;}sector{}";
    return {
        {"vertices", {"blocks", [](auto n) { return repeat(n, "vertex{x=1;y=2;}"); }}},
        {"linedefs", {"blocks", [=](auto n) { return ground + repeat(n, line); }}},
        {"sidedefs",
         {"blocks", [](auto n) { return "sector{}" + repeat(n, "sidedef{sector=0;}"); }}},
        {"sectors", {"blocks", [](auto n) { return repeat(n, "sector{}"); }}},
        {"things", {"blocks", [](auto n) { return repeat(n, "thing{x=1;y=2;type=3;}"); }}},
        {"string-bytes",
         {"known field",
          [](auto n) { return "sector{comment=\"" + std::string(n, 'a') + "\";}"; }}},
        {"string-bytes",
         {"texture",
          [](auto n) { return "sector{texturefloor=\"" + std::string(n, 'a') + "\";}"; }}},
        {"string-bytes",
         {"unknown field",
          [](auto n) { return "sector{user_a=\"" + std::string(n, 'a') + "\";}"; }}},
        {"string-bytes", {"global", [](auto n) { return "a=\"" + std::string(n, 'a') + "\";"; }}},
        {"identifier-bytes",
         {"unknown field", [](auto n) { return "sector{" + std::string(n, 'a') + "=1;}"; }}},
        {"identifier-bytes", {"unknown block", [](auto n) { return std::string(n, 'a') + "{}"; }}},
        {"identifier-bytes", {"global", [](auto n) { return std::string(n, 'a') + "=1;"; }}},
        {"number-bytes", {"integer", [](auto n) { return "sector{id=" + digits(n) + ";}"; }}},
        {"number-bytes", {"real", [](auto n) { return "sector{gravity=" + digits(n) + ";}"; }}},
        {"number-bytes", {"unknown field", [](auto n) { return "a=" + digits(n) + ";"; }}},
        {"number-bytes",
         {"fraction", [](auto n) { return "sector{gravity=." + std::string(n - 1, '3') + ";}"; }}},
        {"unknown-fields", {"fields", [](auto n) { return "sector{" + repeat(n, "b=1;") + "}"; }}},
        {"unknown-fields", {"globals", [](auto n) { return repeat(n, "b=1;"); }}},
        {"unknown-fields", {"blocks", [](auto n) { return repeat(n, "b{}"); }}},
        {"unknown-fields",
         {"inside a block",
          [](auto n) { return n == 0 ? std::string() : "b{" + repeat(n - 1, "c=1;") + "}"; }}},
        {"nesting", {"blocks", nested}},
    };
}

// No text meets these; archives, nodes, blockmaps, resources, checks and Doom 3 maps have tests of
// their own.
const std::set<std::string> kElsewhere = {"findings",
                                          "finding-lines",
                                          "archive-entries",
                                          "container-bytes",
                                          "inflated-bytes",
                                          "segs",
                                          "subsectors",
                                          "nodes",
                                          "node-depth",
                                          "blockmap-cells",
                                          "blockmap-entries",
                                          "entities",
                                          "pairs",
                                          "brushes",
                                          "brush-sides",
                                          "patch-points",
                                          "world-coordinate",
                                          "winding-points",
                                          "surface-points",
                                          "patch-size",
                                          "slope-steps",
                                          "check-steps",
                                          "node-steps",
                                          "resource-names",
                                          "config-bytes",
                                          "file-work",
                                          "inflation-ratio",
                                          "stdin-bytes"};
const std::set<std::string> kBelow = {"coordinate", "text-bytes", "arena-bytes"};

const LimitRow& row_of(const std::string& name) {
    for (const LimitRow& row : flatline::engine::limit_rows()) {
        if (row.name == name) {
            return row;
        }
    }
    throw std::out_of_range(name);
}

void expect_loads(const std::string& text, const LoadOptions& options) {
    const LoadResult<flatline::engine::Map> result = load_text::load(text, options);
    EXPECT_TRUE(result) << load_text::story(result, text);
    EXPECT_EQ(oracle::first_fault(result, text), "");
}

// Refused by the rule of this limit, whose sentence has the name and the value of the limit.
void expect_refused(const std::string& text, const LoadOptions& options, const std::string& name,
                    const std::string& value) {
    const LoadResult<flatline::engine::Map> result = load_text::load(text, options);
    EXPECT_EQ(result.status, flatline::engine::Status::refused);
    EXPECT_TRUE(result.value.empty());
    EXPECT_EQ(oracle::first_fault(result, text), "");
    const flatline::engine::Finding* finding = load_text::find(result, "limit-" + name);
    ASSERT_NE(finding, nullptr) << load_text::story(result, text);
    const std::string sentence = load_text::sentence(*finding, text);
    EXPECT_NE(sentence.find(name), std::string::npos) << sentence;
    EXPECT_NE(sentence.find(value), std::string::npos) << sentence;
    EXPECT_EQ(finding->severity, 2);
    EXPECT_LE(result.memory.used, options.limits.arena_bytes);
}

TEST(Limits, EveryRowHasATest) {
    const auto all = cases();
    for (const LimitRow& row : flatline::engine::limit_rows()) {
        const std::string name(row.name);
        EXPECT_TRUE(all.count(name) > 0 || kElsewhere.count(name) > 0 || kBelow.count(name) > 0)
            << name;
    }
}

TEST(Limits, ExactlyTheLimitLoadsOneMoreIsRefused) {
    for (const auto& [name, one] : cases()) {
        // Identifiers of the prefix take up to nine bytes, its string five, its keys as many.
        for (const std::uint64_t limit : {12, 13, 40}) {
            SCOPED_TRACE(name + ", " + one.what + ", " + std::to_string(limit));
            LoadOptions options;
            options.limits.*row_of(name).count = limit;
            expect_loads(kPrefix + one.make(limit), options);
            expect_refused(kPrefix + one.make(limit + 1), options, name, std::to_string(limit));
        }
    }
}

TEST(Limits, DefaultsOfContentAreExactToo) {
    for (const auto& [name, one] : cases()) {
        const std::uint64_t limit = Limits{}.*row_of(name).count;
        if (limit > 100'000) {
            continue;
        }
        SCOPED_TRACE(name + ", " + one.what);
        expect_loads(kPrefix + one.make(limit), {});
        expect_refused(kPrefix + one.make(limit + 1), {}, name, std::to_string(limit));
    }
}

TEST(Limits, ZeroLetsNothingThrough) {
    const auto all = cases();
    for (const char* name : {"vertices", "sectors", "things", "unknown-fields", "nesting"}) {
        const auto found = all.find(name);
        SCOPED_TRACE(name);
        LoadOptions options;
        options.limits.*row_of(name).count = 0;
        expect_loads(kPrefix + found->second.make(0), options);
        expect_refused(kPrefix + found->second.make(1), options, name, "0");
    }
}

TEST(Limits, Coordinate) {
    LoadOptions options;
    options.limits.coordinate = 100.0;
    expect_loads("vertex{x=100;y=-100;}thing{x=-100.0;y=100.0;type=1;}", options);
    expect_refused("vertex{x=100.5;y=0;}", options, "coordinate", "100");
    expect_refused("vertex{x=0;y=-101;}", options, "coordinate", "100");
    expect_refused("thing{x=1e9;y=0;type=1;}", options, "coordinate", "100");
    expect_refused("thing{x=0;y=-100.0000001;type=1;}", options, "coordinate", "100");
    options.limits.coordinate = 50'000.0;
    expect_loads("vertex{x=40000;y=-50000;}", options);
}

TEST(Limits, CoordinateIsOfPlacesOnly) {
    LoadOptions options;
    options.limits.coordinate = 1.0;
    expect_loads("thing{x=1;y=1;height=1000;type=1;}sector{heightfloor=500;}", options);
}

TEST(Limits, TextBytes) {
    const std::string text = std::string(kPrefix) + repeat(10, "sector{}");
    LoadOptions options;
    options.limits.text_bytes = text.size();
    expect_loads(text, options);
    options.limits.text_bytes = text.size() - 1;
    expect_refused(text, options, "text-bytes", std::to_string(text.size() - 1));
    const LoadResult<flatline::engine::Map> result = load_text::load(text, options);
    EXPECT_EQ(result.memory.used, 0u)
        << "a text over its limit is refused before anything is taken";
    EXPECT_EQ(load_text::find(result, "limit-text-bytes")->a,
              static_cast<std::int64_t>(text.size()));
}

TEST(Limits, TextBytesOfOwnedText) {
    const std::string text = repeat(10, "sector{}");
    LoadOptions options;
    options.limits.text_bytes = text.size() - 1;
    const LoadResult<flatline::engine::Map> result = flatline::engine::load_owned(
        flatline::engine::Buffer::copy_of(load_text::bytes(text)), options);
    EXPECT_EQ(result.status, flatline::engine::Status::refused);
}

// The smallest arena that the text loads with, found by halving.
std::uint64_t smallest_arena(const std::string& text) {
    std::uint64_t too_small = 0;
    std::uint64_t enough = LoadOptions{}.limits.arena_bytes;
    while (enough - too_small > 1) {
        const std::uint64_t middle = too_small + (enough - too_small) / 2;
        LoadOptions options;
        options.limits.arena_bytes = middle;
        (load_text::load(text, options) ? enough : too_small) = middle;
    }
    return enough;
}

TEST(Limits, ArenaBytes) {
    const std::string texts[] = {
        kPrefix + repeat(500, "vertex{x=1;y=2;}"),
        kPrefix + repeat(300, "thing{x=1;y=2;type=3;gravity=2;user_a=\"a\\\"b\";}"),
        kPrefix + repeat(200, "lump{a=1;b=\"c\";}"),
        std::string(kPrefix) + "sector{}sidedef{sector=0;}vertex{x=0;y=0;}" +
            repeat(400, "linedef{v1=0;v2=0;sidefront=0;sideback=0;}"),
    };
    for (const std::string& text : texts) {
        SCOPED_TRACE(text.substr(0, 60));
        const std::uint64_t least = smallest_arena(text);
        LoadOptions options;
        options.limits.arena_bytes = least;
        expect_loads(text, options);
        const LoadResult<flatline::engine::Map> exact = load_text::load(text, options);
        EXPECT_LE(exact.memory.used, least);
        EXPECT_LE(exact.memory.announced, least);
        options.limits.arena_bytes = least - 1;
        expect_refused(text, options, "arena-bytes", std::to_string(least - 1));
        // Small arenas all refuse, with nothing taken above them.
        for (std::uint64_t bytes = 0; bytes < least; bytes += 1 + least / 50) {
            options.limits.arena_bytes = bytes;
            expect_refused(text, options, "arena-bytes", std::to_string(bytes));
        }
    }
}

// The announced memory is an upper bound and no more than the limit; a bound above the limit
// alone refuses nothing.
TEST(Limits, AnnouncedMemoryStaysUnderTheArena) {
    const std::string text = kPrefix + repeat(1000, "// {\nvertex{x=1;y=2;}");
    const LoadResult<flatline::engine::Map> wide = load_text::load(text);
    ASSERT_TRUE(wide);
    EXPECT_LE(wide.memory.used, wide.memory.announced);
    LoadOptions options;
    options.limits.arena_bytes = smallest_arena(text);
    EXPECT_LE(options.limits.arena_bytes, wide.memory.announced);
    expect_loads(text, options);
}

TEST(Limits, RefusedMapsReportTheLimitOnce) {
    LoadOptions options;
    options.limits.sectors = 2;
    const std::string text = repeat(100, "sector{}");
    const LoadResult<flatline::engine::Map> result = load_text::load(text, options);
    std::size_t times = 0;
    for (const flatline::engine::Finding& finding : result.findings.kept()) {
        times += load_text::rule_id(finding) == "limit-sectors";
    }
    EXPECT_EQ(times, 1u) << load_text::story(result, text);
    EXPECT_EQ(load_text::find(result, "limit-sectors")->a, 3);
    EXPECT_EQ(load_text::find(result, "limit-sectors")->b, 2);
}

}  // namespace
