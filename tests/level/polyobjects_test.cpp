#include "level/polyobjects.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "level/vertex_lines.hpp"

namespace polyobjects_test {

using flatline::engine::level::kZdoomPolyobjects;
using flatline::engine::level::Polyobjects;
using flatline::engine::level::RowsOut;

// Whole maps stand in runtime_test.cpp.

flatline_linedef line(std::uint32_t v1, std::uint32_t v2, int special = 0, int arg0 = 0,
                      int arg1 = 0) {
    flatline_linedef line{};
    line.v1 = v1;
    line.v2 = v2;
    line.special = special;
    line.arg[0] = arg0;
    line.arg[1] = arg1;
    return line;
}
flatline_thing thing(int type, int angle) {
    flatline_thing thing{};
    thing.type = type;
    thing.angle = angle;
    return thing;
}

struct Found {
    std::vector<flatline_polyobject> objects;
    std::vector<std::uint32_t> lines;
};

// Every word of the scratch memory is `fill` before.
Found find(const std::vector<flatline_linedef>& lines, const std::vector<flatline_thing>& things,
           std::size_t vertices, std::uint32_t fill) {
    std::vector<std::uint32_t> rows(vertices + 1);
    std::vector<std::uint32_t> items(2 * lines.size());
    const RowsOut vertex_lines{rows.data(), items.data()};
    flatline::engine::level::fill_vertex_lines({lines.data(), lines.size()}, vertices,
                                               vertex_lines);
    Polyobjects polyobjects({lines.data(), lines.size()}, {things.data(), things.size()},
                            kZdoomPolyobjects);
    const std::uint64_t bytes = polyobjects.scratch_bytes(vertices);
    std::vector<std::uint64_t> scratch(bytes / 8, std::uint64_t{fill} << 32 | fill);
    polyobjects.run(vertices, vertex_lines, reinterpret_cast<unsigned char*>(scratch.data()));
    Found found;
    found.objects.resize(polyobjects.object_count());
    found.lines.resize(polyobjects.line_count());
    polyobjects.fill(found.objects.data(), found.lines.data());
    return found;
}

// Of anchors, lines that start an object and lines that stand alone the first is never the one.
TEST(Polyobjects, ThoseOfTheNumberAreFoundAmongOthers) {
    const Found found =
        find({line(0, 0, 1, 3), line(1, 1, 1, 4), line(2, 2, 5, 5, 1), line(3, 3, 5, 6, 1),
              line(3, 3, 5, 6, 2)},
             {thing(9300, 3), thing(9300, 4), thing(9301, 4), thing(9301, 6)}, 4, 0);
    ASSERT_EQ(found.objects.size(), 2u);
    EXPECT_EQ(found.objects[0].anchor, 1u);
    EXPECT_EQ(found.objects[0].line_count, 1u);
    EXPECT_EQ(found.objects[1].anchor, FLATLINE_NONE);
    EXPECT_EQ(found.objects[1].line_count, 2u);
    EXPECT_EQ(found.lines, (std::vector<std::uint32_t>{1, 3, 4}));
}

// What lies in memory behind the last line that stands alone looks like one more of its number:
// number 1, first in order, line 1.
TEST(Polyobjects, NothingBehindTheLastLineIsTaken) {
    const Found found = find({line(0, 0, 5, 1, 1), line(0, 0)}, {thing(9301, 1)}, 1, 1);
    EXPECT_EQ(found.lines, (std::vector<std::uint32_t>{0}));
}

}  // namespace polyobjects_test
