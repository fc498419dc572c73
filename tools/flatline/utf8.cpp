#include "utf8.hpp"

namespace flatline::engine::tool {

CodePoint first_code_point(std::string_view bytes) {
    const auto byte = [&](std::size_t i) -> std::uint32_t {
        return static_cast<unsigned char>(bytes[i]);
    };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    std::size_t size = 0;
    std::uint32_t value = 0;
    std::uint32_t least = 0;
    if (lead >= 0xC2 && lead <= 0xDF) {
        size = 2, value = lead & 0x1F, least = 0x80;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        size = 3, value = lead & 0x0F, least = 0x800;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        size = 4, value = lead & 0x07, least = 0x10000;
    } else {
        return {};
    }
    if (bytes.size() < size) return {};
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        value = value << 6 | (byte(i) & 0x3F);
    }
    if (value < least || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
    return {value, size};
}

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const CodePoint c = first_code_point(bytes);
        if (c.size == 0) return false;
        bytes.remove_prefix(c.size);
    }
    return true;
}

}  // namespace flatline::engine::tool
