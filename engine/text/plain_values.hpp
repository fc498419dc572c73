// Reads values in the layout of common tools and returns the byte after them; null if the slow path
// must read the value. Nothing here checks for the end of the text: the caller knows a later byte
// that is part of no value.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/compiler.hpp"
#include "text/chars.hpp"
#include "text/numbers.hpp"

namespace flatline::engine::text {

/// Reads an optional '-' and up to nine digits, which always fit an int32. Precondition: somewhere
/// after stands a byte that is no digit, at which the digits end.
inline const unsigned char* plain_integer(const unsigned char* p, std::int32_t& out) noexcept {
    const unsigned char* const value = p;
    p += *p == '-';
    const unsigned char* const digits = p;
    std::uint32_t number = 0;
    unsigned d = *p - unsigned{'0'};
    if (d > 9) return nullptr;
    do {
        number = number * 10 + d;
        d = *++p - unsigned{'0'};
    } while (d < 10);
    if (p - digits > 9) return nullptr;
    const auto plain = static_cast<std::int32_t>(number);
    out = digits == value ? plain : -plain;
    return p;
}

// So many digits are exact in a double, and so is their power of ten.
inline constexpr std::ptrdiff_t kPlainDigits = 15;
inline constexpr std::size_t kPlainNumberBytes = 17;  // sign, these digits, dot

/// Digits with at most one dot before, among or after them.
struct PlainDecimal {
    std::uint64_t mantissa = 0;   // of all digits; wraps where they are more than 19
    std::ptrdiff_t whole = 0;     // digits before the dot
    std::ptrdiff_t fraction = 0;  // digits after the dot
    bool has_dot = false;

    std::ptrdiff_t digits() const noexcept { return whole + fraction; }
    /// The number of all digits, without regard to the dot. Precondition: at most kPlainDigits.
    double number() const noexcept {
        return static_cast<double>(static_cast<std::int64_t>(mantissa));
    }
};

/// Reads digits and dot, and returns the byte after them, which may be `p`. Precondition as for
/// plain_integer.
FLATLINE_ALWAYS_INLINE const unsigned char* plain_decimal(const unsigned char* p,
                                                          PlainDecimal& out) noexcept {
    const unsigned char* const begin = p;
    std::uint64_t mantissa = 0;
    for (unsigned d; (d = *p - unsigned{'0'}) < 10; ++p) mantissa = mantissa * 10 + d;
    out.whole = p - begin;
    out.has_dot = *p == '.';
    if (out.has_dot) {
        const unsigned char* const dot = p++;
        for (unsigned d; (d = *p - unsigned{'0'}) < 10; ++p) mantissa = mantissa * 10 + d;
        out.fraction = p - dot - 1;
    }
    out.mantissa = mantissa;
    return p;
}

/// Reads an optional '-' and up to kPlainDigits digits with at most one dot. Mantissa and power of
/// ten are exact, so the one division rounds correctly. Precondition as for plain_integer.
inline const unsigned char* plain_real(const unsigned char* p, double& out) noexcept {
    const bool negative = *p == '-';
    PlainDecimal decimal;
    p = plain_decimal(p + negative, decimal);
    if (decimal.digits() == 0 || decimal.digits() > kPlainDigits) return nullptr;
    double number = decimal.number();
    if (decimal.fraction != 0) number /= kExactPowers[decimal.fraction];
    out = negative ? -number : number;
    return p;
}

inline constexpr std::size_t kPlainBooleanBytes = 6;  // false and what ends it

/// Reads true or false, in any case. Precondition: kPlainBooleanBytes bytes are readable.
inline const unsigned char* plain_boolean(const unsigned char* p, bool& out) noexcept {
    // The first four bytes, folded, and one more tell the two words.
    constexpr std::uint32_t kTrue = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
    constexpr std::uint32_t kFals = 'f' | 'a' << 8 | 'l' << 16 | 's' << 24;
    const std::uint32_t word = (std::uint32_t{p[0]} | std::uint32_t{p[1]} << 8 |
                                std::uint32_t{p[2]} << 16 | std::uint32_t{p[3]} << 24) |
                               0x20202020u;
    out = word == kTrue;
    if (out) return is_identifier(p[4]) ? nullptr : p + 4;
    return word == kFals && (p[4] | 0x20) == 'e' && !is_identifier(p[5]) ? p + 5 : nullptr;
}

inline constexpr std::size_t kPlainStringBytes = 17;  // opening quote and the 16 bytes looked at

/// Sets the top bit of each byte of `word` that is zero; correct up to the first such byte.
constexpr std::uint64_t zero_bytes(std::uint64_t word) noexcept {
    return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
}

/// The same for bytes that equal `c`.
constexpr std::uint64_t bytes_that_are(unsigned char c, std::uint64_t word) noexcept {
    return zero_bytes(word ^ (0x0101010101010101u * c));
}

}  // namespace flatline::engine::text
