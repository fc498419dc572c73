#include "escape.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "utf8.hpp"

namespace flatline::engine::tool {
namespace {

struct Range {
    std::uint32_t first;
    std::uint32_t last;
};

template <std::size_t N>
constexpr bool is_in(const Range (&ranges)[N], std::uint32_t c) {
    return std::any_of(ranges, ranges + N,
                       [c](Range range) { return c >= range.first && c <= range.last; });
}

constexpr Range kUnsafe[] = {
    {0, 0x1F},        {0x7F, 0x9F},      // C0, DEL and C1
    {0x061C, 0x061C}, {0x200E, 0x200F},  // marks of direction
    {0x2028, 0x202E},                    // line ends, embeddings and overrides
    {0x2066, 0x2069},                    // isolates
};

/// What GitHub's runner passes over at the start of a line: what .NET calls white space, and a byte
/// order mark.
constexpr Range kBlanks[] = {
    {'\t', '\r'},     {' ', ' '},       {0x85, 0x85},     {0xA0, 0xA0},
    {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
    {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
};

}  // namespace

bool is_unsafe(std::uint32_t code_point) { return is_in(kUnsafe, code_point); }

void append_escape(std::string& out, std::uint32_t code_point, Notation notation) {
    const bool is_text = notation == Notation::text;
    out += fmt::format(fmt::runtime(is_text ? "\\x{:02x}" : "\\u{:04x}"), code_point);
}

EscapedStep first_step(std::string_view bytes) {
    const CodePoint c = first_code_point(bytes);
    return c.size == 0 ? EscapedStep{1, false} : EscapedStep{c.size, !is_unsafe(c.value)};
}

void LineGuard::pass(std::string_view bytes, std::string& out) {
    out.reserve(out.size() + bytes.size());
    for (const char c : bytes) {
        if (refuses(c)) {
            append_escape(out, static_cast<unsigned char>(c), notation_);
        } else {
            out += c;
        }
    }
}

bool LineGuard::refuses(char c) {
    const bool opens = c == '[' && hashes_ == 2;
    const bool begins = c == ':' && place_ == Place::colon && !commands_;
    hashes_ = c == '#' ? std::min(hashes_ + 1, 2) : 0;
    place_ = next(c);
    return opens || begins;
}

LineGuard::Place LineGuard::next(char c) {
    if (c == '\n' || c == '\r') {
        lead_size_ = 0;
        return Place::start;
    }
    switch (place_) {
        case Place::start:
            return behind_start(c);
        case Place::escape:
            return c == '[' ? Place::code : Place::rest;
        case Place::code:  // a colour of our own, which ends with a letter
            return c >= '@' ? Place::start : Place::code;
        default:
            return Place::rest;
    }
}

LineGuard::Place LineGuard::behind_start(char c) {
    constexpr char kEscape = '\x1b';
    if (c == kEscape) return Place::escape;
    if (c == ':') return Place::colon;
    lead_[lead_size_++] = c;
    const CodePoint point = first_code_point({lead_.data(), lead_size_});
    if (point.size == 0 && lead_size_ < lead_.size()) return Place::start;
    lead_size_ = 0;
    return point.size != 0 && is_in(kBlanks, point.value) ? Place::start : Place::rest;
}

}  // namespace flatline::engine::tool
