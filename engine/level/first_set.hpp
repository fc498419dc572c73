// Finds the first marked place of a range, while marks are set and removed.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace flatline::engine::level {

/// A binary tree over places: setting a mark and asking both take logarithmic time.
class FirstSet {
public:
    static std::uint64_t bytes(std::size_t places) noexcept {
        return 2 * std::bit_ceil(std::uint64_t{places} + 1);
    }
    /// `memory` has bytes(places) and any content.
    void begin(std::size_t places, unsigned char* memory) noexcept {
        leaves_ = std::bit_ceil(places + 1);
        nodes_ = memory;
        std::memset(nodes_, 0, 2 * leaves_);
    }
    void mark(std::size_t place, bool set) noexcept {
        std::size_t at = leaves_ + place;
        nodes_[at] = set;
        for (at /= 2; at > 0; at /= 2) {
            const auto any = static_cast<unsigned char>(nodes_[2 * at] | nodes_[2 * at + 1]);
            if (nodes_[at] == any) break;
            nodes_[at] = any;
        }
    }
    /// The first marked place in [from, end), or `end`.
    std::size_t find(std::size_t from, std::size_t end) const noexcept {
        // Climb past subtrees that lie left of `from` or hold no mark, then descend to the mark.
        std::size_t at = leaves_ + from;
        while (nodes_[at] == 0) {
            while ((at & 1) != 0) at /= 2;
            if (at == 0) return end;
            ++at;  // a left child: on to its sibling
        }
        while (at < leaves_) at = nodes_[2 * at] != 0 ? 2 * at : 2 * at + 1;
        const std::size_t place = at - leaves_;
        return place < end ? place : end;
    }

private:
    unsigned char* nodes_ = nullptr;  // node 1 is the root, node i has children 2 i and 2 i + 1
    std::size_t leaves_ = 1;
};

}  // namespace flatline::engine::level
