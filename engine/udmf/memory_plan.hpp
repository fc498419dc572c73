// How much address space a text may need, and where in it each array lies.
#pragma once

#include <cstdint>

#include "base/reservation.hpp"
#include "flatline/limits.hpp"
#include "flatline/view.hpp"
#include "text/count.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::udmf {

/// Arrays by their upper bounds.
struct MemoryPlan {
    struct PerArray {
        std::uint64_t vertices, linedefs, sidedefs, sectors, things, names, unknowns, decoded,
            values;
    };
    PerArray capacity = {};  // elements
    PerArray offsets = {};   // where they begin; values lie in a reservation of their own
    std::uint64_t bytes = 0;
    std::uint64_t value_bytes = 0;
    std::uint64_t bound = 0;  // of what is used, to be announced
};

/// For a text of `text_bytes`, or a slice of it, that holds no more than `counts`. `large_pages`:
/// arrays that could fill some begin at one.
MemoryPlan plan_memory(const text::Counts& counts, std::uint64_t text_bytes, const Limits& limits,
                       bool large_pages) noexcept;

/// Makes sure of the memory; where it is new and the system's, of large pages for what `text` is
/// likely to fill. Calls hooks only where there is less than that. False: no memory.
[[nodiscard]] bool take_memory(const MemoryPlan& plan, Bytes text, const MemoryHooks& hooks,
                               Reservation& arrays, Reservation& values) noexcept;

/// The arrays of `raw`, empty, in memory that was taken; what they fill is charged to `budget`.
void place_arrays(const MemoryPlan& plan, const Reservation& arrays, const Reservation& values,
                  Budget& budget, RawMap& raw) noexcept;

}  // namespace flatline::udmf
