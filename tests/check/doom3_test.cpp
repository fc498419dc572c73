// Every check of docs/doom3.md, "Checks", on the maps of doom3_rows.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "check/doom3_rows.hpp"
#include "doom3/maps.hpp"
#include "model/check.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"

namespace {

using doom3_maps::cube;
using doom3_rows::box;
using doom3_rows::entity;
using doom3_rows::kPatch;
using doom3_rows::prism;
using doom3_rows::Row;
using doom3_rows::rows;
using doom3_rows::side;
using doom3_rows::world;

/// The findings of the load and of check, each once: "rule element index" sorted, a space between.
std::string found(const std::string& text, const flatline::engine::Limits& limits = {}) {
    flatline::engine::Doom3Options options;
    options.limits = limits;
    const doom3_maps::Loaded loaded(text, options);
    std::multiset<std::string> all;
    const auto add = [&](const flatline::engine::FindingList& list) {
        for (const flatline::engine::Finding& f : list.kept()) {
            EXPECT_EQ(f.severity,
                      static_cast<std::uint8_t>(flatline::engine::rule_rows()[f.rule].severity));
            EXPECT_EQ(f.lump, static_cast<std::uint8_t>(flatline::engine::Lump::map));
            EXPECT_TRUE(f.offset == FLATLINE_NO_OFFSET || f.offset + f.length <= text.size());
            all.insert(std::string(load_text::rule_id(f)));
        }
    };
    add(loaded.result.findings);
    if (loaded.ok()) {
        flatline::engine::CheckOptions wanted;
        wanted.limits = limits;
        add(flatline::engine::check(loaded.map(), wanted).findings);
    }
    std::string out;
    for (const std::string& rule : all) out += (out.empty() ? "" : " ") + rule;
    return out;
}

TEST(CheckDoom3, EveryRuleFiresAndStaysSilent) {
    for (const Row& row : rows()) {
        const std::string fires = " " + found(row.fires) + " ";
        const std::string silent = " " + found(row.silent) + " ";
        const std::string rule = " " + std::string(row.rule) + " ";
        EXPECT_NE(fires.find(rule), std::string::npos) << row.rule << " in:" << fires;
        EXPECT_EQ(silent.find(rule), std::string::npos) << row.rule << " in:" << silent;
    }
}

TEST(CheckDoom3, EveryRuleFiresAtItsPlace) {
    for (const Row& row : rows()) {
        const doom3_maps::Loaded loaded(row.fires);
        std::string places;
        const auto add = [&](const flatline::engine::FindingList& list) {
            for (const flatline::engine::Finding& f : list.kept()) {
                if (load_text::rule_id(f) != row.rule) continue;
                if (f.offset == FLATLINE_NO_OFFSET) continue;
                const std::string before = row.fires.substr(0, f.offset);
                const std::size_t column = before.size() - (before.rfind('\n') + 1);
                places += std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" +
                          std::to_string(column + 1);
            }
        };
        add(loaded.result.findings);
        if (loaded.ok()) {
            const auto checked = flatline::engine::check(loaded.map());
            add(checked.findings);
        }
        EXPECT_EQ(places, row.place) << row.rule << " in:\n" << row.fires;
    }
}

// Of keys that occur again each is told but the first, of empty ones that they are.
TEST(CheckDoom3, KeysThatOccurManyTimes) {
    constexpr std::uint64_t kTimes = 40;
    std::string body;
    for (std::uint64_t i = 0; i < kTimes; ++i) body += "\"a\" \"b\"\n";
    const doom3_maps::Loaded loaded(world(body));
    const flatline::engine::FindingList findings = flatline::engine::check(loaded.map()).findings;
    ASSERT_EQ(findings.total(), kTimes - 1);
    const std::uint64_t first = loaded.text.find("\"a\"") + 1;
    for (std::uint64_t i = 1; i < kTimes; ++i)
        EXPECT_EQ(findings.kept()[i - 1].offset, first + 8 * i);
    EXPECT_EQ(found(world("\"\" \"1\"\n\"\" \"2\"\n")), "empty-key empty-key");
    EXPECT_EQ(found(world("") + "{ \"classname\" \"light\" \"name\" \"\" }\n"
                                "{ \"classname\" \"light\" \"name\" \"\" }\n"),
              "light-without-name light-without-name");
}

TEST(CheckDoom3, ASideThatCutsNothingIsTheOneNumber) {
    const doom3_maps::Loaded loaded(world(box(6, side("0 0 1 -65"))));
    const flatline::engine::FindingList findings = flatline::engine::check(loaded.map()).findings;
    ASSERT_EQ(findings.total(), 1u);
    EXPECT_EQ(load_text::rule_id(findings.kept()[0]), "brush-redundant-side");
    EXPECT_EQ(findings.kept()[0].a, 6);
    EXPECT_EQ(findings.kept()[0].b, 0);
}

TEST(CheckDoom3, GoodMapsHaveNoFindings) {
    EXPECT_EQ(found(entity("\"origin\" \"1 2 3\"\n")), "");
    EXPECT_EQ(found(world(cube() + kPatch)), "");
    EXPECT_EQ(found(world(box())), "");
    EXPECT_EQ(found(entity("\"origin\" \"1 2 3\"\n\"model\" \"one\"\n" + box())), "");
}

TEST(CheckDoom3, TheTableOfChecksIsComplete) {
    std::ifstream table(paths::shared() + "/reference/doom3-features.tsv");
    if (!table) GTEST_SKIP() << needs::reference();
    std::set<std::string> tested;
    for (const Row& row : rows()) tested.insert(row.rule);
    std::size_t count = 0;
    for (std::string line; std::getline(table, line);) {
        if (line.rfind("check\t", 0) != 0) continue;
        ++count;
        std::string cells[4];
        for (std::size_t i = 0, at = 0; i < 4; ++i) {
            const std::size_t end = line.find('\t', at);
            cells[i] = line.substr(at, end - at);
            at = end + 1;
        }
        EXPECT_EQ(tested.count(cells[1]), 1u) << cells[1];
        const std::string severity = cells[3] == "info" ? "note" : cells[3];
        bool known = false;
        for (const flatline::engine::RuleRow& rule : flatline::engine::rule_rows()) {
            if (rule.id != cells[1]) continue;
            known = true;
            EXPECT_EQ(flatline::engine::severity_name(rule.severity), severity) << cells[1];
        }
        EXPECT_TRUE(known) << cells[1];
    }
    EXPECT_EQ(count, 46u);
}

TEST(CheckDoom3, DuplicatePlanesTellMaterialsApart) {
    const auto differ = [](const std::string& material) {
        const doom3_maps::Loaded loaded(world(box(6, side("0 0 1 -64", material))));
        const flatline::engine::FindingList findings =
            flatline::engine::check(loaded.map()).findings;
        EXPECT_EQ(findings.kept().size(), 1u);
        EXPECT_EQ(findings.kept()[0].a, 0) << "the side that counts";
        EXPECT_EQ(findings.kept()[0].offset, loaded.map().sides()[6].offset);
        return findings.kept()[0].b;
    };
    EXPECT_EQ(differ("\"textures/a\" 0 0 0"), 0);
    EXPECT_EQ(differ("\"textures/b\" 0 0 0"), 1);
}

TEST(CheckDoom3, WindingPointsOverTheirLimit) {
    flatline::engine::Limits limits;
    limits.winding_points = 20;
    EXPECT_EQ(found(prism(20), limits), "");
    EXPECT_EQ(found(prism(21), limits), "limit-winding-points");
}

TEST(CheckDoom3, LinearOnHostileEntities) {
    // One entity with many targets, another with as many names that are the same.
    std::string body;
    for (int i = 0; i < 20000; ++i) body += "\"target\" \"nobody\"\n";
    flatline::engine::Limits limits;
    limits.findings = 10;
    EXPECT_NE(found(entity(body), limits), "");
}

TEST(Doom3Checks, TheHostMayEndItAtEveryCall) {
    struct Host {
        int calls = 0;
        int end_at = -1;
        static bool report(void* context, std::uint64_t done, std::uint64_t total) {
            Host& host = *static_cast<Host*>(context);
            EXPECT_LE(done, total);
            return host.calls++ != host.end_at;
        }
    };
    const doom3_maps::Loaded loaded(world(box(2, side("1 0 0 64"))));
    ASSERT_TRUE(loaded.ok());
    Host host;
    flatline::engine::CheckOptions options;
    options.progress = {Host::report, &host, 0};
    EXPECT_TRUE(flatline::engine::check(loaded.map(), options));
    const int calls = host.calls;
    EXPECT_GT(calls, 3);
    for (int i = 0; i < calls; ++i) {
        host = {};
        host.end_at = i;
        const auto result = flatline::engine::check(loaded.map(), options);
        EXPECT_EQ(result.status, flatline::engine::Status::cancelled) << i;
        EXPECT_EQ(result.findings.total(), 0u) << i;
        EXPECT_EQ(host.calls, i + 1) << "nothing goes on after that";
    }
}

}  // namespace
