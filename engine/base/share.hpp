// Equal shares of an array, one for each thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flatline::engine {

/// From element `begin` to the one before `end`.
struct Share {
    std::size_t begin, end;

    std::size_t size() const noexcept { return end - begin; }
};

/// Share `i` of `of` of an array of `size` elements. Together they are all of it.
constexpr Share share_of(std::size_t size, std::size_t i, std::size_t of) noexcept {
    // In 64 bits, because the product is larger than any array.
    const std::uint64_t all = size;
    return {static_cast<std::size_t>(all * i / of), static_cast<std::size_t>(all * (i + 1) / of)};
}

}  // namespace flatline::engine
