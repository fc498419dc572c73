// Every check of docs/doom3.md, "Checks": a map in which it fires, and the same map put right.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <string>

#include "doom3/maps.hpp"
#include "flatline/check.hpp"
#include "support/paths.hpp"

namespace {

using doom3_maps::brush;
using doom3_maps::cube;
using doom3_maps::kPatch;
using doom3_maps::world;

/// The findings of the load and of check, each once: "rule element index" sorted, a space between.
std::string found(const std::string& text, const flatline::Limits& limits = {}) {
    flatline::Doom3Options options;
    options.limits = limits;
    const doom3_maps::Loaded loaded(text, options);
    std::multiset<std::string> all;
    const auto add = [&](const flatline::FindingList& list) {
        for (const flatline::Finding& f : list.kept()) {
            EXPECT_EQ(f.severity,
                      static_cast<std::uint8_t>(flatline::rule_rows()[f.rule].severity));
            EXPECT_EQ(f.lump, static_cast<std::uint8_t>(flatline::Lump::map));
            EXPECT_TRUE(f.offset == FLATLINE_NO_OFFSET || f.offset + f.length <= text.size());
            all.insert(std::string(load_text::rule_id(f)));
        }
    };
    add(loaded.result.findings);
    if (loaded.ok()) {
        flatline::CheckOptions wanted;
        wanted.limits = limits;
        add(flatline::check(loaded.map(), wanted).findings);
    }
    std::string out;
    for (const std::string& rule : all) out += (out.empty() ? "" : " ") + rule;
    return out;
}

std::string side(const std::string& plane, const std::string& material = "\"textures/a\" 0 0 0",
                 const std::string& matrix = "( ( 1 0 0 ) ( 0 1 0 ) )") {
    return "( " + plane + " ) " + matrix + " " + material + "\n";
}
/// A box of half size 64 with one side exchanged, left out ("") or added (7th).
std::string box(std::size_t at = 9, const std::string& other = {}) {
    std::string sides[7] = {side("0 0 1 -64"),
                            side("0 1 0 -64"),
                            side("1 0 0 -64"),
                            side("0 0 -1 -64"),
                            side("0 -1 0 -64"),
                            side("-1 0 0 -64"),
                            ""};
    if (at < 7) sides[at] = other;
    std::string all;
    for (const std::string& one : sides) all += one;
    return brush(all);
}
std::string entity(const std::string& body) {
    return world("") + "{\n\"classname\" \"func_static\"\n\"name\" \"one\"\n" + body + "}\n";
}
std::string patch(const std::string& settings, const std::string& grid,
                  const std::string& keyword = "patchDef2") {
    return world("{ " + keyword + " { \"textures/a\" ( " + settings + " ) " + grid + " } }\n");
}
/// A curved grid of this size.
std::string grid(int width, int height) {
    std::string out = "(";
    for (int i = 0; i < width; ++i) {
        out += "(";
        for (int j = 0; j < height; ++j) {
            out += "( " + std::to_string(i * 8) + " " + std::to_string(i % 2 * 8) + " " +
                   std::to_string(j * 8) + " 0 0 )";
        }
        out += ")\n";
    }
    return out + ")";
}
std::string sized(int width, int height) {
    return patch(std::to_string(width) + " " + std::to_string(height) + " 0 0 0",
                 grid(width, height));
}
/// A prism of `count` sides around the z axis, and its lids.
std::string prism(int count) {
    std::string sides = side("0 0 1 -64") + side("0 0 -1 -64");
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * 3.14159265358979 * i / count;
        char plane[100];
        std::snprintf(plane, sizeof plane, "%.15f %.15f 0 -4096", std::cos(angle), std::sin(angle));
        sides += side(plane);
    }
    return world(brush(sides));
}
std::string entities(int count) {
    std::string out = world("");
    for (int i = 1; i < count; ++i) {
        out += "{\n\"classname\" \"light\"\n\"name\" \"" + std::to_string(i) + "\"\n}\n";
    }
    return out;
}

struct Row {
    const char* rule;
    std::string fires;
    std::string silent;  // has none of this rule
    const char* place;   // "line:column" where it fires, "" where the file has no such place
};

std::vector<Row> rows() {
    const std::string good = world(box());
    return {
        {"missing-worldspawn", "Version 2\n", good, ""},
        {"worldspawn-not-first",
         "Version 2\n{ \"classname\" \"light\" \"name\" \"a\" }\n" + good.substr(10), good, "3:1"},
        {"multiple-worldspawn", good + good.substr(10), good, "16:1"},
        {"missing-classname", good + "{ \"name\" \"a\" }\n", good, "16:1"},
        {"missing-classname", good + "{ \"name\" \"a\" \"classname\" \"\" }\n", good, "16:1"},
        {"spawnclass-in-map", "Version 2\n{ \"spawnclass\" \"worldspawn\" }\n",
         "Version 2\n{ \"spawnclass\" \"x\" \"classname\" \"worldspawn\" }\n", "2:4"},
        {"duplicate-key", world("\"a\" \"1\"\n\"A\" \"2\"\n"), world("\"a\" \"1\"\n\"b\" \"1\"\n"),
         "5:2"},
        {"empty-key", world("\"\" \"1\"\n"), world("\"a\" \"\"\n"), "4:2"},
        {"key-value-line-split", world("\"a\"\n\"1\"\n"), world("\"a\" \"1\"\n"), "4:1"},
        {"key-brace", world("\"{\" \"1\"\n"), world("\"a\" \"{\"\n"), "4:1"},
        {"material-line-split", world(box(0, side("0 0 1 -64", "\n\"textures/a\" 0 0 0"))), good,
         "8:1"},
        {"string-escape", world("\"a\" \"\\n\"\n"), world("\"a\" \"/n\"\n"), "4:5"},
        {"missing-header", good.substr(10), good, "1:1"},
        {"unsupported-version", world("", "4"), world("", "3"), "1:1"},
        {"ambiguous-number", world(box(0, side("0 0 1 -064"))), good, "7:9"},
        {"bad-number", world(box(0, side("0 0 1 -inf"))), good, "7:9"},
        {"unknown-primitive", world("{ mesh { } }\n"), good, "4:3"},
        {"face-trailing-tokens", world(box(0, side("0 0 1 -64", "\"textures/a\" 0"))), good,
         "7:52"},
        {"face-trailing-tokens", world(box(0, side("0 0 1 -64", "\"textures/a\" 0 0 0 0"))),
         world(box(0, side("0 0 1 -64", "\"textures/a\""))), "7:58"},
        {"empty-material", world(box(0, side("0 0 1 -64", "\"_emptyname\" 0 0 0"))), good, "7:1"},
        {"empty-material", world(box(0, side("0 0 1 -64", "\"\" 0 0 0"))), good, "7:1"},
        {"empty-material",
         world("{ patchDef2 { \"_default\" ( 3 3 0 0 0 ) " + grid(3, 3) + " } }\n"), sized(3, 3),
         "4:1"},
        {"material-prefix", world(box(0, side("0 0 1 -64", "\"a\" 0 0 0"))), good, "7:40"},
        {"material-prefix", world(box(), "1"), world(box(), "3"), "7:40"},
        // Right for the brushDef3 that has it first, wrong for the bare brush.
        {"material-prefix",
         world(box() + "{ ( 0 0 0 ) ( 0 1 0 ) ( 1 1 0 ) \"textures/a\" 0 0 0 1 1 }\n"),
         world(box() + "{ ( 0 0 0 ) ( 0 1 0 ) ( 1 1 0 ) \"a\" 0 0 0 1 1 }\n"), "7:40"},
        {"brush-too-few-sides", world(brush(side("0 0 1 -64") + side("1 0 0 -64"))), good, "4:1"},
        {"plane-degenerate", world(box(6, side("0 0 0 5"))), good, "13:1"},
        {"plane-degenerate",
         world("{\nbrushDef\n{\n( 0 0 0 ) ( 1 1 1 ) ( 2 2 2 ) "
               "( ( 1 0 0 ) ( 0 1 0 ) ) \"textures/a\" 0 0 0\n}\n}\n"),
         good, "7:1"},
        {"plane-not-unit", world(box(0, side("0 0 2 -128"))), world(box(0, side("0 0 1.0005 -64"))),
         "7:1"},
        {"duplicate-plane", world(box(6, side("0 0 1 -64.005"))),
         world(box(6, side("0 0 1 -64.015"))), "13:1"},
        {"mirrored-plane", world(box(5, side("-1 0 0 64"))), good, "12:1"},
        {"brush-open", world(box(5)), good, "4:1"},
        {"brush-empty", world(box(5, side("-1 0 0 65"))), good, "4:1"},
        {"brush-degenerate", world(box(5, side("-0.9999999998 0.00002 0 63.995"))),
         world(box(5, side("-1 0 0 63.9"))), "4:1"},
        {"brush-redundant-side", world(box(6, side("0 0 1 -65"))), good, "13:1"},
        {"brush-too-many-sides", prism(299), prism(298), "4:1"},
        {"brush-outside-world", world(box(0, side("0 0 1 -131073"))),
         world(box(0, side("0 0 1 -131072"))), "4:1"},
        {"texture-matrix-singular",
         world(box(0, side("0 0 1 -64", "\"textures/a\" 0 0 0", "( ( 1 2 0 ) ( 2 4 0 ) )"))), good,
         "7:1"},
        {"patch-bad-size", sized(1, 3), sized(3, 3), "4:1"},
        {"patch-bad-size", patch("0 3 0 0 0", "( )"), sized(5, 3), "4:28"},
        {"patch-bad-size", sized(3, 1), sized(3, 3), "4:1"},
        {"patch-even-dimension", sized(3, 4), sized(3, 5), "4:1"},
        {"patch-even-dimension", sized(4, 3), sized(3, 3), "4:1"},
        {"patch-too-large", sized(3, 101), sized(3, 99), "4:1"},
        {"patch-too-large", sized(101, 3), sized(99, 3), "4:1"},
        {"patch-bad-subdivisions", patch("3 3 4 65 0 0 0", grid(3, 3), "patchDef3"),
         patch("3 3 64 64 0 0 0", grid(3, 3), "patchDef3"), "4:1"},
        {"patch-bad-subdivisions", patch("3 3 0 4 0 0 0", grid(3, 3), "patchDef3"),
         patch("3 3 4 64 0 0 0", grid(3, 3), "patchDef3"), "4:1"},
        {"patch-bad-subdivisions", patch("3 3 65 4 0 0 0", grid(3, 3), "patchDef3"), sized(3, 3),
         "4:1"},
        {"patch-grid-mismatch", patch("3 3 0 0 0", grid(3, 5)), sized(3, 3), "4:84"},
        {"patch-degenerate",
         patch("3 3 0 0 0",
               "( ( ( 1 1 1 0 0 ) ( 2 2 2 0 0 ) ( 3 3 3 0 0 ) ) "
               "( ( 1 1 1 0 0 ) ( 2 2 2 0 0 ) ( 3 3 3 0 0 ) ) "
               "( ( 1 1 1 0 0 ) ( 5 5 5 0 0 ) ( 3 3 3 0 0 ) ) )"),
         sized(3, 3), "4:1"},
        {"target-missing", entity("\"target0\" \"two\"\n"),
         entity("\"target0\" \"TWO\"\n") + "{ \"classname\" \"a\" \"name\" \"two\" }\n", "8:12"},
        {"duplicate-key", world("\"a\" \"1\"\n\"A \" \"2\"\n"),
         world("\" a\" \"1\"\n\"a\" \"2\"\n"), "5:2"},
        {"empty-key", world("\" \" \"1\"\n"), world("\" a\" \"1\"\n"), "4:2"},
        {"target-missing", entity("\"target\" \"two t\"\n"),
         entity("\"target\" \"two \"\n") + "{ \"classname\" \"a\" \"name \" \"two\t\" }\n", "8:11"},
        {"target-missing", entity("\"bind\" \"two\"\n"), entity("\"target\" \"\"\n"), "8:9"},
        {"target-missing", entity("\"guiTarget\" \"two\"\n"), entity("\"binder\" \"two\"\n"),
         "8:14"},
        {"target-missing", entity("\"cameraTarget\" \"two\"\n"),
         entity("\"cameraTarget\" \"one\"\n"), "8:17"},
        {"target-self", entity("\"target\" \"ONE\"\n"), entity("\"bind\" \"one\"\n"), "8:11"},
        {"duplicate-name", entity("") + "{ \"classname\" \"a\" \"name\" \"One\" }\n", entity(""),
         "9:27"},
        {"missing-name", good + "{ \"classname\" \"a\" }\n", entity(""), "16:1"},
        {"light-without-name", good + "{ \"classname\" \"light\" }\n",
         good + "{ \"classname\" \"light\" \"noPrelight\" \"1\" }\n", "16:1"},
        {"bad-origin", entity("\"origin\" \"1 2\"\n"), entity("\"origin\" \"1 2 3\"\n"), "8:11"},
        {"origin-after-primitive", entity(box() + "\"origin\" \"1 2 3\"\n"),
         entity("\"origin\" \"1 2 3\"\n" + box()), "19:2"},
        {"worldspawn-origin", world("\"origin\" \"1 2 3\"\n"), entity("\"origin\" \"1 2 3\"\n"),
         "4:2"},
        {"origin-after-primitive", entity(kPatch + std::string("\"origin\" \"1 2 3\"\n")),
         entity("\"origin\" \"1 2 3\"\n" + std::string(kPatch)), "12:2"},
        {"empty-brush-entity", entity("\"model\" \"one\"\n"),
         entity("\"model\" \"one\"\n" + std::string(kPatch)), "5:1"},
        {"target-missing", world("\"name\" \"a\"\n\"target\" \"b\"\n"),
         world("\"name\" \"b\"\n\"bind\" \"b\"\n"), "5:11"},
        {"too-many-entities", entities(4097), entities(4096), ""},
        {"empty-brush-entity", entity("\"model\" \"one\"\n"), entity("\"model\" \"one\"\n" + box()),
         "5:1"},
        {"unclosed-block", good.substr(0, good.size() - 2), good, "2:1"},
    };
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
        const auto add = [&](const flatline::FindingList& list) {
            for (const flatline::Finding& f : list.kept()) {
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
            const auto checked = flatline::check(loaded.map());
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
    const flatline::FindingList findings = flatline::check(loaded.map()).findings;
    ASSERT_EQ(findings.total(), kTimes - 1);
    const std::uint64_t first = loaded.text.find("\"a\"") + 1;
    for (std::uint64_t i = 1; i < kTimes; ++i)
        EXPECT_EQ(findings.kept()[i - 1].offset, first + 8 * i);
    EXPECT_EQ(found(world("\"\" \"1\"\n\"\" \"2\"\n")), "empty-key empty-key");
    EXPECT_EQ(found(world("") + "{ \"classname\" \"light\" \"name\" \"\" }\n"
                                "{ \"classname\" \"light\" \"name\" \"\" }\n"),
              "light-without-name light-without-name");
}

TEST(CheckDoom3, GoodMapsHaveNoFindings) {
    EXPECT_EQ(found(entity("\"origin\" \"1 2 3\"\n")), "");
    EXPECT_EQ(found(world(cube() + kPatch)), "");
    EXPECT_EQ(found(world(box())), "");
    EXPECT_EQ(found(entity("\"origin\" \"1 2 3\"\n\"model\" \"one\"\n" + box())), "");
}

TEST(CheckDoom3, TheTableOfChecksIsComplete) {
    std::ifstream table(paths::shared() + "/reference/doom3-features.tsv");
    if (!table) GTEST_SKIP() << "no reference at " << paths::shared();
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
        for (const flatline::RuleRow& rule : flatline::rule_rows()) {
            if (rule.id != cells[1]) continue;
            known = true;
            EXPECT_EQ(flatline::severity_name(rule.severity), severity) << cells[1];
        }
        EXPECT_TRUE(known) << cells[1];
    }
    EXPECT_EQ(count, 46u);
}

TEST(CheckDoom3, DuplicatePlanesTellMaterialsApart) {
    const auto differ = [](const std::string& material) {
        const doom3_maps::Loaded loaded(world(box(6, side("0 0 1 -64", material))));
        const flatline::FindingList findings = flatline::check(loaded.map()).findings;
        EXPECT_EQ(findings.kept().size(), 1u);
        EXPECT_EQ(findings.kept()[0].a, 0) << "the side that counts";
        EXPECT_EQ(findings.kept()[0].offset, loaded.map().sides()[6].offset);
        return findings.kept()[0].b;
    };
    EXPECT_EQ(differ("\"textures/a\" 0 0 0"), 0);
    EXPECT_EQ(differ("\"textures/b\" 0 0 0"), 1);
}

TEST(CheckDoom3, WindingPointsOverTheirLimit) {
    flatline::Limits limits;
    limits.winding_points = 20;
    EXPECT_EQ(found(prism(20), limits), "");
    EXPECT_EQ(found(prism(21), limits), "limit-winding-points");
}

TEST(CheckDoom3, LinearOnHostileEntities) {
    // One entity with many targets, another with as many names that are the same.
    std::string body;
    for (int i = 0; i < 20000; ++i) body += "\"target\" \"nobody\"\n";
    flatline::Limits limits;
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
    flatline::CheckOptions options;
    options.progress = {Host::report, &host, 0};
    EXPECT_TRUE(flatline::check(loaded.map(), options));
    const int calls = host.calls;
    EXPECT_GT(calls, 3);
    for (int i = 0; i < calls; ++i) {
        host = {};
        host.end_at = i;
        const auto result = flatline::check(loaded.map(), options);
        EXPECT_EQ(result.status, flatline::Status::cancelled) << i;
        EXPECT_EQ(result.findings.total(), 0u) << i;
        EXPECT_EQ(host.calls, i + 1) << "nothing goes on after that";
    }
}

}  // namespace
