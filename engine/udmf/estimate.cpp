#include "udmf/estimate.hpp"

#include <algorithm>
#include <cstddef>

#include "udmf/walk.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

// Many small windows: kinds stand together, so what counts is how many windows meet each.
constexpr std::size_t kWindowBytes = 512;
constexpr std::size_t kLeast = 8u << 10;
constexpr std::size_t kMost = 128u << 10;
constexpr std::size_t kOneOf = 16;
// A head that begins in a window may end after it.
constexpr std::size_t kHead = 256;

}  // namespace

Estimate estimate_blocks(Bytes text) noexcept {
    Estimate estimate;
    const std::size_t sample =
        std::min(text.size(), std::clamp(text.size() / kOneOf, kLeast, kMost));
    const bool whole = sample == text.size();
    const std::size_t windows = whole ? 1 : sample / kWindowBytes;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < windows; ++i) {
        const std::size_t at = text.size() / windows * i;
        const std::size_t size = whole ? text.size() : std::min(kWindowBytes, text.size() - at);
        const Byte* const begin = text.data() + at;
        const Byte* const end = begin + size;
        const Byte* const heads_end = begin + std::min(size + kHead, text.size() - at);
        seen += size;
        for (BlockPlace block = find_block(begin, heads_end);
             block.keyword != nullptr && block.keyword < end;
             block = find_block(block.keyword, heads_end)) {
            ++estimate.blocks[block.kind];
        }
    }
    for (std::uint64_t& blocks : estimate.blocks) {
        if (seen != 0) blocks = blocks * text.size() / seen;
    }
    return estimate;
}

}  // namespace flatline::engine::udmf
