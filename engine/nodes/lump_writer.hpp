// Writes little-endian numbers in sequence, for the writers of node lumps.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/bytes.hpp"

namespace flatline::engine::nodes {

/// Writes from `out` on, which has room. exact() says whether every
/// number of 16.16 was one.
class LumpWriter {
public:
    explicit LumpWriter(unsigned char* out) noexcept : out_(out) {}

    void u8(std::uint32_t value) noexcept { *out_++ = static_cast<unsigned char>(value); }
    /// The low 16 bits.
    void u16(std::uint32_t value) noexcept { put(static_cast<std::uint16_t>(value)); }
    void u32(std::uint32_t value) noexcept { put(value); }
    /// A number in 16.16.
    void fixed(double value) noexcept {
        const double units = value * 65536.0;
        exact_ = exact_ && units == std::nearbyint(units) && units >= -2147483648.0 &&
                 units <= 2147483647.0;
        u32(exact_ ? static_cast<std::uint32_t>(static_cast<std::int32_t>(units)) : 0);
    }
    /// The nearest whole number of 16 bits with a sign.
    void nearest(double value) noexcept {
        const double kept = std::clamp(std::nearbyint(value), -32768.0, 32767.0);
        u16(static_cast<std::uint16_t>(static_cast<std::int16_t>(kept)));
    }
    /// Top, bottom, left, right; rounded outwards.
    void box(const double* box) noexcept {
        nearest(std::ceil(box[0]));
        nearest(std::floor(box[1]));
        nearest(std::floor(box[2]));
        nearest(std::ceil(box[3]));
    }
    bool exact() const noexcept { return exact_; }

    /// True if nearest() keeps the number as it is.
    static bool is_whole(double value) noexcept {
        return value == std::nearbyint(value) && value >= -32768.0 && value <= 32767.0;
    }

private:
    template <class Word>
    void put(Word word) noexcept {
        store_le(out_, word);
        out_ += sizeof word;
    }

    unsigned char* out_;
    bool exact_ = true;
};

}  // namespace flatline::engine::nodes
