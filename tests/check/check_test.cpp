#include "model/check.hpp"

#include <gtest/gtest.h>

#include <set>

#include "check/check_maps.hpp"

namespace {

using check_maps::checked;
using check_maps::Parts;

TEST(Check, ASoundMapHasNoFindings) { EXPECT_EQ(checked(Parts{}.text()), ""); }

TEST(Check, AnEmptyMapIsSafe) {
    EXPECT_EQ(checked(flatline::engine::Map{}),
              "map-empty-vertices map\nmap-empty-lines map\nmap-empty-sides map\n"
              "map-empty-sectors map\nmap-empty-things map\nplayer-start-missing map");
}

TEST(Check, KeepsToTheCapacityOfTheList) {
    Parts parts;
    for (int i = 0; i < 100; ++i) parts.sidedefs += "sidedef{sector=0;}";
    const std::string text = parts.text();
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    flatline::engine::CheckOptions options;
    options.limits.findings = 7;
    const flatline::engine::FindingList findings =
        flatline::engine::check(result.value, options).findings;
    EXPECT_EQ(findings.kept().size(), 7u);
    EXPECT_EQ(findings.notes(), 100u);
}

TEST(Check, FindingsCanBeLocated) {
    Parts parts;
    parts.linedefs += "linedef{v1=0;v2=1;twosided=true;sidefront=0;}";
    parts.sectors += "sector{}";
    const std::string text = parts.text();
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result);
    const auto wanted = check_maps::only(
        {flatline::engine::Rule::line_twosided_no_back, flatline::engine::Rule::sector_unused});
    const flatline::engine::FindingList findings =
        flatline::engine::check(result.value, wanted).findings;
    ASSERT_EQ(findings.kept().size(), 2u);
    std::uint64_t places[2];
    flatline::engine::locate(result.value, findings.kept(), places);
    EXPECT_EQ(places[0], text.find("true")) << "the value of the field that contradicts";
    EXPECT_EQ(places[1], text.rfind("sector")) << "the block of an element";
}

}  // namespace
