// Loads of little-endian words from any address.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace flatline {

inline std::uint32_t load_u32le(const unsigned char* p) noexcept {
    std::uint32_t word;
    std::memcpy(&word, p, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap32(word);
    return word;
}

inline std::uint64_t load_u64le(const unsigned char* p) noexcept {
    std::uint64_t word;
    std::memcpy(&word, p, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

}  // namespace flatline
