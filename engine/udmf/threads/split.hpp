// Where a text may be divided among threads, and what holds at those places: guesses, which the
// reader proves.
#pragma once

#include <cstddef>

#include "base/jobs.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::udmf {

/// More slices than this no text is divided into.
inline constexpr std::size_t kMostSlices = 8 * Jobs::kMost;

/// Where a text may be divided among `threads`: ascending places behind '}' at which the keyword
/// of a known block begins, to be proved. The slices are large first and small last, so that
/// threads that are not equally fast end at the same time. Returns how many, below kMostSlices.
std::size_t guess_splits(const unsigned char* begin, const unsigned char* end, std::size_t threads,
                         const unsigned char** splits) noexcept;

/// The row of the namespace that is the first statement of a text; null where it has none, or one
/// that is not known.
const NamespaceRow* guess_namespace(const unsigned char* begin, const unsigned char* end) noexcept;

}  // namespace flatline::udmf
