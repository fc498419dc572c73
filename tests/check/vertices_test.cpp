#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/distance.hpp"
#include "check/check_maps.hpp"

namespace check_vertices_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::engine::Rule;

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
    const auto result = flatline::engine::check(loaded.value, only({Rule::vertex_duplicate}));
    ASSERT_EQ(result.findings.kept().size(), 2u);
    EXPECT_EQ(load_text::sentence(result.findings.kept()[1], text),
              "vertex 6: the vertex is in the same place as vertex 0 and 1 more");
    std::uint64_t place = 0;
    flatline::engine::locate(loaded.value, {&result.findings.kept()[1], 1}, &place);
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

// Every vertex of lines beside every line that has a length, by the definition alone: the lowest
// line and the number of all of them.
using OnLines = std::map<std::uint32_t, std::pair<std::uint32_t, std::int64_t>>;
OnLines slow(const flatline::engine::Map& map) {
    OnLines found;
    const auto vertices = map.vertices();
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        const flatline_vertex& v = vertices[i];
        bool in_line = false;
        for (const auto& l : map.linedefs()) {
            const flatline_vertex& a = vertices[l.v1];
            const flatline_vertex& b = vertices[l.v2];
            in_line = in_line || ((l.v1 == i || l.v2 == i) && (a.x != b.x || a.y != b.y));
        }
        for (std::uint32_t k = 0; in_line && k < map.linedefs().size(); ++k) {
            const flatline_vertex& a = vertices[map.linedefs()[k].v1];
            const flatline_vertex& b = vertices[map.linedefs()[k].v2];
            if (a.x == b.x && a.y == b.y) continue;
            const bool is_on = flatline::engine::compare_segment_distance(v.x, v.y, a.x, a.y, b.x,
                                                                          b.y, 0.0005) <= 0 &&
                               flatline::engine::compare_distance(v.x, v.y, a.x, a.y, 0.0005) > 0 &&
                               flatline::engine::compare_distance(v.x, v.y, b.x, b.y, 0.0005) > 0;
            if (is_on) ++found.try_emplace(i, k, 0).first->second.second;
        }
    }
    return found;
}

TEST(CheckVertices, OnLinesAsAllPairsSay) {
    std::mt19937_64 random(20250103);
    std::size_t met = 0;
    for (int round = 0; round < 300; ++round) {
        Drawing map;
        map.sector();
        check_maps::RandomPlaces any(random, round);
        int last = map.vertex(any(), any());
        for (int i = 0; i < 40; ++i) {
            const double x = any(), y = any();
            const int v = map.vertex(x, y);
            map.line(random() % 4 == 0 ? static_cast<int>(random() % v) : last, v, 0);
            last = v;
        }
        map.vertex(any(), any());  // in no line
        const std::string text = map.text();
        const auto loaded = load_text::load(text);
        ASSERT_TRUE(loaded);
        auto options = only({Rule::vertex_on_line});
        options.limits.findings = 100000;
        const auto result = flatline::engine::check(loaded.value, options);
        OnLines found;
        for (const flatline::engine::Finding& f : result.findings.kept()) {
            EXPECT_EQ(f.related_element, FLATLINE_LINEDEF);
            found[f.index] = {f.related, f.a + 1};
        }
        ASSERT_EQ(found, slow(loaded.value)) << text;
        met += found.size();
    }
    EXPECT_GT(met, 1000u);
}

}  // namespace check_vertices_test
