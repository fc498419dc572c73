// One piece of memory for all arrays of a binary map.
#pragma once

#include "base/reservation.hpp"
#include "load/map_storage.hpp"
#include "model/binary.hpp"
#include "model/load.hpp"

namespace flatline::engine {

/// Makes what a load of these lumps will take slices of `memory.whole`, in large pages: a map of
/// 10,000 lines has 700 small ones. Only address space, by upper bounds; each stage announces and
/// charges what it takes, and has memory of its own where its slice is too short. Nothing happens
/// where the memory is a host's or counts before it is filled, where arrays have memory of their
/// own from an earlier load, for maps that a few small pages hold, and for large ones.
void take_together(const BinaryLumps& lumps, const LoadOptions& options, const MemoryHooks& hooks,
                   detail::MapMemory& memory, Reservation& scratch) noexcept;

}  // namespace flatline::engine
