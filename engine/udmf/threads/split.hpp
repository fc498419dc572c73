// Guesses where a text may be divided among threads, and which namespace holds there; the reader
// proves it.
#pragma once

#include <cstddef>

#include "base/jobs.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {

/// No text is divided into more slices than this.
inline constexpr std::size_t kMostSlices = 8 * Jobs::kMost;

/// Finds places where a text may be divided among `threads`: ascending ones after '}' at which the
/// keyword of a known block seems to begin. The first slices are large and the last ones small, so
/// that threads of different speed end at the same time. Returns how many places, below
/// kMostSlices.
std::size_t guess_splits(const unsigned char* begin, const unsigned char* end, std::size_t threads,
                         const unsigned char** splits) noexcept;

/// The row of the namespace that is the first statement of a text; null if there is none, or an
/// unknown one.
const NamespaceRow* guess_namespace(const unsigned char* begin, const unsigned char* end) noexcept;

}  // namespace flatline::engine::udmf
