// Learned runs in front of the general machine: text that was met before is compared and applied
// as a whole, up to the value behind it. Nothing here reports an error or decides what is one: on
// any doubt the general machine goes on from the same statement, so both give the same map.
#include <cmath>
#include <cstring>

#include "text/match.hpp"
#include "text/scan.hpp"
#include "text/wide_numbers.hpp"
#include "udmf/reader.hpp"
#include "udmf/runs.hpp"

namespace flatline::udmf {
namespace {

const unsigned char* find_newline(const unsigned char* p, const unsigned char* end) noexcept {
    const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(end - p));
    return newline == nullptr ? end : static_cast<const unsigned char*>(newline);
}

// Behind the "*/" that comes next; `end` where there is none before it.
const unsigned char* behind_comment(const unsigned char* p, const unsigned char* end) noexcept {
    while (p < end) {
        const void* star = std::memchr(p, '*', static_cast<std::size_t>(end - p));
        if (star == nullptr) return end;
        p = static_cast<const unsigned char*>(star) + 1;
        if (*p == '/') return p + 1;
    }
    return end;
}

}  // namespace

// The machine's state while runs apply, in registers: entities are written as bytes, which may be
// anything to a compiler, members of the reader too.
struct Reader::Hot {
    unsigned char* entity;
    std::uint64_t seen;
    std::uint64_t bad;
    const Byte* keyword;
    const Byte* brace;
    std::uint32_t index;
    std::uint32_t serial;
    std::uint8_t block;
};

// Opens a block; false where the general machine has to say why that does not go.
[[gnu::always_inline]] inline bool Reader::open_hot(Hot& hot, std::uint8_t kind) noexcept {
    const auto open = [&](auto& array, const auto& defaults, std::uint64_t limit, Rule) {
        if (array.size() >= limit) return false;
        auto* entity = array.push();
        if (entity == nullptr) return false;
        *entity = defaults;
        hot.entity = reinterpret_cast<unsigned char*>(entity);
        hot.index = static_cast<std::uint32_t>(array.size() - 1);
        hot.block = kind;
        hot.seen = hot.bad = 0;
        ++hot.serial;
        return true;
    };
    return with_block(kind, open);
}

// Flags, booleans of columns and the end of the block, where all of it goes; else nothing is done.
[[gnu::always_inline]] inline bool Reader::apply(const Run& run, Hot& hot) noexcept {
    if ((run.seen & hot.seen) != 0) return false;
    if (run.closes && (required_[hot.block] & (~(hot.seen | run.seen) | hot.bad)) != 0)
        return false;
    if (run.flags) {
        if (run.rest->boolean_count != 0 && !push_booleans(*run.rest, hot)) return false;
        hot.seen |= run.seen;
        std::uint32_t flags;
        std::memcpy(&flags, hot.entity + run.flags_at, sizeof flags);
        flags = (flags & ~run.clear) | run.set;
        std::memcpy(hot.entity + run.flags_at, &flags, sizeof flags);
    }
    if (run.closes) hot.block = kTop;
    return true;
}

bool Reader::push_booleans(const RunRest& rest, Hot hot) noexcept {
    for (std::size_t i = 0; i < rest.boolean_count; ++i) {
        if (workspace_.last_block[rest.booleans[i].field] == hot.serial) return false;
    }
    SideValue* kept = raw_->values.push(rest.boolean_count);
    if (kept == nullptr) return false;
    for (std::size_t i = 0; i < rest.boolean_count; ++i) {
        SideValue side;
        side.integer = rest.booleans[i].on;
        side.element = hot.index;
        side.field = rest.booleans[i].field;
        side.block = hot.block;
        side.kind = FLATLINE_BOOLEAN;
        kept[i] = side;
        workspace_.last_block[side.field] = hot.serial;
    }
    return true;
}

// A value that goes to a column.
[[gnu::always_inline]] inline bool Reader::push_hot(FieldId field, SideValue side,
                                                    std::uint8_t kind, const Hot& hot) noexcept {
    std::uint32_t& last = workspace_.last_block[field];
    if (last == hot.serial) return false;  // again in this block
    SideValue* kept = raw_->values.push();
    if (kept == nullptr) return false;
    side.element = hot.index;
    side.field = field;
    side.block = hot.block;
    side.kind = kind;
    *kept = side;
    last = hot.serial;
    return true;
}

// The bytes of a long run behind those that lie in the run itself; its own ones end its text.
template <class Kernel>
[[gnu::always_inline]] inline bool same_rest(const unsigned char* p, const Run& run) noexcept {
    const unsigned char* const text = run.rest->text;
    for (std::size_t at = Run::kBytes; at + 32 < run.size; at += 32) {
        if (~Kernel::same32(p + at, text + at) != 0) return false;
    }
    return ~Kernel::same32(p + run.size - 32, text + run.size - 32) == 0;
}

// `behind`, where the value at `p` ends, by way of a guess: most values are as long as the one that
// the same run met before, and a processor goes on from a guess before it knows the end.
[[gnu::always_inline]] inline const unsigned char* expect(const unsigned char* p,
                                                          const unsigned char* behind,
                                                          Run& run) noexcept {
    const unsigned char* guess = p + run.last;
    if (guess == behind) [[likely]] {
        asm("" : "+r"(guess));  // else compilers see that it is `behind` and take that
        return guess;
    }
    run.last = static_cast<std::uint8_t>(behind - p);
    return behind;
}

template <class Kernel>
[[gnu::always_inline]] inline bool matches(const unsigned char* p, const Run& run) noexcept {
    return (~Kernel::same32(p, run.text) & run.care) == 0 &&
           (run.size <= Run::kBytes || same_rest<Kernel>(p, run));
}

// Behind the plain string at `p`, null where it is not plain.
const Reader::Byte* Reader::hot_string(const Byte* p, flatline_text* out) noexcept {
    bool escaped = false;
    if (*p != '"') return nullptr;
    const Byte* end = text::skip_string(p, end_, &escaped);
    if (end == nullptr || escaped || end >= runs_stop_) return nullptr;
    *out = span(p + 1, end - 1);
    return out->size <= limits_.string_bytes ? end : nullptr;
}

// Keeps the unknown field behind the run that stands at `p`.
const Reader::Byte* Reader::hot_unknown(const Run& run, const Byte* p, Hot hot) noexcept {
    const Byte* const key = p + run.statement;
    p += run.size;
    flatline_unknown value{};
    if (*p == '"') {
        value.kind = FLATLINE_STRING;
        p = hot_string(p, &value.value.string);
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
    if (p == nullptr || *p++ != ';' || raw_->unknowns.size() >= limits_.unknown_fields) {
        return nullptr;
    }
    flatline_unknown* kept = raw_->unknowns.push();
    if (kept == nullptr) return nullptr;
    const Byte* key_end = key + run.rest->key_size;
    value.name = span(key, key_end);
    value.index = hot.index;
    value.element = hot.block;
    *kept = value;
    if (run.rest->reports) {
        index_ = hot.index;
        block_ = hot.block;
        warn(Rule::field_unknown, key, key_end);
    }
    return p;
}

// Applies runs from `p`, which is where a statement or a comment may begin, as long as they are
// known or can be learned. Returns where the general machine goes on; block_ tells in what.
template <class Kernel>
[[gnu::always_inline]] inline const Reader::Byte* Reader::run_loop(const Byte* p,
                                                                   std::uint16_t from) noexcept {
    Hot hot{entity_, seen_, bad_, keyword_, open_brace_, index_, block_serial_, block_};
    const Byte* head = nullptr;  // keyword of a block whose brace is still to come
    std::uint8_t head_kind = kTop;
    const Byte* const stop = runs_stop_;
    const double most = limits_.coordinate;
    RunState* state = workspace_.runs.state(from);
    Run* run = nullptr;
    while (p < stop) {
        Run* found = state->runs;
        if (!matches<Kernel>(p, *found)) {
            found = state->guess(p);
            if (!matches<Kernel>(p, *found)) {
                state->guessed_wrong();
                found = state->runs;
                while (!matches<Kernel>(p, *found)) ++found;
            }
        }
        run = state->used(found);
        if (run->acts) {
            if (!apply(*run, hot)) break;
            if (run->opens != Run::kOpensNothing) {
                const Byte* keyword = head != nullptr ? head : p + run->keyword;
                if (!open_hot(hot, run->opens)) {
                    head = keyword;
                    break;
                }
                hot.keyword = keyword;
                hot.brace = p + run->brace;
                head = nullptr;
                head_kind = kTop;
            }
        }
        const Byte* next = p + run->size;
        SideValue side;
        if ((run->hole_seen & hot.seen) != 0) {
            p += run->statement;
            break;
        }
        hot.seen |= run->hole_seen;
        switch (run->hole) {
            case Hole::unlearned:
                if (!worth_learning(p) || !learn(p, *state, head_kind, hot.block)) goto leave;
                continue;
            case Hole::none:
                break;
            case Hole::integer: {
                std::int32_t number = 0;
                if (next[run->last] == ';' && text::wide_integer_of(next, run->last, number))
                    [[likely]] {
                    next += run->last + 1;
                } else {
                    const Byte* const value = next;
                    if ((next = text::wide_integer(next, number)) == nullptr || *next++ != ';')
                        goto careful;
                    run->last = static_cast<std::uint8_t>(next - value - 1);
                }
                std::memcpy(hot.entity + run->offset, &number, sizeof number);
                break;
            }
            case Hole::real: {
                double number = 0;
                if ((next = text::wide_real<Kernel>(next, number)) == nullptr || *next++ != ';' ||
                    (run->bounded && std::fabs(number) > most)) {
                    goto careful;
                }
                std::memcpy(hot.entity + run->offset, &number, sizeof number);
                break;
            }
            case Hole::whole: {
                std::int32_t integer = 0;
                if ((next = text::wide_integer(next, integer)) == nullptr || *next++ != ';')
                    goto careful;
                const double number = integer;
                if (run->bounded && std::fabs(number) > most) goto careful;
                std::memcpy(hot.entity + run->offset, &number, sizeof number);
                break;
            }
            case Hole::name: {
                const std::size_t size = Kernel::find16(next + 1, '"', '\\');
                if (*next != '"' || size > quick_string_ || next[1 + size] != '"' ||
                    next[2 + size] != ';') {
                    goto careful;
                }
                const std::uint32_t id = workspace_.names.intern_short(
                    Names::short_key(next + 1, size),
                    {offset(next + 1), static_cast<std::uint32_t>(size)});
                if (id == Names::kNone) goto careful;
                next += size + 3;
                std::memcpy(hot.entity + run->offset, &id, sizeof id);
                break;
            }
            case Hole::column_integer:
                if ((next = text::wide_integer(next, side.integer)) == nullptr || *next++ != ';' ||
                    (run->bounded &&
                     !value_allowed(run->rest->values, std::int64_t{side.integer})) ||
                    !push_hot(run->field, side, FLATLINE_INTEGER, hot)) {
                    goto careful;
                }
                break;
            case Hole::column_real:
                if ((next = text::wide_real<Kernel>(next, side.real)) == nullptr ||
                    *next++ != ';' || (run->bounded && std::fabs(side.real) > most) ||
                    !push_hot(run->field, side, FLATLINE_REAL, hot)) {
                    goto careful;
                }
                break;
            case Hole::column_string:
            case Hole::column_ids: {
                const std::uint8_t kind =
                    run->hole == Hole::column_ids ? FLATLINE_IDS : FLATLINE_STRING;
                if ((next = hot_string(next, &side.text)) == nullptr || *next++ != ';' ||
                    (run->bounded && side.text.size != 0 &&
                     !value_allowed(run->rest->values, string_of(side.text))) ||
                    !push_hot(run->field, side, kind, hot)) {
                    goto careful;
                }
                break;
            }
            case Hole::unknown:
                if ((next = hot_unknown(*run, p, hot)) == nullptr) goto careful;
                break;
            case Hole::head_comment:
                head = p + run->keyword;
                head_kind = run->head_kind;
                [[fallthrough]];
            case Hole::comment: {
                const std::size_t size = Kernel::find16(next, '\n');
                const Byte* const behind = size < 16 ? next + size : find_newline(next, stop);
                next = expect(next, behind, *run);
                if (next >= stop) goto careful;
                break;
            }
            case Hole::block_comment:
                next = behind_comment(next, stop);
                if (next >= stop) goto careful;
                break;
            default:
                __builtin_unreachable();  // saves a comparison in each run
        }
        p = next;
        state = run->next;
    }
leave:
    entity_ = hot.entity;
    seen_ = hot.seen;
    bad_ = hot.bad;
    keyword_ = hot.keyword;
    open_brace_ = hot.block == kTop ? nullptr : hot.brace;
    index_ = hot.block == kTop ? FLATLINE_NONE : hot.index;
    block_ = hot.block;
    if (block_serial_ != hot.serial) statements_before_ = blocks_before_ = true;
    block_serial_ = hot.serial;
    return head != nullptr ? head : p;
careful:
    hot.seen &= ~run->hole_seen;
    p += run->statement;
    goto leave;
}

const Reader::Byte* Reader::runs_scalar(const Byte* p, std::uint16_t from) noexcept {
    return run_loop<text::ScalarKernel>(p, from);
}
const Reader::Byte* Reader::runs_vector(const Byte* p, std::uint16_t from) noexcept {
    return run_loop<text::VectorKernel>(p, from);
}
#if FLATLINE_AVX2
FLATLINE_TARGET_AVX2 const Reader::Byte* Reader::runs_avx2(const Byte* p,
                                                           std::uint16_t from) noexcept {
    return run_loop<text::Avx2Kernel>(p, from);
}
#endif

void Reader::choose_runs() noexcept {
    kernel_ = text::choose_kernel(options_.kernel);
    switch (kernel_) {
        case Kernel::scalar:
            runs_ = &Reader::runs_scalar;
            break;
#if FLATLINE_AVX2
        case Kernel::avx2:
            runs_ = &Reader::runs_avx2;
            break;
#endif
        default:
            runs_ = &Reader::runs_vector;
            break;
    }
}

}  // namespace flatline::udmf
