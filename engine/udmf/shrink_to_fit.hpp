// Returns unused memory of a map's arrays to the host.
#pragma once

#include <cstdint>

#include "base/reservation.hpp"
#include "udmf/memory_plan.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::udmf {

/// Moves the arrays of a whole map to memory of just their size where much more is held for them
/// than the budget was charged, as long as no more than `most` bytes are held at once. Values are
/// left out.
void shrink_to_fit(const MemoryHooks& hooks, std::uint64_t most, RawMemory& memory,
                   RawMap& raw) noexcept;

}  // namespace flatline::engine::udmf
