// Marks memory that no code may touch, for AddressSanitizer. The arrays of a reservation lie beside
// each other, so AddressSanitizer cannot see their ends by itself.
#pragma once

#include <cstddef>

#include "base/compiler.hpp"

#if FLATLINE_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace flatline::engine {

/// From now on reading or writing these bytes is reported. Nothing without AddressSanitizer.
inline void poison([[maybe_unused]] const void* memory,
                   [[maybe_unused]] std::size_t bytes) noexcept {
#if FLATLINE_ASAN
    __asan_poison_memory_region(memory, bytes);
#endif
}

/// These bytes may be read and written again.
inline void unpoison([[maybe_unused]] const void* memory,
                     [[maybe_unused]] std::size_t bytes) noexcept {
#if FLATLINE_ASAN
    __asan_unpoison_memory_region(memory, bytes);
#endif
}

}  // namespace flatline::engine
