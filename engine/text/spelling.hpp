// How a number or a string is spelled, for spellings that programs read differently.
#pragma once

#include <cstring>

#include "text/scan.hpp"

namespace flatline::engine::text {

/// How a number is spelled.
struct Spelling {
    bool plus = false;
    bool leading_zero = false;  ///< of an integer, in front of another digit
    bool hex = false;
    bool dot = false;
    bool exponent = false;
};

/// Precondition: `p` is before `end`.
inline Spelling spelling_of(const unsigned char* p, const unsigned char* end) noexcept {
    Spelling s;
    s.plus = *p == '+';
    if (*p == '+' || *p == '-') ++p;
    if (end - p > 2 && *p == '0' && (p[1] | 0x20) == 'x') {
        s.hex = true;
        return s;
    }
    s.leading_zero = end - p > 1 && *p == '0';
    for (; p != end; ++p) {
        if (*p == '.') s.dot = true;
        if ((*p | 0x20) == 'e') s.exponent = true;
    }
    s.leading_zero = s.leading_zero && !s.dot && !s.exponent;
    return s;
}

/// True for a byte that has a meaning after a backslash: n r t " and the backslash itself.
inline bool is_escapable(unsigned char c) noexcept {
    return std::memchr("nrt\"\\", c, 5) != nullptr;
}

/// Which backslashes a string has.
struct Escapes {
    bool line_end = false;  ///< \n
    bool quote = false;
    bool foreign = false;      ///< before a byte that is not escapable
    bool ends_in_one = false;  ///< an escaped backslash is its last byte
};

/// Of the string with its quotes.
inline Escapes escapes_of(const unsigned char* begin, const unsigned char* end) noexcept {
    Escapes found;
    for (const unsigned char* p = begin + 1; p < end - 1; ++p) {
        found.ends_in_one = false;
        if (*p != '\\') continue;
        ++p;
        found.line_end = found.line_end || *p == 'n';
        found.quote = found.quote || *p == '"';
        found.foreign = found.foreign || !is_escapable(*p);
        found.ends_in_one = *p == '\\';
    }
    return found;
}

inline bool has_upper(const unsigned char* p, const unsigned char* end) noexcept {
    for (; p != end; ++p) {
        if (*p >= 'A' && *p <= 'Z') return true;
    }
    return false;
}

/// The line comment in which the text ends; null if it ends otherwise. What stands from `p` to
/// `end` are blanks and comments.
inline const unsigned char* last_line_comment(const unsigned char* p,
                                              const unsigned char* end) noexcept {
    while (p < end) {
        if (!begins_comment(p, end)) {
            ++p;
        } else if (p[1] == '/') {
            const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(end - p));
            if (newline == nullptr) return p;
            p = static_cast<const unsigned char*>(newline) + 1;
        } else {
            p = comment_end(p + 2, end);
            if (p == nullptr) return nullptr;
        }
    }
    return nullptr;
}

}  // namespace flatline::engine::text
