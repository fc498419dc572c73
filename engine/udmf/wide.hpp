// Plain numbers eight and sixteen bytes at a time, where that many may be read: values behind runs,
// which never stand near the end of a text. What stands there is the same as for quick.hpp.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/bytes.hpp"
#include "text/decimal.hpp"
#include "text/match.hpp"
#include "udmf/quick.hpp"

namespace flatline::udmf {

/// How far behind the first byte of a value these functions look.
inline constexpr std::size_t kWideBytes = 17;

inline constexpr std::uint64_t kEightZeros = 0x3030303030303030u;  // "00000000"

/// Of eight bytes of text ^ kEightZeros: the top bit of the first one that is no digit; what is
/// said of those behind it means nothing. 0: eight digits.
inline std::uint64_t no_digit(std::uint64_t digits) noexcept {
    return ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
}

/// The number of eight digits, the first one in the lowest byte.
inline std::uint32_t number_of(std::uint64_t digits) noexcept {
    digits = digits * 10 + (digits >> 8);
    digits = (digits & 0x00FF00FF00FF00FFu) * (1 + (100ull << 16)) >> 16;
    digits = (digits & 0x0000FFFF0000FFFFu) * (1 + (10000ull << 32)) >> 32;
    return static_cast<std::uint32_t>(digits);
}

inline std::int32_t with_sign(std::uint32_t number, bool negative) noexcept {
    const auto plain = static_cast<std::int32_t>(number);
    return negative ? -plain : plain;
}

/// The integer of exactly `size` bytes at `p`: up to eight digits and perhaps a '-'. False where
/// that is not what stands there.
inline bool wide_integer_of(const unsigned char* p, std::size_t size, std::int32_t& out) noexcept {
    const bool negative = *p == '-';
    size -= negative;
    if (size - 1 > 7) return false;
    const std::uint64_t digits = (load_u64le(p + negative) ^ kEightZeros) << (64 - 8 * size);
    if (no_digit(digits) != 0) return false;
    out = with_sign(number_of(digits), negative);
    return true;
}

/// As quick_integer.
inline const unsigned char* wide_integer(const unsigned char* p, std::int32_t& out) noexcept {
    const bool negative = *p == '-';
    p += negative;
    const std::uint64_t digits = load_u64le(p) ^ kEightZeros;
    const std::uint64_t ends = no_digit(digits);
    std::uint32_t number = 0;
    if (ends != 0) [[likely]] {
        const int bits = std::countr_zero(ends) & ~7;
        if (bits == 0) return nullptr;
        number = number_of(digits << (64 - bits));
        p += bits / 8;
    } else {
        number = number_of(digits);
        p += 8;
        if (const unsigned ninth = *p - unsigned{'0'}; ninth < 10) {
            number = number * 10 + ninth;
            if (*++p - unsigned{'0'} < 10) return nullptr;
        }
    }
    out = with_sign(number, negative);
    return p;
}

/// As quick_real.
template <class Kernel>
[[gnu::always_inline]] inline const unsigned char* wide_real(const unsigned char* p,
                                                             double& out) noexcept {
#if FLATLINE_AVX2
    if constexpr (std::is_same_v<Kernel, text::Avx2Kernel>) {
        const bool negative = *p == '-';
        const unsigned char* const behind = text::decimal15(p + negative, out);
        if (negative) out = -out;
        if (behind != nullptr) [[likely]]
            return behind;  // else perhaps one byte too long
    }
#endif
    return quick_real(p, out);
}

}  // namespace flatline::udmf
