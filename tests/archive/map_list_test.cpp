#include "archive/map_list.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "archive/finding.hpp"
#include "support/counting_memory.hpp"
#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace {

using namespace flatline::engine;
using testing_support::finding_lines;
using testing_support::map_lines;
using testing_support::open_bytes;
using testing_support::open_tree;
using testing_support::WadBuilder;

std::string names(const Archive& archive) {
    std::string out;
    for (const MapEntry& map : archive.maps()) out += std::string(map.name) + " ";
    return out;
}

TEST(MapList, NumbersRepeatsWithoutCase) {
    const Archive archive = open_bytes(
        WadBuilder().map("MAP01", "").map("map01", "").map("MAP02", "").map("Map01", "").build());
    EXPECT_EQ(names(archive), "MAP01 map01#2 MAP02 Map01#3 ");
    EXPECT_EQ(archive.find("MAP01#3"), &archive.maps()[3]);
    EXPECT_EQ(archive.find("map02"), &archive.maps()[2]);
    EXPECT_EQ(archive.find("MAP03"), nullptr);
}

TEST(MapList, NumbersDoNotMeetLabelsThatLookLikeThem) {
    EXPECT_EQ(names(open_bytes(
                  WadBuilder().map("A", "").map("A#2", "").map("A", "").map("A#2", "").build())),
              "A A#2 A#3 A#2#2 ");
    EXPECT_EQ(names(open_bytes(WadBuilder().map("A", "").map("A", "").map("A#2", "").build())),
              "A A#2 A#2#2 ");
    EXPECT_EQ(names(open_bytes(WadBuilder().map("", "").map("", "").build())), " #2 ");
}

TEST(MapList, NumbersGoThroughAllFilesOfATree) {
    const std::string wad = WadBuilder().map("MAP01", "").build();
    const Archive archive = open_tree({{"b.wad", wad}, {"a.wad", wad}, {"maps/map01.wad", wad}});
    EXPECT_EQ(map_lines(archive),
              "a.wad: MAP01 udmf TEXTMAP,ENDMAP\n"
              "b.wad: MAP01#2 udmf TEXTMAP,ENDMAP\n"
              "maps/map01.wad: MAP01#3 udmf TEXTMAP,ENDMAP\n");
}

TEST(MapList, FindingsNameTheirMap) {
    const Archive archive = open_bytes(WadBuilder()
                                           .map("MAP01", "x")
                                           .lump("MAP01")
                                           .lump("TEXTMAP", "x")
                                           .lump("ZNODES", "a")
                                           .lump("ZNODES", "b")
                                           .entry("BEHAVIOR", 0x7FFFFFFF, 1)
                                           .build());
    EXPECT_EQ(finding_lines(archive),
              "wad-endmap-missing MAP01#2\nwad-lump-duplicate MAP01#2\nwad-lump-range MAP01#2\n");
    EXPECT_FALSE(archive.broken());
    EXPECT_EQ(archive.finding_count(Severity::warning), 3u);
    EXPECT_EQ(archive.finding_count(Severity::error), 0u);
}

TEST(MapList, WhatStandsBehindAMapIsNotItsOwn) {
    const Archive archive = open_bytes(
        WadBuilder().map("MAP01", "x").entry("OUT", 0x7FFFFFFF, 1).lump("MORE", "y").build());
    EXPECT_EQ(finding_lines(archive), "wad-lump-range\n");
}

TEST(MapList, FindingsPointIntoTheDirectory) {
    const WadBuilder builder = WadBuilder().lump("A", "text").entry("OUT", 5000, 1);
    const Archive archive = open_bytes(builder.build());
    ASSERT_EQ(archive.findings().size(), 2u);  // the other is no-maps
    const Finding& finding = archive.findings()[0].finding;
    EXPECT_EQ(finding.rule, static_cast<std::uint16_t>(Rule::wad_lump_range));
    EXPECT_EQ(finding.severity, static_cast<std::uint8_t>(Severity::warning));
    EXPECT_EQ(finding.lump, static_cast<std::uint8_t>(Lump::directory));
    EXPECT_EQ(finding.offset, builder.directory() + 16);
    char sentence[100];
    const std::size_t size = describe(finding, "", sentence, sizeof sentence);
    EXPECT_EQ(std::string(sentence, size), "lump 'OUT' does not lie inside the file");
}

TEST(MapList, LumpsThatShareBytesAreOneFindingAWad) {
    WadBuilder wad;
    wad.map("MAP01", "namespace=\"doom\";").map("MAP02", "");
    wad.entry("ONE", 14, 4).entry("TWO", 15, 4).lump("LAST", "abc");
    const Archive archive = open_bytes(wad.build());
    ASSERT_EQ(archive.findings().size(), 1u) << finding_lines(archive);
    const ArchiveFinding& found = archive.findings()[0];
    EXPECT_EQ(found.finding.rule, static_cast<std::uint16_t>(Rule::wad_lump_overlap));
    EXPECT_EQ(found.finding.a, 2) << "lumps";
    EXPECT_EQ(found.finding.b, 6) << "the first in the directory";
    EXPECT_EQ(found.finding.offset, wad.directory() + 6 * 16);
    EXPECT_EQ(found.map, "");

    // Lumps of one map alone are that map's.
    WadBuilder inside;
    inside.lump("MAP01").lump("TEXTMAP", "namespace=\"doom\";").entry("ZNODES", 14, 4);
    inside.entry("REJECT", 15, 2).lump("ENDMAP");
    const Archive one = open_bytes(inside.build());
    ASSERT_EQ(one.findings().size(), 1u) << finding_lines(one);
    EXPECT_EQ(one.findings()[0].map, "MAP01");
}

TEST(MapList, KeepsFindingsUpToTheLimitAndErrorsFirst) {
    Limits limits;
    limits.finding_lines = 3;
    std::string wad;
    {
        WadBuilder builder;
        for (int i = 0; i < 5; ++i) builder.entry("OUT", 5000, 1);
        wad = builder.build();
    }
    const Archive archive =
        open_tree({{"a.wad", wad}, {"b.wad", "oops, no wad"}, {"c.wad", "oops"}}, limits);
    EXPECT_EQ(finding_lines(archive), "wad-header c.wad\nwad-lump-range a.wad\nwad-magic b.wad\n");
    EXPECT_EQ(archive.finding_count(Severity::warning), 6u);  // and no-maps
    EXPECT_EQ(archive.finding_count(Severity::error), 2u);

    limits.finding_lines = 1;
    const Archive one =
        open_tree({{"b.wad", "oops, no wad"}, {"c.wad", "x"}, {"d.wad", ""}}, limits);
    EXPECT_EQ(finding_lines(one), "wad-magic b.wad\n");
    EXPECT_EQ(one.finding_count(Severity::error), 3u);

    limits.finding_lines = 0;
    EXPECT_EQ(finding_lines(open_bytes("", "a.wad", limits)), "");
    EXPECT_TRUE(open_bytes("", "a.wad", limits).broken());
}

// Each lump of a map takes memory, so those of all WADs of a tree count together.
TEST(MapList, LimitOfEntriesCountsLumpsOfAllMaps) {
    const std::string wad = WadBuilder().map("A", "").build();  // 3 lumps, 2 of them kept
    Limits limits;
    limits.archive_entries = 4;
    EXPECT_EQ(names(open_tree({{"a.wad", wad}, {"b.wad", wad}}, limits)), "A A#2 ");
    const Archive over = open_tree({{"a.wad", wad}, {"b.wad", wad}, {"c.wad", wad}}, limits);
    EXPECT_EQ(names(over), "A A#2 ");
    EXPECT_EQ(finding_lines(over), "limit-archive-entries c.wad\n");
    EXPECT_EQ(over.findings()[0].finding.a, 6);
    EXPECT_EQ(over.findings()[0].finding.b, 4);
}

// Without memory for the table of names there is no list: no name is there twice.
TEST(MapList, NamesAreNumberedOrMemoryIsOut) {
    WadBuilder wad;
    for (int i = 0; i < 40; ++i) wad.map("MAP" + std::to_string(i % 8), "");
    const std::string bytes = wad.build();
    const std::string expected = names(open_bytes(bytes));
    counting_memory::Memory memory;
    const auto open = [&] {
        return Archive::from_file(std::make_unique<testing_support::FakeFile>(bytes), "a.wad", {},
                                  memory.hooks());
    };
    EXPECT_EQ(names(open()), expected);
    const std::uint64_t calls = memory.calls();
    ASSERT_GT(calls, 0u);
    for (std::uint64_t k = 0; k < calls; ++k) {
        memory.fail_at(k, false);
        const Archive archive = open();
        EXPECT_EQ(names(archive), archive.broken() ? "" : expected) << k;
        memory.heal();
    }
}

}  // namespace
