// Lines that overlap and cross, compared with a slow version that checks all pairs.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/distance.hpp"
#include "base/orientation.hpp"
#include "check/check_maps.hpp"

namespace check_line_pairs_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::engine::Rule;

std::string checked(const Drawing& map) {
    return check_maps::checked(map.text(), only({Rule::line_overlap, Rule::line_cross}));
}

struct Ends {
    double x1, y1, x2, y2;
};
std::string of(const Ends& a, const Ends& b) {
    Drawing map;
    map.sector();
    for (const Ends& e : {a, b}) {
        const int v1 = map.vertex(e.x1, e.y1);
        map.line(v1, map.vertex(e.x2, e.y2), 0);
    }
    return checked(map);
}

constexpr char kOverlap[] = "line-overlap linedef 1 with linedef 0";
constexpr char kCross[] = "line-cross linedef 1 with linedef 0";

TEST(CheckLinePairs, Overlaps) {
    EXPECT_EQ(of({0, 0, 64, 0}, {0, 0, 64, 0}), kOverlap) << "the same";
    EXPECT_EQ(of({0, 0, 64, 0}, {64, 0, 0, 0}), kOverlap) << "turned round";
    EXPECT_EQ(of({0, 0, 64, 0}, {32, 0, 96, 0}), kOverlap) << "part";
    EXPECT_EQ(of({0, 0, 64, 0}, {16, 0, 48, 0}), kOverlap) << "contained";
    EXPECT_EQ(of({0, 0, 64, 0}, {0, 0, 32, 0}), kOverlap) << "contained, one end in common";
    EXPECT_EQ(of({0, 0, 64, 0}, {0, 0.0005, 64, 0.0005}), kOverlap) << "within the tolerance";
    EXPECT_EQ(of({0, 0.0005, 64, 0.0005}, {0, 0, 64, 0}), kOverlap);
    EXPECT_EQ(of({0, 0, 0, 64}, {0.0005, 0, 0.0005, 64}), kOverlap);
    EXPECT_EQ(of({0.0005, 0, 0.0005, 64}, {0, 0, 0, 64}), kOverlap);
    EXPECT_EQ(of({0, 0, 64, 0}, {0, 0.0006, 64, 0.0006}), "");
    EXPECT_EQ(of({0, 0, 64, 0}, {64, 0, 128, 0}), "") << "end to end";
    EXPECT_EQ(of({0, 0, 64, 0}, {64.0005, 0, 128, 0}), "") << "end to end, nearly";
    EXPECT_EQ(of({0, 0, 64, 0}, {65, 0, 128, 0}), "");
}

TEST(CheckLinePairs, Crosses) {
    EXPECT_EQ(of({0, 0, 64, 64}, {0, 64, 64, 0}), kCross);
    EXPECT_EQ(of({0, 0, 64, 0}, {32, 0, 32, 64}), "") << "an end on the other";
    EXPECT_EQ(of({0, 0, 64, 0}, {32, -0.0004, 32, 64}), "") << "within the tolerance";
    EXPECT_EQ(of({0, 0, 64, 0}, {32, -0.001, 32, 64}), kCross);
    EXPECT_EQ(of({0, 0, 64, 0}, {64, 0, 64, 64}), "") << "a corner";
    EXPECT_EQ(of({-30000, -30000, 30000, 29999.99}, {-30000, -29999, 30000, 29998}), kCross);
}

TEST(CheckLinePairs, NotWhereAllSidesAreInOneSector) {
    const auto crossed = [](int second_back) {
        Drawing map;
        map.sector();
        map.sector();
        map.line(map.vertex(0, 0), map.vertex(64, 64), 0, 0);
        map.line(map.vertex(0, 64), map.vertex(64, 0), 0, second_back);
        return checked(map);
    };
    EXPECT_EQ(crossed(0), "");
    EXPECT_EQ(crossed(1), kCross);
    EXPECT_EQ(crossed(-1), kCross);
}

TEST(CheckLinePairs, ManyAreToldOnce) {
    Drawing map;
    map.sector();
    for (int i = 0; i < 4; ++i) map.line(map.vertex(0, 0), map.vertex(64, 0), 0);
    const std::string text = map.text();
    const auto loaded = load_text::load(text);
    const auto result = flatline::engine::check(loaded.value, only({Rule::line_overlap}));
    ASSERT_EQ(result.findings.kept().size(), 3u);
    EXPECT_EQ(load_text::sentence(result.findings.kept()[2], text),
              "linedef 3: the line lies on linedef 0 and 2 more");
}

TEST(CheckLinePairs, LinesOfNoLengthAreLeftOut) {
    Drawing map;
    map.sector();
    map.line(map.vertex(0, 0), map.vertex(64, 0), 0);
    map.line(map.vertex(32, 0), map.vertex(32, 0), 0);
    EXPECT_EQ(checked(map), "");
}

// What all pairs say, by the definition alone.
std::map<std::string, std::string> slow(const flatline::engine::Map& map) {
    std::map<std::string, std::string> found;
    const auto end = [&](std::size_t line, int i) {
        const auto& l = map.linedefs()[line];
        return map.vertices()[i == 0 ? l.v1 : l.v2];
    };
    const auto is_on = [&](const flatline_vertex& p, std::size_t line) {
        const auto a = end(line, 0), b = end(line, 1);
        return flatline::engine::compare_segment_distance(p.x, p.y, a.x, a.y, b.x, b.y, 0.0005) <=
               0;
    };
    const auto side = [&](std::size_t line, const flatline_vertex& p) {
        const auto a = end(line, 0), b = end(line, 1);
        return flatline::engine::orientation(a.x, a.y, b.x, b.y, p.x, p.y);
    };
    for (std::size_t i = 0; i < map.linedefs().size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const flatline_vertex ends[4] = {end(i, 0), end(i, 1), end(j, 0), end(j, 1)};
            if ((ends[0].x == ends[1].x && ends[0].y == ends[1].y) ||
                (ends[2].x == ends[3].x && ends[2].y == ends[3].y)) {
                continue;
            }
            std::vector<flatline_vertex> on;
            for (int k = 0; k < 4; ++k) {
                if (is_on(ends[k], k < 2 ? j : i)) on.push_back(ends[k]);
            }
            bool apart = false;
            for (const auto& a : on) {
                for (const auto& b : on) {
                    apart |= flatline::engine::compare_distance(a.x, a.y, b.x, b.y, 0.0005) > 0;
                }
            }
            const bool cross = on.empty() && side(i, ends[2]) * side(i, ends[3]) < 0 &&
                               side(j, ends[0]) * side(j, ends[1]) < 0;
            if (apart) found.emplace("line-overlap " + std::to_string(i), std::to_string(j));
            if (cross) found.emplace("line-cross " + std::to_string(i), std::to_string(j));
        }
    }
    return found;
}

std::map<std::string, std::string> fast(const flatline::engine::Map& map) {
    auto options = only({Rule::line_overlap, Rule::line_cross});
    options.limits.findings = 100000;
    const auto result = flatline::engine::check(map, options);
    std::map<std::string, std::string> found;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        found.emplace(std::string(load_text::rule_id(f)) + " " + std::to_string(f.index),
                      std::to_string(f.related));
    }
    return found;
}

TEST(CheckLinePairs, AsAllPairsSay) {
    std::mt19937_64 random(20250101);
    for (int round = 0; round < 300; ++round) {
        Drawing map;
        map.sector();
        check_maps::RandomPlaces any(random, round);
        for (int i = 0; i < 40; ++i) {
            const double x = any(), y = any();
            const int v1 = map.vertex(x, y);
            map.line(v1, map.vertex(any(), any()), 0);
        }
        const std::string text = map.text();
        const auto loaded = load_text::load(text);
        ASSERT_TRUE(loaded);
        ASSERT_EQ(fast(loaded.value), slow(loaded.value)) << text;
    }
}

// A line with both sides in one sector may cross another such line, and no wall.
TEST(CheckLinePairs, AWallAcrossALineOfOneSector) {
    for (const bool wall : {false, true}) {
        Drawing map;
        map.sector();
        for (const auto& [x, y] : {std::pair{0, 0}, {64, 64}, {0, 64}, {64, 0}}) map.vertex(x, y);
        map.line(0, 1, 0, wall ? -1 : 0);
        map.line(2, 3, 0, 0);
        EXPECT_EQ(checked(map), wall ? kCross : "");
    }
}

}  // namespace check_line_pairs_test
