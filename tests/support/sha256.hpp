// SHA-256 (FIPS 180-4) of bytes, for tables that hold sums of what is too long to be kept.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace sha256 {

using State = std::array<std::uint32_t, 8>;

/// The first 32 bits after the point.
inline std::uint32_t fraction(long double value) {
    return static_cast<std::uint32_t>((value - std::floor(value)) * 4294967296.0L);
}

/// Constants of the standard: roots of the first primes.
struct Constants {
    State begin{};                        // of square roots
    std::array<std::uint32_t, 64> round;  // of cube roots

    Constants() {
        std::size_t primes = 0;
        for (int n = 2; primes < round.size(); ++n) {
            bool prime = true;
            for (int d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
            if (!prime) continue;
            if (primes < begin.size()) begin[primes] = fraction(std::sqrt((long double)n));
            round[primes++] = fraction(std::cbrt((long double)n));
        }
    }
};

inline void add_block(State& state, const unsigned char* bytes, const Constants& constants) {
    std::array<std::uint32_t, 64> w;
    for (int i = 0; i < 64; ++i) {
        if (i < 16) {
            w[i] = 0;
            for (int k = 0; k < 4; ++k) w[i] = w[i] << 8 | bytes[4 * i + k];
        } else {
            const std::uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
        }
    }
    State s = state;
    for (int i = 0; i < 64; ++i) {
        const std::uint32_t sum = std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25);
        const std::uint32_t chosen = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const std::uint32_t one = s[7] + sum + chosen + constants.round[i] + w[i];
        const std::uint32_t other = std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22);
        const std::uint32_t most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        s = {one + other + most, s[0], s[1], s[2], s[3] + one, s[4], s[5], s[6]};
    }
    for (int i = 0; i < 8; ++i) state[i] += s[i];
}

/// 64 lower-case digits.
inline std::string of(std::string_view bytes) {
    static const Constants constants;
    std::string padded(bytes);
    padded += '\x80';
    padded.resize((padded.size() + 8 + 63) / 64 * 64 - 8);
    for (int shift = 56; shift >= 0; shift -= 8) {
        padded += static_cast<char>(bytes.size() * std::uint64_t{8} >> shift);
    }
    State state = constants.begin;
    for (std::size_t at = 0; at < padded.size(); at += 64) {
        add_block(state, reinterpret_cast<const unsigned char*>(padded.data()) + at, constants);
    }
    std::string digits;
    for (const std::uint32_t word : state) {
        char eight[9];
        std::snprintf(eight, sizeof eight, "%08x", static_cast<unsigned>(word));
        digits += eight;
    }
    return digits;
}

}  // namespace sha256
