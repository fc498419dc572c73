#include "udmf/decide.hpp"

#include <cstddef>

#include "flatline/types.h"
#include "text/scan.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::udmf {
namespace {

using Byte = unsigned char;

struct Sign {
    std::uint8_t block;
    const char* name;
};
constexpr Sign kSigns[] = {
    {FLATLINE_LINEDEF, "frontside"},
    {FLATLINE_SECTOR, "floorpic"},
    {FLATLINE_SECTOR, "ceilingpic"},
};

// The keywords as folded words.
struct BlockWord {
    std::uint64_t word;
    std::uint8_t kind;
};
constexpr std::uint64_t word_of(std::string_view name) { return make_key(name).word[0]; }
constexpr BlockWord kBlockWords[] = {
    {word_of("sidedef"), FLATLINE_SIDEDEF}, {word_of("linedef"), FLATLINE_LINEDEF},
    {word_of("vertex"), FLATLINE_VERTEX},   {word_of("sector"), FLATLINE_SECTOR},
    {word_of("thing"), FLATLINE_THING},
};

}  // namespace

bool is_word(const Byte* word, std::size_t size, const char* name) noexcept {
    for (std::size_t i = 0; i < size; ++i) {
        if (name[i] == '\0' || text::to_lower(word[i]) != static_cast<Byte>(name[i])) return false;
    }
    return name[size] == '\0';
}

std::uint8_t block_kind(const Byte* keyword, std::size_t size) noexcept {
    if (size > 7) return FLATLINE_BLOCK;
    std::uint64_t folded = 0;
    for (std::size_t i = 0; i < size; ++i) folded |= (keyword[i] | std::uint64_t{0x20}) << (8 * i);
    for (const BlockWord& word : kBlockWords) {
        if (folded == word.word) return word.kind;
    }
    return FLATLINE_BLOCK;
}

bool is_user_key(const Byte* key, std::size_t size) noexcept {
    constexpr std::size_t kPrefix = 5;
    return size >= kPrefix && is_word(key, kPrefix, "user_");
}

bool is_sign_of_0_99(std::uint8_t block, const Byte* key, std::size_t size) noexcept {
    for (const Sign& sign : kSigns) {
        if (sign.block == block && is_word(key, size, sign.name)) return true;
    }
    return false;
}

Decision decide(const Byte* begin, const Byte* end, Grammar grammar) noexcept {
    Decision first, last;
    bool v0_99 = grammar == Grammar::v0_99;
    std::uint64_t depth = 0;
    std::uint8_t block = FLATLINE_BLOCK;
    const Byte* key = nullptr;
    const Byte* key_end = nullptr;
    const Byte* sign = nullptr;
    const Byte* sign_end = nullptr;
    const Byte* opened = nullptr;
    bool escaped = false;
    for (const Byte* p = begin;;) {
        p = text::skip_blank(p, end, &opened);
        if (p == nullptr || p == end) break;
        if (text::is_identifier(*p)) {
            key = p;
            p = key_end = text::skip_identifier(p, end);
            continue;
        }
        const auto key_size = static_cast<std::size_t>(key_end - key);
        if (*p == '{') {
            if (depth++ == 0) block = key != nullptr ? block_kind(key, key_size) : block;
            ++p;
        } else if (*p == '}') {
            if (depth == 0) break;
            --depth;
            ++p;
        } else if (*p == '"') {
            p = text::skip_string(p, end, &escaped);
            if (p == nullptr) break;
        } else if (*p == '=' && key != nullptr) {
            if (grammar == Grammar::automatic && depth == 1 && sign == nullptr &&
                is_sign_of_0_99(block, key, key_size)) {
                sign = key;
                sign_end = key_end;
            }
            p = text::skip_blank(p + 1, end, &opened);
            if (p == nullptr || p == end) break;
            const bool is_name = depth == 0 && is_word(key, key_size, "namespace");
            Decision found{p, nullptr, false, false};
            const bool quoted = *p == '"';
            if (quoted) {
                p = text::skip_string(p, end, &found.escaped);
                if (p == nullptr) break;
                found.name_begin += 1;
                found.name_end = p - 1;
            } else {
                p = found.name_end = text::skip_bare_word(p, end);
                if (is_name && grammar == Grammar::automatic &&
                    text::is_letter(*found.name_begin)) {
                    v0_99 = true;
                }
            }
            if (is_name && found.name_end > found.name_begin) {
                // Without quotes it is no namespace of 1.1, and an empty one is none at all.
                if (quoted && first.name_begin == nullptr) first = found;
                last = found;
            }
        } else {
            ++p;
        }
        key = nullptr;
    }
    Decision decision = v0_99 || sign != nullptr ? last : first;
    if (!v0_99) {
        decision.sign_begin = sign;
        decision.sign_end = sign_end;
    }
    decision.v0_99 = v0_99 || sign != nullptr;
    return decision;
}

}  // namespace flatline::udmf
