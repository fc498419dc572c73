// Checks every index of a map once, so that no later code needs to.
#pragma once

#include <cstddef>

#include "flatline/types.h"
#include "level/sector_lines.hpp"
#include "model/findings.hpp"
#include "model/load.hpp"

namespace flatline::engine::level {

struct Elements {
    flatline_linedef* linedefs = nullptr;
    flatline_sidedef* sidedefs = nullptr;
    std::size_t vertex_count = 0;
    std::size_t linedef_count = 0;
    std::size_t sidedef_count = 0;
    std::size_t sector_count = 0;
    /// Where the lines of sectors are counted (level/sector_lines.hpp). Without rows resolve() does
    /// not count, and all_good() must not be called.
    SectorLines sector_lines;
};

/// Checks v1, v2, sidefront, sideback and sector in one of as many shares as the lines of sectors
/// are counted in, against counts below 2^31. True if all are good, as they nearly always are:
/// then the lines of the share are counted. Shares may be checked at the same time.
[[nodiscard]] bool all_good(const Elements& elements, std::size_t share) noexcept;

/// What is done where a share is not good. A bad index is a finding without offset (udmf's locate
/// knows the place). The result is false if there was one whose rule is not in `repair`. Others
/// are put right, as Repair of load.hpp says, and the result is false only where there is no
/// element 0. Where it is true the lines of all sectors are counted, in the rows of the first
/// share.
[[nodiscard]] bool resolve(const Elements& elements, const Repairs& repair,
                           FindingList& findings) noexcept;

}  // namespace flatline::engine::level
