#include "text/count.hpp"

#include <cstddef>

namespace flatline::text {
namespace {

constexpr unsigned char kCounted[] = {'{', '=', '"', '\\', '\0'};
constexpr std::size_t kKinds = sizeof kCounted;

}  // namespace

Counts count(Bytes text) noexcept {
    std::uint64_t totals[kKinds] = {};
    std::size_t at = 0;
    while (at < text.size()) {
        // Rows of 255 bytes keep the byte-wide sums from wrapping; compilers make them SIMD.
        constexpr std::size_t kLanes = 64;
        constexpr std::size_t kMostRows = 255;
        std::uint8_t sums[kKinds][kLanes] = {};
        std::size_t rows = (text.size() - at) / kLanes;
        if (rows > kMostRows) rows = kMostRows;
        for (std::size_t row = 0; row < rows; ++row) {
            const unsigned char* from = text.data() + at + row * kLanes;
            for (std::size_t kind = 0; kind < kKinds; ++kind) {
                for (std::size_t i = 0; i < kLanes; ++i) {
                    sums[kind][i] =
                        static_cast<std::uint8_t>(sums[kind][i] + (from[i] == kCounted[kind]));
                }
            }
        }
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            for (const std::uint8_t sum : sums[kind]) totals[kind] += sum;
        }
        at += rows * kLanes;
        if (rows == kMostRows) continue;
        for (; at < text.size(); ++at) {
            for (std::size_t kind = 0; kind < kKinds; ++kind) {
                totals[kind] += text[at] == kCounted[kind];
            }
        }
    }
    return {totals[0], totals[1], totals[2], totals[3], totals[4]};
}

}  // namespace flatline::text
