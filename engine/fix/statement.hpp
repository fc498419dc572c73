// Which bytes of a text go with a statement or a block, and how its lines end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/scan.hpp"

namespace flatline::engine::mend {

struct Range {
    const unsigned char* begin;
    const unsigned char* end;
};

/// The line end of a text: that of its first line, or a line feed, which alone ends a comment.
std::string_view line_end_of(std::string_view text) noexcept;

/// The bytes of an assignment whose key is at `key` and whose value ends at `value_end`: up to its
/// semicolon and, if nothing else stands on its lines, with these lines; else with the blanks after
/// it.
Range statement_range(const text::Body& body, const unsigned char* key,
                      const unsigned char* value_end) noexcept;

/// The bytes of a block from its keyword to the byte after its brace, and its lines if nothing else
/// stands on them, with one empty line after it.
Range block_range(const text::Body& body, const unsigned char* keyword,
                  const unsigned char* end) noexcept;

/// The end of the line if only blanks and a line comment stand between `at` and it, else `at`.
const unsigned char* behind_comment(const text::Body& body, const unsigned char* at) noexcept;

/// The blanks in front of `at` if nothing else stands before it on its line, else `at` to `at`.
Range indent_of(const text::Body& body, const unsigned char* at) noexcept;
bool is_first_on_line(const text::Body& body, const unsigned char* at) noexcept;

}  // namespace flatline::engine::mend
