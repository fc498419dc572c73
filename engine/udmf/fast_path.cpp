#include "udmf/fast_path.hpp"

#include <algorithm>
#include <cmath>

#include "base/compiler.hpp"
#include "base/prefetch.hpp"
#include "text/chars.hpp"
#include "text/match.hpp"
#include "text/plain_values.hpp"
#include "text/scan.hpp"
#include "text/wide_numbers.hpp"
#include "udmf/keywords.hpp"
#include "udmf/runs/store.hpp"

namespace flatline::engine::udmf {
namespace {

constexpr FieldRecord kUnknownKey = {0, 0, FLATLINE_NO_FIELD, 0, Store::integer, Bound::none, 0};

}  // namespace

FastPath::FastPath(const Limits& limits, const Source& source, Builder& builder, Report& report,
                   const GrammarState& grammar, OpenBlock& open, KeyCache& keys,
                   std::uint64_t& statements) noexcept
    : source_(source),
      builder_(builder),
      report_(report),
      grammar_(grammar),
      open_(open),
      keys_(keys),
      statements_(statements),
      most_number_(static_cast<std::ptrdiff_t>(
          std::min<std::uint64_t>(limits.number_bytes, text::kPlainNumberBytes))),
      most_string_(static_cast<std::size_t>(
          std::min<std::uint64_t>(limits.string_bytes, text::NamePool::kCachedBytes))),
      most_key_(
          static_cast<std::size_t>(std::min<std::uint64_t>(limits.identifier_bytes, kMaxKeyBytes))),
      most_coordinate_(limits.coordinate) {}

// ---- Between tokens ----

// Goes over blanks and comments from `p`. Null if what follows is past source.stop or a
// comment has no end. Precondition: `p` is not past source.stop.
inline const FastPath::Byte* FastPath::hop(const Byte* p) const noexcept {
    while (text::is_blank(*p)) ++p;
    return *p != '/' ? p : hop_comments(p);
}

FLATLINE_NEVER_INLINE const FastPath::Byte* FastPath::hop_comments(const Byte* p) const noexcept {
    // The rest of a line, short as most are. A ';' at source.stop is not passed.
    while (source_.stop - p > 20 && *p == '/' && p[1] == '/') {
        const std::size_t size = text::VectorKernel::find16(p + 2, text::kNewlines, text::kNuls);
        if (p[2 + size] != '\n') break;
        p += 3 + size;
        while (text::is_blank(*p)) ++p;
    }
    if (*p != '/') return p;
    const Byte* const from = p;
    const Byte* opened = nullptr;
    p = text::skip_blank(p, source_.end, &opened);
    return p <= source_.stop && !text::has_nul(from, p) ? p : nullptr;
}

// What stands after a value: its ';', which operator() goes to from the end of the value. Null
// if there is none, or where `p` is null.
struct FastPath::Spaced {
    const FastPath& path;

    FLATLINE_ALWAYS_INLINE const Byte* operator()(const Byte* p) const noexcept {
        if (p == nullptr) return nullptr;
        if (*p == ';') [[likely]]
            return p + 1;
        return (p = path.hop(p)) != nullptr && *p == ';' ? p + 1 : nullptr;
    }
    FLATLINE_ALWAYS_INLINE static const Byte* integer(const Byte* p, std::int32_t& out) noexcept {
        return text::plain_integer(p, out);
    }
};

// The same where both are known before the value has been read.
struct FastPath::Known {
    const Byte* end;
    const Byte* semicolon;

    FLATLINE_ALWAYS_INLINE const Byte* operator()(const Byte* p) const noexcept {
        return p == end ? semicolon + 1 : nullptr;
    }
    FLATLINE_ALWAYS_INLINE const Byte* integer(const Byte* p, std::int32_t& out) const noexcept {
        return text::wide_integer_of(p, static_cast<std::size_t>(end - p), out)
                   ? end
                   : text::plain_integer(p, out);
    }
};

// ---- Values ----

// Reads and stores the value of a known field at `p`. Returns the byte after its ';', or null
// where nothing was stored. Precondition: `p` is not past source.stop.
template <class Kernel, class Behind>
FLATLINE_ALWAYS_INLINE const FastPath::Byte* FastPath::value(const Byte* p,
                                                             const FieldRecord& record,
                                                             OpenBlock& open,
                                                             Behind behind) noexcept {
    const Byte* const from = p;
    switch (record.store) {
        case Store::integer:
        case Store::index:
        case Store::whole:
        case Store::column_integer: {
            std::int32_t number = 0;
            if ((p = behind.integer(p, number)) == nullptr || p - from > most_number_ ||
                (p = behind(p)) == nullptr ||
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
            p = static_cast<std::size_t>(source_.end - p) >= text::kWideBytes
                    ? text::wide_real<Kernel>(p, number)
                    : text::plain_real(p, number);
            if (p == nullptr || p - from > most_number_ || (p = behind(p)) == nullptr ||
                (record.bound != Bound::none && std::fabs(number) > most_coordinate_)) {
                return nullptr;
            }
            return builder_.store(open, record, number) ? p : nullptr;
        }
        case Store::flag:
        case Store::column_boolean: {
            bool on = false;
            if (static_cast<std::size_t>(source_.end - p) < text::kPlainBooleanBytes ||
                (p = behind(text::plain_boolean(p, on))) == nullptr) {
                return nullptr;
            }
            return builder_.store(open, record, on) ? p : nullptr;
        }
        case Store::name:
            return name(p, record, open, behind);
        default:
            return nullptr;
    }
}

// Reads a short plain string that is not near the end of the text.
template <class Behind>
FLATLINE_ALWAYS_INLINE const FastPath::Byte* FastPath::name(const Byte* p,
                                                            const FieldRecord& record,
                                                            OpenBlock& open,
                                                            Behind behind) noexcept {
    if (*p != '"' || static_cast<std::size_t>(source_.end - p) <= text::kPlainStringBytes) {
        return nullptr;
    }
    const std::size_t size = text::VectorKernel::find16(p + 1, text::kQuotes, text::kBackslashes);
    if (size > most_string_ || p[1 + size] != '"') return nullptr;
    const std::uint32_t id = builder_.short_name(p + 1, size);
    p += size + 2;
    // The last ';' of the text may lie in the string.
    if (id == text::NamePool::kNone || p > source_.stop || (p = behind(p)) == nullptr) {
        return nullptr;
    }
    return builder_.store_name(open, record, id) ? p : nullptr;
}

// Reads the value of a key that the dialect does not know; integers only. The key stands at `key`
// or after blanks there, the value at `p`.
template <class Behind>
FLATLINE_NEVER_INLINE const FastPath::Byte* FastPath::unknown(const Byte* key, const Byte* p,
                                                              std::uint32_t index,
                                                              std::uint8_t kind,
                                                              Behind behind) noexcept {
    while (text::is_blank(*key)) ++key;
    const Byte* const key_end = text::skip_identifier(key, p);
    const Byte* const from = p;
    std::int32_t number = 0;
    if ((p = text::plain_integer(from, number)) == nullptr || p - from > most_number_ ||
        (p = behind(p)) == nullptr) {
        return nullptr;
    }
    flatline_unknown value{};
    value.kind = FLATLINE_INTEGER;
    value.value.integer = number;
    if (!builder_.keep_unknown(index, kind, key, key_end, value)) return nullptr;
    if (!is_user_key(key, static_cast<std::size_t>(key_end - key))) {
        report_.unknown_field(index, kind, key, key_end);
    }
    return p;
}

// ---- Statements ----

// A key and the '=' after it.
struct FastPath::Spelled {
    const Byte* value;          // null: not plain
    const FieldRecord* record;  // without a field where the dialect does not know the key
};

// The field of a key, kUnknownKey where the dialect knows none; null if that may be a sign of
// another dialect.
inline const FieldRecord* FastPath::field(const Byte* key, std::size_t size,
                                          std::uint8_t kind) const noexcept {
    const FieldRecord* record = grammar_.table().find(kind, load_key(key, size, source_.end));
    if (record != nullptr) [[likely]]
        return record;
    return grammar_.v0_99() || grammar_.is_sign(kind, key, size) ? nullptr : &kUnknownKey;
}

// Reads the key at `key` by its letters.
inline FastPath::Spelled FastPath::spelled(const Byte* key, std::uint8_t kind) noexcept {
    const Byte* p = key;
    do ++p;
    while (text::is_identifier(*p));
    const auto size = static_cast<std::size_t>(p - key);
    // As most tools write it; after that may still be more blanks.
    const bool spaced = *p == ' ' && p[1] == '=' && p[2] == ' ';
    ++looked_at_;
    if (spaced) {
        ++p;
    } else {
        loose_ += *p != '=' || text::is_blank(p[1]);
        if ((p = hop(p)) == nullptr || *p != '=') return {nullptr, nullptr};
    }
    if (size > most_key_) return {nullptr, nullptr};
    const FieldRecord* const record = field(key, size, kind);
    if (record == nullptr) return {nullptr, nullptr};
    return {hop(p + 1 + spaced), record};
}

// The same for a key whose spelling is not known yet. The statement before ended at `from`.
FLATLINE_NEVER_INLINE FastPath::Spelled FastPath::new_spelling(const Byte* from, const Byte* key,
                                                               std::uint8_t kind) noexcept {
    const Spelled found = spelled(key, kind);
    if (found.value != nullptr && source_.end - from >= KeyCache::kBytes) {
        keys_.keep(kind, from, key, found.value, *found.record);
    }
    return found;
}

// Reads a key of a block of that kind.
template <FastPath::Layout kLayout, class Kernel>
FLATLINE_ALWAYS_INLINE FastPath::Spelled FastPath::key(const Byte* from, const Byte* key,
                                                       std::uint8_t kind,
                                                       KeyCache::Entry*& last) noexcept {
    if (source_.stop - from < KeyCache::kBytes) return new_spelling(from, key, kind);
    KeyCache::Entry* const known = keys_.find<Kernel>(kind, from, key);
    if (known == nullptr) return new_spelling(from, key, kind);
    if (kLayout == Layout::plain) {
        keys_.followed(*last, *known);
        last = known;
    }
    return {hop(from + known->size), &known->record};
}

// The kind of block that a keyword opens, FLATLINE_BLOCK where it is not known.
inline std::uint8_t FastPath::kind_of(const Byte* keyword, std::size_t size) const noexcept {
    if (size > sizeof(std::uint64_t) || size > most_key_) return FLATLINE_BLOCK;
    return block_kind(load_key(keyword, size, source_.end).word[0]);
}

// Reads the head of a known block, from its keyword to after the brace.
FLATLINE_ALWAYS_INLINE const FastPath::Byte* FastPath::head(const Byte* p,
                                                            OpenBlock& open) noexcept {
    const Byte* const keyword = p;
    while (text::is_identifier(*p)) ++p;
    const std::uint8_t kind = kind_of(keyword, static_cast<std::size_t>(p - keyword));
    if (kind == FLATLINE_BLOCK || (p = hop(p)) == nullptr || *p != '{' ||
        !builder_.open(open, kind, keyword, p)) {
        return nullptr;
    }
    return p + 1;
}

template <FastPath::Layout kLayout, class Kernel>
FLATLINE_ALWAYS_INLINE FastPath::Stop FastPath::loop(const Byte* p, const Byte* from,
                                                     const Byte* to, std::uint16_t state) noexcept {
    OpenBlock open = open_;
    KeyCache::Entry* last = keys_.first();
    std::uint64_t read = 0;
    bool plain = true;
    do {
        prefetch_ahead(p);
        const Byte* next = nullptr;
        Spelled field{};
        KeyCache::Entry* known = nullptr;
        if (kLayout == Layout::plain && source_.stop - p >= KeyCache::kBytes) {
            known = keys_.follow<Kernel>(last, open.kind, p);
        }
        if (known != nullptr) [[likely]] {
            last = known;
            field = {hop(p + known->size), &known->record};
        } else if ((next = hop(p)) != nullptr) {
            const Byte* const before = p;
            p = next;
            if (text::is_letter(*p) && open.is_open()) {
                field = key<kLayout, Kernel>(before, p, open.kind, last);
                next = nullptr;
            } else if (text::is_letter(*p)) {
                next = head(p, open);
                state = static_cast<std::uint16_t>(Runs::kOpened + open.kind);
            } else if (*p == '}' && open.is_open() && builder_.missing(open) == 0) {
                builder_.close(open);
                state = Runs::kTop;
                next = p + 1;
            } else {
                next = *p == ';' ? p + 1 : nullptr;
            }
        }
        if (field.value != nullptr) {
            if (field.record->field != FLATLINE_NO_FIELD) {
                state = field.record->field;
                next = value<Kernel>(field.value, *field.record, open, Spaced{*this});
            } else {
                next = unknown(p, field.value, open.index, open.kind, Spaced{*this});
            }
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
    return {p, state, plain};
}

// Reads a statement `key = value;` whose tokens are known. Returns the byte after it.
template <class Kernel>
FLATLINE_ALWAYS_INLINE const FastPath::Byte* FastPath::assignment(OpenBlock& open,
                                                                  std::uint16_t& state) noexcept {
    const Byte* const key = tokens_[0];
    const Byte* const from = tokens_[2];
    const std::size_t size = tokens_.word_size(key);
    if (!text::is_letter(*key) || !open.is_open() || size > most_key_) return nullptr;
    const FieldRecord* const record = field(key, size, open.kind);
    if (record == nullptr) return nullptr;
    const Known behind{from + tokens_.word_size(from), tokens_[3]};
    if (record->field != FLATLINE_NO_FIELD) [[likely]] {
        state = record->field;
        return value<Kernel>(from, *record, open, behind);
    }
    if (text::skip_identifier(key, key + size) != key + size) return nullptr;
    return unknown(key, from, open.index, open.kind, behind);
}

// In a text of which no runs are followed any more.
template <class Kernel>
FLATLINE_ALWAYS_INLINE FastPath::Stop FastPath::by_tokens(const Byte* p, const Byte* to,
                                                          std::uint16_t state) noexcept {
    constexpr std::size_t kTokens = 4;  // of an assignment
    OpenBlock open = open_;
    std::uint64_t read = 0;
    bool plain = true;
    tokens_.go_to(p);
    do {
        if (!tokens_.has(kTokens)) {
            tokens_.find<Kernel>(p, source_.end);
            if (!tokens_.has(kTokens)) {
                plain = false;
                break;
            }
        }
        const Byte* next = nullptr;
        std::size_t passed = 1;
        const Byte* const first = tokens_[0];
        const Byte* const second = tokens_[1];
        if (*second == '=' && *tokens_[3] == ';') [[likely]] {
            next = assignment<Kernel>(open, state);
            passed = kTokens;
        } else if (*first == '}' && open.is_open() && builder_.missing(open) == 0) {
            builder_.close(open);
            state = Runs::kTop;
            next = first + 1;
        } else if (*second == '{' && text::is_letter(*first) && !open.is_open()) {
            const std::uint8_t kind = kind_of(first, tokens_.word_size(first));
            if (kind != FLATLINE_BLOCK && builder_.open(open, kind, first, second)) {
                state = static_cast<std::uint16_t>(Runs::kOpened + kind);
                next = second + 1;
                passed = 2;
            }
        } else if (*first == ';') {
            next = first + 1;
        }
        if (next == nullptr) {
            plain = false;
            break;
        }
        tokens_.pass(passed);
        p = next;
        ++read;
    } while (p <= to);
    open_ = open;
    statements_ += read;
    return {p, state, plain};
}

FastPath::Stop FastPath::plain(const Byte* p, const Byte* from, const Byte* to,
                               std::uint16_t state) noexcept {
    return loop<Layout::plain, text::VectorKernel>(p, from, to, state);
}
FastPath::Stop FastPath::varied(const Byte* p, const Byte* from, const Byte* to,
                                std::uint16_t state) noexcept {
    return loop<Layout::varied, text::VectorKernel>(p, from, to, state);
}
FastPath::Stop FastPath::ragged(const Byte* p, const Byte*, const Byte* to,
                                std::uint16_t state) noexcept {
    return by_tokens<text::VectorKernel>(p, to, state);
}
#if FLATLINE_AVX2
FLATLINE_OWN_LINE FLATLINE_TARGET_AVX2 FastPath::Stop FastPath::plain_avx2(
    const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept {
    return loop<Layout::plain, text::Avx2Kernel>(p, from, to, state);
}
FLATLINE_OWN_LINE FLATLINE_TARGET_AVX2 FastPath::Stop FastPath::varied_avx2(
    const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept {
    return loop<Layout::varied, text::Avx2Kernel>(p, from, to, state);
}
FLATLINE_OWN_LINE FLATLINE_TARGET_AVX2 FastPath::Stop FastPath::ragged_avx2(
    const Byte* p, const Byte*, const Byte* to, std::uint16_t state) noexcept {
    return by_tokens<text::Avx2Kernel>(p, to, state);
}
#endif

void FastPath::begin(Kernel kernel, bool by_tokens) noexcept {
    tokens_.clear();
#if FLATLINE_AVX2
    const bool avx2 = kernel == Kernel::avx2;
    plain_ = avx2 ? &FastPath::plain_avx2 : &FastPath::plain;
    varied_ = avx2 ? &FastPath::varied_avx2 : &FastPath::varied;
    ragged_ = avx2 ? &FastPath::ragged_avx2 : &FastPath::ragged;
#else
    static_cast<void>(kernel);
#endif
    if (by_tokens) plain_ = varied_ = ragged_;
}

}  // namespace flatline::engine::udmf
