// Decimals sixteen bytes at a time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "text/kernel.hpp"
#include "text/numbers.hpp"

#if FLATLINE_AVX2
#include <immintrin.h>

namespace flatline::text {

/// Which of 16 bytes are the digits of a number, the last one rightmost; by where the digits end,
/// then by where the dot stands (where they end, if there is none).
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
            while (to > 0) row[--to] = 0x80;  // nothing: 0
        }
    }
    return all;
}();

/// The number at `p`, of which 16 bytes must be readable: digits, perhaps a dot among, before or
/// behind them, no more than 15 bytes in all, and behind them something else. Returns behind it, or
/// null where there is no such number. Exact: mantissa and power of ten are, so one division
/// rounds correctly.
FLATLINE_TARGET_AVX2 inline const unsigned char* decimal15(const unsigned char* p,
                                                           double& out) noexcept {
    const __m128i bytes =
        _mm_sub_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)), _mm_set1_epi8('0'));
    const __m128i is_digit = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(9)), bytes);
    const std::uint32_t others = static_cast<std::uint32_t>(_mm_movemask_epi8(is_digit)) ^ 0xFFFFu;
    if (others == 0) return nullptr;
    const auto dot = static_cast<std::size_t>(std::countr_zero(others));
    std::size_t end = dot;
    std::size_t scale = 0;
    if (p[dot] == '.') {
        const std::uint32_t behind = others & (others - 1);
        if (behind == 0) return nullptr;
        end = static_cast<std::size_t>(std::countr_zero(behind));
        if (end == 1) return nullptr;  // a dot alone
        scale = end - dot - 1;
    } else if (end == 0) {
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
    out = static_cast<double>(static_cast<std::int64_t>(mantissa)) / kExactPowers[scale];
    return p + end;
}

}  // namespace flatline::text
#endif
