// Reads textures from single lumps: TEXTURE1 and TEXTURE2, TEXTURES, the headers of pictures.
#include <algorithm>
#include <cstring>

#include "base/cursor.hpp"
#include "resources/collect.hpp"
#include "resources/words.hpp"
#include "text/chars.hpp"

namespace flatline::engine::resources {

using detail::ResourcesStorage;
using Byte = unsigned char;

namespace {

// A record: the name (8 bytes), 4 bytes of flags, then width and height.
constexpr std::size_t kRecordHead = 16;

std::string_view name_of(const Byte* p) noexcept {
    const auto* chars = reinterpret_cast<const char*>(p);
    return {chars, static_cast<std::size_t>(std::find(chars, chars + 8, '\0') - chars)};
}

}  // namespace

Outcome add_texture_lump(Bytes lump, bool first_is_none, ResourcesStorage& storage,
                         bool& damaged) noexcept {
    Cursor directory(lump);
    std::uint32_t count = 0;
    damaged = !directory.u32(count);
    for (std::uint32_t i = 0; i < count && !damaged; ++i) {
        std::uint32_t offset = 0;
        Cursor record(lump);
        Bytes name;
        Bytes flags;
        std::uint16_t width = 0;
        std::uint16_t height = 0;
        damaged = !directory.u32(offset) || !record.skip(offset) || !record.take(8, name) ||
                  !record.take(kRecordHead - 12, flags) || !record.u16(width) ||
                  !record.u16(height);
        if (damaged || (i == 0 && first_is_none)) continue;
        const Outcome outcome =
            storage.add(ResourceKind::texture, name_of(name.data()), {width, height});
        if (outcome != Outcome::ok) return outcome;
    }
    return Outcome::ok;
}

namespace {

std::uint32_t pixels(std::string_view word) noexcept {
    std::uint32_t value = 0;
    for (const char c : word) {
        if (!text::is_digit(static_cast<Byte>(c)) || value > 100'000) return 0;
        value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value;
}

struct Definition {
    std::string_view word;
    ResourceKind kind;
};
constexpr Definition kDefinitions[] = {
    {"texture", ResourceKind::texture},
    {"walltexture", ResourceKind::texture},
    {"flat", ResourceKind::flat},
};

}  // namespace

Outcome add_textures_text(Bytes bytes, ResourcesStorage& storage) noexcept {
    Words words(bytes);
    std::size_t depth = 0;
    for (std::string_view word = words.next(); word.data() != nullptr; word = words.next()) {
        if (word == "{") ++depth;
        if (word == "}" && depth > 0) --depth;
        if (depth != 0) continue;
        for (const Definition& row : kDefinitions) {
            if (!text::same_name(word, row.word)) continue;
            std::string_view name = words.next();
            if (text::same_name(name, "optional")) name = words.next();
            TextureSize size;
            if (words.next() == ",") size.width = pixels(words.next());
            if (words.next() == ",") size.height = pixels(words.next());
            const Outcome outcome = storage.add(row.kind, name, size);
            if (outcome != Outcome::ok) return outcome;
            break;
        }
    }
    return Outcome::ok;
}

TextureSize picture_size(Bytes head) noexcept {
    constexpr Byte kPng[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    constexpr std::size_t kPngSizes = 16;  // after the signature and the head of the first chunk
    if (head.size() >= kPngSizes + 8 && std::memcmp(head.data(), kPng, sizeof kPng) == 0) {
        const auto big_endian = [&](std::size_t at) {
            std::uint32_t value = 0;
            for (std::size_t i = 0; i < 4; ++i) value = value << 8 | head[at + i];
            return value;
        };
        return {big_endian(kPngSizes), big_endian(kPngSizes + 4)};
    }
    Cursor cursor(head);
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    constexpr std::uint16_t kMost = 4096;  // beyond it, it is something else
    if (!cursor.u16(width) || !cursor.u16(height) || width > kMost || height > kMost) return {};
    return {width, height};
}

}  // namespace flatline::engine::resources
