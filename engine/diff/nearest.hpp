// Pairs elements with the same key, the nearest first.
#pragma once

#include <cstdint>
#include <limits>

#include "diff/memory.hpp"

namespace flatline::engine::compare {

/// An element with its place. Only those with the same key may become a pair.
struct Placed {
    std::uint64_t key;
    double x, y;
    std::uint32_t index;
    std::uint32_t partner;  ///< place in the other list, or FLATLINE_NONE; set by pair_nearest
};

/// Sets Placed::partner in both lists, which it sorts: of each key the nearest pairs first, none
/// farther apart than `reach`. Among more than some hundred of one key only the neighbourhood is
/// looked at, and what is left far away is paired in the order of places: n log n in all.
[[nodiscard]] bool pair_nearest(Memory& memory, Growing<Placed>& a, Growing<Placed>& b,
                                double reach = std::numeric_limits<double>::infinity()) noexcept;

}  // namespace flatline::engine::compare
