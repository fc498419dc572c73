#include "write/textmap.hpp"

#include <array>
#include <cstring>

#include "text/chars.hpp"
#include "text/numbers.hpp"
#include "text/scan.hpp"
#include "write/numbers.hpp"

namespace flatline::engine::write {
namespace {

using Byte = unsigned char;

template <class T>
T load(const Byte* at) noexcept {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// What a byte of a string is written as behind a backslash; 0: itself, without one.
constexpr std::array<char, 256> make_escapes() noexcept {
    std::array<char, 256> escapes{};
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    escapes['\n'] = 'n';
    escapes['\r'] = 'r';
    escapes['\t'] = 't';
    return escapes;
}
constexpr std::array<char, 256> kEscapes = make_escapes();

constexpr std::string_view kTranslatedNamespace = "zdoom";

constexpr std::size_t kPart = TextStream::kRoom / 2 - 8;  // each byte may become two

}  // namespace

// ---- Values ----

Byte* TextmapWriter::write_string(Byte* p, std::string_view text) noexcept {
    p = out_.room(p);
    *p++ = '"';
    for (std::size_t from = 0; from < text.size(); from += kPart) {
        p = out_.room(p);
        for (const char c : text.substr(from, kPart)) {
            const auto byte = static_cast<Byte>(c);
            const char escape = kEscapes[byte];
            if (escape == 0 || (byte < ' ' && !language_.line_ends_escaped)) {
                *p++ = byte;
            } else {
                *p++ = '\\';
                *p++ = static_cast<Byte>(escape);
            }
        }
    }
    *p++ = '"';
    return p;
}

Byte* TextmapWriter::write_flags(Byte* p, std::uint32_t flags, std::uint32_t fallback) noexcept {
    for (std::uint32_t left = flags ^ fallback; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(left));
        p = TextStream::put(out_.room(p), layout_.flags[bit][flags >> bit & 1]);
    }
    return p;
}

Byte* TextmapWriter::write_members(Byte* p, const Byte* element) noexcept {
    const bool compact = language_.style == TextStyle::compact;
    for (std::size_t i = 0; i < layout_.member_count; ++i) {
        const MemberText& member = layout_.members[i];
        const Byte* at = element + member.offset;
        if (member.form == Form::flags) {
            p = write_flags(p, load<std::uint32_t>(at),
                            static_cast<std::uint32_t>(member.fallback));
            continue;
        }
        const std::uint64_t bits = bits_of(member.form, at);
        if (bits == member.fallback && !member.required) continue;
        p = TextStream::put(out_.room(p), member.key);
        switch (member.form) {
            case Form::integer:
                p = put_integer(p, static_cast<std::int32_t>(bits));
                break;
            case Form::index:
                p = put_integer(p, bits == FLATLINE_NONE ? -1 : static_cast<std::int64_t>(bits));
                break;
            case Form::real:
                p = put_real(p, load<double>(at), compact);
                break;
            case Form::whole:
                p = put_real(p, load<double>(at), true);
                break;
            default:
                p = write_string(p, map_.name(static_cast<std::uint32_t>(bits)));
                break;
        }
        p = end_statement(p);
    }
    return p;
}

Byte* TextmapWriter::write_column(Byte* p, const ColumnText& text) noexcept {
    const flatline_column& column = *text.column;
    const std::uint32_t at = text.entry;
    p = TextStream::put(out_.room(p), text.key);
    switch (column.kind) {
        case FLATLINE_INTEGER:
            p = put_integer(p, column.values.integers[at]);
            break;
        case FLATLINE_REAL:
            p = put_real(p, column.values.reals[at], language_.style == TextStyle::compact);
            break;
        case FLATLINE_BOOLEAN:
            p = TextStream::put(p, column.values.booleans[at] != 0 ? "true" : "false");
            break;
        case FLATLINE_IDS: {
            const flatline_text range = column.values.ids[at];
            *p++ = '"';
            for (std::uint32_t i = 0; i < range.size; ++i) {
                p = out_.room(p);
                if (i != 0) *p++ = ' ';
                p = put_integer(p, map_.ids()[range.offset + i]);
            }
            *p++ = '"';
            break;
        }
        default:
            p = write_string(p, map_.text(column.values.texts[at]));
            break;
    }
    return end_statement(p);
}

// Writes the fields beyond the struct that a translation made true.
Byte* TextmapWriter::write_translated(Byte* p, std::uint32_t more) noexcept {
    for (; more != 0; more &= more - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(more));
        p = TextStream::put(out_.room(p), kTranslatedFields[bit]);
        p = end_statement(TextStream::put(TextStream::put(p, language_.assign), "true"));
    }
    return p;
}

// Writes the columns that have a value of the element. Most have none, so eight are looked at
// together.
Byte* TextmapWriter::write_columns(Byte* p, std::uint32_t element) noexcept {
    if (layout_.soonest != element) return p;
    std::uint32_t soonest = FLATLINE_NONE;
    for (std::size_t group = 0; group < layout_.column_count; group += Layout::kGroup) {
        std::uint32_t* next = layout_.next + group;
        std::uint32_t least = FLATLINE_NONE;
        for (std::size_t i = 0; i < Layout::kGroup; ++i) least = next[i] < least ? next[i] : least;
        if (least == element) {
            least = FLATLINE_NONE;
            for (std::size_t i = 0; i < Layout::kGroup; ++i) {
                if (next[i] == element) {
                    ColumnText& text = layout_.columns[group + i];
                    p = write_column(p, text);
                    const bool more = ++text.entry < text.column->count;
                    next[i] = more ? text.column->elements[text.entry] : FLATLINE_NONE;
                }
                least = next[i] < least ? next[i] : least;
            }
        }
        soonest = least < soonest ? least : soonest;
    }
    layout_.soonest = soonest;
    return p;
}

// ---- What no table knows ----

Byte* TextmapWriter::close_blocks(Byte* p, std::uint16_t from, std::uint16_t to) noexcept {
    for (; from > to; --from) p = TextStream::put(out_.room(p), "}\n");
    return p;
}

Byte* TextmapWriter::write_unknown(Byte* p, const flatline_unknown& unknown) noexcept {
    p = out_.bytes(p, map_.text(unknown.name));
    p = out_.room(p);
    if (unknown.kind == FLATLINE_UNKNOWN_BLOCK) {
        const bool compact = language_.style == TextStyle::compact;
        return TextStream::put(p, compact ? "{\n" : "\n{\n");
    }
    p = TextStream::put(p, language_.assign);
    switch (unknown.kind) {
        case FLATLINE_INTEGER:
            p = put_integer(p, unknown.value.integer);
            break;
        case FLATLINE_REAL:
            p = put_real(p, unknown.value.real, false);
            break;
        case FLATLINE_BOOLEAN:
            p = TextStream::put(p, unknown.value.boolean != 0 ? "true" : "false");
            break;
        case FLATLINE_KEYWORD:
            p = out_.room(out_.bytes(p, map_.text(unknown.value.string)));
            break;
        default:
            p = write_string(p, map_.text(unknown.value.string));
            break;
    }
    return end_statement(p);
}

// Writes the unknown fields of the element, from unknown_ on. It skips those of other kinds of
// blocks; each kind scans the list from its start.
Byte* TextmapWriter::write_unknowns(Byte* p, std::uint8_t block, std::uint32_t element) noexcept {
    const View<flatline_unknown> unknowns = map_.unknowns();
    std::uint16_t open = 0;
    for (; unknown_ < unknowns.size(); ++unknown_) {
        const flatline_unknown& unknown = unknowns[unknown_];
        if (unknown.element != block) continue;
        if (unknown.index != element) break;
        p = close_blocks(p, open, unknown.depth);
        p = write_unknown(p, unknown);
        open = unknown.depth;
        if (unknown.kind == FLATLINE_UNKNOWN_BLOCK) ++open;
    }
    return close_blocks(p, open, 0);
}

// The assignments and blocks outside all elements share one order.
void TextmapWriter::write_top_unknowns() noexcept {
    Byte* p = out_.at();
    std::uint16_t open = 0;
    for (const flatline_unknown& unknown : map_.unknowns()) {
        if (unknown.index != FLATLINE_NONE) continue;
        if (out_.failed()) break;
        p = close_blocks(p, open, unknown.depth);
        p = write_unknown(p, unknown);
        open = unknown.depth;
        if (unknown.kind == FLATLINE_UNKNOWN_BLOCK) ++open;
    }
    out_.at(close_blocks(p, open, 0));
}

// ---- The whole ----

template <class Element>
void TextmapWriter::write_elements(std::uint8_t block, std::string_view word,
                                   View<Element> elements) noexcept {
    const bool compact = language_.style == TextStyle::compact;
    Piece head;
    head.add(word);
    head.add(compact ? "{\n" : " // ");
    unknown_ = 0;
    Byte* p = out_.at();
    if (translation_) translation_->begin(block);
    for (std::uint32_t i = 0; i < elements.size() && !out_.failed(); ++i) {
        p = TextStream::put(out_.room(p), head);
        if (!compact) p = TextStream::put(put_natural(p, i), "\n{\n");
        if (translation_) {
            Element element = elements[i];
            const std::uint32_t more = translation_->apply(i, element);
            p = write_members(p, reinterpret_cast<const Byte*>(&element));
            p = write_translated(p, more);
        } else {
            p = write_members(p, reinterpret_cast<const Byte*>(&elements[i]));
        }
        p = write_columns(p, i);
        p = write_unknowns(p, block, i);
        p = TextStream::put(out_.room(p), compact ? "}\n" : "}\n\n");
    }
    out_.at(p);
}

// Writes the statement of the namespace. In UDMF 0.99 it stands without quotes where it can.
void TextmapWriter::write_namespace() noexcept {
    const std::string_view name = translation_ ? kTranslatedNamespace : map_.map_namespace();
    if (name.empty()) return;
    Byte* p = TextStream::put(out_.room(out_.at()), "namespace");
    p = TextStream::put(p, language_.assign);
    p = is_bare_namespace(map_, language_) ? out_.room(out_.bytes(p, name)) : write_string(p, name);
    out_.at(end_statement(p));
}

bool TextmapWriter::is_bare_namespace(const Map& map, const Language& language) noexcept {
    const std::string_view name = map.map_namespace();
    const auto* begin = reinterpret_cast<const Byte*>(name.data());
    const Byte* end = begin + name.size();
    return language.v0_99 && !name.empty() && text::is_letter(*begin) &&
           !text::begins_number(begin, end) && text::skip_bare_word(begin, end) == end &&
           !text::same_name(name, "true") && !text::same_name(name, "false");
}

// A text is read as UDMF 0.99 by its namespace or by its keys of linedefs and sectors.
bool TextmapWriter::can_say_its_version(const Map& map, const Language& language) noexcept {
    return !language.v0_99 || is_bare_namespace(map, language) || map.linedefs().size() != 0 ||
           map.sectors().size() != 0;
}

bool TextmapWriter::check(const Map& map, const TextmapOptions& options,
                          FindingList& findings) noexcept {
    const auto refuse = [&](Rule rule, Lump lump) {
        Finding finding = make_finding(rule, lump);
        finding.severity = static_cast<std::uint8_t>(Severity::error);
        finding.refuses = 1;
        findings.add(finding);
        return false;
    };
    const Language language(map, options.style);
    if (options.translate == Translate::none) {
        return can_say_its_version(map, language) || refuse(Rule::convert_loss, Lump::textmap);
    }
    // The port's namespace is one of 1.1.
    if (language.v0_99) return refuse(Rule::convert_loss, Lump::textmap);
    const Translation translation(map);
    if (!translation.is_possible()) return refuse(Rule::map_unsupported, Lump::none);
    return translation.check(findings, options.lossy);
}

Status TextmapWriter::write() noexcept {
    const std::string_view name = translation_ ? kTranslatedNamespace : map_.map_namespace();
    const NamespaceRow* row = udmf::find_namespace(name);
    const Dialect dialect = translation_ ? Dialect::zdoom : map_.dialect();
    const udmf::Defaults defaults =
        udmf::make_defaults(dialect, language_.v0_99, row != nullptr && row->zero_line_id);
    write_namespace();
    write_top_unknowns();
    const auto write_kind = [&](std::uint8_t block, std::string_view word, auto elements) {
        layout_.prepare(map_, block, language_, dialect, defaults);
        write_elements(block, word, elements);
    };
    // The order of UltimateDoomBuilder and zdbsp.
    write_kind(FLATLINE_THING, "thing", map_.things());
    write_kind(FLATLINE_VERTEX, "vertex", map_.vertices());
    write_kind(FLATLINE_LINEDEF, "linedef", map_.linedefs());
    write_kind(FLATLINE_SIDEDEF, "sidedef", map_.sidedefs());
    write_kind(FLATLINE_SECTOR, "sector", map_.sectors());
    return out_.finish() ? Status::ok : Status::cancelled;
}

}  // namespace flatline::engine::write
