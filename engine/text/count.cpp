#include "text/count.hpp"

#include <cstddef>

#include "text/kernel.hpp"

#if FLATLINE_AVX2
#include <immintrin.h>
#endif

namespace flatline::engine::text {
namespace {

// Rows of at most 255 vectors keep sums of one byte from wrapping; compilers turn the lanes into
// vectors.
constexpr std::size_t kLanes = 64;
constexpr std::size_t kMostRows = 255;

template <unsigned char kSecond>
void count_rows(const unsigned char* from, std::size_t rows, Counts& total) noexcept {
    std::uint8_t braces[kLanes] = {};
    std::uint8_t equals[kLanes] = {};
    std::uint8_t backslashes[kLanes] = {};
    std::uint8_t nuls[kLanes] = {};
    for (; rows > 0; --rows, from += kLanes) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            braces[i] = static_cast<std::uint8_t>(braces[i] + (from[i] == '{'));
            equals[i] = static_cast<std::uint8_t>(equals[i] + (from[i] == kSecond));
            backslashes[i] = static_cast<std::uint8_t>(backslashes[i] | (from[i] == '\\'));
            nuls[i] = static_cast<std::uint8_t>(nuls[i] | (from[i] == 0));
        }
    }
    for (std::size_t i = 0; i < kLanes; ++i) {
        total.braces += braces[i];
        total.equals += equals[i];
        total.backslash = total.backslash || backslashes[i] != 0;
        total.nul = total.nul || nuls[i] != 0;
    }
}

#if FLATLINE_AVX2
// GCC keeps the lanes of count_rows in memory; in registers they are three times as fast.
template <unsigned char kSecond>
FLATLINE_TARGET_AVX2 void count_rows_avx2(const unsigned char* from, std::size_t rows,
                                          Counts& total) noexcept {
    const __m256i zero = _mm256_setzero_si256();
    __m256i braces = zero;
    __m256i equals = zero;
    __m256i backslashes = zero;
    __m256i least = _mm256_set1_epi8(-1);
    for (const unsigned char* end = from + rows * kLanes; from != end; from += kLanes) {
        for (std::size_t half = 0; half < kLanes; half += 32) {
            const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + half));
            const auto equal = [&](unsigned char c) FLATLINE_TARGET_AVX2 {
                return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(static_cast<char>(c)));
            };
            braces = _mm256_sub_epi8(braces, equal('{'));
            equals = _mm256_sub_epi8(equals, equal(kSecond));
            backslashes = _mm256_or_si256(backslashes, equal('\\'));
            least = _mm256_min_epu8(least, bytes);
        }
    }
    const auto sum = [&](__m256i lanes) FLATLINE_TARGET_AVX2 {
        std::uint64_t parts[4];
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(parts), _mm256_sad_epu8(lanes, zero));
        return parts[0] + parts[1] + parts[2] + parts[3];
    };
    total.braces += sum(braces);
    total.equals += sum(equals);
    total.backslash = total.backslash || _mm256_movemask_epi8(backslashes) != 0;
    total.nul = total.nul || _mm256_movemask_epi8(_mm256_cmpeq_epi8(least, zero)) != 0;
}
#endif

// `equals` counts kSecond.
template <unsigned char kSecond>
Counts count_text(Bytes text, Kernel kernel) noexcept {
    Counts total;
    std::size_t at = 0;
#if FLATLINE_AVX2
    const bool avx2 = choose_kernel(kernel) == Kernel::avx2;
    const auto rows_of = avx2 ? count_rows_avx2<kSecond> : count_rows<kSecond>;
    const std::size_t most = avx2 ? kMostRows / 2 : kMostRows;  // two vectors a row
#else
    static_cast<void>(kernel);
    const auto rows_of = count_rows<kSecond>;
    const std::size_t most = kMostRows;
#endif
    while (text.size() - at >= kLanes) {
        std::size_t rows = (text.size() - at) / kLanes;
        if (rows > most) rows = most;
        rows_of(text.data() + at, rows, total);
        at += rows * kLanes;
    }
    for (; at < text.size(); ++at) {
        total.braces += text[at] == '{';
        total.equals += text[at] == kSecond;
        total.backslash = total.backslash || text[at] == '\\';
        total.nul = total.nul || text[at] == 0;
    }
    return total;
}

}  // namespace

Counts count(Bytes text, Kernel kernel) noexcept { return count_text<'='>(text, kernel); }

MapCounts count_map(Bytes text, Kernel kernel) noexcept {
    const Counts counts = count_text<'('>(text, kernel);
    return {counts.braces, counts.equals, counts.nul};
}

}  // namespace flatline::engine::text
