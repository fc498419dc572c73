#include "check/portable_line_skipper.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "base/bytes.hpp"
#include "text/match.hpp"
#include "text/scan.hpp"
#include "text/spelling.hpp"
#include "udmf/keywords.hpp"

namespace flatline::engine::sanity {
namespace {

using Byte = unsigned char;
using Kernel = text::VectorKernel;

// How far behind the begin of a line these functions look: a head, then a string of 16 bytes with
// its quotes, ';' and the end of the line.
constexpr std::ptrdiff_t kRoom = 64;

// The byte after a number without sign or leading zero that all ports read alike; null where it is
// none, or has a dot and must not.
const Byte* plain_number(const Byte* p, bool takes_dot) noexcept {
    const std::uint32_t others = ~Kernel::digits16(p);  // the upper half is set
    const int digits = std::countr_zero(others);
    if (digits == 0) return nullptr;
    if (p[digits] != '.') return digits == 1 || *p != '0' ? p + digits : nullptr;
    return takes_dot ? p + std::countr_zero(others & (others - 1)) : nullptr;
}

// The byte after a value; null where portability looks at it.
const Byte* plain_value(const Byte* p, bool takes_dot) noexcept {
    switch (*p) {
        case '"': {
            const std::size_t size = Kernel::find16(p + 1, text::kQuotes, text::kBackslashes);
            return size < 16 && p[size + 1] == '"' ? p + size + 2 : nullptr;
        }
        case 't':
            return std::memcmp(p, "true", 4) == 0 ? p + 4 : nullptr;
        case 'f':
            return std::memcmp(p, "false", 5) == 0 ? p + 5 : nullptr;
        default:
            return plain_number(p + (*p == '-'), takes_dot);
    }
}

struct Keyword {
    std::uint64_t word, mask;
    std::size_t size;
};
constexpr auto kKeywords = [] {
    std::array<Keyword, udmf::kBlockKinds> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view name = udmf::kBlockKeywords[i];
        all[i] = {udmf::make_key(name).word[0], ~std::uint64_t{0} >> (64 - 8 * name.size()),
                  name.size()};
    }
    return all;
}();

}  // namespace

inline bool PortableLineSkipper::is_at(const Byte* p, const Head& head) noexcept {
    const auto differs = [&](std::size_t i) {
        return (load_u64le(p + 8 * i) ^ head.words[i]) & head.masks[i];
    };
    return (differs(0) | differs(1)) == 0 && (head.size <= 16 || (differs(2) | differs(3)) == 0);
}

inline const Byte* PortableLineSkipper::assignment(const Byte* p, std::uint8_t block) noexcept {
    Head* head = last_->next;
    if (head->size == 0 || !is_at(p, *head)) {
        head = find(p, block);
        if (head == nullptr) return nullptr;
        last_->next = head;
    }
    last_ = head;
    const Byte* const behind = plain_value(p + head->size, head->takes_dot);
    return behind != nullptr && *behind == ';' && ends_line(behind + 1) ? behind + 1 : nullptr;
}

const Byte* PortableLineSkipper::pass(const Byte* p, std::uint32_t& left,
                                      OpenBlock& block) noexcept {
    const Byte* behind = p;
    // The walk may have begun the block.
    if (block.is_known() && last_->block != block.kind) last_ = begin_of(block.kind);
    while (left > 0 && end_ - p >= kRoom && ends_line(p)) {
        p = next_line(p);
        if (block.kind == FLATLINE_MAP) {
            p = begin_block(p, block);
        } else if (*p == '}') {
            ++p;
            block.kind = FLATLINE_MAP;
        } else {
            p = assignment(p, block.kind);
        }
        if (p == nullptr) break;
        behind = p;
        --left;
    }
    return behind;
}

// After the end of the line at `p` and blanks.
inline const Byte* PortableLineSkipper::next_line(const Byte* p) const noexcept {
    do ++p;
    while (text::is_blank(*p) && end_ - p > kRoom);
    return p;
}

// The '{' after blanks and comments, null where something else is there.
FLATLINE_NEVER_INLINE const Byte* PortableLineSkipper::brace_behind_blanks(
    const Byte* p) const noexcept {
    const Byte* opened = nullptr;
    p = text::skip_blank(p, end_, &opened);
    return p != nullptr && p != end_ && *p == '{' ? p : nullptr;
}

// A known keyword in lower case and '{', which blanks and comments may part.
const Byte* PortableLineSkipper::begin_block(const Byte* p, OpenBlock& block) noexcept {
    const std::uint64_t word = load_u64le(p);
    const auto is = [word](std::uint8_t kind) {
        return ((word ^ kKeywords[kind].word) & kKeywords[kind].mask) == 0;
    };
    std::uint8_t kind = last_block_;
    if (!is(kind)) {
        kind = 0;
        while (kind < udmf::kBlockKinds && !is(kind)) ++kind;
        if (kind == udmf::kBlockKinds) return nullptr;
        last_block_ = kind;
    }
    p += kKeywords[kind].size;
    // Doom Builder and its heirs number blocks: "thing // 12".
    if (std::memcmp(p, " // ", 4) == 0) {
        const std::size_t size = Kernel::find16(p + 4, text::kNewlines, text::kNewlines);
        if (size < 16) p += 4 + size;
    }
    if (std::memcmp(p, "\n{", 2) == 0) {
        ++p;
    } else {
        p = brace_behind_blanks(p);
        if (p == nullptr) return nullptr;
    }
    block.open(kind);
    last_ = begin_of(kind);
    return p + 1;
}

// A key that is seen for the first time with what is around its '='. 0 where portability looks at
// all values of the key or at the key itself, and where there is no room.
std::uint8_t PortableLineSkipper::learn(const Byte* p, std::uint8_t block) noexcept {
    if (!text::is_letter(*p) || head_count_ == kHeads) return 0;
    const Byte* const key_end = text::skip_identifier(p, p + kHeadBytes - 4);
    const Byte* at = key_end + (*key_end == ' ');
    if (*at != '=') return 0;
    at += at[1] == ' ' ? 2 : 1;
    const PortableKey key = keys_.find(block, p, static_cast<std::size_t>(key_end - p), end_);
    if (key.friction || (srb2_ && text::has_upper(p, key_end))) return 0;
    Head& head = heads_[head_count_];
    head.size = static_cast<std::uint8_t>(at - p);
    for (std::size_t i = 0; 8 * i < head.size; ++i) {
        const std::size_t outside = 8 * (i + 1) > head.size ? 8 * (i + 1) - head.size : 0;
        head.masks[i] = ~std::uint64_t{0} >> (8 * outside);
        head.words[i] = load_u64le(p + 8 * i);
    }
    head.block = block;
    head.takes_dot = !key.integer && !key.whole && !key.was_integer;
    return static_cast<std::uint8_t>(head_count_++);
}

// The head of a line that is not the expected one, null where portability must look.
PortableLineSkipper::Head* PortableLineSkipper::find(const Byte* p, std::uint8_t block) noexcept {
    // The first eight bytes of a key and the last before '=' tell keys apart well.
    const std::size_t equals = Kernel::find16(p, text::kEquals, text::kNewlines);
    const std::size_t outside = equals < 8 ? 8 - equals : 0;
    const std::uint64_t first = load_u64le(p) << (8 * outside & 63);
    const std::uint64_t last = load_u64le(p + equals + outside - 8) << (8 * outside & 63);
    const std::uint64_t hash = (first + block + last * 0xC2B2AE3D27D4EB4Fu) * 0x9E3779B97F4A7C15u;
    for (auto slot = static_cast<std::uint32_t>(hash >> 32);; ++slot) {
        std::uint8_t& at = slots_[slot % kSlots];
        if (at == 0) at = learn(p, block);
        if (at == 0) return nullptr;
        if (heads_[at].block == block && is_at(p, heads_[at])) return &heads_[at];
    }
}

}  // namespace flatline::engine::sanity
