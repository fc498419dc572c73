#include "udmf/estimate.hpp"

#include <cstring>

#include "flatline/types.h"
#include "text/chars.hpp"
#include "udmf/decide.hpp"

namespace flatline::udmf {
namespace {

using Byte = unsigned char;

constexpr std::size_t kWindows = 64;
constexpr std::size_t kWindowBytes = 2048;
constexpr std::size_t kMostHeadBytes = 64;

// The kind of the block whose '{' is at `brace`: the word before it, over blanks and a comment of
// one line. FLATLINE_BLOCK where there is none, or a longer way to it.
std::uint8_t kind_before(const Byte* brace, const Byte* begin) noexcept {
    if (static_cast<std::size_t>(brace - begin) > kMostHeadBytes) begin = brace - kMostHeadBytes;
    const Byte* p = brace;
    while (p > begin && text::is_blank(p[-1])) --p;
    const Byte* line = p;
    while (line > begin && line[-1] != '\n') --line;
    for (const Byte* at = line; at + 1 < p; ++at) {
        if (at[0] == '/' && at[1] == '/') p = at;
    }
    while (p > begin && text::is_blank(p[-1])) --p;
    const Byte* end = p;
    while (p > begin && text::is_identifier(p[-1])) --p;
    return block_kind(p, static_cast<std::size_t>(end - p));
}

}  // namespace

Estimate estimate_blocks(Bytes text) noexcept {
    Estimate estimate;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kWindows; ++i) {
        const std::size_t at = text.size() / kWindows * i;
        const std::size_t left = text.size() - at;
        const Byte* const begin = text.data() + at;
        const Byte* const end = begin + (left < kWindowBytes ? left : kWindowBytes);
        seen += static_cast<std::uint64_t>(end - begin);
        const Byte* p = begin;
        while (p < end) {
            const void* brace = std::memchr(p, '{', static_cast<std::size_t>(end - p));
            if (brace == nullptr) break;
            p = static_cast<const Byte*>(brace) + 1;
            const std::uint8_t kind = kind_before(p - 1, begin);
            if (kind < kBlockKinds) ++estimate.blocks[kind];
        }
    }
    for (std::uint64_t& blocks : estimate.blocks) {
        if (seen != 0) blocks = blocks * text.size() / seen;
    }
    return estimate;
}

}  // namespace flatline::udmf
