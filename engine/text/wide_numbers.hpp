// Reads plain numbers eight and sixteen bytes at a time, where so many bytes of text are left.
// Preconditions and results are those of plain_values.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/bytes.hpp"
#include "base/compiler.hpp"
#include "text/constants.hpp"
#include "text/kernel.hpp"
#include "text/match.hpp"
#include "text/plain_values.hpp"

#if FLATLINE_AVX2
#include <immintrin.h>
#endif

namespace flatline::engine::text {

/// How far behind the first byte of a value these functions look.
inline constexpr std::size_t kWideBytes = 17;

/// For eight bytes of text ^ kWideDigits.zeros: sets the top bit of the first one that is no digit.
/// Bits of later bytes mean nothing. 0 where all eight are digits.
inline std::uint64_t no_digit(std::uint64_t digits) noexcept {
    return ((digits + kWideDigits.above_nine) | digits) & kWideDigits.top_bits;
}

/// The number of eight digits, the first one in the lowest byte.
inline std::uint32_t number_of(std::uint64_t digits) noexcept {
    digits = digits * 10 + (digits >> 8);
    digits = (digits & kWideDigits.pairs) * (1 + (100ull << 16)) >> 16;
    digits = (digits & kWideDigits.fours) * kWideDigits.fours_by >> 32;
    return static_cast<std::uint32_t>(digits);
}

inline std::int32_t with_sign(std::uint32_t number, bool negative) noexcept {
    const auto plain = static_cast<std::int32_t>(number);
    return negative ? -plain : plain;
}

/// Reads an integer of exactly `size` digits, at most eight, at `p`. False if something else
/// stands there, and where `size` is 0 and a byte that is no digit stands at `p`.
inline bool wide_digits_of(const unsigned char* p, std::size_t size, std::int32_t& out) noexcept {
    const std::uint64_t digits = (load_u64le(p) ^ kWideDigits.zeros) << (-(8 * size) & 63);
    if (no_digit(digits) != 0) return false;
    out = static_cast<std::int32_t>(number_of(digits));
    return true;
}

/// Reads an integer of exactly `size` bytes at `p`: an optional '-' and up to eight digits. False
/// where something else stands there.
inline bool wide_integer_of(const unsigned char* p, std::size_t size, std::int32_t& out) noexcept {
    const bool negative = *p == '-';
    size -= negative;
    if (size - 1 > 7) return false;
    const std::uint64_t digits = (load_u64le(p + negative) ^ kWideDigits.zeros) << (64 - 8 * size);
    if (no_digit(digits) != 0) return false;
    out = with_sign(number_of(digits), negative);
    return true;
}

/// The same as plain_integer.
inline const unsigned char* wide_integer(const unsigned char* p, std::int32_t& out) noexcept {
    const bool negative = *p == '-';
    p += negative;
    const std::uint64_t digits = load_u64le(p) ^ kWideDigits.zeros;
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

#if FLATLINE_AVX2
/// For each end of a number and each place of its dot (its end where it has none): which of its 16
/// bytes are digits, moved so that the last one is rightmost.
struct alignas(16) DigitBytes {
    unsigned char from[16];
};
inline constexpr auto kDigitBytes = [] {
    std::array<std::array<DigitBytes, 16>, 16> all{};
    for (std::size_t end = 0; end < 16; ++end) {
        for (std::size_t dot = 0; dot < 16; ++dot) {
            unsigned char* row = all[end][dot].from;
            std::size_t to = 16;
            for (std::size_t from = end; from-- > 0;) {
                if (from != dot) row[--to] = static_cast<unsigned char>(from);
            }
            while (to > 0) row[--to] = 0x80;  // shuffles in a 0
        }
    }
    return all;
}();

/// Reads a number of at most 15 bytes: an optional '-', then digits with at most one dot before,
/// among or after them. Returns the byte after it, or null if there is no such number.
/// Mantissa and power of ten are exact, so the one division rounds correctly. Precondition: 16
/// bytes at `p` are readable.
FLATLINE_TARGET_AVX2 inline const unsigned char* decimal15(const unsigned char* p,
                                                           double& out) noexcept {
    // The end is found with the sign in place: who reads on waits for it.
    const std::uint32_t negative = *p == '-';
    const __m128i from_zero =
        _mm_sub_epi8(VectorKernel::load(p), VectorKernel::load(kZeroDigits.bytes));
    const __m128i is_digit =
        _mm_cmpeq_epi8(_mm_min_epu8(from_zero, VectorKernel::load(kNines.bytes)), from_zero);
    const __m128i bytes = _mm_and_si128(from_zero, is_digit);  // the sign is a 0
    const std::uint32_t others =
        (static_cast<std::uint32_t>(_mm_movemask_epi8(is_digit)) ^ 0xFFFFu) & ~negative;
    if (others == 0) return nullptr;
    const std::size_t dot = static_cast<unsigned>(std::countr_zero(others));
    std::size_t end = dot;
    std::size_t scale = 0;
    if (p[dot] == '.') {
        const std::uint32_t behind = others & (others - 1);
        if (behind == 0) return nullptr;
        end = static_cast<unsigned>(std::countr_zero(behind));
        if (end == 1 + negative) return nullptr;  // a dot alone
        scale = end - dot - 1;
    } else if (end == negative) {
        return nullptr;
    }
    const __m128i from =
        _mm_load_si128(reinterpret_cast<const __m128i*>(kDigitBytes[end][dot].from));
    const __m128i digits = _mm_shuffle_epi8(bytes, from);
    const __m128i twos = _mm_maddubs_epi16(digits, _mm_set1_epi16(10 | 1 << 8));
    const __m128i fours = _mm_madd_epi16(twos, _mm_set1_epi32(100 | 1 << 16));
    const __m128i words = _mm_packus_epi32(fours, fours);
    const __m128i eights = _mm_madd_epi16(words, _mm_set1_epi32(10000 | 1 << 16));
    const auto halves = static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
    const std::uint64_t mantissa = (halves & 0xFFFF'FFFFu) * 100'000'000 + (halves >> 32);
    const double number =
        static_cast<double>(static_cast<std::int64_t>(mantissa)) / kExactPowers[scale];
    out = std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) |
                                static_cast<std::uint64_t>(negative) << 63);
    return p + end;
}

#endif

/// The same as plain_real.
template <class Kernel>
FLATLINE_ALWAYS_INLINE const unsigned char* wide_real(const unsigned char* p,
                                                      double& out) noexcept {
#if FLATLINE_AVX2
    if constexpr (std::is_same_v<Kernel, Avx2Kernel>) {
        const unsigned char* const behind = decimal15(p, out);
        if (behind != nullptr) [[likely]]
            return behind;  // otherwise it may be one byte too long
    }
#endif
    return plain_real(p, out);
}

}  // namespace flatline::engine::text
