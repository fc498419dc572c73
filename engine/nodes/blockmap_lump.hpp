// Reads a stored BLOCKMAP: verifies it once and decodes it, or drops it.
#pragma once

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/types.h"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "model/view.hpp"
#include "nodes/blockmap_build.hpp"

namespace flatline::engine::nodes {

/// Reads the lump, of 16-bit words or of 32-bit ones (XBM1; docs/blockmap.md, "Verification"). All
/// words but the origin are unsigned. It is accepted where the table of blocks lies inside the
/// lump, every list begins behind the table and ends in a word of ones, and every line is below
/// `line_count`. The word 0 in front of a list is no line where all lists have it. Anything else is
/// dropped with a finding at the byte; an empty lump is dropped without one, because builders write
/// it on purpose. Lists stay shared and may overlap: time and memory are linear in words and
/// blocks.
Outcome read_blockmap(Bytes lump, std::size_t line_count, const Limits& limits,
                      const MemoryHooks& hooks, Budget& budget, Reservation& memory,
                      FindingList& findings, flatline_blockmap& out) noexcept;

}  // namespace flatline::engine::nodes
