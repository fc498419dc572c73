// Mends how a TEXTMAP is written: numbers, strings, statements, its first and last bytes.
#include <cmath>

#include "fix/planner.hpp"
#include "fix/statement.hpp"
#include "text/chars.hpp"
#include "text/numbers.hpp"
#include "text/scan.hpp"
#include "text/spelling.hpp"
#include "udmf/field_tables.hpp"
#include "write/numbers.hpp"

namespace flatline::engine::mend {
namespace {

using Byte = unsigned char;

const Byte* base_of(const Map& map) noexcept {
    return reinterpret_cast<const Byte*>(map.textmap().data());
}

struct Token {
    const Byte* begin;
    const Byte* end;
};
Token token_of(const Map& map, const Finding& f) noexcept {
    return {base_of(map) + f.offset, base_of(map) + f.offset + f.length};
}

// Whether a field takes integers only, by the tables that the map was read with.
bool takes_integers(const Map& map, FieldId field) noexcept {
    if (field == FLATLINE_NO_FIELD) return false;
    const auto row = udmf::find_row(map.dialect(), map.grammar() == Grammar::v0_99, field);
    return row && row->kind == FLATLINE_INTEGER;
}

// Writes a number without plus, exponent or hexadecimal digits; returns how many bytes it takes, 0
// where it cannot be written so.
std::size_t put_plain(const text::Number& number, bool as_integer, bool keeps_dot,
                      Byte (&out)[write::kNumberBytes]) noexcept {
    constexpr double kMost = 1e15;  // all whole numbers below it are exact
    const Byte* end = nullptr;
    if (number.kind == text::NumberKind::integer) {
        end = write::put_integer(out, number.integer);
    } else if (number.kind != text::NumberKind::real) {
        return 0;
    } else if (as_integer) {
        if (std::fabs(number.real) >= kMost) return 0;
        end = write::put_integer(out, static_cast<std::int64_t>(number.real));
    } else {
        end = write::put_real(out, number.real, !keeps_dot);
    }
    const auto size = static_cast<std::size_t>(end - out);
    for (std::size_t i = 0; i < size; ++i) {
        if ((out[i] | 0x20) == 'e') return 0;
    }
    return size;
}

}  // namespace

// A byte order mark, a semicolon.
FixOutcome mend_by_deletion(Planner& p, const Finding& f, std::uint32_t row) noexcept {
    p.plan.edit(f.offset, f.length, {}, row);
    return FixOutcome::mended;
}

// Writes the number that Flatline reads, in plain digits. Of portability-plus it only deletes the
// plus. How each port reads such numbers: docs/fix.md, "Why a fix is unsafe".
FixOutcome mend_number(Planner& p, const Finding& f, std::uint32_t row) noexcept {
    const auto rule = static_cast<Rule>(f.rule);
    if (rule == Rule::portability_plus) {
        p.plan.edit(f.offset, 1, {}, row);
        return FixOutcome::mended;
    }
    if (!p.unsafe) return FixOutcome::unsafe;
    const Token token = token_of(p.map, f);
    const text::Number number = text::read_number(token.begin, token.end);
    const bool as_integer = rule == Rule::portability_int_dot || takes_integers(p.map, f.field);
    Byte plain[write::kNumberBytes];
    const bool unknown = f.field == FLATLINE_NO_FIELD;
    const std::size_t size = put_plain(number, as_integer, unknown, plain);
    if (size == 0) return FixOutcome::left;
    p.plan.edit(f.offset, f.length, text::as_text(plain, size), row);
    return FixOutcome::mended;
}

FixOutcome mend_case(Planner& p, const Finding& f, std::uint32_t row) noexcept {
    constexpr std::size_t kMost = 256;
    if (!p.unsafe) return FixOutcome::unsafe;
    const Token token = token_of(p.map, f);
    if (f.length > kMost) return FixOutcome::left;
    char lower[kMost];
    for (std::size_t i = 0; i < f.length; ++i) {
        lower[i] = static_cast<char>(text::to_lower(token.begin[i]));
    }
    p.plan.edit(f.offset, f.length, {lower, f.length}, row);
    return FixOutcome::mended;
}

// Deletes each backslash before a byte that is not escapable. An escaped backslash at the end of a
// string stays, because no way to write it is read by all ports.
FixOutcome mend_escapes(Planner& p, const Finding& f, std::uint32_t row) noexcept {
    if (!p.unsafe) return FixOutcome::unsafe;
    const Token token = token_of(p.map, f);
    if (!text::escapes_of(token.begin, token.end).foreign) return FixOutcome::left;
    List<char> written;
    for (const Byte* at = token.begin; at != token.end; ++at) {
        if (*at == '\\' && at + 1 != token.end) {
            if (text::is_escapable(at[1]) && !written.push('\\')) return FixOutcome::left;
            ++at;
        }
        if (!written.push(static_cast<char>(*at))) return FixOutcome::left;
    }
    p.plan.edit(f.offset, f.length, {written.data(), written.size()}, row);
    return FixOutcome::mended;
}

// SRB2 reads one byte too few, so a line end takes that place.
FixOutcome mend_end_of_text(Planner& p, const Finding&, std::uint32_t row) noexcept {
    const text::Body body = text::body_of(base_of(p.map), p.map.textmap().size());
    p.plan.edit(static_cast<std::uint64_t>(body.end - base_of(p.map)), 0,
                line_end_of(p.map.textmap()), row);
    return FixOutcome::mended;
}

// The last one counts for all ports but in two cases: GZDoom adds up ids, and to SRB2, dsda-doom
// and Woof a flag that was once true stays true (docs/fix.md, "Fields given twice").
FixOutcome mend_duplicate_field(Planner& p, const Finding& f, std::uint32_t row) noexcept {
    if (f.element >= kKinds || f.offset == FLATLINE_NO_OFFSET) return FixOutcome::left;
    const std::uint64_t block = p.block_at(f.element, f.index);
    if (block == FLATLINE_NO_OFFSET || block > f.offset) return FixOutcome::left;
    const Byte* const base = base_of(p.map);
    const FieldPairs::Pair pair = p.pairs.find(base + block, base + f.offset, f.element, f.field);
    if (pair.earlier.key == nullptr) return FixOutcome::left;
    const bool same = pair.earlier.text() == pair.later.text();
    const bool was_true = text::same_name(pair.earlier.text(), "true");
    if (!same && !p.unsafe && (was_true || field_name(f.field) == "id")) return FixOutcome::unsafe;
    const text::Body body = text::body_of(base, p.map.textmap().size());
    const Range gone = statement_range(body, pair.earlier.key, pair.earlier.end);
    p.plan.edit(static_cast<std::uint64_t>(gone.begin - base),
                static_cast<std::uint64_t>(gone.end - gone.begin), {}, row);
    return FixOutcome::mended;
}

}  // namespace flatline::engine::mend
