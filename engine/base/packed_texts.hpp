// Texts of tables as the program keeps them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flatline::engine {

/// Without pointers, which a program that may lie anywhere has to adjust one by one. C gets each
/// with a zero byte after it.
template <std::size_t kCount, std::size_t kLetters>
struct PackedTexts {
    std::array<std::uint16_t, kCount + 1> begin{};
    std::array<char, kLetters> letters{};

    constexpr explicit PackedTexts(const std::string_view* texts) {
        static_assert(kLetters <= UINT16_MAX);
        std::size_t at = 0;
        for (std::size_t i = 0; i < kCount; ++i) {
            for (const char letter : texts[i]) letters[at++] = letter;
            begin[i + 1] = static_cast<std::uint16_t>(++at);
        }
    }
    constexpr std::string_view operator[](std::size_t i) const {
        return {letters.data() + begin[i], std::size_t{begin[i + 1]} - begin[i] - 1};
    }
};
/// How many letters these texts come to, the zero bytes counted.
constexpr std::size_t letters_of(const std::string_view* texts, std::size_t count) {
    std::size_t letters = count;
    for (std::size_t i = 0; i < count; ++i) letters += texts[i].size();
    return letters;
}

}  // namespace flatline::engine
