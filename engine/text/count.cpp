#include "text/count.hpp"

#include <cstddef>

namespace flatline::text {
namespace {

// Rows of 255 bytes keep the byte-wide sums from wrapping; compilers turn the lanes into SIMD.
constexpr std::size_t kLanes = 64;
constexpr std::size_t kMostRows = 255;

void count_rows(const unsigned char* from, std::size_t rows, Counts& total) noexcept {
    std::uint8_t braces[kLanes] = {};
    std::uint8_t equals[kLanes] = {};
    std::uint8_t backslashes[kLanes] = {};
    std::uint8_t nuls[kLanes] = {};
    for (; rows > 0; --rows, from += kLanes) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            braces[i] = static_cast<std::uint8_t>(braces[i] + (from[i] == '{'));
            equals[i] = static_cast<std::uint8_t>(equals[i] + (from[i] == '='));
            backslashes[i] = static_cast<std::uint8_t>(backslashes[i] | (from[i] == '\\'));
            nuls[i] = static_cast<std::uint8_t>(nuls[i] | (from[i] == 0));
        }
    }
    for (std::size_t i = 0; i < kLanes; ++i) {
        total.braces += braces[i];
        total.equals += equals[i];
        total.backslash = total.backslash || backslashes[i] != 0;
        total.nul = total.nul || nuls[i] != 0;
    }
}

}  // namespace

Counts count(Bytes text) noexcept {
    Counts total;
    std::size_t at = 0;
    while (text.size() - at >= kLanes) {
        std::size_t rows = (text.size() - at) / kLanes;
        if (rows > kMostRows) rows = kMostRows;
        count_rows(text.data() + at, rows, total);
        at += rows * kLanes;
    }
    for (; at < text.size(); ++at) {
        total.braces += text[at] == '{';
        total.equals += text[at] == '=';
        total.backslash = total.backslash || text[at] == '\\';
        total.nul = total.nul || text[at] == 0;
    }
    return total;
}

}  // namespace flatline::text
