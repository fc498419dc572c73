// Doubles from decimal text and back, without the locale. The standard library does both where it
// can (__cpp_lib_to_chars); elsewhere fast_float reads and base/long_decimal.hpp finds the digits,
// with the same results. FLATLINE_FAST_FLOAT=1 takes them everywhere, 0 nowhere.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/long_decimal.hpp"

namespace flatline::engine {

/// What reads numbers in this build: "std::from_chars" or "fast_float".
std::string_view real_reader() noexcept;

enum class Exponent : bool { refused, allowed };

/// Reads the decimal number that `text` is as a whole: perhaps a '-', digits with at most one dot,
/// and perhaps an exponent. Correctly rounded. False if it is none, or too large or too small
/// for a double; then `out` is left alone.
bool read_real(std::string_view text, Exponent exponent, double& out) noexcept;

/// The fewest digits that read back as `magnitude`, a finite number of at least 0; of several such
/// the closest.
ShortestDigits shortest_digits(double magnitude) noexcept;

/// No number takes more bytes of put_shortest().
inline constexpr std::size_t kShortestBytes = 32;

/// Writes `value` with the fewest bytes, with or without an exponent, as std::to_chars does, and
/// returns the byte after it. kShortestBytes are writable at `p`.
char* put_shortest(char* p, double value) noexcept;

}  // namespace flatline::engine
