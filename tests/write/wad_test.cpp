#include "write/wad.hpp"
#include "support/lump_bytes.hpp"
#include "support/sampled.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/archive.hpp"
#include "support/corpus.hpp"
#include "support/fake_file.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/map_round_trip.hpp"
#include "support/needs.hpp"
#include "support/wad_builder.hpp"

namespace write_wad_test {

using flatline::engine::Bytes;
using flatline::engine::LumpView;
using flatline::engine::Status;
using flatline::engine::WriteResult;
using flatline::engine::write::Entries;
using load_text::bytes;

struct Lump {
    std::string name;
    std::string data;
    bool operator==(const Lump& other) const { return name == other.name && data == other.data; }
};

std::string u32(std::uint64_t value) {
    std::string text;
    for (int i = 0; i < 4; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
    return text;
}

std::string entry(std::uint64_t offset, std::uint64_t size, std::string name) {
    name.resize(8, '\0');
    return u32(offset) + u32(size) + name;
}

// The lumps of a WAD by a directory parser of the tests' own.
std::vector<Lump> lumps_of(const std::string& wad) {
    std::vector<Lump> lumps;
    const std::uint64_t count = corpus::u32(wad, 4);
    const std::uint64_t directory = corpus::u32(wad, 8);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at = directory + 16 * i;
        lumps.push_back(
            {wad.substr(at + 8, 8), wad.substr(corpus::u32(wad, at), corpus::u32(wad, at + 4))});
    }
    return lumps;
}

std::string padded(std::string name) {
    name.resize(8, '\0');
    return name;
}

std::vector<LumpView> views(const std::vector<Lump>& lumps) {
    std::vector<LumpView> all;
    for (const Lump& lump : lumps) all.push_back({lump.name, bytes(lump.data)});
    return all;
}

std::string changed(const std::string& wad, Entries gone, const std::vector<Lump>& lumps) {
    std::string out;
    const std::vector<LumpView> all = views(lumps);
    const WriteResult result = flatline::engine::write::write_changed_wad(
        bytes(wad), gone, {all.data(), all.size()}, map_round_trip::sink_to(out));
    return result && result.bytes == out.size() ? out : "";
}

// Data first, the directory last, as most tools write; labels point to what follows.
std::string plain_wad(const std::vector<Lump>& lumps) {
    std::string data;
    std::string directory;
    for (const Lump& lump : lumps) {
        directory += entry(12 + data.size(), lump.data.size(), lump.name);
        data += lump.data;
    }
    return "PWAD" + u32(lumps.size()) + u32(12 + data.size()) + data + directory;
}

const std::vector<Lump> kLumps = {{"FIRST", "11"}, {"MAP01", ""},   {"TEXTMAP", "ttt"},
                                  {"ZNODES", "z"}, {"ENDMAP", ""},  {"LAST", "2222"},
                                  {"MARK", ""},    {"EMPTYEND", ""}};

TEST(WriteWad, ANewOne) {
    std::string out;
    const std::vector<Lump> lumps = {{"MAP01", ""}, {"LONGER_THAN_8", "abc"}, {"X", "d"}};
    const std::vector<LumpView> all = views(lumps);
    const WriteResult result =
        flatline::engine::write_wad({all.data(), all.size()}, map_round_trip::sink_to(out));
    EXPECT_TRUE(result);
    EXPECT_EQ(result.bytes, out.size());
    EXPECT_EQ(out, "PWAD" + u32(3) + u32(16) + "abcd" + entry(12, 0, "MAP01") +
                       entry(12, 3, "LONGER_T") + entry(15, 1, "X"));
}

TEST(WriteWad, TheSameLumpsGiveTheSameBytes) {
    const std::string wad = plain_wad(kLumps);
    EXPECT_EQ(changed(wad, {2, 3}, {kLumps[2], kLumps[3], kLumps[4]}), wad);
}

TEST(WriteWad, OtherLumpsAreKept) {
    const std::string wad = plain_wad(kLumps);
    const std::vector<Lump> more = {{"TEXTMAP", "longer text"}, {"NEW", "n"}, {"ENDMAP", ""}};
    const std::string out = changed(wad, {2, 3}, more);
    std::vector<Lump> expected = {kLumps[0], kLumps[1], more[0],   more[1],
                                  more[2],   kLumps[5], kLumps[6], kLumps[7]};
    EXPECT_EQ(out, plain_wad(expected));
    const std::string fewer = changed(wad, {2, 3}, {});
    expected = {kLumps[0], kLumps[1], kLumps[5], kLumps[6], kLumps[7]};
    EXPECT_EQ(fewer, plain_wad(expected));
}

TEST(WriteWad, GapsAndWhatFollowsTheDirectoryStay) {
    // header, gap, B, gap, directory, A, rest
    const std::string wad = "IWAD" + u32(4) + u32(22) + "gap" + "BBBB" + "gap" +
                            entry(22 + 64, 2, "A") + entry(0, 0, "MAP01") + entry(15, 4, "B") +
                            entry(0xFFFFFF00u, 77, "OUTSIDE") + "AA" + "rest";
    const std::string out = changed(wad, {2, 1}, {{"LONG", "0123456789"}, {"C", "c"}});
    EXPECT_EQ(out, "IWAD" + u32(5) + u32(29) + "gap" + "0123456789c" + "gap" +
                       entry(29 + 80, 2, "A") + entry(0, 0, "MAP01") + entry(15, 10, "LONG") +
                       entry(25, 1, "C") + entry(0xFFFFFF00u + 7 + 16, 77, "OUTSIDE") + "AA" +
                       "rest");
}

TEST(WriteWad, BytesThatAnotherLumpSharesStay) {
    const std::string wad = "PWAD" + u32(3) + u32(16) + "abcd" + entry(12, 4, "KEPT") +
                            entry(13, 2, "GONE") + entry(12, 4, "KEPT2");
    const std::string out = changed(wad, {1, 1}, {{"NEW", "xyz"}});
    EXPECT_EQ(lumps_of(out),
              (std::vector<Lump>{
                  {padded("KEPT"), "abcd"}, {padded("NEW"), "xyz"}, {padded("KEPT2"), "abcd"}}));
}

TEST(WriteWad, LumpsOfTheMapMayShareBytesAmongThemselves) {
    const std::string wad = "PWAD" + u32(4) + u32(18) + "abcdef" + entry(12, 3, "A") +
                            entry(13, 4, "B") + entry(12, 2, "C") + entry(17, 1, "KEPT");
    const std::string out = changed(wad, {0, 3}, {{"NEW", "xyz"}});
    EXPECT_EQ(out, "PWAD" + u32(2) + u32(16) + "xyzf" + entry(12, 3, "NEW") + entry(15, 1, "KEPT"));
}

// A bare TEXTMAP has no WAD: a new one, with the label MAP01 whatever the file is called.
TEST(WriteWad, ABareMapGetsALabel) {
    const std::string label = "MAP01";
    for (const char* name : {"map07.textmap", "e1m1.udmf", "a b.udmf", ".udmf"}) {
        flatline::engine::Archive archive =
            testing_support::open_bytes(testing_support::square_text(), name);
        ASSERT_EQ(archive.maps().size(), 1u) << name;
        const std::vector<Lump> lumps = {{"TEXTMAP", "text"}, {"ENDMAP", ""}};
        const std::vector<LumpView> all = views(lumps);
        std::string out;
        const WriteResult result = flatline::engine::write_wad(archive, 0, {all.data(), all.size()},
                                                               map_round_trip::sink_to(out));
        ASSERT_TRUE(result) << name;
        EXPECT_EQ(lumps_of(out),
                  (std::vector<Lump>{
                      {padded(label), ""}, {padded("TEXTMAP"), "text"}, {padded("ENDMAP"), ""}}))
            << name;
    }
}

TEST(WriteWad, AMapOfAnArchiveIsReplacedInItsWad) {
    const std::string wad = plain_wad(kLumps);
    flatline::engine::Archive archive = testing_support::open_bytes(wad);
    const std::vector<Lump> lumps = {{"TEXTMAP", "new"}, {"ENDMAP", ""}};
    const std::vector<LumpView> all = views(lumps);
    std::string out;
    ASSERT_TRUE(flatline::engine::write_wad(archive, 0, {all.data(), all.size()},
                                            map_round_trip::sink_to(out)));
    EXPECT_EQ(out, changed(wad, {2, 3}, lumps));
    // No such map: refused with a finding, and nothing is written.
    out.clear();
    const WriteResult none = flatline::engine::write_wad(archive, 1, {all.data(), all.size()},
                                                         map_round_trip::sink_to(out));
    EXPECT_FALSE(none);
    EXPECT_EQ(none.findings.total(), 1u);
    EXPECT_EQ(out, "");
}

// An empty lump that goes may point anywhere, into another lump too.
TEST(WriteWad, EmptyLumpsThatPointIntoOthers) {
    const std::string wad = "PWAD" + u32(4) + u32(19) + "abcdxyz" + entry(12, 4, "KEPT") +
                            entry(14, 0, "MARK") + entry(16, 2, "GONE") + entry(18, 1, "KEPT2");
    EXPECT_EQ(lumps_of(changed(wad, {1, 2}, {{"NEW", "new"}})),
              (std::vector<Lump>{
                  {padded("KEPT"), "abcd"}, {padded("NEW"), "new"}, {padded("KEPT2"), "z"}}));
}

// What has no bytes shares none, wherever it says it is: in the header, in the directory.
TEST(WriteWad, MarkersMayPointAnywhere) {
    const std::string wad = "PWAD" + u32(5) + u32(15) + "xtt" + entry(12, 1, "FIRST") +
                            entry(5, 0, "HEADER") + entry(20, 0, "DIR") + entry(0, 0, "MAP01") +
                            entry(13, 2, "TEXTMAP");
    const std::string out = changed(wad, {3, 2}, {{"MAP01", ""}, {"TEXTMAP", "new"}});
    EXPECT_EQ(lumps_of(out), (std::vector<Lump>{{padded("FIRST"), "x"},
                                                {padded("HEADER"), ""},
                                                {padded("DIR"), ""},
                                                {padded("MAP01"), ""},
                                                {padded("TEXTMAP"), "new"}}));
    EXPECT_EQ(out.substr(12, 4), "xnew");
}

// What is shared with a lump after others stays, too.
TEST(WriteWad, BytesThatALaterLumpSharesStay) {
    const std::string wad = "PWAD" + u32(3) + u32(24) + "aabbccddeeff" + entry(12, 2, "A") +
                            entry(16, 4, "GONE") + entry(18, 4, "KEPT");
    EXPECT_EQ(
        lumps_of(changed(wad, {1, 1}, {{"NEW", "n"}})),
        (std::vector<Lump>{{padded("A"), "aa"}, {padded("NEW"), "n"}, {padded("KEPT"), "ddee"}}));
}

TEST(WriteWad, LargeLumpsAreHandedOverAndEmptyOnesNot) {
    struct Host {
        std::string all;
        std::size_t empty = 0;
        static bool write(void* host, const unsigned char* data, std::size_t size) {
            auto& self = *static_cast<Host*>(host);
            self.empty += size == 0 ? 1 : 0;
            self.all.append(reinterpret_cast<const char*>(data), size);
            return true;
        }
    };
    for (const std::size_t size : {4095u, 4096u, 4097u, 100000u}) {
        const std::vector<Lump> lumps = {{"A", "1"},
                                         {"BIG", std::string(size, 'x')},
                                         {"BIG2", std::string(size, 'y')},
                                         {"C", ""}};
        const std::vector<LumpView> all = views(lumps);
        Host host;
        ASSERT_TRUE(flatline::engine::write_wad({all.data(), all.size()}, {Host::write, &host}));
        EXPECT_EQ(host.all, plain_wad(lumps));
        EXPECT_EQ(host.empty, 0u);
    }
}

TEST(WriteWad, WhatCannotBeKeptIsRefused) {
    guarded::Page page(16);
    const Bytes head = page.put("PWAD" + u32(0));
    std::string none;
    EXPECT_EQ(
        flatline::engine::write::write_changed_wad(head, {0, 0}, {}, map_round_trip::sink_to(none))
            .status,
        Status::refused);
    EXPECT_EQ(changed("PWAD" + u32(0) + u32(8), {0, 0}, {}), "") << "a directory in the header";
    EXPECT_EQ(changed(plain_wad(kLumps), {9, 0}, {}), "") << "behind the last entry";

    const std::string shared_with_header =
        "PWAD" + u32(2) + u32(13) + "x" + entry(4, 4, "HEAD") + entry(12, 1, "A");
    EXPECT_EQ(changed(shared_with_header, {1, 1}, {}), "");
    const std::string shared_with_directory =
        "PWAD" + u32(2) + u32(13) + "x" + entry(20, 4, "DIR") + entry(12, 1, "A");
    EXPECT_EQ(changed(shared_with_directory, {1, 1}, {}), "");
    EXPECT_EQ(changed("PWAD" + u32(2) + u32(12) + entry(12, 0, "A"), {0, 1}, {}), "");
    EXPECT_EQ(changed("PWAD", {0, 0}, {}), "");
    EXPECT_EQ(changed(plain_wad(kLumps), {7, 2}, {}), "") << "there is no such entry";
    std::string out;
    const WriteResult result = flatline::engine::write::write_changed_wad(
        bytes(shared_with_header), {1, 1}, {}, map_round_trip::sink_to(out));
    EXPECT_EQ(result.status, Status::refused);
    EXPECT_EQ(load_text::rule_id(result.findings.kept()[0]), "wad-lump-overlap");
    EXPECT_EQ(result.findings.kept()[0].a, 1);
    EXPECT_EQ(result.findings.kept()[0].b, 0);
    const WriteResult cut = flatline::engine::write::write_changed_wad(
        bytes("PWAD"), {0, 0}, {}, map_round_trip::sink_to(out));
    ASSERT_EQ(cut.status, Status::refused);
    EXPECT_EQ(load_text::rule_id(cut.findings.kept()[0]), "wad-header");
    EXPECT_EQ(cut.findings.kept()[0].a, 4);
    EXPECT_EQ(cut.findings.kept()[0].b, 12);
    // A WAD that is a header alone has nothing wrong with it.
    EXPECT_EQ(flatline::engine::write::write_changed_wad(bytes("PWAD" + u32(0) + u32(12)), {0, 0},
                                                         {}, map_round_trip::sink_to(out))
                  .status,
              Status::ok);
}

TEST(WriteWad, BeyondFourGibibytesItIsRefused) {
    // The lump is never read: its size alone is too much.
    const unsigned char byte = 0;
    const LumpView lump{"BIG", Bytes(&byte, 0xFFFFFFFFu)};
    std::string out;
    const WriteResult result =
        flatline::engine::write_wad({&lump, 1}, map_round_trip::sink_to(out));
    EXPECT_EQ(result.status, Status::refused);
    EXPECT_EQ(load_text::rule_id(result.findings.kept()[0]), "limit-container-bytes");
    const std::string wad = plain_wad(kLumps);
    const WriteResult other = flatline::engine::write::write_changed_wad(
        bytes(wad), {2, 3}, {&lump, 1}, map_round_trip::sink_to(out));
    EXPECT_EQ(other.status, Status::refused);
    EXPECT_EQ(out, "");
}

TEST(WriteWad, ASinkMayEndIt) {
    const auto refuse = [](void*, const unsigned char*, std::size_t) { return false; };
    const std::vector<LumpView> all = views(kLumps);
    EXPECT_EQ(flatline::engine::write_wad({all.data(), all.size()}, {refuse, nullptr}).status,
              Status::cancelled);
    const std::string wad = plain_wad(kLumps);
    EXPECT_EQ(flatline::engine::write::write_changed_wad(bytes(wad), {2, 3}, {}, {refuse, nullptr})
                  .status,
              Status::cancelled);
}

// Every WAD of the corpus, each of its maps replaced by what it had: the same bytes again, but for
// WADs that store lumps in another order than they list them; those keep the bytes of each lump.
TEST(WriteWad, CorpusComesBack) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    std::size_t same = 0;
    testing_support::Sample sample(3);
    for (const std::string& path : corpus::files()) {
        if (!sample.takes()) continue;
        const std::string wad = corpus::read_file(path);
        if (!corpus::is_wad(wad) || wad.size() > (4u << 20)) continue;
        flatline::engine::Archive archive = flatline::engine::Archive::from_file(
            std::make_unique<testing_support::FakeFile>(wad), "a.wad", flatline::engine::Limits());
        for (std::size_t i = 0; i < archive.maps().size(); ++i) {
            std::vector<flatline::engine::Buffer> kept;
            std::vector<LumpView> lumps;
            flatline::engine::FindingList findings;
            for (const flatline::engine::MapLump& lump : archive.maps()[i].lumps) {
                kept.push_back(testing_support::lump_bytes(archive, i, lump, findings));
                lumps.push_back({lump.name, kept.back().bytes()});
            }
            if (findings.total() != 0) continue;  // a lump outside the file
            std::string out;
            const WriteResult result = flatline::engine::write_wad(
                archive, i, {lumps.data(), lumps.size()}, map_round_trip::sink_to(out));
            ASSERT_TRUE(result) << path;
            ++maps;
            same += out == wad;
            const auto before = lumps_of(wad);
            const auto after = lumps_of(out);
            ASSERT_EQ(before.size(), after.size()) << path;
            for (std::size_t k = 0; k < before.size(); ++k) {
                // After the NUL of a lump that is written again nothing is kept.
                EXPECT_STREQ(before[k].name.c_str(), after[k].name.c_str());
                EXPECT_EQ(before[k].data, after[k].data) << path << ' ' << before[k].name;
            }
        }
    }
    std::printf("%zu maps, %zu times the same file\n", maps, same);
    EXPECT_GT(maps, 100 / testing_support::one_in(3));
    EXPECT_GT(same, maps / 2);
}

// The last map in the file is changed first; all else stays as when one is changed after the other.
TEST(WriteWad, SeveralMapsAndNewNames) {
    using flatline::engine::WrittenMap;
    testing_support::WadBuilder builder;
    const std::string text = testing_support::square_text();
    builder.map("MAP01", text).map("MAP02", text).map("MAP03", text);
    flatline::engine::Archive archive = testing_support::open_bytes(builder.build(), "a.wad");
    ASSERT_EQ(archive.maps().size(), 3u);
    const std::vector<Lump> first = {{"TEXTMAP", "one"}, {"ENDMAP", ""}};
    const std::vector<Lump> third = {{"TEXTMAP", "much longer three"}, {"ENDMAP", ""}};
    const std::vector<LumpView> one = views(first);
    const std::vector<LumpView> three = views(third);
    const WrittenMap maps[] = {{0, {one.data(), one.size()}, "E1M1"},
                               {2, {three.data(), three.size()}, {}}};
    std::string out;
    const WriteResult result =
        flatline::engine::write_wad(archive, {maps, 2}, map_round_trip::sink_to(out));
    ASSERT_TRUE(result);
    EXPECT_EQ(lumps_of(out), (std::vector<Lump>{{padded("E1M1"), ""},
                                                {padded("TEXTMAP"), "one"},
                                                {padded("ENDMAP"), ""},
                                                {padded("MAP02"), ""},
                                                {padded("TEXTMAP"), text},
                                                {padded("ENDMAP"), ""},
                                                {padded("MAP03"), ""},
                                                {padded("TEXTMAP"), "much longer three"},
                                                {padded("ENDMAP"), ""}}));
    const WrittenMap twice[] = {maps[1], maps[1]};
    EXPECT_EQ(flatline::engine::write_wad(archive, {twice, 2}, map_round_trip::sink_to(out)).status,
              flatline::engine::Status::refused);
}

}  // namespace write_wad_test
