// A hash with a secret key, for tables over data of a file. A file cannot force collisions, because
// the key takes part in every round. With a seed in the first round alone, bit flips that cancel a
// word later would collide for every seed.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/bytes.hpp"
#include "model/memory.hpp"

namespace flatline::engine {

/// SipHash-1-3 (Aumasson, Bernstein 2012) over words of 64 bits.
class WordHash {
public:
    constexpr WordHash(std::uint64_t key0, std::uint64_t key1) noexcept
        : v0_(key0 ^ 0x736F6D6570736575u),
          v1_(key1 ^ 0x646F72616E646F6Du),
          v2_(key0 ^ 0x6C7967656E657261u),
          v3_(key1 ^ 0x7465646279746573u) {}

    constexpr void add(std::uint64_t word) noexcept {
        v3_ ^= word;
        round();
        v0_ ^= word;
    }
    constexpr std::uint64_t finish() noexcept {
        v2_ ^= 0xFF;
        for (int i = 0; i < 3; ++i) round();
        return v0_ ^ v1_ ^ v2_ ^ v3_;
    }

private:
    constexpr void round() noexcept {
        v0_ += v1_;
        v2_ += v3_;
        v1_ = std::rotl(v1_, 13) ^ v0_;
        v3_ = std::rotl(v3_, 16) ^ v2_;
        v0_ = std::rotl(v0_, 32);
        v2_ += v1_;
        v0_ += v3_;
        v1_ = std::rotl(v1_, 17) ^ v2_;
        v3_ = std::rotl(v3_, 21) ^ v0_;
        v2_ = std::rotl(v2_, 32);
    }

    std::uint64_t v0_, v1_, v2_, v3_;
};

/// The key of one table. What a table gives out must not depend on it, so that the same bytes give
/// the same map whatever the key is.
class HashKey {
public:
    HashKey() noexcept = default;
    /// Of the host's seed and the address of the table, which no file knows.
    HashKey(const MemoryHooks& hooks, const void* table) noexcept
        : HashKey(hooks.seed, reinterpret_cast<std::uintptr_t>(table)) {}
    constexpr HashKey(std::uint64_t seed, std::uint64_t address) noexcept {
        const auto part = [&](std::uint64_t number) {
            WordHash hash(seed, address);
            hash.add(number);
            return hash.finish();
        };
        key0_ = part(0);
        key1_ = part(1) | 1;
        key2_ = part(2) | 1;
    }

    /// Of one word. Two words collide in any n of the 32 bits with a chance of about 1 in 2^n: a
    /// bijection by two keys, then a multiplication by the third, an odd number.
    constexpr std::uint64_t word(std::uint64_t value) const noexcept {
        const std::uint64_t h = (value ^ key0_) * key1_;
        return (h ^ h >> 32) * key2_ >> 32;
    }
    /// For what is more than one word.
    constexpr WordHash words() const noexcept { return {key0_, key1_}; }
    /// Of `size` bytes.
    std::uint64_t bytes(const unsigned char* p, std::size_t size) const noexcept {
        if (size <= 8) return word(short_word(p, size));
        WordHash hash = words();
        const unsigned char* const last = p + size - 8;
        for (; p < last; p += 8) hash.add(load_u64le(p));
        hash.add(load_u64le(last));
        hash.add(size);
        return hash.finish();
    }

private:
    // Bytes without a NUL give a word of their own, save that one of eight may be that of fewer.
    static std::uint64_t short_word(const unsigned char* p, std::size_t size) noexcept {
        if (size == 8) return load_u64le(p);
        std::uint64_t word = static_cast<std::uint64_t>(size) << 56;
        if (size >= 4) {
            return word | load_u32le(p) |
                   static_cast<std::uint64_t>(load_u32le(p + size - 4)) << 8 * (size - 4);
        }
        for (std::size_t i = 0; i < size; ++i) word |= static_cast<std::uint64_t>(p[i]) << 8 * i;
        return word;
    }

    std::uint64_t key0_ = 0, key1_ = 1, key2_ = 1;
};

}  // namespace flatline::engine
