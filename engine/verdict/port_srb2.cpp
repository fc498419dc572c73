// SRB2's reader: one pass that finds the blocks, and one over each block. Source: docs/verdicts.md,
// "How ports read a text".
#include <algorithm>
#include <iterator>
#include <utility>

#include "text/chars.hpp"
#include "verdict/port_text.hpp"

namespace flatline::engine::verdict {
namespace {

struct Srb2Required {
    std::uint8_t block;
    std::string_view name;
};
constexpr Srb2Required kSrb2Required[] = {
    {FLATLINE_VERTEX, "x"},   {FLATLINE_VERTEX, "y"},          {FLATLINE_LINEDEF, "v1"},
    {FLATLINE_LINEDEF, "v2"}, {FLATLINE_LINEDEF, "sidefront"}, {FLATLINE_SIDEDEF, "sector"},
};

// Blocks that each run off to the end of the text take SRB2 for ever.
constexpr std::uint32_t kMostPairs = 1u << 24;

class Srb2 {
public:
    // The text ends at its first NUL; `whole` goes on to its last byte.
    explicit Srb2(std::string_view whole) noexcept
        : text_(whole.substr(0, whole.find('\0'))), size_(whole.size()) {
        made_.known = true;
    }
    PortText run() noexcept;

private:
    char at(std::size_t place) const noexcept { return place < text_.size() ? text_[place] : '\0'; }
    void see_comment(std::size_t place) noexcept;
    bool is_passed(char c) const noexcept;
    bool ends_word(char c) const noexcept;
    bool read() noexcept;
    bool is_namespaced() noexcept;
    void block(std::uint8_t kind) noexcept;
    void give(std::uint8_t kind, std::string_view key, std::string_view value) noexcept;
    void walk(bool blocks) noexcept;

    std::string_view text_;
    std::size_t size_;
    PortText made_;
    std::size_t place_ = 0;
    char comment_ = 0;  // the second byte of the comment that is open
    char carried_ = 0;  // that of the comment that is open at the end of the text
    std::string_view token_;
    std::uint32_t given_ = 0;  // bits of kSrb2Required
    std::uint32_t pairs_ = 0;
};

void Srb2::see_comment(std::size_t place) noexcept {
    if (comment_ != 0 || place + 1 >= text_.size() || text_[place] != '/') return;
    if (text_[place + 1] == '/' || text_[place + 1] == '*') comment_ = text_[place + 1];
}

bool Srb2::is_passed(char c) const noexcept {
    return comment_ != 0 || std::string_view(" \t\r\n=;").find(c) != std::string_view::npos;
}
bool Srb2::ends_word(char c) const noexcept {
    return comment_ != 0 || std::string_view(" \t\r\n,{}=;").find(c) != std::string_view::npos;
}

// The next word, brace or string; false at the end. '=' and ';' are blanks, and the end of a block
// comment is looked for from its first byte on.
bool Srb2::read() noexcept {
    std::size_t p = place_;
    if (p > text_.size()) {
        made_.lose();  // after a string that is open at the end
        return false;
    }
    see_comment(p);
    while (p < text_.size() && is_passed(text_[p])) {
        if (comment_ == '/' && text_[p] == '\n') {
            comment_ = 0;
        } else if (comment_ == '*' && text_[p] == '*' && at(p + 1) == '/') {
            comment_ = 0;
            ++p;
        }
        ++p;
        see_comment(p);
    }
    if (p >= text_.size()) {
        place_ = text_.size();
        return false;
    }
    const char c = text_[p];
    if (c == '"') {
        const std::size_t end = std::min(text_.find('"', p + 1), text_.size());
        token_ = text_.substr(p + 1, end - p - 1);
        place_ = end + 1;
        return true;
    }
    place_ = p + 1;
    if (c != ',' && c != '{' && c != '}') {
        while (place_ < text_.size() && !ends_word(text_[place_])) see_comment(++place_);
    }
    token_ = text_.substr(p, place_ - p);
    return true;
}

bool Srb2::is_namespaced() noexcept {
    if (!read()) return true;  // no text: a map without vertices
    if (token_ != "namespace") return false;
    if (!read()) made_.lose();
    return true;
}

void Srb2::give(std::uint8_t kind, std::string_view key, std::string_view value) noexcept {
    const double number = c_real(value).value;
    for (std::size_t i = 0; i < std::size(kSrb2Required); ++i) {
        if (kSrb2Required[i].block != kind || kSrb2Required[i].name != key) continue;
        // A front side of -1 is none.
        if (key != "sidefront" || c_int(number) != -1) given_ |= 1u << i;
    }
}

// Pairs of words up to a brace that stands where a key is due, also after the block.
void Srb2::block(std::uint8_t kind) noexcept {
    given_ = 0;
    if (!read()) return made_.lose();
    if (token_ == "{") {
        for (;;) {
            if (!read()) return made_.lose();
            if (token_ == "}") break;
            const std::string_view key = token_;
            if (!read() || ++pairs_ > kMostPairs) return made_.lose();
            give(kind, key, token_);
        }
    }
    for (std::size_t i = 0; i < std::size(kSrb2Required); ++i) {
        if (kSrb2Required[i].block == kind && (given_ >> i & 1) == 0) made_.stop();
    }
}

// Walks all blocks: reads them if `blocks`, else counts them. Like SRB2, it ignores a token that
// ends at the last byte of the lump.
void Srb2::walk(bool blocks) noexcept {
    bool open = false;
    while (made_.goes_on() && read() && place_ < size_) {
        if (open) {
            open = token_ != "}";
            continue;
        }
        open = token_ == "{";
        const std::size_t kind = static_cast<std::size_t>(
            std::find(std::begin(udmf::kBlockKeywords), std::end(udmf::kBlockKeywords), token_) -
            std::begin(udmf::kBlockKeywords));
        if (kind == kKinds) continue;
        if (!blocks) {
            ++made_.counts[kind];
            continue;
        }
        const std::size_t behind = place_;
        comment_ = kind == FLATLINE_VERTEX ? std::exchange(carried_, '\0') : '\0';
        block(static_cast<std::uint8_t>(kind));
        place_ = behind;
        comment_ = 0;
    }
    if (open && !blocks) made_.stop();
}

PortText Srb2::run() noexcept {
    if (!is_namespaced()) made_.stop();
    const std::size_t behind = place_;
    walk(false);
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (made_.counts[kind] == 0 && kind != FLATLINE_THING) return made_;
    }
    // A comment that is open at the end goes on in the first block that is read, a vertex.
    carried_ = std::exchange(comment_, '\0');
    place_ = behind;
    walk(true);
    return made_;
}

}  // namespace

PortText read_srb2(std::string_view text) noexcept { return Srb2(text).run(); }

}  // namespace flatline::engine::verdict
