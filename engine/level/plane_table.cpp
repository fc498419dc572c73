#include "level/plane_table.hpp"

namespace flatline::engine::level {

void PlaneTable::set(std::uint32_t sector, Surface surface, const flatline_plane& plane,
                     const flatline_plane_source& source, bool sloped) noexcept {
    std::uint32_t& own = sectors_[sector].planes;
    if (own == 0) {
        pairs_[pair_count_] = {};
        pairs_[pair_count_].sector = sector;
        own = ++pair_count_;
    }
    PlanePair& pair = pairs_[own - 1];
    const std::size_t i = index(surface);
    planes_ += pair.source[i].kind == FLATLINE_PLANE_FLAT;
    pair.plane[i] = plane;
    pair.source[i] = source;
    pair.sloped[i] = sloped;
}

void PlaneTable::publish(flatline_plane* planes, flatline_plane_source* sources) noexcept {
    std::uint32_t next = 0;
    for (std::size_t sector = 0; sector < sector_count_; ++sector) {
        std::uint32_t& own = sectors_[sector].planes;
        if (own == 0) continue;
        const PlanePair& pair = pairs_[own - 1];
        own = next << 2;
        for (std::size_t i = 0; i < 2; ++i) {
            if (pair.source[i].kind == FLATLINE_PLANE_FLAT) continue;
            planes[next] = pair.plane[i];
            sources[next++] = pair.source[i];
            own |= 1u << i;
        }
    }
    pair_count_ = planes_ = 0;
}

void PlaneTable::clear() noexcept {
    for (std::uint32_t i = 0; i < pair_count_; ++i) sectors_[pairs_[i].sector].planes = 0;
    pair_count_ = planes_ = 0;
}

}  // namespace flatline::engine::level
