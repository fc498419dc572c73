#include "udmf/threads/split.hpp"

#include <algorithm>

#include "text/chars.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

// Learned runs are not followed in the last kilobyte before a split.
constexpr std::size_t kLeastSlice = 2048;

// The last slices are so many times smaller than the share of a thread: 64 times where they are
// then still long enough to be worth a slice, else 16 times.
constexpr std::size_t kSmallSlices = 64;
constexpr std::size_t kFewSlices = 16;
constexpr std::size_t kLongSlice = 64u << 10;

}  // namespace

std::size_t guess_splits(const Byte* begin, const Byte* end, std::size_t threads,
                         const Byte** splits) noexcept {
    const auto size = static_cast<std::size_t>(end - begin);
    const std::size_t share = size / threads;
    const std::size_t least =
        std::max({kLeastSlice, share / kSmallSlices, std::min(share / kFewSlices, kLongSlice)});
    std::size_t count = 0;
    const Byte* p = begin;
    while (count + 1 < kMostSlices) {
        const auto left = static_cast<std::size_t>(end - p);
        // In 64 bits, which four times a text may need.
        const auto part = static_cast<std::size_t>(std::uint64_t{left} * 4 / (5 * threads));
        const std::size_t slice = std::max(least, part);
        if (left < slice + least) break;
        const BlockPlace block = find_block(p + slice, end);
        if (block.keyword == nullptr) break;
        splits[count++] = p = block.keyword;
    }
    return count;
}

const NamespaceRow* guess_namespace(const Byte* begin, const Byte* end) noexcept {
    StatementWalk walk(begin, end);
    const Statement found = walk.next();
    if (found.kind != StatementKind::assignment || *found.at != '"' ||
        !text::same_name(text::as_text(found.key, found.key_size()), "namespace")) {
        return nullptr;
    }
    bool escaped = false;
    const Byte* const behind = walk.pass_value(&escaped);
    if (behind == nullptr || escaped) return nullptr;
    const Byte* const name = found.at + 1;
    return find_namespace(text::as_text(name, static_cast<std::size_t>(behind - name) - 1));
}

}  // namespace flatline::engine::udmf
