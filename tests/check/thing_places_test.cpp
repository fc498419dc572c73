#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "check/check_maps.hpp"
#include "model/resources.hpp"

namespace check_thing_places_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::engine::Rule;

std::string find(const Drawing& map, Rule rule,
                 const flatline::engine::Resources* resources = nullptr) {
    flatline::engine::CheckOptions options = only({rule});
    options.resources = resources;
    return check_maps::checked(map.text(), options);
}

// A room with a spike into it from the south, and a pillar that is solid.
Drawing room() {
    Drawing map;
    map.sector();
    map.ring({{0, 0}, {0, 256}, {256, 256}, {256, 0}, {144, 0}, {128, 200}, {112, 0}}, 0);
    map.ring({{32, 160}, {64, 160}, {64, 192}, {32, 192}}, 0);
    return map;
}

std::string outside(double x, double y, int type = 3001) {
    Drawing map = room();
    map.thing(x, y, type);
    return find(map, Rule::thing_outside);
}

TEST(CheckThingPlaces, Outside) {
    constexpr char kOutside[] = "thing-outside thing 0";
    EXPECT_EQ(outside(64, 64), "");
    EXPECT_EQ(outside(-1, 64), kOutside);
    EXPECT_EQ(outside(300, 64), kOutside);
    EXPECT_EQ(outside(64, -64), kOutside);
    EXPECT_EQ(outside(128, 100), kOutside) << "in the spike";
    EXPECT_EQ(outside(128, 201), "") << "before its tip";
    EXPECT_EQ(outside(48, 176), kOutside) << "in the pillar";
    EXPECT_EQ(outside(48, 200), "");
    EXPECT_EQ(outside(70, 160), "") << "at the height of its corners";
    EXPECT_EQ(outside(256, 64), "") << "on a line";
    EXPECT_EQ(outside(0, 64), "") << "on one with nothing west of it";
    EXPECT_EQ(outside(0, 120), "") << "on no other line with its coordinates the other way round";
    EXPECT_EQ(outside(128, 200), "") << "on a vertex";
    EXPECT_EQ(outside(90000.0 / 7, 64), kOutside);
}

// Against a test that counts crossings, in rooms of random corners that do not cross themselves.
TEST(CheckThingPlaces, AsACountOfCrossingsSays) {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        Drawing map;
        map.sector();
        std::vector<std::pair<double, double>> corners;
        const int count = 3 + static_cast<int>(random() % 20);
        for (int i = count; i > 0; --i) {  // a star, clockwise
            const double angle = 6.283185307179586 * i / count;
            const double reach = 200 + static_cast<int>(random() % 300);
            corners.emplace_back(std::round(reach * std::cos(angle)),
                                 std::round(reach * std::sin(angle)));
        }
        map.ring(corners, 0);
        std::string expected;
        for (int i = 0; i < 100; ++i) {
            const double x = static_cast<int>(random() % 1100) - 550.5;
            const double y = static_cast<int>(random() % 1100) - 550.25;
            bool inside = false;
            for (std::size_t k = 0; k < corners.size(); ++k) {
                const auto& [ax, ay] = corners[k];
                const auto& [bx, by] = corners[(k + 1) % corners.size()];
                if ((ay > y) == (by > y)) continue;
                inside ^= x < ax + (y - ay) * (bx - ax) / (by - ay);
            }
            map.thing(x, y, 3001);
            if (inside) continue;
            if (!expected.empty()) expected += "\n";
            expected += "thing-outside thing " + std::to_string(i);
        }
        EXPECT_EQ(find(map, Rule::thing_outside), expected);
    }
}

TEST(CheckThingPlaces, StuckInALine) {
    const auto stuck = [](double x, double y, int type) {
        Drawing map = room();
        map.thing(x, y, type);
        return find(map, Rule::thing_stuck_in_line);
    };
    EXPECT_EQ(stuck(15, 64, 1), "") << "half of it less one";
    EXPECT_EQ(stuck(14.5, 64, 1), "thing-stuck-in-line thing 0 with linedef 0");
    EXPECT_EQ(stuck(14, 14, 4), "thing-stuck-in-line thing 0 with linedef 0");
    EXPECT_EQ(stuck(11, 64, 3001), "thing-stuck-in-line thing 0 with linedef 0");
    EXPECT_EQ(stuck(12, 64, 3001), "") << "a monster leaves the wall in one step";
    EXPECT_EQ(stuck(4, 64, 2035), "") << "a barrel may";
    EXPECT_EQ(stuck(4, 64, 31999), "") << "nobody says that it is solid";
    EXPECT_EQ(stuck(14, 64, 11), "");
}

// A line that ends at the side of the square, on whichever of the four, and would go on through it.
TEST(CheckThingPlaces, ALineThatOnlyTouchesTheSquare) {
    const auto stuck = [](double x, double y, double towards_x, double towards_y) {
        Drawing map;
        map.sector();
        map.room(-512, -512, 512, 512, 0);
        const double end_x = x + 100 * towards_x;
        const double end_y = y + 100 * towards_y;
        map.line(map.vertex(x, y), map.vertex(end_x, end_y), 0, 0, "blocking=true;");
        map.thing(0, 0, 1);
        return find(map, Rule::thing_stuck_in_line);
    };
    constexpr char kStuck[] = "thing-stuck-in-line thing 0 with linedef 4";
    for (const double sign : {-1.0, 1.0}) {
        EXPECT_EQ(stuck(sign * 15, 3, sign, 0), "");
        EXPECT_EQ(stuck(3, sign * 15, 0, sign), "");
        EXPECT_EQ(stuck(sign * 14, 3, sign, 0), kStuck);
        EXPECT_EQ(stuck(3, sign * 14, 0, sign), kStuck);
    }
}

TEST(CheckThingPlaces, LinesThatBlock) {
    const auto stuck = [](const std::string& fields, const char* name_space = "zdoom") {
        Drawing map(name_space);
        map.sector();
        map.room(0, 0, 256, 256, 0);
        map.line(map.vertex(64, 64), map.vertex(64, 128), 0, 0, fields);
        map.thing(70, 96, 1);
        return find(map, Rule::thing_stuck_in_line);
    };
    constexpr char kStuck[] = "thing-stuck-in-line thing 0 with linedef 4";
    EXPECT_EQ(stuck(""), "");
    EXPECT_EQ(stuck("blocking=true;"), kStuck);
    EXPECT_EQ(stuck("blockeverything=true;"), kStuck);
    EXPECT_EQ(stuck("blockeverything=true;", "eternity"), "");
}

TEST(CheckThingPlaces, ResourcesSayWhatIsSolid) {
    flatline::engine::Resources resources;
    flatline::engine::ThingType barrel;
    barrel.type = 2035;
    barrel.radius = 10;
    barrel.blocking = 1;
    barrel.error = 2;
    ASSERT_EQ(resources.add_thing_type(barrel), flatline::engine::Status::ok);
    Drawing map = room();
    map.thing(8.5, 64, 2035);
    EXPECT_EQ(find(map, Rule::thing_stuck_in_line), "");
    EXPECT_EQ(find(map, Rule::thing_stuck_in_line, &resources),
              "thing-stuck-in-line thing 0 with linedef 0");
    barrel.error = 0;
    ASSERT_EQ(resources.add_thing_type(barrel), flatline::engine::Status::ok);
    EXPECT_EQ(find(map, Rule::thing_stuck_in_line, &resources), "");
    map.thing(-100, 0, 2035);
    EXPECT_EQ(find(map, Rule::thing_outside), "thing-outside thing 1");
    EXPECT_EQ(find(map, Rule::thing_outside, &resources), "") << "it may be anywhere";
}

TEST(CheckThingPlaces, StuckInAThing) {
    const auto stuck = [](double dx, double dy, int second, const char* name_space = "zdoom") {
        Drawing map(name_space);
        map.sector();
        map.room(0, 0, 256, 256, 0);
        map.thing(64, 64, 2);
        map.thing(64 + dx, 64 + dy, second);
        return find(map, Rule::thing_stuck_in_thing);
    };
    constexpr char kStuck[] = "thing-stuck-in-thing thing 1 with thing 0";
    EXPECT_EQ(stuck(0, 0, 3), kStuck);
    EXPECT_EQ(stuck(30, -30, 3), kStuck);
    EXPECT_EQ(stuck(31, 0, 3), "") << "two radii less one";
    EXPECT_EQ(stuck(0, 0, 5), "");
    EXPECT_EQ(stuck(0, 0, 32, "srb2"), kStuck);
    EXPECT_EQ(stuck(0, 0, 1), kStuck) << "several players at once";
}

TEST(CheckThingPlaces, ThingsThatAreNeverThereTogether) {
    flatline::engine::Resources resources;
    flatline::engine::ThingType lamp;
    lamp.type = 2028;
    lamp.radius = 16;
    lamp.height = 16;
    lamp.blocking = 1;
    ASSERT_EQ(resources.add_thing_type(lamp), flatline::engine::Status::ok);
    const auto stuck = [&](const std::string& a, const std::string& b) {
        Drawing map;
        map.sector();
        map.room(0, 0, 256, 256, 0);
        map.thing(64, 64, 2028, a);
        map.thing(64, 64, 2028, b);
        return find(map, Rule::monster_stuck, &resources);
    };
    constexpr char kStuck[] = "monster-stuck thing 1 with thing 0";
    const std::string here = "skill1=true;single=true;";
    EXPECT_EQ(stuck(here, here), kStuck);
    EXPECT_EQ(stuck(here, "skill2=true;single=true;"), "");
    EXPECT_EQ(stuck("skill16=true;single=true;", "skill16=true;single=true;"), kStuck);
    EXPECT_EQ(stuck("skill16=true;single=true;", "skill15=true;single=true;"), "");
    EXPECT_EQ(stuck(here, "skill1=true;dm=true;"), "");
    EXPECT_EQ(stuck(here, here + "height=16;"), kStuck) << "at any height";
    lamp.blocking = 2;
    ASSERT_EQ(resources.add_thing_type(lamp), flatline::engine::Status::ok);
    EXPECT_EQ(stuck(here, here + "height=15;"), kStuck);
    EXPECT_EQ(stuck(here, here + "height=16;"), "");
    EXPECT_EQ(stuck(here + "height=15;", here), kStuck);
    EXPECT_EQ(stuck(here + "height=16;", here), "") << "whichever stands on the other";
}

TEST(CheckThingPlaces, ThingsInOnePlaceAreToldOnceEach) {
    Drawing map;
    map.sector();
    map.room(0, 0, 256, 256, 0);
    for (int i = 0; i < 3000; ++i) map.thing(64, 64, 1 + i % 4);
    const std::string text = map.text();
    const auto loaded = load_text::load(text);
    const auto result = flatline::engine::check(loaded.value, only({Rule::thing_stuck_in_thing}));
    EXPECT_TRUE(result.value.cut_short.empty());
    EXPECT_EQ(result.findings.warnings(), 2999u);
}

// Behind a line of two sides is its other sector.
TEST(CheckThingPlaces, BehindALineOfTwoSides) {
    for (const bool turned : {false, true}) {
        Drawing map;
        map.sector();
        map.sector();
        for (const auto& [x, y] :
             {std::pair{0, 0}, {0, 64}, {64, 64}, {128, 64}, {128, 0}, {64, 0}}) {
            map.vertex(x, y);
        }
        const int sectors[] = {0, 0, 1, 1, 1, 0};
        for (int i = 0; i < 6; ++i) map.line(i, (i + 1) % 6, sectors[i]);
        if (turned) {
            map.line(5, 2, 1, 0);
        } else {
            map.line(2, 5, 0, 1);
        }
        map.thing(32, 32, 3001);
        map.thing(96, 32, 3001);
        EXPECT_EQ(find(map, Rule::thing_outside), "") << turned;
    }
}

TEST(CheckThingPlaces, NothingIsOutsideWhereThereAreNoLines) {
    Drawing map;
    map.thing(0, 0, 3001);
    EXPECT_EQ(find(map, Rule::thing_outside), "");
}

// Bodies meet across the borders of the cells that they are sorted by.
TEST(CheckThingPlaces, PairsAcrossCells) {
    constexpr int kPlaces = 15;
    Drawing map;
    map.sector();
    map.room(-64, -64, 2048, 2048, 0);
    for (int i = 0; i < kPlaces; ++i) {
        for (int j = 0; j < kPlaces; ++j) map.thing(i * 101, j * 103, 1);
    }
    for (int i = 0; i < kPlaces; ++i) {
        for (int j = 0; j < kPlaces; ++j) map.thing(i * 101 + (i % 3 - 1) * 30, j * 103 + 30, 1);
    }
    const auto loaded = load_text::load(map.text());
    flatline::engine::CheckOptions options = only({Rule::thing_stuck_in_thing});
    const auto result = flatline::engine::check(loaded.value, options);
    ASSERT_EQ(result.findings.total(), 1u * kPlaces * kPlaces);
    for (std::uint32_t i = 0; i < kPlaces * kPlaces; ++i) {
        const flatline::engine::Finding& f = result.findings.kept()[i];
        EXPECT_EQ(f.index, kPlaces * kPlaces + i);
        EXPECT_EQ(f.related, i);
        EXPECT_EQ(f.a, 0);
    }
}

// Each stands on the floor of its own sector.
TEST(CheckThingPlaces, BodiesOnFloorsOfTwoSectors) {
    flatline::engine::Resources resources;
    flatline::engine::ThingType monster;
    monster.type = 3001;
    monster.radius = 20;
    monster.height = 56;
    monster.blocking = 2;
    ASSERT_EQ(resources.add_thing_type(monster), flatline::engine::Status::ok);
    for (const int floor : {0, 55, 56, 200}) {
        Drawing map;
        map.sector();
        map.sector("heightfloor=" + std::to_string(floor) + ";");
        for (const auto& [x, y] :
             {std::pair{0, 0}, {0, 64}, {64, 64}, {128, 64}, {128, 0}, {64, 0}}) {
            map.vertex(x, y);
        }
        const int sectors[] = {0, 0, 1, 1, 1, 0};
        for (int i = 0; i < 6; ++i) map.line(i, (i + 1) % 6, sectors[i]);
        map.line(2, 5, 0, 1);
        map.thing(60, 32, 3001, "skill1=true;single=true;");
        map.thing(68, 32, 3001, "skill1=true;single=true;");
        EXPECT_EQ(find(map, Rule::monster_stuck, &resources),
                  floor < 56 ? "monster-stuck thing 1 with thing 0" : "")
            << floor;
    }
}

}  // namespace check_thing_places_test
