#include "write/comments.hpp"

#include <algorithm>

#include "text/chars.hpp"

namespace flatline::engine::write {
namespace {

bool is_index(std::string_view comment) noexcept {
    return std::all_of(comment.begin(), comment.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return text::is_digit(byte) || text::is_blank(byte);
    });
}

// The byte behind the string that begins at `at`.
std::size_t skip_string(std::string_view text, std::size_t at) noexcept {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\') ++at;
    }
    return at + 1;
}

}  // namespace

std::uint64_t count_comments(std::string_view text) noexcept {
    std::uint64_t count = 0;
    std::size_t at = text.find_first_of("\"/");
    while (at < text.size()) {
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        std::size_t behind = at + 1;
        if (text[at] == '"') {
            behind = skip_string(text, at);
        } else if (next == '/' || next == '*') {
            const std::string_view mark = next == '/' ? "\n" : "*/";
            const std::size_t end = std::min(text.find(mark, at + 2), text.size());
            if (!is_index(text.substr(at + 2, end - at - 2))) ++count;
            behind = end;
        }
        if (behind >= text.size()) break;
        at = text.find_first_of("\"/", next == '*' && text[at] == '/' ? behind + 2 : behind);
    }
    return count;
}

}  // namespace flatline::engine::write
