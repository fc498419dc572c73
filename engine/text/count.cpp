#include "text/count.hpp"

#include <cstddef>

namespace flatline::text {

Counts count(Bytes text) noexcept {
    Counts total;
    std::size_t at = 0;
    while (at < text.size()) {
        // Rows of 255 bytes keep the byte-wide sums from wrapping; compilers make them SIMD.
        constexpr std::size_t kLanes = 64;
        constexpr std::size_t kRows = 255;
        std::uint8_t sums[4][kLanes] = {};
        std::size_t rows = (text.size() - at) / kLanes;
        if (rows > kRows) rows = kRows;
        for (std::size_t row = 0; row < rows; ++row) {
            const unsigned char* from = text.data() + at + row * kLanes;
            for (std::size_t i = 0; i < kLanes; ++i) {
                sums[0][i] = static_cast<std::uint8_t>(sums[0][i] + (from[i] == '{'));
                sums[1][i] = static_cast<std::uint8_t>(sums[1][i] + (from[i] == '='));
                sums[2][i] = static_cast<std::uint8_t>(sums[2][i] + (from[i] == '"'));
                sums[3][i] = static_cast<std::uint8_t>(sums[3][i] + (from[i] == '\\'));
            }
        }
        for (std::size_t i = 0; i < kLanes; ++i) {
            total.braces += sums[0][i];
            total.equals += sums[1][i];
            total.quotes += sums[2][i];
            total.backslashes += sums[3][i];
        }
        at += rows * kLanes;
        if (rows == kRows) continue;
        for (; at < text.size(); ++at) {
            const unsigned char c = text[at];
            total.braces += c == '{';
            total.equals += c == '=';
            total.quotes += c == '"';
            total.backslashes += c == '\\';
        }
    }
    return total;
}

}  // namespace flatline::text
