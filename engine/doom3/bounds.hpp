// Upper bounds for the elements of a text, which size the memory that it is read into.
#pragma once

#include <cstdint>

#include "model/limits.hpp"
#include "text/count.hpp"

namespace flatline::engine::doom3 {

/// Upper bounds of what a text gives, each as many elements; pairs of entities and of primitives
/// have the same one.
struct Bounds {
    std::uint64_t entities, pairs, brushes, sides, patches, points, materials;
    std::uint64_t bytes;  // the most that can be used; it is announced
    bool by_size;         // nothing was counted
};

/// The bounds of a text of `text_bytes` that holds no more than `counts`.
Bounds bounds_by_counts(const text::MapCounts& counts, std::uint64_t text_bytes,
                        const Limits& limits) noexcept;

/// The bounds of any text of `text_bytes`: what it could hold at most if it were written for that.
/// Address space without end is asked for, so this is for memory that costs nothing until it is
/// touched (Reservation::is_free_until_touched).
Bounds bounds_by_size(std::uint64_t text_bytes, const Limits& limits) noexcept;

}  // namespace flatline::engine::doom3
