// The careful part of the general machine: whole statements with every read checked, all forms of
// values, unknown fields and blocks, and every finding of the text.
#include <cmath>
#include <cstring>

#include "text/chars.hpp"
#include "text/scan.hpp"
#include "udmf/keywords.hpp"
#include "udmf/reader.hpp"
#include "udmf/reader_value.hpp"

namespace flatline::udmf {

using text::is_digit;
using text::is_letter;

// ---- Findings ----

Finding Reader::finding(Rule rule, const Byte* at, const Byte* end) const noexcept {
    Finding f = make_finding(rule, Lump::textmap, offset(at));
    f.length = static_cast<std::uint32_t>(end - at);
    f.index = index_;
    if (block_ != kTop) f.element = block_;
    return f;
}

void Reader::warn(Rule rule, const Byte* at, const Byte* end, FieldId field) noexcept {
    Finding f = finding(rule, at, end);
    f.field = field;
    findings_.add(f);
}

// A namespace or a sign of 0.99 further on may make good what is an error now: an unknown integer
// beyond int64 is a fine value of a real field.
bool Reader::may_be_otherwise() noexcept { return running_ && !decided_ && redecide(); }

std::nullptr_t Reader::fail(Rule rule, const Byte* at, const Byte* end, FieldId field) noexcept {
    if (may_be_otherwise()) return nullptr;
    Finding f = finding(rule, at, end);
    f.field = field;
    f.refuses = 1;
    findings_.add(f);
    return nullptr;
}

std::nullptr_t Reader::fail_limit(Rule rule, const Byte* at, const Byte* end, std::uint64_t met,
                                  std::uint64_t limit) noexcept {
    if (may_be_otherwise()) return nullptr;
    Finding f = finding(rule, at, end);
    f.a = static_cast<std::int64_t>(met);
    f.b = static_cast<std::int64_t>(limit);
    f.refuses = 1;
    findings_.add(f);
    return nullptr;
}

// An array or the hash table could not grow: over the limit, or the system has no more.
std::nullptr_t Reader::fail_memory(const Byte* at) noexcept {
    if (budget_.wanted() == 0) {
        out_of_memory_ = true;
        return nullptr;
    }
    return fail_limit(Rule::limit_arena_bytes, at, at, budget_.wanted(), budget_.limit());
}

// The text ends in the middle of a statement: in a block, the open block is what is wrong.
std::nullptr_t Reader::fail_at_end(Rule otherwise) noexcept {
    if (open_brace_ != nullptr) {
        return fail(Rule::syntax_unclosed_block, open_brace_, open_brace_ + 1);
    }
    return fail(otherwise, end_, end_);
}

std::string_view Reader::string_of(flatline_text t) const noexcept {
    const Byte* from = t.offset < text_.size() ? base_ + t.offset
                                               : raw_->decoded.data() + (t.offset - text_.size());
    return {reinterpret_cast<const char*>(from), t.size};
}

// ---- Tokens ----

const Reader::Byte* Reader::skip(const Byte* p) noexcept {
    const Byte* opened = nullptr;
    p = text::skip_blank(p, end_, &opened);
    if (p == nullptr) return fail(Rule::syntax_unclosed_comment, opened, opened + 2);
    return p;
}

// Behind the identifier at `p`, which is not blank and not the end.
const Reader::Byte* Reader::identifier(const Byte* p) noexcept {
    const bool digit = is_digit(*p);
    if (digit && !v0_99_) {
        if (options_.grammar == Grammar::automatic && !decided_ && redecide()) return nullptr;
        return fail(Rule::syntax_identifier, p, text::skip_identifier(p, end_));
    }
    if (!digit && !is_letter(*p)) {
        const Rule rule = *p == '}' ? Rule::syntax_brace : Rule::syntax_character;
        return fail(rule, p, p + 1);
    }
    const Byte* end = text::skip_identifier(p, end_);
    const auto size = static_cast<std::uint64_t>(end - p);
    if (size > limits_.identifier_bytes) {
        return fail_limit(Rule::limit_identifier_bytes, p, end, size, limits_.identifier_bytes);
    }
    return end;
}

const Reader::Byte* Reader::semicolon(const Byte* p) noexcept {
    p = skip(p);
    if (p == nullptr) return nullptr;
    if (p == end_) return fail_at_end(Rule::syntax_semicolon);
    if (*p != ';') return fail(Rule::syntax_semicolon, p, p + 1);
    return p + 1;
}

const Reader::Byte* Reader::read_quoted(const Byte* p, Value& value) noexcept {
    bool escaped = false;
    const Byte* end = text::skip_string(p, end_, &escaped);
    if (end == nullptr) return fail(Rule::syntax_unclosed_string, p, p + 1);
    value.kind = Value::Kind::string;
    value.begin = p;
    value.end = end;
    std::uint64_t size = static_cast<std::uint64_t>(end - p) - 2;
    value.text = {offset(p + 1), static_cast<std::uint32_t>(size)};
    if (escaped) {
        size = 0;
        for (const Byte* c = p + 1; c < end - 1; ++c, ++size) c += *c == '\\';
    }
    if (size > limits_.string_bytes) {
        return fail_limit(Rule::limit_string_bytes, p, p + 1, size, limits_.string_bytes);
    }
    if (!escaped) return end;
    const std::size_t at = raw_->decoded.size();
    unsigned char* out = raw_->decoded.push(static_cast<std::size_t>(size));
    if (out == nullptr) return fail_memory(p);
    for (const Byte* c = p + 1; c < end - 1; ++c) {
        c += *c == '\\';
        *out++ = *c;
    }
    value.text = {static_cast<std::uint32_t>(text_.size() + at), static_cast<std::uint32_t>(size)};
    return end;
}

// Behind the value at `p`; `field` is for messages.
const Reader::Byte* Reader::read_value(const Byte* p, FieldId field, Value& value) noexcept {
    if (p == end_) return fail_at_end(Rule::syntax_value);
    if (*p == '"') return read_quoted(p, value);
    value.begin = p;
    if (text::begins_number(p, end_)) {
        value.number = text::read_number(p, end_);
        value.end = value.number.end;
        const auto size = static_cast<std::uint64_t>(value.end - p);
        if (value.number.kind == text::NumberKind::not_finite) {
            return fail(Rule::number_not_finite, p, value.end, field);
        }
        // A word of 0.99 goes on over signs and slashes: `3/4` is a string there.
        const bool word = v0_99_ && text::skip_bare_word(p, end_) != value.end;
        if (value.number.kind != text::NumberKind::malformed && !word) {
            if (size > limits_.number_bytes) {
                return fail_limit(Rule::limit_number_bytes, p, value.end, size,
                                  limits_.number_bytes);
            }
            value.kind = Value::Kind::number;
            value.text = span(p, value.end);
            return value.end;
        }
        if (!v0_99_ && options_.grammar == Grammar::automatic && !decided_ && redecide()) {
            return nullptr;
        }
        if (!v0_99_) {
            return fail(Rule::syntax_number, p, value.end > p ? value.end : p + 1, field);
        }
    } else if (text::ends_bare_word(*p) || (!v0_99_ && !is_letter(*p))) {
        return fail(Rule::syntax_value, p, p + 1, field);
    }
    const Byte* end = text::skip_bare_word(p, end_);
    value.end = end;
    value.text = span(p, end);
    const auto size = static_cast<std::size_t>(end - p);
    const std::string_view word = text::as_text(p, size);
    if (text::same_name(word, "true") || text::same_name(word, "false")) {
        value.kind = Value::Kind::boolean;
        value.boolean = size == 4;
        return end;
    }
    if (!v0_99_) {
        if (options_.grammar == Grammar::automatic && !decided_ && redecide()) return nullptr;
        return fail(Rule::syntax_keyword, p, end, field);
    }
    if (size > limits_.string_bytes) {
        return fail_limit(Rule::limit_string_bytes, p, p + 1, size, limits_.string_bytes);
    }
    value.kind = Value::Kind::string;
    value.bare = true;
    return end;
}

// ---- Statements ----

// One statement outside all blocks, or the head of a block: then block_ says which was opened.
const Reader::Byte* Reader::top_statement(const Byte* p) noexcept {
    const Byte* key = p;
    const Byte* key_end = identifier(key);
    if (key_end == nullptr) return nullptr;
    const auto size = static_cast<std::size_t>(key_end - key);
    p = skip(key_end);
    if (p == nullptr) return nullptr;
    if (p == end_) return fail_at_end(Rule::syntax_assignment);
    if (*p == '{') {
        const std::uint8_t kind = block_kind(key, size);
        if (kind == FLATLINE_BLOCK) {
            p = unknown_block(key, key_end, p);
        } else {
            open_brace_ = p;
            if (!open_block(kind, key)) return nullptr;
            ++p;
        }
        statements_before_ = blocks_before_ = true;
        return p;
    }
    if (*p != '=') return fail(Rule::syntax_assignment, p, p + 1);
    p = skip(p + 1);
    if (p == nullptr) return nullptr;
    if (text::same_name(text::as_text(key, size), "namespace")) {
        p = namespace_statement(key, p);
        statements_before_ = true;
        return p;
    }
    Value value;
    p = read_value(p, FLATLINE_NO_FIELD, value);
    if (p == nullptr || (p = semicolon(p)) == nullptr) return nullptr;
    statements_before_ = true;
    return keep_unknown(key, key_end, 0, value) ? p : nullptr;
}

const FieldRecord* Reader::known_field(std::uint8_t block, const Byte* key,
                                       std::size_t size) const noexcept {
    return size <= kMaxKeyBytes ? table_.find(block, load_key(key, size, end_)) : nullptr;
}

// One statement of the open block, from its first byte.
const Reader::Byte* Reader::field_statement(const Byte* p) noexcept {
    const Byte* key = p;
    const Byte* key_end = identifier(key);
    if (key_end == nullptr) return nullptr;
    const auto size = static_cast<std::size_t>(key_end - key);
    const FieldRecord* record = known_field(block_, key, size);
    p = skip(key_end);
    if (p == nullptr) return nullptr;
    if (p == end_) return fail_at_end(Rule::syntax_assignment);
    if (*p == '{') return unknown_block(key, key_end, p);
    if (*p != '=') return fail(Rule::syntax_assignment, p, p + 1);
    if (record == nullptr && options_.grammar == Grammar::automatic && !decided_ &&
        is_sign_of_0_99(block_, key, size) && redecide()) {
        return nullptr;
    }
    p = skip(p + 1);
    if (p == nullptr) return nullptr;
    Value value;
    const FieldId field = record != nullptr ? record->field : FieldId{FLATLINE_NO_FIELD};
    p = read_value(p, field, value);
    if (p == nullptr || (p = semicolon(p)) == nullptr) return nullptr;
    const bool kept =
        record != nullptr ? store(*record, value, key) : keep_unknown(key, key_end, 0, value);
    return kept ? p : nullptr;
}

// ---- Known fields ----

bool Reader::store(const FieldRecord& record, const Value& value, const Byte* key) noexcept {
    const bool member = record.seen != 0;
    std::uint32_t& last = workspace_.last_block[record.field];
    if (member ? (seen_ & record.seen) != 0 : last == block_serial_) note_repeat(record, key);
    seen_ |= record.seen;
    last = block_serial_;
    switch (record.store) {
        case Store::integer:
        case Store::index:
        case Store::whole:
        case Store::real:
        case Store::column_integer:
        case Store::column_real:
            return store_number(record, value);
        case Store::flag:
        case Store::not_flag:
        case Store::column_boolean:
            return store_boolean(record, value);
        default:
            return store_text(record, value);
    }
}

// A value of another kind counts as none: the field has its default again.
bool Reader::wrong_kind(const FieldRecord& record, const Value& value) noexcept {
    warn(Rule::field_type, value.begin, value.end, record.field);
    bad_ |= record.seen;
    const auto* defaults = static_cast<const unsigned char*>(defaults_of_block());
    const auto put_back = [&](std::size_t size) {
        std::memcpy(entity_ + record.offset, defaults + record.offset, size);
    };
    switch (record.store) {
        case Store::integer:
        case Store::index:
        case Store::name:
            put_back(4);
            return true;
        case Store::real:
        case Store::whole:
            put_back(8);
            return true;
        case Store::flag:
        case Store::not_flag: {
            std::uint32_t flags, plain;
            std::memcpy(&flags, entity_ + record.offset, sizeof flags);
            std::memcpy(&plain, defaults + record.offset, sizeof plain);
            flags = (flags & ~record.mask) | (plain & record.mask);
            std::memcpy(entity_ + record.offset, &flags, sizeof flags);
            return true;
        }
        default: {
            SideValue unset{};
            return side_value(record, unset, kUnset, value.begin);
        }
    }
}

bool Reader::check_bound(const FieldRecord& record, double number, const Value& value) noexcept {
    // 16.16 numbers reach from -32768 to a fraction below 32768.
    const double most = number < 0 ? std::ceil(limits_.coordinate) : limits_.coordinate;
    if (record.bound == Bound::none || std::fabs(number) <= most) return true;
    const bool refuses = record.bound == Bound::coordinate;
    Finding f =
        finding(refuses ? Rule::limit_coordinate : Rule::coord_range, value.begin, value.end);
    f.field = record.field;
    std::memcpy(&f.a, &number, sizeof f.a);
    std::memcpy(&f.b, &limits_.coordinate, sizeof f.b);
    f.refuses = refuses;
    findings_.add(f);
    return !refuses;
}

bool Reader::store_number(const FieldRecord& record, const Value& value) noexcept {
    if (value.kind != Value::Kind::number) return wrong_kind(record, value);
    const text::Number& number = value.number;
    if (record.store == Store::real || record.store == Store::column_real) {
        if (!check_bound(record, number.real, value)) return false;
        if (record.store == Store::column_real) {
            SideValue side{};
            side.real = number.real;
            return side_value(record, side, FLATLINE_REAL, value.begin);
        }
        std::memcpy(entity_ + record.offset, &number.real, sizeof number.real);
        return true;
    }
    constexpr double kBeyond = 2147483648.0;
    const double whole = std::trunc(number.real);
    if (number.kind == text::NumberKind::big_integer || whole >= kBeyond || whole < -kBeyond) {
        return fail(Rule::number_range, value.begin, value.end, record.field) != nullptr;
    }
    const auto integer = static_cast<std::int32_t>(whole);
    if (number.kind == text::NumberKind::real) {
        Finding f = finding(Rule::field_fraction, value.begin, value.end);
        f.field = record.field;
        f.a = integer;
        findings_.add(f);
    }
    if (record.values != 0 && !value_allowed(record.values, std::int64_t{integer})) {
        warn(Rule::field_enum, value.begin, value.end, record.field);
    }
    if (record.store == Store::whole) {
        // -0 is an integer like 0.
        const auto stored = static_cast<double>(integer);
        if (!check_bound(record, stored, value)) return false;
        std::memcpy(entity_ + record.offset, &stored, sizeof stored);
        return true;
    }
    if (record.store == Store::column_integer) {
        SideValue side{};
        side.integer = integer;
        return side_value(record, side, FLATLINE_INTEGER, value.begin);
    }
    std::memcpy(entity_ + record.offset, &integer, sizeof integer);
    return true;
}

bool Reader::store_boolean(const FieldRecord& record, const Value& value) noexcept {
    bool on = value.boolean;
    if (value.kind != Value::Kind::boolean) {
        // The booleans of 0.99 are typed <string>.
        const std::string_view word = string_of(value.text);
        const bool is_true = text::same_name(word, "true");
        if (!v0_99_ || value.kind != Value::Kind::string ||
            !(is_true || text::same_name(word, "false"))) {
            return wrong_kind(record, value);
        }
        on = is_true;
    }
    if (record.store == Store::column_boolean) {
        SideValue side{};
        side.integer = on;
        return side_value(record, side, FLATLINE_BOOLEAN, value.begin);
    }
    if (record.store == Store::not_flag) on = !on;
    std::uint32_t flags;
    std::memcpy(&flags, entity_ + record.offset, sizeof flags);
    flags = on ? flags | record.mask : flags & ~record.mask;
    std::memcpy(entity_ + record.offset, &flags, sizeof flags);
    return true;
}

bool Reader::store_text(const FieldRecord& record, const Value& value) noexcept {
    // What looks like a number or a keyword is a string of 0.99 all the same.
    if (value.kind != Value::Kind::string && !v0_99_) return wrong_kind(record, value);
    // Tools write the empty string for "as the port has it".
    if (record.values != 0 && value.text.size != 0 &&
        !value_allowed(record.values, string_of(value.text))) {
        warn(Rule::field_enum, value.begin, value.end, record.field);
    }
    if (record.store == Store::name) {
        const std::uint32_t id = workspace_.names.intern(value.text);
        if (id == Names::kNone) return fail_memory(value.begin) != nullptr;
        std::memcpy(entity_ + record.offset, &id, sizeof id);
        return true;
    }
    SideValue side{};
    side.text = value.text;
    return side_value(record, side,
                      record.store == Store::column_ids ? FLATLINE_IDS : FLATLINE_STRING,
                      value.begin);
}

bool Reader::side_value(const FieldRecord& record, SideValue value, std::uint8_t kind,
                        const Byte* at) noexcept {
    value.element = index_;
    value.field = record.field;
    value.block = block_;
    value.kind = kind;
    SideValue* kept = raw_->values.push();
    if (kept == nullptr) return fail_memory(at) != nullptr;
    *kept = value;
    return true;
}

bool Reader::missing_fields(std::uint64_t missing) noexcept {
    constexpr Rule kRules[kBlockKinds] = {Rule::vertex_missing_field, Rule::line_missing_field,
                                          Rule::side_missing_field, Rule::sector_missing_field,
                                          Rule::thing_missing_field};
    std::uint64_t bit = 1;
    for (const StandardField& field : standard_fields()) {
        if (field.block != block_) continue;
        if ((missing & bit) != 0 && options_.repair && field.is_index) {
            // Whether an element 0 can stand in is known when all are read: resolve reports it.
            std::memcpy(entity_ + field.offset, &kMissingIndex, sizeof kMissingIndex);
        } else if ((missing & bit) != 0) {
            const bool front = field.is_index && field.name == "sidefront";
            Finding f = finding(front ? Rule::line_missing_front : kRules[block_], keyword_,
                                text::skip_identifier(keyword_, end_));
            f.field = field.field;
            // Many real SRB2 maps leave the flats out: "-" is no repair of theirs.
            if (block_ != FLATLINE_SECTOR) {
                if (options_.repair) {
                    f.severity = static_cast<std::uint8_t>(Severity::warning);
                    f.repaired = 1;
                } else {
                    if (part_ != nullptr) return false;
                    f.refuses = 1;
                    refused_ = true;
                }
            }
            findings_.add(f);
        }
        bit <<= 1;
    }
    return true;
}

// ---- Unknown fields and blocks ----

void Reader::warn_unknown(const Byte* key, const Byte* key_end, std::uint8_t element) noexcept {
    Finding f = finding(Rule::field_unknown, key, key_end);
    f.element = element;
    findings_.add(f);
}

flatline_unknown* Reader::push_unknown(const Byte* key, const Byte* key_end, std::uint8_t element,
                                       std::uint16_t depth) noexcept {
    if (raw_->unknowns.size() >= limits_.unknown_fields) {
        fail_limit(Rule::limit_unknown_fields, key, key_end, raw_->unknowns.size() + 1,
                   limits_.unknown_fields);
        return nullptr;
    }
    flatline_unknown* kept = raw_->unknowns.push();
    if (kept == nullptr) {
        fail_memory(key);
        return nullptr;
    }
    *kept = {};
    kept->name = span(key, key_end);
    kept->index = index_;
    kept->element = element;
    kept->depth = depth;
    return kept;
}

bool Reader::keep_unknown(const Byte* key, const Byte* key_end, std::uint16_t depth,
                          const Value& value) noexcept {
    const auto size = static_cast<std::size_t>(key_end - key);
    std::uint8_t element = block_;
    if (block_ == kTop) element = depth == 0 ? FLATLINE_GLOBAL : FLATLINE_BLOCK;
    if (depth == 0) {
        // Some globals are known but have no place.
        const bool global = block_ == kTop && known_field(FLATLINE_GLOBAL, key, size) != nullptr;
        if (!is_user_key(key, size) && !global) warn_unknown(key, key_end, element);
    }
    if (value.kind == Value::Kind::number && value.number.kind == text::NumberKind::big_integer) {
        return fail(Rule::number_range, value.begin, value.end) != nullptr;
    }
    flatline_unknown* kept = push_unknown(key, key_end, element, depth);
    if (kept == nullptr) return false;
    if (value.kind == Value::Kind::string) {
        kept->kind = FLATLINE_STRING;
        kept->value.string = value.text;
    } else if (value.kind == Value::Kind::boolean) {
        kept->kind = FLATLINE_BOOLEAN;
        kept->value.boolean = value.boolean;
    } else if (value.number.kind == text::NumberKind::integer) {
        kept->kind = FLATLINE_INTEGER;
        kept->value.integer = value.number.integer;
    } else {
        kept->kind = FLATLINE_REAL;
        kept->value.real = value.number.real;
    }
    return true;
}

// A block of no known kind, or a block in a block: kept with all that is in it. Its brace is at
// `p`; returns behind the closing one. No recursion: the open blocks stand on a stack of bounded
// size, so a million braces cost a refusal.
const Reader::Byte* Reader::unknown_block(const Byte* key, const Byte* key_end,
                                          const Byte* p) noexcept {
    constexpr std::uint64_t kMostNesting = 1024;  // ceiling of the limit
    std::uint32_t records[kMostNesting];
    std::uint32_t braces[kMostNesting];
    const Byte* outer_brace = open_brace_;
    const std::uint64_t outside = block_ == kTop ? 0 : 1;  // a known block counts, too
    const std::uint64_t most = limits_.nesting < kMostNesting ? limits_.nesting : kMostNesting;
    const std::uint8_t element =
        block_ == kTop ? static_cast<std::uint8_t>(FLATLINE_BLOCK) : block_;
    std::uint16_t depth = 0;
    const auto open = [&]() {
        if (depth + outside >= most) {
            fail_limit(Rule::limit_nesting, p, p + 1, depth + outside + 1, most);
            return false;
        }
        flatline_unknown* kept = push_unknown(key, key_end, element, depth);
        if (kept == nullptr) return false;
        kept->kind = FLATLINE_UNKNOWN_BLOCK;
        records[depth] = static_cast<std::uint32_t>(raw_->unknowns.size() - 1);
        braces[depth++] = offset(p);
        open_brace_ = p++;
        return true;
    };
    Finding f = finding(Rule::block_unknown, key, key_end);
    if (block_ == kTop) f.element = FLATLINE_BLOCK;
    findings_.add(f);
    if (!open()) return nullptr;
    while (depth > 0) {
        p = skip(p);
        if (p == nullptr || (p > look_ && !look_around(p))) return nullptr;
        if (p == end_) return fail_at_end(Rule::syntax_unclosed_block);
        if (*p == ';') {
            ++p;
            continue;
        }
        if (*p == '}') {
            ++p;
            raw_->unknowns[records[--depth]].value.block_end = raw_->unknowns.size();
            open_brace_ = depth > 0 ? base_ + braces[depth - 1] : outer_brace;
            continue;
        }
        key = p;
        key_end = identifier(key);
        if (key_end == nullptr || (p = skip(key_end)) == nullptr) return nullptr;
        if (p == end_) return fail_at_end(Rule::syntax_assignment);
        if (*p == '{') {
            if (!open()) return nullptr;
            continue;
        }
        if (*p != '=') return fail(Rule::syntax_assignment, p, p + 1);
        Value value;
        if ((p = skip(p + 1)) == nullptr ||
            (p = read_value(p, FLATLINE_NO_FIELD, value)) == nullptr ||
            (p = semicolon(p)) == nullptr || !keep_unknown(key, key_end, depth, value)) {
            return nullptr;
        }
    }
    return p;
}

}  // namespace flatline::udmf
