// The threats of docs/security.md to BLOCKMAP, REJECT and lumps that are handed on unread, one test
// an id. The words of bad blockmaps and what is found in them are in tests/nodes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "support/fake_file.hpp"
#include "support/lump_bytes.hpp"
#include "support/wad_builder.hpp"
#include "threats/outcome.hpp"

namespace lumps_threats {

std::string words(const std::vector<int>& values) {
    std::string lump;
    for (const int value : values) {
        testing_support::put_u16(lump, static_cast<std::uint32_t>(value));
    }
    return lump;
}

std::string of_blockmap(const std::string& bytes, const flatline::engine::Limits& limits = {}) {
    flatline::engine::DerivedLumps lumps;
    lumps.blockmap = nodes_tools::bytes(bytes);
    return threats::of_lumps(lumps, limits);
}

TEST(Threat, BM_01_HeadersThatDoNotFit) {
    EXPECT_EQ(of_blockmap(words({0, 0, 1, 1, 5, 0, -1})), "loaded, stored");
    EXPECT_EQ(of_blockmap(words({0})), "loaded blockmap-invalid@2, built; strict: refused");
    EXPECT_EQ(of_blockmap(words({0, 0, 1, 1}).substr(0, 7)),
              "loaded blockmap-invalid@6, built; strict: refused");
    EXPECT_EQ(of_blockmap(words({0, 0, 0, 1, 5, 0, -1})),
              "loaded blockmap-invalid@4, built; strict: refused");
    EXPECT_EQ(of_blockmap(words({0, 0, 1, -1, 5, 0, -1})),
              "loaded blockmap-invalid@6, built; strict: refused");
    EXPECT_EQ(of_blockmap(words({0, 0, -1, -1, 5, 0, -1})),
              "loaded blockmap-invalid@6, built; strict: refused");
}

TEST(Threat, BM_02_OffsetsIntoTheTableOrBehind) {
    for (const int offset : {0, 3, 4, 7, 0xFFFF}) {
        EXPECT_EQ(of_blockmap(words({0, 0, 1, 1, offset, 0, -1})),
                  "loaded blockmap-invalid@8, built; strict: refused")
            << offset;
    }
}

TEST(Threat, BM_03_ListsWithoutAnEnd) {
    EXPECT_EQ(of_blockmap(words({0, 0, 1, 1, 5, 0, 1, 1})),
              "loaded blockmap-invalid@16, built; strict: refused");
    EXPECT_EQ(of_blockmap(words({0, 0, 1, 1, 5, 0})),
              "loaded blockmap-invalid@12, built; strict: refused");
}

TEST(Threat, BM_04_LinesThatDoNotExist) {
    EXPECT_EQ(of_blockmap(words({0, 0, 1, 1, 5, 0, 7, -1})),
              "loaded blockmap-invalid@12, built; strict: refused");
    EXPECT_EQ(of_blockmap(words({0, 0, 1, 1, 5, 0, 0xFFFE, -1})),
              "loaded blockmap-invalid@12, built; strict: refused");
    EXPECT_EQ(of_blockmap(words({0, 0, 1, 1, 5, 1, 2, -1})), "loaded, stored") << "no 0 in front";
}

// Sixty thousand blocks on one list of thousands: it is walked once and stored once.
TEST(Threat, BM_05_ManyBlocksOnOneLongList) {
    std::vector<int> lump = {0, 0, 240, 250};
    const int list = 4 + 240 * 250;
    lump.resize(static_cast<std::size_t>(list), list);
    lump.push_back(0);
    lump.resize(65'534, 3);
    lump.push_back(-1);
    EXPECT_EQ(of_blockmap(words(lump)), "loaded, stored");
    flatline::engine::DerivedLumps lumps;
    const std::string bytes = words(lump);
    lumps.blockmap = nodes_tools::bytes(bytes);
    flatline::engine::LoadOptions options;
    options.products = FLATLINE_PRODUCT_BLOCKMAP;
    options.lumps = lumps;
    const auto result = load_text::load(nodes_tools::two_squares_map(), options);
    EXPECT_LE(result.value.blockmap().entry_count, 65'534u - 60'000u);
    lump.back() = 3;
    EXPECT_EQ(of_blockmap(words(lump)), "loaded blockmap-invalid@131070, built; strict: refused");
}

// Built of a map as large as coordinates go; a grid over its limit is left out before memory is
// asked for.
TEST(Threat, BM_06_TheLargestExtent) {
    const std::string text = nodes_tools::textmap({{-32768, -32768}, {32768, 32768}, {0, 64}},
                                                  {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 0, 0, -1}}, 1);
    flatline::engine::LoadOptions options;
    options.products = FLATLINE_PRODUCT_BLOCKMAP;
    auto result = load_text::load(text, options);
    EXPECT_EQ(oracle::first_fault(result, text), "");
    EXPECT_EQ(result.value.blockmap().columns, 513u);
    EXPECT_EQ(result.value.blockmap().rows, 513u);
    options.limits.blockmap_cells = 513 * 513 - 1;
    result = load_text::load(text, options);
    EXPECT_EQ(threats::line_of(result.status, result.findings.kept()),
              "loaded limit-blockmap-cells");
    EXPECT_EQ(result.value.blockmap().columns, 0u);
}

TEST(Threat, RJ_01_TablesOfAnotherSize) {
    const auto of_reject = [](const std::string& bytes) {
        flatline::engine::DerivedLumps lumps;
        lumps.reject = nodes_tools::bytes(bytes);
        return threats::of_lumps(lumps);
    };
    EXPECT_EQ(of_reject(std::string(1, '\0')), "loaded, reject");
    EXPECT_EQ(of_reject(""), "loaded");
    EXPECT_EQ(of_reject(std::string(2, '\xFF')), "loaded reject-size@1, reject");
    EXPECT_EQ(of_reject(std::string(1u << 20, '\xFF')), "loaded reject-size@1, reject");
    // Five sectors need four bytes.
    std::string text = nodes_tools::two_squares_map() +
                       threats::repeat(3, "sector{texturefloor=\"F\";textureceiling=\"C\";}");
    flatline::engine::LoadOptions options;
    const std::string three(3, '\0');
    options.lumps.reject = nodes_tools::bytes(three);
    const auto result = load_text::load(text, options);
    EXPECT_EQ(threats::line_of(result.status, result.findings.kept()), "loaded reject-size@3");
    EXPECT_EQ(result.value.reject().bits, nullptr);
    EXPECT_TRUE(flatline::engine::sees(result.value.reject(), 4, 4))
        << "no padding, nothing is ruled out";
}

/// A map with one more lump, which comes back as it is and changes nothing of the load.
void expect_handed_on(const char* name, const std::string& bytes) {
    flatline::engine::Archive archive =
        testing_support::open_bytes(testing_support::WadBuilder()
                                        .lump("MAP01")
                                        .lump("TEXTMAP", testing_support::square_text())
                                        .lump(name, bytes)
                                        .lump("ENDMAP")
                                        .build());
    ASSERT_EQ(archive.maps().size(), 1u) << name;
    const flatline::engine::MapLump* lump = archive.maps()[0].lump(name, false);
    ASSERT_NE(lump, nullptr) << name;
    flatline::engine::FindingList problems;
    const flatline::engine::Buffer read = testing_support::lump_bytes(archive, 0, *lump, problems);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(read.data()), read.size()), bytes) << name;
    flatline::engine::Loader loader;
    const auto result = flatline::engine::load_map(archive, 0, loader);
    EXPECT_EQ(threats::line_of(result.status, result.findings.kept()), "loaded") << name;
}

// Compiled scripts: chunks beyond the end, ids below 0, jumps outside. No load looks into them; the
// check asks for the numbers of scripts only, with every read inside the lump.
TEST(Threat, BEH_01_CompiledScriptsAreBytes) {
    const std::string bad[] = {std::string("ACSE\xFF\xFF\xFF\x7F", 8) + std::string(20, '\xFF'),
                               std::string("ACS\0\x08\0\0\0\xFF\xFF\xFF\xFF", 12),
                               std::string("ACSe\x10\0\0\0SPTR\xFC\xFF\xFF\xFF\xFF\xFF", 18),
                               "ACS",
                               std::string(1, '\0'),
                               std::string(70'000, '\xFF')};
    const std::string text = testing_support::square_text();
    const auto map = load_text::load(text);
    for (const std::string& bytes : bad) {
        expect_handed_on("BEHAVIOR", bytes);
        const std::vector<char> exact(bytes.begin(), bytes.end());
        flatline::engine::CheckOptions options;
        options.behavior = nodes_tools::bytes({exact.data(), exact.size()});
        const auto report = flatline::engine::check(map.value, options);
        EXPECT_EQ(report.status, flatline::engine::Status::ok);
        EXPECT_EQ(oracle::first_fault(report.findings, text), "");
    }
}

TEST(Threat, DLG_01_OtherLumpsAreBytes) {
    for (const char* name : {"DIALOGUE", "SCRIPTS", "LIGHTMAP", "SCRIPT01"}) {
        expect_handed_on(name, std::string(5000, '\xFF') + "{{{{\"");
    }
    // What is read counts towards the bytes of the archive.
    flatline::engine::Limits limits;
    limits.inflated_bytes = 1000;
    flatline::engine::Archive archive =
        testing_support::open_bytes(testing_support::WadBuilder()
                                        .lump("MAP01")
                                        .lump("TEXTMAP", "a=1;")
                                        .lump("DIALOGUE", std::string(1001, 'a'))
                                        .lump("ENDMAP")
                                        .build(),
                                    "a.wad", limits);
    flatline::engine::FindingList problems;
    const flatline::engine::MapLump* lump = archive.maps()[0].lump("DIALOGUE", false);
    EXPECT_EQ(testing_support::lump_bytes(archive, 0, *lump, problems).data(), nullptr);
    ASSERT_EQ(problems.kept().size(), 1u);
    EXPECT_EQ(load_text::rule_id(problems.kept()[0]), "limit-inflated-bytes");
}

}  // namespace lumps_threats
