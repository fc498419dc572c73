#include "udmf/runs/follow.hpp"

#include <cmath>
#include <cstring>

#include "base/compiler.hpp"
#include "base/prefetch.hpp"
#include "text/match.hpp"
#include "text/plain_values.hpp"
#include "text/scan.hpp"
#include "text/wide_numbers.hpp"
#include "udmf/runs/comments.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

// More than the longest run and the bytes that are looked at after it.
static_assert(kRunMargin > static_cast<std::ptrdiff_t>(RunRest::kBytes + Run::kMostLast + 64));

// A text in which hardly any run is met twice (keys in random order, a layout that varies) is read
// faster without them. They are given up after so many misses, with one more allowed every so many
// bytes.
constexpr std::uint64_t kFirstMisses = 1024;
constexpr std::uint64_t kBytesAMiss = 200;

// A text with so many misses in its first bytes has another layout than those before it, whose runs
// would only be in its way.
constexpr std::uint64_t kStrangeMisses = 8;
constexpr std::ptrdiff_t kStrangeBytes = 512;

// Returns the end of the line; `end` where it is not before it, or where there is a NUL before.
const Byte* find_newline(const Byte* p, const Byte* end) noexcept {
    const void* const newline = std::memchr(p, '\n', static_cast<std::size_t>(end - p));
    if (newline == nullptr || text::has_nul(p, static_cast<const Byte*>(newline))) return end;
    return static_cast<const Byte*>(newline);
}

// Compares the bytes of a long run after those that lie in the Run itself.
template <class Kernel>
FLATLINE_ALWAYS_INLINE bool same_rest(const Byte* p, const Run& run) noexcept {
    const Byte* const text = run.rest->text;
    for (std::size_t at = Run::kBytes; at + 32 < run.size; at += 32) {
        if (~Kernel::same32(p + at, text + at) != 0) return false;
    }
    return ~Kernel::same32(p + run.size - 32, text + run.size - 32) == 0;
}

// Compares the bytes that lie in the Run itself.
template <class Kernel>
FLATLINE_ALWAYS_INLINE bool begins(const Byte* p, const Run& run) noexcept {
    return (~Kernel::same32(p, run.text) & run.care) == 0;
}

template <class Kernel>
FLATLINE_ALWAYS_INLINE bool matches(const Byte* p, const Run& run) noexcept {
    return begins<Kernel>(p, run) && (run.size <= Run::kBytes || same_rest<Kernel>(p, run));
}

// The run of `state` that the text at `p` begins with, which is not the first one; the last one
// where no other does. It counts as taken.
template <class Kernel>
FLATLINE_ALWAYS_INLINE Run* take_other(const Byte* p, RunState& state) noexcept {
    Run* run = state.guess(p);
    if (!matches<Kernel>(p, *run)) {
        state.guessed_wrong();
        for (run = state.runs + 1; !matches<Kernel>(p, *run);) ++run;
    }
    return state.used(run);
}

// The place to which the value of a run's slot goes.
FLATLINE_ALWAYS_INLINE FieldTarget target_of(const Run& run) noexcept {
    return {run.slot_seen, run.offset, run.field};
}

// Returns the byte after the ';' at `p`; null if there is none, or where `p` is null.
FLATLINE_ALWAYS_INLINE const Byte* semicolon(const Byte* p) noexcept {
    return p != nullptr && *p == ';' ? p + 1 : nullptr;
}

}  // namespace

// The head of a block whose brace is still to come.
struct Follower::Head {
    const Byte* keyword = nullptr;
    std::uint8_t kind = OpenBlock::kNone;
};

// ---- What a run does before its slot ----

// Applies flags, booleans of columns, the end of the block and the head of the next one. Where not
// all of it can be done nothing is done, or only the block is closed and another path goes on at
// head.keyword.
FLATLINE_ALWAYS_INLINE Follower::Applied Follower::apply(const Run& run, const Byte* p,
                                                         OpenBlock& open, Head& head) noexcept {
    if ((run.given & open.seen) != 0) return Applied::nothing;
    if (run.closes && builder_.missing(open, run.seen) != 0) return Applied::nothing;
    if (run.flags) {
        if (run.slot == ValueSlot::unlearned)
            return Applied::unlearned;  // asked where few runs come
        const RunRest& rest = *run.rest;
        if (rest.boolean_count != 0 && !builder_.columns(open.serial, open.index, open.kind,
                                                         rest.booleans, rest.boolean_count)) {
            return Applied::nothing;
        }
        builder_.put_flags(open, run.flags_at, run.set, run.clear, run.seen);
    }
    if (run.closes) builder_.close(open);
    if (run.opens == Run::kOpensNothing) return Applied::all;
    if (head.keyword == nullptr) head.keyword = p + run.keyword;
    if (!builder_.open(open, run.opens, head.keyword, p + run.brace)) return Applied::nothing;
    head = {};
    return Applied::all;
}

// ---- Value slots ----
// Each reads a value and returns the byte after its ';', or null if it is not plain.

// An index is hardly ever negative, and as long as the last one.
FLATLINE_ALWAYS_INLINE const Byte* Follower::index(Run& run, const Byte* p,
                                                   OpenBlock& open) noexcept {
    std::int32_t number = 0;
    const Byte* next = p + run.last + 1;
    if (p[run.last] != ';' || !text::wide_digits_of(p, run.last, number)) [[unlikely]] {
        std::int32_t other = 0;
        if ((next = other_index(run, p, other)) == nullptr) return nullptr;
        number = other;
    }
    builder_.put(open, target_of(run), number);
    return next;
}

// The same for one of any length.
FLATLINE_NEVER_INLINE const Byte* Follower::other_index(Run& run, const Byte* p,
                                                        std::int32_t& out) noexcept {
    constexpr std::ptrdiff_t kMostDigits = 8;
    const Byte* const next = semicolon(text::wide_integer(p, out));
    if (next == nullptr) return nullptr;
    const std::ptrdiff_t size = next - 1 - p;
    run.last = static_cast<std::uint8_t>(size <= kMostDigits ? size : 0);
    return next;
}

FLATLINE_ALWAYS_INLINE const Byte* Follower::integer(Run& run, const Byte* p,
                                                     OpenBlock& open) noexcept {
    std::int32_t number = 0;
    if (p[run.last] == ';' && text::wide_integer_of(p, run.last, number)) [[likely]] {
        p += run.last + 1;
    } else {
        const Byte* const value = p;
        if ((p = semicolon(text::wide_integer(p, number))) == nullptr) return nullptr;
        run.last = static_cast<std::uint8_t>(p - value - 1);
    }
    builder_.put(open, target_of(run), number);
    return p;
}

template <class Kernel>
FLATLINE_ALWAYS_INLINE const Byte* Follower::real(const Run& run, const Byte* p,
                                                  OpenBlock& open) noexcept {
    double number = 0;
    if ((p = semicolon(text::wide_real<Kernel>(p, number))) == nullptr ||
        (run.bounded && std::fabs(number) > limits_.coordinate)) {
        return nullptr;
    }
    builder_.put(open, target_of(run), number);
    return p;
}

FLATLINE_ALWAYS_INLINE const Byte* Follower::whole(const Run& run, const Byte* p,
                                                   OpenBlock& open) noexcept {
    std::int32_t number = 0;
    if ((p = semicolon(text::wide_integer(p, number))) == nullptr ||
        (run.bounded && std::fabs(static_cast<double>(number)) > limits_.coordinate)) {
        return nullptr;
    }
    builder_.put_whole(open, target_of(run), number);
    return p;
}

template <class Kernel>
FLATLINE_ALWAYS_INLINE const Byte* Follower::name(const Run& run, const Byte* p,
                                                  OpenBlock& open) noexcept {
    const std::size_t size = Kernel::find16(p + 1, text::kQuotes, text::kBackslashes);
    if (*p != '"' || size > most_string_ || p[1 + size] != '"' || p[2 + size] != ';') {
        return nullptr;
    }
    const std::uint32_t id = builder_.short_name(p + 1, size);
    if (id == text::NamePool::kNone) return nullptr;
    builder_.put(open, target_of(run), id);
    return p + size + 3;
}

FLATLINE_ALWAYS_INLINE const Byte* Follower::column_integer(const Run& run, const Byte* p,
                                                            const OpenBlock& open) noexcept {
    std::int32_t number = 0;
    if ((p = semicolon(text::wide_integer(p, number))) == nullptr ||
        (run.bounded && !value_allowed(run.rest->values, std::int64_t{number}))) {
        return nullptr;
    }
    return builder_.column(open, run.field, number) ? p : nullptr;
}

template <class Kernel>
FLATLINE_ALWAYS_INLINE const Byte* Follower::column_real(const Run& run, const Byte* p,
                                                         const OpenBlock& open) noexcept {
    double number = 0;
    if ((p = semicolon(text::wide_real<Kernel>(p, number))) == nullptr ||
        (run.bounded && std::fabs(number) > limits_.coordinate)) {
        return nullptr;
    }
    return builder_.column(open, run.field, number) ? p : nullptr;
}

FLATLINE_ALWAYS_INLINE const Byte* Follower::column_text(const Run& run, const Byte* p,
                                                         const OpenBlock& open,
                                                         std::uint8_t kind) noexcept {
    flatline_text text;
    if ((p = semicolon(string(p, &text))) == nullptr ||
        (run.bounded && text.size != 0 &&
         !value_allowed(run.rest->values, builder_.string_of(text)))) {
        return nullptr;
    }
    return builder_.column(open, run.field, text, kind) ? p : nullptr;
}

// Returns the byte after the plain string at `p`; null if it is not plain.
FLATLINE_NEVER_INLINE const Byte* Follower::string(const Byte* p, flatline_text* out) noexcept {
    bool escaped = false;
    if (*p != '"') return nullptr;
    const Byte* end = text::skip_string(p, source_.end, &escaped);
    if (end == nullptr || escaped || end >= stop_ || text::has_nul(p, end)) return nullptr;
    *out = source_.span(p + 1, end - 1);
    return out->size <= limits_.string_bytes ? end : nullptr;
}

// Returns the newline after the line comment at `p`; null if it does not end before stop_.
template <class Kernel>
FLATLINE_ALWAYS_INLINE const Byte* Follower::line_comment(Run& run, const Byte* p) const noexcept {
    // Most are as long as the last one, and the processor goes on from that guess.
    const std::size_t size = Kernel::find16(p, text::kNewlines, text::kNuls);
    if (size != run.last) [[unlikely]]
        return comment_end(run, p, size);
    return p[run.last] == '\n' ? p + run.last : nullptr;
}

// The same for a string with escapes, the value of an unknown key: only when nothing can stop it
// from being kept is it decoded.
FLATLINE_NEVER_INLINE const Byte* Follower::escaped_string(const Byte* p,
                                                           flatline_text* out) noexcept {
    bool escaped = false;
    const Byte* const end = text::skip_string(p, source_.end, &escaped);
    if (end == nullptr || !escaped || end >= stop_ || *end != ';' || text::has_nul(p, end) ||
        builder_.unknowns_are_full()) {
        return nullptr;
    }
    const std::uint64_t size = text::unescaped_size(p + 1, end - 1);
    const bool kept = size <= limits_.string_bytes && builder_.decode(p + 1, end - 1, size, *out);
    return kept ? end : nullptr;
}

// Returns the end of the line comment at `p`, which has `size` bytes, or 16 or more; a short one is
// expected to be as long the next time. Null if it does not end before stop_.
FLATLINE_NEVER_INLINE const Byte* Follower::comment_end(Run& run, const Byte* p,
                                                        std::size_t size) const noexcept {
    const bool is_short = size < 16;
    run.last = is_short ? static_cast<std::uint8_t>(size) : Run::kNoLength;
    const Byte* const newline = is_short ? p + size : find_newline(p, stop_);
    return newline < stop_ && *newline == '\n' ? newline : nullptr;
}

// Returns the byte after the block comment at `p`; null if it does not end before stop_.
FLATLINE_NEVER_INLINE const Byte* Follower::block_comment(const Byte* p) const noexcept {
    const Byte* const behind = text::comment_end(p, stop_);
    return behind != nullptr && behind < stop_ && !text::has_nul(p, behind) ? behind : nullptr;
}

// Keeps the unknown field after the run that stands at `p`.
FLATLINE_NEVER_INLINE const Byte* Follower::unknown(const Run& run, const Byte* p,
                                                    std::uint32_t index,
                                                    std::uint8_t kind) noexcept {
    const Byte* const key = p + run.statement;
    p += run.size;
    flatline_unknown value{};
    if (*p == '"') {
        value.kind = FLATLINE_STRING;
        const Byte* const next = string(p, &value.value.string);
        p = next != nullptr ? next : escaped_string(p, &value.value.string);
    } else if (text::is_letter(*p)) {
        bool on = false;
        value.kind = FLATLINE_BOOLEAN;
        p = text::plain_boolean(p, on);
        value.value.boolean = on;
    } else {
        std::int32_t number = 0;
        const Byte* next = text::wide_integer(p, number);
        if (next != nullptr && *next == ';') {
            value.kind = FLATLINE_INTEGER;
            value.value.integer = number;
        } else {
            value.kind = FLATLINE_REAL;
            next = text::plain_real(p, value.value.real);
            // A long integer is an integer, too.
            if (next == nullptr ||
                std::memchr(p, '.', static_cast<std::size_t>(next - p)) == nullptr) {
                return nullptr;
            }
        }
        p = next;
    }
    const Byte* const key_end = key + run.rest->key_size;
    if ((p = semicolon(p)) == nullptr || !builder_.keep_unknown(index, kind, key, key_end, value)) {
        return nullptr;
    }
    if (run.rest->reports) report_.unknown_field(index, kind, key, key_end);
    return p;
}

// Reads what stands after the text of the run.
template <class Kernel>
FLATLINE_ALWAYS_INLINE const Byte* Follower::slot(Run& run, const Byte* p, OpenBlock& open,
                                                  Head& head) noexcept {
    const Byte* const next = p + run.size;
    if (run.is_index) return index(run, next, open);  // a third of all
    switch (run.slot) {
        case ValueSlot::none:
            return next;
        case ValueSlot::integer:
            return integer(run, next, open);
        case ValueSlot::real:
            return real<Kernel>(run, next, open);
        case ValueSlot::whole:
            return whole(run, next, open);
        case ValueSlot::name:
            return name<Kernel>(run, next, open);
        case ValueSlot::column_integer:
            return column_integer(run, next, open);
        case ValueSlot::column_real:
            return column_real<Kernel>(run, next, open);
        case ValueSlot::column_string:
            return column_text(run, next, open, FLATLINE_STRING);
        case ValueSlot::column_ids:
            return column_text(run, next, open, FLATLINE_IDS);
        case ValueSlot::unknown:
            return unknown(run, p, open.index, open.kind);
        case ValueSlot::head_comment:
            head = {p + run.keyword, run.head_kind};
            return line_comment<Kernel>(run, next);
        case ValueSlot::comment: {
            const Byte* const newline = line_comment<Kernel>(run, next);
            if (newline == nullptr) return nullptr;
            // What follows in a text with CR LF then is what follows where there is no comment.
            return newline[-1] == '\r' ? newline - 1 : newline;
        }
        case ValueSlot::block_comment:
            return block_comment(next);
        default:
            unreachable();  // saves a comparison in each run
    }
}

// ---- The loop ----

template <class Kernel>
FLATLINE_ALWAYS_INLINE const Byte* Follower::loop(const Byte* p, std::uint16_t from) noexcept {
    OpenBlock open = open_;
    Head head;
    RunState* state = runs_.state(from);
    do {
        prefetch_ahead(p);
        Run* run = state->runs;
        if (begins<Kernel>(p, *run) &&
            (!run->acts || run->size <= Run::kBytes || same_rest<Kernel>(p, *run))) {
            ++run->hits;
        } else {
            run = take_other<Kernel>(p, *state);
        }
        if (!run->acts) {
            if ((run->slot_seen & open.seen) != 0) {
                p += run->statement;
                break;
            }
        } else {
            Applied applied = apply(*run, p, open, head);
            if (applied == Applied::unlearned) {
                const CommentedMatch match = match_around_comments(p, *state, stop_);
                if (match.run != nullptr) {
                    applied = apply(*match.run, match.block, open, head);
                    if (applied == Applied::all) p = match.tail;
                    run = state->used(match.run);
                } else if (worth_learning(p) && learner_.learn(p, *state, head.kind, open.kind)) {
                    continue;
                }
            }
            if (applied != Applied::all) break;
        }
        const Byte* const next = slot<Kernel>(*run, p, open, head);
        if (next == nullptr) {
            p += run->statement;
            break;
        }
        p = next;
        state = run->next;
    } while (p < stop_);
    open_ = open;
    return head.keyword != nullptr ? head.keyword : p;
}

#if !defined(FLATLINE_ONE_KERNEL)
const Byte* Follower::follow_scalar(const Byte* p, std::uint16_t from) noexcept {
    return loop<text::ScalarKernel>(p, from);
}
#endif
const Byte* Follower::follow_vector(const Byte* p, std::uint16_t from) noexcept {
    return loop<text::VectorKernel>(p, from);
}
#if FLATLINE_AVX2
FLATLINE_OWN_LINE FLATLINE_TARGET_AVX2 const Byte* Follower::follow_avx2(
    const Byte* p, std::uint16_t from) noexcept {
    return loop<text::Avx2Kernel>(p, from);
}
#endif

bool Follower::worth_learning(const Byte* p) noexcept {
    if (++misses_ == kStrangeMisses && p - source_.begin < kStrangeBytes && runs_.are_old()) {
        runs_.hold_for_none();
        return false;  // without regard to this statement, it goes on with none
    }
    if (misses_ <= kFirstMisses + static_cast<std::uint64_t>(p - source_.begin) / kBytesAMiss) {
        return true;
    }
    gave_up_ = true;
    limit_ = source_.begin;
    runs_.hold_for_none();
    return false;
}

void Follower::begin(Kernel kernel, bool learns) noexcept {
    // A run does not look at the length of numbers, so the limit must allow any plain one.
    const bool use = learns && limits_.number_bytes >= text::kPlainNumberBytes &&
                     source_.stop - source_.begin > kRunMargin;
    limit_ = use ? source_.stop - kRunMargin : source_.begin;
    most_string_ = static_cast<std::size_t>(
        std::min<std::uint64_t>(limits_.string_bytes, text::NamePool::kCachedBytes));
    switch (kernel) {
#if !defined(FLATLINE_ONE_KERNEL)
        case Kernel::scalar:
            follow_ = &Follower::follow_scalar;
            break;
#endif
#if FLATLINE_AVX2
        case Kernel::avx2:
            follow_ = &Follower::follow_avx2;
            break;
#endif
        default:
            follow_ = &Follower::follow_vector;
            break;
    }
}

}  // namespace flatline::engine::udmf
