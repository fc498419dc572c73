// Splits the definition texts of ZDoom and SRB2 into words: TEXTURES, DECORATE, MAPINFO.
#pragma once

#include <string_view>

#include "model/view.hpp"
#include "text/scan.hpp"

namespace flatline::engine::resources {

/// Words, strings and signs, one after another; blanks and comments are passed over.
class Words {
public:
    explicit Words(Bytes text) noexcept : p_(text.data()), end_(text.data() + text.size()) {}

    /// The next one, a string without its quotes. Its data() is null at the end.
    std::string_view next() noexcept;
    /// After the word that came last.
    const unsigned char* place() const noexcept { return p_; }

private:
    static bool is_sign(unsigned char c) noexcept { return c == ',' || c == ':' || c == '='; }

    const unsigned char* p_;
    const unsigned char* end_;
};

inline std::string_view Words::next() noexcept {
    const unsigned char* opened = nullptr;
    p_ = text::skip_blank(p_, end_, &opened);
    if (p_ == nullptr || p_ == end_) {
        p_ = end_;
        return {};
    }
    const unsigned char* const from = p_;
    if (*p_ == '"') {
        bool escaped = false;
        const unsigned char* const behind = text::skip_string(p_, end_, &escaped);
        p_ = behind != nullptr ? behind : end_;
        const std::size_t quotes = behind != nullptr ? 2 : 1;
        return text::as_text(from + 1, static_cast<std::size_t>(p_ - from) - quotes);
    }
    while (p_ < end_ && !is_sign(*p_) && !text::ends_bare_word(*p_) &&
           !text::begins_comment(p_, end_)) {
        ++p_;
    }
    if (p_ == from) ++p_;
    return text::as_text(from, static_cast<std::size_t>(p_ - from));
}

}  // namespace flatline::engine::resources
