// The dumps of some maps of the open corpus, by hash: any change of what a load publishes shows.
// The maps are not ours to ship, so neither are the dumps. To renew a hash, look at the
// difference of the two dumps first, then take the one that the failing test prints.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "tools/run_tool.hpp"

namespace {

struct Golden {
    const char* path;   // in the open corpus
    const char* nodes;  // form, so that it can be seen that every one of the corpus is here;
                        // null of a Doom 3 map
    std::uint64_t hash;
};

constexpr Golden kGolden[] = {
    {"udmf-eternity/team-eternity__eternity/test__ConveyorCrate.wad", "XGLN", 0xB8BBEF1F765F4D40u},
    {"udmf-odd/DRRP-Team__DRRP/MAP0@caf85dac.wad", "", 0x14B2B81EF8020C4Du},
    {"udmf-odd/DRRP-Team__DRRP/TESTMAP@6f19e274.wad", "XGLN", 0xCCFF0B55A229C95Bu},
    {"udmf-srb2/LeonardoTheMutant__LESSUDMF/output.wad", "XGLN", 0x323D3B5944E85694u},
    {"udmf-srb2/LeonardoTheMutant__SRB2-Murder-Mystery/MAPK8.WAD", "XGL3", 0x9B61E6F5A72D2D11u},
    {"udmf-zdoom/andOlga__wads/JST1DOOR__maps__MAP01.wad", "", 0x048AB65371FF546Au},
    {"udmf-zdoom/crashmahoney__crashwad/dam.wad", "XGL3", 0x67BFA910DA978894u},
    {"udmf-zdoom/nadams__legendary/map01.wad", "ZGLN", 0x0A19044401436028u},
    {"udmf-zdoom/nadams__legendary/map16.wad", "ZGL3", 0xE003ACE654D687CFu},
    {"udmf-raw-textmap/DRRP-Team__DRRP/SEC7@d1617353.map", "", 0x7336F9D4FE57EDFDu},
};

// Binary maps: both formats, nodes of every form that the corpus has, and none.
constexpr Golden kGoldenBinary[] = {
    {"binary-doom/fabiangreffrath__woof/examples__mbfedit.wad", "classic", 0x47DADF88974ED5FAu},
    {"binary-doom/fragglet__wadptr/test__gotcha3.wad", "classic", 0x1DA4F54927F798A1u},
    {"binary-doom/jewalky__UltimateDoomBuilder/Tests__Triangulation__triangulation_s@115d81c6.wad",
     "", 0x9C212D6FD5D53500u},
    {"binary-doom/kraflab__dsda-doom/prboom2__tests__sky@d4814866.wad", "classic",
     0xD4D8ECFAC776CC3Cu},
    {"binary-doom/fragglet__wadptr/test__crymap02.wad", "XNOD", 0xE4E42F7D675D2F9Au},
    {"binary-hexen/fragglet__wadptr/test__6fiffy6.wad", "classic", 0x0E8143FB2A2041FEu},
    {"binary-hexen/fragglet__wadptr/test__hxpackable.wad", "classic", 0x5CAD95D6FC224ACCu},
};

// Doom 3 maps: bare brushes, every kind of patch, duplicate planes, 28 exponents, an origin.
constexpr Golden kGoldenDoom3[] = {
    {"d3map/codereader__DarkRadiant/test__resources__tdm__maps__altar.map", nullptr,
     0x666B6F9DA516B4D5u},
    {"d3map/codereader__DarkRadiant/test__resources__tdm__maps__brush_with_duplicate_planes.map",
     nullptr, 0x5A942DFBF0E9CA01u},
    {"d3map/codereader__DarkRadiant/test__resources__tdm__maps__simple_brushes.map", nullptr,
     0xB4122052CD326C80u},
    {"d3map/codereader__DarkRadiant/test__resources__tdm__maps__splines.map", nullptr,
     0x738EA7CD93169808u},
    {"d3map/RobertBeckebans__RBDOOM-3-BFG/base__maps__game__admin_extra_ents.map", nullptr,
     0xBF8FF9A64B900091u},
    {"d3map/raynorpat__xreal/base__maps__soul.map", nullptr, 0xF24A0FF583F456FDu},
    {"d3map-dialect/codereader__DarkRadiant/"
     "test__resources__tdm__maps__quake3maps__angled_brush.map",
     nullptr, 0xE0A9E73B116B5947u},
};

std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return hash;
}

// The path differs from clone to clone and is no part of what is promised.
std::string without_path(std::string dump, const std::string& path) {
    const std::size_t at = dump.find(path);
    if (at != std::string::npos) dump.replace(at, path.size(), "FILE");
    return dump;
}

void expect_hash(const std::string& dump, const Golden& golden) {
    char hash[20];
    std::snprintf(hash, sizeof hash, "0x%016llX", static_cast<unsigned long long>(fnv1a(dump)));
    EXPECT_EQ(fnv1a(dump), golden.hash) << golden.path << " has " << hash;
}

class GoldenDump : public testing::TestWithParam<Golden> {};

TEST_P(GoldenDump, HasItsHash) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const Golden& golden = GetParam();
    const std::string path = (corpus::folder() / golden.path).string();
    const auto run = flatline::engine::tool_test::run_tool({"dump", path});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string dump = without_path(run.out, path);
    if (golden.nodes == nullptr) {
        EXPECT_NE(dump.find("\"format\":\"doom3\""), std::string::npos);
        return expect_hash(dump, golden);
    }
    const std::string form = "\"nodes\":{\"format\":\"" + std::string(golden.nodes) + "\"";
    EXPECT_NE(dump.find(*golden.nodes != '\0' ? form : "\"nodes\":null"), std::string::npos);
    expect_hash(dump, golden);
}

INSTANTIATE_TEST_SUITE_P(Corpus, GoldenDump, testing::ValuesIn(kGolden));
INSTANTIATE_TEST_SUITE_P(Binary, GoldenDump, testing::ValuesIn(kGoldenBinary));
INSTANTIATE_TEST_SUITE_P(Doom3, GoldenDump, testing::ValuesIn(kGoldenDoom3));

}  // namespace
