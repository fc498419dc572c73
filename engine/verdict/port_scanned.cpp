// The reader that dsda-doom and Woof share, with its fields as tables and the differences between
// the two. Source: docs/verdicts.md, "How ports read a text".
#include <algorithm>
#include <array>
#include <iterator>

#include "text/chars.hpp"
#include "udmf/field_tables.hpp"
#include "verdict/port_text.hpp"

namespace flatline::engine::verdict {
namespace {

using text::same_name;
using udmf::FieldTable;

enum class ScanCode : std::uint8_t {
    none,
    identifier,
    string,
    integer,
    real,
    boolean,
    byte,
    other
};

// What a port wants for the value of a field.
enum class ScanWants : std::uint8_t { unread, integer, real, boolean, string };

struct ScanToken {
    ScanCode code = ScanCode::none;
    char byte = 0;  // of ScanCode::byte
    std::string_view text;
    int base = 10;

    bool is(char c) const noexcept { return code == ScanCode::byte && byte == c; }
};

enum class Since : std::uint8_t { none, doom, woof };
struct WoofField {
    std::uint8_t block;
    std::string_view name;
    ScanWants wants;
    Since since;
};
// NOLINTBEGIN(readability-identifier-naming)
namespace blocks {
constexpr std::uint8_t vertex = FLATLINE_VERTEX, linedef = FLATLINE_LINEDEF,
                       sidedef = FLATLINE_SIDEDEF, sector = FLATLINE_SECTOR, thing = FLATLINE_THING;
}
// NOLINTEND(readability-identifier-naming)
constexpr WoofField kWoofFields[] = {
#define FLATLINE_WOOF_FIELD(block, name, wants, since) \
    {blocks::block, name, ScanWants::wants, Since::since},
#include "verdict/woof_fields.inc"
#undef FLATLINE_WOOF_FIELD
};

constexpr std::size_t kWoofSlotCount = 512;
constexpr std::size_t slot_of(std::uint8_t block, std::string_view name) noexcept {
    std::uint32_t hash = block + 0x811C9DC5u;
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(text::to_lower(c))) * 16777619u;
    return (hash >> 8) % kWoofSlotCount;
}
constexpr std::array<std::uint8_t, kWoofSlotCount> kWoofSlots = [] {
    static_assert(std::size(kWoofFields) < 255);
    std::array<std::uint8_t, kWoofSlotCount> slots{};  // row + 1
    for (std::size_t i = 0; i < std::size(kWoofFields); ++i) {
        std::size_t slot = slot_of(kWoofFields[i].block, kWoofFields[i].name);
        while (slots[slot] != 0) slot = (slot + 1) % kWoofSlotCount;
        slots[slot] = static_cast<std::uint8_t>(i + 1);
    }
    return slots;
}();

ScanWants woof_wants(std::uint8_t block, std::string_view name, Since now) noexcept {
    for (std::size_t slot = slot_of(block, name); kWoofSlots[slot] != 0;
         slot = (slot + 1) % kWoofSlotCount) {
        const WoofField& field = kWoofFields[kWoofSlots[slot] - 1];
        if (field.block == block && same_name(field.name, name)) {
            return field.since <= now ? field.wants : ScanWants::unread;
        }
    }
    return ScanWants::unread;
}

ScanWants wants_of(udmf::Store store) noexcept {
    switch (store) {
        case udmf::Store::real:
        case udmf::Store::column_real:
            return ScanWants::real;
        case udmf::Store::flag:
        case udmf::Store::not_flag:
        case udmf::Store::column_boolean:
            return ScanWants::boolean;
        case udmf::Store::name:
        case udmf::Store::column_string:
        case udmf::Store::column_ids:
            return ScanWants::string;
        default:
            return ScanWants::integer;
    }
}

constexpr std::string_view kDsdaNamespaces[] = {"doom", "dsda", "zdoom", "heretic", "hexen"};
constexpr std::string_view kDsdaPairs[] = {"&&", "||", "<<", ">>", "==", "!=", ">=", "<="};
constexpr std::string_view kWoofPairs[] = {"::", "/*", "*/"};

class Scanned {
public:
    Scanned(Port port, std::string_view text) noexcept : text_(text), dsda_(port == Port::dsda) {
        made_.known = true;
        pass_blanks();
    }
    PortText run() noexcept;

private:
    void pass_blanks() noexcept;
    bool scan() noexcept;
    void scan_identifier(std::size_t start) noexcept;
    void scan_number(std::size_t start) noexcept;
    void scan_string(std::size_t start) noexcept;
    void scan_other(std::size_t start) noexcept;
    void expand() noexcept {
        now_ = next_;
        pass_blanks();
    }
    bool get() noexcept;
    bool check(ScanCode code, char byte = 0) noexcept;
    void must(ScanCode code, char byte = 0) noexcept {
        if (!check(code, byte)) made_.stop();
    }
    bool tokens_left() const noexcept { return at_ < text_.size(); }

    void item() noexcept;
    void name_space() noexcept;
    void block(std::uint8_t kind) noexcept;
    void field(std::uint8_t kind) noexcept;
    void skip() noexcept;
    bool number(bool real) noexcept;

    std::string_view text_;
    bool dsda_;
    FieldTable dsda_fields_{Dialect::dsda, false};
    Since since_ = Since::none;
    PortText made_;
    std::size_t at_ = 0;
    bool need_next_ = true;
    bool negative_ = false;
    ScanToken next_;
    ScanToken now_;
};

// Blanks are space, tab, line ends and NUL; vertical tab and form feed are none.
void Scanned::pass_blanks() noexcept {
    enum { kNone, kToLineEnd, kBlock } comment = kNone;
    while (at_ < text_.size()) {
        const char c = text_[at_];
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (comment == kBlock) {
            const bool ends = c == '*' && next == '/';
            if (ends) comment = kNone;
            at_ += ends ? 2 : 1;
        } else if (c == '\n' || c == '\r') {
            comment = kNone;
            ++at_;
        } else if (comment == kToLineEnd || c == ' ' || c == '\t' || c == '\0') {
            ++at_;
        } else if (c == '/' && (next == '/' || next == '*')) {
            comment = next == '/' ? kToLineEnd : kBlock;
            at_ += 2;
        } else {
            return;
        }
    }
}

void Scanned::scan_identifier(std::size_t start) noexcept {
    std::size_t p = start + 1;
    const auto goes_on = [&](char c) {
        return text::is_identifier(static_cast<unsigned char>(c)) ||
               (dsda_ && (c == '/' || c == '\\'));
    };
    while (p < text_.size() && goes_on(text_[p])) ++p;
    next_ = {ScanCode::identifier, 0, text_.substr(start, p - start), 10};
    if (same_name(next_.text, "true") || same_name(next_.text, "false"))
        next_.code = ScanCode::boolean;
    at_ = p;
}

bool is_digit_of(char c, int base) noexcept {
    if (base == 16 && text::to_lower(c) >= 'a' && text::to_lower(c) <= 'f') return true;
    return c >= '0' && c <= (base == 8 ? '7' : '9');
}

// A number with 0 in front has base 8. An exponent wants a small e, and not as second byte.
void Scanned::scan_number(std::size_t start) noexcept {
    bool real = text_[start] == '.';
    bool dot = real;
    bool exponent = false;
    int base = text_[start] == '0' ? 8 : 10;
    std::size_t p = start + 1;
    for (; p < text_.size(); ++p) {
        const char c = text_[p];
        if (!real && (c == '.' || (p - 1 != start && c == 'e'))) real = true;
        if (!real) {
            if ((c == 'x' || c == 'X') && p - 1 == start) {
                base = 16;
            } else if (!is_digit_of(c, base)) {
                break;
            }
            continue;
        }
        if (c >= '0' && c <= '9') continue;
        if (c == '.' && !dot) {
            dot = true;
        } else if (c == 'e' && !exponent) {
            dot = exponent = true;
            if (p + 1 == text_.size()) continue;
            const char next = text_[p + 1];
            if (!is_digit_of(next, 10) && next != '+' && next != '-') break;
            ++p;
        } else {
            break;
        }
    }
    at_ = std::min(p, text_.size());
    next_ = {real ? ScanCode::real : ScanCode::integer, 0, text_.substr(start, at_ - start), base};
    if (!dsda_ && next_.text == ".") next_ = {ScanCode::byte, '.', next_.text, 10};
}

// A string that is open at the end of the text is one, but for an empty one.
void Scanned::scan_string(std::size_t start) noexcept {
    std::size_t p = start + 1;
    while (p < text_.size() && text_[p] != '"') p += text_[p] == '\\' ? 2u : 1u;
    const bool finished = p < text_.size();
    next_ = {ScanCode::string, 0, {}, 10};
    if (!finished && (p != text_.size() || p == start + 1)) next_.code = ScanCode::none;
    if (next_.code == ScanCode::string) next_.text = text_.substr(start + 1, p - start - 1);
    at_ = finished ? p + 1 : p;
}

void Scanned::scan_other(std::size_t start) noexcept {
    const std::string_view pair = text_.substr(start, 2);
    const bool is_pair =
        dsda_
            ? std::find(std::begin(kDsdaPairs), std::end(kDsdaPairs), pair) != std::end(kDsdaPairs)
            : std::find(std::begin(kWoofPairs), std::end(kWoofPairs), pair) != std::end(kWoofPairs);
    next_ = {is_pair ? ScanCode::other : ScanCode::byte, text_[start],
             pair.substr(0, is_pair ? 2 : 1), 10};
    at_ = start + next_.text.size();
}

bool Scanned::scan() noexcept {
    next_ = {};
    if (at_ >= text_.size()) return false;
    const char c = text_[at_];
    const char behind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    const bool woof_dot = at_ + 1 < text_.size() && behind != '.';
    if (text::is_letter(static_cast<unsigned char>(c)) || (dsda_ && c == '$')) {
        scan_identifier(at_);
    } else if (is_digit_of(c, 10) || (c == '.' && (dsda_ || woof_dot))) {
        scan_number(at_);
    } else if (c == '"') {
        scan_string(at_);
    } else {
        scan_other(at_);
    }
    return next_.code != ScanCode::none;
}

bool Scanned::get() noexcept {
    const bool got = !need_next_ || scan();
    need_next_ = true;
    expand();
    return got;
}

// An integer is a real number too. A token that does not fit waits for the next one who asks.
bool Scanned::check(ScanCode code, char byte) noexcept {
    if (need_next_ && !scan()) return false;
    const bool fits = code == ScanCode::byte ? next_.is(byte) : next_.code == code;
    need_next_ = fits || (code == ScanCode::real && next_.code == ScanCode::integer);
    if (need_next_) expand();
    return need_next_;
}

bool Scanned::number(bool real) noexcept {
    if (!dsda_) {
        negative_ = check(ScanCode::byte, '-');
        return check(real ? ScanCode::real : ScanCode::integer);
    }
    if (!get()) return false;
    negative_ = now_.is('-');
    if ((negative_ || now_.is('+')) && !get()) return false;
    return now_.code == ScanCode::integer || (real && now_.code == ScanCode::real);
}

// What is not known is passed over. After a brace of a block in a block the next token is lost
// uncounted, in both ports.
void Scanned::skip() noexcept {
    if (check(ScanCode::byte, '=')) {
        while (tokens_left() && !check(ScanCode::byte, ';')) get();
        return;
    }
    must(ScanCode::byte, '{');
    int open = 1;
    while (made_.goes_on() && tokens_left()) {
        if (check(ScanCode::byte, '}')) {
            --open;
        } else if (check(ScanCode::byte, '{')) {
            ++open;
        }
        if (open == 0) return;
        get();
    }
}

void Scanned::name_space() noexcept {
    must(ScanCode::byte, '=');
    must(ScanCode::string);
    if (!made_.goes_on()) return;
    if (dsda_) {
        const bool known =
            std::any_of(std::begin(kDsdaNamespaces), std::end(kDsdaNamespaces),
                        [&](std::string_view name) { return same_name(name, now_.text); });
        if (!known) made_.stop();
    } else {
        since_ = same_name(now_.text, "woof") ? Since::woof : Since::doom;
        if (since_ == Since::doom && !same_name(now_.text, "doom")) made_.stop();
    }
    must(ScanCode::byte, ';');
}

void Scanned::field(std::uint8_t kind) noexcept {
    const std::string_view key = now_.text;
    ScanWants wants = ScanWants::unread;
    if (dsda_) {
        const auto* const first = reinterpret_cast<const unsigned char*>(text_.data());
        const auto* const p = reinterpret_cast<const unsigned char*>(key.data());
        const udmf::FieldRecord* const record =
            udmf::find_field(dsda_fields_, kind, p, key.size(), first + text_.size());
        if (record != nullptr && text::is_letter(*p)) wants = wants_of(record->store);
    } else {
        wants = woof_wants(kind, key, since_);
    }
    if (wants == ScanWants::unread) return skip();
    must(ScanCode::byte, '=');
    if (!made_.goes_on()) return;
    if (wants == ScanWants::boolean || wants == ScanWants::string) {
        must(wants == ScanWants::boolean ? ScanCode::boolean : ScanCode::string);
    } else if (!number(wants == ScanWants::real)) {
        made_.stop();
    }
    must(ScanCode::byte, ';');
}

void Scanned::block(std::uint8_t kind) noexcept {
    must(ScanCode::byte, '{');
    while (made_.goes_on() && !check(ScanCode::byte, '}')) {
        must(ScanCode::identifier);
        if (made_.goes_on()) field(kind);
    }
    ++made_.counts[kind];
}

void Scanned::item() noexcept {
    must(ScanCode::identifier);
    if (!made_.goes_on()) return;
    const std::uint8_t kind = kind_of_word(now_.text);
    if (same_name(now_.text, "namespace")) return name_space();
    kind != FLATLINE_BLOCK ? block(kind) : skip();
}

PortText Scanned::run() noexcept {
    while (made_.goes_on() && tokens_left()) item();
    return made_;
}

}  // namespace

PortText read_scanned(Port port, std::string_view text) noexcept {
    return Scanned(port, text).run();
}

}  // namespace flatline::engine::verdict
