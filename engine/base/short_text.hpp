// A word of a table, in the table itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flatline::engine {

/// Up to kRoom letters. A view in a table is a pointer besides, which a program that may lie
/// anywhere has to adjust: 40 bytes of a program, without the letters.
template <std::size_t kRoom>
class ShortText {
public:
    constexpr ShortText() = default;
    template <std::size_t kBytes>
    constexpr ShortText(const char (&text)[kBytes]) : size_(kBytes - 1) {  // NOLINT: as a view
        static_assert(kBytes - 1 <= kRoom && kRoom <= UINT8_MAX);
        for (std::size_t i = 0; i + 1 < kBytes; ++i) letters_[i] = text[i];
    }
    constexpr operator std::string_view() const noexcept {  // NOLINT: as a view
        return {letters_, size_};
    }
    friend constexpr bool operator==(const ShortText& a, std::string_view b) noexcept {
        return std::string_view(a) == b;
    }

private:
    char letters_[kRoom + 1] = {};  // C wants a zero byte after them
    std::uint8_t size_ = 0;
};

}  // namespace flatline::engine
