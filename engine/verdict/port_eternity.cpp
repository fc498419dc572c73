// Eternity's reader. Source: docs/verdicts.md, "How ports read a text".
#include <algorithm>
#include <iterator>

#include "text/chars.hpp"
#include "verdict/port_text.hpp"

namespace flatline::engine::verdict {
namespace {

using text::same_name;

enum class Code : std::uint8_t { end, keyword, string, number, symbol };
struct Token {
    Code code = Code::end;
    char symbol = 0;
    double number = 0;
    std::string_view text;

    bool is(char c) const noexcept { return code == Code::symbol && symbol == c; }
};

enum class Item : std::uint8_t { end, error, assignment, enters, leaves };

/// What a block has to give: `wants` is the token of the value.
struct EternityRequired {
    std::uint8_t block;
    std::string_view name;
    Code wants;
};
constexpr EternityRequired kEternityRequired[] = {
    {FLATLINE_VERTEX, "x", Code::number},
    {FLATLINE_VERTEX, "y", Code::number},
    {FLATLINE_LINEDEF, "v1", Code::number},
    {FLATLINE_LINEDEF, "v2", Code::number},
    {FLATLINE_LINEDEF, "sidefront", Code::number},
    {FLATLINE_SIDEDEF, "sector", Code::number},
    {FLATLINE_SECTOR, "texturefloor", Code::string},
    {FLATLINE_SECTOR, "textureceiling", Code::string},
    {FLATLINE_THING, "x", Code::number},
    {FLATLINE_THING, "y", Code::number},
    {FLATLINE_THING, "type", Code::number},
};
constexpr std::string_view kNamespaces[] = {"eternity", "heretic", "hexen", "strife", "doom"};

class Eternity {
public:
    // The text ends at its first NUL.
    explicit Eternity(std::string_view text) noexcept : text_(text.substr(0, text.find('\0'))) {
        made_.known = true;
    }
    PortText run() noexcept;

private:
    bool pass_blanks() noexcept;
    bool next() noexcept;
    Item item() noexcept;
    bool is_compatible() noexcept;
    bool name_space() noexcept;
    void give() noexcept;
    void leave() noexcept;

    std::string_view text_;
    PortText made_;
    std::size_t at_ = 0;
    Token token_;
    bool in_block_ = false;
    std::uint8_t block_ = FLATLINE_BLOCK;
    std::uint32_t given_ = 0;  // bits of kEternityRequired
    std::string_view key_;
    Token value_;
};

// False at the end of the text.
bool Eternity::pass_blanks() noexcept {
    while (at_ < text_.size()) {
        const std::string_view two = text_.substr(at_, 2);
        if (text::is_blank(static_cast<unsigned char>(text_[at_]))) {
            ++at_;
        } else if (two == "//" || two == "/*") {
            const std::string_view ends = two == "//" ? "\n" : "*/";
            const std::size_t found = text_.find(ends, at_ + 2);
            at_ = found == std::string_view::npos ? text_.size() : found + ends.size();
        } else {
            return true;
        }
    }
    return false;
}

bool Eternity::next() noexcept {
    token_ = {};
    if (!pass_blanks()) return false;
    const std::string_view rest = text_.substr(at_);
    const CReal real = c_real(rest);
    if (real.size != 0) {
        token_ = {Code::number, 0, real.value, rest.substr(0, real.size)};
        at_ += real.size;
        return true;
    }
    std::size_t p = 1;
    if (rest[0] == '"') {  // one that is open at the end of the text is a string
        while (p < rest.size() && rest[p] != '"') p += rest[p] == '\\' ? 2u : 1u;
        p = std::min(p, rest.size());
        token_ = {Code::string, 0, 0, rest.substr(1, p - 1)};
        at_ += std::min(p + 1, rest.size());
        return true;
    }
    const bool word = text::is_letter(static_cast<unsigned char>(rest[0]));
    while (word && p < rest.size() && text::is_identifier(static_cast<unsigned char>(rest[p]))) ++p;
    token_ = {word ? Code::keyword : Code::symbol, rest[0], 0, rest.substr(0, p)};
    at_ += p;
    return true;
}

Item Eternity::item() noexcept {
    if (!next()) return Item::end;
    if (token_.is('}')) {
        if (!in_block_) return Item::error;
        in_block_ = false;
        return Item::leaves;
    }
    if (token_.code != Code::keyword) return Item::error;
    key_ = token_.text;
    if (!next()) return Item::error;
    if (token_.is('{')) {
        if (in_block_) return Item::error;
        in_block_ = true;
        return Item::enters;
    }
    if (!token_.is('=') || !next() || token_.code == Code::symbol) return Item::error;
    const bool keyword = token_.code == Code::keyword;
    if (keyword && !same_name(token_.text, "true") && !same_name(token_.text, "false")) {
        return Item::error;
    }
    value_ = token_;
    return next() && token_.is(';') ? Item::assignment : Item::error;
}

// Another namespace is read where ee_compat = true; stands outside of all blocks.
bool Eternity::is_compatible() noexcept {
    for (Item found = item(); found != Item::end; found = item()) {
        if (found == Item::error) return false;
        if (found == Item::assignment && !in_block_ && same_name(key_, "ee_compat") &&
            value_.code == Code::keyword && same_name(value_.text, "true")) {
            at_ = 0;
            in_block_ = false;
            return true;
        }
    }
    return false;
}

bool Eternity::name_space() noexcept {
    if (item() != Item::assignment || !same_name(key_, "namespace")) return false;
    if (value_.code != Code::string) return false;
    const bool known = std::any_of(std::begin(kNamespaces), std::end(kNamespaces),
                                   [&](std::string_view n) { return same_name(n, value_.text); });
    return known || is_compatible();
}

void Eternity::give() noexcept {
    for (std::size_t i = 0; i < std::size(kEternityRequired); ++i) {
        const EternityRequired& field = kEternityRequired[i];
        if (field.block == block_ && value_.code == field.wants && same_name(key_, field.name)) {
            given_ |= 1u << i;
        }
    }
}

void Eternity::leave() noexcept {
    for (std::size_t i = 0; i < std::size(kEternityRequired); ++i) {
        if (kEternityRequired[i].block == block_ && (given_ >> i & 1) == 0) made_.stop();
    }
    block_ = FLATLINE_BLOCK;
}

PortText Eternity::run() noexcept {
    if (!name_space()) made_.stop();
    while (made_.goes_on()) {
        const Item found = item();
        if (found == Item::end) break;
        if (found == Item::error) {
            made_.stop();
        } else if (found == Item::enters) {
            block_ = kind_of_word(key_);
            given_ = 0;
            if (block_ != FLATLINE_BLOCK) ++made_.counts[block_];
        } else if (found == Item::leaves) {
            leave();
        } else if (in_block_) {
            give();
        }
    }
    return made_;
}

}  // namespace

PortText read_eternity(std::string_view text) noexcept { return Eternity(text).run(); }

}  // namespace flatline::engine::verdict
