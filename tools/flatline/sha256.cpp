#include "sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <cpuid.h>
#include <immintrin.h>
#define FLATLINE_SHA_INSTRUCTIONS 1
#endif

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kRounds = 64;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
alignas(16) constexpr std::uint32_t kRoundWords[kRounds] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
};

constexpr std::uint32_t big_endian(const unsigned char* at) {
    return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 |
           at[3];
}

constexpr void take_block(std::uint32_t (&state)[8], const unsigned char* block) {
    std::uint32_t words[kRounds] = {};
    for (std::size_t i = 0; i < 16; ++i) words[i] = big_endian(block + 4 * i);
    for (std::size_t i = 16; i < kRounds; ++i) {
        const std::uint32_t a = words[i - 15];
        const std::uint32_t b = words[i - 2];
        words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + words[i - 7] +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    std::uint32_t s[8] = {};
    std::copy_n(state, 8, s);
    for (std::size_t i = 0; i < kRounds; ++i) {
        const std::uint32_t sum = s[7] +
                                  (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) +
                                  ((s[4] & s[5]) ^ (~s[4] & s[6])) + kRoundWords[i] + words[i];
        const std::uint32_t other =
            (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) +
            ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        std::copy_backward(s, s + 7, s + 8);
        s[4] += sum;
        s[0] = sum + other;
    }
    for (std::size_t i = 0; i < 8; ++i) state[i] += s[i];
}

// Most machines that the tests run on have instructions for it; so the compiler tests this, by the
// example "abc" of FIPS 180-4.
constexpr std::uint32_t kBegin[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                     0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
static_assert([] {
    unsigned char block[64] = {'a', 'b', 'c', 0x80};
    block[63] = 24;
    std::uint32_t state[8] = {};
    std::copy_n(kBegin, 8, state);
    take_block(state, block);
    return state[0] == 0xBA7816BF && state[7] == 0xF20015AD;
}());

#if defined(FLATLINE_SHA_INSTRUCTIONS)

// Not every compiler that is supported knows the name "sha" (__builtin_cpu_supports).
bool has_sha_instructions() {
    static const bool has = [] {
        unsigned a = 0, b = 0, c = 0, d = 0;
        constexpr unsigned kSse41 = 1u << 19, kSsse3 = 1u << 9, kSha = 1u << 29;
        if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kSse41) == 0 || (c & kSsse3) == 0) {
            return false;
        }
        return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kSha) != 0;
    }();
    return has;
}

/// The same by the instructions that x86-64 has for it: two rounds each, with the state as the
/// words ABEF and CDGH.
__attribute__((target("sha,sse4.1,ssse3"))) void take_blocks_by_instructions(
    std::uint32_t (&state)[8], const unsigned char* bytes, std::size_t count) {
    const auto load = [](const void* at) __attribute__((target("sha,sse4.1,ssse3"))) {
        return _mm_loadu_si128(static_cast<const __m128i*>(at));
    };
    const __m128i swap = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
    const __m128i abcd = _mm_shuffle_epi32(load(state), 0xB1);
    const __m128i efgh = _mm_shuffle_epi32(load(state + 4), 0x1B);
    __m128i abef = _mm_alignr_epi8(abcd, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, abcd, 0xF0);
    for (; count != 0; --count, bytes += 64) {
        const __m128i abef_before = abef;
        const __m128i cdgh_before = cdgh;
        __m128i words[4];
        for (std::size_t i = 0; i < 4; ++i) {
            words[i] = _mm_shuffle_epi8(load(bytes + 16 * i), swap);
        }
        for (std::size_t i = 0; i < 16; ++i) {
            __m128i& now = words[i % 4];
            if (i >= 4) {
                const __m128i before = words[(i + 3) % 4];
                const __m128i middle = _mm_alignr_epi8(before, words[(i + 2) % 4], 4);
                now = _mm_sha256msg1_epu32(now, words[(i + 1) % 4]);
                now = _mm_sha256msg2_epu32(_mm_add_epi32(now, middle), before);
            }
            const __m128i sum = _mm_add_epi32(now, load(kRoundWords + 4 * i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state), _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#endif

void take_blocks(std::uint32_t (&state)[8], const unsigned char* bytes, std::size_t count) {
#if defined(FLATLINE_SHA_INSTRUCTIONS)
    if (has_sha_instructions()) return take_blocks_by_instructions(state, bytes, count);
#endif
    for (std::size_t i = 0; i < count; ++i) take_block(state, bytes + 64 * i);
}

}  // namespace

Sha256::Sha256() { std::copy_n(kBegin, 8, state_); }

void Sha256::add(std::string_view bytes) {
    if (bytes.empty()) return;
    const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t left = bytes.size();
    const std::size_t held = bytes_ % kBlock;
    bytes_ += left;
    if (held != 0) {
        const std::size_t part = std::min(left, kBlock - held);
        std::memcpy(block_ + held, at, part);
        at += part;
        left -= part;
        if (held + part != kBlock) return;
        take_blocks(state_, block_, 1);
    }
    take_blocks(state_, at, left / kBlock);
    if (left % kBlock != 0) std::memcpy(block_, at + left / kBlock * kBlock, left % kBlock);
}

std::string Sha256::finish() {
    const std::uint64_t bits = bytes_ * 8;
    static constexpr char kEnd[kBlock] = {'\x80'};
    const std::size_t held = bytes_ % kBlock;
    add({kEnd, held < 56 ? 56 - held : 120 - held});
    char length[8];
    for (std::size_t i = 0; i < 8; ++i) length[i] = static_cast<char>(bits >> (56 - 8 * i));
    add({length, sizeof length});
    std::string digits;
    for (const std::uint32_t word : state_) {
        for (int shift = 28; shift >= 0; shift -= 4) {
            digits += "0123456789abcdef"[word >> shift & 0xF];
        }
    }
    return digits;
}

FileDigest digest_of_bytes(std::string_view bytes) {
    Sha256 sha;
    sha.add(bytes);
    return {sha.finish(), bytes.size()};
}

}  // namespace flatline::engine::tool
