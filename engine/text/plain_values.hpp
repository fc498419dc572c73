// Plain values as tools write them, from their first byte to behind their last. Null says that a
// careful reader must look. Nothing here looks for the end of the text: callers know of a byte
// further on that is part of no value.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "text/chars.hpp"
#include "text/numbers.hpp"

namespace flatline::text {

/// Up to nine digits, which always fit an int32, and perhaps a '-'. A byte that is no digit must
/// stand somewhere behind: the digits stop there unasked.
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

inline constexpr std::ptrdiff_t kPlainDigits = 15;    // exact in a double, as their power of ten
inline constexpr std::size_t kPlainNumberBytes = 17;  // sign, these digits, dot

/// Digits with perhaps one dot before, among or behind them.
struct PlainDecimal {
    std::uint64_t mantissa = 0;   // of all digits; wraps where they are more than 19
    std::ptrdiff_t whole = 0;     // digits before the dot
    std::ptrdiff_t fraction = 0;  // and behind it
    bool has_dot = false;

    std::ptrdiff_t digits() const noexcept { return whole + fraction; }
    /// Of up to kPlainDigits digits, as if there were no dot.
    double number() const noexcept {
        return static_cast<double>(static_cast<std::int64_t>(mantissa));
    }
};

/// Returns behind what it has read, which may be nothing. Place as for plain_integer.
[[gnu::always_inline]] inline const unsigned char* plain_decimal(const unsigned char* p,
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

/// Up to kPlainDigits digits with perhaps a dot and a '-': mantissa and power of ten are exact, so
/// one division rounds correctly. Place as for plain_integer.
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

/// true or false in any case; kPlainBooleanBytes must be readable.
inline const unsigned char* plain_boolean(const unsigned char* p, bool& out) noexcept {
    // The first four bytes folded: the two words are told by them and one more.
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

/// The top bits of the bytes of `word` that are zero; right up to the first one.
constexpr std::uint64_t zero_bytes(std::uint64_t word) noexcept {
    return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
}

/// The same of the bytes that are `c`.
constexpr std::uint64_t bytes_that_are(unsigned char c, std::uint64_t word) noexcept {
    return zero_bytes(word ^ (0x0101010101010101u * c));
}

/// The byte at which a string of up to 15 ends, or 16 where it is longer or has a backslash.
/// `low` and `high` are the 16 bytes behind its opening quote.
inline std::size_t plain_string_size(std::uint64_t low, std::uint64_t high) noexcept {
    const std::uint64_t low_hits = bytes_that_are('"', low) | bytes_that_are('\\', low);
    if (low_hits != 0) return static_cast<std::size_t>(std::countr_zero(low_hits)) / 8;
    const std::uint64_t high_hits = bytes_that_are('"', high) | bytes_that_are('\\', high);
    if (high_hits != 0) return 8 + static_cast<std::size_t>(std::countr_zero(high_hits)) / 8;
    return 16;
}

}  // namespace flatline::text
