// What Flatline and the documents accept and some ports stop at, misread or lose. These rules read
// the text itself, because the arrays are the same for 8 and 08.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/bytes.hpp"
#include "check/portable_keys.hpp"
#include "check/portable_line_skipper.hpp"
#include "check/rules.hpp"
#include "text/chars.hpp"
#include "text/numbers.hpp"
#include "text/scan.hpp"
#include "text/spelling.hpp"
#include "udmf/keywords.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::sanity {
namespace {

using Byte = unsigned char;
constexpr std::uint32_t kLook = 1u << 15;  // statements between two looks at the clock

using udmf::Statement;
using udmf::StatementKind;

using text::Spelling;

struct SpellingRule {
    Rule rule;
    bool Spelling::*has;
    bool only_srb2;
    bool only_integers;  // of the field, not of the literal
};
constexpr SpellingRule kSpellingRules[] = {
    {Rule::portability_plus, &Spelling::plus, false, false},
    {Rule::portability_leading_zero, &Spelling::leading_zero, false, false},
    {Rule::portability_int_dot, &Spelling::dot, false, true},
    {Rule::portability_exponent, &Spelling::exponent, false, false},
    {Rule::portability_hex_srb2, &Spelling::hex, true, false},
};

// Lines that hold two assignments or more, to find one that occurs twice. Sorted once, at the end:
// a table by hash could be filled against us.
class Lines {
public:
    explicit Lines(Context& context) noexcept : context_(context) {}
    void add(const Byte* begin, const Byte* end) noexcept {
        if (count_ == lines_.size() && !context_.grow(lines_)) return;
        lines_[count_++] = {hash_of(begin, end), begin, end};
    }
    /// The first line that repeats one before it; null where none does.
    const Byte* first_repeat() noexcept;

private:
    struct Line {
        std::uint64_t hash;
        const Byte* begin;
        const Byte* end;
    };
    static std::uint64_t hash_of(const Byte* p, const Byte* end) noexcept;

    Context& context_;
    Scratch<Line> lines_;
    std::size_t count_ = 0;
};

std::uint64_t Lines::hash_of(const Byte* p, const Byte* end) noexcept {
    std::uint64_t hash = static_cast<std::uint64_t>(end - p);
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    };
    for (; end - p >= 8; p += 8) mix(load_u64le(p));
    for (; p != end; ++p) mix(*p);
    return hash;
}

const Byte* Lines::first_repeat() noexcept {
    std::sort(lines_.begin(), lines_.begin() + count_, [](const Line& a, const Line& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.begin < b.begin;
    });
    const Byte* first = nullptr;
    for (std::size_t i = 1; i < count_; ++i) {
        const Line& a = lines_[i - 1];
        const Line& b = lines_[i];
        const bool same =
            a.hash == b.hash && a.end - a.begin == b.end - b.begin &&
            std::memcmp(a.begin, b.begin, static_cast<std::size_t>(b.end - b.begin)) == 0;
        if (same && (first == nullptr || b.begin < first)) first = b.begin;
    }
    return first;
}

class PortabilityCheck {
public:
    explicit PortabilityCheck(Context& context) noexcept : PortabilityCheck(context, context.map) {}

    void run() noexcept;

private:
    PortabilityCheck(Context& context, const Map& map) noexcept
        : context_(context),
          keys_(map),
          base_(reinterpret_cast<const Byte*>(map.textmap().data())),
          size_(map.textmap().size()),
          body_(text::body_of(base_, size_)),
          srb2_(map.dialect() == Dialect::srb2),
          zdoom_(is_zdoom(map)),
          eternity_(map.dialect() == Dialect::eternity),
          plain_lines_(map, keys_, body_.end),
          lines_(context) {}

    void begin_and_end(const Byte* behind_last) noexcept;
    void open(const Statement& found) noexcept;
    void close() noexcept;
    void assignment(const Statement& found, const Byte* value_end, bool escaped) noexcept;
    void string(const Byte* value, const Byte* end, FieldId field) noexcept;
    void word(const Byte* value, const Byte* end, const PortableKey& key) noexcept;
    void friction(const Statement& found, const Byte* value_end, FieldId field) noexcept;
    void line_of(const Byte* key, const Byte* behind) noexcept;
    const Byte* pass_plain_lines(udmf::StatementWalk& walk) noexcept;

    void report(Rule rule, const Byte* at, const Byte* end,
                FieldId field = FLATLINE_NO_FIELD) noexcept {
        FindingSubject place{block_.kind, block_.index, static_cast<std::uint64_t>(at - base_),
                             static_cast<std::uint32_t>(end - at)};
        if (!block_.is_known()) place.index = FLATLINE_NONE;
        context_.report.in_text(rule, place, Lump::textmap, field);
    }

    Context& context_;
    const PortableKeys keys_;
    const Byte* base_;
    std::size_t size_;
    text::Body body_;
    bool srb2_, zdoom_, eternity_;

    OpenBlock block_;
    PortableLineSkipper plain_lines_;
    std::uint32_t until_look_ = kLook;  // statements
    std::uint64_t depth_ = 0;
    Statement unknown_;  // the outermost unknown block that is open, key null where none is
    bool unknown_told_ = false;

    // The line of the last assignment, as far as it was looked at.
    const Byte* line_ = nullptr;
    const Byte* line_from_ = nullptr;  // behind its last assignment
    bool line_told_ = false;
    Lines lines_;
};

void PortabilityCheck::open(const Statement& found) noexcept {
    if (depth_++ == 0) {
        block_.open(udmf::block_kind(found.key, found.key_size()));
        if (srb2_ && text::has_upper(found.key, found.key_end)) {
            report(Rule::portability_case_srb2, found.key, found.key_end);
        }
        if (block_.is_known()) return;
    }
    if (unknown_.key == nullptr) {
        unknown_ = found;
        unknown_told_ = false;
    } else if (!unknown_told_) {
        unknown_told_ = true;
        const std::uint8_t block = std::exchange(block_.kind, std::uint8_t{FLATLINE_BLOCK});
        report(Rule::portability_unknown_block, unknown_.key, unknown_.key_end);
        block_.kind = block;
    }
}

void PortabilityCheck::close() noexcept {
    if (depth_ > 0) --depth_;
    if (unknown_.key != nullptr && depth_ == unknown_.depth) unknown_ = {};
    if (depth_ == 0) block_.kind = FLATLINE_MAP;
}

// UDB remembers each line that it has read. If a line occurs again, it keeps only the first
// assignment of that line.
void PortabilityCheck::line_of(const Byte* key, const Byte* behind) noexcept {
    const Byte* from = line_from_ != nullptr ? line_from_ : body_.begin;
    const auto gap = static_cast<std::size_t>(key - from);
    const bool same_line = line_from_ != nullptr && std::memchr(from, '\n', gap) == nullptr;
    if (!same_line) {
        line_ = key;
        while (line_ > body_.begin && line_[-1] != '\n') --line_;
        line_told_ = false;
    } else if (!line_told_) {
        line_told_ = true;
        const void* end = std::memchr(behind, '\n', static_cast<std::size_t>(body_.end - behind));
        lines_.add(line_, end != nullptr ? static_cast<const Byte*>(end) : body_.end);
    }
    line_from_ = behind;
}

// GZDoom and SLADE take the longest string: of "a\\" they read on behind its quote.
void PortabilityCheck::string(const Byte* value, const Byte* end, FieldId field) noexcept {
    const text::Escapes escapes = text::escapes_of(value, end);
    if (escapes.foreign || escapes.ends_in_one) report(Rule::portability_escape, value, end, field);
}

// A value without quotes: a number or true or false, in text of 0.99 also a string.
void PortabilityCheck::word(const Byte* value, const Byte* end, const PortableKey& key) noexcept {
    if (text::is_letter(*value)) {
        const std::string_view word = text::as_text(value, static_cast<std::size_t>(end - value));
        const bool boolean = text::same_name(word, "true") || text::same_name(word, "false");
        if (srb2_ && boolean && text::has_upper(value, end)) {
            report(Rule::portability_case_srb2, value, end, key.field);
        }
        return;
    }
    if (!key.number) return;
    const Spelling spelling = text::spelling_of(value, end);
    const text::Number number = text::read_number(value, end);
    const bool has_fraction =
        number.kind == text::NumberKind::real && number.real != std::trunc(number.real);
    const bool is_integer = key.integer || (key.was_integer && !has_fraction);
    for (const SpellingRule& row : kSpellingRules) {
        if (!(spelling.*row.has) || (row.only_srb2 && !srb2_) ||
            (row.only_integers && !is_integer)) {
            continue;
        }
        report(row.rule, value, end, key.field);
    }
    if (key.whole && has_fraction) {
        report(Rule::portability_fraction_srb2, value, end, key.field);
    }
}

void PortabilityCheck::friction(const Statement& found, const Byte* value_end,
                                FieldId field) noexcept {
    const text::Number number = text::read_number(found.at, value_end);
    const bool whole = number.kind == text::NumberKind::integer;
    if (zdoom_ || (eternity_ && !whole)) {
        report(Rule::portability_friction, found.at, value_end, field);
    }
}

void PortabilityCheck::assignment(const Statement& found, const Byte* value_end,
                                  bool escaped) noexcept {
    line_of(found.key, value_end);
    PortableKey key;
    const bool known_block = depth_ == 1 && block_.is_known();
    if (known_block || depth_ == 0) {
        key = keys_.find(known_block ? block_.kind : std::uint8_t{FLATLINE_GLOBAL}, found.key,
                         found.key_size(), body_.end);
        if (srb2_ && text::has_upper(found.key, found.key_end) &&
            !udmf::is_user_key(found.key, found.key_size())) {
            report(Rule::portability_case_srb2, found.key, found.key_end, key.field);
        }
    }
    if (*found.at != '"') {
        word(found.at, value_end, key);
    } else if (escaped) {
        string(found.at, value_end, key.field);
    }
    if (key.friction) friction(found, value_end, key.field);
}

// What is about the text as a whole. `behind_last`: behind its last statement.
void PortabilityCheck::begin_and_end(const Byte* behind_last) noexcept {
    block_.kind = FLATLINE_MAP;
    if (const Byte* const repeat = lines_.first_repeat(); repeat != nullptr) {
        const void* end = std::memchr(repeat, '\n', static_cast<std::size_t>(body_.end - repeat));
        report(Rule::portability_oneline, repeat,
               end != nullptr ? static_cast<const Byte*>(end) : body_.end);
    }
    if (srb2_ && body_.begin != base_) report(Rule::portability_bom_srb2, base_, body_.begin);
    if (body_.begin == body_.end) return;
    if (body_.end[-1] == '}') {
        report(Rule::portability_final_newline, body_.end - 1, body_.end);
    }
    const Byte* const comment = text::last_line_comment(behind_last, body_.end);
    if (comment != nullptr) report(Rule::portability_trailing_comment, comment, body_.end);
}

// Behind a statement: passes lines that have one plain assignment each.
const Byte* PortabilityCheck::pass_plain_lines(udmf::StatementWalk& walk) noexcept {
    const Byte* const place = walk.place();
    if (place == body_.end || depth_ > 1 || (depth_ == 1 && !block_.is_known())) return place;
    const Byte* const behind = plain_lines_.pass(place, until_look_, block_);
    if (behind == place) return place;
    depth_ = block_.kind == FLATLINE_MAP ? 0 : 1;
    walk.resume(behind, depth_);
    line_from_ = nullptr;  // an assignment that follows is the first of its line
    return behind;
}

void PortabilityCheck::run() noexcept {
    udmf::StatementWalk walk(body_.begin, body_.end);
    bool value_before = false;  // whose ';' is to come
    const Byte* behind_last = body_.begin;
    for (;;) {
        if (until_look_ == 0) {
            if (!context_.poll()) return;
            until_look_ = kLook;
        }
        if (!value_before) behind_last = pass_plain_lines(walk);
        if (until_look_ == 0) continue;
        --until_look_;
        const Statement found = walk.next();
        if (found.kind == StatementKind::end) break;
        const bool ends_value = std::exchange(value_before, false);
        if (found.kind == StatementKind::open) {
            open(found);
        } else if (found.kind == StatementKind::close) {
            close();
        } else if (found.kind == StatementKind::assignment) {
            bool escaped = false;
            const Byte* const end = walk.pass_value(&escaped);
            if (end == nullptr) break;
            assignment(found, end, escaped);
            value_before = true;
        } else if (found.at != nullptr && *found.at == ';' && !ends_value) {
            report(Rule::portability_semicolon, found.at, found.at + 1);
        }
        behind_last = walk.place();
    }
    begin_and_end(behind_last);
}

}  // namespace

void portability(Context& context) noexcept {
    if (!context.map.textmap().empty()) PortabilityCheck(context).run();
}

}  // namespace flatline::engine::sanity
