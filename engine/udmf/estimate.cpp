#include "udmf/estimate.hpp"

#include <cstddef>

#include "udmf/walk.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

constexpr std::size_t kWindows = 64;
constexpr std::size_t kWindowBytes = 2048;
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
        for (BlockPlace block = find_block(begin, end); block.keyword != nullptr;
             block = find_block(block.keyword, end)) {
            ++estimate.blocks[block.kind];
        }
    }
    for (std::uint64_t& blocks : estimate.blocks) {
        if (seen != 0) blocks = blocks * text.size() / seen;
    }
    return estimate;
}

}  // namespace flatline::engine::udmf
