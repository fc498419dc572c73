// Writes text and numbers into a caller's buffer and counts the bytes that did not fit.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/real_text.hpp"

namespace flatline::engine {

class FixedWriter {
public:
    FixedWriter(char* out, std::size_t capacity) noexcept : out_(out), capacity_(capacity) {}

    void put(char c) noexcept {
        if (size_ < capacity_) out_[size_] = c;
        ++size_;
    }
    void put(std::string_view text) noexcept {
        for (const char c : text) put(c);
    }
    void integer(std::int64_t value) noexcept {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        put({digits, static_cast<std::size_t>(end - digits)});
    }
    void real(double value) noexcept {
        char digits[kShortestBytes];
        const char* const end = put_shortest(digits, value);
        put({digits, static_cast<std::size_t>(end - digits)});
    }
    // Bytes of a map may hold anything, also what a terminal would obey.
    void escaped(std::string_view text) noexcept {
        for (const char c : text) escaped(c, static_cast<unsigned char>(c) >= 0x7F);
    }
    // The same for names of files, whose letters may be of any alphabet.
    void escaped_name(std::string_view text) noexcept {
        for (const char c : text) escaped(c, c == 0x7F);
    }

    // For others that write as this does: room() bytes at rest(), of which they say how many they
    // would have liked.
    char* rest() const noexcept { return room() != 0 ? out_ + size_ : nullptr; }
    std::size_t room() const noexcept { return size_ < capacity_ ? capacity_ - size_ : 0; }
    void skip(std::size_t written) noexcept { size_ += written; }

    std::size_t size() const noexcept { return size_; }

private:
    void escaped(char c, bool high) noexcept {
        constexpr char kHex[] = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && !high) {
            put(c);
        } else {
            put("\\x");
            put(kHex[byte >> 4]);
            put(kHex[byte & 15]);
        }
    }

    char* out_;
    std::size_t capacity_;
    std::size_t size_ = 0;
};

}  // namespace flatline::engine
