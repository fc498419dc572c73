#include "fix/statement.hpp"

#include <cstring>

namespace flatline::engine::mend {
namespace {

using Byte = unsigned char;

bool is_space(Byte c) noexcept { return c == ' ' || c == '\t'; }

const Byte* skip_spaces(const Byte* p, const Byte* end) noexcept {
    while (p < end && is_space(*p)) ++p;
    return p;
}

// Behind the line end at `p`; null if something else stands there.
const Byte* behind_line_end(const Byte* p, const Byte* end) noexcept {
    if (p == end) return p;
    if (*p == '\r' && p + 1 < end && p[1] == '\n') return p + 2;
    return *p == '\n' || *p == '\r' ? p + 1 : nullptr;
}

// With the whole lines where nothing else is on them, else with the spaces behind.
Range widen(const text::Body& body, const Byte* begin, const Byte* end) noexcept {
    const Byte* const rest = skip_spaces(end, body.end);
    const Byte* const next = behind_line_end(rest, body.end);
    if (next != nullptr && is_first_on_line(body, begin)) {
        return {indent_of(body, begin).begin, next};
    }
    // The last of a line takes the spaces in front along.
    if (next != nullptr) {
        while (begin > body.begin && is_space(begin[-1])) --begin;
        return {begin, end};
    }
    return {begin, rest};
}

}  // namespace

std::string_view line_end_of(std::string_view text) noexcept {
    const std::size_t at = text.find('\n');
    return at != text.npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

const Byte* behind_comment(const text::Body& body, const Byte* at) noexcept {
    const Byte* end = skip_spaces(at, body.end);
    if (text::begins_comment(end, body.end) && end[1] == '/') {
        while (end < body.end && *end != '\n') ++end;
        if (end == body.end) return at;
        if (end[-1] == '\r') --end;
    }
    return behind_line_end(end, body.end) != nullptr ? end : at;
}

Range indent_of(const text::Body& body, const Byte* at) noexcept {
    const Byte* begin = at;
    while (begin > body.begin && is_space(begin[-1])) --begin;
    const bool first = begin == body.begin || begin[-1] == '\n' || begin[-1] == '\r';
    return {first ? begin : at, at};
}

bool is_first_on_line(const text::Body& body, const Byte* at) noexcept {
    const Byte* const begin = indent_of(body, at).begin;
    return begin == body.begin || begin[-1] == '\n' || begin[-1] == '\r';
}

Range statement_range(const text::Body& body, const Byte* key, const Byte* value_end) noexcept {
    const Byte* opened = nullptr;
    const Byte* end = text::skip_blank(value_end, body.end, &opened);
    end = end != nullptr && end < body.end && *end == ';' ? end + 1 : value_end;
    return widen(body, key, end);
}

Range block_range(const text::Body& body, const Byte* keyword, const Byte* end) noexcept {
    Range range = widen(body, keyword, end);
    // Of a block between empty lines one of them goes too.
    const bool whole = range.end > end && range.end > body.begin &&
                       (range.end[-1] == '\n' || range.end[-1] == '\r');
    const bool after_empty =
        range.begin == body.begin ||
        (range.begin - body.begin >= 2 && range.begin[-1] == '\n' &&
         (range.begin[-2] == '\n' ||
          (range.begin[-2] == '\r' && range.begin - body.begin >= 3 && range.begin[-3] == '\n')));
    if (!whole || !after_empty) return range;
    const Byte* const next = behind_line_end(range.end, body.end);
    if (next != nullptr && next != range.end) range.end = next;
    return range;
}

}  // namespace flatline::engine::mend
