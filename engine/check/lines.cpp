// Rules about linedefs.
#include "base/distance.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {

// GZDoom and zdbsp remove such a line; a consumer that divides by its length must know of it.
void line_zero_length(Context& context) noexcept {
    const Map& map = context.map;
    const View<flatline_vertex> vertices = map.vertices();
    std::uint32_t index = 0;
    for (const flatline_linedef& line : map.linedefs()) {
        const flatline_vertex& a = vertices[line.v1];
        const flatline_vertex& b = vertices[line.v2];
        if (a.x == b.x && a.y == b.y) {
            context.report.about(Rule::line_zero_length, {FLATLINE_LINEDEF, index});
        }
        ++index;
    }
}

void line_too_short(Context& context) noexcept {
    const View<flatline_vertex> vertices = context.map.vertices();
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        const flatline_vertex& a = vertices[line.v1];
        const flatline_vertex& b = vertices[line.v2];
        const bool has_length = a.x != b.x || a.y != b.y;
        if (has_length && compare_distance(a.x, a.y, b.x, b.y, 1) < 0) {
            context.report.about(Rule::line_too_short, {FLATLINE_LINEDEF, index});
        }
        ++index;
    }
}

void line_self_referencing(Context& context) noexcept {
    const View<flatline_sidedef> sides = context.map.sidedefs();
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        if (line.sideback != FLATLINE_NONE &&
            sides[line.sidefront].sector == sides[line.sideback].sector) {
            context.report.about(Rule::line_self_referencing, {FLATLINE_LINEDEF, index},
                                 FLATLINE_NO_FIELD, sides[line.sidefront].sector);
        }
        ++index;
    }
}

// GZDoom draws such a line as a solid wall.
void line_back_not_twosided(Context& context) noexcept {
    const FieldId field = find_field(FLATLINE_LINEDEF, "twosided");
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        if ((line.flags & FLATLINE_LINE_TWOSIDED) == 0 && line.sideback != FLATLINE_NONE) {
            context.report.about(Rule::line_back_not_twosided, {FLATLINE_LINEDEF, index}, field);
        }
        ++index;
    }
}

// SRB2, dsda-doom, Woof and Eternity clear the flag.
void line_twosided_no_back(Context& context) noexcept {
    const FieldId field = find_field(FLATLINE_LINEDEF, "twosided");
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        if ((line.flags & FLATLINE_LINE_TWOSIDED) != 0 && line.sideback == FLATLINE_NONE) {
            context.report.about(Rule::line_twosided_no_back, {FLATLINE_LINEDEF, index}, field);
        }
        ++index;
    }
}

// GZDoom says that the one flag means nothing without the other.
void line_midtex3dimpass_alone(Context& context) noexcept {
    const Map& map = context.map;
    const flatline_column* alone = map.column(FLATLINE_LINEDEF, "midtex3dimpassible");
    const flatline_column* needed = map.column(FLATLINE_LINEDEF, "midtex3d");
    if (alone == nullptr) return;
    std::uint32_t at = 0;  // both columns ascend by element
    for (std::uint32_t i = 0; i < alone->count; ++i) {
        if (alone->values.booleans[i] == 0) continue;
        const std::uint32_t line = alone->elements[i];
        const std::uint32_t count = needed != nullptr ? needed->count : 0;
        while (at < count && needed->elements[at] < line) ++at;
        const bool given =
            at < count && needed->elements[at] == line && needed->values.booleans[at] != 0;
        if (!given) {
            context.report.about(Rule::line_midtex3dimpass_alone, {FLATLINE_LINEDEF, line},
                                 alone->field);
        }
    }
}

}  // namespace flatline::engine::sanity
