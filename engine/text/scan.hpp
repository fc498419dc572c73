// Skips comments, strings and words, with every read checked; for code that need not be fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "text/chars.hpp"

namespace flatline::engine::text {

/// True if a NUL stands before `end`.
inline bool has_nul(const unsigned char* p, const unsigned char* end) noexcept {
    return p < end && std::memchr(p, 0, static_cast<std::size_t>(end - p)) != nullptr;
}

inline bool begins_comment(const unsigned char* p, const unsigned char* end) noexcept {
    return end - p >= 2 && *p == '/' && (p[1] == '/' || p[1] == '*');
}

/// Returns the byte after the next "*/" from `p` on; null if there is none before `end`.
inline const unsigned char* comment_end(const unsigned char* p, const unsigned char* end) noexcept {
    while (end - p >= 2) {
        const void* star = std::memchr(p, '*', static_cast<std::size_t>(end - p - 1));
        if (star == nullptr) return nullptr;
        p = static_cast<const unsigned char*>(star) + 1;
        if (*p == '/') return p + 1;
    }
    return nullptr;
}

/// Skips the comment that begins at `p`, one of a line with its newline, as far as there is one.
/// Null if a block comment is not closed.
inline const unsigned char* skip_comment(const unsigned char* p,
                                         const unsigned char* end) noexcept {
    if (p[1] == '*') return comment_end(p + 2, end);
    const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(end - p));
    return newline != nullptr ? static_cast<const unsigned char*>(newline) + 1 : end;
}

/// Skips blanks and both forms of comments, also glued to a word (SLADE writes `thing//#0`).
/// Returns the first byte that is neither, or `end`; null if a block comment is not closed,
/// with *opened at its slash.
inline const unsigned char* skip_blank(const unsigned char* p, const unsigned char* end,
                                       const unsigned char** opened) noexcept {
    for (;;) {
        while (p < end && is_blank(*p)) ++p;
        if (!begins_comment(p, end)) return p;
        *opened = p;
        if ((p = skip_comment(p, end)) == nullptr) return nullptr;
    }
}

/// Returns the byte after the closing quote of the string whose opening quote is at `p`; null
/// where the text ends before. A backslash protects the next byte; *escaped tells whether there was
/// one.
inline const unsigned char* skip_string(const unsigned char* p, const unsigned char* end,
                                        bool* escaped) noexcept {
    *escaped = false;
    for (++p; p < end; ++p) {
        if (*p == '"') return p + 1;
        if (*p == '\\') {
            *escaped = true;
            ++p;
        }
    }
    return nullptr;
}

/// How many bytes the inside of a string has without its backslashes.
inline std::uint64_t unescaped_size(const unsigned char* p, const unsigned char* end) noexcept {
    std::uint64_t size = 0;
    for (; p < end; ++p, ++size) p += *p == '\\';
    return size;
}

/// What a backslash and `c` stand for in a string: GZDoom, dsda-doom and Woof read \n, \r and \t
/// alike, and Ultimate Doom Builder writes them; of any other c they differ, and it is c here.
constexpr unsigned char unescaped(unsigned char c) noexcept {
    switch (c) {
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        default:
            return c;
    }
}

inline const unsigned char* skip_identifier(const unsigned char* p,
                                            const unsigned char* end) noexcept {
    while (p < end && is_identifier(*p)) ++p;
    return p;
}

/// Returns the byte after a word without quotes, which ends at a blank, at one of {}();"' or at a
/// comment.
inline const unsigned char* skip_bare_word(const unsigned char* p,
                                           const unsigned char* end) noexcept {
    while (p < end && !ends_bare_word(*p)) {
        if (begins_comment(p, end)) break;
        ++p;
    }
    return p;
}

/// The text without a byte order mark in front and NULs behind, which some tools write.
struct Body {
    const unsigned char* begin;
    const unsigned char* end;
};
inline Body body_of(const unsigned char* data, std::size_t size) noexcept {
    Body body{data, data + size};
    while (body.end > body.begin && body.end[-1] == 0) --body.end;
    if (body.end - body.begin >= 3 && data[0] == 0xEF && data[1] == 0xBB && data[2] == 0xBF) {
        body.begin += 3;
    }
    return body;
}

}  // namespace flatline::engine::text
