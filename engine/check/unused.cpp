// Rules about unused elements.
#include "check/rules.hpp"

namespace flatline::engine::sanity {

void unused(Context& context) noexcept {
    const Map& map = context.map;
    Scratch<bool> side_used;
    Scratch<bool> sector_used;
    if (!context.take_zeroed(map.sidedefs().size(), side_used)) return;
    if (!context.take_zeroed(map.sectors().size(), sector_used)) return;
    for (const flatline_linedef& line : map.linedefs()) {
        side_used[line.sidefront] = true;
        if (line.sideback != FLATLINE_NONE) side_used[line.sideback] = true;
    }
    for (const flatline_sidedef& side : map.sidedefs()) sector_used[side.sector] = true;
    const auto tell = [&](Rule rule, std::uint8_t kind, const Scratch<bool>& used) {
        for (std::size_t i = 0; i < used.size(); ++i) {
            if (!used[i]) context.report.about(rule, {kind, static_cast<std::uint32_t>(i)});
        }
    };
    tell(Rule::side_unused, FLATLINE_SIDEDEF, side_used);
    tell(Rule::sector_unused, FLATLINE_SECTOR, sector_used);
}

}  // namespace flatline::engine::sanity
