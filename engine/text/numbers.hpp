// Numbers of UDMF and of Doom 3 maps: exact, without the locale.
#pragma once

#include <cstdint>

namespace flatline::text {

/// Exact powers of ten: one division by them rounds once, so it is correctly rounded.
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
    const unsigned char* end = nullptr;  // behind the token, also of a malformed one
};

/// True where a value that begins at `p` is a number or a try at one (digit, sign, dot, or the
/// words nan and inf, which no port's text means as a keyword).
bool begins_number(const unsigned char* p, const unsigned char* end) noexcept;

/// Reads the token at `p`: sign, decimal with dot and exponent (a dot needs a digit on one side),
/// or hexadecimal with 0x. Leading zeros are decimal. The token runs on over letters, digits, '_'
/// and '.', so that `5u` is one malformed number. Doubles are correctly rounded; one that is too
/// small becomes 0 of its sign. Never reads at or behind `end`.
/// Source: docs/udmf.md, "Numbers and booleans".
Number read_number(const unsigned char* p, const unsigned char* end) noexcept;

/// The number of exactly these bytes: digits, perhaps a '-' before and a dot among them. Correctly
/// rounded, however many digits there are; false where that is not what stands there.
bool read_decimal(const unsigned char* begin, const unsigned char* end, double& out) noexcept;

}  // namespace flatline::text
