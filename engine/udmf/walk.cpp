#include "udmf/walk.hpp"

#include <algorithm>
#include <cstring>

#include "flatline/types.h"
#include "udmf/keywords.hpp"

namespace flatline::engine::udmf {

namespace {
using Byte = unsigned char;
}

inline const Statement& StatementWalk::tell(Statement& found, StatementKind kind) const noexcept {
    found.kind = kind;
    found.at = p_;
    found.depth = depth_;
    return found;
}

// Passes blanks and comments. False if the walk ends, or stops at a comment that it must report.
inline bool StatementWalk::pass_blanks() noexcept {
    if (reports_comments_) {
        const Byte* p = p_;
        while (p < end_ && text::is_blank(*p)) ++p;
        p_ = p;
        return p < end_ && !text::begins_comment(p, end_);
    }
    const Byte* opened = nullptr;
    const Byte* const behind = text::skip_blank(p_, end_, &opened);
    p_ = behind != nullptr ? behind : end_;
    return p_ < end_;
}

const Byte* StatementWalk::pass_value(bool* escaped) noexcept {
    before_value_ = *escaped = false;
    const Byte* const behind =
        *p_ == '"' ? text::skip_string(p_, end_, escaped) : text::skip_bare_word(p_, end_);
    p_ = behind != nullptr ? behind : end_;
    return behind;
}

Statement StatementWalk::next() noexcept {
    Statement found;
    bool escaped = false;
    if (before_value_) pass_value(&escaped);
    while (pass_blanks() && text::is_identifier(*p_)) {
        if (found.key != nullptr) return tell(found, StatementKind::other);
        found.key = p_;
        p_ = found.key_end = text::skip_identifier(p_, end_);
    }
    if (p_ == end_) return found;
    if (reports_comments_ && text::begins_comment(p_, end_)) {
        return tell(found, StatementKind::comment);
    }
    switch (*p_) {
        case '{':
            tell(found, StatementKind::open);
            ++depth_;
            break;
        case '}':
            tell(found, StatementKind::close);
            depth_ -= depth_ > 0;
            break;
        case '"':
            tell(found, StatementKind::other);
            if (pass_value(&escaped) == nullptr) return {};
            return found;
        case '=':
            if (found.key == nullptr) {
                tell(found, StatementKind::other);
                break;
            }
            ++p_;
            if (!pass_blanks()) {
                return p_ == end_ ? Statement{} : tell(found, StatementKind::other);
            }
            before_value_ = true;
            return tell(found, StatementKind::assignment);
        default:
            tell(found, StatementKind::other);
            break;
    }
    ++p_;
    return found;
}

BlockPlace find_block(const Byte* p, const Byte* end) noexcept {
    // Only a short stretch between '}' and the next '{' is worth a guess.
    constexpr std::ptrdiff_t kMostHead = 256;
    while (p < end) {
        const void* const brace = std::memchr(p, '}', static_cast<std::size_t>(end - p));
        if (brace == nullptr) break;
        p = static_cast<const Byte*>(brace) + 1;
        const Statement head = StatementWalk(p, p + std::min(end - p, kMostHead)).next();
        if (head.kind != StatementKind::open || head.key == nullptr) continue;
        const std::uint8_t kind = block_kind(head.key, head.key_size());
        if (kind != FLATLINE_BLOCK) return {head.key, kind};
    }
    return {};
}

}  // namespace flatline::engine::udmf
