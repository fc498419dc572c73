// BLOCKMAP as a node builder left it: verified once, decoded, or dropped.
#pragma once

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"
#include "nodes/blockmap_build.hpp"

namespace flatline::nodes {

/// Reads the 16-bit lump, every word but the origin unsigned. Accepted where the table of blocks
/// lies inside it, every list begins behind the table and ends in 0xFFFF, and every line is below
/// `line_count`; the word 0 in front of the lists is no line where all of them have it. Anything
/// else: dropped, with a finding at the byte. An empty lump is dropped silently: builders write
/// them on purpose. Lists stay shared as they are, overlapping ones too, so time and memory are
/// linear in words plus blocks.
Outcome read_blockmap(Bytes lump, std::size_t line_count, const Limits& limits,
                      const MemoryHooks& hooks, Budget& budget, Reservation& memory,
                      FindingList& findings, flatline_blockmap& out) noexcept;

}  // namespace flatline::nodes
