// Words of UDMF that mean something by themselves: kinds of blocks, signs of 0.99, user keys.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flatline::udmf {

/// FLATLINE_VERTEX ... of the keyword of a block (an identifier), FLATLINE_BLOCK where unknown.
std::uint8_t block_kind(const unsigned char* keyword, std::size_t size) noexcept;

/// True for a key that UDMF 0.99 requires and no other dialect knows, in its block: frontside of
/// a linedef, floorpic and ceilingpic of a sector.
bool is_sign_of_0_99(std::uint8_t block, const unsigned char* key, std::size_t size) noexcept;

/// True for a key of everybody's own: user_ and more, in any case. Nothing reports those.
bool is_user_key(const unsigned char* key, std::size_t size) noexcept;

}  // namespace flatline::udmf
