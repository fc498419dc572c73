// Returns unused memory of a map's arrays to the host.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/reservation.hpp"
#include "udmf/memory_plan.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::udmf {

/// Moves the arrays of a whole map to memory of just their size where much more is held for them
/// than the budget was charged. Values are left out. `announced` bytes were announced for the text,
/// of which `held` are others than these arrays; what both copies come to beyond that is announced
/// first, as far as the limit allows it.
void shrink_to_fit(const MemoryHooks& hooks, Budget& budget, std::uint64_t announced,
                   std::uint64_t held, RawMemory& memory, RawMap& raw) noexcept;

}  // namespace flatline::engine::udmf
