#include "udmf/quick.hpp"

#include <algorithm>
#include <cmath>

#include "base/compiler.hpp"
#include "base/prefetch.hpp"
#include "text/chars.hpp"
#include "text/match.hpp"
#include "text/plain_values.hpp"
#include "text/scan.hpp"
#include "udmf/keywords.hpp"
#include "udmf/runs/store.hpp"

namespace flatline::udmf {

Quick::Quick(const Limits& limits, const Source& source, Builder& builder, Report& report,
             const Language& language, OpenBlock& open, std::uint64_t& statements) noexcept
    : source_(source),
      builder_(builder),
      report_(report),
      language_(language),
      open_(open),
      statements_(statements),
      most_number_(static_cast<std::ptrdiff_t>(
          std::min<std::uint64_t>(limits.number_bytes, text::kPlainNumberBytes))),
      most_string_(static_cast<std::size_t>(
          std::min<std::uint64_t>(limits.string_bytes, text::Names::kCachedBytes))),
      most_key_(
          static_cast<std::size_t>(std::min<std::uint64_t>(limits.identifier_bytes, kMaxKeyBytes))),
      most_coordinate_(limits.coordinate) {}

// ---- Between tokens ----

template <bool kRagged>
inline const Quick::Byte* Quick::blanks(const Byte* p) const noexcept {
    // Without a branch on whether there is a blank at all: it would be guessed wrong, too.
    if (kRagged && source_.end - p >= 16) p += text::VectorKernel::blanks16(p);
    while (text::is_blank(*p)) ++p;
    return p;
}

// Goes over blanks and comments from `p`. Null where what follows is behind source.stop or a
// comment has no end. Precondition: `p` is not behind source.stop.
template <bool kRagged>
inline const Quick::Byte* Quick::hop(const Byte* p) const noexcept {
    p = blanks<kRagged>(p);
    return *p != '/' ? p : hop_comments(p);
}

FLATLINE_NEVER_INLINE const Quick::Byte* Quick::hop_comments(const Byte* p) const noexcept {
    // The rest of a line, short as most are.
    while (source_.stop - p > 20 && *p == '/' && p[1] == '/') {
        const std::size_t size = text::VectorKernel::find16(p + 2, text::kNewlines, text::kNuls);
        if (size >= 16 || p[2 + size] != '\n') break;
        p += 3 + size;
        while (text::is_blank(*p)) ++p;
    }
    if (*p != '/') return p <= source_.stop ? p : nullptr;
    const Byte* const from = p;
    const Byte* opened = nullptr;
    p = text::skip_blank(p, source_.end, &opened);
    return p <= source_.stop && !text::has_nul(from, p) ? p : nullptr;
}

// Goes from the end of a value to behind its ';'. Null where there is none, or where `p` is null.
template <bool kRagged>
FLATLINE_ALWAYS_INLINE const Quick::Byte* Quick::semicolon(const Byte* p) const noexcept {
    return p != nullptr && (p = hop<kRagged>(p)) != nullptr && *p == ';' ? p + 1 : nullptr;
}

// ---- Values ----

// Reads and stores the value of a known field at `p`. Returns the byte behind its ';', or null
// where nothing was stored. Precondition: `p` is not behind source.stop.
template <bool kRagged>
FLATLINE_ALWAYS_INLINE const Quick::Byte* Quick::value(const Byte* p, const FieldRecord& record,
                                                       OpenBlock& open) noexcept {
    const Byte* const from = p;
    switch (record.store) {
        case Store::integer:
        case Store::index:
        case Store::whole:
        case Store::column_integer: {
            std::int32_t number = 0;
            if ((p = text::plain_integer(p, number)) == nullptr || p - from > most_number_ ||
                (p = semicolon<kRagged>(p)) == nullptr ||
                (record.bound != Bound::none &&
                 std::fabs(static_cast<double>(number)) > most_coordinate_) ||
                (record.values != 0 && !value_allowed(record.values, std::int64_t{number}))) {
                return nullptr;
            }
            return builder_.store(open, record, number) ? p : nullptr;
        }
        case Store::real:
        case Store::column_real: {
            double number = 0;
            if ((p = text::plain_real(p, number)) == nullptr || p - from > most_number_ ||
                (p = semicolon<kRagged>(p)) == nullptr ||
                (record.bound != Bound::none && std::fabs(number) > most_coordinate_)) {
                return nullptr;
            }
            return builder_.store(open, record, number) ? p : nullptr;
        }
        case Store::flag:
        case Store::column_boolean: {
            bool on = false;
            if (static_cast<std::size_t>(source_.end - p) < text::kPlainBooleanBytes ||
                (p = semicolon<kRagged>(text::plain_boolean(p, on))) == nullptr) {
                return nullptr;
            }
            return builder_.store(open, record, on) ? p : nullptr;
        }
        case Store::name:
            return name<kRagged>(p, record, open);
        default:
            return nullptr;
    }
}

// Reads a short plain string that is not near the end of the text.
template <bool kRagged>
FLATLINE_ALWAYS_INLINE const Quick::Byte* Quick::name(const Byte* p, const FieldRecord& record,
                                                      OpenBlock& open) noexcept {
    if (*p != '"' || static_cast<std::size_t>(source_.end - p) <= text::kPlainStringBytes) {
        return nullptr;
    }
    const std::size_t size = text::VectorKernel::find16(p + 1, text::kQuotes, text::kBackslashes);
    if (size > most_string_ || p[1 + size] != '"') return nullptr;
    const std::uint32_t id = builder_.short_name(p + 1, size);
    p += size + 2;
    // The last ';' of the text may lie in the string.
    if (id == text::Names::kNone || p > source_.stop || (p = semicolon<kRagged>(p)) == nullptr) {
        return nullptr;
    }
    return builder_.store_name(open, record, id) ? p : nullptr;
}

// Reads the value of a key that the dialect does not know, from behind its '='; integers only.
FLATLINE_NEVER_INLINE const Quick::Byte* Quick::unknown(const Byte* key, std::size_t size,
                                                        const Byte* p, OpenBlock open) noexcept {
    if (language_.v0_99() || language_.is_sign(open.kind, key, size)) return nullptr;
    const Byte* const from = hop<false>(p);
    std::int32_t number = 0;
    if (from == nullptr || (p = text::plain_integer(from, number)) == nullptr ||
        p - from > most_number_ || (p = semicolon<false>(p)) == nullptr) {
        return nullptr;
    }
    flatline_unknown value{};
    value.kind = FLATLINE_INTEGER;
    value.value.integer = number;
    if (!builder_.keep_unknown(open, open.kind, key, key + size, value)) return nullptr;
    if (!is_user_key(key, size)) report_.unknown_field(open, open.kind, key, key + size);
    return p;
}

// ---- Statements ----

// Reads a statement of the open block, from its key on.
template <bool kRagged>
FLATLINE_ALWAYS_INLINE const Quick::Byte* Quick::field(const Byte* p, OpenBlock& open,
                                                       std::uint16_t& state) noexcept {
    const Byte* const key = p;
    do ++p;
    while (text::is_identifier(*p));
    const auto size = static_cast<std::size_t>(p - key);
    // As most tools write it; behind that may still be more blanks.
    const bool spaced = !kRagged && *p == ' ' && p[1] == '=' && p[2] == ' ';
    if (spaced) {
        ++p;
    } else {
        loose_ += !kRagged;
        if ((p = hop<kRagged>(p)) == nullptr || *p != '=') return nullptr;
    }
    if (size > most_key_) return nullptr;
    const FieldRecord* record = language_.table().find(open.kind, load_key(key, size, source_.end));
    if (record == nullptr) return unknown(key, size, p + 1, open);
    if ((p = hop<kRagged>(p + 1 + spaced)) == nullptr) return nullptr;
    state = record->field;
    return value<kRagged>(p, *record, open);
}

// Reads the head of a known block, from its keyword to behind the brace.
FLATLINE_ALWAYS_INLINE const Quick::Byte* Quick::head(const Byte* p, OpenBlock& open) noexcept {
    const Byte* const keyword = p;
    while (text::is_identifier(*p)) ++p;
    const auto size = static_cast<std::size_t>(p - keyword);
    if (size > sizeof(std::uint64_t)) return nullptr;
    const std::uint8_t kind = block_kind(load_key(keyword, size, source_.end).word[0]);
    if (kind == FLATLINE_BLOCK || size > most_key_ || (p = hop<false>(p)) == nullptr || *p != '{' ||
        !builder_.open(open, kind, keyword, p)) {
        return nullptr;
    }
    return p + 1;
}

template <bool kRagged>
Quick::Stop Quick::loop(const Byte* p, const Byte* from, const Byte* to,
                        std::uint16_t state) noexcept {
    OpenBlock open = open_;
    std::uint64_t read = 0;
    bool plain = true;
    do {
        prefetch_ahead(p);
        const Byte* next = hop<kRagged>(p);
        if (next == nullptr) {
            plain = false;
            break;
        }
        p = next;
        if (text::is_letter(*p)) {
            if (open.is_open()) {
                next = field<kRagged>(p, open, state);
            } else {
                next = head(p, open);
                state = static_cast<std::uint16_t>(Runs::kOpened + open.kind);
            }
        } else if (*p == '}' && open.is_open() && builder_.missing(open) == 0) {
            builder_.close(open);
            state = Runs::kTop;
            next = p + 1;
        } else {
            next = *p == ';' ? p + 1 : nullptr;
        }
        if (next == nullptr) {
            plain = false;
            break;
        }
        p = next;
        ++read;
    } while (p >= from && p <= to);
    open_ = open;
    statements_ += read;
    if (!kRagged) looked_at_ += read;
    return {p, state, plain};
}

template Quick::Stop Quick::loop<false>(const Byte*, const Byte*, const Byte*,
                                        std::uint16_t) noexcept;
template Quick::Stop Quick::loop<true>(const Byte*, const Byte*, const Byte*,
                                       std::uint16_t) noexcept;

}  // namespace flatline::udmf
