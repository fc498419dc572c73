// The C functions that walk over the lines in cells of a blockmap.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "support/wad_builder.hpp"

namespace capi_lines_test {

using Lines = std::vector<std::uint32_t>;

class CApiLines : public testing::Test {
protected:
    CApiLines() : text(testing_support::square_text()) {
        flatline_options options = FLATLINE_OPTIONS_INIT;
        options.products = FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_BLOCKMAP;
        EXPECT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), &options, &map),
                  FLATLINE_OK);
        blockmap = &flatline_map_arrays(map)->blockmap;
        memory.assign(flatline_map_arrays(map)->linedef_count, 7);
        flatline_line_marks_init(&marks, memory.data(), memory.size());
    }
    ~CApiLines() override { flatline_free(map); }

    static int collect(void* context, std::uint32_t line) {
        static_cast<Lines*>(context)->push_back(line);
        return 1;
    }
    static int stop(void* context, std::uint32_t) {
        ++*static_cast<int*>(context);
        return 0;
    }

    std::string text;
    flatline_map* map = nullptr;
    const flatline_blockmap* blockmap = nullptr;
    Lines memory;
    flatline_line_marks marks;
};

TEST_F(CApiLines, EachComesOnce) {
    ASSERT_GT(blockmap->columns, 0u);
    Lines box, segment, all;
    EXPECT_EQ(flatline_lines_in_box(blockmap, &marks, -9, -9, 50, 70, collect, &box), 1);
    EXPECT_FALSE(box.empty());
    EXPECT_EQ(flatline_lines_near_segment(blockmap, &marks, -9, 5, 70, 5, collect, &segment), 1);
    EXPECT_FALSE(segment.empty());
    // A box and a line beside the map meet none, whichever of their numbers are confused.
    EXPECT_EQ(flatline_lines_in_box(blockmap, &marks, -9, 9000, 70, 9999, stop, nullptr), 1);
    EXPECT_EQ(flatline_lines_near_segment(blockmap, &marks, -9, 9000, 70, 9000, stop, nullptr), 1);
    flatline_lines_in_box(blockmap, &marks, -32000, -32000, 32000, 32000, collect, &all);
    EXPECT_EQ(all.size(), memory.size());
}

TEST_F(CApiLines, AVisitMayEndTheWalk) {
    int visits = 0;
    EXPECT_EQ(flatline_lines_in_box(blockmap, &marks, -999, -999, 999, 999, stop, &visits), 0);
    EXPECT_EQ(flatline_lines_near_segment(blockmap, &marks, -999, 0, 999, 0, stop, &visits), 0);
    EXPECT_EQ(visits, 2);
    EXPECT_EQ(flatline_lines_in_box(blockmap, &marks, 0, 0, 1, 1, nullptr, nullptr), 1);
    EXPECT_EQ(flatline_lines_in_box(nullptr, &marks, 0, 0, 1, 1, stop, &visits), 1);
    EXPECT_EQ(flatline_lines_near_segment(blockmap, nullptr, 0, 0, 1, 1, stop, &visits), 1);
    EXPECT_EQ(visits, 2);
}

TEST_F(CApiLines, LinesWithoutAMarkArePassedOver) {
    flatline_line_marks_init(&marks, memory.data(), 2);
    Lines all;
    EXPECT_EQ(flatline_lines_in_box(blockmap, &marks, -999, -999, 999, 999, collect, &all), 1);
    for (const std::uint32_t line : all) EXPECT_LT(line, 2u);
    flatline_line_marks_init(&marks, nullptr, 9);
    EXPECT_EQ(flatline_line_marks_first(&marks, 0), 0);
    flatline_line_marks_init(nullptr, memory.data(), 2);
    flatline_line_marks_begin(nullptr);
}

}  // namespace capi_lines_test
