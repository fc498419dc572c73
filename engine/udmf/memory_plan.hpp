// How much address space a text may need, and where in it each array lies.
#pragma once

#include <cstdint>

#include "base/reservation.hpp"
#include "flatline/limits.hpp"
#include "flatline/view.hpp"
#include "text/count.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::udmf {

/// The sizes of all arrays by their upper bounds, and their places.
struct MemoryPlan {
    struct PerArray {
        std::uint64_t vertices, linedefs, sidedefs, sectors, things, names, unknowns, decoded,
            values;
    };
    PerArray capacity = {};  // elements
    PerArray offsets = {};   // where they begin; values lie in a reservation of their own
    std::uint64_t bytes = 0;
    std::uint64_t value_bytes = 0;
    std::uint64_t bound = 0;  // the most that can be used; it is announced
    bool by_size = false;     // nothing was counted
};

/// Plans for a text of `text_bytes`, or a slice of it, that holds no more than `counts`. With
/// `large_pages` arrays that could fill large pages begin at one.
MemoryPlan plan_memory(const text::Counts& counts, std::uint64_t text_bytes, const Limits& limits,
                       bool large_pages) noexcept;

/// Plans for any text of `read_bytes` bytes, or a slice of so many: what they could hold at most if
/// they were written for that. Address space without end is asked for, so this is for memory that
/// costs nothing until it is touched (Reservation::is_free_until_touched).
MemoryPlan plan_memory_by_size(std::uint64_t read_bytes, const Limits& limits) noexcept;

/// Makes sure that the memory is there. New memory of the system gets large pages as far as `text`
/// is likely to fill them. Hooks are called only where there is too little. False where memory is
/// out.
[[nodiscard]] bool take_memory(const MemoryPlan& plan, Bytes text, const MemoryHooks& hooks,
                               Reservation& arrays, Reservation& values) noexcept;

/// Places the arrays of `raw`, empty, in memory that was taken. What they fill is charged to
/// `budget`.
void place_arrays(const MemoryPlan& plan, const Reservation& arrays, const Reservation& values,
                  Budget& budget, RawMap& raw) noexcept;

}  // namespace flatline::udmf
