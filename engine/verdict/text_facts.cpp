// What a text holds that some port stops at, misreads or loses, whatever its namespace.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "text/chars.hpp"
#include "text/numbers.hpp"
#include "text/spelling.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/keywords.hpp"
#include "udmf/walk.hpp"
#include "verdict/table.hpp"

namespace flatline::engine::verdict {
namespace {

using Byte = unsigned char;
using udmf::FieldRecord;
using udmf::FieldTable;
using udmf::Statement;
using udmf::StatementKind;
using udmf::Store;

// The kinds of values, of a field and as they are written.
enum class Kind : std::uint8_t { integer, real, boolean, string };

constexpr Kind kind_of(Store store) noexcept {
    switch (store) {
        case Store::integer:
        case Store::index:
        case Store::whole:
        case Store::column_integer:
            return Kind::integer;
        case Store::real:
        case Store::column_real:
            return Kind::real;
        case Store::flag:
        case Store::not_flag:
        case Store::column_boolean:
            return Kind::boolean;
        default:
            return Kind::string;
    }
}

// The fields that each port reads. zdbsp reads none that matters here: it copies them.
constexpr std::size_t kReaders = 5;
struct PortFields {
    Port port;
    FieldTable table;
};

class TextFactCollector {
public:
    TextFactCollector(std::string_view text, const Map* map, Facts& facts) noexcept
        : base_(reinterpret_cast<const Byte*>(text.data())),
          body_(text::body_of(base_, text.size())),
          size_(text.size()),
          map_(map),
          facts_(facts) {}

    /// Looks at nothing from `error` on, which ended the load.
    void end_at(const Finding& error) noexcept {
        if (error.offset >= static_cast<std::uint64_t>(body_.end - base_)) return;
        body_.end = std::max(body_.begin, base_ + error.offset);
        cut_ = true;
        cut_by_nul_ = error.rule == static_cast<std::uint16_t>(Rule::syntax_nul);
    }
    void run() noexcept;

private:
    void begin_and_end(const Byte* behind_last) noexcept;
    void namespace_rows() noexcept;
    void open(const Statement& found) noexcept;
    void close(const Statement& found) noexcept;
    void assignment(const Statement& found, const Byte* value_end, bool escaped) noexcept;
    void global(const Statement& found, const Byte* value_end) noexcept;
    void key(const Statement& found) noexcept;
    void string(const Byte* begin, const Byte* end, bool escaped) noexcept;
    void number(const Byte* begin, const Byte* end) noexcept;
    void exponent(const Byte* begin, const Byte* end, const text::Spelling& spelling) noexcept;
    void leading_zero(std::string_view number, Port port) noexcept;
    void number_field(const PortFields& reader, const FieldRecord& record, const Byte* begin,
                      const Byte* end, const text::Spelling& spelling) noexcept;
    void value_field(const PortFields& reader, const FieldRecord& record, const Byte* begin,
                     const Byte* end, const text::Escapes& escapes) noexcept;
    void srb2_field(const FieldRecord& record, const Statement& found, const Byte* end) noexcept;

    const Byte* base_;
    text::Body body_;
    std::size_t size_;
    const Map* map_;
    Facts& facts_;
    bool cut_ = false;
    bool cut_by_nul_ = false;

    PortFields readers_[kReaders] = {{Port::gzdoom, {Dialect::zdoom, false}},
                                     {Port::srb2, {Dialect::srb2, false}},
                                     {Port::dsda, {Dialect::dsda, false}},
                                     {Port::woof, {Dialect::woof, false}},
                                     {Port::eternity, {Dialect::eternity, false}}};

    std::uint8_t block_ = FLATLINE_MAP;  // the open block of the lowest level
    bool element_met_ = false;
    std::string_view namespace_;
    bool ee_compat_ = false;
};

std::string_view as_text(const Byte* begin, const Byte* end) noexcept {
    return text::as_text(begin, static_cast<std::size_t>(end - begin));
}
std::string_view unquoted(const Byte* begin, const Byte* end) noexcept {
    return *begin == '"' ? as_text(begin + 1, end - 1) : as_text(begin, end);
}

void TextFactCollector::open(const Statement& found) noexcept {
    const std::uint8_t kind = udmf::block_kind(found.key, found.key_size());
    if (found.depth == 0) {
        block_ = kind;
        if (kind == FLATLINE_BLOCK) return facts_.add(row("block-unknown"));
        element_met_ = true;
        if (text::has_upper(found.key, found.key_end)) {
            facts_.add(row("portability-case-srb2", "block"));
        }
    } else if (block_ == FLATLINE_BLOCK) {
        facts_.add(row("portability-unknown-block"));
    } else {
        facts_.add(row("port-nested-block"));
    }
}

void TextFactCollector::close(const Statement& found) noexcept {
    if (found.depth <= 1) block_ = FLATLINE_MAP;
}

void TextFactCollector::key(const Statement& found) noexcept {
    if (text::is_digit(*found.key)) facts_.add(row("port-key-digit"));
    if (found.key_size() < 3) return;
    const std::string_view head = text::as_text(found.key, 3);
    if (text::same_name(head, "inf") || text::same_name(head, "nan")) {
        facts_.add(row("port-key-number"));
    }
}

// A value as it is written. Numbers that begin with a letter (nan, inf) are words of unknown
// fields.
void TextFactCollector::assignment(const Statement& found, const Byte* value_end,
                                   bool escaped) noexcept {
    if (value_end == found.at || found.key == nullptr) return;
    key(found);
    const bool quoted = *found.at == '"';
    const bool word = !quoted && text::is_letter(*found.at);
    if (quoted) string(found.at, value_end, escaped);
    if (!quoted && !word) number(found.at, value_end);
    if (found.depth == 0) global(found, value_end);
    if (found.depth != 1 || block_ >= udmf::kBlockKinds || found.key_size() > udmf::kMaxKeyBytes) {
        return;
    }
    const udmf::Key folded = udmf::load_key(found.key, found.key_size(), body_.end);
    const text::Escapes escapes = escaped ? text::escapes_of(found.at, value_end) : text::Escapes();
    const text::Spelling spelling =
        quoted || word ? text::Spelling() : text::spelling_of(found.at, value_end);
    for (const PortFields& reader : readers_) {
        const FieldRecord* const record = reader.table.find(block_, folded);
        if (record == nullptr) continue;
        value_field(reader, *record, found.at, value_end, escapes);
        if (!quoted && !word) number_field(reader, *record, found.at, value_end, spelling);
        if (reader.port == Port::srb2) srb2_field(*record, found, value_end);
    }
}

void TextFactCollector::global(const Statement& found, const Byte* value_end) noexcept {
    const std::string_view name = as_text(found.key, found.key_end);
    const std::string_view value = unquoted(found.at, value_end);
    if (text::same_name(name, "namespace")) {
        if (namespace_.empty()) namespace_ = value;
        if (*found.at != '"') facts_.add(row("port-namespace-unquoted"));
        if (text::has_upper(found.key, found.key_end)) {
            facts_.add(row("portability-case-srb2", "required"));
        }
        return;
    }
    if (text::same_name(name, "ee_compat")) ee_compat_ = text::same_name(value, "true");
    if (element_met_) facts_.add(row("port-global", "late"));
    const auto* const bytes = reinterpret_cast<const Byte*>(value.data());
    if (udmf::block_kind(bytes, value.size()) != FLATLINE_BLOCK) {
        facts_.add(row("port-global", "block"));
    }
}

void TextFactCollector::string(const Byte* begin, const Byte* end, bool escaped) noexcept {
    if (std::any_of(begin, end, [](Byte c) { return c < ' '; })) {
        facts_.add(row("port-string-control"));
    }
    if (!escaped) return;
    const text::Escapes escapes = text::escapes_of(begin, end);
    if (escapes.ends_in_one) facts_.add(row("portability-escape", "end"));
    if (escapes.quote) facts_.add(row("port-escape", "quote"));
}

// What stops a port in any field, known to it or not.
void TextFactCollector::number(const Byte* begin, const Byte* end) noexcept {
    const text::Spelling spelling = text::spelling_of(begin, end);
    if (spelling.plus) facts_.add(row("portability-plus"));
    if (spelling.exponent && !spelling.hex) exponent(begin, end, spelling);
}

// dsda-doom and Woof want a small e, and two digits or a dot before it.
void TextFactCollector::exponent(const Byte* begin, const Byte* end,
                                 const text::Spelling& spelling) noexcept {
    const Byte* const e = std::find_if(begin, end, [](Byte c) { return (c | 0x20) == 'e'; });
    const auto digits = std::count_if(begin, e, [](Byte c) { return text::is_digit(c); });
    const bool is_short = !spelling.dot && digits < 2;
    if (*e == 'E' || is_short) facts_.add(row("portability-exponent", "short"));
    if (end - e > 1 && e[1] == '+') facts_.add(row("portability-exponent", "plus"));
}

// Of one digit below 8 the value is the same in base 8.
void TextFactCollector::leading_zero(std::string_view number, Port port) noexcept {
    const std::size_t first = number.find_first_of("123456789");
    if (number.find_first_of("89") != std::string_view::npos) {
        facts_.add(row("portability-leading-zero", "8"), port);
    } else if (first != std::string_view::npos && first + 1 < number.size()) {
        facts_.add(row("portability-leading-zero"), port);
    }
}

void TextFactCollector::number_field(const PortFields& reader, const FieldRecord& record,
                                     const Byte* begin, const Byte* end,
                                     const text::Spelling& spelling) noexcept {
    const Port port = reader.port;
    const Kind kind = kind_of(record.store);
    if (kind != Kind::integer && kind != Kind::real) return;
    const bool place = record.bound == udmf::Bound::coordinate;
    if (spelling.leading_zero) leading_zero(as_text(begin, end), port);
    if (place && (spelling.hex || *begin == '.' ||
                  (end - begin > 1 && begin[1] == '.' && !text::is_digit(*begin)))) {
        facts_.add(row("port-place-spelling"), port);
    }
    if (spelling.hex) {
        if (kind == Kind::integer) facts_.add(row("portability-hex-srb2"), port);
        return;
    }
    if (spelling.exponent && place) facts_.add(row("portability-exponent", "place"), port);
    if (spelling.exponent && kind == Kind::integer) {
        facts_.add(row("portability-exponent", "integer"), port);
    }
    if (!spelling.dot || kind != Kind::integer) return;
    const double value = text::read_number(begin, end).real;
    facts_.add(value != std::trunc(value) ? row("field-fraction") : row("portability-int-dot"),
               port);
}

void TextFactCollector::value_field(const PortFields& reader, const FieldRecord& record,
                                    const Byte* begin, const Byte* end,
                                    const text::Escapes& escapes) noexcept {
    if (escapes.foreign) facts_.add(row("portability-escape"), reader.port);
    if (escapes.line_end) facts_.add(row("port-escape", "newline"), reader.port);
    const Kind kind = kind_of(record.store);
    const std::string_view value = as_text(begin, end);
    bool fits = false;
    bool word = false;
    if (*begin == '"') {
        fits = kind == Kind::string;
    } else if (text::begins_number(begin, end)) {
        fits = kind == Kind::integer || kind == Kind::real;
    } else if (text::same_name(value, "true") || text::same_name(value, "false")) {
        fits = kind == Kind::boolean;
    } else {
        word = true;
    }
    if (!fits) facts_.add(word ? row("field-type", "word") : row("field-type"), reader.port);
}

// SRB2 compares with case, and keeps things on whole units.
void TextFactCollector::srb2_field(const FieldRecord& record, const Statement& found,
                                   const Byte* end) noexcept {
    static constexpr std::string_view kRequired[] = {"x", "y", "v1", "v2", "sidefront", "sector"};
    const std::string_view name = field_name(record.field);
    if (text::has_upper(found.key, found.key_end)) {
        const bool required =
            block_ != FLATLINE_THING &&
            std::find(std::begin(kRequired), std::end(kRequired), name) != std::end(kRequired);
        facts_.add(required ? row("portability-case-srb2", "required")
                            : row("portability-case-srb2"));
    }
    if (text::is_letter(*found.at)) {
        if (text::has_upper(found.at, end)) facts_.add(row("portability-case-srb2"));
        return;
    }
    if (block_ != FLATLINE_THING || (name != "x" && name != "y" && name != "height")) return;
    const text::Number number = text::read_number(found.at, end);
    if (number.kind == text::NumberKind::real && number.real != std::trunc(number.real)) {
        facts_.add(row("portability-fraction-srb2"));
    }
}

void TextFactCollector::namespace_rows() noexcept {
    const std::string_view name = map_ != nullptr ? map_->map_namespace() : namespace_;
    if (name.empty()) return;
    std::size_t known = kRowCount;
    const View<VerdictRow> rows = verdict_rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].rule == "port-namespace" && text::same_name(rows[i].detail, name)) known = i;
    }
    if (known == kRowCount) {
        return facts_.add(ee_compat_ ? row("namespace-unknown", "ee_compat")
                                     : row("namespace-unknown"));
    }
    constexpr auto kEternity = static_cast<std::size_t>(Port::eternity);
    for (std::size_t i = 0; i < kPortCount; ++i) {
        const bool told = i == kEternity && ee_compat_ && rows[known].of[i] == Judgement::refuses;
        facts_.add(told ? row("port-namespace", "ee_compat") : known, static_cast<Port>(i));
    }
}

// What is about the text as a whole. `behind_last`: after its last statement.
void TextFactCollector::begin_and_end(const Byte* behind_last) noexcept {
    if (body_.begin != base_) {
        facts_.add(row("port-byte-order-mark"));
        facts_.add(row("portability-bom-srb2"));
    }
    if (size_ != 0 && base_[size_ - 1] == 0) facts_.add(row("port-nul-at-end"));
    if (cut_ || body_.begin == body_.end) return;
    if (body_.end[-1] == '}') facts_.add(row("portability-final-newline"));
    if (text::last_line_comment(behind_last, body_.end) != nullptr) {
        facts_.add(row("portability-trailing-comment"));
    }
}

void TextFactCollector::run() noexcept {
    const void* const first_nul =
        body_.begin == body_.end
            ? nullptr
            : std::memchr(body_.begin, 0, static_cast<std::size_t>(body_.end - body_.begin));
    const Byte* nul = static_cast<const Byte*>(first_nul);
    udmf::StatementWalk walk(body_.begin, body_.end);
    bool value_before = false;  // whose ';' is to come
    const Byte* behind_last = body_.begin;
    for (;;) {
        const Statement found = walk.next();
        if (nul != nullptr && (found.kind == StatementKind::end || walk.place() > nul)) {
            facts_.add(block_ != FLATLINE_MAP ? row("portability-nul", "block")
                                              : row("portability-nul", "map"));
            nul = nullptr;
        }
        if (found.kind == StatementKind::end) break;
        const bool ends_value = std::exchange(value_before, false);
        if (found.kind == StatementKind::open && found.key != nullptr) {
            open(found);
        } else if (found.kind == StatementKind::close) {
            close(found);
        } else if (found.kind == StatementKind::assignment) {
            bool escaped = false;
            const Byte* const end = walk.pass_value(&escaped);
            if (end == nullptr) break;
            assignment(found, end, escaped);
            value_before = true;
        } else if (found.at != nullptr && *found.at == ';' && !ends_value) {
            facts_.add(found.depth == 0 ? row("portability-semicolon", "map")
                                        : row("portability-semicolon", "block"));
        }
        behind_last = walk.place();
    }
    if (cut_by_nul_) {
        facts_.add(block_ != FLATLINE_MAP ? row("syntax-nul", "block") : row("syntax-nul", "map"));
    }
    namespace_rows();
    begin_and_end(behind_last);
}

}  // namespace

void collect_text_facts(std::string_view text, const Map* map, const FindingList* load,
                        Facts& facts) noexcept {
    TextFactCollector collector(text, map, facts);
    if (map == nullptr && load != nullptr) {
        for (const Finding& f : load->kept()) {
            const bool of_text =
                f.refuses != 0 && f.lump == static_cast<std::uint8_t>(Lump::textmap);
            if (of_text && rule_rows()[f.rule].id.substr(0, 7) == "syntax-") collector.end_at(f);
        }
    }
    collector.run();
}

}  // namespace flatline::engine::verdict
