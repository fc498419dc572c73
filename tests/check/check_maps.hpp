// A sound small map to spoil, and what check says of a text.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/check.hpp"
#include "model/load.hpp"
#include "support/load_text.hpp"

namespace check_maps {

/// The parts of a map of one triangle, in which no rule finds anything.
struct Parts {
    std::string map_namespace = "zdoom";
    std::string vertices = "vertex{x=0;y=0;}vertex{x=64;y=0;}vertex{x=0;y=64;}";
    std::string linedefs =
        "linedef{v1=1;v2=0;sidefront=0;}linedef{v1=2;v2=1;sidefront=1;}"
        "linedef{v1=0;v2=2;sidefront=2;}";
    std::string sidedefs =
        "sidedef{sector=0;texturemiddle=\"A\";}sidedef{sector=0;texturemiddle=\"A\";}"
        "sidedef{sector=0;texturemiddle=\"A\";}";
    std::string sectors = "sector{texturefloor=\"A\";textureceiling=\"A\";}";
    std::string things = "thing{x=8;y=8;type=11;}";

    std::string text() const {
        return "namespace=\"" + map_namespace + "\";" + vertices + linedefs + sidedefs + sectors +
               things + "\n";
    }
};

/// All findings of check, a line each: "rule element index field", "as" a severity that is not the
/// usual one, and "with" the other element.
inline std::string checked(const flatline::engine::Map& map,
                           const flatline::engine::CheckOptions& options = {}) {
    const flatline::engine::Result<flatline::engine::CheckReport> result =
        flatline::engine::check(map, options);
    EXPECT_TRUE(result);
    std::string all;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        EXPECT_EQ(f.offset, FLATLINE_NO_OFFSET);
        const auto usual =
            static_cast<std::uint8_t>(flatline::engine::rule_rows()[f.rule].severity);
        EXPECT_LE(f.severity, usual);
        EXPECT_EQ(f.repaired, 0);
        if (!all.empty()) all += "\n";
        all += std::string(load_text::rule_id(f)) + " " +
               std::string(flatline::engine::element_name(f.element));
        if (f.index != FLATLINE_NONE) all += " " + std::to_string(f.index);
        if (f.field != FLATLINE_NO_FIELD)
            all += " " + std::string(flatline::engine::field_name(f.field));
        if (f.severity != usual) {
            all += " as " + std::string(flatline::engine::severity_name(
                                static_cast<flatline::engine::Severity>(f.severity)));
        }
        if (f.related == FLATLINE_NONE) continue;
        all += " with " + std::string(flatline::engine::element_name(f.related_element)) + " " +
               std::to_string(f.related);
    }
    return all;
}

inline std::string checked(const std::string& text,
                           const flatline::engine::CheckOptions& options = {}) {
    const flatline::engine::LoadResult<flatline::engine::Map> result = load_text::load(text);
    EXPECT_TRUE(result) << load_text::story(result, text);
    return result ? checked(result.value, options) : "refused";
}

/// The sentence of the first finding, without element and place.
inline std::string first_sentence(const std::string& text,
                                  const flatline::engine::CheckOptions& options) {
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    EXPECT_TRUE(loaded) << load_text::story(loaded, text);
    if (!loaded) return "refused";
    const auto result = flatline::engine::check(loaded.value, options);
    if (result.findings.kept().empty()) return "none";
    flatline::engine::Finding first = *result.findings.kept().begin();
    first.index = FLATLINE_NONE;
    char out[256];
    return {out, flatline::engine::describe(first, {}, out, sizeof out)};
}

/// Options in which only these rules are on, with their severities.
inline flatline::engine::CheckOptions only(std::initializer_list<flatline::engine::Rule> rules) {
    flatline::engine::CheckOptions options;
    const flatline::engine::RuleLevels usual;
    options.levels.set_all(flatline::engine::RuleLevel::off);
    for (const flatline::engine::Rule rule : rules) options.levels.set(rule, usual.get(rule));
    return options;
}

/// A map that a test draws line by line. Walls of one side have a texture, sectors flats and a
/// height of 128.
class Drawing {
public:
    explicit Drawing(std::string name_space = "zdoom") : namespace_(std::move(name_space)) {}

    int vertex(double x, double y) {
        vertices_ += "vertex{x=" + number(x) + ";y=" + number(y) + ";}\n";
        return vertex_count_++;
    }
    /// Makes a sector; its index.
    int sector(const std::string& fields = "") {
        sectors_ +=
            "sector{texturefloor=\"F\";textureceiling=\"F\";heightceiling=128;" + fields + "}\n";
        return sector_count_++;
    }
    /// A line with its sides in these sectors; `back` -1: none.
    int line(int v1, int v2, int front, int back = -1, const std::string& fields = "",
             const std::string& front_fields = "", const std::string& back_fields = "") {
        const bool two = back >= 0;
        lines_ += "linedef{v1=" + std::to_string(v1) + ";v2=" + std::to_string(v2) +
                  ";sidefront=" + std::to_string(side(front, !two, front_fields)) + ";";
        if (two) {
            lines_ +=
                "sideback=" + std::to_string(side(back, false, back_fields)) + ";twosided=true;";
        }
        lines_ += fields + "}\n";
        return line_count_++;
    }
    /// Lines around, clockwise for a room, so that the sector is on their right.
    void ring(const std::vector<std::pair<double, double>>& points, int front, int back = -1) {
        const int first = vertex_count_;
        for (const auto& [x, y] : points) vertex(x, y);
        const int count = static_cast<int>(points.size());
        for (int i = 0; i < count; ++i) line(first + i, first + (i + 1) % count, front, back);
    }
    /// A rectangle whose inside is `front`.
    void room(double left, double bottom, double right, double top, int front, int back = -1) {
        ring({{left, bottom}, {left, top}, {right, top}, {right, bottom}}, front, back);
    }
    int thing(double x, double y, int type, const std::string& fields = "") {
        things_ += "thing{x=" + number(x) + ";y=" + number(y) + ";type=" + std::to_string(type) +
                   ";" + fields + "}\n";
        return thing_count_++;
    }
    std::string text() const {
        return "namespace=\"" + namespace_ + "\";\n" + vertices_ + lines_ + sides_ + sectors_ +
               things_;
    }

private:
    static std::string number(double value) {
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.17g", value);
        return digits;
    }
    int side(int sector, bool wall, const std::string& fields) {
        sides_ += "sidedef{sector=" + std::to_string(sector) + ";" +
                  (wall && fields.empty() ? "texturemiddle=\"W\";" : "") + fields + "}\n";
        return side_count_++;
    }

    std::string namespace_, vertices_, lines_, sides_, sectors_, things_;
    int vertex_count_ = 0, line_count_ = 0, side_count_ = 0, sector_count_ = 0, thing_count_ = 0;
};

/// Random places, by the number of the round of several kinds: few or many of them, at whole
/// numbers, far apart, or nearer than the tolerance of the rules.
class RandomPlaces {
public:
    RandomPlaces(std::mt19937_64& random, int round)
        : random_(random),
          size_(round % 3 == 0   ? 6
                : round % 3 == 1 ? 40
                                 : 2000),
          unit_(round % 2 == 0   ? 1
                : round % 5 == 0 ? 0.0001
                                 : 16) {}
    double operator()() { return static_cast<double>(static_cast<int>(random_() % size_)) * unit_; }

private:
    std::mt19937_64& random_;
    unsigned size_;
    double unit_;
};

}  // namespace check_maps
