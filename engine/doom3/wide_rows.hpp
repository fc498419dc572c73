// Reads all numbers of a side or a control point at once, by vectors. No branch depends on where a
// number ends.
#pragma once

#include "doom3/tokens.hpp"
#include "flatline/types.h"
#include "text/kernel.hpp"

namespace flatline::engine::doom3 {

/// So many bytes of text before the line and after its first byte are looked at.
inline constexpr std::ptrdiff_t kWideBefore = 16;
inline constexpr std::ptrdiff_t kWideBehind = 160;
/// No number that is read here has more, with its sign.
inline constexpr std::ptrdiff_t kWideNumberBytes = 17;

#if FLATLINE_AVX2
/// Reads "( a b c d )" with exactly these blanks and returns the byte after it; null if
/// something else stands there. A bit of `odd` stands for each number that has to be read again,
/// because it is none, has an exponent or more than 15 digits.
const Byte* wide_plane(const Byte* p, double (&out)[4], unsigned& odd) noexcept;
/// The same for " ( ( m m m ) ( m m m ) )".
const Byte* wide_matrix(const Byte* p, double (&out)[2][3], unsigned& odd) noexcept;
/// The same for "( x y z s t )".
const Byte* wide_point(const Byte* p, double (&out)[5], unsigned& odd) noexcept;
#else
inline const Byte* wide_plane(const Byte*, double (&)[4], unsigned&) noexcept { return nullptr; }
inline const Byte* wide_matrix(const Byte*, double (&)[2][3], unsigned&) noexcept {
    return nullptr;
}
inline const Byte* wide_point(const Byte*, double (&)[5], unsigned&) noexcept { return nullptr; }
#endif

}  // namespace flatline::engine::doom3
