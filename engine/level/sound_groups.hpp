// Which sectors a sound reaches.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "level/geometry.hpp"

namespace flatline::engine::level {

/// Groups of sectors between which sound passes without a line that blocks it, and the groups
/// beyond one such line. Doors are taken to be open. Source: docs/runtime.md, "Sound".
class SoundGroups {
public:
    explicit SoundGroups(const Geometry& g) noexcept : g_(g) {}

    /// Numbers the groups in the order of their first sector: one entry a sector. Returns how many
    /// there are. Nearly linear.
    std::uint32_t number(std::uint32_t* groups) const noexcept;

    /// Pairs of groups on both sides of a blocking line, with repeats, as many as blocking lines
    /// twice; then sorted, each once. n log n of these lines.
    std::uint64_t most_pairs() const noexcept;
    std::uint64_t pairs(const std::uint32_t* groups, std::uint64_t* out) const noexcept;

    /// Makes lists of sorted pairs.
    static void fill(const std::uint64_t* pairs, std::uint64_t count, std::uint32_t groups,
                     const RowsOut& out) noexcept;

private:
    template <class Use>
    void each_passage(bool blocking, const Use& use) const noexcept;

    const Geometry& g_;
};

}  // namespace flatline::engine::level
