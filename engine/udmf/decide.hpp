// What decides how a whole text is read: its namespace and whether it is UDMF 0.99.
#pragma once

#include <cstdint>

#include "flatline/map.hpp"

namespace flatline::udmf {

/// Namespace value and grammar of a whole text. `name_begin` to `name_end` are the bytes of the
/// value between its quotes; null where the text has no namespace statement.
struct Decision {
    const unsigned char* name_begin = nullptr;
    const unsigned char* name_end = nullptr;
    bool escaped = false;
    bool v0_99 = false;
    /// The first field that alone makes the text 0.99; null where something else does too.
    const unsigned char* sign_begin = nullptr;
    const unsigned char* sign_end = nullptr;
};

/// Scans the text by tokens, without any meaning but this: with Grammar::automatic it is 0.99
/// where a namespace has no quotes, or a linedef or sector has one of the names that 0.99
/// requires and no other dialect knows (frontside, floorpic, ceilingpic). The last namespace of
/// 0.99 counts, the first of 1.1. Stops at what no reader accepts. Linear, allocates nothing.
Decision decide(const unsigned char* begin, const unsigned char* end, Grammar grammar) noexcept;

/// True for the three names above, in the block in which they are signs of 0.99.
bool is_sign_of_0_99(std::uint8_t block, const unsigned char* key, std::size_t size) noexcept;

/// FLATLINE_VERTEX ... of the keyword of a block (an identifier), FLATLINE_BLOCK where unknown.
std::uint8_t block_kind(const unsigned char* keyword, std::size_t size) noexcept;

/// Compares a word of a text with lower-case `name`, without case.
bool is_word(const unsigned char* word, std::size_t size, const char* name) noexcept;

/// True for a key of everybody's own: user_ and more, in any case. Nothing reports those.
bool is_user_key(const unsigned char* key, std::size_t size) noexcept;

}  // namespace flatline::udmf
