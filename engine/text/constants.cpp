#include "text/constants.hpp"

namespace flatline::engine::text {
namespace {

constexpr Splat splat(unsigned char c) noexcept {
    Splat all{};
    for (unsigned char& byte : all.bytes) byte = c;
    return all;
}

}  // namespace

const Splat kQuotes = splat('"');
const Splat kBackslashes = splat('\\');
const Splat kNewlines = splat('\n');
const Splat kEquals = splat('=');
const Splat kNuls = splat(0);
const Splat kZeroDigits = splat('0');
const Splat kNines = splat(9);

const WideDigits kWideDigits = {0x3030303030303030u, 0x7676767676767676u, 0x8080808080808080u,
                                0x00FF00FF00FF00FFu, 0x0000FFFF0000FFFFu, 1 + (10000ull << 32)};

}  // namespace flatline::engine::text
