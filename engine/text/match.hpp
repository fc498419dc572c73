// Compares, searches and counts over 16 or 32 bytes at a time. Kernels are sets of functions with
// the same names and results. Code that uses a kernel is a template that is built once for each.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/compiler.hpp"
#include "text/chars.hpp"
#include "text/constants.hpp"
#include "text/kernel.hpp"

#if FLATLINE_SSE2
#include <immintrin.h>
#elif FLATLINE_NEON
#include <arm_neon.h>
#endif

namespace flatline::engine::text {

/// Any machine, one byte at a time.
struct ScalarKernel {
    /// A bit for each of the 32 bytes that is equal at `p` and `q`; the lowest bit is the first
    /// byte.
    static std::uint32_t same32(const unsigned char* p, const unsigned char* q) noexcept {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 32; ++i) bits |= static_cast<std::uint32_t>(p[i] == q[i]) << i;
        return bits;
    }
    /// Where the first byte of `c` or `d` in the 16 bytes at `p` stands; 16 or more where there is
    /// none.
    static std::size_t find16(const unsigned char* p, const Splat& c, const Splat& d) noexcept {
        std::size_t i = 0;
        while (i < 16 && p[i] != c.bytes[0] && p[i] != d.bytes[0]) ++i;
        return i;
    }
    /// A bit for each of the 16 bytes at `p` that is a digit; the lowest bit is the first byte.
    static std::uint32_t digits16(const unsigned char* p) noexcept {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 16; ++i) {
            bits |= static_cast<std::uint32_t>(is_digit(p[i])) << i;
        }
        return bits;
    }
    /// A bit for each of the 64 bytes at `p` that is `c`; the lowest bit is the first byte.
    static std::uint64_t equal64(const unsigned char* p, unsigned char c) noexcept {
        return which64(p, [c](unsigned char byte) { return byte == c; });
    }
    /// The same for those that are at most `c`.
    static std::uint64_t at_most64(const unsigned char* p, unsigned char c) noexcept {
        return which64(p, [c](unsigned char byte) { return byte <= c; });
    }
    /// The same for blanks.
    static std::uint64_t blanks64(const unsigned char* p) noexcept {
        return which64(p, [](unsigned char byte) { return is_blank(byte); });
    }
    /// The same for ={};.
    static std::uint64_t marks64(const unsigned char* p) noexcept {
        return which64(p, [](unsigned char byte) {
            return byte == '=' || byte == '{' || byte == '}' || byte == ';';
        });
    }

private:
    template <class Is>
    static std::uint64_t which64(const unsigned char* p, Is is) noexcept {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < 64; ++i) bits |= std::uint64_t{is(p[i])} << i;
        return bits;
    }
};

#if FLATLINE_SSE2
/// SSE2, which every x86-64 has.
struct VectorKernel {
    static __m128i load(const unsigned char* p) noexcept {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    }
    static std::uint32_t same32(const unsigned char* p, const unsigned char* q) noexcept {
        const auto equal = [](const unsigned char* a, const unsigned char* b) {
            return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(load(a), load(b))));
        };
        return equal(p, q) | equal(p + 16, q + 16) << 16;
    }
    static std::size_t find16(const unsigned char* p, const Splat& c, const Splat& d) noexcept {
        const __m128i bytes = load(p);
        const __m128i hits = _mm_or_si128(_mm_cmpeq_epi8(bytes, load(c.bytes)),
                                          _mm_cmpeq_epi8(bytes, load(d.bytes)));
        const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(hits));
        return static_cast<unsigned>(std::countr_zero(bits | 1u << 16));
    }
    static std::uint32_t digits16(const unsigned char* p) noexcept {
        const __m128i from_zero = _mm_sub_epi8(load(p), _mm_set1_epi8('0'));
        const __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(from_zero, _mm_set1_epi8(9)), from_zero);
        return static_cast<std::uint32_t>(_mm_movemask_epi8(digits));
    }
    static std::uint64_t equal64(const unsigned char* p, unsigned char c) noexcept {
        const __m128i all = _mm_set1_epi8(static_cast<char>(c));
        return which64(p, [&](__m128i bytes) { return _mm_cmpeq_epi8(bytes, all); });
    }
    static std::uint64_t at_most64(const unsigned char* p, unsigned char c) noexcept {
        const __m128i all = _mm_set1_epi8(static_cast<char>(c));
        return which64(
            p, [&](__m128i bytes) { return _mm_cmpeq_epi8(_mm_min_epu8(bytes, all), bytes); });
    }
    static std::uint64_t blanks64(const unsigned char* p) noexcept {
        return which64(p, [](__m128i bytes) {
            const __m128i from_tab = _mm_sub_epi8(bytes, _mm_set1_epi8('\t'));  // to '\r': 0 to 4
            return _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')),
                                _mm_cmpeq_epi8(_mm_min_epu8(from_tab, _mm_set1_epi8(4)), from_tab));
        });
    }
    static std::uint64_t marks64(const unsigned char* p) noexcept {
        return which64(p, [](__m128i bytes) {
            // ';' becomes '{' and '=' becomes '}'.
            const __m128i braces = _mm_or_si128(bytes, _mm_set1_epi8(0x40));
            return _mm_or_si128(_mm_cmpeq_epi8(braces, _mm_set1_epi8('{')),
                                _mm_cmpeq_epi8(braces, _mm_set1_epi8('}')));
        });
    }

private:
    template <class Is>
    static std::uint64_t which64(const unsigned char* p, Is is) noexcept {
        std::uint64_t bits = 0;
        for (unsigned at = 0; at < 64; at += 16) {
            const auto hits = static_cast<std::uint32_t>(_mm_movemask_epi8(is(load(p + at))));
            bits |= std::uint64_t{hits} << at;
        }
        return bits;
    }
};
#elif FLATLINE_NEON
/// NEON, which every 64-bit ARM has.
struct VectorKernel {
    // Four bits a byte: NEON has no movemask.
    static std::uint64_t nibbles(uint8x16_t equal) noexcept {
        const uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(equal), 4);
        return vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
    }
    static std::uint32_t bits(uint8x16_t equal) noexcept {
        constexpr std::uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                            1, 2, 4, 8, 16, 32, 64, 128};
        const uint8x16_t masked = vandq_u8(equal, vld1q_u8(kBits));
        return static_cast<std::uint32_t>(vaddv_u8(vget_low_u8(masked))) |
               static_cast<std::uint32_t>(vaddv_u8(vget_high_u8(masked))) << 8;
    }
    static std::uint32_t same32(const unsigned char* p, const unsigned char* q) noexcept {
        return bits(vceqq_u8(vld1q_u8(p), vld1q_u8(q))) |
               bits(vceqq_u8(vld1q_u8(p + 16), vld1q_u8(q + 16))) << 16;
    }
    static std::size_t find16(const unsigned char* p, const Splat& c, const Splat& d) noexcept {
        const uint8x16_t bytes = vld1q_u8(p);
        const std::uint64_t hits = nibbles(
            vorrq_u8(vceqq_u8(bytes, vld1q_u8(c.bytes)), vceqq_u8(bytes, vld1q_u8(d.bytes))));
        return static_cast<std::size_t>(std::countr_zero(hits)) / 4;
    }
    static std::uint32_t digits16(const unsigned char* p) noexcept {
        return bits(vcleq_u8(vsubq_u8(vld1q_u8(p), vdupq_n_u8('0')), vdupq_n_u8(9)));
    }
    static std::uint64_t equal64(const unsigned char* p, unsigned char c) noexcept {
        return which64(p, [c](uint8x16_t bytes) { return vceqq_u8(bytes, vdupq_n_u8(c)); });
    }
    static std::uint64_t at_most64(const unsigned char* p, unsigned char c) noexcept {
        return which64(p, [c](uint8x16_t bytes) { return vcleq_u8(bytes, vdupq_n_u8(c)); });
    }
    static std::uint64_t blanks64(const unsigned char* p) noexcept {
        return which64(p, [](uint8x16_t bytes) {
            const uint8x16_t from_tab = vsubq_u8(bytes, vdupq_n_u8('\t'));  // to '\r': 0 to 4
            return vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(' ')), vcleq_u8(from_tab, vdupq_n_u8(4)));
        });
    }
    static std::uint64_t marks64(const unsigned char* p) noexcept {
        return which64(p, [](uint8x16_t bytes) {
            // ';' becomes '{' and '=' becomes '}'.
            const uint8x16_t braces = vorrq_u8(bytes, vdupq_n_u8(0x40));
            return vorrq_u8(vceqq_u8(braces, vdupq_n_u8('{')), vceqq_u8(braces, vdupq_n_u8('}')));
        });
    }

private:
    template <class Is>
    static std::uint64_t which64(const unsigned char* p, Is is) noexcept {
        std::uint64_t all = 0;
        for (unsigned at = 0; at < 64; at += 16) {
            all |= std::uint64_t{bits(is(vld1q_u8(p + at)))} << at;
        }
        return all;
    }
};
#else
using VectorKernel = ScalarKernel;
#endif

#if FLATLINE_AVX2
struct Avx2Kernel {
    FLATLINE_TARGET_AVX2 static __m256i load(const unsigned char* p) noexcept {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    }
    /// A bit for each of 64 bytes that is set.
    FLATLINE_TARGET_AVX2 static std::uint64_t bits(__m256i low, __m256i high) noexcept {
        const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
        const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(high));
        return first | std::uint64_t{second} << 32;
    }
    /// Sets the bytes that are not above those of `most`.
    FLATLINE_TARGET_AVX2 static __m256i at_most(__m256i bytes, __m256i most) noexcept {
        return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, most), bytes);
    }
    FLATLINE_TARGET_AVX2 static std::uint32_t same32(const unsigned char* p,
                                                     const unsigned char* q) noexcept {
        return static_cast<std::uint32_t>(
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(load(p), load(q))));
    }
    FLATLINE_TARGET_AVX2 static std::size_t find16(const unsigned char* p, const Splat& c,
                                                   const Splat& d) noexcept {
        return VectorKernel::find16(p, c, d);
    }
    FLATLINE_TARGET_AVX2 static std::uint64_t equal64(const unsigned char* p,
                                                      unsigned char c) noexcept {
        const __m256i all = _mm256_set1_epi8(static_cast<char>(c));
        return bits(_mm256_cmpeq_epi8(load(p), all), _mm256_cmpeq_epi8(load(p + 32), all));
    }
    FLATLINE_TARGET_AVX2 static std::uint64_t at_most64(const unsigned char* p,
                                                        unsigned char c) noexcept {
        const __m256i all = _mm256_set1_epi8(static_cast<char>(c));
        return bits(at_most(load(p), all), at_most(load(p + 32), all));
    }
    FLATLINE_TARGET_AVX2 static std::uint64_t blanks64(const unsigned char* p) noexcept {
        return bits(blanks(load(p)), blanks(load(p + 32)));
    }
    FLATLINE_TARGET_AVX2 static std::uint64_t marks64(const unsigned char* p) noexcept {
        return bits(marks(load(p)), marks(load(p + 32)));
    }

private:
    FLATLINE_TARGET_AVX2 static __m256i blanks(__m256i bytes) noexcept {
        const __m256i from_tab = _mm256_sub_epi8(bytes, _mm256_set1_epi8('\t'));  // to '\r': 0 to 4
        return _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(' ')),
                               at_most(from_tab, _mm256_set1_epi8(4)));
    }
    FLATLINE_TARGET_AVX2 static __m256i marks(__m256i bytes) noexcept {
        // ';' becomes '{' and '=' becomes '}'.
        const __m256i braces = _mm256_or_si256(bytes, _mm256_set1_epi8(0x40));
        return _mm256_or_si256(_mm256_cmpeq_epi8(braces, _mm256_set1_epi8('{')),
                               _mm256_cmpeq_epi8(braces, _mm256_set1_epi8('}')));
    }
};
#endif

}  // namespace flatline::engine::text
