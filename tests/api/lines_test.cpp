// The C functions that walk over the lines in cells of a blockmap, against those of C++.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "model/blockmap.hpp"
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

TEST_F(CApiLines, AreThoseOfCpp) {
    ASSERT_GT(blockmap->columns, 0u);
    const double last = blockmap->origin_x + blockmap->columns * 128.0;
    Lines memory2(memory.size());
    flatline::engine::LineMarks cpp(memory2.data(), memory2.size());
    const auto add = [](Lines& to) {
        return [&to](std::uint32_t line) {
            to.push_back(line);
            return true;
        };
    };
    for (double x = blockmap->origin_x - 10; x < last + 10; x += 37) {
        Lines box, segment, cpp_box, cpp_segment;
        EXPECT_EQ(flatline_lines_in_box(blockmap, &marks, x, -9, x + 50, 70, collect, &box), 1);
        flatline::engine::for_each_line_in_box(*blockmap, cpp, x, -9, x + 50, 70, add(cpp_box));
        EXPECT_EQ(box, cpp_box);
        EXPECT_EQ(flatline_lines_near_segment(blockmap, &marks, x, 5, last, x, collect, &segment),
                  1);
        flatline::engine::for_each_line_near_segment(*blockmap, cpp, x, 5, last, x,
                                                     add(cpp_segment));
        EXPECT_EQ(segment, cpp_segment);
    }
    Lines all;
    flatline_lines_in_box(blockmap, &marks, -32000, -32000, 32000, 32000, collect, &all);
    EXPECT_EQ(all.size(), memory.size()) << "each once";
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

TEST_F(CApiLines, MarksOfAWalkOfTheHostsOwn) {
    flatline_line_marks_begin(&marks);
    EXPECT_EQ(flatline_line_marks_first(&marks, 0), 1);
    EXPECT_EQ(flatline_line_marks_first(&marks, 0), 0);
    flatline_line_marks_begin(&marks);
    EXPECT_EQ(flatline_line_marks_first(&marks, 0), 1);
    EXPECT_EQ(flatline_line_marks_first(&marks, static_cast<std::uint32_t>(memory.size())), 0);
    // The number of a walk comes round.
    marks.query = UINT32_MAX;
    memory[1] = 1;
    flatline_line_marks_begin(&marks);
    EXPECT_EQ(flatline_line_marks_first(&marks, 1), 1);
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
