// Stores equal lists of a blockmap once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "flatline/types.h"

namespace flatline::engine::nodes {

/// What is known of a list while it is counted and filled: in the low 32 bits the number of its
/// lines, later where the next one goes, above them a hash of all lines.
using ListSum = std::uint64_t;

/// What a line adds to the sums of its cells.
inline ListSum sum_of_line(std::uint32_t line) noexcept {
    std::uint32_t h = line * 0x9E3779B1u;
    h = (h ^ h >> 15) * 0x85EBCA77u;
    return ListSum{h ^ h >> 13} << 32 | 1;
}

/// Leaves out lists that are stored already. Time is linear, whatever the map is made of.
class Merger {
public:
    /// `first_of_line` has an entry for each line, `slots` slots_for() as many as there are lists
    /// of two lines and more; what they hold does not matter.
    Merger(std::uint32_t* first_of_line, std::size_t line_count, std::uint32_t* slots,
           std::uint64_t long_lists) noexcept
        : first_of_line_(first_of_line),
          slots_(slots),
          mask_(static_cast<std::size_t>(slots_for(long_lists) - 1)) {
        std::memset(first_of_line, 0xFF, line_count * sizeof *first_of_line);
        std::memset(slots, 0xFF, (mask_ + 1) * sizeof *slots);
    }

    static std::uint64_t slots_for(std::uint64_t lists) noexcept {
        return std::bit_ceil(lists * 2 + 2);
    }

    /// Lists lie in the order of their cells, so a list that stays can be moved down over those
    /// that were left out. Returns how many entries are in use. Precondition: there are some.
    std::uint32_t merge(flatline_blockmap_cell* cells, std::size_t cell_count, const ListSum* sums,
                        std::uint32_t* lines) noexcept {
        std::uint32_t used = 0;
        for (std::size_t i = 0; i < cell_count; ++i) {
            flatline_blockmap_cell& cell = cells[i];
            if (cell.count <= 1) {
                used += merge_short(cell, lines, used);
                continue;
            }
            const std::uint32_t* list = lines + cell.first;
            const std::size_t same = find(i, cells, sums, lines);
            if (same != i) {
                cell.first = cells[same].first;
                continue;
            }
            for (std::uint32_t k = 0; k < cell.count; ++k) lines[used + k] = list[k];
            cell.first = used;
            used += cell.count;
        }
        return used;
    }

private:
    // A list of one line or none. Whether it has one, and whether that is new, cannot be guessed,
    // so there is no branch: what is not new is written over itself. Returns how many are new.
    std::uint32_t merge_short(flatline_blockmap_cell& cell, std::uint32_t* lines,
                              std::uint32_t used) const noexcept {
        const std::uint32_t there = 0 - cell.count;  // all bits where there is a line
        const std::uint32_t from = cell.first & there;
        const std::uint32_t line = lines[from];
        const std::uint32_t known = first_of_line_[line];
        const std::uint32_t fresh = there & (0 - std::uint32_t{known == FLATLINE_NONE});
        const std::uint32_t first = (known & ~fresh) | (used & fresh);
        lines[(from & ~fresh) | (used & fresh)] = line;
        first_of_line_[line] = first;
        cell.first = first & there;
        return fresh & 1;
    }

    // The first cell with the list of cell i, or i, which is then remembered. Looks at a bounded
    // number of places: where a map was made to collide, lists are stored twice.
    std::size_t find(std::size_t i, const flatline_blockmap_cell* cells, const ListSum* sums,
                     const std::uint32_t* lines) noexcept {
        constexpr int kProbes = 32;
        std::size_t slot = static_cast<std::size_t>(sums[i] >> 32) & mask_;
        for (int probe = 0; probe < kProbes; ++probe, slot = (slot + 1) & mask_) {
            const std::uint32_t known = slots_[slot];
            if (known == FLATLINE_NONE) {
                slots_[slot] = static_cast<std::uint32_t>(i);
                return i;
            }
            if ((sums[known] ^ sums[i]) >> 32 == 0 && cells[known].count == cells[i].count &&
                std::memcmp(lines + cells[known].first, lines + cells[i].first,
                            cells[i].count * sizeof *lines) == 0) {
                return known;
            }
        }
        return i;
    }

    std::uint32_t* first_of_line_;  // where the list of this line alone lies
    std::uint32_t* slots_;          // cells, by the hash of their lists
    std::size_t mask_;
};

}  // namespace flatline::engine::nodes
