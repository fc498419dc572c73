// The slow path: statements and blocks.
#include "udmf/slow_path.hpp"

#include <cstring>

#include "text/chars.hpp"
#include "text/scan.hpp"
#include "udmf/keywords.hpp"

namespace flatline::engine::udmf {

const SlowPath::Byte* SlowPath::statement(const Byte* p) noexcept {
    if ((p = skip(p)) == nullptr) return nullptr;
    if (p == source_.end) {
        return open_.is_open() ? fail_at_end(Rule::syntax_unclosed_block) : p;
    }
    if (*p == ';') return p + 1;
    if (open_.is_open() && *p == '}') return close_block(p);
    ++statements_;
    return open_.is_open() ? field_statement(p) : top_statement(p);
}

// ---- Outside all blocks ----

const SlowPath::Byte* SlowPath::top_statement(const Byte* p) noexcept {
    const Byte* key = p;
    const Byte* key_end = identifier(key);
    if (key_end == nullptr || (p = skip(key_end)) == nullptr) return nullptr;
    const auto size = static_cast<std::size_t>(key_end - key);
    if (p == source_.end) return fail_at_end(Rule::syntax_assignment);
    if (*p == '{') {
        const std::uint8_t kind = block_kind(key, size);
        if (kind != FLATLINE_BLOCK) return open_block(kind, key, key_end, p);
        p = unknown_block(key, key_end, p);
        statements_before_ = unknown_blocks_before_ = true;
        return p;
    }
    if (*p != '=') return fail(Rule::syntax_assignment, p, p + 1);
    if (text::same_name(text::as_text(key, size), "namespace")) {
        p = namespace_statement(key, p);
    } else {
        Value value;
        p = assigned(p, FLATLINE_NO_FIELD, value);
        if (p != nullptr && !keep_unknown(key, key_end, 0, value)) p = nullptr;
    }
    statements_before_ = true;
    return p;
}

// Reads a namespace from its '=' on; returns the byte after the ';'.
const SlowPath::Byte* SlowPath::namespace_statement(const Byte* key, const Byte* p) noexcept {
    if (slice_ != nullptr && slice_->from != nullptr) return nullptr;  // the whole text will tell
    Value value;
    if ((p = assigned(p, FLATLINE_NO_FIELD, value)) == nullptr) return nullptr;
    if (value.kind == Value::Kind::string && value.text.size > limits_.identifier_bytes) {
        return report_.fail_limit(Rule::limit_identifier_bytes, open_, value.begin, value.begin + 1,
                                  value.text.size, limits_.identifier_bytes);
    }
    const bool blocks = open_.serial != 0;
    grammar_.namespace_is(value, key, statements_before_ || blocks,
                          unknown_blocks_before_ || blocks);
    return p;
}

const SlowPath::Byte* SlowPath::open_block(std::uint8_t kind, const Byte* key, const Byte* key_end,
                                           const Byte* brace) noexcept {
    if (builder_.open(open_, kind, key, brace)) return brace + 1;
    constexpr Rule kRules[kBlockKinds] = {Rule::limit_vertices, Rule::limit_linedefs,
                                          Rule::limit_sidedefs, Rule::limit_sectors,
                                          Rule::limit_things};
    OpenBlock none;
    none.kind = kind;
    const Builder::BlockLimit met = builder_.block_limit(kind);
    if (met.count < met.limit) return report_.fail_memory(none, key);
    return report_.fail_limit(kRules[kind], none, key, key_end, met.count + 1, met.limit);
}

// ---- In a known block ----

const SlowPath::Byte* SlowPath::close_block(const Byte* p) noexcept {
    const std::uint64_t missing = builder_.missing(open_);
    if (missing != 0 && !report_missing(missing)) return nullptr;
    builder_.close(open_);
    return p + 1;
}

// Of the open line, which has no front side.
Rule SlowPath::missing_front() const noexcept {
    flatline_linedef line;
    std::memcpy(&line, open_.entity, sizeof line);
    return line.sideback == FLATLINE_NONE ? Rule::line_no_sides : Rule::line_missing_front;
}

// SRB2 draws no flat of a sector without height: its makers use such sectors for control only and
// leave the flats out.
bool SlowPath::may_leave_flats_out() const noexcept {
    flatline_sector sector;
    std::memcpy(&sector, open_.entity, sizeof sector);
    return grammar_.dialect() == Dialect::srb2 && sector.heightceiling <= sector.heightfloor;
}

bool SlowPath::report_missing(std::uint64_t missing) noexcept {
    constexpr Rule kRules[kBlockKinds] = {Rule::vertex_missing_field, Rule::line_missing_field,
                                          Rule::side_missing_field, Rule::sector_missing_field,
                                          Rule::thing_missing_field};
    std::uint64_t bit = 1;
    for (const StandardField& field : standard_fields()) {
        if (field.block != open_.kind) continue;
        const bool is_missing = (missing & bit) != 0;
        bit <<= 1;
        if (!is_missing) continue;
        const bool front = field.is_index && field.name == "sidefront";
        const Rule rule = front ? missing_front() : kRules[open_.kind];
        const bool repaired = options_.repair.has(rule);
        if (repaired && field.is_index) {
            // Only when all is read is it known whether there is an element 0 to stand in, so
            // resolve reports it.
            builder_.store_missing_index(open_, field);
            continue;
        }
        Finding f = report_.make(rule, open_, open_.keyword,
                                 text::skip_identifier(open_.keyword, source_.end), field.field);
        // Many real SRB2 maps leave the flats out, so "-" for them is no repair
        // (docs/udmf.md, "Required fields and indices").
        if (open_.kind == FLATLINE_SECTOR) {
            if (may_leave_flats_out()) f.severity = static_cast<std::uint8_t>(Severity::note);
        } else if (repaired) {
            f.severity = static_cast<std::uint8_t>(Severity::warning);
            f.repaired = 1;
        } else {
            if (slice_ != nullptr) return false;
            f.refuses = 1;
        }
        report_.add(f);
    }
    return true;
}

const SlowPath::Byte* SlowPath::field_statement(const Byte* p) noexcept {
    const Byte* key = p;
    const Byte* key_end = identifier(key);
    if (key_end == nullptr || (p = skip(key_end)) == nullptr) return nullptr;
    if (p == source_.end) return fail_at_end(Rule::syntax_assignment);
    if (*p == '{') return unknown_block(key, key_end, p);
    if (*p != '=') return fail(Rule::syntax_assignment, p, p + 1);
    const auto size = static_cast<std::size_t>(key_end - key);
    const FieldRecord* record = known_field(open_.kind, key, size);
    if (record == nullptr && grammar_.is_sign(open_.kind, key, size)) grammar_.ask();
    Value value;
    p = assigned(p, record != nullptr ? record->field : FieldId{FLATLINE_NO_FIELD}, value);
    if (p == nullptr) return nullptr;
    const bool kept =
        record != nullptr ? store(*record, value, key) : keep_unknown(key, key_end, 0, value);
    return kept ? p : nullptr;
}

// ---- Unknown fields and blocks ----

bool SlowPath::push_unknown(const Byte* key, const Byte* key_end, std::uint8_t element,
                            const flatline_unknown& value) noexcept {
    if (builder_.unknowns_are_full()) {
        report_.fail_limit(Rule::limit_unknown_fields, open_, key, key_end,
                           builder_.unknown_count() + 1, limits_.unknown_fields);
        return false;
    }
    return builder_.keep_unknown(open_.element(), element, key, key_end, value) ||
           report_.fail_memory(open_, key) != nullptr;
}

bool SlowPath::keep_unknown(const Byte* key, const Byte* key_end, std::uint16_t depth,
                            const Value& value) noexcept {
    const auto size = static_cast<std::size_t>(key_end - key);
    std::uint8_t element = open_.kind;
    if (!open_.is_open()) element = depth == 0 ? FLATLINE_GLOBAL : FLATLINE_BLOCK;
    if (depth == 0) {
        // Some globals are known although no member or column holds them.
        const bool global = !open_.is_open() && known_field(FLATLINE_GLOBAL, key, size) != nullptr;
        if (!is_user_key(key, size) && !global) {
            report_.unknown_field(open_.element(), element, key, key_end);
        }
    }
    flatline_unknown kept{};
    kept.depth = depth;
    switch (value.kind) {
        case Value::Kind::string:
            kept.kind = FLATLINE_STRING;
            kept.value.string = value.text;
            break;
        case Value::Kind::keyword: {
            // UDMF 1.1: a reader ignores and preserves the keywords that it does not know.
            Finding f = report_.make(Rule::keyword_unknown, open_, value.begin, value.end);
            if (!open_.is_open()) f.element = depth == 0 ? FLATLINE_MAP : FLATLINE_BLOCK;
            report_.add(f);
            kept.kind = FLATLINE_KEYWORD;
            kept.value.string = value.text;
            break;
        }
        case Value::Kind::boolean:
            kept.kind = FLATLINE_BOOLEAN;
            kept.value.boolean = value.boolean;
            break;
        default:
            if (value.number.kind == text::NumberKind::big_integer) {
                return fail(Rule::number_range, value.begin, value.end) != nullptr;
            }
            if (value.number.kind == text::NumberKind::integer) {
                kept.kind = FLATLINE_INTEGER;
                kept.value.integer = value.number.integer;
            } else {
                kept.kind = FLATLINE_REAL;
                kept.value.real = value.number.real;
            }
            break;
    }
    return push_unknown(key, key_end, element, kept);
}

// The open blocks of no known kind. They stand on a stack of bounded size and there is no
// recursion, so a million braces cost a refusal.
struct SlowPath::Nest {
    static constexpr std::uint64_t kMost = 1024;  // ceiling of the limit

    std::uint64_t records[kMost];  // their numbers among the unknowns
    const Byte* braces[kMost];
    std::uint16_t depth = 0;
};

// Opens the block whose brace is at `p`; returns the byte after it.
const SlowPath::Byte* SlowPath::open_unknown(const Byte* key, const Byte* key_end, const Byte* p,
                                             Nest& nest) noexcept {
    const std::uint64_t around = nest.depth + (open_.is_open() ? 1u : 0u);
    const std::uint64_t most = limits_.nesting < Nest::kMost ? limits_.nesting : Nest::kMost;
    if (around >= most) {
        return report_.fail_limit(Rule::limit_nesting, open_, p, p + 1, around + 1, most);
    }
    flatline_unknown block{};
    block.kind = FLATLINE_UNKNOWN_BLOCK;
    block.depth = nest.depth;
    const std::uint8_t element =
        open_.is_open() ? open_.kind : static_cast<std::uint8_t>(FLATLINE_BLOCK);
    if (!push_unknown(key, key_end, element, block)) return nullptr;
    nest.records[nest.depth] = builder_.unknown_count() - 1;
    inner_brace_ = nest.braces[nest.depth++] = p;
    return p + 1;
}

// Reads one statement in an unknown block, from its key on, or the head of one more block.
const SlowPath::Byte* SlowPath::unknown_statement(const Byte* key, Nest& nest) noexcept {
    const Byte* key_end = identifier(key);
    const Byte* p = key_end != nullptr ? skip(key_end) : nullptr;
    if (p == nullptr) return nullptr;
    if (p == source_.end) return fail_at_end(Rule::syntax_assignment);
    if (*p == '{') return open_unknown(key, key_end, p, nest);
    if (*p != '=') return fail(Rule::syntax_assignment, p, p + 1);
    Value value;
    p = assigned(p, FLATLINE_NO_FIELD, value);
    return p != nullptr && keep_unknown(key, key_end, nest.depth, value) ? p : nullptr;
}

// Keeps an unknown block, or a block inside a block, with its content. Its '{' is at `p`. Returns
// the byte after its '}'.
const SlowPath::Byte* SlowPath::unknown_block(const Byte* key, const Byte* key_end,
                                              const Byte* p) noexcept {
    Nest nest;
    Finding f = report_.make(Rule::block_unknown, open_, key, key_end);
    if (!open_.is_open()) f.element = FLATLINE_BLOCK;
    report_.add(f);
    p = open_unknown(key, key_end, p, nest);
    while (p != nullptr && nest.depth > 0) {
        p = skip(p);
        if (p == nullptr || (p > checkpoint_.next() && !checkpoint_.pass(p, false))) return nullptr;
        if (p == source_.end) return fail_at_end(Rule::syntax_unclosed_block);
        if (*p == ';') {
            ++p;
        } else if (*p == '}') {
            ++p;
            builder_.end_unknown(nest.records[--nest.depth]);
            inner_brace_ = nest.depth > 0 ? nest.braces[nest.depth - 1] : nullptr;
        } else {
            p = unknown_statement(p, nest);
        }
    }
    return p;
}

}  // namespace flatline::engine::udmf
