// Compares two maps, step by step.
#pragma once

#include "base/outcome.hpp"
#include "diff/changes.hpp"
#include "diff/memory.hpp"
#include "model/diff.hpp"

namespace flatline::engine::compare {

/// Fills `out`, whose memory is that of `memory`.
Outcome run(const Map& before, const Map& after, const DiffOptions& options, Memory& memory,
            Changes& out) noexcept;

}  // namespace flatline::engine::compare
