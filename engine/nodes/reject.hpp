// REJECT: the table of sectors that cannot see each other.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "model/findings.hpp"
#include "model/reject.hpp"
#include "model/view.hpp"

namespace flatline::engine::nodes {

/// Bytes of a table for `sector_count` sectors, which are below 2^32; computed in 64 bits.
constexpr std::uint64_t reject_bytes(std::uint64_t sector_count) noexcept {
    // n * n / 8 rounded up, without n * n + 7, which would overflow for the largest n.
    const std::uint64_t bits = sector_count * sector_count;
    return bits / 8 + (bits % 8 != 0);
}

/// Takes the lump as it lies: `out` points into it. An empty lump is no table. A short one is
/// dropped and a long one used, each with a finding. False where a short one was dropped. O(1).
/// Source: docs/blockmap.md, "The REJECT lump".
[[nodiscard]] bool read_reject(Bytes lump, std::uint32_t sector_count, FindingList& findings,
                               flatline_reject& out) noexcept;

/// Writes the table of `bytes` bytes that a port makes of a lump that is shorter, by
/// FLATLINE_REJECT_*. `line_entries` counts the lines of all sectors, as flatline_arrays does.
void pad_reject(Bytes lump, std::int32_t padding, std::uint32_t line_entries, std::uint64_t bytes,
                unsigned char* out) noexcept;

}  // namespace flatline::engine::nodes
