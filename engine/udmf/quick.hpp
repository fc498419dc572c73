// Plain values as tools write them, from their first byte to behind their last. Null says that the
// careful path must look; so it must where no ';' follows. Shared by the general machine and the
// learned runs in front of it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/bytes.hpp"
#include "text/chars.hpp"
#include "text/numbers.hpp"

namespace flatline::udmf {

/// Up to nine digits, which always fit an int32, and perhaps a '-'. The value must not begin behind
/// the last ';' or '}' of the text: the digits stop there unasked.
inline const unsigned char* quick_integer(const unsigned char* p, std::int32_t& out) noexcept {
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

inline constexpr std::size_t kQuickNumberBytes = 17;  // sign, 15 digits, dot

/// Up to 15 digits with perhaps a dot and a '-': the mantissa is exact then, and so is the power
/// of ten, so that one division rounds correctly. Place as for quick_integer.
inline const unsigned char* quick_real(const unsigned char* p, double& out) noexcept {
    const unsigned char* const value = p;
    p += *p == '-';
    const unsigned char* digits = p;
    std::uint64_t mantissa = 0;
    for (unsigned d; (d = *p - unsigned{'0'}) < 10; ++p) mantissa = mantissa * 10 + d;
    auto count = p - digits;
    std::ptrdiff_t scale = 0;
    if (*p == '.') {
        const unsigned char* dot = p++;
        for (unsigned d; (d = *p - unsigned{'0'}) < 10; ++p) mantissa = mantissa * 10 + d;
        scale = p - dot - 1;
        count += scale;
    }
    if (count == 0 || count > 15) return nullptr;
    double number = static_cast<double>(mantissa);
    if (scale != 0) number /= text::kExactPowers[scale];
    out = digits == value ? number : -number;
    return p;
}

inline constexpr std::size_t kQuickBooleanBytes = 6;  // false and what ends it

/// true or false in any case; kQuickBooleanBytes must be readable.
inline const unsigned char* quick_boolean(const unsigned char* p, bool& out) noexcept {
    // The first four bytes folded: the two words are told by them and one more.
    constexpr std::uint32_t kTrue = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
    constexpr std::uint32_t kFals = 'f' | 'a' << 8 | 'l' << 16 | 's' << 24;
    const std::uint32_t word = (std::uint32_t{p[0]} | std::uint32_t{p[1]} << 8 |
                                std::uint32_t{p[2]} << 16 | std::uint32_t{p[3]} << 24) |
                               0x20202020u;
    out = word == kTrue;
    if (out) return text::is_identifier(p[4]) ? nullptr : p + 4;
    return word == kFals && (p[4] | 0x20) == 'e' && !text::is_identifier(p[5]) ? p + 5 : nullptr;
}

inline constexpr std::size_t kQuickStringBytes = 17;  // opening quote and the 16 bytes looked at

/// The byte at which a string of up to 15 ends, or 16 where it is longer or has a backslash.
/// `low` and `high` are the 16 bytes behind its opening quote.
inline std::size_t quick_string_size(std::uint64_t low, std::uint64_t high) noexcept {
    constexpr std::uint64_t kOnes = 0x0101010101010101u;
    constexpr std::uint64_t kTops = 0x8080808080808080u;
    const auto zero_bytes = [](std::uint64_t w) { return (w - kOnes) & ~w & kTops; };
    const std::uint64_t low_hits =
        zero_bytes(low ^ (kOnes * '"')) | zero_bytes(low ^ (kOnes * '\\'));
    if (low_hits != 0) return static_cast<std::size_t>(std::countr_zero(low_hits)) / 8;
    const std::uint64_t high_hits =
        zero_bytes(high ^ (kOnes * '"')) | zero_bytes(high ^ (kOnes * '\\'));
    if (high_hits != 0) return 8 + static_cast<std::size_t>(std::countr_zero(high_hits)) / 8;
    return 16;
}

}  // namespace flatline::udmf
