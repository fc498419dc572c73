#include "physfs/checksum.hpp"

#include <zlib.h>

#include <cstddef>

#include "base/compiler.hpp"

#if FLATLINE_AVX2
#include <wmmintrin.h>
#endif

namespace flatline::physfs {
namespace {

std::uint32_t by_zlib(std::uint32_t before, const unsigned char* p, std::size_t size) noexcept {
    return static_cast<std::uint32_t>(crc32_z(before, p, size));
}

#if FLATLINE_AVX2

constexpr std::size_t kFold = 16;  // bytes that one product of two halves folds
constexpr std::size_t kRow = 4 * kFold;

// Bytes are a polynomial, and a sum that stands some bits before what follows counts there as
// itself times x to their number. Of that power the remainder by the polynomial of CRC-32, bits
// reversed, does as well. `powers` holds two: each half of the sum is multiplied by its own.
// Source: V. Gopal and others, "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ
// Instruction", Intel, 2009.
FLATLINE_TARGET_CLMUL __m128i folded(__m128i sum, __m128i powers) noexcept {
    return _mm_xor_si128(_mm_clmulepi64_si128(sum, powers, 0x00),
                         _mm_clmulepi64_si128(sum, powers, 0x11));
}

// Folds all whole rows into sixteen bytes that have the same remainder. Precondition: one row at
// least.
FLATLINE_TARGET_CLMUL void fold(std::uint32_t before, const unsigned char* p, std::size_t rows,
                                unsigned char (&out)[kFold]) noexcept {
    const __m128i by_row = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
    const __m128i by_one = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    const auto load = [](const unsigned char* from) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    };
    __m128i sums[4];
    for (std::size_t i = 0; i < 4; ++i) sums[i] = load(p + i * kFold);
    // zlib's checksum is the complement of the remainder, which goes into what follows.
    sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128(static_cast<int>(~before)));
    while (--rows > 0) {
        p += kRow;
        for (std::size_t i = 0; i < 4; ++i) {
            sums[i] = _mm_xor_si128(folded(sums[i], by_row), load(p + i * kFold));
        }
    }
    __m128i sum = sums[0];
    for (std::size_t i = 1; i < 4; ++i) sum = _mm_xor_si128(folded(sum, by_one), sums[i]);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), sum);
}

#endif

}  // namespace

std::uint32_t checksum(std::uint32_t before, Bytes bytes) noexcept {
    const unsigned char* p = bytes.data();
    std::size_t size = bytes.size();
    if (size == 0) return before;  // zlib begins anew where there are no bytes
#if FLATLINE_AVX2
    if (size >= kRow && has_clmul()) {
        unsigned char rest[kFold];
        fold(before, p, size / kRow, rest);
        before = by_zlib(~0u, rest, kFold);  // with nothing before them
        p += size / kRow * kRow;
        size %= kRow;
    }
#endif
    return by_zlib(before, p, size);
}

}  // namespace flatline::physfs
