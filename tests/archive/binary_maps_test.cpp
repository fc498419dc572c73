// Binary maps out of archives.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/archive_map.hpp"
#include "support/binary_map.hpp"
#include "support/fake_file.hpp"

namespace archive_binary_maps_test {

using namespace flatline::engine;
using testing_support::open_bytes;
using testing_support::open_tree;
using testing_support::WadBuilder;
using Lumps = binary_map::Map;

LoadResult<flatline::engine::Map> load(Archive& archive, std::size_t map = 0,
                                       const LoadOptions& options = {}) {
    Loader loader;
    return load_map(archive, map, loader, options);
}

std::string wad_of(const Lumps& map, std::string_view label = "MAP01") {
    WadBuilder wad;
    return map.add_to(wad, label).build();
}

TEST(BinaryMaps, LoadOutOfAWadInBothFormats) {
    WadBuilder wad;
    Lumps::square().add_to(wad, "MAP01");
    Lumps::square(true).add_to(wad, "MAP02");
    Archive archive = open_bytes(wad.build());
    ASSERT_EQ(archive.maps().size(), 2u);
    EXPECT_TRUE(archive.findings().empty());
    const auto doom = load(archive, 0);
    ASSERT_TRUE(doom) << binary_map::findings(doom.findings);
    EXPECT_EQ(doom.value.format(), MapFormat::doom);
    EXPECT_EQ(doom.value.map_namespace(), "doom");
    EXPECT_EQ(load(archive, 1).value.format(), MapFormat::hexen);
}

TEST(BinaryMaps, InAnyOrderAndCase) {
    const Lumps square = Lumps::square();
    std::vector<std::pair<std::string, std::string>> lumps = {
        {"things", square.things},     {"LineDefs", square.linedefs}, {"SIDEDEFS", square.sidedefs},
        {"VERTEXES", square.vertexes}, {"SECTORS", square.sectors},   {"REJECT", "x"},
    };
    std::sort(lumps.begin(), lumps.end());
    do {
        WadBuilder wad;
        wad.lump("MAP15");
        for (const auto& [name, data] : lumps) wad.lump(name, data);
        Archive archive = open_bytes(wad.lump("PLAYPAL", "x").build());
        const auto result = load(archive);
        ASSERT_TRUE(result);
        ASSERT_EQ(result.value.linedefs().size(), 4u);
    } while (std::next_permutation(lumps.begin(), lumps.end()));
}

TEST(BinaryMaps, TheMapOutlivesTheArchive) {
    flatline::engine::Map map;
    {
        Archive archive = open_bytes(wad_of(Lumps::square()));
        map = std::move(load(archive).value);
    }
    EXPECT_EQ(map.name(map.sidedefs()[1].texturemiddle), "STONE");
    EXPECT_EQ(map.name(map.sectors()[0].textureceiling), "CEIL");
}

TEST(BinaryMaps, OutOfATree) {
    Archive archive = open_tree({{"maps/mapa1.wad", wad_of(Lumps::square(), "X")}});
    ASSERT_EQ(archive.maps().size(), 1u);
    EXPECT_EQ(archive.maps()[0].name, "MAPA1");
    EXPECT_TRUE(load(archive));
}

TEST(BinaryMaps, EveryLumpThatIsMissingIsNamed) {
    const Lumps square = Lumps::square();
    WadBuilder wad;
    wad.lump("MAP01").lump("LINEDEFS", square.linedefs).lump("SECTORS", square.sectors);
    Archive archive = open_bytes(wad.build());
    const auto result = load(archive);
    EXPECT_EQ(result.status, Status::refused);
    std::string sentences;
    for (const Finding& finding : result.findings.kept()) {
        EXPECT_EQ(load_text::rule_id(finding), "wad-lump-missing");
        EXPECT_EQ(finding.refuses, 1);
        sentences += load_text::sentence(finding, "") + "\n";
    }
    EXPECT_EQ(sentences,
              "the map has no lump 'VERTEXES'\nthe map has no lump 'SIDEDEFS'\n"
              "the map has no lump 'THINGS'\n");
}

TEST(BinaryMaps, ALumpOutsideTheFileRefusesOrIsDropped) {
    const Lumps square = Lumps::square();
    const auto with = [&](std::string_view outside) {
        WadBuilder wad;
        wad.lump("MAP01");
        const std::pair<std::string_view, std::string_view> lumps[] = {
            {"THINGS", square.things},     {"LINEDEFS", square.linedefs},
            {"SIDEDEFS", square.sidedefs}, {"VERTEXES", square.vertexes},
            {"SECTORS", square.sectors},   {"REJECT", "x"},
        };
        for (const auto& [name, data] : lumps) {
            if (name == outside) {
                wad.entry(name, 1'000'000, 10);
            } else {
                wad.lump(name, data);
            }
        }
        return open_bytes(wad.build());
    };
    for (const char* name : {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"}) {
        Archive archive = with(name);
        EXPECT_TRUE(archive.findings().empty()) << "the load says it";
        const auto result = load(archive);
        EXPECT_EQ(result.status, Status::refused) << name;
        ASSERT_EQ(result.findings.kept().size(), 1u);
        EXPECT_EQ(load_text::rule_id(result.findings.kept()[0]), "wad-lump-range");
    }
    Archive archive = with("REJECT");
    const auto dropped = load(archive);
    ASSERT_TRUE(dropped);
    EXPECT_EQ(dropped.findings.warnings(), 1u);
    LoadOptions strict;
    strict.strict = true;
    EXPECT_EQ(load(archive, 0, strict).status, Status::refused);
}

TEST(BinaryMaps, EmptyLumpsNeedNoPlace) {
    Lumps empty = Lumps::square();
    empty.things.clear();
    WadBuilder wad;
    wad.lump("MAP01")
        .entry("THINGS", 0xFFFFFFFF, 0)
        .lump("LINEDEFS", empty.linedefs)
        .lump("SIDEDEFS", empty.sidedefs)
        .lump("VERTEXES", empty.vertexes)
        .lump("SECTORS", empty.sectors)
        .entry("REJECT", 0xFFFFFFFF, 0);
    Archive archive = open_bytes(wad.build());
    const auto result = load(archive);
    ASSERT_TRUE(result);
    EXPECT_EQ(result.findings.total(), 0u) << binary_map::findings(result.findings);
    EXPECT_EQ(result.value.things().size(), 0u);
}

TEST(BinaryMaps, TooLongLumpsAreNotRead) {
    auto faults = std::make_shared<testing_support::Faults>();
    Archive archive = open_bytes(wad_of(Lumps::square()), "a.wad", {}, faults);
    LoadOptions options;
    options.limits.text_bytes = 100;
    const std::uint64_t reads = faults->reads;
    const auto result = load(archive, 0, options);
    EXPECT_EQ(faults->reads, reads);
    EXPECT_EQ(testing_support::refusal_lines(result), "limit-text-bytes\n");
}

}  // namespace archive_binary_maps_test
