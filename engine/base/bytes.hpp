// Loads and stores of little-endian words at any address.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace flatline::engine {

template <class Word>
Word load_le(const unsigned char* p) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        Word word;
        std::memcpy(&word, p, sizeof word);
        return word;
    } else {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < sizeof(Word); ++i) word |= std::uint64_t{p[i]} << (8 * i);
        return static_cast<Word>(word);
    }
}

template <class Word>
void store_le(unsigned char* p, Word word) noexcept {
    static_assert(std::is_unsigned_v<Word>);
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(p, &word, sizeof word);
    } else {
        for (std::size_t i = 0; i < sizeof word; ++i) {
            p[i] = static_cast<unsigned char>(word >> (8 * i));
        }
    }
}

inline std::uint32_t load_u32le(const unsigned char* p) noexcept {
    return load_le<std::uint32_t>(p);
}
inline std::uint64_t load_u64le(const unsigned char* p) noexcept {
    return load_le<std::uint64_t>(p);
}

}  // namespace flatline::engine
