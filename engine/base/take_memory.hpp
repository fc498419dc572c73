// Takes memory of a known size: announces, charges and allocates it in one step.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"

namespace flatline::engine {

/// Announces and charges `bytes` and makes sure that `memory` holds them; it will be written nearly
/// to its end. Not ok: over_limit or out_of_memory.
[[nodiscard]] inline Outcome take_memory(std::uint64_t bytes, const MemoryHooks& hooks,
                                         Budget& budget, Reservation& memory) noexcept {
    budget.announce(bytes);
    if (!budget.charge(bytes)) return Outcome::over_limit;
    return memory.ensure_whole(hooks, bytes) ? Outcome::ok : Outcome::out_of_memory;
}

}  // namespace flatline::engine
