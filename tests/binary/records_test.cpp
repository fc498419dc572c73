#include "binary/records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "model/fields.hpp"

namespace records_test {

using namespace flatline::engine;

std::string place(bool hexen, std::uint8_t element, std::uint32_t index, std::string_view field) {
    const FieldId id = field.empty() ? FLATLINE_NO_FIELD : find_field(element, field);
    const binary::RecordPlace at = binary::place_of(hexen, element, index, id);
    if (at.lump == Lump::none) return "nowhere";
    return std::string(lump_name(at.lump)) + "@" + std::to_string(at.offset) + "+" +
           std::to_string(at.length);
}

TEST(Records, PlacesOfFields) {
    EXPECT_EQ(place(false, FLATLINE_VERTEX, 3, "y"), "VERTEXES@14+2");
    EXPECT_EQ(place(false, FLATLINE_LINEDEF, 2, ""), "LINEDEFS@28+14");
    EXPECT_EQ(place(true, FLATLINE_LINEDEF, 2, ""), "LINEDEFS@32+16");
    EXPECT_EQ(place(false, FLATLINE_LINEDEF, 2, "v2"), "LINEDEFS@30+2");
    EXPECT_EQ(place(false, FLATLINE_LINEDEF, 1, "sideback"), "LINEDEFS@26+2");
    EXPECT_EQ(place(true, FLATLINE_LINEDEF, 1, "sideback"), "LINEDEFS@30+2");
    EXPECT_EQ(place(true, FLATLINE_LINEDEF, 1, "arg4"), "LINEDEFS@27+1");
    EXPECT_EQ(place(false, FLATLINE_LINEDEF, 0, "twosided"), "LINEDEFS@4+2");
    EXPECT_EQ(place(false, FLATLINE_LINEDEF, 0, "midtex3d"), "LINEDEFS@4+2");
    EXPECT_EQ(place(false, FLATLINE_SIDEDEF, 1, "sector"), "SIDEDEFS@58+2");
    EXPECT_EQ(place(false, FLATLINE_SECTOR, 1, "textureceiling"), "SECTORS@38+8");
    EXPECT_EQ(place(false, FLATLINE_THING, 1, "type"), "THINGS@16+2");
    EXPECT_EQ(place(true, FLATLINE_THING, 1, "height"), "THINGS@26+2");
    EXPECT_EQ(place(true, FLATLINE_THING, 1, "ambush"), "THINGS@32+2");
    EXPECT_EQ(place(false, FLATLINE_MAP, 0, ""), "nowhere");
    EXPECT_EQ(place(false, FLATLINE_LINEDEF, FLATLINE_NONE, "v1"), "nowhere");
}

TEST(Records, OnlyFindingsOfStagesThatKnowNoLumpsArePlaced) {
    Finding finding = make_finding(Rule::line_zero_length, Lump::textmap);
    finding.element = FLATLINE_LINEDEF;
    finding.index = 4;
    binary::place_finding(false, finding);
    EXPECT_EQ(finding.lump, static_cast<std::uint8_t>(Lump::linedefs));
    EXPECT_EQ(finding.offset, 56u);
    finding = make_finding(Rule::blockmap_invalid, Lump::blockmap, 12);
    binary::place_finding(false, finding);
    EXPECT_EQ(finding.offset, 12u);
    finding = make_finding(Rule::player_start_missing, Lump::textmap);
    binary::place_finding(false, finding);
    EXPECT_EQ(finding.lump, static_cast<std::uint8_t>(Lump::none));
    EXPECT_EQ(finding.offset, FLATLINE_NO_OFFSET);
}

}  // namespace records_test
