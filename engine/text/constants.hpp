// Constants that compilers shall load from memory in loops over text. Computing them before each
// use would be a tenth of the instructions of a learned run.
#pragma once

#include <cstdint>

#include "base/compiler.hpp"

namespace flatline::engine::text {

/// Sixteen times the same byte.
struct alignas(16) Splat {
    unsigned char bytes[16];
};

// Defined in another file, so that no compiler sees what they are.
FLATLINE_HIDDEN extern const Splat kQuotes;
FLATLINE_HIDDEN extern const Splat kBackslashes;
FLATLINE_HIDDEN extern const Splat kNewlines;
FLATLINE_HIDDEN extern const Splat kEquals;  // '='
FLATLINE_HIDDEN extern const Splat kNuls;
FLATLINE_HIDDEN extern const Splat kZeroDigits;  // '0'
FLATLINE_HIDDEN extern const Splat kNines;       // the number 9

/// What wide_numbers.hpp works with, eight bytes at a time.
struct WideDigits {
    std::uint64_t zeros;       // '0' in each byte
    std::uint64_t above_nine;  // added to a byte below 0x80 it sets the top bit of what is above 9
    std::uint64_t top_bits;
    std::uint64_t pairs;  // every second byte
    std::uint64_t fours;  // every second pair
    std::uint64_t fours_by;
};
FLATLINE_HIDDEN extern const WideDigits kWideDigits;

}  // namespace flatline::engine::text
