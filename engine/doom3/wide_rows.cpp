#include "doom3/wide_rows.hpp"

#if FLATLINE_AVX2
#include <immintrin.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/bytes.hpp"
#include "text/numbers.hpp"

namespace flatline::engine::doom3 {
namespace {

constexpr std::size_t kBytes = 16;           // of a number, which ends with the last of them
constexpr std::size_t kMostDigits = 15;      // they are exact in a double, as is their power of ten
constexpr std::size_t kMostWholeDigits = 9;  // to the engine they are 32 bits
constexpr std::size_t kSizes = 64;           // that are distinguished; 64 is like 0

// What to do with a number whose dot is the n-th of its 16 bytes; n is 16 where it has none.
struct alignas(32) Dot {
    unsigned char digits[kBytes];  // a shuffle that closes the gap
    double scale[2];               // what divides the digits; negative for negative numbers
};
constexpr auto kDots = [] {
    std::array<Dot, kBytes + 1> all{};
    for (std::size_t dot = 0; dot <= kBytes; ++dot) {
        Dot& row = all[dot];
        for (std::size_t i = 0; i < kBytes; ++i) {
            const bool moves = dot < kBytes && i <= dot;
            row.digits[i] = static_cast<unsigned char>(moves ? (i == 0 ? 0x80 : i - 1) : i);
        }
        const double power = dot < kBytes ? text::kExactPowers[kBytes - 1 - dot] : 1.0;
        row.scale[0] = power;
        row.scale[1] = -power;
    }
    return all;
}();

// The digits of a plain number of so many bytes, with its dot, are no less than this: zeros in
// front are octal to the engine.
constexpr std::int64_t least_of(std::size_t size, std::size_t dot) noexcept {
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    const bool has_dot = dot < kBytes;
    const std::size_t behind = has_dot ? kBytes - dot : 0;  // bytes from the dot on
    const std::size_t digits = size - has_dot;
    if (size < behind || digits - 1 >= (has_dot ? kMostDigits : kMostWholeDigits)) return kNever;
    return size - behind > 1 ? static_cast<std::int64_t>(text::kExactPowers[digits - 1]) : 0;
}
constexpr auto kLeast = [] {
    std::array<std::array<std::int64_t, kSizes>, kBytes + 1> all{};
    for (std::size_t dot = 0; dot <= kBytes; ++dot) {
        for (std::size_t size = 0; size < kSizes; ++size) all[dot][size] = least_of(size, dot);
    }
    return all;
}();

// Which of its 16 bytes a number has, from its size on; any where it would have more.
constexpr auto kOwn = [] {
    std::array<unsigned char, kSizes + kBytes> all{};
    for (std::size_t i = kBytes; i < all.size(); ++i) all[i] = 0xFF;
    return all;
}();

FLATLINE_TARGET_AVX2 inline __m128i load16(const unsigned char* p) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

// A bit for each of the 32 bytes at `p` that is a space.
FLATLINE_TARGET_AVX2 inline std::uint32_t spaces_of(const Byte* p) noexcept {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    return static_cast<std::uint32_t>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(' '))));
}

// A number as it stands: 16 bytes, each a digit where it is plain.
struct Number {
    __m128i digits;
    double scale;
    std::int64_t least;
};

FLATLINE_TARGET_AVX2 inline unsigned odd_digits(const Number& number) noexcept {
    const __m128i above = _mm_subs_epu8(number.digits, _mm_set1_epi8(9));
    return _mm_testz_si128(above, above) == 0;
}

// Reads numbers with a space after each. Returns the space after the last, at most 64 bytes
// after `p`.
template <std::size_t kCount>
FLATLINE_TARGET_AVX2 inline const Byte* read_row(const Byte* p, Number* out) noexcept {
    std::uint64_t spaces = spaces_of(p) | std::uint64_t{spaces_of(p + 32)} << 32;
    const Byte* start = p;
    const Byte* end = p;
    for (std::size_t i = 0; i < kCount; ++i) {
        end = p + std::countr_zero(spaces);
        spaces &= spaces - 1;
        const std::size_t negative = *start == '-';
        // From -1 to 64.
        const std::size_t size = (static_cast<std::size_t>(end - start) - negative) % kSizes;
        const __m128i bytes = _mm_and_si128(_mm_sub_epi8(load16(end - kBytes), _mm_set1_epi8('0')),
                                            load16(kOwn.data() + size));
        const __m128i dots = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('.' - '0'));
        const auto bits = static_cast<unsigned>(_mm_movemask_epi8(dots)) | 1u << kBytes;
        const auto at = static_cast<unsigned>(std::countr_zero(bits));
        const Dot& dot = kDots[at];
        out[i] = {_mm_shuffle_epi8(bytes, load16(dot.digits)), dot.scale[negative],
                  kLeast[at][size]};
        start = end + 1;
    }
    return end;
}

// The digits of two numbers by fours; `largest` becomes what is larger in them.
FLATLINE_TARGET_AVX2 inline __m256i fours_of(const Number& low, const Number& high,
                                             __m256i& largest) noexcept {
    const __m256i both =
        _mm256_inserti128_si256(_mm256_castsi128_si256(low.digits), high.digits, 1);
    largest = _mm256_max_epu8(largest, both);
    const __m256i twos = _mm256_maddubs_epi16(both, _mm256_set1_epi16(10 | 1 << 8));
    return _mm256_madd_epi16(twos, _mm256_set1_epi32(100 | 1 << 16));
}

struct Values {
    __m256d values;
    unsigned odd;  // a bit for each that is not plain
};

FLATLINE_TARGET_AVX2 inline Values values_of(const Number& a, const Number& b, const Number& c,
                                             const Number& d) noexcept {
    __m256i largest = _mm256_setzero_si256();
    const __m256i words = _mm256_packus_epi32(fours_of(a, c, largest), fours_of(b, d, largest));
    const __m256i eights = _mm256_madd_epi16(words, _mm256_set1_epi32(10000 | 1 << 16));
    const __m256i whole = _mm256_add_epi64(
        _mm256_mul_epu32(eights, _mm256_set1_epi64x(100'000'000)), _mm256_srli_epi64(eights, 32));
    const __m256i least = _mm256_set_epi64x(d.least, c.least, b.least, a.least);
    auto odd = static_cast<unsigned>(
        _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(least, whole))));
    const __m256i above = _mm256_subs_epu8(largest, _mm256_set1_epi8(9));
    if (_mm256_testz_si256(above, above) == 0) [[unlikely]]
        odd |= odd_digits(a) | odd_digits(b) << 1 | odd_digits(c) << 2 | odd_digits(d) << 3;
    // Below 2^52 the bits of an integer are those of the double that is 2^52 larger.
    const __m256d offset = _mm256_set1_pd(0x1p52);
    const __m256d shifted =
        _mm256_castsi256_pd(_mm256_or_si256(whole, _mm256_castpd_si256(offset)));
    return {_mm256_div_pd(_mm256_sub_pd(shifted, offset),
                          _mm256_set_pd(d.scale, c.scale, b.scale, a.scale)),
            odd};
}

FLATLINE_TARGET_AVX2 inline Number nothing() noexcept { return {_mm_setzero_si128(), 1, 0}; }

// True if the first bytes at `p` are those of `expected`, of which there are at most eight.
template <std::size_t kSize>
inline bool stands(const Byte* p, const char (&expected)[kSize]) noexcept {
    static_assert(kSize - 1 <= 8);
    constexpr std::uint64_t kMask = ~0ull >> (64 - 8 * (kSize - 1));
    std::uint64_t want = 0;
    for (std::size_t i = 0; i + 1 < kSize; ++i) {
        want |= std::uint64_t{static_cast<unsigned char>(expected[i])} << 8 * i;
    }
    return (load_u64le(p) & kMask) == want;
}

}  // namespace

FLATLINE_TARGET_AVX2 const Byte* wide_plane(const Byte* p, double (&out)[4],
                                            unsigned& odd) noexcept {
    Number numbers[4];
    bool good = stands(p, "( ");
    p = read_row<2>(p + 2, numbers);
    good &= *p == ' ';
    p = read_row<2>(p + 1, numbers + 2);
    good &= stands(p, " )");
    const Values values = values_of(numbers[0], numbers[1], numbers[2], numbers[3]);
    _mm256_storeu_pd(out, values.values);
    odd = values.odd;
    return good ? p + 2 : nullptr;
}

FLATLINE_TARGET_AVX2 const Byte* wide_matrix(const Byte* p, double (&out)[2][3],
                                             unsigned& odd) noexcept {
    Number numbers[6];
    bool good = stands(p, " ( ( ");
    p = read_row<3>(p + 5, numbers);
    good &= stands(p, " ) ( ");
    p = read_row<3>(p + 5, numbers + 3);
    good &= stands(p, " ) )");
    const Values four = values_of(numbers[0], numbers[1], numbers[2], numbers[3]);
    const Values two = values_of(numbers[4], numbers[5], nothing(), nothing());
    _mm256_storeu_pd(out[0], four.values);
    _mm_storeu_pd(out[1] + 1, _mm256_castpd256_pd128(two.values));
    odd = four.odd | two.odd << 4;
    return good ? p + 4 : nullptr;
}

FLATLINE_TARGET_AVX2 const Byte* wide_point(const Byte* p, double (&out)[5],
                                            unsigned& odd) noexcept {
    Number numbers[5];
    bool good = stands(p, "( ");
    p = read_row<3>(p + 2, numbers);
    good &= *p == ' ';
    p = read_row<2>(p + 1, numbers + 3);
    good &= stands(p, " )");
    const Values four = values_of(numbers[0], numbers[1], numbers[2], numbers[3]);
    const Values last = values_of(numbers[4], nothing(), nothing(), nothing());
    _mm256_storeu_pd(out, four.values);
    out[4] = _mm256_cvtsd_f64(last.values);
    odd = four.odd | last.odd << 4;
    return good ? p + 2 : nullptr;
}

}  // namespace flatline::engine::doom3
#endif
