// Words of UDMF that have a meaning of their own: kinds of blocks, signs of 0.99, user keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flatline::engine::udmf {

/// By FLATLINE_VERTEX .. FLATLINE_THING.
inline constexpr std::string_view kBlockKeywords[] = {"vertex", "linedef", "sidedef", "sector",
                                                      "thing"};

/// The kind of block that a keyword (an identifier) opens: FLATLINE_VERTEX to FLATLINE_THING, or
/// FLATLINE_BLOCK where it is unknown.
std::uint8_t block_kind(const unsigned char* keyword, std::size_t size) noexcept;
/// The same for a keyword of at most eight bytes that is folded (load_key): its first word.
std::uint8_t block_kind(std::uint64_t folded) noexcept;

/// True for a key that UDMF 0.99 requires and no other dialect knows, in its block: frontside of
/// a linedef, floorpic and ceilingpic of a sector.
bool is_sign_of_0_99(std::uint8_t block, const unsigned char* key, std::size_t size) noexcept;

/// True for a key that begins with user_, in any case. UDMF leaves such keys to everybody, so no
/// rule reports them.
bool is_user_key(const unsigned char* key, std::size_t size) noexcept;

}  // namespace flatline::engine::udmf
