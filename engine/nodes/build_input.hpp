// Makes the segs that a build begins with.
#pragma once

#include "base/jobs.hpp"
#include "nodes/build_state.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine::nodes {

/// Rounds the vertices to 16.16, gives equal ones the lowest of their numbers, finds the infinite
/// line of each linedef, and makes a seg for each of its sides; the two are partners. Linedefs
/// without length are left out. `set` gets the numbers of the segs in the order of a Z-shaped curve
/// over the map, so that neighbours in the list are neighbours on the map. Deterministic. `jobs`:
/// who helps with a large map; null: nobody, and the result is the same. False if memory is out
/// (state.scratch says) or a finding says why there are no segs.
[[nodiscard]] bool prepare(const MapView& map, State& state, Jobs* jobs, Pool<std::uint32_t>& set,
                           Reporter& reporter) noexcept;

}  // namespace flatline::engine::nodes
