// How loads and checks count their work.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "model/findings.hpp"
#include "model/work.hpp"

namespace flatline::engine::work {

/// What a call takes at least: its memory and its findings.
inline constexpr std::uint64_t kLeast = 4096;

/// A seg of a tree that was built: it was looked at on each level of the tree above it.
inline constexpr std::uint64_t kBuiltSeg = 256;

/// What is left; where nobody counts, more than there can be.
inline std::uint64_t left(const Work* work) noexcept {
    if (work == nullptr) return std::numeric_limits<std::uint64_t>::max();
    return work->limit - std::min(work->used, work->limit);
}

/// Whether a call that reads `bytes` may begin.
inline bool fits(const Work* work, std::uint64_t bytes) noexcept {
    return std::max(bytes, kLeast) <= left(work);
}

/// Counts what was done, as far as there is anything left.
inline void spend(Work* work, std::uint64_t steps) noexcept {
    if (work != nullptr) work->used += std::min(steps, left(work));
}

/// Steps that were counted and not done. Precondition: they were left when they were counted.
inline void refund(Work* work, std::uint64_t steps) noexcept {
    if (work != nullptr) work->used -= steps;
}

/// Counts the memory that a call has filled. What any call takes, in pages that it hardly fills, is
/// part of kLeast.
inline void spend_memory(Work* work, std::uint64_t bytes) noexcept {
    constexpr std::uint64_t kOfAnyCall = 256u << 10;
    spend(work, bytes - std::min(bytes, kOfAnyCall));
}

/// Counts the bytes that a call reads. False, and nothing is counted, where it may not begin.
[[nodiscard]] inline bool begin(Work* work, std::uint64_t bytes) noexcept {
    if (!fits(work, bytes)) return false;
    spend(work, std::max(bytes, kLeast));
    return true;
}

/// Why a call that reads `bytes` may not begin.
inline Finding refusal(const Work* work, std::uint64_t bytes) noexcept {
    Finding f = make_finding(Rule::limit_file_work, Lump::none, FLATLINE_NO_OFFSET,
                             static_cast<std::int64_t>(std::max(bytes, kLeast)),
                             static_cast<std::int64_t>(left(work)));
    f.refuses = 1;
    return f;
}

}  // namespace flatline::engine::work
