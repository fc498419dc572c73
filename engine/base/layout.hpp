// Where the slices of one reservation lie.
#pragma once

#include <cstdint>

#include "base/compiler.hpp"

namespace flatline::engine {

/// Adds up the sizes of slices of one reservation in 64 bits, each aligned to a cache line.
class Layout {
public:
    /// Offset of a slice of `count` elements of `size` bytes. Sizes past 2^62 saturate.
    std::uint64_t add(std::uint64_t count, std::uint64_t size) noexcept {
        const std::uint64_t at = bytes_;
        std::uint64_t bytes = 0;
        if (multiply_overflows(count, size, bytes) || bytes > kMost - bytes_) {
            bytes_ = kMost;
        } else {
            bytes_ += (bytes + 63) & ~63ull;
        }
        return at;
    }
    /// The next slice begins at a multiple of `size`, a power of two.
    void align(std::uint64_t size) noexcept {
        if (bytes_ < kMost) bytes_ = (bytes_ + size - 1) & ~(size - 1);
    }
    std::uint64_t bytes() const noexcept { return bytes_; }

private:
    static constexpr std::uint64_t kMost = 1ull << 62;
    std::uint64_t bytes_ = 0;
};

}  // namespace flatline::engine
