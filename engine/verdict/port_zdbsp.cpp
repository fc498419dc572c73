// zdbsp's reader. Source: docs/verdicts.md, "How ports read a text".
#include <iterator>
#include <limits>

#include "text/chars.hpp"
#include "verdict/port_text.hpp"

namespace flatline::engine::verdict {
namespace {

using text::same_name;

constexpr std::size_t kMaxString = 40'960;  // with quotes and the NUL
constexpr std::size_t kMaxMessage = 2'000;  // of a token in a message of 2,048 bytes
constexpr std::string_view kStops = "`~!@#$%^&*(){}[]/=?+|;:<>,";

enum class ZdbspWants : std::uint8_t { integer, place };
struct Numeric {
    std::uint8_t block;
    std::string_view name;
    ZdbspWants wants;
    bool extended;  // only in the namespaces of Hexen's specials
};
constexpr Numeric kNumeric[] = {
    {FLATLINE_VERTEX, "x", ZdbspWants::place, false},
    {FLATLINE_VERTEX, "y", ZdbspWants::place, false},
    {FLATLINE_LINEDEF, "v1", ZdbspWants::integer, false},
    {FLATLINE_LINEDEF, "v2", ZdbspWants::integer, false},
    {FLATLINE_LINEDEF, "sidefront", ZdbspWants::integer, false},
    {FLATLINE_LINEDEF, "sideback", ZdbspWants::integer, false},
    {FLATLINE_LINEDEF, "special", ZdbspWants::integer, true},
    {FLATLINE_LINEDEF, "arg0", ZdbspWants::integer, true},
    {FLATLINE_SIDEDEF, "sector", ZdbspWants::integer, false},
    {FLATLINE_THING, "x", ZdbspWants::place, false},
    {FLATLINE_THING, "y", ZdbspWants::place, false},
    {FLATLINE_THING, "angle", ZdbspWants::integer, false},
    {FLATLINE_THING, "type", ZdbspWants::integer, false},
};
constexpr std::string_view kExtended[] = {"\"zdoom\"", "\"hexen\"", "\"vavoom\""};

class Zdbsp {
public:
    explicit Zdbsp(std::string_view text) noexcept : text_(text) { made_.known = true; }
    PortText run() noexcept;

private:
    // Bytes from 0x80 on are negative, and so blanks.
    bool is_blank(std::size_t at) const noexcept {
        const auto byte = static_cast<unsigned char>(text_[at]);
        return byte <= ' ' || byte >= 0x80;
    }
    bool begins_comment(std::size_t at) const noexcept {
        const std::string_view two = text_.substr(at, 2);
        return two == "//" || two == "/*";
    }
    bool pass_blanks() noexcept;
    void pass_comment() noexcept;
    void scan_string() noexcept;
    void scan_word() noexcept;
    bool get() noexcept;
    bool must() noexcept {
        if (!get()) made_.stop();
        return made_.goes_on();
    }
    void must(std::string_view word) noexcept;
    void key() noexcept;
    void properties() noexcept;
    void block(std::uint8_t kind) noexcept;
    void value(std::uint8_t kind, std::string_view name) noexcept;

    std::string_view text_;
    PortText made_;
    std::size_t at_ = 0;
    std::string_view token_;
    std::string_view key_;
    std::string_view value_;
    bool extended_ = false;
    std::uint32_t given_ = 0;  // 1 and 2: v1 and v2 of the linedef
    bool loose_ = false;       // a linedef has not both
};

// The end of a block comment is looked for from its first byte on.
void Zdbsp::pass_comment() noexcept {
    const bool line = text_[at_ + 1] == '/';
    const std::string_view ends = line ? "\n" : "*/";
    const std::size_t found = text_.find(ends, at_ + (line ? 2 : 1));
    at_ = found == std::string_view::npos ? text_.size() : found + ends.size();
}

bool Zdbsp::pass_blanks() noexcept {
    while (at_ < text_.size()) {
        if (is_blank(at_)) {
            ++at_;
        } else if (begins_comment(at_)) {
            pass_comment();
        } else {
            return true;
        }
    }
    return false;
}

// Control characters are no part of a string. The NUL after one that is too long lies past the end
// of the buffer, on the flag that says that the text is open.
void Zdbsp::scan_string() noexcept {
    const std::size_t first = at_++;
    std::size_t length = 1;
    while (at_ < text_.size() && text_[at_] != '"') {
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte == '\\') {
            length += 2;
            at_ += 2;
        } else {
            length += byte >= ' ' ? 1 : 0;
            ++at_;
        }
        if (length >= kMaxString - 1) return made_.lose();
    }
    at_ = at_ < text_.size() ? at_ + 1 : text_.size();
    token_ = text_.substr(first, at_ - first);
}

void Zdbsp::scan_word() noexcept {
    const std::size_t first = at_++;
    const bool alone = text_[first] != '-' && kStops.find(text_[first]) != std::string_view::npos;
    while (!alone && at_ < text_.size() && !is_blank(at_) && !begins_comment(at_) &&
           kStops.find(text_[at_]) == std::string_view::npos && at_ - first < kMaxString - 1) {
        ++at_;
    }
    token_ = text_.substr(first, at_ - first);
}

bool Zdbsp::get() noexcept {
    if (!pass_blanks()) return false;
    text_[at_] == '"' ? scan_string() : scan_word();
    return true;
}

// The message about a long token is longer than its buffer.
void Zdbsp::must(std::string_view word) noexcept {
    if (!must() || same_name(token_, word)) return;
    token_.size() > kMaxMessage ? made_.lose() : made_.stop();
}

void Zdbsp::key() noexcept {
    if (!must()) return;
    key_ = token_;
    must("=");
    if (!must()) return;
    value_ = token_;
    must(";");
}

// A value that is no number, and a number with more after it, counts as far as strtod reads it.
void Zdbsp::value(std::uint8_t kind, std::string_view name) noexcept {
    const double number = c_real(value_).value;
    for (const Numeric& field : kNumeric) {
        if (field.block != kind || !same_name(field.name, name)) continue;
        if (field.extended && !extended_) continue;
        if (field.name == "v1") given_ |= 1;
        if (field.name == "v2") given_ |= 2;
        if (field.wants == ZdbspWants::integer) {
            if (c_int(number) == std::numeric_limits<std::int32_t>::min()) made_.stop();
        } else if (!(number >= -32768 && number <= 32767)) {
            made_.stop();
        }
    }
}

void Zdbsp::block(std::uint8_t kind) noexcept {
    ++made_.counts[kind];
    given_ = 0;
    must("{");
    while (made_.goes_on()) {
        const std::size_t before = at_;
        if (!must()) return;
        if (token_ == "}") break;
        at_ = before;
        key();
        if (made_.goes_on()) value(kind, key_);
    }
    loose_ = loose_ || (kind == FLATLINE_LINEDEF && given_ != 3);
}

// All that is in front of the first word without a '=' behind it. The text may not end there.
void Zdbsp::properties() noexcept {
    while (made_.goes_on()) {
        const std::size_t before = at_;
        if (!must()) return;
        const bool assigns = get() && token_ == "=";
        at_ = before;
        if (!assigns) return;
        key();
        if (!same_name(key_, "namespace")) continue;
        extended_ = false;
        for (const std::string_view name : kExtended) {
            extended_ = extended_ || same_name(value_, name);
        }
    }
}

PortText Zdbsp::run() noexcept {
    properties();
    while (made_.goes_on() && get()) {
        const std::uint8_t kind = kind_of_word(token_);
        if (kind != FLATLINE_BLOCK) block(kind);
    }
    // Of a map that it takes for incomplete zdbsp looks at no line.
    const bool whole = made_.counts[FLATLINE_VERTEX] != 0 && made_.counts[FLATLINE_SIDEDEF] != 0 &&
                       made_.counts[FLATLINE_SECTOR] != 0;
    if (loose_ && whole) made_.lose();
    return made_;
}

}  // namespace

PortText read_zdbsp(std::string_view text) noexcept { return Zdbsp(text).run(); }

}  // namespace flatline::engine::verdict
