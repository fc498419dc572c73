// Where the elements of findings are.
#include "load/points.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "check/check_maps.hpp"

namespace points_test {

using flatline::engine::Finding;

Finding about(std::uint8_t element, std::uint32_t index) {
    Finding f = flatline::engine::make_finding(flatline::engine::Rule::texture_missing);
    f.element = element;
    f.index = index;
    return f;
}

// "x,y" of each, "-" if there is none.
std::string points(const flatline::engine::Map& map, const std::vector<Finding>& findings) {
    std::vector<flatline_location> out(findings.size());
    flatline::engine::find_points(map, {findings.data(), findings.size()}, out.data());
    std::string all;
    for (const flatline_location& at : out) {
        const flatline_vertex v = at.point;
        all += v.x == v.x ? std::to_string(static_cast<int>(v.x)) + "," +
                                std::to_string(static_cast<int>(v.y)) + " "
                          : "- ";
    }
    return all;
}

TEST(FindPoints, OfEveryElement) {
    const std::string text = check_maps::Parts().text();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(points(loaded.value, {about(FLATLINE_SIDEDEF, 2), about(FLATLINE_VERTEX, 1),
                                    about(FLATLINE_SIDEDEF, 0), about(FLATLINE_LINEDEF, 1),
                                    about(FLATLINE_SIDEDEF, 2), about(FLATLINE_SECTOR, 0),
                                    about(FLATLINE_THING, 0)}),
              "0,32 64,0 32,0 32,32 0,32 32,32 8,8 ");
}

TEST(FindPoints, OfNoElement) {
    const std::string text = check_maps::Parts().text();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    for (const int element : {FLATLINE_VERTEX, FLATLINE_LINEDEF, FLATLINE_SIDEDEF, FLATLINE_SECTOR,
                              FLATLINE_THING, FLATLINE_MAP}) {
        const auto kind = static_cast<std::uint8_t>(element);
        EXPECT_EQ(points(loaded.value, {about(kind, FLATLINE_NONE), about(kind, 3)}), "- - ")
            << element;
    }
}

}  // namespace points_test
