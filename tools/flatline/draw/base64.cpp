#include "draw/base64.hpp"

#include <bit>
#include <cstdint>

namespace flatline::engine::tool {

static_assert(std::endian::native == std::endian::little);

std::string base64(const unsigned char* bytes, std::size_t size) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((size + 2) / 3 * 4);
    for (std::size_t at = 0; at < size; at += 3) {
        const std::size_t count = size - at < 3 ? size - at : 3;
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 3; ++i) word = word << 8 | (i < count ? bytes[at + i] : 0u);
        for (std::size_t i = 0; i < 4; ++i) {
            out += i <= count ? kDigits[word >> (18 - 6 * i) & 63] : '=';
        }
    }
    return out;
}

}  // namespace flatline::engine::tool
