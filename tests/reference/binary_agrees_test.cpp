// Every classic binary map of the open corpus and of freedoom, in every namespace whose row its
// format allows: what the loader gives, by its API and by `flatline dump`, is what the reference
// reader reads, and what the loader gives for the text that the reference reader writes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "model/archive_map.hpp"
#include "reference/binary_corpus.hpp"
#include "reference/binary_explain.hpp"
#include "support/fake_file.hpp"
#include "support/json_diff.hpp"
#include "support/load_text.hpp"
#include "support/map_json.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"
#include "support/wad_builder.hpp"
#include "tools/run_tool.hpp"

namespace binary_agrees {

using nlohmann::json;
using reference::BinaryMap;

// The parts that the reference reader makes.
const char* const kParts[] = {"vertices", "linedefs", "sidedefs",     "sectors",
                              "things",   "unknown",  "sector_lines", "namespace"};

bool full() { return std::getenv("FLATLINE_FULL") != nullptr; }

// What takes seconds in JSON is left to the full run, which has the time.
bool is_small(const BinaryMap& map, std::size_t bytes) {
    return full() || map.lump("LINEDEFS").size() < bytes;
}

template <class Check>
void for_each_map(const std::vector<binary_corpus::MapFile>& files, Check check) {
    for (const binary_corpus::MapFile& file : files) {
        for (const BinaryMap& map : file.maps) {
            SCOPED_TRACE(file.path + ":" + map.name);
            check(file, map);
        }
    }
}

void expect_parts(const json& dump, const json& expected) {
    for (const char* part : kParts) {
        EXPECT_EQ(json_diff::first_difference(dump[part], expected[part]), "") << part;
    }
}

// The rule is a text, so the text must be one that both readers of texts read alike.
TEST(BinaryText, LoadsAsTheReferenceReadsIt) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    testing_support::Sample sample(3);
    for_each_map(binary_corpus::of_corpus(), [&](const auto&, const BinaryMap& map) {
        if (!sample.takes()) return;
        for (const std::string& name : binary_corpus::namespaces_of(map)) {
            const reference::BinaryText text = reference::write_udmf(map, name);
            if (!text.good || !map.supported || !is_small(map, 10'000)) continue;
            const flatline::engine::LoadResult<flatline::engine::Map> result =
                load_text::load(text.text);
            ASSERT_TRUE(result) << name << load_text::story(result, text.text);
            ++maps;
            expect_parts(map_json::dump(result.value), binary_corpus::dump_of(map, name));
        }
    });
    EXPECT_GT(maps, 300 / testing_support::one_in(3));
}

// The one WAD of the corpus that holds a map in both forms.
TEST(BinaryText, IsTheCopyThatAnEditorMade) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const std::string path = (corpus::folder() /
                              "udmf-zdoom/jewalky__UltimateDoomBuilder/"
                              "Tests__Textures__Medricel__textest@54644424.wad")
                                 .string();
    const std::string wad = corpus::read_file(path);
    ASSERT_FALSE(wad.empty()) << path;
    const std::vector<BinaryMap> binary = reference::binary_maps(wad);
    const std::vector<corpus::TextMap> text = corpus::maps_of_wad(wad);
    ASSERT_EQ(binary.size(), 1u);
    ASSERT_EQ(text.size(), 1u);
    const json ours = binary_corpus::dump_of(binary[0], "zdoom");
    const reference::Result theirs = reference::read(text[0].text);
    ASSERT_TRUE(ours.is_object() && theirs.dump.has_value());
    // Its vertices, things and scales were edited since.
    for (const char* part : {"linedefs", "sectors", "sector_lines", "unknown"}) {
        EXPECT_EQ(json_diff::first_difference(ours[part], (*theirs.dump)[part]), "") << part;
    }
}

TEST(BinaryCorpus, LoaderAgreesWithTheReference) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t loads = 0;
    testing_support::Sample sample(3);
    for_each_map(binary_corpus::of_corpus(), [&](const auto&, const BinaryMap& map) {
        if (!map.supported || !sample.takes()) return;
        for (const std::string& name : binary_corpus::namespaces_of(map)) {
            EXPECT_EQ(binary_compare::explained(map, name), "") << name;
            ++loads;
            if (!reference::write_udmf(map, name).good) {
                EXPECT_EQ(binary_compare::explained(map, name, true), "") << name << ", repaired";
            }
            if (!is_small(map, 60'000)) break;
        }
    });
    EXPECT_GT(loads, 500 / testing_support::one_in(3));
}

TEST(BinaryFreedoom, LoaderAgreesWithTheReference) {
    const std::vector<binary_corpus::MapFile> files = binary_corpus::of_freedoom();
    if (files.empty()) GTEST_SKIP() << needs::package("freedoom");
    std::size_t maps = 0;
    for_each_map(files, [&](const auto&, const BinaryMap& map) {
        for (const std::string& name : binary_corpus::namespaces_of(map)) {
            EXPECT_EQ(binary_compare::explained(map, name), "") << name;
            if (!full()) break;
        }
        ++maps;
    });
    EXPECT_EQ(maps, 68u);
}

// What `flatline check` says of freedoom's 68 maps, which load with the nodes they came with: about
// their lumps nothing, and of their lines one thing that is true. That line has the flag and no
// back side; ports clear the flag.
TEST(BinaryFreedoom, LoadsWithoutAWordAboutItsLumps) {
    if (paths::tool().empty()) GTEST_SKIP() << needs::package("libphysfs-dev");
    std::size_t maps = 0;
    std::string findings;
    const std::vector<binary_corpus::MapFile> files = binary_corpus::of_freedoom();
    if (files.empty()) GTEST_SKIP() << needs::package("freedoom");
    for (const binary_corpus::MapFile& file : files) {
        const auto run = flatline::engine::tool_test::run_tool({"check", "--json", file.path});
        EXPECT_EQ(run.exit_code, 0) << run.err;
        for (const json& map : run.of_type("map")) {
            EXPECT_EQ(map.value("status", ""), "ok") << map;
            EXPECT_EQ(map.value("format", ""), "doom") << map;
            EXPECT_GT(map["counts"].value("subsectors", 0), 0) << map;
            ++maps;
        }
        for (const json& finding : run.of_type("finding")) {
            const std::string rule = finding.value("rule", "");
            EXPECT_NE(finding.value("severity", ""), "error") << finding;
            for (const char* head : {"nodes", "blockmap", "reject", "lump", "wad", "limit",
                                     "line-twosided", "line-missing", "line-no", "side-sector-r"}) {
                if (rule.rfind(head, 0) != 0) continue;
                findings += finding.value("map", "") + " " + rule + "\n";
            }
        }
    }
    EXPECT_EQ(maps, 68u);
    EXPECT_EQ(findings, "E3M7 line-twosided-no-back\n");
}

// Classic nodes are published as they are stored, record by record.
TEST(BinaryFreedoom, NodesAreThoseOfTheLumps) {
    const std::vector<binary_corpus::MapFile> files = binary_corpus::of_freedoom();
    if (files.empty()) GTEST_SKIP() << needs::package("freedoom");
    for_each_map(files, [](const auto&, const BinaryMap& map) {
        const binary_compare::Result result =
            flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map));
        ASSERT_TRUE(result);
        const flatline_bsp& bsp = result.value.nodes();
        std::string segs, subsectors, nodes;
        const auto put = [](std::string& out, std::uint32_t value) {
            testing_support::put_u16(out, value);
        };
        const std::string stored = map.lump("SEGS");
        for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
            put(segs, bsp.segs[i].v1);
            put(segs, bsp.segs[i].v2);
            segs += stored.substr(12 * i + 4, 2);  // the angle, which is not published
            put(segs, bsp.segs[i].linedef);
            put(segs, bsp.segs[i].side);
            segs += stored.substr(12 * i + 10, 2);  // nor the offset
        }
        for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
            put(subsectors, bsp.subsectors[i].count);
            put(subsectors, bsp.subsectors[i].first);
        }
        for (std::uint32_t i = 0; i < bsp.node_count; ++i) {
            const flatline_node& node = bsp.nodes[i];
            for (const double value : {node.x, node.y, node.dx, node.dy}) {
                put(nodes, static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
            }
            nodes += map.lump("NODES").substr(28 * i + 8, 16);  // boxes are made anew
            for (const std::uint32_t child : node.children) put(nodes, child | child >> 16);
        }
        EXPECT_TRUE(segs == stored);
        EXPECT_TRUE(subsectors == map.lump("SSECTORS"));
        EXPECT_TRUE(nodes == map.lump("NODES"));
        EXPECT_EQ(bsp.original_vertices + bsp.vertex_count, map.lump("VERTEXES").size() / 4);
    });
}

// By the archive: the same maps by the same names, and by their format.
TEST(BinaryCorpus, ArchiveFindsTheMapsOfTheReference) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::vector<binary_corpus::MapFile> files = binary_corpus::of_freedoom();
    for (binary_corpus::MapFile& file : binary_corpus::of_corpus()) {
        files.push_back(std::move(file));
    }
    testing_support::Sample sample(3);
    for (const binary_corpus::MapFile& file : files) {
        SCOPED_TRACE(file.path);
        flatline::engine::Archive archive = testing_support::open_bytes(file.wad);
        flatline::engine::Loader loader;
        std::size_t next = 0;
        for (std::size_t i = 0; i < archive.maps().size(); ++i) {
            const flatline::engine::MapEntry& found = archive.maps()[i];
            if (found.format == flatline::engine::MapFormat::udmf) continue;
            ASSERT_LT(next, file.maps.size());
            const BinaryMap& map = file.maps[next++];
            EXPECT_EQ(found.name, map.name);
            if (!map.supported) continue;
            EXPECT_EQ(flatline::engine::map_format_name(found.format),
                      map.hexen() ? "hexen" : "doom");
            const binary_compare::Result result = load_map(archive, i, loader);
            if (!sample.takes()) continue;
            EXPECT_EQ(binary_compare::difference(result, map), "") << map.name;
        }
        EXPECT_EQ(next, file.maps.size());
    }
}

// What is refused for another reason than a bad index.
TEST(BinaryCorpus, WhatIsNotReadSaysWhy) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const std::string path =
        (corpus::folder() / "binary-doom/fragglet__wadptr/test__64c30n9.wad").string();
    const std::string wad = corpus::read_file(path);
    ASSERT_FALSE(wad.empty()) << path;
    flatline::engine::Archive archive = testing_support::open_bytes(wad);
    ASSERT_EQ(archive.maps().size(), 1u);
    flatline::engine::Loader loader;
    const binary_compare::Result result = load_map(archive, 0, loader);
    EXPECT_EQ(result.status, flatline::engine::Status::refused);
    EXPECT_NE(load_text::find(result, "map-unsupported"), nullptr);
}

TEST(BinaryCorpus, DumpAgreesWithTheReference) {
    if (paths::tool().empty()) GTEST_SKIP() << needs::package("libphysfs-dev");
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    testing_support::Sample sample(3);
    for_each_map(binary_corpus::of_corpus(), [&](const auto& file, const BinaryMap& map) {
        if (!is_small(map, 60'000) || !sample.takes()) return;
        const auto run =
            flatline::engine::tool_test::run_tool({"dump", file.path, "--map", map.name});
        const json expected = map.supported ? binary_corpus::dump_of(map) : json();
        ASSERT_EQ(run.exit_code, expected.is_object() ? 0 : 1) << run.err;
        if (!expected.is_object()) {
            EXPECT_EQ(run.out, "");
            return;
        }
        const json dump = run.object();
        expect_parts(dump, expected);
        EXPECT_EQ(dump.value("format", ""), expected["format"]);
        EXPECT_EQ(dump["counts"]["linedefs"], expected["linedefs"].size());
    });
}

}  // namespace binary_agrees
