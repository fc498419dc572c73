// 16.16 numbers and the text of values in C.
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "flatline/flatline.h"

namespace capi_fixed_test {

const char kText[] =
    "namespace=\"zdoom\";vertex{x=1.5;y=2;}vertex /* x */ {x = /* 3 */ -0.99999999999999999999\n;"
    "y=7;}sector{heightfloor=8;texturefloor=\"A\";textureceiling=\"B\";}"
    "sector{texturefloor=\"A\";textureceiling=\"B\";}";

TEST(CApiFixed, OfTextsAndMaps) {
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(nullptr, kText, sizeof kText - 1, nullptr, &map), FLATLINE_OK);
    const std::uint16_t x = flatline_find_field(FLATLINE_VERTEX, "x");
    std::size_t size = 0;
    const char* const text = flatline_map_value_text(map, FLATLINE_VERTEX, 0, x, &size);
    EXPECT_EQ(std::string_view(text, size), "1.5");
    std::int32_t out[2] = {};
    EXPECT_EQ(flatline_map_fixed(map, x, FLATLINE_FIXED_EXACT, 0, out, 2), FLATLINE_OK);
    EXPECT_EQ(out[1], -65535);
    EXPECT_EQ(flatline_map_fixed(map, x, FLATLINE_FIXED_EXACT, 0, out, 3), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_fixed(map, x, FLATLINE_FIXED_EXACT, 0, nullptr, 2),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_fixed(map, x, 4, 0, out, 2), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_fixed(nullptr, x, 0, 0, out, 2), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_fixed_of_text("2.5", 3, FLATLINE_FIXED_DIGITS, out), FLATLINE_OK);
    EXPECT_EQ(out[0], 163840);
    EXPECT_EQ(flatline_fixed_of_text("2.5x", 4, FLATLINE_FIXED_DIGITS, out), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_fixed_of_text(nullptr, 0, FLATLINE_FIXED_DIGITS, out),
              FLATLINE_BAD_ARGUMENT);
    flatline_fixed_column column = {out, sizeof out[0], 2, FLATLINE_FIXED_CAST, 0, 0, x, 0};
    EXPECT_EQ(flatline_map_fixed_columns(map, &column, 1), FLATLINE_OK);
    EXPECT_EQ(out[0], 98304);
    EXPECT_EQ(flatline_map_fixed_columns(map, nullptr, 0), FLATLINE_OK);
    EXPECT_EQ(flatline_map_fixed_columns(map, nullptr, 1), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_fixed_columns(nullptr, &column, 1), FLATLINE_BAD_ARGUMENT);
    column.count = 1;
    EXPECT_EQ(flatline_map_fixed_columns(map, &column, 1), FLATLINE_BAD_ARGUMENT);
    flatline_free(map);
}

}  // namespace capi_fixed_test
