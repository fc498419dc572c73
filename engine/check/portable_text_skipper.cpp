#include "check/portable_text_skipper.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string_view>

#include "base/bytes.hpp"
#include "base/prefetch.hpp"
#include "text/byte_bits.hpp"
#include "text/chars.hpp"
#include "text/match.hpp"

namespace flatline::engine::sanity {
namespace {

using Byte = unsigned char;
using Kernel = text::VectorKernel;
using Bits = std::uint64_t;  // one a byte

constexpr std::ptrdiff_t kReach = 128;  // so many bytes may be read after the begin of a line

// After a failure the line skipper takes over for a while, and for longer if the next failure comes
// soon.
constexpr std::ptrdiff_t kLeastWait = 128;
constexpr std::ptrdiff_t kMostWait = 1 << 16;
constexpr std::ptrdiff_t kSoon = 1024;

}  // namespace

#if FLATLINE_AVX2
// The statements that a look takes: of lines as short as "x=1;" there may be more, which is rare.
constexpr std::uint32_t kStatements = 8;

FLATLINE_NEVER_INLINE bool PortableTextSkipper::learn(Key& key, const Byte* p) noexcept {
    key.takes = lines_.takes(p, key.block);
    return key.takes.integers;
}

// Whether portability has nothing to say of a key, and of plain numbers after it.
FLATLINE_ALWAYS_INLINE bool PortableTextSkipper::takes(const Byte* p, std::size_t size,
                                                       std::uint8_t block, bool dot) noexcept {
    const std::size_t outside = size < 8 ? 8 * (8 - size) : 0;
    const std::uint64_t first = load_u64le(p) << outside;
    const std::uint64_t last = load_u64le(p + size - 8) >> outside;
    const std::uint64_t hash = (first + last * 0xC2B2AE3D27D4EB4Fu + block) * 0x9E3779B97F4A7C15u;
    Key& key = keys_[hash >> 57];
    const std::uint64_t differs = (key.first ^ first) | (key.last ^ last) | (key.size ^ size) |
                                  static_cast<std::uint64_t>(key.block ^ block);
    if (differs != 0) {
        if (size > 16) return false;
        key = {first, last, static_cast<std::uint8_t>(size), block, {}};
        if (!learn(key, p)) return false;
    }
    return dot ? key.takes.dots : key.takes.integers;
}

FLATLINE_NEVER_INLINE const Byte* PortableTextSkipper::learn_head(const Byte* p,
                                                                  OpenBlock& block) noexcept {
    const Byte* const behind = lines_.begin_next(p, block);
    if (behind == nullptr) return nullptr;
    const std::string_view all = text::as_text(p, static_cast<std::size_t>(behind - p));
    const std::size_t comment = all.find("//");
    const std::size_t size = comment != all.npos ? comment + 2 : all.size();
    head_ = {};
    if (size > 16 || all.size() - size > 16 || all.find("/*") != all.npos) return behind;
    head_.size = static_cast<std::uint8_t>(size);
    head_.comment = static_cast<std::uint8_t>(all.size() - size);
    head_.kind = block.kind;
    for (std::size_t i = 0; 8 * i < size; ++i) {
        const std::size_t outside = 8 * (i + 1) > size ? 8 * (i + 1) - size : 0;
        head_.masks[i] = ~std::uint64_t{0} >> (8 * outside);
        head_.words[i] = load_u64le(p + 8 * i) & head_.masks[i];
    }
    return behind;
}

// As PortableLineSkipper::begin_next, quickly where the block begins as the last one did.
// Precondition: 64 bytes can be read, which a look leaves.
FLATLINE_ALWAYS_INLINE const Byte* PortableTextSkipper::begin_next(const Byte* p,
                                                                   OpenBlock& block) noexcept {
    const std::uint64_t differs = ((load_u64le(p) ^ head_.words[0]) & head_.masks[0]) |
                                  ((load_u64le(p + 8) ^ head_.words[1]) & head_.masks[1]);
    if (differs != 0 || head_.size == 0) return learn_head(p, block);
    p += head_.size;
    if (head_.comment != 0) {
        // As long as the last one, most likely, so that nothing waits for its end.
        const std::size_t size = Kernel::find16(p, text::kNewlines, text::kNewlines);
        if (size + 2 != head_.comment) {
            if (size == 16) return learn_head(p - head_.size, block);
            head_.comment = static_cast<std::uint8_t>(size + 2);
        }
        p += head_.comment;
        if (p[-1] != '{') return learn_head(p - head_.comment - head_.size, block);
    }
    block.open(head_.kind);
    return p;
}

FLATLINE_ALWAYS_INLINE bool PortableTextSkipper::takes_keys(const Byte* p, const Look& found,
                                                            std::uint8_t block) noexcept {
    for (Bits places = found.places; places != 0; places &= places - 1) {
        const auto at = static_cast<unsigned>(std::countr_zero(places));
        const Bits before = found.equals & ((Bits{2} << at) - 1);
        auto end = 63 - static_cast<unsigned>(std::countl_zero(before));
        end -= p[end - 1] == ' ';
        const auto size = static_cast<unsigned>(std::countl_one(found.names << (64 - end)));
        if (!takes(p + end - size, size, block, p[at] == '.')) return false;
    }
    return true;
}

// What 64 bytes have, of which those with a bit in `looked_at` count. They are plain where each '='
// has a key before it and a plain value after it, each ';' ends such a value and its line, and no
// comment begins.
template <class Bytes>
FLATLINE_ALWAYS_INLINE PortableTextSkipper::Look PortableTextSkipper::look(
    const Bytes& bytes, Bits newlines, Bits looked_at) const noexcept {
    const Bits quotes = bytes.equal('"');
    const Bits inside = text::between_pairs(quotes);  // without the closing quotes
    const Bits spaces = bytes.equal(' ');
    const Bits digits = bytes.digits();
    const Bits letters = bytes.letters();
    const Bits dots = bytes.equal('.');
    const Bits minuses = bytes.equal('-');
    Bits odd = (bytes.equal('{', '/') & ~inside) | bytes.equal('\\');
    odd |= inside & (looked_at ^ looked_at >> 1);  // the last byte that counts

    // Keys: an identifier, one space at most, '='.
    const Bits equals = bytes.equal('=') & ~inside;
    const Bits names = digits | letters;
    odd |= equals & ~((names | (spaces & names << 1)) << 1);

    // Values: strings, and runs of digits or letters.
    const Bits behind_equals = equals << 1;
    const Bits values = (behind_equals & ~spaces) | (behind_equals & spaces) << 1;
    odd |= quotes & inside & ~values;
    const Bits run_bytes = names | dots | minuses;
    const Bits begins = values & ~quotes;
    odd |= begins & ~run_bytes;
    // The carry of the sum goes through the bytes of a run to the byte after it.
    const Bits sum = run_bytes + begins;
    const Bits runs = run_bytes & ~sum;
    const Bits ends = bytes.equal(';') & ~inside;
    odd |= ends ^ ((sum & ~run_bytes) | (quotes & ~inside) << 1);

    // Runs are words, or numbers without letters and leading zeros.
    const Bits words = runs & letters;
    odd |= words & ~(words << 1) & ~begins;
    const Bits zeros = bytes.equal('0') & (begins | (begins & minuses) << 1);
    odd |= zeros << 1 & digits;
    odd |= digits & ~(runs | names << 1 | inside);  // a word that begins with a digit
    if (srb2_) odd |= bytes.upper() & ~inside;

    // After ';' the line ends, and no line ends elsewhere, as after a key whose '=' is to come.
    if (((newlines ^ ends << 1) & ~Bits{1} & looked_at) != 0) {
        const Bits may_end = (ends | newlines) << 1 | 1;
        const Bits returns = bytes.equal('\r') & may_end;
        odd |= ends << 1 & ~(newlines | returns);
        odd |= newlines & ~(may_end | returns << 1);
        odd |= returns << 1 & ~newlines;
    }
    const Bits ns = bytes.letter('n');
    const Bits keys_with_n = equals & (ns | (spaces & ns << 1)) << 1;
    return {odd & looked_at, ((dots & runs) | keys_with_n) & looked_at, equals, names};
}

// From the begin of a line on 64 bytes are looked at, as far as lines end or up to a '}', so that
// nothing is carried from one look to the next.
template <class Bytes>
FLATLINE_ALWAYS_INLINE const Byte* PortableTextSkipper::loop(const Byte* p, std::uint32_t& left,
                                                             OpenBlock& block) noexcept {
    const Byte* behind_last = p;
    if (block.kind == FLATLINE_MAP) {
        p = learn_head(p, block);
        if (p == nullptr) return behind_last;
        behind_last = p;
    }
    for (; left > 0 && end_ - p >= kReach; left -= std::min(left, kStatements)) {
        prefetch_ahead(p);
        const Bytes bytes(p);
        const Bits newlines = bytes.equal('\n');
        const Bits closes = bytes.equal('}');
        if ((newlines | closes) == 0) break;
        const Bits looked_at =
            closes != 0 ? closes ^ (closes - 1) : ~Bits{0} >> std::countl_zero(newlines);
        const Look found = look(bytes, newlines, looked_at);
        if (found.odd != 0 || !takes_keys(p, found, block.kind)) break;
        p += 64 - std::countl_zero(looked_at);
        if (closes == 0) {
            behind_last = p - 1;  // the end of the line is not passed
            continue;
        }
        behind_last = p;
        block.kind = FLATLINE_MAP;
        p = begin_next(p, block);
        if (p == nullptr) break;
        behind_last = p;
    }
    return behind_last;
}

FLATLINE_TARGET_AVX2 const Byte* PortableTextSkipper::pass_avx2(const Byte* p, std::uint32_t& left,
                                                                OpenBlock& block) noexcept {
    return loop<text::ByteBits>(p, left, block);
}
FLATLINE_TARGET_AVX512 const Byte* PortableTextSkipper::pass_avx512(const Byte* p,
                                                                    std::uint32_t& left,
                                                                    OpenBlock& block) noexcept {
    return loop<text::WideByteBits>(p, left, block);
}
#endif

PortableTextSkipper::Vectors PortableTextSkipper::best() noexcept {
    return has_avx512() ? Vectors::avx512 : has_avx2() ? Vectors::avx2 : Vectors::none;
}

// Of a key eight bytes are read at once, so the first ones of the text are left out.
PortableTextSkipper::PortableTextSkipper(const Map& map, PortableLineSkipper& lines,
                                         const Byte* begin, const Byte* end,
                                         Vectors vectors) noexcept
    : lines_(lines),
      end_(end),
      vectors_(vectors),
      from_(end - begin >= kReach ? begin + 8 : end),
      srb2_(map.dialect() == Dialect::srb2) {}

const Byte* PortableTextSkipper::pass(const Byte* p, std::uint32_t& left,
                                      [[maybe_unused]] OpenBlock& block) noexcept {
    if (vectors_ == Vectors::none || p < from_ || end_ - p < kReach || !ends_line(p)) return p;
    const Byte* behind = p;
#if FLATLINE_AVX2
    behind = vectors_ == Vectors::avx512 ? pass_avx512(p, left, block) : pass_avx2(p, left, block);
#endif
    wait_ = behind - p > kSoon ? kLeastWait : std::clamp(2 * wait_, kLeastWait, kMostWait);
    if (left > 0) from_ = end_ - behind > wait_ ? behind + wait_ : end_;
    return behind;
}

}  // namespace flatline::engine::sanity
