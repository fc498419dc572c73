// Prefetches memory that the caller reads or writes soon.
#pragma once

#include <cstdint>

#include "base/compiler.hpp"

namespace flatline::engine {

/// Asks for what lies 1 KB and `further` bytes after `p`: far enough that it is there when it is
/// its turn, and after the end of a page processors do not look by themselves. It is never read,
/// so it may lie after an array. Forced inline for the same reason as prefetch().
FLATLINE_ALWAYS_INLINE void prefetch_ahead(const void* p, std::uintptr_t further = 0) noexcept {
    constexpr std::uintptr_t kAhead = 1024;
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(p) + kAhead + further;
    prefetch(reinterpret_cast<const void*>(at));
}

}  // namespace flatline::engine
