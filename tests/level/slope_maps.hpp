// The maps of docs/slopes.md, "Worked numbers", and what tests ask of their planes.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "level/slopes.hpp"
#include "model/load.hpp"
#include "support/load_text.hpp"
#include "support/oracle.hpp"

namespace slope_maps {

/// Two squares of 128 units side by side, A (sector 0, floor 0, ceiling 128) and B (sector 1, 64
/// and 192), the line L between them from (128,128) to (128,0), its front in A; and apart from
/// them C (sector 2, floor 0, ceiling 128), x 512 to 640. Members are more fields of elements.
struct Squares {
    std::string name_space = "zdoom";
    std::string line_l;
    std::string line_c;  // the left side of C: one-sided
    std::string sector_a, sector_b, sector_c;
    std::string things;  // whole blocks

    static constexpr std::uint32_t kA = 0, kB = 1, kC = 2;
    static constexpr std::uint32_t kL = 2, kLineC = 7;

    std::string text() const {
        std::string out = "namespace=\"" + name_space + "\";";
        const int points[][2] = {{0, 0},   {0, 128}, {128, 128}, {128, 0},   {256, 128},
                                 {256, 0}, {512, 0}, {512, 128}, {640, 128}, {640, 0}};
        for (const auto& [x, y] : points) {
            out += "vertex{x=" + std::to_string(x) + ";y=" + std::to_string(y) + ";}";
        }
        struct Line {
            int v1, v2, front;
            const std::string* more;
        };
        const std::string none;
        const Line lines[] = {{0, 1, 0, &none}, {1, 2, 0, &none},   {2, 3, 0, &line_l},
                              {3, 0, 0, &none}, {2, 4, 1, &none},   {4, 5, 1, &none},
                              {5, 3, 1, &none}, {6, 7, 2, &line_c}, {7, 8, 2, &none},
                              {8, 9, 2, &none}, {9, 6, 2, &none}};
        int side = 0;
        std::string sides;
        for (const Line& line : lines) {
            out += "linedef{v1=" + std::to_string(line.v1) + ";v2=" + std::to_string(line.v2) +
                   ";sidefront=" + std::to_string(side++) + ";";
            sides += "sidedef{sector=" + std::to_string(line.front) + ";}";
            if (line.more == &line_l) {
                out += "sideback=" + std::to_string(side++) + ";twosided=true;";
                sides += "sidedef{sector=1;}";
            }
            out += *line.more + "}";
        }
        const std::string flats = "texturefloor=\"F\";textureceiling=\"F\";";
        out += sides;
        out += "sector{" + flats + "heightceiling=128;" + sector_a + "}";
        out += "sector{" + flats + "heightfloor=64;heightceiling=192;" + sector_b + "}";
        out += "sector{" + flats + "heightceiling=128;" + sector_c + "}";
        return out + things;
    }
};

/// The triangle (0,0) (0,128) (128,0), floor 0, ceiling 128. `v` are more fields of its vertices.
inline std::string triangle(const std::string& name_space, const std::string& v0,
                            const std::string& v1, const std::string& v2,
                            const std::string& things = "",
                            const std::string& place2 = "x=128;y=0;") {
    return "namespace=\"" + name_space + "\";vertex{x=0;y=0;" + v0 + "}vertex{x=0;y=128;" + v1 +
           "}vertex{" + place2 + v2 + "}" +
           "linedef{v1=0;v2=1;sidefront=0;}linedef{v1=1;v2=2;sidefront=1;}"
           "linedef{v1=2;v2=0;sidefront=2;}sidedef{sector=0;}sidedef{sector=0;}sidedef{sector=0;}"
           "sector{texturefloor=\"F\";textureceiling=\"F\";heightceiling=128;}" +
           things;
}

/// A line without length at (x, y) of the map `text`: two vertices, with `sector` on its front.
inline std::string point_line(const std::string& text, const char* x, const char* y, int sector,
                              const std::string& more = "") {
    const auto count = [&](const std::string& block) {
        int found = 0;
        for (std::size_t at = 0; (at = text.find(block, at)) != std::string::npos; ++at) ++found;
        return found;
    };
    const int v = count("vertex{");
    const std::string place = std::string("vertex{x=") + x + ";y=" + y + ";}";
    return place + place + "linedef{v1=" + std::to_string(v) + ";v2=" + std::to_string(v + 1) +
           ";sidefront=" + std::to_string(count("sidedef{")) + ";" + more +
           "}sidedef{sector=" + std::to_string(sector) + ";}";
}

inline std::string args(std::initializer_list<int> values) {
    std::string out;
    int i = 0;
    for (const int value : values) {
        out += "arg" + std::to_string(i++) + "=" + std::to_string(value) + ";";
    }
    return out;
}
inline std::string special(int number, std::initializer_list<int> values) {
    return "special=" + std::to_string(number) + ";" + args(values);
}
inline std::string thing(int type, int x, int y, int height, const std::string& more = "") {
    return "thing{type=" + std::to_string(type) + ";x=" + std::to_string(x) +
           ";y=" + std::to_string(y) + ";height=" + std::to_string(height) + ";" + more + "}";
}

/// A map that must load, keep every promise, and have no finding about slopes but those asked for.
class Loaded {
public:
    explicit Loaded(std::string text, const flatline::engine::LoadOptions& options = {})
        : text_(std::move(text)), result_(load_text::load(text_, options)) {
        EXPECT_TRUE(static_cast<bool>(result_)) << load_text::story(result_, text_);
        EXPECT_EQ(oracle::first_fault(result_, text_), "");
    }
    explicit Loaded(const Squares& map, const flatline::engine::LoadOptions& options = {})
        : Loaded(map.text(), options) {}

    const flatline::engine::Map& map() const { return result_.value; }
    const flatline::engine::LoadResult<flatline::engine::Map>& result() const { return result_; }
    std::string story() const { return load_text::story(result_, text_); }
    /// Ids of the rules about slopes that fired, in order, with a blank between.
    std::string rules() const {
        std::string out;
        for (const flatline::engine::Finding& finding : result_.findings.kept()) {
            const std::string id(load_text::rule_id(finding));
            if (id.rfind("slope-", 0) != 0 && id.rfind("plane-", 0) != 0 &&
                id != "limit-slope-steps") {
                continue;
            }
            out += (out.empty() ? "" : " ") + id;
        }
        return out;
    }

    double floor(std::uint32_t sector, double x, double y) const {
        return flatline::engine::z_at(map().floor_plane(sector), x, y);
    }
    double ceiling(std::uint32_t sector, double x, double y) const {
        return flatline::engine::z_at(map().ceiling_plane(sector), x, y);
    }

private:
    std::string text_;
    flatline::engine::LoadResult<flatline::engine::Map> result_;
};

/// Makes the planes of a loaded map once more, from an input that a test may change before.
class Derived {
public:
    Derived(const flatline::engine::Map& map, flatline::engine::SlopeRules rules)
        : sectors_(map.sectors().begin(), map.sectors().end()) {
        for (flatline_sector& sector : sectors_) sector.planes = 0;
        input.geometry.vertices = map.vertices();
        input.geometry.linedefs = map.linedefs();
        input.geometry.sidedefs = map.sidedefs();
        input.geometry.sector_count = sectors_.size();
        input.geometry.sector_line_rows = map.arrays().sector_line_rows;
        input.geometry.sector_lines = map.arrays().sector_lines;
        input.sectors = sectors_.data();
        input.things = map.things();
        input.columns = map.columns();
        input.ids = map.arrays().ids;
        input.rules = rules;
        input.step_limit = 1000;
    }
    /// Once. The sources of all planes, and in findings() what was reported.
    flatline::engine::View<flatline_plane_source> run() {
        flatline::engine::Budget budget(1 << 20);
        flatline::engine::level::SlopeArrays planes;
        EXPECT_EQ(flatline::engine::level::derive_planes(input, {}, budget, scratch_, memory_,
                                                         findings_, planes),
                  flatline::engine::Outcome::ok);
        return {planes.sources, planes.count};
    }
    const flatline_sector& sector(std::size_t index) const { return sectors_[index]; }
    const flatline::engine::FindingList& findings() const { return findings_; }

    flatline::engine::level::SlopeInput input;

private:
    std::vector<flatline_sector> sectors_;
    flatline::engine::Reservation scratch_, memory_;
    flatline::engine::FindingList findings_;
};

/// The worked numbers have six digits after the point.
inline void expect_plane(const flatline_plane& plane, double a, double b, double c, double d) {
    EXPECT_NEAR(plane.a, a, 6e-7);
    EXPECT_NEAR(plane.b, b, 6e-7);
    EXPECT_NEAR(plane.c, c, 6e-7);
    EXPECT_NEAR(plane.d, d, 6e-6);
}

inline void expect_source(const flatline_plane_source& source, int kind,
                          std::uint32_t index = FLATLINE_NONE, int flags = 0) {
    EXPECT_EQ(source.kind, kind);
    EXPECT_EQ(source.index, index);
    EXPECT_EQ(source.flags, flags);
}

#define EXPECT_Z(actual, expected) EXPECT_NEAR(actual, expected, 1e-9)

}  // namespace slope_maps
