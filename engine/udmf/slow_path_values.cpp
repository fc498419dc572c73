// The slow path: tokens and values, and which values a known field takes.
#include <cmath>
#include <cstring>

#include "text/chars.hpp"
#include "text/scan.hpp"
#include "udmf/slow_path.hpp"

namespace flatline::engine::udmf {

using text::is_digit;
using text::is_letter;

// ---- Tokens ----

const SlowPath::Byte* SlowPath::skip(const Byte* p) noexcept {
    const Byte* const from = p;
    const Byte* opened = nullptr;
    p = text::skip_blank(p, source_.end, &opened);
    if (p == nullptr) return fail(Rule::syntax_unclosed_comment, opened, opened + 2);
    if (p - from > 1 && !source_.nuls_in_comments) return no_nul(from, p) ? p : nullptr;
    return p;
}

// Reports a NUL, which may hide in comments and strings only. Which of them it is in does not
// matter: on any error the reader looks for NULs in the whole text.
bool SlowPath::no_nul(const Byte* p, const Byte* end) noexcept {
    return !text::has_nul(p, end) || fail(Rule::syntax_nul, p, end) != nullptr;
}

// Returns the byte after the identifier at `p`. Precondition: `p` is not blank and not the end.
const SlowPath::Byte* SlowPath::identifier(const Byte* p) noexcept {
    const bool digit = is_digit(*p);
    if (digit && !grammar_.v0_99()) {
        return fail(Rule::syntax_identifier, p, text::skip_identifier(p, source_.end));
    }
    if (!digit && !is_letter(*p)) {
        const Rule rule = *p == '}' ? Rule::syntax_brace : Rule::syntax_character;
        return fail(rule, p, p + 1);
    }
    const Byte* end = text::skip_identifier(p, source_.end);
    const auto size = static_cast<std::uint64_t>(end - p);
    if (size > limits_.identifier_bytes) {
        return report_.fail_limit(Rule::limit_identifier_bytes, open_, p, end, size,
                                  limits_.identifier_bytes);
    }
    return end;
}

const SlowPath::Byte* SlowPath::semicolon(const Byte* p) noexcept {
    p = skip(p);
    if (p == nullptr) return nullptr;
    if (p == source_.end) return fail_at_end(Rule::syntax_semicolon);
    if (*p != ';') return fail(Rule::syntax_semicolon, p, p + 1);
    return p + 1;
}

// Reports that the text ends in the middle of a statement. Inside a block the open block is at
// fault.
std::nullptr_t SlowPath::fail_at_end(Rule otherwise) noexcept {
    const Byte* brace = inner_brace_;
    if (brace == nullptr && open_.is_open()) brace = open_.brace;
    if (brace != nullptr) return fail(Rule::syntax_unclosed_block, brace, brace + 1);
    return fail(otherwise, source_.end, source_.end);
}

// ---- Values ----

const SlowPath::Byte* SlowPath::read_quoted(const Byte* p, Value& value) noexcept {
    bool escaped = false;
    const Byte* end = text::skip_string(p, source_.end, &escaped);
    if (end == nullptr) return fail(Rule::syntax_unclosed_string, p, p + 1);
    if (!no_nul(p, end)) return nullptr;
    value.kind = Value::Kind::string;
    value.begin = p;
    value.end = end;
    value.text = source_.span(p + 1, end - 1);
    const std::uint64_t size =
        escaped ? text::unescaped_size(p + 1, end - 1) : std::uint64_t{value.text.size};
    if (size > limits_.string_bytes) {
        return report_.fail_limit(Rule::limit_string_bytes, open_, p, p + 1, size,
                                  limits_.string_bytes);
    }
    if (escaped && !builder_.decode(p + 1, end - 1, size, value.text)) {
        return report_.fail_memory(open_, p);
    }
    return end;
}

// Reads what begins like a number; in 0.99 it may be a string all the same.
const SlowPath::Byte* SlowPath::read_number(const Byte* p, FieldId field, Value& value) noexcept {
    value.number = text::read_number(p, source_.end);
    value.end = value.number.end;
    if (value.number.kind == text::NumberKind::not_finite) {
        // For a field that nobody knows, nan and inf are keywords like any other.
        if (field == FLATLINE_NO_FIELD && is_letter(*p) && !grammar_.v0_99()) {
            return read_word(p, value);
        }
        return fail(Rule::number_not_finite, p, value.end, field);
    }
    // In 0.99 a word goes on over signs and slashes: `3/4` is a string there.
    const bool word = grammar_.v0_99() && text::skip_bare_word(p, source_.end) != value.end;
    if (value.number.kind == text::NumberKind::malformed || word) {
        if (grammar_.v0_99()) return read_word(p, value);
        return fail(Rule::syntax_number, p, value.end > p ? value.end : p + 1, field);
    }
    const auto size = static_cast<std::uint64_t>(value.end - p);
    if (size > limits_.number_bytes) {
        return report_.fail_limit(Rule::limit_number_bytes, open_, p, value.end, size,
                                  limits_.number_bytes);
    }
    value.kind = Value::Kind::number;
    value.text = source_.span(p, value.end);
    return value.end;
}

const SlowPath::Byte* SlowPath::read_word(const Byte* p, Value& value) noexcept {
    const Byte* end = text::skip_bare_word(p, source_.end);
    value.end = end;
    value.text = source_.span(p, end);
    const auto size = static_cast<std::size_t>(end - p);
    const std::string_view word = text::as_text(p, size);
    if (text::same_name(word, "true") || text::same_name(word, "false")) {
        value.kind = Value::Kind::boolean;
        value.boolean = size == 4;
        return end;
    }
    if (!grammar_.v0_99()) {
        if (size > limits_.identifier_bytes) {
            return report_.fail_limit(Rule::limit_identifier_bytes, open_, p, end, size,
                                      limits_.identifier_bytes);
        }
        value.kind = Value::Kind::keyword;
        return end;
    }
    if (size > limits_.string_bytes) {
        return report_.fail_limit(Rule::limit_string_bytes, open_, p, p + 1, size,
                                  limits_.string_bytes);
    }
    value.kind = Value::Kind::string;
    return end;
}

// Reads the value at `p` and returns the byte after it; `field` is for messages.
const SlowPath::Byte* SlowPath::read_value(const Byte* p, FieldId field, Value& value) noexcept {
    if (p == source_.end) return fail_at_end(Rule::syntax_value);
    if (*p == '"') return read_quoted(p, value);
    value.begin = p;
    if (text::begins_number(p, source_.end)) return read_number(p, field, value);
    if (text::ends_bare_word(*p) || (!grammar_.v0_99() && !is_letter(*p))) {
        return fail(Rule::syntax_value, p, p + 1, field);
    }
    return read_word(p, value);
}

// Reads a value from the '=' at `p` on; returns the byte after the ';'.
const SlowPath::Byte* SlowPath::assigned(const Byte* p, FieldId field, Value& value) noexcept {
    if ((p = skip(p + 1)) == nullptr || (p = read_value(p, field, value)) == nullptr) {
        return nullptr;
    }
    return semicolon(p);
}

// ---- Known fields ----

bool SlowPath::store(const FieldRecord& record, const Value& value, const Byte* key) noexcept {
    if (builder_.forget(open_, record)) {
        report_.warn(Rule::field_duplicate, open_, key, text::skip_identifier(key, source_.end),
                     record.field);
    }
    switch (record.store) {
        case Store::real:
        case Store::column_real:
            return store_real(record, value);
        case Store::integer:
        case Store::index:
        case Store::whole:
        case Store::column_integer:
            return store_integer(record, value);
        case Store::flag:
        case Store::not_flag:
        case Store::column_boolean:
            return store_boolean(record, value);
        default:
            return store_text(record, value);
    }
}

// A value of another kind counts as none: the field has its default again.
bool SlowPath::wrong_kind(const FieldRecord& record, const Value& value) noexcept {
    report_.warn(Rule::field_type, open_, value.begin, value.end, record.field);
    open_.bad |= record.seen;
    return stored(builder_.store_default(open_, record), value);
}

bool SlowPath::check_bound(const FieldRecord& record, double number, const Value& value) noexcept {
    // 16.16 numbers reach from -32768 to a fraction below 32768, so the limit is not symmetric.
    const double most = number < 0 ? std::ceil(limits_.coordinate) : limits_.coordinate;
    if (record.bound == Bound::none || std::fabs(number) <= most) return true;
    const bool refuses = record.bound == Bound::coordinate;
    Finding f = report_.make(refuses ? Rule::limit_coordinate : Rule::coord_range, open_,
                             value.begin, value.end, record.field);
    std::memcpy(&f.a, &number, sizeof f.a);
    std::memcpy(&f.b, &limits_.coordinate, sizeof f.b);
    f.refuses = refuses;
    report_.add(f);
    return !refuses;
}

bool SlowPath::store_real(const FieldRecord& record, const Value& value) noexcept {
    if (value.kind != Value::Kind::number) return wrong_kind(record, value);
    return check_bound(record, value.number.real, value) &&
           stored(builder_.store(open_, record, value.number.real), value);
}

// Fields that hold colours take 32 bits without a sign, too: ports cut them to 32 bits and take
// the bytes (docs/udmf.md, "Numbers and booleans").
bool SlowPath::is_colour(const FieldRecord& record, const text::Number& number) noexcept {
    return record.store == Store::column_integer && number.kind == text::NumberKind::integer &&
           number.integer >= 0 && number.integer <= UINT32_MAX && holds_colour(record.field);
}

// What stands for an integer that does not fit 32 bits.
std::int32_t SlowPath::fitted(const FieldRecord& record, const Value& value) noexcept {
    if (record.store == Store::index || value.number.kind == text::NumberKind::real) {
        return value.number.real < 0 ? INT32_MIN : INT32_MAX;
    }
    return static_cast<std::int32_t>(text::low_word(value.begin, value.end));
}

bool SlowPath::store_integer(const FieldRecord& record, const Value& value) noexcept {
    if (value.kind != Value::Kind::number) return wrong_kind(record, value);
    constexpr double kBeyond = 2147483648.0;
    const double whole = std::trunc(value.number.real);
    const bool fits =
        value.number.kind != text::NumberKind::big_integer && whole < kBeyond && whole >= -kBeyond;
    if (!fits && !is_colour(record, value.number)) {
        if (!options_.repair.has(Rule::number_range)) {
            return fail(Rule::number_range, value.begin, value.end, record.field) != nullptr;
        }
        Finding f = report_.make(Rule::number_range, open_, value.begin, value.end, record.field);
        f.severity = static_cast<std::uint8_t>(Severity::warning);
        f.repaired = 1;
        report_.add(f);
    }
    const std::int32_t integer = fits ? static_cast<std::int32_t>(whole) : fitted(record, value);
    if (value.number.kind == text::NumberKind::real) {
        Finding f = report_.make(Rule::field_fraction, open_, value.begin, value.end, record.field);
        f.a = integer;
        report_.add(f);
    }
    if (record.values != 0 && !value_allowed(record.values, std::int64_t{integer})) {
        report_.warn(Rule::field_enum, open_, value.begin, value.end, record.field);
    }
    if (record.store == Store::whole && !check_bound(record, integer, value)) return false;
    return stored(builder_.store(open_, record, integer), value);
}

bool SlowPath::store_boolean(const FieldRecord& record, const Value& value) noexcept {
    bool on = value.boolean;
    if (value.kind != Value::Kind::boolean) {
        // UDMF 0.99 gives its booleans the type <string>.
        const std::string_view word = builder_.string_of(value.text);
        const bool is_true = text::same_name(word, "true");
        if (!grammar_.v0_99() || value.kind != Value::Kind::string ||
            !(is_true || text::same_name(word, "false"))) {
            return wrong_kind(record, value);
        }
        on = is_true;
    }
    return stored(builder_.store(open_, record, on), value);
}

bool SlowPath::store_text(const FieldRecord& record, const Value& value) noexcept {
    // In 0.99 what looks like a number or a keyword is a string too.
    if (value.kind != Value::Kind::string && !grammar_.v0_99()) return wrong_kind(record, value);
    // Tools write the empty string for "as the port has it" (docs/udmf.md, "Values of another
    // kind").
    if (record.values != 0 && value.text.size != 0 &&
        !value_allowed(record.values, builder_.string_of(value.text))) {
        report_.warn(Rule::field_enum, open_, value.begin, value.end, record.field);
    }
    return stored(builder_.store(open_, record, value.text), value);
}

}  // namespace flatline::engine::udmf
