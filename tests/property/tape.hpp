// A tape of choices: what RapidCheck generates and shrinks. Every generator reads its choices from
// the tape, so that a shorter tape or a smaller number on it makes a simpler map, and a tape that
// has run out makes the simplest one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace property {

class Tape {
public:
    explicit Tape(std::vector<std::uint32_t> choices) : choices_(std::move(choices)) {}

    /// A number below `n`; 0 at the end of the tape.
    std::uint32_t below(std::uint32_t n) {
        if (n <= 1 || at_ >= choices_.size()) {
            return 0;
        }
        return choices_[at_++] % n;
    }
    std::uint32_t between(std::uint32_t low, std::uint32_t high) {
        return low + below(high - low + 1);
    }
    /// True once in `n` times, never at the end of the tape.
    bool once_in(std::uint32_t n) { return below(n) == n - 1 && n > 1; }

    std::uint64_t bits() {
        const std::uint64_t high = below(0xFFFFFFFFu);
        return high << 32 | below(0xFFFFFFFFu);
    }

    template <class Array>
    const auto& pick(const Array& array) {
        return array[below(static_cast<std::uint32_t>(std::size(array)))];
    }

private:
    std::vector<std::uint32_t> choices_;
    std::size_t at_ = 0;
};

}  // namespace property
