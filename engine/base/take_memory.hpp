// Takes memory of a known size: announces, charges and allocates it.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"

namespace flatline::engine {

/// Charges `bytes` that were announced and makes sure that `memory` holds them; it will be written
/// nearly to its end. Not ok: over_limit or out_of_memory.
[[nodiscard]] inline Outcome take_announced(std::uint64_t bytes, const MemoryHooks& hooks,
                                            Budget& budget, Reservation& memory) noexcept {
    if (!budget.charge(bytes)) return Outcome::over_limit;
    return memory.ensure_whole(hooks, bytes) ? Outcome::ok : Outcome::out_of_memory;
}

/// The same for bytes that nobody announced: announces them first.
[[nodiscard]] inline Outcome take_memory(std::uint64_t bytes, const MemoryHooks& hooks,
                                         Budget& budget, Reservation& memory) noexcept {
    budget.announce(bytes);
    return take_announced(bytes, hooks, budget, memory);
}

}  // namespace flatline::engine
