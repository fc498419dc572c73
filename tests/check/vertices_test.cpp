#include <gtest/gtest.h>

#include "check/check_maps.hpp"

namespace check_vertices_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::Rule;

std::string checked(const Drawing& map) {
    return check_maps::checked(map.text(), only({Rule::vertex_unused, Rule::vertex_duplicate,
                                                 Rule::vertex_on_line, Rule::vertex_off_grid}));
}

Drawing square() {
    Drawing map;
    map.sector();
    map.room(0, 0, 128, 128, 0);
    return map;
}

TEST(CheckVertices, ASquareIsSound) { EXPECT_EQ(checked(square()), ""); }

TEST(CheckVertices, Unused) {
    Drawing map = square();
    map.vertex(64, 64);
    EXPECT_EQ(checked(map), "vertex-unused vertex 4");
    map.line(4, 4, 0);
    EXPECT_EQ(checked(map), "") << "a line of no length has it all the same";
}

TEST(CheckVertices, DuplicateOfTheLowestInLines) {
    Drawing map = square();
    map.vertex(0, -0.0);
    EXPECT_EQ(checked(map), "vertex-unused vertex 4") << "and no more than that";
    map.vertex(-64, 0);
    map.line(4, 5, 0);
    EXPECT_EQ(checked(map), "vertex-duplicate vertex 4 with vertex 0");
    map.vertex(0, 0);
    map.vertex(0, -64);
    map.line(6, 7, 0);
    const std::string text = map.text();
    const auto loaded = load_text::load(text);
    const auto result = flatline::check(loaded.value, only({Rule::vertex_duplicate}));
    ASSERT_EQ(result.findings.kept().size(), 2u);
    EXPECT_EQ(load_text::sentence(result.findings.kept()[1], text),
              "vertex 6: the vertex is where vertex 0 and 1 more is");
    std::uint64_t place = 0;
    flatline::locate(loaded.value, {&result.findings.kept()[1], 1}, &place);
    std::size_t block = 0;
    for (int i = 0; i < 7; ++i) block = text.find("vertex{", block + 1);
    EXPECT_EQ(place, block);
}

TEST(CheckVertices, NearIsNotTheSamePlace) {
    Drawing map = square();
    map.vertex(0.0001, 0);
    map.vertex(-64, -64);
    map.line(4, 5, 0);
    EXPECT_EQ(checked(map), "vertex-off-grid vertex 4");
}

TEST(CheckVertices, OnALine) {
    Drawing map = square();
    map.vertex(64, 0);
    map.vertex(64, 64);
    map.line(4, 5, 0);
    EXPECT_EQ(checked(map), "vertex-on-line vertex 4 with linedef 3");
}

TEST(CheckVertices, OnALineByHalfAThousandth) {
    for (const double off : {0.0005, -0.0005, 0.00049}) {
        Drawing map = square();
        map.vertex(64, off);
        map.vertex(64, 64);
        map.line(4, 5, 0);
        EXPECT_EQ(checked(map), "vertex-off-grid vertex 4\nvertex-on-line vertex 4 with linedef 3")
            << off;
    }
    Drawing map = square();
    map.vertex(64, 0.00051);
    map.vertex(64, 64);
    map.line(4, 5, 0);
    EXPECT_EQ(checked(map), "vertex-off-grid vertex 4");
}

TEST(CheckVertices, AtAnEndIsNotOnTheLine) {
    Drawing map = square();
    map.vertex(0, 0.0005);
    map.vertex(64, 64);
    map.line(4, 5, 0);
    EXPECT_EQ(checked(map), "vertex-off-grid vertex 4");
}

TEST(CheckVertices, OffGrid) {
    Drawing map = square();
    map.vertex(-64, 0.5);
    map.line(0, 4, 0);
    EXPECT_EQ(checked(map), "vertex-off-grid vertex 4");
}

}  // namespace check_vertices_test
