// Reads numbers of UDMF and of Doom 3 maps: correctly rounded, without the locale.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/compiler.hpp"

namespace flatline::engine::text {

/// Powers of ten that are exact as doubles: dividing by one rounds once, so the result is correctly
/// rounded.
inline constexpr double kExactPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                          1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                          1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr std::uint64_t kExactMantissa = 1ull << 53;

enum class NumberKind : std::uint8_t {
    integer,      // fits int64
    big_integer,  // an integer literal that does not; `real` holds it
    real,         // has a dot or an exponent
    malformed,
    not_finite,  // nan, inf, or a literal beyond the range of double
};

struct Number {
    NumberKind kind = NumberKind::malformed;
    std::int64_t integer = 0;
    double real = 0;                     // set for every kind but the last two
    const unsigned char* end = nullptr;  // after the token, also of a malformed one
};

/// True if the value at `p` is a number or meant as one: it begins with a digit, a sign or a
/// dot, or is nan or inf, which are keywords of no port.
bool begins_number(const unsigned char* p, const unsigned char* end) noexcept;

/// Reads the token at `p`: an optional sign, then a decimal number with dot and exponent (a dot
/// needs a digit on one side) or a hexadecimal one with 0x. Leading zeros are decimal. The token
/// goes on over letters, digits, '_', '.' and signs, so `5u` is one malformed number. Doubles are
/// correctly rounded; one that is too small becomes 0 of its sign. No byte at or after `end` is
/// read. Source: docs/udmf.md, "Numbers and booleans".
Number read_number(const unsigned char* p, const unsigned char* end) noexcept;

/// The lowest 32 bits of an integer, decimal or hexadecimal, in two's complement. Precondition:
/// read_number has read all of it as an integer.
std::uint32_t low_word(const unsigned char* begin, const unsigned char* end) noexcept;

/// The number of exactly these bytes: digits, perhaps a '-' before and a dot among them. Correctly
/// rounded, however many digits there are; false if that is not what stands there.
bool read_decimal(const unsigned char* begin, const unsigned char* end, double& out) noexcept;

/// How many digits decimal_quotient takes, which needs integers of 128 bits.
#if FLATLINE_WORD128
inline constexpr std::ptrdiff_t kQuotientDigits = 19;
#else
inline constexpr std::ptrdiff_t kQuotientDigits = 0;
#endif

/// `digits` / 10^`power`, correctly rounded. Precondition: `power` is at most kQuotientDigits.
double decimal_quotient(std::uint64_t digits, std::ptrdiff_t power) noexcept;

}  // namespace flatline::engine::text
