// kinds.hpp: which parts of a map a picture shows, and how each kind looks. SVG and page share
// these tables.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/map.hpp"
#include "model/view.hpp"

namespace flatline::engine::tool {

/// A line is of the first of these that fits it.
enum class LineKind : std::uint8_t {
    action,        ///< it has a special
    hidden,        ///< it is not drawn on the automap
    secret,        ///< the automap shows it as a wall
    one_sided,     ///< a wall
    inner,         ///< both sides belong to one sector
    floor_step,    ///< the floors of its sides meet at different heights
    ceiling_step,  ///< the ceilings do
    level,         ///< nothing changes at it
};

enum class ThingKind : std::uint8_t {
    start,     ///< of a player
    versus,    ///< a start of other modes of play
    monster,   ///< also bosses
    pickup,    ///< weapons, ammunition, health, powers, rings
    key,       ///< opens doors
    teleport,  ///< where somebody arrives
    marker,    ///< spots, cameras, sounds, slopes: nothing that is seen in the game
    light,     ///< a source of light
    other,     ///< decoration, and every number that the tables do not know
};

/// How a kind of line is drawn. Colours are of the palette of Okabe and Ito, or grey; whoever does
/// not see them tells the kinds by width and dashes. Widths and dashes are pixels; a dash of 0 is
/// an unbroken line.
struct LineStyle {
    std::string_view name;  ///< of classes and switches
    std::string_view label;
    std::string_view on_light, on_dark;
    double width;
    double dash, gap;
};

/// How a kind of thing, or a mark of a finding, is drawn: a path in SVG's notation within about one
/// unit around (0, 0), y up, which looks east.
struct GlyphStyle {
    std::string_view name;
    std::string_view label;
    std::string_view on_light, on_dark;
    std::string_view path;
    bool turns;  ///< by the angle of the thing
};

/// Rows by LineKind, by ThingKind and by Severity. Static data.
View<LineStyle> line_styles();
View<GlyphStyle> thing_styles();
View<GlyphStyle> mark_styles();

/// Colours from low to high: even steps of lightness from blue to yellow, the same to everybody.
View<std::string_view> height_ramp();

LineKind kind_of_line(const Map& map, const flatline_linedef& line);
/// The lines of each kind, ascending.
std::vector<std::vector<std::uint32_t>> lines_by_kind(const Map& map);
/// By number. What a number means depends on the game; where the namespace does not tell it, Doom
/// is meant.
ThingKind kind_of_thing(const Map& map, std::int32_t type);
/// Of a Doom 3 entity, by its class.
ThingKind kind_of_class(std::string_view class_name);

}  // namespace flatline::engine::tool
