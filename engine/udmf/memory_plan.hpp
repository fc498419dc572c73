// How much address space a text may need, and the position of each array in it.
#pragma once

#include <cstdint>

#include "base/reservation.hpp"
#include "model/limits.hpp"
#include "model/view.hpp"
#include "text/count.hpp"
#include "udmf/block_counts.hpp"
#include "udmf/estimate.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::udmf {

/// The memory that arrays of a RawMap lie in.
struct RawMemory {
    Reservation arrays;                 // one piece for all arrays that do not grow
    Reservation elements[kBlockKinds];  // one for each kind of element whose array grows
    Reservation names, unknowns, decoded;
    // So much of the elements of each kind is to be filled by large pages.
    std::uint64_t large_bytes[kBlockKinds] = {};
};

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
    bool by_size = false;     // space by the size of the text
    bool grows = false;       // all arrays lie alone and grow; elements begin with their capacity
};

/// How many elements of each kind a text holds at most, and how many of all other things.
struct TextBounds {
    TextBounds(const text::Counts& counts, const BlockCounts& found, const Limits& limits) noexcept;

    std::uint64_t blocks[kBlockKinds];
    std::uint64_t unknown_blocks;
    std::uint64_t assignments;
    bool backslash;
};

/// Plans for memory that counts as soon as it is asked for. Elements begin with what `estimate`
/// says, together at most with the bytes of the text. Everything grows as it is filled, so an
/// estimate that is wrong costs a copy. `bound` is not set: what grows is announced as it grows.
MemoryPlan plan_growing(const Estimate& estimate, std::uint64_t text_bytes,
                        const Limits& limits) noexcept;

/// The most that is asked for at once by plan_growing, for a text that holds no more than `bounds`.
std::uint64_t bound_growing(const TextBounds& bounds, std::uint64_t text_bytes,
                            const Limits& limits) noexcept;

/// Plans for a slice of a text that holds no more than `bounds`. Its arrays do not grow, because
/// its thread may call no hooks. With `large_pages` arrays that could fill large pages begin at
/// one.
MemoryPlan plan_slice(const TextBounds& bounds, std::uint64_t text_bytes, const Limits& limits,
                      bool large_pages) noexcept;

/// Plans for any text of `read_bytes` bytes, or a slice of so many: what they could hold at most if
/// they were written for that. Address space without end is asked for, so this is for memory that
/// costs nothing until it is touched (Reservation::is_free_until_touched).
MemoryPlan plan_memory_by_size(std::uint64_t read_bytes, const Limits& limits) noexcept;

/// Makes sure that the memory is there. New memory of the system gets large pages as far as `text`
/// is likely to fill them. Hooks are called only where there is too little. False if memory is
/// out.
[[nodiscard]] bool take_memory(const MemoryPlan& plan, Bytes text, const MemoryHooks& hooks,
                               RawMemory& memory, Reservation& values) noexcept;

/// Places the arrays of `raw`, empty, in memory that was taken. What they fill is charged to
/// `budget`. Arrays that grow keep `hooks` and the reservations.
void place_arrays(const MemoryPlan& plan, RawMemory& memory, Reservation& values,
                  const MemoryHooks& hooks, Budget& budget, RawMap& raw) noexcept;

}  // namespace flatline::engine::udmf
