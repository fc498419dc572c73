// Which slope rules a dialect has, and the order in which its port applies them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "level/plane_math.hpp"
#include "model/fields.hpp"
#include "model/load.hpp"

namespace flatline::engine::level {

enum class SlopeStep : std::uint8_t {
    plane_fields,    // floorplane_a .. d, ceilingplane_a .. d
    vertex_heights,  // vertex height things, then zfloor and zceiling, on sectors of three lines
    slope_lines,     // specials that slope, in order of lines
    slope_things,    // things that slope, in order of things
    copy_things,     // things that copy a plane, in order of things
    copy_lines,      // specials that copy planes, in order of lines
};

/// One step of a port. The rows of one port stand in its order. Each step sees what those before it
/// did and overwrites it, unless its LineRule only fills what has no slope yet.
struct SlopeStepRow {
    SlopeRules rules;
    SlopeStep step;
    std::string_view what;
};
inline constexpr SlopeStepRow kSlopeSteps[] = {
    {SlopeRules::zdoom, SlopeStep::plane_fields, "floorplane_*, ceilingplane_*"},
    {SlopeRules::zdoom, SlopeStep::slope_lines, "Plane_Align (181), by line"},
    {SlopeRules::zdoom, SlopeStep::slope_things, "9500 to 9503, 1500, 1501, by thing"},
    {SlopeRules::zdoom, SlopeStep::vertex_heights, "1504, 1505, then zfloor, zceiling"},
    {SlopeRules::zdoom, SlopeStep::copy_things, "9510, 9511, by thing"},
    {SlopeRules::zdoom, SlopeStep::copy_lines, "Plane_Copy (118), by line"},
    {SlopeRules::eternity, SlopeStep::slope_lines, "181, 386 to 393, by line"},
    {SlopeRules::eternity, SlopeStep::copy_lines, "118, 394 to 396, by line"},
    {SlopeRules::srb2, SlopeStep::plane_fields, "floorplane_*, ceilingplane_*"},
    {SlopeRules::srb2, SlopeStep::vertex_heights, "zfloor, zceiling"},
    {SlopeRules::srb2, SlopeStep::slope_lines, "700, 704, by line"},
    {SlopeRules::srb2, SlopeStep::copy_lines, "720, by line: fills what has no slope"},
};

/// The fields that make planes, by surface: a, b, c, d of a plane of the sector, the height of a
/// vertex.
inline constexpr std::string_view kPlaneFields[2][4] = {
    {"floorplane_a", "floorplane_b", "floorplane_c", "floorplane_d"},
    {"ceilingplane_a", "ceilingplane_b", "ceilingplane_c", "ceilingplane_d"}};
inline constexpr std::string_view kVertexHeightFields[2] = {"zfloor", "zceiling"};

/// How the arguments of a line special are read.
enum class LineRule : std::uint8_t {
    align_zdoom,     // arg0 floor, arg1 ceiling: 1 front, 2 back; ceiling also in bits 2, 3 of arg0
    align_eternity,  // arg0 floor, arg1 ceiling: 1 front, 2 back, 3 both
    align_srb2,      // arg0 floor, arg1 ceiling: 1 front, 2 back; arg2 flags
    align_fixed,     // the row says which
    vertices_srb2,   // arg0 which plane, arg1 .. 3 tags of things 750, arg4 flags
    copy_zdoom,      // tags of arg0 .. 3 for front floor, front ceiling, back floor, back ceiling;
                     // arg4: 1 front floor to back, 2 back to front, 4 and 8 the ceilings
    copy_eternity,   // the same, out of the first sector with the tag that has a slope
    copy_srb2,       // the same, only where there is no slope yet; what is copied is shared
    copy_front,      // arg0 tag; the row says which planes of the front; only if there is none
};

/// Bits of SlopeLineRow::floor and ceiling.
inline constexpr std::uint8_t kFront = 1;
inline constexpr std::uint8_t kBack = 2;

struct SlopeLineRow {
    SlopeRules rules;
    std::int32_t special;
    SlopeStep step;
    LineRule rule;
    std::uint8_t floor, ceiling;  // of align_fixed and copy_front: kFront, kBack
};
inline constexpr SlopeLineRow kSlopeLines[] = {
    {SlopeRules::zdoom, 118, SlopeStep::copy_lines, LineRule::copy_zdoom, 0, 0},
    {SlopeRules::zdoom, 181, SlopeStep::slope_lines, LineRule::align_zdoom, 0, 0},
    {SlopeRules::eternity, 118, SlopeStep::copy_lines, LineRule::copy_eternity, 0, 0},
    {SlopeRules::eternity, 181, SlopeStep::slope_lines, LineRule::align_eternity, 0, 0},
    {SlopeRules::eternity, 386, SlopeStep::slope_lines, LineRule::align_fixed, kFront, 0},
    {SlopeRules::eternity, 387, SlopeStep::slope_lines, LineRule::align_fixed, 0, kFront},
    {SlopeRules::eternity, 388, SlopeStep::slope_lines, LineRule::align_fixed, kFront, kFront},
    {SlopeRules::eternity, 389, SlopeStep::slope_lines, LineRule::align_fixed, kBack, 0},
    {SlopeRules::eternity, 390, SlopeStep::slope_lines, LineRule::align_fixed, 0, kBack},
    {SlopeRules::eternity, 391, SlopeStep::slope_lines, LineRule::align_fixed, kBack, kBack},
    {SlopeRules::eternity, 392, SlopeStep::slope_lines, LineRule::align_fixed, kBack, kFront},
    {SlopeRules::eternity, 393, SlopeStep::slope_lines, LineRule::align_fixed, kFront, kBack},
    {SlopeRules::eternity, 394, SlopeStep::copy_lines, LineRule::copy_front, kFront, 0},
    {SlopeRules::eternity, 395, SlopeStep::copy_lines, LineRule::copy_front, 0, kFront},
    {SlopeRules::eternity, 396, SlopeStep::copy_lines, LineRule::copy_front, kFront, kFront},
    {SlopeRules::srb2, 700, SlopeStep::slope_lines, LineRule::align_srb2, 0, 0},
    {SlopeRules::srb2, 704, SlopeStep::slope_lines, LineRule::vertices_srb2, 0, 0},
    {SlopeRules::srb2, 720, SlopeStep::copy_lines, LineRule::copy_srb2, 0, 0},
};

enum class ThingRule : std::uint8_t {
    line_id,        // arg0 line id: through the ends of each such line and the thing
    tilt,           // arg0 degrees of tilt, angle the direction, through the thing
    line_argument,  // the thing's id is arg0 of a line of its sector; its height is absolute
    vertex,         // height of the vertices that lie exactly where the thing stands
    copy,           // arg0 sector tag: copied to the sector of the thing
    slope_vertex,   // what 704 names; does nothing by itself
};

struct SlopeThingRow {
    SlopeRules rules;
    std::int32_t type;  // DoomEd number
    SlopeStep step;
    ThingRule rule;
    Surface surface;
};
inline constexpr SlopeThingRow kSlopeThings[] = {
    {SlopeRules::zdoom, 1500, SlopeStep::slope_things, ThingRule::line_argument, Surface::floor},
    {SlopeRules::zdoom, 1501, SlopeStep::slope_things, ThingRule::line_argument, Surface::ceiling},
    {SlopeRules::zdoom, 1504, SlopeStep::vertex_heights, ThingRule::vertex, Surface::floor},
    {SlopeRules::zdoom, 1505, SlopeStep::vertex_heights, ThingRule::vertex, Surface::ceiling},
    {SlopeRules::zdoom, 9500, SlopeStep::slope_things, ThingRule::line_id, Surface::floor},
    {SlopeRules::zdoom, 9501, SlopeStep::slope_things, ThingRule::line_id, Surface::ceiling},
    {SlopeRules::zdoom, 9502, SlopeStep::slope_things, ThingRule::tilt, Surface::floor},
    {SlopeRules::zdoom, 9503, SlopeStep::slope_things, ThingRule::tilt, Surface::ceiling},
    {SlopeRules::zdoom, 9510, SlopeStep::copy_things, ThingRule::copy, Surface::floor},
    {SlopeRules::zdoom, 9511, SlopeStep::copy_things, ThingRule::copy, Surface::ceiling},
    {SlopeRules::srb2, 750, SlopeStep::slope_lines, ThingRule::slope_vertex, Surface::floor},
};

/// The slope rules of a dialect. dsda-doom, Woof and the base games have no slopes. GZDoom loads
/// their maps too and applies its own rules to them; a host that wants that sets
/// LoadOptions::slope_rules.
constexpr SlopeRules slope_rules(Dialect dialect) noexcept {
    switch (dialect) {
        case Dialect::zdoom:
            return SlopeRules::zdoom;
        case Dialect::eternity:
            return SlopeRules::eternity;
        case Dialect::srb2:
            return SlopeRules::srb2;
        default:
            return SlopeRules::none;
    }
}

/// Finds the row of a number among those of one port. A filter of 64 bits comes first, because
/// nearly no line has such a special.
template <class Row, std::size_t kSize, std::int32_t Row::*kNumber>
class SlopeRowFinder {
public:
    constexpr SlopeRowFinder(const Row (&rows)[kSize], SlopeRules rules) noexcept
        : rows_(rows), rules_(rules) {
        for (const Row& row : rows) {
            if (row.rules == rules) filter_ |= bit(row.*kNumber);
        }
    }
    /// Null if the number is none of the port's.
    constexpr const Row* find(std::int32_t number) const noexcept {
        if ((filter_ & bit(number)) == 0) return nullptr;
        for (const Row& row : rows_) {
            if (row.*kNumber == number && row.rules == rules_) return &row;
        }
        return nullptr;
    }

private:
    static constexpr std::uint64_t bit(std::int32_t number) noexcept {
        return std::uint64_t{1} << (static_cast<std::uint32_t>(number) & 63);
    }

    const Row (&rows_)[kSize];
    SlopeRules rules_;
    std::uint64_t filter_ = 0;
};
using SlopeLineFinder =
    SlopeRowFinder<SlopeLineRow, std::size(kSlopeLines), &SlopeLineRow::special>;
using SlopeThingFinder =
    SlopeRowFinder<SlopeThingRow, std::size(kSlopeThings), &SlopeThingRow::type>;

}  // namespace flatline::engine::level
