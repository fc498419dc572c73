#include "udmf/keywords.hpp"

#include <string_view>

#include "flatline/types.h"
#include "text/chars.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {
namespace {

struct Sign {
    std::uint8_t block;
    std::string_view name;
};
constexpr Sign kSigns[] = {
    {FLATLINE_LINEDEF, "frontside"},
    {FLATLINE_SECTOR, "floorpic"},
    {FLATLINE_SECTOR, "ceilingpic"},
};

// The keywords of blocks as folded words.
struct BlockWord {
    std::uint64_t word;
    std::uint8_t kind;
};
constexpr BlockWord block_word(std::uint8_t kind) {
    return {make_key(kBlockKeywords[kind]).word[0], kind};
}
constexpr BlockWord kBlockWords[] = {
    block_word(FLATLINE_SIDEDEF), block_word(FLATLINE_LINEDEF), block_word(FLATLINE_VERTEX),
    block_word(FLATLINE_SECTOR),  block_word(FLATLINE_THING),
};

}  // namespace

std::uint8_t block_kind(const unsigned char* keyword, std::size_t size) noexcept {
    if (size > 7) return FLATLINE_BLOCK;
    return block_kind(load_key(keyword, size, keyword + size).word[0]);
}

std::uint8_t block_kind(std::uint64_t folded) noexcept {
    for (const BlockWord& word : kBlockWords) {
        if (folded == word.word) return word.kind;
    }
    return FLATLINE_BLOCK;
}

bool is_user_key(const unsigned char* key, std::size_t size) noexcept {
    constexpr std::string_view kPrefix = "user_";
    return size >= kPrefix.size() && text::same_name(text::as_text(key, kPrefix.size()), kPrefix);
}

bool is_sign_of_0_99(std::uint8_t block, const unsigned char* key, std::size_t size) noexcept {
    const std::string_view name = text::as_text(key, size);
    for (const Sign& sign : kSigns) {
        if (sign.block == block && text::same_name(name, sign.name)) return true;
    }
    return false;
}

}  // namespace flatline::engine::udmf
