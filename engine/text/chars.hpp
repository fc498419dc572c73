// The classes of bytes in a text, without the locale: bytes above 0x7F belong to strings and
// comments only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace flatline::engine::text {

enum : std::uint8_t {
    kBlank = 1,   // space, tab, newline, carriage return, vertical tab, form feed
    kLetter = 2,  // A-Z a-z _: begins an identifier
    kDigit = 4,
    kIdentifier = kLetter | kDigit,
    kBareStop = 8,  // ends an unquoted string: {}();"' and blanks (UDMF 0.99 and 1.1, keyword)
};

constexpr std::array<std::uint8_t, 256> make_classes() noexcept {
    std::array<std::uint8_t, 256> classes{};
    for (const char c : {' ', '\t', '\n', '\r', '\v', '\f'}) {
        classes[static_cast<unsigned char>(c)] = kBlank | kBareStop;
    }
    for (int c = 'a'; c <= 'z'; ++c) {
        classes[static_cast<std::size_t>(c)] = kLetter;
        classes[static_cast<std::size_t>(c - 32)] = kLetter;
    }
    classes['_'] = kLetter;
    for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kDigit;
    for (const char c : {'{', '}', '(', ')', ';', '"', '\'', '\0'}) {
        classes[static_cast<unsigned char>(c)] = kBareStop;
    }
    return classes;
}
inline constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

constexpr bool is_blank(unsigned char c) noexcept { return (kClasses[c] & kBlank) != 0; }
constexpr bool is_letter(unsigned char c) noexcept { return (kClasses[c] & kLetter) != 0; }
constexpr bool is_digit(unsigned char c) noexcept { return (kClasses[c] & kDigit) != 0; }
constexpr bool is_identifier(unsigned char c) noexcept { return (kClasses[c] & kIdentifier) != 0; }
constexpr bool ends_bare_word(unsigned char c) noexcept { return (kClasses[c] & kBareStop) != 0; }

constexpr unsigned char to_lower(unsigned char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<unsigned char>(c + 32) : c;
}
constexpr char to_lower(char c) noexcept {
    return static_cast<char>(to_lower(static_cast<unsigned char>(c)));
}

inline std::string_view as_text(const unsigned char* p, std::size_t size) noexcept {
    return {reinterpret_cast<const char*>(p), size};
}

/// Names of fields, keys, lumps and files and words of a text are compared without case, and only
/// over ASCII.
constexpr bool same_name(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (to_lower(a[i]) != to_lower(b[i])) return false;
    }
    return true;
}

/// True for a label of a map that only SRB2 has: behind MAP99 come MAPA0 to MAPZZ.
constexpr bool is_srb2_label(std::string_view label) noexcept {
    return label.size() == 5 && same_name(label.substr(0, 3), "MAP") &&
           is_letter(static_cast<unsigned char>(label[3]));
}

/// True for a label that begins as Doom and Heretic name their maps, E1M1.
constexpr bool is_episode_label(std::string_view label) noexcept {
    return label.size() >= 4 && to_lower(label[0]) == 'e' &&
           is_digit(static_cast<unsigned char>(label[1])) && to_lower(label[2]) == 'm' &&
           is_digit(static_cast<unsigned char>(label[3]));
}

}  // namespace flatline::engine::text
