// Classifies 64 bytes of text at a time, as bits of words.
#pragma once

#include <cstdint>

#include "base/compiler.hpp"
#include "text/constants.hpp"
#include "text/match.hpp"

#if FLATLINE_AVX2
#include <immintrin.h>
#endif

namespace flatline::engine::text {

/// Of each two set bits one after the other: all from the first up to the second, which is not set.
/// The insides of strings by their quotes; the last bit may have no second.
FLATLINE_ALWAYS_INLINE std::uint64_t between_pairs(std::uint64_t bits) noexcept {
    for (unsigned by = 1; by < 64; by *= 2) bits ^= bits << by;
    return bits;
}

#if FLATLINE_AVX2
/// 64 bytes; in the answers the lowest bit is that of the first.
class ByteBits {
public:
    FLATLINE_TARGET_AVX2 explicit ByteBits(const unsigned char* p) noexcept
        : low_(Avx2Kernel::load(p)), high_(Avx2Kernel::load(p + 32)) {}

    FLATLINE_TARGET_AVX2 std::uint64_t equal(char c) const noexcept {
        return Avx2Kernel::bits(same(low_, c), same(high_, c));
    }
    FLATLINE_TARGET_AVX2 std::uint64_t equal(char c, char d) const noexcept {
        return Avx2Kernel::bits(either(same(low_, c), same(low_, d)),
                                either(same(high_, c), same(high_, d)));
    }
    FLATLINE_TARGET_AVX2 std::uint64_t digits() const noexcept {
        return Avx2Kernel::bits(below(low_, '0', 9), below(high_, '0', 9));
    }
    FLATLINE_TARGET_AVX2 std::uint64_t upper() const noexcept {
        return Avx2Kernel::bits(below(low_, 'A', 25), below(high_, 'A', 25));
    }
    /// Letters in any case and '_'.
    FLATLINE_TARGET_AVX2 std::uint64_t letters() const noexcept {
        return Avx2Kernel::bits(either(below(lower(low_), 'a', 25), same(low_, '_')),
                                either(below(lower(high_), 'a', 25), same(high_, '_')));
    }
    /// The letter `c`, which is given in lower case, in any case.
    FLATLINE_TARGET_AVX2 std::uint64_t letter(char c) const noexcept {
        return Avx2Kernel::bits(same(lower(low_), c), same(lower(high_), c));
    }

private:
    FLATLINE_TARGET_AVX2 static __m256i all(char c) noexcept {
        return Avx2Kernel::load(kAscii[static_cast<unsigned char>(c)].bytes);
    }
    FLATLINE_TARGET_AVX2 static __m256i either(__m256i a, __m256i b) noexcept {
        return _mm256_or_si256(a, b);
    }
    FLATLINE_TARGET_AVX2 static __m256i same(__m256i bytes, char c) noexcept {
        return _mm256_cmpeq_epi8(bytes, all(c));
    }
    FLATLINE_TARGET_AVX2 static __m256i lower(__m256i bytes) noexcept {
        return either(bytes, all(0x20));
    }
    // The bytes from `first` on up to `more` after it.
    FLATLINE_TARGET_AVX2 static __m256i below(__m256i bytes, char first, char more) noexcept {
        return Avx2Kernel::at_most(_mm256_sub_epi8(bytes, all(first)), all(more));
    }

    __m256i low_, high_;
};

/// The same by AVX-512, which has the answers where AVX2 has to make them.
class WideByteBits {
public:
    FLATLINE_TARGET_AVX512 explicit WideByteBits(const unsigned char* p) noexcept
        : bytes_(_mm512_loadu_si512(p)) {}

    FLATLINE_TARGET_AVX512 std::uint64_t equal(char c) const noexcept { return same(bytes_, c); }
    FLATLINE_TARGET_AVX512 std::uint64_t equal(char c, char d) const noexcept {
        return same(bytes_, c) | same(bytes_, d);
    }
    FLATLINE_TARGET_AVX512 std::uint64_t digits() const noexcept { return below(bytes_, '0', 9); }
    FLATLINE_TARGET_AVX512 std::uint64_t upper() const noexcept { return below(bytes_, 'A', 25); }
    FLATLINE_TARGET_AVX512 std::uint64_t letters() const noexcept {
        return below(lower(), 'a', 25) | same(bytes_, '_');
    }
    FLATLINE_TARGET_AVX512 std::uint64_t letter(char c) const noexcept { return same(lower(), c); }

private:
    FLATLINE_TARGET_AVX512 static __m512i all(char c) noexcept {
        return _mm512_load_si512(kAscii[static_cast<unsigned char>(c)].bytes);
    }
    FLATLINE_TARGET_AVX512 __m512i lower() const noexcept {
        return _mm512_or_si512(bytes_, all(0x20));
    }
    FLATLINE_TARGET_AVX512 static std::uint64_t same(__m512i bytes, char c) noexcept {
        return _mm512_cmpeq_epi8_mask(bytes, all(c));
    }
    FLATLINE_TARGET_AVX512 static std::uint64_t below(__m512i bytes, char first,
                                                      char more) noexcept {
        return _mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, all(first)), all(more));
    }
    __m512i bytes_;
};
#endif

}  // namespace flatline::engine::text
