// Reads tokens of a Doom 3 map, with every read checked. The fast path knows the lines of tools
// by itself and comes here for everything else.
#pragma once

#include <cstdint>

#include "text/chars.hpp"
#include "text/scan.hpp"

namespace flatline::engine::doom3 {

using Byte = unsigned char;

/// Every byte up to the space is white. A NUL never comes here.
constexpr bool is_white(Byte c) noexcept { return c <= ' '; }

enum class TokenKind : std::uint8_t {
    end,
    open_brace,
    close_brace,
    open_parenthesis,
    close_parenthesis,
    string,            // with its quotes
    word,              // a name, a number, a path: all that stands without quotes
    bad,               // a byte above 0x7F, which belongs into strings and comments
    unclosed_string,   // a string that is not closed on its line
    unclosed_to_end,   // a string that the text ends in
    unclosed_comment,  // a block comment that the text ends in
};

struct Token {
    TokenKind kind;
    const Byte* begin;
    const Byte* end;

    std::size_t size() const noexcept { return static_cast<std::size_t>(end - begin); }
};

constexpr bool ends_word(Byte c) noexcept {
    return is_white(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == '"' || c >= 0x80;
}

constexpr bool begins_number(Byte c) noexcept {
    return text::is_digit(c) || c == '-' || c == '+' || c == '.';
}

/// Returns the byte after white space and comments; null if a block comment is not closed, with
/// *opened at its slash.
inline const Byte* skip_white(const Byte* p, const Byte* end, const Byte** opened) noexcept {
    for (;;) {
        while (p < end && is_white(*p)) ++p;
        if (!text::begins_comment(p, end)) return p;
        *opened = p;
        if ((p = text::skip_comment(p, end)) == nullptr) return nullptr;
    }
}

/// Reads a string. With `escapes` a byte after a backslash is part of it, a quote too.
inline Token read_string(const Byte* p, const Byte* end, bool escapes) noexcept {
    const Byte* const begin = p;
    for (++p; p < end; ++p) {
        if (escapes && *p == '\\' && end - p >= 2 && p[1] != '\n') {
            ++p;
            continue;
        }
        if (*p == '"') return {TokenKind::string, begin, p + 1};
        if (*p == '\n') return {TokenKind::unclosed_string, begin, p};
    }
    return {TokenKind::unclosed_to_end, begin, end};
}

/// Reads the token at or after `p`.
inline Token read_token(const Byte* p, const Byte* end, bool escapes) noexcept {
    const Byte* opened = nullptr;
    p = skip_white(p, end, &opened);
    if (p == nullptr) return {TokenKind::unclosed_comment, opened, end};
    if (p == end) return {TokenKind::end, end, end};
    switch (*p) {
        case '{':
            return {TokenKind::open_brace, p, p + 1};
        case '}':
            return {TokenKind::close_brace, p, p + 1};
        case '(':
            return {TokenKind::open_parenthesis, p, p + 1};
        case ')':
            return {TokenKind::close_parenthesis, p, p + 1};
        case '"':
            return read_string(p, end, escapes);
        default:
            break;
    }
    const Byte* const begin = p;
    if (*p >= 0x80) {
        while (p < end && *p >= 0x80) ++p;
        return {TokenKind::bad, begin, p};
    }
    // A path may hold "//", as the engine's lexer has it; after a number it begins a comment.
    const bool number = begins_number(*p);
    do ++p;
    while (p < end && !ends_word(*p) && !(number && text::begins_comment(p, end)));
    return {TokenKind::word, begin, p};
}

}  // namespace flatline::engine::doom3
