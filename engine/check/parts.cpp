// Which parts of a map somebody may be in: sectors are joined by lines that have both sides.
#include <algorithm>
#include <numeric>

#include "check/namespaces.hpp"
#include "check/nearest_line_west.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

// Lines that lead to another line, so that a part needs no thing to be reached. Source: GZDoom
// 092b9c0, src/maploader/actionspecials.h (Teleport_Line, Line_SetPortal, Teleport_ZombieChanger is
// none); Boom, boomref.txt, "Line teleporters".
struct Range {
    std::int32_t first, last;
};
constexpr Range kByAction[] = {{57, 57}, {156, 156}, {215, 215}, {301, 301}};
constexpr Range kByType[] = {{40, 40}, {243, 244}, {262, 267}};

template <std::size_t N>
bool is_in(const Range (&ranges)[N], std::int32_t special) noexcept {
    return std::any_of(ranges, ranges + N, [special](const Range& range) {
        return special >= range.first && special <= range.last;
    });
}

// Whether only things lead anywhere. Of Eternity's many portals nothing is known here.
bool things_lead(const Map& map) noexcept {
    if (map.things().empty() || map.dialect() == Dialect::eternity) return false;
    const bool actions = is_zdoom(map) || map.map_namespace() == "hexen";
    return std::none_of(
        map.linedefs().begin(), map.linedefs().end(), [actions](const flatline_linedef& line) {
            return actions ? is_in(kByAction, line.special) : is_in(kByType, line.special);
        });
}

class Parts {
public:
    explicit Parts(Context& context) noexcept : context_(context), map_(context.map) {}

    bool find() noexcept {
        const std::size_t sectors = map_.sectors().size();
        if (!context_.take(sectors, context_.geometry.part_use)) return false;
        if (!things_lead(map_)) {
            std::fill(use().begin(), use().end(), std::uint8_t{kLived | kActive});
            return true;
        }
        if (!context_.take(sectors, parent_) || !context_.geometry.grid.build(context_))
            return false;
        std::iota(parent_.begin(), parent_.end(), 0u);
        std::fill(use().begin(), use().end(), std::uint8_t{0});
        join();
        if (!look_for_things()) return false;
        for (std::uint32_t i = 0; i < sectors; ++i) use()[i] = use()[root(i)];
        return true;
    }

private:
    Scratch<std::uint8_t>& use() noexcept { return context_.geometry.part_use; }
    std::uint32_t sector_of(std::uint32_t side) const noexcept {
        return map_.sidedefs()[side].sector;
    }
    std::uint32_t root(std::uint32_t sector) noexcept {
        while (parent_[sector] != sector) sector = parent_[sector] = parent_[parent_[sector]];
        return sector;
    }
    // The lowest sector of a part is its root, so use of a root is that of the part.
    void join() noexcept {
        for (const flatline_linedef& line : map_.linedefs()) {
            if (line.sideback == FLATLINE_NONE) continue;
            const std::uint32_t a = root(sector_of(line.sidefront));
            const std::uint32_t b = root(sector_of(line.sideback));
            parent_[std::max(a, b)] = std::min(a, b);
        }
        for (const flatline_linedef& line : map_.linedefs()) {
            if (line.special != 0) use()[root(sector_of(line.sidefront))] |= kActive;
        }
    }
    bool look_for_things() noexcept {
        for (const flatline_thing& thing : map_.things()) {
            const std::uint32_t found =
                nearest_line_west(context_, thing.x, thing.y, [](std::uint32_t) { return true; });
            if (context_.was_cut() || !context_.goes_on()) return false;
            if (found == FLATLINE_NONE) continue;
            const flatline_linedef& line = map_.linedefs()[found / 2];
            const std::uint32_t side = (found & 1) == 0 ? line.sidefront : line.sideback;
            if (side != FLATLINE_NONE) use()[root(sector_of(side))] |= kLived;
        }
        return true;
    }

    Context& context_;
    const Map& map_;
    Scratch<std::uint32_t> parent_;
};

}  // namespace

bool need_parts(Context& context) noexcept {
    if (!context.geometry.has_parts) context.geometry.has_parts = Parts(context).find();
    return context.geometry.has_parts;
}

}  // namespace flatline::engine::sanity
