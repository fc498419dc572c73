// What all rules share: levels, memory, an end by the host, rules that did not run.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "check/check_maps.hpp"
#include "check/context.hpp"
#include "load/points.hpp"
#include "model/resources.hpp"

namespace check_framework_test {

using check_maps::Parts;
using flatline::engine::CheckOptions;
using flatline::engine::Rule;
using flatline::engine::RuleLevel;

// Four sides and a sector that nothing uses.
std::string spoilt() {
    Parts parts;
    for (int i = 0; i < 4; ++i) parts.sidedefs += "sidedef{sector=0;}";
    parts.sectors += "sector{texturefloor=\"A\";textureceiling=\"A\";}";
    return parts.text();
}

TEST(CheckFramework, EveryRuleHasANote) {
    for (std::size_t i = 0; i < flatline::engine::kRuleCount; ++i) {
        const flatline::engine::RuleNote note = flatline::engine::rule_note(static_cast<Rule>(i));
        EXPECT_FALSE(note.why.empty()) << flatline::engine::rule_rows()[i].id;
        EXPECT_FALSE(note.mend.empty()) << flatline::engine::rule_rows()[i].id;
        EXPECT_FALSE(note.ports.empty()) << flatline::engine::rule_rows()[i].id;
        if (note.mend.empty()) continue;
        EXPECT_EQ(note.mend.back(), '.') << flatline::engine::rule_rows()[i].id;
        EXPECT_NE(note.why.back(), '.') << flatline::engine::rule_rows()[i].id;
    }
    EXPECT_TRUE(flatline::engine::rule_note(Rule::count_).why.empty());
}

// The limit `check-steps`: exactly so many are spent, one more cuts the rule short.
TEST(CheckFramework, StepsOverTheLimitCutARule) {
    CheckOptions options;
    options.limits.check_steps = 3;
    flatline::engine::Budget budget(1u << 20);
    flatline::engine::FindingList findings;
    const flatline::engine::Map map;
    flatline::engine::sanity::Context context(map, options, budget, findings, 1);
    EXPECT_TRUE(context.spend(2));
    EXPECT_TRUE(context.spend());
    EXPECT_FALSE(context.was_cut());
    EXPECT_FALSE(context.spend());
    EXPECT_TRUE(context.was_cut());
    EXPECT_TRUE(context.goes_on());
    context.begin_rule();
    EXPECT_FALSE(context.was_cut());
}

TEST(CheckFramework, EveryNoteHasARule) {
    constexpr std::string_view kIds[] = {
#define FLATLINE_RULE_NOTE(id, why, mend, ports) id,
#include "base/rule_notes.inc"
#undef FLATLINE_RULE_NOTE
    };
    std::set<std::string_view> met;
    for (const flatline::engine::RuleRow& row : flatline::engine::rule_rows()) {
        for (std::string_view id : kIds) {
            const bool begins =
                id.back() == '*' && row.id.substr(0, id.size() - 1) == id.substr(0, id.size() - 1);
            if (!begins && id != row.id) continue;
            met.insert(id);
            break;
        }
    }
    for (std::string_view id : kIds) EXPECT_TRUE(met.count(id)) << id;
}

TEST(CheckFramework, RulesById) {
    EXPECT_EQ(flatline::engine::find_rule("side-unused"), Rule::side_unused);
    EXPECT_EQ(flatline::engine::find_rule("side-unuse"), Rule::count_);
    EXPECT_EQ(flatline::engine::find_rule(""), Rule::count_);
}

TEST(CheckFramework, LevelsAreSeveritiesAndOff) {
    const std::string text = spoilt();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    CheckOptions options;
    options.levels.set_all(RuleLevel::off);
    EXPECT_EQ(flatline::engine::check(loaded.value, options).findings.total(), 0u);
    options.levels.set(Rule::side_unused, RuleLevel::error);
    const auto result = flatline::engine::check(loaded.value, options);
    EXPECT_EQ(result.findings.errors(), 4u);
    EXPECT_EQ(result.findings.total(), 4u)
        << "sector-unused is off, although one function has both";
    EXPECT_EQ(options.levels.get(Rule::side_unused), RuleLevel::error);
}

TEST(CheckFramework, WhatARuleHasNot) {
    const std::string text = Parts{}.text();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    CheckOptions options;
    EXPECT_TRUE(
        flatline::engine::check(loaded.value, options).value.not_run.has(Rule::nodes_missing));
    options.levels.set(Rule::nodes_missing, RuleLevel::off);
    EXPECT_FALSE(
        flatline::engine::check(loaded.value, options).value.not_run.has(Rule::nodes_missing));
    EXPECT_TRUE(flatline::engine::check(loaded.value, options).value.cut_short.empty());
}

struct Host {
    int calls = 0;
    int end_at = -1;
    std::uint64_t last = 0;

    static bool report(void* context, std::uint64_t done, std::uint64_t total) {
        Host& host = *static_cast<Host*>(context);
        EXPECT_GE(done, host.last);
        EXPECT_LE(done, total);
        host.last = done;
        return host.calls++ != host.end_at;
    }
};

TEST(CheckFramework, TheHostIsToldAndMayEndIt) {
    const std::string text = spoilt();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    Host host;
    CheckOptions options;
    options.progress = {Host::report, &host, 0};
    EXPECT_TRUE(flatline::engine::check(loaded.value, options));
    const int calls = host.calls;
    EXPECT_GT(calls, 5);
    for (int i = 0; i < calls; ++i) {
        host = {};
        host.end_at = i;
        const auto result = flatline::engine::check(loaded.value, options);
        EXPECT_EQ(result.status, flatline::engine::Status::cancelled);
        EXPECT_EQ(result.findings.total(), 0u);
        EXPECT_EQ(host.calls, i + 1) << "nothing goes on after that";
    }
}

struct Memory {
    int taken = 0;
    int open = 0;
    int fail_at = -1;

    static void* acquire(void* context, std::size_t bytes) {
        Memory& memory = *static_cast<Memory*>(context);
        if (memory.taken++ == memory.fail_at) return nullptr;
        ++memory.open;
        return std::aligned_alloc(64, (bytes + 63) & ~std::size_t{63});
    }
    static void release(void* context, void* data, std::size_t) {
        --static_cast<Memory*>(context)->open;
        std::free(data);
    }
};

TEST(CheckFramework, EveryPieceOfMemoryMayBeMissing) {
    const std::string text = spoilt();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    Memory memory;
    CheckOptions options;
    options.memory = {Memory::acquire, Memory::release, &memory};
    const std::uint64_t all = flatline::engine::check(loaded.value, options).findings.total();
    EXPECT_EQ(memory.open, 0);
    const int pieces = memory.taken;
    EXPECT_GT(pieces, 1);
    for (int i = 0; i < pieces; ++i) {
        memory = {};
        memory.fail_at = i;
        const auto result = flatline::engine::check(loaded.value, options);
        EXPECT_EQ(result.status, flatline::engine::Status::out_of_memory) << i;
        EXPECT_LE(result.findings.total(), all + 1);
        EXPECT_EQ(result.findings.kept()[result.findings.kept().size() - 1].rule,
                  static_cast<int>(Rule::out_of_memory));
        EXPECT_EQ(memory.open, 0);
    }
}

TEST(CheckFramework, MemoryIsBounded) {
    const std::string text = spoilt();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    const std::uint64_t needed = flatline::engine::check(loaded.value).memory.used;
    EXPECT_GT(needed, 0u);
    CheckOptions options;
    options.limits.arena_bytes = needed;
    EXPECT_TRUE(flatline::engine::check(loaded.value, options));
    options.limits.arena_bytes = needed - 1;
    const auto result = flatline::engine::check(loaded.value, options);
    EXPECT_EQ(result.status, flatline::engine::Status::refused);
    EXPECT_EQ(result.findings.errors(), 1u);
}

TEST(CheckFramework, PointsOfElements) {
    Parts parts;
    parts.sidedefs += "sidedef{sector=0;}";
    parts.sectors += "sector{texturefloor=\"A\";textureceiling=\"A\";}";
    const std::string text = parts.text();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    const auto point = [&](std::uint8_t element, std::uint32_t index) {
        flatline::engine::Finding f = flatline::engine::make_finding(Rule::side_unused);
        f.element = element;
        f.index = index;
        flatline_location found{};
        flatline::engine::find_points(loaded.value, {&f, 1}, &found);
        const flatline_vertex at = found.point;
        return at.x != at.x ? "none" : std::to_string(at.x) + " " + std::to_string(at.y);
    };
    EXPECT_EQ(point(FLATLINE_VERTEX, 1), "64.000000 0.000000");
    EXPECT_EQ(point(FLATLINE_LINEDEF, 1), "32.000000 32.000000");
    EXPECT_EQ(point(FLATLINE_SIDEDEF, 1), "32.000000 32.000000");
    EXPECT_EQ(point(FLATLINE_SIDEDEF, 3), "none") << "in no line";
    EXPECT_EQ(point(FLATLINE_SECTOR, 0), "32.000000 32.000000");
    EXPECT_EQ(point(FLATLINE_SECTOR, 1), "none") << "without a side";
    EXPECT_EQ(point(FLATLINE_THING, 0), "8.000000 8.000000");
    EXPECT_EQ(point(FLATLINE_THING, 1), "none") << "there is no such thing";
    EXPECT_EQ(point(FLATLINE_MAP, FLATLINE_NONE), "none");
}

TEST(CheckFramework, TheFindingCheckIncompleteNamesRules) {
    flatline::engine::Finding f = flatline::engine::make_finding(Rule::check_incomplete);
    const auto number = [](Rule rule) { return static_cast<std::int64_t>(rule) + 1; };
    f.a = number(Rule::side_unused) | number(Rule::sector_unused) << 16;
    EXPECT_NE(load_text::sentence(f, "").find("finished: side-unused, sector-unused"),
              std::string::npos);
    f.a |= number(Rule::side_unused) << 32 | number(Rule::side_unused) << 48;
    f.b = number(Rule::nodes_missing);
    const std::string five = load_text::sentence(f, "");
    EXPECT_EQ(five.substr(five.size() - 26), "side-unused, nodes-missing");
}

// How many findings a rule has with so many steps, and whether it was cut.
struct Cut {
    std::uint64_t findings;
    bool is_cut;
};
Cut with_steps(const flatline::engine::Map& map, Rule rule, std::uint64_t steps,
               const flatline::engine::Resources& resources) {
    CheckOptions options;
    options.levels.set_all(RuleLevel::off);
    options.levels.set(rule, RuleLevel::warning);
    options.limits.check_steps = steps;
    options.resources = &resources;
    const auto result = flatline::engine::check(map, options);
    return {result.findings.total(), result.value.cut_short.has(rule)};
}

// Rooms side by side with a lower one in each, walls over walls, vertices on walls, and things in
// things and in walls.
std::string troubled() {
    check_maps::Drawing map;
    map.sector();
    map.sector("id=5;");
    for (int i = 0; i < 12; ++i) {
        const double x = 200.0 * i;
        map.room(x, 0, x + 128, 128, 0);
        const int west = map.vertex(x, 0);
        const int east = map.vertex(x + 64, 0);
        const int top = map.vertex(x + 32, 64);
        map.line(west, east, 0);
        map.line(east, top, 0, 1);
        map.thing(x + 4, 64, 1);
        map.thing(x + 6, 64, 1);
    }
    const int control = map.vertex(-64, -64);
    map.line(control, map.vertex(-64, -32), 0, -1, "special=160;arg0=5;arg1=1;arg2=32;");
    return map.text();
}

TEST(CheckFramework, ACutRuleStopsWhereItIs) {
    const std::string text = troubled();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded) << load_text::story(loaded, text);
    flatline::engine::Resources resources;
    (void)resources.add(flatline::engine::ResourceKind::texture, "W", {60, 128});
    // Some tell what they have found so far, others nothing that is not all.
    const struct {
        Rule rule;
        bool tells_a_part;
    } rows[] = {{Rule::texture_misaligned, true},   {Rule::line_overlap, true},
                {Rule::vertex_on_line, true},       {Rule::thing_stuck_in_line, true},
                {Rule::thing_stuck_in_thing, true}, {Rule::vertex_duplicate, false},
                {Rule::texture_missing, false}};
    for (const auto& row : rows) {
        const Cut whole = with_steps(loaded.value, row.rule, 1u << 20, resources);
        const auto id = flatline::engine::rule_rows()[static_cast<std::size_t>(row.rule)].id;
        EXPECT_GT(whole.findings, 5u) << id;
        EXPECT_FALSE(whole.is_cut) << id;
        bool has_part = false;
        std::uint64_t cuts = 0;
        for (std::uint64_t steps = 0; steps < 2000; ++steps) {
            const Cut now = with_steps(loaded.value, row.rule, steps, resources);
            if (!now.is_cut) break;
            ++cuts;
            // check-incomplete is off.
            has_part = has_part || (now.findings > 0 && now.findings < whole.findings);
        }
        EXPECT_GT(cuts, 0u) << id;
        EXPECT_EQ(has_part, row.tells_a_part) << id;
        if (row.tells_a_part) continue;
        for (std::uint64_t steps = 0; steps < cuts; ++steps) {
            EXPECT_EQ(with_steps(loaded.value, row.rule, steps, resources).findings, 0u) << id;
        }
    }
}

// One finding reports what was cut, beside all other findings; where there is room for none, in
// none.
TEST(CheckFramework, WhatWasCutIsToldOnce) {
    const std::string text = troubled() + "vertex{x=5;y=5;}\n";
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    CheckOptions options;
    options.levels.set_all(RuleLevel::off);
    for (const Rule rule : {Rule::vertex_unused, Rule::line_overlap, Rule::vertex_on_line,
                            Rule::thing_stuck_in_thing, Rule::check_incomplete}) {
        options.levels.set(rule, RuleLevel::warning);
    }
    options.limits.check_steps = 0;
    const auto result = flatline::engine::check(loaded.value, options);
    ASSERT_EQ(result.findings.kept().size(), 2u);
    EXPECT_EQ(load_text::rule_id(result.findings.kept()[0]), "vertex-unused");
    const flatline::engine::Finding& cut = result.findings.kept()[1];
    EXPECT_EQ(load_text::rule_id(cut), "check-incomplete");
    const auto number = [](Rule rule) { return static_cast<std::int64_t>(rule) + 1; };
    EXPECT_EQ(cut.a, number(Rule::vertex_on_line) | number(Rule::line_overlap) << 16 |
                         number(Rule::thing_stuck_in_thing) << 32);
    EXPECT_EQ(cut.b, 0);
    options.limits.findings = options.limits.finding_lines = 0;
    EXPECT_EQ(flatline::engine::check(loaded.value, options).findings.kept().size(), 0u);
}

}  // namespace check_framework_test
