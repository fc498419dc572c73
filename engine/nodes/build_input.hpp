// The segs that a build begins with.
#pragma once

#include "nodes/build_state.hpp"
#include "nodes/decode.hpp"

namespace flatline::nodes {

/// Rounds the vertices to 16.16, gives equal ones one number (the lowest), finds the infinite line
/// of each linedef, and makes a seg for each of its sides, partners of each other. Linedefs
/// without length are left out. The segs come in the order of a Z-shaped curve over the map, so
/// that neighbours in the list are neighbours on the map; of equal maps equal. `set`: their
/// numbers. False: out of memory (state.scratch says), or a finding says why there are none.
[[nodiscard]] bool prepare(const MapView& map, State& state, Pool<std::uint32_t>& set,
                           Reporter& reporter) noexcept;

}  // namespace flatline::nodes
