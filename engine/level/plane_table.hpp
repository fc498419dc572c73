// The planes of sectors while slope rules run; flat sectors have no entry.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "level/plane_math.hpp"

namespace flatline::engine::level {

/// Both planes of one sector. A surface whose source is FLATLINE_PLANE_FLAT has no plane of its
/// own.
struct PlanePair {
    flatline_plane plane[2];
    flatline_plane_source source[2];
    bool sloped[2];  // false if the port copied a flat plane, which is no slope to it
    std::uint32_t sector;
};

/// As long as the table exists, flatline_sector::planes holds 1 + the number of the sector's pair,
/// or 0 where the sector has none.
class PlaneTable {
public:
    /// `pairs` has room for one pair a sector, and the budget has been charged for all of it.
    PlaneTable(flatline_sector* sectors, std::size_t sector_count, PlanePair* pairs) noexcept
        : sectors_(sectors), sector_count_(sector_count), pairs_(pairs) {}

    flatline_plane get(std::uint32_t sector, Surface surface) const noexcept {
        const PlanePair* pair = find(sector, surface);
        return pair != nullptr ? pair->plane[index(surface)]
                               : level_plane(height(sector, surface), surface);
    }
    /// The height that the sector's own field gives (heightfloor or heightceiling).
    double height(std::uint32_t sector, Surface surface) const noexcept {
        return surface == Surface::floor ? sectors_[sector].heightfloor
                                         : sectors_[sector].heightceiling;
    }
    bool is_sloped(std::uint32_t sector, Surface surface) const noexcept {
        const PlanePair* pair = find(sector, surface);
        return pair != nullptr && pair->sloped[index(surface)];
    }
    std::uint8_t flags(std::uint32_t sector, Surface surface) const noexcept {
        const PlanePair* pair = find(sector, surface);
        return pair != nullptr ? pair->source[index(surface)].flags : std::uint8_t{0};
    }
    void set(std::uint32_t sector, Surface surface, const flatline_plane& plane,
             const flatline_plane_source& source, bool sloped) noexcept;

    /// How many planes there are.
    std::uint32_t count() const noexcept { return planes_; }
    /// Fills `planes` and `sources` (count() entries each) in order of sectors, floors first, and
    /// makes flatline_sector::planes refer to them. The table is empty afterwards.
    void publish(flatline_plane* planes, flatline_plane_source* sources) noexcept;
    /// Makes all sectors flat.
    void clear() noexcept;

private:
    static std::size_t index(Surface surface) noexcept { return static_cast<std::size_t>(surface); }
    const PlanePair* find(std::uint32_t sector, Surface surface) const noexcept {
        const std::uint32_t pair = sectors_[sector].planes;
        if (pair == 0) return nullptr;
        const PlanePair& found = pairs_[pair - 1];
        return found.source[index(surface)].kind == FLATLINE_PLANE_FLAT ? nullptr : &found;
    }

    flatline_sector* sectors_;
    std::size_t sector_count_;
    PlanePair* pairs_;
    std::uint32_t pair_count_ = 0;
    std::uint32_t planes_ = 0;
};

}  // namespace flatline::engine::level
