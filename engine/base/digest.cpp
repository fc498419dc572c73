#include "base/digest.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bytes.hpp"

namespace flatline::engine {
namespace {

constexpr std::uint32_t kBegin[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};

std::uint32_t load_be(const unsigned char* p) noexcept {
    return std::uint32_t{p[0]} << 24 | std::uint32_t{p[1]} << 16 | std::uint32_t{p[2]} << 8 | p[3];
}

constexpr int kMd5Turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
constexpr std::uint32_t kSha1Words[4] = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};

// 2^32 |sin(i + 1)|, as the standard lists them.
constexpr std::uint32_t kMd5Words[64] = {
    0xD76AA478, 0xE8C7B756, 0x242070DB, 0xC1BDCEEE, 0xF57C0FAF, 0x4787C62A, 0xA8304613, 0xFD469501,
    0x698098D8, 0x8B44F7AF, 0xFFFF5BB1, 0x895CD7BE, 0x6B901122, 0xFD987193, 0xA679438E, 0x49B40821,
    0xF61E2562, 0xC040B340, 0x265E5A51, 0xE9B6C7AA, 0xD62F105D, 0x02441453, 0xD8A1E681, 0xE7D3FBC8,
    0x21E1CDE6, 0xC33707D6, 0xF4D50D87, 0x455A14ED, 0xA9E3E905, 0xFCEFA3F8, 0x676F02D9, 0x8D2A4C8A,
    0xFFFA3942, 0x8771F681, 0x6D9D6122, 0xFDE5380C, 0xA4BEEA44, 0x4BDECFA9, 0xF6BB4B60, 0xBEBFBC70,
    0x289B7EC6, 0xEAA127FA, 0xD4EF3085, 0x04881D05, 0xD9D4D039, 0xE6DB99E5, 0x1FA27CF8, 0xC4AC5665,
    0xF4292244, 0x432AFF97, 0xAB9423A7, 0xFC93A039, 0x655B59C3, 0x8F0CCC92, 0xFFEFF47D, 0x85845DD1,
    0x6FA87E4F, 0xFE2CE6E0, 0xA3014314, 0x4E0811A1, 0xF7537E82, 0xBD3AF235, 0x2AD7D2BB, 0xEB86D391,
};

}  // namespace

Digest::Digest(Kind kind) noexcept : kind_(kind) { std::copy_n(kBegin, 5, state_); }

void Digest::add(Bytes bytes) noexcept {
    const unsigned char* p = bytes.data();
    for (std::size_t left = bytes.size(); left != 0;) {
        const std::size_t at = bytes_ % sizeof block_;
        const std::size_t part = std::min(left, sizeof block_ - at);
        std::memcpy(block_ + at, p, part);
        p += part;
        left -= part;
        bytes_ += part;
        if (bytes_ % sizeof block_ == 0) take_block();
    }
}

void Digest::finish(unsigned char* out) noexcept {
    const std::uint64_t bits = bytes_ * 8;
    static constexpr unsigned char kEnd[64] = {0x80};
    const std::size_t at = bytes_ % sizeof block_;
    add({kEnd, at < 56 ? 56 - at : 120 - at});
    unsigned char length[8];
    for (std::size_t i = 0; i < sizeof length; ++i) {
        const std::size_t shift = kind_ == Kind::md5 ? 8 * i : 56 - 8 * i;
        length[i] = static_cast<unsigned char>(bits >> shift);
    }
    add({length, sizeof length});
    for (std::size_t i = 0; i < size(); ++i) {
        const std::size_t shift = kind_ == Kind::md5 ? 8 * (i % 4) : 24 - 8 * (i % 4);
        out[i] = static_cast<unsigned char>(state_[i / 4] >> shift);
    }
}

void Digest::take_block() noexcept {
    if (kind_ == Kind::md5) {
        md5_block();
    } else {
        sha1_block();
    }
}

void Digest::md5_block() noexcept {
    std::uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3];
    for (std::uint32_t i = 0; i < 64; ++i) {
        const std::uint32_t mixes[] = {(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d,
                                       c ^ (b | ~d)};
        const std::uint32_t words[] = {i, 5 * i + 1, 3 * i + 5, 7 * i};
        const std::uint32_t round = i / 16;
        const std::uint32_t sum =
            a + mixes[round] + kMd5Words[i] + load_u32le(block_ + 4 * (words[round] % 16));
        a = d;
        d = c;
        c = b;
        b += std::rotl(sum, kMd5Turns[round][i % 4]);
    }
    const std::uint32_t made[] = {a, b, c, d};
    for (std::size_t i = 0; i < 4; ++i) state_[i] += made[i];
}

void Digest::sha1_block() noexcept {
    std::uint32_t words[80];
    for (std::size_t i = 0; i < 16; ++i) words[i] = load_be(block_ + 4 * i);
    for (std::size_t i = 16; i < 80; ++i) {
        words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    }
    std::uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3], e = state_[4];
    for (std::size_t i = 0; i < 80; ++i) {
        const std::uint32_t parity = b ^ c ^ d;
        const std::uint32_t mixes[] = {(b & c) | (~b & d), parity, (b & c) | (b & d) | (c & d),
                                       parity};
        const std::uint32_t next =
            std::rotl(a, 5) + mixes[i / 20] + e + kSha1Words[i / 20] + words[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    const std::uint32_t made[] = {a, b, c, d, e};
    for (std::size_t i = 0; i < 5; ++i) state_[i] += made[i];
}

}  // namespace flatline::engine
