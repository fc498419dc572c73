// draw/looks.hpp: sizes that an SVG and a picture in pixels have in common. Pixels are those of a
// picture whose longer side has kLongestSide of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "draw/bounds.hpp"

namespace flatline::engine::tool {

inline constexpr double kLongestSide = 1600;
inline constexpr double kThingPixels = 4;           // at least, for half of a glyph
inline constexpr double kThingUnits = 16;           // half the width of many things
inline constexpr double kMarkPixels[] = {6, 8, 9};  // by severity
inline constexpr double kSectorOpacity = 0.35;
inline constexpr double kShapeOpacity = 0.15;
inline constexpr double kShapeStroke = 0.6;
// Borders of glyphs, as parts of half of a glyph.
inline constexpr double kThingBorder = 0.12;
inline constexpr double kMarkBorder = 0.3;  // its inner half lies below the mark

/// A colour on light and on dark ground.
struct TwoColors {
    std::string_view on_light, on_dark;
};
inline constexpr TwoColors kGround = {"#FFFFFF", "#16181B"};
inline constexpr TwoColors kShapeLine = {"#404040", "#B0B0B0"};
inline constexpr TwoColors kThingLine = {"#FFFFFF", "#000000"};
inline constexpr TwoColors kMarkLine = {"#000000", "#FFFFFF"};

/// The shape of a mark without what is cut out of it: the first ring of its path.
inline std::string_view shape_of_mark(std::string_view path) {
    return path.substr(0, path.find('Z') + 1);
}

/// Map units of one pixel.
inline double unit_of(const Bounds& box) {
    return std::max(box.width(), box.height()) / kLongestSide;
}

/// The pixels of a side of the picture, of so many map units.
inline double pixels_of(const Bounds& box, double units) {
    return std::max(1.0, std::round(units / unit_of(box)));
}

}  // namespace flatline::engine::tool
