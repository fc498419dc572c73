// Bounds how many bytes one archive may unpack to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "archive/finding.hpp"
#include "model/limits.hpp"

namespace flatline::engine::archive {

/// The first bytes out of an archive are free of the limit inflation-ratio: a short file may hold a
/// map that repeats itself, and so many bytes hurt nobody.
inline constexpr std::uint64_t kFreeInflation = 32u << 20;

/// The most bytes that may come out of an archive, by inflated-bytes and inflation-ratio.
class InflationBound {
public:
    /// `packed`: the size of the archive; 0 where nobody knows it, then inflation-ratio says
    /// nothing.
    InflationBound(const Limits& limits, std::uint64_t packed) noexcept
        : most_(limits.inflated_bytes), limit_(limits.inflated_bytes) {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
        if (packed == 0) return;
        const std::uint64_t ratio = limits.inflation_ratio;
        const std::uint64_t by_ratio =
            std::max(kFreeInflation, ratio > kMost / packed ? kMost : ratio * packed);
        if (by_ratio >= most_) return;
        rule_ = Rule::limit_inflation_ratio;
        most_ = by_ratio;
        limit_ = ratio;
    }

    /// Whether `more` bytes may come where `total` did.
    bool has(std::uint64_t total, std::uint64_t more) const noexcept {
        return total <= most_ && more <= most_ - total;
    }
    /// That `met` bytes are too many.
    Finding over(std::uint64_t met) const noexcept { return over_limit(rule_, met, limit_); }

private:
    Rule rule_ = Rule::limit_inflated_bytes;
    std::uint64_t most_;
    std::uint64_t limit_;  ///< as its limit gives it
};

}  // namespace flatline::engine::archive
