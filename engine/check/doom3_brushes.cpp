// Rules about brushes of Doom 3 maps: reports the faults that the build of their windings finds.
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

// Sides that the scratch brush of the engine's compiler has room for; it writes beyond them.
constexpr std::uint32_t kEngineSides = 300;

struct FlagRule {
    std::uint32_t flag;
    Rule rule;
};
constexpr FlagRule kSideRules[] = {
    {FLATLINE_DOOM3_SIDE_DEGENERATE, Rule::plane_degenerate},
    {FLATLINE_DOOM3_SIDE_NOT_UNIT, Rule::plane_not_unit},
    {FLATLINE_DOOM3_SIDE_SINGULAR, Rule::texture_matrix_singular},
};
constexpr FlagRule kSolidRules[] = {
    {FLATLINE_DOOM3_SOLID_OPEN, Rule::brush_open},
    {FLATLINE_DOOM3_SOLID_EMPTY, Rule::brush_empty},
    {FLATLINE_DOOM3_SOLID_DEGENERATE, Rule::brush_degenerate},
    {FLATLINE_DOOM3_SOLID_OUTSIDE_WORLD, Rule::brush_outside_world},
    {FLATLINE_DOOM3_SOLID_OVER_LIMIT, Rule::limit_winding_points},
};
// Every side of such a brush is redundant, so only the brush is reported.
constexpr std::uint32_t kNoVolume =
    FLATLINE_DOOM3_SOLID_EMPTY | FLATLINE_DOOM3_SOLID_MIRRORED | FLATLINE_DOOM3_SOLID_TOO_FEW_SIDES;

class BrushCheck {
public:
    BrushCheck(const Doom3Map& map, const Windings& windings, const Report& report) noexcept
        : map_(map), windings_(windings), report_(report) {}

    void check(std::uint32_t index) noexcept;

private:
    void check_side(const flatline_doom3_brush& brush, std::uint32_t index, std::uint32_t side,
                    bool volume) noexcept;

    const Doom3Map& map_;
    const Windings& windings_;
    const Report& report_;
};

void BrushCheck::check(std::uint32_t index) noexcept {
    const flatline_doom3_brush& brush = map_.brushes()[index];
    const flatline_doom3_solid& solid = windings_.solids()[index];
    const FindingSubject place{FLATLINE_BRUSH, index, brush.offset, 1};
    std::uint32_t usable = 0;
    for (std::uint32_t i = 0; i < brush.side_count; ++i) {
        check_side(brush, index, i, (solid.flags & kNoVolume) == 0);
        constexpr std::uint32_t kUnusable =
            FLATLINE_DOOM3_SIDE_DEGENERATE | FLATLINE_DOOM3_SIDE_DUPLICATE;
        usable += (windings_.windings()[brush.first_side + i].flags & kUnusable) == 0;
    }
    if ((solid.flags & FLATLINE_DOOM3_SOLID_TOO_FEW_SIDES) != 0) {
        report_.in_map(Rule::brush_too_few_sides, place, usable, brush.side_count);
    }
    if (brush.side_count > kEngineSides) {
        report_.in_map(Rule::brush_too_many_sides, place, brush.side_count, kEngineSides);
    }
    for (const FlagRule& row : kSolidRules) {
        if ((solid.flags & row.flag) != 0) report_.in_map(row.rule, place);
    }
}

void BrushCheck::check_side(const flatline_doom3_brush& brush, std::uint32_t index,
                            std::uint32_t side, bool volume) noexcept {
    const flatline_doom3_winding& winding = windings_.windings()[brush.first_side + side];
    const flatline_doom3_side& own = map_.sides()[brush.first_side + side];
    const FindingSubject place{FLATLINE_BRUSH, index, own.offset, 1};
    for (const FlagRule& row : kSideRules) {
        if ((winding.flags & row.flag) != 0) report_.in_map(row.rule, place, side);
    }
    const std::int64_t other = std::int64_t{winding.other} - brush.first_side;
    if ((winding.flags & FLATLINE_DOOM3_SIDE_DUPLICATE) != 0) {
        const bool differ = map_.sides()[winding.other].material != own.material;
        report_.in_map(Rule::duplicate_plane, place, other, differ);
    }
    if ((winding.flags & FLATLINE_DOOM3_SIDE_MIRRORED) != 0) {
        report_.in_map(Rule::mirrored_plane, place, other);
    }
    if (volume && (winding.flags & FLATLINE_DOOM3_SIDE_REDUNDANT) != 0) {
        report_.in_map(Rule::brush_redundant_side, place, side);
    }
}

}  // namespace

void check_brushes(const Doom3Map& map, const Windings& windings, const Report& report) noexcept {
    BrushCheck check(map, windings, report);
    const auto count = static_cast<std::uint32_t>(map.brushes().size());
    for (std::uint32_t i = 0; i < count; ++i) check.check(i);
}

}  // namespace flatline::engine::sanity
