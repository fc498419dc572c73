// Rules about the lumps around a TEXTMAP.
#include <gtest/gtest.h>

#include <string>

#include "check/check_maps.hpp"
#include "model/archive_map.hpp"
#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace {

using testing_support::WadBuilder;

// What check says of the only map of an archive.
std::string checked(flatline::engine::Archive archive) {
    flatline::engine::Loader loader;
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        flatline::engine::load_map(archive, 0, loader, {});
    if (!result) return "refused";
    flatline::engine::CheckOptions options;
    options.entry = &archive.maps()[0];
    options.levels.set_all(flatline::engine::RuleLevel::off);
    options.levels.set(flatline::engine::Rule::nodes_missing, flatline::engine::RuleLevel::warning);
    const flatline::engine::FindingList findings =
        flatline::engine::check(result.value, options).findings;
    std::string all;
    for (const flatline::engine::Finding& f : findings.kept()) {
        EXPECT_EQ(f.lump, static_cast<std::uint8_t>(flatline::engine::Lump::znodes));
        all += std::string(load_text::rule_id(f)) + " ";
    }
    return all;
}

std::string checked(const WadBuilder& wad) {
    return checked(testing_support::open_bytes(wad.build()));
}

WadBuilder map_with(const std::string& text) {
    WadBuilder wad;
    wad.lump("MAP01").lump("TEXTMAP", text);
    return wad;
}

TEST(CheckLumps, AMapWithoutNodes) {
    const std::string text = check_maps::Parts{}.text();
    EXPECT_EQ(checked(map_with(text).lump("ENDMAP")), "nodes-missing ");
    EXPECT_EQ(checked(map_with(text).lump("BEHAVIOR", "x").lump("ENDMAP")), "nodes-missing ");
    EXPECT_EQ(checked(map_with(text).lump("ZNODES").lump("ENDMAP")), "nodes-missing ")
        << "SRB2 takes an empty lump for none";
}

TEST(CheckLumps, NodesOfAnyQualityAreThere) {
    const std::string text = check_maps::Parts{}.text();
    EXPECT_EQ(checked(map_with(text).lump("ZNODES", "XGLN").lump("ENDMAP")), "");
    EXPECT_EQ(checked(map_with(text).lump("znodes", "XGLN").lump("ENDMAP")), "");
}

TEST(CheckLumps, OfRepeatedLumpsTheOneThatCounts) {
    check_maps::Parts parts;
    const auto twice = [&] {
        return map_with(parts.text()).lump("ZNODES").lump("ZNODES", "XGLN").lump("ENDMAP");
    };
    EXPECT_EQ(checked(twice()), "");
    parts.map_namespace = "srb2";
    EXPECT_EQ(checked(twice()), "nodes-missing ");
}

TEST(CheckLumps, ABareTextHasNoLumpsToMiss) {
    EXPECT_EQ(checked(testing_support::open_bytes(check_maps::Parts{}.text(), "a.udmf")), "");
}

}  // namespace
