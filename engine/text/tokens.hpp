// Finds the tokens of a stretch of text all at once, by vectors. A reader that knows where they
// stand need not wait for the end of one to find the next, nor guess how many blanks lie between.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/bytes.hpp"
#include "base/compiler.hpp"
#include "base/prefetch.hpp"
#include "text/match.hpp"

namespace flatline::engine::text {

/// The tokens from some byte of a text on, in their order: marks, which are ={}; and words, which
/// are what stands between marks, blanks and comments. A string is part of a word, whatever is in
/// it. Holds no memory but its own; not for two threads at once.
class Tokens {
public:
    using Byte = unsigned char;

    /// So many bytes can be read from the first one of each token.
    static constexpr std::size_t kReadable = 32;

    void clear() noexcept { next_ = end_ = 0; }
    /// Finds tokens from `p` on as far as there is room for them. Ends before `end`, and before
    /// control characters, which only the slow path takes: where case is folded they look like
    /// letters. Precondition: `p` is in no string and no comment.
    template <class Kernel>
    FLATLINE_ALWAYS_INLINE void find(const Byte* p, const Byte* end) noexcept;

    /// Whether at least `count` tokens are left.
    bool has(std::size_t count) const noexcept { return end_ - next_ >= count; }
    /// The first byte of the i-th token that is left. Precondition: has(i + 1).
    const Byte* operator[](std::size_t i) const noexcept { return from_ + starts_[next_ + i]; }
    /// How long the word is whose first byte is `p`, 0 for a mark; some number above 56 where it is
    /// longer than 56. Precondition: a token, and not the last one.
    std::size_t word_size(const Byte* p) const noexcept {
        const auto at = static_cast<std::size_t>(p - from_);
        return static_cast<std::size_t>(std::countr_one(load_u64le(words_ + at / 8) >> (at % 8)));
    }
    /// Passes `count` tokens.
    void pass(std::size_t count) noexcept { next_ += count; }
    /// Goes to the first token at or after `p`, also where that was passed; none are left where
    /// `p` is before them all. Precondition as for find().
    void go_to(const Byte* p) noexcept {
        if (end_ == 0 || p < from_) return clear();
        if (next_ != 0 && p <= from_ + starts_[next_ - 1]) next_ = 0;
        while (next_ != end_ && from_ + starts_[next_] < p) ++next_;
    }

private:
    static constexpr std::size_t kBlock = 64;  // a word has a bit for each byte
    static constexpr std::size_t kWindow = 64 * kBlock;
    static constexpr std::size_t kAtOnce = 12;  // tokens that most blocks do not exceed

    enum class Inside : std::uint8_t { nothing, string, line, comment };
    /// What a block leaves to the next one.
    struct Carry {
        Inside inside = Inside::nothing;
        std::size_t taken = 0;   // bytes of the next block that belong to the last of this one
        std::uint64_t word = 0;  // whether the last byte is of a word
    };
    struct Covered {
        std::uint64_t strings = 0;
        std::uint64_t comments = 0;
    };

    static constexpr std::uint64_t from(std::size_t at) noexcept {
        return at < kBlock ? ~std::uint64_t{0} << at : 0;
    }
    template <class Kernel>
    static Covered cover(const Byte* p, std::uint64_t quotes, Carry& carry) noexcept;
    /// The same for a block without slashes and backslashes, which is in no comment.
    static Covered cover_strings(std::uint64_t quotes, Carry& carry) noexcept;

    const Byte* from_ = nullptr;
    std::size_t next_ = 0;
    std::size_t end_ = 0;
    std::uint16_t starts_[kWindow + kAtOnce];
    unsigned char words_[kWindow / 8 + sizeof(std::uint64_t)];  // a bit for each byte
};

// One after the other, because each may hold what the others begin and end with.
template <class Kernel>
FLATLINE_ALWAYS_INLINE Tokens::Covered Tokens::cover(const Byte* p, std::uint64_t quotes,
                                                     Carry& carry) noexcept {
    const std::uint64_t slashes = Kernel::equal64(p, '/');
    const std::uint64_t stars = Kernel::equal64(p, '*');
    const std::uint64_t slashes_next = slashes >> 1 | std::uint64_t{p[kBlock] == '/'} << 63;
    const std::uint64_t stars_next = stars >> 1 | std::uint64_t{p[kBlock] == '*'} << 63;
    // Where what is open may end or, where nothing is, what may begin there.
    const std::uint64_t events[] = {
        quotes | (slashes & (slashes_next | stars_next)),
        quotes | Kernel::equal64(p, '\\'),
        Kernel::equal64(p, '\n'),
        stars & slashes_next,
    };
    Covered covered;
    std::size_t at = carry.taken;
    std::size_t begin = 0;  // of what is open
    if (carry.inside == Inside::nothing) covered.comments = ~from(at);
    for (;;) {
        const Inside inside = carry.inside;
        const auto hit = static_cast<std::size_t>(
            std::countr_zero(events[static_cast<std::size_t>(inside)] & from(at)));
        const bool quote = hit < kBlock && p[hit] == '"';
        if (hit == kBlock) {
            at = std::max(at, kBlock);
        } else if (inside == Inside::nothing) {
            begin = hit;
            at = hit + (quote ? 1 : 2);
            carry.inside = quote               ? Inside::string
                           : p[hit + 1] == '/' ? Inside::line
                                               : Inside::comment;
            continue;
        } else if (inside == Inside::string && !quote) {
            at = hit + 2;  // a backslash, and what it protects
            continue;
        } else {
            at = hit + (inside == Inside::comment ? 2 : 1);
            carry.inside = Inside::nothing;
        }
        if (inside != Inside::nothing) {
            (inside == Inside::string ? covered.strings : covered.comments) |=
                from(begin) & ~from(at);
        }
        if (hit == kBlock) break;
    }
    carry.taken = at - kBlock;
    return covered;
}

/// Of each two set bits one after the other: all from the first up to the second, which is not set.
/// The insides of strings by their quotes; the last bit may have no second.
FLATLINE_ALWAYS_INLINE std::uint64_t between_pairs(std::uint64_t bits) noexcept {
    for (unsigned by = 1; by < 64; by *= 2) bits ^= bits << by;
    return bits;
}

inline Tokens::Covered Tokens::cover_strings(std::uint64_t quotes, Carry& carry) noexcept {
    std::uint64_t strings = between_pairs(quotes);
    if (carry.inside == Inside::string) strings = ~strings;
    carry.inside = strings >> 63 != 0 ? Inside::string : Inside::nothing;
    return {strings | quotes, 0};
}

template <class Kernel>
FLATLINE_ALWAYS_INLINE void Tokens::find(const Byte* p, const Byte* end) noexcept {
    from_ = p;
    const auto left = static_cast<std::size_t>(end - p);
    const std::size_t size = left < kReadable ? 0 : std::min(left - kReadable, kWindow);
    std::uint16_t* out = starts_;
    std::size_t at = 0;
    Carry carry;
    for (; at + kBlock <= size; at += kBlock) {
        const Byte* const block = p + at;
        prefetch_ahead(block);
        const std::uint64_t blanks = Kernel::blanks64(block);
        if (((Kernel::at_most64(block, ' ') ^ blanks) | Kernel::equal64(block, 0x7F)) != 0) break;
        const std::uint64_t quotes = Kernel::equal64(block, '"');
        const bool plain = (Kernel::equal64(block, '/') | Kernel::equal64(block, '\\')) == 0 &&
                           carry.inside <= Inside::string && carry.taken == 0;
        const Covered covered =
            plain ? cover_strings(quotes, carry) : cover<Kernel>(block, quotes, carry);
        const std::uint64_t marks = Kernel::marks64(block) & ~(covered.strings | covered.comments);
        const std::uint64_t words = ~(marks | covered.comments | (blanks & ~covered.strings));
        store_le(words_ + at / 8, words);
        std::uint64_t starts = marks | (words & ~(words << 1 | carry.word));
        carry.word = words >> 63;
        const auto count = static_cast<std::size_t>(std::popcount(starts));
        for (std::size_t i = 0; i < kAtOnce; ++i) {
            out[i] =
                static_cast<std::uint16_t>(at + static_cast<unsigned>(std::countr_zero(starts)));
            starts &= starts - 1;
        }
        for (std::size_t i = kAtOnce; i < count; ++i) {
            out[i] =
                static_cast<std::uint16_t>(at + static_cast<unsigned>(std::countr_zero(starts)));
            starts &= starts - 1;
        }
        out += count;
    }
    store_le(words_ + at / 8, std::uint64_t{0});
    next_ = 0;
    end_ = static_cast<std::size_t>(out - starts_);
}

}  // namespace flatline::engine::text
