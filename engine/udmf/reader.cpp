// The hot part of the general machine. Anything that is not the plain `key = value;` of tools goes
// to reader_slow.cpp, from the first byte of the same statement.
#include "udmf/reader.hpp"

#include <cmath>
#include <cstring>

#include "base/bytes.hpp"
#include "text/chars.hpp"
#include "text/match.hpp"
#include "text/numbers.hpp"
#include "text/plain_values.hpp"
#include "text/scan.hpp"
#include "udmf/keywords.hpp"

namespace flatline::udmf {

// Name id of the short plain string whose opening quote is at `p`, and *next behind its quote;
// kNone where the slow path must look (long, escaped, near the end, or out of memory).
std::uint32_t Reader::intern_quick(const Byte* p, const Byte** next) noexcept {
    if (static_cast<std::size_t>(end_ - p) <= text::kPlainStringBytes) return Names::kNone;
    const std::size_t size = text::plain_string_size(load_u64le(p + 1), load_u64le(p + 9));
    if (size > quick_string_ || p[1 + size] != '"') return Names::kNone;
    *next = p + size + 2;
    return workspace_.names.intern_short(Names::short_key(p + 1, size),
                                         {offset(p + 1), static_cast<std::uint32_t>(size)});
}

void Reader::note_repeat(const FieldRecord& record, const Byte* key) noexcept {
    warn(Rule::field_duplicate, key, text::skip_identifier(key, end_), record.field);
    bad_ &= ~record.seen;
}

inline const Reader::Byte* Reader::many_blanks(const Byte* p) const noexcept {
    if (!text::is_blank(*p) || !text::is_blank(*++p)) return p;
    if (end_ - p >= 16) p += text::VectorKernel::blanks16(p);
    while (text::is_blank(*p)) ++p;
    return p;
}

// Over blanks and comments from `p`, which is not behind stop_; null where what follows is, or
// where a comment has no end.
const Reader::Byte* Reader::hop_comments(const Byte* p) const noexcept {
    const Byte* opened = nullptr;
    p = text::skip_blank(p, end_, &opened);
    return p <= stop_ ? p : nullptr;
}

// Reads and stores the plain value at `p` (which is not behind stop_) of a known field. Returns
// behind its ';', or null where nothing was stored and the slow path must look.
template <bool kRagged>
inline const Reader::Byte* Reader::quick_value(const FieldRecord& record, const Byte* p,
                                               const Byte* key) noexcept {
    const Byte* const value = p;
    SideValue side;
    std::uint8_t kind = 0;
    switch (record.store) {
        case Store::integer:
        case Store::index:
        case Store::column_integer: {
            std::int32_t number = 0;
            if (record.values != 0 || (p = text::plain_integer(p, number)) == nullptr ||
                p - value > quick_number_ || (p = hop<kRagged>(p)) == nullptr || *p++ != ';') {
                return nullptr;
            }
            if (record.store == Store::column_integer) {
                side.integer = number;
                kind = FLATLINE_INTEGER;
                break;
            }
            std::memcpy(entity_ + record.offset, &number, sizeof number);
            note_member(record, key);
            return p;
        }
        case Store::real:
        case Store::column_real: {
            double number = 0;
            if ((p = text::plain_real(p, number)) == nullptr || p - value > quick_number_ ||
                (p = hop<kRagged>(p)) == nullptr || *p++ != ';') {
                return nullptr;
            }
            if (record.bound != Bound::none && std::fabs(number) > limits_.coordinate)
                return nullptr;
            if (record.store == Store::column_real) {
                side.real = number;
                kind = FLATLINE_REAL;
                break;
            }
            std::memcpy(entity_ + record.offset, &number, sizeof number);
            note_member(record, key);
            return p;
        }
        case Store::flag:
        case Store::column_boolean: {
            bool on = false;
            if (static_cast<std::size_t>(end_ - p) < text::kPlainBooleanBytes) return nullptr;
            if ((p = text::plain_boolean(p, on)) == nullptr || (p = hop<kRagged>(p)) == nullptr ||
                *p++ != ';') {
                return nullptr;
            }
            if (record.store == Store::column_boolean) {
                side.integer = on;
                kind = FLATLINE_BOOLEAN;
                break;
            }
            std::uint32_t flags;
            std::memcpy(&flags, entity_ + record.offset, sizeof flags);
            flags = on ? flags | record.mask : flags & ~record.mask;
            std::memcpy(entity_ + record.offset, &flags, sizeof flags);
            note_member(record, key);
            return p;
        }
        case Store::name: {
            const Byte* next = nullptr;
            if (*p != '"') return nullptr;
            const std::uint32_t id = intern_quick(p, &next);
            // The last ';' of the text may have been in the string.
            if (id == Names::kNone || next > stop_ || (p = hop<kRagged>(next)) == nullptr ||
                *p++ != ';') {
                return nullptr;
            }
            std::memcpy(entity_ + record.offset, &id, sizeof id);
            note_member(record, key);
            return p;
        }
        default:
            return nullptr;
    }
    std::uint32_t& last = workspace_.last_block[record.field];
    if (last == block_serial_) return nullptr;  // again in this block
    SideValue* kept = raw_->values.push();
    if (kept == nullptr) return nullptr;
    side.element = index_;
    side.field = record.field;
    side.block = block_;
    side.kind = kind;
    *kept = side;
    last = block_serial_;
    return p;
}

// The same for a key that the dialect does not know, from behind its =: integers only.
[[gnu::noinline]] const Reader::Byte* Reader::quick_unknown(const Byte* key, std::size_t size,
                                                            const Byte* p) noexcept {
    if (v0_99_ || (options_.grammar == Grammar::automatic && !decided_ &&
                   is_sign_of_0_99(block_, key, size))) {
        return nullptr;
    }
    const Byte* const value = hop(p);
    std::int32_t number = 0;
    if (value == nullptr || (p = text::plain_integer(value, number)) == nullptr ||
        p - value > quick_number_ || (p = hop(p)) == nullptr || *p != ';' ||
        raw_->unknowns.size() >= limits_.unknown_fields) {
        return nullptr;
    }
    flatline_unknown* const kept = raw_->unknowns.push();
    if (kept == nullptr) return nullptr;
    if (!is_user_key(key, size)) warn_unknown(key, key + size, block_);
    *kept = {};
    kept->name = span(key, key + size);
    kept->value.integer = number;
    kept->index = index_;
    kept->element = block_;
    kept->kind = FLATLINE_INTEGER;
    return p + 1;
}

// The statements of the open block, from `p`; true when it was closed.
template <bool kRagged>
bool Reader::read_fields(const Byte* p) noexcept {
    std::uint16_t state = static_cast<std::uint16_t>(Runs::kOpened + block_);
    for (;;) {
        if (p < runs_stop_) {
            p = runs(p, state);
            if (block_ == kTop) {
                p_ = p;
                return true;
            }
            state = static_cast<std::uint16_t>(Runs::kCareful + block_);
        }
        if (p > look_) [[unlikely]] {
            if (p > stop_) {
                // No ';' and no '}' is left, so this block cannot end well: find out how.
                p = skip(p);
                if (p == nullptr) return false;
                if (p == end_) return fail_at_end(Rule::syntax_unclosed_block) != nullptr;
                if ((p = field_statement(p)) == nullptr) return false;
                continue;
            }
            if (!look_around(p)) return false;
        }
        p = blanks<kRagged>(p);
        if (!text::is_letter(*p)) {
            if (*p == '}') {
                p_ = p + 1;
                return close_block();
            }
            if (*p == ';') {
                ++p;
            } else if (*p == '/' || (v0_99_ && text::is_digit(*p))) {
                const Byte* at = skip(p);
                if (at == nullptr) return false;
                if (at != p) {
                    p = at;
                } else if ((p = field_statement(p)) == nullptr) {
                    return false;
                }
            } else if ((p = field_statement(p)) == nullptr) {
                return false;
            }
            continue;
        }

        const Byte* key = p;
        do ++p;
        while (text::is_identifier(*p));
        const auto size = static_cast<std::size_t>(p - key);
        if ((p = hop<kRagged>(p)) != nullptr && *p == '=' && size <= identifier_limit_) [[likely]] {
            const FieldRecord* record = table_.find(block_, load_key(key, size, end_));
            if (record != nullptr && (p = hop<kRagged>(p + 1)) != nullptr) {
                p = quick_value<kRagged>(*record, p, key);
                if (p != nullptr) [[likely]] {
                    state = record->field;
                    continue;
                }
            } else if (record == nullptr && (p = quick_unknown(key, size, p + 1)) != nullptr) {
                continue;
            }
        }
        p = field_statement(key);
        if (p == nullptr) return false;
    }
}

template bool Reader::read_fields<false>(const Byte* p) noexcept;
template bool Reader::read_fields<true>(const Byte* p) noexcept;

bool Reader::open_block(std::uint8_t block, const Byte* keyword) noexcept {
    const auto open = [&](auto& array, const auto& defaults, std::uint64_t limit, Rule rule) {
        if (array.size() >= limit) {
            return fail_limit(rule, keyword, text::skip_identifier(keyword, end_), array.size() + 1,
                              limit) != nullptr;
        }
        auto* entity = array.push();
        if (entity == nullptr) return fail_memory(keyword) != nullptr;
        *entity = defaults;
        entity_ = reinterpret_cast<unsigned char*>(entity);
        index_ = static_cast<std::uint32_t>(array.size() - 1);
        return true;
    };
    block_ = block;
    keyword_ = keyword;
    seen_ = bad_ = 0;
    ++block_serial_;
    index_ = FLATLINE_NONE;
    return with_block(block, open);
}

bool Reader::close_block() noexcept {
    const std::uint64_t missing = required_[block_] & (~seen_ | bad_);
    if (missing != 0) [[unlikely]] {
        if (!missing_fields(missing)) return false;
    }
    block_ = kTop;
    index_ = FLATLINE_NONE;
    open_brace_ = nullptr;
    return true;
}

// The head of a known block: keyword, perhaps comments, brace. Opens the block and returns behind
// the brace; null where the slow path must look, with block_ still kTop unless opening failed.
inline const Reader::Byte* Reader::quick_head(const Byte* p) noexcept {
    const Byte* keyword = p;
    while (text::is_identifier(*p)) ++p;
    const auto size = static_cast<std::size_t>(p - keyword);
    const std::uint8_t kind = block_kind(keyword, size);
    if (kind == FLATLINE_BLOCK || size > identifier_limit_) return nullptr;
    if ((p = hop(p)) == nullptr) return nullptr;
    if (*p != '{') return nullptr;
    statements_before_ = blocks_before_ = true;
    open_brace_ = p;
    return open_block(kind, keyword) ? p + 1 : nullptr;
}

// The whole text, or a part; false when it was refused or a restart is due.
bool Reader::run() noexcept {
    const Byte* p = begin_;
    for (;;) {
        const Byte* next = nullptr;
        if (p > look_ && !look_around(p)) return arrived_;
        if (p < runs_stop_) {
            p = runs(p, Runs::kTop);
            if (block_ != kTop) {
                if (!fields(p)) return false;
                p = p_;
                continue;
            }
        }
        if (p <= stop_) [[likely]] {
            p = blanks(p);
            if (text::is_letter(*p)) next = quick_head(p);
        }
        if (next == nullptr && block_ == kTop) {
            p = skip(p);
            if (p == nullptr) return false;
            if (p == end_) return true;
            if (*p == ';') {
                ++p;
                continue;
            }
            next = top_statement(p);
        }
        if (next == nullptr) return false;
        p = next;
        if (block_ != kTop) {
            if (!fields(p)) return false;
            p = p_;
        }
    }
}

}  // namespace flatline::udmf
