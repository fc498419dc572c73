// Rules about elements that nothing refers to.
#include <memory>
#include <new>

#include "check/rules.hpp"

namespace flatline::sanity {

void check_unused(const Map& map, FindingList& findings) noexcept {
    const std::size_t sides = map.sidedefs().size();
    const std::size_t sectors = map.sectors().size();
    // A byte an element. Without memory the rules stay silent: the map itself is sound.
    const std::unique_ptr<bool[]> side_used(new (std::nothrow) bool[sides]());
    const std::unique_ptr<bool[]> sector_used(new (std::nothrow) bool[sectors]());
    if (side_used == nullptr || sector_used == nullptr) return;
    for (const flatline_linedef& line : map.linedefs()) {
        side_used[line.sidefront] = true;
        if (line.sideback != FLATLINE_NONE) side_used[line.sideback] = true;
    }
    for (const flatline_sidedef& side : map.sidedefs()) sector_used[side.sector] = true;
    for (std::size_t i = 0; i < sides; ++i) {
        if (!side_used[i]) {
            report(map, findings, Rule::side_unused, FLATLINE_SIDEDEF,
                   static_cast<std::uint32_t>(i));
        }
    }
    for (std::size_t i = 0; i < sectors; ++i) {
        if (!sector_used[i]) {
            report(map, findings, Rule::sector_unused, FLATLINE_SECTOR,
                   static_cast<std::uint32_t>(i));
        }
    }
}

}  // namespace flatline::sanity
